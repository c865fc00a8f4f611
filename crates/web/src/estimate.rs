//! The estimated score of an unfinished position, by the ownership map of a player.
//!
//! A point counts for a side that clearly owns it. Other points are open and do not count. A chain is alive or dead as
//! a whole, by the mean ownership of its stones.

use goban::{Board, Color, Game, Point, PointMap, PointSet, Scoring, score};

use crate::message::Count;
use crate::view;

/// The ownership from which a point is clearly owned: the side holds it in three of four endings.
const CLEAR: f32 = 0.5;

/// The count of the clear points.
pub(crate) struct Estimate {
    pub(crate) count: Count,
    /// The ownership of each point, from 1 (Black) to -1 (White); 0 if it is open.
    pub(crate) owners: Vec<f32>,
    /// The number of open points.
    pub(crate) open: u32,
}

/// The estimate by an ownership map, from 1 (Black) to -1 (White), in rows from the top left.
pub(crate) fn by_ownership(game: &Game, ownership: &[f32]) -> Estimate {
    let board = game.board();
    let ownership = by_chain(board, ownership);
    let stone = |point: Point| board.cell(point).color();
    let mut owner = PointMap::new(None);
    let mut dead = PointSet::new();
    for point in board.points() {
        owner[point] = clear_owner(ownership[point]);
        if stone(point).is_some_and(|color| owner[point] == Some(color.other())) {
            dead.insert(point);
        }
    }
    let territory = game.rules().scoring == Scoring::Territory;
    if territory {
        // A point between living stones of both sides is neutral.
        let alive = |point: &Point| !dead.contains(*point);
        let touches =
            |point: Point, color| point.neighbors().iter().filter(|p| alive(p)).any(|&p| board.cell(p).is(color));
        let between = |point: &Point| Color::BOTH.into_iter().all(|color| touches(*point, color));
        board.points().filter(|&point| stone(point).is_none()).filter(between).for_each(|point| owner[point] = None);
    }
    let value = |point: Point, color: Color| match stone(point) {
        _ if owner[point] != Some(color) => 0,
        Some(own) if own == color => i32::from(!territory),
        Some(_) if territory => 2,
        _ => 1,
    };
    let prisoners = |color: Color| if territory { board.captured(color.other()) as i32 } else { 0 };
    let points = Color::BOTH.map(|color| prisoners(color) + board.points().map(|p| value(p, color)).sum::<i32>());
    let clear = |point: Point| if owner[point].is_some() { ownership[point] } else { 0.0 };
    Estimate {
        owners: board.points().map(clear).collect(),
        open: board.points().filter(|&point| owner[point].is_none()).count() as u32,
        count: view::tally(game, &dead, &score::Count { owner, points }),
    }
}

/// The estimate without a player: the surrounded points.
pub(crate) fn by_board(game: &Game) -> Estimate {
    let dead = game.estimated_dead();
    let count = view::count(game, &dead);
    let owners: Vec<f32> = count.owners.iter().map(|&owner| f32::from(owner)).collect();
    let open = owners.iter().filter(|&&owner| owner == 0.0).count() as u32;
    Estimate { count, owners, open }
}

/// The ownership of each point; that of a stone is the mean of its chain.
fn by_chain(board: &Board, ownership: &[f32]) -> PointMap<f32> {
    let mut single = PointMap::new(0.0);
    board.points().zip(ownership).for_each(|(point, &value)| single[point] = value);
    let mut averaged = single;
    for point in board.points().filter(|&point| board.cell(point).color().is_some()) {
        let sum: f32 = board.chain(point).map(|stone| single[stone]).sum();
        averaged[point] = sum / board.chain(point).count() as f32;
    }
    averaged
}

fn clear_owner(ownership: f32) -> Option<Color> {
    match ownership {
        _ if ownership >= CLEAR => Some(Color::Black),
        _ if ownership <= -CLEAR => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;
    use crate::message::CountRow;

    /// The estimate of a position by a map with `B` and `W` on clear points and `.` on open ones.
    fn estimate(stones: &str, map: &str, rules: Rules) -> Estimate {
        let value = |letter: char| match letter {
            'B' => 0.9,
            'W' => -0.9,
            _ => 0.3,
        };
        let ownership: Vec<f32> = map.chars().filter(|c| !c.is_whitespace()).map(value).collect();
        by_ownership(&Game::from_board(diagram::board(stones), rules, 0.5), &ownership)
    }

    #[test]
    fn clear_points_count_and_the_others_are_open() {
        let seen = estimate(". . . .\n. X . .\n. . O .\n. . . .", "BB.. BB.. ..WW ..WW", Rules::CHINESE);
        assert_eq!(seen.open, 8);
        assert_eq!(seen.count.lines[..2], [(CountRow::Stones, 1.0, 1.0), (CountRow::Surrounded, 3.0, 3.0)]);
        assert_eq!(seen.count.result, "W+0.5");
        assert_eq!((seen.owners[0], seen.owners[2]), (0.9, 0.0));
    }

    #[test]
    fn a_chain_on_the_opponents_points_is_dead() {
        let seen = estimate("X . . .\nX X . .\n. . O O\n. . O .", "BBBB BBBB BB.B BBBB", Rules::CHINESE);
        assert_eq!(seen.count.dead, ["C2", "D2", "C1"]);
        assert_eq!((seen.open, seen.count.lines[0]), (0, (CountRow::Stones, 3.0, 0.0)));
    }

    #[test]
    fn a_point_between_both_sides_is_no_territory() {
        let stones = ". X . O .\nX X . O O\n. X . O .\nX X . O O\n. X . O .";
        let seen = estimate(stones, &"BBBWW".repeat(5), Rules::JAPANESE);
        assert_eq!((seen.open, seen.count.lines[0]), (5, (CountRow::Territory, 3.0, 3.0)));
    }

    #[test]
    fn without_a_player_surrounded_points_count() {
        let game = Game::from_board(diagram::board(". X O .\nX X O O\n. X O O\nX X O ."), Rules::CHINESE, 0.5);
        assert_eq!((by_board(&game).open, by_board(&game).count.result.as_str()), (0, "W+0.5"));
    }
}
