//! The content of an existing file, by its first bytes.

use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

/// The content of a file, by its first bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Content {
    /// Nothing.
    Empty,
    /// An SQLite database, as ledgers are.
    Ledger,
    /// A Ponnuki model, or weights.
    Model,
    /// Game records as SGF.
    Record,
    /// A compressed file or an archive, such as a collection of games.
    Archive,
    /// A chart in pixels.
    Picture,
    /// Any other text: reports, tables, pages, charts as SVG.
    Text,
    /// Anything else.
    Binary,
}

/// How many bytes of a file are read.
const BEGINNING: u64 = 1024;

impl Content {
    /// Reads the first bytes of a file.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn of(path: &Path) -> io::Result<Content> {
        let mut bytes = Vec::new();
        File::open(path)?.take(BEGINNING).read_to_end(&mut bytes)?;
        Ok(Content::of_bytes(&bytes))
    }

    fn of_bytes(bytes: &[u8]) -> Content {
        const ARCHIVES: [&[u8]; 5] = [b"\xfd7zXZ", b"\x1f\x8b", b"PK", b"BZh", b"\x28\xb5\x2f\xfd"];
        // The length of a header of JSON, and the header.
        let is_safetensors = bytes.len() > 8 && bytes[8] == b'{' && bytes[4..8] == [0; 4];
        if bytes.is_empty() {
            Content::Empty
        } else if bytes.starts_with(b"SQLite format 3\0") {
            Content::Ledger
        } else if bytes.starts_with(b"ponnuki ") || is_safetensors {
            Content::Model
        } else if ARCHIVES.iter().any(|magic| bytes.starts_with(magic)) {
            Content::Archive
        } else if bytes.starts_with(b"\x89PNG\r\n\x1a\n") {
            Content::Picture
        } else if is_sgf(bytes) {
            Content::Record
        } else if bytes.contains(&0) {
            Content::Binary
        } else {
            Content::Text
        }
    }
}

/// An opening parenthesis and a semicolon, with nothing but white space and a byte order mark before and between.
fn is_sgf(bytes: &[u8]) -> bool {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut solid = bytes.iter().filter(|byte| !byte.is_ascii_whitespace());
    solid.next() == Some(&b'(') && solid.next() == Some(&b';')
}

impl fmt::Display for Content {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Content::Empty => "an empty file",
            Content::Ledger => "a ledger",
            Content::Model => "a model",
            Content::Record => "a game record",
            Content::Archive => "a compressed file",
            Content::Picture => "a picture",
            Content::Text => "a text",
            Content::Binary => "another kind of file",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_are_told_apart_by_their_beginning() {
        let cases: [(&[u8], Content); 10] = [
            (b"", Content::Empty),
            (b"SQLite format 3\0rest", Content::Ledger),
            (b"ponnuki model\n\x01", Content::Model),
            (b"\x40\x01\0\0\0\0\0\0{\"entry\"", Content::Model),
            (b"\xef\xbb\xbf ( \n;GM[1])", Content::Record),
            (b"\xfd7zXZ\0", Content::Archive),
            (b"\x89PNG\r\n\x1a\n\0", Content::Picture),
            (b"<svg xmlns='...'>", Content::Text),
            (b"(a remark in parentheses)", Content::Text),
            (b"\x7fELF\0\0", Content::Binary),
        ];
        for (bytes, content) in cases {
            assert_eq!(Content::of_bytes(bytes), content, "{bytes:?}");
        }
    }
}
