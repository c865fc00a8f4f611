//! Restrictions of an analysis: moves that a search leaves out (`avoid`), or the only ones that it considers (`allow`).

use goban::{Color, Move};

/// A list of restrictions; an empty one allows everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Restrictions(Vec<Restriction>);

/// Moves that a side may not consider, or the only ones that it may.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Restriction {
    /// The side.
    pub color: Color,
    /// The moves.
    pub moves: Vec<Move>,
    /// Whether these are the only ones allowed (`true`), or the ones to avoid.
    pub allow: bool,
    /// The restriction holds for the first moves of a line: 1 restricts the move at the root only.
    pub until_depth: usize,
}

/// Why restrictions do not go together.
pub const ONE_ALLOW: &str = "a side can have one list of allowed moves, and then no moves to avoid";

impl Restrictions {
    /// Adds a restriction; `false` if it does not go with the others of its side.
    #[must_use]
    pub fn add(&mut self, restriction: Restriction) -> bool {
        let mut own = self.0.iter().filter(|other| other.color == restriction.color);
        let fits = own.all(|other| !other.allow && !restriction.allow);
        self.0.push(restriction);
        fits
    }

    /// Whether everything is allowed.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether a side may consider a move after this many moves of the line; 0 at the root.
    pub fn allows(&self, color: Color, mv: Move, depth: usize) -> bool {
        let mut own = self.0.iter().filter(|each| each.color == color && depth < each.until_depth);
        own.all(|restriction| restriction.moves.contains(&mv) == restriction.allow)
    }

    /// The moves that a side has to keep to after this many moves of the line, if it has such a list.
    pub fn only(&self, color: Color, depth: usize) -> impl Iterator<Item = Move> + '_ {
        let own = self.0.iter().filter(move |each| each.color == color && each.allow && depth < each.until_depth);
        own.flat_map(|restriction| restriction.moves.iter().copied())
    }

    /// Whether any restriction holds after this many moves of the line.
    pub fn reach(&self, depth: usize) -> bool {
        self.0.iter().any(|restriction| depth < restriction.until_depth)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn restriction(color: Color, names: &[&str], allow: bool, until_depth: usize) -> Restriction {
        let moves = names.iter().map(|name| Move::from_gtp(name, 9).unwrap()).collect();
        Restriction { color, moves, allow, until_depth }
    }

    #[test]
    fn each_side_has_its_own_restrictions_down_to_their_depth() {
        let mut both = Restrictions::default();
        assert!(both.add(restriction(Color::Black, &["C3", "D4"], true, 1)));
        assert!(both.add(restriction(Color::White, &["E5"], false, 4)));
        assert!(!both.clone().add(restriction(Color::Black, &["A1"], false, 1)), "{ONE_ALLOW}");
        let [c3, e5] = ["C3", "E5"].map(|name| Move::from_gtp(name, 9).unwrap());
        assert!(both.allows(Color::Black, c3, 0) && !both.allows(Color::Black, e5, 0));
        assert!(both.allows(Color::Black, e5, 2), "Black is restricted at the root only");
        assert!(!both.allows(Color::White, e5, 3) && both.allows(Color::White, e5, 5));
        assert!(both.reach(3) && !both.reach(4));
    }
}
