//! New sessions: from terms, a text board, an SGF, a problem, or a record of the arena.

use arena::Conditions;
use goban::diagram::Diagram;
use goban::{Game, Outcome, Rules};
use kifu::{GameInfo, Tree};
use learn::problems::Problem;
use player::{Budget, Clock, Spec, TimeControl};
use table::{HUMAN, Occupant, Seat, Table};

use super::Session;
use super::store::now;
use crate::message::Terms;
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::{Limits, Refusal, record};

/// Builds a session.
pub(crate) struct NewGame<'a> {
    pub(crate) id: String,
    /// Checks the specification of a player that a page names.
    pub(crate) admit: &'a dyn Fn(&str) -> Result<Spec, Refusal>,
    pub(crate) limits: &'a Limits,
}

impl NewGame<'_> {
    /// A game by its terms.
    ///
    /// # Errors
    /// If no game can be played under these terms.
    pub(crate) fn game(self, mut terms: Terms) -> Result<Session, Refusal> {
        let seats = [Occupant::read(&terms.seats[0], self.admit)?, Occupant::read(&terms.seats[1], self.admit)?];
        terms.seats = [seats[0].to_string(), seats[1].to_string()];
        let budget = budget(terms.budget.as_deref(), self.limits)?;
        let control = control(terms.clock.as_deref(), self.limits)?;
        check_pause(terms.pause, self.limits)?;
        let rules: Rules = terms.rules.parse()?;
        // Checked even where a starting position overrides them.
        Conditions { komi: terms.komi.unwrap_or_default(), ..Conditions::new(terms.size.into(), rules, 0) }.game()?;
        let start = terms.start.take().filter(|text| !text.trim().is_empty());
        let record = start.as_deref().filter(|text| text.contains("(;") || text.trim_start().starts_with('('));
        let (tree, foreign) = match (&start, record) {
            (_, Some(sgf)) => (read(sgf, &mut terms, rules, self.limits)?, true),
            (Some(board), None) => (set_up(board, &mut terms, rules, self.limits)?, false),
            (None, None) => (empty(&mut terms, rules, self.limits)?, false),
        };
        let mut session = self.build(terms, tree, seats, control)?;
        (session.budget, session.foreign) = (budget, foreign);
        if foreign {
            session.stand_at(session.tree.end_of_main_line())?;
            let tree = session.tree.tree();
            let info = GameInfo::of(tree.node(tree.root()));
            session.table.set_outcome(info.outcome().filter(|outcome| *outcome != Outcome::Void));
            session.table.name_seats([&info.black, &info.white]);
        }
        Ok(session)
    }

    /// A problem, with a person on both sides.
    pub(crate) fn problem(self, problem: &Problem) -> Result<Session, Refusal> {
        let mut session = self.position(&problem.game, &problem.title)?;
        session.problem = Some(problem.title.clone());
        Ok(session)
    }

    /// An uploaded problem, without its answers.
    pub(crate) fn own_problem(self, own: OwnProblem, game: &Game) -> Result<Session, Refusal> {
        let mut session = self.position(game, &own.name)?;
        session.own_problem = Some(own);
        Ok(session)
    }

    /// A position with this name, with a person on both sides.
    fn position(self, game: &Game, name: &str) -> Result<Session, Refusal> {
        Conditions { komi: game.komi(), ..Conditions::new(game.size(), game.rules(), 0) }.game()?;
        let seats = [HUMAN, HUMAN].map(str::to_string);
        let terms =
            Terms { rules: game.rules().to_string(), komi: Some(game.komi()), ..Terms::new(game.size() as u8, seats) };
        let info = GameInfo { name: name.to_string(), ..GameInfo::default() };
        let tree = Variations::new(Tree::of(game, &info), game.rules(), game.komi(), self.limits.nodes)?;
        self.build(terms, tree, [Occupant::Person, Occupant::Person], None)
    }

    /// A game of the arena, which can only be viewed.
    pub(crate) fn record(self, sgf: &str, seats: [Spec; 2], outcome: Option<Outcome>) -> Result<Session, Refusal> {
        // The record has the size.
        let mut terms = Terms::new(0, [seats[0].to_string(), seats[1].to_string()]);
        let tree = read(sgf, &mut terms, Rules::CHINESE, self.limits)?;
        let mut session = self.build(terms, tree, seats.map(Occupant::Program), None)?;
        session.stand_at(session.tree.end_of_main_line())?;
        session.table.set_outcome(outcome);
        (session.archived, session.foreign, session.running) = (true, true, false);
        Ok(session)
    }

    fn build(
        self,
        terms: Terms,
        tree: Variations,
        seats: [Occupant; 2],
        control: Option<TimeControl>,
    ) -> Result<Session, Refusal> {
        Ok(Session {
            id: self.id,
            live: 0,
            table: Table::new(tree.game(0)?, seats.map(Seat::new), control),
            running: true,
            pause: terms.pause,
            budget: Budget::default(),
            remark: None,
            problem: None,
            own_problem: None,
            foreign: false,
            archived: false,
            started: now(),
            max_nodes: self.limits.nodes,
            terms,
            tree,
        })
    }
}

