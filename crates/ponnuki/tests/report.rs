//! A match is played, and its ledger reported.

mod common;

use common::Room;

#[test]
fn a_match_is_reported_in_the_format_that_is_wanted() {
    let room = Room::new();
    let told = room.run(&["match", "random", "random:eyes=fill", "--games", "6", "--size", "4", "--json"], "");
    assert_eq!(told.code, Some(0), "{told}");
    room.run(&["report", "ponnuki.db"], "").says(&[
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
    let told = room.run(&["report", "ponnuki.db", "--json", "--anchor", "random:eyes=keep=100"], "");
    let report: serde_json::Value = serde_json::from_str(&told.out).unwrap_or_else(|_| panic!("{told}"));
    let anchored = report["players"].as_array().unwrap().iter().find(|player| player["player"] == "random").unwrap();
    assert_eq!((&report["games"], &anchored["elo"]), (&6.into(), &100.0.into()), "by the shortest specification");
    let told = room.run(&["report", "ponnuki.db", "--out", "report.html", "--event", "random v random:eyes=fill"], "");
    assert_eq!((told.err.as_str(), told.code), ("ponnuki: the report is in report.html\n", Some(0)), "{told}");
    assert!(room.read("report.html").starts_with("<!DOCTYPE html>"));
}

#[test]
fn a_report_that_cannot_be_says_why() {
    let room = Room::new();
    let complaint = |args: &[&str]| {
        let told = room.run(args, "");
        assert_eq!(told.out, "", "{told}");
        told.err
    };
    assert_eq!(complaint(&["report", "gone.db"]), "ponnuki: there is no ledger gone.db\n");
    assert!(
        complaint(&["report", "x.db", "--format", "pdf"])
            .contains("expected text, md, csv, json, html, latex or svg (the ratings as a picture)")
    );
    assert!(complaint(&["report", "x.db", "--anchor", "random"]).contains("such as random=0"));
    room.run(&["match", "random", "random", "--games", "1", "--size", "3", "--json"], "");
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
    let room = Room::new();
    room.run(&["match", "random", "random:eyes=fill", "--games", "3", "--size", "4", "--json"], "");
    let told = room.run(&["report", "ponnuki.db", "-o", "games.sgf"], "");
    assert_eq!(
        (told.err.as_str(), told.code),
        ("ponnuki: the collection of 3 games is in games.sgf\n", Some(0)),
        "{told}"
    );
    assert_eq!(room.run(&["report", "ponnuki.db", "--format", "sgf"], "").out, room.read("games.sgf"));
    let told = room.run(&["report", "ponnuki.db", "-o", "games.sgf", "--anchor", "random=0"], "");
    assert_eq!(told.code, Some(2), "{told}");
    room.run(&["study", "--player", "random", "games.sgf"], "").says(&["random", " 3 "]);
}
