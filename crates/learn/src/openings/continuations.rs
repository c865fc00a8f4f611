//! The continuations of an opening position: the nearest cluster, and the moves that experts played there.

use std::fmt;

use goban::diagram::Diagram;
use goban::{Board, Game, Point};
use models::openings::Clusters;
use serde_json::{Value, json};

use super::OpeningError;
use crate::picture::{self, Mark};

/// What experts played in the positions of the nearest cluster. Shown by `{}` as a board with letters on the most
/// frequent moves, and a table of all of them.
#[derive(Clone, Debug)]
pub struct Continuations {
    board: Board,
    /// The number of moves played.
    moves: usize,
    /// The index of the cluster.
    index: usize,
    /// The number of clusters for this number of moves.
    clusters: usize,
    cosine: f32,
    /// The moves and their frequencies, the most frequent first.
    next: Vec<(Point, u32)>,
}

impl Continuations {
    /// The continuations of a position.
    ///
    /// # Errors
    /// If the clusters do not cover as many moves.
    pub fn of(clusters: &Clusters, game: &Game) -> Result<Continuations, OpeningError> {
        let played = game.move_number();
        let past = OpeningError::Past { most: clusters.moves(), played };
        let near = clusters.nearest(game.board(), played, &mut Vec::new()).ok_or(past)?;
        Ok(Continuations {
            board: *game.board(),
            moves: played,
            index: near.number,
            clusters: clusters.stage(played).map_or(0, |stage| stage.clusters().len()),
            cosine: near.cosine,
            next: near.cluster.moves.clone(),
        })
    }

    /// The number of the cluster, from 1.
    pub fn cluster(&self) -> usize {
        self.index + 1
    }

    /// The number of clusters for this number of moves.
    pub fn clusters(&self) -> usize {
        self.clusters
    }

    /// The cosine of the angle between the position and the centre of the cluster.
    pub fn cosine(&self) -> f32 {
        self.cosine
    }

    /// The legal moves of the cluster, the most frequent first, with the percentage of games that have them.
    pub fn percentages(&self) -> impl Iterator<Item = (Point, f64)> + '_ {
        self.legal().map(|&(point, times)| (point, self.percent(times)))
    }

    /// The move with this letter on the board.
    ///
    /// # Errors
    /// If there is none.
    pub fn by_letter(&self, letter: char) -> Result<Point, OpeningError> {
        let found = self.letters().find(|&(other, _)| other == letter);
        found.map(|(_, point)| point).ok_or(OpeningError::Letter(letter))
    }

    /// As JSON.
    pub fn to_json(&self) -> Value {
        let name = |point: &Point| point.to_gtp(self.board.size());
        let next: Vec<Value> =
            self.next.iter().map(|(point, times)| json!({"move": name(point), "times": times})).collect();
        json!({"cluster": self.index, "cosine": self.cosine, "moves": next})
    }

    /// As a picture, with the percentage of games on each legal move.
    pub fn to_svg(&self) -> String {
        let most = self.next.first().map_or(1, |&(_, times)| times.max(1)) as f32;
        let mark = |&(point, times): &(Point, u32)| {
            let percent = self.percent(times);
            let text = if percent < 0.5 { "·".to_string() } else { format!("{percent:.0}") };
            Mark { point, text, shade: times as f32 / most }
        };
        picture::position(&self.board, &self.legal().map(mark).collect::<Vec<_>>())
    }

    fn legal(&self) -> impl Iterator<Item = &(Point, u32)> {
        self.next.iter().filter(|(point, _)| self.board.is_legal(*point))
    }

    /// The legal moves with their letters, from the most frequent on until the alphabet ends.
    fn letters(&self) -> impl Iterator<Item = (char, Point)> {
        ('a'..='z').zip(self.legal().map(|&(point, _)| point))
    }

    fn percent(&self, times: u32) -> f64 {
        let all: u32 = self.next.iter().map(|&(_, times)| times).sum();
        100.0 * f64::from(times) / f64::from(all.max(1))
    }
}

impl fmt::Display for Continuations {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Diagram { board: self.board, marks: self.letters().collect() })?;
        let (cluster, clusters, cosine) = (self.cluster(), self.clusters, self.cosine);
        writeln!(f, "after {} moves, cluster {cluster} of {clusters}, cosine {cosine:.3}", self.moves)?;
        for &(point, times) in &self.next {
            let letter = self.letters().find(|&(_, lettered)| lettered == point).map_or(' ', |(letter, _)| letter);
            let name = point.to_gtp(self.board.size());
            writeln!(f, "  {letter} {name:>4} {times:6} {:5.1}%", self.percent(times))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use goban::{Move, Rules};

    use super::*;

    fn opening(moves: &[&str]) -> Game {
        let mut game = Game::new(19, Rules::CHINESE, 7.5);
        moves.iter().for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
        game
    }

    fn continuations(moves: &[&str]) -> Result<Continuations, OpeningError> {
        Continuations::of(Clusters::embedded("default").unwrap(), &opening(moves))
    }

    #[test]
    fn letters_stand_on_the_most_frequent_legal_moves() {
        let empty = continuations(&[]).unwrap();
        let (first, percent) = empty.percentages().next().unwrap();
        assert_eq!(empty.by_letter('a'), Ok(first));
        assert!(percent > 5.0 && first.line(19) >= 3, "{} {percent}", first.to_gtp(19));
        assert_eq!(empty.by_letter('Z'), Err(OpeningError::Letter('Z')));
    }

    #[test]
    fn an_occupied_point_is_no_continuation() {
        let replied = continuations(&["Q16"]).unwrap();
        let q16 = Point::from_gtp("Q16", 19).unwrap();
        assert!(replied.percentages().all(|(point, _)| point != q16));
    }

    #[test]
    fn the_clusters_cover_the_opening_only() {
        let moves = ["Q16", "D4", "Q4", "D16", "C6", "R6", "F3", "O3", "F17", "O17", "C14", "R14"];
        let past = OpeningError::Past { most: 12, played: 12 };
        assert_eq!(continuations(&moves).map(|_| ()), Err(past));
    }
}
