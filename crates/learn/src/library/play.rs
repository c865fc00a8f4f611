//! Games played for a library on several threads, with the same result for any number of threads.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use goban::{Color, Game, PointSet, Rules};
use models::library::Sample;
use player::{Conclusion, Maker, Player, Rng, Spec, SpecError, Stop, bout};

use super::collect::{Collector, Sampling};
use crate::training_game::TrainingGame;

/// How games are played: by Tromp-Taylor rules, under which every stone on the final board counts as alive.
#[derive(Clone, Copy)]
pub struct SelfPlay<'a> {
    /// The source of players.
    pub maker: &'a dyn Maker,
    /// The player of both sides.
    pub player: &'a Spec,
    /// The komi.
    pub komi: f32,
    /// The seed of all games.
    pub seed: u64,
    /// The number of threads.
    pub threads: usize,
}

type Pair = [Box<dyn Player>; 2];

/// Plays games of a player against itself until the collector has this many, and reports each.
///
/// # Errors
/// If the player cannot be made.
pub fn self_play(
    collector: &mut Collector,
    sampling: &Sampling,
    games: u64,
    terms: &SelfPlay<'_>,
    stop: &Stop,
    mut report: impl FnMut(&Collector),
) -> Result<(), SpecError> {
    let begin = collector.games();
    let work = |pair: &mut Pair, number: u64| {
        let game = Game::new(sampling.size, Rules::TROMP_TAYLOR, terms.komi);
        play(pair, game, seed(terms.seed, number), stop)
    };
    in_order(begin..games, terms, stop, work, |(game, winner)| {
        collector.add(&TrainingGame::new(&game), winner);
        report(collector);
    })
}

/// Plays games from each of these boards and sets its win rate to the share of wins of the player who has just moved,
/// who is Black and White in turn. Returns the number of boards done, from the first on, and reports it on the way.
///
/// # Errors
/// If the player cannot be made.
pub fn simulate(
    samples: &mut [Sample],
    size: usize,
    games: u32,
    terms: &SelfPlay<'_>,
    stop: &Stop,
    mut report: impl FnMut(usize),
) -> Result<usize, SpecError> {
    let boards: Vec<Sample> = samples.to_vec();
    let work = |pair: &mut Pair, number: u64| {
        let sample = boards.get(number as usize)?;
        let board = sample.stones.board(size).ok()?;
        let mut half_wins = 0;
        for round in 0..games {
            let own = Color::BOTH[round as usize % 2];
            let game = from_here(&board, own, terms.komi)?;
            let (_, winner) = play(pair, game, seed(terms.seed ^ sample.stones.lot(0), u64::from(round)), stop)?;
            half_wins += winner.map_or(1, |winner| if winner == own { 2 } else { 0 });
        }
        Some(half_wins)
    };
    let mut done = 0;
    in_order(0..boards.len() as u64, terms, stop, work, |half_wins| {
        (samples[done].half_wins, samples[done].games) = (half_wins, games);
        done += 1;
        report(done);
    })?;
    Ok(done)
}

/// The game from a board whose own stones are black, in which the player who has just moved has this colour.
fn from_here(board: &goban::Board, own: Color, komi: f32) -> Option<Game> {
    let colour = |color: Color| if own == Color::Black { color } else { color.other() };
    let stones = board.points().filter_map(|point| Some((point, colour(board.cell(point).color()?))));
    let mut board = goban::Board::with_stones(board.size(), stones).ok()?;
    board.set_to_play(own.other());
    Some(Game::from_board(board, Rules::TROMP_TAYLOR, komi))
}

fn seed(seed: u64, number: u64) -> u64 {
    Rng::new(seed.wrapping_add(number.wrapping_mul(0x9e37_79b9_7f4a_7c15))).next_u64()
}

/// Plays a game to its end, and returns its winner; `None` if it was stopped.
fn play(pair: &mut Pair, game: Game, seed: u64, stop: &Stop) -> Option<(Game, Option<Color>)> {
    let move_limit = 4 * game.size() * game.size() + 10;
    let terms = player::Terms { seed, move_limit, ..player::Terms::default() };
    let [black, white] = pair;
    let bout = bout(game, [black.as_mut(), white.as_mut()], &terms, stop, &mut |_| {});
    let nothing_dead = PointSet::new();
    let winner = match bout.conclusion {
        Conclusion::Stopped => return None,
        Conclusion::Forfeit { by, .. } => Some(by.other()),
        Conclusion::Finished => bout.game.outcome(&nothing_dead)?.winner(),
        Conclusion::MoveLimit => goban::Outcome::by_score(bout.game.score(&nothing_dead)).winner(),
    };
    Some((bout.game, winner))
}

/// Does numbered work on several threads with a pair of players each, and passes the results on in order. Ends early at
/// the stop signal, or when a piece of work has no result.
fn in_order<T: Send>(
    numbers: Range<u64>,
    terms: &SelfPlay<'_>,
    stop: &Stop,
    work: impl Fn(&mut Pair, u64) -> Option<T> + Sync,
    mut hand_over: impl FnMut(T),
) -> Result<(), SpecError> {
    let next = AtomicU64::new(numbers.start);
    let (sender, receiver) = mpsc::channel::<Result<(u64, T), SpecError>>();
    let worker = |sender: mpsc::Sender<Result<(u64, T), SpecError>>| {
        let make = || terms.maker.make(terms.player);
        let mut pair = match (make(), make()) {
            (Ok(black), Ok(white)) => [black, white],
            // The receiver may be gone.
            (Err(error), _) | (_, Err(error)) => return drop(sender.send(Err(error))),
        };
        while !stop.is_stopped() {
            let number = next.fetch_add(1, Relaxed);
            if number >= numbers.end {
                return;
            }
            let Some(made) = work(&mut pair, number) else { return };
            if sender.send(Ok((number, made))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        for _ in 0..terms.threads.max(1) {
            let (sender, worker) = (sender.clone(), &worker);
            scope.spawn(move || worker(sender));
        }
        drop(sender);
        let (mut waiting, mut wanted) = (BTreeMap::new(), numbers.start);
        for made in receiver {
            let (number, made) = made?;
            waiting.insert(number, made);
            while let Some(made) = waiting.remove(&wanted) {
                wanted += 1;
                hand_over(made);
            }
        }
        Ok(())
    })
}
