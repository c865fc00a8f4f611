//! An open game: a task that takes one order after the other, and the pages that watch.
//!
//! The room holds the [`Session`]. Each order (a request of a page, a move of a program, a finished count) changes the
//! session. The change is committed to the ledger, and only then sent to the pages. Programs think in the
//! [`pool`](crate::pool), so the room waits for nothing but the commit.

mod review;
mod think;

use std::sync::Arc;
use std::time::{Duration, Instant};

use arena::Finish;
use goban::{Game, Move, Outcome, PointSet};
use learn::problems::Problem;
use player::{Analysis, Choice, Player, Rng, Spec};
use table::Occupant;
use tokio::sync::{mpsc, oneshot};

use crate::house::House;
use crate::message::{Event, Intention, Phase, ProblemCard};
use crate::peer::{Peer, written};
use crate::session::{Session, Timing, check_pause};
use crate::{Refusal, ask, problems, view};
use review::{ReviewStep, RunningReview};
pub(crate) use think::EVERY;
use think::{Kept, Search};

/// A message to a room.
pub(crate) enum Order {
    /// A page starts to watch the game.
    Watch { peer: Arc<Peer>, tag: u32 },
    /// A page stops watching.
    Leave { peer: u64 },
    /// A request of a page.
    Ask { peer: Arc<Peer>, tag: u32, intention: Intention },
    /// A program starts to think.
    Started { ticket: u64 },
    /// An interim analysis of a program.
    Analysis { ticket: u64, analysis: Box<Analysis> },
    /// A program has chosen.
    Chosen(Box<Chosen>),
    /// The estimate of dead stones is finished.
    Counted { node: u32, dead: Box<PointSet> },
    /// A step of a review has ended.
    Reviewed(Box<ReviewStep>),
    /// A move in a game of the arena: the game after it, the players, and the analysis of the move.
    Follows { game: Box<Game>, who: [String; 2], analysis: Box<Analysis> },
    /// A game of the arena is over.
    Concluded { outcome: Outcome, finish: Finish },
    /// Asks whether the game is live. The answer is the time when it started, or `None`.
    Live { reply: oneshot::Sender<Option<u64>> },
}

/// The answer of a program.
pub(crate) struct Chosen {
    ticket: u64,
    /// Its seat; `None` for a forced move.
    seat: Option<usize>,
    spec: Spec,
    player: Option<Box<dyn Player>>,
    answer: Result<Choice, Refusal>,
    elapsed: Duration,
}

/// An open game.
pub(crate) struct Room {
    house: Arc<House>,
    session: Session,
    orders: mpsc::UnboundedReceiver<Order>,
    me: mpsc::UnboundedSender<Order>,
    watchers: Vec<Arc<Peer>>,
    tickets: u64,
    search: Option<Search>,
    /// When the program to move starts to think.
    due: Option<Instant>,
    /// Programs between their moves, Black's first.
    kept: [Option<Kept>; 2],
    counting: bool,
    review: Option<RunningReview>,
    /// When the clock of the side to move was started, if it runs.
    clock: Option<Instant>,
    /// When the last move was played in this room.
    moved: Option<Instant>,
    seeds: Rng,
    /// Since when the room has been unused.
    idle: Option<Instant>,
}

/// The effect of an intention.
enum Effect {
    /// The answer is sent, or will be.
    Answered,
    /// Nothing more is to be sent.
    Done,
    /// The game has changed: the tree may have a new node, and the page that asked shows the node `look`.
    Changed { grown: Option<u32>, look: u32 },
}

impl Room {
    /// Opens a room for a game; its task runs until the room is unused.
    pub(crate) fn open(house: &Arc<House>, session: Session) -> mpsc::UnboundedSender<Order> {
        let (me, orders) = mpsc::unbounded_channel();
        let room = Room {
            house: Arc::clone(house),
            session,
            orders,
            me: me.clone(),
            watchers: Vec::new(),
            tickets: 0,
            search: None,
            due: None,
            kept: [None, None],
            counting: false,
            review: None,
            clock: None,
            moved: None,
            seeds: Rng::new(crate::house::any_number()),
            idle: None,
        };
        tokio::spawn(room.run());
        me
    }

