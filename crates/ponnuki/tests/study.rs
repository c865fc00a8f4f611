//! `ponnuki study` and `ponnuki review`, as people use them.

mod common;

use std::io::Write;

use common::{Output, Sandbox};
use serde_json::Value;

/// A folder `games` with two short games on 5x5.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("games")).unwrap();
    sandbox.write("games/a.sgf", "(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[bb];B[bc];W[cb];B[dc])");
    sandbox.write("games/b.sgf", "(;SZ[5]DT[1990];B[cc];W[dd])");
    sandbox
}

fn objects(output: &Output) -> Vec<Value> {
    output.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{output}"))).collect()
}

/// Fails unless the program gave up with that sentence.
#[track_caller]
fn complains(sandbox: &Sandbox, args: &[&str], sentence: &str) {
    let output = sandbox.run(args, "");
    assert_eq!((output.out.as_str(), output.code), ("", Some(1)), "{output}");
    assert_eq!(output.err, format!("ponnuki: {sentence}\n"));
}

#[test]
fn players_are_compared_on_the_same_positions() {
    let output = sandbox().run(&["study", "--player", "random", "--player", "greedy:otherwise=anything", "games"], "");
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&[
        "player",
        "games  positions   error",
        "top10\n",
        "random",
        "2          7  0.",
        "greedy:otherwise=anything",
        "%\n",
    ]);
    assert!(output.err.contains("2 games, 7 positions, "), "{output}");
}

#[test]
fn the_json_has_the_names_that_scripts_rely_on() {
    let output =
        sandbox().run(&["study", "--player", "greedy:otherwise=anything", "--player", "random", "games", "--json"], "");
    let objects = objects(&output);
    assert_eq!(objects.len(), 2, "{output}");
    let greedy = &objects[0];
    assert_eq!((&greedy["player"], &greedy["positions"]), (&"greedy:otherwise=anything".into(), &7.into()));
    assert_eq!((&greedy["error"], &greedy["games"]), (&0.5.into(), &2.into()), "nothing was captured");
    for key in ["top1", "top3", "top5", "top10"] {
        assert!(greedy[key].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)), "{key}: {output}");
    }
    assert!(greedy["held_out"].is_null() && greedy["passes"].as_array().unwrap().len() == 1);
}

#[test]
fn passes_and_games_that_are_held_out_are_told_apart() {
    let sandbox = sandbox();
    let output = sandbox.run(&["study", "--player", "greedy", "games", "--passes", "2", "--holdout", "1"], "");
    output.says(&["greedy, pass 1, held out", "greedy, pass 2, held out"]);
    assert!(!output.out.contains("greedy, pass 1  "), "{output}");
    let output = sandbox.run(&["study", "--player", "greedy", "games", "--games", "1", "--seed", "3", "--json"], "");
    assert_eq!(objects(&output)[0]["games"], 1);
    let output = sandbox.run(&["study", "--player", "greedy", "games", "--filter", "date=1990", "--json"], "");
    assert_eq!(objects(&output)[0]["positions"], 2);
}

#[test]
fn what_was_found_is_written_into_a_folder() {
    let sandbox = sandbox();
    let output =
        sandbox.run(&["study", "--player", "greedy", "--player", "greedy", "games", "--out", "found/here"], "");
    assert_eq!(output.code, Some(0), "{output}");
    let series = sandbox.read("found/here/greedy.series.csv");
    assert!(series.starts_with("pass,set,game,move,error\n1,studied,1,1,") && series.lines().count() == 8, "{series}");
    assert_eq!(sandbox.read("found/here/greedy.study.csv").lines().count(), 2);
    assert_eq!(sandbox.read("found/here/greedy.nrm.csv").lines().count(), 51);
    assert_eq!(sandbox.read("found/here/greedy.moves.csv").lines().count(), 6);
    assert_eq!(sandbox.read("found/here/greedy-2.series.csv"), series);
    let summary: Value = serde_json::from_str(&sandbox.read("found/here/summary.json")).unwrap();
    assert_eq!((&summary["finished"], &summary["players"][1]["files"]), (&true.into(), &"greedy-2".into()));
    assert_eq!(summary["players"][0]["positions"], 7);
}

