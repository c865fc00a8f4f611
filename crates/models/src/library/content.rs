//! The library: boards, what they are worth, the nearest of them, and the file.
//!
//! The content of a file, packed: the number of boards, then for each its stones (one base-3 digit a point, five in a byte,
//! from the top left: 0 empty, 1 own, 2 the other's), the stones that either side has captured, twice the number of games that
//! were won (a draw counts one), and the number of games (see `put_varint` for these four). Features are counted when it is
//! read.

use goban::{Board, Color};
use serde::{Deserialize, Serialize};

use super::cells::Cells;
use super::features::Features;
use super::portrait::{FARTHEST, Portrait};
use super::stones::{Stones, words};
use super::tree::{Search, Tree};
use crate::file::{self, Cursor, ModelError, put_varint};

/// Boards of one size with a win rate each.
#[derive(Clone, Debug)]
pub struct Library {
    size: usize,
    samples: Vec<Sample>,
    features: Vec<Features>,
    tree: Tree,
    /// Features and stones once more, in the order of the tree.
    shelf: Shelf,
    about: About,
}

/// A board of a library, seen by the player who has just moved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Sample {
    /// The stones.
    pub stones: Stones,
    /// How many stones the player has captured, and how many the other.
    pub captured: [u16; 2],
    /// Twice the number of games that the player won from here; a draw counts one.
    pub half_wins: u32,
    /// The number of games that this is known from.
    pub games: u32,
}

impl Sample {
    /// A board as the player of that colour sees it, of which nothing is known yet.
    pub fn of(board: &Board, own: Color) -> Sample {
        let captured = [own.other(), own].map(|color| board.captured(color).min(u32::from(u16::MAX)) as u16);
        Sample { stones: Stones::of(board, own), captured, half_wins: 0, games: 0 }
    }

    /// The share of games that the player won; one half where there were none.
    pub fn win_rate(&self) -> f32 {
        if self.games == 0 { 0.5 } else { self.half_wins as f32 / (2.0 * self.games as f32) }
    }
}

/// Where a library comes from, and how far it has been made.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct About {
    /// What it was made from, and how, in words.
    pub source: String,
    /// How many games were gone through.
    pub games: u64,
    /// How many of the boards, from the first on, have their win rate from simulations.
    pub simulated: u64,
    /// Which version of the program made it.
    pub version: String,
}

/// A board that is near.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Neighbour {
    /// Which board of the library it is.
    pub number: usize,
    /// How far it is, from 0 to 1.
    pub distance: f32,
    /// What it is worth, from 0 to 1.
    pub win_rate: f32,
}

/// The boards that are nearest to one, and what it cost to find them.
#[derive(Clone, PartialEq, Debug)]
pub struct Nearest {
    /// The boards, the nearest first; of those equally far, the one that comes first in the library.
    pub neighbours: Vec<Neighbour>,
    /// How many distances were asked for.
    pub evaluations: usize,
}

/// What a file says it is.
const KIND: &str = "library";
/// The longest content of a file.
const LONGEST: u64 = 1 << 30;
/// Five digits of three values are one byte.
const DIGITS: usize = 5;

#[derive(Serialize, Deserialize)]
struct Description {
    size: usize,
    #[serde(flatten)]
    about: About,
}

/// What a board is worth by its neighbours, as the report has it: the weight of each is one less its distance, over the sum
/// of these; where all are as far as can be, all weigh the same. `None` without neighbours.
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
    /// A library of boards of that size.
    ///
    /// # Errors
    /// If there are no boards of that size, or one of these is none.
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

    /// The size of its boards.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Its boards.
    pub fn samples(&self) -> &[Sample] {
        &self.samples
    }

    /// The features of its boards.
    pub fn features(&self) -> &[Features] {
        &self.features
    }

    /// Where it comes from.
    pub fn about(&self) -> &About {
        &self.about
    }

    /// The `k` boards that are nearest, found by the tree.
    pub fn nearest(&self, portrait: &Portrait, k: usize) -> Nearest {
        self.told(self.tree.nearest(k, |place, limit| self.shelf.distance(portrait, place, limit)))
    }

    /// The `k` boards that are nearest, found by asking each: the same as [`nearest`](Library::nearest), as a measure for it.
    pub fn nearest_by_scan(&self, portrait: &Portrait, k: usize) -> Nearest {
        let items = self.tree.order().iter().copied().enumerate();
        self.scan(k, items, |place, limit| self.shelf.distance(portrait, place, limit))
    }

    /// The `k` boards of the nearest cell that are nearest.
    pub fn nearest_in_cell(&self, portrait: &Portrait, k: usize, cells: &Cells) -> Nearest {
        let items = cells.members(&portrait.features).iter().map(|&item| (item as usize, item));
        self.scan(k, items, |number, limit| {
            let stones: Vec<u64> = self.samples[number].stones.packed(self.size).collect();
            portrait.distance_to(self.size, &self.features[number], &stones, limit)
        })
    }

    /// What a board is worth to the player of that colour, who has just moved: the win rate interpolated from the `k`
    /// nearest boards, of all or of the nearest cell. One half if there are none.
    pub fn score(&self, board: &Board, own: Color, k: usize, cells: Option<&Cells>) -> f32 {
        let portrait = Portrait::of(board, own);
        let nearest = match cells {
            Some(cells) => self.nearest_in_cell(&portrait, k, cells),
            None => self.nearest(&portrait, k),
        };
        interpolate(&nearest.neighbours).unwrap_or(0.5)
    }

    /// Asks for the distance to each of some items, which have a place for whoever tells it.
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
        self.told(Search { found, evaluations })
    }

    fn told(&self, Search { found, evaluations }: Search) -> Nearest {
        let neighbour = |(distance, number): (u32, u32)| Neighbour {
            number: number as usize,
            distance: distance as f32 / FARTHEST as f32,
            win_rate: self.samples[number as usize].win_rate(),
        };
        Nearest { neighbours: found.into_iter().map(neighbour).collect(), evaluations }
    }

    /// The bytes of a file.
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

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// If they are none.
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

/// What a search looks at, side by side in some order, no larger than it has to be.
#[derive(Clone, Debug)]
struct Shelf {
    size: usize,
    features: Vec<Features>,
    /// Of each board the words of own stones and of the other's.
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

/// Counts the features of a board.
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
