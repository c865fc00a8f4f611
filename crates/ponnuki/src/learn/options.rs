//! Options made from declared parameters: `--radius 2` sets the parameter `radius`.

use std::fmt::Display;

use clap::builder::PossibleValuesParser;
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, Command};
use goban::{MAX_SIZE, MIN_SIZE};
use learn::teacher::Entry;
use player::{Condition, Kind, Maker, Param, Role, Settings, Spec, Value};

use crate::all_players::AllPlayers;
use crate::options;

/// A wrong usage of the command line, which exits with status 2.
pub fn usage_error(reason: impl Display) -> clap::Error {
    clap::Error::raw(ErrorKind::ValueValidation, format!("{reason}\n"))
}

/// Adds an option for each parameter of a teacher.
pub fn augment(command: Command, entry: &Entry) -> Command {
    entry.params.iter().fold(command, |command, param| command.arg(option(param, entry.params)))
}

fn option(param: &Param, params: &[Param]) -> Arg {
    let help = capitalised(param.help) + &conditions(param, params);
    let arg = Arg::new(param.name).long(param.name).help(help);
    let kind = param.kind;
    let arg = match kind {
        // `--ko` alone is `--ko=true`; with a space the next word would be taken for its value.
        Kind::Bool => arg.value_name("BOOL").num_args(0..=1).require_equals(true).default_missing_value("true"),
        Kind::Int { .. } | Kind::Seed => arg.value_name("N"),
        Kind::Float { .. } => arg.value_name("X"),
        Kind::Choice(words) => {
            return with_default(arg.value_name("NAME").value_parser(PossibleValuesParser::new(words)), param);
        }
        Kind::Text if param.role == Some(Role::Model) => arg.value_name("FILE"),
        Kind::Text => arg.value_name("TEXT"),
        Kind::Player => arg.value_name("PLAYER"),
    };
    let read = move |text: &str| match kind {
        BOARD_SIZE => options::size(text).map(|size| size.to_string()),
        _ => kind.read(text).map(|_| text.to_string()).ok_or_else(|| format!("expected {kind}")),
    };
    with_default(arg.value_parser(read), param)
}

/// The settings with which the parameter has no effect, if the teacher has them: ` (no effect unless by=squares)`.
fn conditions(param: &Param, params: &[Param]) -> String {
    let can_fail = |condition: &Condition| {
        let key = params.iter().find(|other| other.name == condition.key);
        key.is_some_and(|key| match key.kind {
            Kind::Choice(words) if condition.has => words.iter().any(|word| !condition.values.contains(word)),
            kind => condition.values.iter().any(|value| kind.read(value).is_some()),
        })
    };
    let conditions = param.conditions.into_iter().flatten().filter(can_fail);
    conditions.map(|condition| format!(" (no effect {condition})")).collect()
}

const BOARD_SIZE: Kind = Kind::Int { min: MIN_SIZE as i64, max: MAX_SIZE as i64 };

fn with_default(arg: Arg, param: &Param) -> Arg {
    if param.default.is_empty() { arg } else { arg.default_value(param.default) }
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// The settings that were given.
pub fn settings(entry: &Entry, matches: &ArgMatches) -> Result<Settings, clap::Error> {
    let mut spec = Spec::new(entry.name).map_err(usage_error)?;
    for param in entry.params {
        let is_given = matches.value_source(param.name) == Some(ValueSource::CommandLine);
        if let Some(value) = matches.get_one::<String>(param.name).filter(|_| is_given) {
            spec.set(param.name, value).map_err(usage_error)?;
        }
    }
    let settings = entry.settings(&spec).map_err(usage_error)?;
    for (_, value) in settings.iter() {
        if let Value::Player(Some(player)) = value {
            AllPlayers.settings(player).map_err(usage_error)?;
        }
    }
    Ok(settings)
}
