//! The library: boards with win rates, nearest neighbours, and the model file.
//!
//! The content, compressed: the number of boards, then for each its stones (one base-3 digit a point, five in a byte,
//! in row-major order: 0 empty, 1 own, 2 the opponent's), the stones that each side has captured, twice the number of
//! games won (a draw counts one), and the number of games (see `put_varint` for these four). Features are computed on
//! reading.

use goban::{Board, Color};
use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::features::Features;
use super::portrait::{FARTHEST, Portrait};
use super::stones::{Stones, words};
use super::tree::{Search, Tree};
use crate::file::{self, Cursor, ModelError, put_varint};

/// Boards of one size with win rates.
#[derive(Clone, Debug)]
pub struct Library {
    size: usize,
    samples: Vec<Sample>,
    features: Vec<Features>,
    tree: Tree,
    /// Features and stones again, in the order of the tree.
    shelf: Shelf,
    about: About,
}

/// A board of a library, from the perspective of the player who has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The stones.
    pub stones: Stones,
    /// The stones that the player has captured, and the opponent.
    pub captured: [u16; 2],
    /// Twice the number of games that the player won from here; a draw counts one.
    pub half_wins: u32,
    /// The number of games.
    pub games: u32,
}

impl Sample {
    /// A board from the perspective of a player, without games.
    pub fn of(board: &Board, own: Color) -> Sample {
        let captured = [own.other(), own].map(|color| board.captured(color).min(u32::from(u16::MAX)) as u16);
        Sample { stones: Stones::of(board, own), captured, half_wins: 0, games: 0 }
    }

    /// The player's win rate; one half without games.
    pub fn win_rate(&self) -> f32 {
        if self.games == 0 { 0.5 } else { self.half_wins as f32 / (2.0 * self.games as f32) }
    }
}

/// The origin of a library, and its progress.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// The source and method.
    pub source: String,
    /// The number of games read.
    pub games: u64,
    /// The number of boards, from the first on, whose win rates come from simulations.
    pub simulated: u64,
    /// The version of the program that made it.
    pub version: String,
}

/// A neighbour of a board.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbour {
    /// Its index in the library.
    pub number: usize,
    /// Its distance, from 0 to 1.
    pub distance: f32,
    /// Its win rate, from 0 to 1.
    pub win_rate: f32,
}

/// The nearest neighbours of a board, and the cost of the search.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// The neighbours, the nearest first; of equally distant ones, the first in the library.
    pub neighbours: Vec<Neighbour>,
    /// The number of distances computed.
    pub evaluations: usize,
}

/// The kind of model file.
const KIND: &str = "library";
/// The greatest length of the content.
const LONGEST: u64 = 1 << 30;
/// Five digits of three values are one byte.
const DIGITS: usize = 5;

#[derive(Serialize, Deserialize)]
struct Description {
    size: usize,
    #[serde(flatten)]
    about: About,
}

/// The win rate of a board, interpolated from its neighbours as in the report: the weight of each is one minus its
/// distance, divided by the sum of these; if that sum is 0, all weigh the same. `None` without neighbours.
///
/// ```
/// use models::library::{Neighbour, interpolate};
///
/// let near = Neighbour { number: 0, distance: 0.1, win_rate: 0.8 };
/// let far = Neighbour { number: 1, distance: 0.7, win_rate: 0.4 };
/// // 0.9 / 1.2 of 0.8 and 0.3 / 1.2 of 0.4.
/// assert!((interpolate(&[near, far]).unwrap() - 0.7).abs() < 1e-6);
/// ```
pub fn interpolate(neighbours: &[Neighbour]) -> Option<f32> {
    let nearness = |neighbour: &Neighbour| 1.0 - neighbour.distance;
    let sum: f32 = neighbours.iter().map(nearness).sum();
    match neighbours.len() {
        0 => None,
        count if sum <= 0.0 => Some(neighbours.iter().map(|n| n.win_rate).sum::<f32>() / count as f32),
        _ => Some(neighbours.iter().map(|n| nearness(n) / sum * n.win_rate).sum()),
    }
}

