//! Game records, loaded and printed.

use std::path::Path;

use files::Content;
use kifu::{GameInfo, Header, Replay, Tree};

use super::args::Args;
use super::{Refusal, Session};
use crate::NAME;

/// `loadsgf FILE [MOVE]`: the main line of the first game, up to the position before that move. The file may be
/// compressed. A name with spaces may stand in double quotes. Rules and komi that the record does not name stay as they
/// are.
pub(super) fn loadsgf(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    args.word(0, "the name of a file")?;
    let (name, number) = file_and_move(&args.rest(0))?;
    let failed = |reason: String| Refusal::Load(format!("{name}: {reason}"));
    let reading = kifu::load(Path::new(&name)).map_err(|error| failed(error.to_string()))?;
    let tree = reading.collection.trees.first().ok_or_else(|| failed("it contains no game".to_string()))?;
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

/// `printsgf [FILE]`: the game so far, as the reply or into a file. A file that is there is replaced if it is a record.
pub(super) fn printsgf(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let info = GameInfo { name: format!("{NAME} {}", session.spec), ..GameInfo::default() };
    let text = Tree::of(&session.game, &info).to_sgf();
    if args.get(0).is_none() {
        return Ok(text);
    }
    let (name, _) = file_and_move(&args.rest(0))?;
    save(Path::new(&name), &text).map_err(|reason| Refusal::Save(format!("{name}: {reason}")))?;
    Ok(String::new())
}

/// Writes a record, all of it or nothing, in place of another record or where no file is.
fn save(path: &Path, text: &str) -> Result<(), String> {
    let content = if path.is_file() { Content::of(path).map_err(|error| error.to_string())? } else { Content::Empty };
    if !matches!(content, Content::Empty | Content::Record) {
        return Err(format!("it exists already and is {content}: give the record another name"));
    }
    files::replace(path, text.as_bytes()).map_err(|error| error.to_string())
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
    text.parse().map_err(|_| Refusal::Syntax(format!("'{text}' is not a move number")))
}
