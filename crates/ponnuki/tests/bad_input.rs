//! Every subcommand with every kind of bad number, path and file.
//!
//! Each case must end without a panic, with exit code 1 or 2 and one sentence on standard error, overwrite no file and
//! leave none behind.

mod common;

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use common::{Output, Sandbox};

/// A 5x5 game that was counted, as SGF.
const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0.5]RU[Chinese]DT[2001-01-01]PB[a]PW[b]RE[B+24.5];B[cc];W[cb];B[bb];W[dc]\
                    ;B[dd];W[cd];B[bd];W[de];B[ee];W[];B[])\n";
/// Files that are there before every command. What is damaged says so in its name.
const TEXTS: [(&str, &str); 6] = [
    ("game.sgf", GAME),
    ("broken.sgf", "(;GM[1]SZ[5];B[cc];W[cb"),
    ("illegal.sgf", "(;GM[1]SZ[5];B[cc];W[cc])"),
    ("text.txt", "This is not what you are looking for.\n"),
    ("empty", ""),
    ("broken.toml", "[[players]\nname = 3"),
];

/// A folder with good and bad files of every kind.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    TEXTS.iter().for_each(|(name, text)| sandbox.write(name, text));
    fs::create_dir(sandbox.path("folder")).unwrap();
    fs::write(
        sandbox.path("noise"),
        (0..5000_u32).map(|n| (n.wrapping_mul(2_654_435_761) >> 24) as u8).collect::<Vec<_>>(),
    )
    .unwrap();
    let made = |args: &[&str]| {
        let output = sandbox.run(args, "");
        assert_eq!(output.code, Some(0), "{args:?}: {output}");
    };
    made(&["match", "random", "greedy", "--size", "5", "--games", "2", "--ledger", "games.db", "--json"]);
    made(&["report", "games.db", "--out", "games.sgf"]);
    made(&["learn", "book", "games.sgf", "--size", "5", "--least", "1", "-o", "book.model"]);
    made(&["learn", "library", "--self-play", "random", "--games", "2", "--size", "5", "-o", "library.model"]);
    made(&["learn", "preference", "games.sgf", "--size", "1009", "-o", "table.model"]);
    let whole = fs::read(sandbox.path("table.model")).unwrap();
    fs::write(sandbox.path("cut.model"), &whole[..whole.len() / 2]).unwrap();
    fs::copy(sandbox.path("game.sgf"), sandbox.path("sealed.sgf")).unwrap();
    fs::copy(sandbox.path("table.model"), sandbox.path("sealed.model")).unwrap();
    fs::write(sandbox.path("sealed.svg"), "<svg xmlns='http://www.w3.org/2000/svg'/>").unwrap();
    for name in ["sealed.sgf", "sealed.model", "sealed.svg"] {
        let mut permissions = fs::metadata(sandbox.path(name)).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(sandbox.path(name), permissions).unwrap();
    }
    sandbox
}

/// All files below a folder, with their contents. Reading a ledger may create companion files.
fn contents(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap().flatten() {
        let name = entry.file_name().into_string().unwrap();
        if name.ends_with("-shm") || name.ends_with("-wal") {
            continue;
        }
        if entry.path().is_dir() {
            files.extend(contents(&entry.path()).into_iter().map(|(inner, bytes)| (format!("{name}/{inner}"), bytes)));
        } else {
            files.insert(name, fs::read(entry.path()).unwrap());
        }
    }
    files
}

/// Runs commands that have to fail, and holds them to it. Faults are collected, so that one run shows them all.
struct Attack {
    sandbox: Sandbox,
    before: BTreeMap<String, Vec<u8>>,
    cases: usize,
    faults: Vec<String>,
}

impl Attack {
    fn new() -> Attack {
        let sandbox = sandbox();
        let before = contents(&sandbox.path(""));
        Attack { sandbox, before, cases: 0, faults: Vec::new() }
    }

