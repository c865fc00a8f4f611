//! The distribution of move times, in constant memory.
//!
//! Times are counted in classes, 32 to each doubling, so that any of them comes back within 2%: near enough for a
//! median, and sums and extremes are kept exactly.

use std::time::Duration;

/// Classes to each doubling, as a power of two.
const FINENESS: u32 = 5;

/// The times of some moves.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Times {
    moves: u64,
    sum: u64,
    longest: u32,
    /// How many fell into each class.
    classes: Vec<u64>,
}

impl Times {
    /// Counts the time of a move, in microseconds.
    pub fn add(&mut self, micros: u32) {
        self.moves += 1;
        self.sum += u64::from(micros);
        self.longest = self.longest.max(micros);
        let class = class(micros);
        if self.classes.len() <= class {
            self.classes.resize(class + 1, 0);
        }
        self.classes[class] += 1;
    }

    /// The number of moves.
    pub fn moves(&self) -> u64 {
        self.moves
    }

    /// The mean; `None` without moves.
    pub fn mean(&self) -> Option<Duration> {
        let mean = self.sum as f64 / self.moves as f64;
        (self.moves > 0).then(|| Duration::from_secs_f64(mean / 1e6))
    }

    /// The median, within 2%; `None` without moves.
    pub fn median(&self) -> Option<Duration> {
        let half = self.moves.div_ceil(2);
        let mut seen = 0;
        let class = self.classes.iter().position(|&count| {
            seen += count;
            count > 0 && seen >= half
        })?;
        Some(Duration::from_micros(middle(class).min(self.longest.into())))
    }

    /// The longest; `None` without moves.
    pub fn longest(&self) -> Option<Duration> {
        (self.moves > 0).then(|| Duration::from_micros(self.longest.into()))
    }
}

/// The class of a time: its highest bits, and the number of bits below them.
fn class(micros: u32) -> usize {
    let below = micros.checked_ilog2().map_or(0, |log| log.saturating_sub(FINENESS));
    ((below << FINENESS) + (micros >> below)) as usize
}

/// The time in the middle of a class.
fn middle(class: usize) -> u64 {
    let below = (class >> FINENESS).saturating_sub(1);
    let first = ((class - (below << FINENESS)) as u64) << below;
    first + (1u64 << below) / 2
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn mean_median_and_longest_of_a_few_moves() {
        let mut times = Times::default();
        assert_eq!((times.mean(), times.median(), times.longest()), (None, None, None));
        [10, 20, 1, 30, 939].into_iter().for_each(|micros| times.add(micros));
        let micros = Duration::from_micros;
        assert_eq!(times.moves(), 5);
        assert_eq!(times.mean(), Some(micros(200)));
        assert_eq!(times.median(), Some(micros(20)));
        assert_eq!(times.longest(), Some(micros(939)));
    }

    #[test]
    fn one_long_thought_is_its_own_median() {
        let mut times = Times::default();
        times.add(u32::MAX);
        assert!(times.median() <= times.longest());
        assert!(times.median().unwrap().as_secs_f64() > 0.98 * times.longest().unwrap().as_secs_f64());
    }

    proptest! {
        #[test]
        fn a_time_comes_back_within_two_per_cent(micros in 0u32..) {
            let back = middle(class(micros)) as f64;
            prop_assert!((back - f64::from(micros)).abs() <= 0.016 * f64::from(micros), "{micros} {back}");
        }

        #[test]
        fn longer_times_never_fall_into_lower_classes(one in 0u32.., other in 0u32..) {
            prop_assert!(class(one.min(other)) <= class(one.max(other)));
        }
    }
}
