//! Sets and reports the rules. A change does not affect the board.

use goban::{KoRule, Rules};

use super::args::Args;
use super::{Refusal, Session};
use crate::rules;

/// `kgs-rules (chinese | aga | japanese | new_zealand)`. KGS plays its Chinese rules with positional superko.
pub(super) fn kgs_rules(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let found = rules::read(args.word(0, "the name of the rules")?, session.game.rules())?;
    let kgs = Rules { ko: KoRule::PositionalSuperko, ..Rules::CHINESE };
    change(session, if found == Rules::CHINESE { kgs } else { found })
}

/// `kata-set-rules RULES`: a name, or a JSON object whose missing fields stay as they are.
pub(super) fn kata_set_rules(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    args.word(0, "the name of the rules or a JSON object")?;
    let found = rules::read(&args.rest(0), session.game.rules())?;
    change(session, found)
}

pub(super) fn kata_get_rules(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(rules::to_json(session.game.rules()).to_string())
}

fn change(session: &mut Session<'_>, rules: Rules) -> Result<String, Refusal> {
    session.game.set_rules(rules);
    session.changed();
    Ok(String::new())
}
