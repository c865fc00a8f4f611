//! The engine's identity, its commands, and its messages.

use std::fmt::Write;
use std::time::Duration;

use goban::Move;

use super::args::Args;
use super::{COMMANDS, Refusal, Session};
use crate::NAME;

pub(super) fn protocol_version(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok("2".to_string())
}

pub(super) fn name(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(NAME.to_string())
}

pub(super) fn version(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(version::version().to_string())
}

pub(super) fn known_command(_: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let name = args.word(0, "the name of a command")?;
    Ok(COMMANDS.iter().any(|(known, _)| *known == name).to_string())
}

pub(super) fn list_commands(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(super::commands().collect::<Vec<_>>().join("\n"))
}

pub(super) fn quit(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    session.quit = true;
    Ok(String::new())
}

pub(super) fn kgs_game_over(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(String::new())
}

/// `kgs-chat (game|private) NAME MESSAGE`: the reply is the chat message.
pub(super) fn kgs_chat(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let place = args.word(0, "game or private")?;
    if !matches!(place, "game" | "private") {
        return Err(Refusal::Syntax(format!("'{place}' is not a place to chat: expected game or private")));
    }
    args.word(1, "the name of the person who chats")?;
    Ok(format!("I am {NAME} {}, playing as {}. I do not understand chat.", version::version(), session.spec))
}

/// The seconds of processor time used so far.
pub(super) fn cputime(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(format!("{:.3}", processor_time().unwrap_or(session.thinking).as_secs_f64()))
}

#[cfg(unix)]
fn processor_time() -> Option<Duration> {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
}

/// Elsewhere the time that the player has been thinking has to do.
#[cfg(not(unix))]
fn processor_time() -> Option<Duration> {
    None
}

pub(super) fn gomill_describe_engine(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    let mut text = format!("{NAME} {}\nplayer: {}\n", version::version(), session.spec);
    if let Ok(entry) = session.maker.entry(session.spec.name()) {
        let _ = writeln!(text, "{}: {}", entry.name, entry.summary);
    }
    if let Ok(settings) = session.maker.settings(&session.spec) {
        for (param, value) in settings.iter() {
            let _ = writeln!(text, "  {} = {value} ({})", param.name, param.help);
        }
    }
    Ok(text)
}

/// What the player thought of the last move it made.
pub(super) fn gomill_explain_last_move(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    let Some(analysis) = &session.last else { return Ok(String::new()) };
    let size = session.game.size();
    let mut text = String::new();
    if analysis.visits > 0 {
        let _ = writeln!(text, "visits: {}", analysis.visits);
    }
    if let Some(win_rate) = analysis.win_rate {
        let _ = writeln!(text, "win rate: {:.1}%", 100.0 * win_rate);
    }
    if let Some(score) = analysis.score {
        let _ = writeln!(text, "score: {score:+.1}");
    }
    if let Some(best) = analysis.best() {
        let line: Vec<String> = best.line.iter().map(|mv: &Move| mv.to_gtp(size)).collect();
        let _ = writeln!(text, "line: {}", line.join(" "));
    }
    for (title, note) in &analysis.notes {
        let _ = writeln!(text, "{title}: {note}");
    }
    Ok(text)
}
