//! The table itself.

use std::time::Duration;

use goban::{Color, Game, Move, Outcome, Point, PointSet};
use player::{Budget, Clocks, Forfeit, Spec, TimeControl, make_move};
use thiserror::Error;

use crate::count::{decided_by_board, whole_chains};
use crate::seat::{Occupant, Seat};

/// A game with its seats, its clocks and its count.
#[derive(Clone, Debug)]
pub struct Table {
    game: Game,
    seats: [Seat; 2],
    clocks: Option<Clocks>,
    /// The stones marked as dead, once both have passed and a proposal was made.
    dead: Option<Box<PointSet>>,
    outcome: Option<Outcome>,
}

/// Where a game is in its course.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Stage {
    /// Moves are played.
    Play,
    /// Both have passed, and dead stones are marked.
    Count,
    /// There is an outcome.
    Over,
}

/// Why something cannot be done at a table.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum TableError {
    /// A program is to move.
    #[error("it is {0}'s turn")]
    Turn(Spec),
    /// Both have passed.
    #[error("dead stones are being marked: agree on the count, or resume the game")]
    Counting,
    /// There is nothing to count yet, or no longer.
    #[error("no dead stones are being marked now")]
    NotCounting,
    /// No proposal has been made yet.
    #[error("the stones are still being counted: try again in a moment")]
    NotCounted,
    /// Only stones are marked.
    #[error("there is no stone at {0}")]
    NoStone(String),
    /// No move is left that could be taken back.
    #[error("there is no move of yours to take back")]
    NothingToUndo,
    /// There is an outcome.
    #[error("the game is over")]
    Over,
    /// The move is illegal, or came too late.
    #[error(transparent)]
    Forfeit(#[from] Forfeit),
}

impl Table {
    /// A game as it stands, with full clocks.
    pub fn new(game: Game, seats: [Seat; 2], control: Option<TimeControl>) -> Table {
        let clocks = control.map(Clocks::new);
        let mut table = Table { game, seats, clocks, dead: None, outcome: None };
        table.settle();
        table
    }

    /// The game.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// The seats, Black's first.
    pub fn seats(&self) -> &[Seat; 2] {
        &self.seats
    }

    /// The seat of this colour.
    pub fn seat(&self, color: Color) -> &Seat {
        &self.seats[color.index()]
    }

    /// Whether a person sits on either side.
    pub fn has_person(&self) -> bool {
        self.seats.iter().any(|seat| seat.occupant().is_person())
    }

    /// Where the game is in its course.
    pub fn stage(&self) -> Stage {
        if self.outcome.is_some() {
            Stage::Over
        } else if self.game.is_over() {
            Stage::Count
        } else {
            Stage::Play
        }
    }

    /// The outcome, once there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// Sets the outcome, as a record or a referee reports it.
    pub fn set_outcome(&mut self, outcome: Option<Outcome>) {
        self.outcome = outcome;
    }

    /// The program to move, if it is a program's turn.
    pub fn program_to_move(&self) -> Option<&Spec> {
        self.seat(self.game.to_play()).occupant().spec().filter(|_| self.stage() == Stage::Play)
    }

    /// The colour to move, if it is a person's turn.
    ///
    /// # Errors
    /// If a program is to move, or no move is played now.
    pub fn person_to_move(&self) -> Result<Color, TableError> {
        self.check_playing()?;
        match self.program_to_move() {
            Some(spec) => Err(TableError::Turn(spec.clone())),
            None => Ok(self.game.to_play()),
        }
    }

    fn check_playing(&self) -> Result<(), TableError> {
        match self.stage() {
            Stage::Play => Ok(()),
            Stage::Count => Err(TableError::Counting),
            Stage::Over => Err(TableError::Over),
        }
    }

    /// Plays a move for the side to move, which took this long; a move without a time leaves the clocks alone. This is
    /// the one place where a move at a table is judged.
    ///
    /// # Errors
    /// If no move is played now; if the move is illegal, which changes nothing; if the time was up, which loses the
    /// game.
    pub fn play(&mut self, mv: Move, elapsed: Option<Duration>) -> Result<Color, TableError> {
        self.check_playing()?;
        let color = self.game.to_play();
        if mv == Move::Resign {
            self.outcome = Some(Outcome::Resignation(color.other()));
            return Ok(color);
        }
        let timed = self.clocks.as_mut().zip(elapsed);
        if let Err(forfeit) = make_move(&mut self.game, mv, timed) {
            if matches!(forfeit, Forfeit::Time(_)) {
                self.outcome = Some(Outcome::Time(color.other()));
            }
            return Err(forfeit.into());
        }
        self.dead = None;
        self.seats[color.index()].moved();
        self.settle();
        Ok(color)
    }

