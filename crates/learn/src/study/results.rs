//! What a study finds out about a player: an error for each position, and everything that follows from them.
//!
//! Only the series is kept, six bytes a position: the error and the number of the move. The plots and tables are made
//! from it when they are wanted.

use crate::metric::Placing;

use super::Filter;

/// The places for which it is counted how often the expert's move was among the first so many.
pub const PLACES: [u32; 4] = [1, 3, 5, 10];

/// What is known of a player after a study.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The player, as its specification has it.
    pub player: String,
    /// Each pass over the games, the one that was broken off included.
    pub passes: Vec<Pass>,
}

/// One pass over the games.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    /// On the games that it could learn from, each position before it did.
    pub studied: Results,
    /// On the games that it was only measured on.
    pub held_out: Results,
}

impl Findings {
    /// A player of whom nothing is known yet.
    pub(super) fn new(player: String) -> Findings {
        Findings { player, passes: Vec::new() }
    }

    /// The results of the last pass over the games that it could learn from; `None` before the first.
    pub fn last(&self) -> Option<&Pass> {
        self.passes.last()
    }

    /// The study plot (section 4.2 and appendix B): after how many positions, and the filtered error there. The
    /// positions of all passes follow one another.
    pub fn study_plot(&self) -> Vec<(u64, f32)> {
        Filter::plot(self.passes.iter().flat_map(|pass| pass.studied.errors().iter().copied()))
    }
}

/// How the moves that experts played in some positions were ranked.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The number of positions before each game.
    games: Vec<u32>,
    /// The number of the move in its game, and its error.
    moves: Vec<u16>,
    errors: Vec<f32>,
    sum: f64,
    top: [f64; PLACES.len()],
}

impl Results {
    /// Another game begins.
    pub(super) fn begin_game(&mut self) {
        self.games.push(u32::try_from(self.errors.len()).unwrap_or(u32::MAX));
    }

    /// A move of that number in its game, from 1, was placed so.
    pub(super) fn add(&mut self, number: usize, placing: Placing) {
        let error = placing.error();
        self.moves.push(u16::try_from(number).unwrap_or(u16::MAX));
        self.errors.push(error as f32);
        self.sum += error;
        for (sum, places) in self.top.iter_mut().zip(PLACES) {
            *sum += placing.top(places);
        }
    }

    /// How many games there were.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// How many positions there were.
    pub fn positions(&self) -> usize {
        self.errors.len()
    }

    /// The error of each position, in order.
    pub fn errors(&self) -> &[f32] {
        &self.errors
    }

    /// Each position in order: the number of its game and of its move, both from 1, and the error.
    pub fn series(&self) -> impl Iterator<Item = (usize, usize, f32)> + '_ {
        let mut game = 0;
        self.errors.iter().zip(&self.moves).enumerate().map(move |(i, (&error, &number))| {
            while self.games.get(game).is_some_and(|&before| before as usize <= i) {
                game += 1;
            }
            (game, usize::from(number), error)
        })
    }

    /// The mean error; `None` without a position.
    pub fn error(&self) -> Option<f64> {
        self.mean(self.sum)
    }

    /// How often, from 0 to 1, the expert's move was among the first so many, for each of [`PLACES`]; `None` without a
    /// position.
    pub fn top(&self) -> [Option<f64>; PLACES.len()] {
        self.top.map(|sum| self.mean(sum))
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.positions() > 0).then(|| sum / self.positions() as f64)
    }

    /// The mean error at each move number, and of how many positions: the first entry is that of move 1. Where there
    /// was no position, the mean is 0.
    pub fn by_move(&self) -> Vec<(f64, u32)> {
        let longest = self.moves.iter().max().map_or(0, |&number| usize::from(number));
        let mut means = vec![(0.0, 0u32); longest];
        for (&number, &error) in self.moves.iter().zip(&self.errors) {
            if let Some((sum, count)) = means.get_mut(usize::from(number).wrapping_sub(1)) {
                *sum += f64::from(error);
                *count += 1;
            }
        }
        means.iter_mut().for_each(|(sum, count)| *sum /= f64::from((*count).max(1)));
        means
    }

    /// How errors are distributed over the game.
    pub fn nrm(&self) -> Nrm {
        let mut nrm = Nrm::default();
        for (&number, &error) in self.moves.iter().zip(&self.errors) {
            nrm.add(usize::from(number), error);
        }
        nrm
    }
}