impl Library {
    /// A library of boards of this size.
    ///
    /// # Errors
    /// If the size is not supported or a board is invalid.
    pub fn new(size: usize, samples: Vec<Sample>, about: About) -> Result<Library, ModelError> {
        if !(goban::MIN_SIZE..=goban::MAX_SIZE).contains(&size) {
            return Err(ModelError::Content("there are no boards of that size".to_string()));
        }
        let features = samples.iter().map(|sample| measure(size, sample)).collect::<Result<Vec<_>, _>>()?;
        let unsorted = Shelf::new(size, &samples, &features, 0..samples.len());
        let tree = Tree::new(samples.len(), |from, others, distances| {
            let from = Portrait::new(size, features[from as usize], &samples[from as usize].stones);
            distances.clear();
            distances.extend(others.iter().map(|&other| unsorted.distance(&from, other as usize, u32::MAX)));
        });
        let shelf = Shelf::new(size, &samples, &features, tree.order().iter().map(|&item| item as usize));
        Ok(Library { size, samples, features, tree, shelf, about })
    }

    /// The board size.
    pub fn size(&self) -> usize {
        self.size
    }

    /// The boards.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The features of the boards.
    pub fn features(&self) -> &[Features] {
        &self.features
    }

    /// The origin of the library.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The `k` nearest boards, found by the tree.
    pub fn nearest(&self, portrait: &Portrait, k: usize) -> Nearest {
        self.neighbours(self.tree.nearest(k, |place, limit| self.shelf.distance(portrait, place, limit)))
    }

    /// The `k` nearest boards, found by a linear scan: the same as [`nearest`](Library::nearest), for comparison.
    pub fn nearest_by_scan(&self, portrait: &Portrait, k: usize) -> Nearest {
        let items = self.tree.order().iter().copied().enumerate();
        self.scan(k, items, |place, limit| self.shelf.distance(portrait, place, limit))
    }

    /// The `k` nearest boards within the nearest cell.
    pub fn nearest_in_cell(&self, portrait: &Portrait, k: usize, cells: &Cells) -> Nearest {
        let items = cells.members(&portrait.features).iter().map(|&item| (item as usize, item));
        self.scan(k, items, |number, limit| {
            let stones: Vec<u64> = self.samples[number].stones.packed(self.size).collect();
            portrait.distance_to(self.size, &self.features[number], &stones, limit)
        })
    }

    /// The win rate of a board for a player who has just moved, interpolated from the `k` nearest boards, of all or of
    /// the nearest cell. One half without cells.
    pub fn score(&self, board: &Board, own: Color, k: usize, cells: Option<&Cells>) -> f32 {
        let portrait = Portrait::of(board, own);
        let nearest = match cells {
            Some(cells) => self.nearest_in_cell(&portrait, k, cells),
            None => self.nearest(&portrait, k),
        };
        interpolate(&nearest.neighbours).unwrap_or(0.5)
    }

    /// Computes the distance of each item, given with its index for `distance`.
    fn scan(
        &self,
        k: usize,
        items: impl Iterator<Item = (usize, u32)>,
        distance: impl Fn(usize, u32) -> u32,
    ) -> Nearest {
        let mut found: Vec<(u32, u32)> = Vec::with_capacity(k + 1);
        let mut evaluations = 0;
        for (place, item) in items {
            evaluations += 1;
            let limit = if found.len() < k { u32::MAX } else { found.last().map_or(0, |&(distance, _)| distance) };
            let candidate = (distance(place, limit), item);
            let rank = found.partition_point(|&other| other < candidate);
            if rank < k {
                found.insert(rank, candidate);
                found.truncate(k);
            }
        }
        self.neighbours(Search { found, evaluations })
    }

    fn neighbours(&self, Search { found, evaluations }: Search) -> Nearest {
        let neighbour = |(distance, number): (u32, u32)| Neighbour {
            number: number as usize,
            distance: distance as f32 / FARTHEST as f32,
            win_rate: self.samples[number as usize].win_rate(),
        };
        Nearest { neighbours: found.into_iter().map(neighbour).collect(), evaluations }
    }

