//! A game that is open: a task that takes orders one after the other, and whom it tells.
//!
//! The room holds the [`Session`]. An order of a page, a move of a program, a count that has come in: each changes the
//! session, the session is written into the ledger, and only then are the pages told. Programs think in the
//! [`pool`](crate::pool), so that the room itself never waits for more than the ledger's commit.

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

/// What a room is told.
pub(crate) enum Order {
    /// A page wants to see the game and what happens in it.
    Watch { peer: Arc<Peer>, tag: u32 },
    /// A page sees it no longer.
    Leave { peer: u64 },
    /// A page wants something.
    Ask { peer: Arc<Peer>, tag: u32, intention: Intention },
    /// A program begins to think.
    Begins { ticket: u64 },
    /// A program tells what it thinks.
    Thinks { ticket: u64, analysis: Box<Analysis> },
    /// A program has chosen.
    Chooses(Box<Chosen>),
    /// Somebody has looked which stones are dead.
    Counted { node: u32, dead: Box<PointSet> },
    /// A step of a review has ended.
    Reviewed(Box<ReviewStep>),
    /// A game of the arena goes on: the game after its last move, who plays, and what was thought of that move.
    Follows { game: Box<Game>, who: [String; 2], analysis: Box<Analysis> },
    /// A game of the arena is over.
    Concluded { outcome: Outcome, finish: Finish },
    /// Somebody wants to know whether the game goes on; if it does, when it began is told.
    Live { tell: oneshot::Sender<Option<u64>> },
}

/// What a program answers.
pub(crate) struct Chosen {
    ticket: u64,
    /// Whose seat it has; nothing for a move that was forced.
    seat: Option<usize>,
    spec: Spec,
    player: Option<Box<dyn Player>>,
    answer: Result<Choice, Refusal>,
    elapsed: Duration,
}

