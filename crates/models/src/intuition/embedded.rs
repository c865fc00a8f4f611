//! The embedded model; `models/README.md` documents how it was made.

use std::sync::{Arc, LazyLock};

use super::Intuition;

static EMBEDDED: LazyLock<Arc<Intuition>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/intuition.model");
    Arc::new(Intuition::read(bytes).expect("a test reads the embedded model"))
});

impl Intuition {
    /// The embedded model.
    pub fn embedded() -> &'static Arc<Intuition> {
        &EMBEDDED
    }
}
