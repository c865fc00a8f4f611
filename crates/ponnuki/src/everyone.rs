//! Everyone who can be seated here: the roster, and any program that speaks GTP.
//!
//! Only the command line may name a command to be run, as in `gtp:gnugo --mode gtp`, so this maker is for the
//! subcommands whose user sits at it.

use std::sync::LazyLock;

use ::gtp::client::{CommandLine, GtpPlayer, Options};
use player::{Entry, Made, Maker, Param, Player, Spec, SpecError};

/// The maker of every player that the command line can name.
#[derive(Clone, Copy, Debug)]
pub struct Everyone;

static ENTRIES: LazyLock<Vec<Entry>> = LazyLock::new(|| [roster::PLAYERS, &[GTP]].concat());

const GTP: Entry = Entry {
    name: "gtp",
    summary: "any program that speaks GTP, as in 'gtp:gnugo --mode gtp'",
    params: &[Param::text("command", "", "the command line of the program; in brackets if it has commas").keyless()],
    build: |settings, _| {
        let unavailable = |reason: String| SpecError::Unavailable { player: "gtp".to_string(), reason };
        let command = settings.text("command");
        if command.trim().is_empty() {
            return Err(unavailable("say which program, as in 'gtp:gnugo --mode gtp'".to_string()));
        }
        crate::interrupt::end_engines_with_us();
        let start = |line| GtpPlayer::start(line, Options::default());
        let player = CommandLine::parse(command).and_then(start).map_err(|error| unavailable(error.to_string()))?;
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
