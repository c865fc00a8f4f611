//! The files of a corpus: games, compressed games, and archives of them, opened one inside the other and read as
//! streams.
//!
//! What comes out are [`Piece`]s: whole SGF files, and blocks of lines. Nothing larger is ever held: an archive is read
//! through once, and a member that is too large to be a game record is passed over.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::ops::ControlFlow;
use std::path::Path;

use flate2::read::MultiGzDecoder;
use lzma_rust2::XzReader;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use zip::ZipArchive;

use super::tally::Skip;

/// The largest SGF file.
pub(super) const MAX_FILE: u64 = 64 << 20;
/// The longest line of a file of lines.
const MAX_LINE: u64 = 1 << 20;
/// The number of bytes after which a batch of lines is passed on.
const BLOCK: usize = 64 << 10;
/// Archives within archives within archives are a trap.
const MAX_DEPTH: usize = 4;
/// The memory that an xz stream may ask for, in KiB; `xz -9` needs 65 MiB.
const XZ_MEMORY: u32 = 512 << 10;

/// A part of a corpus that is read at one go.
pub(super) enum Piece {
    /// An SGF file.
    File { origin: String, bytes: Vec<u8> },
    /// Some lines of a file, each a game, and the number of the first.
    Lines { origin: String, first: usize, text: Vec<u8> },
    /// Something that could not be read.
    Trouble { origin: String, reason: Skip, what: String },
}

/// What takes the pieces, until it has had enough.
pub(super) type Sink<'a> = dyn FnMut(Piece) -> ControlFlow<()> + 'a;

/// What a file is, by its name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Kind {
    Sgf,
    Lines,
    Tar,
    Zip,
    Gz,
    Xz,
    Zst,
}

impl Kind {
    /// The endings of names, and what the short ones stand for.
    const ENDINGS: [(&'static str, Kind, &'static str); 10] = [
        (".sgf", Kind::Sgf, ""),
        (".tsv", Kind::Lines, ""),
        (".tar", Kind::Tar, ""),
        (".zip", Kind::Zip, ""),
        (".tgz", Kind::Gz, ".tar"),
        (".txz", Kind::Xz, ".tar"),
        (".tzst", Kind::Zst, ".tar"),
        (".gz", Kind::Gz, ""),
        (".xz", Kind::Xz, ""),
        (".zst", Kind::Zst, ""),
    ];

    /// What a file of that name is, and the name of what is inside it, if it is compressed.
    pub fn of(name: &str) -> Option<(Kind, String)> {
        let lower = name.to_ascii_lowercase();
        let (ending, kind, inside) = Kind::ENDINGS.iter().find(|(ending, ..)| lower.ends_with(ending))?;
        Some((*kind, format!("{}{inside}", &name[..name.len() - ending.len()])))
    }

    /// Whether a file of that name can contain games. The name of a compressed file must show the kind inside.
    pub fn is_known(name: &str) -> bool {
        match Kind::of(name) {
            Some((Kind::Gz | Kind::Xz | Kind::Zst, inside)) => Kind::is_known(&inside),
            known => known.is_some(),
        }
    }
}

/// Reads a file, not a folder, and hands its pieces to `sink`.
pub(super) fn read_file(path: &Path, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let origin = path.display().to_string();
    let name = path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let file = match File::open(path) {
        Ok(file) => file,
        Err(error) => return sink(unreadable(origin, error)),
    };
    match Kind::of(&name) {
        Some((Kind::Zip, _)) => read_zip(&origin, file, sink),
        _ => read_stream(&origin, &name, &mut BufReader::new(file), 0, sink),
    }
}