    fn fails(&mut self, args: &[&str]) -> Output {
        let output = self.sandbox.run(args, "");
        self.cases += 1;
        let mut fault = |what: &str| self.faults.push(format!("{what}: ponnuki {}\n{output}", args.join(" ")));
        if !matches!(output.code, Some(1 | 2)) {
            fault("the exit code is neither 1 nor 2");
        }
        if output.err.contains("panicked") {
            fault("it panicked");
        }
        let sentences = output.err.lines().filter(|line| line.starts_with("ponnuki: ") || line.starts_with("error: "));
        if sentences.count() != 1 {
            fault("not one sentence on standard error");
        }
        let after = contents(&self.sandbox.path(""));
        if after != self.before {
            let differs = |(name, bytes): &(&String, &Vec<u8>)| self.before.get(*name) != Some(*bytes);
            let changed: Vec<&String> = after.iter().filter(differs).map(|(name, _)| name).collect();
            let gone: Vec<&String> = self.before.keys().filter(|name| !after.contains_key(*name)).collect();
            fault(&format!("files changed ({changed:?}) or gone ({gone:?})"));
            // The next case begins with what it expects.
            changed.iter().for_each(|name| drop(fs::remove_file(self.sandbox.path(name))));
            self.before.iter().for_each(|(name, bytes)| drop(fs::write(self.sandbox.path(name), bytes)));
        }
        output
    }

    #[track_caller]
    fn end(self, least: usize) {
        let Attack { cases, faults, .. } = self;
        eprintln!("{cases} cases");
        assert!(faults.is_empty(), "{} faults in {cases} cases:\n\n{}", faults.len(), faults.join("\n\n"));
        assert!(cases >= least, "only {cases} cases were tried");
    }
}

/// A subcommand, and its options that take a value: the name of the option and that of the value.
type Options = (Vec<String>, Vec<(String, String)>);

/// All subcommands, as their help shows them.
fn options() -> Vec<Options> {
    fn walk(path: &[String], found: &mut Vec<Options>) {
        let args: Vec<&str> = path.iter().map(String::as_str).chain(["--help"]).collect();
        let help = Sandbox::new().run(&args, "").out;
        let mut section = "";
        let (mut inner, mut options) = (Vec::new(), Vec::new());
        for line in help.lines() {
            if !line.starts_with(' ') {
                section = line.trim_end_matches(':');
                continue;
            }
            let indent = line.len() - line.trim_start().len();
            let line = line.trim();
            if section == "Commands" && indent == 2 && !line.starts_with("help ") {
                inner.extend(line.split_whitespace().next().map(str::to_string));
            } else if let Some((names, value)) = line.split_once(" <").filter(|_| line.starts_with('-')) {
                let name = names.split(", ").last().unwrap_or(names).to_string();
                options.push((name, value.trim_end_matches(['>', '.']).to_string()));
            }
        }
        for name in inner {
            walk(&[path, &[name]].concat(), found);
        }
        found.push((path.to_vec(), options));
    }
    let mut found = Vec::new();
    walk(&[], &mut found);
    found
}

#[test]
fn numbers_that_are_none_are_refused_by_every_option_that_takes_one() {
    let mut attack = Attack::new();
    for (path, options) in options() {
        for (option, value) in options {
            let bad: &[&str] = match value.as_str() {
                "N" | "LINES" | "MOVES" => &["-3", "1.5", "x", "nan", "99999999999999999999999", ""],
                "X" | "RATE" | "SHARE" | "TIMES" | "DURATION" | "POINTS" => &["nan", "inf", "1e300", "x", ""],
                _ => continue,
            };
            for text in bad {
                let args: Vec<&str> = path.iter().map(String::as_str).chain([option.as_str(), text]).collect();
                let output = attack.fails(&args);
                let refused = output.err.contains(&format!("invalid value '{text}' for"))
                    || (text.is_empty() && output.err.contains("a value is required"));
                if !refused {
                    attack.faults.push(format!("the number is not what is refused: {args:?}\n{output}"));
                }
            }
        }
    }
    attack.end(300);
}

