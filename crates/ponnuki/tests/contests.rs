//! Matches, tournaments and examinations, as they are started from the command line.

mod common;

use std::collections::HashSet;
use std::io::{BufRead, BufReader, Read};

#[cfg(unix)]
use common::signal;
use common::{Output, Sandbox};
use serde_json::Value;

/// The objects that a run has printed.
#[track_caller]
fn objects(output: &Output) -> Vec<Value> {
    assert_eq!(output.code, Some(0), "{output}");
    output.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn last(output: &Output) -> Value {
    objects(output).pop().expect("something was printed")
}

const MATCH: [&str; 6] = ["match", "random", "random:eyes=fill", "--size", "5", "--json"];

fn with<'a>(args: &[&'a str], more: &[&'a str]) -> Vec<&'a str> {
    [args, more].concat()
}

#[test]
fn a_match_ends_with_one_object() {
    let output = Sandbox::new().run(&with(&MATCH, &["--games", "10"]), "");
    let objects = objects(&output);
    assert_eq!(objects.len(), 11, "one for each game, and one for all");
    let result = &objects[10];
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key} in {result}"));
    assert_eq!((number("games"), number("forfeits")), (10.0, 0.0));
    assert_eq!(number("wins") + number("losses") + number("draws"), 10.0);
    assert_eq!(number("win_rate"), (number("wins") + number("draws") / 2.0) / 10.0);
    assert!(number("low") < number("win_rate") && number("win_rate") <= number("high"));
    assert!(result.get("elo").is_some());
    assert!(output.err.contains("10 of 10 games"), "{output}");
}

#[test]
fn a_match_for_people_is_a_block_of_text() {
    let output = Sandbox::new().run(&["match", "random", "random", "--games", "4", "--size", "5"], "");
    output.says(&["Match | random v random, 5x5, chinese rules, komi 7.5", "Elo   |", "Games | N: 4 W: "]);
    assert!(output.err.ends_with("ponnuki: the 4 games are in ponnuki.db\n"), "{output}");
}

#[test]
fn a_quiet_match_prints_its_result_only() {
    let output = Sandbox::new().run(&with(&MATCH, &["--games", "2", "--quiet"]), "");
    assert_eq!((output.err.as_str(), objects(&output).len()), ("", 3));
}

/// Every seed is a seed, 0 too: it plays other games than 1, which is the default.
#[test]
fn a_match_by_seed_zero_is_another_match() {
    let sandbox = Sandbox::new();
    let play = |seed: &[&str]| objects(&sandbox.run(&with(&with(&MATCH, &["--games", "6"]), seed), "")).len();
    assert_eq!([play(&["--seed", "1"]), play(&[]), play(&["--seed", "0"]), play(&["--seed", "0"])], [7, 1, 7, 1]);
}

#[test]
fn the_same_command_plays_nothing_twice_and_more_games_make_it_longer() {
    let sandbox = Sandbox::new();
    let results = |output: &Output| -> HashSet<String> {
        let games = objects(output).into_iter().filter(|object| object.get("game").is_some());
        games.map(|game| format!("{} {} {}", game["game"], game["result"], game["moves"])).collect()
    };
    let first = sandbox.run(&with(&MATCH, &["--games", "6", "--openings", "balanced"]), "");
    let elsewhere = Sandbox::new().run(&with(&MATCH, &["--games", "6", "--openings", "balanced"]), "");
    assert_eq!(results(&first), results(&elsewhere));
    let again = sandbox.run(&with(&MATCH, &["--games", "6", "--openings", "balanced"]), "");
    assert_eq!((results(&again).len(), last(&again)), (0, last(&first)), "there is nothing left to play");
    assert!(again.err.contains("ponnuki.db has all 6 games of this match already: another --seed plays new ones"));
    let longer = sandbox.run(&with(&MATCH, &["--games", "8", "--openings", "balanced"]), "");
    assert!(longer.err.contains("ponnuki.db has 6 games of this match, which is resumed"), "{longer}");
    assert_eq!((results(&longer).len(), last(&longer)["games"].as_u64()), (2, Some(8)));
    let other = sandbox.run(&with(&MATCH, &["--games", "6", "--openings", "balanced", "--seed", "2"]), "");
    assert_ne!(results(&first), results(&other));
    let shorter = sandbox.run(&with(&MATCH, &["--games", "4", "--openings", "balanced"]), "");
    assert_eq!((results(&shorter).len(), last(&shorter)["games"].as_u64()), (0, Some(4)), "the first four");
}

