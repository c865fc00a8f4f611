//! Who sits at the board.

use std::fmt;
use std::str::FromStr;

use anyhow::Result;
use player::{Maker, Player, Spec, SpecError};

use crate::everyone::Everyone;

/// Who is to take a seat.
#[derive(Clone, PartialEq, Debug)]
pub enum Who {
    /// The person at the terminal.
    Human,
    /// A player by its specification.
    Program(Spec),
}

impl FromStr for Who {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Who, SpecError> {
        if text.trim() == "human" {
            return Ok(Who::Human);
        }
        let spec: Spec = text.parse()?;
        match Everyone.canonical(&spec) {
            Ok(spec) => Ok(Who::Program(spec)),
            Err(SpecError::UnknownPlayer { name, .. }) => {
                let known = Everyone.entries().iter().map(|entry| entry.name).chain(["human"]);
                Err(SpecError::UnknownPlayer { instead: player::instead(&name, known), name })
            }
            Err(error) => Err(error),
        }
    }
}

/// A seat that is taken.
pub enum Seat {
    /// By the person at the terminal.
    Human,
    /// By a program.
    Program(Spec, Box<dyn Player>),
}

impl Seat {
    /// Seats somebody.
    ///
    /// # Errors
    /// If the player cannot be made.
    pub fn take(who: Who) -> Result<Seat> {
        Ok(match who {
            Who::Human => Seat::Human,
            Who::Program(spec) => {
                let player = Everyone.make(&spec)?;
                Seat::Program(spec, player)
            }
        })
    }

    /// Whether a person sits here.
    pub fn is_human(&self) -> bool {
        matches!(self, Seat::Human)
    }
}

/// The name in records and messages.
impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Seat::Human => f.write_str("human"),
            Seat::Program(spec, _) => spec.fmt(f),
        }
    }
}
