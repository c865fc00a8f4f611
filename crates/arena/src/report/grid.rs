//! The tables of a report with every figure as it is printed: what text, Markdown, LaTeX and HTML have in common.
//!
//! Nothing is escaped here, since each format has its own ways; a column says what is in it, so that a format can set
//! names and figures differently.

use std::time::Duration;

use gtp::wire;

use super::model::{ComparisonLine, FAULTS, PairLine, PlayerLine, Report};
use super::shown;
use crate::Finish;
use stats::{Confidence, Estimate, Forfeits, Interval, Observed, Score};

/// A table.
pub(super) struct Grid {
    /// What it is about.
    pub(super) topic: Topic,
    /// Its columns.
    pub(super) columns: Vec<Column>,
    /// Its rows, each with a text for every column.
    pub(super) rows: Vec<Vec<String>>,
    /// What has to be known to read it; empty where nothing has.
    pub(super) note: &'static str,
}

/// What a table is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Topic {
    Ratings,
    Cross,
    Pairs,
    Comparisons,
    Colors,
    Endings,
    Forfeits,
    Times,
    Events,
}

impl Topic {
    /// The heading of the table.
    pub(super) fn title(self) -> &'static str {
        match self {
            Topic::Ratings => "Ratings",
            Topic::Cross => "Cross table",
            Topic::Pairs => "Pairs",
            Topic::Comparisons => "Comparisons",
            Topic::Colors => "Colours",
            Topic::Endings => "How games ended",
            Topic::Forfeits => "Forfeits",
            Topic::Times => "Time per move",
            Topic::Events => "Events",
        }
    }

    /// What has to be known to read the table.
    fn note(self) -> &'static str {
        match self {
            Topic::Pairs => {
                "p is the two-sided p-value of the sign test (exact binomial test against one half). Two games with \
                 the same opening and exchanged colours count as one result; draws and level pairs are set aside. \
                 p-values are not corrected for the number of pairs."
            }
            Topic::Comparisons => {
                "p is the two-sided p-value of a test that both players have the same win rate against the opponent: \
                 Fisher's exact test of the decisive games where fewer than five wins or losses are expected, \
                 otherwise the z-test for two proportions, corrected for continuity. p-values are not corrected for \
                 the number of comparisons."
            }
            _ => "",
        }
    }
}

/// More comparisons than this do not make a readable table.
pub(super) const MOST_COMPARISONS: usize = 40;

/// A column.
pub(super) struct Column {
    /// What stands above it.
    pub(super) heading: String,
    /// What is in it.
    pub(super) style: Style,
}

/// What is in a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    /// Figures, set to the right.
    Figure,
    /// The specification of a player.
    Name,
    /// A few words.
    Words,
    /// Words that may take several lines.
    Prose,
}

/// An empty cell.
pub(super) const NOTHING: &str = "–";

/// All tables that have something in them.
pub(super) fn all(report: &Report) -> Vec<Grid> {
    let grids = [
        ratings(report),
        cross(report),
        pairs(report),
        comparisons(report),
        colors(report),
        endings(report),
        forfeits(report),
        times(report),
        events(report),
    ];
    grids.into_iter().filter(|grid| !grid.rows.is_empty()).map(readable).collect()
}

/// A table in which no name takes more room than a table has.
fn readable(mut grid: Grid) -> Grid {
    for row in &mut grid.rows {
        for (text, column) in row.iter_mut().zip(&grid.columns) {
            *text = match column.style {
                Style::Prose => wire::brief(text, LONGEST_PROSE),
                _ => shown(text),
            };
        }
    }
    grid
}

/// The most letters of a cell with words that may take several lines.
const LONGEST_PROSE: usize = 400;

/// Headings, what is in a column, and its text for a line.
type Columns<'a, T> = Vec<(&'a str, Style, &'a dyn Fn(&T) -> String)>;

/// Builds a table column by column.
fn grid<T>(topic: Topic, lines: &[T], columns: Columns<'_, T>) -> Grid {
    let row = |line: &T| columns.iter().map(|(_, _, text)| text(line)).collect();
    Grid {
        topic,
        note: topic.note(),
        rows: lines.iter().map(row).collect(),
        columns: columns.iter().map(|&(heading, style, _)| Column { heading: heading.to_string(), style }).collect(),
    }
}

