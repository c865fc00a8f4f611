//! A game on the page: a [`Table`], the tree of variations, and the node of the tree where the table stands.
//!
//! A [`Session`] does nothing by itself. The [`room`](crate::room) that holds it reports moves and requests, stores the
//! session, sends it to the pages and lets programs think. So all of this is tested without a network, a thread or a
//! clock.

mod new_game;
mod store;

use std::time::Duration;

use arena::Finish;
use goban::diagram::Diagram;
use goban::{Color, Game, Move, Outcome, Point, PointSet};
use player::{Analysis, Budget, Clocks, Forfeit, Spec};
use table::{HUMAN, Occupant, Seat, Stage, Table};

pub(crate) use new_game::{NewGame, budget, check_pause, control};
pub(crate) use store::now;

use crate::message::{Phase, Position, SeatCard, Terms};
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::view;
use crate::{Refusal, Text, titles};

/// A game on the page.
#[derive(Clone, Debug)]
pub(crate) struct Session {
    pub(crate) id: String,
    /// The terms, with every default filled in.
    pub(crate) terms: Terms,
    pub(crate) tree: Variations,
    /// The node of the tree where the table stands.
    live: u32,
    table: Table,
    /// Whether programs move without being asked.
    pub(crate) running: bool,
    /// How long programs wait before each move, in milliseconds.
    pub(crate) pause: u32,
    budget: Budget,
    remark: Option<Text>,
    /// The name of the built-in problem that the game is about.
    pub(crate) problem: Option<String>,
    /// The uploaded problem that the game is about.
    pub(crate) own_problem: Option<OwnProblem>,
    /// Whether the game started from an uploaded record, whose names are kept.
    foreign: bool,
    /// Whether it is a game of the arena, which can only be viewed.
    pub(crate) archived: bool,
    started: u64,
    /// The limit of nodes in the tree.
    max_nodes: usize,
}

/// The effect of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Played {
    /// The move.
    pub(crate) mv: Move,
    /// The node that it leads to.
    pub(crate) node: u32,
    /// Whether the node is new.
    pub(crate) fresh: bool,
    /// Whether the table stands there now.
    pub(crate) live: bool,
}

/// What runs at this moment, beside the session.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(crate) struct Timing {
    /// Whether a program is thinking.
    pub(crate) thinking: bool,
    /// How long the clock of the side to move has been running, if it runs.
    pub(crate) elapsed: Option<Duration>,
}

impl Session {
    pub(crate) fn live(&self) -> u32 {
        self.live
    }

    /// The game where it stands.
    pub(crate) fn game(&self) -> &Game {
        self.table.game()
    }

    pub(crate) fn table(&self) -> &Table {
        &self.table
    }

    pub(crate) fn seat(&self, color: Color) -> &Seat {
        self.table.seat(color)
    }

    pub(crate) fn phase(&self) -> Phase {
        match self.table.stage() {
            Stage::Play => Phase::Play,
            Stage::Count => Phase::Count,
            Stage::Over => Phase::Over,
        }
    }

    /// The program to move, if it is a program's turn.
    pub(crate) fn program_to_move(&self) -> Option<&Spec> {
        self.table.program_to_move()
    }

    /// What the side to move may spend.
    pub(crate) fn budget(&self) -> Budget {
        self.table.budget(self.budget)
    }

    /// A person's move at a node. Where the table stands, it is the next move of the game, and its time is off the
    /// clock; elsewhere, and after the end, it is a variation.
    ///
    /// # Errors
    /// If it is not a person's turn, or the move is illegal.
    pub(crate) fn person_plays(&mut self, node: u32, text: &str, elapsed: Duration) -> Result<Played, Refusal> {
        let mv = Move::from_gtp(text, self.game().size())?;
        if node != self.live || self.phase() == Phase::Over {
            return self.explore(node, mv);
        }
        if mv == Move::Resign {
            self.table.person_resigns()?;
            return Ok(Played { mv, node, fresh: false, live: true });
        }
        self.check_open()?;
        self.table.person_to_move()?;
        self.play(mv, HUMAN, Some(elapsed))
    }

    /// A program's move where the table stands, with its analysis; a move without a time leaves the clocks alone.
    ///
    /// # Errors
    /// If the move is illegal or late, or the tree is full.
    pub(crate) fn program_plays(
        &mut self,
        mv: Move,
        spec: &Spec,
        analysis: &Analysis,
        elapsed: Option<Duration>,
    ) -> Result<Played, Refusal> {
        let mover = self.game().to_play();
        let played = self.play(mv, &spec.to_string(), elapsed)?;
        if played.fresh {
            let (win_rate, score) = view::opinion(analysis, mover);
            self.tree.set_opinion(played.node, win_rate, score);
        }
        Ok(played)
    }

