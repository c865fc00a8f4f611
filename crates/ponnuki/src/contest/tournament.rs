//! `ponnuki tournament`: events of many players, described in a file and resumable at any time.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;

use anyhow::Result;
use arena::ledger::ResultRow;
use arena::report::shown;
use arena::tournament::{Event, Standing, Tournament, standings};
use arena::{Ledger, Runner, tables_for, try_out};
use player::{Spec, Stop};
use serde_json::json;

use super::progress::EventProgress;
use super::screen::Screen;
use crate::all_players::AllPlayers;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options::{Json, Quiet};
use crate::progress::{self, Pace};

/// Play a tournament, or resume it
///
/// A file names the players and the events: round robin, gauntlet or Swiss, each with its own board,
/// rules, clocks, budgets and handicaps. Each game is stored in the ledger as soon as it is finished,
/// and the same command resumes an interrupted tournament. Players and games may be added to the file
/// later. As in a match, a budget in playouts does not reach programs behind GTP.
///
/// Example:
///
///     players = ["random", "uct:playouts=500", "gtp:gnugo --mode gtp"]
///
///     [[event]]
///     format = "round-robin"
///     size = 9
///     games = 20
#[derive(clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// File that describes the tournament
    file: PathBuf,
    /// Games played in parallel [default: the value in the file, or cores divided by the threads of a player]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    concurrency: Option<usize>,
    /// Show the board of one of the games
    #[arg(long, conflicts_with = "quiet")]
    watch: bool,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

/// Plays the games that are missing from the ledger and prints the standings.
pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    let tournament = Tournament::read(&args.file, &AllPlayers)?;
    let is_new = !tournament.ledger.exists();
    if is_new {
        tournament.events.iter().try_for_each(try_out_all)?;
    }
    let ledger = Ledger::open(&tournament.ledger)?;
    if !is_new {
        for event in &tournament.events {
            // Players of an event that is over need not be there any more.
            if !event.due(&event.results(&ledger)?).is_empty() {
                try_out_all(event)?;
            }
        }
    }
    let played = play(&args, &tournament, &ledger);
    // A ledger that was deleted meanwhile is the error that matters most.
    ledger.check()?;
    played
}

/// Fails if one of the players cannot be made, or refuses the conditions.
fn try_out_all(event: &Event) -> Result<()> {
    Ok(try_out(&AllPlayers, &specs(event), &event.conditions.game()?, event.conditions.budget)?)
}

fn specs(event: &Event) -> Vec<Arc<Spec>> {
    event.entrants.iter().map(|entrant| Arc::clone(&entrant.spec)).collect()
}

fn play(args: &Args, tournament: &Tournament, ledger: &Ledger) -> Result<()> {
    let (closing, stop) = (Stop::new(), Stop::new());
    interrupt::finish_games(&closing, &stop);
    for event in &tournament.events {
        let before = event.results(ledger)?.len() as u64;
        let progress = EventProgress::new(&event.name, Pace::new(Some(event.games_in_all()), before));
        let screen = Screen::new(progress, args.watch, args.output.json);
        let tables = match (args.concurrency, tournament.concurrency) {
            (Some(tables), _) | (None, Some(tables)) => tables,
            (None, None) => tables_for(&AllPlayers, &specs(event))?,
        };
        let (name, observer) = (event.contest().name, &screen);
        let (closing, stop) = (closing.clone(), stop.clone());
        event.play(&Runner { maker: &AllPlayers, ledger, observer, tables, event: name, closing, stop })?;
        screen.end();
        let results = event.results(ledger)?;
        print(event, &results, args.output.json)?;
        if !event.due(&results).is_empty() {
            let name = tournament.ledger.display();
            interrupted!(
                "stopped before the end: the games are in {name}, and the same command resumes the tournament"
            );
        }
    }
    progress::note(&format!("the games are in {}", tournament.ledger.display()));
    Ok(())
}

