//! Teaches an [`Intuition`]: which features make a move likely, by a softmax over all
//! legal moves (the generalised Bradley-Terry model of Coulom, "Computing Elo ratings of move patterns in the game of
//! Go", 2007, followed by its gradient instead of by minorisation).
//!
//! There are three passes over the games. The first two find the frequent features of experts' moves: one counts
//! approximately in little memory, the next counts the candidates exactly. The third learns, with a rate for each
//! feature that decreases with its gradients (AdaGrad). Several threads extract features and one learns, in the order
//! of the seed, so the model does not depend on the number of threads.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use goban::Point;
use models::intuition::{About, Dictionary, Features, Intuition};
use player::{Rng, Stop, parameters};

use crate::teacher::{Curve, Data, Entry, Measure, Progress, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "intuition",
    summary: "Learn the probability of experts' moves, by a softmax over shapes, distances and tactics",
    details: "`rave` uses such a model for its priors. The same games and seed make the same model, on any number of \
              threads. An interrupted run keeps what it has learnt, but cannot be resumed.",
    data: Data::Games,
    player: "preference:model=FILE",
    resumes: false,
    extends: &[],
    parallel: true,
    measure: Some(Measure::Loss),
    params: Params::PARAMS,
    build: |settings| Ok(Box::new(Params::read(settings))),
};

parameters! {
    /// Which features have weights, and how these are learnt.
    pub struct Params {
        /// the occurrences in moves played that a feature needs for a weight
        pub least: u32 = 20, in 1..=1_000_000_000;
        /// the number of features with a weight, the most frequent ones
        pub features: usize = 600000, in 1..=1_000_000_000;
        /// the learning rate
        pub rate: f32 = 0.2, in 1e-9..=1e6;
        /// the number of passes over the games
        pub passes: u32 = 1, in 1..=1_000_000;
        /// the seed of the order of games
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

impl Teacher for Params {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let &mut Params { least, features: most, rate, passes, seed } = self;
        let Training { games, origin, threads, stop, report, .. } = training;
        // One thread learns.
        let course = Course { least, most, rate, passes, threads: threads.saturating_sub(1).max(1), seed };
        let mut curve = Curve::default();
        let Weights { weights, positions, complete } = teach(games, &course, stop, |stage| match stage {
            Stage::Counting { games, of } => {
                report(Progress::new("games", games as u64, of as u64, format_args!("counting features")));
            }
            Stage::Learning { games, of, positions, loss, top1 } => {
                let point = (games as f64, loss);
                curve.push(point);
                let share = 100.0 * top1;
                let note = format_args!("{positions} positions, loss {loss:.4}, first choice {share:.1}%");
                report(Progress { point: Some(point), ..Progress::new("games", games as u64, of as u64, note) });
            }
        });
        let version = version::version().to_string();
        let model = Intuition::write(&weights, &About { games: origin.clone(), positions, seed, version });
        let (features, games, size) = (weights.len(), games.len(), size_in_words(model.len()));
        Ok(Taught {
            model: Some(model),
            complete,
            summary: format!("{features} features, {positions} positions of {games} games, {size}"),
            curves: vec![("loss", curve)],
        })
    }
}

/// How to teach.
#[derive(Clone, Debug)]
pub struct Course {
    /// The occurrences in moves played that a feature needs.
    pub least: u32,
    /// The number of features; the most frequent are kept.
    pub most: usize,
    /// The learning rate.
    pub rate: f32,
    /// The number of passes over the games.
    pub passes: u32,
    /// The threads that extract features.
    pub threads: usize,
    /// The seed of the order of games.
    pub seed: u64,
}

/// The progress of a run.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Stage {
    /// Features are counted.
    Counting {
        /// The games counted, in both passes.
        games: usize,
        /// The games in all, in both passes.
        of: usize,
    },
    /// Weights are learnt.
    Learning {
        /// The games learnt from.
        games: usize,
        /// The games in all, in all passes.
        of: usize,
        /// The positions learnt from.
        positions: u64,
        /// The running mean of -ln p of the moves played.
        loss: f64,
        /// The running share of moves that were the first choice.
        top1: f64,
    },
}

