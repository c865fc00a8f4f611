//! A proposal of which stones are dead at the end of a game.

use crate::board::Board;
use crate::color::Color;
use crate::life;
use crate::point::{PointMap, PointSet};

const PLAYOUTS: i32 = 400;
/// By how many playouts the opponent must lead on a chain's points: in a seki each side wins about half.
const CLEAR_LEAD: i32 = PLAYOUTS / 8;
const SEED: u64 = 0x0060_6f62_616e;

/// The stones that look dead.
///
/// Unconditionally alive stones (see [`life`]) are alive, and stones in the opponent's unconditional territory are
/// dead. Every other chain is evaluated by a fixed number of uniformly random playouts, half of them with Black to move
/// first: it is dead if its points end up as the opponent's clearly more often than not. That is right for finished
/// games of simple players and a fair guess elsewhere; it does not read, so a narrow fight or a seki may be misjudged.
/// The same position always gets the same answer.
pub fn dead_stones(board: &Board) -> PointSet {
    let settled = life::settled(board);
    let mut open = board.points().filter(|&point| settled[point].is_none() && board.cell(point).color().is_some());
    let lead = if open.next().is_some() { playout_lead(board) } else { PointMap::new(0) };

    let mut dead = PointSet::new();
    for point in board.points() {
        let Some(color) = board.cell(point).color() else { continue };
        let is_dead = match settled[point] {
            Some(owner) => owner != color,
            None => {
                let black_lead: i32 = board.chain(point).map(|stone| lead[stone]).sum();
                let opponent_lead = if color == Color::Black { -black_lead } else { black_lead };
                opponent_lead > CLEAR_LEAD * board.chain_size(point) as i32
            }
        };
        if is_dead {
            dead.insert(point);
        }
    }
    dead
}

/// By how much Black leads, in points of area and without komi, when games from here are played to their end at random:
/// the mean over the playouts of [`dead_stones`], half of them with Black to move first. A rough measure of whether a
/// position is even.
pub fn random_margin(board: &Board) -> f32 {
    let lead = playout_lead(board);
    board.points().map(|point| lead[point]).sum::<i32>() as f32 / PLAYOUTS as f32
}

/// In how many more playouts each point ended as Black's than as White's.
fn playout_lead(board: &Board) -> PointMap<i32> {
    let mut random = XorShift(SEED);
    let mut lead = PointMap::new(0);
    for playout in 0..PLAYOUTS {
        let mut end = *board;
        end.set_to_play(Color::BOTH[(playout % 2) as usize]);
        end.play_out(|n| random.below(n));
        for point in end.points() {
            let owner = end.cell(point).color().or_else(|| {
                let enclosed_by = |&color: &Color| end.surround(point).is_enclosed_by(color);
                Color::BOTH.into_iter().find(enclosed_by)
            });
            lead[point] += owner.map_or(0, |color| if color == Color::Black { 1 } else { -1 });
        }
    }
    lead
}

/// Marsaglia's xorshift generator: enough for this, and no dependency.
struct XorShift(u64);

impl XorShift {
    fn below(&mut self, bound: u32) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (((self.0 >> 32) * u64::from(bound)) >> 32) as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::Diagram;
    use crate::point::Point;

    /// The dead stones of a diagram, as names.
    fn dead(text: &str) -> Vec<String> {
        let board = Diagram::parse(text).unwrap().board;
        let dead = dead_stones(&board);
        board.points().filter(|&p| dead.contains(p)).map(|p: Point| p.to_gtp(board.size())).collect()
    }

    #[test]
    fn stones_in_unconditional_territory_are_dead() {
        assert_eq!(
            dead(
                "
            . X . X O .
            X X X X O O
            O . X O . O
            X X X O O O
            . X O O . O
            . X O . O O"
            ),
            ["A4"]
        );
    }

    #[test]
    fn an_invader_without_room_is_dead_and_the_walls_are_alive() {
        let found = dead(
            "
            . . . X O . . . .
            . . . X O . . X .
            . O . X O . . . .
            . . . X O . . . .
            X X X X O O . . .
            O O O X X O O O O
            . . O O X X X X X
            . . . O X . . . .
            . . . O X . . O .",
        );
        assert_eq!(found, ["H8", "B7", "H1"]);
    }

    #[test]
    fn nothing_is_dead_on_an_empty_board_or_among_living_stones() {
        assert!(dead("...\n...\n...").is_empty());
        assert!(
            dead(
                "
            . X . O .
            X X X O O
            . X O O .
            X X O . O
            X X O O O"
            )
            .is_empty()
        );
    }

    #[test]
    fn an_empty_board_is_even_and_a_wall_is_not() {
        let margin = |text: &str| random_margin(&Diagram::parse(text).unwrap().board);
        let even = margin(".....\n.....\n.....\n.....\n.....");
        // Most random games on so small a board end with all of it one colour's: the mean of 400 has a deviation of
        // about one.
        assert!(even.abs() < 4.0, "{even}");
        assert!(margin(".....\n.....\nXXXXX\n.....\n.....") > 10.0);
    }

    #[test]
    fn chains_in_a_balanced_seki_are_alive() {
        let found = dead(
            "
            O X . X . O . O X
            O X X X O O O O X
            O O O O X X X X X
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .
            . . . O X . . . .",
        );
        assert!(found.is_empty(), "{found:?}");
    }
}
