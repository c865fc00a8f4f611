//! Players are tuned from the command line.

mod common;

#[cfg(unix)]
use std::io::{BufRead, BufReader, Read};

#[cfg(unix)]
use common::signal;
use common::{Output, Sandbox};
use serde_json::Value;

/// A player that is the stronger, the less often it moves at random.
const TUNE: [&str; 6] = ["tune", "mix:a=greedy,b=random,p=0.5", "--params", "p", "--size", "5"];

fn with<'a>(more: &[&'a str]) -> Vec<&'a str> {
    [&TUNE, more].concat()
}

/// The objects that a run has printed.
#[track_caller]
fn objects(output: &Output) -> Vec<Value> {
    assert_eq!(output.code, Some(0), "{output}");
    output.out.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn last(output: &Output) -> Value {
    objects(output).pop().expect("something was printed")
}

#[test]
fn a_player_is_tuned() {
    let sandbox = Sandbox::new();
    let tune = with(&["--games", "600", "--gain", "0.02", "--json", "--plot", "tune.svg"]);
    let output = sandbox.run(&tune, "");
    let objects = objects(&output);
    assert_eq!(objects.len(), 601, "one for each game, and one for all");
    let result = &objects[600];
    let parameter = &result["parameters"][0];
    assert_eq!((&result["games"], &parameter["name"], &parameter["start"]), (&600.into(), &"p".into(), &0.5.into()));
    let p = parameter["value"].as_f64().unwrap();
    assert!(p < 0.3, "{result}");
    assert_eq!(result["spec"], format!("mix:a=greedy,p={p}"));
    assert!(sandbox.read("tune.svg").starts_with("<svg"));
    assert!(output.err.contains("600 of 600 games: p "), "{output}");

    let output = sandbox.run(&with(&["--games", "600", "--gain", "0.02"]), "");
    output.says(&[
        "tuning of mix:a=greedy,p=0.5, 5x5, chinese rules",
        "600 games",
        "parameter  start",
        "\np            0.5",
        &format!("\nmix:a=greedy,p={p}\n"),
        &format!("ponnuki match 'mix:a=greedy,p={p}' 'mix:a=greedy,p=0.5' --sprt"),
    ]);
    assert!(output.err.contains("has all 600 games of this tuning already: more --games extend it"), "{output}");
}

#[cfg(unix)]
#[test]
fn an_interrupted_tuning_is_resumed_and_comes_to_the_same_result() {
    let sandbox = Sandbox::new();
    // Each game prints a line. Few of 100000 fit into the pipe, so the tuning can't end before the signal.
    let mut run = sandbox.command(&with(&["--games", "100000", "--json"])).spawn().unwrap();
    let (mut out, mut lines) = (BufReader::new(run.stdout.take().unwrap()), String::new());
    out.read_line(&mut lines).unwrap();
    signal(&run, "-INT");
    out.read_to_string(&mut lines).unwrap();
    let output = Output { out: lines, ..Output::of(run) };
    assert_eq!(output.code, Some(130), "{output}");
    assert!(output.err.contains("the same command resumes the tuning"), "{output}");
    output.says(&["\"game\":", "\"parameters\":"]);
    let count = output.err.split("stopped after ").nth(1).and_then(|rest| rest.split(' ').next()).unwrap();
    let count: usize = count.parse().unwrap();
    let games = (count / 2 * 2 + 100).to_string();
    let resumed = sandbox.run(&with(&["--games", &games, "--json"]), "");
    assert_eq!(objects(&resumed).len() - 1, count / 2 * 2 + 100 - count, "nothing is lost and nothing is played twice");
    let at_once = Sandbox::new().run(&with(&["--games", &games, "--json", "--concurrency", "1"]), "");
    assert_eq!(last(&resumed), last(&at_once));
}

#[test]
fn a_killed_tuning_is_resumed() {
    let sandbox = Sandbox::new();
    for games in [1, 2, 30] {
        let mut run = sandbox.command(&with(&["--games", "100000", "--json"])).spawn().unwrap();
        let lines = std::io::BufRead::lines(std::io::BufReader::new(run.stdout.take().unwrap()));
        assert_eq!(lines.take(games).filter(Result::is_ok).count(), games);
        run.kill().unwrap();
        run.wait().unwrap();
    }
    let (resumed, at_once) = (with(&["--games", "200", "--json"]), Sandbox::new());
    assert_eq!(last(&sandbox.run(&resumed, "")), last(&at_once.run(&resumed, "")));
}

#[test]
fn other_settings_are_refused_by_the_ledger_of_a_tuning() {
    let sandbox = Sandbox::new();
    assert_eq!(sandbox.run(&with(&["--games", "4", "--json"]), "").code, Some(0));
    for (more, setting) in [
        (["--seed", "2"], "'seed 1' and not 'seed 2'"),
        (["--gain", "0.1"], "'gain 0.01' and not 'gain 0.1'"),
        (["--komi", "0.5"], "komi 0.5"),
        (["--openings", "balanced"], "'openings none' and not 'openings balanced 2'"),
    ] {
        let output = sandbox.run(&with(&more), "");
        assert_eq!((output.out.as_str(), output.code), ("", Some(2)), "{output}");
        assert!(output.err.contains("ponnuki.db has a tuning with other settings"), "{output}");
        assert!(output.err.contains(setting) && output.err.contains("or another ledger"), "{output}");
    }
    let elsewhere = sandbox.run(&with(&["--seed", "2", "--games", "4", "--json", "--ledger", "two.db"]), "");
    assert_eq!(objects(&elsewhere).len(), 5);
    let longer = sandbox.run(&with(&["--games", "8", "--json"]), "");
    assert_eq!(objects(&longer).len(), 5, "four more games");
    assert!(longer.err.contains("ponnuki.db has 4 games of this tuning, which is resumed"), "{longer}");
    let output = sandbox.run(&["report", "ponnuki.db"], "");
    assert!(output.code == Some(1) && output.err.contains("the ledger has only a tuning"), "{output}");
}

#[test]
fn what_cannot_be_tuned_gets_one_sentence() {
    let sandbox = Sandbox::new();
    for (player, params, sentence) in [
        ("mcts", "exploraton", "mcts has no parameter exploraton: did you mean exploration?"),
        (
            "mcts",
            "symmetries",
            "mcts's symmetries cannot be tuned: it takes true or false, and tuning needs a quantity",
        ),
        ("random", "eyes", "random's eyes cannot be tuned: it takes one of keep, fill"),
        ("mcts", "model", "mcts's model cannot be tuned: it takes any text"),
        ("mcts", "variety", "mcts's variety starts at 0, so it needs a range: write variety=LOW..HIGH"),
        ("mcts", "playout-rave=0..3000", "mcts's playout-rave has no effect when playout-share=0"),
        ("mcts", "exploration=-1..1", "cannot be tuned from -1 to 1: it takes a number from 0 to 100"),
        ("mcts", "exploration=2..1", "is not a parameter to tune: write NAME or NAME=LOW..HIGH"),
        ("mcts", "exploration=2..3", "exploration starts at 1, which is not from 2 to 3"),
        ("mcts", "exploration,urgency,exploration", "the parameter exploration is given twice"),
        ("rnadom", "eyes", "there is no player called rnadom: did you mean random?"),
    ] {
        let output = sandbox.run(&["tune", player, "--params", params], "");
        assert_eq!((output.out.as_str(), output.code), ("", Some(2)), "{output}");
        assert!(output.err.contains(sentence), "{output}");
    }
    for (more, sentence) in [
        (["--games", "3"], "expected an even number, 2 or more"),
        (["--gain", "0"], "expected a share above 0, up to 1"),
        (["--perturbation", "2"], "expected a share above 0, up to 1"),
        (["--handicap", "99"], "99 handicap stones have no fixed places"),
    ] {
        let output = sandbox.run(&with(&more), "");
        assert!(output.code == Some(2) && output.err.contains(sentence), "{output}");
    }
    assert!(!sandbox.path("ponnuki.db").exists());
}
