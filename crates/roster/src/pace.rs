//! How far to think about a move: what a [`Budget`] comes to for a player that counts playouts.

use std::time::{Duration, Instant};

use goban::Game;
use player::{Budget, Stop, allot};

/// The ends of thinking; the first one reached holds.
#[derive(Clone, Debug)]
pub(crate) struct Pace {
    /// After this number of playouts.
    pub playouts: u64,
    /// At this time.
    pub deadline: Option<Instant>,
    /// When the signal is given.
    pub stop: Stop,
}

/// What may pass of a move between the player and the clock.
const LAG: Duration = Duration::from_millis(100);

impl Pace {
    /// What the budget allows, or `own` playouts where it says nothing.
    pub fn new(game: &Game, budget: &Budget, stop: &Stop, own: u64) -> Pace {
        let share = budget.clock.map(|clock| allot(&clock, game.size(), game.move_number(), LAG).target);
        let time = match (budget.time, share) {
            (Some(time), Some(share)) => Some(time.min(share)),
            (time, share) => time.or(share),
        };
        let playouts = budget.playouts.unwrap_or(if time.is_some() { u64::MAX } else { own });
        // A time too long for the clock of the machine is no limit.
        Pace { playouts, deadline: time.and_then(|time| Instant::now().checked_add(time)), stop: stop.clone() }
    }

    /// Whether it is time to answer, however few playouts there were.
    pub fn is_up(&self) -> bool {
        self.stop.is_stopped() || self.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }
}

#[cfg(test)]
mod tests {
    use goban::Rules;
    use player::{Clock, TimeControl};

    use super::*;

    fn pace(budget: Budget) -> Pace {
        Pace::new(&Game::new(9, Rules::CHINESE, 7.5), &budget, &Stop::new(), 100)
    }

    #[test]
    fn what_the_budget_says_takes_the_place_of_the_players_own_number() {
        assert_eq!(pace(Budget::default()).playouts, 100);
        assert_eq!(pace(Budget::playouts(7)).playouts, 7);
        assert_eq!(pace(Budget::time(Duration::from_secs(1))).playouts, u64::MAX);
        assert!(pace(Budget::default()).deadline.is_none() && pace(Budget::time(Duration::MAX)).deadline.is_none());
        assert!(pace(Budget::time(Duration::ZERO)).is_up());
    }

    #[test]
    fn the_clock_gives_each_move_its_share() {
        let clock = Clock::new(TimeControl::SuddenDeath { main: Duration::from_secs(600) });
        let share = allot(&clock, 9, 0, LAG).target;
        let second = Duration::from_secs(1);
        let both = Budget { time: Some(second), ..Budget::clock(clock) };
        for (budget, time) in [(Budget::clock(clock), share), (both, second)] {
            let before = Instant::now();
            let deadline = pace(budget).deadline.unwrap();
            assert!((before + time..=Instant::now() + time).contains(&deadline), "{budget:?}");
        }
    }
}
