//! A study (Stoutamire 1991, sections 4.2 and 4.3): players predict the games of experts, move by move.
//!
//! In each position every player ranks the legal moves, its error is recorded, and then it learns the move that was
//! played. Every position of the first pass is therefore new to the player. On later passes only the hold-out games
//! are; they are measured and never learnt.
//!
//! Every stone that is played makes a position, also after handicap and setup stones. Passes are learnt but not
//! measured, because rankings do not contain them. Two passes end a game, even if the record continues.
//!
//! [`charts`] draws the findings and [`folder`] writes them as files. [`winners`] measures another prediction on the
//! same games: who will win.

pub mod charts;
mod filter;
pub mod folder;
mod games;
mod results;
mod tables;
pub mod winners;

use std::ops::ControlFlow;

use goban::{Game, Move, Rules};
use kifu::Record;
use kifu::corpus::{Corpus, Tally};
use player::{Player, Rng, Stop};
use thiserror::Error;

pub use filter::Filter;
pub use results::{Findings, Nrm, PLACES, Pass, Results};
pub use tables::{PassFigures, RankFigures, StudySummary};

use crate::metric::{Placing, RULES, RankedMoves, rank_values};
use games::{Games, is_held_out};

/// The settings of a study.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct StudyOptions {
    /// The largest number of games; all by default.
    pub games: Option<u64>,
    /// The number of passes over the games.
    pub passes: u32,
    /// The seed of the shuffle and of the players. Without one the games keep the order of the files, and the players
    /// take 0.
    pub seed: Option<u64>,
    /// The share of hold-out games, chosen by a hash of their names.
    pub holdout: f64,
    /// The moves that are ranked.
    pub ranked: RankedMoves,
}

impl Default for StudyOptions {
    fn default() -> StudyOptions {
        StudyOptions { games: None, passes: 1, seed: None, holdout: 0.0, ranked: RankedMoves::Legal }
    }
}

/// A study of several players on the same positions.
///
/// ```no_run
/// use kifu::corpus::Corpus;
/// use learn::study::{Study, StudyOptions};
/// use player::{Maker, Stop};
///
/// let corpus = Corpus::open(["games/"])?;
/// let mut greedy = roster::Roster.make(&"greedy".parse()?)?;
/// let mut study = Study::new(StudyOptions::default());
/// study.add("greedy", greedy.as_mut());
/// study.run(&corpus, &Stop::new(), &mut |_| {})?;
/// let findings = &study.findings()[0];
/// eprintln!("{} has a mean error of {:?}", findings.player, findings.passes[0].studied.error());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Study<'a> {
    options: StudyOptions,
    players: Vec<&'a mut dyn Player>,
    findings: Vec<Findings>,
    positions: u64,
}

/// The progress of a study.
#[derive(Clone, Copy, Debug)]
pub struct StudyProgress<'a> {
    /// The pass, from 1.
    pub pass: u32,
    /// The number of passes.
    pub passes: u32,
    /// The number of finished games of this pass.
    pub games: u64,
    /// The number of games of a pass, if known.
    pub total: Option<u64>,
    /// The number of positions so far, over all passes.
    pub positions: u64,
    /// The findings so far.
    pub findings: &'a [Findings],
}

/// Why a study fails.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum StudyError {
    /// A player does not rank moves.
    #[error("{player} does not rank moves")]
    DoesNotRank {
        /// The player.
        player: String,
    },
    /// A player that ranked earlier positions has no ranking, such as an external program that failed.
    #[error("{player} has no ranking at move {number} of {game}")]
    NoRanking {
        /// The player.
        player: String,
        /// The name of the game.
        game: String,
        /// The number of the move, from 1.
        number: usize,
    },
    /// There is no game.
    #[error("there is no game that can be studied ({0})")]
    NoGames(Tally),
}

