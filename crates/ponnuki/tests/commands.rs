//! The other subcommands, and how the program behaves when something is wrong.

mod common;

use std::process::{Command, Stdio};

use common::{Output, Sandbox, wait_until};

fn run(args: &[&str]) -> Output {
    Sandbox::new().run(args, "")
}

/// Fails unless the program gave up with one sentence on stderr and nothing on stdout.
#[track_caller]
fn complains(args: &[&str], sentence: &str) {
    let output = run(args);
    assert_eq!((output.out.as_str(), output.code), ("", Some(1)), "{output}");
    assert_eq!(output.err, format!("ponnuki: {sentence}\n"));
}

#[test]
fn the_players_are_listed() {
    run(&["players"])
        .says(&["random         plays a random legal move, each equally likely\n", "gtp            any program"]);
}

#[test]
fn the_parameters_of_a_player_are_shown_as_they_are_set() {
    run(&["players", "random:pass=uniform,eyes=keep"]).says(&[
        "This one: random:pass=uniform\n",
        "eyes=keep\n",
        "one of keep, fill; by default keep",
        "pass=uniform\n",
        "one of last, uniform; by default last",
        "seed=[]\n",
        "a whole number of at least 0; by default []",
    ]);
}

#[test]
fn every_player_is_an_object_of_json() {
    let output = run(&["players", "--json"]);
    let objects: Vec<serde_json::Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let random = objects.iter().find(|object| object["name"] == "random").unwrap();
    assert_eq!(random["parameters"][0]["name"], "eyes");
    assert_eq!(random["parameters"][0]["type"], "choice");
    assert_eq!(random["parameters"][0]["range"], serde_json::json!(["keep", "fill"]));
    assert_eq!(random["parameters"][2]["type"], "seed");
    let output = run(&["players", "random:eyes=fill", "--json"]);
    let object: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!(object["spec"], "random:eyes=fill");
    assert_eq!(object["parameters"][0]["value"], "fill");
}

/// Fails unless the program refused its arguments with this sentence.
#[track_caller]
fn refuses(args: &[&str], sentence: &str) {
    let output = run(args);
    assert_eq!((output.out.as_str(), output.code), ("", Some(2)), "{output}");
    assert!(output.err.starts_with("error: ") && output.err.contains(sentence), "{args:?}: {output}");
}

