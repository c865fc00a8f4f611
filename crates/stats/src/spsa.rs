//! Simultaneous perturbation stochastic approximation (SPSA; Spall, "Multivariate Stochastic Approximation Using a
//! Simultaneous Perturbation Gradient Approximation", 1992): climbs a function that can only be measured with noise,
//! such as the strength of a player by its parameters.
//!
//! Step `k`, from 1, perturbs all parameters at once, each up or down at random (`Δ` is a vector of +1 and -1), and
//! measures `y` on both sides. Two measurements estimate the whole gradient, for any number of parameters:
//!
//! ```text
//! g = (y(θ + c_k Δ) - y(θ - c_k Δ)) / (2 c_k Δ)
//! θ <- θ + a_k g
//! ```
//!
//! The gains are `a_k = a / (A + k)^α` and `c_k = c / k^γ`, with the exponents of Spall, "Implementation of the
//! Simultaneous Perturbation Algorithm for Stochastic Optimization" (1998), which fishtest also uses. They do not
//! depend on the number of steps, so that a run can be extended.
//!
//! Parameters are shares of their ranges, from 0 to 1. What a step would move beyond an end stays at the end.

/// The decay of the step size.
const ALPHA: f64 = 0.602;
/// The decay of the perturbation.
const GAMMA: f64 = 0.101;
/// The stability constant: Spall advises a tenth of the number of steps. This is for a thousand of them.
const STABILITY: f64 = 100.0;

/// The gains of a run, and its two formulas.
///
/// ```
/// use stats::Spsa;
///
/// let spsa = Spsa::new(0.25, 0.0625);
/// let theta = [0.5, 0.875];
/// assert_eq!(spsa.perturbed(&theta, 1, &[true, true]), [[0.75, 1.0], [0.25, 0.625]]);
/// assert_eq!(spsa.updated(&theta, 1, &[true, false], -1.0), [0.4375, 0.9375]);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Spsa {
    perturbation: f64,
    gain: f64,
}

impl Spsa {
    /// The gains of which the first step perturbs by `perturbation` and moves by `gain` if its two sides differ by 1,
    /// both as shares of the ranges.
    pub fn new(perturbation: f64, gain: f64) -> Spsa {
        Spsa { perturbation, gain }
    }

    /// The perturbation of the first step.
    pub fn first_perturbation(&self) -> f64 {
        self.perturbation
    }

    /// How far the first step moves if its two sides differ by 1.
    pub fn first_gain(&self) -> f64 {
        self.gain
    }

    /// `c_k`.
    pub fn perturbation(&self, step: u64) -> f64 {
        self.perturbation * libm::pow(step as f64, -GAMMA)
    }

    /// `a_k / (2 c_k)`: how far a step moves if its two sides differ by 1.
    pub fn gain(&self, step: u64) -> f64 {
        let decay = |step: f64| libm::pow((STABILITY + step) / (STABILITY + 1.0), -ALPHA) * libm::pow(step, GAMMA);
        self.gain * decay(step as f64)
    }

    /// The two sides of a step, from 1: the parameters moved by the signs (`true` is up), and against them.
    pub fn perturbed(&self, theta: &[f64], step: u64, signs: &[bool]) -> [Vec<f64>; 2] {
        let by = self.perturbation(step);
        [by, -by].map(|by| moved(theta, by, signs))
    }

    /// The parameters after a step whose sides differ by `difference`: above 0 if the first one is better.
    pub fn updated(&self, theta: &[f64], step: u64, signs: &[bool], difference: f64) -> Vec<f64> {
        moved(theta, self.gain(step) * difference, signs)
    }
}

