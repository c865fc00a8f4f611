//! All players of the command line: the roster, and any program that speaks GTP.
//!
//! External programs have labels in `engines.toml`, as in `gtp:gnugo`. Only the command line may name a command to run,
//! as in `gtp:gnugo --mode gtp`; the page may not.

use std::sync::LazyLock;
use std::time::Duration;

use ::gtp::client::{Engines, EnginesError, Log};
use player::{Entry, Made, Maker, Param, Player, Settings, Spec, SpecError};

/// The maker of every player that the command line can name.
#[derive(Clone, Copy, Debug)]
pub struct Everyone;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| [roster::PLAYERS, &[GTP]].concat());
static ENGINES: LazyLock<Result<Engines, EnginesError>> = LazyLock::new(Engines::find);

const GTP: Entry = Entry {
    name: "gtp",
    summary: "any program that speaks GTP, as in 'gtp:gnugo --mode gtp', or its label in engines.toml",
    params: &[
        Param::text(
            "command",
            "",
            "a label in engines.toml, or the command line of the program; in brackets if it has commas",
        )
        .keyless(),
        Param::float(
            "patience",
            0.0,
            86_400.0,
            "0",
            "seconds after which a program that has no time limit counts as hung; 0 for what engines.toml says, or 600",
        ),
    ],
    build: |settings, _| {
        let unavailable = |reason: String| SpecError::Unavailable { player: "gtp".to_string(), reason };
        let command = settings.text("command");
        let engines = engines().map_err(|error| unavailable(error.to_string()))?;
        let mut engine = engines.engine(command).map_err(unavailable)?;
        engine.patience = patience(settings).or(engine.patience);
        crate::interrupt::end_engines_with_us();
        let notice = Log::new(|text| eprintln!("ponnuki: {text}"));
        let player = engine.start(notice).map_err(|error| unavailable(engines.explain(command, &error)))?;
        Ok(Box::new(player) as Box<dyn Player>)
    },
};

impl Maker for Everyone {
    fn entries(&self) -> &[Entry] {
        &ENTRIES
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

/// The external programs with labels.
///
/// # Errors
/// If `engines.toml` cannot be read.
pub fn engines() -> Result<&'static Engines, EnginesError> {
    ENGINES.as_ref().map_err(Clone::clone)
}

fn patience(settings: &Settings) -> Option<Duration> {
    let seconds = settings.float("patience");
    (seconds > 0.0).then(|| Duration::from_secs_f64(seconds))
}
