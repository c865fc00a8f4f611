//! A review on the page: the engine of [`learn::review`] runs in the pool, one position at a time, so that games take
//! turns. Each finished move is written into the record, the game is saved, and then the pages are notified.

use std::sync::Arc;
use std::time::Duration;

use learn::review::{MoveReview, Options, ReviewError, Reviewer};
use player::{Budget, Player, Spec, Stop};

use super::{Order, Room};
use crate::message::Event;
use crate::peer::Peer;
use crate::{Refusal, view};

/// A review that is running. Its [`Reviewer`] is in the pool.
pub(crate) struct RunningReview {
    ticket: u64,
    pub(crate) stop: Stop,
    spec: Spec,
    /// Who wants it, with the tag of the request.
    origin: (Arc<Peer>, u32),
    /// The number of finished moves, and of all moves.
    done: u32,
    of: u32,
}

/// A step of a review has ended.
pub(crate) struct ReviewStep {
    ticket: u64,
    outcome: Result<Evaluated, Refusal>,
}

/// The engine and its player after a step, and the moves that are finished.
struct Evaluated {
    reviewer: Reviewer,
    player: Box<dyn Player>,
    moves: Vec<MoveReview>,
}

impl Room {
    /// Starts a review of the line to where the game stands, or resumes one that was interrupted.
    pub(super) fn start_review(
        &mut self,
        peer: &Arc<Peer>,
        tag: u32,
        player: &str,
        seconds: f32,
    ) -> Result<(), Refusal> {
        if self.review.is_some() {
            return Err(Refusal::Reviewing);
        }
        let spec = self.house.admit(player)?;
        let options =
            Options { budget: Budget::time(milliseconds(self.house.seconds(seconds)?)), ..Options::default() };
        let tree = &self.session.tree;
        let reviewer = Reviewer::new(tree.tree(), tree.line(self.session.live())?, &spec.to_string(), &options)?;
        self.tickets += 1;
        let (ticket, stop, origin) = (self.tickets, Stop::new(), (Arc::clone(peer), tag));
        let of = reviewer.moves() as u32;
        self.review = Some(RunningReview { ticket, stop, spec, origin, done: 0, of });
        self.report_review(&[]);
        self.run_review(reviewer, None);
        Ok(())
    }

    /// Has the pool make the next step. The first one makes the player.
    fn run_review(&mut self, mut reviewer: Reviewer, player: Option<Box<dyn Player>>) {
        let Some(review) = &self.review else { return };
        let (ticket, stop, spec) = (review.ticket, review.stop.clone(), review.spec.clone());
        let (house, me) = (Arc::clone(&self.house), self.me.clone());
        self.house.pool.submit(&self.session.id, self.house.program.threads(&spec), move || {
            let outcome = house.guarded(&spec, || {
                if stop.is_stopped() {
                    return Err(Refusal::NobodyThinks);
                }
                let mut player = match player {
                    Some(player) => player,
                    None => house.program.maker.make(&spec)?,
                };
                let moves = reviewer.step(&mut *player, &stop)?;
                Ok(Evaluated { reviewer, player, moves })
            });
            let _ = me.send(Order::Reviewed(Box::new(ReviewStep { ticket, outcome })));
        });
    }

    /// Takes the result of a step; `false` when the room closes.
    pub(super) async fn review_step(&mut self, step: ReviewStep) -> bool {
        let Some(review) = self.review.as_mut().filter(|review| review.ticket == step.ticket) else { return true };
        let Evaluated { reviewer, player, moves } = match step.outcome {
            Ok(evaluated) if !review.origin.0.is_gone() => evaluated,
            Ok(_) => {
                self.end_review(None);
                return true;
            }
            Err(refusal) => {
                self.end_review(Some(&refusal));
                return true;
            }
        };
        let before = std::mem::replace(&mut review.done, reviewer.done() as u32);
        let progress = review.done > before;
        moves.iter().for_each(|reviewed| self.session.tree.set_review(reviewed));
        // What was resumed is in the record already.
        if moves.iter().any(|reviewed| reviewed.analysis.is_some())
            && let Err(refusal) = self.keep().await
        {
            self.end_review(Some(&refusal));
            return false;
        }
        if progress {
            self.report_review(&moves);
        }
        if reviewer.is_done() {
            self.end_review(None);
            drop(tokio::task::spawn_blocking(move || drop(player)));
        } else {
            self.run_review(reviewer, Some(player));
        }
        true
    }

    fn end_review(&mut self, refusal: Option<&Refusal>) {
        let Some(review) = self.review.take() else { return };
        if let Some(refusal) = refusal {
            review.origin.0.refuse(Some(review.origin.1), refusal);
        }
    }

    /// Reports the progress, and the moves that were finished since the last report.
    fn report_review(&self, moves: &[MoveReview]) {
        let Some(RunningReview { origin: (peer, tag), done, of, .. }) = &self.review else { return };
        let size = self.session.game().size();
        let message = |reviewed: &MoveReview| view::review(reviewed.node.index() as u32, &reviewed.assessment, size);
        let (game, moves) = (self.session.id.clone(), moves.iter().map(message).collect());
        self.tell_all(Some((peer, *tag)), Event::Reviewed { game, done: *done, of: *of, moves });
    }
}

impl From<ReviewError> for Refusal {
    fn from(error: ReviewError) -> Refusal {
        match error {
            ReviewError::Replay(error) => error.into(),
            ReviewError::Failed(failure) => failure.into(),
            ReviewError::Silent { player, .. } => Refusal::CannotReview { player },
            ReviewError::NoMoves(_) => Refusal::NothingToReview,
        }
    }
}

/// A time as people write it: JSON has it as a number of seconds that no fraction of two matches.
fn milliseconds(time: Duration) -> Duration {
    Duration::from_millis((time.as_secs_f64() * 1000.0).round() as u64)
}
