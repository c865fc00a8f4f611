//! A review: what a player says of each move of a game.
//!
//! This is the one engine of review, for the command line and the page. A [`Reviewer`] evaluates the positions of a
//! [`Line`] one by one, and gives each move an [`Assessment`]: its rank error (Stoutamire 1991, chapter 6), the win
//! rate and the points that it lost, what would have been better, and a [`Grade`]. [`assessment`] states how losses are
//! measured, [`Grade::of`] which loss has which grade. A [`Review`] is the result for a game, with a [`Summary`] for
//! each side. [`sgf`] writes it into the record and reads it back, [`Review::page`] makes a page of it with a board for
//! each move, [`Review::chart`] a picture of its course.

pub mod assessment;
mod chart;
mod engine;
mod html;
mod line;
pub mod sgf;
mod summary;

use goban::Board;
use kifu::{NodeId, Replay, ReplayError, Tree};
use player::{Analysis, Budget, Failure, Player, Stop};
use thiserror::Error;

pub use assessment::{Assessment, Change, Grade, Measure, Ranked};
pub use engine::Reviewer;
pub use line::Line;
pub use summary::Summary;

/// The review of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The specification of the player.
    pub player: String,
    /// The size of the board.
    pub size: usize,
    /// The moves that were reviewed, in order. A player that only ranks does not review passes.
    pub moves: Vec<MoveReview>,
}

/// The review of a move, and where the move is in the game.
#[derive(Clone, Debug)]
pub struct MoveReview {
    /// The number of the move, from 1.
    pub number: usize,
    /// The node of the record that has the move.
    pub node: NodeId,
    /// The position before the move.
    pub board: Board,
    /// What the player says of the move.
    pub assessment: Assessment,
    /// What the player considered in the position before the move; nothing where the review was read from the record.
    pub analysis: Option<Analysis>,
}

/// Which moves are reviewed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of the first move, from 1.
    pub from: usize,
    /// The number of the last move.
    pub to: usize,
    /// Whether the player learns from each move once it has been evaluated, as iku did.
    pub learn: bool,
    /// What the player may spend on each position.
    pub budget: Budget,
}

impl Default for Options {
    fn default() -> Options {
        Options { from: 1, to: usize::MAX, learn: false, budget: Budget::default() }
    }
}

/// Why a game cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReviewError {
    /// The record cannot be played out.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// The player neither ranks moves nor values positions.
    #[error("{player} neither ranks moves nor estimates a win rate or a score (asked at move {number})")]
    Silent {
        /// The player.
        player: String,
        /// The number of the move.
        number: usize,
    },
    /// The player failed.
    #[error(transparent)]
    Failed(#[from] Failure),
    /// There is nothing to review.
    #[error("there is no move to review: the record has {0} moves, and passes are not ranked")]
    NoMoves(usize),
}

impl Review {
    /// Reviews the main line of a record by the record's rules, up to where both sides have passed or until the stop
    /// signal. `report` receives each finished move. An interrupted review that the record holds is resumed.
    ///
    /// # Errors
    /// If the record cannot be played that far, the player fails or says nothing, or there is no move to review.
    pub fn of(
        tree: &Tree,
        name: &str,
        player: &mut dyn Player,
        options: &Options,
        stop: &Stop,
        report: &mut dyn FnMut(&MoveReview),
    ) -> Result<Review, ReviewError> {
        let line = Line::of(Replay::new(tree).moves(options.to))?;
        let recorded = line.recorded;
        let mut reviewer = Reviewer::new(tree, line, name, options)?;
        let mut moves = Vec::new();
        while !reviewer.is_done() && !stop.is_stopped() {
            let finished = reviewer.step(player, stop)?;
            finished.iter().for_each(&mut *report);
            moves.extend(finished);
        }
        if moves.is_empty() && reviewer.is_done() {
            return Err(ReviewError::NoMoves(recorded));
        }
        Ok(Review { player: name.to_string(), size: reviewer.size(), moves })
    }

    /// The review that the main line of a record holds; nothing where there is none. Moves that others reviewed than
    /// the reviewer of the first one are left out.
    ///
    /// # Errors
    /// If the record cannot be played out.
    pub fn read(tree: &Tree) -> Result<Option<Review>, ReplayError> {
        let line = Line::of(Replay::new(tree))?;
        let mut review: Option<Review> = None;
        let mut after = None;
        for (index, mv) in line.moves.iter().enumerate() {
            let Some(game) = line.before(index, after.as_ref()) else { break };
            if let Some(assessment) = sgf::read(tree, mv.node, line.size()) {
                let player = assessment.reviewer.clone();
                let review = review.get_or_insert_with(|| Review { player, size: line.size(), moves: Vec::new() });
                if review.player == assessment.reviewer {
                    let (number, node, board) = (mv.number, mv.node, *game.board());
                    review.moves.push(MoveReview { number, node, board, assessment, analysis: None });
                }
            }
            after = line::play(game, mv.mv);
        }
        Ok(review)
    }

    /// Writes the review into the record that was reviewed, in place of an earlier one.
    pub fn annotate(&self, tree: &mut Tree) {
        self.moves.iter().for_each(|review| sgf::write(tree, review, self.size));
    }
}
