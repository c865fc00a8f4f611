//! From numbers to places: an axis fitted to what is shown along it, with its ticks.

use crate::axis::Axis;
use crate::font;
use crate::ticks::{self, Notation, Round};

/// A tick and its text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Tick {
    pub value: f64,
    pub label: String,
}

/// How an end that the caller left open is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ends {
    /// At a round number, unless most of a step would be empty before it.
    Round,
    /// At a round number if one is near, so that not much room is left empty.
    Tight,
}

/// An axis with both ends known.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Scale {
    pub low: f64,
    pub high: f64,
    pub ticks: Vec<Tick>,
    /// Values that are marked, and not written.
    pub minor: Vec<f64>,
    log: bool,
    /// What a number is multiplied by before it is written: 100 for per cent.
    unit: f64,
    notation: Notation,
    power: i32,
}

impl Scale {
    /// The axis for these values, with about that many ticks at most.
    pub fn fit(axis: &Axis, values: impl IntoIterator<Item = f64>, most: usize, ends: Ends) -> Scale {
        let (low, high) = range(axis, values);
        // Per cent are counted as such: 0.25 is less round than 0.2, and 25% is not.
        let unit = if axis.percent { 100.0 } else { 1.0 };
        let (from, to) = (low * unit, high * unit);
        let mut round = if axis.log { ticks::logarithmic(from, to, most) } else { ticks::linear(from, to, most) };
        let mut scale = Scale {
            low,
            high,
            ticks: Vec::new(),
            minor: Vec::new(),
            log: axis.log,
            unit,
            notation: Notation::Plain,
            power: 0,
        };

        // An open end moves out to the tick beyond it if that is near, measured in parts of what is shown.
        let open = |end: Option<f64>| end.and_then(|end| usable(end, axis.log)).is_none();
        let parts: Vec<f64> = round.iter().map(|tick| scale.part(tick.value / unit)).collect();
        let widest = parts.windows(2).map(|pair| pair[1] - pair[0]).fold(0.0, f64::max);
        let near = |beyond: f64| (0.0..=if ends == Ends::Round { 0.7 * widest } else { 0.06 }).contains(&beyond);
        let first =
            round.first().map(|tick| tick.value / unit).filter(|&tick| open(axis.low) && near(-scale.part(tick)));
        let last =
            round.last().map(|tick| tick.value / unit).filter(|&tick| open(axis.high) && near(scale.part(tick) - 1.0));
        (scale.low, scale.high) = (first.unwrap_or(low), last.unwrap_or(high));

        round.retain(|tick| (-1e-9..=1.0 + 1e-9).contains(&scale.part(tick.value / unit)));
        scale.notation = Notation::of(&round, axis.log);
        scale.power = round.iter().map(|tick| tick.power).min().unwrap_or(0);
        let sign = if axis.percent { "%" } else { "" };
        let tick = |&round: &Round| Tick { value: round.value / unit, label: scale.notation.write(round) + sign };
        scale.ticks = round.iter().map(tick).collect();
        scale.minor = if axis.log { ticks::between_decades(scale.low, scale.high) } else { Vec::new() };
        scale
    }

    /// The axis for these values along a line from left to right, with as many ticks as can be written side by side.
    pub fn fit_across(axis: &Axis, values: &[f64], room: f64, ends: Ends) -> Scale {
        let fitted = |most: usize| Scale::fit(axis, values.iter().copied(), most, ends);
        let most = (room / 60.0).clamp(1.0, 14.0) as usize;
        (1..=most).rev().map(fitted).find(|scale| scale.has_room(room)).unwrap_or_else(|| fitted(1))
    }

    fn has_room(&self, room: f64) -> bool {
        const GAP: f64 = 14.0;
        let half = |tick: &Tick| font::width(&tick.label, font::TICK) / 2.0;
        let place = |tick: &Tick| room * self.part(tick.value);
        self.ticks.windows(2).all(|pair| place(&pair[0]) + half(&pair[0]) + GAP <= place(&pair[1]) - half(&pair[1]))
    }

