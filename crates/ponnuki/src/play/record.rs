//! Games in files: written after every move, saved and loaded when asked.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use files::{Claim, Kind, OutputError};
use goban::{End, Game, Outcome};
use kifu::{Collection, GameInfo, LoadError, Replay, Tree};

use super::seat::Seat;

/// The game as SGF.
pub fn write(game: &Game, seats: &[Seat; 2], outcome: Option<Outcome>) -> String {
    let info = GameInfo {
        black: seats[0].to_string(),
        white: seats[1].to_string(),
        result: outcome.map(|outcome| outcome.to_string()).unwrap_or_default(),
        ..GameInfo::default()
    };
    Tree::of(game, &info).to_sgf()
}

/// Takes up the first game of a file at the end of its main line. A resignation is taken back.
///
/// # Errors
/// If the file cannot be read, or holds no game that can be played out.
pub fn load(path: &Path) -> Result<Game> {
    let name = path.display();
    let games = read(path)?;
    let tree = games.trees.first().ok_or_else(|| anyhow!("{name} holds no game"))?;
    let mut game = Replay::new(tree).game().with_context(|| format!("the game in {name} cannot be played out"))?;
    if let Some(End::Resignation(_)) = game.end() {
        game.resume();
    }
    Ok(game)
}

/// The games of a file, which may be compressed.
///
/// # Errors
/// If the file cannot be read, or is no record.
pub fn read(path: &Path) -> Result<Collection> {
    let name = path.display();
    let reading = kifu::load(path).map_err(|error| match error {
        LoadError::Unreadable(_) => Error::new(error).context(format!("{name} cannot be read")),
        LoadError::Parse(_) | LoadError::Empty => Error::new(error).context(format!("{name} is no game record")),
    })?;
    Ok(reading.collection)
}

/// Writes a record to a file, all of it or nothing. One that is there already is replaced only by `--force`, behind
/// which the name of the file then stands.
///
/// # Errors
/// If that cannot be done.
pub fn save(name: &str, sgf: &str) -> Result<PathBuf> {
    let (force, name) = match name.trim().strip_prefix("--force ") {
        Some(name) => (true, name.trim()),
        None => (false, name.trim()),
    };
    if name.is_empty() {
        bail!("save needs the name of a file, as in save game.sgf");
    }
    let output = Claim::new(Path::new(name), Kind::Record).force(force).check().map_err(|error| match error {
        OutputError::Exists { .. } => anyhow!("{name} exists already: give another name, or save --force {name}"),
        error => error.into(),
    })?;
    output.write(sgf.as_bytes())?;
    Ok(output.path().to_path_buf())
}

/// Writes the game to a file after every move.
pub struct Keeper {
    wanted: Option<PathBuf>,
    path: Option<PathBuf>,
    failed: bool,
}

impl Keeper {
    /// Keeps the game in that file, or in one with a free name.
    pub fn new(wanted: Option<PathBuf>) -> Keeper {
        Keeper { wanted, path: None, failed: false }
    }

    /// Where the game is kept, once it is.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Leaves the file as it is; another game begins, to be kept in a file with a free name.
    pub fn turn_page(&mut self) {
        (self.wanted, self.path) = (None, None);
    }

    /// Writes the game; says where it is kept the first time that succeeds, and why not the first time that fails.
    pub fn keep(&mut self, sgf: &str) -> Option<String> {
        let is_first = self.path.is_none();
        match self.write(sgf) {
            Ok(path) => {
                let notice = format!("(The game is kept in {} as it goes on.)", path.display());
                self.path = Some(path);
                is_first.then_some(notice)
            }
            Err(_) if self.failed => None,
            Err(error) => {
                self.failed = true;
                Some(format!("(The game is not kept in a file: {}.)", crate::sentence(&error)))
            }
        }
    }

    fn write(&self, sgf: &str) -> Result<PathBuf> {
        if let Some(path) = self.path.as_ref().or(self.wanted.as_ref()) {
            let unwritten = || format!("{} cannot be written", path.display());
            files::replace(path, sgf.as_bytes()).with_context(unwritten)?;
            return Ok(path.clone());
        }
        let path = free_name().context("no file can be created here")?;
        // A name without a game, on a full disk, is of no use.
        let written = files::replace(&path, sgf.as_bytes()).inspect_err(|_| drop(fs::remove_file(&path)));
        written.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(path)
    }
}

/// Creates the first of `ponnuki-1.sgf`, `ponnuki-2.sgf` and so on that is not there yet.
fn free_name() -> io::Result<PathBuf> {
    for number in 1.. {
        let path = PathBuf::from(format!("ponnuki-{number}.sgf"));
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
    unreachable!("there are more numbers than files")
}
