//! A review (Stoutamire 1991, chapter 6): what a player makes of each move of a game.
//!
//! [`Review::of`] asks the player to rank the legal moves before each move of a record's main line, and keeps where the
//! move came and which points were ranked as high or higher. [`Review::annotate`] writes that into the record,
//! [`Review::page`] onto a page with a board for each move.

mod html;
mod sgf;

use goban::{Board, Color, Move, Point};
use kifu::{NodeId, Replay, ReplayError, Tree};
use player::{Player, Stop};
use thiserror::Error;

use crate::metric::{Placing, RULES, nan_to_lowest, rank_values};

/// What a player makes of a game.
#[derive(Clone, Debug)]
pub struct Review {
    /// The player, as its specification has it.
    pub player: String,
    /// The size of the board.
    pub size: usize,
    /// The moves that were reviewed, in order. Passes are not among them.
    pub moves: Vec<Verdict>,
}

/// What a player makes of a move.
#[derive(Clone, Debug)]
pub struct Verdict {
    /// The number of the move, from 1.
    pub number: usize,
    /// Who played.
    pub color: Color,
    /// Where.
    pub point: Point,
    /// The node of the record that has the move.
    pub node: NodeId,
    /// Where the move came among the legal ones.
    pub placing: Placing,
    /// The points that were ranked as high as the move or higher, itself included, best first.
    pub ranked: Vec<Ranked>,
    /// The position before the move.
    pub board: Board,
}

/// A point, and how high it was ranked. Points that are ranked alike share the best number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranked {
    /// The point.
    pub point: Point,
    /// The number of points that are ranked above it, and one.
    pub rank: u32,
}

/// What is reviewed, and how.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// The number of the first move, from 1.
    pub from: usize,
    /// The number of the last.
    pub to: usize,
    /// Whether the player learns from each move once it has been ranked, as iku did.
    pub learn: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { from: 1, to: usize::MAX, learn: false }
    }
}

/// Why a game cannot be reviewed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReviewError {
    /// The record cannot be played out.
    #[error(transparent)]
    Replay(#[from] ReplayError),
    /// A player that ranks nothing, or not there.
    #[error("{player} does not rank moves (asked at move {number})")]
    DoesNotRank {
        /// The player.
        player: String,
        /// The number of the move.
        number: usize,
    },
    /// There is nothing to review.
    #[error("there is no move to review: the record has {0} moves, and passes are not reviewed")]
    NoMoves(usize),
}

impl Review {
    /// Reviews the main line of a record up to where both have passed, or until the signal to stop. Somebody may watch:
    /// they are told the number of each move that is done.
    ///
    /// # Errors
    /// If the record cannot be played out that far, the player does not rank, or there is no move to review.
    pub fn of(
        tree: &Tree,
        name: &str,
        player: &mut dyn Player,
        options: &Options,
        stop: &Stop,
        watch: &mut dyn FnMut(usize),
    ) -> Result<Review, ReviewError> {
        let mut review = Review { player: name.to_string(), size: 0, moves: Vec::new() };
        let (mut passes, mut unranked, mut count) = (0, None, 0);
        player.reset(1);
        let replay = Replay::new(tree).rules(RULES).moves(options.to);
        let played = replay.walk(|step| {
            count = step.number;
            if unranked.is_some() || passes == 2 || stop.is_stopped() {
                return;
            }
            match step.mv {
                Move::Play(point) if step.number >= options.from => match verdict(&step, point, player) {
                    Some(verdict) => review.moves.push(verdict),
                    None => unranked = Some(step.number),
                },
                _ => {}
            }
            passes = if step.mv == Move::Pass { passes + 1 } else { 0 };
            if options.learn {
                player.learn(step.game, step.mv);
            }
            watch(step.number);
        })?;
        review.size = played.size();
        match unranked {
            Some(number) => Err(ReviewError::DoesNotRank { player: review.player, number }),
            None if review.moves.is_empty() => Err(ReviewError::NoMoves(count)),
            None => Ok(review),
        }
    }

    /// The mean error.
    pub fn error(&self) -> f64 {
        self.mean(|verdict| verdict.placing.error())
    }

    /// How often the move that was played was one of the first so many.
    pub fn top(&self, places: u32) -> f64 {
        self.mean(|verdict| verdict.placing.top(places))
    }

    fn mean(&self, of: impl Fn(&Verdict) -> f64) -> f64 {
        stats::mean(self.moves.iter().map(of)).unwrap_or(0.0)
    }

    /// The same of one player's moves.
    pub fn by(&self, color: Color) -> Review {
        let moves = self.moves.iter().filter(|verdict| verdict.color == color).cloned().collect();
        Review { player: self.player.clone(), size: self.size, moves }
    }
}

/// The legal moves of a position in their ranking, down to the one that was played.
fn verdict(step: &kifu::Step<'_>, point: Point, player: &mut dyn Player) -> Option<Verdict> {
    let game = step.game;
    let worth = rank_values(player, game)?;
    let least = nan_to_lowest(worth[point]);
    let mut good: Vec<(f32, Point)> = game.legal_points().map(|point| (nan_to_lowest(worth[point]), point)).collect();
    good.retain(|&(worth, _)| worth >= least);
    // Equal points stay in the order of the board.
    good.sort_by(|a, b| b.0.total_cmp(&a.0));
    let rank = |worth: f32| good.partition_point(|&(other, _)| other > worth) as u32 + 1;
    let ranked = good.iter().map(|&(worth, point)| Ranked { point, rank: rank(worth) }).collect();
    Some(Verdict {
        number: step.number,
        color: game.to_play(),
        point,
        node: step.node,
        placing: Placing::of(game, &worth, point),
        ranked,
        board: *game.board(),
    })
}

/// So many of the best moves are named.
const NAMED: usize = 5;

impl Verdict {
    /// The moves that were ranked highest, five at most, and none below the one that was played.
    pub fn best(&self) -> &[Ranked] {
        &self.ranked[..self.ranked.len().min(NAMED)]
    }
}
