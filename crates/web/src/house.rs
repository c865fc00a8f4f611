//! All open games, and what they share: the ledger, the pool, the program, the limits.

use std::cmp::Reverse;
use std::collections::HashMap;
use std::hash::{BuildHasher, RandomState};
use std::panic::{self, AssertUnwindSafe};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

use arena::Ledger;
use player::Spec;
use tokio::sync::{Mutex, mpsc, oneshot};

use crate::contests::Contests;
use crate::lessons::LessonList;
use crate::message::{Event, GameCard, Intention, Terms};
use crate::peer::Peer;
use crate::pool::Pool;
use crate::problems::{self, OwnProblem};
use crate::program::{Program, cores};
use crate::room::{Order, Room};
use crate::session::{NewGame, Session};
use crate::{Limits, Refusal, view};

/// The mailbox of a room.
pub(crate) type Door = mpsc::UnboundedSender<Order>;

/// Everything that games share.
pub(crate) struct House {
    pub(crate) program: Program,
    pub(crate) limits: Limits,
    pub(crate) ledger: Arc<Ledger>,
    pub(crate) pool: Pool,
    /// The number of programs kept between their moves.
    pub(crate) kept: Arc<AtomicUsize>,
    pub(crate) contests: Contests,
    pub(crate) lesson_list: LessonList,
    pub(crate) connections: AtomicUsize,
    rooms: Mutex<HashMap<String, Door>>,
    /// For short work that a page waits for, one job after the other.
    clerk: Pool,
    peers: AtomicU64,
}

impl House {
    pub(crate) fn new(program: Program, ledger: Arc<Ledger>, limits: Limits) -> House {
        House {
            program,
            limits,
            ledger,
            pool: Pool::new(cores()),
            kept: Arc::default(),
            contests: Contests::default(),
            lesson_list: LessonList::default(),
            connections: AtomicUsize::new(0),
            rooms: Mutex::default(),
            clerk: Pool::new(1),
            peers: AtomicU64::new(1),
        }
    }

    /// A number for the next connection.
    pub(crate) fn number(&self) -> u64 {
        self.peers.fetch_add(1, Ordering::Relaxed)
    }

    /// Checks a specification that a page names, and returns its canonical form.
    pub(crate) fn admit(&self, text: &str) -> Result<Spec, Refusal> {
        self.program.admit(text, &self.limits)
    }

    /// Checks a thinking time.
    pub(crate) fn seconds(&self, seconds: f32) -> Result<Duration, Refusal> {
        let time =
            Duration::try_from_secs_f32(seconds).ok().filter(|time| *time <= self.limits.time && seconds >= 0.01);
        time.ok_or(Refusal::Seconds { seconds, most: self.limits.time.as_secs() })
    }

    /// The number of moves after which programs stop playing by themselves.
    pub(crate) fn longest(&self, size: usize) -> usize {
        10 * size * size
    }

    /// Runs code of a player; a panic becomes a refusal.
    pub(crate) fn guarded<T>(&self, spec: &Spec, what: impl FnOnce() -> Result<T, Refusal>) -> Result<T, Refusal> {
        self.guarded_or(Refusal::Crashed { player: spec.to_string() }, what)
    }

    /// Runs code; a panic becomes this refusal.
    pub(crate) fn guarded_or<T>(
        &self,
        crashed: Refusal,
        what: impl FnOnce() -> Result<T, Refusal>,
    ) -> Result<T, Refusal> {
        panic::catch_unwind(AssertUnwindSafe(what)).unwrap_or(Err(crashed))
    }

    /// Runs short work for a game in the background, without waiting for the pool.
    pub(crate) fn look(&self, game: &str, what: impl FnOnce() + Send + 'static) {
        self.clerk.submit(game, 1, what);
    }

