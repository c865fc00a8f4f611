//! From the bytes of a file to text: which character set is it in?
//!
//! The order of trust: a byte order mark; the root property `CA`, if the bytes bear it out; UTF-8, if they are valid as
//! that; then a guess from the statistics of the bytes (`chardetng`, the detector of a web browser). Some text always
//! comes out: a wrong guess costs a few names and comments, never the game. A file is taken to be in one character set,
//! that of its first `CA`.

use std::borrow::Cow;

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{BIG5, EUC_KR, Encoding, GBK, SHIFT_JIS, UTF_8, UTF_16BE, UTF_16LE};

use crate::parse::{ParseError, Problem, Warning, parse};
use crate::property::{Property, Value, is_name_byte, means};
use crate::tree::Collection;

/// The character by which ISO-2022-JP, all in ASCII, shifts between its alphabets.
const ESCAPE: char = '\u{1b}';

/// What was read from a file.
#[derive(Clone, PartialEq, Debug)]
pub struct Reading {
    /// The games. Their text is UTF-8, and where they name a character set they now name that.
    pub collection: Collection,
    /// The character set that the file was in, by its web name.
    pub charset: &'static str,
    /// What had to be mended on the way.
    pub warnings: Vec<Warning>,
}

/// Reads every game in the bytes of a file.
///
/// ```
/// let reading = kifu::read(b"(;CA[Shift_JIS]PB[\x8f\x47\x8d\xf4])")?;
/// assert_eq!(reading.charset, "Shift_JIS");
/// assert_eq!(reading.collection.to_sgf(), "(;CA[UTF-8]PB[秀策])\n");
/// # Ok::<(), kifu::ParseError>(())
/// ```
///
/// # Errors
/// If it contains no game.
pub fn read(bytes: &[u8]) -> Result<Reading, ParseError> {
    let decoded = decode(bytes);
    let (mut collection, mut warnings) = parse(&decoded.text)?;
    let must = !decoded.text.is_ascii() || decoded.text.contains(ESCAPE);
    for tree in &mut collection.trees {
        declare_utf8(tree.node_mut(tree.root()).properties_mut(), must);
    }
    if let Some(declared) = decoded.refuted {
        let problem = Problem::WrongCharset { declared, used: decoded.encoding.name() };
        warnings.insert(0, Warning { line: 1, column: 1, problem });
    }
    Ok(Reading { collection, charset: decoded.encoding.name(), warnings })
}

/// Declares UTF-8 in the root: replaces another character set, or adds the property if necessary. Plain ASCII without a
/// `CA` is left as it is, being right in any.
fn declare_utf8(root: &mut Vec<Property>, must: bool) {
    let utf8 = || vec![Value::from_text(UTF_8.name())];
    match root.iter_mut().find(|property| property.is("CA")) {
        Some(charset) if encoding_named(charset.value().raw()) == Some(UTF_8) => {}
        Some(charset) => *charset.values_mut() = utf8(),
        None if must => {
            let place = root.iter().take_while(|property| property.is("GM") || property.is("FF")).count();
            root.insert(place, Property::new("CA", utf8()));
        }
        None => {}
    }
}

struct Decoded<'a> {
    text: Cow<'a, str>,
    encoding: &'static Encoding,
    /// The value of a `CA` that the bytes did not bear out.
    refuted: Option<String>,
}

fn decode(bytes: &[u8]) -> Decoded<'_> {
    let whole = |encoding: &'static Encoding, bytes| match encoding.decode_without_bom_handling(bytes) {
        (text, false) => Some((text, encoding)),
        _ => None,
    };
    let (mark, bytes) = marked(bytes);
    if let Some(encoding) = mark {
        let (text, wrong) = encoding.decode_without_bom_handling(bytes);
        if !wrong || encoding != UTF_8 {
            return Decoded { text, encoding, refuted: None };
        }
    }
    let declared = declared(bytes);
    // A file with a readable `CA` is not in UTF-16, even if it claims so: it was converted since.
    let named = declared.as_deref().and_then(encoding_named).filter(|&named| named != UTF_16LE && named != UTF_16BE);
    if let Some((text, encoding)) = named.and_then(|encoding| whole(encoding, bytes)) {
        return Decoded { text, encoding, refuted: None };
    }
    let shifted = bytes.contains(&(ESCAPE as u8));
    let (text, encoding) = Some(UTF_8).filter(|_| !shifted).and_then(|utf8| whole(utf8, bytes)).unwrap_or_else(|| {
        let guess = guess(bytes);
        whole(guess, bytes).unwrap_or_else(|| {
            let encoding = named.unwrap_or(guess);
            (encoding.decode_without_bom_handling(bytes).0, encoding)
        })
    });
    let refuted = declared.filter(|_| named.is_some_and(|named| named != encoding));
    Decoded { text, encoding, refuted }
}

