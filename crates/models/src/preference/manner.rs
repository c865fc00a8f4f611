//! How a table learns: the step of the thesis, and what its section 7.2 wishes for.

use serde::{Deserialize, Serialize};

use super::values::{ClassMap, Values};

/// How a table learns. The default is the thesis's own way.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default)]
pub struct Manner {
    /// An adaptive rate: the step of a class is halved when its value has been changed so often, and falls on with the number
    /// of changes; 0 for steps that stay the same.
    pub fade: f32,
    /// So many positions are pooled before values change; 0 for all until [`Preference::settle`](super::Preference::settle),
    /// which makes a pass over the games one step (epoch training).
    pub batch: u32,
    /// Whether blame goes by rank: the move that is liked best is blamed in full, the second one half, the third a third, so
    /// that being first counts for more than being tenth instead of twentieth.
    pub top: bool,
    /// Whether passes are learnt from: whatever is liked as much as a pass, or better, was not worth a move then.
    pub pass: bool,
    /// Whether what annotators say is heard: nothing is learnt from moves that they call bad, and twice from good ones. This is
    /// for the teacher to obey.
    pub marks: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { fade: 0.0, batch: 1, top: false, pass: false, marks: false }
    }
}

/// The class of moves that have none in this table: nothing is kept of it.
pub(super) const NOWHERE: u64 = 0;

/// What a move's value changes by when it is compared with another one. Where all values begin at 0 and only their order
/// counts, it makes no difference: all values are multiples of it. (The thesis names none.)
const RATE: f32 = 1.0;

/// What was learnt and has not gone into the values yet.
#[derive(Clone, Debug, Default)]
pub(super) struct Lessons {
    /// The changes of the position at hand.
    changes: Vec<(u64, f32)>,
    /// Those of a batch.
    pooled: ClassMap<f32>,
    positions: u32,
    /// How often each class was changed, where that is asked for.
    times: ClassMap<u32>,
    /// The places of the moves that are to blame.
    order: Vec<u32>,
}

impl Lessons {
    /// The step of the thesis, section 5.1, for one position: each legal move that is ranked above the one played (and half
    /// of each that is ranked equal), over the number of legal moves, is taken from the value of its class and given to that
    /// of the move played; within one class nothing changes. Nobody is given what is taken when a pass was played, which is
    /// always worth 0.
    pub(super) fn blame(&mut self, manner: Manner, classes: &[u64], worths: &[f32], played: Option<usize>) {
        let worth = played.map_or(0.0, |played| worths[played]);
        let own = played.map(|played| classes[played]);
        let step = RATE / classes.len() as f32;
        let mut gained = 0.0;
        self.changes.clear();
        self.order.clear();
        if manner.top {
            let to_blame = (0..classes.len() as u32).filter(|&place| worths[place as usize] >= worth);
            self.order.extend(to_blame);
            self.order.sort_by(|&a, &b| worths[b as usize].total_cmp(&worths[a as usize]));
        }
        let mut change = |class: u64, other: f32, share: f32| {
            if Some(class) == own || other < worth {
                return;
            }
            let change = if other > worth { share * step } else { 0.5 * share * step };
            self.changes.push((class, -change));
            gained += change;
        };
        match manner.top {
            false => classes.iter().zip(worths).for_each(|(&class, &other)| change(class, other, 1.0)),
            true => {
                for (rank, &place) in self.order.iter().enumerate() {
                    change(classes[place as usize], worths[place as usize], 1.0 / (rank as f32 + 1.0));
                }
            }
        }
        self.changes.extend(own.map(|own| (own, gained)));
    }

    /// Changes the values, if it is time to.
    pub(super) fn take_in(&mut self, manner: Manner, values: &mut Values) {
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

    /// Changes the values by all that has been pooled.
    pub(super) fn settle(&mut self, manner: Manner, values: &mut Values) {
        let mut pooled: Vec<(u64, f32)> = std::mem::take(&mut self.pooled).into_iter().collect();
        // Where classes share values, the order in which they are added up decides the last bits.
        pooled.sort_unstable_by_key(|&(class, _)| class);
        pooled.into_iter().for_each(|(class, change)| self.apply(manner, values, class, change));
        self.positions = 0;
    }

    fn apply(&mut self, manner: Manner, values: &mut Values, class: u64, change: f32) {
        if class == NOWHERE {
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
