//! Groups similar opening positions (Steinmetz and Gini 2015, sections 4.1 and 4.2).
//!
//! For each number of moves, the positions in their eight symmetries are grouped: by repeated bisection as in Cluto,
//! after which positions may move to a nearer centre, or by agglomerative clustering. Equal positions are stored once.
//! [`Quality`] measures how tight the groups are.

mod agglomerative;
mod bisection;
mod positions;
mod quality;

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;

use models::openings::{Clusters, Stage};
use player::{Rng, Stop, choices, parameters};

use crate::teacher::{Data, Entry, Progress, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;
use positions::{Opening, Positions};
pub use quality::Quality;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "clusters",
    summary: "Group similar opening positions, with what experts played next",
    details: "The clusters of SmartStart (Steinmetz and Gini 2015): for each number of moves, positions in their eight \
              symmetries are grouped, by default by repeated bisection. `ponnuki openings` shows them. The same games \
              and seed make the same file, on any number of threads. An interrupted run writes nothing.",
    data: Data::Games,
    player: "rave:opening=bias,clusters=FILE",
    resumes: false,
    extends: &[],
    parallel: true,
    measure: None,
    params: Params::PARAMS,
    build: |settings| {
        let params = Params::read(settings);
        let clusters = range(&params.clusters)?;
        Ok(Box::new(Grouper { params, clusters }))
    },
};

parameters! {
    /// Which positions are grouped, and into how many clusters.
    pub struct Params {
        /// the number of moves of each game
        pub moves: usize = 12, in 1..=100;
        /// the number of clusters for each move, or a range such as 16..96 from the first move to the last
        pub clusters: String = "64";
        /// how positions are grouped: split in two again and again, then moved to nearer centres, or merged
        pub method: Method = "refined";
        /// the share of a cluster's positions below which a next move is left out
        pub cut: f64 = 0, in 0.0..=1.0;
        /// the number of games that are sampled, if there are more
        pub sample: usize = 1000000000, in 1..=1_000_000_000;
        /// the size of the board
        pub size: usize = 19, in 2..=19;
        /// the seed of the sample and of the first centres
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

choices! {
    /// How positions are grouped.
    pub enum Method {
        /// Repeated bisection.
        Bisection = "bisection",
        /// Repeated bisection, after which positions move to nearer centres.
        Refined = "refined",
        /// From single positions on, the two most similar clusters are merged.
        Agglomerative = "agglomerative",
    }
}

/// The games above which agglomerative clustering, whose time grows with the square, would take hours.
const MOST_AGGLOMERATED: usize = 4000;

struct Grouper {
    params: Params,
    clusters: (usize, usize),
}

impl Teacher for Grouper {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let &Params { moves, method, cut, sample, size, seed, .. } = &self.params;
        let mut games: Vec<TrainingGame> = training.games.iter().filter(|game| game.size() == size).cloned().collect();
        if games.is_empty() {
            return Err(TeachError::Data(format!("none of the games is on a {size}x{size} board")));
        }
        self::sample(&mut games, sample, seed);
        if method == Method::Agglomerative && games.len() > MOST_AGGLOMERATED {
            return Err(TeachError::Conflict(format!(
                "agglomerative clustering takes at most {MOST_AGGLOMERATED} games, not {}: sample some of them",
                games.len()
            )));
        }
        let grouping = Grouping { moves, clusters: self.clusters, method, seed, threads: training.threads };
        let report = &mut *training.report;
        let grouped = teach(&games, size, &grouping, training.stop, &mut |done| {
            report(Progress::new("moves", done as u64, moves as u64, format_args!("")));
        });
        let Some(mut clusters) = grouped else { return Ok(Taught::default()) };
        clusters.cut(cut);
        clusters.about = training.origin.clone();
        let model = clusters.write();
        let summary = format!("{} games, {moves} moves, {}", games.len(), size_in_words(model.len()));
        Ok(Taught { model: Some(model), complete: true, summary, ..Taught::default() })
    }
}

/// Keeps this number of items, sampled at random, if there are more.
pub fn sample<T>(items: &mut Vec<T>, count: usize, seed: u64) {
    if count < items.len() {
        let mut rng = Rng::new(seed);
        for place in 0..count {
            let other = place + rng.below((items.len() - place) as u32) as usize;
            items.swap(place, other);
        }
        items.truncate(count);
    }
}

/// Reads `64` or `16..96`.
fn range(text: &str) -> Result<(usize, usize), TeachError> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    match (from.parse(), to.parse()) {
        (Ok(from @ 1..=4096), Ok(to @ 1..=4096)) => Ok((from, to)),
        _ => Err(TeachError::Conflict(format!(
            "clusters cannot have clusters={text}: expected a number such as 64 or a range such as 16..96, up to 4096"
        ))),
    }
}

