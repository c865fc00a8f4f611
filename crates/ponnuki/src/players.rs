//! `ponnuki players`: the players and their parameters.

use std::io::{self, Write};

use anyhow::Result;
use player::{Entry, Maker, Param, Settings, Spec};
use serde::Serialize;

use crate::all_players::{AllPlayers, engines};
use crate::options::{self, Json};

/// List the players, or the parameters of one.
///
/// A specification is the name of a player and, after a colon, the parameters that differ from their defaults, such as
/// `random:eyes=fill,pass=uniform`. A value with commas, or another player, is put in brackets.
#[derive(clap::Args)]
pub struct Args {
    /// Player whose parameters are shown, with the values of this specification.
    #[arg(value_name = "SPEC", value_parser = options::player)]
    player: Option<Spec>,
    #[command(flatten)]
    output: Json,
}

/// Prints the list or the parameters.
pub fn run(args: Args) -> Result<()> {
    let mut out = io::stdout().lock();
    let entries = match &args.player {
        Some(spec) => vec![*AllPlayers.entry(spec.name())?],
        None => AllPlayers.entries().to_vec(),
    };
    for entry in entries {
        let spec = match &args.player {
            Some(spec) => spec.clone(),
            None => Spec::new(entry.name)?,
        };
        let settings = AllPlayers.settings(&spec)?;
        if args.output.json {
            serde_json::to_writer(&mut out, &Description::new(&entry, &settings)?).map_err(io::Error::from)?;
            writeln!(out)?;
        } else if args.player.is_some() {
            describe(&mut out, &entry, &settings)?;
        } else {
            writeln!(out, "{:<15}{}", entry.name, entry.summary)?;
            if entry.name == "gtp" {
                for label in engines()?.labels().map(|label| format!("gtp:{label}")) {
                    writeln!(out, "{label:<15}program with this label in engines.toml")?;
                }
            }
        }
    }
    Ok(())
}

/// The parameters in full, for a person.
fn describe(out: &mut impl Write, entry: &Entry, settings: &Settings) -> Result<()> {
    writeln!(out, "{}: {}", entry.name, entry.summary)?;
    writeln!(out, "\nThis one: {}", settings.spec()?)?;
    if entry.params.is_empty() {
        writeln!(out, "\nIt has no parameters.")?;
    }
    for (param, value) in settings.iter() {
        writeln!(out, "\n{}={}", param.name, quoted(&value.to_string()))?;
        writeln!(out, "    {}", param.help)?;
        writeln!(out, "    {}; by default {}", param.kind, quoted(param.default))?;
    }
    Ok(())
}

fn quoted(value: &str) -> &str {
    if value.is_empty() { "[]" } else { value }
}

/// A player as JSON.
#[derive(Serialize)]
struct Description {
    name: &'static str,
    summary: &'static str,
    spec: String,
    parameters: Vec<Setting>,
}

#[derive(Serialize)]
struct Setting {
    #[serde(flatten)]
    param: &'static Param,
    value: String,
}

impl Description {
    fn new(entry: &Entry, settings: &Settings) -> Result<Description> {
        let parameters = settings.iter().map(|(param, value)| Setting { param, value: value.to_string() });
        Ok(Description {
            name: entry.name,
            summary: entry.summary,
            spec: settings.spec()?.to_string(),
            parameters: parameters.collect(),
        })
    }
}
