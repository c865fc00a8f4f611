//! `ponnuki lab report`: the pages.

use anyhow::Result;
use lab::Scale;

use super::Folder;
use crate::options::Quiet;
use crate::progress;

/// Write the report: a page for each experiment, a summary, and one HTML page
///
/// Everything is computed from the results in the folder, whether they are complete or not.
#[derive(clap::Args)]
pub struct Args {
    #[command(flatten)]
    folder: Folder,
    #[command(flatten)]
    quiet: Quiet,
}

pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let files = lab::report::render(&args.folder.results(), Scale::Full)?;
    let folder = &args.folder.folder;
    let written = lab::report::write(folder, &files)?;
    progress::note(&format!(
        "{written} of {} files of the report have changed; it begins at {} and {}",
        files.len(),
        folder.join("README.md").display(),
        folder.join("lab.html").display()
    ));
    Ok(())
}
