//! The files of a study: for each player four tables, and charts of all players as SVG and PNG.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use plot::DensityGrid;
use thiserror::Error;

use super::{Findings, charts};

/// Why a file cannot be written.
#[derive(Debug, Error)]
pub enum FolderError {
    /// A table.
    #[error("{} cannot be written: {source}", path.display())]
    Table {
        /// The file.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A chart.
    #[error("the picture {name} cannot be drawn: {source}")]
    Chart {
        /// The name of the file without its suffix.
        name: String,
        /// Why not.
        source: plot::PlotError,
    },
}

type Table = fn(&Findings, &mut dyn Write) -> io::Result<()>;

/// The tables by the suffixes of their names.
const TABLES: [(&str, Table); 4] = [
    ("series", |findings, out| findings.write_series(out)),
    ("study", |findings, out| findings.write_study(out)),
    ("moves", |findings, out| findings.write_moves(out)),
    ("nrm", |findings, out| findings.write_nrm(out)),
];

/// Writes the tables of all players into a folder that exists, such as `greedy.series.csv`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_tables(folder: &Path, findings: &[Findings]) -> Result<(), FolderError> {
    for (findings, name) in findings.iter().zip(file_names(findings)) {
        for (suffix, write) in TABLES {
            let path = folder.join(format!("{name}.{suffix}.csv"));
            let mut table = Vec::new();
            let written = write(findings, &mut table).and_then(|()| files::replace(&path, &table));
            written.map_err(|source| FolderError::Table { path, source })?;
        }
    }
    Ok(())
}

/// Draws the charts into a folder that exists, each as SVG and PNG: `study`, `moves`, the NRM plot of each player and,
/// if there are several, all of them as `nrm`.
///
/// # Errors
/// If a file cannot be written.
pub fn write_charts(folder: &Path, findings: &[Findings]) -> Result<(), FolderError> {
    save(folder, "study", &charts::study_plot(findings).svg())?;
    save(folder, "moves", &charts::error_by_move(findings).svg())?;
    let mut panels = Vec::new();
    for (findings, name) in findings.iter().zip(file_names(findings)) {
        let Some(panel) = charts::nrm_plot(findings) else { continue };
        save(folder, &format!("{name}.nrm"), &panel.svg())?;
        panels.push(panel);
    }
    if panels.len() > 1 {
        let title = "Normalised rank against move".to_string();
        save(folder, "nrm", &DensityGrid { title, panels, ..DensityGrid::default() }.svg())?;
    }
    Ok(())
}

fn save(folder: &Path, name: &str, svg: &str) -> Result<(), FolderError> {
    for suffix in ["svg", "png"] {
        let path = folder.join(format!("{name}.{suffix}"));
        plot::save(&path, svg).map_err(|source| FolderError::Chart { name: name.to_string(), source })?;
    }
    Ok(())
}

/// The longest file name of a player, in characters.
const LONGEST: usize = 80;

/// The name of each player's files: its specification without special characters, numbered if it occurs again.
pub fn file_names(findings: &[Findings]) -> Vec<String> {
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

    fn named(players: &[&str]) -> Vec<String> {
        let findings = |player: &&str| Findings { player: player.to_string(), passes: Vec::new() };
        file_names(&players.iter().map(findings).collect::<Vec<_>>())
    }

    #[test]
    fn files_are_named_after_their_players() {
        assert_eq!(named(&["random", "mcts:playouts=8"]), ["random", "mcts-playouts=8"]);
        assert_eq!(named(&["random", "random"]), ["random", "random-2"]);
        assert_eq!(named(&["gtp:[../gnugo --mode gtp]"]), ["gtp--..-gnugo---mode-gtp"]);
        assert_eq!(named(&[&"x".repeat(500)])[0].len(), LONGEST);
    }
}