/// `greedy` leaves nothing to chance: against itself it plays one game, in which each of the two seats has each colour.
#[test]
fn twenty_games_of_which_two_are_different_are_no_surer_than_two() {
    let sandbox = Sandbox::new();
    let args = ["match", "greedy", "greedy", "--size", "5", "--games", "20", "--json"];
    let result = last(&sandbox.run(&args, ""));
    let number = |key: &str| result[key].as_f64().unwrap_or_else(|| panic!("{key} in {result}"));
    assert_eq!((number("games"), number("different_games"), number("win_rate")), (20.0, 2.0, 0.5), "{result}");
    assert!(number("low") < 0.1 && number("high") > 0.9 && number("elo_high") > 300.0, "{result}");
    assert_eq!((number("elo"), number("superiority")), (0.0, 0.5), "{result}");
    sandbox
        .run(&["match", "greedy", "greedy", "--size", "5", "--games", "20"], "")
        .says(&["Games | N: 20 W: ", " different"]);
    let output = sandbox.run(&["report", "ponnuki.db", "--format", "json"], "");
    let report: Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output}"));
    assert_eq!((&report["games"], &report["different_games"]), (&20.into(), &2.into()));
}

#[test]
fn a_test_between_players_that_repeat_themselves_ends() {
    let args = ["match", "greedy", "greedy", "--size", "3", "--sprt", "0,10,0.05,0.05", "--json"];
    let output = Sandbox::new().run(&args, "");
    assert_eq!(output.code, Some(1), "{output}");
    assert!(output.err.contains("so the test cannot be decided: vary the games with --openings balanced"), "{output}");
}

#[test]
fn a_test_that_is_decided_stops_the_match() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&with(&MATCH, &["--sprt", "0,50,0.05,0.05", "--concurrency", "1"]), "");
    let result = last(&output);
    assert_eq!(result["verdict"], "H1", "the player that fills its own eyes loses");
    let games = result["games"].as_u64().unwrap();
    assert!((2..500).contains(&games), "{games}");
    let output = sandbox.run(&with(&MATCH, &["--sprt", "0,50,0.05,0.05", "--concurrency", "1"]), "");
    assert_eq!(last(&output)["games"].as_u64(), Some(games), "there is nothing left to play");
}

#[test]
fn a_program_that_crashes_is_counted_and_the_match_goes_on() {
    let script = "while read c; do case $c in genmove*) exit 1;; *) printf \"= \\n\\n\";; esac; done";
    let player = format!("gtp:sh -c '{script}'");
    let output = Sandbox::new().run(&["match", "random", &player, "--games", "4", "--size", "5", "--json"], "");
    let result = last(&output);
    let count = |key: &str| result[key].as_u64();
    assert_eq!((count("games"), count("wins"), count("forfeits")), (Some(4), Some(4), Some(4)));
    assert_eq!((count("won_by_forfeit"), count("lost_by_forfeit")), (Some(4), Some(0)));
    assert_eq!(objects(&output)[0]["finish"], "forfeit: crash");
}

#[test]
fn a_game_can_be_watched() {
    let output = Sandbox::new().run(&["match", "random", "random", "--games", "1", "--size", "5", "--watch"], "");
    assert!(
        output.err.contains("Game 1: random (●) v random (○), move 1\n") && output.err.contains("A B C D E"),
        "{output}"
    );
}

