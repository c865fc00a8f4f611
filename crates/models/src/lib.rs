//! What was learnt, as files, and how it is asked.
//!
//! [`preference`] is Stoutamire's pattern preference: a move is put into a class by what is around it, and each class has
//! a value. [`intuition`] goes beyond it: how likely experts are to play each move, by all that can be said about it at once.
//! [`openings`] has opening positions that are alike, and the exact book; [`library`] boards with their win rates, and how far
//! boards are from each other; [`genetic`] an evaluation by patterns that were bred. [`td`] has networks that value positions of
//! small boards, taught by their own games; [`net`] is the convolutional network. [`mod@file`] is the form that all model
//! files have.

pub mod file;
pub mod genetic;
pub mod intuition;
pub mod library;
pub mod net;
pub mod openings;
pub mod preference;
pub mod td;

/// Spreads the bits of a number evenly (the finish of Steele's SplitMix64), the same on every machine and in every version,
/// so that what is made of it may be stored.
pub(crate) const fn mix(number: u64) -> u64 {
    let mut bits = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    bits ^ (bits >> 31)
}

/// The names of what is seen around a point, one for each symmetry. A window is named by the exclusive or of the names of the
/// things in it.
pub(crate) type Names = [u64; 8];

/// The names of a thing at a place that is some rows and columns away.
pub(crate) fn names((row, col): (i32, i32), thing: u64) -> Names {
    let images =
        [(row, col), (row, -col), (-row, col), (-row, -col), (col, row), (col, -row), (-col, row), (-col, -row)];
    images.map(|(row, col)| mix(mix(((row + 64) as u64) << 32 | ((col + 64) as u64) << 16 | thing)))
}

/// The name that is the same under all symmetries.
#[inline(always)]
pub(crate) fn least(names: &Names) -> u64 {
    names.iter().fold(u64::MAX, |least, &name| least.min(name))
}
