//! Who will win? Along the games of experts players are asked how likely the side to move is to win, and are held to
//! what became of the games.
//!
//! Of each game every so many positions are asked about, from a first one on that lots decide, so that all move numbers
//! come up. Only games with a winner and a komi are of use. They are played by the rules that the record names; where
//! it names none, they are taken for Japanese with a komi below seven and for Chinese otherwise, as professionals play.
//! A move that these rules forbid ends the game here, and so do two passes.

mod calls;

use std::ops::ControlFlow;

use goban::{Color, Game, Move, Outcome};
use kifu::Record;
use kifu::corpus::{Corpus, Tally};
use player::{Budget, Failure, Player, Rng, Stop};
use thiserror::Error;

pub use calls::{Calls, Figures, Stretch, Summary};

use super::games::Games;
use super::rules;

/// Which games and positions are asked about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Options {
    /// At most so many games; all of them, if it is not said.
    pub games: Option<u64>,
    /// One position in so many.
    pub every: u32,
    /// Shuffles the games; without a seed they are taken in the order of the files. Also the seed of the first position
    /// of each game and of the players, which is 0 without one.
    pub seed: Option<u64>,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: None, every: 10, seed: None }
    }
}

/// Players side by side on the same positions.
///
/// ```no_run
/// use kifu::corpus::Corpus;
/// use learn::study::winners::{Options, Winners};
/// use player::{Maker, Stop};
///
/// let corpus = Corpus::open(["games/"])?;
/// let mut net = roster::Roster.make(&"net".parse()?)?;
/// let mut winners = Winners::new(Options::default());
/// winners.add("net", net.as_mut());
/// winners.run(&corpus, &Stop::new(), &mut |_| {})?;
/// eprintln!("{:?}", winners.calls()[0].all());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Winners<'a> {
    options: Options,
    players: Vec<&'a mut dyn Player>,
    calls: Vec<Calls>,
    positions: u64,
    silent: u64,
    left_out: u64,
}

/// How far it has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The games that are finished.
    pub games: u64,
    /// How many there are, where that is known.
    pub total: Option<u64>,
    /// The positions so far.
    pub positions: u64,
    /// What the players said so far.
    pub calls: &'a [Calls],
}

/// Why it cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum WinnersError {
    /// A player without an opinion.
    #[error("{player} does not say how likely it is to win")]
    SaysNothing {
        /// The player.
        player: String,
    },
    /// A player that cannot answer: one that drives another program.
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
    /// There is not one game.
    #[error("there is no game with a winner and a komi ({tally}; {left_out} without)")]
    NoGames {
        /// What became of the games.
        tally: Tally,
        /// How many have no winner, or no komi.
        left_out: u64,
    },
}

