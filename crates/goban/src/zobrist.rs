//! Zobrist keys: a random number for every stone on every point, whose exclusive or names a position.
//!
//! The board itself keeps no hash, because playouts have no use for one. [`Game`](crate::Game) and the search tree keep
//! theirs by the stones that [`Board::last_taken`](crate::Board::last_taken) names. The keys are made by SplitMix64
//! from a fixed seed, the same on every machine and in every version, so that hashes may be stored.

use crate::board::Board;
use crate::color::Color;
use crate::point::{CAPACITY, Point, PointMap};

static STONES: [PointMap<u64>; 2] = [PointMap(keys(1)), PointMap(keys(2))];
static KO: PointMap<u64> = PointMap(keys(3));
const WHITE_TO_PLAY: u64 = split_mix(4 << 32);

/// The key of a stone on a point.
#[inline]
pub fn stone(point: Point, color: Color) -> u64 {
    STONES[color.index()][point]
}

/// The key of a point that is forbidden by simple ko.
#[inline]
pub fn ko(point: Point) -> u64 {
    KO[point]
}

/// The key of the player whose turn it is.
#[inline]
pub fn to_play(color: Color) -> u64 {
    match color {
        Color::Black => 0,
        Color::White => WHITE_TO_PLAY,
    }
}

/// The hash of the stones of a board, computed from nothing.
pub fn stones(board: &Board) -> u64 {
    board.points().filter_map(|point| Some(stone(point, board.cell(point).color()?))).fold(0, |hash, key| hash ^ key)
}

/// How the last move changed the hash of the stones: the stone played, and those it took.
pub fn change(board: &Board) -> u64 {
    let Some(point) = board.last_move().and_then(|mv| mv.point()) else { return 0 };
    let us = board.to_play().other();
    let taken = if board.cell(point).is(us) { us.other() } else { us };
    board.last_taken().iter().fold(stone(point, us), |hash, &at| hash ^ stone(at, taken))
}

const fn keys(series: u64) -> [u64; CAPACITY] {
    let mut keys = [0; CAPACITY];
    let mut i = 0;
    while i < CAPACITY {
        keys[i] = split_mix((series << 32) + i as u64);
        i += 1;
    }
    keys
}

/// The output function of SplitMix64 (Steele, Lea and Flood 2014) at a place of its sequence.
const fn split_mix(place: u64) -> u64 {
    let z = place.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Move;

    #[test]
    fn no_two_keys_are_equal() {
        let mut all: Vec<u64> = [STONES[0].0, STONES[1].0, KO.0].concat();
        all.push(WHITE_TO_PLAY);
        all.push(0);
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn the_change_of_a_capture_is_the_difference_of_the_hashes() {
        let mut board = Board::new(5);
        for name in ["A2", "A1", "B1"] {
            let before = stones(&board);
            board.play(Move::from_gtp(name, 5).unwrap()).unwrap();
            assert_eq!(stones(&board), before ^ change(&board), "after {name}");
        }
        assert_eq!(board.last_taken().len(), 1);
    }
}
