//! The version of the program, as every result carries it: ledgers, models, game records, reports.
//!
//! Only the program knows which commit it was built from, so it says so when it starts. Crates that are used without
//! it, as in their own tests, have the number of the release and `unknown`.

use std::sync::OnceLock;

static VERSION: OnceLock<&'static str> = OnceLock::new();

/// Says which version this is; the first call counts.
pub fn set(version: &'static str) {
    // A second call would be a second program in one process.
    let _ = VERSION.set(version);
}

/// The version, such as `0.1.0-g72200ce`; with `-dirty` behind it where the sources had changes that were not
/// committed.
pub fn version() -> &'static str {
    VERSION.get().copied().unwrap_or(concat!(env!("CARGO_PKG_VERSION"), "-unknown"))
}
