//! Moves for chains in danger, which `naive` and `gojen` share: those first, and no useless moves.
//!
//! A chain that can be caught by one atari after the other ([`ladder`]) is in danger, and one that is in atari can be
//! taken. Saving own stones and taking the opponent's has a value of two points a stone. Stones for which no
//! move helps any more are lost: it gives up its own, and leaves the opponent's alone.

use goban::{Board, Cell, Color, Game, Point, PointList, PointMap, eye, ladder, life, tactics};

/// Moves that a ladder may be read ahead, with all its branches.
const NODES: u32 = 150;

/// Values each of these points: by the chains in danger, times `weight`, and for useful moves by `quiet`.
pub(crate) fn evaluate(
    game: &Game,
    points: &[Point],
    clean_up: bool,
    weight: f32,
    mut quiet: impl FnMut(Point) -> f32,
    values: &mut PointMap<f32>,
) {
    let (board, us) = (game.board(), game.to_play());
    let must_capture = clean_up || game.rules().count_every_stone();
    let settled = life::settled(board);
    let urgent = urgent(board, us);
    for &point in points {
        let captures = tactics::captured_by(board, point, us) > 0;
        values[point] = match tactics::self_atari(board, point, us) {
            Some(stones) if !captures => -(stones as f32),
            _ => {
                let is_useful = is_useful(board, point, us, &settled, must_capture);
                weight * urgent[point] + if is_useful { quiet(point) } else { 0.0 }
            }
        };
    }
}

/// Whether a move is of any use where nothing is in danger: it is neither where all is settled, unless dead stones must
/// be captured, nor in a small eye space of our own.
pub(crate) fn is_useful(
    board: &Board,
    point: Point,
    us: Color,
    settled: &PointMap<Option<Color>>,
    must_capture: bool,
) -> bool {
    match settled[point] {
        None => !is_own_eye_space(board, point, us),
        Some(owner) => must_capture && owner == us && touches(board, point, us.other()),
    }
}

fn touches(board: &Board, point: Point, color: Color) -> bool {
    board.surround(point).neighbors(color.into()) > 0
}

/// Whether the point is one of a few that we enclose, with no stone among them: to play there would cost eyes.
fn is_own_eye_space(board: &Board, point: Point, us: Color) -> bool {
    let space = eye::eye_space(board, point, us);
    space.is_some_and(|space| space.iter().all(|&inside| board.cell(inside) == Cell::Empty))
}

/// The value of each point for chains in danger, ours and theirs.
fn urgent(board: &Board, us: Color) -> PointMap<f32> {
    let mut values = PointMap::new(0.0);
    for chain in board.points().filter(|&point| board.head(point) == point) {
        match board.cell(chain).color() {
            Some(color) if color == us => save(board, chain, us, &mut values),
            Some(_) => take(board, chain, us, &mut values),
            None => {}
        }
    }
    values
}

/// The value of stones.
fn points_of(board: &Board, chain: Point) -> f32 {
    2.0 * board.chain_size(chain) as f32
}

/// Captures, if the stones could still get away; else catches them, if that can be read to the end.
fn take(board: &Board, chain: Point, us: Color, values: &mut PointMap<f32>) {
    if let Some(liberty) = board.in_atari(chain) {
        let is_lost = ladder::defend(board, chain, NODES).fate == ladder::Fate::Captured;
        if !is_lost && board.check(liberty, us).is_ok() {
            values[liberty] += points_of(board, chain) + 1.0;
        }
    } else if tactics::liberties::<3>(board, chain).len() == 2 {
        let reading = ladder::attack(board, chain, NODES);
        if let (ladder::Fate::Captured, Some(point)) = (reading.fate, reading.point) {
            values[point] += points_of(board, chain);
        }
    }
}

/// The moves after which the chain cannot be caught, preferably by connecting it and gaining liberties.
fn save(board: &Board, chain: Point, us: Color, values: &mut PointMap<f32>) {
    let mut moves = PointList::<16>::new();
    let in_atari = board.in_atari(chain).is_some();
    let liberties = tactics::liberties::<3>(board, chain);
    if liberties.len() > 2 {
        return;
    }
    tactics::counter_captures(board, chain, &mut moves);
    liberties.iter().for_each(|&liberty| {
        moves.insert(liberty);
    });
    let in_danger = in_atari || ladder::attack(board, chain, NODES).fate == ladder::Fate::Captured;
    for &point in moves.iter().filter(|&&point| board.check(point, us).is_ok()) {
        let connects = tactics::chain_size_after(board, point, us) > 1 + board.chain_size(chain);
        let mut after = *board;
        after.play_unchecked(point);
        if !in_danger {
            // Weak, but not yet in danger: only a connection has a value.
            values[point] += if connects && liberties.contains(&point) { points_of(board, chain) / 4.0 } else { 0.0 };
        } else if after.cell(chain).is(us) && ladder::attack(&after, chain, NODES).fate != ladder::Fate::Captured {
            let shape = 0.1 * tactics::liberty_count(&after, chain).min(8) as f32 + if connects { 0.2 } else { 0.0 };
            values[point] += points_of(board, chain) + if in_atari { 1.0 } else { 0.0 } + shape;
        }
    }
}
