//! Output that commands share: files, with their flag and checks, and tables.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use files::{Claim, Kind, Output};

use crate::progress;

/// `--force`.
#[derive(clap::Args)]
pub struct Force {
    /// Replace the output file if it exists
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// Checks, before the work begins, that a file can be written without losing anything.
    pub fn check<'a>(
        &self,
        path: &'a Path,
        kind: Kind,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Output> {
        Ok(Claim::new(path, kind).reading(inputs).force(self.force).check()?)
    }
}

/// As [`Force::check`], for a model that resumes from a checkpoint in the same file.
pub fn resumable<'a>(path: &'a Path, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<Output> {
    Ok(Claim::new(path, Kind::Model).reading(inputs).resuming().check()?)
}

/// As [`Force::check`], for an optional picture.
pub fn picture(path: Option<&PathBuf>) -> Result<()> {
    path.map_or(Ok(()), |path| Ok(Claim::new(path, Kind::Picture).check().map(drop)?))
}

/// Writes a picture and reports where it is.
pub fn draw(path: &Path, svg: &str) -> Result<()> {
    plot::save(path, svg).with_context(|| format!("{} cannot be drawn", path.display()))?;
    written("the picture", path);
    Ok(())
}

/// Reports where something was written.
pub fn written(what: &str, path: &Path) {
    progress::note(&format!("{what} is in {}", path.display()));
}

/// Writes a table with the first column aligned left and the others right.
pub fn write_table<const COLUMNS: usize>(out: &mut dyn Write, rows: &[[String; COLUMNS]]) -> io::Result<()> {
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: [usize; COLUMNS] = std::array::from_fn(width);
    for row in rows {
        let cells = row.iter().zip(widths).skip(1).map(|(cell, width)| format!("  {cell:>width$}"));
        writeln!(out, "{:<width$}{}", row[0], cells.collect::<String>(), width = widths[0])?;
    }
    Ok(())
}
