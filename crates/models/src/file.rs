//! The format of all model files: a magic word, a version, the kind of model, a description, the content, and a
//! checksum. A file that is damaged, truncated or foreign is refused with a clear error.
//!
//! All numbers are little-endian: the magic word, the version (u32), kind, description and content (each its length as
//! u64 and then its bytes), and the CRC-32 of everything before it (u32).

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::{fs, io};

use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use thiserror::Error;

const MAGIC: &[u8] = b"ponnuki model\n";
const VERSION: u32 = 1;

/// Why a model cannot be read or written.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ModelError {
    /// The file cannot be read or written.
    #[error("{} cannot be {done}: {reason}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The operation that failed.
        done: &'static str,
        /// The reason.
        reason: String,
    },
    /// The file does not start with the magic word.
    #[error("this is not a model file")]
    Foreign,
    /// The version of the format is unknown.
    #[error("this model has format {0}, and only format {VERSION} is known: a newer program can read it")]
    Version(u32),
    /// It is a model of another kind.
    #[error("this is a model of the kind '{found}', and one of the kind '{expected}' is needed")]
    Kind {
        /// The kind of the file.
        found: String,
        /// The kind that is needed.
        expected: String,
    },
    /// The file is truncated.
    #[error("this model is cut short: fetch or make it again")]
    Truncated,
    /// The checksum is wrong.
    #[error("this model is damaged: its checksum is wrong; fetch or make it again")]
    Damaged,
    /// The checksum is right, but the content is invalid.
    #[error("this model makes no sense: {0}")]
    Content(String),
}

/// The parts of a model file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parts<'a> {
    /// The origin of the model.
    pub description: &'a str,
    /// The content.
    pub content: &'a [u8],
}

/// Builds a model file.
pub fn write(kind: &str, description: &str, content: &[u8]) -> Vec<u8> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(VERSION.to_le_bytes());
    for part in [kind.as_bytes(), description.as_bytes(), content] {
        bytes.extend((part.len() as u64).to_le_bytes());
        bytes.extend(part);
    }
    let checksum = crc32fast::hash(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// The kind of a model file.
///
/// # Errors
/// If the bytes are not a complete model file.
pub fn kind(bytes: &[u8]) -> Result<&str, ModelError> {
    open(bytes).map(|(kind, _)| kind)
}

/// Reads a model file of this kind.
///
/// # Errors
/// If the bytes are not a complete model file of this kind.
pub fn read<'a>(bytes: &'a [u8], kind: &str) -> Result<Parts<'a>, ModelError> {
    match open(bytes)? {
        (found, parts) if found == kind => Ok(parts),
        (found, _) => Err(ModelError::Kind { found: found.to_string(), expected: kind.to_string() }),
    }
}

fn open(bytes: &[u8]) -> Result<(&str, Parts<'_>), ModelError> {
    let rest = bytes.strip_prefix(MAGIC);
    let is_cut = || bytes.len() < MAGIC.len() && !bytes.is_empty() && MAGIC.starts_with(bytes);
    let mut rest = Cursor(rest.ok_or_else(|| if is_cut() { ModelError::Truncated } else { ModelError::Foreign })?);
    match rest.number::<4>()? as u32 {
        VERSION => {}
        version => return Err(ModelError::Version(version)),
    }
    let [kind, description, content] = [rest.part()?, rest.part()?, rest.part()?];
    let checksum = rest.number::<4>()? as u32;
    let whole = bytes.len() - 4 - rest.0.len();
    if checksum != crc32fast::hash(&bytes[..whole]) || !rest.0.is_empty() {
        return Err(ModelError::Damaged);
    }
    let text = |bytes| std::str::from_utf8(bytes).map_err(|_| ModelError::Damaged);
    Ok((text(kind)?, Parts { description: text(description)?, content }))
}

/// Compresses content.
pub(crate) fn pack(content: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
    // Writing into memory cannot fail.
    encoder.write_all(content).and_then(|()| encoder.finish()).unwrap_or_default()
}

/// Decompresses [`pack`]ed content of at most `longest` bytes, so that a malicious file cannot fill the memory.
pub(crate) fn unpack(packed: &[u8], longest: u64) -> Result<Vec<u8>, ModelError> {
    let mut content = Vec::new();
    let read = ZlibDecoder::new(packed).take(longest + 1).read_to_end(&mut content);
    read.map_err(|error| ModelError::Content(error.to_string()))?;
    if content.len() as u64 > longest {
        return Err(ModelError::Content("it has more values than it says".to_string()));
    }
    Ok(content)
}

/// The largest model file; the largest that `ponnuki learn` writes have some megabytes.
const LARGEST: u64 = 1 << 30;

/// Reads a regular file that is no larger than any model. Devices and pipes are refused before anything is read.
///
/// # Errors
/// If the file cannot be read, is not regular or is too large.
pub fn load(path: &Path) -> Result<Vec<u8>, ModelError> {
    load_at_most(path, LARGEST)
}

fn load_at_most(path: &Path, largest: u64) -> Result<Vec<u8>, ModelError> {
    let refused = |reason: String| ModelError::File { path: path.to_path_buf(), done: "read", reason };
    let too_large = || refused(format!("a model has no more than {largest} bytes"));
    // Checked before opening, because opening a pipe blocks until it has a writer.
    let metadata = fs::metadata(path).map_err(|error| failed(path, "read", &error))?;
    if !metadata.is_file() {
        let what = if metadata.is_dir() { "a folder" } else { "a device or a pipe" };
        return Err(refused(format!("it is {what}, and a model is a regular file")));
    }
    if metadata.len() > largest {
        return Err(too_large());
    }
    let mut bytes = Vec::new();
    // The file may have grown since.
    let read = fs::File::open(path).and_then(|file| file.take(largest + 1).read_to_end(&mut bytes));
    read.map_err(|error| failed(path, "read", &error))?;
    if bytes.len() as u64 > largest { Err(too_large()) } else { Ok(bytes) }
}

