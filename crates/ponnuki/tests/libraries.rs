//! `ponnuki learn` with one model file: options, resuming, errors; and `ponnuki model`.

mod common;

use common::{Output, Sandbox};

fn split(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Fails unless the program came to a good end.
#[track_caller]
fn good(sandbox: &Sandbox, line: &str) -> Output {
    let output = sandbox.run(&split(line), "");
    assert_eq!(output.code, Some(0), "{line}: {output}");
    output
}

const SELF_PLAY: &str = "learn library --self-play random --games 30 --size 5 --boards 200 -o boards.model";

#[test]
fn a_library_is_made_by_self_play_and_the_same_command_has_nothing_to_add() {
    let sandbox = Sandbox::new();
    good(&sandbox, SELF_PLAY).says(&["boards.model: 200 boards of ", " games each, "]);
    let once = std::fs::read(sandbox.path("boards.model")).unwrap();
    good(&sandbox, SELF_PLAY);
    assert!(once == std::fs::read(sandbox.path("boards.model")).unwrap());
    let output = sandbox.run(&split(&format!("{SELF_PLAY} --seed 2")), "");
    assert!(output.err.contains("boards.model exists and was made differently (library:self-play=random"), "{output}");
}

#[test]
fn a_library_is_made_of_records_that_say_who_won() {
    let sandbox = Sandbox::new();
    std::fs::create_dir(sandbox.path("games")).unwrap();
    sandbox.write("games/a.sgf", "(;SZ[5]RE[B+R];B[cc];W[bb];B[bc])");
    sandbox.write("games/b.sgf", "(;SZ[5]RE[W+2];B[cc];W[dd])");
    sandbox.write("games/c.sgf", "(;SZ[5];B[cc])");
    sandbox.write("games/d.sgf", "(;SZ[5]RE[Void];B[cc])");
    // The stone in the middle, the one beside it in any symmetry, and the last.
    good(&sandbox, "learn library games --size 5 -o boards.model").says(&["3 boards of 1.7 games each"]);
    let output = sandbox.run(&split("learn library games --size 9 -o other.model"), "");
    assert!(output.err.contains("no game has a board of 9x9"), "{output}");
    for wrong in ["learn library -o other.model", "learn library games --self-play random -o other.model"] {
        let output = sandbox.run(&split(wrong), "");
        assert_eq!(output.code, Some(2), "{output}");
    }
}

#[test]
fn what_was_learnt_is_bred_from_and_played() {
    let sandbox = Sandbox::new();
    good(&sandbox, &format!("{SELF_PLAY} --simulations 4 --threads 2"));
    let breed = "learn genetic boards.model -o bred.model --population 4 --patterns 5";
    let output = good(&sandbox, &format!("{breed} --generations 2 --plot bred.svg"));
    output.says(&["generation 1: best ", "generation 2: best "]);
    assert!(output.err.contains("bred.svg"), "{output}");
    good(&sandbox, &format!("{breed} --generations 3")).says(&["generation 3: best ", "5 patterns, 3 generations"]);
    assert!(sandbox.read("bred.svg").contains("Fitness by generation"));
    let output = sandbox.run(&split(&format!("{breed} --generations 4 --seed 9")), "");
    assert!(output.err.contains("bred.model exists and was made differently"), "{output}");
    good(&sandbox, "match distance:library=boards.model,k=3 genetic:model=bred.model --size 5 --games 2");
    let output = sandbox.run(&split("learn genetic bred.model -o other.model"), "");
    assert!(output.err.contains("bred.model is not a library: this is a model of the kind 'genetic'"), "{output}");
}

#[test]
fn the_tree_is_measured_against_a_scan() {
    let sandbox = Sandbox::new();
    good(&sandbox, SELF_PLAY);
    let output = good(&sandbox, "bench library boards.model --boards 20 --neighbours 3 --json");
    let reports: Vec<serde_json::Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ways: Vec<&str> = reports.iter().filter_map(|report| report["way"].as_str()).collect();
    assert_eq!(ways, ["scan", "tree", "cells"]);
    assert_eq!((&reports[0]["evaluations"], &reports[1]["found"]), (&200.0.into(), &1.0.into()));
}

const GAMES: &str = "(;SZ[9]RE[B+3];B[ee];W[ec];B[gc];W[cg])(;SZ[9]RE[W+R];B[cc];W[gg];B[gc];W[cg])";

#[test]
fn options_are_the_parameters_of_the_player_and_a_longer_lesson_resumes() {
    let sandbox = Sandbox::new();
    sandbox.write("games.sgf", GAMES);
    let learn = "learn preference games.sgf -o shapes.model --window square --radius 1 --table map --ko";
    good(&sandbox, learn).says(&["shapes.model: 2 games, 8 positions, ", " classes, ", "mean error "]);
    good(&sandbox, &format!("{learn} --passes 3 --plot curve.svg")).says(&["6 games, 24 positions"]);
    assert!(sandbox.read("curve.svg").contains("Error before learning"));
    let output = sandbox.run(&split(&format!("{learn} --blame top")), "");
    assert!(
        output.err.contains("shapes.model exists and was made differently (games.sgf preference:window=square"),
        "{output}"
    );
    good(&sandbox, "model info shapes.model")
        .says(&["shapes.model: preference, ", "window=square,radius=1,ko=true,table=map"]);
    good(&sandbox, "learn preference games.sgf -o plain.model --window square --radius 1");
    good(&sandbox, "learn network games.sgf --from plain.model -o net.model").says(&[" nodes, 2 games, mean error "]);
}

#[test]
fn wrong_options_are_refused_with_a_sentence() {
    let sandbox = Sandbox::new();
    sandbox.write("games.sgf", GAMES);
    for (line, sentence) in [
        ("learn preference games.sgf -o x.model --radius 12", "expected a whole number from 1 to 9"),
        ("learn preference games.sgf -o x.model --seed 3", "no effect unless shuffle=true"),
        ("learn territory games.sgf -o x.model --window graph", "possible values: square, diamond"),
        ("learn superiority games.sgf -o x.model --by order --rounds 9", "no effect unless by=squares"),
        ("learn library --self-play nobody-knows -o x.model", "there is no player called nobody-knows"),
        ("learn book games.sgf -o x.model --size 99", "boards are 2 to 19"),
        ("learn net small -o x.model", "`ponnuki learn net` is now `ponnuki model convert`"),
        ("learn shards games.sgf -o shards --threads 2", "`ponnuki learn shards` is now `ponnuki data shards`"),
        ("learn curves --help", "`ponnuki learn curves` is now `ponnuki model curves`"),
    ] {
        let output = sandbox.run(&split(line), "");
        assert!(output.code == Some(2) && output.err.contains(sentence), "{line}: {output}");
    }
    assert!(!sandbox.path("x.model").exists());
}

#[test]
fn the_help_describes_every_teacher_and_names_the_player_of_its_model() {
    let sandbox = Sandbox::new();
    good(&sandbox, "learn --help").says(&[
        "book ",
        "Write the exact book",
        "preference ",
        "Learn which patterns experts prefer",
    ]);
    good(&sandbox, "learn superiority --help")
        .says(&["`preference:model=FILE` plays by the model", "no effect unless by=squares"]);
    assert!(!good(&sandbox, "learn preference --help").out.contains("window=none"));
}
