//! One WebSocket. Incoming messages are parsed and handled one after the other; outgoing messages come from a queue.
//!
//! A message that cannot be parsed or exceeds the rate limit is answered by an error, with its tag if that is readable,
//! and the connection stays open. A message that is too large or not text closes it.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket};
use tokio::sync::mpsc;
use tokio::time::MissedTickBehavior;

use crate::house::{Door, House};
use crate::message::{Event, Intention, Request};
use crate::peer::Peer;
use crate::room::Order;
use crate::{Limits, Refusal, titles};

/// One of the limited number of connections.
pub(crate) struct ConnectionSlot(Arc<House>);

impl ConnectionSlot {
    /// Takes a slot, if one is free.
    pub(crate) fn take(house: &Arc<House>) -> Option<ConnectionSlot> {
        let most = house.limits.connections;
        let increment = |taken: usize| (taken < most).then_some(taken + 1);
        house.connections.fetch_update(Ordering::Relaxed, Ordering::Relaxed, increment).ok()?;
        Some(ConnectionSlot(Arc::clone(house)))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves a page until it disconnects.
pub(crate) async fn serve(socket: WebSocket, slot: ConnectionSlot) {
    let house = Arc::clone(&slot.0);
    let (peer, queue) = Peer::new(house.number(), house.limits.waiting);
    let peer = Arc::new(peer);
    let (version, players) = (house.program.version.clone(), house.program.cards());
    let (presets, teachers) = (house.program.presets.clone(), house.program.teacher_cards());
    peer.send_event(None, Event::Welcome { version, players, rules: titles::rules(), presets, teachers });
    let mut page = Page { house, peer, watched: HashMap::new(), rate: RateLimiter::default() };
    exchange(socket, queue, &mut page).await;
    page.peer.disconnect();
    for door in page.watched.values() {
        let _ = door.send(Order::Leave { peer: page.peer.id });
    }
}

/// Sends and receives messages until one side closes the connection.
async fn exchange(mut socket: WebSocket, mut queue: mpsc::Receiver<Utf8Bytes>, page: &mut Page) {
    let peer = Arc::clone(&page.peer);
    let Limits { pulse, patience, .. } = page.house.limits;
    let mut pulse = tokio::time::interval_at(tokio::time::Instant::now() + pulse, pulse);
    // After a message that took long to handle, the page still has a whole interval to answer a ping.
    pulse.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut silent = false;
    loop {
        let sent = tokio::select! {
            () = peer.gone() => return,
            text = queue.recv() => match text {
                Some(text) => send(&mut socket, Message::Text(text), patience).await,
                None => return,
            },
            message = socket.recv() => {
                silent = false;
                match message {
                    Some(Ok(Message::Text(text))) => {
                        page.handle(&text).await;
                        true
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    // The page sends text only.
                    _ => return,
                }
            }
            _ = pulse.tick() => {
                let answered = !std::mem::replace(&mut silent, true);
                answered && send(&mut socket, Message::Ping(Default::default()), patience).await
            }
        };
        if !sent {
            return;
        }
    }
}

async fn send(socket: &mut WebSocket, message: Message, patience: Duration) -> bool {
    matches!(tokio::time::timeout(patience, socket.send(message)).await, Ok(Ok(())))
}

/// The state of a connected page.
struct Page {
    house: Arc<House>,
    peer: Arc<Peer>,
    watched: HashMap<String, Door>,
    rate: RateLimiter,
}

impl Page {
    /// Handles a message, or answers with the reason for a refusal.
    async fn handle(&mut self, text: &str) {
        let within_rate = self.rate.take(self.house.limits.rate, self.house.limits.burst);
        let result = match if within_rate { read(text) } else { Err(Refusal::Rate) } {
            Ok(Request { tag, intention }) => {
                self.execute(tag, intention).await.map_err(|refusal| (Some(tag), refusal))
            }
            Err(refusal) => Err((tag_of(text), refusal)),
        };
        if let Err((tag, refusal)) = result {
            self.peer.refuse(tag, &refusal);
        }
    }

    async fn execute(&mut self, tag: u32, intention: Intention) -> Result<(), Refusal> {
        self.watched.retain(|_, door| !door.is_closed());
        let opens = matches!(
            intention,
            Intention::New { .. }
                | Intention::Watch { .. }
                | Intention::Problem { .. }
                | Intention::OwnProblem { .. }
                | Intention::Rematch { .. }
        );
        let watched = intention.game().and_then(|game| self.watched.get(game));
        if let Intention::Leave { game } = &intention {
            if let Some(door) = self.watched.remove(game) {
                self.peer.stop_analysis(Some(game));
                let _ = door.send(Order::Leave { peer: self.peer.id });
            }
            self.peer.send_event(Some(tag), Event::Done);
            return Ok(());
        }
        if opens && watched.is_none() && self.watched.len() >= self.house.limits.watched {
            return Err(Refusal::Watched);
        }
        // Orders for a watched game go directly to its room: the house may be busy with others.
        let mut intention = intention;
        if let (Some(door), false) = (watched, opens) {
            match door.send(Order::Ask { peer: Arc::clone(&self.peer), tag, intention }) {
                Ok(()) => return Ok(()),
                Err(mpsc::error::SendError(Order::Ask { intention: unsent, .. })) => intention = unsent,
                Err(_) => return Ok(()),
            }
        }
        if let Some((game, door)) = self.house.handle(&self.peer, tag, intention).await? {
            self.watched.insert(game, door);
        }
        Ok(())
    }
}

/// Parses a message from a page.
///
/// # Errors
/// If it is not a valid request.
pub fn read(text: &str) -> Result<Request, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::Message { reason: error.to_string() })
}

/// The tag of a message, also if the rest of it is invalid.
pub fn tag_of(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Tagged {
        tag: u32,
    }
    serde_json::from_str(text).ok().map(|Tagged { tag }| tag)
}

/// A token bucket: each message takes a token. The bucket starts full with `burst` tokens and refills at `rate` tokens
/// per second.
struct RateLimiter {
    tokens: Option<f64>,
    refilled: Instant,
}

impl Default for RateLimiter {
    fn default() -> RateLimiter {
        RateLimiter { tokens: None, refilled: Instant::now() }
    }
}

impl RateLimiter {
    /// Takes a token; `false` if the bucket is empty.
    fn take(&mut self, rate: f64, burst: f64) -> bool {
        let refill = rate * self.refilled.elapsed().as_secs_f64();
        self.refilled = Instant::now();
        let tokens = (self.tokens.unwrap_or(burst) + refill).min(burst);
        let allowed = tokens >= 1.0;
        self.tokens = Some(if allowed { tokens - 1.0 } else { tokens });
        allowed
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_in_an_invalid_message() {
        assert_eq!(tag_of(r#"{"tag": 7, "intention": {"kind": "fly"}}"#), Some(7));
        assert_eq!(tag_of(r#"{"tag": -1}"#), None);
        assert_eq!(tag_of("play!"), None);
    }

    #[test]
    fn an_error_names_the_invalid_part() {
        let sentence = |text: &str| read(text).unwrap_err().to_string();
        assert!(sentence(r#"{"tag": 1, "intention": {"kind": "fly"}}"#).contains("unknown variant `fly`"));
        assert!(sentence(r#"{"tag": 1, "intention": {"kind": "undo", "game": "a", "far": 3}}"#).contains("far"));
        assert!(sentence("").starts_with("the message cannot be read: "));
        assert!(read(r#"{"tag": 1, "intention": {"kind": "undo", "game": "a"}}"#).is_ok());
    }

    #[test]
    fn messages_are_limited_to_a_burst_and_then_to_the_rate() {
        let mut limiter = RateLimiter::default();
        let taken = (0..100).filter(|_| limiter.take(0.0, 20.0)).count();
        assert_eq!(taken, 20);
        limiter.refilled -= Duration::from_secs(1);
        assert!(limiter.take(1.0, 20.0));
    }
}
