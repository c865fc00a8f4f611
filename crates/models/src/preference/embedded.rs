//! The embedded table; `models/README.md` documents how it was made.

use std::sync::LazyLock;

use super::Preference;

static IKU: LazyLock<Preference> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/iku.model");
    Preference::read(bytes).expect("a test reads the embedded table")
});

impl Preference {
    /// The embedded table, by the best classification of the thesis (section 6.1), whose program was called iku.
    pub fn embedded() -> &'static Preference {
        &IKU
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Table, View};
    use super::*;

    #[test]
    fn the_embedded_table_is_that_of_the_thesis() {
        let table = Preference::embedded();
        assert_eq!((table.view(), table.table()), (View::THESIS, Table::Hash { size: 2_000_003 }));
        assert_eq!((table.games, table.positions()), (257, 53_838));
    }
}
