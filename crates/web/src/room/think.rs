//! Programs that think: the start of a search, its interim analyses, and its move.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use player::{Analysis, Player, Spec, Stop};

use super::{Chosen, Order, Room};
use crate::house::House;
use crate::message::{Event, Phase};
use crate::{Refusal, view};

/// The interval of interim analyses.
pub(crate) const EVERY: Duration = Duration::from_millis(250);

/// A program that thinks, or waits for the pool.
pub(crate) struct Search {
    pub(crate) ticket: u64,
    pub(crate) stop: Stop,
    spec: Spec,
    /// When it has to stop if other games wait; `None` until it starts.
    pub(crate) hurry: Option<Instant>,
}

/// A program kept between its moves. The house limits their number.
pub(crate) struct Kept {
    spec: Spec,
    player: Box<dyn Player>,
    _place: Place,
}

/// A place for a kept program.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(taken: &Arc<AtomicUsize>, most: usize) -> Option<Place> {
        let one_more = |taken: usize| (taken < most).then_some(taken + 1);
        taken.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(Place(Arc::clone(taken)))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

impl Room {
    /// Lets a player think about the live position.
    pub(super) fn think(&mut self, spec: Spec, seat: Option<usize>) {
        self.cancel();
        self.tickets += 1;
        let (ticket, stop, seed) = (self.tickets, Stop::new(), self.seeds.next_u64());
        self.search = Some(Search { ticket, stop: stop.clone(), spec: spec.clone(), hurry: None });
        if let Some(seat) = seat {
            self.dismiss(seat, Some(&spec));
        }
        let kept = seat.and_then(|seat| self.kept[seat].take());
        let (house, me) = (Arc::clone(&self.house), self.me.clone());
        let (game, budget, resumed) =
            (self.session.game().clone(), self.session.budget(), self.session.table().is_resumed());
        let places = self.house.program.threads(&spec);
        self.house.pool.submit(&self.session.id, places, move || {
            let mut chosen = Chosen {
                ticket,
                seat,
                answer: Err(Refusal::Crashed { player: spec.to_string() }),
                spec,
                player: None,
                elapsed: Duration::ZERO,
            };
            let _ = me.send(Order::Started { ticket });
            // If the player panics, the answer stays the refusal set above.
            let answer = house.guarded(&chosen.spec, || {
                if stop.is_stopped() {
                    return Err(Refusal::NobodyThinks);
                }
                let mut player = seated(&house, &chosen.spec, kept, seed)?;
                player.clean_up(resumed);
                let start = Instant::now();
                let answer = player.analyse(&game, budget, &stop, EVERY, &mut |analysis| {
                    let analysis = Box::new(analysis.clone());
                    let _ = me.send(Order::Analysis { ticket, analysis });
                });
                Ok((player, answer, start.elapsed()))
            });
            match answer {
                Ok((player, answer, elapsed)) => {
                    (chosen.answer, chosen.elapsed) = (answer.map_err(Refusal::from), elapsed);
                    // A player that has failed is not used again.
                    chosen.player = chosen.answer.is_ok().then_some(player);
                }
                Err(refusal) => chosen.answer = Err(refusal),
            }
            let _ = me.send(Order::Chosen(Box::new(chosen)));
        });
    }

    /// Cancels the search and forgets its result.
    pub(super) fn cancel(&mut self) {
        self.due = None;
        if let Some(search) = self.search.take() {
            search.stop.stop();
            // The clock of a program runs only while it thinks.
            if self.session.program_to_move().is_some() {
                self.clock = None;
            }
        }
    }

    /// A program has started to think.
    pub(super) fn started_thinking(&mut self, ticket: u64) {
        let turn = self.house.limits.turn;
        if let Some(search) = self.search.as_mut().filter(|search| search.ticket == ticket) {
            search.hurry = Some(Instant::now() + turn);
            if self.session.time_left().is_some() && self.clock.is_none() {
                self.clock = Some(Instant::now());
                self.tell_position();
            }
        }
    }

    /// Sends an interim analysis to the pages.
    pub(super) fn send_analysis(&self, ticket: u64, analysis: &Analysis) {
        let Some(search) = self.search.as_ref().filter(|search| search.ticket == ticket) else { return };
        let thought = view::thought(analysis, self.session.game());
        let (game, node, player) = (self.session.id.clone(), self.session.live(), search.spec.to_string());
        self.tell_all(None, Event::Thought { game, node, player, thought });
    }

    /// Plays the move that a program has chosen; `false` when the room closes.
    pub(super) async fn chosen(&mut self, chosen: Chosen) -> bool {
        let Chosen { ticket, seat, spec, player, answer, elapsed } = chosen;
        self.retain(seat, &spec, player);
        if self.search.as_ref().is_none_or(|search| search.ticket != ticket) {
            return true;
        }
        self.search = None;
        self.clock = None;
        // A forced move takes no time off the clock.
        let elapsed = seat.map(|_| elapsed);
        let played = answer.and_then(|choice| self.session.program_plays(choice.mv, &spec, &choice.analysis, elapsed));
        let grown = match played {
            Ok(played) => {
                self.moved = Some(Instant::now());
                played.fresh.then_some(played.node)
            }
            // The program has lost on time.
            Err(_) if self.session.phase() == Phase::Over => None,
            Err(reason) => {
                // A person decides: another player, a person in its seat, or another try.
                let refusal = Refusal::NoMove { player: spec.to_string(), reason: Box::new(reason.text()) };
                self.session.running = false;
                self.session.remark(refusal);
                None
            }
        };
        if self.session.game().move_number() >= self.house.longest(self.session.game().size()) {
            self.session.running = false;
        }
        self.changed(None, grown.as_slice(), self.session.live()).await
    }

    /// Drops the program kept for a seat, unless it is this one.
    pub(super) fn dismiss(&mut self, seat: usize, but: Option<&Spec>) {
        if self.kept[seat].as_ref().is_some_and(|kept| Some(&kept.spec) != but) {
            let gone = self.kept[seat].take();
            // Large trees and external programs may take long to drop.
            tokio::task::spawn_blocking(move || drop(gone));
        }
    }

    /// Keeps a program for its next move, if it still has the seat and a place is free.
    fn retain(&mut self, seat: Option<usize>, spec: &Spec, player: Option<Box<dyn Player>>) {
        let Some(player) = player else { return };
        let color = seat.map(|seat| goban::Color::BOTH[seat]);
        let seated = color.is_some_and(|color| self.session.seat(color).occupant().spec() == Some(spec));
        let place = Place::take(&self.house.kept, self.house.limits.kept).filter(|_| seated);
        match (seat, place) {
            (Some(seat), Some(place)) => self.kept[seat] = Some(Kept { spec: spec.clone(), player, _place: place }),
            _ => drop(tokio::task::spawn_blocking(move || drop(player))),
        }
    }
}

/// The kept player, or a new one.
fn seated(house: &House, spec: &Spec, kept: Option<Kept>, seed: u64) -> Result<Box<dyn Player>, Refusal> {
    match kept {
        Some(kept) => Ok(kept.player),
        None => {
            let mut player = house.program.maker.make(spec)?;
            player.reset(seed);
            Ok(player)
        }
    }
}
