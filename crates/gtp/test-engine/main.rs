//! An engine for the tests to start: `serve SPEC` and `analysis SPEC` are honest, every other word is a way to be bad.

mod players;

use std::io::{self, BufRead, Write};
use std::process::{Command, Stdio, exit};
use std::thread::sleep;
use std::time::Duration;

const FOREVER: Duration = Duration::from_secs(600);

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let manner = args.first().map_or("", String::as_str);
    let detail = args.get(1).map_or("random", String::as_str);
    match manner {
        "serve" | "analysis" => honest(manner, detail),
        "crash" => exit(3),
        "hang" => sleep(FOREVER),
        "complain" => {
            eprintln!("\x1b[31mWelcome\nBad Go: minimum 500 playouts");
            exit(3)
        }
        "flood" => {
            let _ = io::stdout().write_all(b"= ");
            loop {
                let _ = io::stdout().write_all(b"never ends\n");
            }
        }
        "endless" => loop {
            let _ = io::stdout().write_all(&[b'x'; 4096]);
        },
        "parent" => parent(),
        "drive" => drive(detail),
        _ => fake(manner, detail),
    }
}

fn honest(protocol: &str, spec: &str) {
    let spec = spec.parse().expect("a specification");
    let (input, output) = (io::BufReader::new(io::stdin()), io::stdout());
    let served = match protocol {
        "serve" => gtp::serve(input, output, &players::Troupe, spec),
        _ => gtp::analysis::serve(input, output, &players::Troupe, &spec),
    };
    if let Err(error) = served {
        eprintln!("{error}");
        exit(1);
    }
}

/// Starts another process that holds the output open, tells its number, and hangs.
fn parent() {
    let myself = std::env::current_exe().expect("a path");
    let mut child = Command::new(myself).arg("hang").stdin(Stdio::null()).spawn().expect("a child");
    eprintln!("child {}", child.id());
    let _ = child.wait();
}

/// Drives a shell script as an engine, and repeats what it writes to standard error.
fn drive(script: &str) {
    let log = gtp::client::Log::new(|line| eprintln!("{line}"));
    let options = gtp::client::Options { start: FOREVER, log, ..Default::default() };
    let started = gtp::client::Controller::start(&gtp::client::CommandLine::new("sh", ["-c", script]), &options);
    eprintln!("{:?}", started.map(drop));
}

/// Answers every command, but in its own manner.
fn fake(manner: &str, detail: &str) {
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        let command = line.split_whitespace().next().unwrap_or("");
        eprintln!("heard {line}");
        let answer = match (manner, command) {
            ("hang-genmove", "genmove") => return sleep(FOREVER),
            ("crash-genmove", "genmove") => exit(5),
            ("garbage", _) => "Welcome to Bad Go 1.0!",
            ("garbage-genmove", "genmove") => "error: segmentation fault",
            ("no-move", "genmove") => "= the centre, of course",
            ("illegal", "genmove") => "= A1",
            ("slow", "genmove") => {
                sleep(Duration::from_millis(detail.parse().unwrap_or(100)));
                "= C3"
            }
            ("refuse", "boardsize") => "? unacceptable size",
            ("boast", "final_score") | ("mark", "final_status_list") => &format!("= {detail}"),
            ("crash-count", "final_status_list") => exit(6),
            ("hang-count", "final_status_list") => return sleep(FOREVER),
            ("long-name", "name" | "version") => &format!("= \x1b[31m{}", long(detail)),
            ("long-refusal", "boardsize") => &format!("? {}", long(detail)),
            ("rank", "top_moves_black" | "top_moves_white") => &format!("= {detail}"),
            ("rank", "list_commands") => "= name\nversion\nlist_commands\ntop_moves_black\ntop_moves_white",
            ("boast", "list_commands") => "= name\nversion\nlist_commands\nfinal_score",
            ("mark" | "crash-count" | "hang-count", "list_commands") => {
                "= name\nversion\nlist_commands\nfinal_status_list"
            }
            ("limited", "list_commands") => {
                "= name\nversion\nlist_commands\nkata-list-params\nkata-get-param\nkata-set-param"
            }
            ("limited", "kata-list-params") => "= numSearchThreads maxVisits maxTime",
            ("limited", "kata-get-param") => "= 500",
            ("gogui", "list_commands") => "= name\nversion\nlist_commands\ngogui-analyze_commands",
            ("gogui", "gogui-analyze_commands") => "= gfx/Prior/uct_gfx\nparam/Rules/go_rules\nparam/Player/uct_param",
            ("gogui", "go_rules") => "= [bool] allow_suicide 0",
            ("gogui", "uct_param") => "= [bool] ponder 0\n[string] max_games 8000",
            ("deaf", "quit") => continue,
            (_, "quit") => return say("="),
            (_, "name") => "= Fake",
            (_, "version") => "= 1",
            (_, "list_commands") => "= name\nversion\nlist_commands\nboardsize\nclear_board\nkomi\nplay\ngenmove\nquit",
            (_, "genmove") => "= pass",
            _ => "=",
        };
        say(answer);
    }
    if manner == "deaf" {
        sleep(FOREVER);
    }
}

/// A text of this number of letters.
fn long(letters: &str) -> String {
    let letters = letters.parse().unwrap_or(0);
    "word ".chars().cycle().take(letters).collect()
}

fn say(answer: &str) {
    let mut output = io::stdout();
    // The reader may be gone by now.
    let _ = write!(output, "{answer}\n\n").and_then(|()| output.flush());
}
