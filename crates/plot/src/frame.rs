//! The frame of a chart: its axes with their rules, ticks and labels.

use crate::axis::Axis;
use crate::font;
use crate::scale::{Ends, Scale};
use crate::svg::{Anchor, Page, Rect, Xy};

/// The height of a line of figures below an axis, with the gap above it.
pub(crate) const FIGURES: f64 = 22.0;
/// The height of the name of an axis below its figures, with the gap above it; or the width of one at its side.
pub(crate) const NAME: f64 = 22.0;
const MARK: f64 = 4.0;

/// A chart's area, with a scale in each direction.
pub(crate) struct Frame {
    pub area: Rect,
    pub x: Scale,
    pub y: Scale,
}

impl Frame {
    /// The largest frame within a part of the page, labels included.
    pub fn fit(room: Rect, (x, xs): (&Axis, &[f64]), (y, ys): (&Axis, &[f64])) -> Frame {
        let height = room.height - below(x);
        let y_scale = Scale::fit(y, ys.iter().copied(), most_up(height), Ends::Round);
        let left = beside(y, &y_scale);
        let width = room.width - left;
        let x_scale = Scale::fit_across(x, xs, width, Ends::Tight);
        Frame { area: Rect { left: room.left + left, top: room.top, width, height }, x: x_scale, y: y_scale }
    }

    /// Where a point is; neither coordinate is a number if the point cannot be shown.
    pub fn place(&self, (x, y): Xy) -> Xy {
        (across(self.area, &self.x, x), up(self.area, &self.y, y))
    }

    pub fn draw(&self, page: &mut Page, x: &Axis, y: &Axis) {
        draw_up(page, self.area, &self.y, &y.label);
        draw_across(page, self.area, &self.x, &x.label, false);
    }
}

/// The room below an area for an axis.
pub(crate) fn below(axis: &Axis) -> f64 {
    if axis.label.is_empty() { FIGURES } else { FIGURES + NAME }
}

/// The room at the left of an area for an axis.
pub(crate) fn beside(axis: &Axis, scale: &Scale) -> f64 {
    scale.widest_label() + 2.0 * MARK + if axis.label.is_empty() { 0.0 } else { NAME }
}

/// The most ticks of an axis of that height.
pub(crate) fn most_up(height: f64) -> usize {
    (height / 42.0).clamp(1.0, 12.0) as usize
}

/// Where a number is along an area from left to right.
pub(crate) fn across(area: Rect, scale: &Scale, value: f64) -> f64 {
    area.left + area.width * scale.part(value)
}

/// Where a number is along an area from bottom to top.
pub(crate) fn up(area: Rect, scale: &Scale, value: f64) -> f64 {
    area.bottom() - area.height * scale.part(value)
}

/// An axis at the left, with a rule across the area for each tick.
pub(crate) fn draw_up(page: &mut Page, area: Rect, scale: &Scale, label: &str) {
    for tick in &scale.ticks {
        let y = up(area, scale, tick.value);
        page.line("rule", (area.left, y), (area.right(), y));
        page.text("tick", Anchor::End, (area.left - 2.0 * MARK, y + 4.0), &tick.label);
    }
    for &value in &scale.minor {
        let y = up(area, scale, value);
        page.line("rule", (area.left - MARK, y), (area.left, y));
    }
    let x = area.left - 2.0 * MARK - scale.widest_label() - NAME / 2.0 - 2.0;
    let label = font::shortened(label, font::NAME, area.height + 40.0);
    page.turned_text("name", (x, area.middle().1), -90.0, &label);
}

/// An axis below the area, with a mark or a rule for each tick.
pub(crate) fn draw_across(page: &mut Page, area: Rect, scale: &Scale, label: &str, rules: bool) {
    let bottom = area.bottom();
    for tick in &scale.ticks {
        let x = across(area, scale, tick.value);
        if rules {
            page.line("rule", (x, area.top), (x, bottom));
        } else {
            page.line("axis", (x, bottom), (x, bottom + MARK));
        }
        page.text("tick", Anchor::Middle, (x, bottom + FIGURES - 5.0), &tick.label);
    }
    if !rules {
        for &value in &scale.minor {
            let x = across(area, scale, value);
            page.line("axis", (x, bottom), (x, bottom + MARK / 2.0));
        }
        page.line("axis", (area.left, bottom), (area.right(), bottom));
    }
    name_below(page, area, FIGURES, label);
}

/// The name of an axis below an area and what is so high between them.
pub(crate) fn name_below(page: &mut Page, area: Rect, between: f64, label: &str) {
    let label = font::shortened(label, font::NAME, area.width + 40.0);
    page.text("name", Anchor::Middle, (area.middle().0, area.bottom() + between + NAME - 7.0), &label);
}
