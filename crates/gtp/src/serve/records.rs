//! Game records, loaded and printed.

use std::path::Path;

use kifu::{GameInfo, Header, Replay, Tree};

use super::args::Args;
use super::{Refusal, Session};
use crate::NAME;

/// `loadsgf FILE [MOVE]`: the main line of the first game, up to the position before that move. A name with spaces may
/// stand in double quotes. Rules and komi that the record does not name stay as they are.
pub(super) fn loadsgf(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    args.word(0, "the name of a file")?;
    let (name, number) = file_and_move(&args.rest(0))?;
    let failed = |reason: String| Refusal::Load(format!("{name}: {reason}"));
    let bytes = std::fs::read(Path::new(&name)).map_err(|error| failed(error.to_string()))?;
    let reading = kifu::read(&bytes).map_err(|error| failed(error.to_string()))?;
    let tree = reading.collection.trees.first().ok_or_else(|| failed("there is no game in it".to_string()))?;
    let header = Header::of(tree.node(tree.root())).map_err(|error| failed(error.to_string()))?;
    let moves = number.map_or(usize::MAX, |number: usize| number.saturating_sub(1));
    let replay = Replay::new(tree).rules(header.rules.unwrap_or(session.game.rules())).moves(moves);
    let mut game = replay.game().map_err(|error| failed(error.to_string()))?;
    if header.komi.is_none() {
        game.set_komi(session.game.komi());
    }
    session.new_game(game);
    Ok(String::new())
}

/// `printsgf [FILE]`: the game so far, as the reply or into a file.
pub(super) fn printsgf(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let info = GameInfo { name: format!("{NAME} {}", session.spec), ..GameInfo::default() };
    let text = Tree::of(&session.game, &info).to_sgf();
    if args.get(0).is_none() {
        return Ok(text);
    }
    let (name, _) = file_and_move(&args.rest(0))?;
    std::fs::write(&name, text).map_err(|error| Refusal::Save(format!("{name}: {error}")))?;
    Ok(String::new())
}

/// Splits off a number after the name of a file.
fn file_and_move(text: &str) -> Result<(String, Option<usize>), Refusal> {
    if let Some(rest) = text.strip_prefix('"') {
        let (name, rest) = rest.split_once('"').ok_or_else(|| Refusal::Syntax("a quote is not closed".to_string()))?;
        let rest = rest.trim();
        let number = if rest.is_empty() { None } else { Some(move_number(rest)?) };
        return Ok((name.to_string(), number));
    }
    match text.rsplit_once(' ') {
        Some((name, number)) if number.bytes().all(|b| b.is_ascii_digit()) => {
            Ok((name.to_string(), Some(move_number(number)?)))
        }
        _ => Ok((text.to_string(), None)),
    }
}

fn move_number(text: &str) -> Result<usize, Refusal> {
    text.parse().map_err(|_| Refusal::Syntax(format!("'{text}' is no move number")))
}