/// Prints the standings of an event.
fn print(event: &Event, results: &[ResultRow], as_json: bool) -> Result<()> {
    let mut out = io::stdout().lock();
    let standings = standings(results);
    if as_json {
        let standing = |standing: &Standing| {
            json!({
                "player": standing.player,
                "games": standing.games(),
                "wins": standing.wins,
                "losses": standing.losses,
                "draws": standing.draws,
                "forfeits": standing.forfeits,
                "points": standing.points(),
                "rate": standing.rate(),
            })
        };
        let standings: Vec<_> = standings.iter().map(standing).collect();
        let (games, all) = (results.len(), event.games_in_all());
        let object = json!({ "event": event.name, "games": games, "games_in_all": all, "standings": standings });
        return Ok(writeln!(out, "{object}")?);
    }
    let contest = event.contest();
    writeln!(out, "{}: {}", contest.name, contest.terms)?;
    let names: Vec<String> = standings.iter().map(|standing| shown(&standing.player)).collect();
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(6);
    writeln!(out, "    {:width$}  games    won   lost  drawn  forfeited  score", "player")?;
    for (place, (standing, player)) in standings.iter().zip(&names).enumerate() {
        let Standing { wins, losses, draws, forfeits, .. } = standing;
        let (place, games, rate) = (place + 1, standing.games(), 100.0 * standing.rate());
        writeln!(
            out,
            "{place:3} {player:width$}  {games:5}  {wins:5}  {losses:5}  {draws:5}  {forfeits:9}  {rate:4.1}%"
        )?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const MANUAL: &str = include_str!("../../../../docs/arena.md");

    /// The pieces of the manual between two marks.
    fn between<'a>(from: &'a str, to: &'a str) -> impl Iterator<Item = &'a str> {
        MANUAL.split(from).skip(1).filter_map(move |rest| rest.split(to).next())
    }

    fn read(text: &str) -> Result<Tournament, String> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cup.toml");
        std::fs::write(&path, text).unwrap();
        Tournament::read(&path, &AllPlayers).map_err(|error| error.to_string())
    }

    #[test]
    fn every_tournament_in_the_manual_can_be_played() {
        let examples: Vec<&str> = between("```toml\n", "```").collect();
        assert!(examples.len() >= 5, "{examples:?}");
        for text in &examples {
            let tournament = read(text).unwrap_or_else(|error| panic!("{error} in\n{text}"));
            assert!(tournament.events.iter().all(|event| !event.due(&[]).is_empty()), "{text}");
        }
    }

    /// The keys that the reader accepts are those in the tables of the manual, and its examples use all of them.
    #[test]
    fn every_key_is_in_the_manual() {
        let players = "players = ['random', 'greedy']\n";
        for (text, table) in [
            ("?", "At the top of the file:"),
            ("[[event]]\n?", "In an `[[event]]`:"),
            ("[[event]]\n[[event.handicaps]]\n?", "In an `[[event.handicaps]]`"),
        ] {
            let complaint = read(&format!("{players}{}", text.replace('?', "no-such-key = 1"))).unwrap_err();
            let known = complaint.split("expected one of ").nth(1).unwrap_or_else(|| panic!("{complaint}"));
            let known: BTreeSet<&str> = known.split('`').skip(1).step_by(2).collect();
            let rows = between(table, "\n\n### ").next().unwrap_or_else(|| panic!("no table: {table}"));
            let rows =
                rows.split("|---|---|---|\n").nth(1).and_then(|rest| rest.split("\n\n").next()).unwrap_or_default();
            let documented: BTreeSet<&str> =
                rows.lines().filter_map(|row| row.strip_prefix("| `")?.split('`').next()).collect();
            assert_eq!(documented, known, "{table}");
            for key in known {
                let used = between("```toml\n", "```").any(|example| example.contains(key));
                assert!(used, "no example has {key}");
            }
        }
    }
}