#[test]
fn an_unknown_player_is_wrong_usage_of_every_command() {
    for command in [
        "players rnadom",
        "gtp rnadom",
        "analysis rnadom",
        "play --white rnadom",
        "match random rnadom",
        "study --player rnadom game.sgf",
        "study winners --player rnadom game.sgf",
        "bench search --player rnadom",
        "bench problems --player rnadom .",
        "review game.sgf --player rnadom",
    ] {
        let sandbox = Sandbox::new();
        sandbox.write("game.sgf", "(;SZ[5];B[cc])");
        sandbox.write("problem.txt", include_str!("../../../problems/ko.txt"));
        let output = sandbox.run(&command.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((output.out.as_str(), output.code), ("", Some(2)), "{command}: {output}");
        assert!(output.err.contains("there is no player called rnadom: did you mean random?"), "{command}: {output}");
    }
}

#[test]
fn a_board_that_cannot_be_played_is_wrong_usage_of_every_command() {
    for command in [
        "play",
        "match random random",
        "bench arena",
        "bench net",
        "bench playouts",
        "bench search",
        "bench td",
        "learn td -o new",
    ] {
        let args: Vec<&str> = command.split(' ').chain(["--size", "40"]).collect();
        refuses(&args, "for '--size <N>': the board size 40 cannot be played: boards are 2 to ");
    }
}

#[test]
fn no_threads_are_too_few() {
    for command in ["bench net", "bench playouts", "bench replay .", "bench search"] {
        let args: Vec<&str> = command.split(' ').chain(["--threads", "0"]).collect();
        refuses(&args, "for '--threads <N>': expected a number of threads from 1 to 1024");
    }
}

#[test]
fn an_option_that_was_renamed_is_refused_with_its_new_name() {
    for (command, tip) in [
        ("openings show --svg board.svg", "'--svg' has been replaced by '--plot FILE'"),
        ("bench learn games --most 3", "'--most' has been replaced by '--games N'"),
        ("bench playouts --seconds 1", "'--seconds' has been replaced by '--time DURATION'"),
        ("match random random --budget 2s", "'--budget' has been replaced by '--playouts N' and '--time DURATION'"),
        ("play --keep game.sgf", "'--keep' has been replaced by '--out FILE'"),
        ("report games.db --games games.sgf", "'--games' has been replaced by '--out FILE.sgf'"),
        ("openings usage games --player x", "'--player' has been replaced by '--name TEXT'"),
        ("bench library -k 3", "'-k' has been replaced by '--neighbours N'"),
    ] {
        refuses(&command.split(' ').collect::<Vec<_>>(), &format!("tip: {tip}\n"));
    }
}

#[test]
fn a_setting_that_was_renamed_is_refused_with_its_new_name() {
    refuses(&["players", "mcts:net=small"], "write model=, or take the player rave where it was net=off");
    refuses(&["players", "mcts:rave=0"], "it is the parameter equivalence of the player rave");
    refuses(&["match", "mcts:reply=lgrf2", "random"], "it is a parameter of the player rave");
}

#[test]
fn a_mistake_gets_one_sentence_that_says_what_to_do() {
    refuses(&["players", "random:eye=fill"], "random has no parameter eye: did you mean eyes?");
    refuses(&["players", "random:eyes=open"], "random cannot have eyes=open: expected one of keep, fill");
    refuses(&["play", "--size", "5", "--handicap", "9"], "9 handicap stones have no fixed places");
    complains(
        &["play", "--white", "gtp"],
        "gtp is not available: say which program, as in 'gtp:gnugo --mode gtp'; there is no engines.toml with labels \
         here or in ~/.config/ponnuki",
    );
}

#[test]
fn a_wrong_option_says_what_would_be_right() {
    for (args, sentence) in [
        (["play", "--size", "40"], "boards are 2 to"),
        (["play", "--komi", "lots"], "komi is a number of points such as 6.5"),
        (["play", "--rules", "house"], "chinese"),
        (["play", "--white", "rnadom"], "there is no player called rnadom: did you mean random?"),
        (["play", "--time", "soon"], "expected a time such as 2s, 500ms or 1m30s"),
        (["players", "random:", "--json"], "lacks a value"),
    ] {
        let output = run(&args);
        assert_eq!(output.code, Some(2), "{output}");
        assert!(output.err.contains(sentence), "{args:?}: {output}");
    }
}

#[test]
fn a_missing_file_is_named_with_its_reason() {
    let output = run(&["play", "--load", "gone.sgf"]);
    assert!(output.err.starts_with("ponnuki: gone.sgf cannot be read: "), "{output}");
    assert_eq!((output.err.lines().count(), output.code), (1, Some(1)));
    let sandbox = Sandbox::new();
    sandbox.write("broken.sgf", "(;GM[1]SZ[9];B[ee];W[ee])");
    let output = sandbox.run(&["play", "--load", "broken.sgf"], "");
    assert!(
        output.err.starts_with("ponnuki: the game in broken.sgf cannot be played out: move 2, white at E5"),
        "{output}"
    );
}

#[test]
fn without_a_subcommand_and_without_a_terminal_there_is_help() {
    let output = run(&[]);
    assert_eq!((output.out.as_str(), output.code), ("", Some(2)));
    assert!(output.err.contains("Usage: ponnuki") && output.err.contains("play"), "{output}");
}

#[test]
fn help_and_version_are_there() {
    run(&["--help"]).says(&["Without a command", "web", "play", "gtp", "players", "Exit codes:", "2    wrong usage"]);
    run(&["--version"]).says(&["ponnuki 0."]);
}

#[test]
fn every_shell_gets_its_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let output = run(&["completions", shell]);
        assert!(output.out.contains("ponnuki") && output.out.contains("handicap"), "{shell}");
    }
}

#[test]
fn the_manual_is_printed_or_written() {
    run(&["man"]).says(&[".TH ponnuki 1", ".SH SUBCOMMANDS", "ponnuki\\-play(1)"]);
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["man", "-o", "pages/man1"], "");
    assert_eq!((output.code, output.err.as_str()), (Some(0), "ponnuki: the manual is in pages/man1\n"));
    assert!(sandbox.read("pages/man1/ponnuki-play.1").contains("handicap"));
    sandbox.write("file", "");
    let output = sandbox.run(&["man", "-o", "file"], "");
    assert!(output.err.starts_with("ponnuki: the manual cannot be written to file: "), "{output}");
}

#[test]
fn a_reader_that_has_seen_enough_is_no_error() {
    let sandbox = Sandbox::new();
    for args in
        [&["completions", "bash"][..], &["man"], &["players"], &["players", "--json"], &["play", "--white", "human"]]
    {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let child = sandbox.command(args).stdout(writer).stdin(Stdio::null()).spawn().unwrap();
        let output = child.wait_with_output().unwrap();
        assert_eq!((String::from_utf8_lossy(&output.stderr).as_ref(), output.status.code()), ("", Some(0)), "{args:?}");
    }
}

#[test]
fn a_gtp_engine_answers() {
    let output =
        Sandbox::new().run(&["gtp", "random:seed=1"], "1 name\n2 boardsize 5\n3 genmove b\n4 nonsense\n5 quit\n");
    output.says(&["=1 Ponnuki\n\n", "=2 \n\n", "=3 ", "?4 ", "=5"]);
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""));
}

