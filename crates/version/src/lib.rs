//! The version of the program, as every result carries it: ledgers, models, game records, reports.
//!
//! Only the program is built with the commit's hash, and sets the version when it starts. Crates that are used without
//! it, as in their tests, report the release number and `unknown`.

use std::sync::OnceLock;

static VERSION: OnceLock<&'static str> = OnceLock::new();

/// Sets the version. The first call counts.
pub fn set(version: &'static str) {
    // A second call would be a second program in one process.
    let _ = VERSION.set(version);
}

/// The version, such as `0.1.0-g72200ce`; `-dirty` is appended if the sources had uncommitted changes.
pub fn version() -> &'static str {
    VERSION.get().copied().unwrap_or(concat!(env!("CARGO_PKG_VERSION"), "-unknown"))
}
