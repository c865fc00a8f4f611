//! How long to think about a move, by the clock.
//!
//! The time left is divided evenly among the expected moves, and time that is regained (a byo-yomi period, a Fischer
//! increment, a Canadian period's share) is added to each share. There are two results: the usual time, and the maximum
//! while the best move is in doubt. Both leave a margin for the lag between the player and the clock.

use std::time::Duration;

use crate::{Clock, TimeControl};

/// How long to think about one move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Allotment {
    /// How long, if nothing is unusual.
    pub target: Duration,
    /// How long at most, if the best move is in doubt.
    pub most: Duration,
}

/// The multiple of its share that a move may take while it is in doubt.
const STRETCH: u32 = 3;
/// The number of lags held in reserve where no time is regained.
const RESERVE: u32 = 5;

/// The time for the next move of a game after `move_number` moves. `lag` is the time that one move may lose between the
/// clock and the player.
///
/// ```
/// use std::time::Duration;
/// use player::{Clock, TimeControl, allot};
///
/// let clock = Clock::new(TimeControl::SuddenDeath { main: Duration::from_secs(600) });
/// let time = allot(&clock, 19, 0, Duration::from_millis(100));
/// assert!(time.target > Duration::from_secs(3) && time.target < Duration::from_secs(6));
/// assert!(time.most > time.target && time.most < Duration::from_secs(20));
/// ```
pub fn allot(clock: &Clock, size: usize, move_number: usize, lag: Duration) -> Allotment {
    let Share { share, free } = share(clock, moves_left(size, move_number), lag);
    // Who has less than the lag left can only hope that it was overestimated.
    let margin = lag.min(free.mul_f64(0.75));
    let limit = free - margin;
    let target = share.saturating_sub(lag).max(share / 4).min(limit);
    Allotment { target, most: target.saturating_mul(STRETCH).min((free / 3).max(target)).min(limit) }
}

/// A share of the time left, and what could be spent on this move before something is lost that does not come back.
struct Share {
    share: Duration,
    free: Duration,
}

fn share(clock: &Clock, moves: u32, lag: Duration) -> Share {
    let left = clock.left();
    // Time that never comes back is not used up to the end: a game may take longer than expected.
    let reserve = lag.saturating_mul(RESERVE).min(left.mul_f64(0.9));
    match clock.control() {
        TimeControl::Fischer { increment, .. } => {
            Share { share: ((left - reserve) / moves).saturating_add(increment).min(left.mul_f64(0.9)), free: left }
        }
        TimeControl::Canadian { period, stones: stones @ 1.., .. } if clock.overtime() == 0 => {
            let each = period / stones;
            Share { share: (left / moves).saturating_add(each), free: left.saturating_add(each) }
        }
        TimeControl::Canadian { stones: 1.., .. } => Share { share: left / clock.overtime(), free: left },
        TimeControl::ByoYomi { period, periods: 1.., .. } if clock.overtime() == 0 => {
            Share { share: (left / moves).saturating_add(period), free: left.saturating_add(period) }
        }
        TimeControl::ByoYomi { periods: 1.., .. } => Share { share: left, free: left },
        _ => Share { share: (left - reserve) / moves, free: left },
    }
}

/// How many moves of our own are still to be expected: games take about three moves for four points of the board, and
/// one that took longer already is not over at once.
fn moves_left(size: usize, move_number: usize) -> u32 {
    let points = size * size;
    let usual = (points * 3 / 4).saturating_sub(move_number) / 2;
    usual.max(points / 8).max(4) as u32
}

#[cfg(test)]
mod tests {
    use crate::{Rng, TimeLoss};

    use super::*;

    const LAG: Duration = Duration::from_millis(100);

    fn ms(n: u64) -> Duration {
        Duration::from_millis(n)
    }

    /// Plays with a clock: each move takes from the target to the most, and on top of it what happens on the way, which
    /// is a few milliseconds mostly and now and then nearly the lag.
    fn play(control: TimeControl, size: usize, moves: usize, rng: &mut Rng) -> Result<Clock, TimeLoss> {
        let mut clock = Clock::new(control);
        for number in 0..moves {
            let time = allot(&clock, size, 2 * number, LAG);
            assert!(time.target <= time.most, "{time:?}");
            let thinking = time.target + (time.most - time.target).mul_f32(rng.unit());
            let on_the_way = if rng.chance(0.02) { 0.9 * rng.unit() } else { 0.1 * rng.unit() };
            clock.spend(thinking + LAG.mul_f32(on_the_way))?;
        }
        Ok(clock)
    }

