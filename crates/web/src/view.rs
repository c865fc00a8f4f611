//! Converts boards and analyses into what the page draws: lists of numbers in rows from the top left, all from Black's
//! view.

use std::time::Duration;

use goban::{Color, Game, Outcome, Point, PointMap, PointSet, Scoring, score};
use learn::review::{self, Assessment, Change};
use player::{Analysis, Clock, TimeControl};

use crate::message::{Candidate, ClockCard, Count, CountRow, Grade, MoveReview, Side, Thought};

/// A colour of the board as a side of the page.
pub(crate) fn side(color: Color) -> Side {
    match color {
        Color::Black => Side::Black,
        Color::White => Side::White,
    }
}

/// A side of the page as a colour of the board.
pub(crate) fn color(side: Side) -> Color {
    match side {
        Side::Black => Color::Black,
        Side::White => Color::White,
    }
}

/// 1 for Black, -1 for White, 0 for neither.
pub(crate) fn sign(color: Option<Color>) -> i8 {
    match color {
        Some(Color::Black) => 1,
        Some(Color::White) => -1,
        None => 0,
    }
}

/// The stones of a game.
pub(crate) fn stones(game: &Game) -> Vec<i8> {
    game.board().points().map(|point| sign(game.board().cell(point).color())).collect()
}

/// The stones as a string of `X`, `O` and `.`, as the ledger stores them.
pub(crate) fn stones_as_text(game: &Game) -> String {
    stones(game).into_iter().map(|sign| ['O', '.', 'X'][(sign + 1) as usize]).collect()
}

/// The stones in such a string.
pub(crate) fn stones_of_text(text: &str) -> Vec<i8> {
    text.chars().map(|c| i8::from(c == 'X') - i8::from(c == 'O')).collect()
}

/// A number for each point; values that are not finite become zero.
pub(crate) fn map(size: usize, value: impl Fn(Point) -> f32) -> Vec<f32> {
    let finite = |number: f32| if number.is_finite() { number } else { 0.0 };
    Point::all(size).map(|point| finite(value(point))).collect()
}

/// The GTP names of points.
pub(crate) fn names(points: impl Iterator<Item = Point>, size: usize) -> Vec<String> {
    points.map(|point| point.to_gtp(size)).collect()
}

/// The win rate and the lead that a player reports before its move, seen by Black.
pub(crate) fn opinion(analysis: &Analysis, mover: Color) -> (Option<f32>, Option<f32>) {
    let black = mover == Color::Black;
    let rate = analysis.win_rate.filter(|rate| rate.is_finite());
    let lead = analysis.score.filter(|lead| lead.is_finite());
    (rate.map(|rate| if black { rate } else { 1.0 - rate }), lead.map(|lead| if black { lead } else { -lead }))
}

/// A player's analysis of a position, from Black's view.
pub(crate) fn thought(analysis: &Analysis, game: &Game) -> Thought {
    let (size, black) = (game.size(), game.to_play() == Color::Black);
    let finite = |number: &f32| number.is_finite();
    let rate = |rate: Option<f32>| rate.filter(finite).map(|rate| if black { rate } else { 1.0 - rate });
    let lead = |lead: Option<f32>| lead.filter(finite).map(|lead| if black { lead } else { -lead });
    let candidate = |candidate: &player::Candidate| Candidate {
        mv: candidate.mv.to_gtp(size),
        visits: clamp(candidate.visits),
        win_rate: rate(candidate.win_rate),
        score: lead(candidate.score),
        prior: candidate.prior.filter(finite),
        line: candidate.line.iter().take(30).map(|mv| mv.to_gtp(size)).collect(),
    };
    let own = |ownership: &PointMap<f32>| map(size, |p| if black { ownership[p] } else { -ownership[p] });
    Thought {
        visits: clamp(analysis.visits),
        win_rate: rate(analysis.win_rate),
        score: lead(analysis.score),
        candidates: analysis.candidates.iter().take(20).map(candidate).collect(),
        ownership: analysis.ownership.as_deref().map(own),
        policy: analysis.policy.as_deref().map(|policy| map(size, |point| policy[point])),
        notes: analysis.notes.clone(),
    }
}

