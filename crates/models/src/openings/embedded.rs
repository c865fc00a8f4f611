//! The embedded clusters and book; `models/README.md` documents how they were made.

use std::sync::{Arc, LazyLock};

use super::{Book, Clusters};

type Embedded = LazyLock<Arc<Clusters>>;

static DEFAULT: Embedded = LazyLock::new(|| read(include_bytes!("../../../../models/clusters.model")));
static PAPER_64: Embedded = LazyLock::new(|| read(include_bytes!("../../../../models/clusters-paper-64.model")));
static PAPER_96: Embedded = LazyLock::new(|| read(include_bytes!("../../../../models/clusters-paper-96.model")));

static BOOK: LazyLock<Arc<Book>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/book.model");
    Arc::new(Book::read(bytes).expect("a test reads the embedded book"))
});

impl Book {
    /// The embedded book.
    pub fn embedded() -> &'static Arc<Book> {
        &BOOK
    }
}

fn read(bytes: &[u8]) -> Arc<Clusters> {
    Arc::new(Clusters::read(bytes).expect("a test reads the embedded clusters"))
}

impl Clusters {
    /// The embedded clusters by name: `default`, of all games without rare moves, `paper-64` and `paper-96`, of as many
    /// games as Steinmetz and Gini had.
    pub fn embedded(name: &str) -> Option<&'static Arc<Clusters>> {
        match name {
            "default" => Some(&DEFAULT),
            "paper-64" => Some(&PAPER_64),
            "paper-96" => Some(&PAPER_96),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_clusters_can_be_read() {
        for (name, most, moves) in [("default", 96, 12), ("paper-64", 64, 20), ("paper-96", 96, 20)] {
            let clusters = Clusters::embedded(name).unwrap();
            assert_eq!((clusters.size(), clusters.moves()), (19, moves));
            assert!((0..moves).all(|moves| (1..=most).contains(&clusters.stage(moves).unwrap().clusters().len())));
        }
        assert!(Clusters::embedded("other").is_none());
        assert!(Book::embedded().size() == 19 && Book::embedded().next(&goban::Board::new(19)).is_some());
    }
}
