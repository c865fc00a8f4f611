//! Who is to take a seat, as the command line and the prompt name them.

use player::{Maker, Spec, SpecError};
use table::{HUMAN, Occupant};

use crate::all_players::AllPlayers;

/// Reads `human` or a player of `ponnuki players`.
///
/// # Errors
/// If there is no such player, or it does not have that setting.
pub fn occupant(text: &str) -> Result<Occupant, SpecError> {
    Occupant::read(text, |text| {
        let spec: Spec = text.parse()?;
        AllPlayers.canonical(&spec).map_err(|error| match error {
            SpecError::UnknownPlayer { name, .. } => {
                let known = AllPlayers.entries().iter().map(|entry| entry.name).chain([HUMAN]);
                SpecError::UnknownPlayer { instead: player::instead(&name, known), name }
            }
            error => error,
        })
    })
}
