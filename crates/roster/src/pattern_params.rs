//! The parameters of a table of pattern preferences: what decides the class of a move, where the values of classes are
//! stored, and how they are learnt. The players and teachers that have such a table share them.
//!
//! They belong beside a parameter `window`, the form of the window.

use models::preference::{Forget, MAX_SIZE, Manner, Table, View, Window};
use player::{ChoiceOf, choices, parameters};

parameters! {
    /// The parameters of a table.
    pub struct PatternParams {
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
        /// the lines of corners that are matched as a whole beside the window; 0 for none
        pub corner: u8 = 0, in 0..=13, unless window "none";
        /// where the values of classes are stored
        pub table: TableKind = "hash", unless window "none";
        /// the number of values in the table
        pub size: u32 = 2000003, in 16..=MAX_SIZE as i64, when window "square" "diamond" "graph", unless table "map";
        /// what a full cache evicts: values near 0, the least recently used, or the least useful
        pub forget: ForgetWord = "value", when table "cache", unless window "none";
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

/// A kind of table, by its word in [`Table::KINDS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TableKind(&'static str);

impl ChoiceOf for TableKind {
    const WORDS: &'static [&'static str] = &Table::KINDS;

    fn from_word(word: &str) -> TableKind {
        TableKind(Table::KINDS.into_iter().find(|&kind| kind == word).unwrap_or("hash"))
    }
}

/// An eviction policy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ForgetWord(pub Forget);

impl ChoiceOf for ForgetWord {
    const WORDS: &'static [&'static str] = &Forget::WORDS;

    fn from_word(word: &str) -> ForgetWord {
        ForgetWord(Forget::named(word))
    }
}

impl PatternParams {
    /// What decides the class of a move in this window.
    pub fn view(&self, window: Window) -> View {
        let &PatternParams { radius, expand, stones, liberties, ko, corner, .. } = self;
        View { window, radius, expand, stones, liberties, ko, corner }
    }

    /// Where values are stored.
    pub fn table(&self) -> Table {
        Table::named(self.table.0, self.size, self.forget.0)
    }

    /// How they are learnt.
    pub fn manner(&self) -> Manner {
        let &PatternParams { fade, batch, blame, learn_pass, .. } = self;
        Manner { fade, batch, top: blame == Blame::Top, pass: learn_pass, marks: false }
    }
}
