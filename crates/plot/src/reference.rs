//! Lines that values are held against: chance, a published result, a rival.

use crate::font;
use crate::svg::{Anchor, Page, Path, Rect, Xy};

/// A value that the others are held against, as a line across the chart with its name beside it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reference {
    /// The value.
    pub at: f64,
    /// What it is.
    pub label: String,
}

impl Reference {
    /// A line at that value.
    pub fn new(at: f64, label: impl Into<String>) -> Reference {
        Reference { at, label: label.into() }
    }
}

/// Draws a line across an area at that height, and its name where it hides the least, as far to the right as may be.
pub(crate) fn draw_level(page: &mut Page, area: Rect, y: f64, label: &str, hidden: impl Fn(Rect) -> f64) {
    const GAP: f64 = 5.0;
    const PLACES: u32 = 24;
    if !(area.top - 0.5..=area.bottom() + 0.5).contains(&y) {
        return;
    }
    page.path("reference", &Path::line(&[(area.left, y), (area.right(), y)]));
    let label = font::shortened(label, font::TICK, area.width - 4.0 * GAP);
    let (width, height) = (font::width(&label, font::TICK), font::TICK);
    let (first, last) = (area.left + 2.0 * GAP, area.right() - width - 2.0 * GAP);
    let left = move |place: u32| last + (first - last) * f64::from(place) / f64::from(PLACES);
    let tops = [y - GAP - height, y + GAP];
    let places = tops.into_iter().flat_map(|top| (0..=PLACES).map(move |n| Rect { left: left(n), top, width, height }));
    let free = places.filter(|place| place.top >= area.top && place.bottom() <= area.bottom());
    if let Some(best) = free.min_by(|one, other| hidden(*one).total_cmp(&hidden(*other))) {
        page.text("note", Anchor::Start, (best.left, best.bottom() - 1.5), &label);
    }
}

/// How often a curve is seen in a part of the page, looking at it every few points.
pub(crate) fn meetings(place: Rect, curve: &[Xy]) -> usize {
    const STRIDE: f64 = 4.0;
    let segment = |pair: &[Xy]| {
        let ((x, y), (next_x, next_y)) = (pair[0], pair[1]);
        let looks = ((next_x - x).abs() / STRIDE).clamp(1.0, 500.0).ceil();
        let at = move |look: u32| {
            let part = f64::from(look) / looks;
            (x + part * (next_x - x), y + part * (next_y - y))
        };
        (0..looks as u32).filter(|&look| place.contains(at(look))).count()
    };
    curve.windows(2).map(segment).sum()
}
