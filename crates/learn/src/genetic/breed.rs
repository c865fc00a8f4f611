//! New patterns out of boards and out of other patterns.
//!
//! Patterns drawn blindly are hardly ever on a board. So a new one is cut out of a board that is learnt from: a few
//! points of the window around a point, as they are there.

use goban::Point;
use models::genetic::{Kind, PLACES, Pattern};
use player::Rng;

use super::fit::Ground;

/// Makes individuals.
pub(super) struct Breeder<'a> {
    pub ground: &'a Ground,
    /// How many patterns each has.
    pub patterns: usize,
}

/// The most points of a window that a new pattern tells.
const MOST: u32 = 6;
/// How likely a pattern changes on the way from parent to child.
const CHANGE: f32 = 0.1;
/// How often to try for something that is of use.
const ATTEMPTS: usize = 100;

impl Breeder<'_> {
    /// An individual without parents.
    pub fn fresh(&self, rng: &mut Rng) -> Vec<Pattern> {
        let mut vector = Vec::new();
        self.fill_up(&mut vector, rng);
        vector
    }

    /// An individual that has each pattern from one of its parents, and some of them changed.
    pub fn child(&self, mother: &[Pattern], father: &[Pattern], rng: &mut Rng) -> Vec<Pattern> {
        let mut vector: Vec<Pattern> = Vec::new();
        for place in 0..self.patterns {
            let parent = if rng.chance(0.5) { mother } else { father };
            let Some(&pattern) = parent.get(place) else { continue };
            let pattern = if rng.chance(CHANGE) { self.changed(&pattern, rng) } else { pattern };
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
            if is_of_use(&pattern) && !vector.contains(&pattern) {
                vector.push(pattern);
            }
        }
    }

    /// A few points of a window around a point of a board, half of the time only of those next to the middle.
    fn cut(&self, rng: &mut Rng) -> Pattern {
        let size = self.ground.size();
        let Some(planes) = rng.pick(self.ground.lessons()) else { return Pattern::default() };
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

    /// The pattern with one point told, told otherwise or not told any more; now and then another one altogether.
    fn changed(&self, pattern: &Pattern, rng: &mut Rng) -> Pattern {
        for _ in 0..ATTEMPTS {
            let mut changed = *pattern;
            match rng.below(4) {
                0 => changed = self.cut(rng),
                1 => {
                    let told: Vec<usize> = pattern.told().map(|(place, _)| place).collect();
                    rng.pick(&told).into_iter().for_each(|&place| changed.0[place] = Kind::Any);
                }
                _ => changed.0[place(2, rng)] = rng.pick(&Kind::TOLD).copied().unwrap_or_default(),
            }
            let changed = changed.canonical();
            if changed != *pattern && is_of_use(&changed) {
                return changed;
            }
        }
        *pattern
    }
}

/// A place of a window that is no farther from its middle.
fn place(reach: u32, rng: &mut Rng) -> usize {
    let [row, col] = [(); 2].map(|()| 2 - reach + rng.below(2 * reach + 1));
    (5 * row + col) as usize % PLACES
}

/// Whether a pattern can make a difference: it tells of a stone, and is not the same with the sides exchanged.
fn is_of_use(pattern: &Pattern) -> bool {
    let has_stone = pattern.told().any(|(_, kind)| matches!(kind, Kind::Own | Kind::Other));
    has_stone && pattern.0[PLACES / 2] != Kind::Edge && pattern.exchanged().canonical() != pattern.canonical()
}
