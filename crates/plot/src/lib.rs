//! Pictures of numbers, as SVG and PNG.
//!
//! [`LineChart`] draws curves, with bands for their errors, and [`Panels`] several such charts one below the other;
//! [`DotChart`] draws estimates with their intervals, and [`Matrix`] a table coloured by shares; [`Density`] draws how
//! a distribution changes, as a surface and as a contour map, and [`DensityGrid`] several of them on one scale. Each is
//! a struct with public fields and a `Default`, and `svg` makes it a `String`. [`png`] turns any of them into pixels,
//! with a font of this crate's own so that a picture is the same everywhere, and [`save`] writes either kind to a file.
//!
//! Numbers that are not finite are left out of a picture, and no input is an error: a chart of nothing is an empty
//! frame. The colours are distinct for colour-blind readers, and follow the reader's choice of light or dark where an
//! SVG is shown on a screen. PNG is always light.
//!
//! ```
//! use plot::{Axis, LineChart, Series};
//!
//! let error = |moves: f64| 0.1 + 0.4 * (-moves / 20_000.0).exp();
//! let points = (0..=100).map(|n| 1000.0 * f64::from(n)).map(|moves| (moves, error(moves))).collect();
//! let chart = LineChart {
//!     title: "Learning from records".into(),
//!     x: Axis::new("moves studied"),
//!     y: Axis::new("error").from(0.0),
//!     series: vec![Series::new("diamond, radius 2", points)],
//!     ..LineChart::default()
//! };
//! let picture = plot::png(&chart.svg(), 2.0)?;
//! assert_eq!(&picture[1..4], b"PNG");
//! # Ok::<(), plot::PlotError>(())
//! ```

mod axis;
mod density;
mod dots;
mod error;
mod font;
mod frame;
mod legend;
mod line;
mod matrix;
mod panels;
mod png;
mod reference;
mod save;
mod scale;
mod style;
mod svg;
mod thin;
mod ticks;

#[cfg(test)]
mod tests;

pub use axis::Axis;
pub use density::{Density, DensityGrid, Viewpoint};
pub use dots::{Dot, DotChart};
pub use error::PlotError;
pub use line::{Line, LineChart, Series};
pub use matrix::{Matrix, MatrixCell};
pub use panels::Panels;
pub use png::png;
pub use reference::Reference;
pub use save::save;
pub use svg::escape;
