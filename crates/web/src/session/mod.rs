//! A game on the page: the tree, where the game stands in it, who sits at the board, clocks, count and result.
//!
//! A [`Session`] does nothing by itself. It is told what happened, says no where the rules or the course of the game
//! say no, and can be asked how it stands. Whoever holds it ([`room`](crate::room)) writes it down, tells the pages and
//! lets programs think; so all of this is tested without a network, a thread or a clock.

mod begin;
mod keep;
pub(crate) mod seat;

use std::time::Duration;

use arena::Finish;
use goban::diagram::Diagram;
use goban::{Color, End, Game, Move, Outcome, Point, PointSet};
use player::{Analysis, Budget, Clock, Forfeit, Spec, TimeLoss};

pub(crate) use begin::{Beginning, budget, check_pause, control};
pub(crate) use keep::now;
use seat::{Seat, Who};

use crate::message::{Phase, Position, SeatCard, Terms};
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::view;
use crate::{Refusal, Text, titles};

/// A game on the page.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    /// How it began, everything said.
    pub(crate) terms: Terms,
    pub(crate) tree: Variations,
    /// The node where the game stands, and the game there.
    live: u32,
    here: Game,
    seats: [Seat; 2],
    /// Whether programs go on by themselves.
    pub(crate) running: bool,
    /// How long they wait before each move, in milliseconds.
    pub(crate) pause: u32,
    budget: Budget,
    clocks: Option<[Clock; 2]>,
    outcome: Option<Outcome>,
    /// The stones that are marked as dead, once both have passed and somebody has looked.
    dead: Option<Box<PointSet>>,
    /// Whether it was taken up again after two passes, so that what is dead is to be captured.
    resumed: bool,
    remark: Option<Text>,
    /// The problem that it is about.
    pub(crate) problem: Option<String>,
    /// The problem that somebody brought, if that is what it is about.
    pub(crate) own_problem: Option<OwnProblem>,
    /// Whether it began with somebody else's record, whose names stay as they are.
    foreign: bool,
    /// Whether it is a game of the arena that is only looked at.
    pub(crate) archived: bool,
    begun: u64,
    /// So many nodes at most.
    most: usize,
}

/// What a move has done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The node that it leads to.
    pub(crate) node: u32,
    /// Whether the tree did not have it.
    pub(crate) fresh: bool,
    /// Whether the game stands there now.
    pub(crate) live: bool,
}

/// How somebody's time runs at this moment.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Moment {
    /// Somebody thinks.
    pub(crate) thinking: bool,
    /// How long the clock of the side to move has run since it was last written down, if it runs.
    pub(crate) elapsed: Option<Duration>,
}

impl Session {
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// The game where it stands.
    pub(crate) fn game(&self) -> &Game {
        &self.here
    }

    pub(crate) fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    pub(crate) fn has_person(&self) -> bool {
        self.seats.iter().any(Seat::is_person)
    }

    pub(crate) fn is_resumed(&self) -> bool {
        self.resumed
    }

    /// Where in its course the game is.
    pub(crate) fn phase(&self) -> Phase {
        if self.outcome.is_some() {
            Phase::Over
        } else if self.here.is_over() {
            Phase::Count
        } else {
            Phase::Play
        }
    }

    /// The program whose turn it is.
    pub(crate) fn program_to_move(&self) -> Option<&Spec> {
        let seat = &self.seats[self.here.to_play().index()];
        if self.phase() == Phase::Play { seat.who().spec() } else { None }
    }

    /// What whoever is to move may spend.
    pub(crate) fn budget(&self) -> Budget {
        Budget { clock: self.clocks.map(|clocks| clocks[self.here.to_play().index()]), ..self.budget }
    }