    /// Queries the ledger on a thread that may block.
    pub(crate) async fn ask_ledger<T: Send + 'static>(
        &self,
        what: impl FnOnce(&Ledger) -> Result<T, Refusal> + Send + 'static,
    ) -> Result<T, Refusal> {
        let ledger = Arc::clone(&self.ledger);
        tokio::task::spawn_blocking(move || what(&ledger)).await.map_err(|_| Refusal::Closing)?
    }

    /// The number of open games.
    pub(crate) async fn open_games(&self) -> usize {
        self.rooms.lock().await.len()
    }

    /// Handles a request of a page, or forwards it to the room of its game.
    pub(crate) async fn handle(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        intention: Intention,
    ) -> Result<Option<(String, Door)>, Refusal> {
        match intention {
            Intention::New { terms } => self.open(peer, tag, self.start(terms)?).await.map(Some),
            Intention::Problem { name } => {
                let problem = self.program.problem(&name).ok_or(Refusal::NoProblem { problem: name })?;
                let session = self.new_game(&|text| self.admit(text)).problem(problem)?;
                self.open(peer, tag, session).await.map(Some)
            }
            Intention::OwnProblem { sgf } => {
                let (own, game) = OwnProblem::read(&sgf)?;
                let session = self.new_game(&|text| self.admit(text)).own_problem(own, &game)?;
                self.open(peer, tag, session).await.map(Some)
            }
            Intention::Rematch { game } => {
                let terms = self.load(&game).await?.rematch();
                self.open(peer, tag, self.start(terms)?).await.map(Some)
            }
            Intention::Watch { game } => {
                let watch = Order::Watch { peer: Arc::clone(peer), tag };
                self.send(&game, watch).await.map(|door| Some((game, door)))
            }
            Intention::List { offset, limit } => {
                let (games, all) = self.list(offset, limit).await?;
                peer.send_event(Some(tag), Event::Games { games, all });
                Ok(None)
            }
            Intention::ListLive => {
                peer.send_event(Some(tag), Event::Live { games: self.live().await });
                Ok(None)
            }
            Intention::ListProblems => {
                let problems = self.program.problems.iter().map(problems::card).collect();
                peer.send_event(Some(tag), Event::Problems { problems });
                Ok(None)
            }
            Intention::StartContest { contest } => {
                if contest.terms.start.as_ref().is_some_and(|start| !start.trim().is_empty()) {
                    return Err(Refusal::ContestStart);
                }
                self.start_contest(peer, tag, contest).await?;
                Ok(None)
            }
            Intention::WatchContest { contest } => {
                self.watch_contest(peer, tag, &contest).await?;
                Ok(None)
            }
            Intention::StopContest { contest } => {
                self.stop_contest(peer, tag, &contest).await?;
                Ok(None)
            }
            Intention::ResumeContest { contest } => {
                self.resume_contest(peer, tag, &contest).await?;
                Ok(None)
            }
            Intention::ListContests => {
                let contests = self.list_contests().await?;
                peer.send_event(Some(tag), Event::Contests { contests });
                Ok(None)
            }
            Intention::Learn { lesson } => self.learn(peer, tag, lesson).map(|()| None),
            Intention::ListLessons => {
                let lessons = self.list_lessons(peer).await?;
                peer.send_event(Some(tag), Event::Lessons { lessons });
                Ok(None)
            }
            Intention::StopLearning { lesson } => {
                self.lesson_list.stop(&lesson)?;
                peer.send_event(Some(tag), Event::Done);
                Ok(None)
            }
            about_a_game => {
                let game = about_a_game.game().unwrap_or_default().to_string();
                let order = Order::Ask { peer: Arc::clone(peer), tag, intention: about_a_game };
                self.send(&game, order).await?;
                Ok(None)
            }
        }
    }

    fn new_game<'a>(&'a self, admit: &'a dyn Fn(&str) -> Result<Spec, Refusal>) -> NewGame<'a> {
        NewGame { id: new_name(), admit, limits: &self.limits }
    }

    fn start(&self, terms: Terms) -> Result<Session, Refusal> {
        self.new_game(&|text| self.admit(text)).game(terms)
    }

    /// Stores a new game, opens its room, and lets the page that asked for it watch.
    async fn open(
        self: &Arc<House>,
        peer: &Arc<Peer>,
        tag: u32,
        mut session: Session,
    ) -> Result<(String, Door), Refusal> {
        let mut rooms = self.rooms.lock().await;
        if rooms.len() >= self.limits.games {
            return Err(Refusal::Games);
        }
        let (reply, stored) = oneshot::channel();
        self.ledger.store_page_game(session.take_new(), move |result| drop(reply.send(result)));
        stored.await.map_err(|_| Refusal::Closing)??;
        let id = session.id.clone();
        let door = Room::open(self, session);
        let _ = door.send(Order::Watch { peer: Arc::clone(peer), tag });
        rooms.insert(id.clone(), door.clone());
        Ok((id, door))
    }

    /// Sends an order to the room of a game, and opens the room if necessary.
    pub(crate) async fn send(self: &Arc<House>, game: &str, order: Order) -> Result<Door, Refusal> {
        let mut rooms = self.rooms.lock().await;
        let mut order = order;
        if let Some(door) = rooms.get(game) {
            match door.send(order) {
                Ok(()) => return Ok(door.clone()),
                // The room is gone, and is opened again.
                Err(unsent) => order = unsent.0,
            }
        }
        if rooms.len() >= self.limits.games {
            rooms.retain(|_, door| !door.is_closed());
            if rooms.len() >= self.limits.games {
                return Err(Refusal::Games);
            }
        }
        let session = self.load(game).await?;
        let door = Room::open(self, session);
        let _ = door.send(order);
        rooms.insert(game.to_string(), door.clone());
        Ok(door)
    }

    /// Sends an order to the room of a game if it is open. Called by threads of the arena, which may block.
    pub(crate) fn send_if_open(&self, game: &str, order: Order) {
        if let Some(door) = self.rooms.blocking_lock().get(game) {
            let _ = door.send(order);
        }
    }

    /// The live games: the latest first, then those of contests.
    async fn live(&self) -> Vec<String> {
        let ask = |(game, door): (&String, &Door)| {
            let (reply, answer) = oneshot::channel();
            door.send(Order::Live { reply }).ok().map(|()| (game.clone(), answer))
        };
        let asked: Vec<_> = self.rooms.lock().await.iter().filter_map(ask).collect();
        let mut live = Vec::new();
        for (game, answer) in asked {
            if let Ok(Some(started)) = answer.await {
                live.push((Reverse(started), game));
            }
        }
        live.sort();
        live.into_iter().map(|(_, game)| game).chain(self.contests.live()).collect()
    }

    /// Closes a room, unless orders wait for it.
    pub(crate) async fn close(&self, game: &str, orders: &mpsc::UnboundedReceiver<Order>) -> bool {
        let mut rooms = self.rooms.lock().await;
        let closed = orders.is_empty();
        if closed {
            rooms.remove(game);
        }
        closed
    }

    /// Loads a game: one of the page, or one of the arena, which can only be viewed.
    pub(crate) async fn load(self: &Arc<House>, game: &str) -> Result<Session, Refusal> {
        let house = Arc::clone(self);
        let name = game.to_string();
        if let Some(playing) = self.contests.playing(game) {
            let admit = |text: &str| self.admit(text);
            let new_game = NewGame { id: name, admit: &admit, limits: &self.limits };
            return new_game.record(&playing.sgf, playing.seats, None);
        }
        self.ask_ledger(move |ledger| {
            let admit = |text: &str| house.admit(text);
            if let Some(mut stored) = ledger.page_game(&name)? {
                let nodes = stored.nodes.iter_mut().map(|node| &mut node.sgf);
                for text in [&mut stored.terms, &mut stored.state].into_iter().chain(&mut stored.record).chain(nodes) {
                    *text = house.program.guide.public(std::mem::take(text));
                }
                return Session::restore(&stored, &admit, &house.limits);
            }
            let row = ledger.game(&name)?.ok_or_else(|| Refusal::NoGame { game: name.clone() })?;
            let seats = [row.result.players[0].parse()?, row.result.players[1].parse()?];
            let new_game = NewGame { id: name, admit: &admit, limits: &house.limits };
            new_game.record(&row.sgf, seats, Some(row.result.outcome))
        })
        .await
    }

    /// Some games, the latest first, and the number of all.
    pub(crate) async fn list(&self, offset: u32, limit: u32) -> Result<(Vec<GameCard>, u32), Refusal> {
        if limit > self.limits.listed {
            return Err(Refusal::ListTooLong { games: limit, most: self.limits.listed });
        }
        let (cards, all) = self.ask_ledger(move |ledger| Ok(ledger.page_games(offset, limit)?)).await?;
        let card = |card: arena::ledger::PageCard| GameCard {
            game: card.id,
            size: card.size as u8,
            seats: card.seats.map(|who| self.program.guide.public(who)),
            moves: card.moves as u32,
            result: Some(card.result).filter(|result| !result.is_empty()),
            changed: card.changed as f64,
            contest: None,
            stones: view::stones_of_text(&card.stones),
        };
        Ok((cards.into_iter().map(card).collect(), u32::try_from(all).unwrap_or(u32::MAX)))
    }
}

impl Drop for House {
    fn drop(&mut self) {
        self.pool.close();
        self.clerk.close();
    }
}

/// A number that cannot be guessed.
pub(crate) fn any_number() -> u64 {
    RandomState::new().hash_one(SystemTime::now())
}

/// The identifier of a new game: letters and digits.
pub(crate) fn new_name() -> String {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut number = (u128::from(any_number()) << 64) | u128::from(any_number());
    let letter = |_| {
        let letter = LETTERS[(number % 32) as usize];
        number /= 32;
        char::from(letter)
    };
    (0..16).map(letter).collect()
}
