//! Games that are played for a library, on several threads, with the same result whatever their number.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::mpsc;
use std::thread;

use goban::{Color, Game, PointSet, Rules};
use models::library::Sample;
use player::{Conclusion, Maker, Player, Rng, Spec, SpecError, Stop, bout};

use super::collect::{Collector, Settings};
use crate::lessons::Lesson;

/// How games are played. Tromp-Taylor rules hold: every stone on the board at the end counts as alive, so that nobody
/// has to judge.
#[derive(Clone, Copy)]
pub struct Terms<'a> {
    /// Who makes the player.
    pub maker: &'a dyn Maker,
    /// Who plays, on both sides.
    pub player: &'a Spec,
    /// What White is given.
    pub komi: f32,
    /// The seed of all games.
    pub seed: u64,
    /// How many threads play.
    pub threads: usize,
}

type Pair = [Box<dyn Player>; 2];

/// Has a player play against itself until the collector has seen so many games, and tells of each.
///
/// # Errors
/// If the player cannot be made.
pub fn self_play(
    collector: &mut Collector,
    settings: &Settings,
    games: u64,
    terms: &Terms<'_>,
    stop: &Stop,
    mut report: impl FnMut(&Collector),
) -> Result<(), SpecError> {
    let begin = collector.games();
    let work = |pair: &mut Pair, number: u64| {
        let game = Game::new(settings.size, Rules::TROMP_TAYLOR, terms.komi);
        play(pair, game, seed(terms.seed, number), stop)
    };
    in_order(begin..games, terms, stop, work, |(game, winner)| {
        collector.add(&Lesson::new(&game), winner);
        report(collector);
    })
}

/// Plays games from each of these boards, the player who has just moved being Black or White in turn, and makes the
/// share that this player wins the worth of the board. Returns how many boards, from the first on, have been played
/// out, and tells it on the way.
///
/// # Errors
/// If the player cannot be made.
pub fn simulate(
    samples: &mut [Sample],
    size: usize,
    games: u32,
    terms: &Terms<'_>,
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

/// The game that goes on from a board with black own stones, in which the player who has just moved has that colour.
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

/// Plays a game to its end, and says who won it; `None` if it was stopped before.
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

/// Does numbered work on several threads, each with players of its own, and hands over what comes of it in order. When
/// the signal to stop is given, or one piece comes to nothing, what has been handed over is all.
fn in_order<T: Send>(
    numbers: Range<u64>,
    terms: &Terms<'_>,
    stop: &Stop,
    work: impl Fn(&mut Pair, u64) -> Option<T> + Sync,
    mut hand_over: impl FnMut(T),
) -> Result<(), SpecError> {
    let next = AtomicU64::new(numbers.start);
    let (sender, receiver) = mpsc::channel::<Result<(u64, T), SpecError>>();
    let labour = |sender: mpsc::Sender<Result<(u64, T), SpecError>>| {
        let make = || terms.maker.make(terms.player);
        let mut pair = match (make(), make()) {
            (Ok(black), Ok(white)) => [black, white],
            // Whoever does not listen any more need not know.
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
            let (sender, labour) = (sender.clone(), &labour);
            scope.spawn(move || labour(sender));
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
