//! `engines.toml`: programs by label. A page, a job or a tournament names a program without its command.
//!
//! ```toml
//! [gnugo]
//! command = "gnugo --mode gtp --level 10"
//! directory = "/srv/go"            # where it is started; by default here
//! setup = ["level 8"]              # GTP commands before anything else
//! patience = 60                    # seconds for a move without a time limit or clock; by default 600
//! own_limit = true                 # the command or the setup limits its moves: budgets in playouts do not apply to it
//! ```

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::Deserialize;
use thiserror::Error;

use super::{ClientError, CommandLine, GtpPlayer, Log, Options};

/// The programs of a file, by label.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Engines(BTreeMap<String, Engine>);

/// A program that has a label.
#[derive(Clone, PartialEq, Debug)]
pub struct Engine {
    /// How it is started.
    pub line: CommandLine,
    /// GTP commands sent first.
    pub setup: Vec<String>,
    /// How long a move without another limit may take.
    pub patience: Option<Duration>,
    /// Whether its command or its setup limits its moves. Budgets in playouts do not apply to it.
    pub own_limit: bool,
}

/// Why a file of engines cannot be used.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum EnginesError {
    /// It cannot be read.
    #[error("{} cannot be read: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// Why not.
        reason: String,
    },
    /// It is not TOML, or has an unknown key.
    #[error("{}, line {line}: {reason}", path.display())]
    Syntax {
        /// The file.
        path: PathBuf,
        /// The line.
        line: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// The entry of a label is invalid.
    #[error("{}: the engine '{label}' cannot be used: {reason}", path.display())]
    Entry {
        /// The file.
        path: PathBuf,
        /// The label.
        label: String,
        /// What is wrong with its entry.
        reason: String,
    },
}

/// The longest patience: a day.
const LONGEST_PATIENCE: f64 = 86_400.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    command: String,
    directory: Option<PathBuf>,
    #[serde(default)]
    setup: Vec<String>,
    patience: Option<f64>,
    #[serde(default)]
    own_limit: bool,
}

impl Engines {
    /// Reads a file.
    ///
    /// # Errors
    /// If it cannot be read, or an entry is invalid.
    pub fn read(path: &Path) -> Result<Engines, EnginesError> {
        let unread = |error: std::io::Error| EnginesError::File { path: path.into(), reason: error.to_string() };
        Engines::parse(&std::fs::read_to_string(path).map_err(unread)?, path)
    }

    /// Reads the text of a file; the path is for errors.
    ///
    /// # Errors
    /// If it is not TOML, or an entry is invalid.
    pub fn parse(text: &str, path: &Path) -> Result<Engines, EnginesError> {
        let tables: BTreeMap<String, Table> = toml::from_str(text).map_err(|error| {
            let before = error.span().map_or(0, |span| span.start).min(text.len());
            let line = 1 + text.as_bytes()[..before].iter().filter(|&&byte| byte == b'\n').count();
            EnginesError::Syntax { path: path.into(), line, reason: error.message().replace('\n', "; ") }
        })?;
        let entry = |(label, table): (String, Table)| match engine(&label, table) {
            Ok(engine) => Ok((label, engine)),
            Err(reason) => Err(EnginesError::Entry { path: path.into(), label, reason }),
        };
        tables.into_iter().map(entry).collect::<Result<_, _>>().map(Engines)
    }

    /// The program of that label.
    pub fn get(&self, label: &str) -> Option<&Engine> {
        self.0.get(label)
    }

    /// All labels, in order.
    pub fn labels(&self) -> impl Iterator<Item = &str> {
        self.0.keys().map(String::as_str)
    }
}

fn engine(label: &str, table: Table) -> Result<Engine, String> {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.+".contains(c);
    if label.is_empty() || !label.chars().all(is_plain) {
        return Err("a label has letters, digits, hyphens, underscores, dots and plus signs only".to_string());
    }
    let mut line = CommandLine::parse(&table.command).map_err(|error| error.to_string())?;
    line.directory = table.directory;
    let patience = match table.patience {
        Some(seconds) if seconds > 0.0 && seconds <= LONGEST_PATIENCE => Some(Duration::from_secs_f64(seconds)),
        Some(seconds) => return Err(format!("a patience of {seconds} seconds is not between 0 and a day")),
        None => None,
    };
    if let Some(odd) = table.setup.iter().find(|command| command.trim().is_empty() || command.contains('\n')) {
        return Err(format!("the setup has '{}', which is not one line", odd.escape_debug()));
    }
    Ok(Engine { line, setup: table.setup, patience, own_limit: table.own_limit })
}

