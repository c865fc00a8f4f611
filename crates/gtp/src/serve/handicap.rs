//! Handicap stones: where custom wants them, where the engine wants them, where the controller wants them.

use goban::{Color, Game, HandicapError, Move, Point};

use super::args::{Args, listed};
use super::game::consult;
use super::{Refusal, Session};

/// `fixed_handicap STONES`
pub(super) fn fixed_handicap(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let stones = args.number(0, "the number of stones")?;
    let points = session.game.place_fixed_handicap(stones)?;
    Ok(placed(session, &points))
}

/// `place_free_handicap STONES`: the customary points if this number of stones has them; otherwise the player is asked
/// for as many black moves. A player that passes has placed enough.
pub(super) fn place_free_handicap(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let stones: usize = args.number(0, "the number of stones")?;
    let size = session.game.size();
    if stones < 2 || stones >= size * size {
        return Err(Refusal::Stones(HandicapError::Count));
    }
    let points = match goban::fixed_handicap(size, stones) {
        Ok(points) => points,
        Err(_) => ask_the_player(session, stones)?,
    };
    session.game.place_free_handicap(&points)?;
    Ok(placed(session, &points))
}

/// `set_free_handicap POINT POINT ...`
pub(super) fn set_free_handicap(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let size = session.game.size();
    let points: Result<Vec<Point>, _> = args.words().iter().map(|word| Point::from_gtp(word, size)).collect();
    let points = points.map_err(|error| Refusal::Vertices(error.to_string()))?;
    if points.len() < 2 {
        return Err(Refusal::Vertices("a handicap is two stones or more".to_string()));
    }
    session.game.place_free_handicap(&points).map_err(|error| match error {
        HandicapError::Begun => Refusal::BoardNotEmpty(error),
        _ => Refusal::Vertices(error.to_string()),
    })?;
    placed(session, &points);
    Ok(String::new())
}

fn ask_the_player(session: &mut Session<'_>, stones: usize) -> Result<Vec<Point>, Refusal> {
    let mut scratch = Game::new(session.game.size(), session.game.rules(), session.game.komi());
    let mut points = Vec::new();
    while points.len() < stones {
        if scratch.to_play() != Color::Black {
            scratch.set_to_play(Color::Black);
        }
        let choice = consult(session, &scratch, None)?;
        match choice.mv {
            Move::Play(point) if scratch.play_as(Color::Black, choice.mv).is_ok() => points.push(point),
            _ => break,
        }
    }
    if points.len() < 2 { Err(Refusal::Stones(HandicapError::Count)) } else { Ok(points) }
}

fn placed(session: &mut Session<'_>, points: &[Point]) -> String {
    session.changed();
    listed(points.iter().map(|point| point.to_gtp(session.game.size())))
}
