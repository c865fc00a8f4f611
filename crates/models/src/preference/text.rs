//! Patterns as text, and simple hash functions of text (Stoutamire 1991, section 5.3).
//!
//! The thesis writes a pattern as a string and hashes the string. It says that the rate of collisions depends much on
//! the function and does not name the one that it chose. These are functions of its time. The text of a window lists
//! its points ring by ring, a character each; of the eight symmetries the least text counts.

use serde::{Deserialize, Serialize};

use super::padded_board::{PaddedBoard, THINGS, WIDTH, is_stone};
use super::view::View;
use super::window;
use crate::images;

/// A hash function of text, with 32 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TextHash {
    /// The sum of the characters (Kernighan and Ritchie 1978).
    Sum,
    /// Shifts of four bits, with the high bits folded back (P. J. Weinberger; Aho, Sethi and Ullman 1986). The
    /// function for strings in the library of the compiler that the thesis used.
    Pjw,
    /// Multiplication by 31 and addition (Kernighan and Ritchie 1988).
    Multiply,
    /// Exclusive or and multiplication by a prime (Fowler, Noll and Vo 1991, in the form 1a).
    Fnv,
}

impl TextHash {
    /// All functions.
    pub const ALL: [TextHash; 4] = [TextHash::Sum, TextHash::Pjw, TextHash::Multiply, TextHash::Fnv];

    /// The hash of a text.
    pub fn of(self, text: &[u8]) -> u32 {
        let bytes = text.iter().map(|&byte| u32::from(byte));
        match self {
            TextHash::Sum => bytes.fold(0, u32::wrapping_add),
            TextHash::Pjw => bytes.fold(0, |hash: u32, byte| {
                let hash = (hash << 4).wrapping_add(byte);
                let high = hash & 0xf000_0000;
                (hash ^ (high >> 24)) & !high
            }),
            TextHash::Multiply => bytes.fold(0, |hash: u32, byte| hash.wrapping_mul(31).wrapping_add(byte)),
            TextHash::Fnv => bytes.fold(0x811c_9dc5, |hash: u32, byte| (hash ^ byte).wrapping_mul(0x0100_0193)),
        }
    }
}

/// The character of each content: empty, edge, ko, then own stones by liberties and the opponent's.
const CHARACTERS: [u8; THINGS] = *b".#kABCDEFGHIJKLMNOP";

/// A window whose class is the hash of its text.
#[derive(Clone)]
pub(super) struct Texts {
    view: View,
    hash: TextHash,
    /// For each ring, the eight images of its points relative to the centre.
    rings: Vec<Vec<[isize; 8]>>,
    /// The text under each symmetry.
    texts: [Vec<u8>; 8],
}

impl Texts {
    pub(super) fn new(view: View, hash: TextHash) -> Texts {
        let offset = |(row, col): (i32, i32)| row as isize * WIDTH as isize + col as isize;
        let ring = |radius| window::ring(view.window, radius).map(|at| images(at).map(offset)).collect();
        let rings = (0..=i32::from(view.reach())).map(ring).collect();
        Texts { view, hash, rings, texts: Default::default() }
    }

    /// The class of a move at an index.
    pub(super) fn class(&mut self, padded: &PaddedBoard, place: usize) -> u64 {
        self.texts.iter_mut().for_each(Vec::clear);
        let mut stones = 0;
        for (radius, ring) in self.rings.iter().enumerate() {
            if radius > usize::from(self.view.radius) && stones >= self.view.stones {
                break;
            }
            for offsets in ring {
                for (text, &offset) in self.texts.iter_mut().zip(offsets) {
                    text.push(CHARACTERS[usize::from(padded.at(place.wrapping_add_signed(offset)))]);
                }
                stones += u8::from(is_stone(padded.at(place.wrapping_add_signed(offsets[0]))));
            }
        }
        let least = self.texts.iter().min().map_or(&[][..], Vec::as_slice);
        u64::from(self.hash.of(least))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Published values: FNV-1a by its authors, and the others by hand.
    #[test]
    fn the_functions_have_their_known_values() {
        let of = |hash: TextHash, text: &str| hash.of(text.as_bytes());
        assert_eq!(of(TextHash::Fnv, "a"), 0xe40c_292c);
        assert_eq!(of(TextHash::Fnv, "foobar"), 0xbf9c_f968);
        assert_eq!(of(TextHash::Sum, "ab"), 97 + 98);
        assert_eq!(of(TextHash::Multiply, "ab"), 31 * 97 + 98);
        assert_eq!(of(TextHash::Pjw, "ab"), 16 * 97 + 98);
        assert!(of(TextHash::Pjw, "abcdefghijklmnop") < 1 << 28, "the high bits are folded back");
    }

    #[test]
    fn a_sum_does_not_see_the_order() {
        for hash in TextHash::ALL {
            let equal = hash.of(b"..A.a..") == hash.of(b"..a.A..");
            assert_eq!(equal, hash == TextHash::Sum, "{hash:?}");
        }
    }
}
