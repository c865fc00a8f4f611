//! A report for a spreadsheet: one table of the figures themselves (RFC 4180).
//!
//! Its first column gives the kind of a line: a `player` and its games against all others; the same by `color`; a
//! `pair`, seen from either side and, where a player met itself, by Black; a `comparison` of two players by their games
//! against the same opponent; an `ending`; a `fault`, and how often a player broke down that way; an `event`. What does
//! not apply is left empty.

use super::model::{FAULTS, Report};
use crate::Finish;
use stats::{Cell, Confidence, Estimate, Observed, RateTest};

const COLUMNS: [&str; 31] = [
    "table",
    "player",
    "opponent",
    "color",
    "ending",
    "event",
    "program",
    "group",
    "games",
    "different_games",
    "wins",
    "losses",
    "draws",
    "win_rate",
    "low",
    "high",
    "elo",
    "elo_low",
    "elo_high",
    "superiority",
    "compared_with",
    "difference",
    "test",
    "p_value",
    "forfeits_won",
    "forfeits_lost",
    "moves",
    "mean_seconds",
    "median_seconds",
    "longest_seconds",
    "terms",
];

/// The report as CSV.
pub(super) fn render(report: &Report) -> String {
    let mut text = COLUMNS.join(",") + "\r\n";
    lines(report).iter().for_each(|line| text += &line.to_string());
    text
}

fn lines(report: &Report) -> Vec<Line> {
    [
        players(report),
        colors(report),
        pairs(report),
        comparisons(report),
        endings(report),
        faults(report),
        events(report),
    ]
    .concat()
}

fn players(report: &Report) -> Vec<Line> {
    let line = |player: &super::PlayerLine| {
        let seconds = |time: Option<std::time::Duration>| time.map(|time| format!("{:.6}", time.as_secs_f64()));
        let times = &player.times;
        Line::of("player")
            .with("player", &player.name)
            .with("program", &player.engine)
            .with("group", player.group + 1)
            .score(&player.total.played)
            .forfeits(&player.total)
            .elo(player.rating)
            .with("moves", times.moves())
            .with("mean_seconds", seconds(times.mean()).unwrap_or_default())
            .with("median_seconds", seconds(times.median()).unwrap_or_default())
            .with("longest_seconds", seconds(times.longest()).unwrap_or_default())
    };
    report.players.iter().map(line).collect()
}

fn colors(report: &Report) -> Vec<Line> {
    let lines = report.players.iter().flat_map(|player| {
        let line = |(color, score)| Line::of("color").with("player", &player.name).with("color", color).score(score);
        ["black", "white"].into_iter().zip(&player.colors).map(line)
    });
    lines.collect()
}

fn pairs(report: &Report) -> Vec<Line> {
    let places = 0..report.players.len();
    let all = places.clone().flat_map(|one| places.clone().filter_map(move |other| report.pair(one, other)));
    let line = |pair: super::PairLine<'_>| {
        let [one, other] = pair.players;
        let line = Line::of("pair").with("player", &one.name).with("opponent", &other.name);
        let line = line.score(&pair.cell.played).forfeits(&pair.cell);
        match pair.cell.played.games() {
            0 => line,
            _ => line
                .elo(Some(pair.elo()))
                .with("superiority", format!("{:.6}", pair.superiority()))
                .with("test", "sign test")
                .with("p_value", pair.p_value()),
        }
    };
    all.map(line).collect()
}

fn comparisons(report: &Report) -> Vec<Line> {
    let line = |comparison: &super::ComparisonLine<'_>| {
        let [one, other] = comparison.players;
        let line = Line::of("comparison").with("player", &one.name).with("compared_with", &other.name);
        line.with("opponent", &comparison.opponent.name)
            .score(&comparison.played[0])
            .with("difference", format!("{:.6}", comparison.difference()))
            .with("test", test_name(comparison.test))
            .with("p_value", comparison.p_value())
    };
    report.comparisons().iter().map(line).collect()
}

