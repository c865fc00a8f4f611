//! What a person can type at the prompt.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use goban::influence::Influence;
use goban::{Color, CoordinateError, Move};
use player::Spec;

use super::seat::Who;

/// What was typed.
#[derive(Clone, PartialEq, Debug)]
pub enum Word {
    /// Nothing.
    Nothing,
    /// A move.
    Play(Move),
    /// Take back.
    Undo,
    /// Draw the board.
    Show,
    /// Write the game to a file.
    Save(String),
    /// Read a game or a position from a file.
    Load(PathBuf),
    /// Give a seat to somebody else.
    Swap(Color, Who),
    /// Draw what somebody would play here.
    Hint(Spec),
    /// Draw whose the points seem to be.
    Influence(Influence),
    /// Say what there is to type.
    Help,
    /// Leave.
    Quit,
}

/// What there is to type.
pub const HELP: &str = "\
D4                  play there; letters are columns, numbers rows
pass, resign        when both have passed, dead stones are marked and the score is counted
undo                take back your last move, and the program's answer to it
show                draw the board again
hint                draw what experts would play, 1 the likeliest; hint best asks another player
influence           draw whose the points seem to be, b and w; influence chen and influence zobrist count otherwise
save FILE.sgf       write the game to a file; save --force FILE.sgf replaces one
load FILE           take up the game of an .sgf file, or the position of a text file
swap white random   give a seat to somebody else: human, or a player of `ponnuki players`
quit                leave; the game is kept in a file
Between two programs, any of these may be typed while they play: swap black human takes a seat.";

const NAMES: [&str; 12] =
    ["pass", "resign", "undo", "show", "hint", "influence", "save", "load", "swap", "help", "quit", "exit"];

/// Reads a line.
///
/// # Errors
/// If it is neither a move nor one of the words.
pub fn read(line: &str, size: usize) -> Result<Word> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let file = |name: &str| match rest {
        "" => Err(anyhow!("{name} needs the name of a file, as in {name} game.sgf")),
        file => Ok(PathBuf::from(file)),
    };
    let word = match first.to_ascii_lowercase().as_str() {
        "" => Word::Nothing,
        "undo" => Word::Undo,
        "show" => Word::Show,
        "help" | "?" => Word::Help,
        "quit" | "exit" => Word::Quit,
        "save" => return file("save").map(|_| Word::Save(rest.to_string())),
        "load" => return file("load").map(Word::Load),
        "swap" => return swap(rest),
        "hint" => return hint(rest),
        "influence" => return influence(rest),
        _ => match Move::from_gtp(first, size) {
            Ok(mv) => Word::Play(mv),
            Err(error @ CoordinateError::OffBoard { .. }) => bail!(error),
            Err(_) => bail!("'{first}' is neither a move nor a command{}; help lists them", meant(first)),
        },
    };
    if !rest.is_empty() {
        bail!("'{rest}' is too much after {first}: one move or command a line");
    }
    Ok(word)
}

fn swap(rest: &str) -> Result<Word> {
    let words = rest.split_once(char::is_whitespace);
    match words.map(|(color, who)| (Color::parse(color), who.trim())) {
        Some((Some(color), who)) => Ok(Word::Swap(color, who.parse()?)),
        _ => bail!("swap needs a colour and who takes the seat, as in swap white random"),
    }
}

fn hint(rest: &str) -> Result<Word> {
    match if rest.is_empty() { "preference" } else { rest }.parse()? {
        Who::Program(spec) => Ok(Word::Hint(spec)),
        Who::Human => bail!("hint needs a player of `ponnuki players`, as in hint best"),
    }
}

fn influence(rest: &str) -> Result<Word> {
    let name = if rest.is_empty() { "bouzy" } else { rest };
    match Influence::ALL.iter().find(|(known, _)| *known == name) {
        Some(&(_, influence)) => Ok(Word::Influence(influence)),
        None => bail!("'{name}' is no influence: expected bouzy, chen or zobrist"),
    }
}

fn meant(word: &str) -> String {
    player::nearest(word, NAMES).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

#[cfg(test)]
mod tests {
    use goban::Point;

    use super::*;

    fn complaint(line: &str) -> String {
        read(line, 9).unwrap_err().to_string()
    }

    #[test]
    fn moves_and_commands_are_told_apart() {
        assert_eq!(read("e5", 9).unwrap(), Word::Play(Move::Play(Point::from_gtp("E5", 9).unwrap())));
        assert_eq!(read("PASS", 9).unwrap(), Word::Play(Move::Pass));
        assert_eq!(read("save my game.sgf", 9).unwrap(), Word::Save("my game.sgf".into()));
        assert_eq!(read("swap b human", 9).unwrap(), Word::Swap(Color::Black, Who::Human));
        assert_eq!(read("", 9).unwrap(), Word::Nothing);
    }

    #[test]
    fn nonsense_gets_a_sentence() {
        assert_eq!(complaint("udno"), "'udno' is neither a move nor a command (did you mean undo?); help lists them");
        assert_eq!(complaint("zz"), "'zz' is neither a move nor a command; help lists them");
        assert_eq!(complaint("k10"), "K10 is not on a board of size 9");
        assert_eq!(complaint("e5 e6"), "'e6' is too much after e5: one move or command a line");
        assert_eq!(complaint("save"), "save needs the name of a file, as in save game.sgf");
        assert_eq!(complaint("swap white"), "swap needs a colour and who takes the seat, as in swap white random");
        assert_eq!(complaint("swap white randm"), "there is no player called randm: did you mean random?");
        assert_eq!(complaint("swap white humn"), "there is no player called humn: did you mean human?");
    }
}