/// The learnt weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Weights {
    /// Features in order, and their weights.
    pub weights: Vec<(u64, f32)>,
    /// The number of positions.
    pub positions: u64,
    /// Whether all games were used.
    pub complete: bool,
}

/// Learns from these games.
pub fn teach(lessons: &[TrainingGame], course: &Course, stop: &Stop, mut report: impl FnMut(Stage)) -> Weights {
    let features = frequent_features(lessons, course, stop, &mut report);
    let dictionary = Dictionary::new(features.iter().map(|&feature| (feature, ())));
    let mut learner = Learner::new(dictionary.places(), course.rate);
    let mut rng = Rng::new(course.seed);
    let mut order: Vec<usize> = Vec::new();
    for _ in 0..course.passes {
        let start = order.len();
        order.extend(0..lessons.len());
        for place in (start + 1..order.len()).rev() {
            let other = start + rng.below((place - start + 1) as u32) as usize;
            order.swap(place, other);
        }
    }
    let mut done = 0;
    prepare(lessons, &order, &dictionary, course.threads.max(1), |game| {
        game.positions().for_each(|position| learner.learn(position));
        done += 1;
        let Learner { positions, loss, top1, .. } = learner;
        report(Stage::Learning { games: done, of: order.len(), positions, loss, top1 });
        !stop.is_stopped()
    });
    let weight = |&feature: &u64| dictionary.find(feature).map(|place| (feature, learner.weights[place].value));
    Weights {
        weights: features.iter().filter_map(weight).collect(),
        positions: learner.positions,
        complete: done == order.len(),
    }
}

/// The frequent features, in order.
fn frequent_features(
    lessons: &[TrainingGame],
    course: &Course,
    stop: &Stop,
    report: &mut impl FnMut(Stage),
) -> Vec<u64> {
    let moves: usize = lessons.iter().map(TrainingGame::len).sum();
    let places = (16 * moves).next_power_of_two().clamp(FEWEST, MOST);
    let rough: Vec<AtomicU8> = (0..places).map(|_| AtomicU8::new(0)).collect();
    let spot = |feature: u64| &rough[feature as usize % places];
    let of = 2 * lessons.len();
    let threads = course.threads.max(1);
    let mut walk = |begun: usize, see: &(dyn Fn(usize, u64) + Sync)| {
        let next = AtomicUsize::new(0);
        thread::scope(|scope| {
            for worker in 0..threads {
                let next = &next;
                scope.spawn(move || {
                    let mut features = Features::new();
                    while let Some(lesson) = lessons.get(next.fetch_add(1, Relaxed)).filter(|_| !stop.is_stopped()) {
                        lesson.each_position(|board, point| {
                            features.look(board);
                            features.of(board, point, |feature| {
                                see(worker, feature);
                                true
                            });
                        });
                    }
                });
            }
            while next.load(Relaxed) < lessons.len() && !stop.is_stopped() {
                thread::sleep(std::time::Duration::from_millis(20));
                report(Stage::Counting { games: begun + next.load(Relaxed).min(lessons.len()), of });
            }
        });
    };
    walk(0, &|_, feature| {
        // Counts saturate, so that the order of threads makes no difference.
        let more = |count: u8| count.checked_add(1);
        let _ = spot(feature).fetch_update(Relaxed, Relaxed, more);
    });
    let enough = course.least.min(255) as u8;
    let counts: Vec<std::sync::Mutex<HashMap<u64, u32>>> = (0..threads).map(|_| Default::default()).collect();
    walk(lessons.len(), &|worker, feature| {
        if spot(feature).load(Relaxed) >= enough {
            let mut counts = counts[worker].lock().unwrap_or_else(|poisoned| poisoned.into_inner());
            *counts.entry(feature).or_default() += 1;
        }
    });
    let mut all: HashMap<u64, u32> = HashMap::new();
    for counts in counts {
        for (feature, count) in counts.into_inner().unwrap_or_else(|poisoned| poisoned.into_inner()) {
            *all.entry(feature).or_default() += count;
        }
    }
    let mut kept: Vec<(u32, u64)> = all.into_iter().map(|(feature, count)| (count, feature)).collect();
    kept.retain(|&(count, _)| count >= course.least);
    kept.sort_unstable_by(|a, b| b.cmp(a));
    kept.truncate(course.most);
    let mut features: Vec<u64> = kept.into_iter().map(|(_, feature)| feature).collect();
    features.sort_unstable();
    features
}

