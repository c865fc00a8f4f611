//! The features of a move, each as a hash.
//!
//! Shapes of growing size (see [`shape`](super::shape)); the distances to the last two moves; the line; tactics of the
//! neighbouring chains: capture, escape from atari, atari, self-atari; the liberties of these chains.

use goban::{Board, Cell, Color, Point, PointMap, ladder, tactics};

use super::shape::{self, Ground, Keys};
use crate::mix;

/// Computes the features of moves, for one position after the other.
#[derive(Clone, Debug)]
pub struct Features {
    keys: Keys,
    ground: Ground,
    /// The liberties of each chain, up to [`MAX_LIBERTIES`], at its head.
    liberties: PointMap<u8>,
    /// The distance to the nearest stone of the player to move, and of the opponent.
    nearest: [PointMap<u8>; 2],
    queue: Vec<Point>,
    phase: u64,
    ko: bool,
}

/// The most liberties that are distinguished.
const MAX_LIBERTIES: usize = 4;
/// The greatest distance to an earlier move that is distinguished.
const FURTHEST: u8 = 18;
/// The innermost line that is distinguished.
const INNERMOST: usize = 6;
/// The node limit of a ladder search.
const LADDER_NODES: u32 = 80;
/// The distance from which stones are not distinguished.
const FAR_AWAY: u8 = 9;

/// The kinds of features.
#[derive(Clone, Copy)]
enum Kind {
    Shape = 1,
    ShapeWithLast,
    Last,
    BeforeLast,
    Line,
    Capture,
    Escape,
    Atari,
    SelfAtari,
    Eye,
    Liberties,
    Touch,
    Near,
    Place,
    ShapeInPhase,
}

/// The bits of a feature: few, since a model file stores each of its features.
pub(super) const BITS: u32 = 40;

fn feature(kind: Kind, detail: u64) -> u64 {
    mix(mix(kind as u64) ^ detail) >> (64 - BITS)
}

impl Default for Features {
    fn default() -> Features {
        Features::new()
    }
}

impl Features {
    /// Features before the first position.
    pub fn new() -> Features {
        Features {
            keys: Keys::new(),
            ground: Ground::new(),
            liberties: PointMap::new(0),
            nearest: [PointMap::new(0), PointMap::new(0)],
            queue: Vec::new(),
            phase: 0,
            ko: false,
        }
    }

    /// Sets the position.
    pub fn look(&mut self, board: &Board) {
        self.ground.set(board);
        for point in board.points() {
            if board.cell(point).color().is_some() && board.head(point) == point {
                self.liberties[point] = match board.in_atari(point) {
                    Some(_) => 1,
                    None => tactics::liberties::<MAX_LIBERTIES>(board, point).len() as u8,
                };
            }
        }
        let stones = board.stones_on_board(Color::Black) + board.stones_on_board(Color::White);
        let area = (board.size() * board.size()) as u32;
        self.phase = u64::from(match 100 * stones / area {
            0..8 => 0u8,
            8..20 => 1,
            20..40 => 2,
            40..60 => 3,
            _ => 4,
        });
        self.ko = board.ko().is_some();
        self.measure(board);
    }

    /// Computes the distances to the nearest stones.
    fn measure(&mut self, board: &Board) {
        for (side, color) in [board.to_play(), board.to_play().other()].into_iter().enumerate() {
            let nearest = &mut self.nearest[side];
            self.queue.clear();
            for point in board.points() {
                nearest[point] = FAR_AWAY;
                if board.cell(point).is(color) {
                    nearest[point] = 0;
                    self.queue.push(point);
                }
            }
            let mut next = 0;
            while next < self.queue.len() {
                let point = self.queue[next];
                next += 1;
                let further = nearest[point] + 1;
                if further >= FAR_AWAY {
                    break;
                }
                for n in point.neighbors() {
                    if n.is_on(board.size()) && nearest[n] > further {
                        nearest[n] = further;
                        self.queue.push(n);
                    }
                }
            }
        }
    }

