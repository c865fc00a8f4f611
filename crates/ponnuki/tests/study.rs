//! `ponnuki study` and `ponnuki review`, as people use them.

mod common;

use std::io::Write;

use common::{Room, Told};
use serde_json::Value;

/// A folder `games` with two short games on 5x5.
fn room() -> Room {
    let room = Room::new();
    std::fs::create_dir(room.path("games")).unwrap();
    room.write("games/a.sgf", "(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[bb];B[bc];W[cb];B[dc])");
    room.write("games/b.sgf", "(;SZ[5]DT[1990];B[cc];W[dd])");
    room
}

fn objects(told: &Told) -> Vec<Value> {
    told.out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|_| panic!("{told}"))).collect()
}

/// Fails unless the program gave up with that sentence.
#[track_caller]
fn complains(room: &Room, args: &[&str], sentence: &str) {
    let told = room.run(args, "");
    assert_eq!((told.out.as_str(), told.code), ("", Some(1)), "{told}");
    assert_eq!(told.err, format!("ponnuki: {sentence}\n"));
}

#[test]
fn players_are_compared_on_the_same_positions() {
    let told = room().run(&["study", "--player", "random", "--player", "greedy:otherwise=anything", "games"], "");
    assert_eq!(told.code, Some(0), "{told}");
    told.says(&[
        "player",
        "games  positions   error",
        "top10\n",
        "random",
        "2          7  0.",
        "greedy:otherwise=anything",
        "%\n",
    ]);
    assert!(told.err.contains("2 games, 7 positions, "), "{told}");
}

#[test]
fn the_json_has_the_names_that_scripts_rely_on() {
    let told =
        room().run(&["study", "--player", "greedy:otherwise=anything", "--player", "random", "games", "--json"], "");
    let objects = objects(&told);
    assert_eq!(objects.len(), 2, "{told}");
    let greedy = &objects[0];
    assert_eq!((&greedy["player"], &greedy["positions"]), (&"greedy:otherwise=anything".into(), &7.into()));
    assert_eq!((&greedy["error"], &greedy["games"]), (&0.5.into(), &2.into()), "nothing was captured");
    for key in ["top1", "top3", "top5", "top10"] {
        assert!(greedy[key].as_f64().is_some_and(|share| (0.0..=1.0).contains(&share)), "{key}: {told}");
    }
    assert!(greedy["held_out"].is_null() && greedy["passes"].as_array().unwrap().len() == 1);
}

#[test]
fn passes_and_games_that_are_held_out_are_told_apart() {
    let room = room();
    let told = room.run(&["study", "--player", "greedy", "games", "--passes", "2", "--holdout", "1"], "");
    told.says(&["greedy, pass 1, held out", "greedy, pass 2, held out"]);
    assert!(!told.out.contains("greedy, pass 1  "), "{told}");
    let told = room.run(&["study", "--player", "greedy", "games", "--games", "1", "--seed", "3", "--json"], "");
    assert_eq!(objects(&told)[0]["games"], 1);
    let told = room.run(&["study", "--player", "greedy", "games", "--filter", "date=1990", "--json"], "");
    assert_eq!(objects(&told)[0]["positions"], 2);
}

#[test]
fn what_was_found_is_written_into_a_folder() {
    let room = room();
    let told = room.run(&["study", "--player", "greedy", "--player", "greedy", "games", "--out", "found/here"], "");
    assert_eq!(told.code, Some(0), "{told}");
    let series = room.read("found/here/greedy.series.csv");
    assert!(series.starts_with("pass,set,game,move,error\n1,studied,1,1,") && series.lines().count() == 8, "{series}");
    assert_eq!(room.read("found/here/greedy.study.csv").lines().count(), 2);
    assert_eq!(room.read("found/here/greedy.nrm.csv").lines().count(), 51);
    assert_eq!(room.read("found/here/greedy.moves.csv").lines().count(), 6);
    assert_eq!(room.read("found/here/greedy-2.series.csv"), series);
    let summary: Value = serde_json::from_str(&room.read("found/here/summary.json")).unwrap();
    assert_eq!((&summary["finished"], &summary["players"][1]["files"]), (&true.into(), &"greedy-2".into()));
    assert_eq!(summary["players"][0]["positions"], 7);
}

