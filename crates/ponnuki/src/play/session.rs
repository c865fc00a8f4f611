//! The game itself: whose turn it is, what they do, and how it ends.

use std::path::Path;
use std::time::Duration;

use anyhow::{Result, bail};
use goban::diagram::Diagram;
use goban::influence::Influence;
use goban::{Cell, Color, End, Game, Move, Outcome, Point, PointSet, Scoring, score};
use player::{Budget, Forfeit, Maker, Rng, Spec, Stop, ranking};

use super::count::Verdict;
use super::picture::{self, Style};
use super::record::{self, Keeper};
use super::seat::{Seat, Who};
use super::terminal::Terminal;
use super::words::{self, Word};
use crate::everyone::Everyone;

/// A game and everybody at the board.
pub struct Session {
    /// What is said and typed.
    pub terminal: Terminal,
    /// The game.
    pub game: Game,
    /// Who plays, Black first.
    pub seats: [Seat; 2],
    /// How the board is drawn.
    pub style: Style,
    /// What a program may spend on a move.
    pub budget: Budget,
    /// How long to wait after a program's move.
    pub pause: Duration,
    /// Where programs get their seeds from.
    pub seeds: Rng,
    /// What writes the game to a file.
    pub keeper: Keeper,
    /// Whether a program has moved.
    pub moved: bool,
    /// The stones that were counted as dead.
    pub dead: PointSet,
}

/// The last rank that a hint shows.
const HINTS: usize = 9;

/// What comes after a person's line.
enum Next {
    /// Nothing special; this is to be said.
    Say(String),
    /// The position has changed: it is to be kept and shown.
    Changed(String),
    Leave,
}

impl Session {
    /// Plays until the game is over or the person leaves.
    ///
    /// # Errors
    /// If the terminal is gone, or a program fails and there is no person to ask.
    pub fn play(mut self) -> Result<()> {
        for seat in &mut self.seats {
            if let Seat::Program(_, player) = seat {
                player.reset(self.seeds.next_u64());
            }
        }
        self.terminal.say(self.introduction())?;
        self.show()?;
        loop {
            if self.game.is_over() {
                match self.verdict()? {
                    Verdict::Outcome(outcome) => return self.finish(outcome),
                    Verdict::Resumed => self.show()?,
                    Verdict::Left => return self.leave(),
                }
            } else if self.seats[self.game.to_play().index()].is_human() {
                let Some(line) = self.terminal.ask(self.prompt())? else { return self.leave() };
                if self.hear(&line)? {
                    return self.leave();
                }
            } else if let Some(line) = self.typed_between_programs()? {
                if self.hear(&line)? {
                    return self.leave();
                }
            } else {
                self.let_program_move()?;
            }
        }
    }

    /// A line that was typed into a game between programs, where nobody is asked. Between their moves there is a pause,
    /// if one was asked for.
    fn typed_between_programs(&mut self) -> Result<Option<String>> {
        if self.seats.iter().any(Seat::is_human) {
            return Ok(None);
        }
        let pause = if self.moved { self.pause } else { Duration::ZERO };
        Ok(self.terminal.typed(pause)?)
    }

    /// Does what was typed and says what came of it; `true` to leave.
    fn hear(&mut self, line: &str) -> Result<bool> {
        match self.obey(line) {
            Ok(Next::Say(text)) if text.is_empty() => {}
            Ok(Next::Say(text)) => self.terminal.say(text)?,
            Ok(Next::Changed(text)) => self.changed(&text)?,
            Ok(Next::Leave) => return Ok(true),
            Err(error) => self.terminal.say(crate::sentence(&error))?,
        }
        Ok(false)
    }

    /// Does what a person typed.
    fn obey(&mut self, line: &str) -> Result<Next> {
        Ok(match words::read(line, self.game.size())? {
            Word::Nothing => Next::Say(String::new()),
            Word::Help => Next::Say(words::HELP.to_string()),
            Word::Quit => Next::Leave,
            Word::Show => Next::Say(self.picture(&PointSet::new())),
            Word::Influence(influence) => Next::Say(self.influence(influence)),
            Word::Hint(spec) => Next::Say(self.hint(&spec)?),
            Word::Play(mv) => {
                let color = self.game.to_play();
                if !self.seats[color.index()].is_human() {
                    bail!("it is the program's turn: swap {color} human takes its seat");
                }
                self.put(mv)?;
                Next::Changed(self.account(color, mv))
            }
            Word::Undo => Next::Changed(self.undo()?),
            Word::Save(name) => {
                let path = record::save(&name, &self.record(None))?;
                Next::Say(format!("The game is saved in {}.", path.display()))
            }
            Word::Load(path) => {
                self.game = load(&path, &self.game)?;
                self.keeper.turn_page();
                Next::Changed(format!("{} is on the board.", path.display()))
            }
            Word::Swap(color, who) => Next::Changed(self.swap(color, who)?),
        })
    }