    /// Computes the features of a move at a legal point of the current position. `see` returns whether a feature is
    /// known: larger shapes are skipped after an unknown one.
    #[inline]
    pub fn of(&self, board: &Board, point: Point, mut see: impl FnMut(u64) -> bool) {
        self.ground.shapes(&self.keys, point, |size, name, with_last| {
            let kind = if with_last { Kind::ShapeWithLast } else { Kind::Shape };
            if !with_last && matches!(size, 1 | 3) {
                see(feature(Kind::ShapeInPhase, name ^ (size as u64) << 8 ^ self.phase << 16));
            }
            see(feature(kind, name ^ size as u64))
        });
        let far = |mv: Option<goban::Move>| match mv.map(|mv| mv.point()) {
            None => 254,
            Some(None) => 255,
            Some(Some(last)) => {
                let (row, col) = (last.row() as i32 - point.row() as i32, last.col() as i32 - point.col() as i32);
                shape::distance(row, col).min(FURTHEST)
            }
        };
        let last = far(board.last_move());
        see(feature(Kind::Last, u64::from(last) << 8 | u64::from(self.ko)));
        see(feature(Kind::BeforeLast, u64::from(far(board.before_last_move()))));
        let line = point.line(board.size()).min(INNERMOST) as u64;
        see(feature(Kind::Line, self.phase << 8 | line));
        let [own, other] = [0, 1].map(|side| u64::from(self.nearest[side][point]));
        see(feature(Kind::Near, self.phase << 24 | line << 16 | own << 8 | other));
        if self.phase < 2 {
            see(feature(Kind::Place, self.phase << 32 | canonical(point, board.size())));
        }
        self.tactics(board, point, last, &mut see);
    }

    /// The tactical features of the neighbouring chains.
    fn tactics(&self, board: &Board, point: Point, last: u8, see: &mut impl FnMut(u64) -> bool) {
        let us = board.to_play();
        let mut around = [0u64; 4];
        let mut seen = [point; 4];
        let mut count = 0;
        let (mut captured, mut saved, mut threatened, mut escaping) = (0, false, None, None);
        let is_last =
            |head: Point| board.last_move().and_then(|mv| mv.point()).is_some_and(|last| board.head(last) == head);
        for (side, n) in point.neighbors().into_iter().enumerate() {
            let Some(color) = board.cell(n).color() else {
                around[side] = if board.cell(n) == Cell::Empty { 0 } else { 1 };
                continue;
            };
            let head = board.head(n);
            let liberties = self.liberties[head];
            around[side] = 2 + 2 * u64::from(liberties) + u64::from(color == us);
            if seen[..count].contains(&head) {
                continue;
            }
            seen[count] = head;
            count += 1;
            match (color == us, liberties) {
                (true, 1) => escaping = Some(head),
                (false, 1) => {
                    captured += board.chain_size(head);
                    saved |= self.has_neighbor_in_atari(board, head, us);
                }
                (false, 2) => threatened = Some(head),
                _ => {}
            }
        }
        if count == 0 {
            return;
        }
        around.sort_unstable();
        let code = around.iter().fold(0, |code, &side| code * 16 + side);
        let near = u64::from(last.min(6));
        see(feature(Kind::Touch, code << 8 | near));
        let after = tactics::liberties_after::<5>(board, point, us).len() as u64;
        see(feature(Kind::Liberties, code << 8 | after));
        if captured > 0 {
            let recaptures = seen[..count].iter().any(|&head| is_last(head));
            let size = bucket(captured);
            see(feature(Kind::Capture, size << 2 | u64::from(saved) << 1 | u64::from(recaptures)));
        }
        if let Some(head) = escaping {
            let works = match after {
                0 | 1 => 0,
                2 => 1 + u64::from(ladder::defend(board, head, LADDER_NODES).fate == ladder::Fate::Escapes),
                _ => 3,
            };
            see(feature(Kind::Escape, bucket(board.chain_size(head)) << 2 | works));
        }
        if let Some(head) = threatened {
            let reading = ladder::attack(board, head, LADDER_NODES);
            let catches = reading.fate == ladder::Fate::Captured && reading.point == Some(point);
            let detail = bucket(board.chain_size(head)) << 2 | u64::from(catches) << 1 | u64::from(is_last(head));
            see(feature(Kind::Atari, detail));
        }
        if after <= 1 && captured == 0 {
            let size = tactics::chain_size_after(board, point, us);
            see(feature(Kind::SelfAtari, bucket(size) << 1 | u64::from(threatened.is_some())));
        }
        if board.is_eye_like(point, us) {
            see(feature(Kind::Eye, u64::from(escaping.is_some())));
        }
    }

    /// Whether a neighbouring chain of this colour is in atari, so that a capture saves it.
    fn has_neighbor_in_atari(&self, board: &Board, head: Point, color: Color) -> bool {
        let around = board.chain(head).flat_map(|stone| stone.neighbors());
        around.into_iter().any(|n| board.cell(n).is(color) && self.liberties[board.head(n)] == 1)
    }
}

/// The size class of a chain.
fn bucket(size: usize) -> u64 {
    match size {
        0..=2 => size as u64,
        3..=4 => 3,
        5..=8 => 4,
        _ => 5,
    }
}

/// A hash of point and board size that is the same under all symmetries.
fn canonical(point: Point, size: usize) -> u64 {
    let [row, col] = [point.row(), point.col()].map(|line| line.min(size - 1 - line));
    (size as u64) << 16 | (row.min(col) as u64) << 8 | row.max(col) as u64
}
