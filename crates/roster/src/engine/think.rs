//! One move's thinking: how the budget becomes searches.
//!
//! While a game is young there is one search. Once it may be over, half of the budget or less is spent first. If the
//! board does not look finished then, the search goes on. If it does, the opponent is asked, for half of what is left:
//! what could you do if I passed? It passes only if that costs nothing, and a leader only if the count says so too.
//! Otherwise the rest is for a second search, because the tree of the first one may have been given up for the
//! question; the visits of both count. By the clock, a search that ends in doubt goes on a little longer.

use std::time::{Duration, Instant};

use goban::{Color, Game, Move};
use player::{Budget, Restrictions, Stop, allot};

use search::{Candidate, Search, SearchResult, Task, Until};

use super::decide::Judgement;

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
    /// By the budget, and where it sets no limit by so many playouts. `lag`: see [`allot`].
    pub fn new(budget: &Budget, usual: u64, lag: Duration, early: bool, game: &Game) -> Plan {
        let now = Instant::now();
        let unlimited = budget.time.is_none() && budget.clock.is_none();
        let playouts = budget.playouts.unwrap_or(if unlimited { usual } else { u64::MAX });
        // Who asks for playouts without end wants as many as there is time for.
        let early = early && budget.playouts != Some(u64::MAX);
        // A search looks at the time every few playouts only.
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

    /// Whether it goes on until it is told to stop.
    fn is_endless(&self) -> bool {
        self.playouts == u64::MAX && self.target.is_none()
    }

    /// Half of it, or as much as it takes to see whether a game is over.
    fn first_look(&self) -> Until {
        let now = Instant::now();
        let deadline = self.target.map(|target| now + target.saturating_duration_since(now) / 2);
        Until { playouts: (self.playouts / 2).min(LOOK), deadline, early: false }
    }

    /// Half of the rest after so many playouts, or as much as it takes to see whether something is lost by passing.
    fn second_look(&self, made: u64) -> Until {
        let rest = Plan { playouts: self.playouts.saturating_sub(made), ..*self };
        rest.first_look()
    }

    /// What is left after so many playouts.
    fn rest(&self, made: u64) -> Until {
        Until { playouts: self.playouts.saturating_sub(made), deadline: self.target, early: self.early }
    }

    /// What is left after so many playouts if the time may be stretched.
    fn stretched(&self, made: u64) -> Until {
        Until { deadline: self.most, ..self.rest(made) }
    }

    /// Whether it is the time that has run out, and more may be taken.
    fn can_stretch(&self) -> bool {
        let now = Instant::now();
        self.target.is_some_and(|target| now >= target) && self.most.is_some_and(|most| now < most)
    }
}

/// So many playouts show whether a game is over.
const LOOK: u64 = 2000;

/// What a pass may cost of the win rate: who leads can spare a little of it, if playouts can tell at all.
const LITTLE: f32 = 0.02;
/// The same for who is behind, and has nothing to lose by playing on.
const NOTHING: f32 = 0.005;

/// What came out of it.
pub(super) struct Decision {
    pub result: SearchResult,
    pub mv: Move,
}

/// Somebody who wants to know how it is going, and how often.
pub(super) struct Audience<'a> {
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
    audience: &mut Audience<'_>,
) -> Decision {
    let (game, restrictions) = position;
    let (before, result) = (SearchResult::default(), SearchResult::default());
    let mut search = Going { searcher, game, restrictions, stop, audience, before, asked: 0, result };
    // Passing is decided by the count; under restrictions, only the search decides.
    if may_be_over(game) && !plan.is_endless() && restrictions.is_empty() {
        search.go_on(plan.first_look());
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
    let mv = Judgement::new(game, &result, clean_up).best();
    Decision { result, mv }
}

/// A search that goes on and on.
struct Going<'a, 'b> {
    searcher: &'a mut dyn Search,
    game: &'a Game,
    restrictions: &'a Restrictions,
    stop: &'a Stop,
    audience: &'a mut Audience<'b>,
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
        let report = &mut *self.audience.report;
        let mut joined = |late: &SearchResult| report(&late.clone().after(earlier.clone()).beside(before));
        let task = Task { game: self.game, until, restrictions: self.restrictions };
        let late = self.searcher.search(&task, self.stop, self.audience.every, &mut joined);
        self.result = late.after(earlier);
    }

    /// How many playouts there were.
    fn made(&self) -> u64 {
        self.before.playouts + self.asked + self.result.playouts
    }
}

/// Whether it makes sense to ask if the game is over: somebody has passed, or a third of the board is stones.
fn may_be_over(game: &Game) -> bool {
    let stones: u32 = Color::BOTH.map(|color| game.board().stones_on_board(color)).iter().sum();
    game.ends_by_passing() || 3 * stones as usize >= game.size() * game.size()
}

/// The move that ends the game, or goes on to take off what is dead, if a first look says that the game is as good as
/// over.
fn ending(search: &mut Going<'_, '_>, plan: &Plan, clean_up: bool) -> Option<Move> {
    let game = search.game;
    let mut after = game.clone();
    after.play(Move::Pass).ok()?;
    let view = Judgement::new(game, &search.result, clean_up);
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
    let second_look = plan.second_look(search.result.playouts);
    let task = Task { game: &after, until: second_look, restrictions: search.restrictions };
    let answer = search.searcher.search(&task, search.stop, Duration::MAX, &mut |_| {});
    let opponents = Judgement::new(&after, &answer, clean_up);
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

    use super::*;

    #[test]
    fn whoever_asks_for_playouts_without_end_gets_as_many_as_there_is_time_for() {
        let game = Game::new(9, Rules::CHINESE, 7.5);
        let plan = |playouts| {
            let budget = Budget { playouts, ..Budget::time(Duration::from_secs(60)) };
            Plan::new(&budget, 100, Duration::ZERO, true, &game)
        };
        assert!(plan(None).early && plan(Some(1000)).early);
        let endless = plan(Some(u64::MAX));
        assert!(!endless.early && endless.target.is_some(), "it goes on though one move is far ahead");
    }
}
