//! A slow, obvious board: a square of cells and flood fill, written independently of the fast one.

#![allow(dead_code, reason = "each test needs its own part of it")]

use std::collections::{BTreeSet, HashMap};

use goban::{Cell, Color, Point};

/// A row and a column.
pub type Place = (usize, usize);

/// Stones on a square, and nothing else.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct SlowBoard {
    pub size: usize,
    /// `.`, `X` or `O`, row by row.
    stones: Vec<u8>,
}

/// What comes of a stone put on an empty point.
pub struct Result {
    pub after: SlowBoard,
    /// The points from which stones were taken, enemy or own.
    pub taken: BTreeSet<Place>,
    pub is_suicide: bool,
}

pub fn place(point: Point) -> Place {
    (point.row(), point.col())
}

impl SlowBoard {
    pub fn new(size: usize) -> SlowBoard {
        SlowBoard { size, stones: vec![b'.'; size * size] }
    }

    pub fn places(&self) -> impl Iterator<Item = Place> + use<> {
        let size = self.size;
        (0..size * size).map(move |i| (i / size, i % size))
    }

    pub fn stone(&self, (row, col): Place) -> Option<Color> {
        match self.stones[row * self.size + col] {
            b'X' => Some(Color::Black),
            b'O' => Some(Color::White),
            _ => None,
        }
    }

    /// What is at an offset from a place, the world beyond the edge included.
    pub fn cell(&self, (row, col): Place, down: isize, right: isize) -> Cell {
        match (row.checked_add_signed(down), col.checked_add_signed(right)) {
            (Some(row), Some(col)) if row < self.size && col < self.size => self.stone((row, col)).into(),
            _ => Cell::Edge,
        }
    }

    pub fn set(&mut self, (row, col): Place, stone: Option<Color>) {
        self.stones[row * self.size + col] = match stone {
            Some(Color::Black) => b'X',
            Some(Color::White) => b'O',
            None => b'.',
        };
    }

    pub fn neighbors(&self, (row, col): Place) -> impl Iterator<Item = Place> + use<> {
        let size = self.size;
        let all = [(row.wrapping_sub(1), col), (row, col + 1), (row + 1, col), (row, col.wrapping_sub(1))];
        all.into_iter().filter(move |&(row, col)| row < size && col < size)
    }

    /// The places connected to this one that hold the same, and the places around them.
    pub fn flood(&self, start: Place) -> (Vec<Place>, Vec<Place>) {
        let (mut inside, mut around) = (vec![start], Vec::new());
        let mut seen = vec![false; self.stones.len()];
        seen[start.0 * self.size + start.1] = true;
        let mut next = 0;
        while next < inside.len() {
            for n in self.neighbors(inside[next]) {
                if !std::mem::replace(&mut seen[n.0 * self.size + n.1], true) {
                    let side = if self.stone(n) == self.stone(start) { &mut inside } else { &mut around };
                    side.push(n);
                }
            }
            next += 1;
        }
        (inside, around)
    }

    pub fn liberties(&self, start: Place) -> BTreeSet<Place> {
        self.flood(start).1.into_iter().filter(|&place| self.stone(place).is_none()).collect()
    }

    pub fn has_liberty(&self, start: Place) -> bool {
        // Most stones have one beside them.
        self.neighbors(start).any(|n| self.stone(n).is_none()) || !self.liberties(start).is_empty()
    }

    pub fn play(&self, at: Place, color: Color) -> Result {
        let mut after = self.clone();
        after.set(at, Some(color));
        let mut taken = BTreeSet::new();
        for n in self.neighbors(at) {
            if after.stone(n) == Some(color.other()) && !after.has_liberty(n) {
                taken.extend(after.flood(n).0);
                taken.iter().for_each(|&place| after.set(place, None));
            }
        }
        let is_suicide = !after.has_liberty(at);
        if is_suicide {
            taken.extend(after.flood(at).0);
            taken.iter().for_each(|&place| after.set(place, None));
        }
        Result { after, taken, is_suicide }
    }

    /// Black's stones and points less White's: Tromp and Taylor's score.
    pub fn area(&self) -> i32 {
        let points = |color: Color| {
            let reaches = |place: Place, color| self.flood(place).1.iter().any(|&n| self.stone(n) == Some(color));
            let owns = |&place: &Place| match self.stone(place) {
                Some(stone) => stone == color,
                None => reaches(place, color) && !reaches(place, color.other()),
            };
            self.places().filter(owns).count() as i32
        };
        points(Color::Black) - points(Color::White)
    }
}

/// The positions of a game so far.
pub struct SlowHistory {
    /// In order; the last is the present one.
    pub positions: Vec<SlowBoard>,
    /// The same, and who was to play then: Black, White, or each at some time.
    to_play: HashMap<SlowBoard, [bool; 2]>,
}

impl SlowHistory {
    pub fn new(start: SlowBoard, to_play: Color) -> SlowHistory {
        let mut history = SlowHistory { positions: Vec::new(), to_play: HashMap::new() };
        history.push(start, to_play);
        history
    }

    pub fn push(&mut self, position: SlowBoard, to_play: Color) {
        self.to_play.entry(position.clone()).or_default()[to_play.index()] = true;
        self.positions.push(position);
    }

    pub fn present(&self) -> &SlowBoard {
        &self.positions[self.positions.len() - 1]
    }

    pub fn has_been(&self, position: &SlowBoard) -> bool {
        self.to_play.contains_key(position)
    }

    pub fn has_been_with(&self, position: &SlowBoard, to_play: Color) -> bool {
        self.to_play.get(position).is_some_and(|turns| turns[to_play.index()])
    }

    /// Whether this is the position before the last move.
    pub fn is_before_last(&self, position: &SlowBoard) -> bool {
        self.positions.len() >= 2 && self.positions[self.positions.len() - 2] == *position
    }
}
