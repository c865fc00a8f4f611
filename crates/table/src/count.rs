//! What counting a finished game needs: which ends leave nothing to agree on, and dead stones as whole chains.

use goban::{Board, End, Game, Outcome, Point, PointSet};

/// The outcome of a game that the board decides, without agreement on dead stones: a side resigned or has no move left,
/// or both passed under rules that count every stone.
pub fn decided_by_board(game: &Game) -> Option<Outcome> {
    let is_decided = match game.end()? {
        End::NoMoveLeft | End::Resignation(_) => true,
        End::Passes => game.rules().count_every_stone(),
    };
    game.outcome(&PointSet::new()).filter(|_| is_decided)
}

/// Every stone of the chains at these points. A stone is dead with its whole chain. Points off the board and empty
/// points are left out.
pub fn whole_chains(board: &Board, points: impl IntoIterator<Item = Point>) -> PointSet {
    let on_board = points.into_iter().filter(|&point| point.is_on(board.size()));
    let stones = on_board.filter(|&point| board.cell(point).color().is_some());
    stones.flat_map(|stone| board.chain(stone)).collect()
}