impl<'a> Winners<'a> {
    /// Nobody takes part yet.
    pub fn new(options: Options) -> Winners<'a> {
        Winners { options, players: Vec::new(), calls: Vec::new(), positions: 0, silent: 0, left_out: 0 }
    }

    /// Another player takes part.
    pub fn add(&mut self, name: impl Into<String>, player: &'a mut dyn Player) {
        self.players.push(player);
        self.calls.push(Calls::new(name.into()));
    }

    /// What was said, player by player in the order in which they were added; also after an error, or when it was
    /// stopped.
    pub fn calls(&self) -> &[Calls] {
        &self.calls
    }

    /// In how many positions somebody said nothing, as players do who see nothing left to play, or who have the move
    /// from a book. They count for nobody.
    pub fn silent(&self) -> u64 {
        self.silent
    }

    /// How many games were of no use, as they have no winner or no komi.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Asks along the games of a corpus until the last, or until the signal to stop; after each position somebody may
    /// watch.
    ///
    /// # Errors
    /// If a player says nothing in the first position or fails, or there is no game. What was said until then stands.
    pub fn run(
        &mut self,
        corpus: &Corpus,
        stop: &Stop,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Tally, WinnersError> {
        let Options { games, seed, .. } = self.options;
        let mut games = Games::new(corpus, games, seed, is_of_use, stop);
        let total = games.total();
        let mut failed = None;
        let tally = games.each(&mut |number, record| {
            let mut watch = |winners: &Winners<'_>| {
                watch(&Progress { games: number, total, positions: winners.positions, calls: &winners.calls });
            };
            failed = self.take(number, record, stop, &mut watch).err();
            if failed.is_some() || stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        self.left_out = games.left_out();
        match failed {
            Some(error) => Err(error),
            None if tally.games == 0 && !stop.is_stopped() => {
                Err(WinnersError::NoGames { tally, left_out: self.left_out })
            }
            None => Ok(tally),
        }
    }

    /// Asks along one game.
    fn take(
        &mut self,
        number: u64,
        record: &Record,
        stop: &Stop,
        watch: &mut dyn FnMut(&Winners<'_>),
    ) -> Result<(), WinnersError> {
        let Some(winner) = winner(record) else { return Ok(()) };
        let mut lots = Rng::new(self.options.seed.unwrap_or(0) ^ number.rotate_left(32));
        let (seed, every) = (lots.next_u64(), self.options.every.max(1));
        let first = lots.below(every) as usize;
        self.players.iter_mut().for_each(|player| player.reset(seed));
        self.calls.iter_mut().for_each(Calls::begin_game);
        let mut passed = false;
        let mut failed = None;
        let mut show = |game: &Game, mv: Move| {
            if stop.is_stopped() {
                return ControlFlow::Break(());
            }
            if game.move_number() % every as usize == first {
                if let Err(error) = self.ask(game, winner, record, stop) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
                watch(self);
            }
            let over = passed && mv == Move::Pass;
            passed = mv == Move::Pass;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // A move that its own rules forbid is the end of the game as far as can be said.
        let _ = record.walk(rules(record), &mut show);
        failed.map_or(Ok(()), Err)
    }

    /// Asks every player about a position, and notes what all of them say.
    fn ask(&mut self, game: &Game, winner: Color, record: &Record, stop: &Stop) -> Result<(), WinnersError> {
        let number = game.move_number() + 1;
        let mut rates = Vec::with_capacity(self.players.len());
        for (player, calls) in self.players.iter_mut().zip(&self.calls) {
            let answer = player.choose(game, Budget::default(), stop);
            if stop.is_stopped() {
                // Whoever was told to hurry is not measured.
                return Ok(());
            }
            let name = || calls.player.clone();
            let choice = answer.map_err(|failure| {
                let game = record.id.clone();
                WinnersError::Failed { player: name(), game, number, failure }
            })?;
            match choice.analysis.win_rate.filter(|rate| (0.0..=1.0).contains(rate)) {
                Some(rate) => rates.push(if game.to_play() == winner { rate } else { 1.0 - rate }),
                None if self.positions == 0 => return Err(WinnersError::SaysNothing { player: name() }),
                None => {
                    self.silent += 1;
                    return Ok(());
                }
            }
        }
        self.calls.iter_mut().zip(rates).for_each(|(calls, rate)| calls.add(number, rate));
        self.positions += 1;
        Ok(())
    }
}

fn is_of_use(record: &Record) -> bool {
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
    fn rules_that_are_not_named_are_told_by_komi() {
        assert_eq!(rules(&record("KM[6.5]")), Rules::JAPANESE);
        assert_eq!(rules(&record("KM[7.5]")), Rules::CHINESE);
        assert_eq!(rules(&record("KM[6.5]RU[Chinese]")), Rules::CHINESE);
        assert_eq!(rules(&record("KM[7.5]RU[Japanese]")), Rules::JAPANESE);
    }

    #[test]
    fn games_of_use_have_a_winner_and_a_komi() {
        let are_of_use =
            ["B+R", "W+0.5", "W+", "B+T"].map(|result| is_of_use(&record(&format!("KM[6.5]RE[{result}]"))));
        assert_eq!(are_of_use, [true; 4]);
        assert!(!is_of_use(&record("RE[B+R]")), "without a komi");
        for result in ["", "0", "Draw", "Void", "?", "Jigo", "B"] {
            assert!(!is_of_use(&record(&format!("KM[6.5]RE[{result}]"))), "{result}");
        }
    }
}
