//! A study (Stoutamire 1991, sections 4.2 and 4.3): players are shown the games of experts, move by move.
//!
//! In each position every player ranks the legal moves, its error is noted, and then it may learn what was played. So
//! what is noted is always the answer to something new, and one pass over the games measures how a learner does on
//! games that it has not seen. On a second pass it has seen them; there the games that were held out are the honest
//! figure.
//!
//! Every play of a record is a position, those with handicap and set-up stones too. Passes are learnt from, but not
//! measured, since passing is not ranked; and where both have passed, the game is over: what some records have after
//! that is no expert's play.
//!
//! [`winners`] asks something else along the same games: who will win.

mod files;
mod filter;
mod games;
mod results;
pub mod winners;

use std::ops::ControlFlow;

use goban::{Game, Move, Rules};
use kifu::Record;
use kifu::corpus::{Corpus, Tally};
use player::{Player, Rng, Stop};
use thiserror::Error;

pub use files::{Figures, PassFigures, Summary};
pub use filter::Filter;
pub use results::{Findings, Nrm, PLACES, Pass, Results};

use crate::metric::{Placing, RULES, ask};
use games::{Games, is_held_out};

/// How a study goes about it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Options {
    /// At most so many games; all of them, if it is not said.
    pub games: Option<u64>,
    /// So many passes over the games.
    pub passes: u32,
    /// Shuffles the games; without a seed they are taken in the order of the files. Also the seed of the players, which
    /// is 0 without one.
    pub seed: Option<u64>,
    /// The share of the games that are only measured and never learnt from, by a hash of their names.
    pub holdout: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options { games: None, passes: 1, seed: None, holdout: 0.0 }
    }
}

/// Players side by side on the same positions.
///
/// ```no_run
/// use kifu::corpus::Corpus;
/// use learn::study::{Options, Study};
/// use player::{Maker, Stop};
///
/// let corpus = Corpus::open(["games/"])?;
/// let mut greedy = roster::Roster.make(&"greedy".parse()?)?;
/// let mut study = Study::new(Options::default());
/// study.add("greedy", greedy.as_mut());
/// study.run(&corpus, &Stop::new(), &mut |_| {})?;
/// let findings = &study.findings()[0];
/// eprintln!("{} has a mean error of {:?}", findings.player, findings.passes[0].studied.error());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Study<'a> {
    options: Options,
    players: Vec<&'a mut dyn Player>,
    findings: Vec<Findings>,
    positions: u64,
}

/// How far a study has got.
#[derive(Clone, Copy, Debug)]
pub struct Progress<'a> {
    /// The pass, from 1.
    pub pass: u32,
    /// How many passes there are to be.
    pub passes: u32,
    /// The games of this pass that are finished.
    pub games: u64,
    /// The games of a pass, where that is known.
    pub total: Option<u64>,
    /// The positions so far, of all passes.
    pub positions: u64,
    /// What has been found so far.
    pub findings: &'a [Findings],
}

/// Why a study cannot go on.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StudyError {
    /// A player that ranks nothing.
    #[error("{player} does not rank moves")]
    DoesNotRank {
        /// The player.
        player: String,
    },
    /// A player that has ranked before: one made of several, or another program that has failed.
    #[error("{player} has no ranking at move {number} of {game}")]
    NoRanking {
        /// The player.
        player: String,
        /// The name of the game.
        game: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// There is not one game.
    #[error("there is no game that can be studied ({0})")]
    NoGames(Tally),
}