/// The bounds of the number of approximate counts.
const FEWEST: usize = 1 << 16;
const MOST: usize = 1 << 27;

/// The positions of a game with the features of their moves, as places in the dictionary.
#[derive(Default)]
struct Prepared {
    /// The features of all moves of all positions, one after the other.
    places: Vec<u32>,
    /// Where those of each move end.
    ends: Vec<u32>,
    /// Where the moves of each position end, and which of them was played.
    positions: Vec<(u32, u16)>,
}

/// One position.
struct Position<'a> {
    places: &'a [u32],
    /// Where the features of the first move begin.
    first: u32,
    ends: &'a [u32],
    played: usize,
}

impl Prepared {
    fn positions(&self) -> impl Iterator<Item = Position<'_>> {
        let mut begun = 0;
        self.positions.iter().map(move |&(end, played)| {
            let first = if begun == 0 { 0 } else { self.ends[begun - 1] };
            let ends = &self.ends[begun..end as usize];
            begun = end as usize;
            Position { places: &self.places, first, ends, played: usize::from(played) }
        })
    }

    fn add(&mut self, features: &mut Features, dictionary: &Dictionary, board: &goban::Board, played: Point) {
        features.look(board);
        let mut place = None;
        for (number, point) in board.points().filter(|&point| board.is_legal(point)).enumerate() {
            features.of(board, point, |feature| match dictionary.find(feature) {
                Some(place) => {
                    self.places.push(place as u32);
                    true
                }
                None => false,
            });
            self.ends.push(self.places.len() as u32);
            if point == played {
                place = Some(number as u16);
            }
        }
        self.positions.push((self.ends.len() as u32, place.unwrap_or(0)));
    }
}

/// Extracts the features of games on several threads, and passes the games on in order while `hand_on` returns true.
fn prepare(
    lessons: &[TrainingGame],
    order: &[usize],
    dictionary: &Dictionary,
    threads: usize,
    mut hand_on: impl FnMut(&Prepared) -> bool,
) {
    thread::scope(|scope| {
        let receivers: Vec<Receiver<Prepared>> = (0..threads)
            .map(|worker| {
                let (send, receive): (SyncSender<Prepared>, _) = sync_channel(2);
                scope.spawn(move || {
                    let mut features = Features::new();
                    for &number in order.iter().skip(worker).step_by(threads) {
                        let mut prepared = Prepared::default();
                        lessons[number].each_position(|board, point| {
                            prepared.add(&mut features, dictionary, board, point);
                        });
                        if send.send(prepared).is_err() {
                            return;
                        }
                    }
                });
                receive
            })
            .collect();
        for number in 0..order.len() {
            match receivers[number % threads].recv() {
                Ok(game) if hand_on(&game) => {}
                _ => return,
            }
        }
    });
}

/// Gradient descent.
struct Learner {
    weights: Vec<Weight>,
    rate: f32,
    chances: Vec<f32>,
    positions: u64,
    loss: f64,
    top1: f64,
}

#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    /// The sum of the squares of its gradients.
    learnt: f32,
}

/// Moves with a smaller gradient are skipped to save time.
const NEGLIGIBLE: f32 = 1e-4;
/// The number of positions in running means.
const WINDOW: f64 = 20_000.0;

