//! Programs that speak GTP, from both sides: how they are named, what becomes of them, and when this one stops
//! thinking.

mod common;

use std::io::{BufRead, BufReader, Write};
use std::process::ExitStatus;

use common::Sandbox;
#[cfg(unix)]
use common::{signal, wait_until};

#[test]
fn a_label_that_is_not_there_is_told_with_those_that_are() {
    let sandbox = Sandbox::new();
    let complaint = |player: &str| sandbox.run(&["match", "random", player], "").err;
    let unknown = "'nolabel' is neither a label in engines.toml nor a program that is installed; ";
    let output = complaint("gtp:nolabel");
    assert!(output.contains(unknown) && output.contains("there is no engines.toml"), "{output}");
    sandbox
        .write("engines.toml", "[one]\ncommand = \"sh\"\ndirectory = \"gone\"\n[two]\ncommand = \"no-such-program\"\n");
    let output = complaint("gtp:nolabel");
    assert!(output.contains(&format!("{unknown}the labels are one, two\n")), "{output}");
    let output = complaint("gtp:one");
    assert!(output.contains("'sh' cannot be started: there is no directory gone\n"), "{output}");
    for player in ["gtp:two", "gtp:no-such-program --mode gtp", "gtp:./no-such-program"] {
        let output = complaint(player);
        assert!(output.contains("check that the program is installed and its path is right"), "{output}");
    }
}

#[cfg(unix)]
#[test]
fn a_match_in_playouts_refuses_a_program_that_has_no_parameter_for_them() {
    let sandbox = Sandbox::new();
    let script = "while read c; do printf \"= \\n\\n\"; done";
    let player = format!("gtp:[sh -c '{script}']");
    let output = sandbox.run(&["match", "random", &player, "--size", "5", "--games", "1", "--playouts", "5"], "");
    assert_eq!((output.out.as_str(), output.code), ("", Some(1)), "{output}");
    assert!(
        output.err.contains("has no parameter for a budget in playouts: set its limit in its command line"),
        "{output}"
    );
    assert!(!sandbox.path("ponnuki.db").exists());
    for player in [format!("{player},own-limit=true"), format!("gtp:[{} gtp random]", env!("CARGO_BIN_EXE_ponnuki"))] {
        let output = sandbox.run(&["match", "random", &player, "--size", "5", "--games", "1", "--playouts", "5"], "");
        assert_eq!(output.code, Some(0), "{output}");
    }
}

#[cfg(unix)]
#[test]
fn a_program_that_floods_its_output_has_a_fault() {
    let output = Sandbox::new().run(&["conform", "yes"], "");
    assert_eq!(output.code, Some(1), "{output}");
    output.says(&["yes: 0 checks, 2 faults", "'name' was not answered: it writes without end"]);
}

#[cfg(unix)]
#[test]
fn an_examination_that_a_signal_ends_exits_with_its_number() {
    for (name, code) in [("-TERM", 143), ("-INT", 130)] {
        let sandbox = Sandbox::new();
        let mut examination = sandbox.command(&["conform", "sh -c 'echo > started; exec sleep 600'"]).spawn().unwrap();
        wait_until("the start of the program", || sandbox.path("started").exists());
        signal(&examination, name);
        assert_eq!(examination.wait().unwrap().code(), Some(code), "{name}");
    }
}

/// Sends text to a program, reads the first line of its answer, and goes away while it thinks about the rest.
#[cfg(unix)]
fn leave(args: &[&str], text: &str) -> ExitStatus {
    let sandbox = Sandbox::new();
    let mut program = sandbox.command(args).spawn().unwrap();
    program.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let mut first = String::new();
    BufReader::new(program.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(!first.is_empty());
    program.wait().unwrap()
}

#[cfg(unix)]
#[test]
fn a_search_without_a_reader_is_stopped() {
    assert!(leave(&["gtp", "uct:playouts=1000000000000"], "boardsize 9\ngenmove b\ngenmove w\n").success());
    let asked = r#"{"id":"v","action":"query_version"}"#;
    let query = r#"{"id":"a","moves":[],"rules":"chinese","boardXSize":9,"boardYSize":9,"maxVisits":1000000000000}"#;
    assert!(leave(&["analysis", "uct"], &format!("{asked}\n{query}\n{query}\n")).success());
}

#[test]
fn what_was_asked_before_the_end_of_the_input_is_answered() {
    let output = Sandbox::new().run(&["gtp", "uct:playouts=200"], "boardsize 9\n1 genmove b\n2 genmove w\n3 name\n");
    assert_eq!(output.code, Some(0), "{output}");
    output.says(&["=1 ", "=2 ", "=3 Ponnuki"]);
}

/// Names of any length fit into a table.
#[cfg(unix)]
#[test]
fn a_tournament_of_players_with_long_names_has_standings() {
    let sandbox = Sandbox::new();
    let (program, long) = (env!("CARGO_BIN_EXE_ponnuki"), "x".repeat(70_000));
    let player = format!("gtp:sh -c 'exec {program} gtp random' {long}");
    sandbox.write(
        "cup.toml",
        &format!("players = [\"random\", \"{player}\"]\n[[event]]\ngames = 2\nsize = 5\nmove-limit = 20\n"),
    );
    let output = sandbox.run(&["tournament", "cup.toml"], "");
    assert_eq!(output.code, Some(0), "{}", output.err);
    let longest = output.out.lines().filter(|line| line.contains("gtp:sh -c")).map(|line| line.chars().count()).max();
    assert!(longest.is_some_and(|longest| longest < 200), "{longest:?}");
    assert_eq!(sandbox.run(&["report", "cup.db"], "").code, Some(0));
}
