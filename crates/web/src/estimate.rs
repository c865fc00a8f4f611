//! How a position that is not decided yet would be counted: by whose each point is in the end, as a player sees it.
//!
//! A point that is clearly somebody's counts for him; the others are open and count for nobody. A chain is alive or
//! dead as a whole, by the mean of its stones.

use goban::{Board, Color, Game, Point, PointMap, PointSet, Scoring, score};

use crate::message::Count;
use crate::view;

/// From this ownership on, of 1, a point is clearly somebody's: it is his in three of four endings.
const CLEAR: f32 = 0.5;

/// A count of what is clear.
pub(crate) struct Estimate {
    pub(crate) count: Count,
    /// For each point how surely it is Black's (1) or White's (-1); 0 where it is open.
    pub(crate) owners: Vec<f32>,
    /// How many points are open.
    pub(crate) open: u32,
}

/// By an ownership for each point in rows from the top left, from 1, Black's, to -1, White's.
pub(crate) fn by_ownership(game: &Game, ownership: &[f32]) -> Estimate {
    let board = game.board();
    let shares = shares(board, ownership);
    let stone = |point: Point| board.cell(point).color();
    let mut owner = PointMap::new(None);
    let mut dead = PointSet::new();
    for point in board.points() {
        owner[point] = clearly(shares[point]);
        if stone(point).is_some_and(|color| owner[point] == Some(color.other())) {
            dead.insert(point);
        }
    }
    let territory = game.rules().scoring == Scoring::Territory;
    if territory {
        // A point between both is filled by somebody in the end, and is nobody's territory.
        let alive = |point: &Point| !dead.contains(*point);
        let touches =
            |point: Point, color| point.neighbors().iter().filter(|p| alive(p)).any(|&p| board.cell(p).is(color));
        let between = |point: &Point| Color::BOTH.into_iter().all(|color| touches(*point, color));
        board.points().filter(|&point| stone(point).is_none()).filter(between).for_each(|point| owner[point] = None);
    }
    let worth = |point: Point, color: Color| match stone(point) {
        _ if owner[point] != Some(color) => 0,
        Some(own) if own == color => i32::from(!territory),
        Some(_) if territory => 2,
        _ => 1,
    };
    let prisoners = |color: Color| if territory { board.captured(color.other()) as i32 } else { 0 };
    let points = Color::BOTH.map(|color| prisoners(color) + board.points().map(|p| worth(p, color)).sum::<i32>());
    let clear = |point: Point| if owner[point].is_some() { shares[point] } else { 0.0 };
    Estimate {
        owners: board.points().map(clear).collect(),
        open: board.points().filter(|&point| owner[point].is_none()).count() as u32,
        count: view::tally(game, &dead, &score::Count { owner, points }),
    }
}

/// By the board alone, where nobody can be asked: what is surrounded.
pub(crate) fn by_board(game: &Game) -> Estimate {
    let dead = game.estimated_dead();
    let count = view::count(game, &dead);
    let owners: Vec<f32> = count.owners.iter().map(|&owner| f32::from(owner)).collect();
    let open = owners.iter().filter(|&&owner| owner == 0.0).count() as u32;
    Estimate { count, owners, open }
}

/// The ownership of each point, and for stones that of their chain.
fn shares(board: &Board, ownership: &[f32]) -> PointMap<f32> {
    let mut single = PointMap::new(0.0);
    board.points().zip(ownership).for_each(|(point, &share)| single[point] = share);
    let mut shares = single;
    for point in board.points().filter(|&point| board.cell(point).color().is_some()) {
        let sum: f32 = board.chain(point).map(|stone| single[stone]).sum();
        shares[point] = sum / board.chain(point).count() as f32;
    }
    shares
}

fn clearly(share: f32) -> Option<Color> {
    match share {
        _ if share >= CLEAR => Some(Color::Black),
        _ if share <= -CLEAR => Some(Color::White),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;
    use crate::message::CountRow;

    /// A position and what is thought of it: `B` and `W` for what is clear, `.` for what is open.
    fn estimate(stones: &str, thought: &str, rules: Rules) -> Estimate {
        let share = |letter: char| match letter {
            'B' => 0.9,
            'W' => -0.9,
            _ => 0.3,
        };
        let shares: Vec<f32> = thought.chars().filter(|c| !c.is_whitespace()).map(share).collect();
        by_ownership(&Game::from_board(diagram::board(stones), rules, 0.5), &shares)
    }

    #[test]
    fn what_is_clear_counts_and_the_rest_is_open() {
        let seen = estimate(". . . .\n. X . .\n. . O .\n. . . .", "BB.. BB.. ..WW ..WW", Rules::CHINESE);
        assert_eq!(seen.open, 8);
        assert_eq!(seen.count.lines[..2], [(CountRow::Stones, 1.0, 1.0), (CountRow::Surrounded, 3.0, 3.0)]);
        assert_eq!(seen.count.result, "W+0.5");
        assert_eq!((seen.owners[0], seen.owners[2]), (0.9, 0.0));
    }

    #[test]
    fn a_stone_on_the_others_points_is_dead_with_its_whole_chain() {
        let seen = estimate("X . . .\nX X . .\n. . O O\n. . O .", "BBBB BBBB BB.B BBBB", Rules::CHINESE);
        assert_eq!(seen.count.dead, ["C2", "D2", "C1"]);
        assert_eq!((seen.open, seen.count.lines[0]), (0, (CountRow::Stones, 3.0, 0.0)));
    }

    #[test]
    fn a_point_between_both_is_no_territory() {
        let stones = ". X . O .\nX X . O O\n. X . O .\nX X . O O\n. X . O .";
        let seen = estimate(stones, &"BBBWW".repeat(5), Rules::JAPANESE);
        assert_eq!((seen.open, seen.count.lines[0]), (5, (CountRow::Territory, 3.0, 3.0)));
    }

    #[test]
    fn without_anybody_to_ask_the_board_says_what_is_surrounded() {
        let game = Game::from_board(diagram::board(". X O .\nX X O O\n. X O O\nX X O ."), Rules::CHINESE, 0.5);
        assert_eq!((by_board(&game).open, by_board(&game).count.result.as_str()), (0, "W+0.5"));
    }
}
