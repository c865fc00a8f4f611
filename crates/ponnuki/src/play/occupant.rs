//! Who is to take a seat, as the command line and the prompt name them.

use player::{Maker, Spec, SpecError};
use table::{HUMAN, Occupant};

use crate::everyone::Everyone;

/// Reads `human` or a player of `ponnuki players`.
///
/// # Errors
/// If there is no such player, or it does not have that setting.
pub fn occupant(text: &str) -> Result<Occupant, SpecError> {
    Occupant::read(text, |text| {
        let spec: Spec = text.parse()?;
        Everyone.canonical(&spec).map_err(|error| match error {
            SpecError::UnknownPlayer { name, .. } => {
                let known = Everyone.entries().iter().map(|entry| entry.name).chain([HUMAN]);
                SpecError::UnknownPlayer { instead: player::instead(&name, known), name }
            }
            error => error,
        })
    })
}
