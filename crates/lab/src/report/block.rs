//! What pages are made of, for both forms.

use crate::{Figure, Table};

/// A part of a page.
pub(super) enum Block {
    /// A heading, and its level from 1.
    Heading(u8, String),
    /// A paragraph.
    Text(String),
    /// A command line.
    Command(String),
    /// A table.
    Table(Table),
    /// A table whose rows begin with links to experiments.
    Index(Table),
    /// A figure, and the name of its file.
    Figure(Figure, String),
}

impl Block {
    pub(super) fn text(text: impl Into<String>) -> Block {
        Block::Text(text.into())
    }

    pub(super) fn heading(level: u8, text: impl Into<String>) -> Block {
        Block::Heading(level, text.into())
    }
}