    async fn run(mut self) {
        self.advance();
        loop {
            let deadline = self.deadline();
            let order = tokio::select! {
                order = self.orders.recv() => order,
                () = sleep_until(deadline, self.house.limits.idle) => None,
            };
            let alive = match order {
                Some(order) => self.take(order).await,
                None => self.run_due().await,
            };
            if !alive {
                break;
            }
        }
        self.cancel();
        if let Some(review) = &self.review {
            review.stop.stop();
        }
        let kept = std::mem::take(&mut self.kept);
        // External programs may take long to exit.
        tokio::task::spawn_blocking(move || drop(kept));
    }

    /// Takes an order; `false` when the room closes.
    async fn take(&mut self, order: Order) -> bool {
        match order {
            Order::Watch { peer, tag } => {
                self.show(&peer, tag);
                self.idle = None;
                if !self.watchers.iter().any(|watcher| watcher.id == peer.id) {
                    self.watchers.push(peer);
                }
            }
            Order::Leave { peer } => self.leave(peer),
            Order::Ask { peer, tag, intention } => return self.handle(&peer, tag, intention).await,
            Order::Started { ticket } => self.started_thinking(ticket),
            Order::Analysis { ticket, analysis } => self.send_analysis(ticket, &analysis),
            Order::Chosen(chosen) => return self.chosen(*chosen).await,
            Order::Counted { node, dead } => {
                self.counting = false;
                if node == self.session.live() {
                    self.session.propose_dead(*dead);
                    return self.changed(None, &[], self.session.live()).await;
                }
            }
            Order::Reviewed(step) => return self.review_step(*step).await,
            Order::Follows { game, who, analysis } => {
                let fresh = self.session.follow(&game, &who, &analysis);
                return self.changed(None, &fresh, self.session.live()).await;
            }
            Order::Live { reply } => {
                // A caller that no longer waits needs no answer.
                let _ = reply.send(self.is_live().then_some(self.session.started()));
            }
            Order::Concluded { outcome, finish } => {
                self.session.conclude(outcome, finish);
                return self.changed(None, &[], self.session.live()).await;
            }
        }
        self.advance();
        true
    }

    /// Whether a program is thinking, or a move was played recently. Contests report their own live games.
    fn is_live(&self) -> bool {
        let thinks = self.search.is_some() || self.due.is_some();
        let moved = self.moved.is_some_and(|moved| moved.elapsed() < self.house.limits.lately);
        (thinks || moved) && self.session.phase() != Phase::Over && !self.session.archived
    }

    /// Sends the game to a page that starts to watch.
    fn show(&self, peer: &Peer, tag: u32) {
        let (game, terms, tree) = (self.session.id.clone(), self.session.terms.clone(), self.session.tree.twigs());
        let problem = self.problem_card();
        peer.send_event(Some(tag), Event::Opened { game: game.clone(), terms, tree, problem });
        if let Ok(position) = self.session.position(self.session.live(), self.timing()) {
            peer.send_event(Some(tag), Event::Position { game, position: Box::new(position) });
        }
    }

    fn leave(&mut self, peer: u64) {
        self.watchers.retain(|watcher| watcher.id != peer);
        if self.watchers.is_empty() && self.session.table().has_person() {
            self.cancel();
            self.stop_clock();
        }
    }

    async fn handle(&mut self, peer: &Arc<Peer>, tag: u32, intention: Intention) -> bool {
        match self.execute(peer, tag, intention) {
            Ok(Effect::Answered) => true,
            Ok(Effect::Done) => {
                peer.send_event(Some(tag), Event::Done);
                true
            }
            Ok(Effect::Changed { grown, look }) => self.changed(Some((peer, tag)), grown.as_slice(), look).await,
            Err(refusal) => {
                peer.refuse(Some(tag), &refusal);
                true
            }
        }
    }

