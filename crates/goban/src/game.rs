//! A game: a board with its history, under a set of rules.
//!
//! SGF, GTP, a click and a referee all produce a [`Move`]; here it is checked (turn, suicide, ko, superko, end) and
//! remembered. Undo goes back by playing again from the start, which takes microseconds and needs no second way of
//! changing a board. Superko is exact: hashes only point to earlier positions that are then compared stone by stone.

use std::fmt;

use thiserror::Error;

use crate::board::{Board, Illegal, PositionError};
use crate::color::Color;
use crate::history::History;
use crate::outcome::Outcome;
use crate::point::{MIN_SIZE, Move, Point, PointSet};
use crate::rules::{Ending, KoRule, Rules};
use crate::score;

/// A game in progress or at its end.
#[derive(Clone)]
pub struct Game {
    rules: Rules,
    komi: f32,
    handicap: usize,
    initial: Board,
    board: Board,
    moves: Vec<(Color, Move)>,
    history: History,
    /// Passes before this move number no longer end the game.
    resumed: usize,
    end: Option<End>,
}

/// How a game has ended on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// Both players have passed.
    Passes,
    /// The player to move has no legal move, and these rules end the game there.
    NoMoveLeft,
    /// This player has resigned.
    Resignation(Color),
}

/// Why handicap stones cannot be placed.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum HandicapError {
    /// There are stones or moves already.
    #[error("handicap stones are placed on an empty board before the first move")]
    Begun,
    /// This number has no fixed places on this board.
    #[error("{stones} handicap stones have no fixed places on a board of size {size}: it has places for {most}")]
    Number {
        /// The number that was asked for.
        stones: usize,
        /// The size of the board.
        size: usize,
        /// `2 to 9`, `2 to 4` or `none`.
        most: &'static str,
    },
    /// Too few points, or too many to leave room to play.
    #[error("handicap stones are at least 1 and fewer than the points of the board")]
    Count,
    /// A point named twice, or not on the board.
    #[error("a handicap stone is named twice or is not on the board")]
    Points,
}

impl Game {
    /// A new game on an empty board.
    ///
    /// # Panics
    /// If the size is not from [`MIN_SIZE`] to [`MAX_SIZE`](crate::MAX_SIZE).
    pub fn new(size: usize, rules: Rules, komi: f32) -> Game {
        Game::from_board(Board::new(size), rules, komi)
    }

    /// A new game that starts from a position.
    pub fn from_board(board: Board, rules: Rules, komi: f32) -> Game {
        let mut game = Game {
            rules,
            komi,
            handicap: 0,
            initial: board,
            board,
            moves: Vec::new(),
            history: History::new(&board),
            resumed: 0,
            end: None,
        };
        game.end = game.find_end();
        game
    }

    /// The position now.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The position before the first move, handicap stones included.
    pub fn initial(&self) -> &Board {
        &self.initial
    }

    /// The number of rows and columns.
    pub fn size(&self) -> usize {
        self.board.size()
    }

    /// The rules.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Continues under other rules. The moves so far remain.
    pub fn set_rules(&mut self, rules: Rules) {
        self.rules = rules;
        self.end = self.find_end();
    }

    /// What White is given for moving second.
    pub fn komi(&self) -> f32 {
        self.komi
    }

    /// Changes the komi.
    pub fn set_komi(&mut self, komi: f32) {
        self.komi = komi;
    }

    /// Whose turn it is.
    #[inline]
    pub fn to_play(&self) -> Color {
        self.board.to_play()
    }

    /// Makes it that player's turn, as if the other had waited.
    pub fn set_to_play(&mut self, color: Color) {
        self.board.set_to_play(color);
        if self.moves.is_empty() {
            self.initial.set_to_play(color);
            self.history = History::new(&self.initial);
        }
        self.end = self.find_end();
    }

    /// The moves so far, with who made them.
    pub fn moves(&self) -> &[(Color, Move)] {
        &self.moves
    }

    /// How many moves have been played, passes included.
    pub fn move_number(&self) -> usize {
        self.moves.len()
    }

    /// The number of handicap stones.
    pub fn handicap(&self) -> usize {
        self.handicap
    }

