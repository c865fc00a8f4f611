//! From games to the figures of a report.

use std::collections::{BTreeSet, HashMap, HashSet};

use goban::Color;

use super::model::{EndingLine, EventLine, FAULTS, PlayerLine, Report};
use super::{Anchor, ReportError, Selection, instead};
use crate::ledger::{ResultRow, TimedRow};
use crate::pairing::{Half, Pairing};
use crate::{Contest, Finish};
use stats::{self, Confidence, CrossTable, Observed, Outcome, RatingSettings, Ratings, Score};

/// What the two games of a pair share: the players in the order of their series, the round, and the number of the pair.
type PairKey = ([usize; 2], u32, u64);

/// Takes in the games one by one.
#[derive(Default)]
pub(super) struct Collector {
    events: Vec<EventLine>,
    table: CrossTable,
    /// By the players' numbers in the table; without ratings and totals.
    players: Vec<PlayerLine>,
    endings: HashMap<Finish, EndingLine>,
    black: Observed,
    /// The pairs of the contest that is read, of which one game is missing.
    open: Pairing<PairKey>,
    /// Independent results of two players by their numbers, the smaller one first and seen by it.
    independent: HashMap<[usize; 2], Score>,
    /// The counted games, by their identity.
    seen: HashSet<u64>,
    games: u64,
    forfeits: u64,
    handicaps: u64,
    boards: BTreeSet<(u64, String)>,
    period: Option<[u64; 2]>,
}

impl Collector {
    /// The games that follow are of this contest.
    pub(super) fn begin(&mut self, contest: Contest) {
        self.count_single_games();
        self.events.push(EventLine { contest, games: 0 });
    }

    /// Counts a game.
    pub(super) fn add(&mut self, game: &TimedRow) {
        let result = &game.result;
        let [black, white] = [Color::Black, Color::White].map(|color| self.player(game, color));
        let outcome = match result.outcome.winner() {
            Some(Color::Black) => Outcome::Win,
            Some(Color::White) => Outcome::Loss,
            None => Outcome::Draw,
        };
        let is_new = self.seen.insert(result.sameness());
        self.table.record(black, white, outcome, result.ending(is_new));
        match result.finish {
            Finish::Forfeit(fault) => {
                self.forfeits += 1;
                let loser = if outcome == Outcome::Win { white } else { black };
                let place = FAULTS.iter().position(|&known| known == fault);
                place.into_iter().for_each(|place| self.players[loser].faults[place] += 1);
            }
            _ => {
                self.black.record(outcome, is_new);
                self.count_independent(result, [black, white], outcome, is_new);
                if black != white {
                    self.players[black].colors[0].record(outcome, is_new);
                    self.players[white].colors[1].record(outcome.opposite(), is_new);
                }
            }
        }
        let none = EndingLine { finish: result.finish, games: 0, moves: 0 };
        let line = self.endings.entry(result.finish).or_insert(none);
        line.games += 1;
        line.moves = line.moves.saturating_add(result.moves);
        self.games += 1;
        self.handicaps += u64::from(game.handicap > 1);
        self.boards.insert((game.size, game.rules.clone()));
        let [begun, ended] = self.period.unwrap_or([game.begun, result.ended]);
        self.period = Some([begun.min(game.begun), ended.max(result.ended)]);
        if let Some(event) = self.events.last_mut() {
            event.games += 1;
        }
    }

    /// Counts a game towards the independent results: two games of a pair are one result, and a game that has no other
    /// one is a result by itself.
    fn count_independent(&mut self, result: &ResultRow, [black, white]: [usize; 2], outcome: Outcome, is_new: bool) {
        if black == white {
            if is_new {
                self.independent.entry([black, white]).or_default().record(outcome);
            }
            return;
        }
        let (players, outcome) = match result.first {
            Color::Black => ([black, white], outcome),
            Color::White => ([white, black], outcome.opposite()),
        };
        let half = Half { color: result.first, outcome, is_new };
        match self.open.add((players, result.round, result.number / 2), half) {
            None => {}
            Some(other) if half.pairs_with(&other) => self.record(players, half.outcome.with(other.outcome)),
            Some(other) => [half, other].into_iter().for_each(|half| self.count_single(players, half)),
        }
    }

    /// Counts the games that have no other one.
    fn count_single_games(&mut self) {
        let single: Vec<(PairKey, Half)> = self.open.drain().collect();
        single.into_iter().for_each(|((players, ..), half)| self.count_single(players, half));
    }

