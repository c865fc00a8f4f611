//! Evolves an evaluation by patterns (Per Rutquist, "Evolving an Evaluation Function to Play Go", 1997): the weights of
//! a set of patterns are learnt, and sets are selected by the quality of the result.
//!
//! An individual is a vector of patterns. Its weights fit the win rates of the training boards of a library by least
//! squares (see `fit`). Its fitness is the share of variance that it explains on the selection boards. The fittest
//! individuals survive. The others are children: each parent wins a tournament of a few individuals, each pattern comes
//! from one parent or the other, and some patterns mutate (see `breed`). The hold-out boards take part in none of this
//! and show the true quality.
//!
//! The random numbers of a generation depend only on the seed and its number, so that a resumed run gives the same
//! result.

mod breed;
mod fit;

use models::genetic::{Evaluation, Generation, Population};
use models::library::Library;
use player::{Rng, Stop, parameters};

use breed::Breeder;
use fit::{Fit, RatedBoards};

use crate::teacher::{Curve, Data, Entry, Measure, Progress, Taught, TeachError, Teacher, Training};

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "genetic",
    summary: "Evolve an evaluation by patterns that fits the win rates of a library",
    details: "After Rutquist's \"Evolving an Evaluation Function to Play Go\" (1997): the weights of a set of patterns \
              are learnt from three fifths of the boards, and sets are selected by the share of variance that they \
              explain on another fifth. The last fifth is a hold-out set. The same library and seed make the same \
              file.",
    data: Data::Boards,
    player: "genetic:model=FILE",
    resumes: true,
    extends: &["generations"],
    parallel: false,
    measure: Some(Measure::Fitness),
    params: Params::PARAMS,
    build: |settings| Ok(Box::new(Params::read(settings))),
};

parameters! {
    /// How sets of patterns evolve.
    pub struct Params {
        /// the number of generations
        pub generations: usize = 60, in 1..=1_000_000;
        /// the number of individuals
        pub population: usize = 40, in 1..=1_000_000;
        /// the number of patterns of an individual
        pub patterns: usize = 50, in 1..=100_000;
        /// the number of boards that are used
        pub boards: usize = 6000, in 1..=1_000_000_000;
        /// the seed
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

impl Teacher for Params {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let &mut Params { generations: total, population, patterns, boards, seed } = self;
        let breeding = Breeding { patterns, population, boards, seed };
        let Training { boards: library, origin, checkpoint, stop, report, .. } = training;
        let library = library.ok_or_else(|| TeachError::Data("there is no library to learn from".to_string()))?;
        let mut known: Option<Evaluation> = checkpoint.resume(origin)?;
        let generations = |known: &Option<Evaluation>| known.as_ref().map_or(0, |known| known.about.generations.len());
        while generations(&known) < total && !stop.is_stopped() {
            // Each portion ends when it is time to save.
            let portion = Stop::new();
            let evolved = teach(library, &breeding, known.take(), total, &portion, |number, generation| {
                let Generation { best, mean, unseen } = generation;
                let note = format_args!("generation {number}: best {best:.4}, mean {mean:.4}, hold-out {unseen:.4}");
                let point = Some((number as f64, f64::from(best)));
                let progress = Progress::new("generations", number as u64, total as u64, note);
                report(Progress { point, lasting: true, ..progress });
                if stop.is_stopped() || checkpoint.is_due() {
                    portion.stop();
                }
            });
            let mut evolved = evolved.ok_or_else(|| {
                TeachError::Data("the library has too few boards of too few games to learn from".to_string())
            })?;
            evolved.about.source.clone_from(origin);
            evolved.about.version = version::version().to_string();
            checkpoint.save(&evolved.write())?;
            known = Some(evolved);
        }
        let Some(evaluation) = known else { return Ok(Taught::default()) };
        let done = &evaluation.about.generations;
        let curve = |value: fn(&Generation) -> f32| -> Curve {
            done.iter().zip(1..).map(|(generation, number)| (f64::from(number), f64::from(value(generation)))).collect()
        };
        Ok(Taught {
            complete: done.len() >= total,
            summary: format!("{} patterns, {} generations", evaluation.patterns().len(), done.len()),
            curves: vec![
                ("best", curve(|generation| generation.best)),
                ("mean", curve(|generation| generation.mean)),
                ("best, on the hold-out boards", curve(|generation| generation.unseen)),
            ],
            model: Some(evaluation.write()),
        })
    }
}

/// How sets of patterns evolve, but not for how long.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Breeding {
    /// The number of patterns of an individual.
    pub patterns: usize,
    /// The number of individuals.
    pub population: usize,
    /// The number of boards of the library that are used.
    pub boards: usize,
    /// The seed.
    pub seed: u64,
}

/// The fittest individuals, which survive.
const ELITE: usize = 2;
/// The individuals in the tournament for a parent.
const RIVALS: usize = 3;

/// Evolves until this many generations exist, those of `from` included, and reports the fitness of each. Returns the
/// fittest individual of the last generation with its population, from which a later run resumes. `None` if the library
/// has too few boards.
pub fn teach(
    library: &Library,
    breeding: &Breeding,
    from: Option<Evaluation>,
    generations: usize,
    stop: &Stop,
    mut report: impl FnMut(usize, Generation),
) -> Option<Evaluation> {
    let mut rated = RatedBoards::new(library, breeding.boards)?;
    let (mut known, mut population) = from
        .map(|from| (from.about.generations, from.population))
        .filter(|(known, _)| !known.is_empty())
        .unwrap_or_default();
    if population.is_empty() {
        known.clear();
        let mut rng = generator(breeding.seed, 0);
        let breeder = Breeder { rated: &rated, patterns: breeding.patterns };
        population = (0..breeding.population.max(1)).map(|_| breeder.fresh(&mut rng)).collect();
    }
    // Files keep no fitness of individuals.
    let mut ranked = if known.is_empty() { Vec::new() } else { rank(&mut rated, &population) };
    while known.len() < generations.max(1) && !stop.is_stopped() {
        if !known.is_empty() {
            let mut rng = generator(breeding.seed, known.len());
            let breeder = Breeder { rated: &rated, patterns: breeding.patterns };
            population = next(&breeder, &population, &ranked, &mut rng);
        }
        ranked = rank(&mut rated, &population);
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

fn generator(seed: u64, generation: usize) -> Rng {
    Rng::new(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(generation as u64))
}

/// All individuals by number, the fittest first.
fn rank(rated: &mut RatedBoards, population: &Population) -> Vec<(usize, Fit)> {
    rated.count(population);
    let mut ranked: Vec<(usize, Fit)> = population.iter().map(|vector| rated.fit(vector)).enumerate().collect();
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
