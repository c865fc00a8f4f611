//! GoGui's extensions: its analyze menu, several moves at once, positions set up by hand.

use goban::influence::Influence;
use goban::{Color, Move, Point};
use player::ranking;

use super::args::Args;
use super::game::{make, read_move};
use super::{Refusal, Session};
use crate::NAME;

/// The entries of GoGui's analyze menu: type of the reply, label, command.
const MENU: &[&str] = &[
    "param/Player Parameters/ponnuki-param",
    "string/Player/gomill-describe_engine",
    "string/Explain Last Move/gomill-explain_last_move",
    "gfx/Heat Map/ponnuki-heat",
    "gfx/Influence (Bouzy)/ponnuki-influence bouzy",
    "gfx/Influence (Chen)/ponnuki-influence chen",
    "gfx/Influence (Zobrist)/ponnuki-influence zobrist",
    "string/Final Score/final_score",
    "plist/Final Status List Dead/final_status_list dead",
    "plist/Final Status List Alive/final_status_list alive",
    "plist/Final Status List Seki/final_status_list seki",
    "string/Final Status/final_status %p",
    "string/Rules/kata-get-rules",
    "none/Set Rules/kata-set-rules %s",
    "string/Show Board/showboard",
    "none/Set Random Seed/set_random_seed %s",
    "none/Clear Cache/clear_cache",
    "string/Processor Time/cputime",
];

pub(super) fn analyze_commands(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(MENU.join("\n"))
}

/// `gogui-play_sequence COLOUR MOVE COLOUR MOVE ...`: all of them, or none.
pub(super) fn play_sequence(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let size = session.game.size();
    let mut moves: Vec<(Color, Move)> = Vec::new();
    for (place, pair) in args.words().chunks(2).enumerate() {
        let word = pair.get(1).ok_or_else(|| Refusal::Syntax("the last colour has no move".to_string()))?;
        moves.push((args.color(2 * place)?, read_move(word, size)?));
    }
    let mut trial = session.game.clone();
    for (i, &(color, mv)) in moves.iter().enumerate() {
        if trial.is_over() {
            trial.resume();
        }
        let illegal = |reason| Refusal::IllegalInSequence { mv: mv.to_gtp(size), number: i + 1, reason };
        trial.play_as(color, mv).map_err(illegal)?;
    }
    for (color, mv) in moves {
        make(session, color, mv)?;
    }
    Ok(String::new())
}

/// `gogui-setup COLOUR POINT COLOUR POINT ...`, the colour `e` or `empty` taking a stone away.
pub(super) fn setup(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let mut changes: Vec<(Point, Option<Color>)> = Vec::new();
    for (place, pair) in args.words().chunks(2).enumerate() {
        let word = pair.get(1).ok_or_else(|| Refusal::Syntax("the last colour has no point".to_string()))?;
        let color = match pair[0].to_ascii_lowercase().as_str() {
            "e" | "empty" => None,
            _ => Some(args.color(2 * place)?),
        };
        changes.push((Point::from_gtp(word, session.game.size())?, color));
    }
    session.game.setup(&changes, session.game.to_play())?;
    session.changed();
    Ok(String::new())
}

/// `gogui-setup_player COLOUR`
pub(super) fn setup_player(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    session.game.set_to_play(args.color(0)?);
    session.changed();
    Ok(String::new())
}

/// `ponnuki-heat`: the player's ranking of the moves, drawn by GoGui: warm colours where it would play, and ranks from
/// 1 to 9.
pub(super) fn heat(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    const LABELS: usize = 9;
    let ranked = ranking(session.player.as_mut(), &session.game);
    let ranked = ranked.ok_or_else(|| Refusal::NoRanking(session.spec.to_string()))?;
    let size = session.game.size();
    let all = (ranked.len().max(2) as f32).ln();
    let mut lines = Vec::new();
    for &(point, rank) in &ranked {
        // The first is red. Lower ranks differ less and less, down to a yellow that is nearly white.
        let cold = (rank as f32).ln() / all;
        let (green, blue) = ((64.0 + 186.0 * cold) as u8, (32.0 + 188.0 * cold) as u8);
        lines.push(format!("COLOR #ff{green:02x}{blue:02x} {}", point.to_gtp(size)));
    }
    let labels = ranked.iter().take_while(|&&(_, rank)| rank <= LABELS);
    lines.extend(labels.map(|&(point, rank)| format!("LABEL {} {rank}", point.to_gtp(size))));
    Ok(lines.join("\n"))
}

/// `ponnuki-influence [bouzy|chen|zobrist]`: whose the points seem to be, as GoGui draws it: from 1, Black's, to -1,
/// White's.
pub(super) fn influence(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let name = args.get(0).unwrap_or("bouzy");
    let known = Influence::ALL.iter().find(|(known, _)| *known == name);
    let unknown = || Refusal::Syntax(format!("'{name}' is not an influence map: expected bouzy, chen or zobrist"));
    let (_, influence) = known.ok_or_else(unknown)?;
    let (board, map) = (session.game.board(), influence.map(session.game.board()));
    let clear = influence.clear() as f32;
    let share =
        |point: Point| format!(" {} {:.2}", point.to_gtp(board.size()), (map[point] as f32 / clear).clamp(-1.0, 1.0));
    Ok(format!("INFLUENCE{}", board.points().filter(|&point| map[point] != 0).map(share).collect::<String>()))
}

/// Listing this command declares support for the line `# interrupt`.
pub(super) fn interrupt(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(String::new())
}

pub(super) fn title(session: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(format!("{NAME} {}", session.spec))
}

pub(super) fn version(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok(version::version().to_string())
}
