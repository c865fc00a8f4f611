//! A match is played, and its ledger reported.

mod common;

use common::Sandbox;

#[test]
fn a_match_is_reported_in_the_format_that_is_wanted() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["match", "random", "random:eyes=fill", "--games", "6", "--size", "4", "--json"], "");
    assert_eq!(output.code, Some(0), "{output}");
    sandbox.run(&["report", "ponnuki.db"], "").says(&[
        "ponnuki\n6 games of 2 players",
        "Ratings\n",
        "random",
        "Cross table\n",
        "Pairs\n",
        "How games ended\n",
        "Time per move\n",
        "Events\n",
        "random v random:eyes=fill",
    ]);
    let output = sandbox.run(&["report", "ponnuki.db", "--json", "--anchor", "random:eyes=keep=100"], "");
    let report: serde_json::Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output}"));
    let anchored = report["players"].as_array().unwrap().iter().find(|player| player["player"] == "random").unwrap();
    assert_eq!((&report["games"], &anchored["elo"]), (&6.into(), &100.0.into()), "by the shortest specification");
    let output =
        sandbox.run(&["report", "ponnuki.db", "--out", "report.html", "--event", "random v random:eyes=fill"], "");
    assert_eq!((output.err.as_str(), output.code), ("ponnuki: the report is in report.html\n", Some(0)), "{output}");
    assert!(sandbox.read("report.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_report_that_cannot_be_says_why() {
    let sandbox = Sandbox::new();
    let complaint = |args: &[&str]| {
        let output = sandbox.run(args, "");
        assert_eq!(output.out, "", "{output}");
        output.err
    };
    assert_eq!(complaint(&["report", "gone.db"]), "ponnuki: there is no ledger gone.db\n");
    assert!(
        complaint(&["report", "x.db", "--format", "pdf"])
            .contains("expected text, md, csv, json, html, latex or svg (the ratings as a picture)")
    );
    assert!(complaint(&["report", "x.db", "--anchor", "random"]).contains("such as random=0"));
    sandbox.run(&["match", "random", "random", "--games", "1", "--size", "3", "--json"], "");
    assert_eq!(
        complaint(&["report", "ponnuki.db", "--event", "spring cup"]),
        "ponnuki: the ledger has no event 'spring cup': expected 'random v random'\n"
    );
    assert_eq!(
        complaint(&["report", "ponnuki.db", "--anchor", "rnadom=0"]),
        "ponnuki: 'rnadom' has played no game here, so it cannot be the anchor: expected 'random'\n"
    );
}

#[test]
fn the_games_of_a_ledger_are_had_as_records() {
    let sandbox = Sandbox::new();
    sandbox.run(&["match", "random", "random:eyes=fill", "--games", "3", "--size", "4", "--json"], "");
    let output = sandbox.run(&["report", "ponnuki.db", "-o", "games.sgf"], "");
    assert_eq!(
        (output.err.as_str(), output.code),
        ("ponnuki: the collection of 3 games is in games.sgf\n", Some(0)),
        "{output}"
    );
    assert_eq!(sandbox.run(&["report", "ponnuki.db", "--format", "sgf"], "").out, sandbox.read("games.sgf"));
    let output = sandbox.run(&["report", "ponnuki.db", "-o", "games.sgf", "--anchor", "random=0"], "");
    assert_eq!(output.code, Some(2), "{output}");
    sandbox.run(&["study", "--player", "random", "games.sgf"], "").says(&["random", " 3 "]);
}
