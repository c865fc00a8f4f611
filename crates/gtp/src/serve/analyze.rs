//! Analysis as it comes: Leela Zero's, KataGo's and Sabaki's analyze commands.
//!
//! The plain forms analyse the position until the next line of input; the `genmove_` forms think as long as `genmove`
//! would, and end with the move. Arguments are a colour, an interval in hundredths of a second, and pairs of key and
//! value, in any order.

use std::time::{Duration, Instant};

use goban::{Color, Move};
use player::{Analysis, Budget, Candidate, Choice, ONE_ALLOW, Restriction, Restrictions, Stop};

use super::args::Args;
use super::game::{commit, position};
use super::inbox::Watch;
use super::info::{self, Extras, Style};
use super::{Refusal, Session};

pub(super) fn analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    until_input(session, args, Style::Kata)
}

pub(super) fn lz_analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    until_input(session, args, Style::Leela)
}

pub(super) fn kata_analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    until_input(session, args, Style::Kata)
}

pub(super) fn genmove_analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    with_a_move(session, args, Style::Kata)
}

pub(super) fn lz_genmove_analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    with_a_move(session, args, Style::Leela)
}

pub(super) fn kata_genmove_analyze(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    with_a_move(session, args, Style::Kata)
}

/// Analyses until the next input. A player that finishes earlier keeps its last report.
fn until_input(session: &mut Session<'_>, args: &Args<'_>, style: Style) -> Result<String, Refusal> {
    let options = Options::read(args, session)?;
    let budget = session.limits.budget(None);
    let budget = if budget == Budget::default() { Budget::playouts(u64::MAX) } else { budget };
    report(session, &options, style, budget, Watch::AnyLine)?;
    session.inbox.wait_for_news();
    Ok(String::new())
}

fn with_a_move(session: &mut Session<'_>, args: &Args<'_>, style: Style) -> Result<String, Refusal> {
    let options = Options::read(args, session)?;
    let color = options.color;
    let budget = session.limits.budget(session.clocks.of(color));
    let start = Instant::now();
    let choice = report(session, &options, style, budget, Watch::Interrupt)?;
    session.thinking += start.elapsed();
    session.clocks.spend(color, start.elapsed());
    Ok(format!("play {}", commit(session, color, choice)?))
}

/// Runs the player and writes its reports as they come; at least one for its choice.
fn report(
    session: &mut Session<'_>,
    options: &Options,
    style: Style,
    budget: Budget,
    watch: Watch,
) -> Result<Choice, Refusal> {
    let game = position(session, options.color);
    let size = game.size();
    if game.is_over() {
        session.output.start();
        return Ok(Choice::new(Move::Pass));
    }
    let Session { inbox, player, output, .. } = session;
    if !player.restrict(&options.restrictions) {
        return Err(Refusal::Unrestricted);
    }
    let choice = inbox.watched(watch, |stop: &Stop| {
        player.analyse(&game, budget, stop, options.interval, &mut |analysis: &Analysis| {
            let candidates = options.pick(&analysis.candidates);
            if let Some(line) = info::line(analysis, &candidates, size, style, options.extras) {
                output.line(&line);
            }
            if output.broken.is_some() {
                stop.stop();
            }
        })
    });
    player.restrict(&Restrictions::default());
    let choice = choice?;
    if !output.started {
        let only = Candidate::new(choice.mv, choice.analysis.visits);
        let candidates = options.pick(std::slice::from_ref(&only));
        output.start();
        if let Some(line) = info::line(&choice.analysis, &candidates, size, style, options.extras) {
            output.line(&line);
        }
    }
    Ok(choice)
}

/// What an analysis was asked for.
#[derive(Debug)]
struct Options {
    color: Color,
    interval: Duration,
    most: usize,
    extras: Extras,
    restrictions: Restrictions,
}

const DEFAULT_INTERVAL: Duration = Duration::from_secs(1);
const KEYS: &str = "interval, minmoves, maxmoves, avoid, allow, ownership, movesOwnership, ownershipStdev, \
                    movesOwnershipStdev, pvVisits, pvEdgeVisits, rootInfo";

impl Options {
    fn read(args: &Args<'_>, session: &Session<'_>) -> Result<Options, Refusal> {
        let mut options = Options {
            color: session.game.to_play(),
            interval: DEFAULT_INTERVAL,
            most: usize::MAX,
            extras: Extras::default(),
            restrictions: Restrictions::default(),
        };
        let mut place = 0;
        while let Some(word) = args.get(place) {
            place += 1;
            if let Some(color) = Color::parse(word) {
                options.color = color;
                continue;
            }
            if word.parse::<u64>().is_ok() {
                options.interval = interval(args, place - 1)?;
                continue;
            }
            match word.to_ascii_lowercase().as_str() {
                "interval" => options.interval = interval(args, place)?,
                // Our players report all of their moves in any case.
                "minmoves" => drop(args.number::<usize>(place, "minmoves")?),
                "maxmoves" => options.most = args.number(place, "maxmoves")?,
                "ownership" => options.extras.ownership = switch(args, place)?,
                "rootinfo" => options.extras.root = switch(args, place)?,
                // Our players do not report this.
                "movesownership" | "ownershipstdev" | "movesownershipstdev" | "pvvisits" | "pvedgevisits" => {
                    switch(args, place)?;
                }
                key @ ("avoid" | "allow") => {
                    let restriction = restriction(args, place, session.game.size(), key == "allow")?;
                    if !options.restrictions.add(restriction) {
                        return Err(Refusal::Syntax(ONE_ALLOW.to_string()));
                    }
                    place += 2;
                }
                _ => return Err(Refusal::Syntax(format!("'{word}' is not a key of an analysis: known are {KEYS}"))),
            }
            place += 1;
        }
        Ok(options)
    }

    /// The candidates to report, best first.
    fn pick<'c>(&self, candidates: &'c [Candidate]) -> Vec<&'c Candidate> {
        candidates.iter().take(self.most).collect()
    }
}

/// Reads `COLOUR MOVE,MOVE,... DEPTH`.
fn restriction(args: &Args<'_>, place: usize, size: usize, allow: bool) -> Result<Restriction, Refusal> {
    let color = args.color(place)?;
    let words = args.word(place + 1, "a list of moves, such as D4,E5")?;
    let moves: Result<Vec<Move>, _> = words.split(',').map(|word| Move::from_gtp(word, size)).collect();
    let until_depth: usize = args.number(place + 2, "a depth (a whole number from 1)")?;
    if until_depth == 0 {
        return Err(Refusal::Syntax("0 cannot be a depth (a whole number from 1)".to_string()));
    }
    Ok(Restriction { color, moves: moves?, allow, until_depth })
}

fn interval(args: &Args<'_>, place: usize) -> Result<Duration, Refusal> {
    let hundredths: u64 = args.number(place, "an interval (hundredths of a second)")?;
    Ok(Duration::from_millis(hundredths.max(1).saturating_mul(10)))
}

fn switch(args: &Args<'_>, place: usize) -> Result<bool, Refusal> {
    match args.word(place, "true or false")?.to_ascii_lowercase().as_str() {
        "true" | "1" => Ok(true),
        "false" | "0" => Ok(false),
        other => Err(Refusal::Syntax(format!("'{other}' is neither true nor false"))),
    }
}
