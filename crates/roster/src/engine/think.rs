//! How the budget of a move becomes searches.
//!
//! Early in the game there is one search. Once the game may be over, half of the budget or less is spent first. If the
//! board is not finished by then, the search continues. If it is, half of the rest searches the position after a pass,
//! for the opponent. The player passes only if that costs nothing, and a leader only if the count agrees. Otherwise the
//! rest goes into a second search, because the tree of the first one may have been discarded; the visits of both count.
//! On the clock, a search that ends in doubt is extended a little.

use std::time::{Duration, Instant};

use goban::{Color, Game, Move};
use player::{Budget, Restrictions, Stop, allot};

use search::{Candidate, Search, SearchResult, Task, Until};

use super::decide::EndgameView;

/// What may be spent on a move.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    playouts: u64,
    /// When to end, usually.
    target: Option<Instant>,
    /// When to end if the best move is in doubt.
    most: Option<Instant>,
    early: bool,
}

impl Plan {
    /// By the budget, and by `usual` playouts where it sets no limit. `lag`: see [`allot`].
    pub fn new(budget: &Budget, usual: u64, lag: Duration, early: bool, game: &Game) -> Plan {
        let now = Instant::now();
        let unlimited = budget.time.is_none() && budget.clock.is_none();
        let playouts = budget.playouts.unwrap_or(if unlimited { usual } else { u64::MAX });
        // An unlimited number of playouts asks for as many as there is time for, and time that cannot be kept for later
        // moves is used.
        let saves = match (budget.clock, budget.time) {
            (Some(clock), _) => clock.keeps_time(),
            (None, time) => time.is_none(),
        };
        let early = early && saves && budget.playouts != Some(u64::MAX);
        // A search checks the time every few playouts only.
        let exact = budget.time.map(|time| time - (time / 10).min(Duration::from_millis(5)));
        let (target, most) = match budget.clock {
            Some(clock) => {
                let time = allot(&clock, game.size(), game.move_number(), lag);
                (Some(time.target.min(exact.unwrap_or(time.target))), Some(time.most.min(exact.unwrap_or(time.most))))
            }
            None => (exact, exact),
        };
        let at = |time: Option<Duration>| time.and_then(|time| now.checked_add(time));
        Plan { playouts, target: at(target), most: at(most), early }
    }

    /// Whether it continues until the stop signal.
    fn is_endless(&self) -> bool {
        self.playouts == u64::MAX && self.target.is_none()
    }

    /// Half of it, or as much as it takes to see whether a game is over.
    fn first_check(&self) -> Until {
        let now = Instant::now();
        let deadline = self.target.map(|target| now + target.saturating_duration_since(now) / 2);
        Until { playouts: (self.playouts / 2).min(CHECK), deadline, early: false }
    }

    /// Half of the rest after `made` playouts, or as much as it takes to see whether something is lost by passing.
    fn second_check(&self, made: u64) -> Until {
        let rest = Plan { playouts: self.playouts.saturating_sub(made), ..*self };
        rest.first_check()
    }

    /// What is left after `made` playouts.
    fn rest(&self, made: u64) -> Until {
        Until { playouts: self.playouts.saturating_sub(made), deadline: self.target, early: self.early }
    }

    /// What is left after `made` playouts if the time may be extended.
    fn stretched(&self, made: u64) -> Until {
        Until { deadline: self.most, ..self.rest(made) }
    }

    /// Whether it is the time that has run out, and more may be taken.
    fn can_stretch(&self) -> bool {
        let now = Instant::now();
        self.target.is_some_and(|target| now >= target) && self.most.is_some_and(|most| now < most)
    }
}

/// The number of playouts that show whether a game is over.
const CHECK: u64 = 2000;

/// The loss of win rate that the leader accepts for a pass, near the noise of playouts.
const LITTLE: f32 = 0.02;
/// The same for the side behind, which has nothing to lose by playing on.
const NOTHING: f32 = 0.005;

/// The result of a search, and the move to play.
pub(super) struct Decision {
    pub result: SearchResult,
    pub mv: Move,
}

/// Receives intermediate results, about every `every`.
pub(super) struct Observer<'a> {
    pub every: Duration,
    pub report: &'a mut dyn FnMut(&SearchResult),
}

/// Thinks about the move to play. `clean_up`: whether dead stones are to be captured before passing.
pub(super) fn think(
    searcher: &mut dyn Search,
    position: (&Game, &Restrictions),
    plan: &Plan,
    clean_up: bool,
    stop: &Stop,
    observer: &mut Observer<'_>,
) -> Decision {
    let (game, restrictions) = position;
    let (before, result) = (SearchResult::default(), SearchResult::default());
    let mut search = Going { searcher, game, restrictions, stop, observer, before, asked: 0, result };
    // Passing is decided by the count; under restrictions, only the search decides.
    if may_be_over(game) && !plan.is_endless() && restrictions.is_empty() {
        search.go_on(plan.first_check());
        if let Some(mv) = ending(&mut search, plan, clean_up) {
            return Decision { result: search.result, mv };
        }
    }
    search.go_on(plan.rest(search.made()));
    if plan.can_stretch() && is_in_doubt(&search.result) {
        search.go_on(plan.stretched(search.made()));
    }
    let mut result = search.result.beside(&search.before);
    result.playouts += search.asked;
    let mv = EndgameView::new(game, &result, clean_up).best();
    Decision { result, mv }
}

