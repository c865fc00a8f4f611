//! One record out of one file, compressed or not.

use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use thiserror::Error;

use super::archive::{Kind, Piece, read_file};
use crate::bytes::{Reading, read};
use crate::parse::ParseError;

/// Why a record could not be loaded.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum LoadError {
    /// The file cannot be read or decompressed.
    #[error("{0}")]
    Unreadable(String),
    /// It is not a record.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It is an archive without records, or a file of one game a line.
    #[error("it contains no SGF file")]
    Empty,
}

/// Reads the games of a file. What a [`Corpus`](super::Corpus) decompresses is decompressed here, and the first SGF
/// file of an archive is read; a file of any other name is taken for SGF.
///
/// # Errors
/// If the file cannot be read, or contains no game.
pub fn load(path: &Path) -> Result<Reading, LoadError> {
    let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    if !Kind::is_known(&name) || matches!(Kind::of(&name), Some((Kind::Sgf, _))) {
        let bytes = fs::read(path).map_err(|error| LoadError::Unreadable(error.to_string()))?;
        return Ok(read(&bytes)?);
    }
    let mut loaded = Err(LoadError::Empty);
    let _ = read_file(path, &mut |piece| {
        loaded = match piece {
            Piece::File { bytes, .. } => read(&bytes).map_err(LoadError::from),
            Piece::Trouble { what, .. } => Err(LoadError::Unreadable(what)),
            Piece::Lines { .. } => Err(LoadError::Empty),
        };
        ControlFlow::Break(())
    });
    loaded
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const RECORD: &str = "(;GM[1]SZ[9];B[ee];W[ge])";

    fn gz(text: &str) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text.as_bytes()).unwrap();
        encoder.finish().unwrap()
    }

    fn loaded(name: &str, bytes: &[u8]) -> Result<String, LoadError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        load(&path).map(|reading| reading.collection.to_sgf().trim_end().to_string())
    }

    #[test]
    fn a_record_may_be_compressed() {
        for name in ["game.sgf", "game.txt", "game"] {
            assert_eq!(loaded(name, RECORD.as_bytes()).as_deref(), Ok(RECORD), "{name}");
        }
        assert_eq!(loaded("game.sgf.gz", &gz(RECORD)).as_deref(), Ok(RECORD));
        assert_eq!(loaded("Game.SGF.GZ", &gz(RECORD)).as_deref(), Ok(RECORD));
    }

    #[test]
    fn what_is_no_record_is_told() {
        assert!(matches!(loaded("game.sgf.gz", RECORD.as_bytes()), Err(LoadError::Unreadable(_))));
        assert!(matches!(loaded("game.sgf.gz", &gz("no game")), Err(LoadError::Parse(_))));
        assert_eq!(loaded("games.tsv.gz", &gz("1\tone game")), Err(LoadError::Empty));
        assert!(matches!(load(Path::new("no/such/game.sgf.gz")), Err(LoadError::Unreadable(_))));
    }
}