    /// Plays the next move of the game. The table judges it.
    fn play(&mut self, mv: Move, by: &str, elapsed: Option<Duration>) -> Result<Played, Refusal> {
        let color = self.game().to_play();
        let known = self.tree.child(self.live, color, mv);
        if known.is_none() && mv != Move::Resign {
            self.check_room()?;
        }
        self.table.play(mv, elapsed)?;
        if mv == Move::Resign {
            return Ok(Played { mv, node: self.live, fresh: false, live: true });
        }
        let node = match known {
            Some(node) => node,
            None => self.tree.add(self.live, color, mv, by)?,
        };
        (self.live, self.remark) = (node, None);
        Ok(Played { mv, node, fresh: known.is_none(), live: true })
    }

    /// Plays a variation.
    fn explore(&mut self, node: u32, mv: Move) -> Result<Played, Refusal> {
        if mv == Move::Resign {
            return Err(Refusal::Over);
        }
        let mut game = self.tree.game(node)?;
        if game.is_over() {
            game.resume();
        }
        let color = game.to_play();
        if let Some(child) = self.tree.child(node, color, mv) {
            // A record may hold moves that cannot be played.
            self.tree.game(child)?;
            return Ok(Played { mv, node: child, fresh: false, live: false });
        }
        self.check_room()?;
        game.play(mv).map_err(|illegal| Forfeit::illegal(mv, game.size(), illegal))?;
        let child = self.tree.add(node, color, mv, HUMAN)?;
        // The first move of a line decides how a replay begins it.
        if game.moves().len() > 1 {
            self.tree.cache(child, game);
        }
        Ok(Played { mv, node: child, fresh: true, live: false })
    }

    fn check_room(&self) -> Result<(), Refusal> {
        if self.tree.len() >= self.max_nodes { Err(Refusal::Nodes { most: self.max_nodes }) } else { Ok(()) }
    }

    /// Refuses to change a game of the arena.
    pub(crate) fn check_open(&self) -> Result<(), Refusal> {
        if self.archived { Err(Refusal::Archived) } else { Ok(()) }
    }

    /// Whether a proposal of dead stones is missing.
    pub(crate) fn needs_count(&self) -> bool {
        self.table.needs_count()
    }

    /// Proposes dead stones. Between programs the proposal decides the game.
    pub(crate) fn propose_dead(&mut self, dead: PointSet) {
        self.table.propose_dead(dead);
    }

    /// Marks a chain as dead, or as alive if it was.
    ///
    /// # Errors
    /// If nothing is counted now, or there is no stone.
    pub(crate) fn toggle_dead(&mut self, name: &str) -> Result<(), Refusal> {
        if self.phase() != Phase::Count {
            return Err(Refusal::NotCounting);
        }
        let point = Point::from_gtp(name, self.game().size())?;
        Ok(self.table.toggle_dead(&[point])?)
    }

