//! A position of the opening with its nearest cluster and the moves of that cluster.

use std::fmt;

use anyhow::{Result, bail};
use goban::{Board, Game, Point, diagram::Diagram};
use learn::picture::{self, Mark};
use models::openings::Clusters;
use serde_json::{Value, json};

/// A position with its nearest cluster.
pub struct View {
    board: Board,
    moves: usize,
    /// The number of the cluster, from 0, and the number of clusters at this move.
    cluster: usize,
    of: usize,
    cosine: f32,
    /// The moves that experts played with their counts, most frequent first.
    next: Vec<(Point, u32)>,
}

impl View {
    /// The nearest cluster of the position of a game.
    pub fn of(clusters: &Clusters, game: &Game) -> Result<View> {
        let moves = game.move_number();
        let mut sums = Vec::new();
        let Some(near) = clusters.nearest(game.board(), moves, &mut sums) else {
            bail!("the clusters end at move {}, and {moves} have been played", clusters.moves());
        };
        let of = clusters.stage(moves).map_or(0, |stage| stage.clusters().len());
        let next = near.cluster.moves.clone();
        Ok(View { board: *game.board(), moves, cluster: near.number, of, cosine: near.cosine, next })
    }

    /// The move that has this letter on the board.
    pub fn lettered(&self, letter: char) -> Result<Point> {
        match self.lettered_moves().find(|&(other, _)| other == letter) {
            Some((_, point)) => Ok(point),
            None => bail!("no move is marked {letter}"),
        }
    }

    /// The legal moves with their letters, most frequent first.
    fn lettered_moves(&self) -> impl Iterator<Item = (char, Point)> {
        ('a'..='z').zip(self.next.iter().map(|&(point, _)| point).filter(|&point| self.board.is_legal(point)))
    }

    /// The legal moves of the cluster with their percentages, most frequent first.
    pub fn shares(&self) -> impl Iterator<Item = (Point, f64)> + '_ {
        let free = self.next.iter().filter(|(point, _)| self.board.is_legal(*point));
        free.map(|&(point, times)| (point, self.percent(times)))
    }

    /// The number of the cluster, from 1, the number of clusters, and the cosine similarity to its centroid.
    pub fn place(&self) -> (usize, usize, f32) {
        (self.cluster + 1, self.of, self.cosine)
    }

    /// The cluster in words.
    pub fn about(&self) -> String {
        format!("cluster {} of {}, cosine {:.3}", self.cluster + 1, self.of, self.cosine)
    }

    /// As JSON.
    pub fn json(&self) -> Value {
        let name = |point: &Point| point.to_gtp(self.board.size());
        let next: Vec<_> =
            self.next.iter().map(|(point, times)| json!({"move": name(point), "times": times})).collect();
        json!({"cluster": self.cluster, "cosine": self.cosine, "moves": next})
    }

    /// As a picture, with its percentage on each move of the cluster.
    pub fn svg(&self) -> String {
        let most = self.next.first().map_or(1, |&(_, times)| times.max(1)) as f32;
        let mark = |&(point, times): &(Point, u32)| {
            let percent = self.percent(times);
            let text = if percent < 0.5 { "·".to_string() } else { format!("{percent:.0}") };
            Mark { point, text, shade: times as f32 / most }
        };
        let free = self.next.iter().filter(|(point, _)| self.board.is_legal(*point));
        picture::position(&self.board, &free.map(mark).collect::<Vec<_>>())
    }

    fn percent(&self, times: u32) -> f64 {
        let all: u32 = self.next.iter().map(|&(_, times)| times).sum();
        100.0 * f64::from(times) / f64::from(all.max(1))
    }
}

/// The board with letters on the most frequent moves, and the list of all moves.
impl fmt::Display for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Diagram { board: self.board, marks: self.lettered_moves().collect() })?;
        writeln!(f, "after {} moves, {}", self.moves, self.about())?;
        for &(point, times) in &self.next {
            let letter =
                self.lettered_moves().find(|&(_, lettered)| lettered == point).map_or(' ', |(letter, _)| letter);
            let name = point.to_gtp(self.board.size());
            writeln!(f, "  {letter} {name:>4} {times:6} {:5.1}%", self.percent(times))?;
        }
        Ok(())
    }
}
