//! Openings are grouped, looked into and walked through.

mod common;

use common::Sandbox;

/// Clusters and a book of two games on 5x5 that part after the second move.
fn sandbox() -> Sandbox {
    let sandbox = Sandbox::new();
    sandbox
        .write("games.sgf", "(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[dd];B[cd])(;SZ[5]PB[Jowa]PW[Gennan];B[cc];W[dd];B[dc])");
    for (what, options) in
        [("clusters", ["--moves", "3", "--clusters", "8"]), ("book", ["--moves", "2", "--least", "2"])]
    {
        let args = ["learn", what, "games.sgf", "--size", "5", "-o", &format!("{what}.model")];
        let output = sandbox.run(&[&args[..], &options[..]].concat(), "");
        assert_eq!(output.code, Some(0), "{output}");
    }
    sandbox
}

#[test]
fn a_position_is_shown_with_what_was_played_there() {
    let sandbox = sandbox();
    let output = sandbox.run(&["openings", "show", "--model", "clusters.model", "C3", "D2", "--plot", "board.svg"], "");
    output.says(&["after 2 moves, cluster", "cosine 1.000", "C2", "50.0%"]);
    assert!(output.out.contains("D3"), "{output}");
    assert!(sandbox.read("board.svg").contains(">50</text>"));
}

#[test]
fn the_clusters_of_professionals_come_with_the_program() {
    Sandbox::new().run(&["openings", "show"], "").says(&["after 0 moves, cluster 1 of 1", "Q16"]);
}

#[test]
fn an_opening_is_walked_through_by_letters_and_points() {
    let output = sandbox().run(&["openings", "explore", "--model", "clusters.model"], "a\nZ9\nD2\nundo\nz\nquit\n");
    output.says(&["after 0 moves", "after 1 moves", "Z9", "after 2 moves", "after 1 moves", "no move is marked z"]);
    assert_eq!(output.code, Some(0), "{output}");
}

#[test]
fn games_that_were_learnt_from_are_all_found() {
    let args = ["openings", "accuracy", "--model", "clusters.model", "games.sgf", "--plot", "figure.svg", "--json"];
    let sandbox = sandbox();
    let output = sandbox.run(&args, "");
    let found: serde_json::Value = serde_json::from_str(&output.out).unwrap_or_else(|_| panic!("{output}"));
    for number in 0..3 {
        assert_eq!(found["moves"][number]["found"], 1.0, "{output}");
    }
    assert!(sandbox.read("figure.svg").contains("move number"));
}

#[test]
fn it_is_told_how_long_games_stay_in_the_book() {
    let sandbox = sandbox();
    let output =
        sandbox.run(&["openings", "usage", "--book", "book.model", "games.sgf", "--name", "Jowa", "--json"], "");
    assert_eq!(output.out, "{\"black\":[0,2],\"white\":[]}\n", "{output}");
    let output = sandbox.run(&["openings", "usage", "--book", "book.model", "games.sgf", "--name", "Shusaku"], "");
    assert!(
        output.err.starts_with("ponnuki: there are no games of a player whose name contains 'Shusaku'"),
        "{output}"
    );
}
