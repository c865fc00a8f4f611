//! A review: every move of the line that was played is looked at by a player, one position after the other.
//!
//! A player that tells its win rate is asked about the position before each move; what a move lost is the difference
//! between the best move and the one that was made, by its own win rate where it was considered, else by what the
//! player thinks of the position after it. A player that only ranks moves is asked for its ranking, and the loss is the
//! share of the legal moves that it ranks above (Stoutamire's error).

use std::sync::Arc;

use goban::{Game, Move};
use player::{Analysis, Budget, Player, Spec, Stop, ranking};

use super::{Order, Room};
use crate::message::{Event, MoveReview};
use crate::peer::Peer;
use crate::{Refusal, view};

/// A review that goes on.
pub(crate) struct Reviewing {
    ticket: u64,
    pub(crate) stop: Stop,
    spec: Spec,
    budget: Budget,
    /// Who wants it, with the tag of the question.
    origin: (Arc<Peer>, u32),
    /// The moves that are looked at, by their nodes.
    nodes: Vec<u32>,
    /// How many positions have been looked at.
    done: usize,
    /// What was thought of the position before the last move that was looked at, which waits for the position after it.
    before: Option<Look>,
}

/// What a player thinks of a position.
pub(crate) struct Look {
    analysis: Analysis,
    /// The chance of Black.
    chance: Option<f32>,
    /// The legal moves by rank, where the player does not tell a win rate.
    ranked: Option<Vec<player::Ranked>>,
}

/// A position has been looked at.
pub(crate) struct Looked {
    ticket: u64,
    player: Option<Box<dyn Player>>,
    look: Result<Look, Refusal>,
}

/// A move that was tried in fewer than a tenth of the visits of the best one is better judged by the position after it.
const SERIOUS: u64 = 10;

impl Room {
    /// Begins a review of the line that was played.
    pub(super) fn begin_review(
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
        let budget = Budget::time(self.house.seconds(seconds)?);
        let path = self.session.tree.path(self.session.live());
        let nodes: Vec<u32> = path.into_iter().filter(|&node| self.session.tree.mv(node).is_some()).collect();
        if nodes.is_empty() {
            return Err(Refusal::NothingToReview);
        }
        self.tickets += 1;
        let (ticket, stop, origin) = (self.tickets, Stop::new(), (Arc::clone(peer), tag));
        self.review = Some(Reviewing { ticket, stop, spec, budget, origin, nodes, done: 0, before: None });
        self.tell_review(Vec::new());
        self.look_at_next(None);
        Ok(())
    }

    /// Has the player look at the next position: that before the next move or, after the last one, the end.
    fn look_at_next(&mut self, player: Option<Box<dyn Player>>) {
        let Some(review) = &self.review else { return };
        let node = match review.nodes.get(review.done) {
            Some(&node) => self.session.tree.parent(node),
            None => review.nodes.last().copied(),
        };
        let Some(game) = node.and_then(|node| self.session.tree.game(node).ok()) else {
            self.end_review(None);
            return;
        };
        let (ticket, stop, spec, budget) = (review.ticket, review.stop.clone(), review.spec.clone(), review.budget);
        let (house, me) = (Arc::clone(&self.house), self.me.clone());
        self.house.pool.submit(&self.session.id, self.house.program.threads(&spec), move || {
            let look = house.guarded(&spec, || {
                if stop.is_stopped() {
                    return Err(Refusal::NobodyThinks);
                }
                let mut player = match player {
                    Some(player) => player,
                    None => {
                        let mut player = house.program.maker.make(&spec)?;
                        player.reset(1);
                        player
                    }
                };
                let look = look(&mut *player, game, budget, &stop)?;
                Ok((player, look))
            });
            let (player, look) = match look {
                Ok((player, look)) => (Some(player), Ok(look)),
                Err(refusal) => (None, Err(refusal)),
            };
            let _ = me.send(Order::Looked(Box::new(Looked { ticket, player, look })));
        });
    }

    /// A position has been looked at; `false` when the room closes.
    pub(super) async fn looked(&mut self, looked: Looked) -> bool {
        let Looked { ticket, player, look } = looked;
        let Some(review) = self.review.as_mut().filter(|review| review.ticket == ticket) else { return true };
        let look = match look {
            Ok(look) if !review.origin.0.is_gone() => look,
            Ok(_) => {
                self.end_review(None);
                return true;
            }
            Err(refusal) => {
                self.end_review(Some(&refusal));
                return true;
            }
        };
        let judged = review.done.checked_sub(1).map(|last| review.nodes[last]);
        let before = review.before.replace(look);
        review.done += 1;
        let over = review.done > review.nodes.len();
        let verdict = judged.zip(before).and_then(|(node, before)| {
            let after = review.before.as_ref()?;
            let game = self.session.tree.game(self.session.tree.parent(node)?).ok()?;
            let mut verdict = verdict(node, self.session.tree.mv(node)?.1, &game, &before, after);
            verdict.by = review.spec.to_string();
            Some((verdict, before.analysis))
        });
        if let Some((verdict, considered)) = verdict {
            self.session.judge(&verdict, &considered);
            if let Err(refusal) = self.keep().await {
                self.end_review(Some(&refusal));
                return false;
            }
            self.tell_review(vec![verdict]);
        }
        if over {
            self.end_review(None);
            drop(tokio::task::spawn_blocking(move || drop(player)));
        } else {
            self.look_at_next(player);
        }
        true
    }

    fn end_review(&mut self, refusal: Option<&Refusal>) {
        let Some(review) = self.review.take() else { return };
        if let Some(refusal) = refusal {
            review.origin.0.refuse(Some(review.origin.1), refusal);
        }
    }