#[test]
fn mistakes_get_one_sentence() {
    let sandbox = Sandbox::new();
    sandbox.write("broken.toml", "players = ['random', 'rnadom']\n[[event]]\n");
    sandbox.write("notes.db", &"this is no ledger at all\n".repeat(100));
    for (args, sentence) in [
        (vec!["match", "random", "random", "--openings", "gone.sgf"], "there is no file or folder gone.sgf"),
        (vec!["match", "random", "random", "--ledger", "notes.db"], "notes.db is not a ledger"),
        (vec!["match", "random", "gtp:no-such-program"], "is neither a label in engines.toml nor a program"),
        (vec!["tournament", "gone.toml"], "gone.toml cannot be read"),
        (vec!["tournament", "broken.toml"], "the player 'rnadom' cannot take part"),
        (vec!["conform", "no-such-program"], "cannot be started"),
    ] {
        let output = sandbox.run(&args, "");
        assert_eq!((output.out.as_str(), output.code), ("", Some(1)), "{output}");
        assert!(output.err.starts_with("ponnuki: ") && output.err.contains(sentence), "{output}");
        assert_eq!(output.err.trim_end().lines().count(), 1, "{output}");
    }
    for (args, hint) in [
        (vec!["match", "random", "rnadom"], "there is no player called rnadom: did you mean random?"),
        (vec!["match", "human", "random"], "a person cannot take part in a match"),
        (vec!["match", "random", "random", "--handicap", "99"], "99 handicap stones have no fixed places"),
        (vec!["match", "random", "random", "--clock", "soon"], "is not a clock"),
        (vec!["match", "random", "random", "--time", "lots"], "expected a time such as 2s"),
        (vec!["match", "random", "random", "--sprt", "1,2"], "elo0,elo1,alpha,beta"),
        (vec!["match", "random", "random", "--adjudicate", "0.1"], "such as 0.98"),
    ] {
        let output = sandbox.run(&args, "");
        assert!(output.code == Some(2) && output.err.contains(hint), "{output}");
    }
}

#[test]
fn numbers_that_make_no_sense_are_refused() {
    const COUNT: &str = "expected a whole number, 1 or more";
    let sandbox = Sandbox::new();
    for (flag, value, sentence) in [
        ("--games", "0", COUNT),
        ("--games", "-3", COUNT),
        ("--games", "nan", COUNT),
        ("--move-limit", "0", COUNT),
        ("--move-limit", "-1", COUNT),
        ("--opening-moves", "0", COUNT),
        ("--concurrency", "0", COUNT),
        ("--concurrency", "-2", COUNT),
        ("--handicap", "-1", "expected a whole number, 0 or more"),
        ("--size", "-9", "boards are 2 to"),
        ("--size", "0", "boards are 2 to"),
        ("--seed", "-1", "a seed is a whole number from 0"),
        ("--komi", "nan", "komi is a number of points"),
        ("--komi", "-inf", "komi is a number of points"),
        ("--komi", "1e9", "komi is a number of points"),
        ("--playouts", "0", COUNT),
        ("--playouts", "-5", COUNT),
        ("--time", "0s", "expected a time such as 2s"),
        ("--time", "-1s", "expected a time such as 2s"),
        ("--clock", "0s", "is not a clock"),
        ("--clock", "-1m", "is not a clock"),
        ("--adjudicate", "-0.9", "such as 0.98"),
        ("--adjudicate", "nan", "such as 0.98"),
        ("--sprt", "nan,1,0.05,0.05", "out of reach"),
        ("--sprt", "0,1,0,0.05", "is not an error rate"),
    ] {
        let output = sandbox.run(&["match", "random", "random", flag, value], "");
        assert!(
            output.code == Some(2) && output.err.contains(sentence) && !output.err.contains("tip:"),
            "{flag} {value}: {output}"
        );
    }
    let output = sandbox.run(&["tournament", "cup.toml", "--concurrency", "-1"], "");
    assert!(output.code == Some(2) && output.err.contains(COUNT), "{output}");
    sandbox.write("cup.toml", "players = ['random', 'greedy']\n[[event]]\ngames = 0");
    let output = sandbox.run(&["tournament", "cup.toml"], "");
    assert_eq!((output.out.as_str(), output.code), ("", Some(1)), "{output}");
    assert!(output.err.contains("cup.toml, line 3: "), "{output}");
    assert!(!sandbox.path("ponnuki.db").exists() && !sandbox.path("cup.db").exists());
}

