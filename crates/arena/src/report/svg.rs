//! The pictures of a report: the cross table with its cells coloured by win rate, and the ratings with their error bars.
//!
//! Both are drawn in a page, whose style sheet gives the colours, so that they are right in light and dark.

use gtp::wire::brief;
use plot::escape;

use super::grid::{percent, whole};
use super::html::STYLE;
use super::model::{PlayerLine, Report};
use super::shown;
use stats::{Estimate, Interval, Score};

/// The width of a letter of a label.
const LETTER: f64 = 7.6;
/// So many letters of a name are shown, and as many as a table has when it is pointed at.
const LONGEST: usize = 36;

/// The ratings as a picture by itself: of the largest group of players who can be compared. A blank one if nobody can be.
pub(super) fn render(report: &Report) -> String {
    let charts = report.groups().into_iter().filter_map(|group| Some((group.len(), chart(report, &group)?)));
    let largest = charts.max_by_key(|&(players, _)| players).map(|(_, chart)| chart);
    let chart = largest.unwrap_or_else(|| open(120.0, 24.0, "No ratings") + "</svg>\n");
    let style = format!("<style>\n{STYLE}svg {{ background: var(--paper); }}\n</style>\n");
    chart.replacen('\n', &format!("\n{style}"), 1)
}

/// The ratings of players who can be compared, with their error bars; nothing where there is nobody to compare.
pub(super) fn chart(report: &Report, group: &[usize]) -> Option<String> {
    const ROW: f64 = 26.0;
    const PLOT: f64 = 520.0;
    const FIGURES: f64 = 100.0;
    let rated: Vec<(&PlayerLine, Estimate)> =
        group.iter().filter_map(|&place| Some((&report.players[place], report.players[place].rating?))).collect();
    if rated.len() < 2 {
        return None;
    }
    let low = rated.iter().map(|(_, elo)| elo.interval.low).fold(f64::INFINITY, f64::min);
    let high = rated.iter().map(|(_, elo)| elo.interval.high).fold(f64::NEG_INFINITY, f64::max);
    let ticks = ticks(low, high);
    let (first, last) = (*ticks.first()?, *ticks.last()?);
    let left = labels_width(rated.iter().map(|(player, _)| player.name.as_str()));
    let (bottom, width) = (ROW * rated.len() as f64 + 6.0, left + PLOT + FIGURES);
    let x = |elo: f64| left + PLOT * (elo - first) / (last - first);

    let mut svg = open(width, bottom + 24.0, "Ratings with 95% error bars");
    for &tick in &ticks {
        let x = x(tick);
        svg += &format!("<line class=\"rule\" x1=\"{x:.1}\" x2=\"{x:.1}\" y1=\"4\" y2=\"{bottom:.1}\"/>");
        let y = bottom + 16.0;
        svg += &format!("<text class=\"tick\" x=\"{x:.1}\" y=\"{y:.1}\">{}</text>\n", whole(tick));
    }
    for (row, (player, elo)) in rated.iter().enumerate() {
        let y = ROW * (row as f64 + 0.5) + 4.0;
        let figures = format!("{} ± {}", whole(elo.value), whole(elo.error()));
        svg += &format!("<g><title>{}: {figures}</title>", escape(&shown(&player.name)));
        svg += &label(&player.name, left - 10.0, y);
        svg += &error_bar(elo.interval.map(x), y);
        svg += &format!("<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"4.5\"/>", x(elo.value));
        svg += &format!("<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{figures}</text></g>\n", width - 2.0, y + 4.0);
    }
    Some(svg + "</svg>\n")
}

fn error_bar(Interval { low, high }: Interval, y: f64) -> String {
    let (top, foot) = (y - 5.0, y + 5.0);
    format!(
        "<path class=\"bar\" d=\"M{low:.1} {top:.1}V{foot:.1}M{low:.1} {y:.1}H{high:.1}M{high:.1} {top:.1}V{foot:.1}\"/>"
    )
}

/// Round numbers from below the low end to above the high one, five to ten of them.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = ((high - low) / 6.0).max(1.0);
    let magnitude = 10f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].into_iter().map(|m| m * magnitude).find(|&step| step >= rough).unwrap_or(rough);
    let (first, last) = ((low / step).floor(), (high / step).ceil());
    let steps = (last - first).max(1.0) as u32;
    (0..=steps).map(|number| (first + f64::from(number)) * step).collect()
}