impl Engine {
    /// A program that has no entry: a command, and nothing else.
    pub fn bare(line: CommandLine) -> Engine {
        Engine { line, setup: Vec::new(), patience: None, own_limit: false }
    }

    /// Starts it. A slow start is reported to `notice`.
    ///
    /// # Errors
    /// As [`GtpPlayer::start`].
    pub fn start(&self, notice: Log) -> Result<GtpPlayer, ClientError> {
        let usual = Options::default();
        let genmove = self.patience.unwrap_or(usual.genmove);
        let (setup, own_limit) = (self.setup.clone(), self.own_limit);
        GtpPlayer::start(self.line.clone(), Options { genmove, setup, own_limit, notice, ..usual })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str) -> Result<Engines, String> {
        Engines::parse(text, Path::new("engines.toml")).map_err(|error| error.to_string())
    }

    #[test]
    fn a_label_stands_for_a_command_and_how_to_start_it() {
        let engines = parse(
            "[gnugo]\ncommand = \"gnugo --mode gtp\"\n\
             [\"fuego-1.1\"]\ncommand = \"./fuego --quiet\"\ndirectory = \"/opt/fuego\"\n\
             setup = [\"go_param use_book 0\"]\npatience = 0.5\nown_limit = true\n",
        );
        let engines = engines.unwrap();
        assert_eq!(engines.labels().collect::<Vec<_>>(), ["fuego-1.1", "gnugo"]);
        let gnugo = Engine::bare(CommandLine::new("gnugo", ["--mode", "gtp"]));
        assert_eq!(engines.get("gnugo"), Some(&gnugo));
        let fuego = engines.get("fuego-1.1").unwrap();
        assert_eq!(fuego.line.directory.as_deref(), Some(Path::new("/opt/fuego")));
        assert_eq!(fuego.setup, ["go_param use_book 0"]);
        assert_eq!(fuego.patience, Some(Duration::from_millis(500)));
        assert!(fuego.own_limit);
        assert_eq!(engines.get("pachi"), None);
    }

    #[test]
    fn an_invalid_entry_gets_one_sentence() {
        let cases = [
            ("[gnugo]\n\ncommand = 5", "engines.toml, line 3: invalid type: integer `5`, expected a string"),
            (
                "[gnugo]\ncommnd = \"gnugo\"",
                "engines.toml, line 2: unknown field `commnd`, expected one of `command`, `directory`, `setup`, \
                 `patience`, `own_limit`",
            ),
            ("[gnugo]\nsetup = []", "engines.toml, line 1: missing field `command`"),
            (
                "[gnugo]\ncommand = \"\"",
                "engines.toml: the engine 'gnugo' cannot be used: '' is not a command line: the program is missing",
            ),
            (
                "[\"gnu go\"]\ncommand = \"gnugo\"",
                "engines.toml: the engine 'gnu go' cannot be used: a label has letters, digits, hyphens, underscores, \
                 dots and plus signs only",
            ),
            (
                "[gnugo]\ncommand = \"gnugo\"\npatience = -1",
                "engines.toml: the engine 'gnugo' cannot be used: a patience of -1 seconds is not between 0 and a day",
            ),
            (
                "[gnugo]\ncommand = \"gnugo\"\nsetup = [\"a\\nb\"]",
                "engines.toml: the engine 'gnugo' cannot be used: the setup has 'a\\nb', which is not one line",
            ),
        ];
        for (text, expected) in cases {
            assert_eq!(parse(text), Err(expected.to_string()), "{text}");
        }
        let missing = Engines::read(Path::new("no such folder/engines.toml")).unwrap_err();
        assert!(missing.to_string().starts_with("no such folder/engines.toml cannot be read: "), "{missing}");
    }
}
