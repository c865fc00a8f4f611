//! The game itself: whose turn it is, what is typed, what programs play, and how it ends.

use std::path::Path;
use std::time::Duration;

use anyhow::{Error, Result, bail};
use goban::diagram::Diagram;
use goban::influence::Influence;
use goban::{Cell, Color, Game, Move, Outcome, Point, PointSet, Scoring, score};
use player::{Budget, Maker, Player, Rng, Spec, Stop, ranking};
use table::{Occupant, Stage, Table, TableError};

use super::commands::{self, Command};
use super::count::Counted;
use super::picture::{self, Style};
use super::record::{self, Autosave};
use super::terminal::Terminal;
use crate::all_players::AllPlayers;

/// A game in the terminal.
pub struct Session {
    /// Input and output.
    pub terminal: Terminal,
    /// The game, its seats and its count.
    pub table: Table,
    /// The programs at the table, Black first.
    pub players: [Option<Box<dyn Player>>; 2],
    /// How the board is drawn.
    pub style: Style,
    /// What a program may spend on a move.
    pub budget: Budget,
    /// How long to wait after a program's move.
    pub pause: Duration,
    /// The source of the programs' seeds.
    pub seeds: Rng,
    /// Writes the game to a file after every move.
    pub autosave: Autosave,
    /// Whether a program has moved.
    pub has_program_moved: bool,
}

/// The last rank that a hint shows.
const HINTS: usize = 9;

/// The player that a seat needs; none for a person.
///
/// # Errors
/// If the player cannot be made.
pub fn player_for(occupant: &Occupant) -> Result<Option<Box<dyn Player>>> {
    Ok(occupant.spec().map(|spec| AllPlayers.make(spec)).transpose()?)
}

/// The effect of a command.
enum Effect {
    /// Only an answer.
    Answer(String),
    /// The position or a seat has changed; the text says how.
    Changed(String),
    Leave,
}

impl Session {
    /// Plays until the game is over or the person leaves.
    ///
    /// # Errors
    /// If the terminal is gone, or a program fails and there is no person to take its seat.
    pub fn run(mut self) -> Result<()> {
        for player in self.players.iter_mut().flatten() {
            player.reset(self.seeds.next_u64());
        }
        self.terminal.say(self.introduction())?;
        self.show()?;
        loop {
            let line = match self.table.stage() {
                Stage::Over => return self.finish(),
                Stage::Count => match self.count()? {
                    Counted::Agreed => continue,
                    Counted::Resumed => {
                        self.show()?;
                        continue;
                    }
                    Counted::Left => return self.leave(),
                },
                Stage::Play if self.table.program_to_move().is_none() => {
                    let Some(line) = self.terminal.ask(self.prompt())? else { return self.leave() };
                    line
                }
                Stage::Play => match self.poll_between_programs()? {
                    Some(line) => line,
                    None => {
                        self.play_program_move()?;
                        continue;
                    }
                },
            };
            match self.execute(&line) {
                Ok(Effect::Answer(text)) if text.is_empty() => {}
                Ok(Effect::Answer(text)) => self.terminal.say(text)?,
                Ok(Effect::Changed(text)) => self.changed(&text)?,
                Ok(Effect::Leave) => return self.leave(),
                Err(error) => self.terminal.say(crate::sentence(&error))?,
            }
        }
    }

    /// A line typed while two programs play, where there is no prompt. The pause between their moves is spent here.
    fn poll_between_programs(&mut self) -> Result<Option<String>> {
        if self.table.has_person() {
            return Ok(None);
        }
        let pause = if self.has_program_moved { self.pause } else { Duration::ZERO };
        Ok(self.terminal.poll(pause)?)
    }