/// The encoding given by a byte order mark, and the bytes after it. UTF-16 is recognised without its mark as well: in
/// no other character set does a game start with a zero byte.
fn marked(bytes: &[u8]) -> (Option<&'static Encoding>, &[u8]) {
    match bytes {
        [b'(', 0, b';', 0, ..] => (Some(UTF_16LE), bytes),
        [0, b'(', 0, b';', ..] => (Some(UTF_16BE), bytes),
        _ => match Encoding::for_bom(bytes) {
            Some((encoding, length)) => (Some(encoding), &bytes[length..]),
            None => (None, bytes),
        },
    }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Allow);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

/// The character set that the file names for itself. Names and brackets are the same bytes in every character set that
/// a file without a byte order mark may be in, apart from the halves of characters that look like brackets: if these
/// mislead the proper search, anything that looks like a `CA` is accepted.
fn declared(bytes: &[u8]) -> Option<String> {
    declared_in_root(bytes).or_else(|| {
        let mut places = (2..bytes.len()).filter(|&i| &bytes[i - 2..i] == b"CA");
        places.find_map(|i| {
            let before = bytes[..i - 2].trim_ascii_end().last();
            matches!(before, Some(b']' | b';' | b'(')).then(|| charset_at(&bytes[i..])).flatten()
        })
    })
}

/// The value of `CA` in the first node, if the values before it can be separated.
fn declared_in_root(bytes: &[u8]) -> Option<String> {
    let start = (0..bytes.len()).find(|&i| bytes[i] == b'(' && bytes[i + 1..].trim_ascii_start().starts_with(b";"))?;
    let (mut i, mut nodes, mut name) = (start + 1, 0, start + 1);
    while let Some(&byte) = bytes.get(i) {
        match byte {
            b'[' if names_charset(&bytes[name..i]) => return charset_at(&bytes[i..]),
            b'[' => {
                while *bytes.get(i)? != b']' {
                    i += if bytes[i] == b'\\' { 2 } else { 1 };
                }
                name = i + 1;
            }
            b';' if nodes == 0 => (nodes, name) = (1, i + 1),
            b';' | b'(' | b')' => return None,
            _ => {}
        }
        i += 1;
    }
    None
}

/// Whether the bytes before a value end with a spelling of `CA`.
fn names_charset(bytes: &[u8]) -> bool {
    let bytes = bytes.trim_ascii_end();
    let length = bytes.iter().rev().take_while(|&&b| is_name_byte(b)).count();
    std::str::from_utf8(&bytes[bytes.len() - length..]).is_ok_and(|name| means(name, "CA"))
}

/// Reads a value that names a character set.
fn charset_at(bytes: &[u8]) -> Option<String> {
    let value = bytes.trim_ascii_start().strip_prefix(b"[")?;
    let end = value.iter().take(64).position(|&b| b == b']')?;
    Some(String::from_utf8_lossy(value[..end].trim_ascii()).into_owned())
}

