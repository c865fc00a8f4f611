//! The pictures of a study, as SVG and PNG: the study plot of all players on the same axes, the mean error over the
//! game, and for each player the distribution of its errors over the game (an NRM plot), drawn from the findings that
//! the tables are written from; and how well players tell who will win.

use std::path::Path;

use anyhow::{Context, Result};
use learn::study::winners::{Calls, Figures, Stretch};
use learn::study::{Findings, Nrm};
use plot::{Axis, Density, DensityGrid, LineChart, Panels, Reference, Series};

use super::files;

/// Draws the pictures into a folder.
pub fn draw(folder: &Path, findings: &[Findings]) -> Result<()> {
    save(folder, "study", &study(findings).svg())?;
    save(folder, "moves", &moves(findings).svg())?;
    let mut panels = Vec::new();
    for (findings, name) in findings.iter().zip(files::names(findings)) {
        let Some(panel) = nrm(findings) else { continue };
        save(folder, &format!("{name}.nrm"), &panel.svg())?;
        panels.push(panel);
    }
    if panels.len() > 1 {
        let title = "Normalised rank against move".to_string();
        save(folder, "nrm", &DensityGrid { title, panels, ..DensityGrid::default() }.svg())?;
    }
    Ok(())
}

fn save(folder: &Path, name: &str, svg: &str) -> Result<()> {
    for ending in ["svg", "png"] {
        let path = folder.join(format!("{name}.{ending}"));
        plot::save(&path, svg).with_context(|| format!("the picture {name} cannot be drawn"))?;
    }
    Ok(())
}

/// How the error falls with what was studied (figure 4.3 of the thesis).
fn study(findings: &[Findings]) -> LineChart {
    let series = |findings: &Findings| {
        let points = findings.study_plot().into_iter().map(|(moves, error)| (moves as f64, f64::from(error)));
        Series::new(findings.player.as_str(), points.collect::<Vec<_>>())
    };
    LineChart {
        title: "Study plot".to_string(),
        x: Axis::new("moves studied"),
        y: Axis::new("error").from(0.0),
        series: findings.iter().map(series).collect(),
        references: vec![Reference::new(0.5, "chance")],
        ..LineChart::default()
    }
}

/// A mean of fewer positions than this says nothing.
const ENOUGH: u32 = 20;

/// The mean error at each move of the game.
fn moves(findings: &[Findings]) -> LineChart {
    let series = |findings: &Findings| {
        let means = findings.last().map(|pass| pass.studied.by_move()).unwrap_or_default();
        let enough = means.into_iter().enumerate().filter(|(_, (_, positions))| *positions >= ENOUGH);
        let points = enough.map(|(number, (error, _))| (number as f64 + 1.0, error));
        Series::new(findings.player.as_str(), points.collect::<Vec<_>>())
    };
    LineChart {
        title: "Error over the game".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("mean error").from(0.0),
        series: findings.iter().map(series).collect(),
        references: vec![Reference::new(0.5, "chance")],
        ..LineChart::default()
    }
}

/// The steps of the error are drawn so many at a time: of the finest ones the surface would be all noise.
const TOGETHER: usize = 2;

/// How the errors are spread at each stage of the game (figure 4.1 of the thesis); nothing where there are no
/// positions.
fn nrm(findings: &Findings) -> Option<Density> {
    let nrm = findings.last()?.studied.nrm();
    let most = nrm.counts().iter().map(|row| row.iter().sum::<u32>()).max().filter(|&most| most > 0)?;
    let is_enough = |row: &&[u32; Nrm::ERRORS]| 20 * row.iter().sum::<u32>() >= most;
    let counts: Vec<Vec<f64>> = nrm
        .counts()
        .iter()
        .take_while(is_enough)
        .map(|row| row.chunks(TOGETHER).map(|part| f64::from(part.iter().sum::<u32>())).collect())
        .collect();
    Some(Density {
        title: findings.player.clone(),
        rows: Axis::new("move number").from(0.0).to((counts.len() * Nrm::MOVES) as f64),
        columns: Axis::new("error").from(0.0).to(1.0),
        counts,
        ..Density::default()
    })
}

/// How well players tell who will win, at each stage of the game: the share of positions told right, and the Brier
/// score.
pub fn winners(calls: &[Calls]) -> Panels {
    let chart = |y: Axis, reference: Reference, figure: fn(&Figures) -> (f64, Option<f64>)| {
        let series = |calls: &Calls| {
            let stretches = calls.stretches();
            let points = stretches.iter().map(|stretch| (stretch.mean_move, figure(&stretch.figures).0));
            let band = |stretch: &Stretch| {
                let (value, margin) = figure(&stretch.figures);
                let ends = margin.map(|margin| ((value - margin).max(0.0), (value + margin).min(1.0)));
                let (low, high) = ends.unwrap_or((f64::NAN, f64::NAN));
                (stretch.mean_move, low, high)
            };
            let band = stretches.iter().map(band).collect();
            Series { band, marks: true, ..Series::new(calls.player.as_str(), points.collect()) }
        };
        LineChart {
            x: Axis::new("move number").from(0.0),
            y,
            series: calls.iter().map(series).collect(),
            references: vec![reference],
            size: (800.0, 320.0),
            ..LineChart::default()
        }
    };
    let right = chart(Axis::new("right").percent(), Reference::new(0.5, "chance"), |it| (it.right, it.right_margin));
    let brier = chart(Axis::new("Brier score").from(0.0), Reference::new(0.25, "one half everywhere"), |it| {
        (it.brier, it.brier_margin)
    });
    Panels { title: "Who will win, by move number, with 95% intervals".to_string(), charts: vec![right, brier] }
}