/// How to group.
#[derive(Clone, PartialEq, Debug)]
pub struct Grouping {
    /// The number of moves of each game.
    pub moves: usize,
    /// The number of clusters after the first move and after the last but one; in between it changes evenly.
    pub clusters: (usize, usize),
    /// How positions are grouped.
    pub method: Method,
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// Groups the openings of games on a board of this size, and ignores other games. `None` if it was stopped.
pub fn teach(
    lessons: &[TrainingGame],
    size: usize,
    grouping: &Grouping,
    stop: &Stop,
    report: &mut dyn FnMut(usize),
) -> Option<Clusters> {
    let stages = each_stage(lessons, size, grouping, stop, report, |positions, groups| positions.stage(&groups, size))?;
    Some(Clusters::new(size, stages, String::new()))
}

/// The same with the quality of the clusters after each number of moves.
pub fn teach_and_measure(
    lessons: &[TrainingGame],
    size: usize,
    grouping: &Grouping,
    stop: &Stop,
) -> Option<(Clusters, Vec<Quality>)> {
    let measured = each_stage(lessons, size, grouping, stop, &mut |_| {}, |positions, groups| {
        (positions.stage(&groups, size), Quality::of(positions, &groups, size))
    })?;
    let (stages, qualities): (Vec<Stage>, Vec<Quality>) = measured.into_iter().unzip();
    Some((Clusters::new(size, stages, String::new()), qualities))
}

/// What becomes of the groups after each number of moves.
fn each_stage<T: Send>(
    lessons: &[TrainingGame],
    size: usize,
    grouping: &Grouping,
    stop: &Stop,
    report: &mut dyn FnMut(usize),
    make: impl Fn(&Positions, Vec<Vec<u32>>) -> T + Sync,
) -> Option<Vec<T>> {
    let openings: Vec<Opening> = lessons
        .iter()
        .filter(|lesson| lesson.size() == size)
        .map(|lesson| Opening::of(lesson, grouping.moves))
        .collect();
    let stages: Mutex<BTreeMap<usize, T>> = Mutex::new(BTreeMap::new());
    let next = AtomicUsize::new(0);
    let (sender, receiver) = mpsc::channel();
    let work = |sender: mpsc::Sender<()>| {
        loop {
            // The last stages take longest.
            let taken = next.fetch_add(1, Relaxed);
            if taken >= grouping.moves || stop.is_stopped() {
                return;
            }
            let moves = grouping.moves - 1 - taken;
            let positions = Positions::of(&openings, moves, size);
            let stage = make(&positions, grouping.groups(&positions, moves, size));
            if let Ok(mut stages) = stages.lock() {
                stages.insert(moves, stage);
            }
            // The receiver outlives all workers.
            let _ = sender.send(());
        }
    };
    thread::scope(|scope| {
        for _ in 0..grouping.threads.max(1) {
            let (sender, work) = (sender.clone(), &work);
            scope.spawn(move || work(sender));
        }
        drop(sender);
        receiver.iter().zip(1..).for_each(|((), done)| report(done));
    });
    let stages = stages.into_inner().unwrap_or_default();
    (stages.len() == grouping.moves).then(|| stages.into_values().collect())
}

impl Grouping {
    /// The number of clusters after this number of moves.
    fn wanted(&self, moves: usize) -> usize {
        let (from, to) = (self.clusters.0 as f64, self.clusters.1 as f64);
        let share = (moves.max(1) - 1) as f64 / (self.moves.max(3) - 2) as f64;
        (from + (to - from) * share).round() as usize
    }

