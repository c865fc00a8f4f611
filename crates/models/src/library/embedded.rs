//! The embedded library; `models/README.md` documents how it was made.

use std::sync::{Arc, LazyLock};

use super::Library;

static EMBEDDED: LazyLock<Arc<Library>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/library.model");
    Arc::new(Library::read(bytes).expect("a test reads the embedded library"))
});

impl Library {
    /// The embedded library of 9x9 boards.
    pub fn embedded() -> &'static Arc<Library> {
        &EMBEDDED
    }
}
