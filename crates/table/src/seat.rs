//! Who sits on one side of the board, permanently or for some moves.

use std::fmt;

use player::Spec;

/// The name of a person in records, specifications and messages.
pub const HUMAN: &str = "human";

/// A person or a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Occupant {
    /// A person at the terminal or at a page.
    Person,
    /// A player by its specification.
    Program(Spec),
}

impl Occupant {
    /// Reads [`HUMAN`] or the specification of a player. `resolve` checks the specification and returns its canonical
    /// form.
    ///
    /// # Errors
    /// The error of `resolve`.
    pub fn read<E>(text: &str, resolve: impl FnOnce(&str) -> Result<Spec, E>) -> Result<Occupant, E> {
        if text.trim() == HUMAN { Ok(Occupant::Person) } else { resolve(text).map(Occupant::Program) }
    }

    /// The specification, if this is a program.
    pub fn spec(&self) -> Option<&Spec> {
        match self {
            Occupant::Person => None,
            Occupant::Program(spec) => Some(spec),
        }
    }

    /// Whether this is a person.
    pub fn is_person(&self) -> bool {
        *self == Occupant::Person
    }
}

/// [`HUMAN`] or the specification.
impl fmt::Display for Occupant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Occupant::Person => f.write_str(HUMAN),
            Occupant::Program(spec) => spec.fmt(f),
        }
    }
}

/// One side of the board: its owner, and a guest who plays some moves in the owner's place.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Seat {
    owner: Occupant,
    /// What a record calls the person who owns the seat.
    name: Option<String>,
    guest: Option<(Occupant, u32)>,
}

/// The longest name that is kept, in characters.
const NAME_LENGTH: usize = 60;

impl Seat {
    /// A seat with this owner.
    pub fn new(owner: Occupant) -> Seat {
        Seat { owner, name: None, guest: None }
    }

    /// Names the owner as a record does. Only persons have names: a program is known by its specification.
    pub fn named(self, name: &str) -> Seat {
        let name: String = name.trim().chars().take(NAME_LENGTH).collect();
        let is_known = self.owner.is_person() && !name.is_empty() && name != HUMAN;
        Seat { name: is_known.then_some(name), ..self }
    }

    /// The seat with a guest for this many moves.
    pub fn with_guest(self, guest: Option<(Occupant, u32)>) -> Seat {
        Seat { guest, ..self }
    }

    /// Who plays the next move from this seat.
    pub fn occupant(&self) -> &Occupant {
        self.guest.as_ref().map_or(&self.owner, |(guest, _)| guest)
    }

    /// The owner.
    pub fn owner(&self) -> &Occupant {
        &self.owner
    }

    /// The owner's name, if a record gives one.
    pub fn owner_name(&self) -> Option<&str> {
        self.name.as_deref()
    }

    /// The guest, and for how many more moves.
    pub fn guest(&self) -> Option<&(Occupant, u32)> {
        self.guest.as_ref()
    }

    /// The name of the occupant, if a record gives one.
    pub fn name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.guest.is_none())
    }

    /// The occupant by name, or else as [`Occupant`] displays it.
    pub fn label(&self) -> String {
        self.name().map_or_else(|| self.occupant().to_string(), str::to_string)
    }

    /// Gives the seat away: to a guest for a number of moves, or to a new owner.
    pub fn give(&mut self, occupant: Occupant, moves: Option<u32>) {
        match moves {
            Some(moves) => self.guest = Some((occupant, moves)),
            None => *self = Seat::new(occupant),
        }
    }

    /// Counts a move from this seat. After the last of its moves the guest leaves.
    pub(crate) fn moved(&mut self) {
        self.guest = self.guest.take().filter(|&(_, moves)| moves > 1).map(|(guest, moves)| (guest, moves - 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str) -> Occupant {
        Occupant::Program(name.parse().unwrap())
    }

    #[test]
    fn a_guest_leaves_after_its_moves_and_the_owner_is_back() {
        let mut seat = Seat::new(program("random"));
        seat.give(Occupant::Person, Some(2));
        assert!(seat.occupant().is_person());
        seat.moved();
        assert_eq!(seat.guest(), Some(&(Occupant::Person, 1)));
        seat.moved();
        assert_eq!((seat.occupant(), seat.guest()), (&program("random"), None));
    }

    #[test]
    fn a_name_belongs_to_the_person_and_not_to_the_seat() {
        let mut seat = Seat::new(Occupant::Person).named(" Shusaku ");
        assert_eq!((seat.name(), seat.label().as_str()), (Some("Shusaku"), "Shusaku"));
        seat.give(program("random"), Some(1));
        assert_eq!((seat.name(), seat.label().as_str()), (None, "random"));
        seat.moved();
        assert_eq!(seat.name(), Some("Shusaku"));
        seat.give(Occupant::Person, None);
        assert_eq!(seat.name(), None);
        assert_eq!(Seat::new(program("random")).named("Gennan").name(), None);
        assert_eq!(Seat::new(Occupant::Person).named("human").name(), None);
    }

    #[test]
    fn a_new_owner_replaces_owner_and_guest() {
        let mut seat = Seat::new(program("random"));
        seat.give(program("greedy"), Some(5));
        seat.give(Occupant::Person, None);
        seat.moved();
        assert_eq!(seat, Seat::new(Occupant::Person));
    }
}