/// A search without a limit.
struct Going<'a, 'b> {
    searcher: &'a mut dyn Search,
    game: &'a Game,
    restrictions: &'a Restrictions,
    stop: &'a Stop,
    observer: &'a mut Observer<'b>,
    /// What was thought before the opponent was asked, and in how many playouts he was.
    before: SearchResult,
    asked: u64,
    /// What was thought since.
    result: SearchResult,
}

impl Going<'_, '_> {
    /// Searches further, and adds what comes out to what there was.
    fn go_on(&mut self, until: Until) {
        let (before, earlier) = (&self.before, std::mem::take(&mut self.result));
        let report = &mut *self.observer.report;
        let mut joined = |late: &SearchResult| report(&late.clone().after(earlier.clone()).beside(before));
        let task = Task { game: self.game, until, restrictions: self.restrictions };
        let late = self.searcher.search(&task, self.stop, self.observer.every, &mut joined);
        self.result = late.after(earlier);
    }

    /// How many playouts there were.
    fn made(&self) -> u64 {
        self.before.playouts + self.asked + self.result.playouts
    }
}

/// Whether the game may be over: the opponent has passed, or a third of the board is stones.
fn may_be_over(game: &Game) -> bool {
    let stones: u32 = Color::BOTH.map(|color| game.board().stones_on_board(color)).iter().sum();
    game.ends_by_passing() || 3 * stones as usize >= game.size() * game.size()
}

/// The move that ends the game, or removes dead stones, if a short search finds that the game is as good as over.
fn ending(search: &mut Going<'_, '_>, plan: &Plan, clean_up: bool) -> Option<Move> {
    let game = search.game;
    let mut after = game.clone();
    after.play(Move::Pass).ok()?;
    let view = EndgameView::new(game, &search.result, clean_up);
    if game.ends_by_passing() && view.is_won() {
        return Some(Move::Pass);
    }
    if !view.is_finished(game.to_play()) {
        return None;
    }
    if view.must_capture() {
        return view.capture().filter(|&mv| view.is_no_worse(mv));
    }
    if view.leads() && !view.is_won() {
        return None;
    }
    let second_check = plan.second_check(search.result.playouts);
    let task = Task { game: &after, until: second_check, restrictions: search.restrictions };
    let answer = search.searcher.search(&task, search.stop, Duration::MAX, &mut |_| {});
    let opponents = EndgameView::new(&after, &answer, clean_up);
    let same = opponents.is_finished(game.to_play()) && opponents.score() == view.score();
    let cost = search.result.win_rate - (1.0 - answer.win_rate);
    if same && answer.playouts > 0 && cost < if view.leads() { LITTLE } else { NOTHING } {
        search.result.playouts += answer.playouts;
        return Some(Move::Pass);
    }
    search.before = std::mem::take(&mut search.result);
    search.asked = answer.playouts;
    None
}

/// Whether the most visited move is not the one that wins most, or another one is close to it.
fn is_in_doubt(result: &SearchResult) -> bool {
    let [first, others @ ..] = result.candidates.as_slice() else { return false };
    let close = |other: &Candidate| 5 * u64::from(other.visits) > 4 * u64::from(first.visits);
    let better =
        |other: &Candidate| 10 * u64::from(other.visits) > u64::from(first.visits) && other.win_rate > first.win_rate;
    others.iter().any(|other| close(other) || better(other))
}

#[cfg(test)]
mod tests {
    use goban::Rules;
    use player::{Clock, TimeControl};

    use super::*;

    #[test]
    fn a_search_stops_early_only_where_that_saves_time_for_later_moves() {
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let minute = Duration::from_secs(60);
        let early = |budget: Budget| Plan::new(&budget, 100, Duration::ZERO, true, &game).early;
        let on = |clock: Clock| Budget { clock: Some(clock), ..Budget::default() };
        let byo_yomi = TimeControl::ByoYomi { main: minute, period: minute, periods: 3 };
        assert!(early(Budget::playouts(1000)) && early(Budget::default()));
        assert!(!early(Budget::time(minute)), "a fixed time for each move");
        assert!(early(on(Clock::new(byo_yomi))));
        assert!(!early(on(Clock::set(byo_yomi, minute, 2))), "a period begins anew with each move");
        let endless = Plan::new(
            &Budget { playouts: Some(u64::MAX), ..on(Clock::new(byo_yomi)) },
            100,
            Duration::ZERO,
            true,
            &game,
        );
        assert!(!endless.early && endless.target.is_some(), "it continues though one move is far ahead");
    }
}
