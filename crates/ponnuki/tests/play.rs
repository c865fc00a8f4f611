//! Games in the terminal, typed line by line.

mod common;

use std::io::Write;

use common::{Output, Sandbox, wait_until};

const TWO_PERSONS: [&str; 8] = ["play", "--white", "human", "--size", "5", "--komi", "0.5", "--ascii"];

/// A game between two persons on 5x5, one word a line.
fn two_persons(sandbox: &Sandbox, words: &str) -> Output {
    sandbox.run(&TWO_PERSONS, words.replace(' ', "\n") + "\n")
}

/// Black has the left of the board, White the right.
const WALLS: &str = "C3 D3 C2 D2 C1 D1 C4 D4 C5 D5";

#[test]
fn two_persons_play_a_whole_game_to_its_score() {
    let sandbox = Sandbox::new();
    let output = two_persons(&sandbox, &format!("{WALLS} pass pass done"));
    output.says(&[
        "Black (human) v White (human), 5x5, chinese rules, komi 0.5.",
        "Black (human), move 1> Black (human) plays C3.",
        "  3 . .(X). . 3",
        "White (human), move 2>",
        "Both have passed.",
        "Black (human) wins by 4.5 points: B+4.5.",
        "The game is kept in ponnuki-1.sgf.",
    ]);
    assert_eq!((output.code, output.err.as_str()), (Some(0), ""));
    let sgf = sandbox.read("ponnuki-1.sgf");
    assert!(sgf.contains("RE[B+4.5]") && sgf.contains("PB[human]") && sgf.contains(";B[cc];W[dc]"), "{sgf}");
}

/// A hint draws ranks on the board; a player that does not exist gets a sentence.
#[test]
fn a_person_may_ask_for_a_hint() {
    let sandbox = Sandbox::new();
    let args = ["play", "--white", "human", "--size", "9", "--ascii"];
    let output = sandbox.run(&args, "E5\nhint\nhint human\nhint randm\nquit\n");
    output.says(&[
        "preference would play 1 first.",
        "hint needs a player of `ponnuki players`, as in hint best",
        "there is no player called randm: did you mean random?",
    ]);
    let rows = output.out.lines().filter(|line| line.contains(" . "));
    assert!(rows.clone().any(|row| row.contains(" 1 ")) && rows.clone().any(|row| row.contains(" 2 ")), "{output}");
}

/// Black's wall on the left of a small board, and White's on the right: the points behind them are theirs by Bouzy.
#[test]
fn a_person_may_see_the_influence_of_both_sides() {
    let output = two_persons(&Sandbox::new(), &format!("{WALLS} influence quit"));
    assert!(output.out.contains("  3 b b X O w 3"), "{output}");
}

#[test]
fn stones_that_look_dead_are_marked_and_the_person_has_the_last_word() {
    let output = two_persons(&Sandbox::new(), &format!("{WALLS} pass A1 pass pass a1 E1 b1 A1 done"));
    output.says(&[
        "  1 o . X O . 1",
        "Both have passed. The small stones look dead.",
        "Dead stones (B+4.5 as marked)> ",
        "  1 O . X O . 1",
        "Dead stones (W+6.5 as marked)> there is no stone at E1",
        "Dead stones (W+6.5 as marked)> there is no stone at B1",
        "  1 o . X O . 1",
        "Dead stones (B+4.5 as marked)> Black (human) wins by 4.5 points: B+4.5.",
    ]);
}

#[test]
fn a_game_is_resumed_if_the_players_disagree_about_dead_stones() {
    let output = two_persons(&Sandbox::new(), "C3 pass pass resume B2 pass pass undo A1 pass pass done");
    output.says(&[
        "White (human), move 4> White (human) plays B2.",
        "White (human), move 6> White (human) plays A1.",
        ": ",
    ]);
}

