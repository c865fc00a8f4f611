//! Output files: checked before the work begins, written whole or not at all.
//!
//! A command claims its output first ([`Claim`]). A claim fails where the result could not be written later, where it
//! would go over a file that the command reads, and where it would replace something that cannot be made again: a
//! ledger, a model, a game record, or anything else that is not of the output's own kind. After the work,
//! [`Output::write`] writes a file beside it and renames that, so that a crash or a full disk leaves either the old
//! file or the new one.

mod claim;
mod content;
mod kind;
mod replace;

pub use claim::{Claim, Output, OutputError};
pub use content::Content;
pub use kind::Kind;
pub use replace::replace;
