//! Lines of GTP: the format that both ends of a connection share.
//!
//! The engine ([`serve`](crate::serve())) reads [`Command`]s and writes [`Reply`]s, the controller
//! ([`client`](crate::client)) does the opposite. The source is the specification of GTP version 2 (Farnebäck,
//! draft 2, chapter 2): control characters other than tab and line feed are discarded, `#` starts a comment, a tab is
//! a space, lines with nothing on them are ignored, a command may start with a number that its reply repeats, and an
//! empty line ends a reply.

use std::fmt;

use thiserror::Error;

/// A line cleaned as the standard requires: no control characters, no comment, tabs as spaces.
///
/// Bytes that are not UTF-8 become replacement characters; they can only matter in names and chat.
pub fn clean(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line);
    let kept = text.chars().filter(|&c| c == '\t' || !c.is_control());
    kept.take_while(|&c| c != '#').map(|c| if c == '\t' { ' ' } else { c }).collect()
}

/// What another program wrote, as it may be shown and stored: on one line, without terminal control characters, and no
/// longer than `most` characters. A longer text loses its middle, since long names tend to differ at their ends.
///
/// ```
/// assert_eq!(gtp::wire::brief("Bad Go\n\x1b[2J 1.0", 80), "Bad Go \u{fffd}[2J 1.0");
/// assert_eq!(gtp::wire::brief("abcdefghijklmnop", 10), "abcdef…nop");
/// ```
pub fn brief(text: &str, most: usize) -> String {
    let turns_text = |c: char| matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}');
    let shown = |c: char| if c.is_control() || turns_text(c) { char::REPLACEMENT_CHARACTER } else { c };
    let words: Vec<&str> = text.split_whitespace().collect();
    let chars: Vec<char> = words.join(" ").chars().map(shown).collect();
    if chars.len() <= most {
        return chars.into_iter().collect();
    }
    let kept = most.saturating_sub(1);
    let (head, tail) = (kept - kept / 3, kept / 3);
    chars[..head].iter().chain(&['…']).chain(&chars[chars.len() - tail..]).collect()
}

/// Whether a raw line is the comment `# interrupt`, which GoGui sends to interrupt the running command.
pub fn is_interrupt(line: &[u8]) -> bool {
    let text = String::from_utf8_lossy(line);
    text.trim().strip_prefix('#').is_some_and(|comment| comment.trim() == "interrupt")
}

/// One command: an optional number, a name, and arguments.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Command {
    /// The number, as it was written, so that the reply can repeat it exactly.
    pub id: Option<String>,
    /// The name; empty where a line holds a number and nothing else.
    pub name: String,
    /// The arguments, split at white space.
    pub args: Vec<String>,
}

impl Command {
    /// Reads a raw line; nothing if there is nothing on it but white space and comment.
    ///
    /// ```
    /// let command = gtp::wire::Command::parse(b"12 play\tB D4 # a good move\r\n").unwrap();
    /// assert_eq!((command.id.as_deref(), command.name.as_str()), (Some("12"), "play"));
    /// assert_eq!(command.args, ["B", "D4"]);
    /// assert_eq!(gtp::wire::Command::parse(b"# only a comment"), None);
    /// ```
    pub fn parse(line: &[u8]) -> Option<Command> {
        let text = clean(line);
        let mut words = text.split_whitespace().map(str::to_string).peekable();
        words.peek()?;
        let id = words.next_if(|word| word.bytes().all(|b| b.is_ascii_digit()));
        let name = words.next().unwrap_or_default();
        Some(Command { id, name, args: words.collect() })
    }
}

impl fmt::Display for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = &self.id {
            write!(f, "{id} ")?;
        }
        f.write_str(&self.name)?;
        self.args.iter().try_for_each(|arg| write!(f, " {arg}"))
    }
}

/// The answer to a command.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reply {
    /// The number of the command, where it had one.
    pub id: Option<String>,
    /// The text of a success (`=`), or what was wrong (`?`).
    pub result: Result<String, String>,
}

/// The whole reply with the empty line that ends it. The reply is well-formed for any text: control characters and
/// empty lines, which would end it early, are removed.
impl fmt::Display for Reply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, text) = match &self.result {
            Ok(text) => ('=', text),
            Err(text) => ('?', text),
        };
        write!(f, "{mark}{} {}\n\n", self.id.as_deref().unwrap_or(""), body(text))
    }
}

/// Text made safe for a reply. A leading line feed is kept: a board drawn in text starts on a new line.
pub(crate) fn body(text: &str) -> String {
    let printable: String = text.chars().filter(|&c| c == '\n' || c == '\t' || !c.is_control()).collect();
    let lines: Vec<&str> = printable.lines().map(str::trim_end).filter(|line| !line.is_empty()).collect();
    let first = if printable.starts_with('\n') && !lines.is_empty() { "\n" } else { "" };
    format!("{first}{}", lines.join("\n"))
}

/// A line that a reply cannot start with.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("'{0}' is not a reply: a reply starts with = or ?")]
pub struct Garbage(pub String);

/// Puts replies together from the lines of an engine's output.
#[derive(Debug, Default)]
pub struct ReplyReader {
    partial: Option<Reply>,
}

impl ReplyReader {
    /// Takes the next line, without its line feed; gives the reply that it completes, if it completes one.
    ///
    /// # Errors
    /// If a reply should start here and the line is neither empty nor starts with `=` or `?`.
    pub fn feed(&mut self, line: &[u8]) -> Result<Option<Reply>, Garbage> {
        let text = String::from_utf8_lossy(line);
        let line: String = text.chars().filter(|&c| c == '\t' || !c.is_control()).collect();
        match &mut self.partial {
            Some(_) if line.is_empty() => Ok(self.partial.take()),
            Some(reply) => {
                let (Ok(text) | Err(text)) = &mut reply.result;
                text.push('\n');
                text.push_str(&line);
                Ok(None)
            }
            None if line.trim().is_empty() => Ok(None),
            None => {
                self.partial = Some(first_line(&line)?);
                Ok(None)
            }
        }
    }
}

