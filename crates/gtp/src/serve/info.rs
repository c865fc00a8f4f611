//! An analysis as a line of text, in Leela Zero's form and in KataGo's.
//!
//! Leela Zero writes win rates and priors as whole numbers, ten thousandths; KataGo as numbers from 0 to 1, and scores
//! beside them. Sabaki's `analyze` is KataGo's form with a decimal point in every such number, which is how they are
//! written here anyway. Values that a player does not provide are omitted.

use std::fmt::Write;

use goban::{Move, Point, PointMap};
use player::{Analysis, Candidate};

/// Whose form a line has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// `lz-analyze`
    Leela,
    /// `kata-analyze` and `analyze`
    Kata,
}

/// What goes into a line beside the candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Extras {
    pub(super) ownership: bool,
    pub(super) root: bool,
}

/// The line for these candidates, best first; empty without candidates.
pub(super) fn line(
    analysis: &Analysis,
    candidates: &[&Candidate],
    size: usize,
    style: Style,
    extras: Extras,
) -> Option<String> {
    if candidates.is_empty() {
        return None;
    }
    let mut text: Vec<String> =
        candidates.iter().enumerate().map(|(order, candidate)| info(candidate, order, size, style)).collect();
    if style == Style::Kata {
        text.extend(extras.root.then(|| root(analysis)));
        text.extend(analysis.ownership.as_deref().filter(|_| extras.ownership).map(|map| ownership(map, size)));
    }
    Some(text.join(" "))
}

fn info(candidate: &Candidate, order: usize, size: usize, style: Style) -> String {
    let name = |mv: Move| mv.to_gtp(size);
    let mut text = format!("info move {} visits {}", name(candidate.mv), candidate.visits);
    if let Some(win_rate) = candidate.win_rate {
        let _ = write!(text, " winrate {}", share(win_rate, style));
    }
    if style == Style::Kata {
        scores(&mut text, candidate.score, candidate.score_spread);
    }
    if let Some(prior) = candidate.prior {
        let _ = write!(text, " prior {}", share(prior, style));
    }
    let line: Vec<String> = candidate.line.iter().copied().map(name).collect();
    let _ = write!(text, " order {order} pv {}", line.join(" "));
    text
}

fn root(analysis: &Analysis) -> String {
    let mut text = format!("rootInfo visits {}", analysis.visits);
    if let Some(win_rate) = analysis.win_rate {
        let _ = write!(text, " winrate {}", share(win_rate, Style::Kata));
    }
    scores(&mut text, analysis.score, analysis.score_spread);
    text
}

fn scores(text: &mut String, score: Option<f32>, spread: Option<f32>) {
    if let Some(score) = score {
        let _ = write!(text, " scoreMean {score:.6} scoreLead {score:.6}");
    }
    if let Some(spread) = spread {
        let _ = write!(text, " scoreStdev {spread:.6}");
    }
}

/// The ownership of every point, row by row from the top.
fn ownership(map: &PointMap<f32>, size: usize) -> String {
    let values: Vec<String> = Point::all(size).map(|point| format!("{:.6}", map[point])).collect();
    format!("ownership {}", values.join(" "))
}

fn share(value: f32, style: Style) -> String {
    match style {
        Style::Leela => format!("{}", (value.clamp(0.0, 1.0) * 10_000.0).round()),
        Style::Kata => format!("{value:.6}"),
    }
}