/// Normalised rank against move (section 4.2): for each stretch of moves, how often the error was how large.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Nrm {
    counts: Vec<[u32; Nrm::ERRORS]>,
}

impl Nrm {
    /// So many moves make a stretch.
    pub const MOVES: usize = 10;
    /// Errors from 0 to 1 are told apart in so many steps.
    pub const ERRORS: usize = 50;

    fn add(&mut self, number: usize, error: f32) {
        let stretch = number.saturating_sub(1) / Nrm::MOVES;
        if self.counts.len() <= stretch {
            self.counts.resize(stretch + 1, [0; Nrm::ERRORS]);
        }
        let step = ((error * Nrm::ERRORS as f32) as usize).min(Nrm::ERRORS - 1);
        self.counts[stretch][step] += 1;
    }

    /// The stretches from the first move on: the number of positions at each step of the error.
    pub fn counts(&self) -> &[[u32; Nrm::ERRORS]] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move with so many of a hundred ranked above it, and none equal.
    fn placed(above: u32) -> Placing {
        Placing::among((0..100).map(|place| place as f32), (99 - above) as f32)
    }

    fn results(games: &[&[(usize, u32)]]) -> Results {
        let mut results = Results::default();
        for game in games {
            results.begin_game();
            game.iter().for_each(|&(number, above)| results.add(number, placed(above)));
        }
        results
    }

    #[test]
    fn means_are_over_positions() {
        let results = results(&[&[(1, 0), (2, 3)], &[(1, 9)]]);
        assert_eq!((results.games(), results.positions()), (2, 3));
        assert!((results.error().unwrap() - (0.005 + 0.035 + 0.095) / 3.0).abs() < 1e-12);
        assert_eq!(results.top().map(Option::unwrap), [1.0 / 3.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        assert_eq!((Results::default().error(), Results::default().top()), (None, [None; 4]));
    }

    #[test]
    fn the_series_tells_games_apart() {
        let results = results(&[&[(1, 0)], &[], &[(2, 1), (4, 2)]]);
        let series: Vec<(usize, usize, f32)> = results.series().collect();
        assert_eq!(series, [(1, 1, 0.005), (3, 2, 0.015), (3, 4, 0.025)]);
    }

    #[test]
    fn errors_are_averaged_for_each_move_number() {
        let by_move = results(&[&[(1, 0), (3, 9)], &[(1, 1)]]).by_move();
        assert_eq!(by_move.iter().map(|&(_, count)| count).collect::<Vec<_>>(), [2, 0, 1]);
        assert!((by_move[0].0 - 0.01).abs() < 1e-6 && by_move[1].0 == 0.0 && (by_move[2].0 - 0.095).abs() < 1e-6);
    }

    #[test]
    fn errors_are_counted_by_stretches_of_moves() {
        let nrm = results(&[&[(1, 0), (10, 0), (11, 99), (31, 50)]]).nrm();
        let counts: Vec<(usize, usize, u32)> = nrm
            .counts()
            .iter()
            .enumerate()
            .flat_map(|(stretch, counts)| counts.iter().enumerate().map(move |(step, &count)| (stretch, step, count)))
            .filter(|&(.., count)| count > 0)
            .collect();
        assert_eq!(counts, [(0, 0, 2), (1, 49, 1), (3, 25, 1)]);
    }

    #[test]
    fn the_study_plot_goes_on_from_pass_to_pass() {
        let mut findings = Findings::new("x".to_string());
        for _ in 0..2 {
            let mut pass = Pass::default();
            (1..=200).for_each(|number| pass.studied.add(number, placed(0)));
            findings.passes.push(pass);
        }
        let at: Vec<u64> = findings.study_plot().into_iter().map(|(at, _)| at).collect();
        assert_eq!(at, [1, 251]);
    }
}