    /// Tells how far it has got, and what has been found out since the last time.
    fn tell_review(&self, verdicts: Vec<MoveReview>) {
        let Some(review) = &self.review else { return };
        let of = review.nodes.len();
        let (done, of) = (review.done.saturating_sub(1).min(of) as u32, of as u32);
        let (peer, tag) = &review.origin;
        self.tell_all(Some((peer, *tag)), Event::Reviewed { game: self.session.id.clone(), done, of, verdicts });
    }
}

fn look(player: &mut dyn Player, game: Game, budget: Budget, stop: &Stop) -> Result<Look, Refusal> {
    // What stands after two passes is looked at as if the game went on.
    let mut game = game;
    if game.is_over() {
        game.resume();
    }
    let choice = player.choose(&game, budget, stop)?;
    let ranked = if choice.analysis.win_rate.is_none() { ranking(player, &game) } else { None };
    let chance = view::thought(&choice.analysis, &game).win_rate;
    Ok(Look { analysis: choice.analysis, chance, ranked })
}

/// What is to be said of a move, by what was thought of the position before it and of that after it.
fn verdict(node: u32, mv: Move, game: &Game, before: &Look, after: &Look) -> MoveReview {
    let (size, analysis) = (game.size(), &before.analysis);
    let name = |mv: &Move| mv.to_gtp(size);
    let said = MoveReview { node, win_rate: before.chance, after: after.chance, ..MoveReview::default() };
    if let Some(ranked) = &before.ranked {
        let place = ranked.iter().find(|(point, _)| Move::Play(*point) == mv).map(|&(_, rank)| rank);
        let equal = ranked.iter().filter(|&&(_, rank)| Some(rank) == place).count();
        let above = place.map_or(0.0, |rank| rank as f32 - 1.0 + equal.saturating_sub(1) as f32 / 2.0);
        let best = ranked.iter().take_while(|&&(_, rank)| rank == 1).take(5).map(|(point, _)| point.to_gtp(size));
        let loss = above / ranked.len().max(1) as f32;
        return MoveReview { loss, rank: place.map(|rank| rank as u32), best: best.collect(), ..said };
    }
    let candidates = &analysis.candidates;
    let best = candidates.first();
    let place = candidates.iter().position(|candidate| candidate.mv == mv);
    let considered = place
        .map(|place| &candidates[place])
        .filter(|candidate| best.is_some_and(|best| candidate.visits.saturating_mul(SERIOUS) >= best.visits));
    let rate = considered.and_then(|candidate| candidate.win_rate);
    let rate = rate.or_else(|| after.analysis.win_rate.map(|rate| 1.0 - rate));
    let most = best.and_then(|best| best.win_rate).or(analysis.win_rate);
    let loss = match (most, rate) {
        (Some(most), Some(rate)) if place != Some(0) && most.is_finite() && rate.is_finite() => (most - rate).max(0.0),
        _ => 0.0,
    };
    let best = best.map(|best| best.line.iter().take(10).map(name).collect()).unwrap_or_default();
    MoveReview { loss, rank: place.map(|place| place as u32 + 1), best, ..said }
}

#[cfg(test)]
mod tests {
    use goban::{Point, Rules};
    use player::Candidate;

    use super::*;

    fn at(name: &str) -> Move {
        Move::Play(Point::from_gtp(name, 9).unwrap())
    }

    fn look(win_rate: f32, candidates: &[(&str, u64, f32)]) -> Look {
        let candidate = |&(name, visits, rate): &(&str, u64, f32)| Candidate {
            win_rate: Some(rate),
            ..Candidate::new(at(name), visits)
        };
        let candidates = candidates.iter().map(candidate).collect();
        let analysis = Analysis { win_rate: Some(win_rate), candidates, ..Analysis::default() };
        Look { analysis, chance: None, ranked: None }
    }

    #[test]
    fn the_best_move_loses_nothing_and_others_what_they_are_worth_less() {
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let before = look(0.6, &[("E5", 100, 0.6), ("C3", 50, 0.4), ("A1", 1, 0.5)]);
        let after = look(0.7, &[]);
        let judge = |name: &str| verdict(1, at(name), &game, &before, &after);
        assert_eq!((judge("E5").loss, judge("E5").rank), (0.0, Some(1)));
        assert!((judge("C3").loss - 0.2).abs() < 1e-6);
        assert!((judge("A1").loss - 0.3).abs() < 1e-6, "hardly considered: by the position after it");
        assert!((judge("J9").loss - 0.3).abs() < 1e-6 && judge("J9").rank.is_none());
        assert_eq!(judge("C3").best, ["E5"]);
    }

    #[test]
    fn a_player_that_only_ranks_gives_the_share_of_moves_that_are_above() {
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let ranked = vec![
            (Point::from_gtp("E5", 9).unwrap(), 1),
            (Point::from_gtp("C3", 9).unwrap(), 2),
            (Point::from_gtp("C4", 9).unwrap(), 2),
            (Point::from_gtp("A1", 9).unwrap(), 4),
        ];
        let before = Look { analysis: Analysis::default(), chance: None, ranked: Some(ranked) };
        let after = Look { analysis: Analysis::default(), chance: None, ranked: None };
        let judge = |name: &str| verdict(1, at(name), &game, &before, &after);
        assert_eq!((judge("E5").loss, judge("C3").loss, judge("A1").loss), (0.0, 0.375, 0.75));
        assert_eq!((judge("C3").rank, judge("A1").best), (Some(2), vec!["E5".to_string()]));
    }
}
