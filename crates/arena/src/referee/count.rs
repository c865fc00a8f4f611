//! What a game is worth that has ended by passes.
//!
//! Each side may say which stones are dead; a side that says nothing leaves that to the referee's own estimate. Where
//! the two come to the same count, that is the outcome. Where they do not, area rules let them play on, since nothing
//! is lost by capturing what is dead, until both pass again and every stone that is left is alive; under territory
//! rules the referee's estimate decides. A side that fails when it is asked has no say, but the game that it has played
//! stands.

use goban::{Color, End, Game, Outcome, PointSet, Scoring};
use player::{Conclusion, Opinion, Player};
use table::{decided_by_board, whole_chains};

use super::{Finish, Play, Ruling};

/// How a game comes out as it stands, dead stones by the referee's estimate.
pub(super) fn as_it_stands(game: &Game) -> Outcome {
    Outcome::by_score(game.score(&game.estimated_dead()))
}

/// How one side counts the final position.
struct SideCount {
    /// Black's lead, its dead stones taken off.
    lead: f32,
    /// Who has won, where it says so without saying how.
    claim: Option<Outcome>,
}

impl SideCount {
    fn of(opinion: Opinion, game: &Game, estimate: f32) -> SideCount {
        let lead = opinion.dead.map_or(estimate, |dead| game.score(&whole_chains(game.board(), dead)));
        SideCount { lead, claim: opinion.outcome }
    }

    /// Whether both come to the same. A score that is only claimed has to agree on the winner: engines differ in what
    /// they take the komi and the compensation for handicap stones to be.
    fn agrees_with(&self, other: &SideCount) -> bool {
        let winner = Outcome::by_score(self.lead).winner();
        self.lead == other.lead && [self, other].iter().all(|side| side.claim.is_none_or(|c| c.winner() == winner))
    }
}

impl Play<'_, '_> {
    /// How a game came out in which both have just passed; nothing if it was stopped while it was played out.
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

    /// Has both sides go on until every stone on the board is alive.
    fn play_out(&mut self) -> Option<Ruling> {
        let game = &mut self.bout.game;
        game.resume();
        self.terms.move_limit = game.moves().len() + 2 * game.size() * game.size();
        self.adjudicator = None;
        self.bout.stop_clocks();
        self.guards.iter_mut().for_each(|guard| guard.clean_up(true));
        self.play_on();
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
