//! The end of the game: dead stones, and the winner.
//!
//! A player that has an opinion on who will own each point decides by it: a chain that is on the whole the opponent's
//! is dead. For any other player [`goban::score::dead_stones`] makes the proposal: Benson's test where it is certain,
//! else random playouts. Under rules that play everything out (Tromp-Taylor's, and those without passing) nothing is
//! dead that is still on the board. What is left is counted by the rules of the game.

use goban::{Cell, Color, Outcome, Point, PointMap, PointSet, Scoring, score};

use super::args::{Args, listed};
use super::game::{consult, position};
use super::{Refusal, Session};

/// What becomes of every stone and every empty point.
#[derive(Debug)]
pub(super) struct Settled {
    dead: PointSet,
    owner: PointMap<Option<Color>>,
}

/// `final_score`: `B+3.5`, `W+0.5` or `0`.
pub(super) fn final_score(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    settle(session)?;
    let nothing = PointSet::new();
    let dead = session.settled.as_ref().map_or(&nothing, |settled| &settled.dead);
    Ok(Outcome::by_score(session.game.score(dead)).to_string())
}

/// `final_status POINT`
pub(super) fn final_status(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let point = Point::from_gtp(args.word(0, "a point")?, session.game.size())?;
    settle(session)?;
    Ok(status(session, point).to_string())
}

/// `final_status_list (alive | seki | dead | white_territory | black_territory | dame)`: chains on a line each, other
/// points on one line.
pub(super) fn final_status_list(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let wanted = args.word(0, "a status")?;
    if !STATUSES.contains(&wanted) {
        return Err(Refusal::Syntax(format!("'{wanted}' is not a status: expected {}", STATUSES.join(", "))));
    }
    settle(session)?;
    let board = session.game.board();
    let having = |point: &Point| status(session, *point) == wanted;
    let name = |point: Point| point.to_gtp(board.size());
    if !matches!(wanted, "alive" | "seki" | "dead") {
        return Ok(listed(board.points().filter(having).map(name)));
    }
    let heads = board.points().filter(|&point| board.cell(point).color().is_some() && board.head(point) == point);
    let chains = heads.filter(having).map(|head| listed(board.chain(head).map(name)));
    Ok(chains.collect::<Vec<_>>().join("\n"))
}

const STATUSES: [&str; 6] = ["alive", "seki", "dead", "white_territory", "black_territory", "dame"];

fn status(session: &Session<'_>, point: Point) -> &'static str {
    let Some(settled) = &session.settled else { return "dame" };
    let board = session.game.board();
    match (board.cell(point), settled.owner[point]) {
        (Cell::Black | Cell::White, _) if settled.dead.contains(point) => "dead",
        (Cell::Black | Cell::White, _) if in_seki(session, settled, point) => "seki",
        (Cell::Black | Cell::White, _) => "alive",
        (_, Some(Color::Black)) => "black_territory",
        (_, Some(Color::White)) => "white_territory",
        (_, None) => "dame",
    }
}

/// A living chain that borders on no territory of its colour at the end of the game lives in seki.
fn in_seki(session: &Session<'_>, settled: &Settled, point: Point) -> bool {
    let board = session.game.board();
    let Some(color) = board.cell(point).color().filter(|_| session.game.is_over()) else { return false };
    let beside = |stone: Point| stone.neighbors().into_iter().filter(|n| n.is_on(board.size()));
    let own = |n: &Point| !board.cell(*n).is(color) && settled.owner[*n] == Some(color);
    !board.chain(point).flat_map(beside).any(|n| own(&n))
}

/// Determines the dead stones, unless they are known already.
fn settle(session: &mut Session<'_>) -> Result<(), Refusal> {
    if session.settled.is_some() {
        return Ok(());
    }
    let rules = session.game.rules();
    let dead = dead_stones(session)?;
    let board = session.game.board();
    let count = if rules.scoring == Scoring::Territory { score::territory } else { score::area };
    let owner = count(board, &dead).owner;
    session.settled = Some(Settled { dead, owner });
    Ok(())
}

fn dead_stones(session: &mut Session<'_>) -> Result<PointSet, Refusal> {
    if session.game.rules().count_every_stone() {
        return Ok(PointSet::new());
    }
    let game = position(session, session.game.to_play());
    let choice = consult(session, &game, None)?;
    let board = game.board();
    let Some(ownership) = choice.analysis.ownership else { return Ok(game.estimated_dead()) };
    let lost = |&point: &Point| {
        let Some(color) = board.cell(point).color() else { return false };
        let sum: f32 = board.chain(point).map(|stone| ownership[stone]).sum();
        if color == game.to_play() { sum < 0.0 } else { sum > 0.0 }
    };
    Ok(board.points().filter(lost).collect())
}