#[test]
fn a_study_that_cannot_be_says_why() {
    let room = room();
    std::fs::create_dir(room.path("empty")).unwrap();
    room.write("broken.sgf", "no record");
    complains(
        &room,
        &["study", "--player", "random", "empty"],
        "empty cannot be studied: there is no game that can be studied (0 games)",
    );
    complains(&room, &["study", "--player", "random", "gone"], "there is no file or folder gone");
    let told = room.run(&["study", "--player", "random", "broken.sgf"], "");
    assert!(
        told.err.starts_with("ponnuki: broken.sgf cannot be studied: there is no game that can be studied (0 games, 1")
    );
    let told = room.run(&["study", "--player", "uct", "games"], "");
    assert!(
        told.err.starts_with("ponnuki: games cannot be studied: uct does not rank moves: players that do are random, "),
        "{told}"
    );
    assert_eq!((told.err.lines().count(), told.code), (1, Some(1)), "{told}");
    let told = room.run(&["study", "--player", "random", "games", "--holdout", "2"], "");
    assert!(told.code == Some(2) && told.err.contains("a share is a number from 0 to 1, such as 0.1"), "{told}");
}

#[test]
fn games_that_cannot_be_studied_are_named_and_the_others_are() {
    let room = room();
    room.write("games/c.sgf", "(;SZ[5];B[cc];W[cc])");
    let told = room.run(&["study", "--player", "greedy", "games", "--json"], "");
    assert_eq!((objects(&told)[0]["games"].as_u64(), told.code), (Some(2), Some(0)), "{told}");
    assert!(told.err.contains("1 skipped: illegal move (such as games/c.sgf: move 2"), "{told}");
}

#[test]
#[cfg(unix)]
fn an_interrupted_study_writes_what_it_has() {
    let room = room();
    let mut args = vec!["study", "--player", "rave:playouts=20000,seed=1", "games", "--out", "found", "--json"];
    args.extend(["--passes", "1000000"]);
    let told = room.interrupt_at(" positions, ", &args);
    assert_eq!(told.code, Some(130), "{told}");
    assert!(told.err.contains("stopping and saving the results so far"), "{told}");
    assert!(told.err.ends_with("these are the figures of what was studied until then\n"), "{told}");
    let summary: Value = serde_json::from_str(&room.read("found/summary.json")).unwrap();
    assert_eq!((&summary["finished"], objects(&told).len()), (&false.into(), 1), "{told}");
}

/// A folder `games` with a game that Black wins, one that White wins, and one that nobody does.
fn decided() -> Room {
    let room = room();
    room.write("games/a.sgf", "(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[bc];W[cb];B[dc])");
    room.write("games/b.sgf", "(;SZ[5]KM[24.5]RE[W+0.5];B[cc];W[dd];B[dc])");
    room.write("games/c.sgf", "(;SZ[5]KM[0.5]RE[Void];B[cc])");
    room
}

#[test]
fn players_are_asked_who_will_win() {
    let room = decided();
    let uct = "uct:playouts=40";
    let told = room.run(&["study", "winners", "--player", uct, "games", "--every", "1", "--plot", "winners.svg"], "");
    assert_eq!(told.code, Some(0), "{told}");
    told.says(&[
        "player",
        "moves  games  positions",
        "right",
        "±",
        "Brier",
        "1-20      2          8 ",
        "all      2          8 ",
    ]);
    assert!(told.err.contains("2 games, 8 positions, ") && told.err.contains("no winner or no komi: 1\n"), "{told}");
    assert!(room.read("winners.svg").contains("Brier score"));
    let told =
        room.run(&["study", "winners", "--player", uct, "--player", "net", "games", "--json", "--every", "2"], "");
    let objects = objects(&told);
    assert_eq!((objects.len(), &objects[0]["positions"]), (2, &objects[1]["positions"]), "{told}");
    assert_eq!((&objects[1]["player"], &objects[0]["games"]), (&"net".into(), &2.into()));
    assert!(objects[1]["brier"].as_f64().is_some_and(|score| (0.0..=1.0).contains(&score)), "{told}");
}

#[test]
fn winners_that_cannot_be_asked_for_say_why() {
    let room = decided();
    complains(
        &room,
        &["study", "winners", "--player", "random", "games", "--every", "1"],
        "games cannot be studied: random does not report a win rate: use one that does, such as net or mcts",
    );
    complains(
        &room,
        &["study", "winners", "--player", "net", "games/c.sgf"],
        "games/c.sgf cannot be studied: there is no game with a winner and a komi (0 games; 1 without)",
    );
    complains(
        &room,
        &["study", "winners", "--player", "net", "games", "--every", "1000"],
        "no game is long enough to be asked about one position in 1000",
    );
}

