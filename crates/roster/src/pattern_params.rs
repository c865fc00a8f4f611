//! Parameters of pattern classes and their tables, shared by the player `preference` and the teachers of its models.

use models::preference::{Forget, Manner, Table, View, Window};
use player::{ChoiceOf, parameters};

parameters! {
    /// The surroundings of a move that decide its class. The form of the window is declared beside it, as `window`.
    pub struct ViewParams {
        /// the radius of the window
        pub radius: u32 = 2, in 1..=9, unless window "none";
        /// the radius up to which the window expands until it has enough stones; 0 for a fixed window
        pub expand: u32 = 0, in 0..=9, unless window "none";
        /// the stones that end the expansion
        pub stones: u32 = 1, in 0..=20, unless window "none";
        /// the number of liberties up to which chains are distinguished
        pub liberties: u32 = 0, in 0..=7, unless window "none";
        /// whether a ko point that may not be retaken differs from other empty points
        pub ko: bool = false, unless window "none";
    }
}

parameters! {
    /// A table with a value for each class, and how it learns.
    pub struct TableParams {
        /// the lines of corners that are matched as a whole in addition to the window; 0 for none
        pub corner: u32 = 0, in 0..=13, unless window "none";
        /// where the values of classes are kept
        pub table: TableKind = "hash", unless window "none";
        /// the number of values of a table that is not a map
        pub size: u32 = 2000003, in 16..=1 << 28, when table "hash" "probes" "cache", unless window "none";
        /// the classes that a full cache evicts: those with values near 0, the oldest, or the least useful
        pub forget: Eviction = "value", when table "cache", unless window "none";
        /// the changes of a value after which its steps are halved; 0 for constant steps
        pub fade: f32 = 0, in 0.0..=1e9, unless window "none";
        /// the positions that are pooled before values change
        pub batch: u32 = 1, in 1..=1_000_000_000, unless window "none";
        /// the blame for moves ranked above the expert's: the same for all, or most for the top of the ranking
        pub blame: Blame = "all", unless window "none";
        /// whether it learns from passes
        pub learn_pass: bool = false, unless window "none";
    }
}

impl ViewParams {
    /// The view with a window of this form.
    pub fn view(&self, window: Window) -> View {
        // Ranges keep these within a byte.
        let byte = |number: u32| number as u8;
        View {
            window,
            radius: byte(self.radius),
            expand: byte(self.expand.max(self.radius)),
            stones: byte(self.stones),
            liberties: byte(self.liberties),
            ko: self.ko,
            corner: 0,
        }
    }
}

impl TableParams {
    /// The lines of corners.
    pub fn corner(&self) -> u8 {
        self.corner as u8
    }

    /// The table.
    pub fn table(&self) -> Table {
        Table::named(self.table.0, self.size, self.forget.0)
    }

    /// How it learns, without annotations.
    pub fn manner(&self) -> Manner {
        let top = self.blame == Blame::Top;
        Manner { fade: self.fade, batch: self.batch, top, pass: self.learn_pass, marks: false }
    }
}

/// The kind of a table, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableKind(&'static str);

impl ChoiceOf for TableKind {
    const WORDS: &'static [&'static str] = &Table::KINDS;

    fn from_word(word: &str) -> TableKind {
        TableKind(Table::KINDS.into_iter().find(|kind| *kind == word).unwrap_or("hash"))
    }
}

/// What a full cache evicts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Eviction(Forget);

impl ChoiceOf for Eviction {
    const WORDS: &'static [&'static str] = &Forget::WORDS;

    fn from_word(word: &str) -> Eviction {
        Eviction(Forget::named(word))
    }
}

/// Which moves ranked above the expert's lose most.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Blame {
    /// All lose the same.
    All,
    /// The top of the ranking loses most.
    Top,
}

impl ChoiceOf for Blame {
    const WORDS: &'static [&'static str] = &["all", "top"];

    fn from_word(word: &str) -> Blame {
        if word == "top" { Blame::Top } else { Blame::All }
    }
}