    /// Where a number is: 0 at the low end, 1 at the high one; not a number where it cannot be shown.
    pub fn part(&self, value: f64) -> f64 {
        if value.abs() > 1e300 || self.log && value < 1e-300 {
            f64::NAN
        } else if self.log {
            (value.log10() - self.low.log10()) / (self.high.log10() - self.low.log10())
        } else {
            (value - self.low) / (self.high - self.low)
        }
    }

    /// The room that the figures of a scale from top to bottom need.
    pub fn widest_label(&self) -> f64 {
        self.ticks.iter().map(|tick| font::width(&tick.label, font::TICK)).fold(0.0, f64::max)
    }
}

/// The number if it can be shown: far enough from the ends of what a computer can count to be reckoned with.
pub(crate) fn usable(value: f64, log: bool) -> Option<f64> {
    let shown = value.abs() <= 1e290 && (!log || value >= 1e-290);
    shown.then_some(value)
}

/// From where to where, before round numbers are looked for. The high end is above the low one.
fn range(axis: &Axis, values: impl IntoIterator<Item = f64>) -> (f64, f64) {
    let log = axis.log;
    let (least, largest) = values
        .into_iter()
        .filter_map(|value| usable(value, log))
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(least, largest), value| (least.min(value), largest.max(value)));
    let known = least <= largest;
    let fixed = [axis.low, axis.high].map(|end| end.and_then(|end| usable(end, log)));
    let (low, high) = match fixed {
        [Some(low), Some(high)] => (low.min(high), low.max(high)),
        [Some(low), None] => (low, if known { largest.max(low) } else { low }),
        [None, Some(high)] => (if known { least.min(high) } else { high }, high),
        [None, None] if known => (least, largest),
        [None, None] if log => (1.0, 10.0),
        [None, None] => (0.0, 1.0),
    };
    if distinct(low, high) {
        return (low, high);
    }
    let (below, above) = if log {
        (low / 2.0, high * 2.0)
    } else {
        let some = if low.abs() < 1e-280 { 1.0 } else { 0.1 * low.abs() };
        (low - some, high + some)
    };
    match fixed {
        [Some(low), None] => (low, above),
        [None, Some(high)] => (below, high),
        _ => (below, above),
    }
}

