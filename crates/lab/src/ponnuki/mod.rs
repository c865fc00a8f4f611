//! Our own questions: how strong and how fast the players are, and what each part of them is worth.

mod earlier;

use crate::Family;

/// The experiments.
pub(crate) const FAMILY: Family =
    Family { name: "ponnuki", source: "Ponnuki's own measurements", experiments: &[&earlier::EXPERIMENT] };
