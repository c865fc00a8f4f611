//! Predicting the winner: players estimate win rates along the games of experts, and are compared with the results.
//!
//! One position in N is evaluated, starting at a random one in each game, so all move numbers occur. Only games with a
//! winner and a komi are usable. They are replayed by the rules that the record names; without a name, by Japanese
//! rules if the komi is below seven and by Chinese rules otherwise, as professionals play. A move that is illegal under
//! these rules ends the game, and so do two passes.

mod predictions;

use std::ops::ControlFlow;

use goban::{Color, Game, Move, Outcome};
use kifu::Record;
use kifu::corpus::{Corpus, Tally};
use player::{Budget, Failure, Player, Rng, Stop};
use thiserror::Error;

pub use predictions::{MoveRange, PredictionFigures, PredictionSummary, Predictions};

use super::games::Games;
use super::rules;

/// The settings of a study of winners.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WinnerOptions {
    /// The largest number of games; all by default.
    pub games: Option<u64>,
    /// Evaluates one position in this many.
    pub every: u32,
    /// The seed of the shuffle, of the first position in each game and of the players. Without one the games keep the
    /// order of the files, and the rest takes 0.
    pub seed: Option<u64>,
}

impl Default for WinnerOptions {
    fn default() -> WinnerOptions {
        WinnerOptions { games: None, every: 10, seed: None }
    }
}

/// A study of several players on the same positions.
///
/// ```no_run
/// use kifu::corpus::Corpus;
/// use learn::study::winners::{WinnerOptions, WinnerStudy};
/// use player::{Maker, Stop};
///
/// let corpus = Corpus::open(["games/"])?;
/// let mut net = roster::Roster.make(&"net".parse()?)?;
/// let mut study = WinnerStudy::new(WinnerOptions::default());
/// study.add("net", net.as_mut());
/// study.run(&corpus, &Stop::new(), &mut |_| {})?;
/// eprintln!("{:?}", study.predictions()[0].all());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct WinnerStudy<'a> {
    options: WinnerOptions,
    players: Vec<&'a mut dyn Player>,
    predictions: Vec<Predictions>,
    positions: u64,
    skipped_positions: u64,
    skipped_games: u64,
}

/// The progress of a study of winners.
#[derive(Clone, Copy, Debug)]
pub struct WinnerProgress<'a> {
    /// The number of finished games.
    pub games: u64,
    /// The number of games, if known.
    pub total: Option<u64>,
    /// The number of positions so far.
    pub positions: u64,
    /// The predictions so far.
    pub predictions: &'a [Predictions],
}

/// Why a study of winners fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WinnerError {
    /// A player does not report a win rate.
    #[error("{player} does not report a win rate")]
    NoWinRate {
        /// The player.
        player: String,
    },
    /// A player cannot answer, such as one that drives an external program.
    #[error("at move {number} of {game}, {player} has no answer: {failure}")]
    Failed {
        /// The player.
        player: String,
        /// The name of the game.
        game: String,
        /// The number of the move, from 1.
        number: usize,
        /// Why.
        failure: Failure,
    },
    /// There is no usable game.
    #[error("there is no game with a winner and a komi ({tally}; {skipped} without)")]
    NoGames {
        /// What became of the games.
        tally: Tally,
        /// The number of games without a winner or without a komi.
        skipped: u64,
    },
}

