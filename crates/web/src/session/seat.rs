//! Who has a seat, for good or for some moves.

use std::fmt;

use player::Spec;
use serde::{Deserialize, Serialize};

use crate::Refusal;

/// What the page calls a person.
pub(crate) const PERSON: &str = "human";

/// Somebody who plays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Who {
    /// Whoever sits at a page.
    Person,
    /// A player, in the shortest form of its specification.
    Program(Spec),
}

impl Who {
    /// Reads who is meant; `admit` says whether a page may name that player.
    pub(crate) fn read(text: &str, admit: &dyn Fn(&str) -> Result<Spec, Refusal>) -> Result<Who, Refusal> {
        if text.trim() == PERSON { Ok(Who::Person) } else { admit(text).map(Who::Program) }
    }

    pub(crate) fn spec(&self) -> Option<&Spec> {
        match self {
            Who::Person => None,
            Who::Program(spec) => Some(spec),
        }
    }
}

impl fmt::Display for Who {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Who::Person => f.write_str(PERSON),
            Who::Program(spec) => spec.fmt(f),
        }
    }
}

/// A seat: who has it, and who is there only for some moves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Seat {
    owner: Who,
    /// What a record calls the person who has it.
    name: Option<String>,
    guest: Option<(Who, u32)>,
}

/// A name has no more room than this, in characters.
const ROOM: usize = 60;

impl Seat {
    pub(crate) fn new(owner: Who) -> Seat {
        Seat { owner, name: None, guest: None }
    }

    /// With the name that a record gives to whoever sat there, where that is a person now.
    pub(crate) fn called(self, name: &str) -> Seat {
        let name: String = name.trim().chars().take(ROOM).collect();
        let known = self.owner == Who::Person && !name.is_empty() && name != PERSON;
        Seat { name: known.then_some(name), ..self }
    }

    /// The name of who plays now, where a record says it.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref().filter(|_| self.guest.is_none())
    }

    /// Who plays now, by the name that is known.
    pub(crate) fn label(&self) -> String {
        self.name().map_or_else(|| self.who().to_string(), str::to_string)
    }

    /// Who plays now.
    pub(crate) fn who(&self) -> &Who {
        self.guest.as_ref().map_or(&self.owner, |(guest, _)| guest)
    }

    /// Who has it for good.
    pub(crate) fn owner(&self) -> &Who {
        &self.owner
    }

    pub(crate) fn is_person(&self) -> bool {
        *self.who() == Who::Person
    }

    /// For how many more moves, where it is not for good.
    pub(crate) fn moves(&self) -> Option<u32> {
        self.guest.as_ref().map(|&(_, moves)| moves)
    }

    /// Seats somebody for good, or for so many moves.
    pub(crate) fn take(&mut self, who: Who, moves: Option<u32>) {
        match moves {
            Some(moves) => self.guest = Some((who, moves)),
            None => *self = Seat::new(who),
        }
    }

    /// A move was made from this seat.
    pub(crate) fn moved(&mut self) {
        self.guest = self.guest.take().filter(|&(_, moves)| moves > 1).map(|(guest, moves)| (guest, moves - 1));
    }

    pub(crate) fn keep(&self) -> KeptSeat {
        let guest = self.guest.as_ref().map(|(guest, moves)| (guest.to_string(), *moves));
        KeptSeat { owner: self.owner.to_string(), name: self.name.clone(), guest }
    }

    /// Seats whoever sat there before; a player that is no longer to be had makes room for a person.
    pub(crate) fn restore(kept: &KeptSeat, admit: &dyn Fn(&str) -> Result<Spec, Refusal>) -> Seat {
        let read = |text: &str| Who::read(text, admit).unwrap_or(Who::Person);
        let guest = kept.guest.as_ref().map(|(guest, moves)| (read(guest), *moves));
        Seat { owner: read(&kept.owner), name: kept.name.clone(), guest }
    }
}

/// A seat as the ledger keeps it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptSeat {
    owner: String,
    #[serde(default)]
    name: Option<String>,
    guest: Option<(String, u32)>,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn program(name: &str) -> Who {
        Who::Program(name.parse().unwrap())
    }

    #[test]
    fn a_guest_leaves_after_its_moves_and_the_owner_comes_back() {
        let mut seat = Seat::new(program("random"));
        seat.take(Who::Person, Some(2));
        assert!(seat.is_person());
        seat.moved();
        assert_eq!((seat.is_person(), seat.moves()), (true, Some(1)));
        seat.moved();
        assert_eq!((seat.who(), seat.moves()), (&program("random"), None));
    }

    #[test]
    fn a_name_belongs_to_the_person_and_not_to_the_seat() {
        let mut seat = Seat::new(Who::Person).called(" Shusaku ");
        assert_eq!((seat.name(), seat.label().as_str()), (Some("Shusaku"), "Shusaku"));
        seat.take(program("random"), Some(1));
        assert_eq!((seat.name(), seat.label().as_str()), (None, "random"));
        seat.moved();
        assert_eq!(seat.name(), Some("Shusaku"));
        seat.take(Who::Person, None);
        assert_eq!(seat.name(), None);
        assert_eq!(Seat::new(program("random")).called("Gennan").name(), None);
        assert_eq!(Seat::new(Who::Person).called("human").name(), None);
    }

    #[test]
    fn whoever_is_seated_for_good_replaces_owner_and_guest() {
        let mut seat = Seat::new(program("random"));
        seat.take(program("greedy"), Some(5));
        seat.take(Who::Person, None);
        seat.moved();
        assert_eq!(seat, Seat::new(Who::Person));
    }
}
