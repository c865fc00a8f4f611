//! Replies: one JSON object a line.

use goban::{Color, Game, Move, Point};
use player::{Analysis, Candidate, Choice};
use serde_json::{Value, json};

use super::query::{AnalysisOptions, FieldError, Perspective};

/// The analysis of a position, interim or final.
pub(super) fn analysis(id: &str, turn: usize, game: &Game, options: &AnalysisOptions, answer: Answer<'_>) -> Value {
    let (analysis, during) = match answer {
        Answer::Interim(analysis) => (analysis, true),
        Answer::Final(choice) => (&choice.analysis, false),
    };
    let scale = Scale::new(options.perspective, game.to_play());
    let only = match answer {
        Answer::Final(choice) if analysis.candidates.is_empty() => vec![Candidate::new(choice.mv, analysis.visits)],
        _ => Vec::new(),
    };
    let candidates = if only.is_empty() { &analysis.candidates } else { &only };
    let infos: Vec<Value> = candidates
        .iter()
        .enumerate()
        .map(|(order, candidate)| move_info(candidate, order, game.size(), &scale))
        .collect();
    let mut reply = json!({ "id": id, "turnNumber": turn, "isDuringSearch": during, "moveInfos": infos,
        "rootInfo": root_info(analysis, game, &scale) });
    if let (true, Some(map)) = (options.ownership, &analysis.ownership) {
        let values: Vec<f32> = Point::all(game.size()).map(|point| scale.lead(map[point])).collect();
        reply["ownership"] = json!(values);
    }
    if let (true, Some(map)) = (options.policy, &analysis.policy) {
        let legal = |point| if game.is_legal(point) { map[point] } else { -1.0 };
        let mut values: Vec<f32> = Point::all(game.size()).map(legal).collect();
        let sum: f32 = values.iter().filter(|value| **value > 0.0).sum();
        values.push((1.0 - sum).max(0.0));
        reply["policy"] = json!(values);
    }
    reply
}

/// An interim answer, or the final one.
#[derive(Clone, Copy)]
pub(super) enum Answer<'a> {
    Interim(&'a Analysis),
    Final(&'a Choice),
}

/// The reply to a query that was terminated before it was analysed.
pub(super) fn no_results(id: &str, turn: usize) -> Value {
    json!({ "id": id, "turnNumber": turn, "isDuringSearch": false, "noResults": true })
}

/// An error in a field of a query.
pub(super) fn field_error(id: Option<&Value>, error: &FieldError) -> Value {
    let mut reply = json!({ "error": format!("{} {}", error.field, error.message), "field": error.field });
    if let Some(id) = id {
        reply["id"] = id.clone();
    }
    reply
}

/// An error that belongs to no field.
pub(super) fn error(id: Option<&str>, message: &str) -> Value {
    let mut reply = json!({ "error": message });
    if let Some(id) = id {
        reply["id"] = json!(id);
    }
    reply
}

/// A remark on a field; the query is answered nevertheless.
pub(super) fn warning(id: &str, field: &str, message: &str) -> Value {
    json!({ "warning": message, "field": field, "id": id })
}

/// Converts values from the side to move to the requested perspective.
struct Scale {
    turned: bool,
}

impl Scale {
    fn new(perspective: Perspective, to_play: Color) -> Scale {
        Scale { turned: matches!(perspective, Perspective::Of(color) if color != to_play) }
    }

    fn share(&self, value: f32) -> f32 {
        if self.turned { 1.0 - value } else { value }
    }

    fn lead(&self, value: f32) -> f32 {
        // Avoids a negative zero.
        if self.turned { 0.0 - value } else { value }
    }
}

fn move_info(candidate: &Candidate, order: usize, size: usize, scale: &Scale) -> Value {
    let name = |mv: &Move| mv.to_gtp(size);
    let pv: Vec<String> = candidate.line.iter().map(name).collect();
    let mut info = json!({ "move": name(&candidate.mv), "visits": candidate.visits, "order": order, "pv": pv });
    if let Some(prior) = candidate.prior {
        info["prior"] = json!(prior);
    }
    value(&mut info, scale, candidate.win_rate, candidate.score, candidate.score_spread);
    info
}

fn root_info(analysis: &Analysis, game: &Game, scale: &Scale) -> Value {
    let turn = if game.to_play() == Color::Black { 0 } else { u64::MAX };
    let mut info = json!({ "visits": analysis.visits, "currentPlayer": game.to_play().letter().to_string(),
        "thisHash": format!("{:016X}", game.hash() ^ turn) });
    value(&mut info, scale, analysis.win_rate, analysis.score, analysis.score_spread);
    info
}

fn value(info: &mut Value, scale: &Scale, win_rate: Option<f32>, score: Option<f32>, spread: Option<f32>) {
    if let Some(win_rate) = win_rate {
        info["winrate"] = json!(scale.share(win_rate));
    }
    if let Some(score) = score {
        info["scoreLead"] = json!(scale.lead(score));
        info["scoreMean"] = json!(scale.lead(score));
    }
    if let Some(spread) = spread {
        info["scoreStdev"] = json!(spread);
    }
}