/// Starts that fail before their first game, with their exit codes.
const FAILURES: [(&[&str], i32); 6] = [
    (&["match", "random", "rnadom"], 2),
    (&["match", "random", "gtp:no-such-program"], 1),
    (&["match", "random", "gtp:false"], 1),
    (&["match", "random", "random", "--openings", "gone.sgf"], 1),
    (&["match", "random", "random", "--handicap", "99"], 2),
    (&["tournament", "cup.toml"], 1),
];

#[test]
fn a_start_that_fails_leaves_no_ledger_and_no_event() {
    let sandbox = Sandbox::new();
    sandbox
        .write("cup.toml", "players = ['random', 'gtp:no-such-program']\nledger = 'ponnuki.db'\n[[event]]\nsize = 5");
    let fail = || {
        for (args, code) in FAILURES {
            let output = sandbox.run(args, "");
            assert_eq!((output.out.as_str(), output.code), ("", Some(code)), "{output}");
        }
    };
    fail();
    let files: Vec<_> = sandbox.path("").read_dir().unwrap().map(|file| file.unwrap().file_name()).collect();
    assert_eq!(files, ["cup.toml"]);
    assert_eq!(sandbox.run(&with(&MATCH, &["--games", "2"]), "").code, Some(0));
    fail();
    let output = sandbox.run(&["report", "ponnuki.db", "--format", "json"], "");
    let report: Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output}"));
    assert_eq!((report["events"].as_array().unwrap().len(), &report["games"]), (1, &2.into()), "{output}");
}

/// The second player deletes the ledger when it is asked for its first move.
#[cfg(unix)]
#[test]
fn a_ledger_that_is_deleted_during_the_match_is_rescued() {
    let sandbox = Sandbox::new();
    let script = "while read c; do case $c in genmove*) rm -f ponnuki.db; printf \"= pass\\n\\n\";; \
                  list_commands*) printf \"= genmove\\n\\n\";; *) printf \"=\\n\\n\";; esac; done";
    let player = format!("gtp:sh -c '{script}'");
    let output = sandbox.run(&["match", "random", &player, "--games", "4", "--size", "5", "--concurrency", "1"], "");
    assert_eq!(output.code, Some(1), "{output}");
    output.says(&["Games | N: 4 "]);
    assert!(output.err.contains("ponnuki: the ledger ponnuki.db was deleted or replaced"), "{output}");
    assert!(output.err.contains("all of them are in ponnuki.rescued.db"), "{output}");
    let output = sandbox.run(&["report", "ponnuki.rescued.db", "--format", "json"], "");
    let report: Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output}"));
    assert_eq!(report["games"], 4);
    assert!(!sandbox.path("ponnuki.db").exists());
}

#[test]
fn the_database_of_another_program_is_no_ledger() {
    let sandbox = Sandbox::new();
    // The header of an SQLite file with an application id.
    let header = [b"SQLite format 3\0".as_slice(), &[0; 52], b"GPKG", &[0; 28]].concat();
    std::fs::write(sandbox.path("map.gpkg"), &header).unwrap();
    for args in [vec!["match", "random", "random", "--ledger", "map.gpkg"], vec!["report", "map.gpkg"]] {
        let output = sandbox.run(&args, "");
        assert_eq!(
            (output.err.as_str(), output.code),
            ("ponnuki: map.gpkg is not a ledger: it is a database of another program\n", Some(1))
        );
    }
    assert_eq!(std::fs::read(sandbox.path("map.gpkg")).unwrap(), header);
}

