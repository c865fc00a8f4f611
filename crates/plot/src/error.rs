//! What can go wrong with a picture.

use std::io;
use std::path::PathBuf;

use thiserror::Error;

/// Why a picture could not be drawn in pixels or written to a file.
#[derive(Debug, Error)]
pub enum PlotError {
    /// The text is no SVG.
    #[error("the picture cannot be read as SVG: {0}")]
    Svg(#[from] resvg::usvg::Error),
    /// The picture has no pixels at that scale, or too many.
    #[error("a picture of {width:.0} by {height:.0} pixels cannot be drawn: each side must have 1 to {most}")]
    Size {
        /// The width in pixels that was asked for.
        width: f32,
        /// The height in pixels that was asked for.
        height: f32,
        /// The longest side that is drawn.
        most: u32,
    },
    /// The pixels could not be packed.
    #[error("the picture cannot be packed as PNG: {0}")]
    Png(String),
    /// The file's name does not say which format is wanted.
    #[error("{} ends in neither .svg nor .png, so it is not known what to write", path.display())]
    Ending {
        /// The file that was asked for.
        path: PathBuf,
    },
    /// The file could not be written.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file that was asked for.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
}
