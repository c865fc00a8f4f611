//! What counting knows better than a network: who wins a long race for liberties.
//!
//! A network is shown up to three liberties of a chain, and is often wrong about races with more (docs/players.md). What it says
//! of the race's chains is put right here, and with it the lead and who wins.

use goban::{Color, race, tactics};

use super::Evaluation;
use super::evaluator::{Position, place, tell_by_lead};

/// With fewer liberties the network is shown them, and who is to move may have better to do.
const FEWEST_LIBERTIES: usize = 4;

/// Puts right what an answer says of races that can be counted. Whether the chains around them live is the network's word.
pub(super) fn count(position: &Position<'_>, answer: &mut Evaluation) {
    let board = position.board;
    let us = board.to_play();
    let races = race::races(board, |stone| {
        let owners = board.chain(stone).map(|stone| answer.ownership[place(stone, board.size())]);
        (owners.sum::<f32>() > 0.0) == board.cell(stone).is(us)
    });
    let mut gained = 0.0;
    for race in races.iter().filter(|race| race.black.1.min(race.white.1) >= FEWEST_LIBERTIES) {
        let winner = race.winner(us);
        let owner = if winner == us { 1.0 } else { -1.0 };
        let lost = race.chain(winner.other());
        let liberties = tactics::liberties::<{ race::MOST_LIBERTIES }>(board, lost);
        let points = board.chain(lost).chain(board.chain(race.chain(winner))).chain(liberties.iter().copied());
        for point in points {
            let said = &mut answer.ownership[place(point, board.size())];
            gained += owner - *said;
            *said = owner;
        }
    }
    if gained != 0.0 {
        let komi = if us == Color::Black { position.komi } else { -position.komi };
        let counted = answer.ownership.iter().sum::<f32>() - komi;
        // The owners of all points have solved more problems than the network's own lead, but know of no prisoners.
        answer.lead = if position.territory { answer.lead + gained } else { counted };
        tell_by_lead(answer);
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Point, diagram};

    use crate::net::{Evaluation, NetEvaluator, Network, Position, RECENT, Symmetries};

    /// White, whose turn it is, has 10 liberties in row 6, and Black 9 in row 3.
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

    /// What is said of White's ten stones in the race, and of the lead.
    fn look(rows: &str, territory: bool) -> (f32, Evaluation) {
        let board = diagram::board(rows);
        let position = Position { board: &board, recent: [None; RECENT], komi: 0.0, territory };
        let answer = NetEvaluator::default()
            .evaluate(Network::embedded("small").unwrap(), &position, Symmetries::STRAIGHT)
            .clone();
        let mean = board.chain(Point::from_gtp("A5", 13).unwrap()).map(|at| answer.ownership[at.row_major(13)]);
        (mean.sum::<f32>() / 10.0, answer)
    }

    #[test]
    fn a_race_is_whose_the_count_says() {
        let filled = |stones: &str| AHEAD.replace(". . . . . . . . . . X X .", stones);
        for territory in [false, true] {
            let (owner, ahead) = look(AHEAD, territory);
            assert_eq!(owner, 1.0);
            let (owner, even) = look(&filled("X . . . . . . . . . X X ."), territory);
            assert_eq!(owner, 1.0, "9 liberties each, and the move is White's");
            let (owner, behind) = look(&filled("X X . . . . . . . . X X ."), territory);
            assert_eq!(owner, -1.0, "8 liberties against 9");
            // Ten stones of each, and what is around them.
            let least = behind.lead + 40.0;
            assert!(ahead.lead > least && even.lead > least, "{} {} {}", ahead.lead, even.lead, behind.lead);
        }
    }

    /// Three liberties of a chain are what the network is shown.
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
            let said = Evaluation { policy: vec![0.0; 170], win: 0.25, lead: -1.0, ownership };
            let mut counted = said.clone();
            let position = Position { board: &board, recent: [None; RECENT], komi: 0.0, territory: false };
            super::count(&position, &mut counted);
            assert_eq!(counted != said, is_counted, "{board:?}");
        }
    }
}
