//! The games of a study, in the order in which they are studied, on every pass the same.
//!
//! In the order of the files they are streamed. To be shuffled they have to be held, without their comments some six
//! bytes a move: each game draws a lot, and the lowest lots come first. Where only some games are wanted, only those
//! with the lowest lots are held.

use std::collections::BTreeMap;
use std::mem;
use std::ops::ControlFlow;

use kifu::corpus::{Corpus, Tally};
use kifu::{GameInfo, Record};
use player::{Rng, Stop};

use crate::metric::RULES;

/// The games that a study wants.
pub(super) struct Games<'a> {
    source: Source<'a>,
    wanted: fn(&Record) -> bool,
    left_out: u64,
}

/// Where they come from.
enum Source<'a> {
    /// Straight from the files.
    Streamed {
        corpus: &'a Corpus,
        most: Option<u64>,
        /// How many there are, once that is known.
        counted: Option<u64>,
    },
    /// From memory.
    Shuffled { records: Vec<Record>, tally: Tally },
}

impl<'a> Games<'a> {
    /// The games of a corpus that are wanted, at most so many; those that a seed shuffles are read here, unless the
    /// signal comes.
    pub fn new(
        corpus: &'a Corpus,
        most: Option<u64>,
        seed: Option<u64>,
        wanted: fn(&Record) -> bool,
        stop: &Stop,
    ) -> Games<'a> {
        let mut games = Games { source: Source::Streamed { corpus, most, counted: None }, wanted, left_out: 0 };
        if let Some(seed) = seed {
            games.source = games.shuffled(corpus, most, seed, stop);
        }
        games
    }

    /// How many there are, if that is known. A stream may end before as many as are wanted.
    pub fn total(&self) -> Option<u64> {
        match &self.source {
            Source::Streamed { most, counted, .. } => counted.or(*most),
            Source::Shuffled { records, .. } => Some(records.len() as u64),
        }
    }

    /// How many were not wanted among those that were read.
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// Hands over every game that is wanted and can be played out, with its number from 0. The tally is of those.
    pub fn each(&mut self, visit: &mut dyn FnMut(u64, &Record) -> ControlFlow<()>) -> Tally {
        match &mut self.source {
            Source::Streamed { most: Some(0), .. } => Tally::default(),
            Source::Streamed { corpus, most, counted } => {
                let (mut number, mut left_out) = (0, 0);
                let mut all = true;
                let mut tally = corpus.each_game(RULES, |record, _| {
                    if !(self.wanted)(&record) {
                        left_out += 1;
                        return ControlFlow::Continue(());
                    }
                    if visit(number, &record).is_break() {
                        all = false;
                        return ControlFlow::Break(());
                    }
                    number += 1;
                    if Some(number) == *most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                *counted = all.then_some(number);
                tally.games -= left_out;
                self.left_out = left_out;
                tally
            }
            Source::Shuffled { records, tally } => {
                let _ = records.iter().zip(0..).try_for_each(|(record, number)| visit(number, record));
                tally.clone()
            }
        }
    }

    fn shuffled(&mut self, corpus: &Corpus, most: Option<u64>, seed: u64, stop: &Stop) -> Source<'a> {
        let most = most.map_or(usize::MAX, |most| usize::try_from(most).unwrap_or(usize::MAX));
        let mut lots = Rng::new(seed);
        let mut held = BTreeMap::new();
        let mut read = 0u64;
        let mut tally = corpus.each_game(RULES, |mut record, _| {
            if (self.wanted)(&record) {
                let result = mem::take(&mut record.header.info.result);
                record.header.info = GameInfo { result, ..GameInfo::default() };
                record.moves.shrink_to_fit();
                held.insert((lots.next_u64(), read), record);
                read += 1;
                if held.len() > most {
                    held.pop_last();
                }
            } else {
                self.left_out += 1;
            }
            if stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        tally.games -= self.left_out;
        Source::Shuffled { records: held.into_values().collect(), tally }
    }
}

/// Whether a game is one of that share that are only measured and never learnt from. It depends on its name and on
/// nothing else, so that it is the same for every study and every order.
pub(super) fn is_held_out(id: &str, share: f64) -> bool {
    // FNV-1a, and a generator's good mixture of it.
    let hash =
        id.bytes().fold(0xcbf2_9ce4_8422_2325u64, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3));
    f64::from(Rng::new(hash).unit()) < share
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_are_held_out_as_was_asked_for() {
        let held = |share: f64| (0..10_000).filter(|n| is_held_out(&format!("games/{n}.sgf"), share)).count();
        assert_eq!((held(0.0), held(1.0)), (0, 10_000));
        let tenth = held(0.1);
        assert!((850..1150).contains(&tenth), "{tenth}: five standard deviations");
    }

    #[test]
    fn who_is_held_out_stays_so_when_more_are() {
        let names: Vec<String> = (0..1000).map(|n| format!("{n}")).collect();
        assert!(names.iter().all(|name| !is_held_out(name, 0.1) || is_held_out(name, 0.3)));
    }
}