    /// A person resigns: the one to move, or else the one who waits.
    ///
    /// # Errors
    /// If no person plays, or the game is over.
    pub fn person_resigns(&mut self) -> Result<Color, TableError> {
        if self.outcome.is_some() {
            return Err(TableError::Over);
        }
        let turn = self.game.to_play();
        let mut sides = [turn, turn.other()].into_iter();
        match (sides.find(|&color| self.seat(color).occupant().is_person()), self.seat(turn).occupant()) {
            (None, Occupant::Program(spec)) => Err(TableError::Turn(spec.clone())),
            (person, _) => {
                let loser = person.unwrap_or(turn);
                self.outcome = Some(Outcome::Resignation(loser.other()));
                Ok(loser)
            }
        }
    }

    /// Takes back an outcome that did not come from the board, or else the last move of a person and all moves after
    /// it; without persons, the last move. Returns the number of moves taken back.
    ///
    /// # Errors
    /// If there is nothing to take back.
    pub fn undo(&mut self) -> Result<usize, TableError> {
        if self.outcome.is_some() && !self.game.is_over() {
            self.outcome = None;
            return Ok(0);
        }
        let any_side = !self.has_person();
        let is_taken = |&(color, _): &(Color, Move)| any_side || self.seat(color).occupant().is_person();
        let moves = self.game.moves();
        let number = moves.iter().rposition(is_taken).ok_or(TableError::NothingToUndo)?;
        let taken = moves.len() - number;
        self.game.undo_to(number);
        (self.outcome, self.dead) = (None, None);
        self.settle();
        Ok(taken)
    }

    /// Continues with another game or another position of this one. The clocks keep what is left on them.
    pub fn set_game(&mut self, game: Game) {
        self.game = game;
        (self.outcome, self.dead) = (None, None);
        self.settle();
    }

    /// Gives a seat to an occupant, permanently or for a number of moves.
    pub fn give_seat(&mut self, color: Color, occupant: Occupant, moves: Option<u32>) {
        self.seats[color.index()].give(occupant, moves);
    }

    /// Names the persons at the table as a record does, Black's name first.
    pub fn name_seats(&mut self, names: [&str; 2]) {
        for (seat, name) in self.seats.iter_mut().zip(names) {
            *seat = seat.clone().named(name);
        }
    }

    /// Ends a game that the board decides.
    fn settle(&mut self) {
        self.outcome = self.outcome.or_else(|| decided_by_board(&self.game));
    }

    /// The stones marked as dead, once there is a proposal.
    pub fn dead(&self) -> Option<&PointSet> {
        self.dead.as_deref()
    }

    /// Whether a proposal of dead stones is missing.
    pub fn needs_count(&self) -> bool {
        self.stage() == Stage::Count && self.dead.is_none()
    }

    /// Proposes dead stones. Between programs the proposal decides the game.
    pub fn propose_dead(&mut self, dead: PointSet) {
        if !self.needs_count() {
            return;
        }
        if !self.has_person() {
            self.outcome = self.game.outcome(&dead);
        }
        self.dead = Some(Box::new(dead));
    }

    /// Marks the chains at these points as dead, or as alive if they were; all of them or, on an error, none.
    ///
    /// # Errors
    /// If nothing is counted now, or there is no stone at a point.
    pub fn toggle_dead(&mut self, points: &[Point]) -> Result<(), TableError> {
        self.check_counting()?;
        let (board, size) = (self.game.board(), self.game.size());
        let is_empty = |point: &&Point| !point.is_on(size) || board.cell(**point).color().is_none();
        if let Some(point) = points.iter().find(is_empty) {
            return Err(TableError::NoStone(point.to_gtp(size)));
        }
        let dead = self.dead.as_mut().ok_or(TableError::NotCounted)?;
        for &point in points {
            let was_dead = dead.contains(point);
            for stone in board.chain(point) {
                if was_dead {
                    dead.remove(stone);
                } else {
                    dead.insert(stone);
                }
            }
        }
        Ok(())
    }