    /// Agrees on the count.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub(crate) fn agree(&mut self) -> Result<(), Refusal> {
        Ok(self.table.agree()?)
    }

    /// Resumes the game, so that dead stones are captured.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub(crate) fn resume(&mut self) -> Result<(), Refusal> {
        self.table.resume()?;
        self.running = true;
        Ok(())
    }

    /// Takes back as [`Table::undo`] does.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub(crate) fn undo(&mut self) -> Result<(), Refusal> {
        self.check_open()?;
        let taken = self.table.undo()?;
        let mut line = self.tree.path(self.live);
        line.retain(|&node| self.tree.mv(node).is_some());
        let taken = &line[line.len().saturating_sub(taken)..];
        let Some(before) = taken.first().and_then(|&node| self.tree.parent(node)) else { return Ok(()) };
        if taken.iter().any(|&node| self.tree.only_move(node).is_none()) {
            // Old records have nodes of several moves, which are taken back as one.
            return self.stand_at(before);
        }
        (self.live, self.remark) = (before, None);
        Ok(())
    }

    /// Continues the game from a node.
    ///
    /// # Errors
    /// If there is no such node, or the line to it cannot be played.
    pub(crate) fn continue_from(&mut self, node: u32) -> Result<(), Refusal> {
        self.check_open()?;
        self.stand_at(node)
    }

    fn stand_at(&mut self, node: u32) -> Result<(), Refusal> {
        self.table.set_game(self.tree.game(node)?);
        (self.live, self.remark) = (node, None);
        Ok(())
    }

    /// Follows a game of the arena, whose referee has judged the moves. Returns the new nodes.
    pub(crate) fn follow(&mut self, game: &Game, by: &[String; 2], analysis: &Analysis) -> Vec<u32> {
        let known = self.game().move_number();
        let moves = game.moves().get(known..).unwrap_or_default();
        let mut fresh = Vec::new();
        for &(color, mv) in moves.iter().filter(|(_, mv)| *mv != Move::Resign) {
            let node = match self.tree.child(self.live, color, mv) {
                Some(node) => node,
                None => {
                    let added =
                        self.check_room().and_then(|()| self.tree.add(self.live, color, mv, &by[color.index()]));
                    let Ok(node) = added else { return fresh };
                    fresh.push(node);
                    node
                }
            };
            self.live = node;
        }
        if let Some(&(color, _)) = moves.last() {
            let (win_rate, score) = view::opinion(analysis, color);
            self.tree.set_opinion(self.live, win_rate, score);
            self.table.set_game(game.clone());
            self.table.set_outcome(None);
            self.remark = None;
        }
        fresh
    }

    /// The outcome of a game of the arena.
    pub(crate) fn conclude(&mut self, outcome: Outcome, finish: Finish) {
        self.table.set_outcome(Some(outcome));
        self.remark = Some(titles::finish(finish));
    }

    /// When the game started, in milliseconds since 1970.
    pub(crate) fn started(&self) -> u64 {
        self.started
    }

    /// Gives a seat away, permanently or for a number of moves.
    pub(crate) fn give_seat(&mut self, color: Color, occupant: Occupant, moves: Option<u32>) {
        self.table.give_seat(color, occupant, moves);
    }

    /// The side to move loses if it took this long.
    pub(crate) fn flag(&mut self, elapsed: Duration) {
        self.table.flag(elapsed);
    }

    /// Takes time off the clock of the side to move while no move is made.
    pub(crate) fn charge(&mut self, elapsed: Duration) {
        self.table.charge(elapsed);
    }

    /// The longest that the side to move can take, if the game is played with clocks.
    pub(crate) fn time_left(&self) -> Option<Duration> {
        self.table.time_left()
    }

    /// Shows a text beside the board until the next move.
    pub(crate) fn remark(&mut self, text: impl Into<Text>) {
        self.remark = Some(text.into());
    }

    /// The terms of another game like this one, with colours exchanged.
    pub(crate) fn rematch(&self) -> Terms {
        let mut terms = self.terms.clone();
        terms.seats = [1, 0].map(|seat: usize| self.table.seats()[seat].owner().to_string());
        let root = self.tree.game(0).ok().filter(|game| game.handicap() == 0).map(|game| *game.initial());
        let set_up = root.filter(|board| board.points().any(|point| board.cell(point).color().is_some()));
        terms.start = set_up.map(|board| Diagram::from(board).to_string());
        terms
    }

    /// The position at a node, as the page draws it.
    ///
    /// # Errors
    /// If there is no such node, or the line to it cannot be played.
    pub(crate) fn position(&self, node: u32, timing: Timing) -> Result<Position, Refusal> {
        let is_live = node == self.live;
        let elsewhere;
        let game = if is_live {
            self.game()
        } else {
            elsewhere = self.tree.game(node)?;
            &elsewhere
        };
        let (size, board) = (game.size(), game.board());
        let count = self.table.dead().filter(|_| is_live).map(|dead| view::count(game, dead));
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
            seats: Color::BOTH.map(|color| self.seat_card(color, timing)),
            running: self.running,
            thinking: timing.thinking,
            pause: self.pause,
            phase: self.phase(),
            result: self.table.outcome().map(|outcome| outcome.to_string()),
            count,
            remark: self.remark.clone(),
        })
    }

    fn seat_card(&self, color: Color, timing: Timing) -> SeatCard {
        let seat = self.seat(color);
        let runs = timing.elapsed.filter(|_| self.phase() == Phase::Play && self.game().to_play() == color);
        let card = |clocks: &Clocks| view::clock(&clocks.of(color), runs.unwrap_or_default(), runs.is_some());
        SeatCard {
            who: seat.occupant().to_string(),
            name: seat.name().map(str::to_string),
            moves: seat.guest().map(|&(_, moves)| moves),
            clock: self.table.clocks().map(card),
        }
    }
}

/// Where the side to move may play; after the end, as if the game were resumed.
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