    /// A person's move at a node. Where the game stands there, it goes on, and the time that the move took is off the
    /// clock; elsewhere, and after the end, it is a variation.
    ///
    /// # Errors
    /// If it is not a person's turn, or the move is none.
    pub(crate) fn person_plays(&mut self, node: u32, text: &str, elapsed: Duration) -> Result<Played, Refusal> {
        let mv = Move::from_gtp(text, self.here.size())?;
        if node != self.live || self.phase() == Phase::Over {
            return self.explore(node, mv);
        }
        if mv == Move::Resign {
            return self.person_resigns();
        }
        if self.archived {
            return Err(Refusal::Archived);
        }
        if self.phase() == Phase::Count {
            return Err(Refusal::Counting);
        }
        let color = self.here.to_play();
        if let Who::Program(spec) = self.seat(color).who() {
            return Err(Refusal::Turn { player: spec.to_string() });
        }
        self.here.check(color, mv).map_err(|illegal| Forfeit::illegal(mv, self.here.size(), illegal))?;
        if self.spend(elapsed).is_err() {
            return Err(Refusal::Over);
        }
        self.play_on(mv, seat::PERSON)
    }

    /// A program's move where the game stands, with what it thought.
    ///
    /// # Errors
    /// If the move is illegal, or the tree is full.
    pub(crate) fn program_plays(&mut self, mv: Move, who: &Spec, thoughts: &Analysis) -> Result<Played, Refusal> {
        let thought = view::thought(thoughts, &self.here);
        if mv == Move::Resign {
            self.outcome = Some(Outcome::Resignation(self.here.to_play().other()));
            return Ok(Played { node: self.live, fresh: false, live: true });
        }
        let played = self.play_on(mv, &who.to_string())?;
        self.tree.set_opinion(played.node, thought.win_rate, thought.score);
        Ok(played)
    }

    /// Who resigns: the person whose turn it is, or else the one who waits.
    fn person_resigns(&mut self) -> Result<Played, Refusal> {
        let turn = self.here.to_play();
        let person = [turn, turn.other()].into_iter().find(|&color| self.seat(color).is_person());
        let loser = person.ok_or_else(|| Refusal::Turn { player: self.seat(turn).who().to_string() })?;
        self.outcome = Some(Outcome::Resignation(loser.other()));
        Ok(Played { node: self.live, fresh: false, live: true })
    }

    fn play_on(&mut self, mv: Move, who: &str) -> Result<Played, Refusal> {
        let color = self.here.to_play();
        let mut after = self.here.clone();
        after.play(mv).map_err(|illegal| Forfeit::illegal(mv, self.here.size(), illegal))?;
        let (node, fresh) = self.grow(self.live, color, mv, who)?;
        (self.here, self.live, self.dead) = (after, node, None);
        self.remark = None;
        self.seats[color.index()].moved();
        self.settle();
        Ok(Played { node, fresh, live: true })
    }

    fn explore(&mut self, node: u32, mv: Move) -> Result<Played, Refusal> {
        let mut game = self.tree.game(node)?;
        if game.is_over() {
            game.resume();
        }
        let color = game.to_play();
        game.play(mv).map_err(|illegal| Forfeit::illegal(mv, self.here.size(), illegal))?;
        if mv == Move::Resign {
            return Err(Refusal::Over);
        }
        let (node, fresh) = self.grow(node, color, mv, seat::PERSON)?;
        Ok(Played { node, fresh, live: false })
    }

    fn grow(&mut self, node: u32, color: Color, mv: Move, who: &str) -> Result<(u32, bool), Refusal> {
        if let Some(child) = self.tree.child(node, color, mv) {
            return Ok((child, false));
        }
        if self.tree.len() >= self.most {
            return Err(Refusal::Nodes { most: self.most });
        }
        self.tree.add(node, color, mv, who).map(|child| (child, true))
    }

    /// Ends a game that the board decides, without anybody having to look for dead stones.
    fn settle(&mut self) {
        let by_board = match self.here.end() {
            Some(End::NoMoveLeft) => true,
            Some(End::Passes) => self.here.rules().count_every_stone(),
            _ => false,
        };
        if by_board {
            self.outcome = self.here.outcome(&PointSet::new());
        }
    }

    /// Whether somebody has to look which stones are dead.
    pub(crate) fn needs_count(&self) -> bool {
        self.phase() == Phase::Count && self.dead.is_none()
    }

