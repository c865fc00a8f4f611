//! The games of a study, in the same order on every pass.
//!
//! Games in the order of the files are streamed. Shuffled games are held in memory, without their comments some six
//! bytes a move: each gets a random key and they are sorted by it. If the number of games is limited, only those with
//! the lowest keys are held.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;

use kifu::corpus::{Corpus, Tally};
use kifu::{GameInfo, Record};
use player::{Rng, Stop};

use crate::metric::RULES;

/// The games that a study uses.
pub(super) struct Games<'a> {
    source: Source<'a>,
    is_usable: fn(&Record) -> bool,
    skipped: u64,
}

/// Where the games come from.
enum Source<'a> {
    /// Streamed from the files.
    Streamed {
        corpus: &'a Corpus,
        limit: Option<u64>,
        /// The number of games, once it is known.
        counted: Option<u64>,
    },
    /// Held in memory.
    Shuffled { records: Vec<Record>, tally: Tally },
    /// Given by the caller.
    Given(&'a [Record]),
}

impl<'a> Games<'a> {
    /// The usable games of a corpus, at most `limit` of them. A seed shuffles them; that reads them here,
    /// until the stop signal.
    pub fn new(
        corpus: &'a Corpus,
        limit: Option<u64>,
        seed: Option<u64>,
        is_usable: fn(&Record) -> bool,
        stop: &Stop,
    ) -> Games<'a> {
        let mut games = Games { source: Source::Streamed { corpus, limit, counted: None }, is_usable, skipped: 0 };
        if let Some(seed) = seed {
            games.source = games.shuffled(corpus, limit, seed, stop);
        }
        games
    }

    /// These games in their order.
    pub fn given(records: &'a [Record]) -> Games<'a> {
        Games { source: Source::Given(records), is_usable: |_| true, skipped: 0 }
    }

    /// The number of games, if it is known. A stream may end before its limit.
    pub fn total(&self) -> Option<u64> {
        match &self.source {
            Source::Streamed { limit, counted, .. } => counted.or(*limit),
            Source::Shuffled { records, .. } => Some(records.len() as u64),
            Source::Given(records) => Some(records.len() as u64),
        }
    }

    /// The number of games that were read but are not usable.
    pub fn skipped(&self) -> u64 {
        self.skipped
    }

    /// Visits every usable game that can be replayed, with its number from 0. The tally is of these games.
    pub fn each(&mut self, visit: &mut dyn FnMut(u64, &Record) -> ControlFlow<()>) -> Tally {
        match &mut self.source {
            Source::Streamed { limit: Some(0), .. } => Tally::default(),
            Source::Streamed { corpus, limit, counted } => {
                let (mut number, mut skipped) = (0, 0);
                let mut complete = true;
                let mut tally = corpus.each_game(RULES, |record, _| {
                    if !(self.is_usable)(&record) {
                        skipped += 1;
                        return ControlFlow::Continue(());
                    }
                    if visit(number, &record).is_break() {
                        complete = false;
                        return ControlFlow::Break(());
                    }
                    number += 1;
                    if Some(number) == *limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                *counted = complete.then_some(number);
                tally.games -= skipped;
                self.skipped = skipped;
                tally
            }
            Source::Shuffled { records, tally } => {
                let _ = records.iter().zip(0..).try_for_each(|(record, number)| visit(number, record));
                tally.clone()
            }
            Source::Given(records) => {
                let _ = records.iter().zip(0..).try_for_each(|(record, number)| visit(number, record));
                let mut tally = Tally::default();
                tally.games = records.len() as u64;
                tally
            }
        }
    }

    fn shuffled(&mut self, corpus: &Corpus, limit: Option<u64>, seed: u64, stop: &Stop) -> Source<'a> {
        let limit = limit.map_or(usize::MAX, |limit| usize::try_from(limit).unwrap_or(usize::MAX));
        let mut rng = Rng::new(seed);
        let mut held = BTreeMap::new();
        let mut read = 0u64;
        let mut tally = corpus.each_game(RULES, |mut record, _| {
            if (self.is_usable)(&record) {
                let result = mem::take(&mut record.header.info.result);
                record.header.info = GameInfo { result, ..GameInfo::default() };
                record.moves.shrink_to_fit();
                held.insert((rng.next_u64(), read), record);
                read += 1;
                if held.len() > limit {
                    held.pop_last();
                }
            } else {
                self.skipped += 1;
            }
            if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        tally.games -= self.skipped;
        Source::Shuffled { records: held.into_values().collect(), tally }
    }
}

/// Whether a game belongs to a hold-out share. This depends only on its name, so it is the same in every study and
/// every order.
pub(super) fn is_held_out(id: &str, share: f64) -> bool {
    // FNV-1a, mixed by a random number generator.
    let hash =
        id.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    f64::from(Rng::new(hash).unit()) < share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_share_of_hold_out_games_is_the_one_asked_for() {
        let held = |share: f64| (0..10_000).filter(|n| is_held_out(&format!("games/{n}.sgf"), share)).count();
        assert_eq!((held(0.0), held(1.0)), (0, 10_000));
        let tenth = held(0.1);
        assert!((850..1150).contains(&tenth), "{tenth}: five standard deviations");
    }

    #[test]
    fn a_larger_share_contains_the_smaller_one() {
        let names: Vec<String> = (0..1000).map(|n| format!("{n}")).collect();
        assert!(names.iter().all(|name| !is_held_out(name, 0.1) || is_held_out(name, 0.3)));
    }
}