    /// Agrees on the count as marked, which ends the game.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub fn agree(&mut self) -> Result<(), TableError> {
        self.check_counting()?;
        let dead = self.dead.as_ref().ok_or(TableError::NotCounted)?;
        self.outcome = self.game.outcome(dead);
        Ok(())
    }

    /// Resumes the game, so that dead stones are captured.
    ///
    /// # Errors
    /// If nothing is counted now.
    pub fn resume(&mut self) -> Result<(), TableError> {
        self.check_counting()?;
        self.game.resume();
        self.dead = None;
        Ok(())
    }

    fn check_counting(&self) -> Result<(), TableError> {
        if self.stage() == Stage::Count { Ok(()) } else { Err(TableError::NotCounting) }
    }

    /// Whether the game was resumed after two passes: programs then capture dead stones before they pass.
    pub fn is_resumed(&self) -> bool {
        let is_pass = |played: &(Color, Move)| played.1 == Move::Pass;
        !self.game.is_over() && self.game.moves().windows(2).any(|pair| pair.iter().all(is_pass))
    }

    /// Restores what a stored game has beside its moves: the clocks, the stones marked as dead, and whether the game
    /// was resumed where it stands.
    pub fn restore(&mut self, clocks: Option<Clocks>, dead: Option<Vec<Point>>, resumed: bool) {
        if resumed && self.game.is_over() {
            self.game.resume();
        }
        self.dead = dead.map(|points| Box::new(whole_chains(self.game.board(), points)));
        self.clocks = clocks.or(self.clocks);
    }

    /// The clocks, if the game is played with them.
    pub fn clocks(&self) -> Option<&Clocks> {
        self.clocks.as_ref()
    }

    /// What the side to move may spend: this budget, and its clock.
    pub fn budget(&self, budget: Budget) -> Budget {
        Budget { clock: self.clocks.map(|clocks| clocks.of(self.game.to_play())), ..budget }
    }

    /// The longest that the side to move can take, if the game is played with clocks.
    pub fn time_left(&self) -> Option<Duration> {
        self.clocks.filter(|_| self.stage() == Stage::Play).map(|clocks| clocks.of(self.game.to_play()).most())
    }

    /// The side to move has lost if it took this long. Returns whether it has.
    pub fn flag(&mut self, elapsed: Duration) -> bool {
        let color = self.game.to_play();
        let is_late = self.time_left().is_some_and(|left| elapsed > left);
        if let Some(clocks) = self.clocks.as_mut().filter(|_| is_late) {
            // The loss is what is expected here.
            let _ = clocks.spend(color, elapsed);
            self.outcome = Some(Outcome::Time(color.other()));
        }
        is_late
    }

    /// Takes time off the clock of the side to move while no move is made, as when the game is paused.
    pub fn charge(&mut self, elapsed: Duration) {
        let color = self.game.to_play();
        if let Some(clocks) = &mut self.clocks {
            clocks.charge(color, elapsed);
        }
    }
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;

    fn seats(black: &str, white: &str) -> [Seat; 2] {
        let resolve = |text: &str| text.parse();
        [black, white].map(|text| Seat::new(Occupant::read(text, resolve).unwrap()))
    }

    fn table(black: &str, white: &str) -> Table {
        Table::new(Game::new(5, Rules::CHINESE, 0.5), seats(black, white), None)
    }

    impl Table {
        fn moves(&mut self, names: &str) {
            for name in names.split_whitespace() {
                let mv = Move::from_gtp(name, self.game.size()).unwrap();
                self.play(mv, None).unwrap();
            }
        }
    }

    fn point(name: &str) -> Point {
        Point::from_gtp(name, 5).unwrap()
    }

    #[test]
    fn an_illegal_move_changes_nothing_and_takes_no_time() {
        let control = TimeControl::SuddenDeath { main: Duration::from_secs(10) };
        let mut table = Table::new(Game::new(5, Rules::CHINESE, 0.5), seats("human", "human"), Some(control));
        let (mv, second) = (Move::Play(point("C3")), Some(Duration::from_secs(1)));
        assert_eq!(table.play(mv, second), Ok(Color::Black));
        let refused = table.play(mv, second).unwrap_err();
        assert_eq!(refused.to_string(), "C3 is not a legal move: the point is occupied");
        assert_eq!((table.game().move_number(), table.time_left()), (1, Some(Duration::from_secs(10))));
        let late = table.play(Move::Pass, Some(Duration::from_secs(11)));
        assert!(matches!(late, Err(TableError::Forfeit(Forfeit::Time(_)))));
        assert_eq!(table.outcome(), Some(Outcome::Time(Color::Black)));
    }

    #[test]
    fn undo_goes_back_to_the_last_move_of_a_person() {
        let mut table = table("human", "random");
        table.moves("C3 C4 B3 B4");
        assert_eq!((table.undo(), table.game().move_number()), (Ok(2), 2));
        table.give_seat(Color::Black, Occupant::Program("random".parse().unwrap()), None);
        assert_eq!((table.undo(), table.undo()), (Ok(1), Ok(1)), "without persons, one move at a time");
        assert_eq!(table.undo(), Err(TableError::NothingToUndo));
    }

    #[test]
    fn a_resignation_is_taken_back_before_any_move() {
        let mut table = table("human", "random");
        table.moves("C3");
        assert_eq!(table.person_resigns(), Ok(Color::Black), "although White is to move");
        assert_eq!((table.stage(), table.undo()), (Stage::Over, Ok(0)));
        assert_eq!((table.stage(), table.game().move_number()), (Stage::Play, 1));
    }

    #[test]
    fn chains_are_marked_as_a_whole_until_both_agree() {
        let board = diagram::board(
            "
            . O . X .
            . O O X .
            . X X X .
            . . . . .
            . O . . .",
        );
        let mut table = Table::new(Game::from_board(board, Rules::CHINESE, 0.5), seats("human", "human"), None);
        assert_eq!(table.toggle_dead(&[point("B1")]), Err(TableError::NotCounting));
        table.moves("pass pass");
        assert_eq!(table.agree(), Err(TableError::NotCounted));
        table.propose_dead(PointSet::new());
        table.toggle_dead(&[point("C4"), point("B1")]).unwrap();
        assert_eq!(table.game().score(table.dead().unwrap()), 24.5);
        table.toggle_dead(&[point("B5")]).unwrap();
        assert_eq!(table.toggle_dead(&[point("B1"), point("A1")]), Err(TableError::NoStone("A1".to_string())));
        let dead = |table: &Table| board.points().filter(|&point| table.dead().unwrap().contains(point)).count();
        assert_eq!(dead(&table), 1, "an error changes nothing");
        table.toggle_dead(&[point("B5")]).unwrap();
        table.agree().unwrap();
        assert_eq!(table.outcome(), Some(Outcome::Score(Color::Black, 24.5)));
    }

    #[test]
    fn a_game_is_resumed_and_counted_again() {
        let mut table = table("human", "human");
        table.moves("C3 pass pass");
        table.propose_dead(PointSet::new());
        table.resume().unwrap();
        assert_eq!((table.stage(), table.is_resumed()), (Stage::Play, true));
        table.moves("B2 pass pass");
        assert!(table.needs_count() && !table.is_resumed());
        assert_eq!((table.undo(), table.undo()), (Ok(1), Ok(1)));
        assert_eq!((table.stage(), table.is_resumed()), (Stage::Play, true), "after B2");
        assert_eq!((table.undo(), table.stage()), (Ok(1), Stage::Play), "where it was resumed");
        assert_eq!((table.undo(), table.is_resumed()), (Ok(1), false));
        table.moves("pass");
        assert_eq!(table.stage(), Stage::Count, "one more pass is the second");
    }

    #[test]
    fn between_programs_the_proposal_decides() {
        let mut table = table("random", "random");
        table.moves("C3 pass pass");
        table.propose_dead(PointSet::new());
        assert_eq!(table.outcome(), Some(Outcome::Score(Color::Black, 24.5)));
    }

    #[test]
    fn rules_that_count_every_stone_leave_nothing_to_agree_on() {
        let mut table = Table::new(Game::new(5, Rules::TROMP_TAYLOR, 0.5), seats("human", "human"), None);
        table.moves("C3 pass pass");
        assert_eq!((table.stage(), table.outcome()), (Stage::Over, Some(Outcome::Score(Color::Black, 24.5))));
    }
}