/// The encoding of that name: the web's names, where GB2312 is GBK, and the code pages by which Windows programs call
/// them.
fn encoding_named(name: &str) -> Option<&'static Encoding> {
    Encoding::for_label_no_replacement(name.as_bytes()).or_else(|| {
        let name = name.trim().to_ascii_lowercase();
        match name.trim_start_matches(|c: char| !c.is_ascii_digit()) {
            "932" => Some(SHIFT_JIS),
            "936" | "54936" => Some(GBK),
            "949" => Some(EUC_KR),
            "950" => Some(BIG5),
            "65001" => Some(UTF_8),
            code if code.starts_with("125") => Encoding::for_label(format!("windows-{code}").as_bytes()),
            _ => match name.as_str() {
                "euc-cn" | "euccn" | "gb" => Some(GBK),
                "euckr" | "uhc" => Some(EUC_KR),
                "s-jis" | "shiftjis" => Some(SHIFT_JIS),
                _ => None,
            },
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(bytes: &[u8]) -> (String, &'static str) {
        let reading = read(bytes).unwrap();
        let root = reading.collection.trees[0].node(reading.collection.trees[0].root());
        (root.simple_text("PB").unwrap_or_default(), reading.charset)
    }

    fn game(charset: &str, name: &str, encoding: &'static Encoding) -> Vec<u8> {
        let mut bytes = charset.as_bytes().to_vec();
        bytes.extend_from_slice(&encoding.encode(name).0);
        bytes.extend_from_slice(b"];B[aa])");
        bytes
    }

    #[test]
    fn half_a_character_is_no_bracket() {
        // The second bytes are ']' and '\' in these character sets.
        let traps = [(GBK, "GB2312", "昡"), (SHIFT_JIS, "Shift_JIS", "表ソ"), (BIG5, "Big5", "功許蓋")];
        for (encoding, label, name) in traps {
            let bytes = game(&format!("(;CA[{label}]PB["), name, encoding);
            assert_eq!(names(&bytes), (name.to_string(), encoding.name()));
        }
    }

    #[test]
    fn a_charset_that_the_bytes_refute_is_not_believed() {
        let bytes = game("(;CA[UTF-8]PB[", "古力 常昊 中国围棋", GBK);
        assert_eq!(names(&bytes), ("古力 常昊 中国围棋".to_string(), "GBK"));
        let warning = read(&bytes).unwrap().warnings[0].to_string();
        assert!(warning.contains("'UTF-8'") && warning.contains("GBK"), "{warning}");
    }

    #[test]
    fn code_pages_are_known_by_number() {
        for (name, encoding) in [("cp936", GBK), ("CP949", EUC_KR), ("ms932", SHIFT_JIS), ("windows-950", BIG5)] {
            assert_eq!(encoding_named(name), Some(encoding), "{name}");
        }
        assert_eq!(encoding_named("Klingon"), None);
    }

    #[test]
    fn an_unknown_charset_is_no_failure() {
        assert_eq!(names("(;CA[Klingon]PB[李昌鎬])".as_bytes()), ("李昌鎬".to_string(), "UTF-8"));
        // The web's list has this one, but browsers refuse to decode it.
        assert_eq!(read(b"(;CA[HZ-GB-2312]PB[~{<:Ky2;\xff~}])").unwrap().collection.trees[0].len(), 1);
    }

    #[test]
    fn a_comment_about_ca_is_no_declaration() {
        assert_eq!(declared(b"(;C[in CA[UTF-8\\] we trust])"), None);
        assert_eq!(declared(b"(;C[;CA[x\\]]CA[EUC-KR];C[])").as_deref(), Some("EUC-KR"));
        assert_eq!(declared(b"(;GM[1] CA [big5])").as_deref(), Some("big5"));
    }

    #[test]
    fn a_charset_is_found_behind_a_name_that_hides_it() {
        let mut bytes = game("(;PB[", "表", SHIFT_JIS);
        bytes.truncate(bytes.len() - b";B[aa])".len());
        bytes.extend_from_slice(b"CA[Shift_JIS];B[aa])");
        assert_eq!(names(&bytes), ("表".to_string(), "Shift_JIS"));
    }

    #[test]
    fn a_byte_order_mark_that_the_bytes_refute_is_not_believed() {
        let bytes = [b"\xef\xbb\xbf".to_vec(), game("(;CA[GBK]PB[", "古力", GBK)].concat();
        assert_eq!(names(&bytes).1, "GBK");
    }

    #[test]
    fn a_file_that_was_converted_from_utf_16_is_still_read() {
        assert_eq!(names("(;CA[UTF-16]PB[武宮])".as_bytes()), ("武宮".to_string(), "UTF-8"));
    }

    #[test]
    fn utf_16_is_known_with_and_without_its_mark() {
        let utf16 = |text: &str| text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
        assert_eq!(names(&utf16("\u{feff}(;PB[武宮])")), ("武宮".to_string(), "UTF-16LE"));
        assert_eq!(names(&utf16("(;PB[武宮])")), ("武宮".to_string(), "UTF-16LE"));
    }
}
