//! A player as a GTP engine.
//!
//! [`serve`] reads commands, one a line, looks each up in the one table of commands below, and writes its reply. The
//! functions in the table stand in files by theme; each takes the `Session` and the arguments, and gives the text of
//! the reply or a `Refusal`. A line that makes no sense, a player that fails and even one that panics are answered
//! with `?` and the engine lives on. Nothing but replies is written.
//!
//! A player that reports ownership decides which stones are dead at the end; otherwise [`goban::score::dead_stones`]
//! makes the proposal. Under Tromp-Taylor rules, and those without passing, no stone on the board is dead.
//!
//! The standard is the specification of GTP version 2 (Farnebäck, draft 2). Beside it stand the extensions of GNU Go
//! (`gg-`), GoGui (`gogui-`), KGS (`kgs-`), Gomill (`gomill-`), Leela Zero (`lz-`) and KataGo (`kata-`).

mod analyze;
mod args;
mod basic;
mod game;
mod gogui;
mod handicap;
mod inbox;
mod info;
mod params;
mod records;
mod rules;
mod score;
mod time;

use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use goban::{CoordinateError, Game, HandicapError, Illegal, PositionError, Rules};
use player::{Analysis, Failure, Maker, Player, Spec, SpecError};
use thiserror::Error;

use crate::rules::RulesError;
use crate::wire::{self, Command, Reply};
use args::Args;
use inbox::Inbox;

/// Lets the player that `spec` names answer GTP commands until `quit` or the end of the input.
///
/// The input is read on a separate thread, which lives until the input ends, even after `quit`.
///
/// ```
/// # use goban::{Game, Move};
/// # use player::{Budget, Choice, Entry, Failure, Maker, Player, Settings, Spec, SpecError, Stop};
/// # struct Passer;
/// # impl Player for Passer {
/// #     fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> { Ok(Choice::new(Move::Pass)) }
/// # }
/// # struct Roster;
/// # const ENTRIES: &[Entry] =
/// #     &[Entry { name: "passer", summary: "passes", params: &[], build: |_, _| Ok(Box::new(Passer)) }];
/// # impl Maker for Roster {
/// #     fn entries(&self) -> &[Entry] { ENTRIES }
/// #     fn make(&self, spec: &Spec) -> Result<Box<dyn Player>, SpecError> { player::make(self, spec) }
/// # }
/// let mut output = Vec::new();
/// gtp::serve("1 boardsize 9\n2 genmove black\n".as_bytes(), &mut output, &Roster, "passer".parse()?)?;
/// assert_eq!(String::from_utf8(output)?, "=1 \n\n=2 pass\n\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// If the player is unknown, or the output cannot be written.
pub fn serve(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    maker: &dyn Maker,
    spec: Spec,
) -> Result<(), ServeError> {
    answer_all(Inbox::open(input), output, maker, spec)
}

/// As [`serve`], but a search also ends when the output has no reader, which is when `hung_up` returns. It is called
/// on a separate thread. Every command is answered in full until then, also after the end of the input.
///
/// # Errors
/// As [`serve`].
pub fn serve_until_hangup(
    input: impl BufRead + Send + 'static,
    output: impl Write,
    maker: &dyn Maker,
    spec: Spec,
    hung_up: impl FnOnce() + Send + 'static,
) -> Result<(), ServeError> {
    let inbox = Inbox::open(input);
    let left = Arc::clone(&inbox);
    thread::spawn(move || {
        hung_up();
        left.hang_up();
    });
    answer_all(inbox, output, maker, spec)
}

fn answer_all(inbox: Arc<Inbox>, mut output: impl Write, maker: &dyn Maker, spec: Spec) -> Result<(), ServeError> {
    let mut session = Session::new(Arc::clone(&inbox), &mut output, maker, spec)?;
    while let Some(line) = inbox.next() {
        if let Some(command) = Command::parse(&line) {
            session.answer(&command)?;
        }
        if session.quit {
            break;
        }
    }
    Ok(())
}

/// The names of all commands, in the order in which `list_commands` lists them.
pub fn commands() -> impl Iterator<Item = &'static str> {
    COMMANDS.iter().map(|&(name, _)| name)
}

