//! The line of a record that is reviewed: its moves, and the positions before and after them.

use goban::{Color, Game, Move};
use kifu::{NodeId, Replay, ReplayError};

/// A line of a record, up to where both sides have passed.
///
/// Games are long and a [`Game`] carries its history, so a line keeps only the positions that do not follow from the
/// move before: the first one, and those where the record sets up stones.
#[derive(Clone, Debug)]
pub struct Line {
    pub(super) moves: Vec<LineMove>,
    /// The number of moves that the record has, also after two passes.
    pub(super) recorded: usize,
    size: usize,
}

/// A move of a line.
#[derive(Clone, Debug)]
pub(super) struct LineMove {
    /// The number of the move, from 1.
    pub number: usize,
    /// The node that has the move.
    pub node: NodeId,
    /// Who moves.
    pub color: Color,
    /// The move.
    pub mv: Move,
    /// The position before the move, where it does not follow from the move before.
    pub start: Option<Box<Game>>,
}

impl Line {
    /// The line that a replay follows.
    ///
    /// # Errors
    /// If the record cannot be played that far.
    pub fn of(replay: Replay<'_>) -> Result<Line, ReplayError> {
        let mut moves: Vec<LineMove> = Vec::new();
        let mut after: Option<Game> = None;
        let (mut passes, mut recorded) = (0, 0);
        let game = replay.walk(|step| {
            recorded = step.number;
            if passes == 2 {
                return;
            }
            let game = step.game;
            let follows = after.as_ref().is_some_and(|after| is_same_board(after, game));
            let start = (!follows).then(|| Box::new(game.clone()));
            moves.push(LineMove { number: step.number, node: step.node, color: game.to_play(), mv: step.mv, start });
            after = play(game.clone(), step.mv);
            passes = if step.mv == Move::Pass { passes + 1 } else { 0 };
        })?;
        Ok(Line { moves, recorded, size: game.size() })
    }

    /// The same line with another komi.
    #[must_use]
    pub fn komi(mut self, komi: f32) -> Line {
        self.moves.iter_mut().filter_map(|mv| mv.start.as_mut()).for_each(|game| game.set_komi(komi));
        self
    }

    /// The number of moves.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether there is no move.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The position before a move, which follows from `after` unless the record sets it up.
    pub(super) fn before(&self, index: usize, after: Option<&Game>) -> Option<Game> {
        let mv = self.moves.get(index)?;
        let mut game = mv.start.as_deref().or(after)?.clone();
        if game.is_over() {
            game.resume();
        }
        if game.to_play() != mv.color {
            game.set_to_play(mv.color);
        }
        Some(game)
    }
}

/// The position after a move; nothing if the move is illegal, which a line that was replayed does not have.
pub(super) fn play(mut game: Game, mv: Move) -> Option<Game> {
    game.play(mv).ok().map(|()| game)
}

fn is_same_board(a: &Game, b: &Game) -> bool {
    let same = |point| a.board().cell(point) == b.board().cell(point);
    a.board().points().all(same) && a.move_number() == b.move_number()
}