    /// The groups of the positions after this number of moves.
    fn groups(&self, positions: &Positions, moves: usize, size: usize) -> Vec<Vec<u32>> {
        let (wanted, width) = (self.wanted(moves), 2 * size * size);
        let mut rng = Rng::new(self.seed.wrapping_mul(1000).wrapping_add(moves as u64));
        match self.method {
            Method::Bisection => bisection::bisect(positions, wanted, width, &mut rng),
            Method::Refined => {
                bisection::refine(positions, bisection::bisect(positions, wanted, width, &mut rng), size)
            }
            Method::Agglomerative => agglomerative::agglomerate(positions, wanted, width),
        }
    }
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Point, Rules};

    use super::*;

    pub(super) fn lesson(moves: &str) -> TrainingGame {
        let mut game = Game::new(19, Rules::CHINESE, 7.5);
        moves.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
        TrainingGame::new(&game)
    }

    fn settings(clusters: usize, threads: usize) -> Grouping {
        Grouping { moves: 4, clusters: (clusters, clusters), method: Method::Refined, seed: 1, threads }
    }

    fn taught(clusters: usize, threads: usize) -> Clusters {
        let games = ["Q16 D4 Q4 D16", "Q16 D4 Q3 C16", "R16 D4 Q4 D17", "K10 D4 Q16 Q4"].map(lesson);
        teach(&games, 19, &settings(clusters, threads), &Stop::new(), &mut |_| {}).unwrap()
    }

    #[test]
    fn the_empty_board_is_one_cluster_with_all_first_moves_in_every_corner() {
        let clusters = taught(8, 1);
        let empty = clusters.stage(0).unwrap().clusters();
        // Q16 four times over eight symmetries falls on four points; R16 on eight; K10 on itself.
        assert_eq!((empty.len(), empty[0].centre.len(), empty[0].moves.len()), (1, 0, 4 + 8 + 1));
        let times =
            |name: &str| empty[0].moves.iter().find(|(at, _)| *at == Point::from_gtp(name, 19).unwrap()).unwrap().1;
        assert_eq!((times("K10"), times("D4"), times("R16")), (8, 4, 1));
    }

    /// As many clusters as there are positions: each is found again with the moves that were played from it.
    #[test]
    fn with_enough_clusters_every_position_is_its_own() {
        let clusters = taught(1000, 1);
        let mut game = Game::new(19, Rules::CHINESE, 7.5);
        ["Q16", "D4"].iter().for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
        let near =
            clusters.nearest(game.board(), 2, &mut Vec::new()).map(|near| (near.cosine, near.cluster.moves.clone()));
        let (cosine, moves) = near.unwrap();
        let mut names: Vec<String> = moves.iter().map(|(point, _)| point.to_gtp(19)).collect();
        names.sort();
        // Q4 and Q3, and their images in the diagonal on which both stones are.
        assert!(cosine > 0.9999 && names == ["C16", "D16", "Q3", "Q4"], "{cosine} {names:?}");
    }

    #[test]
    fn few_clusters_hold_what_is_alike_and_threads_change_nothing() {
        let (one, two) = (taught(8, 1), taught(8, 2));
        assert_eq!(one.write(), two.write(), "bit by bit");
        assert_eq!(one.stage(3).map(|stage| stage.clusters().len()), Some(8));
        let growing = Grouping { moves: 12, clusters: (16, 96), ..settings(0, 1) };
        assert_eq!([1, 6, 11].map(|moves| growing.wanted(moves)), [16, 56, 96]);
    }

    #[test]
    fn every_method_makes_the_number_of_clusters_that_is_wanted() {
        let games = ["Q16 D4 Q3 C3", "Q17 D4 Q4 C3", "K10 E7 B2 C3", "C4 Q16 R3 C3"].map(lesson);
        for method in [Method::Bisection, Method::Refined, Method::Agglomerative] {
            let grouping = Grouping { method, ..settings(8, 1) };
            let (clusters, qualities) = teach_and_measure(&games, 19, &grouping, &Stop::new()).unwrap();
            let count = clusters.stage(3).unwrap().clusters().len();
            assert!(count <= 8 && (count == 8 || method == Method::Refined), "{method:?}: {count}");
            assert_eq!((qualities[3].clusters, qualities[0].cosine), (count, 1.0));
            assert!((0.0..=1.0).contains(&qualities[3].cosine), "{qualities:?}");
        }
    }
}