/// A player and its place, from 0.
type Placed<'a> = (usize, &'a PlayerLine);

fn placed(report: &Report) -> Vec<Placed<'_>> {
    report.players.iter().enumerate().collect()
}

fn ratings(report: &Report) -> Grid {
    use Style::{Figure, Name, Words};
    let mut columns: Columns<'_, Placed<'_>> = vec![
        ("#", Figure, &|(place, _)| (place + 1).to_string()),
        ("player", Name, &|(_, player)| player.name.clone()),
    ];
    if report.players.iter().any(|player| !player.engine.is_empty()) {
        columns.push(("program", Words, &|(_, player)| player.engine.clone()));
    }
    if report.is_divided() {
        columns.push(("group", Figure, &|(_, player)| (player.group + 1).to_string()));
    }
    columns.extend::<Columns<'_, Placed<'_>>>(vec![
        ("Elo", Figure, &|(_, player)| player.rating.map_or(NOTHING.to_string(), |elo| whole(elo.value))),
        ("±", Figure, &|(_, player)| player.rating.map_or(NOTHING.to_string(), |elo| whole(elo.error()))),
        ("games", Figure, &|(_, player)| player.total.played.games().to_string()),
        ("different", Figure, &|(_, player)| player.total.played.different.games().to_string()),
        ("won", Figure, &|(_, player)| player.total.played.all.wins.to_string()),
        ("lost", Figure, &|(_, player)| player.total.played.all.losses.to_string()),
        ("drawn", Figure, &|(_, player)| player.total.played.all.draws.to_string()),
        ("win rate", Figure, &|(_, player)| rate(&player.total.played)),
        ("95% interval", Figure, &|(_, player)| interval(&player.total.played)),
    ]);
    if report.forfeits > 0 {
        columns.push(("by forfeit", Figure, &|(_, player)| by_forfeit(&player.total.forfeits)));
    }
    grid(Topic::Ratings, &placed(report), columns)
}

/// Points of games, the row's player against the column's.
fn cross(report: &Report) -> Grid {
    let points = |score: Score| match score.games() {
        0 => NOTHING.to_string(),
        games => format!("{}/{games}", score.points()),
    };
    let places = 0..report.players.len();
    let mut columns = vec![
        Column { heading: "#".to_string(), style: Style::Figure },
        Column { heading: "player".to_string(), style: Style::Name },
    ];
    let numbers = places.clone().map(|place| (place + 1).to_string());
    columns.extend(numbers.chain(["all".to_string()]).map(|heading| Column { heading, style: Style::Figure }));
    let row = |(place, player): Placed<'_>| {
        let mut row = vec![(place + 1).to_string(), player.name.clone()];
        row.extend(places.clone().map(|other| points(report.cell(place, other).played.all)));
        row.push(points(player.total.played.all));
        row
    };
    Grid { topic: Topic::Cross, note: "", columns, rows: placed(report).into_iter().map(row).collect() }
}

fn pairs(report: &Report) -> Grid {
    use Style::{Figure, Name};
    let lines: Vec<_> = report.pairs().collect();
    let mut columns: Columns<'_, PairLine<'_>> = vec![
        ("player", Name, &|line| line.players[0].name.clone()),
        ("against", Name, &|line| line.players[1].name.clone()),
        ("games", Figure, &|line| line.cell.played.games().to_string()),
        ("different", Figure, &|line| line.cell.played.different.games().to_string()),
        ("won", Figure, &|line| line.cell.played.all.wins.to_string()),
        ("lost", Figure, &|line| line.cell.played.all.losses.to_string()),
        ("drawn", Figure, &|line| line.cell.played.all.draws.to_string()),
        ("win rate", Figure, &|line| rate(&line.cell.played)),
        ("95% interval", Figure, &|line| interval(&line.cell.played)),
        ("Elo", Figure, &|line| elo(&line.elo())),
        ("LOS", Figure, &|line| match line.cell.played.games() {
            0 => NOTHING.to_string(),
            _ => percent(line.superiority()),
        }),
        ("p", Figure, &|line| match line.cell.played.games() {
            0 => NOTHING.to_string(),
            _ => p_value(line.p_value()),
        }),
    ];
    if report.forfeits > 0 {
        columns.push(("by forfeit", Figure, &|line| by_forfeit(&line.cell.forfeits)));
    }
    grid(Topic::Pairs, &lines, columns)
}

