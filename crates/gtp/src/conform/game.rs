//! The board: sizes, moves, what is illegal, and the program's own moves.

use goban::{Color, Move, Outcome, Point};

use super::exam::{Exam, Lost};

/// Sizes and komi are accepted or refused, and a cleared board is empty.
pub(super) fn board(exam: &mut Exam<'_>) -> Result<(), Lost> {
    exam.is_refused("boardsize 1000", "no board has 1000 lines", &["unacceptable size"])?;
    exam.is_refused("boardsize nine", "that is not a number", &["syntax error"])?;
    exam.is_refused("boardsize", "it lacks its argument", &["syntax error"])?;
    for komi in ["komi 6.5", "komi 0", "komi -3.5", "komi 7"] {
        exam.succeeds(komi)?;
    }
    exam.is_refused("komi lots", "that is not a number", &["syntax error"])?;
    if exam.position("b c3 w d4")?.is_some() {
        exam.succeeds("clear_board")?;
        exam.succeeds("play w c3")?;
        exam.succeeds("play b d4")?;
    }
    Ok(())
}

/// Colours and vertices are understood in any case, and either colour may move at any time.
pub(super) fn moves(exam: &mut Exam<'_>) -> Result<(), Lost> {
    let Some(_) = exam.lay()? else { return Ok(()) };
    for command in [
        "play B C3",
        "play white d4",
        "play BLACK E5",
        "play w pass",
        "play b PASS",
        "play b c4",
        "play b c5",
        "play w e4",
        "play w D3",
    ] {
        exam.succeeds(command)?;
    }
    if exam.supports("showboard") {
        let shown = exam.succeeds("showboard")?;
        exam.expect(shown.is_none_or(|shown| shown.lines().count() > 3), || "'showboard' shows no board".to_string());
    }
    Ok(())
}

/// The standard's message for an invalid colour or vertex. Distinct messages for the two are accepted.
const COORDINATE: &[&str] = &["invalid color or coordinate", "invalid color", "invalid coordinate", "syntax error"];

/// What the rules forbid is refused, and the board stays as it was.
pub(super) fn illegal_moves(exam: &mut Exam<'_>) -> Result<(), Lost> {
    let Some(game) = exam.position("b c3")? else { return Ok(()) };
    exam.is_refused("play w c3", "there is a stone", &["illegal move"])?;
    exam.is_refused("play b c3", "there is a stone", &["illegal move"])?;
    let beyond = format!("play w a{}", game.size() + 1);
    exam.is_refused(&beyond, "that is not on the board", &[COORDINATE, &["illegal move"]].concat())?;
    exam.is_refused("play w i4", "there is no column I", COORDINATE)?;
    exam.is_refused("play w 4d", "that is not a vertex", COORDINATE)?;
    exam.is_refused("play w a0", "there is no row 0", COORDINATE)?;
    exam.is_refused("play green d4", "there is no such colour", COORDINATE)?;
    if exam.position("b a2 b b1")?.is_some() {
        exam.is_refused("play w a1", "a single stone without liberties is suicide under any rules", &["illegal move"])?;
        exam.succeeds("play b a1")?;
    }
    if exam.position("b b3 w c3 b a2 w d2 b b1 w c1 b c2 w b2")?.is_some() {
        exam.is_refused("play b c2", "it takes back a ko at once", &["illegal move"])?;
        exam.succeeds("play b e5")?;
        exam.succeeds("play w e4")?;
        exam.succeeds("play b c2")?;
        exam.is_refused("play w b2", "it takes back a ko at once", &["illegal move"])?;
    }
    if exam.position("w a1 b a2 b b1")?.is_some() {
        let captured = exam.ask("play b a1")?.ok;
        exam.check(captured, || "a captured stone stays on the board".to_string());
    }
    Ok(())
}

/// A move that is taken back is gone.
pub(super) fn undo(exam: &mut Exam<'_>) -> Result<(), Lost> {
    if !exam.supports("undo") {
        exam.remark("it lacks 'undo': controllers have to replay games".to_string());
        return Ok(());
    }
    let Some(_) = exam.lay()? else { return Ok(()) };
    exam.is_refused("undo", "no move was played", &["cannot undo"])?;
    if exam.position("w a1 b a2 b b1")?.is_some() {
        exam.succeeds("undo")?;
        exam.is_refused("play b a1", "the capture was taken back and the stone is there again", &["illegal move"])?;
        exam.succeeds("play w b1")?;
        exam.succeeds("undo")?;
        exam.succeeds("play b b1")?;
    }
    Ok(())
}

/// The number of moves to request.
const MOVES: usize = 12;

/// Its own moves are legal, and are played on its board.
pub(super) fn genmove(exam: &mut Exam<'_>) -> Result<(), Lost> {
    exam.is_refused("genmove green", "there is no such colour", COORDINATE)?;
    let Some(mut game) = exam.position("b c3 w d4")? else { return Ok(()) };
    let size = game.size();
    let mut last: Option<Point> = None;
    for number in 0..MOVES {
        // The same colour twice in a row must not trouble it.
        let color = if number == 1 { Color::Black } else { Color::BOTH[number % 2] };
        let command = format!("genmove {color}");
        let answer = exam.ask_to_think(&command)?;
        exam.check(answer.ok, || format!("'{command}' was refused: {}", answer.text));
        let Ok(mv) = Move::from_gtp(&answer.text, size) else {
            exam.check(!answer.ok, || format!("'{command}' was answered with '{}', which is not a move", answer.text));
            return Ok(());
        };
        if mv == Move::Resign {
            return Ok(());
        }
        let verdict = game.play_as(color, mv);
        exam.check(verdict.is_ok(), || format!("'{command}' was answered with {}, which is illegal", answer.text));
        if verdict.is_err() || game.is_over() {
            return Ok(());
        }
        last = mv.point().or(last);
    }
    if let Some(point) = last.filter(|&point| game.board().cell(point).color().is_some()) {
        let command = format!("play b {}", point.to_gtp(size));
        exam.is_refused(&command, "the program's own stone is there", &["illegal move"])?;
    }
    Ok(())
}

/// Scores and the status of stones, where the program has them.
pub(super) fn the_end(exam: &mut Exam<'_>) -> Result<(), Lost> {
    for command in ["final_score", "final_status_list"] {
        let known = exam.supports(command);
        exam.expect(known, || format!("it lacks '{command}' and takes no part in counting games"));
    }
    let Some(game) = exam.position("b c3 w d4 b pass w pass")? else { return Ok(()) };
    if exam.supports("final_score") {
        let answer = exam.ask_to_think("final_score")?;
        let readable = answer.text.parse::<Outcome>().is_ok();
        exam.check(!answer.ok || readable, || {
            format!("'final_score' was answered with '{}', not as B+3.5 or 0", answer.text)
        });
    }
    if !exam.supports("final_status_list") {
        return Ok(());
    }
    for status in ["dead", "alive", "seki"] {
        let command = format!("final_status_list {status}");
        let answer = exam.ask_to_think(&command)?;
        let mut words = answer.text.split_whitespace();
        let stone = |word: &str| {
            Point::from_gtp(word, game.size()).is_ok_and(|point| game.board().cell(point).color().is_some())
        };
        exam.check(!answer.ok || words.all(stone), || {
            format!("'{command}' was answered with '{}', which is not a list of stones", answer.text)
        });
    }
    exam.is_refused("final_status_list asleep", "there is no such status", &["syntax error", "invalid"])
}
