//! The trial of tables: hash tables of several sizes, the map, tables with quality, caches.

use models::preference::{Forget, Table, View};

use super::learner::{Learner, SIZE, diamond, square};
use super::study::{self, Plan};
use super::windows::{DIAMONDS, SQUARES};
use crate::{Condition, Scale, Trial};

/// The sizes of hash tables in figure 5.10, below that of the thesis.
pub(super) const SIZES: [u32; 4] = [1_009, 10_007, 100_003, 500_009];
/// The best classification with a map.
pub(super) const MAP: &str = "map";
/// The sizes of tables with quality.
pub(super) const PROBED: [u32; 3] = [10_007, 100_003, SIZE];
/// The sizes at which caches and hash tables are compared.
pub(super) const CACHES: [u32; 3] = [5_000, 20_000, 100_000];
/// What a full cache forgets: its name here.
pub(super) const FORGETS: [(Forget, &str); 3] =
    [(Forget::Value, "values near 0"), (Forget::Oldest, "the oldest"), (Forget::Useless, "the least useful")];

/// Hash tables of other sizes than the thesis's, and a map, all with the best classification.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/collisions",
    alone: false,
    conditions: |scale: Scale| {
        let condition = |name: &str, table| best(name, table, 8.0, scale);
        let sizes = SIZES.map(|size| condition(&hash(size), Table::Hash { size }));
        sizes.into_iter().chain([condition(MAP, Table::Map)]).collect()
    },
    measure: study::measure,
};

/// Maps for all fixed windows.
pub(super) const MAPS: Trial = Trial {
    name: "preference/maps",
    alone: false,
    conditions: |scale: Scale| {
        let squares = SQUARES.into_iter().zip([3, 5, 7, 9].map(square)).zip([6.0, 14.0, 30.0, 40.0]);
        let diamonds = DIAMONDS.into_iter().zip([1, 2, 3, 4].map(diamond)).zip([5.0, 8.0, 16.0, 25.0]);
        let condition = |((name, view), seconds)| {
            Plan::new(Learner::table(view, Table::Map)).condition(&mapped(name), seconds, scale)
        };
        squares.chain(diamonds).map(condition).collect()
    },
    measure: study::measure,
};

/// Tables with a quality component.
pub(super) const QUALITY: Trial = Trial {
    name: "preference/quality",
    alone: false,
    conditions: |scale: Scale| {
        PROBED.map(|size| best(&probes(size), Table::Probes { size }, 15.0, scale)).into_iter().collect()
    },
    measure: study::measure,
};

/// Caches, and hash tables of the same sizes.
pub(super) const CACHED: Trial = Trial {
    name: "preference/caches",
    alone: false,
    conditions: |scale: Scale| {
        let of_size = |size: u32| {
            let cache = |(forget, word)| best(&cache(size, word), Table::Cache { size, forget }, 15.0, scale);
            FORGETS.map(cache).into_iter().chain([best(&hash(size), Table::Hash { size }, 8.0, scale)])
        };
        CACHES.into_iter().flat_map(of_size).collect()
    },
    measure: study::measure,
};

fn best(name: &str, table: Table, seconds: f64, scale: Scale) -> Condition {
    Plan::new(Learner::table(View::THESIS, table)).condition(name, seconds, scale)
}

/// The name of a hash table.
pub(super) fn hash(size: u32) -> String {
    format!("hash {size}")
}

/// The name of a window with a map.
pub(super) fn mapped(window: &str) -> String {
    format!("{window}, map")
}

/// The name of a table with quality.
pub(super) fn probes(size: u32) -> String {
    format!("quality {size}")
}

/// The name of a cache.
pub(super) fn cache(size: u32, forgets: &str) -> String {
    format!("cache {size}, forgets {forgets}")
}