    /// How many stones this player has captured.
    pub fn prisoners(&self, by: Color) -> u32 {
        self.board.captured(by.other())
    }

    /// The hash of the stones on the board.
    pub fn hash(&self) -> u64 {
        self.history.hash()
    }

    /// The hashes of the stones of every position so far, the present one last.
    pub fn past_hashes(&self) -> &[u64] {
        self.history.hashes()
    }

    /// How the game has ended, if it has.
    pub fn end(&self) -> Option<End> {
        self.end
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.end.is_some()
    }

    /// The passes at the end of the game that count towards its end: none after [`resume`](Game::resume).
    pub fn passes(&self) -> usize {
        let counted = &self.moves[self.resumed.min(self.moves.len())..];
        counted.iter().rev().take_while(|(_, mv)| *mv == Move::Pass).count()
    }

    /// Whether a pass now ends the game.
    pub fn ends_by_passing(&self) -> bool {
        self.rules.ending == Ending::TwoPasses && self.passes() > 0
    }

    /// Resumes a game that has ended by passes or resignation, because the players do not agree on what is dead or a
    /// controller sends more moves. It ends again by two more passes.
    pub fn resume(&mut self) {
        if let Some((_, Move::Resign)) = self.moves.last() {
            self.moves.pop();
        }
        self.resumed = self.moves.len();
        self.end = self.find_end();
    }

    /// The points by which Black leads (White, if negative), counted by the rules with komi and compensation, when
    /// the chains at these points are dead.
    pub fn score(&self, dead: &PointSet) -> f32 {
        let points = score::margin(&self.board, self.rules.scoring, dead);
        points as f32 - self.komi - self.rules.compensation(self.handicap)
    }

    /// The outcome, if the game has ended, when the chains at these points are dead.
    pub fn outcome(&self, dead: &PointSet) -> Option<Outcome> {
        Some(match self.end? {
            End::Resignation(color) => Outcome::Resignation(color.other()),
            End::Passes | End::NoMoveLeft => Outcome::by_score(self.score(dead)),
        })
    }

    /// The stones that look dead under these rules: none where every stone on the board counts as alive, else the
    /// estimate of [`score::dead_stones`].
    pub fn estimated_dead(&self) -> PointSet {
        if self.rules.count_every_stone() { PointSet::new() } else { score::dead_stones(&self.board) }
    }

    /// Whether the player whose turn it is may play on a point.
    pub fn is_legal(&self, point: Point) -> bool {
        self.check(self.to_play(), Move::Play(point)).is_ok()
    }

