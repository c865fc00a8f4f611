//! Hash functions of patterns as text (section 5.3).

use std::collections::{HashMap, HashSet};

use models::preference::{Classifier, Table, TextHash, View};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use super::judge::{self, LOWER, at, below, per_set};
use super::learner::{Learner, SIZE};
use super::pools::{Pools, SETS, training_games};
use super::show;
use super::study::{self, Plan, rounded};
use crate::verdict::Finding;
use crate::{Claim, Condition, Evidence, Experiment, Lab, LabError, Scale, Trial, Unit};

/// The functions: of text, and our random keys.
const FUNCTIONS: [(&str, Option<TextHash>); 5] = [
    ("sum of characters", Some(TextHash::Sum)),
    ("Weinberger's", Some(TextHash::Pjw)),
    ("times 31", Some(TextHash::Multiply)),
    ("FNV-1a", Some(TextHash::Fnv)),
    (KEYS, None),
];
const KEYS: &str = "random keys";

/// The studies and counts.
const TRIAL: Trial = Trial {
    name: "preference/hashes",
    alone: false,
    conditions: |scale: Scale| {
        let condition = |(name, hash)| Condition::new(name, scale.pick(SETS, 2), 60.0, &Function { hash });
        FUNCTIONS.map(condition).into_iter().collect()
    },
    measure,
};

/// A hash function, as settings.
#[derive(Serialize, Deserialize)]
struct Function {
    hash: Option<TextHash>,
}

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/hashes",
    title: "Hash functions of patterns",
    place: "section 5.3",
    source: "Patterns are written as strings, which are hashed. The thesis experimented with a variety of functions \
             before settling on one that seemed to have a minimal collision rate; it names none of them and gives no \
             rates.",
    ours: ours!(
        "The classification of chapter 6, a table of 2,000,003 values, and four functions of the time on a text with \
         one character for each point: the sum of the characters, Weinberger's function (that of the thesis's \
         compiler), multiplication by 31, and FNV-1a; beside them our random keys. A class collides if its entry of \
         the table has another class of the same set of games."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The collision rate was extremely sensitive to the particular hash function",
            place: "section 5.3",
            test: "the highest rate of the four functions of text is more than twice the lowest: t-test over the five \
                   sets, p < 0.05",
            judge: sensitive,
        },
        Claim {
            text: "It was necessary to choose the hash function carefully",
            place: "section 5.3",
            test: LOWER,
            judge: |evidence| judge::all_lower(evidence, "/error", &[(FUNCTIONS[3].0, FUNCTIONS[0].0)]),
        },
    ],
    exhibits: |evidence| {
        let names = FUNCTIONS.map(|(name, _)| name);
        let columns = [("classes that collide", "/colliding"), ("at random", "/expected"), ("error", "/error")];
        let caption = "Collisions in a table of 2,000,003 values, and errors of a study with it: means over the sets, \
                       with 95% intervals; the second column is the share that collides if entries are random";
        vec![show::table(evidence, caption, &names, &columns)]
    },
};

fn sensitive(evidence: &Evidence) -> Finding {
    let names = FUNCTIONS.map(|(name, _)| name);
    let values = per_set(evidence, &names[..4], |outcomes| {
        let rates: Option<Vec<f64>> = outcomes.iter().map(|outcome| at(outcome, "/colliding")).collect();
        let rates = rates?;
        let highest = rates.iter().copied().reduce(f64::max)?;
        let lowest = rates.iter().copied().reduce(f64::min)?;
        Some(2.0 * lowest - highest)
    });
    let finding = below(&values, 0.0, 0.0, 1);
    Finding { figures: format!("twice the lowest rate minus the highest: {}", finding.figures), ..finding }
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let Function { hash } = unit.settings()?;
    let table = hash.map_or(Table::Hash { size: SIZE }, |hash| Table::Text { size: SIZE, hash });
    let plan = Plan::new(Learner::table(View::THESIS, table));
    let pools = Pools::of(lab)?;
    let records = pools.set(unit.number);
    let error = study::error(&plan, &records, unit.number, lab)?;
    let games = training_games(&records);
    let mut classifier = Classifier::new(View::THESIS).map_err(LabError::failed)?;
    let mut texts = hash.map(|hash| Classifier::by_text(View::THESIS, hash)).transpose().map_err(LabError::failed)?;
    let mut slots: HashMap<u64, u64> = HashMap::new();
    let (mut points, mut classes, mut hashes) = (Vec::new(), Vec::new(), Vec::new());
    for game in &games {
        lab.check_stop()?;
        game.each_position(|board, _| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            classifier.classes(board, &points, &mut classes);
            match &mut texts {
                Some(texts) => texts.classes(board, &points, &mut hashes),
                None => hashes.clone_from(&classes),
            }
            slots.extend(classes.iter().copied().zip(hashes.iter().map(|hash| hash % u64::from(SIZE))));
        });
    }
    let colliding = colliding(slots.values().copied());
    let classes = slots.len();
    // Each of the others hits the same entry with a probability of one over the size.
    let expected = 1.0 - (1.0 - 1.0 / f64::from(SIZE)).powf(classes.saturating_sub(1) as f64);
    Ok(json!({
        "classes": classes,
        "colliding": rounded(colliding as f64 / classes.max(1) as f64),
        "expected": rounded(expected),
        "error": error,
    }))
}

/// The number of classes whose slot has another class.
fn colliding(slots: impl Iterator<Item = u64> + Clone) -> usize {
    let (mut seen, mut shared) = (HashSet::new(), HashSet::new());
    for slot in slots.clone() {
        if !seen.insert(slot) {
            shared.insert(slot);
        }
    }
    slots.filter(|slot| shared.contains(slot)).count()
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::conditions;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn classes_that_share_a_slot_collide() {
        assert_eq!(colliding([1, 2, 2, 3, 3, 3].into_iter()), 5);
        assert_eq!(colliding([1, 2, 3].into_iter()), 0);
    }

    #[test]
    fn the_function_matters_or_not() {
        let rates = |rates: [f64; 4], noise: f64| {
            let means: Vec<(&str, f64)> = FUNCTIONS.iter().map(|(name, _)| *name).zip(rates).collect();
            sensitive(&conditions("/colliding", &means, noise)).verdict
        };
        assert_eq!(rates([0.9, 0.2, 0.1, 0.1], 0.001), Holds);
        assert_eq!(rates([0.12, 0.1, 0.1, 0.1], 0.001), DoesNotHold);
        assert_eq!(rates([0.21, 0.1, 0.1, 0.1], 0.05), Undecided);
    }

    #[test]
    fn a_careless_choice_hurts_or_not() {
        let errors = |sum: f64, noise: f64| {
            let means = [(FUNCTIONS[0].0, sum), (FUNCTIONS[3].0, 0.145)];
            (EXPERIMENT.claims[1].judge)(&conditions("/error", &means, noise)).verdict
        };
        assert_eq!((errors(0.2, 0.001), errors(0.145, 0.0005), errors(0.15, 0.1)), (Holds, DoesNotHold, Undecided));
    }
}