    /// Plays a move, and lets the programs see it.
    fn put(&mut self, mv: Move) -> Result<()> {
        self.game.play(mv).map_err(|illegal| Forfeit::illegal(mv, self.game.size(), illegal))?;
        for seat in &mut self.seats {
            if let Seat::Program(_, player) = seat {
                player.observe(&self.game, mv);
            }
        }
        Ok(())
    }

    fn let_program_move(&mut self) -> Result<()> {
        let color = self.game.to_play();
        let Seat::Program(_, player) = &mut self.seats[color.index()] else { return Ok(()) };
        let answer = player.choose(&self.game, self.budget, &Stop::new());
        let played = match answer {
            Ok(choice) => self.put(choice.mv).map(|()| choice.mv),
            Err(failure) => Err(failure.into()),
        };
        match played {
            Ok(mv) => {
                self.changed(&self.account(color, mv))?;
                self.moved = true;
                // Between programs, the pause is for listening.
                if self.seats.iter().any(Seat::is_human) {
                    std::thread::sleep(self.pause);
                }
                Ok(())
            }
            Err(error) if self.seats.iter().any(Seat::is_human) => {
                let who = self.name(color);
                self.seats[color.index()] = Seat::Human;
                self.terminal.say(format!("{who} has no move: {}.", crate::sentence(&error)))?;
                Ok(self.terminal.say(format!("The seat is yours now; swap {color} gives it to a program."))?)
            }
            Err(error) => {
                self.leave()?;
                Err(error.context(format!("{} has no move", self.name(color))))
            }
        }
    }

    /// How the game came out: by itself, or by what the persons say is dead.
    fn verdict(&mut self) -> Result<Verdict> {
        if self.game.end() == Some(End::Passes) && self.seats.iter().any(Seat::is_human) {
            return self.agree();
        }
        // Programs may leave dead stones on the board as persons do.
        let dead = self.game.estimated_dead();
        self.dead.clone_from(&dead);
        Ok(self.game.outcome(&dead).map_or(Verdict::Resumed, Verdict::Outcome))
    }

    /// Goes back to before the last move that a person made, and says so.
    ///
    /// # Errors
    /// If there is none.
    pub fn undo(&mut self) -> Result<String> {
        let moves = self.game.moves();
        let Some(number) = moves.iter().rposition(|(color, _)| self.seats[color.index()].is_human()) else {
            bail!("there is no move of yours to take back");
        };
        let taken = moves.len() - number;
        self.game.undo_to(number);
        Ok(if taken == 1 { "One move is taken back.".to_string() } else { format!("{taken} moves are taken back.") })
    }

    fn swap(&mut self, color: Color, who: Who) -> Result<String> {
        let mut seat = Seat::take(who)?;
        if let Seat::Program(_, player) = &mut seat {
            player.reset(self.seeds.next_u64());
        }
        self.seats[color.index()] = seat;
        Ok(format!("{} takes the seat.", self.name(color)))
    }

    /// Says what has happened, keeps the game, and shows the board to the person who is next, or who watches.
    fn changed(&mut self, what: &str) -> Result<()> {
        self.terminal.say(what)?;
        self.keep(None)?;
        let awaited = !self.game.is_over() && self.seats[self.game.to_play().index()].is_human();
        if awaited || !self.seats.iter().any(Seat::is_human) {
            self.show()?;
        }
        Ok(())
    }

    /// Draws the board.
    pub fn show(&mut self) -> Result<()> {
        Ok(self.terminal.say(self.picture(&PointSet::new()))?)
    }

    /// The board with dead stones, and the prisoners.
    pub fn picture(&self, dead: &PointSet) -> String {
        let [black, white] = Color::BOTH.map(|color| self.game.prisoners(color));
        let board = picture::draw(self.game.board(), dead, &[], self.style);
        format!("\n{board}\nPrisoners: Black has {black}, White has {white}.")
    }

    /// The board with whose the empty points seem to be.
    fn influence(&self, influence: Influence) -> String {
        let (board, map) = (self.game.board(), influence.map(self.game.board()));
        let mark = |point: Point| match map[point] {
            lead if lead >= influence.clear() => Some((point, 'b')),
            lead if lead <= -influence.clear() => Some((point, 'w')),
            _ => None,
        };
        let empty = board.points().filter(|&point| board.cell(point) == Cell::Empty);
        let marks: Vec<(Point, char)> = empty.filter_map(mark).collect();
        format!("\n{}", picture::draw(board, &PointSet::new(), &marks, self.style))
    }

