//! `ponnuki bench replies`: statistics of stored replies, as in table I and figures 8 and 9 of Baier and Drake (2010).

use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use goban::{Game, Move, Rules};
use player::{Restrictions, Stop};
use search::playout::{Chances, Counter, Mogo, Patterns, Replies, ReplyCounts, ReplyKind, ReplyTables, TableCounts};
use search::uct::{SearchSettings, Searcher};
use search::{Search, Task, Until};
use serde::Serialize;

use crate::numbers;
use crate::options::{Json, Playouts, Quiet, Seed, Size, UsageError};
use crate::progress::Line;

/// Statistics of stored replies in self-play
///
/// For each policy: the percentage of lookups in a table that find a legal reply, an illegal one, one that would fill
/// an own eye, or none; the mean lifetime of a reply in playouts; and for each lifetime the number of replies and their
/// mean distance from the move that they answer.
#[derive(clap::Args)]
pub struct Args {
    /// Reply policies
    #[arg(long, value_name = "POLICY,..", value_delimiter = ',', default_value = "lgr1,lgr2,lgrf1,lgrf2")]
    replies: Vec<ReplyKind>,
    #[command(flatten)]
    board: Size<19>,
    /// Number of games; the paper has 100
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = numbers::count::<u64>)]
    games: u64,
    #[command(flatten)]
    search: Playouts<8000>,
    #[command(flatten)]
    random: Seed<1>,
    #[command(flatten)]
    output: Json,
    #[command(flatten)]
    quiet: Quiet,
}

#[derive(Serialize)]
struct Report {
    reply: String,
    size: usize,
    games: u64,
    playouts: u64,
    tables: Vec<Table>,
}

#[derive(Serialize)]
struct Table {
    moves_of_context: usize,
    lookups: u64,
    legal: f64,
    illegal: f64,
    own_eye: f64,
    none: f64,
    mean_lifetime: Option<f64>,
    lifetimes: Vec<Lifetime>,
}

#[derive(Serialize)]
struct Lifetime {
    from: u64,
    to: u64,
    replies: u64,
    mean_distance: Option<f64>,
}

pub fn run(args: Args) -> Result<()> {
    args.quiet.apply();
    for &kind in &args.replies {
        if !matches!(kind, ReplyKind::LastGood(_)) {
            bail!(UsageError(format!("{kind} stores no single replies to count")));
        }
        let report = report(&args, kind, &count(&args, kind)?);
        let mut out = io::stdout().lock();
        if args.output.json {
            writeln!(out, "{}", serde_json::to_string(&report)?)?;
        } else {
            print(&mut out, &report)?;
        }
    }
    Ok(())
}

/// Plays the games with searches whose playouts try the replies first and then MoGo's rules, as in the paper.
fn count(args: &Args, kind: ReplyKind) -> Result<ReplyCounts> {
    let size = args.board.size;
    let (tables, counter) = (ReplyTables::new(kind, 1.0, size), Arc::new(Counter::new(kind, size)));
    let patterns = Arc::new(Patterns::mogo());
    let chances =
        Chances { rescue: 1.0, capture_last: 1.0, nakade: 0.0, pattern: 1.0, capture: 1.0, self_atari: usize::MAX };
    let policy = {
        let (tables, counter, patterns) = (tables.clone(), counter.clone(), patterns.clone());
        move || (Replies::counting(tables.clone(), counter.clone()), Mogo::new(chances, patterns.clone()))
    };
    let mut searcher = Searcher::new(SearchSettings::default(), patterns, size, policy);
    let until = Until { playouts: args.search.playouts, deadline: None, early: false };
    let line = Line::new();
    let mut drawn = line.began();
    for number in 0..args.games {
        let mut game = Game::new(size, Rules::CHINESE, 7.5);
        searcher.reset(args.random.seed.wrapping_add(number));
        tables.clear();
        while !game.is_over() && game.move_number() < 2 * size * size {
            let task = Task { game: &game, until, restrictions: &Restrictions::default() };
            let result = searcher.search(&task, &Stop::new(), Duration::MAX, &mut |_| {});
            let legal = |mv: &Move| game.check(game.to_play(), *mv).is_ok();
            let mv = result.candidates.iter().map(|candidate| candidate.mv).find(legal).unwrap_or(Move::Pass);
            game.play(mv)?;
            if line.is_due(&mut drawn) {
                line.draw(&format!("{kind}: game {} of {}, move {}", number + 1, args.games, game.move_number()));
            }
        }
    }
    line.clear();
    Ok(counter.counts())
}

fn report(args: &Args, kind: ReplyKind, counts: &ReplyCounts) -> Report {
    let asked = counts.tables.iter().enumerate().filter(|(_, table)| table.lookups() > 0);
    let tables = asked.map(|(place, counts)| table(place + 1, counts)).collect();
    Report { reply: kind.to_string(), size: args.board.size, games: args.games, playouts: args.search.playouts, tables }
}

fn table(moves_of_context: usize, counts: &TableCounts) -> Table {
    let share = |number: u64| 100.0 * number as f64 / counts.lookups() as f64;
    let lifetimes = counts.lifetimes.iter().map(|lifetime| Lifetime {
        from: lifetime.from,
        to: lifetime.to,
        replies: lifetime.replies,
        mean_distance: lifetime.mean_distance(),
    });
    Table {
        moves_of_context,
        lookups: counts.lookups(),
        legal: share(counts.legal),
        illegal: share(counts.illegal),
        own_eye: share(counts.own_eye),
        none: share(counts.none),
        mean_lifetime: counts.mean_lifetime(),
        lifetimes: lifetimes.collect(),
    }
}

fn print(out: &mut impl Write, report: &Report) -> Result<()> {
    writeln!(
        out,
        "{} on {1}x{1}, {2} games, {3} playouts per move",
        report.reply, report.size, report.games, report.playouts
    )?;
    for table in report.tables.iter().rev() {
        writeln!(
            out,
            "  {} moves of context: {:.1}% legal, {:.1}% illegal, {:.1}% own eye, {:.1}% none, of {} lookups",
            table.moves_of_context, table.legal, table.illegal, table.own_eye, table.none, table.lookups
        )?;
        if let Some(mean) = table.mean_lifetime {
            writeln!(out, "    mean lifetime {mean:.3} playouts")?;
        }
        writeln!(out, "    lifetime           replies   distance")?;
        // Short lifetimes, which are the most frequent, have one row each.
        for lifetime in table.lifetimes.iter().filter(|lifetime| lifetime.from < 10 || lifetime.from.is_power_of_two())
        {
            let span = if lifetime.from == lifetime.to {
                lifetime.from.to_string()
            } else {
                format!("{} to {}", lifetime.from, lifetime.to)
            };
            writeln!(out, "    {span:<14} {:>11}   {:.3}", lifetime.replies, lifetime.mean_distance.unwrap_or(0.0))?;
        }
    }
    Ok(())
}