    fn execute(&mut self, line: &str) -> Result<Effect> {
        Ok(match commands::parse(line, self.table.game().size())? {
            Command::Empty => Effect::Answer(String::new()),
            Command::Help => Effect::Answer(commands::HELP.to_string()),
            Command::Quit => Effect::Leave,
            Command::Show => Effect::Answer(self.picture(&PointSet::new())),
            Command::Influence(influence) => Effect::Answer(self.influence(influence)),
            Command::Hint(spec) => Effect::Answer(self.hint(&spec)?),
            Command::Play(mv) => {
                let color = self.table.person_to_move().map_err(|error| match error {
                    TableError::Turn(_) => {
                        let color = self.table.game().to_play();
                        Error::msg(format!("it is the program's turn: swap {color} human takes its seat"))
                    }
                    error => error.into(),
                })?;
                self.play(mv)?;
                Effect::Changed(self.account(color, mv))
            }
            Command::Undo => Effect::Changed(match self.table.undo()? {
                1 => "One move is taken back.".to_string(),
                taken => format!("{taken} moves are taken back."),
            }),
            Command::Save(name) => Effect::Answer(self.save(&name)?),
            Command::Load(path) => {
                self.table.set_game(load(&path, self.table.game())?);
                self.autosave.start_new_file();
                Effect::Changed(format!("{} is on the board.", path.display()))
            }
            Command::Swap(color, occupant) => {
                let mut player = player_for(&occupant)?;
                if let Some(player) = &mut player {
                    player.reset(self.seeds.next_u64());
                }
                self.table.give_seat(color, occupant, None);
                self.players[color.index()] = player;
                Effect::Changed(format!("{} takes the seat.", self.name(color)))
            }
        })
    }

    /// The programs at the table.
    pub fn players(&mut self) -> impl Iterator<Item = &mut Box<dyn Player>> {
        self.players.iter_mut().flatten()
    }

    /// Plays a move and shows it to the programs.
    fn play(&mut self, mv: Move) -> Result<(), TableError> {
        self.table.play(mv, None)?;
        for player in self.players.iter_mut().flatten() {
            player.observe(self.table.game(), mv);
        }
        Ok(())
    }

    fn play_program_move(&mut self) -> Result<()> {
        let color = self.table.game().to_play();
        let Some(player) = &mut self.players[color.index()] else { return Ok(()) };
        let answer = player.choose(self.table.game(), self.table.budget(self.budget), &Stop::new());
        let played = match answer {
            Ok(choice) => self.play(choice.mv).map(|()| choice.mv).map_err(Error::from),
            Err(failure) => Err(failure.into()),
        };
        match played {
            Ok(mv) => {
                self.changed(&self.account(color, mv))?;
                self.has_program_moved = true;
                // Between programs the pause is spent waiting for input.
                if self.table.has_person() {
                    std::thread::sleep(self.pause);
                }
                Ok(())
            }
            Err(error) if self.table.has_person() => {
                let name = self.name(color);
                self.table.give_seat(color, Occupant::Person, None);
                self.players[color.index()] = None;
                self.terminal.say(format!("{name} has no move: {}.", crate::sentence(&error)))?;
                Ok(self.terminal.say(format!("The seat is yours now; swap {color} gives it to a program."))?)
            }
            Err(error) => {
                self.leave()?;
                Err(error.context(format!("{} has no move", self.name(color))))
            }
        }
    }

