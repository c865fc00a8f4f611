//! The openings of professional games: the user's collection or, for a smoke run, generated ones.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use goban::{Game, Move, Point, Rules};
use kifu::corpus::Filter;
use learn::TrainingGame;
use learn::clusters::{Grouping, Method, sample};
use player::Rng;

use crate::{Collection, Lab, LabError, Scale};

/// The most moves of a game that clusters are made of.
pub(super) const MOVES: usize = 20;
/// The years of the training games.
const ERA: &str = "date=1980..2007";
/// The years of the games that the default clusters are made of, and those after them. A few games have no date.
const EARLIER: &str = "date=..2023";
const RECENT: &str = "date=2024..";

/// The first moves of a game.
#[derive(Clone, Debug)]
pub(super) struct Opening {
    /// The moves.
    pub game: TrainingGame,
    /// Whether it was played in the years of the training games.
    pub in_era: bool,
    /// Whether it was played before 2024.
    pub is_earlier: bool,
    /// Whether it was played in 2024 or later.
    pub is_recent: bool,
}

/// The collection that was read last. A run reads one, and all of its units use it.
static READ: Mutex<Option<(PathBuf, Arc<Vec<Opening>>)>> = Mutex::new(None);

/// The openings of all professional games on 19x19.
///
/// # Errors
/// If the user has named no collection, or it cannot be read.
pub(super) fn professional(lab: &Lab<'_>) -> Result<Arc<Vec<Opening>>, LabError> {
    if lab.scale == Scale::Smoke {
        return Ok(Arc::new(generated()));
    }
    let path = lab.path(Collection::Professional)?;
    let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((known, openings)) = &*read
        && known == path
    {
        return Ok(openings.clone());
    }
    let filter = |text: &str| text.parse::<Filter>().map_err(LabError::failed);
    let (era, earlier, recent) = (filter(ERA)?, filter(EARLIER)?, filter(RECENT)?);
    let mut openings = Vec::new();
    let corpus = lab.corpus(Collection::Professional)?.filter(filter("size=19")?);
    corpus.each_game(Rules::SIMPLE, |record, mut game| {
        let is = |filter: &Filter| filter.admits(&record.id, &record.header);
        let (in_era, is_earlier, is_recent) = (is(&era), is(&earlier), is(&recent));
        game.undo_to(game.move_number().min(MOVES));
        openings.push(Opening { game: TrainingGame::new(&game), in_era, is_earlier, is_recent });
        if lab.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    lab.check_stop()?;
    let openings = Arc::new(openings);
    *read = Some((path.to_path_buf(), openings.clone()));
    Ok(openings)
}

/// Games on 9x9 whose stones are near the corners, every third of the era, every fifth recent.
fn generated() -> Vec<Opening> {
    let mut rng = Rng::new(1);
    let game = |number: usize| {
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        while game.move_number() < MOVES {
            let [row, column] = [0; 2].map(|_| [2, 3, 5, 6, 4][rng.below(5) as usize]);
            let point = Point::new(row, column);
            // Twenty stones fit on these twenty-five points, unless some are suicide.
            if game.is_legal(point) && game.play(Move::Play(point)).is_err() || rng.chance(0.005) {
                break;
            }
        }
        let is_recent = number % 5 == 1;
        Opening { game: TrainingGame::new(&game), in_era: number.is_multiple_of(3), is_earlier: !is_recent, is_recent }
    };
    (0..90).map(game).collect()
}

/// Games that clusters are made from, and games that they are tested on.
pub(super) struct Samples {
    /// Games of 1980 to 2007.
    pub training: Vec<TrainingGame>,
    /// Other games of those years.
    pub tests_in_era: Vec<TrainingGame>,
    /// Other games of other years.
    pub other_tests: Vec<TrainingGame>,
}

/// A sample of games of the era, and a sample of test games from the rest of all years. The first seed is that of the
/// embedded models of the paper's size.
pub(super) fn samples(openings: &[Opening], training: usize, tests: usize, seed: u64) -> Samples {
    let mut chosen: Vec<usize> = (0..openings.len()).filter(|&place| openings[place].in_era).collect();
    sample(&mut chosen, training, seed);
    let mut is_chosen = vec![false; openings.len()];
    chosen.iter().for_each(|&place| is_chosen[place] = true);
    let mut rest: Vec<usize> = (0..openings.len()).filter(|&place| !is_chosen[place]).collect();
    sample(&mut rest, tests, seed);
    let games = |places: &[usize]| places.iter().map(|&place| openings[place].game.clone()).collect();
    let (in_era, others): (Vec<usize>, Vec<usize>) = rest.iter().partition(|&&place| openings[place].in_era);
    Samples { training: games(&chosen), tests_in_era: games(&in_era), other_tests: games(&others) }
}

/// Clusters by repeated bisection, on one thread.
pub(super) fn bisection(clusters: (usize, usize), moves: usize, seed: u64) -> Grouping {
    Grouping { moves, clusters, method: Method::Bisection, seed, threads: 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn training_games_are_of_the_era_and_no_test_games() {
        let openings = generated();
        let Samples { training, tests_in_era, other_tests } = samples(&openings, 20, 60, 1);
        assert_eq!((training.len(), tests_in_era.len() + other_tests.len()), (20, 60));
        assert!((1..=10).contains(&tests_in_era.len()), "of thirty games of the era ten are left");
        assert!(training.iter().any(|game| game.len() > 12));
    }
}
