//! The result of a search as an analysis.

use goban::{Game, Move, PointMap};
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
        policy: policy(result),
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

/// What was thought of every point before the search; `None` where nothing was.
fn policy(result: &SearchResult) -> Option<Box<PointMap<f32>>> {
    let mut policy = Box::new(PointMap::new(0.0));
    for candidate in &result.candidates {
        if let Move::Play(point) = candidate.mv {
            policy[point] = candidate.prior;
        }
    }
    result.candidates.iter().any(|candidate| candidate.prior > 0.0).then_some(policy)
}

#[cfg(test)]
mod tests {
    use goban::Rules;
    use search::Candidate as Found;

    use super::*;

    #[test]
    fn the_policy_has_moves_that_were_never_tried() {
        let found = |name: &str, visits, prior| {
            let mv = Move::from_gtp(name, 9).unwrap();
            Found { mv, visits, win_rate: 0.5, score: None, rave: None, prior, line: vec![mv] }
        };
        let candidates = vec![found("C3", 7, 0.6), found("G7", 0, 0.3), found("pass", 0, 0.1)];
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let analysis = analysis(&game, &SearchResult { candidates, playouts: 7, ..SearchResult::default() });
        assert_eq!(analysis.candidates.len(), 1);
        let policy = analysis.policy.unwrap();
        let of = |name: &str| policy[goban::Point::from_gtp(name, 9).unwrap()];
        assert_eq!([of("C3"), of("G7"), of("E5")], [0.6, 0.3, 0.0]);
        assert_eq!(super::policy(&SearchResult::default()), None);
    }
}
