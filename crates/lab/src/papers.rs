//! The sources' numbers, with the places where they stand.
//!
//! A file for each family, `papers/FAMILY.toml`. Numbers that are only drawn, in figures that the texts have lost, are
//! not in them.

use std::collections::HashMap;
use std::sync::LazyLock;

use serde::Deserialize;

/// A number of a source.
#[derive(Clone, PartialEq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// Its name here: `table1.lgr2.legal`.
    pub id: String,
    /// The number.
    pub value: f64,
    /// The table, figure or section.
    pub place: String,
    /// The words or the cell it is taken from.
    pub quote: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Paper {
    number: Vec<Published>,
}

const PAPERS: [(&str, &str); 5] = [
    ("forgetting", include_str!("../papers/forgetting.toml")),
    ("deathmatch", include_str!("../papers/deathmatch.toml")),
    ("smartstart", include_str!("../papers/smartstart.toml")),
    ("preference", include_str!("../papers/preference.toml")),
    ("representations", include_str!("../papers/representations.toml")),
];

static NUMBERS: LazyLock<HashMap<(&str, String), Published>> = LazyLock::new(|| {
    let read = |(family, text): (&'static str, &str)| {
        // The files are part of the program, and a test reads them all.
        let paper: Paper = toml::from_str(text).unwrap_or_else(|error| panic!("papers/{family}.toml: {error}"));
        paper.number.into_iter().map(move |number| ((family, number.id.clone()), number))
    };
    PAPERS.into_iter().flat_map(read).collect()
});

/// A number of the source of a family; `None` if the source does not have it.
pub fn published(family: &'static str, id: &str) -> Option<&'static Published> {
    NUMBERS.get(&(family, id.to_string()))
}

/// The value of a published number.
pub fn value(family: &'static str, id: &str) -> Option<f64> {
    published(family, id).map(|number| number.value)
}

/// A published number in a cell of a table; a dash if the source does not have it.
pub fn cell(family: &'static str, id: &str, write: impl Fn(f64) -> String) -> String {
    value(family, id).map_or_else(|| "-".to_string(), write)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_has_its_place_and_a_name_of_its_own() {
        for (family, text) in PAPERS {
            let paper: Paper = toml::from_str(text).unwrap();
            let mut ids: Vec<&str> = paper.number.iter().map(|number| number.id.as_str()).collect();
            assert!(paper.number.iter().all(|number| !number.place.is_empty() && !number.quote.is_empty()), "{family}");
            ids.sort_unstable();
            let all = ids.len();
            ids.dedup();
            assert_eq!(ids.len(), all, "{family}");
        }
    }
}