    /// Every point where the player whose turn it is may play, row by row.
    pub fn legal_points(&self) -> impl Iterator<Item = Point> + '_ {
        self.board.points().filter(|&point| self.is_legal(point))
    }

    /// Whether a player may make a move.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, color: Color, mv: Move) -> Result<(), Illegal> {
        if self.is_over() {
            return Err(Illegal::GameOver);
        }
        match mv {
            Move::Resign => Ok(()),
            Move::Pass if self.rules.ending == Ending::NoMoveLeft => Err(Illegal::PassForbidden),
            Move::Pass => Ok(()),
            Move::Play(point) => self.check_point(color, point),
        }
    }

    fn check_point(&self, color: Color, point: Point) -> Result<(), Illegal> {
        match (self.board.check(point, color), self.rules.ko) {
            (Err(Illegal::Suicide), _) if self.rules.suicide && self.joins_a_friend(point, color) => {}
            // A superko rule is the whole of the ko rule: it forbids what repeats, and nothing else.
            (Err(Illegal::Ko), KoRule::PositionalSuperko | KoRule::SituationalSuperko) => {}
            (verdict, _) => verdict?,
        }
        match self.rules.ko {
            KoRule::Simple => Ok(()),
            KoRule::PositionalSuperko if self.history.would_repeat(&self.board, point, color, false) => {
                Err(Illegal::Superko)
            }
            KoRule::SituationalSuperko if self.history.would_repeat(&self.board, point, color, true) => {
                Err(Illegal::Superko)
            }
            KoRule::PositionalSuperko | KoRule::SituationalSuperko => Ok(()),
        }
    }

    fn joins_a_friend(&self, point: Point, color: Color) -> bool {
        self.board.surround(point).neighbors(color.into()) > 0
    }

    /// Plays a move for the player whose turn it is.
    ///
    /// # Errors
    /// If the move is not legal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        self.play_as(self.to_play(), mv)
    }

    /// Plays a move for either player, as records and protocols may.
    ///
    /// # Errors
    /// If the move is not legal; the game is then as it was.
    pub fn play_as(&mut self, color: Color, mv: Move) -> Result<(), Illegal> {
        self.check(color, mv)?;
        self.apply(color, mv);
        Ok(())
    }

    fn apply(&mut self, color: Color, mv: Move) {
        self.moves.push((color, mv));
        if mv != Move::Resign {
            self.board.set_to_play(color);
            match mv {
                Move::Play(point) => self.board.play_unchecked(point),
                Move::Pass | Move::Resign => self.board.pass(),
            }
            self.history.push(&self.board);
        }
        self.end = self.find_end();
    }

    fn find_end(&self) -> Option<End> {
        let mut latest = self.moves[self.resumed.min(self.moves.len())..].iter().rev();
        match (latest.next(), latest.next()) {
            (Some(&(color, Move::Resign)), _) => Some(End::Resignation(color)),
            (Some((_, Move::Pass)), Some((_, Move::Pass))) => Some(End::Passes),
            _ if self.rules.ending == Ending::NoMoveLeft && !self.has_a_move() => Some(End::NoMoveLeft),
            _ => None,
        }
    }

    fn has_a_move(&self) -> bool {
        self.board.empties().iter().any(|&point| self.check_point(self.to_play(), point).is_ok())
    }

    /// Takes the last move back, and says which it was.
    pub fn undo(&mut self) -> Option<(Color, Move)> {
        let last = *self.moves.last()?;
        self.undo_to(self.moves.len() - 1);
        Some(last)
    }

    /// Goes back to the position after that number of moves; does nothing if there were fewer.
    pub fn undo_to(&mut self, move_number: usize) {
        if move_number >= self.moves.len() {
            return;
        }
        // What comes next in the record decides whose turn it was.
        let to_play = self.moves[move_number].0;
        let moves = std::mem::take(&mut self.moves);
        self.board = self.initial;
        self.history = History::new(&self.initial);
        let resumed = std::mem::take(&mut self.resumed);
        self.end = self.find_end();
        for &(color, mv) in &moves[..move_number] {
            if self.is_over() {
                self.resumed = self.moves.len();
            }
            self.apply(color, mv);
        }
        if resumed <= move_number {
            self.resumed = resumed;
        }
        self.board.set_to_play(to_play);
        self.end = self.find_end();
    }

    /// This game as it was after that many moves.
    pub fn at(&self, move_number: usize) -> Game {
        let mut earlier = self.clone();
        earlier.undo_to(move_number);
        earlier
    }

    /// Puts stones on points and takes them off, and starts a new record from there; earlier moves are gone.
    ///
    /// # Errors
    /// If a chain would have no liberty or a point is not on the board; the game is then as it was.
    pub fn setup(&mut self, changes: &[(Point, Option<Color>)], to_play: Color) -> Result<(), PositionError> {
        if changes.iter().any(|(point, _)| !point.is_on(self.size())) {
            return Err(PositionError::OffBoard);
        }
        let mut stones: Vec<(Point, Color)> = Vec::new();
        for point in self.board.points() {
            let changed = changes.iter().rev().find(|(at, _)| *at == point).map(|&(_, stone)| stone);
            if let Some(color) = changed.unwrap_or(self.board.cell(point).color()) {
                stones.push((point, color));
            }
        }
        let mut board = Board::with_stones(self.size(), stones)?;
        board.set_to_play(to_play);
        let handicap = self.handicap;
        *self = Game { handicap, ..Game::from_board(board, self.rules, self.komi) };
        Ok(())
    }

    /// Says how many of the stones of the first position were given to Black as handicap, for the compensation.
    pub fn set_handicap(&mut self, stones: usize) {
        self.handicap = stones;
    }

    /// Places 2 to 9 handicap stones where custom wants them; White plays next.
    ///
    /// # Errors
    /// If the game has begun, or this board has no fixed places for that number.
    pub fn place_fixed_handicap(&mut self, stones: usize) -> Result<Vec<Point>, HandicapError> {
        let points = fixed_handicap(self.size(), stones)?;
        self.place_free_handicap(&points)?;
        Ok(points)
    }

    /// Places handicap stones on these points; White plays next.
    ///
    /// # Errors
    /// If the game has begun, or the points are not such that a game can be played.
    pub fn place_free_handicap(&mut self, points: &[Point]) -> Result<(), HandicapError> {
        if !self.moves.is_empty() || self.board.empties().len() < self.size() * self.size() {
            return Err(HandicapError::Begun);
        }
        if points.is_empty() || points.len() >= self.size() * self.size() {
            return Err(HandicapError::Count);
        }
        let mut seen = PointSet::new();
        if !points.iter().all(|&point| point.is_on(self.size()) && seen.insert(point)) {
            return Err(HandicapError::Points);
        }
        let stones: Vec<(Point, Option<Color>)> = points.iter().map(|&point| (point, Some(Color::Black))).collect();
        self.setup(&stones, Color::White).map_err(|_| HandicapError::Count)?;
        self.handicap = points.len();
        Ok(())
    }
}

