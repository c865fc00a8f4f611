//! The result of a search as an analysis.

use goban::Game;
use player::{Analysis, Candidate};
use search::SearchResult;

/// What the search found, from the view of the side to move.
pub(crate) fn analysis(game: &Game, result: &SearchResult) -> Analysis {
    const SHOWN: usize = 5;
    let sign = game.to_play().sign();
    let tried = || result.candidates.iter().filter(|candidate| candidate.visits > 0);
    let candidates = tried().map(|candidate| Candidate {
        win_rate: Some(candidate.win_rate),
        score: candidate.score.map(|score| sign * score),
        prior: Some(candidate.prior),
        line: candidate.line.clone(),
        ..Candidate::new(candidate.mv, u64::from(candidate.visits))
    });
    // What earlier searches have found counts too.
    let visits: u64 = tried().map(|candidate| u64::from(candidate.visits)).sum();
    let won: f64 = tried().map(|candidate| f64::from(candidate.visits) * f64::from(candidate.win_rate)).sum();
    let win_rate = if result.kept > 0 { (won / visits.max(1) as f64) as f32 } else { result.win_rate };
    let mut analysis = Analysis {
        candidates: candidates.collect(),
        visits: visits.max(result.playouts),
        win_rate: Some(win_rate),
        score: Some(sign * result.score),
        score_spread: Some(result.spread),
        ownership: result.ownership.as_ref().map(|owners| {
            let mut ours = owners.clone();
            game.board().points().for_each(|point| ours[point] *= sign);
            ours
        }),
        ..Analysis::default()
    };
    let rave = tried()
        .take(SHOWN)
        .filter_map(|candidate| Some(format!("{} {:.3}", candidate.mv.to_gtp(game.size()), candidate.rave?)));
    let rave = rave.collect::<Vec<_>>().join(", ");
    if !rave.is_empty() {
        analysis.note("RAVE", rave);
    }
    analysis.note("Tree", format!("{} nodes, {} visits kept from before", result.nodes, result.kept));
    analysis
}