const CUP: &str = "
    players = ['random', 'random:eyes=fill', 'random:pass=uniform']
    [[event]]
    games = 1000
    [[event]]
    name = 'swiss'
    format = 'swiss'
    rounds = 2
    size = 5";

#[test]
fn a_tournament_is_played_and_has_standings() {
    let sandbox = Sandbox::new();
    sandbox.write("cup.toml", &CUP.replace("1000", "4").replace("games = 4", "games = 4\nsize = 5"));
    sandbox.run(&["tournament", "cup.toml"], "").says(&[
        "cup, event 1: round robin; 5x5",
        "  1 random",
        "cup, swiss: swiss;",
    ]);
    let output = sandbox.run(&["tournament", "cup.toml", "--json"], "");
    let events = objects(&output);
    assert_eq!(events.len(), 2, "nothing was left to play");
    assert_eq!((events[0]["games"].as_u64(), events[1]["games"].as_u64()), (Some(12), Some(4)));
}

#[test]
fn a_tournament_that_is_killed_goes_on() {
    let sandbox = Sandbox::new();
    sandbox.write("cup.toml", CUP);
    for games in [1, 2, 30] {
        // Each game prints a line. Few of 3000 fit into the pipe, so the tournament can't end without a reader.
        let mut run = sandbox.command(&["tournament", "cup.toml", "--json"]).spawn().unwrap();
        let lines = BufReader::new(run.stdout.take().unwrap()).lines();
        assert_eq!(lines.take(games).filter(Result::is_ok).count(), games);
        run.kill().unwrap();
        run.wait().unwrap();
    }
    let output = sandbox.run(&["tournament", "cup.toml", "--json"], "");
    let events: Vec<Value> = objects(&output).into_iter().filter(|object| object.get("event").is_some()).collect();
    assert_eq!((events[0]["games"].as_u64(), events[1]["games"].as_u64()), (Some(3000), Some(4)));
}

#[cfg(unix)]
#[test]
fn an_interrupted_match_finishes_its_games_and_can_be_resumed() {
    let sandbox = Sandbox::new();
    // Each game prints a line. Few of 100000 fit into the pipe, so the match can't end before the signal.
    let args = ["match", "random", "random", "--games", "100000", "--size", "5", "--json"];
    let mut run = sandbox.command(&args).spawn().unwrap();
    let (mut out, mut lines) = (BufReader::new(run.stdout.take().unwrap()), String::new());
    out.read_line(&mut lines).unwrap();
    signal(&run, "-INT");
    out.read_to_string(&mut lines).unwrap();
    let output = Output { out: lines, ..Output::of(run) };
    assert_eq!(output.code, Some(130), "{output}");
    assert!(output.err.contains("the same command resumes the match"), "{output}");
    output.says(&["\"game\":", "\"win_rate\":"]);
    let count = output.err.split("stopped after ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let games = (count.parse::<u64>().unwrap() + 2).to_string();
    let resumed = sandbox.run(&["match", "random", "random", "--games", &games, "--size", "5", "--json"], "");
    let played = objects(&resumed).iter().filter(|object| object.get("game").is_some()).count();
    assert_eq!(played, 2, "nothing is lost and nothing is played twice");
}

#[test]
fn this_program_conforms_to_the_standard() {
    let command = format!("'{}' gtp random", env!("CARGO_BIN_EXE_ponnuki"));
    let output = Sandbox::new().run(&["conform", &command, "--json"], "");
    let report = last(&output);
    assert_eq!((report["name"].as_str(), report["faults"].as_u64()), (Some("Ponnuki"), Some(0)), "{output}");
}
