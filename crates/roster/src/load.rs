//! Models out of files, for players that take the name of one.

use std::path::Path;

use models::file::{self, ModelError};
use player::SpecError;

/// Reads the model of that name for a player.
///
/// # Errors
/// If there is none, in a sentence that names the file.
pub fn load<T>(player: &str, name: &str, read: impl Fn(&[u8]) -> Result<T, ModelError>) -> Result<T, SpecError> {
    file::load(Path::new(name)).and_then(|bytes| read(&bytes)).map_err(|error| {
        let reason = match error {
            ModelError::File { .. } => error.to_string(),
            _ => format!("{name} cannot be used: {error}"),
        };
        SpecError::Unavailable { player: player.to_string(), reason }
    })
}

/// The same for a player whose models may also have a name, `known` being all of these: `embedded` is what has this
/// one.
///
/// # Errors
/// If there is none, in a sentence that names the file and the models that have a name.
pub fn load_or_named<T: Clone>(
    player: &str,
    name: &str,
    embedded: Option<&T>,
    known: &[&str],
    read: impl Fn(&[u8]) -> Result<T, ModelError>,
) -> Result<T, SpecError> {
    if let Some(model) = embedded {
        return Ok(model.clone());
    }
    load(player, name, read).map_err(|error| match error {
        SpecError::Unavailable { player, reason } => {
            let known = known.join(", ");
            SpecError::Unavailable { player, reason: format!("{reason} (the networks that have a name are {known})") }
        }
        error => error,
    })
}