impl<'a> WinnerStudy<'a> {
    /// A study without players.
    pub fn new(options: WinnerOptions) -> WinnerStudy<'a> {
        WinnerStudy {
            options,
            players: Vec::new(),
            predictions: Vec::new(),
            positions: 0,
            skipped_positions: 0,
            skipped_games: 0,
        }
    }

    /// Adds a player.
    pub fn add(&mut self, name: impl Into<String>, player: &'a mut dyn Player) {
        self.players.push(player);
        self.predictions.push(Predictions::new(name.into()));
    }

    /// The predictions of each player in the order of [`add`](WinnerStudy::add), also after an error or a stop.
    pub fn predictions(&self) -> &[Predictions] {
        &self.predictions
    }

    /// The number of positions that count for no player because one of them reported no win rate there, for example
    /// because it took the move from a book.
    pub fn skipped_positions(&self) -> u64 {
        self.skipped_positions
    }

    /// The number of games without a winner or without a komi.
    pub fn skipped_games(&self) -> u64 {
        self.skipped_games
    }

    /// Evaluates positions of the games of a corpus until the end or the stop signal, with a report after each
    /// position.
    ///
    /// # Errors
    /// If a player fails or reports no win rate in the first position, or there is no usable game. The predictions so
    /// far remain.
    pub fn run(
        &mut self,
        corpus: &Corpus,
        stop: &Stop,
        report: &mut dyn FnMut(&WinnerProgress<'_>),
    ) -> Result<Tally, WinnerError> {
        let WinnerOptions { games, seed, .. } = self.options;
        self.run_games(Games::new(corpus, games, seed, is_usable, stop), stop, report)
    }

    /// As [`run`](WinnerStudy::run), with these games in their order. Games without a winner or a komi have no
    /// predictions.
    ///
    /// # Errors
    /// As [`run`](WinnerStudy::run).
    pub fn run_records(&mut self, records: &[Record], stop: &Stop) -> Result<(), WinnerError> {
        self.run_games(Games::given(records), stop, &mut |_| {}).map(drop)
    }

    fn run_games(
        &mut self,
        mut games: Games<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(&WinnerProgress<'_>),
    ) -> Result<Tally, WinnerError> {
        let total = games.total();
        let mut failed = None;
        let tally = games.each(&mut |number, record| {
            let mut report = |study: &WinnerStudy<'_>| {
                let (positions, predictions) = (study.positions, study.predictions.as_slice());
                report(&WinnerProgress { games: number, total, positions, predictions });
            };
            failed = self.study_game(number, record, stop, &mut report).err();
            if failed.is_some() || stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.skipped_games = games.skipped();
        match failed {
            Some(error) => Err(error),
            None if tally.games == 0 && !stop.is_stopped() => {
                Err(WinnerError::NoGames { tally, skipped: self.skipped_games })
            }
            None => Ok(tally),
        }
    }

    /// Evaluates positions of one game.
    fn study_game(
        &mut self,
        number: u64,
        record: &Record,
        stop: &Stop,
        report: &mut dyn FnMut(&WinnerStudy<'_>),
    ) -> Result<(), WinnerError> {
        let Some(winner) = winner(record).filter(|_| is_usable(record)) else { return Ok(()) };
        let mut rng = Rng::new(self.options.seed.unwrap_or(0) ^ number.rotate_left(32));
        let (seed, every) = (rng.next_u64(), self.options.every.max(1));
        let first = rng.below(every) as usize;
        self.players.iter_mut().for_each(|player| player.reset(seed));
        self.predictions.iter_mut().for_each(Predictions::start_game);
        let mut passed = false;
        let mut failed = None;
        let mut visit = |game: &Game, mv: Move| {
            if stop.is_stopped() {
                return ControlFlow::Break(());
            }
            if game.move_number() % every as usize == first {
                if let Err(error) = self.evaluate(game, winner, record, stop) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                report(self);
            }
            let over = passed && mv == Move::Pass;
            passed = mv == Move::Pass;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // A move that is illegal under the rules of the game ends it.
        let _ = record.walk(rules(record), &mut visit);
        failed.map_or(Ok(()), Err)
    }

    /// Records the win rates of all players in a position.
    fn evaluate(&mut self, game: &Game, winner: Color, record: &Record, stop: &Stop) -> Result<(), WinnerError> {
        let number = game.move_number() + 1;
        let mut rates = Vec::with_capacity(self.players.len());
        for (player, predictions) in self.players.iter_mut().zip(&self.predictions) {
            let answer = player.choose(game, Budget::default(), stop);
            if stop.is_stopped() {
                // An answer that was cut short does not count.
                return Ok(());
            }
            let name = || predictions.player.clone();
            let choice = answer.map_err(|failure| {
                let game = record.id.clone();
                WinnerError::Failed { player: name(), game, number, failure }
            })?;
            match choice.analysis.win_rate.filter(|rate| (0.0..=1.0).contains(rate)) {
                Some(rate) => rates.push(if game.to_play() == winner { rate } else { 1.0 - rate }),
                None if self.positions == 0 => return Err(WinnerError::NoWinRate { player: name() }),
                None => {
                    self.skipped_positions += 1;
                    return Ok(());
                }
            }
        }
        self.predictions.iter_mut().zip(rates).for_each(|(predictions, rate)| predictions.add(number, rate));
        self.positions += 1;
        Ok(())
    }
}

fn is_usable(record: &Record) -> bool {
    winner(record).is_some() && record.header.komi.is_some()
}

fn winner(record: &Record) -> Option<Color> {
    record.header.info.outcome().and_then(Outcome::winner)
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    fn record(root: &str) -> Record {
        let (collection, _) = kifu::parse(format!("(;SZ[5]{root};B[cc])").as_str()).unwrap();
        Record::of("x", &collection.trees[0]).unwrap()
    }

    #[test]
    fn komi_suggests_the_rules_of_a_record_without_them() {
        assert_eq!(rules(&record("KM[6.5]")), Rules::JAPANESE);
        assert_eq!(rules(&record("KM[7.5]")), Rules::CHINESE);
        assert_eq!(rules(&record("KM[6.5]RU[Chinese]")), Rules::CHINESE);
        assert_eq!(rules(&record("KM[7.5]RU[Japanese]")), Rules::JAPANESE);
    }

    #[test]
    fn usable_games_have_a_winner_and_a_komi() {
        let are_usable =
            ["B+R", "W+0.5", "W+", "B+T"].map(|result| is_usable(&record(&format!("KM[6.5]RE[{result}]"))));
        assert_eq!(are_usable, [true; 4]);
        assert!(!is_usable(&record("RE[B+R]")), "without a komi");
        for result in ["", "0", "Draw", "Void", "?", "Jigo", "B"] {
            assert!(!is_usable(&record(&format!("KM[6.5]RE[{result}]"))), "{result}");
        }
    }
}
