//! What every search is: it takes a position and a limit, and returns what it found.

use std::thread;
use std::time::{Duration, Instant};

use goban::{Game, Move, Point, PointMap};
use player::{Restrictions, Stop};

/// A search, and all that it keeps from one position to the next.
pub trait Search: Send {
    /// Searches a position. About every `every`, the result so far is reported.
    fn search(
        &mut self,
        task: &Task<'_>,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&SearchResult),
    ) -> SearchResult;

    /// The size of the boards it is made for.
    fn size(&self) -> usize;

    /// From here on, Black needs this many points more than the game's komi asks for (fewer, if negative) to win a
    /// simulation. Scores in results are still those of the game's own komi. The tree is kept: what it holds from the
    /// old extra komi is soon outweighed if that changes little by little.
    fn set_extra_komi(&mut self, points: f32);

    /// Forgets everything and takes a new seed.
    fn reset(&mut self, seed: u64);
}

/// What to search, and for how long.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// The game whose position is searched.
    pub game: &'a Game,
    /// When to end.
    pub until: Until,
    /// The moves that are considered.
    pub restrictions: &'a Restrictions,
}

/// When to end a search.
#[derive(Clone, Copy, Debug)]
pub struct Until {
    /// After this many simulations.
    pub playouts: u64,
    /// At this time.
    pub deadline: Option<Instant>,
    /// Also before, once the most visited move can't be overtaken any more.
    pub early: bool,
}

impl Until {
    /// Whether time is up, or no other move can get more visits than the leader any more.
    pub(crate) fn is_reached(&self, started: Instant, made: u64, visits: impl Iterator<Item = u32>) -> bool {
        let now = Instant::now();
        if self.deadline.is_some_and(|deadline| now >= deadline) {
            return true;
        }
        if !self.early {
            return false;
        }
        let by_time = self.deadline.map_or(u64::MAX, |deadline| at_this_pace(made, now - started, deadline - now));
        let left = self.playouts.saturating_sub(made).min(by_time);
        let (mut most, mut second) = (0, 0);
        for visits in visits {
            if visits > most {
                (most, second) = (visits, most);
            } else {
                second = second.max(visits);
            }
        }
        u64::from(most - second) > left
    }
}

/// What goes before a search may take this part of it.
const BEFORE: u32 = 8;

impl Until {
    /// Whether `made` simulations since `started` are only a small part of the search.
    pub(crate) fn leaves_most(&self, started: Instant, made: usize) -> bool {
        let in_time = |deadline: Instant| started.elapsed() * BEFORE < deadline.saturating_duration_since(started);
        made as u64 * u64::from(BEFORE) < self.playouts && self.deadline.is_none_or(in_time)
    }
}

/// How many simulations are still to come in the time left, if as many are made in a second as so far.
fn at_this_pace(made: u64, elapsed: Duration, left: Duration) -> u64 {
    /// Fewer say little of the pace.
    const ENOUGH: u64 = 64;
    if made < ENOUGH {
        return u64::MAX;
    }
    (made as f64 / elapsed.as_secs_f64().max(1e-6) * left.as_secs_f64()).ceil() as u64
}

/// What a search found.
#[derive(Clone, Debug, Default)]
pub struct SearchResult {
    /// The moves from the root: the one to play first, which is mostly the most visited one, then by visits.
    pub candidates: Vec<Candidate>,
    /// Simulations of this search.
    pub playouts: u64,
    /// Visits of the root that earlier searches had left.
    pub kept: u64,
    /// The rate at which the player to move won the simulations of this search.
    pub win_rate: f32,
    /// By how much Black leads on average, komi included.
    pub score: f32,
    /// The standard deviation of that.
    pub spread: f32,
    /// Whose each point is at the end, on average: 1 Black's, -1 White's.
    pub ownership: Option<Box<PointMap<f32>>>,
    /// Nodes in the tree.
    pub nodes: usize,
}

impl SearchResult {
    /// This result together with an earlier one on the same root, after which the search went on: the moves have both
    /// in them already, all else is an average over the simulations of both.
    #[must_use]
    pub fn after(self, earlier: SearchResult) -> SearchResult {
        let kept = if earlier.playouts == 0 { self.kept } else { earlier.kept };
        SearchResult { kept, ..self.averaged(&earlier) }
    }

    /// This result together with an earlier one on the same root, between which the search was elsewhere: the visits of
    /// the moves are those of both, and count once if the search has kept them meanwhile.
    #[must_use]
    pub fn beside(self, earlier: &SearchResult) -> SearchResult {
        if self.kept >= earlier.kept + earlier.playouts {
            return self.after(earlier.clone());
        }
        let mut both = self.averaged(earlier);
        for other in &earlier.candidates {
            match both.candidates.iter_mut().find(|candidate| candidate.mv == other.mv) {
                Some(candidate) => candidate.add(other),
                None => both.candidates.push(other.clone()),
            }
        }
        both.candidates.sort_by_key(|candidate| std::cmp::Reverse(candidate.visits));
        both
    }