/// Players who have not met, or all with the baseline, by their games against the same opponents. If they are too many
/// to read, the report has a remark instead.
fn comparisons(report: &Report) -> Grid {
    use Style::{Figure, Name, Words};
    let mut lines = report.comparisons();
    if report.baseline.is_none() && lines.len() > MOST_COMPARISONS {
        lines.clear();
    }
    let columns: Columns<'_, ComparisonLine<'_>> = vec![
        ("player", Name, &|line| line.players[0].name.clone()),
        ("compared with", Name, &|line| line.players[1].name.clone()),
        ("against", Name, &|line| line.opponent.name.clone()),
        ("games", Figure, &|line| format!("{} / {}", line.played[0].games(), line.played[1].games())),
        ("win rates", Figure, &|line| format!("{} / {}", rate(&line.played[0]), rate(&line.played[1]))),
        ("difference", Figure, &|line| format!("{:+.1}%", 100.0 * line.difference())),
        ("test", Words, &|line| line.test.to_string()),
        ("p", Figure, &|line| p_value(line.p_value())),
    ];
    grid(Topic::Comparisons, &lines, columns)
}

fn colors(report: &Report) -> Grid {
    use Style::{Figure, Name};
    let all = PlayerLine {
        name: "all players".to_string(),
        colors: [report.black, report.black.opposite()],
        ..PlayerLine::default()
    };
    let mut lines: Vec<&PlayerLine> = report.players.iter().collect();
    if report.black.games() > 0 {
        lines.push(&all);
    } else {
        lines.clear();
    }
    let columns: Columns<'_, &PlayerLine> = vec![
        ("player", Name, &|player| player.name.clone()),
        ("as Black", Figure, &|player| player.colors[0].games().to_string()),
        ("win rate", Figure, &|player| rate(&player.colors[0])),
        ("95% interval", Figure, &|player| interval(&player.colors[0])),
        ("as White", Figure, &|player| player.colors[1].games().to_string()),
        ("win rate", Figure, &|player| rate(&player.colors[1])),
        ("95% interval", Figure, &|player| interval(&player.colors[1])),
    ];
    grid(Topic::Colors, &lines, columns)
}

fn endings(report: &Report) -> Grid {
    use Style::{Figure, Words};
    grid(
        Topic::Endings,
        &report.endings,
        vec![
            ("ending", Words, &|line| line.finish.to_string()),
            ("games", Figure, &|line| line.games.to_string()),
            ("share", Figure, &|line| percent(line.games as f64 / report.games.max(1) as f64)),
            ("moves", Figure, &|line| whole(line.length())),
        ],
    )
}

fn forfeits(report: &Report) -> Grid {
    let broken: Vec<&PlayerLine> =
        report.players.iter().filter(|player| player.faults.iter().any(|&times| times > 0)).collect();
    let mut columns = vec![Column { heading: "player".to_string(), style: Style::Name }];
    let headings = FAULTS.iter().map(|&fault| Finish::Forfeit(fault).to_string().replace("forfeit: ", ""));
    columns.extend(headings.chain(["all".to_string()]).map(|heading| Column { heading, style: Style::Figure }));
    let row = |player: &&PlayerLine| {
        let all: u64 = player.faults.iter().sum();
        let counts = player.faults.iter().chain([&all]).map(u64::to_string);
        [player.name.clone()].into_iter().chain(counts).collect()
    };
    Grid { topic: Topic::Forfeits, note: "", columns, rows: broken.iter().map(row).collect() }
}

