//! Move selection by value (Mayer 2007, section II-B).

/// The index of the greatest value. With creativity, the index of a uniformly random value of at least v (1 -
/// creativity), where v is the greatest (equation 2); if v is negative, that threshold would exceed v, so the greatest
/// is chosen. `below(n)` samples from 0 to n - 1. Returns `None` if there are no values.
pub fn pick(values: &[f32], creativity: f32, below: impl FnOnce(u32) -> u32) -> Option<usize> {
    let most = values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
    let enough = if most > 0.0 { most * (1.0 - creativity) } else { most };
    let number = values.iter().filter(|&&value| value >= enough).count();
    let drawn = below(number as u32) as usize;
    let mut good = values.iter().enumerate().filter(|&(_, &value)| value >= enough);
    // If the values are NaN, any will do.
    good.nth(drawn).map(|(place, _)| place).or((!values.is_empty()).then_some(0))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn picked(values: &[f32], creativity: f32) -> Vec<usize> {
        let mut number = 0;
        let mut all = Vec::new();
        for drawn in 0..100 {
            all.extend(pick(values, creativity, |n| {
                number = n;
                drawn % n.max(1)
            }));
        }
        all.sort();
        all.dedup();
        assert!(all.len() == number as usize || number == 0);
        all
    }

    #[test]
    fn the_greatest_is_picked_and_equal_ones_in_turn() {
        assert_eq!(picked(&[0.3, 0.5, 0.49], 0.0), [1]);
        assert_eq!(picked(&[0.5, 0.3, 0.5], 0.0), [0, 2]);
    }

    #[test]
    fn creativity_lets_in_what_is_nearly_as_good() {
        assert_eq!(picked(&[0.60, 0.58, 0.571, 0.569], 0.05), [0, 1, 2]);
        assert_eq!(picked(&[0.1, 0.9, 0.0], 1.0), [0, 1, 2]);
    }

    #[test]
    fn where_everything_is_lost_the_maximum_is_alone() {
        assert_eq!(picked(&[-0.5, -0.51, -0.52], 0.05), [0]);
        assert_eq!(picked(&[-0.5, 0.0, -0.01], 0.05), [1]);
    }

    #[test]
    fn nothing_is_picked_out_of_nothing_and_something_out_of_anything() {
        assert_eq!(pick(&[], 0.05, |_| 0), None);
        assert_eq!(pick(&[f32::NAN, f32::NAN], 0.05, |_| 0), Some(0));
    }
}