#[test]
fn zero_is_refused_where_it_would_mean_nothing() {
    // Where 0 means something, the help says what.
    const MEANINGFUL: [&str; 14] = [
        "--seed",
        "--port",
        "--corner",
        "--batch",
        "--simulations",
        "--rate",
        "--fade",
        "--pause",
        "--komi",
        "--expand",
        "--liberties",
        "--stones",
        "--handicap",
        "--opening-moves",
    ];
    let mut attack = Attack::new();
    for (path, options) in options() {
        for (option, value) in options {
            let means_something = MEANINGFUL.contains(&option.as_str()) || path.contains(&"conform".to_string());
            if matches!(value.as_str(), "N" | "MOVES") && !means_something {
                let args: Vec<&str> = path.iter().map(String::as_str).chain([option.as_str(), "0"]).collect();
                let output = attack.fails(&args);
                if !output.err.contains("invalid value '0' for") {
                    attack.faults.push(format!("0 is not what is refused: {args:?}\n{output}"));
                }
            }
        }
    }
    attack.end(30);
}

/// What commands read: the command with IN where the bad input goes.
const READERS: [&str; 25] = [
    "learn book IN --least 1 -o new.model",
    "learn clusters IN -o new.model",
    "learn intuition IN -o new.model",
    "learn superiority IN -o new.model",
    "learn preference IN -o new.model",
    "learn territory IN -o new.model",
    "learn network IN --from table.model -o new.model",
    "learn network game.sgf --from IN -o new.model",
    "learn library IN -o new.model",
    "learn genetic IN -o new.model",
    "model convert IN -o new.model",
    "learn td best IN -o new.model",
    "learn td figure IN -o new.svg",
    "model curves IN -o new.svg",
    "model info IN",
    "study --player random IN",
    "study winners --player net IN",
    "review IN --player preference",
    "report IN",
    "report IN --out new.sgf",
    "tournament IN",
    "play --load IN",
    "play --board IN --black random --white random",
    "openings usage IN",
    "bench problems IN",
];

#[test]
fn bad_input_files_are_refused() {
    let mut attack = Attack::new();
    for reader in READERS {
        for input in ["missing", "noise", "empty", "broken.toml", "cut.model", "missing/deeper.sgf", "folder"] {
            let args: Vec<&str> = reader.split(' ').map(|word| if word == "IN" { input } else { word }).collect();
            attack.fails(&args);
        }
    }
    for player in ["preference:model=IN", "net:model=IN", "td:net=IN", "distance:library=IN", "mcts:net=IN"] {
        for input in
            ["missing", "noise", "empty", "cut.model", "text.txt", "game.sgf", "games.db", "folder", "/dev/zero"]
        {
            let player = player.replace("IN", input);
            attack.fails(&["match", &player, "random", "--size", "5", "--games", "1", "--ledger", "new.db"]);
        }
    }
    attack.end(200);
}

/// What commands write: the command with OUT where the output goes, the suffix it should have, and what it reads.
const WRITERS: [(&str, &str, &str); 21] = [
    ("learn book games.sgf --size 5 --least 1 -o OUT", "model", "games.sgf"),
    ("learn clusters games.sgf --size 5 --clusters 1 --moves 1 -o OUT", "model", "games.sgf"),
    ("learn intuition games.sgf -o OUT", "model", "games.sgf"),
    ("learn superiority games.sgf -o OUT", "model", "games.sgf"),
    ("learn preference games.sgf --size 1009 -o OUT", "model", "games.sgf"),
    ("learn territory games.sgf -o OUT", "model", "games.sgf"),
    ("learn network games.sgf --from table.model -o OUT", "model", "table.model"),
    ("learn library games.sgf --size 5 -o OUT", "model", "games.sgf"),
    ("learn genetic library.model -o OUT", "model", "library.model"),
    ("model convert small -o OUT", "model", "games.sgf"),
    ("learn td best folder -o OUT", "model", "games.sgf"),
    ("learn td figure folder -o OUT", "svg", "games.sgf"),
    ("model curves folder -o OUT", "svg", "games.sgf"),
    ("review game.sgf --player preference -o OUT", "sgf", "game.sgf"),
    ("review game.sgf --player preference --html OUT", "html", "game.sgf"),
    ("review game.sgf --player preference --plot OUT", "svg", "game.sgf"),
    ("report games.db --out OUT", "html", "games.db"),
    ("report games.db --format sgf --out OUT", "sgf", "games.db"),
    ("play --size 5 --black random --white random --out OUT", "sgf", "game.sgf"),
    ("openings show --plot OUT", "svg", "games.sgf"),
    ("tune mix:p=0.5 --params p --size 5 --games 2 --ledger new.db --plot OUT", "svg", "games.sgf"),
];