/// Reads a stream by its name. What has no known name holds no games and is passed over.
fn read_stream(
    origin: &str,
    name: &str,
    stream: &mut dyn BufRead,
    depth: usize,
    sink: &mut Sink<'_>,
) -> ControlFlow<()> {
    let Some((kind, inside)) = Kind::of(name).filter(|_| Kind::is_known(name)) else {
        return ControlFlow::Continue(());
    };
    if depth > MAX_DEPTH {
        return sink(unreadable(origin, "archives are nested too deep"));
    }
    let deeper = |stream: &mut dyn Read, sink: &mut Sink<'_>| {
        read_stream(origin, &inside, &mut BufReader::with_capacity(BLOCK, stream), depth + 1, sink)
    };
    match kind {
        Kind::Sgf => read_sgf(origin, stream, sink),
        Kind::Lines => read_lines(origin, stream, sink),
        Kind::Tar => read_tar(origin, stream, depth, sink),
        Kind::Zip => sink(unreadable(origin, "a zip archive inside another archive cannot be read")),
        Kind::Gz => deeper(&mut MultiGzDecoder::new(stream), sink),
        Kind::Xz => deeper(&mut XzReader::new_mem_limit(stream, true, XZ_MEMORY), sink),
        Kind::Zst => deeper(&mut ZstReader::new(stream), sink),
    }
}

fn read_sgf(origin: &str, stream: &mut dyn BufRead, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut bytes = Vec::new();
    let origin = origin.to_string();
    match stream.take(MAX_FILE + 1).read_to_end(&mut bytes) {
        Err(error) => sink(unreadable(origin, error)),
        Ok(_) if bytes.len() as u64 > MAX_FILE => {
            let what = format!("more than {} MiB in one file", MAX_FILE >> 20);
            sink(Piece::Trouble { origin, reason: Skip::TooLarge, what })
        }
        Ok(_) => sink(Piece::File { origin, bytes }),
    }
}

fn read_lines(origin: &str, stream: &mut dyn BufRead, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let (mut first, mut next, mut text) = (1, 1, Vec::new());
    loop {
        let before = text.len();
        let read = (&mut *stream).take(MAX_LINE).read_until(b'\n', &mut text);
        let at_end = !text[before..].ends_with(b"\n");
        let too_long = at_end && text.len() - before == MAX_LINE as usize;
        if too_long {
            text.truncate(before);
        }
        if at_end || text.len() >= BLOCK {
            let text = std::mem::take(&mut text);
            if !text.is_empty() {
                sink(Piece::Lines { origin: origin.to_string(), first, text })?;
            }
            first = next + 1;
        }
        match read {
            Err(error) => return sink(unreadable(origin, error)),
            Ok(_) if too_long => {
                let what = format!("more than {} KiB in one line", MAX_LINE >> 10);
                sink(Piece::Trouble { origin: format!("{origin}, line {next}"), reason: Skip::TooLarge, what })?;
                if let Err(error) = stream.skip_until(b'\n') {
                    return sink(unreadable(origin, error));
                }
            }
            Ok(_) if at_end => return ControlFlow::Continue(()),
            Ok(_) => {}
        }
        next += 1;
    }
}

fn read_tar(origin: &str, stream: &mut dyn BufRead, depth: usize, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut archive = tar::Archive::new(stream);
    let members = match archive.entries() {
        Ok(members) => members,
        Err(error) => return sink(unreadable(origin, error)),
    };
    for member in members {
        let mut member = match member {
            Ok(member) => member,
            Err(error) => return sink(unreadable(origin, error)),
        };
        if member.header().entry_type().is_file() {
            let name = String::from_utf8_lossy(&member.path_bytes()).into_owned();
            let origin = format!("{origin}/{name}");
            read_stream(&origin, &name, &mut BufReader::new(&mut member), depth + 1, sink)?;
        }
    }
    ControlFlow::Continue(())
}

fn read_zip(origin: &str, file: File, sink: &mut Sink<'_>) -> ControlFlow<()> {
    let mut archive = match ZipArchive::new(BufReader::new(file)) {
        Ok(archive) => archive,
        Err(error) => return sink(unreadable(origin, error)),
    };
    for i in 0..archive.len() {
        match archive.by_index(i) {
            Ok(mut member) if member.is_file() => {
                let name = String::from_utf8_lossy(member.name_raw()).into_owned();
                let origin = format!("{origin}/{name}");
                read_stream(&origin, &name, &mut BufReader::new(&mut member), 1, sink)?;
            }
            Ok(_) => {}
            Err(error) => sink(unreadable(format!("{origin}, member {i}"), error))?,
        }
    }
    ControlFlow::Continue(())
}

