//! What can go wrong with a picture.

use thiserror::Error;

/// Why a picture could not be drawn in pixels or written to a file.
#[derive(Debug, Error)]
pub enum PlotError {
    /// The text is not SVG.
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
    /// The file cannot be written, or must not be.
    #[error(transparent)]
    Output(#[from] files::OutputError),
}
