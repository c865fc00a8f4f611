//! Games in files: saved after every move, saved and loaded on request.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, anyhow, bail};
use files::{Claim, Kind, OutputError};
use goban::{End, Game};
use kifu::{Collection, GameInfo, LoadError, Replay, Tree};
use table::Table;

/// The game as SGF.
pub fn write(table: &Table) -> String {
    let [black, white] = table.seats().each_ref().map(|seat| seat.occupant().to_string());
    let result = table.outcome().map(|outcome| outcome.to_string()).unwrap_or_default();
    Tree::of(table.game(), &GameInfo { black, white, result, ..GameInfo::default() }).to_sgf()
}

/// The first game of a file, at the end of its main line. A resignation is taken back.
///
/// # Errors
/// If the file cannot be read, or its game cannot be replayed.
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
/// If the file cannot be read, or is not a record.
pub fn read(path: &Path) -> Result<Collection> {
    let name = path.display();
    let reading = kifu::load(path).map_err(|error| match error {
        LoadError::Unreadable(_) => Error::new(error).context(format!("{name} cannot be read")),
        LoadError::Parse(_) | LoadError::Empty => Error::new(error).context(format!("{name} is not a game record")),
    })?;
    Ok(reading.collection)
}

/// Writes a record to a file, all of it or nothing. `--force` before the name replaces an existing file.
///
/// # Errors
/// If the file exists, or cannot be written.
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
pub struct Autosave {
    requested: Option<PathBuf>,
    path: Option<PathBuf>,
    failed: bool,
}

impl Autosave {
    /// Saves to this file, or to one with a free name.
    pub fn new(requested: Option<PathBuf>) -> Autosave {
        Autosave { requested, path: None, failed: false }
    }

    /// The file, once the game has been saved.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Leaves the file as it is. The next game is saved to a file with a free name.
    pub fn start_new_file(&mut self) {
        (self.requested, self.path) = (None, None);
    }

    /// Saves the game. Returns a notice the first time that this succeeds, and the first time that it fails.
    pub fn save(&mut self, sgf: &str) -> Option<String> {
        let is_first = self.path.is_none();
        match self.write(sgf) {
            Ok(path) => {
                let notice = format!("(The game is kept in {} after every move.)", path.display());
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
        if let Some(path) = self.path.as_ref().or(self.requested.as_ref()) {
            let unwritten = || format!("{} cannot be written", path.display());
            files::replace(path, sgf.as_bytes()).with_context(unwritten)?;
            return Ok(path.clone());
        }
        let path = free_name().context("no file can be created here")?;
        // On a full disk no empty file is left behind.
        let written = files::replace(&path, sgf.as_bytes()).inspect_err(|_| drop(fs::remove_file(&path)));
        written.with_context(|| format!("{} cannot be written", path.display()))?;
        Ok(path)
    }
}

/// Creates the first of `ponnuki-1.sgf`, `ponnuki-2.sgf` and so on that does not exist.
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
