//! The games of the family: five disjoint sets like the thesis's 257 games, and later games to be held out.
//!
//! The first set is the list of `models/thesis-games.txt`. The others are sampled by its recipe from the rest of the
//! collection: 136 games of 1970 to 1990 (for those of Go World), 60 of Shusaku and 61 of Go Seigen. The hold-out games
//! are of 1991 to 1995. The master game of chapter 6 is in none of them. A smoke run generates small games instead.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use goban::{Game, Move, Point};
use kifu::{Header, Record};
use learn::TrainingGame;
use learn::metric::RULES;
use player::Rng;

use crate::{Collection, Lab, LabError, Scale};

/// The number of disjoint sets; Shusaku's games suffice for no more.
pub(super) const SETS: u64 = 5;
/// The names of the first set.
const LIST: &str = include_str!("../../../../models/thesis-games.txt");
/// The game of chapter 6.
const MASTER: &str = "cwi/Fujitsu/03/19";
/// The seed of the samples.
const SEED: u64 = 1991;

/// Games to sample from, in a random order.
pub(super) struct Pools {
    sizes: Sizes,
    listed: Vec<Record>,
    modern: Vec<Record>,
    shusaku: Vec<Record>,
    seigen: Vec<Record>,
    later: Vec<Record>,
}

/// The numbers of games in a set.
#[derive(Clone, Copy)]
struct Sizes {
    modern: usize,
    shusaku: usize,
    seigen: usize,
    later: usize,
}

const FULL: Sizes = Sizes { modern: 136, shusaku: 60, seigen: 61, later: 100 };
const SMOKE: Sizes = Sizes { modern: 2, shusaku: 1, seigen: 1, later: 2 };

/// The pools of the collection, which are read once.
static READ: Mutex<Option<(PathBuf, Arc<Pools>)>> = Mutex::new(None);
static GENERATED: LazyLock<Arc<Pools>> = LazyLock::new(|| Arc::new(Pools::generate()));

