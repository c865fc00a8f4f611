//! Groups similar opening positions (Steinmetz and Gini 2015, sections 4.1 and 4.2).
//!
//! All positions after a number of moves, in their eight symmetries, start as one group. The group whose split gains
//! most is split, until there are enough groups: repeated bisection as in Cluto, with its criterion I2 (the sum of the
//! lengths of the groups' sums of unit vectors, which is the sum of the cosines to the centres). Each bisection is
//! spherical k-means from a few random starts. Finally, positions may move to a nearer centre. Equal positions are
//! stored once.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, mpsc};
use std::thread;

use goban::{Point, Symmetry};
use models::openings::{Cluster, Clusters, Stage, features};
use player::{Rng, Stop, parameters};

use crate::teacher::{Data, Entry, Progress, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "clusters",
    summary: "Group similar opening positions, with what experts played next",
    details: "The clusters of SmartStart (Steinmetz and Gini 2015): for each number of moves, positions in their eight \
              symmetries are split by repeated bisection. `ponnuki openings` shows them. The same games and seed make \
              the same file, on any number of threads. An interrupted run writes nothing.",
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
        /// the number of games that are sampled, if there are more
        pub sample: usize = 1000000000, in 1..=1_000_000_000;
        /// the size of the board
        pub size: usize = 19, in 2..=19;
        /// the seed of the sample and of the first centres
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

struct Grouper {
    params: Params,
    clusters: (usize, usize),
}

impl Teacher for Grouper {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let &Params { moves, sample, size, seed, .. } = &self.params;
        let mut games: Vec<TrainingGame> = training.games.iter().filter(|game| game.size() == size).cloned().collect();
        if games.is_empty() {
            return Err(TeachError::Data(format!("none of the games is on a {size}x{size} board")));
        }
        if sample < games.len() {
            let mut rng = Rng::new(seed);
            for place in 0..sample {
                let other = place + rng.below((games.len() - place) as u32) as usize;
                games.swap(place, other);
            }
            games.truncate(sample);
        }
        let grouping = Grouping { moves, clusters: self.clusters, seed, threads: training.threads };
        let report = &mut *training.report;
        let grouped = teach(&games, size, &grouping, training.stop, &mut |done| {
            report(Progress::new("moves", done as u64, moves as u64, format_args!("")));
        });
        let Some(mut clusters) = grouped else { return Ok(Taught::default()) };
        clusters.about = training.origin.clone();
        let model = clusters.write();
        let summary = format!("{} games, {moves} moves, {}", games.len(), size_in_words(model.len()));
        Ok(Taught { model: Some(model), complete: true, summary, ..Taught::default() })
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
    /// The seed.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

/// The opening of a game: the stones before each move, and the move.
struct Opening(Vec<(Box<[u16]>, u16)>);

/// All distinct positions after a number of moves.
#[derive(Default)]
struct Positions {
    /// The stones of all positions, concatenated.
    stones: Vec<u16>,
    /// The start of the stones of each, and the end of the last.
    begin: Vec<u32>,
    /// The occurrences of each.
    times: Vec<f32>,
    /// The next moves, and their occurrences.
    next: Vec<Vec<(u16, u32)>>,
}

/// Some of the positions.
struct Group {
    members: Vec<u32>,
    /// The length of the sum of their unit vectors.
    length: f32,
    split: Option<Split>,
}

/// The best split of a group, and its gain.
struct Split {
    left: Vec<u32>,
    right: Vec<u32>,
    gain: f32,
}

/// The random starts of a bisection, and the rounds of each.
const TRIALS: usize = 4;
const ROUNDS: usize = 8;
/// The rounds in which positions move to nearer centres.
const REFINEMENTS: usize = 5;

/// Groups the openings of games on a board of this size, and ignores other games. `None` if it was stopped.
pub fn teach(
    lessons: &[TrainingGame],
    size: usize,
    grouping: &Grouping,
    stop: &Stop,
    report: &mut dyn FnMut(usize),
) -> Option<Clusters> {
    let openings: Vec<Opening> = lessons
        .iter()
        .filter(|lesson| lesson.size() == size)
        .map(|lesson| Opening::of(lesson, grouping.moves))
        .collect();
    let stages: Mutex<BTreeMap<usize, Stage>> = Mutex::default();
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
            let mut rng = Rng::new(grouping.seed.wrapping_mul(1000).wrapping_add(moves as u64));
            let stage = group(&positions, grouping.wanted(moves), size, &mut rng);
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
    (stages.len() == grouping.moves).then(|| Clusters::new(size, stages.into_values().collect(), String::new()))
}

impl Grouping {
    /// The number of clusters after this number of moves.
    fn wanted(&self, moves: usize) -> usize {
        let (from, to) = (self.clusters.0 as f64, self.clusters.1 as f64);
        let share = (moves.max(1) - 1) as f64 / (self.moves.max(3) - 2) as f64;
        (from + (to - from) * share).round() as usize
    }
}

impl Opening {
    fn of(lesson: &TrainingGame, moves: usize) -> Opening {
        let mut opening = Vec::with_capacity(moves);
        lesson.each_move_while(|board, played| {
            let (true, Some(point)) = (opening.len() < moves, played) else { return ControlFlow::Break(()) };
            opening.push((features(board).collect(), point.row_major(board.size()) as u16));
            ControlFlow::Continue(())
        });
        Opening(opening)
    }
}

impl Positions {
    fn of(openings: &[Opening], moves: usize, size: usize) -> Positions {
        let turn = |symmetry: Symmetry| -> Vec<u16> {
            let image = |place: usize| symmetry.apply(Point::from_row_major(place, size), size);
            (0..size * size).map(image).map(|image| image.row_major(size) as u16).collect()
        };
        let images: Vec<Vec<u16>> = Symmetry::ALL.into_iter().map(turn).collect();
        let mut known: HashMap<Box<[u16]>, u32> = HashMap::new();
        let mut positions = Positions { begin: vec![0], ..Positions::default() };
        for (stones, next) in openings.iter().filter_map(|opening| opening.0.get(moves)) {
            for image in &images {
                let mut turned: Box<[u16]> =
                    stones.iter().map(|&stone| 2 * image[usize::from(stone / 2)] + stone % 2).collect();
                turned.sort_unstable();
                let number = *known.entry(turned).or_insert_with_key(|stones| {
                    positions.stones.extend(stones.iter());
                    positions.begin.push(positions.stones.len() as u32);
                    positions.times.push(0.0);
                    positions.next.push(Vec::new());
                    positions.times.len() as u32 - 1
                });
                positions.add(number as usize, image[usize::from(*next)]);
            }
        }
        positions
    }

    fn add(&mut self, number: usize, next: u16) {
        self.times[number] += 1.0;
        let all = &mut self.next[number];
        match all.iter_mut().find(|(place, _)| *place == next) {
            Some((_, times)) => *times += 1,
            None => all.push((next, 1)),
        }
    }

    fn len(&self) -> usize {
        self.times.len()
    }

    fn stones(&self, number: u32) -> &[u16] {
        let n = number as usize;
        &self.stones[self.begin[n] as usize..self.begin[n + 1] as usize]
    }

    /// The sum of the unit vectors of some positions, weighted by their occurrences, and its length.
    fn sum(&self, members: &[u32], width: usize) -> (Vec<f32>, f32) {
        let mut sum = vec![0.0f32; width];
        for &member in members {
            let stones = self.stones(member);
            let weight = self.times[member as usize] / (stones.len().max(1) as f32).sqrt();
            stones.iter().for_each(|&stone| sum[usize::from(stone)] += weight);
        }
        let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        (sum, length)
    }

    /// The best split of a group in a few attempts.
    fn bisect(&self, members: &[u32], length: f32, width: usize, rng: &mut Rng) -> Option<Split> {
        if members.len() < 2 {
            return None;
        }
        let mut best: Option<Split> = None;
        for _ in 0..TRIALS {
            let first = rng.below(members.len() as u32) as usize;
            let second = (first + 1 + rng.below(members.len() as u32 - 1) as usize) % members.len();
            let mut centres = [first, second].map(|place| self.sum(&[members[place]], width));
            let mut sides: Vec<bool> = Vec::new();
            for _ in 0..ROUNDS {
                let [a, b] = [0, 1].map(|side| 1.0 / centres[side].1.max(f32::MIN_POSITIVE));
                let nearer = |&member: &u32| {
                    let (mut x, mut y) = (0.0, 0.0);
                    for &stone in self.stones(member) {
                        x += centres[0].0[usize::from(stone)];
                        y += centres[1].0[usize::from(stone)];
                    }
                    y * b > x * a
                };
                let now: Vec<bool> = members.iter().map(nearer).collect();
                if now == sides {
                    break;
                }
                sides = now;
                centres = [false, true].map(|side| self.sum(&part(members, &sides, side), width));
            }
            let gain = centres[0].1 + centres[1].1 - length;
            let (left, right) = (part(members, &sides, false), part(members, &sides, true));
            let is_split = !left.is_empty() && !right.is_empty();
            if is_split && best.as_ref().is_none_or(|best| gain > best.gain) {
                best = Some(Split { left, right, gain });
            }
        }
        best
    }
}

fn part(members: &[u32], sides: &[bool], wanted: bool) -> Vec<u32> {
    members.iter().zip(sides).filter(|(_, side)| **side == wanted).map(|(&member, _)| member).collect()
}

/// Groups positions, as many groups as are wanted or as there are different positions.
fn group(positions: &Positions, wanted: usize, size: usize, rng: &mut Rng) -> Stage {
    let width = 2 * size * size;
    let mut make = |members: Vec<u32>| {
        let (_, length) = positions.sum(&members, width);
        let split = positions.bisect(&members, length, width, rng);
        Group { members, length, split }
    };
    let mut groups = vec![make((0..positions.len() as u32).collect())];
    while groups.len() < wanted {
        let gain = |group: &Group| group.split.as_ref().map_or(f32::NEG_INFINITY, |split| split.gain);
        let best = (0..groups.len()).max_by(|&a, &b| gain(&groups[a]).total_cmp(&gain(&groups[b])));
        let Some(best) = best else { break };
        let Some(Split { left, right, .. }) = groups[best].split.take() else { break };
        groups[best] = make(left);
        groups.push(make(right));
    }
    groups.sort_by(|a, b| b.length.total_cmp(&a.length));
    let mut members: Vec<Vec<u32>> = groups.into_iter().map(|group| group.members).collect();
    for _ in 0..REFINEMENTS {
        let centres = Centres::of(&stage(positions, &members, size), size);
        let mut nearer: Vec<Vec<u32>> = vec![Vec::new(); members.len()];
        let mut sums = Vec::new();
        for number in 0..positions.len() as u32 {
            nearer[centres.nearest(positions.stones(number), &mut sums)].push(number);
        }
        if nearer == members {
            break;
        }
        members = nearer;
        members.retain(|members| !members.is_empty());
    }
    stage(positions, &members, size)
}

/// Centres with their exact weights, by stone and then by cluster: who plays makes do with bytes, who learns does not.
struct Centres {
    count: usize,
    weights: Vec<f32>,
}

impl Centres {
    fn of(stage: &Stage, size: usize) -> Centres {
        let count = stage.clusters().len();
        let mut weights = vec![0.0; 2 * size * size * count];
        for (number, cluster) in stage.clusters().iter().enumerate() {
            for &(feature, weight) in &cluster.centre {
                weights[usize::from(feature) * count + number] = weight;
            }
        }
        Centres { count, weights }
    }

    /// The first of the nearest ones.
    fn nearest(&self, stones: &[u16], sums: &mut Vec<f32>) -> usize {
        sums.clear();
        sums.resize(self.count, 0.0);
        for &feature in stones {
            let weights = &self.weights[usize::from(feature) * self.count..];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
        let nearer = |best: usize, other: usize| if sums[other] > sums[best] { other } else { best };
        (0..sums.len()).reduce(nearer).unwrap_or(0)
    }
}

fn stage(positions: &Positions, groups: &[Vec<u32>], size: usize) -> Stage {
    let cluster = |members: &Vec<u32>| {
        let (sum, length) = positions.sum(members, 2 * size * size);
        let weight = |(feature, &x): (usize, &f32)| (x > 0.0).then(|| (feature as u16, x / length));
        let mut next: BTreeMap<u16, u32> = BTreeMap::new();
        for &(place, times) in members.iter().flat_map(|&member| &positions.next[member as usize]) {
            *next.entry(place).or_default() += times;
        }
        let point = |place: u16| Point::new(usize::from(place) / size, usize::from(place) % size);
        let mut moves: Vec<(Point, u32)> = next.into_iter().map(|(place, times)| (point(place), times)).collect();
        moves.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
        Cluster { centre: sum.iter().enumerate().filter_map(weight).collect(), moves }
    };
    Stage::new(size, groups.iter().map(cluster).collect())
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Rules};

    use super::*;

    fn lesson(moves: &str) -> TrainingGame {
        let mut game = Game::new(19, Rules::CHINESE, 7.5);
        moves.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
        TrainingGame::new(&game)
    }

    fn settings(clusters: usize, threads: usize) -> Grouping {
        Grouping { moves: 4, clusters: (clusters, clusters), seed: 1, threads }
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
        let growing = Grouping { moves: 12, clusters: (16, 96), seed: 1, threads: 1 };
        assert_eq!([1, 6, 11].map(|moves| growing.wanted(moves)), [16, 56, 96]);
    }
}
