//! One scale of heights for all pictures of a figure: how high it goes, where the contours are, and which colour is
//! what.

use super::Density;
use super::field::Field;
use crate::font;
use crate::scale::usable;
use crate::style;
use crate::svg::{Anchor, Page, Rect};
use crate::ticks::{self, Notation};

/// The scale of heights.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Heights {
    /// What is higher is cut off here.
    pub top: f64,
    /// The heights of the contours, rising, between 0 and the top.
    pub levels: Vec<f64>,
}

/// More contours than this cannot be distinguished.
const MOST: usize = 10;

impl Heights {
    /// A scale for all of them.
    pub fn of(panels: &[Density], fields: &[Field]) -> Heights {
        let given = |panel: &Density| panel.top.filter(|&top| usable(top, true).is_some());
        let tops = panels.iter().zip(fields).filter_map(|(panel, field)| given(panel).or_else(|| field.top()));
        let top = tops.reduce(f64::max).and_then(|top| usable(top, true)).unwrap_or(1.0);
        let inside = |level: &f64| *level > 1e-6 * top && *level < top;
        let chosen = panels.iter().map(|panel| &panel.levels).find(|levels| !levels.is_empty());
        let mut levels: Vec<f64> = match chosen {
            Some(levels) => levels.iter().copied().filter(inside).collect(),
            None => round_levels(top),
        };
        levels.sort_by(f64::total_cmp);
        levels.dedup();
        Heights { top, levels }
    }

    /// How far up the colours a height is: each contour is as far from the next as any other.
    pub fn shade(&self, height: f64) -> f64 {
        let below = self.levels.partition_point(|&level| level <= height);
        let (from, to) = (self.knot(below), self.knot(below + 1));
        (below as f64 + ((height - from) / (to - from)).clamp(0.0, 1.0)) / self.bands() as f64
    }

    /// The colour between contours: that of the lowest ground is number 0.
    pub fn band_shade(&self, band: usize) -> f64 {
        (band as f64 + 0.5) / self.bands() as f64
    }

    fn bands(&self) -> usize {
        self.levels.len() + 1
    }

    /// The ground, then the levels, then the top.
    fn knot(&self, number: usize) -> f64 {
        if number == 0 { 0.0 } else { self.levels.get(number - 1).copied().unwrap_or(self.top) }
    }

    /// Draws which colour is between which heights, from bottom to top.
    pub fn draw_key(&self, page: &mut Page, room: Rect, name: &str) {
        const BOX: f64 = 16.0;
        let rounds: Vec<ticks::Round> = [0.0].iter().chain(&self.levels).map(|&level| ticks::chosen(level)).collect();
        let notation = Notation::of(&rounds, false);
        let top = room.top + 18.0;
        let height = ((room.height - 18.0) / self.bands() as f64).min(26.0);
        page.text("tick", Anchor::Start, (room.left, room.top + 6.0), &font::shortened(name, font::TICK, room.width));
        for (band, &round) in rounds.iter().enumerate() {
            let foot = top + height * (self.bands() - band) as f64;
            let class = style::shade(self.band_shade(band));
            page.rect(&class, Rect { left: room.left, top: foot - height, width: BOX, height });
            page.text("tick", Anchor::Start, (room.left + BOX + 6.0, foot + 4.0), &notation.write(round));
        }
        let outline = Rect { left: room.left, top, width: BOX, height: height * self.bands() as f64 };
        page.rect("axis", outline);
    }
}

/// Round heights at equal distances; where that would leave all of them in one peak, each twice as high as the one
/// before.
fn round_levels(top: f64) -> Vec<f64> {
    if top <= 4.0 {
        let even = ticks::linear(0.0, top, MOST).into_iter().map(|round| round.value);
        return even.filter(|&level| level > 0.0 && level < 0.999 * top).collect();
    }
    let doubled = (-2..).map(|power| 2f64.powi(power)).take_while(|&level| level < 0.95 * top);
    let all: Vec<f64> = doubled.collect();
    all[all.len().saturating_sub(MOST)..].to_vec()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heights(top: f64) -> Heights {
        Heights { top, levels: round_levels(top) }
    }

    #[test]
    fn contours_are_at_round_heights() {
        assert_eq!(round_levels(1.9), [0.2, 0.4, 0.6, 0.8, 1.0, 1.2, 1.4, 1.6, 1.8]);
        assert_eq!(round_levels(9.0), [0.25, 0.5, 1.0, 2.0, 4.0, 8.0]);
        assert_eq!(round_levels(1e6).len(), MOST);
    }

    #[test]
    fn a_scale_is_that_of_the_highest() {
        let panel = |counts: Vec<f64>| Density { counts: vec![counts], ..Density::default() };
        let panels = [panel(vec![1.0, 1.0]), panel(vec![3.0, 1.0]), panel(vec![1.0, 2.0])];
        let fields: Vec<Field> = panels.iter().map(Field::of).collect();
        assert_eq!(Heights::of(&panels, &fields).top, 1.5);
        assert_eq!(Heights::of(&[], &[]).top, 1.0);
    }

    #[test]
    fn chosen_levels_are_kept_in_order() {
        let panel =
            Density { counts: vec![vec![3.0, 1.0]], levels: vec![1.0, 0.5, f64::NAN, 7.0, 0.5], ..Density::default() };
        assert_eq!(Heights::of(std::slice::from_ref(&panel), &[Field::of(&panel)]).levels, [0.5, 1.0]);
    }

    #[test]
    fn colours_rise_with_the_ground() {
        let heights = heights(9.0);
        assert_eq!((heights.shade(0.0), heights.shade(9.0), heights.shade(99.0)), (0.0, 1.0, 1.0));
        let rising: Vec<f64> = (0..=90).map(|tenths| heights.shade(f64::from(tenths) / 10.0)).collect();
        assert!(rising.is_sorted_by(|low, high| low < high), "{rising:?}");
        assert!((heights.shade(0.75) - heights.band_shade(2)).abs() < 1e-12, "half way up a band is its colour");
    }
}
