//! Trained models: file formats and inference.
//!
//! [`preference`] is Stoutamire's pattern preference: a move is assigned to a class by its surroundings, and each class
//! has a value. [`intuition`] estimates the probability of expert moves from many features at once. [`mod@expert`] is
//! any model that ranks moves. [`openings`] has
//! clusters of similar opening positions, and the exact book. [`library`] has boards with win rates, and a distance
//! between boards. [`genetic`] is an evaluation by evolved patterns. [`td`] has networks for small boards, trained by
//! self-play. [`net`] is the convolutional network. [`mod@file`] is the format of all model files, and [`mod@resume`]
//! continues an interrupted lesson from its file.

pub mod expert;
pub mod file;
pub mod genetic;
pub mod intuition;
pub mod library;
pub mod net;
pub mod openings;
pub mod preference;
pub mod resume;
pub mod td;

/// The finaliser of Steele's SplitMix64. It is the same on every machine and in every version, so hashes may be stored.
pub(crate) const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The hashes of a window, one for each symmetry: each is the XOR of the hashes of the window's contents.
pub(crate) type Names = [u64; 8];

/// The images of an offset in rows and columns under the eight symmetries.
pub(crate) fn images((row, col): (i32, i32)) -> [(i32, i32); 8] {
    [(row, col), (row, -col), (-row, col), (-row, -col), (col, row), (col, -row), (-col, row), (-col, -row)]
}

/// The hashes of a content at an offset in rows and columns.
pub(crate) fn names(at: (i32, i32), thing: u64) -> Names {
    images(at).map(|(row, col)| mix(mix(((row + 64) as u64) << 32 | ((col + 64) as u64) << 16 | thing)))
}

/// The hash that is the same under all symmetries.
#[inline(always)]
pub(crate) fn least(names: &Names) -> u64 {
    names.iter().fold(u64::MAX, |least, &name| least.min(name))
}
