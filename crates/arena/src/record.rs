//! From a game that was played to the row of the ledger, its SGF included.

use std::time::{SystemTime, UNIX_EPOCH};

use goban::Color;
use kifu::{GameInfo, Tree};
use player::{Introduction, TimeControl};

use crate::ledger::{self, GameRow, ResultRow};
use crate::{Fixture, Machine, Played};

/// The circumstances of a game: the names that other programs report, Black's first, and its start time.
pub(crate) struct Circumstances {
    pub(crate) engines: [Option<Introduction>; 2],
    pub(crate) begun: SystemTime,
    /// The contest as people call it.
    pub(crate) event: String,
}

/// The row of a game.
pub(crate) fn row(fixture: &Fixture, played: &Played, circumstances: Circumstances) -> GameRow {
    let conditions = &fixture.conditions;
    let engines = circumstances.engines.map(|engine| engine.map(name_and_version).unwrap_or_default());
    let begun = milliseconds(circumstances.begun);
    let mut result = ResultRow {
        key: fixture.key.clone(),
        contest: fixture.contest.to_string(),
        round: fixture.round,
        number: fixture.number,
        players: Color::BOTH.map(|color| fixture.player(color).to_string()),
        first: fixture.first,
        outcome: played.outcome,
        finish: played.finish,
        moves: played.game.moves().len() as u64,
        line: 0,
        ended: milliseconds(SystemTime::now()),
    };
    let sgf = sgf(fixture, played, &result, &engines, &circumstances.event);
    result.line = ledger::line(&result.key, &sgf);
    GameRow {
        result,
        engines,
        size: conditions.size as u64,
        rules: conditions.rules.to_string(),
        komi: conditions.komi.into(),
        handicap: conditions.handicap as u64,
        budget: conditions.budget.to_string(),
        clock: conditions.control.map(|control| control.to_string()).unwrap_or_default(),
        opening: fixture.openings.describe(),
        seed: fixture.seed,
        remark: played.remark.clone(),
        times: played.times.clone(),
        sgf,
        version: version::version().to_string(),
        machine: Machine::here().clone(),
        begun,
    }
}

fn name_and_version(introduction: Introduction) -> String {
    let Introduction { name, version } = introduction;
    format!("{name} {version}").trim_end().to_string()
}

fn sgf(fixture: &Fixture, played: &Played, result: &ResultRow, engines: &[String; 2], event: &str) -> String {
    let [black, white] = &result.players;
    let mut comment = format!("Ended by {}. Seed {}.", played.finish, fixture.seed);
    for (color, engine) in Color::BOTH.into_iter().zip(engines).filter(|(_, engine)| !engine.is_empty()) {
        comment += &format!("\n{color} is {engine}.");
    }
    if !played.remark.is_empty() {
        comment += &format!("\n{}", played.remark);
    }
    let (time, overtime) = time_properties(fixture.conditions.control);
    let info = GameInfo {
        event: event.to_string(),
        round: (fixture.number + 1).to_string(),
        date: date_of(result.ended),
        black: black.clone(),
        white: white.clone(),
        time,
        overtime,
        result: played.outcome.to_string(),
        comment,
        ..GameInfo::default()
    };
    Tree::of(&played.game, &info).to_sgf()
}

/// `TM` and `OT`.
fn time_properties(control: Option<TimeControl>) -> (String, String) {
    let Some(control) = control else { return Default::default() };
    let overtime = match control {
        TimeControl::SuddenDeath { .. } => String::new(),
        TimeControl::Fischer { increment, .. } => format!("{} fischer", increment.as_secs_f64()),
        TimeControl::ByoYomi { period, periods, .. } => format!("{periods}x{} byo-yomi", period.as_secs_f64()),
        TimeControl::Canadian { period, stones, .. } => format!("{stones}/{} Canadian", period.as_secs_f64()),
    };
    (control.main().as_secs_f64().to_string(), overtime)
}

/// The date of a time, in UTC: `2026-11-18`.
pub fn date(time: SystemTime) -> String {
    date_of(milliseconds(time))
}

/// Since the beginning of 1970.
pub(crate) fn milliseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_millis() as u64)
}

/// The date of a time in milliseconds, in UTC, by the proleptic Gregorian calendar; the method is Howard Hinnant's
/// ("chrono-compatible low-level date algorithms"), which counts years from March, so that the leap day comes last.
pub(crate) fn date_of(milliseconds: u64) -> String {
    let days = milliseconds / 86_400_000 + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let month = if from_march < 10 { from_march + 3 } else { from_march - 9 };
    let year = 400 * era + year_of_era + u64::from(month <= 2);
    format!("{year:04}-{month:02}-{day:02}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_are_those_of_the_calendar() {
        const DAY: u64 = 86_400_000;
        for (days, expected) in [
            (0, "1970-01-01"),
            (58, "1970-02-28"),
            (59, "1970-03-01"),
            (11_016, "2000-02-29"),
            (11_017, "2000-03-01"),
            (16_525, "2015-03-31"),
            (20_453, "2025-12-31"),
            (20_454, "2026-01-01"),
        ] {
            assert_eq!(date_of(days * DAY + DAY / 2), expected);
        }
    }
}
