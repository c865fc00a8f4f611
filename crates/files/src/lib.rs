//! Output files: checked before the work starts, written atomically.
//!
//! A command claims its output first ([`Claim`]). A claim fails if the result could not be written later, if it would
//! overwrite an input of the command, and if it would replace something valuable: a ledger, a model, a game record, or
//! any file of another kind than the output. After the work, [`Output::write`] writes a temporary file and renames it:
//! a crash or a full disk leaves either the old file or the new one.

mod claim;
mod content;
mod kind;
mod replace;

pub use claim::{Claim, Output, OutputError};
pub use content::Content;
pub use kind::Kind;
pub use replace::replace;