    /// Fifty fast games each with what takes the moves of a long game on each board.
    fn no_side_loses(controls: [TimeControl; 2]) {
        let mut rng = Rng::new(1);
        for control in controls {
            for (size, moves) in [(9, 60), (19, 200)] {
                for game in 0..50 {
                    let end = play(control, size, moves, &mut rng);
                    assert!(end.is_ok(), "game {game} on {size}x{size} by {control:?}: {end:?}");
                }
            }
        }
    }

    #[test]
    fn two_hundred_fast_games_of_sudden_death_are_played_in_time() {
        no_side_loses([10_000, 30_000].map(|main| TimeControl::SuddenDeath { main: ms(main) }));
    }

    #[test]
    fn two_hundred_fast_games_with_an_increment_are_played_in_time() {
        no_side_loses(
            [(5_000, 100), (500, 200)]
                .map(|(main, increment)| TimeControl::Fischer { main: ms(main), increment: ms(increment) }),
        );
    }

    #[test]
    fn two_hundred_fast_games_with_canadian_overtime_are_played_in_time() {
        no_side_loses([(3_000, 3_000, 10), (0, 5_000, 25)].map(|(main, period, stones)| TimeControl::Canadian {
            main: ms(main),
            period: ms(period),
            stones,
        }));
    }

    #[test]
    fn two_hundred_fast_games_with_byo_yomi_keep_all_their_periods() {
        no_side_loses([(2_000, 500, 1), (0, 200, 1)].map(|(main, period, periods)| TimeControl::ByoYomi {
            main: ms(main),
            period: ms(period),
            periods,
        }));
    }

    #[test]
    fn a_period_of_byo_yomi_is_used_and_not_overstepped() {
        let clock = Clock::set(TimeControl::ByoYomi { main: ms(0), period: ms(10_000), periods: 3 }, ms(10_000), 3);
        assert_eq!(allot(&clock, 19, 100, LAG), Allotment { target: ms(9_900), most: ms(9_900) });
    }

    #[test]
    fn the_stones_of_a_canadian_period_share_it() {
        let clock = Clock::set(TimeControl::Canadian { main: ms(0), period: ms(60_000), stones: 20 }, ms(30_000), 10);
        assert_eq!(allot(&clock, 19, 100, LAG).target, ms(2_900));
    }

    #[test]
    fn a_game_of_usual_length_spends_most_of_its_time() {
        let main = ms(600_000);
        let mut clock = Clock::new(TimeControl::SuddenDeath { main });
        for number in 0..120 {
            clock.spend(allot(&clock, 19, 2 * number, LAG).target).unwrap();
        }
        assert!(clock.left() > main / 20 && clock.left() < main / 3, "{:?} left", clock.left());
    }

    #[test]
    fn no_clock_is_ever_overstepped_by_thinking_alone() {
        let mut rng = Rng::new(2);
        for _ in 0..20_000 {
            let mut some = |most: u32| ms(u64::from(rng.below(most)));
            let (main, period, left) = (some(2_000), some(500), some(400));
            let (n, overtime) = (rng.below(4), rng.below(4));
            for control in [
                TimeControl::SuddenDeath { main },
                TimeControl::Fischer { main, increment: period },
                TimeControl::Canadian { main, period, stones: n },
                TimeControl::ByoYomi { main, period, periods: n },
            ] {
                let mut clock = Clock::set(control, left, overtime);
                let time = allot(&clock, 9, rng.below(200) as usize, LAG);
                assert!(time.target <= time.most && clock.spend(time.most).is_ok(), "{time:?} of {clock:?}");
            }
        }
    }

    #[test]
    fn a_clock_at_zero_allows_nothing() {
        let clock = Clock::new(TimeControl::SuddenDeath { main: ms(0) });
        assert_eq!(allot(&clock, 19, 0, LAG), Allotment { target: ms(0), most: ms(0) });
    }
}
