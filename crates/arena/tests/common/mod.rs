//! What the tests of the arena share: players of all manners, our own and other programs, and a ledger to write.
#![allow(dead_code, missing_docs, reason = "each test uses its part")]

#[path = "../../../gtp/test-engine/players.rs"]
pub mod players;

use std::sync::{Arc, LazyLock};
use std::time::Duration;

use arena::ledger::{GameRow, ResultRow};
use arena::{Colors, Conditions, Ledger, Match, Observer, Openings, Runner, RunnerError, Series};
use goban::Rules;
use gtp::client::{CommandLine, GtpPlayer, Options};
use player::{Entry, Made, Maker, Spec, SpecError, Stop, parameters};
use tempfile::TempDir;

/// The test engine.
pub const ENGINE: &str = env!("CARGO_BIN_EXE_arena-test-engine");

/// The players of the protocol's tests, and `gtp:MANNER`, the test engine of that manner; `sh:SCRIPT` is any program.
pub struct AllPlayers;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| [players::Troupe.entries(), &[GTP, SH]].concat());

parameters! {
    /// What is started.
    struct Program {
        /// what is started
        command: String = "", keyless true;
    }
}

const GTP: Entry = Entry {
    name: "gtp",
    summary: "the test engine",
    params: Program::PARAMS,
    build: |settings, _| start(&format!("'{ENGINE}' {}", Program::read(settings).command)),
};
const SH: Entry = Entry {
    name: "sh",
    summary: "a shell script",
    params: Program::PARAMS,
    build: |settings, _| start(&format!("sh -c \"{}\"", Program::read(settings).command)),
};

fn start(command: &str) -> Made {
    // Only an engine that never answers has a short limit: the others may run on a busy machine.
    let (second, patience) = (Duration::from_secs(1), Duration::from_secs(600));
    let thinking = if command.contains("hang") { second } else { patience };
    let (start, quit) = (patience, patience);
    let (genmove, grace, count) = (thinking, thinking, second / 5);
    let options = Options { start, command: patience, genmove, grace, count, quit, ..Options::default() };
    let unavailable = |error: gtp::client::ClientError| SpecError::Unavailable {
        player: "gtp".to_string(),
        reason: error.to_string(),
    };
    let player = CommandLine::parse(command).and_then(|line| GtpPlayer::start(line, options)).map_err(unavailable)?;
    Ok(Box::new(player))
}

impl Maker for AllPlayers {
    fn entries(&self) -> &[Entry] {
        &ENTRIES
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

/// A temporary folder with a ledger.
pub struct Sandbox {
    pub folder: TempDir,
    pub ledger: Ledger,
}

impl Sandbox {
    pub fn new() -> Sandbox {
        let folder = tempfile::tempdir().expect("a folder");
        let ledger = Ledger::open(folder.path().join("ledger.db")).expect("a ledger");
        Sandbox { folder, ledger }
    }

    pub fn runner<'a>(&'a self, observer: &'a dyn Observer, tables: usize) -> Runner<'a> {
        let (closing, stop) = (Stop::new(), Stop::new());
        Runner {
            maker: &AllPlayers,
            ledger: &self.ledger,
            observer,
            tables,
            event: "a test".to_string(),
            closing,
            stop,
        }
    }

    /// Plays this number of games of a series, and returns what is then in the ledger.
    pub fn play(&self, series: Series, games: u64) -> Result<Vec<GameRow>, RunnerError> {
        let entered = Match::enter(&self.ledger, series)?;
        self.runner(&(), 2).play(entered.fixtures(games))?;
        Ok(self.games(&entered.series.contest))
    }

    /// The games of a contest, by number.
    pub fn games(&self, contest: &str) -> Vec<GameRow> {
        let mut results: Vec<ResultRow> = self.ledger.results(contest).expect("results");
        results.sort_by_key(|result| (result.round, result.number));
        let game = |result: &ResultRow| self.ledger.game(&result.key).expect("a ledger").expect("a game");
        results.iter().map(game).collect()
    }
}

pub fn spec(text: &str) -> Arc<Spec> {
    Arc::new(text.parse().expect("a specification"))
}

/// Games on a small board, colours in turn.
pub fn series(first: &str, second: &str) -> Series {
    Series {
        contest: "".into(),
        round: 0,
        players: [spec(first), spec(second)],
        conditions: Arc::new(Conditions::new(5, Rules::CHINESE, 0)),
        openings: Openings::None,
        colors: Colors::Alternate,
        seed: 1,
    }
}
