//! New patterns from boards and from other patterns.
//!
//! Uniformly random patterns hardly ever match. So a new pattern is cut from a training board: a few points of the
//! window around a point.

use goban::Point;
use models::genetic::{Kind, PLACES, Pattern};
use player::Rng;

use super::fit::RatedBoards;

/// Makes individuals.
pub(super) struct Breeder<'a> {
    pub rated: &'a RatedBoards,
    /// The number of patterns of each.
    pub patterns: usize,
}

/// The most points of a new pattern.
const MOST: u32 = 6;
/// The probability of a mutation.
const MUTATION: f32 = 0.1;
/// The attempts to find a useful pattern.
const ATTEMPTS: usize = 100;

impl Breeder<'_> {
    /// An individual without parents.
    pub fn fresh(&self, rng: &mut Rng) -> Vec<Pattern> {
        let mut vector = Vec::new();
        self.fill_up(&mut vector, rng);
        vector
    }

    /// A child with each pattern from one of its parents, and some mutations.
    pub fn child(&self, mother: &[Pattern], father: &[Pattern], rng: &mut Rng) -> Vec<Pattern> {
        let mut vector: Vec<Pattern> = Vec::new();
        for place in 0..self.patterns {
            let parent = if rng.chance(0.5) { mother } else { father };
            let Some(&pattern) = parent.get(place) else { continue };
            let pattern = if rng.chance(MUTATION) { self.mutated(&pattern, rng) } else { pattern };
            if !vector.contains(&pattern) {
                vector.push(pattern);
            }
        }
        self.fill_up(&mut vector, rng);
        vector
    }

    fn fill_up(&self, vector: &mut Vec<Pattern>, rng: &mut Rng) {
        for _ in 0..ATTEMPTS * self.patterns {
            if vector.len() >= self.patterns {
                return;
            }
            let pattern = self.cut(rng);
            if is_useful(&pattern) && !vector.contains(&pattern) {
                vector.push(pattern);
            }
        }
    }

    /// A few points of a window around a point of a board, half of the time only those next to the centre.
    fn cut(&self, rng: &mut Rng) -> Pattern {
        let size = self.rated.size();
        let Some(planes) = rng.pick(self.rated.training_boards()) else { return Pattern::default() };
        let point = Point::new(rng.below(size as u32) as usize, rng.below(size as u32) as usize);
        let window = planes.window(point);
        let reach = if rng.chance(0.5) { 1 } else { 2 };
        let mut pattern = Pattern::default();
        for _ in 0..2 + rng.below(MOST - 1) {
            let place = place(reach, rng);
            pattern.0[place] = window.0[place];
        }
        pattern.canonical()
    }

    /// The pattern with one point added, changed or removed; sometimes a new pattern.
    fn mutated(&self, pattern: &Pattern, rng: &mut Rng) -> Pattern {
        for _ in 0..ATTEMPTS {
            let mut mutated = *pattern;
            match rng.below(4) {
                0 => mutated = self.cut(rng),
                1 => {
                    let specified: Vec<usize> = pattern.specified().map(|(place, _)| place).collect();
                    rng.pick(&specified).into_iter().for_each(|&place| mutated.0[place] = Kind::Any);
                }
                _ => mutated.0[place(2, rng)] = rng.pick(&Kind::TOLD).copied().unwrap_or_default(),
            }
            let mutated = mutated.canonical();
            if mutated != *pattern && is_useful(&mutated) {
                return mutated;
            }
        }
        *pattern
    }
}

/// A random place within this distance of the centre.
fn place(reach: u32, rng: &mut Rng) -> usize {
    let [row, col] = [(); 2].map(|()| 2 - reach + rng.below(2 * reach + 1));
    (5 * row + col) as usize % PLACES
}

/// Whether a pattern can matter: it has a stone, and differs from itself with exchanged colours.
fn is_useful(pattern: &Pattern) -> bool {
    let has_stone = pattern.specified().any(|(_, kind)| matches!(kind, Kind::Own | Kind::Other));
    has_stone && pattern.0[PLACES / 2] != Kind::Edge && pattern.exchanged().canonical() != pattern.canonical()
}