    fn execute(&mut self, peer: &Arc<Peer>, tag: u32, intention: Intention) -> Result<Effect, Refusal> {
        let session = &mut self.session;
        match intention {
            Intention::Play { node, mv, .. } => return self.person_plays(peer, tag, node, &mv),
            Intention::Undo { .. } => {
                self.cancel();
                self.stop_clock();
                self.session.undo()?;
            }
            Intention::Go { node, .. } => {
                let position = Box::new(self.session.position(node, self.timing())?);
                peer.send_event(Some(tag), Event::Position { game: self.session.id.clone(), position });
                return Ok(Effect::Answered);
            }
            Intention::TakeUp { node, .. } => {
                self.cancel();
                self.stop_clock();
                self.session.continue_from(node)?;
            }
            Intention::Seat { color, who, moves, .. } => {
                session.check_open()?;
                if moves.is_some_and(|moves| !(1..=1000).contains(&moves)) {
                    return Err(Refusal::SeatMoves);
                }
                let occupant = Occupant::read(&who, |text| self.house.admit(text))?;
                let color = view::color(color);
                if session.game().to_play() == color {
                    self.cancel();
                    self.stop_clock();
                }
                if moves.is_none() {
                    self.dismiss(color.index(), occupant.spec());
                }
                self.session.give_seat(color, occupant, moves);
            }
            Intention::Run { on, .. } => {
                session.check_open()?;
                if !on {
                    self.cancel();
                    self.stop_clock();
                }
                self.session.running = on;
            }
            Intention::Pace { pause, .. } => {
                check_pause(pause, &self.house.limits)?;
                session.pause = pause;
                self.due = self.due.map(|due| due.min(Instant::now() + Duration::from_millis(pause.into())));
            }
            Intention::Step { .. } => {
                self.check_playing()?;
                let spec = self.session.program_to_move().cloned().ok_or(Refusal::PersonsTurn)?;
                if self.search.is_none() {
                    self.think(spec, Some(self.session.game().to_play().index()));
                }
            }
            Intention::Force { player, .. } => {
                self.check_playing()?;
                let spec = self.house.admit(&player)?;
                self.cancel();
                self.think(spec, None);
            }
            Intention::MoveNow { .. } => match (&self.search, self.due) {
                (Some(search), _) => {
                    search.stop.stop();
                    return Ok(Effect::Done);
                }
                (None, Some(_)) => {
                    self.due = Some(Instant::now());
                    return Ok(Effect::Done);
                }
                (None, None) => return Err(Refusal::NobodyThinks),
            },
            Intention::Stop { .. } => {
                self.cancel();
                self.stop_clock();
                if let Some(review) = self.review.take() {
                    review.stop.stop();
                }
                self.session.running = false;
            }
            Intention::Dead { point, .. } => session.toggle_dead(&point)?,
            Intention::Agree { .. } => session.agree()?,
            Intention::Resume { .. } => session.resume()?,
            Intention::Record { .. } => {
                let (game, sgf) = (session.id.clone(), session.sgf());
                peer.send_event(Some(tag), Event::Record { game, sgf });
                return Ok(Effect::Answered);
            }
            Intention::Review { player, seconds, .. } => {
                self.start_review(peer, tag, &player, seconds)?;
                return Ok(Effect::Answered);
            }
            Intention::Estimate { node, .. }
            | Intention::Overlay { node, .. }
            | Intention::Council { node, .. }
            | Intention::Analyse { node, .. } => {
                let game = session.tree.game(node)?;
                let turn = [game.to_play(), game.to_play().other()];
                let seats =
                    turn.into_iter().filter_map(|color| session.seat(color).occupant().spec().cloned()).collect();
                let question = ask::Question { peer: Arc::clone(peer), tag, id: session.id.clone(), node, game, seats };
                ask::answer(&self.house, question, intention)?;
                return Ok(Effect::Answered);
            }
            Intention::Quiet { .. } => {
                peer.stop_analysis(Some(&session.id));
                return Ok(Effect::Done);
            }
            // The house handles everything that is not about a game.
            _ => return Ok(Effect::Done),
        }
        Ok(Effect::Changed { grown: None, look: self.session.live() })
    }

