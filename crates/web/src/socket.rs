//! One WebSocket: messages come in, are read and obeyed one after the other, and what is to be told goes out.
//!
//! A message that cannot be read, or comes too fast, is answered by an error with its tag, as far as that can be read,
//! and the connection lives. One that is too large, or no text, ends it.

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

/// One of the connections that there may be.
pub(crate) struct ConnectionSlot(Arc<House>);

impl ConnectionSlot {
    /// A place for one more connection, if there is one.
    pub(crate) fn take(house: &Arc<House>) -> Option<ConnectionSlot> {
        let most = house.limits.connections;
        let one_more = |taken: usize| (taken < most).then_some(taken + 1);
        house.connections.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more).ok()?;
        Some(ConnectionSlot(Arc::clone(house)))
    }
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.0.connections.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Serves a page until it goes.
pub(crate) async fn serve(socket: WebSocket, slot: ConnectionSlot) {
    let house = Arc::clone(&slot.0);
    let (peer, queue) = Peer::new(house.number(), house.limits.waiting);
    let peer = Arc::new(peer);
    let (version, players) = (house.program.version.clone(), house.program.cards());
    let presets = house.program.presets.clone();
    peer.tell(None, Event::Welcome { version, players, rules: titles::rules(), presets });
    let mut page = Page { house, peer, watched: HashMap::new(), tokens: Tokens::default() };
    talk(socket, queue, &mut page).await;
    page.peer.leave();
    for door in page.watched.values() {
        let _ = door.send(Order::Leave { peer: page.peer.id });
    }
}

async fn talk(mut socket: WebSocket, mut queue: mpsc::Receiver<Utf8Bytes>, page: &mut Page) {
    let peer = Arc::clone(&page.peer);
    let Limits { pulse, patience, .. } = page.house.limits;
    let mut pulse = tokio::time::interval_at(tokio::time::Instant::now() + pulse, pulse);
    // After a message that took long to obey the page still has a whole interval to answer a ping.
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
                        page.take(&text).await;
                        true
                    }
                    Some(Ok(Message::Ping(_) | Message::Pong(_))) => true,
                    // The page speaks in texts.
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

/// What is known of a page while it is there.
struct Page {
    house: Arc<House>,
    peer: Arc<Peer>,
    watched: HashMap<String, Door>,
    tokens: Tokens,
}

impl Page {
    /// Does what a message says, or says why not.
    async fn take(&mut self, text: &str) {
        let in_time = self.tokens.take(self.house.limits.rate, self.house.limits.burst);
        let done = match if in_time { read(text) } else { Err(Refusal::Rate) } {
            Ok(Request { tag, intention }) => self.obey(tag, intention).await.map_err(|refusal| (Some(tag), refusal)),
            Err(refusal) => Err((tag_of(text), refusal)),
        };
        if let Err((tag, refusal)) = done {
            self.peer.refuse(tag, &refusal);
        }
    }

    async fn obey(&mut self, tag: u32, intention: Intention) -> Result<(), Refusal> {
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
                self.peer.quiet(Some(game));
                let _ = door.send(Order::Leave { peer: self.peer.id });
            }
            self.peer.tell(Some(tag), Event::Done);
            return Ok(());
        }
        if opens && watched.is_none() && self.watched.len() >= self.house.limits.watched {
            return Err(Refusal::Watched);
        }
        // A game that is watched is told without a way through the house, where others may be waiting.
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

/// Reads a message of a page.
///
/// # Errors
/// A sentence that says what cannot be understood.
pub fn read(text: &str) -> Result<Request, Refusal> {
    serde_json::from_str(text).map_err(|error| Refusal::Message { reason: error.to_string() })
}

/// The tag of a message of which nothing else may be readable.
pub fn tag_of(text: &str) -> Option<u32> {
    #[derive(serde::Deserialize)]
    struct Tagged {
        tag: u32,
    }
    serde_json::from_str(text).ok().map(|Tagged { tag }| tag)
}

/// How many messages may come: so many at once, and so many a second after that.
struct Tokens {
    left: Option<f64>,
    counted: Instant,
}

impl Default for Tokens {
    fn default() -> Tokens {
        Tokens { left: None, counted: Instant::now() }
    }
}

impl Tokens {
    fn take(&mut self, rate: f64, burst: f64) -> bool {
        let earned = rate * self.counted.elapsed().as_secs_f64();
        self.counted = Instant::now();
        let left = (self.left.unwrap_or(burst) + earned).min(burst);
        let enough = left >= 1.0;
        self.left = Some(if enough { left - 1.0 } else { left });
        enough
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tag_is_found_where_nothing_else_can_be_read() {
        assert_eq!(tag_of(r#"{"tag": 7, "intention": {"kind": "fly"}}"#), Some(7));
        assert_eq!(tag_of(r#"{"tag": -1}"#), None);
        assert_eq!(tag_of("play!"), None);
    }

    #[test]
    fn what_cannot_be_understood_is_said() {
        let sentence = |text: &str| read(text).unwrap_err().to_string();
        assert!(sentence(r#"{"tag": 1, "intention": {"kind": "fly"}}"#).contains("unknown variant `fly`"));
        assert!(sentence(r#"{"tag": 1, "intention": {"kind": "undo", "game": "a", "far": 3}}"#).contains("far"));
        assert!(sentence("").starts_with("the message cannot be read: "));
        assert!(read(r#"{"tag": 1, "intention": {"kind": "undo", "game": "a"}}"#).is_ok());
    }

    #[test]
    fn messages_come_in_bursts_and_then_at_their_rate() {
        let mut tokens = Tokens::default();
        let taken = (0..100).filter(|_| tokens.take(0.0, 20.0)).count();
        assert_eq!(taken, 20);
        tokens.counted -= Duration::from_secs(1);
        assert!(tokens.take(1.0, 20.0));
    }
}
