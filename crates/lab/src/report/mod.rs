//! The report: a page of Markdown for each experiment, a summary, and everything in one HTML page.
//!
//! A report is a pure function of the results: the same evidence gives the same pages.

mod block;
mod html;
mod markdown;
mod pages;

use std::path::{Path, PathBuf};
use std::{fs, io};

use crate::{FAMILIES, LabError, Results, Scale};
use block::Block;
use pages::Page;

/// A file of the report: its path below the folder, and its content.
pub type ReportFile = (PathBuf, String);

/// All files of the report, from whatever results there are.
///
/// # Errors
/// If results cannot be read.
pub fn render(results: &Results, scale: Scale) -> Result<Vec<ReportFile>, LabError> {
    let mut pages = Vec::new();
    for family in FAMILIES {
        for experiment in family.experiments {
            pages.push(Page::new(family, experiment, results, scale)?);
        }
    }
    let summary = pages::summary(&pages);
    let mut files = vec![(PathBuf::from("README.md"), markdown::render(&summary, ""))];
    for page in &pages {
        let path = PathBuf::from(format!("{}.md", page.experiment.name));
        files.push((path, markdown::render(&page.blocks, "../")));
        for block in &page.blocks {
            if let Block::Figure(figure, file) = block {
                files.push((Path::new("figures").join(file), figure.svg.clone()));
            }
        }
    }
    files.push((PathBuf::from("lab.html"), html::render(&summary, &pages)));
    Ok(files)
}

/// Writes the files of a report into a folder. Files that have not changed are left alone.
///
/// # Errors
/// If one cannot be written.
pub fn write(folder: &Path, files: &[ReportFile]) -> Result<usize, LabError> {
    let mut written = 0;
    for (path, content) in files {
        let path = folder.join(path);
        let wrong = |reason: io::Error| LabError::File { path: path.clone(), reason };
        if fs::read(&path).is_ok_and(|old| old == content.as_bytes()) {
            continue;
        }
        if let Some(parent) = path.parent() {
            fs::create_dir_all(parent).map_err(wrong)?;
        }
        files::replace(&path, content.as_bytes()).map_err(wrong)?;
        written += 1;
    }
    Ok(written)
}