/// The fixed places of handicap stones, in the order of the GTP standard.
///
/// # Errors
/// If this board has no fixed places for that number.
pub fn fixed_handicap(size: usize, stones: usize) -> Result<Vec<Point>, HandicapError> {
    let (largest, most) = match size {
        MIN_SIZE..=6 => (0, "none"),
        7 => (4, "2 to 4"),
        _ if size.is_multiple_of(2) => (4, "2 to 4"),
        _ => (9, "2 to 9"),
    };
    if !(2..=largest).contains(&stones) {
        return Err(HandicapError::Number { stones, size, most });
    }
    let line = if size < 13 { 2 } else { 3 };
    let (low, high, middle) = (size - 1 - line, line, size / 2);
    let corners = [(low, line), (high, low), (high, line), (low, low)];
    let sides = [(middle, line), (middle, low), (low, middle), (high, middle)];
    let mut places: Vec<(usize, usize)> = corners.to_vec();
    places.truncate(stones);
    if stones >= 6 {
        places.extend(&sides[..if stones >= 8 { 4 } else { 2 }]);
    }
    if stones % 2 == 1 && stones >= 5 {
        places.push((middle, middle));
    }
    Ok(places.into_iter().map(|(row, col)| Point::new(row, col)).collect())
}

impl fmt::Debug for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "move {}, {} rules, komi {}", self.move_number(), self.rules, self.komi)?;
        self.board.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(size: usize, rules: Rules, moves: &str) -> Game {
        let mut game = Game::new(size, rules, 0.0);
        for name in moves.split_whitespace() {
            let verdict = game.play(Move::from_gtp(name, size).unwrap());
            assert_eq!(verdict, Ok(()), "{name} in\n{game:?}");
        }
        game
    }

    fn verdict(game: &Game, name: &str) -> Result<(), Illegal> {
        game.check(game.to_play(), Move::from_gtp(name, game.size()).unwrap())
    }

    #[test]
    fn a_ko_may_not_be_taken_back_at_once() {
        let ko = "B3 C3 A2 D2 B1 C1 C2 B2";
        for (rules, reason) in [(Rules::CHINESE, Illegal::Ko), (Rules::TROMP_TAYLOR, Illegal::Superko)] {
            let mut game = game(5, rules, ko);
            assert_eq!(game.prisoners(Color::White), 1);
            assert_eq!(verdict(&game, "C2"), Err(reason));
            game.play(Move::from_gtp("E5", 5).unwrap()).unwrap();
            game.play(Move::from_gtp("E4", 5).unwrap()).unwrap();
            assert_eq!(verdict(&game, "C2"), Ok(()), "after a threat and its answer");
        }
    }

    #[test]
    fn a_pass_answered_by_a_pass_ends_the_game() {
        let mut game = game(9, Rules::CHINESE, "E5 pass pass");
        assert_eq!(game.end(), Some(End::Passes));
        assert_eq!(game.outcome(&PointSet::new()), Some(Outcome::Score(Color::Black, 81.0)));
        assert_eq!(verdict(&game, "D4"), Err(Illegal::GameOver));
        game.resume();
        assert_eq!(verdict(&game, "D4"), Ok(()));
        game.play(Move::Pass).unwrap();
        assert!(!game.is_over(), "one pass after resuming is not two");
    }

    #[test]
    fn after_a_game_is_resumed_it_takes_two_more_passes_to_end_it() {
        let mut game = game(5, Rules::CHINESE, "C3 pass");
        assert_eq!((game.passes(), game.ends_by_passing()), (1, true));
        game.play(Move::Pass).unwrap();
        game.resume();
        assert_eq!((game.passes(), game.ends_by_passing()), (0, false));
        game.play(Move::Pass).unwrap();
        assert_eq!((game.passes(), game.ends_by_passing(), game.is_over()), (1, true, false));
        game.play(Move::Pass).unwrap();
        assert!(game.is_over());
    }

    #[test]
    fn resigning_gives_the_game_away_and_can_be_taken_back() {
        let mut game = game(9, Rules::JAPANESE, "E5");
        game.play(Move::Resign).unwrap();
        assert_eq!(game.outcome(&PointSet::new()).unwrap().to_string(), "B+R");
        assert_eq!(game.undo(), Some((Color::White, Move::Resign)));
        assert_eq!((game.is_over(), game.to_play()), (false, Color::White));
    }

    #[test]
    fn only_rules_that_allow_it_let_several_stones_commit_suicide() {
        // Black's two stones around the corner have one liberty left, the corner.
        for (name, rules) in Rules::ALL {
            if rules.ending == Ending::NoMoveLeft {
                continue;
            }
            let mut game = game(5, rules, "E5 A3 A2 B2 B1 C1");
            let expected = if rules.suicide { Ok(()) } else { Err(Illegal::Suicide) };
            assert_eq!(verdict(&game, "A1"), expected, "{name}");
            if game.play(Move::from_gtp("A1", 5).unwrap()).is_ok() {
                assert_eq!(game.prisoners(Color::White), 3);
                assert!(game.board().cell(Point::from_gtp("A2", 5).unwrap()) == crate::Cell::Empty);
            }
        }
    }

    #[test]
    fn a_single_stone_never_commits_suicide() {
        let game = game(5, Rules::NEW_ZEALAND, "E5 A2 E4 B1");
        assert_eq!(verdict(&game, "A1"), Err(Illegal::Suicide));
    }

    #[test]
    fn a_long_way_round_to_an_earlier_position_is_forbidden_by_superko_only() {
        // White takes two, then one; Black taking three would leave the stone of the first move alone again.
        let round = "A1 B2 B1 A2 A1 B1";
        assert_eq!(verdict(&game(2, Rules::CHINESE, round), "A1"), Ok(()));
        assert_eq!(verdict(&game(2, Rules::TROMP_TAYLOR, round), "A1"), Err(Illegal::Superko));
        assert_eq!(verdict(&game(2, Rules::AGA, round), "A1"), Err(Illegal::Superko));
    }

    #[test]
    fn situational_superko_looks_at_whose_turn_it_was() {
        // The same round from a lone stone with Black to play: when it comes back, it is White's turn.
        for (rules, expected) in [(Rules::TROMP_TAYLOR, Err(Illegal::Superko)), (Rules::AGA, Ok(()))] {
            let mut game = Game::new(2, rules, 0.0);
            game.setup(&[(Point::new(1, 0), Some(Color::Black))], Color::Black).unwrap();
            for name in ["B1", "B2", "pass", "A2", "A1", "B1"] {
                game.play(Move::from_gtp(name, 2).unwrap()).unwrap();
            }
            assert_eq!(verdict(&game, "A1"), expected);
        }
    }

    #[test]
    fn a_deathmatch_has_no_passes_and_ends_when_no_move_is_left() {
        let mut game = game(3, Rules::DEATHMATCH, "B2 A1");
        assert_eq!(verdict(&game, "pass"), Err(Illegal::PassForbidden));
        let corner = [(Point::from_gtp("A1", 3).unwrap(), None)];
        let rest = ["B1", "A2", "B3", "C2"].map(|name| (Point::from_gtp(name, 3).unwrap(), Some(Color::Black)));
        game.setup(&[&corner[..], &rest[..]].concat(), Color::White).unwrap();
        assert_eq!(game.end(), Some(End::NoMoveLeft), "{game:?}");
        assert_eq!(game.outcome(&PointSet::new()), Some(Outcome::Score(Color::Black, 9.0)));
    }

    #[test]
    fn rules_that_count_every_stone_have_no_dead_stones() {
        let board = crate::diagram::board(
            "
            . X . X O
            X X X X .
            . . . . .
            . . . . .
            . . . . .",
        );
        let corner = Point::from_gtp("E5", 5).unwrap();
        let looks_dead = |rules| Game::from_board(board, rules, 0.5).estimated_dead().contains(corner);
        assert!(looks_dead(Rules::CHINESE) && looks_dead(Rules::JAPANESE));
        assert!(!looks_dead(Rules::TROMP_TAYLOR) && !looks_dead(Rules::DEATHMATCH));
    }

    #[test]
    fn undo_goes_back_to_any_move() {
        let full = game(5, Rules::TROMP_TAYLOR, "B3 C3 A2 D2 B1 C1 C2 B2 E5 E4 C2");
        for number in 0..full.move_number() {
            let earlier = full.at(number);
            let moves: Vec<String> = full.moves()[..number].iter().map(|(_, mv)| mv.to_gtp(5)).collect();
            let again = game(5, Rules::TROMP_TAYLOR, &moves.join(" "));
            assert_eq!(earlier.board(), again.board());
            assert_eq!(earlier.hash(), again.hash());
            assert_eq!(earlier.legal_points().collect::<Vec<_>>(), again.legal_points().collect::<Vec<_>>());
        }
    }

    #[test]
    fn undo_to_before_a_resumption_takes_that_back_too() {
        let mut game = game(5, Rules::CHINESE, "C3 pass pass");
        game.resume();
        game.undo();
        game.play(Move::Pass).unwrap();
        assert!(game.is_over(), "the second pass ends the game as it did before");
        game.resume();
        game.play(Move::Pass).unwrap();
        game.undo();
        assert!(!game.is_over(), "it is still resumed where it was");
    }

    #[test]
    fn handicap_stones_stand_where_the_standard_says() {
        let names = |size, stones| {
            let points = fixed_handicap(size, stones).unwrap();
            points.iter().map(|point| point.to_gtp(size)).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(names(19, 2), "D4 Q16");
        assert_eq!(names(19, 5), "D4 Q16 D16 Q4 K10");
        assert_eq!(names(19, 8), "D4 Q16 D16 Q4 D10 Q10 K4 K16");
        assert_eq!(names(19, 9), "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10");
        assert_eq!(names(9, 4), "C3 G7 C7 G3");
        assert!(fixed_handicap(8, 5).is_err() && fixed_handicap(5, 2).is_err() && fixed_handicap(19, 1).is_err());
    }

    #[test]
    fn white_plays_first_in_a_handicap_game() {
        let mut game = Game::new(19, Rules::CHINESE, 0.5);
        game.place_fixed_handicap(4).unwrap();
        assert_eq!((game.to_play(), game.handicap()), (Color::White, 4));
        assert_eq!(game.place_fixed_handicap(2), Err(HandicapError::Begun));
        assert_eq!(game.score(&PointSet::new()), 361.0 - 0.5 - 4.0);
    }

    #[test]
    fn a_set_up_chain_needs_a_liberty() {
        let mut game = Game::new(2, Rules::SIMPLE, 0.0);
        let all: Vec<_> = Point::all(2).map(|point| (point, Some(Color::Black))).collect();
        assert!(matches!(game.setup(&all, Color::White), Err(PositionError::NoLiberty(_))));
        assert_eq!(game.board().empties().len(), 4);
    }
}