/// What a review says of the move in a node, seen by Black.
pub(crate) fn review(node: u32, assessment: &Assessment, size: usize) -> MoveReview {
    let black = assessment.color == Color::Black;
    let rate = |rate: f32| if black { rate } else { 1.0 - rate };
    let lead = |lead: f32| if black { lead } else { -lead };
    let before = |change: Option<Change>| change.map(|change| change.before);
    let after = |change: Option<Change>| change.map(|change| change.after);
    let single = |loss: Option<f64>| loss.map(|loss| loss as f32);
    MoveReview {
        node,
        grade: match assessment.grade() {
            review::Grade::Best => Grade::Best,
            review::Grade::Good => Grade::Good,
            review::Grade::Inaccuracy => Grade::Inaccuracy,
            review::Grade::Mistake => Grade::Mistake,
            review::Grade::Blunder => Grade::Blunder,
        },
        points_loss: single(assessment.points_loss()),
        win_rate_loss: single(assessment.win_rate_loss()),
        rank_error: single(assessment.rank_error()),
        rank: assessment.placing.map(|placing| placing.rank()),
        best: assessment.better().iter().map(|mv| mv.to_gtp(size)).collect(),
        win_rate: before(assessment.win_rate).map(rate),
        win_rate_after: after(assessment.win_rate).map(rate),
        lead: before(assessment.lead).map(lead),
        lead_after: after(assessment.lead).map(lead),
        by: assessment.reviewer.clone(),
    }
}

fn clamp(number: u64) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

/// Counts a position with these dead stones, row by row.
pub(crate) fn count(game: &Game, dead: &PointSet) -> Count {
    let territory = game.rules().scoring == Scoring::Territory;
    let count = if territory { score::territory(game.board(), dead) } else { score::area(game.board(), dead) };
    tally(game, dead, &count)
}

/// The rows of a count.
pub(crate) fn tally(game: &Game, dead: &PointSet, count: &score::Count) -> Count {
    let (board, size) = (game.board(), game.size());
    let territory = game.rules().scoring == Scoring::Territory;
    let mut lines: Vec<(CountRow, f32, f32)> = Vec::new();
    let mut line = |row: CountRow, [black, white]: [f32; 2]| {
        if black != 0.0 || white != 0.0 {
            lines.push((row, black, white));
        }
    };
    let number = |of: &dyn Fn(Color) -> usize| Color::BOTH.map(|color| of(color) as f32);
    let stone = |point: Point, color: Color| board.cell(point).is(color);
    let owned = |point: Point, color: Color| count.owner[point] == Some(color);
    let living = number(&|color| board.points().filter(|&p| stone(p, color) && owned(p, color)).count());
    let taken = number(&|color| board.captured(color.other()) as usize);
    let dead_of_other =
        number(&|color| board.points().filter(|&p| stone(p, color.other()) && dead.contains(p)).count());
    if territory {
        let points = count.points.map(|points| points as f32);
        line(CountRow::Territory, [0, 1].map(|side| points[side] - taken[side] - dead_of_other[side]));
        line(CountRow::Prisoners, taken);
        line(CountRow::Dead, dead_of_other);
    } else {
        line(CountRow::Stones, living);
        line(CountRow::Surrounded, [0, 1].map(|side| count.points[side] as f32 - living[side]));
    }
    if game.rules().scoring == Scoring::CapturesAndArea {
        line(CountRow::Prisoners, taken);
    }
    line(CountRow::Komi, [0.0, game.komi()]);
    line(CountRow::Handicap, [0.0, game.rules().compensation(game.handicap())]);
    let total = lines.iter().fold((0.0, 0.0), |sum, line| (sum.0 + line.1, sum.1 + line.2));
    lines.push((CountRow::Total, total.0, total.1));
    Count {
        result: Outcome::by_score(total.0 - total.1).to_string(),
        lines,
        owners: board.points().map(|point| sign(count.owner[point])).collect(),
        dead: names(board.points().filter(|&point| dead.contains(point)), size),
    }
}

/// A clock after some elapsed time.
pub(crate) fn clock(clock: &Clock, elapsed: Duration, running: bool) -> ClockCard {
    let (left, overtime) = after(clock, elapsed);
    let then = match clock.control() {
        TimeControl::ByoYomi { .. } | TimeControl::Canadian { .. } if overtime > 0 => overtime.to_string(),
        control => control.to_string().split_once('+').map_or(String::new(), |(_, then)| format!("+{then}")),
    };
    ClockCard { left: u32::try_from(left.as_millis()).unwrap_or(u32::MAX), then, running }
}