#[test]
fn nonsense_gets_a_sentence_and_changes_nothing() {
    let sandbox = Sandbox::new();
    let script = b"hello\nZ9\nC3\nC3\n\nhelp\nC9\nsave\nload nowhere.sgf\nload nowhere.txt\n\
        swap black\n\xff\xfe\npas\nshow\nD4\n";
    let output = sandbox.run(&TWO_PERSONS, script);
    output.says(&[
        "'hello' is neither a move nor a command",
        "Z9 is not on a board of size 5",
        "Black (human) plays C3.",
        "White (human), move 2> C3 is not a legal move: ",
        "swap white random   give a seat to human",
        "C9 is not on a board of size 5",
        "save needs the name of a file",
        "nowhere.sgf cannot be read",
        "nowhere.txt cannot be read",
        "swap needs a colour and who takes the seat",
        "is neither a move nor a command",
        "(did you mean pass?)",
        "White (human), move 2> White (human) plays D4.",
    ]);
    assert_eq!(output.code, Some(0), "{output}");
    assert!(sandbox.read("ponnuki-1.sgf").contains(";B[cc];W[db]"));
}

#[test]
fn one_move_is_taken_back_between_persons() {
    let output = two_persons(&Sandbox::new(), "undo C3 D3 undo D4 quit");
    output.says(&[
        "there is no move of yours to take back",
        "White (human) plays D3.",
        "One move is taken back.",
        "White (human), move 2> White (human) plays D4.",
    ]);
}

#[test]
fn against_a_program_its_answer_is_taken_back_too() {
    let output = Sandbox::new().run(&["play", "--white", "random", "--seed", "4"], "E5\nundo\nE5\n");
    output.says(&[
        "Black (human), move 1> Black (human) plays E5.",
        "White (random) plays ",
        "Black (human), move 3> 2 moves are taken back.",
        "Black (human), move 1> Black (human) plays E5.",
        "Black (human), move 3> ",
    ]);
}

#[test]
fn a_program_that_moved_first_keeps_its_move() {
    let output = Sandbox::new().run(&["play", "--black", "random", "--white", "human"], "undo\n");
    output.says(&["Black (random) plays ", "White (human), move 2> there is no move of yours to take back"]);
}

#[test]
fn a_saved_game_is_resumed() {
    let sandbox = Sandbox::new();
    sandbox.run(&TWO_PERSONS, "C3\nD4\nB2\nsave my game.sgf\n").says(&["The game is saved in my game.sgf."]);
    let output = sandbox.run(&["play", "--white", "human", "--load", "my game.sgf", "--ascii"], "E1\n");
    output.says(&["5x5, chinese rules, komi 0.5", "  2 .(X). . . 2", "White (human), move 4> White (human) plays E1."]);
    let output = sandbox.run(&TWO_PERSONS, "A1\nload my game.sgf\n");
    output.says(&["my game.sgf is on the board.", "White (human), move 4>"]);
}

#[test]
fn a_game_that_is_loaded_does_not_take_the_place_of_the_one_before() {
    let sandbox = Sandbox::new();
    sandbox.write("other.sgf", "(;SZ[9];B[ee])");
    let output = sandbox.run(&TWO_PERSONS, "C3\nD3\nload other.sgf\nA1\n");
    output.says(&["kept in ponnuki-1.sgf", "other.sgf is on the board.", "kept in ponnuki-2.sgf"]);
    assert!(sandbox.read("ponnuki-1.sgf").contains(";B[cc];W[dc]"));
    assert!(sandbox.read("ponnuki-2.sgf").contains(";B[ee];W[ai]"));
    assert_eq!(sandbox.read("other.sgf"), "(;SZ[9];B[ee])");
}

#[test]
fn a_resigned_game_is_resumed_before_the_resignation() {
    let sandbox = Sandbox::new();
    two_persons(&sandbox, "C3 D3 resign").says(&["Black (human) resigns.", "White (human) wins by resignation: W+R."]);
    assert!(sandbox.read("ponnuki-1.sgf").contains("RE[W+R]"));
    let output = sandbox.run(&["play", "--white", "human", "--load", "ponnuki-1.sgf"], "");
    output.says(&["Black (human), move 3>"]);
}

#[test]
fn a_position_is_loaded_from_a_text_file() {
    let sandbox = Sandbox::new();
    sandbox.write("problem.txt", ". X O .\nX . X O\n. X O .\n. . . .\nO to play\n");
    let output = sandbox.run(&["play", "--white", "human", "--board", "problem.txt", "--ascii"], "B3\nC2\n");
    output.says(&["4x4", "  4 . X O . 4", "White (human), move 1> "]);
    let output = sandbox.run(&TWO_PERSONS, "load problem.txt\nB3\nB4\n");
    output.says(&["problem.txt is on the board.", "White (human), move 1> White (human) plays B3.", "White has 1"]);
    assert_eq!(sandbox.run(&["play", "--board", "no.txt"], "").code, Some(1));
}