/// Why an engine could not serve.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The player cannot be made.
    #[error(transparent)]
    Spec(#[from] SpecError),
    /// The output cannot be written.
    #[error("a reply could not be written: {0}")]
    Output(#[from] io::Error),
}

/// What carries out a command.
type Handler = fn(&mut Session<'_>, &Args<'_>) -> Result<String, Refusal>;

/// Every command there is. A new one is one line here, one function, and one dialogue in the conformance test.
const COMMANDS: &[(&str, Handler)] = &[
    ("protocol_version", basic::protocol_version),
    ("name", basic::name),
    ("version", basic::version),
    ("known_command", basic::known_command),
    ("list_commands", basic::list_commands),
    ("quit", basic::quit),
    ("boardsize", game::boardsize),
    ("clear_board", game::clear_board),
    ("komi", game::komi),
    ("play", game::play),
    ("genmove", game::genmove),
    ("reg_genmove", game::reg_genmove),
    ("undo", game::undo),
    ("gg-undo", game::gg_undo),
    ("showboard", game::showboard),
    ("set_random_seed", game::set_random_seed),
    ("fixed_handicap", handicap::fixed_handicap),
    ("place_free_handicap", handicap::place_free_handicap),
    ("set_free_handicap", handicap::set_free_handicap),
    ("loadsgf", records::loadsgf),
    ("printsgf", records::printsgf),
    ("time_settings", time::time_settings),
    ("time_left", time::time_left),
    ("kgs-time_settings", time::kgs_time_settings),
    ("kata-time_settings", time::kata_time_settings),
    ("kata-list_time_settings", time::kata_list_time_settings),
    ("final_score", score::final_score),
    ("final_status", score::final_status),
    ("final_status_list", score::final_status_list),
    ("kgs-rules", rules::kgs_rules),
    ("kata-set-rules", rules::kata_set_rules),
    ("kata-get-rules", rules::kata_get_rules),
    ("kata-get-param", params::kata_get_param),
    ("kata-set-param", params::kata_set_param),
    ("kata-list-params", params::kata_list_params),
    ("ponnuki-param", params::ponnuki_param),
    ("kgs-genmove_cleanup", game::kgs_genmove_cleanup),
    ("kgs-game_over", basic::kgs_game_over),
    ("kgs-chat", basic::kgs_chat),
    ("clear_cache", game::clear_cache),
    ("cputime", basic::cputime),
    ("gogui-analyze_commands", gogui::analyze_commands),
    ("gogui-play_sequence", gogui::play_sequence),
    ("gogui-setup", gogui::setup),
    ("gogui-setup_player", gogui::setup_player),
    ("gogui-interrupt", gogui::interrupt),
    ("ponnuki-heat", gogui::heat),
    ("ponnuki-influence", gogui::influence),
    ("gogui-title", gogui::title),
    ("gogui-version", gogui::version),
    ("gomill-describe_engine", basic::gomill_describe_engine),
    ("gomill-explain_last_move", basic::gomill_explain_last_move),
    ("gomill-cpu_time", basic::cputime),
    ("analyze", analyze::analyze),
    ("lz-analyze", analyze::lz_analyze),
    ("kata-analyze", analyze::kata_analyze),
    ("genmove_analyze", analyze::genmove_analyze),
    ("lz-genmove_analyze", analyze::lz_genmove_analyze),
    ("kata-genmove_analyze", analyze::kata_genmove_analyze),
];

/// The state of an engine between two commands.
struct Session<'a> {
    inbox: Arc<Inbox>,
    output: Output<'a>,
    maker: &'a dyn Maker,
    spec: Spec,
    player: Box<dyn Player>,
    game: Game,
    clocks: time::Clocks,
    limits: params::Limits,
    /// The seed of the next game.
    seed: u64,
    /// What the player thought of the last move it made.
    last: Option<Analysis>,
    /// The dead stones, if they were requested since the last move.
    settled: Option<score::Settled>,
    thinking: Duration,
    quit: bool,
}

impl<'a> Session<'a> {
    fn new(
        inbox: Arc<Inbox>,
        output: &'a mut dyn Write,
        maker: &'a dyn Maker,
        spec: Spec,
    ) -> Result<Session<'a>, SpecError> {
        let player = maker.make(&spec)?;
        let rules = Rules::CHINESE;
        let mut session = Session {
            inbox,
            output: Output { to: output, id: None, started: false, broken: None },
            maker,
            spec,
            player,
            game: Game::new(STANDARD_SIZE, rules, rules.usual_komi()),
            clocks: time::Clocks::default(),
            limits: params::Limits::default(),
            seed: RandomState::new().hash_one(0),
            last: None,
            settled: None,
            thinking: Duration::ZERO,
            quit: false,
        };
        session.new_game(session.game.clone());
        Ok(session)
    }

    /// Carries a command out and writes its reply.
    fn answer(&mut self, command: &Command) -> io::Result<()> {
        self.output.id = command.id.clone();
        let handler = COMMANDS.iter().find(|(name, _)| *name == command.name).map(|&(_, handler)| handler);
        let args = Args::new(&command.args);
        let result = match handler {
            None => Err(Refusal::UnknownCommand),
            Some(handler) => {
                let before = self.game.clone();
                let careful = AssertUnwindSafe(|| handler(self, &args));
                catch_unwind(careful).unwrap_or_else(|_| self.recover(before))
            }
        };
        self.output.end(result.map_err(|refusal| refusal.to_string()))
    }

    /// After a panic nothing that the player remembers can be trusted: it is made again. The command has done nothing.
    fn recover(&mut self, before: Game) -> Result<String, Refusal> {
        self.player = self.maker.make(&self.spec)?;
        self.game = before;
        self.changed();
        Err(Refusal::Panic(self.spec.to_string()))
    }

    /// Puts a game in place of the present one.
    fn new_game(&mut self, game: Game) {
        self.game = game;
        self.clocks.restart();
        self.player.reset(self.seed);
        self.seed = self.seed.wrapping_add(1);
        self.changed();
    }

    /// Forgets results for the previous position.
    fn changed(&mut self) {
        self.settled = None;
        self.last = None;
    }
}

