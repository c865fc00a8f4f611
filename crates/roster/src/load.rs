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
            SpecError::Unavailable { player, reason: format!("{reason} (the models that have a name are {known})") }
        }
        error => error,
    })
}

/// The names of embedded models that a parameter of a player takes, besides files.
pub fn embedded_models(player: &str, param: &str) -> Vec<&'static str> {
    match (player, param) {
        ("rave" | "orego", "clusters") => vec!["default", "paper-64", "paper-96"],
        ("rave", "prior-model") => models::expert::Expert::EMBEDDED.to_vec(),
        ("mcts" | "net", "model") => models::net::EMBEDDED.to_vec(),
        ("td", "net") => models::td::EMBEDDED.to_vec(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use player::{Kind, Maker, Spec};

    use super::*;
    use crate::Roster;

    #[test]
    fn players_can_be_made_with_all_their_embedded_models() {
        for entry in Roster.entries() {
            for param in entry.params.iter().filter(|param| param.kind == Kind::Text) {
                for name in embedded_models(entry.name, param.name) {
                    let mut spec = Spec::new(entry.name).unwrap();
                    if param.name == "clusters" {
                        spec.set("opening", "bias").unwrap();
                    }
                    spec.set(param.name, name).unwrap();
                    assert!(Roster.make(&spec).is_ok(), "{spec}");
                }
            }
        }
    }
}
