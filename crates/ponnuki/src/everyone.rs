//! All players of the command line: the roster, and any program that speaks GTP.
//!
//! Other programs have labels in `engines.toml`, as in `gtp:gnugo`. Only the command line may name a command to run, as
//! in `gtp:gnugo --mode gtp`; the page must not use this maker.

use std::env;
use std::io::ErrorKind;
use std::path::PathBuf;
use std::sync::LazyLock;
use std::time::Duration;

use ::gtp::client::{ClientError, CommandLine, Engine, Engines, EnginesError, Log};
use player::{Entry, Made, Maker, Player, Spec, SpecError, parameters};

/// The maker of every player that the command line can name.
#[derive(Clone, Copy, Debug)]
pub struct Everyone;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| [roster::PLAYERS, &[GTP]].concat());
static ENGINES: LazyLock<Result<Engines, EnginesError>> = LazyLock::new(read_engines);

const GTP: Entry = Entry {
    name: "gtp",
    summary: "any program that speaks GTP, as in 'gtp:gnugo --mode gtp', or its label in engines.toml",
    params: GtpParams::PARAMS,
    build: |settings, _| {
        let unavailable = |reason: String| SpecError::Unavailable { player: "gtp".to_string(), reason };
        let GtpParams { command, patience, own_limit } = GtpParams::read(settings);
        let mut engine = engine(&command).map_err(unavailable)?;
        if patience > 0.0 {
            engine.patience = Some(Duration::from_secs_f64(patience));
        }
        engine.own_limit |= own_limit;
        crate::interrupt::end_engines_with_us();
        let notice = Log::new(|text| eprintln!("ponnuki: {text}"));
        let player = engine.start(notice).map_err(|error| unavailable(explain(&command, &error)))?;
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

impl Maker for Everyone {
    fn entries(&self) -> &[Entry] {
        &ENTRIES
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

/// The programs with labels.
///
/// # Errors
/// If the file exists and cannot be read.
pub fn engines() -> Result<&'static Engines, EnginesError> {
    ENGINES.as_ref().map_err(Clone::clone)
}

/// Reads the file that `PONNUKI_ENGINES` names, `engines.toml` in the current folder, or that of the user's
/// configuration.
fn read_engines() -> Result<Engines, EnginesError> {
    if let Some(path) = env::var_os("PONNUKI_ENGINES") {
        return Engines::read(&PathBuf::from(path));
    }
    let home = || Some(PathBuf::from(env::var_os("HOME")?).join(".config"));
    let settings = env::var_os("XDG_CONFIG_HOME").map(PathBuf::from).or_else(home);
    let places = [Some(PathBuf::from("engines.toml")), settings.map(|folder| folder.join("ponnuki/engines.toml"))];
    let found = places.into_iter().flatten().find(|path| path.exists());
    found.map_or_else(|| Ok(Engines::default()), |path| Engines::read(&path))
}

/// The program of a label or, if there is no such label, of a command line.
fn engine(command: &str) -> Result<Engine, String> {
    let engines = engines().map_err(|error| error.to_string())?;
    if let Some(engine) = engines.get(command.trim()) {
        return Ok(engine.clone());
    }
    if command.trim().is_empty() {
        return Err(format!("say which program, as in 'gtp:gnugo --mode gtp'; {}", labels(engines)));
    }
    CommandLine::parse(command).map(Engine::bare).map_err(|error| error.to_string())
}

/// Why a program did not start. A single word may be a misspelt label.
fn explain(command: &str, error: &ClientError) -> String {
    let word = command.trim();
    match (error, engines()) {
        (ClientError::Start { source, .. }, Ok(engines))
            if source.kind() == ErrorKind::NotFound && engines.get(word).is_none() && !word.contains([' ', '/']) =>
        {
            format!("'{word}' is neither a label in engines.toml nor a program that is installed; {}", labels(engines))
        }
        _ => error.to_string(),
    }
}

/// The labels, as the end of a sentence.
fn labels(engines: &Engines) -> String {
    let labels: Vec<&str> = engines.labels().collect();
    match labels.as_slice() {
        [] => "there is no engines.toml with labels here or in ~/.config/ponnuki".to_string(),
        labels => format!("the labels are {}", labels.join(", ")),
    }
}