fn first_line(line: &str) -> Result<Reply, Garbage> {
    let mut chars = line.chars();
    let mark = chars.next();
    let rest = chars.as_str();
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    let (id, text) = rest.split_at(digits);
    let id = (!id.is_empty()).then(|| id.to_string());
    let text = text.trim().to_string();
    match mark {
        Some('=') => Ok(Reply { id, result: Ok(text) }),
        Some('?') => Ok(Reply { id, result: Err(text) }),
        _ => Err(Garbage(line.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn parsed(line: &str) -> (Option<String>, String, Vec<String>) {
        let command = Command::parse(line.as_bytes()).expect("there is a command on the line");
        (command.id, command.name, command.args)
    }

    fn read_all(text: &str) -> Vec<Reply> {
        let mut reader = ReplyReader::default();
        text.split('\n').filter_map(|line| reader.feed(line.as_bytes()).expect("well-formed")).collect()
    }

    #[test]
    fn control_characters_are_discarded_and_tabs_are_spaces() {
        assert_eq!(parsed("pl\x07ay\tb\x01 \x7fd4\r\n"), (None, "play".into(), vec!["b".into(), "d4".into()]));
    }

    #[test]
    fn a_line_without_a_command_is_none() {
        for line in ["", "\n", " \t \r\n", "# nothing", "   # nothing\r\n", "\x01\x02"] {
            assert_eq!(Command::parse(line.as_bytes()), None, "{line:?}");
        }
    }

    #[test]
    fn an_id_is_kept_as_it_was_written() {
        assert_eq!(parsed("007 name"), (Some("007".into()), "name".into(), vec![]));
        assert_eq!(parsed("99999999999999999999 name").0, Some("99999999999999999999".into()));
        assert_eq!(parsed("42"), (Some("42".into()), String::new(), vec![]));
        assert_eq!(parsed("4x name").1, "4x");
    }

    #[test]
    fn a_hash_ends_the_line_wherever_it_stands() {
        assert_eq!(parsed("play b d4#e5"), (None, "play".into(), vec!["b".into(), "d4".into()]));
    }

    #[test]
    fn only_the_comment_interrupt_interrupts() {
        assert!(is_interrupt(b"# interrupt\r\n") && is_interrupt(b"#interrupt"));
        assert!(!is_interrupt(b"interrupt") && !is_interrupt(b"# interrupted") && !is_interrupt(b"name # interrupt"));
    }

    #[test]
    fn replies_follow_the_standard() {
        let reply = |id: Option<&str>, result| Reply { id: id.map(str::to_string), result }.to_string();
        assert_eq!(reply(None, Ok("D4".into())), "= D4\n\n");
        assert_eq!(reply(Some("3"), Err("illegal move".into())), "?3 illegal move\n\n");
        assert_eq!(reply(Some("3"), Ok(String::new())), "=3 \n\n");
        assert_eq!(reply(None, Ok("\n  A B\n\n1 . .\n".into())), "= \n  A B\n1 . .\n\n");
    }

    #[test]
    fn a_reader_puts_replies_of_several_lines_together() {
        let replies = read_all("\n\n=7 one\r\ntwo\r\n\r\n\n? no\n\n=\n\n");
        assert_eq!(replies.len(), 3);
        assert_eq!(replies[0], Reply { id: Some("7".into()), result: Ok("one\ntwo".into()) });
        assert_eq!(replies[1], Reply { id: None, result: Err("no".into()) });
        assert_eq!(replies[2], Reply { id: None, result: Ok(String::new()) });
    }

    #[test]
    fn a_line_outside_a_reply_is_garbage() {
        assert_eq!(ReplyReader::default().feed(b"Segmentation fault"), Err(Garbage("Segmentation fault".into())));
    }

    proptest! {
        #[test]
        fn any_text_can_be_made_brief(text in ".{0,99}(\n.{0,99}){0,3}", most in 1_usize..99) {
            let brief = brief(&text, most);
            prop_assert!(brief.chars().count() <= most && !brief.chars().any(char::is_control), "{:?}", brief);
        }

        #[test]
        fn any_text_makes_exactly_one_reply(
            id in proptest::option::of("[0-9]{1,9}"),
            text in ".*(\n.*){0,3}",
            ok: bool,
        ) {
            let reply = Reply { id: id.clone(), result: if ok { Ok(text) } else { Err(text) } };
            let read = read_all(&reply.to_string());
            prop_assert_eq!(read.len(), 1);
            prop_assert_eq!(&read[0].id, &id);
            prop_assert_eq!(read[0].result.is_ok(), ok);
        }

        #[test]
        fn reading_a_written_command_gives_it_back(
            id in proptest::option::of("[0-9]{1,9}"),
            name in "[a-z_-]{1,12}",
            args in proptest::collection::vec("[A-Za-z0-9.{}\":,]{1,6}", 0..5),
        ) {
            let command = Command { id, name, args };
            prop_assert_eq!(Command::parse(command.to_string().as_bytes()), Some(command));
        }

        #[test]
        fn any_bytes_can_be_read(line: Vec<u8>) {
            let text = clean(&line);
            prop_assert!(!text.chars().any(|c| c.is_control() || c == '#'));
            let _ = ReplyReader::default().feed(&line);
        }
    }
}
