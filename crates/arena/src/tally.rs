//! A series in figures: plain counts, for statistics to be made of.

use std::collections::HashMap;

use goban::Color;

use crate::ledger::ResultRow;

/// The results of a series, seen by its first player.
///
/// Forfeits are wins and losses, and are counted once more by themselves, so that they can be told apart from games that
/// were played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Games that nobody won.
    pub draws: u64,
    /// Games that were forfeited: by the first player, and by the second.
    pub forfeits: [u64; 2],
    /// Pairs of games with the same opening and the colours exchanged, by what they brought the first player: nothing,
    /// half a point, one, one and a half, two. Pairs of which one game is missing are not among them, and neither are those
    /// in which nobody changed colours.
    pub pairs: [u64; 5],
    /// Of the first game of a pair, until the second is there: the first player's colour and half points.
    open: HashMap<(u32, u64), (Color, usize)>,
}

impl Tally {
    /// The tally of some results.
    pub fn of<'a>(results: impl IntoIterator<Item = &'a ResultRow>) -> Tally {
        let mut tally = Tally::default();
        results.into_iter().for_each(|result| tally.add(result));
        tally
    }

    /// Counts a result.
    pub fn add(&mut self, result: &ResultRow) {
        let winner = result.outcome.winner();
        let half_points = match winner {
            Some(color) if color == result.first => 2,
            Some(_) => 0,
            None => 1,
        };
        match half_points {
            2 => self.wins += 1,
            0 => self.losses += 1,
            _ => self.draws += 1,
        }
        if result.finish.is_forfeit() {
            self.forfeits[usize::from(half_points == 2)] += 1;
        }
        let pair = (result.round, result.number / 2);
        match self.open.remove(&pair) {
            Some((color, other)) if color != result.first => self.pairs[half_points + other] += 1,
            Some(_) => {}
            None => drop(self.open.insert(pair, (result.first, half_points))),
        }
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// What the first player scored: a point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use goban::Outcome;

    use super::*;
    use crate::{Fault, Finish};

    fn result(number: u64, text: &str, finish: Finish) -> ResultRow {
        let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let outcome = text.parse::<Outcome>().unwrap();
        let (key, contest, players) = (String::new(), String::new(), Default::default());
        ResultRow { key, contest, round: 0, number, players, first, outcome, finish, moves: 0, ended: 0 }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let results = [(3, "W+1"), (0, "B+R"), (1, "W+2.5"), (2, "0"), (4, "B+1"), (6, "W+1"), (7, "B+3")];
        let tally = Tally::of(&results.map(|(number, text)| result(number, text, Finish::Passes)));
        assert_eq!((tally.wins, tally.losses, tally.draws), (4, 2, 1));
        assert_eq!(tally.pairs, [1, 0, 0, 1, 1], "two lost; a draw and a win; two won; and one game alone");
        assert_eq!((tally.games(), tally.points()), (7, 4.5));
    }

    #[test]
    fn two_games_with_the_same_colours_are_no_pair() {
        let games = [0, 1].map(|number| ResultRow { first: Color::Black, ..result(number, "B+R", Finish::Passes) });
        assert_eq!((Tally::of(&games).wins, Tally::of(&games).pairs), (2, [0; 5]));
    }

    #[test]
    fn forfeits_are_counted_apart_by_who_broke_down() {
        let crash = Finish::Forfeit(Fault::Crash);
        let tally = Tally::of(&[result(0, "B+F", crash), result(1, "B+F", crash), result(2, "W+T", Finish::Time)]);
        assert_eq!((tally.wins, tally.losses, tally.forfeits), (1, 2, [1, 1]));
    }
}
