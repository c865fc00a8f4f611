//! `ponnuki learn library` and `ponnuki learn genetic`, as people use them.

mod common;

use common::{Room, Told};

fn split(line: &str) -> Vec<&str> {
    line.split(' ').collect()
}

/// Fails unless the program came to a good end.
#[track_caller]
fn good(room: &Room, line: &str) -> Told {
    let told = room.run(&split(line), "");
    assert_eq!(told.code, Some(0), "{line}: {told}");
    told
}

const SELF_PLAY: &str = "learn library --self-play random --games 30 --size 5 --boards 200 -o boards.model";

#[test]
fn a_library_is_made_by_self_play_and_the_same_command_has_nothing_to_add() {
    let room = Room::new();
    good(&room, SELF_PLAY).says(&["boards.model: 200 boards of ", " games each, "]);
    let once = std::fs::read(room.path("boards.model")).unwrap();
    good(&room, SELF_PLAY);
    assert!(once == std::fs::read(room.path("boards.model")).unwrap());
    let told = room.run(&split(&format!("{SELF_PLAY} --seed 2")), "");
    assert!(told.err.contains("boards.model is there already and was made otherwise (from self-play=random"), "{told}");
}

#[test]
fn a_library_is_made_of_records_that_say_who_won() {
    let room = Room::new();
    std::fs::create_dir(room.path("games")).unwrap();
    room.write("games/a.sgf", "(;SZ[5]RE[B+R];B[cc];W[bb];B[bc])");
    room.write("games/b.sgf", "(;SZ[5]RE[W+2];B[cc];W[dd])");
    room.write("games/c.sgf", "(;SZ[5];B[cc])");
    room.write("games/d.sgf", "(;SZ[5]RE[Void];B[cc])");
    // The stone in the middle, the one beside it in any symmetry, and the last.
    good(&room, "learn library games --size 5 -o boards.model").says(&["3 boards of 1.7 games each"]);
    let told = room.run(&split("learn library games --size 9 -o other.model"), "");
    assert!(told.err.contains("there is no board of 9x9 in these games"), "{told}");
    let told = room.run(&split("learn library -o other.model"), "");
    assert_eq!(told.code, Some(2), "{told}");
}

#[test]
fn what_was_learnt_is_bred_from_and_played() {
    let room = Room::new();
    good(&room, &format!("{SELF_PLAY} --simulations 4 --threads 2"));
    let breed = "learn genetic boards.model -o bred.model --population 4 --patterns 5";
    good(&room, &format!("{breed} --generations 2")).says(&[
        "generation 1: best ",
        "generation 2: best ",
        "bred.svg\n",
    ]);
    good(&room, &format!("{breed} --generations 3")).says(&["generation 3: best ", "5 patterns, 3 generations"]);
    assert!(room.read("bred.svg").contains("Fitness by generation"));
    let told = room.run(&split(&format!("{breed} --generations 4 --seed 9")), "");
    assert!(told.err.contains("bred.model is there already and was made otherwise"), "{told}");
    good(&room, "match distance:library=boards.model,k=3 genetic:model=bred.model --size 5 --games 2");
    let told = room.run(&split("learn genetic bred.model -o other.model"), "");
    assert!(
        told.err.contains("bred.model is no library to learn from: this is a model of the kind 'genetic'"),
        "{told}"
    );
}

#[test]
fn the_tree_is_measured_against_a_scan() {
    let room = Room::new();
    good(&room, SELF_PLAY);
    let told = good(&room, "bench library boards.model --boards 20 --neighbours 3 --json");
    let reports: Vec<serde_json::Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let ways: Vec<&str> = reports.iter().filter_map(|report| report["way"].as_str()).collect();
    assert_eq!(ways, ["scan", "tree", "cells"]);
    assert_eq!((&reports[0]["evaluations"], &reports[1]["found"]), (&200.0.into(), &1.0.into()));
}
