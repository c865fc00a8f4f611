//! The SGF reader: text in, trees and warnings out.
//!
//! Written by hand, because the existing crate, sgf-parse, falls short: it gives point lists in random order, writes
//! square sizes as pairs, and refuses common files. This one keeps everything as it was written, names and escapes
//! included, and reads on where a file is broken: each repair is a [`Warning`] with its line and column, and only a
//! text without any game in it is an error.
//!
//! The text has been decoded before it comes here ([`crate::bytes`]): in Shift_JIS, GBK and Big5 half a character can
//! look like `]` or `\`. The grammar is that of FF\[4\] (red-bean.com/sgf), with the names of FF\[1\] to FF\[3\].

use std::fmt;

use thiserror::Error;

use crate::property::{Property, Value, is_name_byte, means, shortened, square_size};
use crate::tree::{Collection, NodeId, Tree};

/// The number of warnings that are kept. A file with more is not a game record.
pub const MAX_WARNINGS: usize = 100;

/// Reads every game in the text.
///
/// ```
/// let (collection, warnings) = kifu::parse("Dear all, (;SZ[9];B[ee];W[ge]")?;
/// assert_eq!(collection.trees[0].main_line().count(), 3);
/// assert_eq!(warnings[0].to_string(), "line 1, column 1: skipped text before the game");
/// assert_eq!(warnings[1].to_string(), "line 1, column 30: the file ends before the last ')'");
/// # Ok::<(), kifu::ParseError>(())
/// ```
///
/// # Errors
/// If it contains no game.
pub fn parse(text: &str) -> Result<(Collection, Vec<Warning>), ParseError> {
    let mut parser = Parser { text, at: 0, place: Place::start(), warnings: Vec::new() };
    let mut trees = Vec::new();
    // Games start with `(;` or, in a file without any, with a property after the `(`.
    let is_start = |follows: &str| follows.starts_with(';');
    let is_start = if parser.next_game(is_start).is_some() { is_start } else { starts_property };
    while let Some(start) = parser.next_game(is_start) {
        if !text[parser.at..start].trim_matches(is_blank).is_empty() {
            parser.at += text[parser.at..].find(|c| !is_blank(c)).unwrap_or(0);
            parser.warn(if trees.is_empty() { Problem::JunkBefore } else { Problem::JunkBetween });
        }
        parser.at = start;
        trees.push(parser.tree());
    }
    if trees.is_empty() {
        return Err(ParseError::NoGame);
    }
    parser.skip_blanks();
    if parser.at < text.len() {
        parser.warn(Problem::JunkAfter);
    }
    Ok((Collection { trees }, parser.warnings))
}

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ParseError {
    /// Nothing in it looks like the start of a game.
    #[error("no game was found: an SGF game begins with '(;'")]
    NoGame,
}

/// Something in a file that had to be mended, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Warning {
    /// The line, from 1.
    pub line: usize,
    /// The column, from 1, in characters.
    pub column: usize,
    /// What was wrong.
    pub problem: Problem,
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}: {}", self.line, self.column, self.problem)
    }
}

/// What can be wrong with a file that can still be read.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[allow(missing_docs, reason = "the messages describe them")]
pub enum Problem {
    #[error("skipped text before the game")]
    JunkBefore,
    #[error("skipped text between two games")]
    JunkBetween,
    #[error("skipped text after the last game")]
    JunkAfter,
    #[error("skipped '{0}', which is not part of a node")]
    Junk(String),
    #[error("property '{0}' has no value and was dropped")]
    NoValue(String),
    #[error("properties without a ';' before them were taken for a node")]
    NoSemicolon,
    #[error("a variation without a node was dropped")]
    EmptyVariation,
    #[error("a node after its variations was taken for one more variation")]
    NodeAfterVariations,
    #[error("a ']' within a comment should have been written '\\]'")]
    BareBracket,
    #[error("the file ends within the value of '{0}'")]
    UnfinishedValue(String),
    #[error("the file ends before the last ')'")]
    UnfinishedGame,
    #[error("the board size '{0}' of a square board was put as one number")]
    SquareAsPair(String),
    #[error("the text is not in the character set '{declared}' that CA names and was read as {used}")]
    WrongCharset { declared: String, used: &'static str },
}

/// White space, and what byte order marks and word processors leave behind.
fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\0' | '\u{feff}' | '\u{1a}')
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
    place: Place,
    warnings: Vec<Warning>,
}

