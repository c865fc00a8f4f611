//! Openings are grouped, looked into and walked through.

mod common;

use common::Room;

/// Clusters and a book of two games on 5x5 that part after the second move.
fn room() -> Room {
    let room = Room::new();
    room.write("games.sgf", "(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[dd];B[cd])(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[dd];B[dc])");
    for (what, options) in
        [("clusters", ["--moves", "3", "--clusters", "8"]), ("book", ["--moves", "2", "--least", "2"])]
    {
        let args = ["learn", what, "games.sgf", "--size", "5", "-o", &format!("{what}.model")];
        let told = room.run(&[&args[..], &options[..]].concat(), "");
        assert_eq!(told.code, Some(0), "{told}");
    }
    room
}

#[test]
fn a_position_is_shown_with_what_was_played_there() {
    let room = room();
    let told = room.run(&["openings", "show", "--model", "clusters.model", "C3", "D2", "--plot", "board.svg"], "");
    told.says(&["after 2 moves, cluster", "cosine 1.000", "C2", "50.0%"]);
    assert!(told.out.contains("D3"), "{told}");
    assert!(room.read("board.svg").contains(">50</text>"));
}

#[test]
fn the_clusters_of_professionals_come_with_the_program() {
    Room::new().run(&["openings", "show"], "").says(&["after 0 moves, cluster 1 of 1", "Q16"]);
}

#[test]
fn an_opening_is_walked_through_by_letters_and_points() {
    let told = room().run(&["openings", "explore", "--model", "clusters.model"], "a\nZ9\nD2\nundo\nz\nquit\n");
    told.says(&["after 0 moves", "after 1 moves", "Z9", "after 2 moves", "after 1 moves", "no move is marked z"]);
    assert_eq!(told.code, Some(0), "{told}");
}

#[test]
fn games_that_were_learnt_from_are_all_found() {
    let args = ["openings", "accuracy", "--model", "clusters.model", "games.sgf", "--plot", "figure.svg", "--json"];
    let room = room();
    let told = room.run(&args, "");
    let found: serde_json::Value = serde_json::from_str(&told.out).unwrap_or_else(|_| panic!("{told}"));
    for number in 0..3 {
        assert_eq!(found["moves"][number]["found"], 1.0, "{told}");
    }
    assert!(room.read("figure.svg").contains("move number"));
}

#[test]
fn it_is_told_how_long_games_stay_in_the_book() {
    let room = room();
    let told = room.run(&["openings", "usage", "--book", "book.model", "games.sgf", "--name", "Jowa", "--json"], "");
    assert_eq!(told.out, "{\"black\":[0,2],\"white\":[]}\n", "{told}");
    let told = room.run(&["openings", "usage", "--book", "book.model", "games.sgf", "--name", "Shusaku"], "");
    assert!(told.err.starts_with("ponnuki: there are no games of a player whose name contains 'Shusaku'"), "{told}");
}
