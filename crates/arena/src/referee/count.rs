//! The count of a game that ended by passes.
//!
//! Each side may name dead stones; for a side that names none, the estimate of [`Game::estimated_dead`] counts. If both
//! counts are equal, that is the outcome. If not, the players resume under area rules, where capturing dead stones
//! costs nothing, until both pass again and every stone left is alive; under territory rules the estimate decides. A
//! side that fails during the count has no say, but its game stands.

use goban::{Color, End, Game, Outcome, PointSet, Scoring};
use player::{Conclusion, Opinion, Player};
use table::{decided_by_board, whole_chains};

use super::{Finish, Play, Ruling};

/// The outcome of a game as it stands, with estimated dead stones.
pub(super) fn as_it_stands(game: &Game) -> Outcome {
    Outcome::by_score(game.score(&game.estimated_dead()))
}

/// The count of one side.
struct SideCount {
    /// Black's lead, without dead stones.
    lead: f32,
    /// The outcome that it claims, if it claims one.
    claim: Option<Outcome>,
}

impl SideCount {
    fn of(opinion: Opinion, game: &Game, estimate: f32) -> SideCount {
        let lead = opinion.dead.map_or(estimate, |dead| game.score(&whole_chains(game.board(), dead)));
        SideCount { lead, claim: opinion.outcome }
    }

    /// Whether both counts are equal. Claimed outcomes only have to agree on the winner: engines differ in komi and in
    /// the compensation for handicap stones.
    fn agrees_with(&self, other: &SideCount) -> bool {
        let winner = Outcome::by_score(self.lead).winner();
        self.lead == other.lead && [self, other].iter().all(|side| side.claim.is_none_or(|c| c.winner() == winner))
    }
}

impl Play<'_, '_> {
    /// The decision on a game in which both have just passed; `None` if it was stopped while it was played out.
    pub(super) fn count(&mut self) -> Option<Ruling> {
        let game = &self.bout.game;
        if let Some(outcome) = decided_by_board(game) {
            return Some(Ruling::new(outcome, Finish::Passes));
        }
        let estimate = game.score(&game.estimated_dead());
        let mut remark = String::new();
        let mut counts = Vec::with_capacity(2);
        for color in Color::BOTH {
            let opinion = self.guards[color.index()].opinion(game).unwrap_or_else(|failure| {
                remark = format!("{remark}{color} had no say: {failure}. ");
                Opinion::default()
            });
            counts.push(SideCount::of(opinion, game, estimate));
        }
        let mut ruling = if counts[0].agrees_with(&counts[1]) {
            Ruling::new(Outcome::by_score(counts[0].lead), Finish::Passes)
        } else if game.rules().scoring == Scoring::Territory {
            Ruling::new(Outcome::by_score(estimate), Finish::Estimate)
        } else {
            self.play_out()?
        };
        ruling.remark = format!("{remark}{}", ruling.remark).trim_end().to_string();
        Some(ruling)
    }

    /// Lets both sides resume until every stone on the board is alive.
    fn play_out(&mut self) -> Option<Ruling> {
        let game = &mut self.bout.game;
        game.resume();
        self.terms.move_limit = game.moves().len() + 2 * game.size() * game.size();
        self.adjudicator = None;
        self.bout.remove_clocks();
        self.guards.iter_mut().for_each(|guard| guard.clean_up(true));
        self.play_moves();
        self.guards.iter_mut().for_each(|guard| guard.clean_up(false));
        match (&self.bout.conclusion, self.bout.game.end()) {
            (Conclusion::Finished, Some(End::Passes)) => {
                let outcome = Outcome::by_score(self.bout.game.score(&PointSet::new()));
                Some(Ruling::new(outcome, Finish::PlayedOut))
            }
            _ => self.ruling(),
        }
    }
}
