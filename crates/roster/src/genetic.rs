//! `genetic`: plays the move after which an evaluation by evolved patterns is best.
//!
//! What Ying's "Artificial Intelligence for Go" (2009) had to leave unfinished, after Per Rutquist's "Evolving an
//! Evaluation Function to Play Go" (1997): patterns that were bred, with weights that were learnt
//! ([`models::genetic`]), and one move of lookahead. Untrained, with random patterns and weights, it is what
//! Rutquist's was before it had learnt anything.

use std::sync::Arc;

use goban::{Board, Color};
use models::genetic::{Evaluation, Planes};
use player::{Entry, SpecError, parameters};

use crate::load::load;
use crate::lookahead::{BoardEvaluation, Lookahead};
use crate::seed::SeedParams;
use crate::simple::Simple;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "genetic",
    summary: "plays the move after which evolved patterns evaluate the board best",
    params: Params::PARAMS,
    build: |settings, _| {
        let params = Params::read(settings);
        let patterns = Patterns { evaluation: evaluation(&params)?, planes: Planes::default() };
        Ok(Box::new(Simple::new(Lookahead::new(patterns, 1), params.seed)))
    },
};

parameters! {
    /// Its evaluation.
    pub struct Params {
        /// the file of an evaluation, or untrained for a random one; without one, the built-in evaluation
        pub model: String = "", role Model;
        ..seed: SeedParams;
    }
}

/// How many patterns an untrained one has.
const UNTRAINED: usize = 50;

fn evaluation(params: &Params) -> Result<Arc<Evaluation>, SpecError> {
    match params.model.as_str() {
        "" => Ok(Evaluation::embedded().clone()),
        "untrained" => Ok(Arc::new(Evaluation::untrained(UNTRAINED, params.seed.of_game(0)))),
        name => load(ENTRY.name, name, Evaluation::read).map(Arc::new),
    }
}

struct Patterns {
    evaluation: Arc<Evaluation>,
    planes: Planes,
}

impl BoardEvaluation for Patterns {
    /// The sum of an evaluation may be anything; what counts is the order, which is the same between 0 and 1.
    fn evaluate(&mut self, board: &Board, own: Color) -> f32 {
        self.planes.look(board, own);
        let value = self.evaluation.evaluate(&self.planes) - 0.5;
        0.5 + 0.5 * value / (1.0 + value.abs())
    }

    fn remark(&self, board: &Board, own: Color) -> Option<(&'static str, String)> {
        Some(("evaluation", format!("{:.3}", self.evaluation.score(board, own))))
    }
}
