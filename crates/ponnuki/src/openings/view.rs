//! A position of the opening as its clusters see it: the board, the nearest cluster and its moves.

use std::fmt;

use anyhow::{Result, bail};
use goban::{Board, Game, Point, diagram::Diagram};
use learn::picture::{self, Mark};
use models::openings::Clusters;
use serde_json::{Value, json};

/// What the nearest cluster says of a position.
pub struct View {
    board: Board,
    moves: usize,
    /// Its number, from 0, and how many there are after so many moves.
    cluster: usize,
    of: usize,
    cosine: f32,
    /// What experts played, most often first, and how often.
    next: Vec<(Point, u32)>,
}

impl View {
    /// What the clusters say of the position of a game.
    pub fn of(clusters: &Clusters, game: &Game) -> Result<View> {
        let moves = game.move_number();
        let mut sums = Vec::new();
        let Some(near) = clusters.nearest(game.board(), moves, &mut sums) else {
            bail!("the clusters say what is played up to move {}, and {moves} have been played", clusters.moves());
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

    /// The moves that can be played, most often first, as far as there are letters.
    fn lettered_moves(&self) -> impl Iterator<Item = (char, Point)> {
        ('a'..='z').zip(self.next.iter().map(|&(point, _)| point).filter(|&point| self.board.is_legal(point)))
    }

    /// The moves of the cluster that can be played, most often first, and in how many of a hundred games.
    pub fn shares(&self) -> impl Iterator<Item = (Point, f64)> + '_ {
        let free = self.next.iter().filter(|(point, _)| self.board.is_legal(*point));
        free.map(|&(point, times)| (point, self.percent(times)))
    }

    /// Which cluster it is, from 1, of how many, and how near the position is to its middle.
    pub fn place(&self) -> (usize, usize, f32) {
        (self.cluster + 1, self.of, self.cosine)
    }

    /// Which cluster it is, in words.
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

    /// As a picture: on each move of the cluster, how many in a hundred games have it.
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

/// The board, with letters on the moves that are played most, and the list of all.
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
