//! How a table learns: the step of the thesis, and the extensions that its section 7.2 proposes.

use serde::{Deserialize, Serialize};

use super::values::{ClassMap, Values};

/// How a table learns. The default is that of the thesis.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Manner {
    /// An adaptive rate: the step of a class is halved after this many changes of its value, and decreases further with
    /// their number. 0 means constant steps.
    pub fade: f32,
    /// The positions that are pooled before values change. 0 pools all until
    /// [`Preference::settle`](super::Preference::settle), which makes an epoch one step.
    pub batch: u32,
    /// Weight errors by rank: the top-ranked move counts fully, the second one half, the third a third, so that errors
    /// at the top of the ranking count most.
    pub top: bool,
    /// Learn from passes: moves valued at least as high as a pass were not worth playing.
    pub pass: bool,
    /// Use annotations: ignore moves marked bad, and learn twice from good ones. The caller implements this.
    pub marks: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { fade: 0.0, batch: 1, top: false, pass: false, marks: false }
    }
}

/// The class of moves without a class in this table; it has no value.
pub(super) const NO_CLASS: u64 = 0;

/// The change of a value by one comparison. As all values start at 0 and only their order counts, it makes no
/// difference; the thesis gives none.
const RATE: f32 = 1.0;

/// Changes that have not been applied to the values yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Updates {
    /// The changes of the current position.
    changes: Vec<(u64, f32)>,
    /// Those of a batch.
    pooled: ClassMap<f32>,
    positions: u32,
    /// The number of changes of each class, for adaptive rates.
    times: ClassMap<u32>,
    /// The indices of the moves ranked at least as high as the move played.
    order: Vec<u32>,
}

impl Updates {
    /// The step of the thesis, section 5.1, for one position. Each legal move ranked above the move played costs its
    /// class a step, divided by the number of legal moves; an equally ranked move costs half. The class of the move
    /// played gains the total. Nothing changes within one class. A pass always has value 0, so if a pass was played,
    /// nothing gains.
    pub(super) fn compute(&mut self, manner: Manner, classes: &[u64], scores: &[f32], played: Option<usize>) {
        let value = played.map_or(0.0, |played| scores[played]);
        let own = played.map(|played| classes[played]);
        let step = RATE / classes.len() as f32;
        let mut gained = 0.0;
        self.changes.clear();
        self.order.clear();
        if manner.top {
            let to_blame = (0..classes.len() as u32).filter(|&place| scores[place as usize] >= value);
            self.order.extend(to_blame);
            self.order.sort_by(|&a, &b| scores[b as usize].total_cmp(&scores[a as usize]));
        }
        let mut change = |class: u64, other: f32, share: f32| {
            if Some(class) == own || other < value {
                return;
            }
            let change = if other > value { share * step } else { 0.5 * share * step };
            self.changes.push((class, -change));
            gained += change;
        };
        match manner.top {
            false => classes.iter().zip(scores).for_each(|(&class, &other)| change(class, other, 1.0)),
            true => {
                for (rank, &place) in self.order.iter().enumerate() {
                    change(classes[place as usize], scores[place as usize], 1.0 / (rank as f32 + 1.0));
                }
            }
        }
        self.changes.extend(own.map(|own| (own, gained)));
    }

    /// Applies the changes, or pools them until the batch is full.
    pub(super) fn apply_or_pool(&mut self, manner: Manner, values: &mut Values) {
        self.positions += 1;
        if manner.batch == 1 {
            let changes = std::mem::take(&mut self.changes);
            changes.iter().for_each(|&(class, change)| self.apply(manner, values, class, change));
            self.changes = changes;
            return;
        }
        for &(class, change) in &self.changes {
            *self.pooled.entry(class).or_default() += change;
        }
        if self.positions == manner.batch {
            self.settle(manner, values);
        }
    }

    /// Applies all pooled changes.
    pub(super) fn settle(&mut self, manner: Manner, values: &mut Values) {
        let mut pooled: Vec<(u64, f32)> = std::mem::take(&mut self.pooled).into_iter().collect();
        // Where classes share values, the order of additions decides the last bits.
        pooled.sort_unstable_by_key(|&(class, _)| class);
        pooled.into_iter().for_each(|(class, change)| self.apply(manner, values, class, change));
        self.positions = 0;
    }

    fn apply(&mut self, manner: Manner, values: &mut Values, class: u64, change: f32) {
        if class == NO_CLASS {
            return;
        }
        let mut step = 1.0;
        if manner.fade > 0.0 {
            let times = self.times.entry(class).or_default();
            step = manner.fade / (manner.fade + *times as f32);
            *times = times.saturating_add(1);
        }
        values.add(class, step * change);
    }
}
