//! Moves that an analysis is to leave out (`avoid`), or to keep to (`allow`), in both protocols.
//!
//! Players know nothing of them: what a player considers is filtered before it is told.

use goban::{Color, Move};

/// A list of restrictions; none at all allows everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Restrictions(Vec<Restriction>);

/// Moves that a side may not consider, or the only ones that it may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Restriction {
    pub(crate) color: Color,
    pub(crate) moves: Vec<Move>,
    pub(crate) allow: bool,
}

/// Why restrictions do not go together.
pub(crate) const ONE_ALLOW: &str = "allowed moves can be given once, and not together with moves to avoid";

impl Restrictions {
    /// Adds a restriction; `false` if it does not go with the others.
    #[must_use]
    pub(crate) fn add(&mut self, restriction: Restriction) -> bool {
        let fits = self.0.is_empty() || !(restriction.allow || self.0.iter().any(|other| other.allow));
        self.0.push(restriction);
        fits
    }

    pub(crate) fn allows(&self, color: Color, mv: Move) -> bool {
        let mut own = self.0.iter().filter(|restriction| restriction.color == color);
        own.all(|restriction| restriction.moves.contains(&mv) == restriction.allow)
    }

    /// The moves that a side is to keep to, if it has such a list.
    pub(crate) fn kept_to(&self, color: Color) -> impl Iterator<Item = Move> + '_ {
        let own = self.0.iter().filter(move |restriction| restriction.color == color && restriction.allow);
        own.flat_map(|restriction| restriction.moves.iter().copied())
    }
}
