//! All players of the command line: the roster, and any program that speaks GTP.
//!
//! External programs have labels in `engines.toml`, as in `gtp:gnugo`. Only the command line may name a command to run,
//! as in `gtp:gnugo --mode gtp`; the page may not.

use std::sync::LazyLock;
use std::time::Duration;

use ::gtp::client::{Engines, EnginesError, Log};
use player::{Entry, Made, Maker, Player, Spec, SpecError, parameters};

/// The maker of every player that the command line can name.
#[derive(Clone, Copy, Debug)]
pub struct AllPlayers;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| [roster::PLAYERS, &[GTP]].concat());
static ENGINES: LazyLock<Result<Engines, EnginesError>> = LazyLock::new(Engines::find);

const GTP: Entry = Entry {
    name: "gtp",
    summary: "any program that speaks GTP, as in 'gtp:gnugo --mode gtp', or its label in engines.toml",
    params: GtpParams::PARAMS,
    build: |settings, _| {
        let unavailable = |reason: String| SpecError::Unavailable { player: "gtp".to_string(), reason };
        let GtpParams { command, patience, own_limit } = GtpParams::read(settings);
        let engines = engines().map_err(|error| unavailable(error.to_string()))?;
        let mut engine = engines.engine(&command).map_err(unavailable)?;
        if patience > 0.0 {
            engine.patience = Some(Duration::from_secs_f64(patience));
        }
        engine.own_limit |= own_limit;
        crate::interrupt::install_handler();
        let notice = Log::new(|text| eprintln!("ponnuki: {text}"));
        let player = engine.start(notice).map_err(|error| unavailable(engines.explain(&command, &error)))?;
        Ok(Box::new(player) as Box<dyn Player>)
    },
};

parameters! {
    /// The program, and how long it is waited for.
    struct GtpParams {
        /// a label in engines.toml, or the command line of the program; in brackets if it has commas
        command: String = "", keyless true;
        /// seconds after which a program that has no time limit counts as hung; 0 for what engines.toml says, or 600
        patience: f64 = 0, in 0.0..=86_400.0;
        /// whether its command line limits its moves, so that budgets in playouts do not apply to it
        own_limit: bool = false;
    }
}

impl Maker for AllPlayers {
    fn entries(&self) -> &[Entry] {
        &ENTRIES
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }

    fn renamed(&self, player: &str, key: &str) -> Option<&str> {
        roster::renamed(player, key)
    }
}

/// The external programs with labels.
///
/// # Errors
/// If `engines.toml` cannot be read.
pub fn engines() -> Result<&'static Engines, EnginesError> {
    ENGINES.as_ref().map_err(Clone::clone)
}
