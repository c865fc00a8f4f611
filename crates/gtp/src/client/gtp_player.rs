//! An engine as a player: its board is kept in step with the game, its moves are checked.

use std::time::Duration;

use goban::{Color, Game, Move, Point, PointMap, Rules};
use player::{Budget, Choice, Failure, Introduction, Opinion, Player, Stop, TimeControl};

use super::playouts::PlayoutLimit;
use super::{ClientError, CommandLine, Controller, Options, time};
use crate::rules;

/// Another program, driven as a player.
///
/// The program is started with the player, and restarted after a failure when the next move is requested. An illegal
/// move is an error to [`genmove`](GtpPlayer::genmove); [`choose`](Player::choose) passes it on: the referee judges
/// every move and distinguishes illegal moves from failures.
#[derive(Debug)]
pub struct GtpPlayer {
    line: CommandLine,
    options: Options,
    controller: Option<Controller>,
    board: Option<BoardState>,
    /// The time control last sent to the engine, and whether a new game has started since.
    control: Option<TimeControl>,
    restarted: bool,
    /// The engine's parameter for a limit of playouts, and the limit that was last set by it.
    playout_limit: Option<PlayoutLimit>,
    playouts: Option<u64>,
    /// The most time that the last move might take, if it was limited.
    most: Option<Duration>,
    clean_up: bool,
    seed: Option<u64>,
}

/// The state of the engine's board.
#[derive(Clone, PartialEq, Debug)]
struct BoardState {
    size: usize,
    rules: Rules,
    komi: f32,
    stones: Vec<(Color, Point)>,
    handicap: usize,
    moves: Vec<(Color, Move)>,
}

impl GtpPlayer {
    /// Starts the program and asks for its name, version and commands.
    ///
    /// # Errors
    /// If it cannot be started, misses the deadline or breaks the protocol.
    pub fn start(line: CommandLine, options: Options) -> Result<GtpPlayer, ClientError> {
        let mut controller = Controller::start(&line, &options)?;
        let playout_limit = if options.own_limit { None } else { PlayoutLimit::find(&mut controller)? };
        Ok(GtpPlayer {
            line,
            options,
            controller: Some(controller),
            board: None,
            control: None,
            restarted: false,
            playout_limit,
            playouts: None,
            most: None,
            clean_up: false,
            seed: None,
        })
    }

    /// The engine's name and version, while it runs.
    pub fn name(&self) -> Option<(&str, &str)> {
        self.controller.as_ref().map(|controller| (controller.name(), controller.version()))
    }

