//! The player's parameters, and limits on a move, changed while the engine runs.
//!
//! Parameters are declared once, by the player; here they become KataGo's parameter commands and the lines that GoGui
//! turns into a dialog (`[bool] name 1`, `[list/a/b] name a`, `[string] name text`). A change rebuilds the player from
//! its new specification. Besides the player's own parameters there are KataGo's `maxVisits` and `maxTime`; 0 leaves
//! the limit to the player.

use std::time::Duration;

use player::{Budget, Clock, Kind, Value, instead};

use super::args::Args;
use super::{Refusal, Session};

/// The limits of a move, besides the clock.
#[derive(Debug, Default)]
pub(super) struct Limits {
    playouts: Option<u64>,
    time: Option<Duration>,
}

impl Limits {
    pub(super) fn budget(&self, clock: Option<Clock>) -> Budget {
        Budget { playouts: self.playouts, time: self.time, clock }
    }
}

const MAX_VISITS: &str = "maxVisits";
const MAX_TIME: &str = "maxTime";

pub(super) fn kata_list_params(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(all(session)?.iter().map(|(name, _, _)| name.as_str()).collect::<Vec<_>>().join(" "))
}

/// `kata-get-param NAME`
pub(super) fn kata_get_param(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let name = args.word(0, "the name of a parameter")?;
    let all = all(session)?;
    if let Some((_, _, value)) = all.iter().find(|(known, _, _)| known == name) {
        return Ok(value.clone());
    }
    let instead = instead(name, all.iter().map(|(known, _, _)| known.as_str()));
    Err(Refusal::Syntax(format!("there is no parameter '{name}': {instead}")))
}

/// `kata-set-param NAME VALUE`
pub(super) fn kata_set_param(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let name = args.word(0, "the name of a parameter")?;
    match name {
        MAX_VISITS => {
            let visits: u64 = args.number(1, "a number of visits")?;
            session.limits.playouts = (visits > 0).then_some(visits);
        }
        MAX_TIME => {
            let time = args.seconds(1, "the time for a move")?;
            session.limits.time = (!time.is_zero()).then_some(time);
        }
        _ => {
            let mut spec = session.maker.canonical(&session.spec)?;
            spec.set(name, &args.rest(1))?;
            let mut player = session.maker.make(&spec)?;
            player.reset(session.seed);
            (session.spec, session.player) = (session.maker.canonical(&spec)?, player);
            session.settled = None;
        }
    }
    Ok(String::new())
}

/// `ponnuki-param` lists all parameters in GoGui's typed form; `ponnuki-param NAME VALUE` sets one.
pub(super) fn ponnuki_param(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    if args.get(0).is_some() {
        return kata_set_param(session, args);
    }
    let lines = all(session)?.into_iter().map(|(name, kind, value)| match kind {
        Kind::Bool => format!("[bool] {name} {}", u8::from(value == "true")),
        Kind::Choice(options) => format!("[list/{}] {name} {value}", options.join("/")),
        Kind::Int { .. } | Kind::Float { .. } | Kind::Text | Kind::Seed | Kind::Player => {
            format!("[string] {name} {value}")
        }
    });
    Ok(lines.collect::<Vec<_>>().join("\n"))
}

/// Every parameter: its name, its kind, and its value as text.
fn all(session: &Session<'_>) -> Result<Vec<(String, Kind, String)>, Refusal> {
    let settings = session.maker.settings(&session.spec)?;
    let of_player =
        settings.iter().map(|(param, value): (_, &Value)| (param.name.to_string(), param.kind, value.to_string()));
    let visits = session.limits.playouts.unwrap_or(0).to_string();
    let time = session.limits.time.unwrap_or_default().as_secs_f64().to_string();
    let own = [(MAX_VISITS.to_string(), Kind::Int { min: 0, max: i64::MAX }, visits)];
    let own = own.into_iter().chain([(MAX_TIME.to_string(), Kind::Float { min: 0.0, max: f64::MAX }, time)]);
    Ok(of_player.chain(own).collect())
}
