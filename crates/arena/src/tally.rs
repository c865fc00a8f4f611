//! A series in figures: plain counts, for statistics to be made of.

use std::collections::HashSet;

use crate::ledger::ResultRow;
use crate::pairing::{Half, Pairing};
use stats::{Forfeits, Observed, Outcome, Pairs, Score, Sprt, Summary};

/// The results of a series, seen by its first player.
///
/// Forfeits are wins and losses, and also counted separately, to distinguish them from games that were played.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// Games that the first player won.
    pub wins: u64,
    /// Games that it lost.
    pub losses: u64,
    /// Drawn games.
    pub draws: u64,
    /// Games that were forfeited: by the first player, and by the second.
    pub forfeits: [u64; 2],
    /// The same games, but identical games are counted once.
    pub different: Score,
    /// How many of the latest games, in a row, repeated others.
    pub repeats: u64,
    /// Pairs of games with the same opening and the colours exchanged. Pairs of which one game is missing or repeats
    /// another one do not count, nor do pairs in which the colours stayed the same.
    pub pairs: Pairs,
    /// The pairs of which one game is missing, by round and number.
    open: Pairing<(u32, u64)>,
    /// The counted games, by their identity.
    seen: HashSet<u64>,
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
        let outcome = match result.winner() {
            Some(0) => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        };
        let is_new = self.seen.insert(result.sameness());
        self.repeats = if is_new { 0 } else { self.repeats + 1 };
        *match outcome {
            Outcome::Win => &mut self.wins,
            Outcome::Loss => &mut self.losses,
            Outcome::Draw => &mut self.draws,
        } += 1;
        if is_new {
            self.different.record(outcome);
        }
        if result.finish.is_forfeit() {
            self.forfeits[usize::from(outcome == Outcome::Win)] += 1;
        }
        let half = Half { color: result.first, outcome, is_new };
        if let Some(other) = self.open.add((result.round, result.number / 2), half)
            && half.pairs_with(&other)
        {
            self.pairs.record(half.outcome, other.outcome);
        }
    }

    /// The number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// All games, and each different one once.
    pub fn observed(&self) -> Observed {
        let Tally { wins, losses, draws, different, .. } = *self;
        Observed { all: Score { wins, losses, draws }, different }
    }

    /// The statistics of the tally, with a sequential test if there is one.
    pub fn summary(&self, title: &str, sprt: Option<Sprt>) -> Summary {
        let [lost, won] = self.forfeits;
        let forfeits = Forfeits { won, lost };
        Summary { title: title.to_string(), score: self.observed(), forfeits, pairs: self.pairs, sprt }
    }

    /// What the first player scored: a point for a win, half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Outcome};

    use super::*;
    use crate::{Fault, Finish};

    fn result(number: u64, text: &str, finish: Finish) -> ResultRow {
        let first = if number.is_multiple_of(2) { Color::Black } else { Color::White };
        let outcome = text.parse::<Outcome>().unwrap();
        let (key, contest, players) = (String::new(), String::new(), Default::default());
        ResultRow { key, contest, round: 0, number, players, first, outcome, finish, moves: 0, line: number, ended: 0 }
    }

    #[test]
    fn pairs_are_counted_when_both_games_are_there_in_any_order() {
        let results = [(3, "W+1"), (0, "B+R"), (1, "W+2.5"), (2, "0"), (4, "B+1"), (6, "W+1"), (7, "B+3")];
        let tally = Tally::of(&results.map(|(number, text)| result(number, text, Finish::Passes)));
        assert_eq!((tally.wins, tally.losses, tally.draws), (4, 2, 1));
        assert_eq!(tally.pairs, Pairs([1, 0, 0, 1, 1]), "two lost; a draw and a win; two won; and one game alone");
        assert_eq!((tally.games(), tally.points()), (7, 4.5));
    }

    #[test]
    fn two_games_with_the_same_colours_are_no_pair() {
        let games = [0, 1].map(|number| ResultRow { first: Color::Black, ..result(number, "B+R", Finish::Passes) });
        assert_eq!((Tally::of(&games).wins, Tally::of(&games).pairs), (2, Pairs::default()));
    }

    /// Ten times the same two games.
    #[test]
    fn the_same_game_is_counted_once_among_the_different_ones() {
        let game = |number: u64| ResultRow { line: number % 2, ..result(number, "B+1", Finish::Passes) };
        let mut tally = Tally::default();
        (0..20).for_each(|number| tally.add(&game(number)));
        assert_eq!((tally.wins, tally.losses, tally.pairs), (10, 10, Pairs([0, 0, 1, 0, 0])));
        assert_eq!((tally.different, tally.repeats), (Score { wins: 1, losses: 1, draws: 0 }, 18));
        tally.add(&ResultRow { line: 7, ..game(20) });
        assert_eq!((tally.different.games(), tally.repeats), (3, 0));
    }

    #[test]
    fn a_player_against_itself_has_two_seats() {
        let game = |number: u64| ResultRow { line: 0, ..result(number, "B+1", Finish::Passes) };
        let tally = Tally::of(&[0, 1, 2, 3].map(game));
        assert_eq!((tally.different, tally.pairs), (Score { wins: 1, losses: 1, draws: 0 }, Pairs([0, 0, 1, 0, 0])));
    }

    #[test]
    fn games_with_the_same_moves_and_another_result_are_different() {
        let game = |number: u64, text: &str| ResultRow { line: 0, ..result(number, text, Finish::Passes) };
        let tally = Tally::of(&[game(0, "B+1"), game(2, "W+T"), game(4, "B+1")]);
        assert_eq!(tally.different, Score { wins: 1, losses: 1, draws: 0 });
    }

    #[test]
    fn forfeits_are_counted_apart_by_who_broke_down() {
        let crash = Finish::Forfeit(Fault::Crash);
        let tally = Tally::of(&[result(0, "B+F", crash), result(1, "B+F", crash), result(2, "W+T", Finish::Time)]);
        assert_eq!((tally.wins, tally.losses, tally.forfeits), (1, 2, [1, 1]));
    }
}
