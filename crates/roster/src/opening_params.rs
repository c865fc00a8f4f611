//! Parameters of expert openings (Steinmetz and Gini 2015), shared by the searches by playouts.

use std::sync::Arc;

use models::openings::{Book, Clusters};
use player::{SpecError, choices, parameters};
use search::opening::{Manner, Opening};

use crate::engine::book;
use crate::load::load;

parameters! {
    /// The opening knowledge, and how it is used.
    pub struct OpeningParams {
        /// whether clusters of experts' openings filter moves or bias them by virtual wins, or an exact book is used
        pub opening: OpeningUse = "off";
        /// the number of stones after which the opening is over
        pub opening_until: usize = 12, in 0..=100, when opening "filter" "bias";
        /// virtual wins of a move of the nearest cluster
        pub opening_bias: f32 = 40, in 0.0..=1e3, when opening "bias";
        /// the clusters: default, paper-64, paper-96, or a file
        pub clusters: String = "default", when opening "filter" "bias";
        /// the file of an exact book; without one, the built-in book
        pub book: String = "", when opening "book";
    }
}

choices! {
    /// How opening knowledge is used.
    pub enum OpeningUse {
        /// Not at all.
        Off = "off",
        /// Other moves are left out.
        Filter = "filter",
        /// Moves of the nearest cluster get virtual wins.
        Bias = "bias",
        /// The moves of an exact book are played.
        Book = "book",
    }
}

impl OpeningParams {
    /// The clusters that guide the search of a player, and the book that it plays from without a search.
    ///
    /// # Errors
    /// If a file cannot be used.
    pub fn load(&self, player: &str) -> Result<(Option<Opening>, Option<Arc<Book>>), SpecError> {
        let manner = match self.opening {
            OpeningUse::Off => return Ok((None, None)),
            OpeningUse::Book => return Ok((None, Some(book(player, &self.book)?))),
            OpeningUse::Filter => Manner::Filter,
            OpeningUse::Bias => Manner::Bias(self.opening_bias),
        };
        let clusters = match Clusters::embedded(&self.clusters) {
            Some(clusters) => clusters.clone(),
            None => Arc::new(load(player, &self.clusters, Clusters::read)?),
        };
        Ok((Some(Opening { clusters, until: self.opening_until, manner }), None))
    }
}