    fn count_single(&mut self, players: [usize; 2], half: Half) {
        if half.is_new {
            self.record(players, half.outcome);
        }
    }

    /// Records an independent result, seen by the first of the two.
    fn record(&mut self, [first, second]: [usize; 2], outcome: Outcome) {
        let (players, outcome) =
            if first < second { ([first, second], outcome) } else { ([second, first], outcome.opposite()) };
        self.independent.entry(players).or_default().record(outcome);
    }

    /// The number of the player of a colour, whose times and name are taken down.
    fn player(&mut self, game: &TimedRow, color: Color) -> usize {
        let number = self.table.player(&game.result.players[color.index()]);
        if number == self.players.len() {
            let name = game.result.players[color.index()].clone();
            self.players.push(PlayerLine { name, ..PlayerLine::default() });
        }
        let player = &mut self.players[number];
        game.times[color.index()].iter().for_each(|&micros| player.times.add(micros));
        // A program that could not be started has not reported its name.
        let engine = &game.engines[color.index()];
        if !engine.is_empty() {
            player.engine.clone_from(engine);
        }
        number
    }

    /// The report, with the players in the order of their ratings.
    pub(super) fn finish(mut self, title: &str, selection: &Selection) -> Result<Report, ReportError> {
        self.count_single_games();
        let anchor = selection.anchor.as_ref();
        self.check_baseline(selection.baseline.as_deref())?;
        let ratings =
            Ratings::fit(&self.table, &RatingSettings { anchor: self.anchor(anchor)?, ..Default::default() })?;
        for rating in ratings.all() {
            let player = &mut self.players[rating.player];
            player.group = rating.group;
            player.total = self.table.total(rating.player);
            player.rating = rating.deviation.is_finite().then(|| rating.estimate(Confidence::P95));
        }
        let order = self.order(&ratings);
        let row = |&one: &usize| order.iter().map(|&other| self.table.cell(one, other)).collect();
        let independent =
            order.iter().map(|&one| order.iter().map(|&other| self.seen_by(one, other)).collect()).collect();
        let mut endings: Vec<EndingLine> = self.endings.into_values().collect();
        endings.sort_by_key(|line| (std::cmp::Reverse(line.games), line.finish.to_string()));
        Ok(Report {
            title: title.to_string(),
            events: self.events,
            cells: order.iter().map(row).collect(),
            players: order.iter().map(|&number| self.players[number].clone()).collect(),
            endings,
            black: self.black,
            games: self.games,
            forfeits: self.forfeits,
            handicaps: self.handicaps,
            boards: self.boards,
            period: self.period,
            anchor: anchor.cloned(),
            independent,
            baseline: selection.baseline.clone(),
        })
    }

    /// The independent results of two players, seen by the first.
    fn seen_by(&self, one: usize, other: usize) -> Score {
        let score = self.independent.get(&[one.min(other), one.max(other)]).copied().unwrap_or_default();
        if one <= other { score } else { score.opposite() }
    }

    fn check_baseline(&self, baseline: Option<&str>) -> Result<(), ReportError> {
        let Some(name) = baseline else { return Ok(()) };
        let names: Vec<&str> = self.table.names().iter().map(String::as_str).collect();
        if names.contains(&name) {
            return Ok(());
        }
        Err(ReportError::Baseline { name: name.to_string(), known: instead(name, &names) })
    }

    /// The anchor by its number in the table.
    fn anchor(&self, anchor: Option<&Anchor>) -> Result<Option<stats::Anchor>, ReportError> {
        let Some(Anchor { player, elo }) = anchor else { return Ok(None) };
        let names: Vec<&str> = self.table.names().iter().map(String::as_str).collect();
        match names.iter().position(|name| name == player) {
            Some(player) => Ok(Some(stats::Anchor { player, elo: *elo })),
            None => Err(ReportError::Anchor { name: player.clone(), known: instead(player, &names) }),
        }
    }

    /// The players' numbers: group by group, the highest rated first, equals by name.
    fn order(&self, ratings: &Ratings) -> Vec<usize> {
        // Ratings that differ by no more than rounding are equal.
        let height = |player: usize| -(1000.0 * ratings.all()[player].elo).round();
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&one, &other| {
            let [a, b] = [one, other].map(|number| &self.players[number]);
            a.group.cmp(&b.group).then(height(one).total_cmp(&height(other))).then_with(|| a.name.cmp(&b.name))
        });
        order
    }
}