    /// The board with what a player would play here.
    fn hint(&mut self, spec: &Spec) -> Result<String> {
        let mut player = Everyone.make(spec)?;
        player.reset(self.seeds.next_u64());
        let Some(ranked) = ranking(player.as_mut(), &self.game) else { bail!("{spec} does not rank moves") };
        let marks: Vec<(Point, char)> = ranked
            .iter()
            .take_while(|&&(_, rank)| rank <= HINTS)
            .filter_map(|&(point, rank)| Some((point, char::from_digit(u32::try_from(rank).ok()?, 10)?)))
            .collect();
        let board = picture::draw(self.game.board(), &PointSet::new(), &marks, self.style);
        Ok(format!("\n{board}\n{spec} would play 1 first."))
    }

    /// Writes the game to its file, once it has begun; the first time that fails, the person is told.
    pub fn keep(&mut self, outcome: Option<Outcome>) -> Result<()> {
        if self.game.moves().is_empty() && self.keeper.path().is_none() {
            return Ok(());
        }
        let sgf = self.record(outcome);
        if let Some(notice) = self.keeper.keep(&sgf) {
            self.terminal.say(notice)?;
        }
        Ok(())
    }

    /// The game as SGF.
    pub fn record(&self, outcome: Option<Outcome>) -> String {
        record::write(&self.game, &self.seats, outcome)
    }

    fn leave(&mut self) -> Result<()> {
        if let Some(path) = self.keeper.path() {
            let path = path.display();
            self.terminal.say(format!("The game is kept in {path}: ponnuki play --load {path} takes it up again."))?;
        }
        Ok(())
    }

    fn finish(mut self, outcome: Outcome) -> Result<()> {
        self.keep(Some(outcome))?;
        let sentence = match outcome {
            Outcome::Score(winner, 1.0) => format!("{} wins by a point", self.name(winner)),
            Outcome::Score(winner, points) => format!("{} wins by {points} points", self.name(winner)),
            Outcome::Resignation(winner) => format!("{} wins by resignation", self.name(winner)),
            _ => "Nobody wins".to_string(),
        };
        self.terminal.say(format!("{sentence}: {outcome}."))?;
        if let (Outcome::Score(..) | Outcome::Draw, Scoring::CapturesAndArea) = (outcome, self.game.rules().scoring) {
            self.terminal.say(self.both_scores())?;
        }
        if let Some(path) = self.keeper.path() {
            self.terminal.say(format!("The game is kept in {}.", path.display()))?;
        }
        Ok(())
    }

    /// The two scores of rules that count area and captures: who is ahead by one may be behind by the other.
    fn both_scores(&self) -> String {
        let area = score::area(self.game.board(), &self.dead).points;
        let all = score::captures_and_area(self.game.board(), &self.dead);
        let captures = all - (area[0] - area[1]);
        let lead = |points: i32| match points {
            0 => "even".to_string(),
            _ => format!("{}+{}", if points > 0 { "B" } else { "W" }, points.abs()),
        };
        let komi = self.game.komi();
        format!(
            "Area: Black {}, White {} ({}). Captures: {}. Komi: {komi}.",
            area[0],
            area[1],
            lead(area[0] - area[1]),
            lead(captures)
        )
    }

    fn introduction(&self) -> String {
        let game = &self.game;
        let [black, white] = Color::BOTH.map(|color| self.name(color));
        let handicap = match game.handicap() {
            0 => String::new(),
            stones => format!(", {stones} handicap stones"),
        };
        let (size, rules, komi) = (game.size(), game.rules(), game.komi());
        format!(
            "{black} v {white}, {size}x{size}, {rules} rules, komi {komi}{handicap}.\n{} Type help for help.",
            self.style.legend()
        )
    }

    fn prompt(&self) -> String {
        format!("{}, move {}", self.name(self.game.to_play()), self.game.move_number() + 1)
    }

    fn account(&self, color: Color, mv: Move) -> String {
        let name = self.name(color);
        match mv {
            Move::Play(point) => format!("{name} plays {}.", point.to_gtp(self.game.size())),
            Move::Pass => format!("{name} passes."),
            Move::Resign => format!("{name} resigns."),
        }
    }

    /// Colour and name.
    fn name(&self, color: Color) -> String {
        format!("{} ({})", capitalised(&color.to_string()), self.seats[color.index()])
    }
}

/// A game or a position to be taken up; a position under the rules and the komi of the game before it.
fn load(path: &Path, before: &Game) -> Result<Game> {
    if path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case("sgf")) {
        return record::load(path);
    }
    Ok(Game::from_board(Diagram::load(path)?.board, before.rules(), before.komi()))
}

/// With a capital letter, as sentences begin.
fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}
