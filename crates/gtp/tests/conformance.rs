//! Every command of the engine, spoken to as a controller would.
//!
//! The dialogues are text files: `>` is sent, the lines after it are the reply, `*` stands for anything. Each story
//! starts with `==` and a claim, and has a separate engine.

mod common;

use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

use common::{matches, replies};
use flate2::Compression;
use flate2::write::GzEncoder;
use gtp::wire::{Command, Reply};

struct Story {
    claim: String,
    player: String,
    turns: Vec<(String, String)>,
}

fn stories(text: &str) -> Vec<Story> {
    let mut stories: Vec<Story> = Vec::new();
    for line in text.lines() {
        if let Some(claim) = line.strip_prefix("== ") {
            stories.push(Story { claim: claim.to_string(), player: String::new(), turns: Vec::new() });
            continue;
        }
        let Some(story) = stories.last_mut() else { panic!("a line before the first story: {line}") };
        if let Some(player) = line.strip_prefix("player: ") {
            story.player = player.to_string();
        } else if let Some(sent) = line.strip_prefix("> ") {
            story.turns.push((sent.to_string(), String::new()));
        } else if let Some((_, expected)) = story.turns.last_mut()
            && !line.is_empty()
        {
            expected.push_str(line);
            expected.push('\n');
        }
    }
    stories
}

fn written(reply: &Reply) -> String {
    let lines = reply.to_string();
    let lines: Vec<&str> = lines.lines().map(str::trim_end).collect();
    lines.join("\n").trim_end().to_string()
}

/// A file with a game somewhere inside it.
const LEDGER: &str = "SQLite format 3\0 and then (;GM[1]SZ[9];B[ee]) and more";

/// The folder with the records that the dialogues load.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::create_dir_all(&folder).expect("a folder for test files");
    let files = [
        ("three moves.sgf", "(;GM[1]SZ[9]KM[5.5]RU[Japanese];B[ee];W[ge];B[gd])"),
        ("broken.sgf", "this is no record"),
        ("illegal.sgf", "(;GM[1]SZ[9];B[ee];W[ee])"),
        ("ledger.db", LEDGER),
    ];
    for (file, text) in files {
        std::fs::write(folder.join(file), text).expect("a test file");
    }
    let squeezed = std::fs::File::create(folder.join("squeezed.sgf.gz")).expect("a test file");
    let mut squeezed = GzEncoder::new(squeezed, Compression::fast());
    squeezed.write_all(files[0].1.as_bytes()).and_then(|()| squeezed.finish()).expect("a test file");
    folder
}

/// Plays the stories of a file.
fn play(name: &str, text: &str) {
    let folder = folder(name);
    for story in stories(text) {
        let fill = |text: &str| text.replace("$DIR", &folder.display().to_string());
        let sent: String = story.turns.iter().map(|(sent, _)| fill(sent) + "\n").collect();
        let answers = replies(&story.player, sent);
        assert_eq!(answers.len(), story.turns.len(), "replies in '{}'", story.claim);
        for ((sent, expected), answer) in story.turns.iter().zip(&answers) {
            let expected: Vec<&str> = expected.lines().map(str::trim_end).collect();
            let (expected, answer) = (fill(&expected.join("\n")), written(answer));
            assert!(
                matches(&expected, &answer),
                "in '{}'\nsent      {sent}\nexpected  {expected}\nanswered  {answer}",
                story.claim
            );
        }
    }
}

macro_rules! dialogues {
    ($($name:ident)*) => {
        const DIALOGUES: &[&str] = &[$(include_str!(concat!("dialogues/", stringify!($name), ".txt"))),*];
        $(#[test]
        fn $name() {
            play(stringify!($name), include_str!(concat!("dialogues/", stringify!($name), ".txt")));
        })*
    };
}

dialogues!(basic game handicap records time rules params score gogui analyze);

#[test]
fn saving_replaces_records_and_nothing_else() {
    let folder = folder("saving");
    let save = |name: &str| {
        let answers = replies("first", format!("boardsize 5\nprintsgf {}\n", folder.join(name).display()));
        answers[1].result.clone()
    };
    assert_eq!(save("three moves.sgf"), Ok(String::new()));
    assert!(std::fs::read_to_string(folder.join("three moves.sgf")).expect("a record").contains("SZ[5]"));
    for name in ["ledger.db", "broken.sgf", "squeezed.sgf.gz", ""] {
        let before = std::fs::read(folder.join(name)).ok();
        let refused = save(name).expect_err(name);
        let reason = if name.is_empty() { "is a directory" } else { ": it exists already and is " };
        assert!(refused.starts_with("cannot save file: ") && refused.contains(reason), "{refused}");
        assert_eq!(std::fs::read(folder.join(name)).ok(), before);
    }
    let files = std::fs::read_dir(&folder).expect("a folder").map(|file| file.expect("a file").file_name());
    assert!(files.into_iter().all(|name| !name.to_string_lossy().ends_with(".part")));
}

#[test]
fn every_command_has_a_dialogue() {
    let turns = DIALOGUES.iter().flat_map(|text| stories(text)).flat_map(|story| story.turns);
    let spoken: BTreeSet<String> =
        turns.filter_map(|(sent, _)| Command::parse(sent.as_bytes())).map(|command| command.name).collect();
    let missing: Vec<&str> = gtp::serve::commands().filter(|name| !spoken.contains(*name)).collect();
    assert_eq!(missing, Vec::<&str>::new(), "commands without a dialogue");
}

#[test]
fn every_command_is_listed_once() {
    let all: Vec<&str> = gtp::serve::commands().collect();
    let once: BTreeSet<&str> = all.iter().copied().collect();
    assert_eq!(all.len(), once.len());
    let listed = replies("first", "list_commands\n");
    assert_eq!(listed[0].result.as_ref().map(|text| text.lines().collect::<Vec<_>>()), Ok(all));
}

/// The commands that the program promises.
const PROMISED: &str = "protocol_version name version known_command list_commands quit boardsize clear_board komi play
    genmove reg_genmove undo showboard loadsgf printsgf fixed_handicap place_free_handicap set_free_handicap
    time_settings time_left kgs-time_settings kata-time_settings kata-list_time_settings final_score final_status
    final_status_list set_random_seed kgs-rules kata-set-rules kata-get-rules kata-get-param kata-set-param
    kgs-genmove_cleanup kgs-game_over kgs-chat clear_cache cputime gogui-analyze_commands gogui-play_sequence
    gogui-setup gogui-setup_player gogui-interrupt gogui-title gogui-version gg-undo gomill-describe_engine
    gomill-explain_last_move gomill-cpu_time analyze lz-analyze kata-analyze genmove_analyze lz-genmove_analyze
    kata-genmove_analyze";

#[test]
fn no_promised_command_is_missing() {
    let known: BTreeSet<&str> = gtp::serve::commands().collect();
    let missing: Vec<&str> = PROMISED.split_whitespace().filter(|name| !known.contains(name)).collect();
    assert_eq!(missing, Vec::<&str>::new());
}
