//! Corpora of every form, built in a temporary folder.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use goban::Rules;
use kifu::corpus::{Corpus, CorpusError, Skip, Tally};
use tempfile::TempDir;

const GO: ControlFlow<()> = ControlFlow::Continue(());

fn sgf(name: &str) -> String {
    format!("(;GM[1]SZ[9]PB[{name}]PW[Jowa]DT[1835]RE[W+R];B[ee];W[ge];B[gd])")
}

fn line(id: &str) -> String {
    format!("{id}\t1835\tAkaboshi\tJowa\t\t\t6.5\t0\tW+R\t9\teegegd\n")
}

fn gz(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn xz(bytes: &[u8]) -> Vec<u8> {
    let options = lzma_rust2::XzOptions::with_preset(1);
    let mut writer = lzma_rust2::XzWriter::new(Vec::new(), options).unwrap();
    writer.write_all(bytes).unwrap();
    writer.finish().unwrap()
}

fn zst(bytes: &[u8]) -> Vec<u8> {
    ruzstd::encoding::compress_to_vec(bytes, ruzstd::encoding::CompressionLevel::Fastest)
}

fn tar(members: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut builder = tar::Builder::new(Vec::new());
    for (name, bytes) in members {
        let mut header = tar::Header::new_gnu();
        header.set_size(bytes.len() as u64);
        header.set_mode(0o644);
        builder.append_data(&mut header, name, bytes.as_slice()).unwrap();
    }
    builder.into_inner().unwrap()
}

fn zip(path: &Path, members: &[(&str, Vec<u8>)]) {
    let mut writer = zip::ZipWriter::new(File::create(path).unwrap());
    for (name, bytes) in members {
        writer.start_file(*name, zip::write::SimpleFileOptions::default()).unwrap();
        writer.write_all(bytes).unwrap();
    }
    writer.finish().unwrap();
}

fn put(folder: &TempDir, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, bytes).unwrap();
    path
}

fn players(path: impl Into<PathBuf>) -> Vec<String> {
    let mut players = Vec::new();
    let tally = Corpus::open([path.into()]).unwrap().each_game(Rules::SIMPLE, |record, game| {
        assert_eq!(game.move_number(), 3);
        players.push(record.header.info.black);
        GO
    });
    assert_eq!((tally.games, tally.total_skipped()), (players.len() as u64, 0), "{tally}");
    players
}

#[test]
fn every_form_of_archive_is_read() {
    let folder = TempDir::new().unwrap();
    let members = [
        ("a/one.sgf", sgf("one").into_bytes()),
        ("README.txt", b"no game".to_vec()),
        ("a/two.SGF", (sgf("two") + &sgf("three")).into_bytes()),
        ("b/four.sgf.gz", gz(sgf("four").as_bytes())),
    ];
    let games = ["one", "two", "three", "four"];
    let archive = tar(&members);
    for (name, bytes) in [
        ("x.tar", archive.clone()),
        ("x.tar.gz", gz(&archive)),
        ("x.tgz", gz(&archive)),
        ("x.tar.xz", xz(&archive)),
        ("x.txz", xz(&archive)),
        ("x.tar.zst", zst(&archive)),
        ("x.tzst", zst(&archive)),
    ] {
        assert_eq!(players(put(&folder, name, bytes)), games, "{name}");
    }
    let path = folder.path().join("x.zip");
    zip(&path, &members);
    assert_eq!(players(path), games);
}

#[test]
fn single_files_are_read_plain_and_compressed() {
    let folder = TempDir::new().unwrap();
    let game = sgf("one").into_bytes();
    let lines = (line("1") + "\n" + &line("2")).into_bytes();
    for (bytes, kind, count) in [(game, "sgf", 1), (lines, "tsv", 2)] {
        let forms = [("", bytes.clone()), (".gz", gz(&bytes)), (".xz", xz(&bytes)), (".zst", zst(&bytes))];
        for (ending, bytes) in forms {
            let name = format!("x.{kind}{ending}");
            assert_eq!(players(put(&folder, &name, bytes)).len(), count, "{name}");
        }
    }
}

#[test]
fn concatenated_streams_are_read_to_the_end() {
    let folder = TempDir::new().unwrap();
    for (name, pack) in [("x.tsv.gz", gz as fn(&[u8]) -> Vec<u8>), ("x.tsv.xz", xz), ("x.tsv.zst", zst)] {
        let bytes = [pack(line("1").as_bytes()), pack(line("2").as_bytes())].concat();
        assert_eq!(players(put(&folder, name, bytes)).len(), 2, "{name}");
    }
}

#[test]
fn folders_are_read_in_the_order_of_their_names() {
    let folder = TempDir::new().unwrap();
    for name in ["b/2.sgf", "b/1.sgf", "c.sgf", "a/deep/er/0.sgf", "notes.txt", "a.pdf"] {
        put(&folder, name, sgf(name));
    }
    assert_eq!(players(folder.path()), ["a/deep/er/0.sgf", "b/1.sgf", "b/2.sgf", "c.sgf"]);
    let ids: Vec<String> = Corpus::open([folder.path()]).unwrap().records().map(|record| record.id).collect();
    assert!(ids[0].ends_with("0.sgf") && ids.len() == 4);
}