impl Learner {
    fn new(places: usize, rate: f32) -> Learner {
        let weights = vec![Weight::default(); places];
        Learner { weights, rate, chances: Vec::new(), positions: 0, loss: 0.0, top1: 0.0 }
    }

    fn learn(&mut self, position: Position<'_>) {
        let Position { places, first, ends, played } = position;
        let starts = || std::iter::once(first).chain(ends.iter().copied());
        let parts = || starts().zip(ends).map(|(start, &end)| &places[start as usize..end as usize]);
        self.chances.clear();
        let weights = &self.weights;
        self.chances.extend(parts().map(|part| part.iter().map(|&place| weights[place as usize].value).sum::<f32>()));
        let is_first = self.chances.iter().all(|&chance| chance <= self.chances[played]);
        models::intuition::softmax(&mut self.chances);
        self.note(-f64::from(self.chances[played].max(1e-12)).ln(), is_first);
        for (number, part) in parts().enumerate() {
            let gradient = self.chances[number] - if number == played { 1.0 } else { 0.0 };
            if gradient.abs() < NEGLIGIBLE {
                continue;
            }
            for &place in part {
                let weight = &mut self.weights[place as usize];
                weight.learnt += gradient * gradient;
                weight.value -= self.rate * gradient / (1.0 + weight.learnt).sqrt();
            }
        }
    }

    fn note(&mut self, loss: f64, is_first: bool) {
        self.positions += 1;
        let share = 1.0 / (self.positions as f64).min(WINDOW);
        self.loss += share * (loss - self.loss);
        self.top1 += share * (f64::from(u8::from(is_first)) - self.top1);
    }
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Rules};

    use super::*;

    const COURSE: Course = Course { least: 2, most: 600_000, rate: 0.2, passes: 1, threads: 1, seed: 1 };

    /// Games that begin alike: a corner each, then the approach and its answer.
    fn lessons() -> Vec<TrainingGame> {
        let openings = ["Q16 D4 Q4 D16 F17 C14", "D4 Q16 D16 Q4 O3 R6", "Q4 D16 D4 Q16 R14 O17", "D16 Q4 Q16 D4 C6 F3"];
        let game = |text: &&str| {
            let mut game = Game::new(19, Rules::CHINESE, 7.5);
            text.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
            TrainingGame::new(&game)
        };
        openings.iter().cycle().take(60).map(game).collect()
    }

    fn taught(threads: usize) -> Weights {
        let course = Course { passes: 3, threads, ..COURSE };
        teach(&lessons(), &course, &Stop::new(), |_| {})
    }

    #[test]
    fn the_same_seed_makes_the_same_model_on_any_number_of_threads() {
        let one = taught(1);
        assert_eq!((one.positions, one.complete), (3 * 60 * 6, true));
        assert_eq!(one, taught(3));
    }

    /// The approach at F17 is answered at C14, as it was in every game.
    #[test]
    fn what_experts_always_answer_is_the_likeliest_answer() {
        let model = Intuition::new(&taught(2).weights, About::default());
        let mut game = Game::new(19, Rules::CHINESE, 7.5);
        for name in ["Q16", "D4", "Q4", "D16", "F17"] {
            game.play(Move::from_gtp(name, 19).unwrap()).unwrap();
        }
        let points: Vec<Point> = game.legal_points().collect();
        let mut values = Vec::new();
        model.rank(&mut Features::new(), game.board(), &points, &mut values);
        let best = points.iter().zip(&values).max_by(|a, b| a.1.total_cmp(b.1)).unwrap().0;
        assert_eq!(best.to_gtp(19), "C14");
    }

    #[test]
    fn a_stopped_teacher_hands_over_what_was_learnt() {
        let stop = Stop::new();
        let taught = teach(&lessons(), &COURSE, &stop, |progress| {
            if let Stage::Learning { games: 10, .. } = progress {
                stop.stop();
            }
        });
        assert_eq!((taught.positions, taught.complete), (60, false));
        assert!(taught.weights.iter().any(|&(_, weight)| weight != 0.0));
    }
}