/// Whether two ends are far enough apart to reckon with what is between them.
fn distinct(low: f64, high: f64) -> bool {
    high - low > 1e-9 * low.abs().max(high.abs()) && high - low > 1e-280
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn ends(axis: &Axis, values: &[f64], ends: Ends) -> (f64, f64) {
        let scale = Scale::fit(axis, values.iter().copied(), 5, ends);
        (scale.low, scale.high)
    }

    fn labels(scale: &Scale) -> Vec<&str> {
        scale.ticks.iter().map(|tick| tick.label.as_str()).collect()
    }

    #[test]
    fn open_ends_are_round() {
        assert_eq!(ends(&Axis::default(), &[0.113, 0.3, 0.487], Ends::Round), (0.1, 0.5));
    }

    #[test]
    fn an_end_just_beyond_a_round_number_is_not_a_step_further() {
        assert_eq!(ends(&Axis::default().from(0.0), &[0.1, 0.415], Ends::Round), (0.0, 0.415));
    }

    #[test]
    fn a_tight_end_is_round_only_if_that_is_near() {
        assert_eq!(ends(&Axis::default(), &[250.0, 103_000.0], Ends::Tight), (0.0, 103_000.0));
    }

    #[test]
    fn fixed_ends_stay() {
        assert_eq!(ends(&Axis::default().from(0.0), &[0.113, 0.487], Ends::Round), (0.0, 0.5));
        assert_eq!(ends(&Axis::default().from(0.05).to(0.45), &[0.113, 0.487], Ends::Round), (0.05, 0.45));
        assert_eq!(ends(&Axis::default().from(0.45).to(0.05), &[], Ends::Round), (0.05, 0.45));
    }

    #[test]
    fn equal_values_have_some_room_around_them() {
        assert_eq!(ends(&Axis::default(), &[5.0, 5.0], Ends::Round), (4.4, 5.6));
        assert_eq!(ends(&Axis::default(), &[0.0], Ends::Round), (-1.0, 1.0));
        assert_eq!(ends(&Axis::default().from(3.0), &[1.0], Ends::Round).0, 3.0);
        assert_eq!(ends(&Axis::default().log(), &[30.0], Ends::Round), (10.0, 60.0));
    }

    #[test]
    fn what_is_no_number_is_not_there() {
        let values = [f64::NAN, 1.0, f64::INFINITY, 2.0, f64::NEG_INFINITY, f64::MAX];
        assert_eq!(ends(&Axis::default(), &values, Ends::Round), (1.0, 2.0));
        assert_eq!(ends(&Axis::default(), &[f64::NAN], Ends::Round), (0.0, 1.0));
        assert_eq!(ends(&Axis::default().from(f64::NAN), &[1.0, 2.0], Ends::Round), (1.0, 2.0));
    }

    #[test]
    fn a_logarithmic_axis_leaves_out_what_is_not_above_zero() {
        let axis = Axis::default().log();
        assert_eq!(ends(&axis, &[-5.0, 0.0, 1.0, 1000.0], Ends::Round), (1.0, 1000.0));
        let scale = Scale::fit(&axis, [1.0, 100.0], 5, Ends::Round);
        assert!(scale.part(0.0).is_nan() && scale.part(-1.0).is_nan());
        assert_eq!((scale.part(1.0), scale.part(10.0), scale.part(100.0)), (0.0, 0.5, 1.0));
    }

    #[test]
    fn shares_are_written_as_per_cent() {
        let scale = Scale::fit(&Axis::default().percent(), [0.0, 0.5], 5, Ends::Round);
        assert_eq!(labels(&scale), ["0%", "10%", "20%", "30%", "40%", "50%"]);
        let scale = Scale::fit(&Axis::default().percent(), [0.0, 0.1], 4, Ends::Round);
        assert_eq!(labels(&scale)[1], "5%");
    }

    #[test]
    fn figures_side_by_side_do_not_touch() {
        let wide = Scale::fit_across(&Axis::default(), &[0.0, 2.5e6], 900.0, Ends::Tight);
        let narrow = Scale::fit_across(&Axis::default(), &[0.0, 2.5e6], 120.0, Ends::Tight);
        assert!(wide.has_room(900.0) && narrow.has_room(120.0));
        assert!(wide.ticks.len() > 5 && narrow.ticks.len() >= 2, "{:?} {:?}", labels(&wide), labels(&narrow));
    }

    proptest! {
        #[test]
        fn any_values_fit(values: Vec<f64>, low: Option<f64>, high: Option<f64>, log: bool, percent: bool) {
            let axis = Axis { label: String::new(), low, high, log, percent };
            let scale = Scale::fit(&axis, values.iter().copied(), 6, Ends::Round);
            prop_assert!(scale.low < scale.high && scale.low.is_finite() && scale.high.is_finite(), "{scale:?}");
            prop_assert!(scale.ticks.len() <= 12, "{scale:?}");
            let shown = |value: f64| (-1e-6..=1.0 + 1e-6).contains(&scale.part(value));
            prop_assert!(scale.ticks.iter().all(|tick| shown(tick.value)), "{scale:?}");
            if low.is_none() && high.is_none() {
                for value in values.into_iter().filter(|&value| usable(value, log).is_some()) {
                    prop_assert!(shown(value), "{value} {scale:?}");
                }
            }
        }
    }
}