#[test]
fn outputs_go_over_nothing_and_into_no_folder_that_is_missing() {
    let mut attack = Attack::new();
    for (writer, suffix, input) in WRITERS {
        let (deep, sealed) = (format!("missing/new.{suffix}"), format!("sealed.{suffix}"));
        let mut outputs = vec!["folder", "new.exe", "new", "games.db", input, deep.as_str(), "", "text.txt"];
        if writer.starts_with("report") && writer.contains("--out") {
            // A text may be written over another one.
            outputs.retain(|file| *file != "text.txt");
        }
        if matches!(suffix, "model" | "sgf" | "svg") {
            outputs.push(&sealed);
        }
        match suffix {
            "model" => outputs.extend(["book.model", "cut.model"]),
            "sgf" => outputs.extend(["game.sgf", "broken.sgf"]),
            _ => {}
        }
        for file in outputs {
            let args: Vec<&str> = writer.split(' ').map(|word| if word == "OUT" { file } else { word }).collect();
            attack.fails(&args);
        }
    }
    // By force neither what is read nor what is sealed.
    for args in [
        ["report", "games.db", "--out", "games.db", "--force"],
        ["report", "games.db", "--out", "./games.db", "--force"],
        ["report", "games.db", "--out", "sealed.sgf", "--force"],
    ] {
        attack.fails(&args);
    }
    attack.fails(&["review", "game.sgf", "--player", "preference", "-o", "./game.sgf", "--force"]);
    attack.end(150);
}

#[test]
fn force_replaces_a_record_and_a_report_its_own_kind() {
    let sandbox = sandbox();
    let output = sandbox.run(&["report", "games.db", "--out", "game.sgf", "--force"], "");
    assert_eq!(output.code, Some(0), "{output}");
    assert_eq!(sandbox.read("game.sgf"), sandbox.read("games.sgf"));
    for name in ["report.html", "report.html", "ratings.svg", "ratings.png", "table.csv"] {
        let output = sandbox.run(&["report", "games.db", "--out", name], "");
        assert_eq!((output.code, output.err), (Some(0), format!("ponnuki: the report is in {name}\n")));
    }
    assert!(sandbox.read("ratings.svg").starts_with("<svg"));
    assert!(fs::read(sandbox.path("ratings.png")).unwrap().starts_with(b"\x89PNG"));
    let output = sandbox.run(&["report", "games.db", "--out", "report.html", "--format", "csv"], "");
    assert_eq!(output.code, Some(2), "{output}");
    assert!(output.err.starts_with("error: report.html is html by its suffix, and --format says csv\n"), "{output}");
}

/// No file can grow, as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_half_written() {
    let sandbox = sandbox();
    let before = contents(&sandbox.path(""));
    let program = env!("CARGO_BIN_EXE_ponnuki");
    let run = |args: &str| {
        let script = format!("trap '' XFSZ; ulimit -f 0; exec '{program}' {args}");
        let done =
            std::process::Command::new("sh").args(["-c", &script]).current_dir(sandbox.path("")).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        Output { out: text(&done.stdout), err: text(&done.stderr), code: done.status.code() }
    };
    for args in [
        "learn book games.sgf --size 5 --least 1 -o new.model",
        "learn preference games.sgf --size 1009 -o new.model",
        "review game.sgf --player preference -o new.sgf",
        "review game.sgf --player preference --html new.html",
        "model convert small -o new.model",
        "openings show --plot new.png",
    ] {
        let output = run(args);
        assert_eq!(output.code, Some(1), "{args}: {output}");
        assert!(output.err.contains("cannot be written: "), "{args}: {output}");
        assert_eq!(contents(&sandbox.path("")).keys().collect::<Vec<_>>(), before.keys().collect::<Vec<_>>(), "{args}");
    }
    let output = run("play --size 3 --black random --white random --seed 1");
    assert_eq!((output.out + &output.err).matches("The game is not kept in a file").count(), 1);
    assert_eq!(contents(&sandbox.path("")), before, "no empty files");
}