    /// All but the moves on average over the simulations of both.
    fn averaged(mut self, earlier: &SearchResult) -> SearchResult {
        if earlier.playouts == 0 {
            return self;
        }
        let share = self.playouts as f32 / (self.playouts + earlier.playouts) as f32;
        let mix = |late: f32, early: f32| share * late + (1.0 - share) * early;
        self.win_rate = mix(self.win_rate, earlier.win_rate);
        self.score = mix(self.score, earlier.score);
        self.spread = mix(self.spread, earlier.spread);
        match (&mut self.ownership, &earlier.ownership) {
            (Some(late), Some(early)) => {
                Point::all(goban::MAX_SIZE).for_each(|point| late[point] = mix(late[point], early[point]));
            }
            (late, early) => *late = late.take().or_else(|| early.clone()),
        }
        self.playouts += earlier.playouts;
        self
    }
}

/// A move from the root.
#[derive(Clone, Debug)]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Simulations that began with it.
    pub visits: u32,
    /// The rate at which those were won.
    pub win_rate: f32,
    /// By how much Black leads after it on average, where that is known.
    pub score: Option<f32>,
    /// The win rate over the playouts in which it came later, where that is counted.
    pub rave: Option<f32>,
    /// What was thought of it before it was tried: its share among all moves.
    pub prior: f32,
    /// The line that is thought best.
    pub line: Vec<Move>,
}

impl Candidate {
    /// Adds what another search has of the same move.
    fn add(&mut self, other: &Candidate) {
        let visits = self.visits + other.visits;
        if other.visits == 0 {
            return;
        }
        let share = other.visits as f32 / visits as f32;
        let mix = |own: f32, others: f32| own + share * (others - own);
        self.win_rate = mix(self.win_rate, other.win_rate);
        self.score = match (self.score, other.score) {
            (Some(own), Some(others)) => Some(mix(own, others)),
            (own, others) => own.or(others),
        };
        if other.visits > self.visits {
            self.line.clone_from(&other.line);
        }
        self.visits = visits;
    }
}

/// Runs all workers, each on its own thread. The first one checks, at its own intervals, whether a report is due.
pub(crate) fn together<W: Send>(
    workers: &mut [W],
    every: Duration,
    report: &mut dyn FnMut(),
    go: impl Fn(&mut W, &mut dyn FnMut()) + Sync,
) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    thread::scope(|scope| {
        for worker in others {
            scope.spawn(|| go(worker, &mut || {}));
        }
        let mut reported = Instant::now();
        go(first, &mut || {
            if every < Duration::MAX && reported.elapsed() >= every {
                report();
                reported = Instant::now();
            }
        });
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn candidate(name: &str, visits: u32, win_rate: f32) -> Candidate {
        let mv = Move::from_gtp(name, 9).unwrap();
        Candidate { mv, visits, win_rate, score: None, rave: None, prior: 0.5, line: vec![mv] }
    }

    #[test]
    fn a_leader_that_can_not_be_overtaken_in_the_time_left_ends_a_search() {
        let seconds = Duration::from_secs;
        assert_eq!(at_this_pace(1000, seconds(10), seconds(3)), 300);
        assert_eq!(at_this_pace(63, seconds(10), seconds(3)), u64::MAX, "too few to know the pace");
        let (started, now) = (Instant::now(), Instant::now() + seconds(3600));
        let until = |early| Until { playouts: u64::MAX, deadline: Some(now), early };
        assert!(!until(true).is_reached(started, 63, [u32::MAX, 0].into_iter()));
        assert!(!until(false).is_reached(started, 1000, [u32::MAX, 0].into_iter()));
        assert!(Until { deadline: Some(started), ..until(false) }.is_reached(started, 0, [].into_iter()));
        assert!(Until { playouts: 100, deadline: None, early: true }.is_reached(started, 80, [50, 29].into_iter()));
        assert!(!Until { playouts: 100, deadline: None, early: true }.is_reached(started, 80, [50, 30].into_iter()));
    }

    #[test]
    fn two_searches_of_one_position_count_together() {
        let result = |candidates: Vec<Candidate>| {
            let playouts = candidates.iter().map(|candidate| u64::from(candidate.visits)).sum();
            SearchResult { win_rate: candidates[0].win_rate, candidates, playouts, ..SearchResult::default() }
        };
        let earlier = result(vec![candidate("C3", 40, 0.9), candidate("D4", 10, 0.2), candidate("E5", 0, 0.9)]);
        let late = result(vec![candidate("D4", 20, 0.5), candidate("E5", 0, 0.4), candidate("C3", 0, 0.4)]);
        let both = late.beside(&earlier);
        let found: Vec<(String, u32, f32)> =
            both.candidates.iter().map(|each| (each.mv.to_gtp(9), each.visits, each.win_rate)).collect();
        assert_eq!(found[0], ("C3".to_string(), 40, 0.9));
        assert_eq!((found[1].0.as_str(), found[1].1), ("D4", 30));
        assert!((found[1].2 - 0.4).abs() < 1e-6, "20 visits of 0.5 and 10 of 0.2");
        assert_eq!((both.playouts, found[2].1), (70, 0));
        assert!((both.win_rate - (0.5 * 20.0 + 0.9 * 50.0) / 70.0).abs() < 1e-6);
        let late = SearchResult { kept: 50, ..result(vec![candidate("C3", 60, 0.8), candidate("D4", 10, 0.2)]) };
        let kept = SearchResult { playouts: 20, ..late }.beside(&earlier);
        assert_eq!((kept.playouts, kept.kept, kept.candidates[0].visits), (70, 0, 60), "C3's 40 are among its 60");
        let alone = result(vec![candidate("C3", 3, 0.9)]).beside(&SearchResult::default());
        assert_eq!((alone.playouts, alone.candidates.len()), (3, 1));
    }
}
