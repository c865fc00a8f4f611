//! Everything around the game: who the program is, clocks, handicaps, and its end.

use std::collections::HashSet;

use goban::{Point, fixed_handicap};

use super::exam::{Exam, Lost};

/// Commands that every program must support.
const REQUIRED: [&str; 11] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
];

/// Supports and lists the required commands.
pub(super) fn administration(exam: &mut Exam<'_>) -> Result<(), Lost> {
    let protocol = exam.succeeds("protocol_version")?.unwrap_or_default();
    exam.check(protocol == "2", || format!("'protocol_version' is '{protocol}', not 2"));
    let name = exam.succeeds("name")?.unwrap_or_default();
    exam.check(!name.is_empty(), || "it has no name".to_string());
    exam.succeeds("version")?;
    let listed = exam.succeeds("list_commands")?.unwrap_or_default();
    let lines: Vec<&str> = listed.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    exam.check(lines.iter().all(|line| !line.contains(char::is_whitespace)), || {
        "'list_commands' has several commands in a line".to_string()
    });
    let distinct: HashSet<&str> = lines.iter().copied().collect();
    exam.expect(distinct.len() == lines.len(), || "'list_commands' names a command twice".to_string());
    for command in REQUIRED {
        exam.check(distinct.contains(command), || format!("'{command}', which is required, is not in 'list_commands'"));
    }
    for command in lines.iter().chain(&REQUIRED).collect::<HashSet<_>>() {
        let known = exam.ask(&format!("known_command {command}"))?;
        exam.check(known.ok && known.text == "true", || {
            format!("'known_command {command}' was answered with '{}', not with 'true'", known.text)
        });
    }
    Ok(())
}

/// Clocks are accepted, and handicap stones stand where they should.
pub(super) fn time_and_handicap(exam: &mut Exam<'_>) -> Result<(), Lost> {
    if exam.supports("time_settings") {
        for command in ["time_settings 60 10 5", "time_settings 60 0 0", "time_settings 0 1 0"] {
            exam.succeeds(command)?;
        }
        exam.is_refused("time_settings soon", "that is not a time", &["syntax error"])?;
    } else {
        exam.remark("it lacks 'time_settings' and cannot play with a clock".to_string());
    }
    if exam.supports("time_left") {
        exam.succeeds("time_settings 60 10 5")?;
        exam.succeeds("time_left b 30 0")?;
        exam.succeeds("time_left white 10 5")?;
    }
    let Some(size) = exam.lay()? else { return Ok(()) };
    if exam.supports("fixed_handicap")
        && let Ok(places) = fixed_handicap(size, 2)
    {
        let answer = exam.ask("fixed_handicap 2")?;
        let named: HashSet<Point> =
            answer.text.split_whitespace().filter_map(|word| Point::from_gtp(word, size).ok()).collect();
        exam.check(answer.ok && named == places.into_iter().collect(), || {
            format!("'fixed_handicap 2' was answered with '{}' on a board of size {size}", answer.text)
        });
        exam.is_refused("fixed_handicap 2", "the board is not empty", &["board not empty"])?;
        exam.succeeds("clear_board")?;
        exam.is_refused("fixed_handicap 99", "there are no places for 99 stones", &["invalid number of stones"])?;
    }
    if exam.supports("set_free_handicap") {
        exam.succeeds("clear_board")?;
        exam.succeeds("set_free_handicap c3 e5")?;
        exam.is_refused("play w c3", "there is a handicap stone", &["illegal move"])?;
        exam.succeeds("clear_board")?;
        exam.is_refused("set_free_handicap c3 c3", "a stone is named twice", &["bad vertex list"])?;
    }
    Ok(())
}

/// It answers `quit` and ends.
pub(super) fn quit(exam: &mut Exam<'_>) -> Result<(), Lost> {
    let answer = exam.ask("quit")?;
    exam.check(answer.ok, || format!("'quit' was refused: {}", answer.text));
    let time = exam.timeouts.quit;
    let ended = exam.connection.ends(time);
    exam.check(ended, || format!("it still runs {} seconds after 'quit'", time.as_secs_f64()));
    Ok(())
}
