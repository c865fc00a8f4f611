//! An engine as a player: its board kept the same as the game, its moves judged.

use std::time::Duration;

use goban::{Color, Game, Move, Point, PointMap, Rules};
use player::{Budget, Choice, Failure, Introduction, Opinion, Player, Stop, TimeControl};

use super::playouts::PlayoutLimit;
use super::{ClientError, CommandLine, Controller, Options, time};
use crate::rules;

/// Another program, driven as a player.
///
/// The program is started with the player and, should it have failed, again for the next move that is asked of it. An
/// illegal move is an error to [`genmove`](GtpPlayer::genmove); [`choose`](Player::choose) hands it on as it is, since
/// the referee judges every move and tells an illegal one apart from a failure.
#[derive(Debug)]
pub struct GtpPlayer {
    line: CommandLine,
    options: Options,
    controller: Option<Controller>,
    shown: Option<Shown>,
    /// The time control that the engine believes in, and whether a new game has begun since it was told.
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

/// What the engine's board looks like.
#[derive(Clone, PartialEq, Debug)]
struct Shown {
    size: usize,
    rules: Rules,
    komi: f32,
    stones: Vec<(Color, Point)>,
    handicap: usize,
    moves: Vec<(Color, Move)>,
}

impl GtpPlayer {
    /// Starts the program and lets it introduce itself.
    ///
    /// # Errors
    /// If it cannot be started, or does not answer as GTP wants it within the deadline.
    pub fn start(line: CommandLine, options: Options) -> Result<GtpPlayer, ClientError> {
        let mut controller = Controller::start(&line, &options)?;
        let playout_limit = if options.own_limit { None } else { PlayoutLimit::find(&mut controller)? };
        Ok(GtpPlayer {
            line,
            options,
            controller: Some(controller),
            shown: None,
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

    /// The engine's move for the side to move. The move is left standing on the engine's board.
    ///
    /// # Errors
    /// If the engine fails, refuses, or answers with what is no legal move.
    pub fn genmove(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Move, ClientError> {
        let result = self.try_genmove(game, budget, stop);
        self.after(result)
    }

    /// The stones that the engine gives a final status: `dead`, `alive` or `seki`.
    ///
    /// # Errors
    /// If the engine fails, does not know the command, or answers with what are no points.
    pub fn final_status_list(&mut self, game: &Game, status: &str) -> Result<Vec<Point>, ClientError> {
        let result = self.try_final_status_list(game, status);
        self.after(result)
    }

    /// The engine's own score of the game, such as `B+3.5`.
    ///
    /// # Errors
    /// If the engine fails, or does not know the command.
    pub fn final_score(&mut self, game: &Game) -> Result<String, ClientError> {
        let result = self.show(game).and_then(|()| self.ask_to_count("final_score"));
        self.after(result)
    }

    /// The moves that the engine likes best for the side to move, with their weights, by the commands that GNU Go has
    /// for this, `top_moves_black` and `top_moves_white`; `None` for an engine that does not know them.
    ///
    /// # Errors
    /// If the engine fails, refuses, or answers with what are no moves with weights.
    pub fn top_moves(&mut self, game: &Game) -> Result<Option<Vec<(Point, f32)>>, ClientError> {
        let result = self.try_top_moves(game);
        self.after(result)
    }

    fn try_top_moves(&mut self, game: &Game) -> Result<Option<Vec<(Point, f32)>>, ClientError> {
        let command = format!("top_moves_{}", game.to_play());
        if !self.controller()?.knows(&command) {
            return Ok(None);
        }
        self.show(game)?;
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
        self.show(game)?;
        self.limit_playouts(budget)?;
        let (color, size) = (game.to_play(), game.size());
        let clock = time::clock(budget);
        let control = clock.map(|clock| clock.control());
        if control != self.control || (self.restarted && control.is_some()) {
            let controller = self.controller()?;
            if let Some(command) = time::settings(|command| controller.knows(command), control) {
                self.optional(&command)?;
            }
            (self.control, self.restarted) = (control, false);
        }
        let (clean_up, most) = (self.clean_up, budget.most());
        self.most = most;
        let controller = self.controller()?;
        if let Some(clock) = clock
            && let Some(command) = time::left(|command| controller.knows(command), color, clock)
        {
            controller.ask(&command)?;
        }
        let Options { genmove, grace, .. } = *controller.options();
        let limit = most.map_or(genmove, |most| most.saturating_add(grace));
        let name = if clean_up && controller.knows("kgs-genmove_cleanup") { "kgs-genmove_cleanup" } else { "genmove" };
        let command = format!("{name} {color}");
        let answer = controller.ask_within(&command, limit, Some(stop))?;
        let word = answer.split_whitespace().next().unwrap_or("");
        let mv = Move::from_gtp(word, size).map_err(|_| controller.unreadable(&command, &answer, "move"))?;
        if mv != Move::Resign {
            if let Err(reason) = game.check(color, mv) {
                let engine = controller.engine();
                return Err(ClientError::IllegalMove { engine, played: mv.to_gtp(size), mv, reason });
            }
            if let Some(shown) = &mut self.shown {
                shown.moves.push((color, mv));
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
        self.show(game)?;
        let command = format!("final_status_list {status}");
        let answer = self.ask_to_count(&command)?;
        let points = answer.split_whitespace().map(|word| Point::from_gtp(word, game.size()));
        match points.collect::<Result<_, _>>() {
            Ok(points) => Ok(points),
            Err(_) => Err(self.controller()?.unreadable(&command, &answer, "list of points")),
        }
    }

    /// An engine that failed is not asked again, and one that did something odd is shown the whole game anew.
    fn after<T>(&mut self, result: Result<T, ClientError>) -> Result<T, ClientError> {
        if let Err(error) = &result {
            self.options.log.write(&format!("error: {error}"));
            self.shown = None;
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
                (self.shown, self.control, self.playouts) = (None, None, None);
                Controller::start(&self.line, &self.options)?
            }
        };
        Ok(self.controller.insert(controller))
    }

    /// Sends a question about the end of a game.
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

    /// Makes the engine's board the same as the game, with as few commands as that takes.
    fn show(&mut self, game: &Game) -> Result<(), ClientError> {
        let wanted = Shown::of(game);
        self.controller()?;
        if let Some(seed) = self.seed.take()
            && self.controller()?.knows("set_random_seed")
        {
            // The standard's integers have 31 bits.
            self.optional(&format!("set_random_seed {}", seed & 0x7fff_ffff))?;
        }
        let mut shown = match self.shown.take() {
            Some(shown) if shown.has_same_start(&wanted) => shown,
            _ => self.begin(&wanted)?,
        };
        if shown.komi != wanted.komi {
            self.controller()?.ask(&format!("komi {}", wanted.komi))?;
            shown.komi = wanted.komi;
        }
        let same = shown.moves.iter().zip(&wanted.moves).take_while(|(a, b)| a == b).count();
        if !self.take_back(shown.moves.len() - same)? {
            shown = self.begin(&wanted)?;
        }
        shown.moves.truncate(same);
        self.play(&wanted.moves[shown.moves.len()..], wanted.size)?;
        self.shown = Some(wanted);
        Ok(())
    }

    /// Starts a new game on the engine's board: size, rules, komi, and the stones before the first move.
    fn begin(&mut self, wanted: &Shown) -> Result<Shown, ClientError> {
        let Shown { size, rules, komi, .. } = *wanted;
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
        Ok(Shown { moves: Vec::new(), ..wanted.clone() })
    }

    /// Takes back moves; `false` if the engine cannot.
    fn take_back(&mut self, moves: usize) -> Result<bool, ClientError> {
        let controller = self.controller()?;
        let commands = match moves {
            0 => Vec::new(),
            _ if controller.knows("gg-undo") => vec![format!("gg-undo {moves}")],
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
        if moves.len() > 1 && controller.knows("gogui-play_sequence") {
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

impl Shown {
    fn of(game: &Game) -> Shown {
        let board = game.initial();
        let stones_of = |color| board.points().filter(move |&p| board.cell(p).is(color)).map(move |p| (color, p));
        let stones = stones_of(Color::Black).chain(stones_of(Color::White)).collect();
        let moves = game.moves().iter().copied().filter(|&(_, mv)| mv != Move::Resign).collect();
        let (size, rules, komi, handicap) = (game.size(), game.rules(), game.komi(), game.handicap());
        Shown { size, rules, komi, stones, handicap, moves }
    }

    fn has_same_start(&self, other: &Shown) -> bool {
        let start = |shown: &Shown| (shown.size, shown.rules, shown.handicap);
        start(self) == start(other) && self.stones == other.stones
    }
}

/// The stones before the first move: as handicap, as a position, or else one by one. Black's first and then White's,
/// no stone is ever placed without a liberty and none is ever captured.
fn place(controller: &mut Controller, wanted: &Shown) -> Result<(), ClientError> {
    let Shown { size, ref stones, handicap, .. } = *wanted;
    if stones.is_empty() {
        return Ok(());
    }
    let only_black = stones.iter().all(|&(color, _)| color == Color::Black);
    if handicap > 1 && only_black && stones.len() == handicap && controller.knows("set_free_handicap") {
        let points: Vec<String> = stones.iter().map(|(_, point)| point.to_gtp(size)).collect();
        controller.ask(&format!("set_free_handicap {}", points.join(" ")))?;
        return Ok(());
    }
    let written: Vec<String> = stones.iter().map(|(color, point)| format!("{color} {}", point.to_gtp(size))).collect();
    if controller.knows("gogui-setup") {
        controller.ask(&format!("gogui-setup {}", written.join(" ")))?;
    } else if controller.knows("set_position") {
        controller.ask(&format!("set_position {}", written.join(" ")))?;
    } else {
        for stone in written {
            controller.ask(&format!("play {stone}"))?;
        }
    }
    Ok(())
}

fn rules_command(controller: &Controller, wanted: Rules) -> Option<String> {
    if controller.knows("kata-set-rules") {
        return Some(match wanted.name() {
            Some(name) => format!("kata-set-rules {name}"),
            None => format!("kata-set-rules {}", rules::to_json(wanted)),
        });
    }
    let name = wanted.name().filter(|name| ["chinese", "japanese", "aga", "new-zealand"].contains(name))?;
    controller.knows("kgs-rules").then(|| format!("kgs-rules {}", name.replace('-', "_")))
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

    /// By the weights of the moves that the engine lists; those that it does not list are worth nought. An engine that
    /// lists none does not rank, and neither does one that has just failed.
    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        let Ok(Some(listed)) = self.top_moves(game) else { return false };
        for point in game.legal_points() {
            let weight = listed.iter().find(|(liked, _)| *liked == point).map(|&(_, weight)| weight);
            worth[point] = weight.unwrap_or(0.0);
        }
        true
    }

    fn reset(&mut self, seed: u64) {
        self.shown = None;
        self.seed = Some(seed);
    }

    fn clean_up(&mut self, on: bool) {
        self.clean_up = on;
    }

    /// The engine's dead stones or, where it does not tell them, its score. What it does not know or refuses to say, or
    /// what cannot be read, is no opinion.
    fn opinion(&mut self, game: &Game) -> Result<Opinion, Failure> {
        let mut opinion = Opinion::default();
        if self.controller()?.knows("final_status_list") {
            opinion.dead = no_say(self.final_status_list(game, "dead"))?;
        }
        if opinion.dead.is_none() && self.controller()?.knows("final_score") {
            let score = no_say(self.final_score(game))?;
            opinion.outcome = score.and_then(|score| score.split_whitespace().next()?.parse().ok());
        }
        Ok(opinion)
    }

    fn introduction(&self) -> Option<Introduction> {
        let (name, version) = self.name()?;
        Some(Introduction { name: name.to_string(), version: version.to_string() })
    }
}

/// The playouts that a move may take. `u64::MAX` stands for all that the time allows, which is no limit.
fn limit_of(budget: Budget) -> Option<u64> {
    budget.playouts.filter(|&playouts| playouts < u64::MAX)
}

/// A question that may be left open, by a refusal or by an answer that is none.
fn no_say<T>(asked: Result<T, ClientError>) -> Result<Option<T>, ClientError> {
    match asked {
        Ok(answer) => Ok(Some(answer)),
        Err(ClientError::Refused { .. } | ClientError::Unreadable { .. }) => Ok(None),
        Err(error) => Err(error),
    }
}

/// How long a count may take after a game whose moves might take that long: as long as a move, since some engines read
/// every fight before they count, and not too little after moves that took a moment each.
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