#[test]
fn a_study_that_cannot_be_says_why() {
    let sandbox = sandbox();
    std::fs::create_dir(sandbox.path("empty")).unwrap();
    sandbox.write("broken.sgf", "no record");
    complains(
        &sandbox,
        &["study", "--player", "random", "empty"],
        "empty cannot be studied: there is no game that can be studied (0 games)",
    );
    complains(&sandbox, &["study", "--player", "random", "gone"], "there is no file or folder gone");
    let output = sandbox.run(&["study", "--player", "random", "broken.sgf"], "");
    assert!(
        output
            .err
            .starts_with("ponnuki: broken.sgf cannot be studied: there is no game that can be studied (0 games, 1")
    );
    let output = sandbox.run(&["study", "--player", "uct", "games"], "");
    assert!(
        output
            .err
            .starts_with("ponnuki: games cannot be studied: uct does not rank moves: players that do are random, "),
        "{output}"
    );
    assert_eq!((output.err.lines().count(), output.code), (1, Some(1)), "{output}");
    let output = sandbox.run(&["study", "--player", "random", "games", "--holdout", "2"], "");
    assert!(output.code == Some(2) && output.err.contains("a share is a number from 0 to 1, such as 0.1"), "{output}");
}

#[test]
fn games_that_cannot_be_studied_are_named_and_the_others_are() {
    let sandbox = sandbox();
    sandbox.write("games/c.sgf", "(;SZ[5];B[cc];W[cc])");
    let output = sandbox.run(&["study", "--player", "greedy", "games", "--json"], "");
    assert_eq!((objects(&output)[0]["games"].as_u64(), output.code), (Some(2), Some(0)), "{output}");
    assert!(output.err.contains("1 skipped: illegal move (such as games/c.sgf: move 2"), "{output}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_study_writes_what_it_has() {
    let sandbox = sandbox();
    let mut args = vec!["study", "--player", "rave:playouts=20000,seed=1", "games", "--out", "found", "--json"];
    args.extend(["--passes", "1000000"]);
    let output = sandbox.interrupt_at(" positions, ", &args);
    assert_eq!(output.code, Some(130), "{output}");
    assert!(output.err.contains("stopping and saving the results so far"), "{output}");
    assert!(output.err.ends_with("these are the figures of what was studied until then\n"), "{output}");
    let summary: Value = serde_json::from_str(&sandbox.read("found/summary.json")).unwrap();
    assert_eq!((&summary["finished"], objects(&output).len()), (&false.into(), 1), "{output}");
}

/// A folder `games` with a game that Black wins, one that White wins, and one without a winner.
fn decided() -> Sandbox {
    let sandbox = sandbox();
    sandbox.write("games/a.sgf", "(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[bc];W[cb];B[dc])");
    sandbox.write("games/b.sgf", "(;SZ[5]KM[24.5]RE[W+0.5];B[cc];W[dd];B[dc])");
    sandbox.write("games/c.sgf", "(;SZ[5]KM[0.5]RE[Void];B[cc])");
    sandbox
}

#[test]
fn players_are_asked_who_will_win() {
    let sandbox = decided();
    let uct = "uct:playouts=40";
    let output =
        sandbox.run(&["study", "winners", "--player", uct, "games", "--every", "1", "--plot", "winners.svg"], "");
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&[
        "player",
        "moves  games  positions",
        "right",
        "±",
        "Brier",
        "1-20      2          8 ",
        "all      2          8 ",
    ]);
    assert!(
        output.err.contains("2 games, 8 positions, ") && output.err.contains("no winner or no komi: 1\n"),
        "{output}"
    );
    assert!(sandbox.read("winners.svg").contains("Brier score"));
    let output =
        sandbox.run(&["study", "winners", "--player", uct, "--player", "net", "games", "--json", "--every", "2"], "");
    let objects = objects(&output);
    assert_eq!((objects.len(), &objects[0]["positions"]), (2, &objects[1]["positions"]), "{output}");
    assert_eq!((&objects[1]["player"], &objects[0]["games"]), (&"net".into(), &2.into()));
    assert!(objects[1]["brier"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)), "{output}");
}

