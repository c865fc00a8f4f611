//! A bitboard that matches a pattern at all points at once.
//!
//! The board is one long row of bits, with two columns of edge between its lines and two lines of edge above and below.
//! Each point of a window and each content has a *plane*: its bit at a point of the board is set if the window around
//! that point has that content there. A pattern is the AND of the planes of its specified points.

use goban::{Board, Color, MAX_SIZE, Point};

use super::pattern::{Kind, PLACES, Pattern, REACH};

/// The words of a plane of the largest board.
const WORDS: usize = ((MAX_SIZE + REACH) * (MAX_SIZE + 2 * REACH) + REACH).div_ceil(64);
const LINES: usize = 2 * REACH + 1;

/// The number of planes.
const PLANES: usize = 4 * PLACES;

type Plane = [u64; WORDS];

/// All planes of a board.
#[derive(Clone, Debug)]
pub struct Planes {
    /// The bits from a point to the one below it.
    width: usize,
    /// The points of the board.
    points: Plane,
    /// All planes of each word: four for each point of the window, in the order of [`Kind::TOLD`].
    bits: Vec<[u64; PLANES]>,
}

impl Default for Planes {
    fn default() -> Planes {
        Planes { width: 0, points: [0; WORDS], bits: Vec::new() }
    }
}

impl Planes {
    /// The planes of a board from the perspective of a player.
    pub fn of(board: &Board, own: Color) -> Planes {
        let mut planes = Planes::default();
        planes.look(board, own);
        planes
    }

    /// Sets the planes to those of another board.
    pub fn look(&mut self, board: &Board, own: Color) {
        let size = board.size();
        let width = size + REACH;
        let bits = width * (size + 2 * REACH) + REACH;
        self.width = width;
        let mut kinds: [Plane; 4] = [[0; WORDS]; 4];
        self.points = [0; WORDS];
        for point in board.points() {
            let place = self.place(point);
            let kind = match board.cell(point).color() {
                None => Kind::Empty,
                Some(color) if color == own => Kind::Own,
                Some(_) => Kind::Other,
            };
            kinds[kind as usize - 1][place / 64] |= 1 << (place % 64);
            self.points[place / 64] |= 1 << (place % 64);
        }
        kinds[Kind::Edge as usize - 1] = self.points.map(|word| !word);
        self.bits.clear();
        self.bits.extend((0..bits.div_ceil(64)).map(|word| {
            std::array::from_fn(|number| {
                let (row, col) = (number / 4 / LINES, number / 4 % LINES);
                let away = (row * width + col) as isize - (REACH * width + REACH) as isize;
                moved(&kinds[number % 4], word, away)
            })
        }));
    }

    /// The full window around a point of the board.
    pub fn window(&self, point: Point) -> Pattern {
        let bit = self.place(point);
        let is_there =
            |place: usize, kind: Kind| self.bits[bit / 64][4 * place + kind as usize - 1] >> (bit % 64) & 1 != 0;
        let kind = |place: usize| Kind::TOLD.into_iter().find(|&kind| is_there(place, kind)).unwrap_or_default();
        Pattern(std::array::from_fn(kind))
    }

    /// The bit index of a point.
    fn place(&self, point: Point) -> usize {
        (point.row() + REACH) * self.width + point.col() + REACH
    }
}

/// A word of a plane, shifted by a number of bits.
fn moved(plane: &Plane, word: usize, away: isize) -> u64 {
    let from = 64 * word as isize + away;
    let (first, bits) = (from.div_euclid(64), from.rem_euclid(64) as u32);
    let at = |word: isize| usize::try_from(word).ok().and_then(|word| plane.get(word)).copied().unwrap_or(0);
    if bits == 0 { at(first) } else { at(first) >> bits | at(first + 1) << (64 - bits) }
}

/// Counts one pattern under all symmetries and with colours exchanged.
#[derive(Clone, Debug)]
pub struct Matcher {
    /// The planes of each image, with own colours and exchanged.
    images: [Vec<Vec<u16>>; 2],
}

impl Matcher {
    /// A matcher for a pattern.
    pub fn new(pattern: &Pattern) -> Matcher {
        let numbers =
            |image: &Pattern| image.specified().map(|(place, kind)| (4 * place + kind as usize - 1) as u16).collect();
        let sides = [*pattern, pattern.exchanged()];
        Matcher { images: sides.map(|side| side.images().iter().map(numbers).collect()) }
    }

    /// The matches of the pattern, minus its matches with colours exchanged.
    pub fn count(&self, planes: &Planes) -> i32 {
        let [own, other] =
            self.images.each_ref().map(|images| images.iter().map(|image| hits(planes, image)).sum::<u32>() as i32);
        own - other
    }
}

fn hits(planes: &Planes, image: &[u16]) -> u32 {
    let in_word = |(bits, &points): (&[u64; PLANES], &u64)| {
        image.iter().fold(points, |hits, &number| hits & bits[usize::from(number) % PLANES]).count_ones()
    };
    planes.bits.iter().zip(&planes.points).map(in_word).sum()
}