/// What a test is called in figures for programs.
pub(super) fn test_name(test: RateTest) -> &'static str {
    match test {
        RateTest::Fisher => "Fisher's exact test",
        RateTest::Z => "z-test",
    }
}

fn endings(report: &Report) -> Vec<Line> {
    let line = |ending: &super::EndingLine| {
        Line::of("ending").with("ending", ending.finish).with("games", ending.games).with("moves", ending.moves)
    };
    report.endings.iter().map(line).collect()
}

fn faults(report: &Report) -> Vec<Line> {
    let lines = report.players.iter().flat_map(|player| {
        let some = FAULTS.iter().zip(player.faults).filter(|(_, times)| *times > 0);
        some.map(|(&fault, times)| {
            Line::of("fault").with("player", &player.name).with("ending", Finish::Forfeit(fault)).with("games", times)
        })
    });
    lines.collect()
}

fn events(report: &Report) -> Vec<Line> {
    let line = |event: &super::EventLine| {
        let line = Line::of("event").with("event", &event.contest.name).with("games", event.games);
        line.with("terms", &event.contest.terms)
    };
    report.events.iter().map(line).collect()
}

/// A line: what is in its columns, by their names.
#[derive(Clone)]
struct Line(Vec<(&'static str, String)>);

impl Line {
    fn of(table: &str) -> Line {
        Line(vec![("table", table.to_string())])
    }

    fn with(mut self, column: &'static str, value: impl ToString) -> Line {
        self.0.push((column, value.to_string()));
        self
    }

    fn score(self, played: &Observed) -> Line {
        let line = self.with("games", played.games()).with("different_games", played.different.games());
        let line = line.with("wins", played.all.wins).with("losses", played.all.losses).with("draws", played.all.draws);
        if played.games() == 0 {
            return line;
        }
        let Estimate { value, interval } = played.win_rate(Confidence::P95);
        let share = |share: f64| format!("{share:.6}");
        line.with("win_rate", share(value)).with("low", share(interval.low)).with("high", share(interval.high))
    }

    fn forfeits(self, cell: &Cell) -> Line {
        self.with("forfeits_won", cell.forfeits.won).with("forfeits_lost", cell.forfeits.lost)
    }

    /// Infinite figures are left out.
    fn elo(self, elo: Option<Estimate>) -> Line {
        let Some(Estimate { value, interval }) = elo else { return self };
        let figure = |elo: f64| if elo.is_finite() { format!("{elo:.2}") } else { String::new() };
        let line = self.with("elo", figure(value));
        line.with("elo_low", figure(interval.low)).with("elo_high", figure(interval.high))
    }
}

impl std::fmt::Display for Line {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let field = |column: &&str| self.0.iter().find(|(name, _)| name == column).map_or("", |(_, value)| value);
        let fields: Vec<String> = COLUMNS.iter().map(|column| escape(field(column))).collect();
        write!(f, "{}\r\n", fields.join(","))
    }
}

/// A field in quotation marks, where it has a comma, a quotation mark or a line break.
fn escape(field: &str) -> String {
    if field.contains([',', '"', '\r', '\n']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fields_are_quoted_where_they_have_to_be() {
        assert_eq!(escape("random"), "random");
        assert_eq!(escape("mcts:playouts=1,threads=2"), "\"mcts:playouts=1,threads=2\"");
        assert_eq!(escape("the \"best\"\nof all"), "\"the \"\"best\"\"\nof all\"");
    }

    /// A field whose column is misspelt would be lost without a word.
    #[test]
    fn every_field_has_its_column() {
        let mut report = super::super::tests::cup();
        report.baseline = Some("random".to_string());
        let tables: std::collections::BTreeSet<String> =
            lines(&report).iter().map(|line| line.0[0].1.clone()).collect();
        assert_eq!(
            tables.into_iter().collect::<Vec<_>>(),
            ["color", "comparison", "ending", "event", "fault", "pair", "player"]
        );
        for line in lines(&report) {
            assert!(line.0.iter().all(|(column, _)| COLUMNS.contains(column)), "{:?}", line.0);
        }
    }
}