    fn person_plays(&mut self, peer: &Arc<Peer>, tag: u32, node: u32, text: &str) -> Result<Effect, Refusal> {
        let elapsed = self.clock.map(|since| since.elapsed()).unwrap_or_default();
        if self.session.time_left().is_some_and(|left| elapsed > left) {
            // The flag has fallen, which the deadline reports.
            return Err(Refusal::Over);
        }
        let played = self.session.person_plays(node, text, elapsed)?;
        if played.live {
            self.cancel();
            (self.clock, self.moved) = (None, Some(Instant::now()));
        }
        if node == 0 {
            self.answer_problem(peer, tag, played.mv);
        }
        Ok(Effect::Changed { grown: played.fresh.then_some(played.node), look: played.node })
    }

    /// Says whether the first move of a problem is right.
    fn answer_problem(&self, peer: &Peer, tag: u32, mv: Move) {
        let size = self.session.game().size();
        let Some(problem) = self.uploaded_problem().or_else(|| self.problem().cloned()) else { return };
        let (right, comment) = (problem.is_solved_by(mv), problem.comment_on(mv).to_string());
        peer.send_event(
            Some(tag),
            Event::Answered { game: self.session.id.clone(), mv: mv.to_gtp(size), right, comment },
        );
    }

    /// The problem of the program that the game is about.
    fn problem(&self) -> Option<&Problem> {
        self.session.problem.as_deref().and_then(|name| self.house.program.problem(name))
    }

    /// The uploaded problem that the game is about.
    fn uploaded_problem(&self) -> Option<Problem> {
        let own = self.session.own_problem.as_ref().zip(self.session.tree.game(0).ok());
        own.map(|(own, game)| own.problem(game))
    }

    /// The problem that the game is about, as the page shows it.
    fn problem_card(&self) -> Option<ProblemCard> {
        let uploaded = self.uploaded_problem().map(|problem| problems::uploaded_card(&problem));
        uploaded.or_else(|| self.problem().map(problems::card))
    }

    fn check_playing(&self) -> Result<(), Refusal> {
        match self.session.phase() {
            _ if self.session.archived => Err(Refusal::Archived),
            Phase::Play => Ok(()),
            Phase::Count => Err(Refusal::Counting),
            Phase::Over => Err(Refusal::Over),
        }
    }

    /// Stores the change, sends it to the pages, and advances the game; `false` if it cannot be stored.
    async fn changed(&mut self, origin: Option<(&Arc<Peer>, u32)>, grown: &[u32], look: u32) -> bool {
        if let Err(refusal) = self.keep().await {
            // A page that watches again gets the game as it was last stored.
            self.tell_all(origin, Event::Error { reason: refusal.text() });
            return false;
        }
        self.advance();
        let game = self.session.id.clone();
        for twig in grown.iter().filter_map(|&node| self.session.tree.twig(node)) {
            self.tell_all(origin, Event::Grown { game: game.clone(), twig });
        }
        let live = self.session.live();
        if look != live {
            if let (Some((peer, tag)), Ok(position)) = (origin, self.session.position(look, self.timing())) {
                peer.send_event(Some(tag), Event::Position { game, position: Box::new(position) });
            }
        } else if let Ok(position) = self.session.position(live, self.timing()) {
            self.tell_all(origin, Event::Position { game, position: Box::new(position) });
        }
        true
    }

    async fn keep(&mut self) -> Result<(), Refusal> {
        if self.session.archived {
            return Ok(());
        }
        let (reply, stored) = oneshot::channel();
        self.house.ledger.update_page_game(self.session.take_change(), move |result| drop(reply.send(result)));
        Ok(stored.await.map_err(|_| Refusal::Closing)??)
    }

    /// Sends an event to all watchers, and to the page that asked with the tag of its request.
    fn tell_all(&self, origin: Option<(&Arc<Peer>, u32)>, event: Event) {
        if let Some((peer, tag)) = origin {
            peer.send_event(Some(tag), event.clone());
        }
        let others = || self.watchers.iter().filter(|watcher| origin.is_none_or(|(peer, _)| peer.id != watcher.id));
        if others().next().is_some() {
            let text = written(None, event);
            others().for_each(|watcher| watcher.send(text.clone()));
        }
    }

    fn timing(&self) -> Timing {
        let elapsed = self.clock.map(|since| since.elapsed());
        Timing { thinking: self.search.is_some(), elapsed }
    }

