//! The cross table: the results of every pair of players.
//!
//! A game that was decided by a crash, a hang, an illegal move or a broken protocol is a forfeit. It says something
//! about the program but nothing about its play, so it is kept apart from the games that were played.

use crate::score::{Observed, Outcome, Score};

/// Whether a game was played to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was, be it by score, resignation, time or adjudication.
    Played,
    /// It was, and is the same game as one that was counted before.
    Repeated,
    /// One side forfeited it.
    Forfeit,
}

/// Games that were decided by a forfeit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Forfeits {
    /// Won because the opponent forfeited.
    pub won: u64,
    /// Forfeited.
    pub lost: u64,
}

/// How one player has done against another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cell {
    /// The games that were played.
    pub played: Observed,
    /// The games that were forfeited.
    pub forfeits: Forfeits,
}

impl Cell {
    /// Counts one more game. A forfeit without a winner is not counted.
    pub fn record(&mut self, outcome: Outcome, ending: Ending) {
        match (ending, outcome) {
            (Ending::Played, _) => self.played.record(outcome, true),
            (Ending::Repeated, _) => self.played.record(outcome, false),
            (Ending::Forfeit, Outcome::Win) => self.forfeits.won += 1,
            (Ending::Forfeit, Outcome::Loss) => self.forfeits.lost += 1,
            (Ending::Forfeit, Outcome::Draw) => {}
        }
    }

    /// Every game, a forfeit as a win for the one and a loss for the other.
    pub fn all(&self) -> Score {
        self.with_forfeits(self.played.all)
    }

    /// Every different game, a forfeit as a win for the one and a loss for the other.
    pub fn different(&self) -> Score {
        self.with_forfeits(self.played.different)
    }

    fn with_forfeits(&self, mut score: Score) -> Score {
        score.wins += self.forfeits.won;
        score.losses += self.forfeits.lost;
        score
    }
}

impl std::ops::AddAssign for Cell {
    fn add_assign(&mut self, other: Cell) {
        self.played += other.played;
        self.forfeits.won += other.forfeits.won;
        self.forfeits.lost += other.forfeits.lost;
    }
}

/// Players by name, and how each has done against each.
///
/// Players are numbered in the order in which they were first named. A player that meets itself is counted on the
/// diagonal, which takes no part in totals and ratings.
///
/// ```
/// use stats::{CrossTable, Ending, Outcome};
///
/// let mut table = CrossTable::new();
/// let (mcts, random) = (table.player("mcts"), table.player("random"));
/// table.record(mcts, random, Outcome::Win, Ending::Played);
/// table.record(mcts, random, Outcome::Win, Ending::Forfeit);
/// assert_eq!(table.cell(random, mcts).played.all.losses, 1);
/// assert_eq!(table.cell(random, mcts).forfeits.lost, 1);
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CrossTable {
    names: Vec<String>,
    cells: Vec<Vec<Cell>>,
}

impl CrossTable {
    /// A table without players.
    pub fn new() -> CrossTable {
        CrossTable::default()
    }

    /// The number of the player with this name, who joins the table if it is new.
    pub fn player(&mut self, name: &str) -> usize {
        self.names.iter().position(|known| known == name).unwrap_or_else(|| self.join(name))
    }

    fn join(&mut self, name: &str) -> usize {
        self.names.push(name.to_string());
        let players = self.names.len();
        self.cells.push(Vec::new());
        for row in &mut self.cells {
            row.resize(players, Cell::default());
        }
        players - 1
    }

    /// The players' names.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The number of players.
    pub fn players(&self) -> usize {
        self.names.len()
    }

    /// Counts one game between two players, seen from the first.
    ///
    /// # Panics
    ///
    /// If a number was not returned by [`CrossTable::player`].
    pub fn record(&mut self, first: usize, second: usize, outcome: Outcome, ending: Ending) {
        self.cells[first][second].record(outcome, ending);
        if first != second {
            self.cells[second][first].record(outcome.opposite(), ending);
        }
    }

    /// Adds many games between two players at once, seen from the first.
    ///
    /// # Panics
    ///
    /// If a number was not returned by [`CrossTable::player`].
    pub fn add(&mut self, first: usize, second: usize, games: Cell) {
        self.cells[first][second] += games;
        if first != second {
            let Forfeits { won, lost } = games.forfeits;
            let opposite = Cell { played: games.played.opposite(), forfeits: Forfeits { won: lost, lost: won } };
            self.cells[second][first] += opposite;
        }
    }

    /// How the first player has done against the second; nothing where either is not in the table.
    pub fn cell(&self, first: usize, second: usize) -> Cell {
        self.cells.get(first).and_then(|row| row.get(second)).copied().unwrap_or_default()
    }

    /// How a player has done against all others together.
    pub fn total(&self, player: usize) -> Cell {
        let mut total = Cell::default();
        for other in (0..self.players()).filter(|&other| other != player) {
            total += self.cell(player, other);
        }
        total
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_game_is_seen_from_both_sides() {
        let mut table = CrossTable::new();
        let (a, b) = (table.player("a"), table.player("b"));
        table.record(a, b, Outcome::Win, Ending::Played);
        table.record(b, a, Outcome::Draw, Ending::Played);
        table.add(
            b,
            a,
            Cell { played: Score { wins: 3, losses: 1, draws: 0 }.into(), forfeits: Forfeits { won: 2, lost: 0 } },
        );
        assert_eq!(table.cell(a, b).played.all, Score { wins: 2, losses: 3, draws: 1 });
        assert_eq!(table.cell(b, a).played, table.cell(a, b).played.opposite());
        assert_eq!(table.cell(a, b).forfeits, Forfeits { won: 0, lost: 2 });
    }

    #[test]
    fn a_forfeit_is_no_played_loss() {
        let mut table = CrossTable::new();
        let (sound, broken) = (table.player("sound"), table.player("broken"));
        table.record(broken, sound, Outcome::Loss, Ending::Forfeit);
        table.record(broken, sound, Outcome::Win, Ending::Played);
        let cell = table.cell(broken, sound);
        assert_eq!(cell.played.all, Score { wins: 1, losses: 0, draws: 0 });
        assert_eq!(cell.forfeits, Forfeits { won: 0, lost: 1 });
        assert_eq!((cell.all(), cell.different()), (Score { wins: 1, losses: 1, draws: 0 }, cell.all()));
    }

    #[test]
    fn a_repeated_game_is_counted_and_is_no_other_one() {
        let mut table = CrossTable::new();
        let (a, b) = (table.player("a"), table.player("b"));
        table.record(a, b, Outcome::Win, Ending::Played);
        table.record(a, b, Outcome::Win, Ending::Repeated);
        let cell = table.cell(b, a);
        assert_eq!((cell.all().losses, cell.different().losses), (2, 1));
    }

    #[test]
    fn a_player_that_meets_itself_is_not_in_its_total() {
        let mut table = CrossTable::new();
        let (a, b) = (table.player("a"), table.player("b"));
        table.record(a, a, Outcome::Win, Ending::Played);
        table.record(a, b, Outcome::Loss, Ending::Played);
        assert_eq!(table.cell(a, a).played.games(), 1);
        assert_eq!(table.total(a).played.all, Score { wins: 0, losses: 1, draws: 0 });
    }

    #[test]
    fn a_name_is_a_number_once_and_for_all() {
        let mut table = CrossTable::new();
        assert_eq!((table.player("a"), table.player("b"), table.player("a")), (0, 1, 0));
        assert_eq!(table.names(), ["a", "b"]);
        assert_eq!(table.cell(7, 0), Cell::default());
    }
}