/// A folder with a bit of everything: 600 lines, 50 files, and one game for each way to be bad.
fn motley() -> TempDir {
    let folder = TempDir::new().unwrap();
    let mut lines: String = (0..600).map(|i| line(&format!("line {i}"))).collect();
    lines += "too few\tfields\n";
    lines += "bad\t\t\t\t\t\t\t0\t\t9\tzzzz\n";
    lines += "huge\t\t\t\t\t\t\t0\t\t99\t\n";
    lines += "occupied\t\t\t\t\t\t\t0\t\t9\teeee\n";
    put(&folder, "lines.tsv.xz", xz(lines.as_bytes()));
    for i in 0..50 {
        put(&folder, &format!("games/{i}.sgf"), sgf(&i.to_string()));
    }
    put(&folder, "bad/chess.sgf", "(;GM[3])");
    put(&folder, "bad/none.sgf", "nothing");
    put(&folder, "bad/occupied.sgf", "(;SZ[9];B[ee];W[ee])");
    put(&folder, "bad/setup.sgf", "(;SZ[9];B[ee];AW[aa])");
    put(&folder, "bad/torn.tar.gz", &gz(&tar(&[("one.sgf", sgf("one").into_bytes())]))[..60]);
    put(&folder, "bad/no.zip", "no zip");
    folder
}

fn skipped(tally: &Tally) -> Vec<(Skip, u64)> {
    tally.skipped().map(|(reason, skipped)| (reason, skipped.count)).collect()
}

#[test]
fn bad_games_are_skipped_and_counted_by_reason() {
    let folder = motley();
    let tally = Corpus::open([folder.path()]).unwrap().each_game(Rules::SIMPLE, |_, _| GO);
    assert_eq!(tally.games, 650);
    let reasons = [
        (Skip::Unreadable, 2),
        (Skip::NoGame, 1),
        (Skip::BadLine, 1),
        (Skip::NotGo, 1),
        (Skip::BadSize, 1),
        (Skip::BadMove, 1),
        (Skip::Setup, 1),
        (Skip::Illegal, 2),
    ];
    assert_eq!(skipped(&tally), reasons);
    let summary = tally.to_string();
    assert!(summary.contains("lines.tsv.xz, line 601: 2 fields instead of 11"), "{summary}");
    assert!(summary.contains("2 skipped: illegal move"), "{summary}");
}

#[test]
fn several_threads_find_the_same_games_as_one() {
    let folder = motley();
    let corpus = Corpus::open([folder.path()]).unwrap();
    let mut in_order = Vec::new();
    let one = corpus.each(|record| {
        in_order.push(record.id);
        GO
    });
    for threads in [1, 2, 5] {
        let together = Mutex::new(BTreeSet::new());
        let several = corpus.each_parallel(threads, |record| {
            together.lock().unwrap().insert(record.id);
            GO
        });
        assert_eq!((several.games, skipped(&several)), (one.games, skipped(&one)));
        assert_eq!(together.into_inner().unwrap(), in_order.iter().cloned().collect());
        let replayed = corpus.each_game_parallel(threads, Rules::SIMPLE, |_, _| GO);
        assert_eq!(replayed.count(Skip::Illegal), 2);
    }
    let mut records = corpus.records();
    assert!(records.by_ref().map(|record| record.id).eq(in_order));
    assert_eq!(records.tally(), Some(&one));
}

#[test]
fn a_walk_can_be_stopped() {
    let folder = motley();
    let corpus = Corpus::open([folder.path()]).unwrap();
    let mut seen = 0;
    let tally = corpus.each(|_| {
        seen += 1;
        if seen == 10 { ControlFlow::Break(()) } else { GO }
    });
    assert_eq!((seen, tally.games), (10, 10));
    let tally = corpus.each_parallel(2, |_| ControlFlow::Break(()));
    assert!((1..=2).contains(&tally.games), "{tally}");
    assert_eq!(corpus.records().take(5).count(), 5);
}

#[test]
fn filters_refuse_games_before_their_moves_are_read() {
    let folder = motley();
    let corpus = || Corpus::open([folder.path()]).unwrap();
    let count = |filters: &[&str]| {
        let wanted = filters.iter().fold(corpus(), |corpus, filter| corpus.filter(filter.parse().unwrap()));
        wanted.each(|_| GO)
    };
    assert_eq!(count(&["player=akaboshi"]).games, 600);
    assert_eq!(count(&["date=1835", "id=games"]).games, 50);
    assert_eq!(count(&["result=B+"]).games, 0);
    let tally = count(&["player=jowa", "date=1840.."]);
    assert_eq!((tally.games, tally.count(Skip::BadMove)), (0, 0));
    assert_eq!(tally.filtered, 650 + 4);
}

#[test]
fn what_is_not_there_or_not_known_is_said_at_once() {
    let folder = TempDir::new().unwrap();
    let missing = folder.path().join("missing.sgf");
    assert_eq!(Corpus::open([&missing]).unwrap_err(), CorpusError::Missing(missing));
    let unknown = put(&folder, "games.pdf", "");
    let error = Corpus::open([&unknown]).unwrap_err();
    assert!(error.to_string().contains(".tsv"), "{error}");
}

#[test]
fn a_file_too_large_to_be_a_game_is_passed_over() {
    let folder = TempDir::new().unwrap();
    let huge = vec![b' '; (64 << 20) + 1];
    let archive = tar(&[("huge.sgf", huge), ("small.sgf", sgf("small").into_bytes())]);
    let path = put(&folder, "x.tar.gz", gz(&archive));
    let tally = Corpus::open([path]).unwrap().each(|_| GO);
    assert_eq!((tally.games, skipped(&tally)), (1, vec![(Skip::TooLarge, 1)]));
}

#[test]
fn archives_within_archives_end_somewhere() {
    let folder = TempDir::new().unwrap();
    let mut nested = sgf("one").into_bytes();
    let mut name = "x.sgf".to_string();
    for _ in 0..8 {
        nested = tar(&[(&name, nested)]);
        name = "x.tar".to_string();
    }
    let tally = Corpus::open([put(&folder, "x.tar", nested)]).unwrap().each(|_| GO);
    assert_eq!((tally.games, skipped(&tally)), (0, vec![(Skip::Unreadable, 1)]));
}
