//! Parameters of pattern classes and their tables, shared by the player `preference` and the teachers of its models.
//!
//! They belong beside a parameter `window`, the form of the window.

use models::preference::{Forget, MAX_SIZE, Manner, Table, View, Window};
use player::{ChoiceOf, choices, parameters};

parameters! {
    /// The surroundings of a move that decide its class.
    pub struct ViewParams {
        /// the radius of the window
        pub radius: u8 = 2, in 1..=9, unless window "none";
        /// the radius up to which the window expands until it holds enough stones
        pub expand: u8 = 0, in 0..=9, unless window "none";
        /// the number of stones that ends the expansion
        pub stones: u8 = 1, in 0..=20, when window "square" "diamond" "graph", unless expand "0";
        /// the number of liberties up to which chains are distinguished
        pub liberties: u8 = 0, in 0..=7, unless window "none";
        /// whether a ko point differs from other empty points
        pub ko: bool = false, unless window "none";
    }
}

parameters! {
    /// A table with a value for each class, and how it learns.
    pub struct TableParams {
        /// the lines of corners that are matched as a whole beside the window; 0 for none
        pub corner: u8 = 0, in 0..=13, unless window "none";
        /// where the values of classes are stored
        pub table: TableKind = "hash", unless window "none";
        /// the number of values in the table
        pub size: u32 = 2000003, in 16..=MAX_SIZE as i64, when window "square" "diamond" "graph", unless table "map";
        /// what a full cache evicts: values near 0, the least recently used, or the least useful
        pub forget: Eviction = "value", when table "cache", unless window "none";
        /// changes of a value after which its step is halved; 0 for constant steps
        pub fade: f32 = 0, in 0.0..=1e9, unless window "none";
        /// positions that are pooled before values change
        pub batch: u32 = 1, in 1..=1_000_000_000, unless window "none";
        /// whether all moves ranked above the expert's are penalised alike, or the top-ranked most
        pub blame: Blame = "all", unless window "none";
        /// whether it learns from passes
        pub learn_pass: bool = false, unless window "none";
    }
}

choices! {
    /// Which moves ranked above the expert's are penalised.
    pub enum Blame {
        /// All alike.
        All = "all",
        /// The top-ranked most.
        Top = "top",
    }
}

impl ViewParams {
    /// The view with a window of this form, without corners.
    pub fn view(&self, window: Window) -> View {
        let &ViewParams { radius, expand, stones, liberties, ko } = self;
        View { window, radius, expand: expand.max(radius), stones, liberties, ko, corner: 0 }
    }
}

impl TableParams {
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

/// A kind of table, by its word in [`Table::KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableKind(&'static str);

impl ChoiceOf for TableKind {
    const WORDS: &'static [&'static str] = &Table::KINDS;

    fn from_word(word: &str) -> TableKind {
        TableKind(Table::KINDS.into_iter().find(|&kind| kind == word).unwrap_or("hash"))
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
