//! The files below the paths that a corpus was given, folder by folder in the order of their names.

use std::fs;
use std::io;
use std::path::PathBuf;

use super::archive::Kind;

/// Hands out files one by one. Only the listings of the folders on the way to the present one are held.
pub(super) struct Walk {
    /// What is still to come, the next one last.
    waiting: Vec<PathBuf>,
}

impl Walk {
    pub fn new(paths: &[PathBuf]) -> Walk {
        Walk { waiting: paths.iter().rev().cloned().collect() }
    }
}

impl Iterator for Walk {
    type Item = Result<PathBuf, (PathBuf, io::Error)>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let path = self.waiting.pop()?;
            if !path.is_dir() {
                return Some(Ok(path));
            }
            match listing(&path) {
                Ok(inside) => self.waiting.extend(inside.into_iter().rev()),
                Err(error) => return Some(Err((path, error))),
            }
        }
    }
}

/// The folders and the files with known names in a folder, by name. Links to folders are not followed: they may lead in
/// circles.
fn listing(folder: &PathBuf) -> io::Result<Vec<PathBuf>> {
    let mut paths = Vec::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let path = entry.path();
        let is_folder = entry.file_type()?.is_dir();
        if is_folder || (Kind::is_known(&entry.file_name().to_string_lossy()) && !path.is_dir()) {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}
