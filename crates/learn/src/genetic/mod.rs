//! Breeds an evaluation by patterns (Per Rutquist, "Evolving an Evaluation Function to Play Go", 1997): the weights of
//! a set of patterns are learnt, and sets are bred by how well they then do.
//!
//! An individual is a vector of patterns. Its weights are those that come nearest to the win rates of a library's
//! boards, on the part that is for learning (least squares, see `fit`). How much it then explains of the win rates of
//! the boards that are for selection is its fitness. The fittest stay as they are; the others are children of parents
//! that were the fittest of a few drawn by lot, take each pattern from one or the other, and some of their patterns
//! change (see `breed`). A third part of the boards plays no role in any of this and shows what was really learnt.
//!
//! Whatever is drawn by lot for a generation follows from the seed and its number, so that breeding can be stopped and
//! gone on with, and comes to the same.

mod breed;
mod fit;

use models::genetic::{Evaluation, Generation, Population};
use models::library::Library;
use player::{Rng, Stop};

use breed::Breeder;
use fit::{Fit, Ground};

/// How to breed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Settings {
    /// How many patterns an individual has.
    pub patterns: usize,
    /// How many individuals there are.
    pub population: usize,
    /// How many boards of the library are used, at most.
    pub boards: usize,
    /// The seed of what is drawn by lot.
    pub seed: u64,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings { patterns: 50, population: 40, boards: 6000, seed: 1 }
    }
}

/// How many of the fittest stay as they are.
const ELITE: usize = 2;
/// How many are drawn by lot to find a parent.
const RIVALS: usize = 3;

/// Breeds until there have been so many generations, those before included that `from` knows of, and tells how fit each
/// is. What is returned is the fittest of the last generation, with the population, from which the same settings go on.
/// `None` if the library has too few boards to learn from, or it was stopped before the first generation.
pub fn teach(
    library: &Library,
    settings: &Settings,
    from: Option<Evaluation>,
    generations: usize,
    stop: &Stop,
    mut report: impl FnMut(usize, Generation),
) -> Option<Evaluation> {
    let mut ground = Ground::new(library, settings.boards)?;
    let (mut known, mut population) = from
        .map(|from| (from.about.generations, from.population))
        .filter(|(known, _)| !known.is_empty())
        .unwrap_or_default();
    if population.is_empty() {
        known.clear();
        let mut rng = lots(settings.seed, 0);
        let breeder = Breeder { ground: &ground, patterns: settings.patterns };
        population = (0..settings.population.max(1)).map(|_| breeder.fresh(&mut rng)).collect();
    }
    // A population that was bred before has been told of, but how fit its members are is not kept.
    let mut ranked = if known.is_empty() { Vec::new() } else { rank(&mut ground, &population) };
    while known.len() < generations.max(1) && !stop.is_stopped() {
        if !known.is_empty() {
            let mut rng = lots(settings.seed, known.len());
            let breeder = Breeder { ground: &ground, patterns: settings.patterns };
            population = next(&breeder, &population, &ranked, &mut rng);
        }
        ranked = rank(&mut ground, &population);
        let mean = ranked.iter().map(|(_, fit)| fit.fitness).sum::<f32>() / ranked.len() as f32;
        let best = &ranked[0].1;
        known.push(Generation { best: best.fitness, mean, unseen: best.unseen });
        report(known.len(), known[known.len() - 1]);
    }
    let (number, fit) = ranked.first()?;
    let patterns = population[*number].iter().copied().zip(fit.weights.iter().copied()).collect();
    let mut evaluation = Evaluation::new(fit.bias, patterns);
    evaluation.about.generations = known;
    evaluation.population = population;
    Some(evaluation)
}

fn lots(seed: u64, generation: usize) -> Rng {
    Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(generation as u64))
}

/// All individuals by number, the fittest first.
fn rank(ground: &mut Ground, population: &Population) -> Vec<(usize, Fit)> {
    ground.see(population);
    let mut ranked: Vec<(usize, Fit)> = population.iter().map(|vector| ground.fit(vector)).enumerate().collect();
    ranked.sort_by(|a, b| b.1.fitness.total_cmp(&a.1.fitness));
    ranked
}

/// The next generation.
fn next(breeder: &Breeder<'_>, population: &Population, ranked: &[(usize, Fit)], rng: &mut Rng) -> Population {
    let elite = ranked.iter().take(ELITE).map(|&(number, _)| population[number].clone());
    let mut children: Population = elite.collect();
    while children.len() < population.len() {
        // The smallest of some places in the ranking is the fittest of them.
        let mut parent = || {
            let place = (0..RIVALS).map(|_| rng.below(ranked.len() as u32) as usize).min().unwrap_or(0);
            &population[ranked[place].0]
        };
        let (mother, father) = (parent(), parent());
        children.push(breeder.child(mother, father, rng));
    }
    children.truncate(population.len());
    children
}

#[cfg(test)]
mod tests;
