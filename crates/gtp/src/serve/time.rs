//! Time settings and clocks.

use std::time::Duration;

use goban::Color;
use player::{Clock, TimeControl};

use super::args::Args;
use super::{Refusal, Session};

/// The terms, and what is left to each side.
#[derive(Debug, Default)]
pub(super) struct Clocks {
    control: Option<TimeControl>,
    left: [Option<Clock>; 2],
}

impl Clocks {
    fn set(&mut self, control: Option<TimeControl>) {
        self.control = control;
        self.restart();
    }

    /// Both clocks as at the beginning of a game.
    pub(super) fn restart(&mut self) {
        self.left = [self.control.map(Clock::new); 2];
    }

    /// A side's clock, if the game has clocks.
    pub(super) fn of(&self, color: Color) -> Option<Clock> {
        self.left[color.index()]
    }

    /// Takes the time of a move off a clock, so that it goes right even where no `time_left` is sent.
    pub(super) fn spend(&mut self, color: Color, elapsed: Duration) {
        if let Some(clock) = &mut self.left[color.index()] {
            // The controller decides that time is up; the clock stays at zero.
            let _ = clock.spend(elapsed);
        }
    }
}

/// `time_settings MAIN PERIOD STONES`. A period without stones means no limit, no period means sudden death.
pub(super) fn time_settings(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let main = args.seconds(0, "the main time")?;
    let period = args.seconds(1, "the length of a period")?;
    let stones: u32 = args.number(2, "the number of stones")?;
    session.clocks.set(match (period.is_zero(), stones) {
        (true, _) => Some(TimeControl::SuddenDeath { main }),
        (false, 0) => None,
        (false, stones) => Some(TimeControl::Canadian { main, period, stones }),
    });
    Ok(String::new())
}

/// `time_left COLOUR TIME STONES`: the stones, or in byo-yomi the periods, that are left; 0 in the main time.
pub(super) fn time_left(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    let color = args.color(0)?;
    let left = args.seconds(1, "the time left")?;
    let overtime: u32 = args.number(2, "the number of stones")?;
    // A clock that was never agreed on is one of sudden death.
    let control = session.clocks.control.unwrap_or(TimeControl::SuddenDeath { main: left });
    session.clocks.left[color.index()] = Some(Clock::set(control, left, overtime));
    Ok(String::new())
}

/// `kgs-time_settings (none | absolute MAIN | byoyomi MAIN PERIOD PERIODS | canadian MAIN PERIOD STONES)`
pub(super) fn kgs_time_settings(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    settings(session, args, "none, absolute, byoyomi or canadian", false)
}

/// As `kgs-time_settings`, and `fischer MAIN INCREMENT`.
pub(super) fn kata_time_settings(session: &mut Session<'_>, args: &Args<'_>) -> Result<String, Refusal> {
    settings(session, args, "none, absolute, byoyomi, canadian or fischer", true)
}

pub(super) fn kata_list_time_settings(_: &mut Session<'_>, _: &Args<'_>) -> Result<String, Refusal> {
    Ok("none absolute byoyomi canadian fischer".to_string())
}

fn settings(
    session: &mut Session<'_>,
    args: &Args<'_>,
    known: &'static str,
    with_fischer: bool,
) -> Result<String, Refusal> {
    let kind = args.word(0, known)?;
    let main = || args.seconds(1, "the main time");
    let period = || args.seconds(2, "the length of a period");
    let control = match kind {
        "none" => None,
        "absolute" => Some(TimeControl::SuddenDeath { main: main()? }),
        "byoyomi" | "byo-yomi" => {
            let periods = args.number(3, "the number of periods")?;
            Some(TimeControl::ByoYomi { main: main()?, period: period()?, periods })
        }
        "canadian" => {
            let stones = args.number(3, "the number of stones")?;
            Some(TimeControl::Canadian { main: main()?, period: period()?, stones })
        }
        "fischer" if with_fischer => {
            Some(TimeControl::Fischer { main: main()?, increment: args.seconds(2, "the increment")? })
        }
        _ => return Err(Refusal::Syntax(format!("'{kind}' is not a time control: expected {known}"))),
    };
    session.clocks.set(control);
    Ok(String::new())
}