/// A game that is open.
pub(crate) struct Room {
    house: Arc<House>,
    session: Session,
    orders: mpsc::UnboundedReceiver<Order>,
    me: mpsc::UnboundedSender<Order>,
    watchers: Vec<Arc<Peer>>,
    tickets: u64,
    search: Option<Search>,
    /// When the program whose turn it is begins to think.
    due: Option<Instant>,
    /// Programs between their moves, Black's first.
    kept: [Option<Kept>; 2],
    counting: bool,
    review: Option<RunningReview>,
    /// Since when the clock of the side to move runs.
    clock: Option<Instant>,
    /// When the last move was made here.
    moved: Option<Instant>,
    seeds: Rng,
    /// Since when nobody needs the room.
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
    /// Opens a room for a game; its task runs until nobody needs it.
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
                None => self.is_time().await,
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
        // Other people's programs take their time to end.
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
            Order::Ask { peer, tag, intention } => return self.asked(&peer, tag, intention).await,
            Order::Begins { ticket } => self.begins(ticket),
            Order::Thinks { ticket, analysis } => self.thinks(ticket, &analysis),
            Order::Chooses(chosen) => return self.chosen(*chosen).await,
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
            Order::Live { tell } => {
                // Whoever no longer waits needs no answer.
                let _ = tell.send(self.is_live().then_some(self.session.started()));
            }
            Order::Concluded { outcome, finish } => {
                self.session.conclude(outcome, finish);
                return self.changed(None, &[], self.session.live()).await;
            }
        }
        self.advance();
        true
    }

    /// Whether a program thinks or somebody has moved lately. What goes on in contests they know themselves.
    fn is_live(&self) -> bool {
        let thinks = self.search.is_some() || self.due.is_some();
        let moved = self.moved.is_some_and(|moved| moved.elapsed() < self.house.limits.lately);
        (thinks || moved) && self.session.phase() != Phase::Over && !self.session.archived
    }

    /// Shows the game to a page that has come.
    fn show(&self, peer: &Peer, tag: u32) {
        let (game, terms, tree) = (self.session.id.clone(), self.session.terms.clone(), self.session.tree.twigs());
        let problem = self.problem_card();
        peer.tell(Some(tag), Event::Opened { game: game.clone(), terms, tree, problem });
        if let Ok(position) = self.session.position(self.session.live(), self.timing()) {
            peer.tell(Some(tag), Event::Position { game, position: Box::new(position) });
        }
    }

    fn leave(&mut self, peer: u64) {
        self.watchers.retain(|watcher| watcher.id != peer);
        if self.watchers.is_empty() && self.session.table().has_person() {
            self.cancel();
            self.stop_clock();
        }
    }

    async fn asked(&mut self, peer: &Arc<Peer>, tag: u32, intention: Intention) -> bool {
        match self.execute(peer, tag, intention) {
            Ok(Effect::Answered) => true,
            Ok(Effect::Done) => {
                peer.tell(Some(tag), Event::Done);
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
                peer.tell(Some(tag), Event::Position { game: self.session.id.clone(), position });
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
                self.may_think()?;
                let spec = self.session.program_to_move().cloned().ok_or(Refusal::PersonsTurn)?;
                if self.search.is_none() {
                    self.think(spec, Some(self.session.game().to_play().index()));
                }
            }
            Intention::Force { player, .. } => {
                self.may_think()?;
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
                peer.tell(Some(tag), Event::Record { game, sgf });
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
                peer.quiet(Some(&session.id));
                return Ok(Effect::Done);
            }
            // Everything else is about no game, and the house sees to it.
            _ => return Ok(Effect::Done),
        }
        Ok(Effect::Changed { grown: None, look: self.session.live() })
    }

    fn person_plays(&mut self, peer: &Arc<Peer>, tag: u32, node: u32, text: &str) -> Result<Effect, Refusal> {
        let elapsed = self.clock.map(|since| since.elapsed()).unwrap_or_default();
        if self.session.time_left().is_some_and(|left| elapsed > left) {
            // The flag has fallen; that is told by itself.
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
        peer.tell(Some(tag), Event::Answered { game: self.session.id.clone(), mv: mv.to_gtp(size), right, comment });
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

    fn may_think(&self) -> Result<(), Refusal> {
        match self.session.phase() {
            _ if self.session.archived => Err(Refusal::Archived),
            Phase::Play => Ok(()),
            Phase::Count => Err(Refusal::Counting),
            Phase::Over => Err(Refusal::Over),
        }
    }

    /// Writes the game down, tells everybody, and lets it go on; `false` if it cannot be written.
    async fn changed(&mut self, origin: Option<(&Arc<Peer>, u32)>, grown: &[u32], look: u32) -> bool {
        if let Err(refusal) = self.keep().await {
            // Whoever looks again finds the game as it was last written.
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
                peer.tell(Some(tag), Event::Position { game, position: Box::new(position) });
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
        let (tell, told) = oneshot::channel();
        self.house.ledger.update_page_game(self.session.take_change(), move |stored| drop(tell.send(stored)));
        Ok(told.await.map_err(|_| Refusal::Closing)??)
    }

    /// Tells everybody who watches, and whoever asked with the tag of the question.
    fn tell_all(&self, origin: Option<(&Arc<Peer>, u32)>, event: Event) {
        if let Some((peer, tag)) = origin {
            peer.tell(Some(tag), event.clone());
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

    /// Lets the game go on by itself as far as it does: a count is begun, a program is asked, a clock runs.
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

    /// Has somebody look which stones are dead.
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

    /// When something happens by itself.
    fn deadline(&self) -> Option<Instant> {
        let person = self.session.program_to_move().is_none();
        let flag = self.clock.filter(|_| person).zip(self.session.time_left()).map(|(since, left)| since + left);
        let hurry = self.search.as_ref().and_then(|search| search.hurry);
        let close = self.idle.map(|since| since + self.patience());
        [self.due, flag, hurry, close].into_iter().flatten().min()
    }

    /// Does what is due; `false` when the room closes.
    async fn is_time(&mut self) -> bool {
        let now = Instant::now();
        if self.due.is_some_and(|due| due <= now) {
            self.due = None;
            if let Some(spec) = self.session.program_to_move().cloned() {
                self.think(spec, Some(self.session.game().to_play().index()));
                self.tell_position();
            }
        }
        if let Some(search) = self.search.as_mut().filter(|search| search.hurry.is_some_and(|hurry| hurry <= now)) {
            // Others wait for their turn: what was found so far has to do.
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

    /// Whether anybody needs the room; if nobody has for some time, it is closed.
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

    /// How long the room stays open when nobody needs it: somebody who reloads a page comes back soon, but hardly to a
    /// game that is over.
    fn patience(&self) -> Duration {
        let idle = self.house.limits.idle;
        if self.session.phase() == Phase::Over { idle.min(Duration::from_secs(1)) } else { idle }
    }
}

/// Now and then somebody looks whether the room is still needed.
async fn sleep_until(deadline: Option<Instant>, idle: Duration) {
    let look = Instant::now() + idle.min(Duration::from_secs(5));
    tokio::time::sleep_until(deadline.map_or(look, |deadline| deadline.min(look)).into()).await;
}
