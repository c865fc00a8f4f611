//! Uploaded SGF: one game, complete. Damage that a reader of collections repairs or skips is refused here, because the
//! sender would not see the warning.

use kifu::{Header, Node, Problem, Replay, Tree, Value};

use crate::Refusal;
use crate::reason::Reason;

/// Reads the one game of an SGF.
///
/// # Errors
/// If it holds no game or several, is damaged, or has an invalid root.
pub(crate) fn read(sgf: &str) -> Result<(Tree, Header), Refusal> {
    let reading = kifu::read(sgf.as_bytes())?;
    if let Some(warning) = reading.warnings.iter().find(|warning| is_damage(&warning.problem)) {
        return Err(Refusal::Damaged { reason: warning.to_string() });
    }
    let mut trees = reading.collection.trees;
    if trees.len() > 1 {
        return Err(Refusal::Collection { games: trees.len() });
    }
    let tree = trees.pop().ok_or(Refusal::NoRecord)?;
    let root = tree.node(tree.root());
    let header = Header::of(root)?;
    let value = |key: &str| root.value(key).map(Value::trimmed).filter(|value| !value.is_empty());
    if let Some(komi) = value("KM").filter(|_| header.komi.is_none()) {
        return Err(Refusal::invalid(Reason::Komi { komi: komi.to_string() }));
    }
    let most = (header.size * header.size) as i64;
    if let Some(stones) = value("HA").filter(|_| !number(root, "HA").is_some_and(|number| (0..=most).contains(&number)))
    {
        return Err(Refusal::HandicapOf { stones: stones.to_string() });
    }
    Ok((tree, header))
}

/// Plays the main line.
///
/// # Errors
/// If a move cannot be played: with its number and the reason.
pub(crate) fn check_main_line(tree: &Tree) -> Result<(), Refusal> {
    Ok(Replay::new(tree).game().map(drop)?)
}

fn number(node: &Node, key: &str) -> Option<i64> {
    node.value(key).and_then(Value::number)
}

/// Whether a part of the game is missing, as opposed to unusual notation.
fn is_damage(problem: &Problem) -> bool {
    match problem {
        Problem::Junk(_)
        | Problem::NoValue(_)
        | Problem::EmptyVariation
        | Problem::UnfinishedValue(_)
        | Problem::UnfinishedGame => true,
        Problem::JunkBefore
        | Problem::JunkBetween
        | Problem::JunkAfter
        | Problem::NoSemicolon
        | Problem::NodeAfterVariations
        | Problem::BareBracket
        | Problem::SquareAsPair(_)
        | Problem::WrongCharset { .. } => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(sgf: &str) -> String {
        read(sgf).map(drop).unwrap_err().to_string()
    }

    #[test]
    fn a_damaged_record_is_refused_where_it_is_damaged() {
        assert_eq!(
            refusal("(;SZ[9];B[ee]"),
            "the SGF is damaged: line 1, column 14: the file ends before the last ')'"
        );
        assert!(refusal("(;SZ[9];B[ee];W[e").contains("the file ends within the value of 'W'"));
        assert!(refusal("(;SZ[9]\n;B[ee]%;W[ec])").contains("line 2, column 7: skipped '%'"));
        assert_eq!(refusal("hello"), "no game was found: an SGF game begins with '(;'");
        assert!(read("A letter of Shusaku's: (;SZ[9];B[ee]) and so on").is_ok(), "text around a game is no damage");
    }

    #[test]
    fn several_games_are_refused() {
        assert_eq!(refusal("(;SZ[9];B[ee])(;SZ[9];B[cc])"), "the SGF holds 2 games: send one of them");
    }

    #[test]
    fn invalid_numbers_of_the_root_are_refused() {
        for komi in ["1e300", "NaN", "inf", "many"] {
            assert_eq!(
                refusal(&format!("(;SZ[9]KM[{komi}])")),
                format!("the komi {komi} cannot be played: it is a number of points such as 6.5, from -1000 to 1000")
            );
        }
        for stones in ["-2", "82", "two", "2.5"] {
            assert!(
                refusal(&format!("(;SZ[9]HA[{stones}])"))
                    .starts_with(&format!("HA[{stones}] is not a number of handicap"))
            );
        }
        assert!(refusal("(;SZ[9.5])").contains("9.5"));
        assert!(refusal("(;SZ[0])").contains("boards are 2 to 19"));
        assert_eq!(read("(;SZ[9]KM[6,5]HA[])").unwrap().1.komi, Some(6.5));
    }
}