/// Who has done how well against whom.
pub(super) fn cross(report: &Report) -> String {
    const CELL: (f64, f64) = (64.0, 36.0);
    const HEAD: f64 = 24.0;
    const NUMBER: f64 = 24.0;
    let players = &report.players;
    let left = labels_width(players.iter().map(|player| player.name.as_str())) + NUMBER;
    let (width, height) = (left + CELL.0 * players.len() as f64, HEAD + CELL.1 * players.len() as f64);
    let mut svg = open(width, height, "Cross table");
    for (place, player) in players.iter().enumerate() {
        let (x, y) = (left + CELL.0 * (place as f64 + 0.5), HEAD + CELL.1 * (place as f64 + 0.5));
        let name = escape(&shown(&player.name));
        let number = place + 1;
        svg += &format!("<text class=\"tick\" x=\"{x:.1}\" y=\"16\"><title>{name}</title>{number}</text>");
        svg += &format!("<g><title>{name}</title>{}", label(&player.name, left - NUMBER - 10.0, y));
        svg += &format!("<text class=\"value\" x=\"{:.1}\" y=\"{:.1}\">{number}</text></g>\n", left - 10.0, y + 4.0);
        for (other, opponent) in players.iter().enumerate() {
            let corner = (left + CELL.0 * other as f64, HEAD + CELL.1 * place as f64);
            let score = report.cell(place, other).played.all;
            let who = if place == other {
                format!("{} as Black against itself", shown(&player.name))
            } else {
                format!("{} against {}", shown(&player.name), shown(&opponent.name))
            };
            svg += &cell(corner, CELL, &score, &who);
        }
        svg += "\n";
    }
    svg + "</svg>\n"
}

fn cell((x, y): (f64, f64), (width, height): (f64, f64), score: &Score, who: &str) -> String {
    let frame = |class: &str, strength: f64| {
        let (width, height) = (width - 2.0, height - 2.0);
        format!(
            "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" rx=\"3\" \
             fill-opacity=\"{strength:.2}\"/>"
        )
    };
    if score.games() == 0 {
        return frame("none", 1.0);
    }
    let rate = score.rate();
    // Full colour would leave the figures hard to read, in light or in dark.
    let colored = frame(if rate >= 0.5 { "win" } else { "loss" }, 1.1 * (rate - 0.5).abs());
    let Score { wins, losses, draws } = *score;
    let games = if draws > 0 { format!("{wins}–{losses}–{draws}") } else { format!("{wins}–{losses}") };
    let (middle, upper, lower) = (x + width / 2.0 - 1.0, y + 15.0, y + 28.0);
    format!(
        "<g><title>{}: {} of {} games</title>{}{colored}<text class=\"rate\" x=\"{middle:.1}\" y=\"{upper:.1}\">{:.0}</text>\
         <text class=\"games\" x=\"{middle:.1}\" y=\"{lower:.1}\">{games}</text></g>",
        escape(who),
        percent(rate),
        score.games(),
        frame("none", 1.0),
        100.0 * rate
    )
}

fn open(width: f64, height: f64, what: &str) -> String {
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width:.0}\" height=\"{height:.0}\" \
         viewBox=\"0 0 {width:.0} {height:.0}\" role=\"img\" aria-label=\"{what}\">\n"
    )
}

/// A name that ends at a place.
fn label(name: &str, x: f64, y: f64) -> String {
    format!("<text class=\"label\" x=\"{x:.1}\" y=\"{:.1}\">{}</text>", y + 4.0, escape(&brief(name, LONGEST)))
}

fn labels_width<'a>(names: impl Iterator<Item = &'a str>) -> f64 {
    let longest = names.map(|name| name.chars().count().min(LONGEST)).max().unwrap_or(0);
    LETTER * longest as f64 + 24.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_numbers_around_everything() {
        assert_eq!(ticks(-432.0, 210.0), [-600.0, -400.0, -200.0, 0.0, 200.0, 400.0]);
        assert_eq!(ticks(1790.0, 1810.0), [1790.0, 1795.0, 1800.0, 1805.0, 1810.0]);
        assert_eq!(ticks(5.0, 5.0), [5.0, 6.0]);
    }

    #[test]
    fn long_names_are_cut_short() {
        assert!(label("random", 0.0, 0.0).ends_with(">random</text>"));
        let long = label(&"x".repeat(100), 0.0, 0.0);
        assert!(long.matches('x').count() < LONGEST + 5 && long.contains('…'), "{long}");
    }
}
