//! How a game begins: by its terms, from a text board, from an SGF, as a problem, or as a record of the arena.

use arena::Conditions;
use goban::diagram::Diagram;
use goban::{Game, Outcome, Rules};
use kifu::{GameInfo, Tree};
use learn::problems::Problem;
use player::{Budget, Clock, Spec, TimeControl};

use super::Session;
use super::keep::now;
use super::seat::{PERSON, Seat, Who};
use crate::message::Terms;
use crate::problems::OwnProblem;
use crate::variations::Variations;
use crate::{Limits, Refusal, record};

/// What a game needs to begin, beside its terms.
pub(crate) struct Beginning<'a> {
    /// What it is to be known by.
    pub(crate) id: String,
    /// Which players a page may name.
    pub(crate) admit: &'a dyn Fn(&str) -> Result<Spec, Refusal>,
    pub(crate) limits: &'a Limits,
}

impl Beginning<'_> {
    /// A game by its terms.
    ///
    /// # Errors
    /// If the terms are none under which a game can be played.
    pub(crate) fn game(self, mut terms: Terms) -> Result<Session, Refusal> {
        let seats = [Who::read(&terms.seats[0], self.admit)?, Who::read(&terms.seats[1], self.admit)?];
        terms.seats = [seats[0].to_string(), seats[1].to_string()];
        let budget = budget(terms.budget.as_deref(), self.limits)?;
        let control = control(terms.clock.as_deref(), self.limits)?;
        check_pause(terms.pause, self.limits)?;
        let rules: Rules = terms.rules.parse()?;
        // What a start overrides is believed no more than what counts.
        Conditions { komi: terms.komi.unwrap_or_default(), ..Conditions::new(terms.size.into(), rules, 0) }.game()?;
        let start = terms.start.take().filter(|text| !text.trim().is_empty());
        let record = start.as_deref().filter(|text| text.contains("(;") || text.trim_start().starts_with('('));
        let (tree, foreign) = match (&start, record) {
            (_, Some(sgf)) => (read(sgf, &mut terms, rules, self.limits)?, true),
            (Some(board), None) => (lay(board, &mut terms, rules, self.limits)?, false),
            (None, None) => (empty(&mut terms, rules, self.limits)?, false),
        };
        let mut session = self.begin(terms, tree, seats.map(Seat::new))?;
        (session.budget, session.clocks, session.foreign) = (budget, control.map(|it| [Clock::new(it); 2]), foreign);
        if foreign {
            session.stand_at(session.tree.end_of_main_line())?;
            session.outcome = outcome(session.tree.tree());
            session.name_seats();
        }
        Ok(session)
    }

    /// A problem, with a person on both sides.
    pub(crate) fn problem(self, problem: &Problem) -> Result<Session, Refusal> {
        let mut session = self.position(&problem.game, &problem.title)?;
        session.problem = Some(problem.title.clone());
        Ok(session)
    }

    /// A problem that somebody brought; its answers are no part of the game.
    pub(crate) fn own_problem(self, own: OwnProblem, game: &Game) -> Result<Session, Refusal> {
        let mut session = self.position(game, &own.name)?;
        session.own_problem = Some(own);
        Ok(session)
    }

    /// A position of that name, with a person on both sides.
    fn position(self, game: &Game, name: &str) -> Result<Session, Refusal> {
        Conditions { komi: game.komi(), ..Conditions::new(game.size(), game.rules(), 0) }.game()?;
        let seats = [PERSON, PERSON].map(str::to_string);
        let terms =
            Terms { rules: game.rules().to_string(), komi: Some(game.komi()), ..Terms::new(game.size() as u8, seats) };
        let info = GameInfo { name: name.to_string(), ..GameInfo::default() };
        let tree = Variations::new(Tree::of(game, &info), game.rules(), game.komi(), self.limits.nodes)?;
        self.begin(terms, tree, [Seat::new(Who::Person), Seat::new(Who::Person)])
    }

    /// A game of the arena, to be looked at.
    pub(crate) fn record(self, sgf: &str, seats: [Spec; 2], outcome: Option<Outcome>) -> Result<Session, Refusal> {
        // The record tells the size.
        let mut terms = Terms::new(0, [seats[0].to_string(), seats[1].to_string()]);
        let tree = read(sgf, &mut terms, Rules::CHINESE, self.limits)?;
        let mut session = self.begin(terms, tree, seats.map(|spec| Seat::new(Who::Program(spec))))?;
        session.stand_at(session.tree.end_of_main_line())?;
        (session.outcome, session.archived, session.foreign, session.running) = (outcome, true, true, false);
        Ok(session)
    }

    fn begin(self, terms: Terms, tree: Variations, seats: [Seat; 2]) -> Result<Session, Refusal> {
        let mut session = Session {
            id: self.id,
            live: 0,
            here: tree.game(0)?,
            seats,
            running: true,
            pause: terms.pause,
            budget: Budget::default(),
            clocks: None,
            outcome: None,
            dead: None,
            resumed: false,
            remark: None,
            problem: None,
            own_problem: None,
            foreign: false,
            archived: false,
            begun: now(),
            most: self.limits.nodes,
            terms,
            tree,
        };
        session.settle();
        Ok(session)
    }
}

