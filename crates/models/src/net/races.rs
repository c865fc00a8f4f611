//! Corrects evaluations by counting capturing races.
//!
//! The features count up to three liberties of a chain, and the network is often wrong about longer races
//! (docs/players.md). Counting decides them: it sets the ownership of the race, and with it the lead and the win rate.

use goban::{Color, race, tactics};

use super::Evaluation;
use super::evaluator::{Position, place, set_win_by_lead};

/// Races with fewer liberties are left to the network: its features count them, and the player to move may have better
/// moves elsewhere.
const MIN_LIBERTIES: usize = 4;

/// Corrects the evaluation of races that can be counted. The network's ownership decides which chains around them live.
pub(super) fn count(position: &Position<'_>, evaluation: &mut Evaluation) {
    let board = position.board;
    let us = board.to_play();
    let races = race::races(board, |stone| {
        let owners = board.chain(stone).map(|stone| evaluation.ownership[place(stone, board.size())]);
        (owners.sum::<f32>() > 0.0) == board.cell(stone).is(us)
    });
    let mut gained = 0.0;
    for race in races.iter().filter(|race| race.black.1.min(race.white.1) >= MIN_LIBERTIES) {
        let winner = race.winner(us);
        let owner = if winner == us { 1.0 } else { -1.0 };
        let lost = race.chain(winner.other());
        let liberties = tactics::liberties::<{ race::MOST_LIBERTIES }>(board, lost);
        let points = board.chain(lost).chain(board.chain(race.chain(winner))).chain(liberties.iter().copied());
        for point in points {
            let estimate = &mut evaluation.ownership[place(point, board.size())];
            gained += owner - *estimate;
            *estimate = owner;
        }
    }
    if gained != 0.0 {
        let komi = if us == Color::Black { position.komi } else { -position.komi };
        let counted = evaluation.ownership.iter().sum::<f32>() - komi;
        // Summed ownership is more accurate here than the network's own lead, but does not count prisoners.
        evaluation.lead = if position.territory { evaluation.lead + gained } else { counted };
        set_win_by_lead(evaluation);
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Point, diagram};

    use crate::net::{Evaluation, NetEvaluator, Network, Position, RECENT, Symmetries};

    /// White, to play, has 10 liberties in row 6, Black 9 in row 3.
    const AHEAD: &str = "
        . O . . O . O . O X . . .
        O O O O O O O O O X X X X
        O . . O . . O . . O O O O
        O O O O O O O O O O O O O
        X X X X X X X X X X X X X
        X . . X . . X . . X . . X
        X X X X X X X X X X X X X
        . . . . . . . . . . X X .
        O O O O O O O O O O X X X
        X X X X X X X X X X O O O
        O . . . . . . . . . O O O
        O O O O O O O O O O O O O
        O . O . . O . O . . O . O
        O to play";

    /// The mean ownership of White's ten stones in the race, and the evaluation.
    fn evaluate(rows: &str, territory: bool) -> (f32, Evaluation) {
        let board = diagram::board(rows);
        let position = Position { board: &board, recent: [None; RECENT], komi: 0.0, territory };
        let evaluation = NetEvaluator::default()
            .evaluate(Network::embedded("small").unwrap(), &position, Symmetries::STRAIGHT)
            .clone();
        let mean = board.chain(Point::from_gtp("A5", 13).unwrap()).map(|at| evaluation.ownership[at.row_major(13)]);
        (mean.sum::<f32>() / 10.0, evaluation)
    }

    #[test]
    fn the_count_decides_a_race() {
        let filled = |stones: &str| AHEAD.replace(". . . . . . . . . . X X .", stones);
        for territory in [false, true] {
            let (owner, ahead) = evaluate(AHEAD, territory);
            assert_eq!(owner, 1.0);
            let (owner, even) = evaluate(&filled("X . . . . . . . . . X X ."), territory);
            assert_eq!(owner, 1.0, "9 liberties each, and the move is White's");
            let (owner, behind) = evaluate(&filled("X X . . . . . . . . X X ."), territory);
            assert_eq!(owner, -1.0, "8 liberties against 9");
            // Ten stones each, and the points around them.
            let least = behind.lead + 40.0;
            assert!(ahead.lead > least && even.lead > least, "{} {} {}", ahead.lead, even.lead, behind.lead);
        }
    }

    /// The features count up to three liberties.
    #[test]
    fn a_short_race_is_left_to_the_network() {
        for (blacks, whites, is_counted) in [(". . . .", ". . . .", true), (". . .", ". . .", false)] {
            let row =
                |stone: &str, open: &str| format!("{}{open}", format!("{stone} ").repeat(10 - open.len().div_ceil(2)));
            let rows = AHEAD
                .replace(". . . . . . . . . . X X .", &(row("X", whites) + " X X ."))
                .replace("O . . . . . . . . . O O O", &(row("O", blacks) + " O O O"));
            let board = diagram::board(&rows);
            let ownership = board.points().map(|at| if board.cell(at).is(Color::White) { 0.9 } else { -0.9 }).collect();
            let before = Evaluation { policy: vec![0.0; 170], win: 0.25, lead: -1.0, ownership };
            let mut after = before.clone();
            let position = Position { board: &board, recent: [None; RECENT], komi: 0.0, territory: false };
            super::count(&position, &mut after);
            assert_eq!(after != before, is_counted, "{board:?}");
        }
    }
}