/// Reads a budget, within the limits.
pub(crate) fn budget(text: Option<&str>, limits: &Limits) -> Result<Budget, Refusal> {
    let budget: Budget = text.map(str::parse).transpose()?.unwrap_or_default();
    let most = Budget { playouts: Some(limits.playouts), time: Some(limits.time), clock: None };
    let too_much = budget.playouts > most.playouts || budget.time > most.time;
    if too_much {
        return Err(Refusal::Budget { budget: budget.to_string(), most: most.to_string() });
    }
    Ok(budget)
}

/// Reads a time control, within the limits.
pub(crate) fn control(text: Option<&str>, limits: &Limits) -> Result<Option<TimeControl>, Refusal> {
    let control: Option<TimeControl> = text.map(str::parse).transpose()?;
    if let Some(control) = control.filter(|control| Clock::new(*control).most() > limits.clock) {
        let most = Budget::time(limits.clock).to_string();
        return Err(Refusal::Clock { clock: control.to_string(), most });
    }
    Ok(control)
}

/// Checks the milliseconds that programs wait before each move.
pub(crate) fn check_pause(pause: u32, limits: &Limits) -> Result<(), Refusal> {
    if pause > limits.pause {
        return Err(Refusal::Pause { pause, most: limits.pause });
    }
    Ok(())
}

/// The empty board, with handicap stones.
fn empty(terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let usual = Conditions::new(terms.size.into(), rules, terms.handicap.into());
    let conditions = Conditions { komi: terms.komi.unwrap_or(usual.komi), ..usual };
    let game = conditions.game()?;
    root(&game, terms, limits)
}

/// The position of a text board.
fn set_up(text: &str, terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let board = Diagram::parse(text)?.board;
    if terms.handicap > 0 {
        return Err(Refusal::HandicapOnBoard);
    }
    root(&Game::from_board(board, rules, terms.komi.unwrap_or(rules.usual_komi())), terms, limits)
}

fn root(game: &Game, terms: &mut Terms, limits: &Limits) -> Result<Variations, Refusal> {
    (terms.size, terms.komi, terms.rules) = (game.size() as u8, Some(game.komi()), game.rules().to_string());
    Variations::new(Tree::of(game, &GameInfo::default()), game.rules(), game.komi(), limits.nodes)
}

/// A record. Its size, rules, komi and handicap take precedence over those of the terms.
fn read(sgf: &str, terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let (tree, header) = record::read(sgf)?;
    let rules = header.rules.unwrap_or(rules);
    let komi = header.komi.or(terms.komi).unwrap_or(rules.usual_komi());
    Conditions { komi, ..Conditions::new(header.size, rules, 0) }.game()?;
    (terms.size, terms.komi, terms.rules) = (header.size as u8, Some(komi), rules.to_string());
    terms.handicap = u8::try_from(header.handicap).unwrap_or(u8::MAX);
    Variations::new(tree, rules, komi, limits.nodes)
}