    /// Somebody has looked. Among programs that is the end.
    pub(crate) fn propose_dead(&mut self, dead: PointSet) {
        if !self.needs_count() {
            return;
        }
        if !self.has_person() {
            self.outcome = self.here.outcome(&dead);
        }
        self.dead = Some(Box::new(dead));
    }

    /// A chain is dead, or alive again.
    ///
    /// # Errors
    /// If nothing is counted now, or there is no stone.
    pub(crate) fn mark(&mut self, name: &str) -> Result<(), Refusal> {
        if self.phase() != Phase::Count {
            return Err(Refusal::NotCounting);
        }
        let point = Point::from_gtp(name, self.here.size())?;
        let board = self.here.board();
        if board.cell(point).color().is_none() {
            return Err(Refusal::NoStone { point: point.to_gtp(self.here.size()) });
        }
        let dead = self.dead.as_mut().ok_or(Refusal::NotCounted)?;
        let now_dead = !dead.contains(point);
        for stone in board.chain(point) {
            if now_dead {
                dead.insert(stone);
            } else {
                dead.remove(stone);
            }
        }
        Ok(())
    }

    /// The count is agreed.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub(crate) fn agree(&mut self) -> Result<(), Refusal> {
        if self.phase() != Phase::Count {
            return Err(Refusal::NotCounting);
        }
        let dead = self.dead.as_ref().ok_or(Refusal::NotCounted)?;
        self.outcome = self.here.outcome(dead);
        Ok(())
    }

    /// The game goes on, to settle what is dead.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub(crate) fn resume(&mut self) -> Result<(), Refusal> {
        if self.phase() != Phase::Count {
            return Err(Refusal::NotCounting);
        }
        self.here.resume();
        (self.resumed, self.dead, self.running) = (true, None, true);
        Ok(())
    }

    /// Takes back a result that did not come from the board, or else the last move of a person and what was answered.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        if self.archived {
            return Err(Refusal::Archived);
        }
        if self.outcome.is_some() && !self.here.is_over() {
            self.outcome = None;
            return Ok(());
        }
        let persons = self.has_person();
        let is_taken = |&node: &u32| match self.tree.mv(node) {
            Some((color, _)) => !persons || self.seat(color).is_person(),
            None => false,
        };
        let path = self.tree.path(self.live);
        let node = path.iter().rev().copied().find(is_taken).ok_or(Refusal::NothingToUndo)?;
        let before = self.tree.parent(node).ok_or(Refusal::NothingToUndo)?;
        self.stand_at(before)
    }

    /// The game goes on from a node.
    ///
    /// # Errors
    /// If there is no such node, or the way to it cannot be played.
    pub(crate) fn take_up(&mut self, node: u32) -> Result<(), Refusal> {
        if self.archived {
            return Err(Refusal::Archived);
        }
        self.stand_at(node)
    }

    fn stand_at(&mut self, node: u32) -> Result<(), Refusal> {
        self.here = self.tree.game(node)?;
        self.live = node;
        (self.outcome, self.dead, self.resumed) = (None, None, false);
        self.remark = None;
        self.settle();
        Ok(())
    }

    /// A move of a game of the arena that is being played.
    pub(crate) fn follow(&mut self, color: Color, mv: Move, who: &str, thoughts: &Analysis) -> Option<Played> {
        if self.here.is_over() {
            self.here.resume();
        }
        self.here.set_to_play(color);
        let thought = view::thought(thoughts, &self.here);
        let played = self.play_on(mv, who).ok()?;
        self.outcome = None;
        self.tree.set_opinion(played.node, thought.win_rate, thought.score);
        Some(played)
    }

    /// How a game of the arena came out.
    pub(crate) fn conclude(&mut self, outcome: Outcome, finish: Finish) {
        self.outcome = Some(outcome);
        self.remark = Some(titles::finish(finish));
    }

    /// When it began, in milliseconds since 1970.
    pub(crate) fn begun(&self) -> u64 {
        self.begun
    }

    /// Somebody takes a seat, for good or for so many moves.
    pub(crate) fn take_seat(&mut self, color: Color, who: Who, moves: Option<u32>) {
        self.seats[color.index()].take(who, moves);
    }

    /// Takes time off the clock of the side to move. Who has none left has lost.
    pub(crate) fn spend(&mut self, elapsed: Duration) -> Result<(), TimeLoss> {
        let color = self.here.to_play();
        let Some(clocks) = &mut self.clocks else { return Ok(()) };
        let spent = clocks[color.index()].spend(elapsed);
        if spent.is_err() {
            self.outcome = Some(Outcome::Time(color.other()));
        }
        spent
    }

    /// Takes time off the clock of the side to move without a move having been made, as when the game waits. The clock
    /// stops short of nought.
    pub(crate) fn let_pass(&mut self, elapsed: Duration) {
        let color = self.here.to_play();
        if let Some(clock) = self.clocks.as_mut().map(|clocks| &mut clocks[color.index()]) {
            let left = clock.left().saturating_sub(elapsed).max(Duration::from_millis(1).min(clock.left()));
            *clock = Clock::set(clock.control(), left, clock.overtime());
        }
    }

    /// The longest that the side to move can take, where the game is played with clocks.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.clocks.filter(|_| self.phase() == Phase::Play).map(|clocks| clocks[self.here.to_play().index()].most())
    }

    /// Says something at the board.
    pub(crate) fn remark(&mut self, text: impl Into<Text>) {
        self.remark = Some(text.into());
    }

    /// The terms of another game like this one, with colours exchanged.
    pub(crate) fn rematch(&self) -> Terms {
        let mut terms = self.terms.clone();
        terms.seats = [1, 0].map(|seat: usize| self.seats[seat].owner().to_string());
        let root = self.tree.game(0).ok().filter(|game| game.handicap() == 0).map(|game| *game.initial());
        let set_up = root.filter(|board| board.points().any(|point| board.cell(point).color().is_some()));
        terms.start = set_up.map(|board| Diagram::from(board).to_string());
        terms
    }

    /// How the game stands at a node.
    ///
    /// # Errors
    /// If there is no such node, or the way to it cannot be played.
    pub(crate) fn position(&self, node: u32, moment: Moment) -> Result<Position, Refusal> {
        let is_live = node == self.live;
        let elsewhere;
        let game = if is_live {
            &self.here
        } else {
            elsewhere = self.tree.game(node)?;
            &elsewhere
        };
        let (size, board) = (game.size(), game.board());
        let count = self.dead.as_ref().filter(|_| is_live).map(|dead| view::count(game, dead));
        Ok(Position {
            node,
            live: self.live,
            number: game.move_number() as u32,
            size: size as u8,
            stones: view::stones(game),
            to_play: view::side(game.to_play()),
            legal: if is_live && self.phase() == Phase::Count { Vec::new() } else { legal(game) },
            last: game.moves().last().map(|&(_, mv)| mv.to_gtp(size)),
            ko: board.ko().map(|point| point.to_gtp(size)),
            captured: Color::BOTH.map(|color| board.captured(color)),
            seats: Color::BOTH.map(|color| self.seat_card(color, moment)),
            running: self.running,
            thinking: moment.thinking,
            pause: self.pause,
            phase: self.phase(),
            result: self.outcome.map(|outcome| outcome.to_string()),
            count,
            remark: self.remark.clone(),
        })
    }

    fn seat_card(&self, color: Color, moment: Moment) -> SeatCard {
        let seat = self.seat(color);
        let runs = moment.elapsed.filter(|_| self.phase() == Phase::Play && self.here.to_play() == color);
        let card = |clocks: [Clock; 2]| view::clock(&clocks[color.index()], runs.unwrap_or_default(), runs.is_some());
        let name = seat.name().map(str::to_string);
        SeatCard { who: seat.who().to_string(), name, moves: seat.moves(), clock: self.clocks.map(card) }
    }
}

/// Where the side to move may play, after the end as if the game went on.
fn legal(game: &Game) -> Vec<String> {
    let resumed;
    let game = if game.is_over() {
        let mut again = game.clone();
        again.resume();
        resumed = again;
        &resumed
    } else {
        game
    };
    view::names(game.legal_points(), game.size())
}

#[cfg(test)]
mod tests;
