//! The trial behind figures 4.1 to 4.3: opponents that do not learn.

use super::learner::Learner;
use super::study::{self, Plan};
use crate::{Scale, Trial};

/// The greedy opponent, with the legal points as moves.
pub(super) const GREEDY: &str = "greedy";
/// The same, with all empty points and the pass as moves.
pub(super) const EVERY_POINT: &str = "greedy, every empty point";
/// The random opponent.
pub(super) const RANDOM: &str = "random";

/// The studies.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/opponents",
    alone: false,
    conditions: |scale: Scale| {
        let greedy = Plan::new(Learner::Player("greedy:otherwise=anything".to_string()));
        let random = Plan::new(Learner::Player("random:eyes=fill".to_string()));
        vec![
            greedy.condition(GREEDY, 3.0, scale),
            Plan { every_point: true, ..greedy }.condition(EVERY_POINT, 3.0, scale),
            random.condition(RANDOM, 3.0, scale),
        ]
    },
    measure: study::measure,
};
