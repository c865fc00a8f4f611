//! The results of a study for one player: an error for each position, and everything that follows from the errors.
//!
//! The series takes six bytes a position: the error and the number of the move. Plots and tables are computed from it.
//! Only the distribution of errors over the game is counted at once, because it needs the number of ties.

use crate::metric::Placing;

use super::Filter;

/// The values of N for which the share of expert moves among the first N is counted.
pub const PLACES: [u32; 4] = [1, 3, 5, 10];

/// The results of a player.
#[derive(Clone, Debug)]
pub struct Findings {
    /// The specification of the player.
    pub player: String,
    /// The passes over the games, including an interrupted one.
    pub passes: Vec<Pass>,
}

/// One pass over the games.
#[derive(Clone, Debug, Default)]
pub struct Pass {
    /// The games that the player learns from, each position measured before it is learnt.
    pub studied: Results,
    /// The hold-out games.
    pub held_out: Results,
}

impl Findings {
    /// No results yet.
    pub(super) fn new(player: String) -> Findings {
        Findings { player, passes: Vec::new() }
    }

    /// The last pass; `None` before the first.
    pub fn last(&self) -> Option<&Pass> {
        self.passes.last()
    }

    /// The number of games over all passes.
    pub fn games(&self) -> usize {
        self.passes.iter().map(|pass| pass.studied.games() + pass.held_out.games()).sum()
    }

    /// The number of positions over all passes.
    pub fn positions(&self) -> usize {
        self.passes.iter().map(|pass| pass.studied.positions() + pass.held_out.positions()).sum()
    }

    /// The mean error of the last pass: on the games that the player learns from or, without any, on the hold-out
    /// games.
    pub fn error(&self) -> Option<f64> {
        let pass = self.last()?;
        pass.studied.error().or(pass.held_out.error())
    }

    /// The study plot (section 4.2 and appendix B): the number of positions, and the filtered error after them. The
    /// passes follow one another.
    pub fn study_plot(&self) -> Vec<(u64, f32)> {
        Filter::plot(self.passes.iter().flat_map(|pass| pass.studied.errors().iter().copied()))
    }
}

/// How a player ranked the moves of experts in a set of positions.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// The number of positions before each game.
    games: Vec<u32>,
    /// For each position, the number of the move in its game, and the error.
    moves: Vec<u16>,
    errors: Vec<f32>,
    nrm: Nrm,
    sum: f64,
    top: [f64; PLACES.len()],
}

impl Results {
    /// Starts another game.
    pub(super) fn start_game(&mut self) {
        self.games.push(u32::try_from(self.errors.len()).unwrap_or(u32::MAX));
    }

    /// Adds a move by its number in its game, from 1.
    pub(super) fn add(&mut self, number: usize, placing: Placing) {
        let error = placing.error();
        self.moves.push(u16::try_from(number).unwrap_or(u16::MAX));
        self.errors.push(error as f32);
        self.nrm.add(number, placing);
        self.sum += error;
        for (sum, places) in self.top.iter_mut().zip(PLACES) {
            *sum += placing.top(places);
        }
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.games.len()
    }

    /// The number of positions.
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

    /// The share of positions in which the expert's move was among the first N, for each N of [`PLACES`]; `None`
    /// without a position.
    pub fn top(&self) -> [Option<f64>; PLACES.len()] {
        self.top.map(|sum| self.mean(sum))
    }

    fn mean(&self, sum: f64) -> Option<f64> {
        (self.positions() > 0).then(|| sum / self.positions() as f64)
    }

    /// The mean error and the number of positions at each move number, from move 1. Without a position the mean is 0.
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

    /// The distribution of errors over the game.
    pub fn nrm(&self) -> &Nrm {
        &self.nrm
    }
}

/// Normalised rank against move (section 4.2): a histogram of errors for each bin of moves.
///
/// A tie counts as if it were broken at random: in equal parts at each of its ranks. So the plot of a player who rates
/// all moves the same is flat, as the thesis says; the error itself would put all of them at one half.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Nrm {
    counts: Vec<[f64; Nrm::ERRORS]>,
}

impl Nrm {
    /// The number of moves in a bin.
    pub const MOVES: usize = 10;
    /// The number of bins for errors from 0 to 1.
    pub const ERRORS: usize = 50;

    fn add(&mut self, number: usize, placing: Placing) {
        let row = number.saturating_sub(1) / Nrm::MOVES;
        if self.counts.len() <= row {
            self.counts.resize(row + 1, [0.0; Nrm::ERRORS]);
        }
        let (first, equal, legal) = (placing.rank() - 1, placing.equal(), f64::from(placing.legal()));
        for above in first..first + equal {
            let error = (f64::from(above) + 0.5) / legal;
            let column = ((error * Nrm::ERRORS as f64) as usize).min(Nrm::ERRORS - 1);
            self.counts[row][column] += 1.0 / f64::from(equal);
        }
    }

    /// The number of positions in each bin: a row for each bin of moves, from the first move on, a column for each bin
    /// of errors.
    pub fn counts(&self) -> &[[f64; Nrm::ERRORS]] {
        &self.counts
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A move with `above` of 100 moves ranked above it, and none equal.
    fn placed(above: u32) -> Placing {
        Placing::among((0..100).map(|place| place as f32), (99 - above) as f32)
    }

    fn results(games: &[&[(usize, u32)]]) -> Results {
        let mut results = Results::default();
        for game in games {
            results.start_game();
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
    fn the_series_numbers_the_games() {
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
    fn errors_are_counted_in_bins_of_moves() {
        let results = results(&[&[(1, 0), (10, 0), (11, 99), (31, 50)]]);
        let nrm = results.nrm();
        let counts: Vec<(usize, usize, f64)> = nrm
            .counts()
            .iter()
            .enumerate()
            .flat_map(|(row, counts)| counts.iter().enumerate().map(move |(column, &count)| (row, column, count)))
            .filter(|&(.., count)| count > 0.0)
            .collect();
        assert_eq!(counts, [(0, 0, 2.0), (1, 49, 1.0), (3, 25, 1.0)]);
    }

    /// "A heuristic which rated every move the same has no discriminating ability, so its NRM plot is completely flat."
    #[test]
    fn equal_values_make_a_flat_distribution() {
        let mut results = Results::default();
        (0..3).for_each(|_| results.add(1, Placing::among([0.0; 100], 0.0)));
        assert_eq!(results.error(), Some(0.5));
        let flat = results.nrm().counts()[0].iter().all(|count| (count - 3.0 / Nrm::ERRORS as f64).abs() < 1e-12);
        assert!(flat, "{:?}", results.nrm());
    }

    #[test]
    fn the_study_plot_runs_through_all_passes() {
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