#[test]
fn nothing_is_lost_when_the_input_ends() {
    let sandbox = Sandbox::new();
    for number in 1..=2 {
        let output = two_persons(&sandbox, "C3 D3");
        let file = format!("ponnuki-{number}.sgf");
        output.says(&[&format!("The game is kept in {file}: ponnuki play --load {file} resumes it.")]);
        assert!(sandbox.read(&file).contains(";B[cc];W[dc]"));
    }
    let output = sandbox.run(&["play", "--white", "human", "--out", "mine.sgf"], "C3\n");
    output.says(&["The game is kept in mine.sgf"]);
    assert!(sandbox.read("mine.sgf").contains(";B[cg]"));
}

#[test]
fn a_game_without_moves_leaves_no_file() {
    let sandbox = Sandbox::new();
    assert_eq!(two_persons(&sandbox, "quit").code, Some(0));
    assert!(!sandbox.path("ponnuki-1.sgf").exists());
}

#[test]
fn nothing_is_lost_when_the_program_is_killed() {
    let sandbox = Sandbox::new();
    let mut child = sandbox.command(&TWO_PERSONS).spawn().unwrap();
    let mut typing = child.stdin.take().unwrap();
    typing.write_all(b"C3\nD3\n").unwrap();
    let file = sandbox.path("ponnuki-1.sgf");
    wait_until("the second move in the record", || {
        std::fs::read_to_string(&file).is_ok_and(|sgf| sgf.contains("W[dc]"))
    });
    child.kill().unwrap();
    child.wait().unwrap();
    sandbox.run(&["play", "--white", "human", "--load", "ponnuki-1.sgf"], "").says(&["Black (human), move 3>"]);
}

#[test]
fn a_file_that_the_game_cannot_be_kept_in_is_refused_before_the_game() {
    let sandbox = Sandbox::new();
    let play = |keep| sandbox.run(&["play", "--white", "human", "--out", keep], "C3\nresign\n").err;
    let nowhere = "ponnuki: there is no folder no/such to write no/such/folder.sgf to: create it first\n";
    assert_eq!(play("no/such/folder.sgf"), nowhere);
    sandbox.write("mine.sgf", "(;GM[1];B[cc])");
    let taken = "ponnuki: mine.sgf exists already (a game record): give another name, or --force to replace it\n";
    assert_eq!(play("mine.sgf"), taken);
    assert_eq!(sandbox.read("mine.sgf"), "(;GM[1];B[cc])");
}

#[test]
fn saving_replaces_a_record_only_by_force() {
    let sandbox = Sandbox::new();
    sandbox.write("mine.sgf", "(;GM[1];B[cc])");
    let play = |save: &str| sandbox.run(&["play", "--white", "human"], format!("C3\n{save}\nquit\n"));
    play("save mine.sgf").says(&["mine.sgf exists already: give another name, or save --force mine.sgf"]);
    assert_eq!(sandbox.read("mine.sgf"), "(;GM[1];B[cc])");
    play("save --force mine.sgf").says(&["The game is saved in mine.sgf."]);
    assert!(sandbox.read("mine.sgf").contains("SZ[9]"));
    play("save new.svg").says(&["new.svg has to end in .sgf"]);
}

#[cfg(target_os = "linux")]
#[test]
fn a_game_that_cannot_be_kept_is_played_all_the_same() {
    let output = Sandbox::new().run(&["play", "--white", "human", "--out", "/dev/full"], "C3\nD3\nresign\n");
    output.says(&[
        "The game is not kept in a file: /dev/full cannot be written: No space left on device",
        "White (human) wins by resignation",
    ]);
    assert_eq!(output.out.matches("not kept").count(), 1, "said once");
}

