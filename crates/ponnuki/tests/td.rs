//! `ponnuki learn td` as a user meets it: runs, figures, the best network, the judge.

mod common;

use std::fs;

use common::{Sandbox, wait_until};

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
    let sandbox = Sandbox::new();
    let output = sandbox.run(&train("runs"), "");
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&["koten 4x4, creative, 400 games, 2 runs: strength ", "random ", "naive "]);
    assert!(sandbox.read("runs/strength.svg").contains("koten 4x4, creative"));
    assert_eq!(sandbox.read("runs/run-02.csv").lines().count(), 5);
    sandbox.run(&["learn", "td", "figure", "runs", "runs", "-o", "both.svg"], "").says(&[
        "games\truns",
        "400\t2\t",
        "400\t2\t",
    ]);
    sandbox
        .run(&["learn", "td", "best", "runs", "--games", "4", "-o", "best.model"], "")
        .says(&["again", "best.model: koten"]);
    let game = "boardsize 4\ngenmove b\ngenmove w\nquit\n";
    let output = sandbox.run(&["gtp", "td:net=best.model"], game);
    assert!(output.code == Some(0) && !output.out.contains('?'), "{output}");
}

/// A killed experiment resumes, with the same result.
#[test]
fn killed_runs_are_resumed() {
    let sandbox = Sandbox::new();
    sandbox.run(&train("whole"), "");
    let mut child = sandbox.command(&train("killed")).spawn().unwrap();
    wait_until("the first checkpoint", || sandbox.path("killed/run-01.td").exists());
    child.kill().unwrap();
    child.wait().unwrap();
    let output = sandbox.run(&train("killed"), "");
    assert_eq!(output.code, Some(0), "{output}");
    for name in ["run-01.td", "run-01.model", "run-01-best.model", "run-02.td", "run-02.csv", "strength.svg"] {
        let [whole, killed] = ["whole", "killed"].map(|folder| fs::read(sandbox.path(folder).join(name)).unwrap());
        assert!(whole == killed, "{name}");
    }
}

#[test]
fn the_judge_tests_every_network() {
    let sandbox = Sandbox::new();
    let output = sandbox.run(&["learn", "td", "judge", "--positions", "3", "--empties", "6", "--json"], "");
    assert_eq!(output.code, Some(0), "{output}");
    let objects: Vec<serde_json::Value> = output.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(objects.len(), 6);
    assert!(objects.iter().all(|object| object["positions"] == 3 && object["kept_result"].as_f64().unwrap() <= 1.0));
}

#[test]
fn mistakes_get_a_sentence() {
    let sandbox = Sandbox::new();
    let complains = |args: &[&str], sentence: &str| {
        let output = sandbox.run(args, "");
        assert!(output.code != Some(0) && output.err.contains(sentence), "{args:?}: {output}");
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
    let output = Sandbox::new().run(&["bench", "td", "--games", "50", "--json"], "");
    let object: serde_json::Value = serde_json::from_str(&output.out).unwrap();
    assert!(object["games_per_second"].as_f64().unwrap() > 0.0 && object["representation"] == "koten", "{output}");
}