    /// Reports a change, saves the game, and shows the board to the person who is to move or who watches.
    fn changed(&mut self, what: &str) -> Result<()> {
        self.terminal.say(what)?;
        self.autosave()?;
        let is_awaited = self.table.stage() == Stage::Play && self.table.program_to_move().is_none();
        if is_awaited || !self.table.has_person() {
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
        let game = self.table.game();
        let [black, white] = Color::BOTH.map(|color| game.prisoners(color));
        let board = picture::draw(game.board(), dead, &[], self.style);
        format!("\n{board}\nPrisoners: Black has {black}, White has {white}.")
    }

    /// The board with the empty points that one side influences clearly.
    fn influence(&self, influence: Influence) -> String {
        let board = self.table.game().board();
        let map = influence.map(board);
        let mark = |point: Point| match map[point] {
            lead if lead >= influence.clear() => Some((point, 'b')),
            lead if lead <= -influence.clear() => Some((point, 'w')),
            _ => None,
        };
        let empty = board.points().filter(|&point| board.cell(point) == Cell::Empty);
        let marks: Vec<(Point, char)> = empty.filter_map(mark).collect();
        format!("\n{}", picture::draw(board, &PointSet::new(), &marks, self.style))
    }

    /// The board with the moves that a player ranks highest.
    fn hint(&mut self, spec: &Spec) -> Result<String> {
        let mut player = AllPlayers.make(spec)?;
        player.reset(self.seeds.next_u64());
        let game = self.table.game();
        let Some(ranked) = ranking(player.as_mut(), game) else { bail!("{spec} does not rank moves") };
        let marks: Vec<(Point, char)> = ranked
            .iter()
            .take_while(|&&(_, rank)| rank <= HINTS)
            .filter_map(|&(point, rank)| Some((point, char::from_digit(u32::try_from(rank).ok()?, 10)?)))
            .collect();
        let board = picture::draw(game.board(), &PointSet::new(), &marks, self.style);
        Ok(format!("\n{board}\n{spec} would play 1 first."))
    }

    /// Writes the game to a file of this name, and says where it is.
    pub fn save(&self, name: &str) -> Result<String> {
        let path = record::save(name, &record::write(&self.table))?;
        Ok(format!("The game is saved in {}.", path.display()))
    }

    /// Writes the game to its file once it has a move, and reports the first success and the first failure.
    fn autosave(&mut self) -> Result<()> {
        if self.table.game().moves().is_empty() && self.autosave.path().is_none() {
            return Ok(());
        }
        if let Some(notice) = self.autosave.save(&record::write(&self.table)) {
            self.terminal.say(notice)?;
        }
        Ok(())
    }

    fn leave(&mut self) -> Result<()> {
        if let Some(path) = self.autosave.path() {
            let path = path.display();
            self.terminal.say(format!("The game is kept in {path}: ponnuki play --load {path} resumes it."))?;
        }
        Ok(())
    }

    fn finish(mut self) -> Result<()> {
        self.autosave()?;
        let Some(outcome) = self.table.outcome() else { return Ok(()) };
        let sentence = match outcome {
            Outcome::Score(winner, 1.0) => format!("{} wins by a point", self.name(winner)),
            Outcome::Score(winner, points) => format!("{} wins by {points} points", self.name(winner)),
            Outcome::Resignation(winner) => format!("{} wins by resignation", self.name(winner)),
            _ => "Nobody wins".to_string(),
        };
        self.terminal.say(format!("{sentence}: {outcome}."))?;
        let is_counted = matches!(outcome, Outcome::Score(..) | Outcome::Draw);
        if is_counted && self.table.game().rules().scoring == Scoring::CapturesAndArea {
            self.terminal.say(self.both_scores())?;
        }
        if let Some(path) = self.autosave.path() {
            self.terminal.say(format!("The game is kept in {}.", path.display()))?;
        }
        Ok(())
    }

    /// The two scores of rules that count area and captures: a side ahead by one may be behind by the other.
    fn both_scores(&self) -> String {
        let (board, dead) = (self.table.game().board(), self.dead());
        let area = score::area(board, &dead).points;
        let captures = score::captures_and_area(board, &dead) - (area[0] - area[1]);
        let lead = |points: i32| match points {
            0 => "even".to_string(),
            _ => format!("{}+{}", if points > 0 { "B" } else { "W" }, points.abs()),
        };
        let [black, white] = area;
        let komi = self.table.game().komi();
        let (by_area, by_captures) = (lead(black - white), lead(captures));
        format!("Area: Black {black}, White {white} ({by_area}). Captures: {by_captures}. Komi: {komi}.")
    }

    fn introduction(&self) -> String {
        let game = self.table.game();
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
        let game = self.table.game();
        format!("{}, move {}", self.name(game.to_play()), game.move_number() + 1)
    }

    fn account(&self, color: Color, mv: Move) -> String {
        let name = self.name(color);
        match mv {
            Move::Play(point) => format!("{name} plays {}.", point.to_gtp(self.table.game().size())),
            Move::Pass => format!("{name} passes."),
            Move::Resign => format!("{name} resigns."),
        }
    }

    /// Colour and occupant.
    fn name(&self, color: Color) -> String {
        format!("{} ({})", capitalised(&color.to_string()), self.table.seat(color).occupant())
    }
}

/// The game or the position of a file; a position continues under the rules and the komi of the game before it.
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