#[test]
#[cfg(unix)]
fn an_interrupted_question_of_winners_tells_what_there_is() {
    let room = Room::new();
    room.write("many.sgf", &"(;SZ[5]KM[0.5]RE[B+R];B[cc];W[bb];B[bc];W[cb];B[dc])".repeat(5000));
    let args = ["study", "winners", "--player", "uct:playouts=20000", "many.sgf", "--every", "1", "--json"];
    let told = room.interrupt_at(" positions, ", &args);
    assert!(told.err.ends_with("these are the figures of what was asked until then\n"), "{told}");
    assert_eq!((told.code, objects(&told).len()), (Some(130), 1), "{told}");
}

#[test]
fn a_review_reads_a_compressed_record() {
    let room = room();
    let file = std::fs::File::create(room.path("a.sgf.gz")).unwrap();
    let mut file = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
    file.write_all(room.read("games/a.sgf").as_bytes()).unwrap();
    file.finish().unwrap();
    let review = |game: &str| room.run(&["review", game, "--player", "greedy"], "").out;
    assert!(!review("a.sgf.gz").is_empty());
    assert_eq!(review("a.sgf.gz"), review("games/a.sgf"));
}

#[test]
fn a_review_is_told_and_written() {
    let room = room();
    let told = room.run(
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
    assert_eq!(told.code, Some(0), "{told}");
    told.says(&[
        "move  side  point  grade       points  win rate  rank error  rank        best",
        "   2  white B4 ",
        "   5  black D3 ",
        "both: 4 moves, mean rank error 0.",
        "Black: 2",
        "White: 2",
    ]);
    let sgf = room.read("reviewed.sgf");
    assert!(
        sgf.contains("PB[Jowa]") && sgf.matches("C[Review by greedy: ").count() == 4 && sgf.contains("LB["),
        "{sgf}"
    );
    let page = room.read("review.html");
    assert!(page.contains("<h1>Jowa v Gennan</h1>") && page.matches("<figure").count() == 4);
    assert!(room.read("review.svg").contains("rank error"));
    let told = room.run(&["review", "reviewed.sgf", "--player", "greedy", "--json", "--to", "1"], "");
    let objects = objects(&told);
    assert_eq!(
        (&objects[0]["point"], &objects[0]["legal"], &objects[1]["moves"]),
        (&"C3".into(), &25.into(), &1.into())
    );
}

#[test]
fn a_review_that_cannot_be_says_why() {
    let room = room();
    room.write("broken.sgf", "(;SZ[5];B[cc];W[cc])");
    room.write("passes.sgf", "(;SZ[5];B[];W[])");
    complains(
        &room,
        &["review", "broken.sgf", "--player", "greedy"],
        "the game in broken.sgf cannot be reviewed: move 2, white at C3, is illegal: the point is occupied",
    );
    complains(
        &room,
        &["review", "passes.sgf", "--player", "greedy"],
        "the game in passes.sgf cannot be reviewed: there is no move to review: the record has 2 moves, and passes are not \
         ranked",
    );
    complains(
        &room,
        &["review", "games/a.sgf", "--player", "greedy", "--against", "iku"],
        "this is not the game of the thesis's chapter 6: its move 1 is R16, here it is C3",
    );
    let told = room.run(&["review", "games/a.sgf", "--player", "greedy", "--time", "long"], "");
    assert_eq!(told.code, Some(2), "{told}");
    assert!(told.err.contains("expected a time such as 2s, 500ms or 1m30s"), "{told}");
}

#[test]
fn a_search_reviews_by_win_rate_and_the_review_is_read_back() {
    let room = room();
    let args = ["review", "games/a.sgf", "--player", "uct", "--playouts", "200", "--json"];
    let told = room.run(&[&args[..], &["-o", "first.sgf"]].concat(), "");
    assert_eq!(told.code, Some(0), "{told}");
    let found = objects(&told);
    let number = |value: &serde_json::Value| value.as_f64().unwrap_or(-1.0);
    let (game, moves) = found.split_last().unwrap();
    assert!(moves.iter().all(|mv| (0.0..=1.0).contains(&number(&mv["win_rate_loss"]))), "{told}");
    assert_eq!((number(&game["moves"]) as usize, &game["player"]), (moves.len(), &"uct".into()));
    let sgf = room.read("first.sgf");
    assert_eq!(sgf.matches("Review by uct (200 playouts): ").count(), moves.len(), "{sgf}");
    let told = room.run(&["review", "first.sgf", "--player", "greedy", "-o", "second.sgf"], "");
    assert_eq!(told.code, Some(0), "{told}");
    let sgf = room.read("second.sgf");
    assert!(!sgf.contains("uct") && !sgf.contains("SBKV["), "another review replaces the first: {sgf}");
}
