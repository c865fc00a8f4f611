//! The program: one file for each subcommand, and nothing but subcommands.

use std::env;
use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

mod all_players;
mod analysis;
mod bench;
mod completions;
mod conform;
mod contest;
mod data;
mod gtp;
mod interrupt;
mod lab;
mod learn;
mod man;
mod model;
mod numbers;
mod openings;
mod options;
mod output;
mod play;
mod players;
mod progress;
mod report;
mod review;
mod study;
mod web;

/// A Go (baduk, weiqi) engine, a laboratory of learning Go players, and an arena for matches between them.
///
/// Without a command, in a terminal, `ponnuki` serves the page as `ponnuki web` does.
#[derive(Parser)]
#[command(name = "ponnuki", version = env!("PONNUKI_VERSION"), max_term_width = 110, after_help = EXIT_CODES)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

const EXIT_CODES: &str = "\
Exit codes:
  0    success
  1    the command failed, or found something wrong
  2    wrong usage
  130  interrupted by Ctrl-C, with all finished work saved; 143 and 129 after SIGTERM and SIGHUP";

#[derive(Subcommand)]
enum Command {
    Web(web::Args),
    Play(Box<play::Args>),
    Gtp(gtp::Args),
    Players(players::Args),
    Match(Box<contest::matches::Args>),
    Tournament(contest::tournament::Args),
    Tune(Box<contest::tune::Args>),
    Report(report::Args),
    Learn(Box<learn::Args>),
    Model(model::Args),
    Data(data::Args),
    Study(study::Args),
    Review(review::Args),
    Openings(openings::Args),
    Lab(lab::Args),
    Conform(conform::Args),
    Analysis(analysis::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    version::set(env!("PONNUKI_VERSION"));
    let parsed = numbers::take_negative(Cli::command()).try_get_matches();
    let cli = parsed.and_then(|matches| Cli::from_arg_matches(&matches)).unwrap_or_else(|error| {
        let command = env::args_os().nth(1).unwrap_or_default();
        options::suggest_new_name(error, &command.to_string_lossy()).exit()
    });
    let command = match cli.command {
        Some(command) => Some(command),
        None if io::stdin().is_terminal() => Cli::parse_from(["ponnuki", "web"]).command,
        None => None,
    };
    let Some(command) = command else {
        eprintln!("{}", Cli::command().render_help());
        return ExitCode::from(2);
    };
    match run(command) {
        Err(error) if options::is_usage(&error) => {
            // As the argument parser reports what it refuses.
            eprintln!("error: {}\n\nFor more information, try '--help'.", sentence(&error));
            ExitCode::from(2)
        }
        Err(error) if !is_broken_pipe(&error) => {
            eprintln!("ponnuki: {}", sentence(&error));
            match error.downcast_ref::<interrupt::Interrupted>() {
                Some(_) => ExitCode::from(interrupt::exit_code()),
                None => ExitCode::FAILURE,
            }
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(command: Command) -> Result<()> {
    match command {
        Command::Web(args) => web::run(args),
        Command::Play(args) => play::run(*args),
        Command::Gtp(args) => gtp::run(args),
        Command::Players(args) => players::run(args),
        Command::Match(args) => contest::matches::run(*args),
        Command::Tournament(args) => contest::tournament::run(args),
        Command::Tune(args) => contest::tune::run(*args),
        Command::Report(args) => report::run(args),
        Command::Learn(args) => learn::run(*args),
        Command::Model(args) => model::run(args),
        Command::Data(args) => data::run(args),
        Command::Study(args) => study::run(args),
        Command::Review(args) => review::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Lab(args) => lab::run(args),
        Command::Conform(args) => conform::run(args),
        Command::Analysis(args) => analysis::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}

/// Whether the reader of the output has closed it, as in `ponnuki players | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(pipe))
}

/// The error and its causes in one sentence, without causes that the error already includes.
fn sentence(error: &anyhow::Error) -> String {
    let mut sentence = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let text = error.to_string();
        if !sentence.contains(&text) {
            sentence = format!("{sentence}: {text}");
        }
        cause = error.source();
    }
    sentence
}

#[cfg(test)]
mod tests {
    use anyhow::Context;

    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        Cli::command().debug_assert();
    }

    #[test]
    fn a_cause_is_named_once() {
        let error = Err::<(), _>(anyhow::anyhow!("no such file")).context("x.sgf cannot be read: no such file");
        assert_eq!(
            sentence(&error.context("the game is not loaded").unwrap_err()),
            "the game is not loaded: x.sgf cannot be read: no such file"
        );
    }

    #[test]
    fn a_broken_pipe_is_seen_through_its_context() {
        let error = anyhow::Error::from(io::Error::from(io::ErrorKind::BrokenPipe)).context("writing");
        assert!(is_broken_pipe(&error));
        assert!(!is_broken_pipe(&anyhow::anyhow!("something else")));
    }
}