impl Session {
    /// Calls persons what the record calls them.
    fn name_seats(&mut self) {
        let tree = self.tree.tree();
        let info = GameInfo::of(tree.node(tree.root()));
        let [black, white] = self.seats.clone();
        self.seats = [black.called(&info.black), white.called(&info.white)];
    }
}

/// The budget of that notation, within bounds.
pub(crate) fn budget(text: Option<&str>, limits: &Limits) -> Result<Budget, Refusal> {
    let budget: Budget = text.map(str::parse).transpose()?.unwrap_or_default();
    let most = Budget { playouts: Some(limits.playouts), time: Some(limits.time), clock: None };
    let too_much = budget.playouts > most.playouts || budget.time > most.time;
    if too_much {
        return Err(Refusal::Budget { budget: budget.to_string(), most: most.to_string() });
    }
    Ok(budget)
}

/// The clock of that notation, within bounds.
pub(crate) fn control(text: Option<&str>, limits: &Limits) -> Result<Option<TimeControl>, Refusal> {
    let control: Option<TimeControl> = text.map(str::parse).transpose()?;
    if let Some(control) = control.filter(|control| Clock::new(*control).most() > limits.clock) {
        let most = Budget::time(limits.clock).to_string();
        return Err(Refusal::Clock { clock: control.to_string(), most });
    }
    Ok(control)
}

/// Whether programs may wait for so many milliseconds before each move.
pub(crate) fn check_pause(pause: u32, limits: &Limits) -> Result<(), Refusal> {
    if pause > limits.pause {
        return Err(Refusal::Pause { pause, most: limits.pause });
    }
    Ok(())
}

/// The board as the terms lay it.
fn empty(terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let usual = Conditions::new(terms.size.into(), rules, terms.handicap.into());
    let conditions = Conditions { komi: terms.komi.unwrap_or(usual.komi), ..usual };
    let game = conditions.game()?;
    plant(&game, terms, limits)
}

/// A position out of a text.
fn lay(text: &str, terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let board = Diagram::parse(text)?.board;
    if terms.handicap > 0 {
        return Err(Refusal::HandicapOnBoard);
    }
    plant(&Game::from_board(board, rules, terms.komi.unwrap_or(rules.usual_komi())), terms, limits)
}

fn plant(game: &Game, terms: &mut Terms, limits: &Limits) -> Result<Variations, Refusal> {
    (terms.size, terms.komi, terms.rules) = (game.size() as u8, Some(game.komi()), game.rules().to_string());
    Variations::new(Tree::of(game, &GameInfo::default()), game.rules(), game.komi(), limits.nodes)
}

/// A record, whose own size, rules, komi and handicap go before those of the terms.
fn read(sgf: &str, terms: &mut Terms, rules: Rules, limits: &Limits) -> Result<Variations, Refusal> {
    let (tree, header) = record::read(sgf)?;
    let rules = header.rules.unwrap_or(rules);
    let komi = header.komi.or(terms.komi).unwrap_or(rules.usual_komi());
    Conditions { komi, ..Conditions::new(header.size, rules, 0) }.game()?;
    (terms.size, terms.komi, terms.rules) = (header.size as u8, Some(komi), rules.to_string());
    terms.handicap = u8::try_from(header.handicap).unwrap_or(u8::MAX);
    Variations::new(tree, rules, komi, limits.nodes)
}

fn outcome(tree: &Tree) -> Option<Outcome> {
    GameInfo::of(tree.node(tree.root())).outcome().filter(|outcome| *outcome != Outcome::Void)
}
