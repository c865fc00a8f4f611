//! What commands write: the flag and the checks that they share.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use files::{Claim, Kind, Output};

/// Whether an output may replace what is there.
#[derive(clap::Args)]
pub struct Force {
    /// Replace the output file if it exists already
    #[arg(long)]
    pub force: bool,
}

impl Force {
    /// Checks, before the work begins, that a file can be written and nothing is lost by it.
    pub fn check<'a>(
        &self,
        path: &'a Path,
        kind: Kind,
        inputs: impl IntoIterator<Item = &'a PathBuf>,
    ) -> Result<Output> {
        Ok(Claim::new(path, kind).reading(inputs).force(self.force).check()?)
    }
}

/// As [`Force::check`], for a model that an earlier run of the same command may have begun.
pub fn resumable<'a>(path: &'a Path, inputs: impl IntoIterator<Item = &'a PathBuf>) -> Result<Output> {
    Ok(Claim::new(path, Kind::Model).reading(inputs).resuming().check()?)
}

/// As [`Force::check`], for a picture, where one is wanted.
pub fn picture(path: Option<&PathBuf>) -> Result<()> {
    path.map_or(Ok(()), |path| Ok(Claim::new(path, Kind::Picture).check().map(drop)?))
}

/// Writes a picture, and says where it is.
pub fn draw(path: &Path, svg: &str) -> Result<()> {
    plot::save(path, svg).with_context(|| format!("{} cannot be drawn", path.display()))?;
    eprintln!("ponnuki: the picture is in {}", path.display());
    Ok(())
}