impl Parser<'_> {
    /// The next `(` that is followed by the beginning of a game.
    fn next_game(&self, is_start: fn(&str) -> bool) -> Option<usize> {
        let rest = &self.text[self.at..];
        let mut parentheses = rest.match_indices('(').map(|(i, _)| i);
        parentheses.find(|i| is_start(rest[i + 1..].trim_start_matches(is_blank))).map(|i| self.at + i)
    }

    /// Reads one game; `at` is at its `(`, and afterwards after its last `)`.
    fn tree(&mut self) -> Tree {
        let mut tree = Tree::new();
        // The node that each open parenthesis follows, and the one that the next node or property belongs to. Before
        // the root there is none.
        let mut open: Vec<Option<NodeId>> = Vec::new();
        let mut current: Option<NodeId> = None;
        let mut opening = false;
        while let Some(byte) = self.peek() {
            match byte {
                b'(' => {
                    open.push(current);
                    opening = true;
                    self.at += 1;
                }
                b';' => {
                    current = Some(self.next_node(&mut tree, current, opening));
                    opening = false;
                    self.at += 1;
                }
                b')' => {
                    if opening {
                        self.warn(Problem::EmptyVariation);
                        opening = false;
                    }
                    self.at += 1;
                    current = open.pop().flatten();
                    if open.is_empty() {
                        return tree;
                    }
                }
                b if is_name_byte(b) && !b.is_ascii_digit() => {
                    let start = self.at;
                    let Some(property) = self.property() else { continue };
                    let node = match current {
                        Some(node) if !opening => node,
                        _ => {
                            self.warn_at(start, Problem::NoSemicolon);
                            self.next_node(&mut tree, current, opening)
                        }
                    };
                    (current, opening) = (Some(node), false);
                    tree.node_mut(node).properties_mut().push(property);
                }
                _ => self.junk(),
            }
        }
        self.warn(Problem::UnfinishedGame);
        tree
    }

    fn next_node(&mut self, tree: &mut Tree, current: Option<NodeId>, opening: bool) -> NodeId {
        let Some(parent) = current else { return tree.root() };
        if !opening && !tree.node(parent).children().is_empty() {
            self.warn(Problem::NodeAfterVariations);
        }
        tree.attach(parent, opening)
    }

    /// Reads a name and its values; `None` if it has none, which leaves nothing to keep.
    fn property(&mut self) -> Option<Property> {
        let start = self.at;
        let rest = &self.text.as_bytes()[start..];
        self.at += rest.iter().position(|&b| !is_name_byte(b)).unwrap_or(rest.len());
        let name = &self.text[start..self.at];
        let mut values = Vec::new();
        while self.peek() == Some(b'[') {
            values.push(self.value(name));
        }
        if values.is_empty() {
            self.warn_at(start, Problem::NoValue(shortened(name)));
            return None;
        }
        let mut property = Property::new(name, values);
        if let Some(number) = square_size(&property) {
            self.warn_at(start, Problem::SquareAsPair(shortened(property.value().raw())));
            *property.values_mut() = vec![number];
        }
        Some(property)
    }

    /// Reads one value; `at` is at its `[`.
    fn value(&mut self, name: &str) -> Value {
        let bytes = self.text.as_bytes();
        let is_comment = means(name, "C") || means(name, "GC");
        let mut raw = String::new();
        self.at += 1;
        let mut copied = self.at;
        let mut i = self.at;
        while let Some(&byte) = bytes.get(i) {
            match byte {
                b'\\' => i += 1,
                b']' if is_comment && self.is_bare_bracket(i) => {
                    self.warn_at(i, Problem::BareBracket);
                    raw.push_str(&self.text[copied..i]);
                    raw.push('\\');
                    copied = i;
                }
                b']' => {
                    raw.push_str(&self.text[copied..i]);
                    self.at = i + 1;
                    return Value::delimited(raw);
                }
                _ => {}
            }
            i += 1;
        }
        // A final `\` would escape the bracket that the writer adds.
        let end = if i > bytes.len() { bytes.len() - 1 } else { bytes.len() };
        raw.push_str(&self.text[copied..end]);
        self.at = bytes.len();
        self.warn(Problem::UnfinishedValue(shortened(name)));
        Value::delimited(raw)
    }

    /// Whether the `]` in a comment does not end it: what follows could not come after a value, and another `]` comes
    /// before any `[`.
    fn is_bare_bracket(&self, at: usize) -> bool {
        let rest = self.text[at + 1..].trim_start_matches(is_blank);
        let sound = rest.is_empty() || rest.starts_with(['[', ';', '(', ')']) || starts_property(rest);
        !sound && rest.bytes().find(|b| matches!(b, b'[' | b']')) == Some(b']')
    }

    /// Skips what fits nowhere, up to the next thing that might.
    fn junk(&mut self) {
        let rest = &self.text[self.at..];
        let sound = |(i, c): &(usize, char)| *i > 0 && (matches!(c, '(' | ')' | ';') || c.is_ascii_alphabetic());
        let end = rest.char_indices().find(sound).map_or(rest.len(), |(i, _)| i);
        self.warn(Problem::Junk(shortened(rest[..end].trim_end())));
        self.at += end;
    }

    /// The next byte that is not white space.
    fn peek(&mut self) -> Option<u8> {
        self.skip_blanks();
        self.text.as_bytes().get(self.at).copied()
    }

    fn skip_blanks(&mut self) {
        let rest = &self.text[self.at..];
        self.at += rest.len() - rest.trim_start_matches(is_blank).len();
    }

    fn warn(&mut self, problem: Problem) {
        self.warn_at(self.at, problem);
    }

    fn warn_at(&mut self, at: usize, problem: Problem) {
        if self.warnings.len() < MAX_WARNINGS {
            self.place.move_to(self.text, at);
            self.warnings.push(Warning { line: self.place.line, column: self.place.column, problem });
        }
    }
}

