//! What a test is looking for.

/// The alternative hypothesis of a test, about the first player's win rate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Alternative {
    /// It is lower (one-sided).
    Less,
    /// It is higher (one-sided).
    Greater,
    /// It differs (two-sided).
    Different,
}