/// The board size before the first `boardsize`.
const STANDARD_SIZE: usize = if goban::MAX_SIZE < 19 { goban::MAX_SIZE } else { 19 };

/// Where replies go. The reply to an analysis is written line by line as it comes.
struct Output<'a> {
    to: &'a mut dyn Write,
    id: Option<String>,
    started: bool,
    broken: Option<io::Error>,
}

impl Output<'_> {
    /// Starts a reply that is written line by line, unless it has started.
    fn start(&mut self) {
        if !self.started {
            self.started = true;
            self.write(&format!("={}\n", self.id.as_deref().unwrap_or("")));
        }
    }

    /// Writes one line of such a reply.
    fn line(&mut self, line: &str) {
        self.start();
        self.write(&format!("{}\n", wire::body(line).replace('\n', " ")));
    }

    /// Writes at once. An error is kept for the end of the reply.
    fn write(&mut self, text: &str) {
        if self.broken.is_none() {
            self.broken = self.to.write_all(text.as_bytes()).and_then(|()| self.to.flush()).err();
        }
    }

    /// Ends the reply: the rest of its text, and an empty line.
    fn end(&mut self, result: Result<String, String>) -> io::Result<()> {
        if self.started {
            // It is too late for a question mark.
            let (Ok(text) | Err(text)) = result;
            if !text.is_empty() {
                self.line(&text);
            }
            self.started = false;
            self.write("\n");
        } else {
            let reply = Reply { id: self.id.take(), result };
            self.write(&reply.to_string());
        }
        self.broken.take().map_or(Ok(()), Err)
    }
}

/// Why a command was not carried out. Messages start with the words of the standard where it has words.
#[derive(Debug, Error)]
enum Refusal {
    #[error("unknown command")]
    UnknownCommand,
    #[error("syntax error: {0}")]
    Syntax(String),
    #[error("unacceptable size: {0}")]
    Size(String),
    #[error("illegal move: {0}")]
    Illegal(#[from] Illegal),
    #[error("illegal move: {mv}: {reason} (move {number} of the sequence; the board is unchanged)")]
    IllegalInSequence { mv: String, number: usize, reason: Illegal },
    #[error("invalid coordinate: {0}")]
    Coordinate(#[from] CoordinateError),
    #[error("cannot undo: {0}")]
    Undo(String),
    #[error("board not empty: {0}")]
    BoardNotEmpty(HandicapError),
    #[error("invalid number of stones: {0}")]
    Stones(HandicapError),
    #[error("bad vertex list: {0}")]
    Vertices(String),
    #[error("impossible position: {0}")]
    Position(#[from] PositionError),
    #[error("cannot load file: {0}")]
    Load(String),
    #[error("cannot save file: {0}")]
    Save(String),
    #[error("{0}")]
    Rules(#[from] RulesError),
    #[error("{0}")]
    Spec(#[from] SpecError),
    #[error("the player has no answer: {0}")]
    Failure(#[from] Failure),
    #[error("the player chose {mv}, which is illegal: {reason}")]
    PlayerIllegal { mv: String, reason: Illegal },
    #[error("{0} does not rank moves")]
    NoRanking(String),
    #[error("the player cannot restrict its search to some moves")]
    Unrestricted,
    #[error("the player {0} broke down in this command and was started again")]
    Panic(String),
}

impl From<HandicapError> for Refusal {
    fn from(error: HandicapError) -> Refusal {
        match error {
            HandicapError::Begun => Refusal::BoardNotEmpty(error),
            HandicapError::Number { .. } | HandicapError::Count => Refusal::Stones(error),
            HandicapError::Points => Refusal::Vertices(error.to_string()),
        }
    }
}