    /// The bytes of a model file.
    pub fn write(&self) -> Vec<u8> {
        let mut content = Vec::new();
        put_varint(&mut content, self.samples.len() as u64);
        let points = self.size * self.size;
        for sample in &self.samples {
            for begin in (0..points).step_by(DIGITS) {
                let digit = |place: usize| sample.stones.at(place).map_or(0, |side| side as u8 + 1);
                let places = (begin..begin + DIGITS).rev();
                content.push(places.fold(0, |byte, place| 3 * byte + if place < points { digit(place) } else { 0 }));
            }
            let [own, other] = sample.captured.map(u64::from);
            let numbers = [own, other, u64::from(sample.half_wins), u64::from(sample.games)];
            numbers.into_iter().for_each(|number| put_varint(&mut content, number));
        }
        let description = Description { size: self.size, about: self.about.clone() };
        file::write(KIND, &serde_json::to_string(&description).unwrap_or_default(), &file::pack(&content))
    }

    /// Reads the bytes of a model file.
    ///
    /// # Errors
    /// If the bytes are not such a model.
    pub fn read(bytes: &[u8]) -> Result<Library, ModelError> {
        let nonsense = |what: &str| ModelError::Content(what.to_string());
        let parts = file::read(bytes, KIND)?;
        let description = serde_json::from_str(parts.description);
        let Description { size, about } = description.map_err(|error| nonsense(&error.to_string()))?;
        if !(goban::MIN_SIZE..=goban::MAX_SIZE).contains(&size) {
            return Err(nonsense("there are no boards of that size"));
        }
        let content = file::unpack(parts.content, LONGEST)?;
        let mut content = Cursor(&content);
        let samples = (0..content.varint()?).map(|_| sample(&mut content, size)).collect::<Result<Vec<_>, _>>()?;
        if !content.0.is_empty() {
            return Err(nonsense("it has more boards than it says"));
        }
        Library::new(size, samples, about)
    }
}

/// The data of a search, compact and in search order.
#[derive(Clone, Debug)]
struct Shelf {
    size: usize,
    features: Vec<Features>,
    /// For each board, the words of own stones and of the opponent's.
    stones: Vec<u64>,
}

impl Shelf {
    fn new(size: usize, samples: &[Sample], features: &[Features], order: impl Iterator<Item = usize>) -> Shelf {
        let mut shelf = Shelf { size, features: Vec::new(), stones: Vec::new() };
        for number in order {
            shelf.features.push(features[number]);
            shelf.stones.extend(samples[number].stones.packed(size));
        }
        shelf
    }

    #[inline]
    fn distance(&self, portrait: &Portrait, place: usize, limit: u32) -> u32 {
        let words = 2 * words(self.size);
        let stones = &self.stones[words * place..words * (place + 1)];
        portrait.distance_to(self.size, &self.features[place], stones, limit)
    }
}

/// Computes the features of a board.
fn measure(size: usize, sample: &Sample) -> Result<Features, ModelError> {
    let board = sample.stones.board(size).map_err(|error| ModelError::Content(format!("a board is none: {error}")))?;
    Ok(Features::of(&board, Color::Black, sample.captured.map(u32::from)))
}

fn sample(content: &mut Cursor<'_>, size: usize) -> Result<Sample, ModelError> {
    let nonsense = |what: &str| ModelError::Content(what.to_string());
    let mut stones = Stones::default();
    for (number, &byte) in content.take((size * size).div_ceil(DIGITS))?.iter().enumerate() {
        let mut rest = byte;
        for place in DIGITS * number..DIGITS * (number + 1) {
            let digit = rest % 3;
            rest /= 3;
            if digit > 0 && place >= size * size {
                return Err(nonsense("a stone is off the board"));
            } else if digit > 0 {
                stones.put(place, usize::from(digit - 1));
            }
        }
        if rest > 0 {
            return Err(nonsense("a point holds nothing that there is"));
        }
    }
    let mut number = || content.varint();
    let [own, other, half_wins, games] = [number()?, number()?, number()?, number()?];
    let captured = [own, other].map(u16::try_from);
    match (captured, u32::try_from(half_wins), u32::try_from(games)) {
        ([Ok(own), Ok(other)], Ok(half_wins), Ok(games)) if u64::from(half_wins) <= 2 * u64::from(games) => {
            Ok(Sample { stones, captured: [own, other], half_wins, games })
        }
        _ => Err(nonsense("a board has more wins than games, or more of something than there can be")),
    }
}
