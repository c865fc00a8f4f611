//! The board, moves on it, and moves asked for.

use std::time::Instant;

use goban::{Color, End, Game, MAX_SIZE, MIN_SIZE, Move, diagram};
use player::{Choice, Clock};

use super::args::Args;
use super::inbox::Watch;
use super::{Refusal, Session};

/// `boardsize SIZE`, or `boardsize COLUMNS ROWS` with two numbers that are the same.
pub(super) fn boardsize(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let size: usize = args.number(0, "the size of the board")?;
    let rows: usize = if args.get(1).is_some() { args.number(1, "the number of rows")? } else { size };
    if rows != size {
        return Err(Refusal::Size(format!("{size}x{rows} is not square, and only square boards can be played")));
    }
    if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
        return Err(Refusal::Size(format!("{size} is not from {MIN_SIZE} to {MAX_SIZE}")));
    }
    session.new_game(Game::new(size, session.game.rules(), session.game.komi()));
    Ok(String::new())
}

pub(super) fn clear_board(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    session.new_game(Game::new(session.game.size(), session.game.rules(), session.game.komi()));
    Ok(String::new())
}

pub(super) fn komi(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let komi: f32 = args.number(0, "the komi")?;
    if !komi.is_finite() {
        return Err(Refusal::Syntax(format!("{komi} cannot be the komi")));
    }
    session.game.set_komi(komi);
    session.changed();
    Ok(String::new())
}

/// `play COLOUR MOVE`. Further moves resume a game that has ended.
pub(super) fn play(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let color = args.color(0)?;
    let mv = read_move(args.word(1, "the move")?, session.game.size())?;
    make(session, color, mv)?;
    Ok(String::new())
}

/// `genmove COLOUR`
pub(super) fn genmove(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let color = args.color(0)?;
    let choice = think(session, color)?;
    commit(session, color, choice)
}

/// As `genmove`, and the move is not played.
pub(super) fn reg_genmove(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let choice = think(session, args.color(0)?)?;
    Ok(choice.mv.to_gtp(session.game.size()))
}

/// As `genmove`, and the player captures dead stones before it passes.
pub(super) fn kgs_genmove_cleanup(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let color = args.color(0)?;
    session.player.clean_up(true);
    let thought = think(session, color);
    session.player.clean_up(false);
    commit(session, color, thought?)
}

pub(super) fn undo(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    take_back(session, 1)
}

/// `gg-undo [MOVES]`
pub(super) fn gg_undo(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let moves = if args.get(0).is_some() { args.number(0, "a number of moves")? } else { 1 };
    take_back(session, moves)
}

pub(super) fn showboard(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(format!("\n{}", diagram::showboard(session.game.board())))
}

/// `set_random_seed SEED`: from here on the player's chance moves follow from the seed.
pub(super) fn set_random_seed(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    session.seed = args.number(0, "a seed (a whole number, not negative)")?;
    session.player.reset(session.seed);
    Ok(String::new())
}

/// Forgets what the player remembers of the game, so that it thinks afresh.
pub(super) fn clear_cache(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    session.player.reset(session.seed);
    session.settled = None;
    Ok(String::new())
}

/// A move of the other side. A resignation is not played.
pub(super) fn read_move(word: &str, size: usize) -> Result<Move, Refusal> {
    match Move::from_gtp(word, size)? {
        Move::Resign => Err(Refusal::Syntax("a resignation is not played: expected a point or pass".to_string())),
        mv => Ok(mv),
    }
}

/// Plays a move for a colour.
pub(super) fn make(session: &mut Session<'_>, color: Color, mv: Move) -> Result<(), Refusal> {
    if session.game.is_over() {
        let mut game = session.game.clone();
        game.resume();
        game.play_as(color, mv)?;
        session.game = game;
    } else {
        session.game.play_as(color, mv)?;
    }
    session.changed();
    session.player.observe(&session.game, mv);
    Ok(())
}

/// The player's move for a side, not yet played.
pub(super) fn think(session: &mut Session<'_>, color: Color) -> Result<Choice, Refusal> {
    let game = position(session, color);
    if game.end() == Some(End::NoMoveLeft) {
        return Ok(Choice::new(Move::Pass));
    }
    let start = Instant::now();
    let thought = consult(session, &game, session.clocks.of(color));
    session.clocks.spend(color, start.elapsed());
    thought
}

/// The player's opinion of any position. The line `# interrupt` hurries it.
pub(super) fn consult(session: &mut Session<'_>, game: &Game, clock: Option<Clock>) -> Result<Choice, Refusal> {
    let budget = session.limits.budget(clock);
    let start = Instant::now();
    let player = &mut session.player;
    let thought = session.inbox.watched(Watch::Interrupt, |stop| player.choose(game, budget, stop));
    session.thinking += start.elapsed();
    Ok(thought?)
}

/// Plays the player's move and gives it as the reply. A resignation and a pass where the game is over change nothing.
pub(super) fn commit(session: &mut Session<'_>, color: Color, choice: Choice) -> Result<String, Refusal> {
    let text = choice.mv.to_gtp(session.game.size());
    let over = position(session, color).end() == Some(End::NoMoveLeft);
    if choice.mv != Move::Resign && !over {
        make(session, color, choice.mv).map_err(|refusal| match refusal {
            Refusal::Illegal(reason) => Refusal::PlayerIllegal { mv: text.clone(), reason },
            other => other,
        })?;
    }
    session.last = Some(choice.analysis);
    Ok(text)
}

/// The game as the player is shown it: with that side to move, and taken up again if it had ended.
pub(super) fn position(session: &Session<'_>, color: Color) -> Game {
    let mut game = session.game.clone();
    if game.is_over() {
        game.resume();
    }
    if game.to_play() != color {
        game.set_to_play(color);
    }
    game
}

fn take_back(session: &mut Session<'_>, moves: usize) -> Result<String, Refusal> {
    let played = session.game.move_number();
    let Some(left) = played.checked_sub(moves) else {
        return Err(Refusal::Undo(format!("{moves} wanted, {played} played")));
    };
    session.game.undo_to(left);
    session.changed();
    Ok(String::new())
}