impl<'a> Study<'a> {
    /// A study without players.
    pub fn new(options: Options) -> Study<'a> {
        Study { options, players: Vec::new(), findings: Vec::new(), positions: 0 }
    }

    /// Another player takes part.
    pub fn add(&mut self, name: impl Into<String>, player: &'a mut dyn Player) {
        self.players.push(player);
        self.findings.push(Findings::new(name.into()));
    }

    /// What has been found, player by player in the order in which they were added; also after an error, or when the
    /// study was stopped.
    pub fn findings(&self) -> &[Findings] {
        &self.findings
    }

    /// Studies the games of a corpus until the last, or until the signal to stop; after each position somebody may
    /// watch. The tally is that of the last pass.
    ///
    /// # Errors
    /// If a player does not rank, or there is no game. What was found until then stands.
    pub fn run(
        &mut self,
        corpus: &Corpus,
        stop: &Stop,
        watch: &mut dyn FnMut(&Progress<'_>),
    ) -> Result<Tally, StudyError> {
        let Options { games, seed, .. } = self.options;
        let mut games = Games::new(corpus, games, seed, |_| true, stop);
        let mut tally = Tally::default();
        for pass in 1..=self.options.passes {
            self.findings.iter_mut().for_each(|findings| findings.passes.push(Pass::default()));
            let total = games.total();
            let mut failed = None;
            tally = games.each(&mut |number, record| {
                let mut watch = |study: &Study<'_>| {
                    watch(&Progress {
                        pass,
                        passes: study.options.passes,
                        games: number,
                        total,
                        positions: study.positions,
                        findings: &study.findings,
                    });
                };
                failed = self.take(number, record, stop, &mut watch).err();
                if failed.is_some() || stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            match failed {
                Some(error) => return Err(error),
                None if stop.is_stopped() => break,
                None if tally.games == 0 => return Err(StudyError::NoGames(tally)),
                None => {}
            }
        }
        Ok(tally)
    }

    /// Studies one game.
    fn take(
        &mut self,
        number: u64,
        record: &Record,
        stop: &Stop,
        watch: &mut dyn FnMut(&Study<'_>),
    ) -> Result<(), StudyError> {
        let held_out = is_held_out(&record.id, self.options.holdout);
        let seed = Rng::new(self.options.seed.unwrap_or(0) ^ number.rotate_left(32)).next_u64();
        self.players.iter_mut().for_each(|player| player.reset(seed));
        self.findings.iter_mut().filter_map(|findings| results(findings, held_out)).for_each(Results::begin_game);
        let mut passed = false;
        let mut failed = None;
        let mut show = |game: &Game, mv: Move| {
            if stop.is_stopped() {
                return ControlFlow::Break(());
            }
            if let Err(error) = self.measure(game, mv, held_out, record) {
                failed = Some(error);
                return ControlFlow::Break(());
            }
            for player in self.players.iter_mut().filter(|_| !held_out) {
                player.learn(game, mv);
            }
            watch(self);
            let over = passed && mv == Move::Pass;
            passed = mv == Move::Pass;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Every move is known to be legal: only games that can be played out come here.
        // By which rules moves are legal is told by the metric; what is counted, by the record.
        let _ = record.walk(Rules { scoring: rules(record).scoring, ..RULES }, &mut show);
        failed.map_or(Ok(()), Err)
    }

    /// Has every player rank the moves of a position, and notes where the one that was played came.
    fn measure(&mut self, game: &Game, mv: Move, held_out: bool, record: &Record) -> Result<(), StudyError> {
        let Move::Play(point) = mv else { return Ok(()) };
        let number = game.move_number() + 1;
        let mut placings = Vec::with_capacity(self.players.len());
        for (player, findings) in self.players.iter_mut().zip(&self.findings) {
            let Some(worth) = ask(&mut **player, game) else {
                let player = findings.player.clone();
                return Err(match self.positions {
                    0 => StudyError::DoesNotRank { player },
                    _ => StudyError::NoRanking { player, game: record.id.clone(), number },
                });
            };
            placings.push(Placing::of(game, &worth, point));
        }
        for (findings, placing) in self.findings.iter_mut().zip(placings) {
            if let Some(results) = results(findings, held_out) {
                results.add(number, placing);
            }
        }
        self.positions += 1;
        Ok(())
    }
}

/// Where the results of the present pass go.
fn results(findings: &mut Findings, held_out: bool) -> Option<&mut Results> {
    let pass = findings.passes.last_mut()?;
    Some(if held_out { &mut pass.held_out } else { &mut pass.studied })
}

/// The rules of a game: its own, or those that its komi goes with.
fn rules(record: &Record) -> Rules {
    /// Japanese and Korean games have had a komi of 6.5 at most, Chinese ones 7.5 since 2002.
    const AREA: f32 = 7.0;
    let usual = if record.header.komi.is_some_and(|komi| komi < AREA) { Rules::JAPANESE } else { Rules::CHINESE };
    record.header.rules.unwrap_or(usual)
}
