//! The files in `tricky/`: every trap that real records set, each read, written and read again.

use std::fs;
use std::path::{Path, PathBuf};

use encoding_rs::Encoding;
use goban::{Color, Move, Rules};
use kifu::{HeaderError, Node, Reading, Record, Replay, ReplayError, Tree, read};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/tricky")
}

fn files() -> Vec<String> {
    let names = fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".sgf")).collect();
    names.sort();
    assert!(names.len() > 50, "the files are there");
    names
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(folder().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn reading(name: &str) -> Reading {
    read(&bytes(name)).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn tree(name: &str) -> Tree {
    reading(name).collection.trees.remove(0)
}

fn root(tree: &Tree) -> &Node {
    tree.node(tree.root())
}

fn warnings(name: &str) -> Vec<String> {
    reading(name).warnings.iter().map(|warning| warning.to_string()).collect()
}

/// The text without white space outside values and without the character set, which is all that may change.
fn content(text: &str) -> String {
    let (mut content, mut in_value, mut escaped) = (String::new(), false, false);
    for c in text.chars() {
        match c {
            '[' if !in_value => in_value = true,
            ']' if in_value && !escaped => in_value = false,
            c if !in_value && (c.is_whitespace() || c == '\u{1a}' || c == '\u{feff}') => continue,
            _ => {}
        }
        escaped = in_value && c == '\\' && !escaped;
        content.push(c);
    }
    while let Some(start) = content.find("CA[") {
        let end = start + content[start..].find(']').unwrap();
        content.replace_range(start..=end, "");
    }
    content
}

/// The files that are not sound SGF, and what is made of them.
const MENDED: [(&str, &str); 15] = [
    ("broken-end.sgf", "(;GM[1]SZ[9];B[ee](;W[ge];B[gd])(;W[ce];B[cd]))"),
    ("broken-end-in-value.sgf", "(;GM[1]SZ[9];B[ee]C[the file ends here ])"),
    ("broken-end-in-name.sgf", "(;GM[1]SZ[9];B[ee];W[ge];)"),
    ("too-many-ends.sgf", "(;GM[1]SZ[9];B[ee];W[ge])"),
    ("junk-before.sgf", "(;GM[1]SZ[9];B[ee];W[ge])"),
    ("junk-between.sgf", "(;GM[1]SZ[9]PB[one];B[ee])(;GM[1]SZ[9]PB[two];B[gg])"),
    ("junk-within.sgf", "(;GM[1]SZ[9];B[ee];W[ge];B[gd])"),
    ("square-size-as-pair.sgf", "(;GM[1]SZ[19];B[pd])(;GM[1]SZ[9];B[ee])"),
    ("no-semicolon.sgf", "(;GM[1]SZ[9];B[ee](;W[ge];B[gd])(;W[gf]))"),
    ("bare-bracket-in-comment.sgf", "(;GM[1]SZ[9];B[ee]C[Honinbo [9d\\]: hello];W[ge]C[see [1\\] above];B[gd])"),
    ("node-after-variations.sgf", "(;GM[1]SZ[9];B[ee](;W[ge];B[gd])(;W[ce])(;W[ec];B[ed]))"),
    ("property-without-value.sgf", "(;GM[1]SZ[9];B[ee];W[ge])"),
    ("doubled-parentheses.sgf", "(;GM[1]SZ[9];B[ee](;W[ge]))"),
    ("charset-gbk-declared-as-utf8.sgf", ""),
    ("charset-mixed-rubbish.sgf", ""),
];

#[test]
fn every_file_comes_back_as_it_went() {
    for name in files() {
        let first = reading(&name);
        let saved = first.collection.to_sgf();
        let second = read(saved.as_bytes()).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(second.collection, first.collection, "{name}");
        assert_eq!(second.warnings, [], "{name}");
        assert_eq!(second.collection.to_sgf(), saved, "{name}");
        let mended = MENDED.iter().find(|(file, _)| *file == name);
        let expected = match mended {
            Some((_, text)) if !text.is_empty() => text.to_string(),
            _ => decoded(&name, first.charset),
        };
        assert_eq!(content(&saved), content(&expected), "{name}");
    }
}

fn decoded(name: &str, charset: &str) -> String {
    let bytes = bytes(name);
    Encoding::for_label(charset.as_bytes()).unwrap().decode(&bytes).0.into_owned()
}

#[test]
fn only_files_that_are_not_sound_earn_warnings() {
    for name in files() {
        let mended = MENDED.iter().any(|(file, _)| *file == name);
        assert_eq!(!warnings(&name).is_empty(), mended, "{name}: {:?}", warnings(&name));
    }
}

#[test]
fn every_charset_is_found() {
    let names = [
        ("gb2312-declared", "GBK", "乗昞癨衆乚昡癩衇", "常昊"),
        ("gbk-undeclared", "GBK", "古力", "李世石"),
        ("gbk-declared-as-utf8", "GBK", "古力", "李世石"),
        ("gb18030-declared", "gb18030", "古力", "你\u{20000}"),
        ("shift-jis-declared", "Shift_JIS", "表ソ能十ゾ", "秀策"),
        ("shift-jis-undeclared", "Shift_JIS", "本因坊秀策", "幻庵因碩"),
        ("euc-jp-declared", "EUC-JP", "本因坊秀策", "幻庵因碩"),
        ("iso-2022-jp-undeclared", "ISO-2022-JP", "本因坊秀策", "幻庵因碩"),
        ("big5-declared", "Big5", "功許蓋包設", "張栩"),
        ("big5-undeclared", "Big5", "周俊勳", "張栩"),
        ("euc-kr-declared", "EUC-KR", "이창호", "조훈현"),
        ("euc-kr-undeclared", "EUC-KR", "이창호", "조훈현"),
        ("latin-1-declared", "windows-1252", "José Núñez", "Jürgen Groß"),
        ("latin-1-undeclared", "windows-1252", "José Núñez", "Jürgen Groß"),
        ("windows-1251-undeclared", "windows-1251", "Динерштейн", "Шикшин"),
        ("utf-8-with-mark", "UTF-8", "武宮正樹", "Jürgen"),
        ("utf-8-undeclared", "UTF-8", "武宮正樹", "Jürgen"),
        ("utf-16le-with-mark", "UTF-16LE", "武宮正樹", "Jürgen"),
        ("utf-16be-with-mark", "UTF-16BE", "武宮正樹", "Jürgen"),
        ("unknown", "UTF-8", "武宮正樹", "Jürgen"),
    ];
    for (file, charset, black, white) in names {
        let reading = reading(&format!("charset-{file}.sgf"));
        let root = root(&reading.collection.trees[0]);
        assert_eq!(reading.charset, charset, "{file}");
        assert_eq!((root.simple_text("PB").as_deref(), root.simple_text("PW").as_deref()), (Some(black), Some(white)));
        assert_eq!(root.simple_text("CA").as_deref(), Some("UTF-8"), "{file}");
        assert_eq!(reading.collection.trees[0].main_line().count(), 5, "{file}");
    }
}

#[test]
fn rubbish_costs_names_but_not_the_game() {
    let tree = tree("charset-mixed-rubbish.sgf");
    assert_eq!(Replay::new(&tree).game().unwrap().move_number(), 4);
}

#[test]
fn old_formats_are_played_like_new_ones() {
    let played = |name: &str| {
        let record = Record::of(name, &tree(name)).unwrap();
        record
            .moves
            .iter()
            .map(|(color, mv)| format!("{}{}", color.letter(), mv.to_gtp(19)))
            .collect::<Vec<_>>()
            .join(" ")
    };
    assert_eq!(played("ff1-players-coordinates.sgf"), "BQ16 WD4 BQ4 WD16 Bpass");
    assert_eq!(played("ff2-long-names.sgf"), "BQ16 WD4 Bpass Wpass");
    assert_eq!(played("ff3-lower-case.sgf"), "BQ16 WD4 BQ4 WD16");
    assert_eq!(played("ff4-everything.sgf"), "BQ16 WD16 BQ3 WD3");
    let komi = Record::of("", &tree("ff1-players-coordinates.sgf")).unwrap().header.komi;
    assert_eq!(komi, Some(5.5));
}

#[test]
fn long_names_keep_their_spelling() {
    let saved = content(&reading("ff2-long-names.sgf").collection.to_sgf());
    assert!(saved.contains(";Black[pd]BlackLeft[3600]") && saved.contains("GoodforWhite[2]"), "{saved}");
}

#[test]
fn warnings_say_where() {
    assert_eq!(
        warnings("junk-before.sgf"),
        ["line 1, column 1: skipped text before the game", "line 7, column 1: skipped text after the last game",]
    );
    assert_eq!(
        warnings("broken-end-in-value.sgf"),
        [
            "line 1, column 41: the file ends within the value of 'C'",
            "line 1, column 41: the file ends before the last ')'",
        ]
    );
    assert_eq!(
        warnings("charset-gbk-declared-as-utf8.sgf"),
        ["line 1, column 1: the text is not in the character set 'UTF-8' that CA names and was read as GBK"]
    );
}

#[test]
fn soft_line_breaks_are_no_line_breaks() {
    for name in ["soft-line-breaks.sgf", "cr.sgf", "crlf.sgf"] {
        let comment = root(&tree(name)).value("C").unwrap().text().into_owned();
        let expected = match name {
            "soft-line-breaks.sgf" => "one line, two\nlines, a tab, an odd soft break\\\nand a hard one",
            "cr.sgf" => "two\nlines, soft",
            _ => "two\nlines",
        };
        assert_eq!(comment, expected, "{name}");
    }
}

#[test]
fn escapes_are_kept_in_the_file_and_resolved_for_the_reader() {
    let tree = tree("escapes.sgf");
    let text = |key: &str| root(&tree).simple_text(key).unwrap();
    assert_eq!((text("PB").as_str(), text("PW").as_str(), text("GN").as_str()), ("a\\", "]", "[x]"));
    assert_eq!(text("C"), "brackets [D4] \\] and : colons: abc \\\\");
    let (program, version) = root(&tree).value("AP").unwrap().split().unwrap();
    assert_eq!((program.text().as_ref(), version.text().as_ref()), ("a:b", "c"));
}

#[test]
fn properties_that_come_twice_stay_two() {
    let tree = tree("duplicate-properties.sgf");
    let comments: Vec<_> = root(&tree).properties().iter().filter(|property| property.is("C")).collect();
    assert_eq!(comments.iter().map(|comment| comment.value().raw()).collect::<Vec<_>>(), ["first", "second", "third"]);
    let game = Replay::new(&tree).game().unwrap();
    assert_eq!(game.board().empties().len(), 81 - 5);
}

#[test]
fn compressed_lists_stay_compressed_and_mean_every_point() {
    let collection = reading("compressed-lists.sgf").collection;
    assert!(collection.to_sgf().contains("AB[aa:ca][ec][gg:ge]"));
    let game = Replay::new(&collection.trees[0]).game().unwrap();
    // Seven black stones less the one taken off, five white ones, and the move.
    assert_eq!(game.board().empties().len(), 81 - 6 - 5 - 1);
}

#[test]
fn passes_are_passes() {
    let record = Record::of("", &tree("passes.sgf")).unwrap();
    let passes = record.moves.iter().filter(|(_, mv)| *mv == Move::Pass).count();
    assert_eq!((passes, record.moves.len()), (5, 6));
    assert!(record.game(Rules::JAPANESE).unwrap().is_over());
}

#[test]
fn sizes_that_cannot_be_played_are_told_apart() {
    let headers = reading("sizes.sgf")
        .collection
        .trees
        .iter()
        .map(|tree| kifu::Header::of(root(tree)).map(|h| h.size))
        .collect::<Vec<_>>();
    assert_eq!(
        headers,
        [
            Ok(9),
            Err(HeaderError::NotSquare { columns: 9, rows: 13 }),
            Ok(19),
            Err(HeaderError::Size("nineteen".to_string())),
            Err(HeaderError::SizeRange(52)),
        ]
    );
    assert_eq!(
        Record::of("", &tree("another-game.sgf")),
        Err(ReplayError::Header(HeaderError::NotGo("2".to_string())))
    );
}

#[test]
fn stones_set_up_in_mid_game_are_on_the_board() {
    let game = Replay::new(&tree("setup-in-mid-game.sgf")).game().unwrap();
    assert_eq!(game.handicap(), 2);
    let stones = |color: Color| game.board().points().filter(|&point| game.board().cell(point).is(color)).count();
    assert_eq!((stones(Color::Black), stones(Color::White)), (3, 4));
    assert_eq!(game.move_number(), 2);
}

#[test]
fn illegal_moves_are_refused_and_named() {
    let message = |name: &str| Replay::new(&tree(name)).game().unwrap_err().to_string();
    assert_eq!(message("illegal-occupied.sgf"), "move 3, black at E5, is illegal: the point is occupied");
    assert_eq!(message("illegal-ko.sgf"), "move 2, white at B3, is illegal: the move takes back a ko at once");
}

#[test]
fn the_other_files_replay() {
    for name in files() {
        for tree in &reading(&name).collection.trees {
            let replayed = Replay::new(tree).game();
            let refused = ["illegal", "sizes", "another-game"].iter().any(|part| name.starts_with(part));
            assert!(replayed.is_ok() || refused, "{name}: {replayed:?}");
        }
    }
}

#[test]
fn a_hundred_thousand_nested_variations_are_no_trouble() {
    let depth = 100_000;
    let text = "(;B[aa]".repeat(depth) + &")".repeat(depth);
    let deep = read(text.as_bytes()).unwrap();
    assert_eq!(deep.collection.trees[0].main_line().count(), depth);
    assert_eq!(content(&deep.collection.to_sgf()), text);
    assert_eq!(read(&text.as_bytes()[..text.len() - depth]).unwrap().collection, deep.collection);
    drop(deep.clone());
}