#[test]
fn winners_that_cannot_be_asked_for_say_why() {
    let sandbox = decided();
    complains(
        &sandbox,
        &["study", "winners", "--player", "random", "games", "--every", "1"],
        "games cannot be studied: random does not report a win rate: use one that does, such as net or mcts",
    );
    complains(
        &sandbox,
        &["study", "winners", "--player", "net", "games/c.sgf"],
        "games/c.sgf cannot be studied: there is no game with a winner and a komi (0 games; 1 without)",
    );
    complains(
        &sandbox,
        &["study", "winners", "--player", "net", "games", "--every", "1000"],
        "no game is long enough to be asked about one position in 1000",
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_question_of_winners_tells_what_there_is() {
    let sandbox = Sandbox::new();
    sandbox.write("many.sgf", &"(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[bc];W[cb];B[dc])".repeat(5000));
    let args = ["study", "winners", "--player", "uct:playouts=20000", "many.sgf", "--every", "1", "--json"];
    let output = sandbox.interrupt_at(" positions, ", &args);
    assert!(output.err.ends_with("these are the figures of what was asked until then\n"), "{output}");
    assert_eq!((output.code, objects(&output).len()), (Some(130), 1), "{output}");
}

#[test]
fn a_review_reads_a_compressed_record() {
    let sandbox = sandbox();
    let file = std::fs::File::create(sandbox.path("a.sgf.gz")).unwrap();
    let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    file.write_all(sandbox.read("games/a.sgf").as_bytes()).unwrap();
    file.finish().unwrap();
    let review = |game: &str| sandbox.run(&["review", game, "--player", "greedy"], "").out;
    assert!(!review("a.sgf.gz").is_empty());
    assert_eq!(review("a.sgf.gz"), review("games/a.sgf"));
}

#[test]
fn a_review_is_told_and_written() {
    let sandbox = sandbox();
    let output = sandbox.run(
        &[
            "review",
            "games/a.sgf",
            "--player",
            "greedy",
            "-o",
            "reviewed.sgf",
            "--html",
            "review.html",
            "--plot",
            "review.svg",
            "--from",
            "2",
        ],
        "",
    );
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&[
        "move  side  point  grade       points  win rate  rank error  rank        best",
        "   2  white B4 ",
        "   5  black D3 ",
        "both: 4 moves, mean rank error 0.",
        "Black: 2",
        "White: 2",
    ]);
    let sgf = sandbox.read("reviewed.sgf");
    assert!(
        sgf.contains("PB[Jowa]") && sgf.matches("C[Review by greedy: ").count() == 4 && sgf.contains("LB["),
        "{sgf}"
    );
    let page = sandbox.read("review.html");
    assert!(page.contains("<h1>Jowa v Gennan</h1>") && page.matches("<figure").count() == 4);
    assert!(sandbox.read("review.svg").contains("rank error"));
    let output = sandbox.run(&["review", "reviewed.sgf", "--player", "greedy", "--json", "--to", "1"], "");
    let objects = objects(&output);
    assert_eq!(
        (&objects[0]["point"], &objects[0]["legal"], &objects[1]["moves"]),
        (&"C3".into(), &25.into(), &1.into())
    );
}

#[test]
fn a_review_that_cannot_be_says_why() {
    let sandbox = sandbox();
    sandbox.write("broken.sgf", "(;SZ[5];B[cc];W[cc])");
    sandbox.write("passes.sgf", "(;SZ[5];B[];W[])");
    complains(
        &sandbox,
        &["review", "broken.sgf", "--player", "greedy"],
        "the game in broken.sgf cannot be reviewed: move 2, white at C3, is illegal: the point is occupied",
    );
    complains(
        &sandbox,
        &["review", "passes.sgf", "--player", "greedy"],
        "the game in passes.sgf cannot be reviewed: there is no move to review: the record has 2 moves, and passes are \
         not ranked",
    );
    complains(
        &sandbox,
        &["review", "games/a.sgf", "--player", "greedy", "--against", "iku"],
        "this is not the game of the thesis's chapter 6: its move 1 is R16, here it is C3",
    );
    let output = sandbox.run(&["review", "games/a.sgf", "--player", "greedy", "--time", "long"], "");
    assert_eq!(output.code, Some(2), "{output}");
    assert!(output.err.contains("expected a time such as 2s, 500ms or 1m30s"), "{output}");
}

#[test]
fn a_search_reviews_by_win_rate_and_the_review_is_read_back() {
    let sandbox = sandbox();
    let args = ["review", "games/a.sgf", "--player", "uct", "--playouts", "200", "--json"];
    let output = sandbox.run(&[&args[..], &["-o", "first.sgf"]].concat(), "");
    assert_eq!(output.code, Some(0), "{output}");
    let found = objects(&output);
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(-1.0);
    let (game, moves) = found.split_last().unwrap();
    assert!(moves.iter().all(|mv| (0.0..=1.0).contains(&number(&mv["win_rate_loss"]))), "{output}");
    assert_eq!((number(&game["moves"]) as usize, &game["player"]), (moves.len(), &"uct".into()));
    let sgf = sandbox.read("first.sgf");
    assert_eq!(sgf.matches("Review by uct (200 playouts): ").count(), moves.len(), "{sgf}");
    let output = sandbox.run(&["review", "first.sgf", "--player", "greedy", "-o", "second.sgf"], "");
    assert_eq!(output.code, Some(0), "{output}");
    let sgf = sandbox.read("second.sgf");
    assert!(!sgf.contains("uct") && !sgf.contains("SBKV["), "another review replaces the first: {sgf}");
}
