//! How often the nearest cluster has the move that was played (Steinmetz and Gini 2015, figure 1).

use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;

use goban::{Point, Rules};
use kifu::corpus::Corpus;
use models::openings::{Cluster, Clusters, Stage};
use plot::{Axis, LineChart, Series};

use super::OpeningError;
use crate::TrainingGame;

/// The accuracy of several models on the same games.
#[derive(Clone, PartialEq, Debug)]
pub struct Accuracy {
    /// The number of games.
    pub games: u64,
    /// For each model, the accuracy at each move, from move 1.
    pub models: Vec<Vec<MoveAccuracy>>,
}

/// The accuracy of a model at one move number.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct MoveAccuracy {
    /// The number of positions.
    pub positions: u64,
    /// The positions whose nearest cluster has the move that was played.
    pub hits: u64,
    /// The sum over the positions of the number of moves that the nearest cluster has.
    pub listed: u64,
    /// The positions whose nearest cluster has ten to forty moves, which the paper calls usual.
    pub usual: u64,
    /// The mean number of moves of a cluster, over the clusters of this move number.
    pub cluster_length: f64,
}

impl MoveAccuracy {
    /// Adds a position with its nearest cluster and the move that was played.
    fn add(&mut self, nearest: &Cluster, played: Point) {
        self.positions += 1;
        self.listed += nearest.moves.len() as u64;
        self.usual += u64::from((10..=40).contains(&nearest.moves.len()));
        self.hits += u64::from(nearest.moves.iter().any(|&(next, _)| next == played));
    }

    /// The share of positions whose nearest cluster has the move that was played.
    pub fn share(&self) -> f64 {
        self.hits as f64 / self.positions.max(1) as f64
    }

    /// The mean number of moves of the nearest cluster, over the positions.
    pub fn mean_listed(&self) -> f64 {
        self.listed as f64 / self.positions.max(1) as f64
    }
}

/// Measures models on the games of a corpus, at most `limit` of them.
///
/// # Errors
/// If there is no game.
pub fn measure(models: &[Arc<Clusters>], corpus: &Corpus, limit: Option<u64>) -> Result<Accuracy, OpeningError> {
    let mut found: Vec<Vec<MoveAccuracy>> = models.iter().map(|model| empty(model)).collect();
    let (mut sums, mut games) = (Vec::new(), 0);
    let tally = corpus.each_game(Rules::SIMPLE, |record, _| {
        let walked = record.walk(Rules::SIMPLE, |game, mv| {
            let Some(point) = mv.point() else { return ControlFlow::Break(()) };
            let moves = game.move_number();
            let mut past_all = true;
            for (model, found) in models.iter().zip(&mut found) {
                let Some(near) = model.nearest(game.board(), moves, &mut sums) else { continue };
                past_all = false;
                found[moves].add(near.cluster, point);
            }
            if past_all { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        // The corpus has skipped games with illegal moves.
        games += u64::from(walked.is_ok());
        if Some(games) == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if games == 0 { Err(OpeningError::NoGames(tally)) } else { Ok(Accuracy { games, models: found }) }
}

/// Measures a model on games in memory: the accuracy at each move, from move 1.
pub fn measure_games<'a>(model: &Clusters, games: impl IntoIterator<Item = &'a TrainingGame>) -> Vec<MoveAccuracy> {
    let mut found = empty(model);
    let mut sums = Vec::new();
    for game in games {
        let mut moves = 0;
        game.each_move_while(|board, played| {
            let (Some(point), Some(near)) = (played, model.nearest(board, moves, &mut sums)) else {
                return ControlFlow::Break(());
            };
            found[moves].add(near.cluster, point);
            moves += 1;
            ControlFlow::Continue(())
        });
    }
    found
}

/// The accuracy before any position.
fn empty(model: &Clusters) -> Vec<MoveAccuracy> {
    let at = |moves| MoveAccuracy { cluster_length: mean_length(model.stage(moves)), ..MoveAccuracy::default() };
    (0..model.moves()).map(at).collect()
}

/// The mean number of moves of a cluster. Clusters count equally, however many positions they have.
fn mean_length(stage: Option<&Stage>) -> f64 {
    let lengths = stage.into_iter().flat_map(Stage::clusters).map(|cluster| cluster.moves.len() as f64);
    stats::mean(lengths).unwrap_or(0.0)
}

/// The shares of the models, in the order of their names, by move number.
pub fn chart(names: &[String], accuracy: &Accuracy) -> LineChart {
    let series = |(name, found): (&String, &Vec<MoveAccuracy>)| {
        let name = Path::new(name).file_stem().map_or(name.clone(), |stem| stem.to_string_lossy().into_owned());
        let shares = found.iter().zip(1..).filter(|(found, _)| found.positions > 0);
        Series::new(name, shares.map(|(found, number)| (f64::from(number), 100.0 * found.share())).collect())
    };
    LineChart {
        title: format!("Next moves that the nearest cluster has, in {} games", accuracy.games),
        x: Axis::new("move number"),
        y: Axis::new("per cent").from(0.0).to(100.0),
        series: names.iter().zip(&accuracy.models).map(series).collect(),
        ..LineChart::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_point_is_in_the_nearest_cluster_and_the_corner_is_not() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.sgf"), "(;SZ[19];B[pd];W[aa];B[])").unwrap();
        let clusters = Clusters::embedded("default").unwrap().clone();
        let corpus = Corpus::open([folder.path()]).unwrap();
        let accuracy = measure(std::slice::from_ref(&clusters), &corpus, None).unwrap();
        let (games, _) = crate::training_games(&corpus, 9, &player::Stop::new(), |_| true);
        assert_eq!(measure_games(&clusters, &games), accuracy.models[0], "the same from memory");
        let found: Vec<(u64, u64)> = accuracy.models[0].iter().map(|found| (found.positions, found.hits)).collect();
        assert_eq!((accuracy.games, &found[..3]), (1, &[(1, 1), (1, 0), (0, 0)][..]));
        assert_eq!((accuracy.models[0][0].share(), accuracy.models[0][1].share()), (1.0, 0.0));
        let chart = chart(&["models/default.model".to_string()], &accuracy);
        assert_eq!((chart.series[0].name.as_str(), chart.series[0].points.len()), ("default", 2));
    }

    #[test]
    fn a_folder_without_games_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let measured = measure(&[], &Corpus::open([folder.path()]).unwrap(), None);
        assert!(matches!(measured, Err(OpeningError::NoGames(_))));
    }
}