/// Whether the text starts with a name and a `[`.
fn starts_property(text: &str) -> bool {
    let name = text.bytes().take_while(|&b| is_name_byte(b)).count();
    name > 0 && !text.as_bytes()[0].is_ascii_digit() && text[name..].trim_start_matches(is_blank).starts_with('[')
}

/// Line and column of a byte of the text, moved along as warnings come so that each character is counted about once.
struct Place {
    byte: usize,
    line: usize,
    column: usize,
}

impl Place {
    fn start() -> Place {
        Place { byte: 0, line: 1, column: 1 }
    }

    fn move_to(&mut self, text: &str, byte: usize) {
        if byte < self.byte {
            *self = Place::start();
        }
        let mut chars = text[self.byte..byte].chars().peekable();
        while let Some(c) = chars.next() {
            if c == '\n' || c == '\r' && chars.peek() != Some(&'\n') {
                (self.line, self.column) = (self.line + 1, 1);
            } else {
                self.column += usize::from(c != '\r');
            }
        }
        self.byte = byte;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn warnings(text: &str) -> Vec<String> {
        parse(text).unwrap().1.iter().map(Warning::to_string).collect()
    }

    fn sgf(text: &str) -> String {
        parse(text).unwrap().0.to_sgf().split_whitespace().collect()
    }

    #[test]
    fn a_sound_file_earns_no_warning() {
        let text = "(;FF[4]C[a [b\\]]\n(;B[aa];W[])(;B[bb]\n))\r\n(;)\n";
        assert_eq!(warnings(text), Vec::<String>::new());
        assert_eq!(parse(text).unwrap().0.trees.len(), 2);
    }

    #[test]
    fn a_text_without_a_game_is_refused() {
        for text in ["", "B[aa]", "(", "()", "(see below)", "smile ;)"] {
            assert_eq!(parse(text), Err(ParseError::NoGame), "{text:?}");
        }
    }

    #[test]
    fn warnings_count_lines_of_every_kind_and_columns_in_characters() {
        assert_eq!(warnings("(;\r\n\r\nC[碁]%;\n)"), ["line 3, column 5: skipped '%', which is not part of a node"]);
        assert_eq!(warnings("(;\r\rB)"), ["line 3, column 1: property 'B' has no value and was dropped"]);
    }

    #[test]
    fn a_mail_before_the_game_is_skipped() {
        assert_eq!(sgf("From: a (at) b\nhere (it is):\n(;B[aa])"), "(;B[aa])");
        assert_eq!(sgf("\u{feff}(;B[aa])"), "(;B[aa])");
    }

    #[test]
    fn broken_ends_are_mended() {
        assert_eq!(sgf("(;B[aa]"), "(;B[aa])");
        assert_eq!(sgf("(;B[aa](;W[bb](;B[cc]"), "(;B[aa](;W[bb](;B[cc])))");
        assert_eq!(sgf("(;C[abc"), "(;C[abc])");
        assert_eq!(sgf("(;C[abc\\"), "(;C[abc])");
        assert_eq!(sgf("(;C[abc\\\\"), "(;C[abc\\\\])");
        assert_eq!(sgf("(;C[碁\\"), "(;C[碁])");
        assert_eq!(sgf("(;"), "(;)");
    }

    #[test]
    fn a_bracket_that_ends_no_comment_is_escaped() {
        assert_eq!(sgf("(;C[see[1]here];B[aa])"), "(;C[see[1\\]here];B[aa])");
        assert_eq!(
            warnings("(;C[see [1] here];B[aa])"),
            ["line 1, column 11: a ']' within a comment should have been written '\\]'"]
        );
        assert_eq!(sgf("(;C[yes]no;B[aa])"), "(;C[yes];B[aa])");
    }

    #[test]
    fn nodes_and_parentheses_out_of_place_are_kept_where_they_can_be() {
        assert_eq!(sgf("(;B[aa](;W[bb]);W[cc])"), "(;B[aa](;W[bb])(;W[cc]))");
        assert_eq!(sgf("(;B[aa]()(;W[bb]))"), "(;B[aa](;W[bb]))");
        assert_eq!(sgf("(SZ[9];B[aa](W[bb]))"), "(;SZ[9];B[aa](;W[bb]))");
        assert_eq!(sgf("((;B[aa]))"), "(;B[aa])");
        assert_eq!(sgf("((;B[aa])(;W[bb]))"), "(;B[aa])(;W[bb])");
        assert_eq!(sgf("(;B[aa]((;W[bb]);W[cc])(;W[dd]))"), "(;B[aa](;W[bb])(;W[cc])(;W[dd]))");
        assert_eq!(sgf("(;B[aa])) and (;W[bb])"), "(;B[aa])(;W[bb])");
    }

    #[test]
    fn an_only_child_in_parentheses_keeps_them() {
        assert_eq!(sgf("(;B[aa](;W[bb](;B[cc])))"), "(;B[aa](;W[bb](;B[cc])))");
    }

    #[test]
    fn a_square_board_has_one_size() {
        assert_eq!(sgf("(;SZ[19:19])(;SZ[9:13])"), "(;SZ[19])(;SZ[9:13])");
    }
}
