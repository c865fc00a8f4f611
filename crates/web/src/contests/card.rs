//! The state of a contest for the page: standings with ratings, the cross table, the latest games.

use std::collections::HashSet;
use std::sync::Arc;

use arena::Ledger;
use arena::ledger::ResultRow;
use arena::tournament::{Event, standings};
use kifu::Replay;
use stats::{Confidence, CrossTable, Outcome, RatingSettings, Ratings};

use super::{ContestState, TableGame};
use crate::house::House;
use crate::message::{ContestCard, GameCard, NewContest, Standing};
use crate::{Refusal, view};

/// The number of games that a card shows.
const LATEST: usize = 9;

impl House {
    /// The current state of a contest.
    pub(crate) async fn contest_card(self: &Arc<House>, definition: NewContest) -> Result<ContestCard, Refusal> {
        let event = self.event(&definition)?;
        let state = self.contests.state(&definition.name);
        self.ask_ledger(move |ledger| card(ledger, &event, &definition, state)).await
    }
}

fn card(ledger: &Ledger, event: &Event, definition: &NewContest, state: ContestState) -> Result<ContestCard, Refusal> {
    let ContestState { running, stopping, tables } = state;
    let results = event.results(ledger)?;
    let (mut table, mut seen) = (CrossTable::new(), HashSet::new());
    for result in &results {
        let [first, second] = result.in_order().map(|name| table.player(name));
        let outcome = match result.winner() {
            Some(0) => Outcome::Win,
            Some(_) => Outcome::Loss,
            None => Outcome::Draw,
        };
        table.record(first, second, outcome, result.ending(seen.insert(result.sameness())));
    }
    let mut lines = standings(&results);
    for entrant in &event.entrants {
        let name = entrant.spec.to_string();
        if lines.iter().all(|line| line.player != name) {
            table.player(&name);
            lines.push(arena::tournament::Standing { player: name, ..Default::default() });
        }
    }
    let ratings = Ratings::fit(&table, &RatingSettings::default()).ok();
    let numbers: Vec<usize> = lines.iter().map(|line| table.player(&line.player)).collect();
    let rating = |number: usize| {
        let rating = ratings.as_ref()?.all().get(number)?;
        let known = rating.deviation.is_finite() && rating.score.games() > 0;
        known.then_some((rating.elo as f32, rating.estimate(Confidence::P95).error() as f32))
    };
    let standing = |(line, &number): (&arena::tournament::Standing, &usize)| Standing {
        player: line.player.clone(),
        games: line.games() as u32,
        points: line.points() as f32,
        rating: rating(number),
        forfeits: line.forfeits as u32,
    };
    let cell = |one: usize, other: usize| {
        let score = table.cell(one, other).all();
        (score.wins as f32 + score.draws as f32 / 2.0, score.games() as u32)
    };
    let cross = numbers.iter().map(|&one| numbers.iter().map(|&other| cell(one, other)).collect()).collect();
    Ok(ContestCard {
        name: definition.name.clone(),
        system: definition.system,
        done: results.len() as u32,
        of: event.games_in_all() as u32,
        over: event.is_over(&results),
        running,
        stopping,
        standings: lines.iter().zip(&numbers).map(standing).collect(),
        cross,
        latest: latest(ledger, definition, &results, tables)?,
    })
}

/// The games in progress, then the last finished ones.
fn latest(
    ledger: &Ledger,
    definition: &NewContest,
    results: &[ResultRow],
    tables: Vec<TableGame>,
) -> Result<Vec<GameCard>, Refusal> {
    let contest = Some(definition.name.clone());
    let playing = tables.into_iter().map(|TableGame { key, seats, game }| GameCard {
        game: key,
        size: game.size() as u8,
        seats: seats.map(|spec| spec.to_string()),
        moves: game.move_number() as u32,
        result: None,
        changed: crate::session::now() as f64,
        contest: contest.clone(),
        stones: view::stones(&game),
    });
    let mut cards: Vec<GameCard> = playing.take(LATEST).collect();
    for result in results.iter().rev().take(LATEST - cards.len().min(LATEST)) {
        let Some(row) = ledger.game(&result.key)? else { continue };
        let tree = kifu::read(row.sgf.as_bytes())?.collection.trees.into_iter().next().ok_or(Refusal::NoRecord)?;
        let stones = Replay::new(&tree).game().map(|game| view::stones(&game)).unwrap_or_default();
        cards.push(GameCard {
            game: result.key.clone(),
            size: row.size as u8,
            seats: result.players.clone(),
            moves: result.moves as u32,
            result: Some(result.outcome.to_string()),
            changed: result.ended as f64,
            contest: contest.clone(),
            stones,
        });
    }
    Ok(cards)
}
