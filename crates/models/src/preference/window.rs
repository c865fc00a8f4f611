//! Windows of fixed form, squares and diamonds, equal under the eight symmetries.
//!
//! Each code at each point of the window has a random key, and the XOR of the keys is the hash of the window. It is
//! computed for all eight symmetries at once, and the smallest hash is the class, which is thus the same under all
//! symmetries. Empty points have no key and cost nothing.

use super::padded_board::{EMPTY, PaddedBoard, THINGS, WIDTH, is_stone};
use super::view::{View, Window};
use crate::{Names, least, mix, names};

/// A window, ring by ring.
#[derive(Clone)]
pub(super) struct Rings {
    view: View,
    /// The points of each ring from 0 to the reach, relative to the centre.
    rings: Vec<Vec<Cell>>,
}

#[derive(Clone)]
struct Cell {
    offset: isize,
    keys: [Names; THINGS],
}

impl Rings {
    pub(super) fn new(view: View) -> Rings {
        let ring = |radius| ring(view.window, radius).map(Cell::new).collect();
        Rings { view, rings: (0..=i32::from(view.reach())).map(ring).collect() }
    }

    /// The class of a move at an index.
    #[inline]
    pub(super) fn class(&self, padded: &PaddedBoard, place: usize) -> u64 {
        let mut names = [0; 8];
        let mut stones = 0;
        let mut radius = 0;
        while radius < self.rings.len() {
            if radius > usize::from(self.view.radius) && stones >= self.view.stones {
                break;
            }
            for cell in &self.rings[radius] {
                let seen = padded.at(place.wrapping_add_signed(cell.offset));
                if seen != EMPTY {
                    let keys = &cell.keys[usize::from(seen)];
                    names.iter_mut().zip(keys).for_each(|(name, key)| *name ^= key);
                    stones += u8::from(is_stone(seen));
                }
            }
            radius += 1;
        }
        mix(least(&names) ^ radius as u64)
    }
}

/// The points at a distance from the centre, in rows and columns.
pub(super) fn ring(window: Window, radius: i32) -> impl Iterator<Item = (i32, i32)> {
    let square = (-radius..=radius).flat_map(move |row| (-radius..=radius).map(move |col| (row, col)));
    square.filter(move |&at| distance(window, at) == radius)
}

/// The distance of a point from the centre.
fn distance(window: Window, (row, col): (i32, i32)) -> i32 {
    match window {
        Window::Diamond => row.abs() + col.abs(),
        _ => row.abs().max(col.abs()),
    }
}

impl Cell {
    fn new((row, col): (i32, i32)) -> Cell {
        let keys = |thing: usize| match thing as u8 {
            EMPTY => [0; 8],
            _ => names((row, col), thing as u64),
        };
        Cell { offset: row as isize * WIDTH as isize + col as isize, keys: std::array::from_fn(keys) }
    }
}
