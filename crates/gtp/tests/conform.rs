//! The examiner finds what is wrong, and finds nothing where nothing is.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::Duration;

use gtp::client::{ClientError, CommandLine};
use gtp::conform::{ExamProgress, Report, Timeouts, conform};

const ENGINE: &str = env!("CARGO_BIN_EXE_gtp-test-engine");

/// Deadlines that no engine misses on a busy machine. A line that needs no answer gets none however long one waits.
const TIMEOUTS: Timeouts = Timeouts { start: HANG, command: HANG, genmove: HANG, quit: HANG, silence: SOON };
const HANG: Duration = Duration::from_secs(600);
const SOON: Duration = Duration::from_millis(50);

fn examine_with(timeouts: Timeouts, line: &CommandLine) -> Report {
    conform(line, timeouts, &|_| {}).expect("it starts")
}

fn examine(line: &CommandLine) -> Report {
    examine_with(TIMEOUTS, line)
}

fn examine_engine(args: &[&str]) -> Report {
    examine(&CommandLine::new(ENGINE, args.iter().copied()))
}

fn sentences(report: &Report) -> String {
    report.findings.iter().map(|f| format!("{} {}: {}\n", f.weight, f.topic, f.sentence)).collect()
}

#[test]
fn our_own_engine_does_nothing_wrong() {
    let report = examine_engine(&["serve", "random"]);
    assert_eq!(sentences(&report), "");
    assert_eq!(report.name, gtp::NAME);
    assert!(report.checks > 150, "{}", report.checks);
}

#[test]
fn an_engine_that_says_yes_to_everything_is_found_out() {
    // It answers what needs no answer, so the silence is never waited for.
    let timeouts = Timeouts { silence: HANG, ..TIMEOUTS };
    let found = sentences(&examine_with(timeouts, &CommandLine::new(ENGINE, ["polite"])));
    for sentence in [
        "fault administration: 'protocol_version' is '', not 2",
        "fault administration: 'protocol_version', which is required, is not in 'list_commands'",
        "fault identity numbers: the number of '42 protocol_version' came back as ''",
        "fault comments: a line with nothing but a comment was answered",
        "fault unknown commands: 'no_such_command' was accepted, although there is no such command",
        "fault board: 'boardsize 1000' was accepted, although no board has 1000 lines",
        "fault illegal moves: 'play w c3' was accepted, although there is a stone",
        "fault illegal moves: 'play b c2' was accepted, although it takes back a ko at once",
        "remark undo: it lacks 'undo'",
        "remark the end of a game: it lacks 'final_score'",
    ] {
        assert!(found.contains(sentence), "{sentence}\n\n{found}");
    }
}

#[test]
fn a_crash_is_a_fault_of_its_topic_and_the_others_are_still_looked_at() {
    let found = sentences(&examine_engine(&["crash-genmove"]));
    assert!(found.contains("fault genmove: 'genmove green' was not answered: the program ended"), "{found}");
    assert!(found.contains("fault board: "), "{found}");
}

#[test]
fn illegal_moves_and_nonsense_of_its_own_are_faults() {
    let found = sentences(&examine_engine(&["illegal"]));
    assert!(found.contains("fault genmove: 'genmove black' was answered with A1, which is illegal"), "{found}");
    let found = sentences(&examine_engine(&["no-move"]));
    assert!(found.contains("was answered with 'the centre, of course', which is not a move"), "{found}");
    let found = sentences(&examine_engine(&["boast", "plenty"]));
    assert!(found.contains("'final_score' was answered with 'plenty', not as B+3.5 or 0"), "{found}");
}

#[test]
fn an_engine_that_stays_after_quit_is_told() {
    let script = "while read n c r; do printf '=%s \\n\\n' \"$n\"; done; sleep 600";
    let timeouts = Timeouts { quit: Duration::from_millis(500), ..TIMEOUTS };
    let found = sentences(&examine_with(timeouts, &CommandLine::new("sh", ["-c", script])));
    assert!(found.contains("fault quit: it still runs 0.5 seconds after 'quit'"), "{found}");
}

#[test]
fn lines_outside_replies_are_faults() {
    let script = "while read c; do echo debugging; echo '=fine'; echo; done";
    let found = sentences(&examine(&CommandLine::new("sh", ["-c", script])));
    assert!(found.contains("fault replies: it writes lines that belong to no reply (at 'name: debugging')"), "{found}");
    assert!(found.contains("fault replies: there is no space between the mark of a reply and its text"), "{found}");
}

#[test]
fn a_program_that_floods_its_output_is_found_out_at_once() {
    let found = sentences(&examine(&CommandLine::new("yes", [""; 0])));
    let fault =
        "fault administration: 'name' was not answered: it writes without end; nothing else could be examined\n";
    assert!(found.ends_with(fault), "{found}");
    let found = sentences(&examine_engine(&["flood"]));
    assert_eq!(found, fault);
}

#[test]
fn a_program_that_hangs_is_asked_nothing_else_and_the_wait_is_shown() {
    let start = Duration::from_millis(300);
    let shown = RefCell::new(Vec::new());
    let watch = |progress: &ExamProgress<'_>| {
        assert_eq!((progress.number, progress.topics, progress.limit), (1, 14, start));
        shown.borrow_mut().push(format!("{}: {}", progress.topic, progress.command));
    };
    let report = conform(&CommandLine::new(ENGINE, ["hang"]), Timeouts { start, ..Timeouts::default() }, &watch);
    let fault = "fault administration: 'name' was not answered: it hangs; nothing else could be examined\n";
    assert_eq!(sentences(&report.expect("it starts")), fault);
    assert!(shown.borrow().iter().all(|line| line == "administration: name") && !shown.borrow().is_empty());
}

#[test]
fn a_program_that_does_not_exist_cannot_be_examined() {
    let error = conform(&CommandLine::new("no-such-go-program", ["--gtp"]), Timeouts::default(), &|_| {}).unwrap_err();
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
}

#[test]
fn gnu_go_has_no_faults() {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    let Some(program) = folders.map(|folder| folder.join("gnugo")).find(|program| Path::is_file(program)) else {
        assert!(std::env::var_os("CI").is_none(), "GNU Go is not installed: apt-get install gnugo");
        return;
    };
    let report = examine(&CommandLine::new(program.display().to_string(), ["--mode", "gtp", "--level", "0"]));
    assert_eq!((report.name.as_str(), report.version.as_str()), ("GNU Go", "3.8"));
    assert_eq!(report.faults().count(), 0, "{}", sentences(&report));
}
