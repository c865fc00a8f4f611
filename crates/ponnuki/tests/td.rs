//! `ponnuki learn td` as a user meets it: runs, figures, the best network, the judge.

mod common;

use std::fs;

use common::{Room, wait_until};

/// Two short runs on 4x4 in a folder of that name.
fn train(folder: &str) -> Vec<&str> {
    "learn td --size 4 --representation koten --games 400 --every 100 --runs 2 --sample 4 --against random --against \
     naive --threads 1 -o"
        .split_whitespace()
        .chain([folder])
        .collect()
}

#[test]
fn networks_learn_are_drawn_and_the_best_plays() {
    let room = Room::new();
    let told = room.run(&train("runs"), "");
    assert_eq!(told.code, Some(0), "{told}");
    told.says(&["koten 4x4, creative, 400 games, 2 runs: strength ", "random ", "naive "]);
    assert!(room.read("runs/strength.svg").contains("koten 4x4, creative"));
    assert_eq!(room.read("runs/run-02.csv").lines().count(), 5);
    room.run(&["learn", "td", "figure", "runs", "runs", "-o", "both.svg"], "").says(&[
        "games\truns",
        "400\t2\t",
        "400\t2\t",
    ]);
    room.run(&["learn", "td", "best", "runs", "--games", "4", "-o", "best.model"], "")
        .says(&["again", "best.model: koten"]);
    let game = "boardsize 4\ngenmove b\ngenmove w\nquit\n";
    let told = room.run(&["gtp", "td:net=best.model"], game);
    assert!(told.code == Some(0) && !told.out.contains('?'), "{told}");
}

/// A killed experiment resumes, with the same result.
#[test]
fn killed_runs_are_resumed() {
    let room = Room::new();
    room.run(&train("whole"), "");
    let mut child = room.command(&train("killed")).spawn().unwrap();
    wait_until("the first checkpoint", || room.path("killed/run-01.td").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let told = room.run(&train("killed"), "");
    assert_eq!(told.code, Some(0), "{told}");
    for name in ["run-01.td", "run-01.model", "run-01-best.model", "run-02.td", "run-02.csv", "strength.svg"] {
        let [whole, killed] = ["whole", "killed"].map(|folder| fs::read(room.path(folder).join(name)).unwrap());
        assert!(whole == killed, "{name}");
    }
}

#[test]
fn the_judge_tests_every_network() {
    let room = Room::new();
    let told = room.run(&["learn", "td", "judge", "--positions", "3", "--empties", "6", "--json"], "");
    assert_eq!(told.code, Some(0), "{told}");
    let objects: Vec<serde_json::Value> = told.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 6);
    assert!(objects.iter().all(|object| object["positions"] == 3 && object["kept_result"].as_f64().unwrap() <= 1.0));
}

#[test]
fn mistakes_get_a_sentence() {
    let room = Room::new();
    let complains = |args: &[&str], sentence: &str| {
        let told = room.run(args, "");
        assert!(told.code != Some(0) && told.err.contains(sentence), "{args:?}: {told}");
    };
    complains(&["learn", "td"], "--out <DIR>");
    complains(&["learn", "td", "-o", "x", "--representation", "kotan"], "possible values: koten, roban, katatsugi");
    complains(&["learn", "td", "-o", "x", "--games", "10"], "no strength would be sampled");
    complains(&["learn", "td", "-o", "x", "--from", "koten-epsilon", "--size", "3"], "as large or larger");
    complains(&["learn", "td", "judge", "nobody"], "'nobody' is not a network");
    complains(&["learn", "td", "figure", "nowhere", "-o", "x.svg"], "nowhere");
}

#[test]
fn the_speed_of_learning_is_measured() {
    let told = Room::new().run(&["bench", "td", "--games", "50", "--json"], "");
    let object: serde_json::Value = serde_json::from_str(&told.out).unwrap();
    assert!(object["games_per_second"].as_f64().unwrap() > 0.0 && object["representation"] == "koten", "{told}");
}
