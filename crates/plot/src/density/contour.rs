//! A field as a contour map: the ground between two levels has one colour, and lines go along the levels.

use super::Density;
use super::field::Field;
use super::heights::Heights;
use super::iso::{self, Iso};
use crate::frame::Frame;
use crate::style;
use crate::svg::{Page, Path, Rect, Xy};

/// Draws the map, rows from left to right and columns from bottom to top.
pub(super) fn draw(page: &mut Page, room: Rect, density: &Density, field: &Field, heights: &Heights) {
    let (rows, columns) = (density.row_axis(), density.column_axis());
    let frame = Frame::fit(room, (&rows, &[]), (&columns, &[]));
    frame.draw(page, &rows, &columns);
    let area = frame.area;
    let place = |&(u, v): &Xy| (area.left + area.width * u, area.bottom() - area.height * v);

    // Higher ground is laid on lower ground, so that no seams are seen between them.
    let grounds = [f64::MIN].iter().chain(&heights.levels);
    for (band, &level) in grounds.enumerate() {
        page.path(&style::shade(heights.band_shade(band)), &drawn(&iso::regions(field, level), place));
    }
    for &level in &heights.levels {
        page.path("contour", &drawn(&iso::lines(field, level), place));
    }
    page.rect("axis", area);
}

fn drawn(lines: &[Iso], place: impl Fn(&Xy) -> Xy) -> Path {
    let mut path = Path::default();
    for Iso { points, closed } in lines {
        let points: Vec<Xy> = points.iter().map(&place).collect();
        if *closed { path.add_area(&points) } else { path.add_line(&points) }
    }
    path
}
