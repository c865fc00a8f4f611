//! The trial behind figures 5.11 and 5.12 and the experiments on expansion and liberties.

use models::preference::View;

use super::learner::{Learner, diamond};
use super::study::{self, Plan};
use crate::{Scale, Trial};

/// A diamond of radius 2 that expands up to radius 5 until it has a stone.
pub(super) const EXPANDED: &str = "expanded";
/// The same with chains in atari distinguished: the best classification of the thesis.
pub(super) const BEST: &str = "expanded, atari";
/// Other largest radii.
pub(super) const REACHES: [&str; 3] = ["expanded to 3", "expanded to 4", "expanded to 6"];
/// Other numbers of stones that end the expansion.
pub(super) const STONES: [&str; 2] = ["until 2 stones", "until 3 stones"];
/// The best classification with other smallest radii.
pub(super) const LEAST: [&str; 3] = ["from radius 1, atari", "from radius 3, atari", "from radius 4, atari"];
/// More liberties than one distinguished.
pub(super) const LIBERTIES: [&str; 2] = ["up to 2 liberties", "up to 3 liberties"];
/// The best classification with ko points distinguished.
pub(super) const KO: &str = "expanded, atari, ko";

/// The studies, in hash tables of the thesis's size.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/improvements",
    alone: false,
    conditions: |scale: Scale| {
        let expanded = View { expand: 5, ..diamond(2) };
        let mut views = vec![(EXPANDED, expanded), (BEST, View::THESIS)];
        views.extend(REACHES.into_iter().zip([3, 4, 6].map(|expand| View { expand, ..expanded })));
        views.extend(STONES.into_iter().zip([2, 3].map(|stones| View { stones, ..expanded })));
        views.extend(LEAST.into_iter().zip([1, 3, 4].map(|radius| View { radius, ..View::THESIS })));
        views.extend(LIBERTIES.into_iter().zip([2, 3].map(|liberties| View { liberties, ..expanded })));
        views.push((KO, View { ko: true, ..View::THESIS }));
        let condition = |(name, view)| Plan::new(Learner::hashed(view)).condition(name, 8.0, scale);
        views.into_iter().map(condition).collect()
    },
    measure: study::measure,
};

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_classification_is_the_thesiss() {
        assert_eq!(View::THESIS, View { expand: 5, liberties: 1, ..diamond(2) });
        assert!((TRIAL.conditions)(Scale::Full).iter().all(|condition| condition.units == 5));
    }
}