impl<'a> Study<'a> {
    /// A study without players.
    pub fn new(options: StudyOptions) -> Study<'a> {
        Study { options, players: Vec::new(), findings: Vec::new(), positions: 0 }
    }

    /// Adds a player.
    pub fn add(&mut self, name: impl Into<String>, player: &'a mut dyn Player) {
        self.players.push(player);
        self.findings.push(Findings::new(name.into()));
    }

    /// The findings for each player in the order of [`add`](Study::add), also after an error or a stop.
    pub fn findings(&self) -> &[Findings] {
        &self.findings
    }

    /// Studies the games of a corpus until the end or the stop signal, with a report after each position. Returns the
    /// tally of the last pass.
    ///
    /// # Errors
    /// If a player does not rank, or there is no game. The findings so far remain.
    pub fn run(
        &mut self,
        corpus: &Corpus,
        stop: &Stop,
        report: &mut dyn FnMut(&StudyProgress<'_>),
    ) -> Result<Tally, StudyError> {
        let StudyOptions { games, seed, .. } = self.options;
        self.run_games(Games::new(corpus, games, seed, |_| true, stop), stop, report)
    }

    /// As [`run`](Study::run), with these games in their order. A game that cannot be replayed ends early.
    ///
    /// # Errors
    /// As [`run`](Study::run).
    pub fn run_records(&mut self, records: &[Record], stop: &Stop) -> Result<(), StudyError> {
        self.run_games(Games::given(records), stop, &mut |_| {}).map(drop)
    }

    fn run_games(
        &mut self,
        mut games: Games<'_>,
        stop: &Stop,
        report: &mut dyn FnMut(&StudyProgress<'_>),
    ) -> Result<Tally, StudyError> {
        let mut tally = Tally::default();
        for pass in 1..=self.options.passes {
            self.findings.iter_mut().for_each(|findings| findings.passes.push(Pass::default()));
            let total = games.total();
            let mut failed = None;
            tally = games.each(&mut |number, record| {
                let mut report = |study: &Study<'_>| {
                    report(&StudyProgress {
                        pass,
                        passes: study.options.passes,
                        games: number,
                        total,
                        positions: study.positions,
                        findings: &study.findings,
                    });
                };
                failed = self.study_game(number, record, stop, &mut report).err();
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
    fn study_game(
        &mut self,
        number: u64,
        record: &Record,
        stop: &Stop,
        report: &mut dyn FnMut(&Study<'_>),
    ) -> Result<(), StudyError> {
        let held_out = is_held_out(&record.id, self.options.holdout);
        let seed = Rng::new(self.options.seed.unwrap_or(0) ^ number.rotate_left(32)).next_u64();
        self.players.iter_mut().for_each(|player| player.reset(seed));
        self.findings.iter_mut().filter_map(|findings| results(findings, held_out)).for_each(Results::start_game);
        let mut passed = false;
        let mut failed = None;
        let mut visit = |game: &Game, mv: Move| {
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
            report(self);
            let over = passed && mv == Move::Pass;
            passed = mv == Move::Pass;
            if over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        // Only games that can be replayed come here, so the walk cannot fail. The metric sets the rules of legality,
        // the record those of scoring.
        let _ = record.walk(Rules { scoring: rules(record).scoring, ..RULES }, &mut visit);
        failed.map_or(Ok(()), Err)
    }

    /// Ranks the moves of a position by every player, and records the placing of the move that was played.
    fn measure(&mut self, game: &Game, mv: Move, held_out: bool, record: &Record) -> Result<(), StudyError> {
        let Move::Play(point) = mv else { return Ok(()) };
        let number = game.move_number() + 1;
        let mut placings = Vec::with_capacity(self.players.len());
        for (player, findings) in self.players.iter_mut().zip(&self.findings) {
            let Some(values) = rank_values(&mut **player, game) else {
                let player = findings.player.clone();
                return Err(match self.positions {
                    0 => StudyError::DoesNotRank { player },
                    _ => StudyError::NoRanking { player, game: record.id.clone(), number },
                });
            };
            placings.push(Placing::of_moves(self.options.ranked, game, &values, point));
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

/// The results of the current pass.
fn results(findings: &mut Findings, held_out: bool) -> Option<&mut Results> {
    let pass = findings.passes.last_mut()?;
    Some(if held_out { &mut pass.held_out } else { &mut pass.studied })
}

/// The rules of a game: the rules that the record names or its komi suggests.
fn rules(record: &Record) -> Rules {
    /// Japanese and Korean games have a komi of at most 6.5, Chinese ones of 7.5 since 2002.
    const AREA: f32 = 7.0;
    let suggested = if record.header.komi.is_some_and(|komi| komi < AREA) { Rules::JAPANESE } else { Rules::CHINESE };
    record.header.rules.unwrap_or(suggested)
}
