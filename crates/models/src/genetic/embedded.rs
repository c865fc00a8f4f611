//! The embedded evaluation; `models/README.md` documents how it was made.

use std::sync::{Arc, LazyLock};

use super::Evaluation;

static EMBEDDED: LazyLock<Arc<Evaluation>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/genetic.model");
    Arc::new(Evaluation::read(bytes).expect("a test reads the embedded evaluation"))
});

impl Evaluation {
    /// The embedded evaluation.
    pub fn embedded() -> &'static Arc<Evaluation> {
        &EMBEDDED
    }
}
