//! The commands that a person types at the prompt.

use std::path::PathBuf;

use anyhow::{Result, anyhow, bail};
use goban::influence::Influence;
use goban::{Color, CoordinateError, Move};
use player::Spec;
use table::Occupant;

use super::occupant::occupant;

/// A line that was typed.
#[derive(Clone, PartialEq, Debug)]
pub enum Command {
    /// An empty line.
    Empty,
    /// A move.
    Play(Move),
    /// Take back the last move.
    Undo,
    /// Draw the board.
    Show,
    /// Write the game to a file.
    Save(String),
    /// Read a game or a position from a file.
    Load(PathBuf),
    /// Give a seat to a person or a program.
    Swap(Color, Occupant),
    /// Draw the moves that a player ranks highest.
    Hint(Spec),
    /// Draw an influence map.
    Influence(Influence),
    /// List the commands.
    Help,
    /// Leave.
    Quit,
}

/// The list of commands.
pub const HELP: &str = "\
D4                  play there; letters are columns, numbers rows
pass, resign        when both have passed, dead stones are marked and the score is counted
undo                take back your last move, and the program's answer to it
show                draw the board again
hint                draw the moves of experts, 1 the likeliest; hint best asks another player
influence           draw the influence of both sides, b and w; influence chen and influence zobrist are other maps
save FILE.sgf       write the game to a file; save --force FILE.sgf replaces one
load FILE           resume the game of an .sgf file, or the position of a text file
swap white random   give a seat to human, or to a player of `ponnuki players`
quit                leave; the game is kept in a file
Type any of these while two programs play: swap black human takes a seat.";

const NAMES: [&str; 12] =
    ["pass", "resign", "undo", "show", "hint", "influence", "save", "load", "swap", "help", "quit", "exit"];

/// Reads a line.
///
/// # Errors
/// If it is neither a move nor a command.
pub fn parse(line: &str, size: usize) -> Result<Command> {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    let file = |name: &str| match rest {
        "" => Err(anyhow!("{name} needs the name of a file, as in {name} game.sgf")),
        file => Ok(PathBuf::from(file)),
    };
    let command = match first.to_ascii_lowercase().as_str() {
        "" => Command::Empty,
        "undo" => Command::Undo,
        "show" => Command::Show,
        "help" | "?" => Command::Help,
        "quit" | "exit" => Command::Quit,
        "save" => return file("save").map(|_| Command::Save(rest.to_string())),
        "load" => return file("load").map(Command::Load),
        "swap" => return swap(rest),
        "hint" => return hint(rest),
        "influence" => return influence(rest),
        _ => match Move::from_gtp(first, size) {
            Ok(mv) => Command::Play(mv),
            Err(error @ CoordinateError::OffBoard { .. }) => bail!(error),
            Err(_) => bail!("'{first}' is neither a move nor a command{}; help lists them", suggestion(first)),
        },
    };
    if !rest.is_empty() {
        bail!("'{rest}' is too much after {first}: one move or command a line");
    }
    Ok(command)
}

fn swap(rest: &str) -> Result<Command> {
    let words = rest.split_once(char::is_whitespace);
    match words.map(|(color, who)| (Color::parse(color), who.trim())) {
        Some((Some(color), who)) => Ok(Command::Swap(color, occupant(who)?)),
        _ => bail!("swap needs a colour and who takes the seat, as in swap white random"),
    }
}

fn hint(rest: &str) -> Result<Command> {
    match occupant(if rest.is_empty() { "preference" } else { rest })? {
        Occupant::Program(spec) => Ok(Command::Hint(spec)),
        Occupant::Person => bail!("hint needs a player of `ponnuki players`, as in hint best"),
    }
}

fn influence(rest: &str) -> Result<Command> {
    let name = if rest.is_empty() { "bouzy" } else { rest };
    match Influence::ALL.iter().find(|(known, _)| *known == name) {
        Some(&(_, influence)) => Ok(Command::Influence(influence)),
        None => bail!("there is no influence map {name}: expected bouzy, chen or zobrist"),
    }
}

fn suggestion(word: &str) -> String {
    player::nearest(word, NAMES).map_or_else(String::new, |name| format!(" (did you mean {name}?)"))
}

#[cfg(test)]
mod tests {
    use goban::Point;

    use super::*;

    fn complaint(line: &str) -> String {
        parse(line, 9).unwrap_err().to_string()
    }

    #[test]
    fn moves_and_commands_are_told_apart() {
        assert_eq!(parse("e5", 9).unwrap(), Command::Play(Move::Play(Point::from_gtp("E5", 9).unwrap())));
        assert_eq!(parse("PASS", 9).unwrap(), Command::Play(Move::Pass));
        assert_eq!(parse("save my game.sgf", 9).unwrap(), Command::Save("my game.sgf".into()));
        assert_eq!(parse("swap b human", 9).unwrap(), Command::Swap(Color::Black, Occupant::Person));
        assert_eq!(parse("", 9).unwrap(), Command::Empty);
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