fn times(report: &Report) -> Grid {
    use Style::{Figure, Name};
    let timed: Vec<&PlayerLine> = report.players.iter().filter(|player| player.times.moves() > 0).collect();
    let columns: Columns<'_, &PlayerLine> = vec![
        ("player", Name, &|player| player.name.clone()),
        ("moves", Figure, &|player| player.times.moves().to_string()),
        ("mean", Figure, &|player| duration(player.times.mean())),
        ("median", Figure, &|player| duration(player.times.median())),
        ("longest", Figure, &|player| duration(player.times.longest())),
    ];
    grid(Topic::Times, &timed, columns)
}

fn events(report: &Report) -> Grid {
    use Style::{Figure, Prose, Words};
    grid(
        Topic::Events,
        &report.events,
        vec![
            ("event", Words, &|event| event.contest.name.clone()),
            ("kind", Words, &|event| event.contest.kind.clone()),
            ("games", Figure, &|event| event.games.to_string()),
            ("terms", Prose, &|event| event.contest.terms.clone()),
        ],
    )
}

/// A whole number, never `-0`.
pub(super) fn whole(value: f64) -> String {
    let rounded = value.round();
    format!("{:.0}", if rounded == 0.0 { 0.0 } else { rounded })
}

/// `0.057`, `< 0.001`.
fn p_value(p: f64) -> String {
    if p < 0.0005 { "< 0.001".to_string() } else { format!("{p:.3}") }
}

/// `91.0%`.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

fn rate(games: &Observed) -> String {
    if games.games() == 0 { NOTHING.to_string() } else { percent(games.all.rate()) }
}

fn interval(games: &Observed) -> String {
    if games.games() == 0 {
        return NOTHING.to_string();
    }
    let Interval { low, high } = games.win_rate(Confidence::P95).interval;
    format!("{:.1} to {}", 100.0 * low, percent(high))
}

/// `+3 -1`: games that the other forfeited, and games that it forfeited itself.
fn by_forfeit(&Forfeits { won, lost }: &Forfeits) -> String {
    if won + lost == 0 { NOTHING.to_string() } else { format!("+{won} -{lost}") }
}

/// `402 ± 83`; of a clean sweep, what is known.
fn elo(elo: &Estimate) -> String {
    let Interval { low, high } = elo.interval;
    match (low.is_finite(), high.is_finite()) {
        (true, true) => format!("{} ± {}", whole(elo.value), whole(elo.error())),
        (true, false) => format!("> {}", whole(low)),
        (false, true) => format!("< {}", whole(high)),
        (false, false) => NOTHING.to_string(),
    }
}

/// `12 µs`, `3.4 ms`, `1.2 s`.
pub(super) fn duration(time: Option<Duration>) -> String {
    let Some(time) = time else { return NOTHING.to_string() };
    let micros = time.as_secs_f64() * 1e6;
    let (value, unit) = match micros {
        _ if micros < 999.5 => (micros, "µs"),
        _ if micros < 999_500.0 => (micros / 1e3, "ms"),
        _ => (micros / 1e6, "s"),
    };
    let digits = if unit == "µs" || value >= 99.95 { 0 } else { 1 };
    format!("{value:.digits$} {unit}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_the_unit_that_suits_them() {
        let text = |micros: u64| duration(Some(Duration::from_micros(micros)));
        assert_eq!([text(0), text(12), text(999), text(1000)], ["0 µs", "12 µs", "999 µs", "1.0 ms"]);
        assert_eq!([text(3_449), text(123_456), text(999_999)], ["3.4 ms", "123 ms", "1.0 s"]);
        assert_eq!([text(61_000_000), text(4_000_000_000)], ["61.0 s", "4000 s"]);
        assert_eq!(duration(None), "–");
    }

    #[test]
    fn a_clean_sweep_is_told_by_what_is_known() {
        let text = |wins, losses| elo(&stats::elo(&Score { wins, losses, draws: 0 }, Confidence::P95));
        assert_eq!([text(182, 18), text(20, 0), text(0, 20), text(0, 0)], ["402 ± 83", "> 287", "< -287", "–"]);
        assert_eq!([whole(-0.4), whole(-0.6), whole(0.6)], ["0", "-1", "1"]);
    }
}