    /// The engine's move for the side to move. The move stays on the engine's board.
    ///
    /// # Errors
    /// If the engine fails, refuses, or its answer is not a legal move.
    pub fn genmove(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Move, ClientError> {
        let result = self.try_genmove(game, budget, stop);
        self.after(result)
    }

    /// The stones that the engine gives a final status: `dead`, `alive` or `seki`.
    ///
    /// # Errors
    /// If the engine fails, lacks the command, or its answer is not a list of points.
    pub fn final_status_list(&mut self, game: &Game, status: &str) -> Result<Vec<Point>, ClientError> {
        let result = self.try_final_status_list(game, status);
        self.after(result)
    }

    /// The engine's own score of the game, such as `B+3.5`.
    ///
    /// # Errors
    /// If the engine fails or lacks the command.
    pub fn final_score(&mut self, game: &Game) -> Result<String, ClientError> {
        let result = self.sync(game).and_then(|()| self.ask_to_count("final_score"));
        self.after(result)
    }

    /// The engine's best moves for the side to move, with weights, by GNU Go's commands `top_moves_black` and
    /// `top_moves_white`; `None` if the engine lacks them.
    ///
    /// # Errors
    /// If the engine fails, refuses, or its answer is not a list of moves with weights.
    pub fn top_moves(&mut self, game: &Game) -> Result<Option<Vec<(Point, f32)>>, ClientError> {
        let result = self.try_top_moves(game);
        self.after(result)
    }

    fn try_top_moves(&mut self, game: &Game) -> Result<Option<Vec<(Point, f32)>>, ClientError> {
        let command = format!("top_moves_{}", game.to_play());
        if !self.controller()?.supports(&command) {
            return Ok(None);
        }
        self.sync(game)?;
        let limit = self.options.genmove;
        let answer = self.controller()?.ask_within(&command, limit, None)?;
        let words: Vec<&str> = answer.split_whitespace().collect();
        let weighted = |pair: &[&str]| match *pair {
            [name, weight] => Some((Move::from_gtp(name, game.size()).ok()?, weight.parse::<f32>().ok()?)),
            _ => None,
        };
        let moves: Option<Vec<(Move, f32)>> = words.chunks(2).map(weighted).collect();
        let points = |moves: Vec<(Move, f32)>| {
            moves.into_iter().filter_map(|(mv, weight)| Some((mv.point()?, weight))).collect()
        };
        match moves {
            Some(moves) => Ok(Some(points(moves))),
            None => Err(self.controller()?.unreadable(&command, &answer, "list of moves with weights")),
        }
    }

    fn try_genmove(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Move, ClientError> {
        self.sync(game)?;
        self.limit_playouts(budget)?;
        let (color, size) = (game.to_play(), game.size());
        let clock = time::clock(budget);
        let control = clock.map(|clock| clock.control());
        if control != self.control || (self.restarted && control.is_some()) {
            let controller = self.controller()?;
            if let Some(command) = time::settings(|command| controller.supports(command), control) {
                self.optional(&command)?;
            }
            (self.control, self.restarted) = (control, false);
        }
        let (clean_up, most) = (self.clean_up, budget.most());
        self.most = most;
        let controller = self.controller()?;
        if let Some(clock) = clock
            && let Some(command) = time::left(|command| controller.supports(command), color, clock)
        {
            controller.ask(&command)?;
        }
        let Options { genmove, grace, .. } = *controller.options();
        let limit = most.map_or(genmove, |most| most.saturating_add(grace));
        let name =
            if clean_up && controller.supports("kgs-genmove_cleanup") { "kgs-genmove_cleanup" } else { "genmove" };
        let command = format!("{name} {color}");
        let answer = controller.ask_within(&command, limit, Some(stop))?;
        let word = answer.split_whitespace().next().unwrap_or("");
        let mv = Move::from_gtp(word, size).map_err(|_| controller.unreadable(&command, &answer, "move"))?;
        if mv != Move::Resign {
            if let Err(reason) = game.check(color, mv) {
                let engine = controller.engine();
                return Err(ClientError::IllegalMove { engine, played: mv.to_gtp(size), mv, reason });
            }
            if let Some(board) = &mut self.board {
                board.moves.push((color, mv));
            }
        }
        Ok(mv)
    }

    /// Sets the limit of playouts, if it has changed.
    fn limit_playouts(&mut self, budget: Budget) -> Result<(), ClientError> {
        if self.ignores_playouts(budget) {
            return Err(ClientError::Playouts { engine: self.engine() });
        }
        let playouts = limit_of(budget);
        if let Some(limit) = self.playout_limit.as_ref().filter(|_| playouts != self.playouts) {
            let command = limit.set(playouts);
            self.controller()?.ask(&command)?;
            self.playouts = playouts;
        }
        Ok(())
    }

    /// Whether the budget has a limit of playouts that cannot be set.
    fn ignores_playouts(&self, budget: Budget) -> bool {
        limit_of(budget).is_some() && self.playout_limit.is_none() && !self.options.own_limit
    }

    /// The engine as error messages name it.
    fn engine(&self) -> String {
        self.controller.as_ref().map_or_else(|| self.line.to_string(), Controller::engine)
    }

    fn try_final_status_list(&mut self, game: &Game, status: &str) -> Result<Vec<Point>, ClientError> {
        self.sync(game)?;
        let command = format!("final_status_list {status}");
        let answer = self.ask_to_count(&command)?;
        let points = answer.split_whitespace().map(|word| Point::from_gtp(word, game.size()));
        match points.collect::<Result<_, _>>() {
            Ok(points) => Ok(points),
            Err(_) => Err(self.controller()?.unreadable(&command, &answer, "list of points")),
        }
    }

    /// Discards an engine that failed. One that did something odd keeps running and receives the whole game again.
    fn after<T>(&mut self, result: Result<T, ClientError>) -> Result<T, ClientError> {
        if let Err(error) = &result {
            self.options.log.write(&format!("error: {error}"));
            self.board = None;
            match error {
                ClientError::Refused { .. }
                | ClientError::Unreadable { .. }
                | ClientError::Playouts { .. }
                | ClientError::IllegalMove { .. } => {}
                _ => self.controller = None,
            }
        }
        result
    }

    fn controller(&mut self) -> Result<&mut Controller, ClientError> {
        let controller = match self.controller.take() {
            Some(controller) => controller,
            None => {
                (self.board, self.control, self.playouts) = (None, None, None);
                Controller::start(&self.line, &self.options)?
            }
        };
        Ok(self.controller.insert(controller))
    }

    /// Sends a command that counts the game.
    fn ask_to_count(&mut self, command: &str) -> Result<String, ClientError> {
        let limit = count_limit(&self.options, self.most);
        self.controller()?.ask_within(command, limit, None)
    }

    /// Sends a command that the engine may refuse; a refusal is only logged.
    fn optional(&mut self, command: &str) -> Result<(), ClientError> {
        match self.controller()?.ask(command) {
            Err(error @ ClientError::Refused { .. }) => {
                self.options.log.write(&format!("note: {error}"));
                Ok(())
            }
            other => other.map(drop),
        }
    }

    /// Brings the engine's board in step with the game, with as few commands as possible.
    fn sync(&mut self, game: &Game) -> Result<(), ClientError> {
        let wanted = BoardState::of(game);
        self.controller()?;
        if let Some(seed) = self.seed.take()
            && self.controller()?.supports("set_random_seed")
        {
            // The standard's integers have 31 bits.
            self.optional(&format!("set_random_seed {}", seed & 0x7fff_ffff))?;
        }
        let mut board = match self.board.take() {
            Some(board) if board.has_same_start(&wanted) => board,
            _ => self.new_game(&wanted)?,
        };
        if board.komi != wanted.komi {
            self.controller()?.ask(&format!("komi {}", wanted.komi))?;
            board.komi = wanted.komi;
        }
        let same = board.moves.iter().zip(&wanted.moves).take_while(|(a, b)| a == b).count();
        if !self.take_back(board.moves.len() - same)? {
            board = self.new_game(&wanted)?;
        }
        board.moves.truncate(same);
        self.play(&wanted.moves[board.moves.len()..], wanted.size)?;
        self.board = Some(wanted);
        Ok(())
    }

    /// Starts a new game on the engine's board: size, rules, komi, and the stones before the first move.
    fn new_game(&mut self, wanted: &BoardState) -> Result<BoardState, ClientError> {
        let BoardState { size, rules, komi, .. } = *wanted;
        let controller = self.controller()?;
        controller.ask(&format!("boardsize {size}"))?;
        controller.ask("clear_board")?;
        if let Some(command) = rules_command(controller, rules) {
            self.optional(&command)?;
        }
        let controller = self.controller()?;
        controller.ask(&format!("komi {komi}"))?;
        place(controller, wanted)?;
        self.restarted = true;
        Ok(BoardState { moves: Vec::new(), ..wanted.clone() })
    }

    /// Takes back moves; `false` if the engine cannot.
    fn take_back(&mut self, moves: usize) -> Result<bool, ClientError> {
        let controller = self.controller()?;
        let commands = match moves {
            0 => Vec::new(),
            _ if controller.supports("gg-undo") => vec![format!("gg-undo {moves}")],
            _ => vec!["undo".to_string(); moves],
        };
        for command in commands {
            match controller.ask(&command) {
                Ok(_) => {}
                Err(ClientError::Refused { .. }) => return Ok(false),
                Err(error) => return Err(error),
            }
        }
        Ok(true)
    }

    fn play(&mut self, moves: &[(Color, Move)], size: usize) -> Result<(), ClientError> {
        let controller = self.controller()?;
        let write = |&(color, mv): &(Color, Move)| format!("{color} {}", mv.to_gtp(size));
        if moves.len() > 1 && controller.supports("gogui-play_sequence") {
            let moves: Vec<String> = moves.iter().map(write).collect();
            controller.ask(&format!("gogui-play_sequence {}", moves.join(" ")))?;
        } else {
            for mv in moves {
                controller.ask(&format!("play {}", write(mv)))?;
            }
        }
        Ok(())
    }
}

impl BoardState {
    fn of(game: &Game) -> BoardState {
        let board = game.initial();
        let stones_of = |color| board.points().filter(move |&p| board.cell(p).is(color)).map(move |p| (color, p));
        let stones = stones_of(Color::Black).chain(stones_of(Color::White)).collect();
        let moves = game.moves().iter().copied().filter(|&(_, mv)| mv != Move::Resign).collect();
        let (size, rules, komi, handicap) = (game.size(), game.rules(), game.komi(), game.handicap());
        BoardState { size, rules, komi, stones, handicap, moves }
    }

    fn has_same_start(&self, other: &BoardState) -> bool {
        let start = |board: &BoardState| (board.size, board.rules, board.handicap);
        start(self) == start(other) && self.stones == other.stones
    }
}

/// The stones before the first move: as handicap, as a position, or else one by one. Black's first and then White's,
/// no stone is ever placed without a liberty and none is ever captured.
fn place(controller: &mut Controller, wanted: &BoardState) -> Result<(), ClientError> {
    let BoardState { size, ref stones, handicap, .. } = *wanted;
    if stones.is_empty() {
        return Ok(());
    }
    let only_black = stones.iter().all(|&(color, _)| color == Color::Black);
    if handicap > 1 && only_black && stones.len() == handicap && controller.supports("set_free_handicap") {
        let points: Vec<String> = stones.iter().map(|(_, point)| point.to_gtp(size)).collect();
        controller.ask(&format!("set_free_handicap {}", points.join(" ")))?;
        return Ok(());
    }
    let written: Vec<String> = stones.iter().map(|(color, point)| format!("{color} {}", point.to_gtp(size))).collect();
    if controller.supports("gogui-setup") {
        controller.ask(&format!("gogui-setup {}", written.join(" ")))?;
    } else if controller.supports("set_position") {
        controller.ask(&format!("set_position {}", written.join(" ")))?;
    } else {
        for stone in written {
            controller.ask(&format!("play {stone}"))?;
        }
    }
    Ok(())
}

fn rules_command(controller: &Controller, wanted: Rules) -> Option<String> {
    if controller.supports("kata-set-rules") {
        return Some(match wanted.name() {
            Some(name) => format!("kata-set-rules {name}"),
            None => format!("kata-set-rules {}", rules::to_json(wanted)),
        });
    }
    let name = wanted.name().filter(|name| ["chinese", "japanese", "aga", "new-zealand"].contains(name))?;
    controller.supports("kgs-rules").then(|| format!("kgs-rules {}", name.replace('-', "_")))
}

impl Player for GtpPlayer {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        match self.genmove(game, budget, stop) {
            Ok(mv) | Err(ClientError::IllegalMove { mv, .. }) => Ok(Choice::new(mv)),
            Err(error) => Err(error.into()),
        }
    }

    fn refuses_budget(&self, budget: Budget) -> Option<String> {
        self.ignores_playouts(budget).then(|| ClientError::Playouts { engine: self.engine() }.to_string())
    }

    /// By the weights of the moves that the engine lists; other moves have weight 0. An engine that cannot list moves,
    /// or has just failed, does not rank.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let Ok(Some(listed)) = self.top_moves(game) else { return false };
        for point in game.legal_points() {
            let weight = listed.iter().find(|(listed, _)| *listed == point).map(|&(_, weight)| weight);
            values[point] = weight.unwrap_or(0.0);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.board = None;
        self.seed = Some(seed);
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }

    /// The engine's dead stones or, without them, its score. A missing command, a refusal or an unreadable answer is no
    /// opinion.
    fn opinion(&mut self, game: &Game) -> Result<Opinion, Failure> {
        let mut opinion = Opinion::default();
        if self.controller()?.supports("final_status_list") {
            opinion.dead = answer_or_none(self.final_status_list(game, "dead"))?;
        }
        if opinion.dead.is_none() && self.controller()?.supports("final_score") {
            let score = answer_or_none(self.final_score(game))?;
            opinion.outcome = score.and_then(|score| score.split_whitespace().next()?.parse().ok());
        }
        Ok(opinion)
    }

    fn introduction(&self) -> Option<Introduction> {
        let (name, version) = self.name()?;
        Some(Introduction { name: name.to_string(), version: version.to_string() })
    }
}

/// The playouts that a move may take. `u64::MAX` means as many as time allows, and sets no limit.
fn limit_of(budget: Budget) -> Option<u64> {
    budget.playouts.filter(|&playouts| playouts < u64::MAX)
}

/// The answer to an optional question: `None` if it is refused or cannot be parsed.
fn answer_or_none<T>(asked: Result<T, ClientError>) -> Result<Option<T>, ClientError> {
    match asked {
        Ok(answer) => Ok(Some(answer)),
        Err(ClientError::Refused { .. } | ClientError::Unreadable { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// The time limit of a count: that of a move, since some engines read every fight before they count, with a minimum
/// after games of quick moves.
fn count_limit(options: &Options, most: Option<Duration>) -> Duration {
    most.map_or(options.genmove, |most| most.saturating_add(options.grace).max(options.count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_count_may_take_as_long_as_a_move_and_some_seconds_at_least() {
        let seconds = |most: u64| count_limit(&Options::default(), Some(Duration::from_secs(most))).as_secs();
        assert_eq!([seconds(0), seconds(1), seconds(10), seconds(60)], [20, 20, 20, 70]);
        let patient = Options { genmove: Duration::from_secs(30), ..Options::default() };
        assert_eq!(count_limit(&patient, None).as_secs(), 30, "as long as a move that nothing limits");
    }
}