    /// Starts what the game needs next: a count, a program, a clock.
    fn advance(&mut self) {
        if self.session.needs_count() && !self.counting {
            self.count();
        }
        if self.session.phase() != Phase::Play {
            self.cancel();
            self.clock = None;
            return;
        }
        let awaited = !self.watchers.is_empty() || !self.session.table().has_person();
        if !self.session.running || !awaited || self.session.archived {
            return;
        }
        if self.session.program_to_move().is_none() {
            if self.session.time_left().is_some() && self.clock.is_none() {
                self.clock = Some(Instant::now());
            }
        } else if self.search.is_none() && self.due.is_none() {
            self.due = Some(Instant::now() + Duration::from_millis(self.session.pause.into()));
        }
    }

    /// Estimates which stones are dead, in the background.
    fn count(&mut self) {
        self.counting = true;
        let (me, node, game) = (self.me.clone(), self.session.live(), self.session.game().clone());
        self.house.look(&self.session.id, move || {
            let dead = Box::new(game.estimated_dead());
            let _ = me.send(Order::Counted { node, dead });
        });
    }

    fn stop_clock(&mut self) {
        if let Some(since) = self.clock.take() {
            self.session.charge(since.elapsed());
        }
    }

    /// The next time at which something is due.
    fn deadline(&self) -> Option<Instant> {
        let person = self.session.program_to_move().is_none();
        let flag = self.clock.filter(|_| person).zip(self.session.time_left()).map(|(since, left)| since + left);
        let hurry = self.search.as_ref().and_then(|search| search.hurry);
        let close = self.idle.map(|since| since + self.patience());
        [self.due, flag, hurry, close].into_iter().flatten().min()
    }

    /// Does everything that is due; `false` when the room closes.
    async fn run_due(&mut self) -> bool {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            self.due = None;
            if let Some(spec) = self.session.program_to_move().cloned() {
                self.think(spec, Some(self.session.game().to_play().index()));
                self.tell_position();
            }
        }
        if let Some(search) = self.search.as_mut().filter(|search| search.hurry.is_some_and(|hurry| hurry <= now)) {
            // Other games wait for the pool: the search ends with what it has.
            if self.house.pool.others_wait(&self.session.id) {
                search.stop.stop();
                search.hurry = None;
            } else {
                search.hurry = Some(now + Duration::from_secs(1));
            }
        }
        let elapsed = self.clock.map(|since| since.elapsed()).unwrap_or_default();
        let person = self.session.program_to_move().is_none();
        if person && self.clock.is_some() && self.session.time_left().is_some_and(|left| elapsed >= left) {
            self.session.flag(elapsed + Duration::from_millis(1));
            self.clock = None;
            return self.changed(None, &[], self.session.live()).await;
        }
        self.is_needed().await
    }

    fn tell_position(&self) {
        if let Ok(position) = self.session.position(self.session.live(), self.timing()) {
            self.tell_all(None, Event::Position { game: self.session.id.clone(), position: Box::new(position) });
        }
    }

    /// Whether the room is in use; a room that has been unused for some time is closed.
    async fn is_needed(&mut self) -> bool {
        self.watchers.retain(|watcher| !watcher.is_gone());
        let busy = self.search.is_some() || self.due.is_some() || self.counting || self.review.is_some();
        if busy || !self.watchers.is_empty() {
            self.idle = None;
            return true;
        }
        let since = *self.idle.get_or_insert_with(Instant::now);
        since.elapsed() < self.patience() || !self.house.close(&self.session.id, &self.orders).await
    }

    /// How long an unused room stays open: a page that is reloaded comes back soon, but hardly to a game that is over.
    fn patience(&self) -> Duration {
        let idle = self.house.limits.idle;
        if self.session.phase() == Phase::Over { idle.min(Duration::from_secs(1)) } else { idle }
    }
}

/// Sleeps until the deadline, or until the next check whether the room is in use.
async fn sleep_until(deadline: Option<Instant>, idle: Duration) {
    let check = Instant::now() + idle.min(Duration::from_secs(5));
    tokio::time::sleep_until(deadline.map_or(check, |deadline| deadline.min(check)).into()).await;
}
