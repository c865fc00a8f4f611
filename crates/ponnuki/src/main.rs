//! The program: one file for each subcommand, and nothing but subcommands.

use std::io::{self, IsTerminal};
use std::process::ExitCode;

use anyhow::Result;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};

mod analysis;
mod bench;
mod completions;
mod conform;
mod contest;
mod data;
mod everyone;
mod gtp;
mod interrupt;
mod learn;
mod man;
mod model;
mod numbers;
mod openings;
mod output;
mod play;
mod players;
mod problems;
mod progress;
mod report;
mod review;
mod study;
mod web;

/// A Go (baduk, weiqi) engine, a school for Go players made of code, and an arena where they meet.
///
/// Without a subcommand, in a terminal, the page is served with the defaults of `ponnuki web`.
#[derive(Parser)]
#[command(name = "ponnuki", version = env!("PONNUKI_VERSION"), max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    Web(web::Args),
    Play(Box<play::Args>),
    Gtp(gtp::Args),
    Players(players::Args),
    Match(Box<contest::matches::Args>),
    Tournament(contest::tournament::Args),
    Report(report::Args),
    Learn(Box<learn::Args>),
    Model(model::Args),
    Data(data::Args),
    Study(study::Args),
    Review(review::Args),
    Openings(openings::Args),
    Conform(conform::Args),
    Analysis(analysis::Args),
    Bench(bench::Args),
    Completions(completions::Args),
    Man(man::Args),
}

fn main() -> ExitCode {
    version::set(env!("PONNUKI_VERSION"));
    let cli = Cli::from_arg_matches(&numbers::take_negative(Cli::command()).get_matches());
    let command = match cli.unwrap_or_else(|error| error.exit()).command {
        Some(command) => Some(command),
        None if io::stdin().is_terminal() => Cli::parse_from(["ponnuki", "web"]).command,
        None => None,
    };
    let Some(command) = command else {
        eprintln!("{}", Cli::command().render_help());
        return ExitCode::from(2);
    };
    match run(command) {
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
        Command::Report(args) => report::run(args),
        Command::Learn(args) => learn::run(*args),
        Command::Model(args) => model::run(args),
        Command::Data(args) => data::run(args),
        Command::Study(args) => study::run(args),
        Command::Review(args) => review::run(args),
        Command::Openings(args) => openings::run(args),
        Command::Conform(args) => conform::run(args),
        Command::Analysis(args) => analysis::run(args),
        Command::Bench(args) => bench::run(args),
        Command::Completions(args) => completions::run(args),
        Command::Man(args) => man::run(args),
    }
}

/// Whoever read our output has seen enough, as in `ponnuki players | head -1`.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let pipe = |cause: &io::Error| cause.kind() == io::ErrorKind::BrokenPipe;
    error.chain().any(|cause| cause.downcast_ref::<io::Error>().is_some_and(pipe))
}

/// The error and its causes in one sentence; a cause that the error has already named is not named again.
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