/// The remaining time of the current period after some elapsed time, and the remaining periods or stones.
fn after(clock: &Clock, elapsed: Duration) -> (Duration, u32) {
    let Some(over) = elapsed.checked_sub(clock.left()).filter(|over| !over.is_zero()) else {
        return (clock.left() - elapsed, clock.overtime());
    };
    match clock.control() {
        TimeControl::ByoYomi { period, periods, .. } if !period.is_zero() => {
            let begun = if clock.overtime() == 0 { periods } else { clock.overtime() - 1 };
            let gone = (over.as_nanos() / period.as_nanos()).min(begun.into()) as u32;
            let left = if gone == begun { Duration::ZERO } else { period - (over - period * gone) };
            (left, begun - gone)
        }
        TimeControl::Canadian { period, stones, .. } if clock.overtime() == 0 => (period.saturating_sub(over), stones),
        _ => (Duration::ZERO, clock.overtime()),
    }
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;

    #[test]
    fn an_analysis_is_from_blacks_view() {
        let mut game = Game::new(2, Rules::CHINESE, 0.0);
        let mut ownership = PointMap::new(0.0);
        ownership[Point::new(0, 1)] = 0.5;
        let analysis = Analysis {
            win_rate: Some(0.25),
            score: Some(-2.0),
            ownership: Some(Box::new(ownership)),
            ..Analysis::default()
        };
        assert_eq!(thought(&analysis, &game).win_rate, Some(0.25));
        game.set_to_play(Color::White);
        let seen = thought(&analysis, &game);
        assert_eq!((seen.win_rate, seen.score), (Some(0.75), Some(2.0)));
        assert_eq!(seen.ownership, Some(vec![-0.0, -0.5, -0.0, -0.0]));
    }

    #[test]
    fn an_area_is_counted_line_by_line() {
        let board = diagram::board(
            "
            . X O .
            X X O O
            . X O O
            X X O .",
        );
        let game = Game::from_board(board, Rules::CHINESE, 0.5);
        let count = count(&game, &PointSet::new());
        assert_eq!(count.result, "W+0.5");
        let rows = [
            (CountRow::Stones, 6.0, 6.0),
            (CountRow::Surrounded, 2.0, 2.0),
            (CountRow::Komi, 0.0, 0.5),
            (CountRow::Total, 8.0, 8.5),
        ];
        assert_eq!(count.lines, rows);
        assert_eq!(count.owners[0], 1);
    }

    #[test]
    fn territory_prisoners_and_dead_stones_are_separate_rows() {
        let board = diagram::board(
            "
            . X . . .
            X X . . .
            . . X X X
            X X X O O
            . X O . O",
        );
        let game = Game::from_board(board, Rules::JAPANESE, 0.0);
        let dead: PointSet = board.points().filter(|&point| board.cell(point).is(Color::White)).collect();
        let count = count(&game, &dead);
        let line = |row: CountRow| count.lines.iter().find(|line| line.0 == row).map(|line| (line.1, line.2));
        assert_eq!(line(CountRow::Dead), Some((4.0, 0.0)));
        let (black, white) = line(CountRow::Total).unwrap();
        assert_eq!(Outcome::by_score(black - white).to_string(), count.result);
        assert_eq!(count.dead, ["D2", "E2", "C1", "E1"]);
    }

    #[test]
    fn a_clock_continues_into_overtime() {
        let seconds = Duration::from_secs;
        let byo_yomi = Clock::new("1m+3x30s".parse().unwrap());
        let main = clock(&byo_yomi, seconds(20), true);
        assert_eq!((main.left, main.then.as_str()), (40_000, "+3x30s"));
        let over = clock(&byo_yomi, seconds(70), true);
        assert_eq!((over.left, over.then.as_str()), (20_000, "3"));
        let second = clock(&byo_yomi, seconds(95), true);
        assert_eq!((second.left, second.then.as_str()), (25_000, "2"));
        assert_eq!(clock(&byo_yomi, seconds(1000), true).left, 0);
    }
}
