//! Trains the network of two layers that a table of pattern preference becomes (Stoutamire 1991, section 5.1).

use std::path::Path;

use goban::{Point, PointMap};
use models::file;
use models::preference::{Network, Preference};
use player::{Stop, parameters};

use crate::metric::Placing;
use crate::teacher::{Curve, Data, Entry, Measure, Progress, Taught, TeachError, Teacher, Training};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "network",
    summary: "Turn a table of pattern preference into a network of two layers, and train it",
    details: "The network has a node for every pattern of the table's window, which must be a 3x3 square or a diamond \
              of radius 1 (`learn preference --window square --radius 1`). At first it ranks moves as the table does; \
              then both layers learn by backpropagation (Stoutamire 1991, section 5.1).",
    data: Data::Games,
    player: "preference:model=FILE",
    resumes: true,
    extends: &["passes"],
    parallel: false,
    measure: Some(Measure::RankError),
    params: Params::PARAMS,
    build: |settings| match Params::read(settings) {
        params if params.from.is_empty() => {
            Err(TeachError::Conflict("the network starts from a table: name its file, as in --from FILE".to_string()))
        }
        params => Ok(Box::new(params)),
    },
};

parameters! {
    /// How a network is trained.
    pub struct Params {
        /// the file of the table
        pub from: String = "", role Model;
        /// the learning rate; 0 converts the table without training
        pub rate: f32 = 0.05, in 0.0..=1e6;
        /// the number of passes over the games
        pub passes: usize = 1, in 1..=1_000_000;
    }
}

impl Teacher for Params {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let Training { games, origin, checkpoint, stop, report, .. } = training;
        let mut network = match checkpoint.resume(origin)? {
            Some(network) => network,
            None => self.initial_network()?,
        };
        network.about.clone_from(origin);
        let total = (self.passes * games.len()) as u64;
        let (mut curve, mut done) = (Curve::default(), network.games);
        let error = teach(&mut network, games, self.passes, self.rate, stop, |error| {
            done += 1;
            let point = (done as f64, error);
            curve.push(point);
            let note = format_args!("error {error:.4}");
            report(Progress { point: Some(point), ..Progress::new("games", done, total, note) });
        });
        let (nodes, games) = (network.nodes(), network.games);
        let error = error.map_or("nothing new to learn".to_string(), |error| format!("mean error {error:.4}"));
        Ok(Taught {
            model: Some(network.write()),
            complete: games >= total,
            summary: format!("{nodes} nodes, {games} games, {error}"),
            curves: vec![("error", curve)],
        })
    }
}

impl Params {
    /// The network that ranks as the table does.
    fn initial_network(&self) -> Result<Network, TeachError> {
        let unusable = |reason: String| TeachError::Data(format!("{} cannot be used: {reason}", self.from));
        let table =
            Preference::read(&file::load(Path::new(&self.from))?).map_err(|error| unusable(error.to_string()))?;
        Network::of(&table).map_err(|error| unusable(error.to_string()))
    }
}

/// Learns from these games in several passes, except games that the network has counted before. Returns the mean error
/// of this run, each position measured before the network learns from it.
pub fn teach(
    network: &mut Network,
    lessons: &[TrainingGame],
    passes: usize,
    rate: f32,
    stop: &Stop,
    mut report: impl FnMut(f64),
) -> Option<f64> {
    let mut points: Vec<Point> = Vec::new();
    let mut values = PointMap::new(0.0);
    let (mut sum, mut count) = (0.0, 0u64);
    let all = std::iter::repeat_n(lessons, passes).flatten();
    for lesson in all.skip(network.games as usize) {
        if stop.is_stopped() {
            break;
        }
        lesson.each_position(|board, played| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            network.rank(board, &points, &mut values);
            sum += Placing::among(points.iter().map(|&point| values[point]), values[played]).error();
            count += 1;
            network.learn(board, &points, played, rate);
        });
        network.games += 1;
        report(sum / count.max(1) as f64);
    }
    (count > 0).then(|| sum / count as f64)
}