impl Pools {
    /// The pools of this lab.
    pub(super) fn of(lab: &Lab<'_>) -> Result<Arc<Pools>, LabError> {
        if lab.scale == Scale::Smoke {
            return Ok(GENERATED.clone());
        }
        let path = lab.path(Collection::Professional)?;
        let mut read = READ.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, pools)) = read.as_ref().filter(|(of, _)| of == path) {
            return Ok(pools.clone());
        }
        let pools = Arc::new(Pools::read(lab)?);
        *read = Some((path.to_path_buf(), pools.clone()));
        Ok(pools)
    }

    fn read(lab: &Lab<'_>) -> Result<Pools, LabError> {
        let names: HashSet<&str> = LIST.lines().collect();
        let mut pools = Pools::empty(FULL);
        lab.corpus(Collection::Professional)?.each(|record| {
            let info = &record.header.info;
            let year: u32 = info.date.get(..4).and_then(|year| year.parse().ok()).unwrap_or(0);
            let pool = if names.contains(record.id.as_str()) {
                Some(&mut pools.listed)
            } else if record.id == MASTER {
                None
            } else if record.id.starts_with("cwi/Shusaku/") {
                Some(&mut pools.shusaku)
            } else if [&info.black, &info.white].iter().any(|name| name.contains("Go Seigen")) {
                Some(&mut pools.seigen)
            } else {
                match year {
                    1970..=1990 => Some(&mut pools.modern),
                    1991..=1995 => Some(&mut pools.later),
                    _ => None,
                }
            };
            pool.into_iter().for_each(|pool| pool.push(record.clone()));
            if lab.stop.is_stopped() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        lab.check_stop()?;
        let missing = names.len() - pools.listed.len();
        if missing > 0 {
            return Err(LabError::failed(format!(
                "the collection lacks {missing} of the {} games of models/thesis-games.txt",
                names.len()
            )));
        }
        Ok(pools.shuffled())
    }

    /// Random games on a small board.
    fn generate() -> Pools {
        let games = |from: u64, count: u64| (from..from + count).map(generated).collect();
        Pools {
            listed: games(0, 4),
            modern: games(100, 20),
            shusaku: games(200, 8),
            seigen: games(300, 8),
            later: games(400, 10),
            ..Pools::empty(SMOKE)
        }
    }

    fn empty(sizes: Sizes) -> Pools {
        let none = Vec::new;
        Pools { sizes, listed: none(), modern: none(), shusaku: none(), seigen: none(), later: none() }
    }

    /// The same in a random order that does not depend on that of the files.
    fn shuffled(mut self) -> Pools {
        let mut rng = Rng::new(SEED);
        for pool in [&mut self.modern, &mut self.shusaku, &mut self.seigen, &mut self.later, &mut self.listed] {
            pool.sort_by(|one, other| one.id.cmp(&other.id));
            rng.shuffle(pool);
        }
        self
    }

    /// A set like the thesis's, in a random order.
    pub(super) fn set(&self, number: u64) -> Vec<Record> {
        let Some(drawn) = number.checked_sub(1) else { return self.listed.clone() };
        let Sizes { modern, shusaku, seigen, .. } = self.sizes;
        let mut set = slice(&self.modern, drawn, modern);
        set.extend(slice(&self.shusaku, drawn, shusaku));
        set.extend(slice(&self.seigen, drawn, seigen));
        Rng::new(number).shuffle(&mut set);
        set
    }

    /// A number of games of 1970 to 1990, disjoint for each set.
    pub(super) fn modern(&self, number: u64, games: usize, most: usize) -> Vec<Record> {
        slice(&self.modern, number, most).into_iter().take(games).collect()
    }

    /// The hold-out games of a set.
    pub(super) fn held_out(&self, number: u64) -> Vec<Record> {
        slice(&self.later, number, self.sizes.later)
    }
}

/// A disjoint slice for each number. If the pool is too small, the last slices are short.
fn slice(pool: &[Record], number: u64, length: usize) -> Vec<Record> {
    pool.iter().skip(number as usize * length).take(length).cloned().collect()
}

/// A game of random moves on 7x7.
fn generated(seed: u64) -> Record {
    const SIZE: usize = 7;
    const MOVES: usize = 50;
    let mut rng = Rng::new(seed);
    let mut game = Game::new(SIZE, RULES, 0.0);
    for _ in 0..MOVES {
        let points: Vec<Point> = game.legal_points().collect();
        let Some(&point) = rng.pick(&points) else { break };
        if game.play(Move::Play(point)).is_err() {
            break;
        }
    }
    Record {
        id: format!("generated/{seed}"),
        header: Header::new(SIZE),
        setup: Vec::new(),
        moves: game.moves().to_vec(),
        marks: Vec::new(),
    }
}

/// The games as teachers take them, those that cannot be replayed left out.
pub(super) fn training_games(records: &[Record]) -> Vec<TrainingGame> {
    let game = |record: &Record| {
        let game = record.game(RULES).ok()?;
        Some(TrainingGame::new(&game).with_outcome(record.header.info.outcome()))
    };
    records.iter().filter_map(game).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_names_257_games_without_the_master_game() {
        let names: HashSet<&str> = LIST.lines().collect();
        assert_eq!(names.len(), FULL.modern + FULL.shusaku + FULL.seigen);
        assert_eq!(names.len(), 257);
        assert!(!names.contains(MASTER));
    }

    #[test]
    fn sets_and_hold_out_games_are_disjoint() {
        let pools = Pools::generate();
        let mut names = HashSet::new();
        for number in 0..SETS {
            let (set, held_out) = (pools.set(number), pools.held_out(number));
            assert_eq!((set.len(), held_out.len()), (4, 2));
            assert!(set.iter().chain(&held_out).all(|record| names.insert(record.id.clone())), "{number}");
        }
        let [first, second] = [0, 1].map(|number| pools.modern(number, 3, 6));
        assert!(first.iter().all(|one| second.iter().all(|other| one.id != other.id)));
        assert_eq!(training_games(&pools.set(0)).len(), 4);
    }
}