/// Writes a file atomically: at any time there is either the old file or the complete new one.
///
/// # Errors
/// If the file cannot be written.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), ModelError> {
    files::replace(path, bytes).map_err(|error| failed(path, "written", &error))
}

fn failed(path: &Path, done: &'static str, error: &io::Error) -> ModelError {
    ModelError::File { path: path.to_path_buf(), done, reason: error.to_string() }
}

/// The bytes left to read.
pub(crate) struct Cursor<'a>(pub(crate) &'a [u8]);

impl<'a> Cursor<'a> {
    /// The next bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<&'a [u8], ModelError> {
        let (part, rest) = self.0.split_at_checked(length).ok_or(ModelError::Truncated)?;
        self.0 = rest;
        Ok(part)
    }

    /// A number of this many bytes.
    pub(crate) fn number<const BYTES: usize>(&mut self) -> Result<u64, ModelError> {
        let bytes = self.take(BYTES)?;
        Ok(bytes.iter().rev().fold(0, |number, &byte| number << 8 | u64::from(byte)))
    }

    fn part(&mut self) -> Result<&'a [u8], ModelError> {
        let length = self.number::<8>()?;
        self.take(usize::try_from(length).map_err(|_| ModelError::Truncated)?)
    }

    /// A number of variable length: seven bits in each byte, the lowest first.
    pub(crate) fn varint(&mut self) -> Result<u64, ModelError> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.take(1)?[0];
            // The tenth byte has one bit.
            if shift == 63 && byte > 1 {
                break;
            }
            number |= u64::from(byte & 0x7f) << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(ModelError::Content("a number has no end".to_string()))
    }
}

/// Writes a number for [`Cursor::varint`].
pub(crate) fn put_varint(bytes: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_survives_and_one_without_an_end_is_refused() {
        for number in [0, 127, 128, 1 << 62, 1 << 63, u64::MAX] {
            let mut bytes = Vec::new();
            put_varint(&mut bytes, number);
            assert_eq!(Cursor(&bytes).varint(), Ok(number));
        }
        assert!(Cursor(&[0xff; 12]).varint().is_err());
        assert!(Cursor(&[0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x02]).varint().is_err(), "65 bits");
    }

    fn file() -> Vec<u8> {
        write("table", "made in a test", &[1, 2, 3, 255])
    }

    #[test]
    fn what_is_written_is_read() {
        let bytes = file();
        let parts = Parts { description: "made in a test", content: &[1, 2, 3, 255] };
        assert_eq!(read(&bytes, "table"), Ok(parts));
    }

    #[test]
    fn a_file_that_is_not_whole_is_refused_wherever_it_ends() {
        let bytes = file();
        for end in 0..bytes.len() {
            let expected = if end == 0 { ModelError::Foreign } else { ModelError::Truncated };
            assert_eq!(read(&bytes[..end], "table"), Err(expected), "after {end} bytes");
        }
        let longer = [&bytes[..], &[0]].concat();
        assert_eq!(read(&longer, "table"), Err(ModelError::Damaged));
    }

    #[test]
    fn a_changed_byte_is_noticed_wherever_it_is() {
        let bytes = file();
        for place in 0..bytes.len() {
            let mut changed = bytes.clone();
            changed[place] ^= 0x10;
            assert!(read(&changed, "table").is_err(), "byte {place}");
        }
    }

    fn complaint(path: &Path) -> String {
        load(path).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_regular_file_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let name = folder.path().display();
        assert_eq!(
            complaint(folder.path()),
            format!("{name} cannot be read: it is a folder, and a model is a regular file")
        );
        #[cfg(unix)]
        assert_eq!(
            complaint(Path::new("/dev/zero")),
            "/dev/zero cannot be read: it is a device or a pipe, and a model is a regular file"
        );
        assert!(complaint(&folder.path().join("none")).contains("none cannot be read: "));
    }

    #[test]
    fn a_file_that_is_too_large_for_a_model_is_refused_before_it_is_read() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("large.model");
        // A sparse file, which takes no space on the disk.
        fs::File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
        assert_eq!(
            complaint(&path),
            format!("{} cannot be read: a model has no more than 1073741824 bytes", path.display())
        );
        fs::write(&path, [7; 10]).unwrap();
        assert_eq!(load_at_most(&path, 10), Ok(vec![7; 10]));
        assert!(load_at_most(&path, 9).is_err());
    }

    #[test]
    fn other_things_are_told_apart() {
        assert_eq!(read(b"GIF89a", "table"), Err(ModelError::Foreign));
        assert_eq!(
            read(&write("clusters", "", &[]), "table").unwrap_err().to_string(),
            "this is a model of the kind 'clusters', and one of the kind 'table' is needed"
        );
        let mut newer = file();
        newer[MAGIC.len()] = 9;
        assert_eq!(read(&newer, "table"), Err(ModelError::Version(9)));
    }

    #[test]
    fn numbers_take_as_many_bytes_as_they_need() {
        let numbers = [0, 1, 127, 128, 300, 1 << 20, (1 << 40) - 1];
        let mut bytes = Vec::new();
        numbers.iter().for_each(|&number| put_varint(&mut bytes, number));
        let mut cursor = Cursor(&bytes);
        assert_eq!(numbers.map(|_| cursor.varint().unwrap()), numbers);
        assert_eq!(cursor.varint(), Err(ModelError::Truncated));
        assert!(Cursor(&[0xff; 12]).varint().is_err());
    }
}