#[test]
fn an_analysis_query_is_answered() {
    let query = r#"{"id":"q","moves":[["B","E5"]],"rules":"chinese","komi":7,"boardXSize":9,"boardYSize":9}"#;
    let output = Sandbox::new().run(&["analysis", "random:seed=1"], format!("{query}\nnonsense\n"));
    let replies: Vec<serde_json::Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(replies.iter().any(|reply| reply["id"] == "q" && reply["turnNumber"] == 1), "{output}");
    assert!(replies.iter().any(|reply| reply["error"].is_string()), "{output}");
    assert_eq!(output.code, Some(0));
}

#[test]
fn the_speed_of_playouts_is_told_under_the_names_that_scripts_rely_on() {
    let output = run(&["bench", "playouts", "--size", "5", "--playouts", "200", "--threads", "2", "--json"]);
    let report: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    assert_eq!((&report["size"], &report["threads"]), (&5.into(), &2.into()), "{output}");
    assert_eq!((&report["policy"], &report["playouts"]), (&"uniform".into(), &400.into()), "{output}");
    assert!(report["playouts_per_second"].as_f64().is_some_and(|speed| speed > 0.0), "{output}");
}

#[test]
fn records_are_replayed_as_far_as_a_filter_wants_them() {
    let sandbox = Sandbox::new();
    sandbox.write("small.sgf", "(;GM[1]SZ[9];B[ee];W[ge])");
    sandbox.write("large.sgf", "(;GM[1]SZ[19];B[dd];W[pp];B[pd])");
    sandbox.write("bad.sgf", "(;GM[1]SZ[19];B[dd];W[dd])");
    let output = sandbox.run(&["bench", "replay", ".", "--filter", "size=19", "--json"], "");
    let report: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    let counts = ["games", "not_wanted", "skipped", "moves"].map(|key| report[key].as_u64());
    assert_eq!(counts, [1, 1, 1, 3].map(Some), "{output}");
    let output = sandbox.run(&["bench", "replay", ".", "--filter", "komi=6.5"], "");
    assert!(output.code != Some(0) && output.err.contains("size"), "an unknown key gets the known ones: {output}");
}

#[test]
fn every_problem_of_the_set_is_read_and_has_a_legal_answer() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../problems");
    let output = run(&["bench", "problems", folder, "--player", "random:seed=1", "--json"]);
    let last = output.out.lines().last().unwrap_or_default();
    assert!(last.contains("\"problems\":69"), "{output}");
}

/// An engine in a process group of its own hears nothing of a signal to the program, and one that hangs would stay.
#[cfg(unix)]
#[test]
fn ending_the_program_ends_an_engine_that_hangs() {
    let sandbox = Sandbox::new();
    let engine = "gtp:[sh -c 'echo $$ > engine.pid; while :; do sleep 1; done']";
    let mut program = sandbox.command(&["play", "--white", engine]).spawn().unwrap();
    wait_until("the start of the engine", || {
        sandbox.path("engine.pid").exists() && sandbox.read("engine.pid").ends_with('\n')
    });
    let signal = |name: &str, id: &str| {
        Command::new("kill").args([name, id]).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    assert!(signal("-TERM", &program.id().to_string()));
    program.wait().unwrap();
    let engine = sandbox.read("engine.pid").trim().to_string();
    wait_until("the end of the engine", || !signal("-0", &engine));
}

#[test]
fn the_curves_of_runs_are_drawn_and_their_ends_printed() {
    let sandbox = Sandbox::new();
    let line = |step: u32, top1: f32| {
        format!(
            "{{\"step\": {step}, \"of\": 300, \"seconds\": 1.5, \"losses\": [2.4, 0.4, 0.02, 0.01], \"records9\": \
             {{\"top1\": {top1}, \"top5\": 0.7, \"winner\": 0.6, \"brier\": 0.24, \"positions\": 50}}, \
             \"teacher9\": null}}\n"
        )
    };
    for name in ["small", "large"] {
        std::fs::create_dir(sandbox.path(name)).unwrap();
        sandbox.write(&format!("{name}/log.jsonl"), &(line(100, 0.25) + &line(200, 0.5) + "{\"step\": 30"));
    }
    let output = sandbox.run(&["model", "curves", "small/log.jsonl", "large", "-o", "curves.svg"], "");
    output.says(&["run\tstep\tof\tsource\t", "small\t200\t300\trecords9\t50.0%\t70.0%\t60.0%\t0.2400\n", "large\t200"]);
    assert!(sandbox.read("curves.svg").contains("large, records9"));
    sandbox.write("small/log.jsonl", &(line(100, 0.25) + "oops\n" + &line(300, 0.5)));
    let output = sandbox.run(&["model", "curves", "small", "-o", "curves.svg"], "");
    assert_eq!((output.code, output.err.lines().count()), (Some(1), 1), "{output}");
    assert!(
        output.err.starts_with("ponnuki: small/log.jsonl cannot be drawn: line 2 is not an evaluation: "),
        "{output}"
    );
}
