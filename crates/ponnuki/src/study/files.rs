//! `ponnuki study --out`: the tables and charts of [`learn::study::folder`], and a summary in JSON with the
//! circumstances of the study.

use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Result};
use arena::Machine;
use learn::study::folder::{file_names, write_charts, write_tables};
use learn::study::{Findings, StudyOptions, StudySummary};
use serde_json::json;

/// The circumstances of a study.
pub struct Circumstances {
    pub options: StudyOptions,
    /// Whether the study ran to its end.
    pub finished: bool,
    pub started: Instant,
}

/// Writes everything into a folder that exists.
pub fn write(folder: &Path, findings: &[Findings], circumstances: &Circumstances) -> Result<()> {
    write_tables(folder, findings)?;
    let Circumstances { options, finished, started } = circumstances;
    let machine = Machine::here();
    let players: Vec<serde_json::Value> = findings
        .iter()
        .zip(file_names(findings))
        .map(|(findings, name)| {
            let mut player = serde_json::to_value(StudySummary::from(findings))?;
            player["files"] = name.into();
            Ok(player)
        })
        .collect::<Result<_>>()?;
    let summary = json!({
        "version": version::version(),
        "command": std::env::args().collect::<Vec<String>>(),
        "machine": { "cpu": machine.cpu, "cores": machine.cores },
        "seconds": started.elapsed().as_secs_f64(),
        "finished": finished,
        "games": options.games,
        "passes": options.passes,
        "seed": options.seed,
        "holdout": options.holdout,
        "players": players,
    });
    let path = folder.join("summary.json");
    let text = serde_json::to_string_pretty(&summary)? + "\n";
    ::files::replace(&path, text.as_bytes()).with_context(|| format!("{} cannot be written", path.display()))?;
    Ok(write_charts(folder, findings)?)
}
