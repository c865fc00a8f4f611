//! Output files: the flag and the checks that commands share.

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