fn unreadable(origin: impl Into<String>, what: impl ToString) -> Piece {
    Piece::Trouble { origin: origin.into(), reason: Skip::Unreadable, what: what.to_string() }
}

/// Decompresses consecutive zstd frames, as parallel compressors write them.
struct ZstReader<'a> {
    input: &'a mut dyn BufRead,
    decoder: FrameDecoder,
    in_frame: bool,
}

impl<'a> ZstReader<'a> {
    fn new(input: &'a mut dyn BufRead) -> ZstReader<'a> {
        ZstReader { input, decoder: FrameDecoder::new(), in_frame: false }
    }
}

impl Read for ZstReader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.in_frame {
                while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                    let one = BlockDecodingStrategy::UptoBlocks(1);
                    self.decoder.decode_blocks(&mut self.input, one).map_err(io::Error::other)?;
                }
                let read = self.decoder.read(buffer)?;
                if read > 0 || buffer.is_empty() {
                    return Ok(read);
                }
                self.in_frame = false;
            }
            if self.input.fill_buf()?.is_empty() {
                return Ok(0);
            }
            match self.decoder.init(&mut self.input) {
                Ok(()) => self.in_frame = true,
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    io::copy(&mut (&mut *self.input).take(length.into()), &mut io::sink())?;
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_tells_what_is_inside() {
        assert_eq!(Kind::of("a.SGF"), Some((Kind::Sgf, "a".to_string())));
        assert_eq!(Kind::of("a.tgz"), Some((Kind::Gz, "a.tar".to_string())));
        assert_eq!(Kind::of("a.tsv.xz"), Some((Kind::Xz, "a.tsv".to_string())));
        assert!(Kind::is_known("a.sgf.gz.xz") && Kind::is_known("a.zip"));
        assert!(!Kind::is_known("a.txt.gz") && !Kind::is_known("a.gz") && !Kind::is_known("README"));
    }

    #[test]
    fn lines_come_in_blocks_that_know_their_numbers() {
        let long = "x".repeat(MAX_LINE as usize + 5);
        let text = format!("{}{long}\nlast", "short\n".repeat(20_000));
        let (mut lines, mut troubles) = (Vec::new(), Vec::new());
        let read = read_lines("games.tsv", &mut text.as_bytes(), &mut |piece| {
            match piece {
                Piece::Lines { first, text, .. } => {
                    assert_eq!(first, lines.len() + troubles.len() + 1);
                    lines.extend(String::from_utf8(text).unwrap().lines().map(str::to_string));
                }
                Piece::Trouble { origin, reason, .. } => troubles.push((origin, reason)),
                Piece::File { .. } => panic!("no file is read"),
            }
            ControlFlow::Continue(())
        });
        assert!(read.is_continue());
        assert_eq!(lines.len(), 20_001);
        assert_eq!(lines.last().unwrap(), "last");
        assert_eq!(troubles, [("games.tsv, line 20001".to_string(), Skip::TooLarge)]);
    }

    #[test]
    fn zstd_frames_follow_one_another() {
        let frame = |text: &str| {
            ruzstd::encoding::compress_to_vec(text.as_bytes(), ruzstd::encoding::CompressionLevel::Fastest)
        };
        let skippable = [0x50, 0x2a, 0x4d, 0x18, 3, 0, 0, 0, b'x', b'y', b'z'];
        let bytes = [frame("black "), skippable.to_vec(), frame("white")].concat();
        let mut text = String::new();
        let mut input = bytes.as_slice();
        ZstReader::new(&mut input).read_to_string(&mut text).unwrap();
        assert_eq!(text, "black white");
    }
}
