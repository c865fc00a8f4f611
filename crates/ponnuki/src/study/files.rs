//! What `ponnuki study --out` leaves in its folder: for each player its series, its study plot, its error at each move
//! and over the game, as tables; and a summary of all in JSON.

use std::io::{self, Write};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use arena::Machine;
use learn::study::{Findings, Options, Summary};
use serde_json::json;

/// How the findings came about.
pub struct Circumstances {
    pub options: Options,
    /// Whether nobody stopped it and nothing went wrong.
    pub finished: bool,
    pub began: Instant,
}

type Table = fn(&Findings, &mut dyn Write) -> io::Result<()>;

/// The tables, by the ends of their names.
const TABLES: [(&str, Table); 4] = [
    ("series", |findings, out| findings.write_series(out)),
    ("study", |findings, out| findings.write_study(out)),
    ("moves", |findings, out| findings.write_moves(out)),
    ("nrm", |findings, out| findings.write_nrm(out)),
];

/// Writes everything into a folder that is there.
pub fn write(folder: &Path, findings: &[Findings], circumstances: &Circumstances) -> Result<()> {
    let names = names(findings);
    for (findings, name) in findings.iter().zip(&names) {
        for (what, write) in TABLES {
            let path = folder.join(format!("{name}.{what}.csv"));
            let mut table = Vec::new();
            let written = write(findings, &mut table).and_then(|()| ::files::replace(&path, &table));
            written.with_context(|| format!("{} cannot be written", path.display()))?;
        }
    }
    let Circumstances { options, finished, began } = circumstances;
    let machine = Machine::here();
    let players: Vec<serde_json::Value> = findings
        .iter()
        .zip(&names)
        .map(|(findings, name)| {
            let mut player = serde_json::to_value(Summary::from(findings))?;
            player["files"] = name.as_str().into();
            Ok(player)
        })
        .collect::<Result<_>>()?;
    let summary = json!({
        "version": version::version(),
        "command": std::env::args().collect::<Vec<String>>(),
        "machine": { "cpu": machine.cpu, "cores": machine.cores },
        "seconds": began.elapsed().as_secs_f64(),
        "finished": finished,
        "games": options.games,
        "passes": options.passes,
        "seed": options.seed,
        "holdout": options.holdout,
        "players": players,
    });
    let path = folder.join("summary.json");
    let text = serde_json::to_string_pretty(&summary)? + "\n";
    ::files::replace(&path, text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))
}

/// So many letters of a specification make a file's name.
const LONGEST: usize = 80;

/// What the files of each player are called: its specification without what files should not be called, and a number
/// where that has been taken.
pub fn names(findings: &[Findings]) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(findings.len());
    for findings in findings {
        let plain = |c: char| if c.is_ascii_alphanumeric() || "-_.=".contains(c) { c } else { '-' };
        let name: String = findings.player.chars().map(plain).take(LONGEST).collect();
        let name = name.trim_matches(['-', '.']).to_string();
        let numbered = (2..).map(|number| format!("{name}-{number}"));
        let free = [name.clone()].into_iter().chain(numbered).find(|name| !names.contains(name));
        names.push(free.unwrap_or(name));
    }
    names
}

#[cfg(test)]
mod tests {
    use super::*;

    fn called(players: &[&str]) -> Vec<String> {
        let findings = |player: &&str| Findings { player: player.to_string(), passes: Vec::new() };
        names(&players.iter().map(findings).collect::<Vec<_>>())
    }

    #[test]
    fn files_are_called_after_their_players() {
        assert_eq!(called(&["random", "mcts:playouts=8"]), ["random", "mcts-playouts=8"]);
        assert_eq!(called(&["random", "random"]), ["random", "random-2"]);
        assert_eq!(called(&["gtp:[../gnugo --mode gtp]"]), ["gtp--..-gnugo---mode-gtp"]);
        assert_eq!(called(&[&"x".repeat(500)])[0].len(), LONGEST);
    }
}