#[test]
fn the_seed_decides_a_game_between_programs() {
    let sandbox = Sandbox::new();
    let play = |seed| {
        let output = sandbox.run(
            &[
                "play",
                "--black",
                "random",
                "--white",
                "random:pass=uniform",
                "--size",
                "5",
                "--seed",
                seed,
                "--out",
                "x.sgf",
                "--force",
            ],
            "",
        );
        assert_eq!(output.code, Some(0), "{output}");
        output.says(&["Black (random) plays ", " wins by ", "The game is kept in x.sgf."]);
        output.out
    };
    let game = play("1");
    assert_eq!(game, play("1"));
    assert_ne!(game, play("2"));
    assert!(sandbox.read("x.sgf").contains("PW[random:pass=uniform]"));
}

#[test]
fn a_seat_changes_hands_in_mid_game() {
    let output = Sandbox::new().run(
        &["play", "--white", "human", "--size", "5", "--seed", "1"],
        "C3\nswap white random:eyes=keep,pass=uniform\nswap white human\nswap black nobody\n",
    );
    output.says(&[
        "White (human), move 2> White (random:pass=uniform) takes the seat.",
        "White (random:pass=uniform) p",
        "White (human) takes the seat.",
        "there is no player called nobody: expected one of ",
    ]);
}

#[test]
fn another_program_plays_by_gtp() {
    let sandbox = Sandbox::new();
    let engine = format!("gtp:[{} gtp random:seed=5]", env!("CARGO_BIN_EXE_ponnuki"));
    let output = sandbox.run(&["play", "--white", &engine, "--size", "5"], "C3\nresign\n");
    output.says(&[") plays ", "Black (human), move 3> Black (human) resigns.", "wins by resignation: W+R."]);
    let output = sandbox.run(&["play", "--white", "gtp:no-such-program --mode gtp"], "");
    assert_eq!(output.code, Some(1), "{output}");
    assert!(
        output.err.starts_with("ponnuki: gtp is not available: 'no-such-program --mode gtp' cannot be started"),
        "{output}"
    );
    assert_eq!(output.err.lines().count(), 1, "{output}");
}

#[test]
fn an_engine_that_fails_leaves_its_seat_to_the_person() {
    let engine = "gtp:[sh -c 'read a; printf \"= 2\\n\\n\"; read b; printf \"= x\\n\\n\"; \
                  read c; printf \"= 1\\n\\n\"; read d; printf \"= genmove\\n\\n\"; exit 0']";
    let output = Sandbox::new().run(&["play", "--white", engine, "--size", "5"], "C3\nD4\n");
    output.says(&["has no move: ", "The seat is yours now", "White (human), move 2> White (human) plays D4."]);
    assert_eq!(output.code, Some(0));
}

#[test]
fn handicap_stones_let_white_begin() {
    let output = Sandbox::new().run(&["play", "--white", "human", "--handicap", "4"], "E5\n");
    output.says(&["komi 0.5, 4 handicap stones", "White (human), move 1> White (human) plays E5."]);
    let output = Sandbox::new().run(&["play", "--handicap", "12"], "");
    assert_eq!(output.code, Some(2));
    assert!(output.err.contains("12 handicap stones have no fixed places"), "{output}");
}

#[test]
fn passing_is_illegal_in_a_deathmatch() {
    let output = Sandbox::new().run(&["play", "--white", "human", "--rules", "deathmatch"], "pass\nE5\n");
    output.says(&[
        "deathmatch rules, komi 0.",
        "pass is not a legal move: ",
        "Black (human), move 1> Black (human) plays E5.",
    ]);
}

/// Both fill their own eyes, which makes for a long game.
#[test]
fn a_person_takes_a_seat_in_a_game_between_programs() {
    let sandbox = Sandbox::new();
    let filler = "random:eyes=fill";
    let args = ["play", "--black", filler, "--white", filler, "--size", "9", "--ascii", "--rules", "simple"];
    let output = sandbox.run(&args, "D4\nswap white human\nquit\n");
    output.says(&[
        "it is the program's turn: swap ",
        "White (human) takes the seat.",
        "The game is kept in ponnuki-1.sgf",
    ]);
    assert_eq!(output.code, Some(0), "{output}");
}

#[test]
fn a_deathmatch_ends_with_both_scores() {
    let sandbox = Sandbox::new();
    let args = ["play", "--black", "random", "--white", "random", "--size", "3", "--ascii", "--rules", "deathmatch"];
    let output = sandbox.run(&args, "");
    assert!(output.out.contains("\nArea: Black ") && output.out.contains(" Captures: "), "{output}");
}