/// Moved by the signs, within the ranges.
fn moved(theta: &[f64], by: f64, signs: &[bool]) -> Vec<f64> {
    theta.iter().zip(signs).map(|(at, &up)| (at + if up { by } else { -by }).clamp(0.0, 1.0)).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::VecDeque;

    use rand_core::{RngCore, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::rate_of_elo;

    /// Players whose strength falls with the square of the distance from the best parameters: by this many Elo at half
    /// the range.
    struct Hill {
        best: Vec<f64>,
        elo: f64,
    }

    impl Hill {
        fn strength(&self, theta: &[f64]) -> f64 {
            -theta.iter().zip(&self.best).map(|(at, best)| 4.0 * self.elo * (at - best).powi(2)).sum::<f64>()
        }

        /// The mean result of a pair of games: 1 if the first one wins both.
        fn play(&self, [plus, minus]: &[Vec<f64>; 2], rng: &mut Xoshiro256PlusPlus) -> f64 {
            let rate = rate_of_elo(self.strength(plus) - self.strength(minus));
            let mut game = || if unit(rng) < rate { 0.5 } else { -0.5 };
            game() + game()
        }
    }

    fn unit(rng: &mut Xoshiro256PlusPlus) -> f64 {
        (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
    }

    /// The parameters after each step. A step is planned while `ahead` others are played.
    fn climb(hill: &Hill, start: &[f64], steps: u64, ahead: usize, seed: u64) -> Vec<Vec<f64>> {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
        let spsa = Spsa::new(0.2, 0.01);
        let mut path = vec![start.to_vec()];
        let mut planned = VecDeque::new();
        for step in 1..=steps {
            let signs: Vec<bool> = start.iter().map(|_| rng.next_u64() >> 63 == 1).collect();
            planned.push_back((step, spsa.perturbed(&path[path.len() - 1], step, &signs), signs));
            if planned.len() > ahead {
                let (step, sides, signs) = planned.pop_front().unwrap();
                let difference = hill.play(&sides, &mut rng);
                path.push(spsa.updated(&path[path.len() - 1], step, &signs, difference));
            }
        }
        path
    }

    #[test]
    fn the_gains_have_the_exponents_of_the_paper() {
        let spsa = Spsa::new(0.2, 0.01);
        assert_eq!((spsa.perturbation(1), spsa.gain(1)), (0.2, 0.01));
        assert!((spsa.perturbation(1000) - 0.2 / 1000f64.powf(0.101)).abs() < 1e-12);
        let a = |step: u64| 2.0 * spsa.perturbation(step) * spsa.gain(step);
        assert!((a(1000) / a(1) - (101.0 / 1100.0f64).powf(0.602)).abs() < 1e-12);
    }

    #[test]
    fn the_best_parameters_are_found_by_games() {
        let hill = Hill { best: vec![0.75, 0.3, 0.5], elo: 100.0 };
        let loss = |theta: &[f64]| -hill.strength(theta);
        let runs = (0..20).map(|seed| climb(&hill, &[0.4, 0.7, 0.9], 1000, 0, seed));
        let losses: Vec<f64> = runs.map(|path| loss(&path[1000])).collect();
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        assert!(loss(&[0.4, 0.7, 0.9]) > 150.0 && mean < 15.0, "{mean} Elo are left: {losses:?}");
    }

    #[test]
    fn steps_planned_ahead_cost_little() {
        let hill = Hill { best: vec![0.75, 0.3, 0.5], elo: 100.0 };
        let runs = (0..20).map(|seed| climb(&hill, &[0.4, 0.7, 0.9], 1000, 15, seed));
        let losses: Vec<f64> = runs.map(|path| -hill.strength(&path[path.len() - 1])).collect();
        let mean = losses.iter().sum::<f64>() / losses.len() as f64;
        assert!(mean < 18.0, "{mean} Elo are left: {losses:?}");
    }

    #[test]
    fn the_path_stays_in_the_ranges_and_reaches_their_ends() {
        let hill = Hill { best: vec![1.5, -0.5], elo: 200.0 };
        let path = climb(&hill, &[0.5, 0.5], 2000, 0, 1);
        assert!(path.iter().flatten().all(|at| (0.0..=1.0).contains(at)));
        let [high, low] = path[2000][..] else { panic!() };
        assert!(high > 0.9 && low < 0.1, "{high} {low}");
    }

    #[test]
    fn the_same_seed_climbs_the_same_path() {
        let hill = Hill { best: vec![0.2, 0.8], elo: 100.0 };
        let path = |seed| climb(&hill, &[0.5, 0.5], 100, 0, seed);
        assert_eq!(path(1), path(1));
        assert_ne!(path(1), path(2));
    }
}
