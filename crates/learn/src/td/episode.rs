//! A game of self-play with learning after each move (section II of the paper).
//!
//! The candidates are all legal moves and the pass, each with the value of the position after it from the mover's
//! perspective; own eyes are filled like any point until the network learns otherwise. The game ends with two passes,
//! or after four times as many moves as points. It is scored by territory and prisoners as it stands, without komi.

use goban::{Board, Color, Point, PointSet, Scoring, Symmetry, score};
use models::td::{Gradient, Network, Sight, Trace, pick};
use player::Rng;

use super::rule::{LearningRule, Selection, Target};

/// A network that plays against itself.
pub struct Learner {
    network: Network,
    rule: LearningRule,
    sight: Sight,
    /// The moves of a position, with their values.
    moves: Vec<Option<Point>>,
    values: Vec<f32>,
    /// The stones of the last three positions from Black's perspective: that after n moves is at n modulo 3.
    trail: [Vec<f32>; 3],
    workspace: Workspace,
}

/// The buffers of a learning step.
struct Workspace {
    seen: Vec<f32>,
    gradient: Gradient,
    /// The gradient of the later value, for the residual gradient.
    later: Gradient,
    /// The images of each point under the symmetries that are taught, and the eligibility traces of both colours in
    /// that symmetry.
    images: Vec<(Vec<usize>, [Trace; 2])>,
}

/// The result of a game.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Episode {
    /// The number of moves.
    pub moves: usize,
    /// Black's final lead.
    pub margin: i32,
}

impl Learner {
    /// A learner.
    pub fn new(network: Network, rule: LearningRule) -> Learner {
        let size = network.size();
        let symmetries = if rule.symmetry { &Symmetry::ALL[..] } else { &Symmetry::ALL[..1] };
        let image = |symmetry: &Symmetry| {
            let images = Point::all(size).map(|point| symmetry.apply(point, size));
            (images.map(|image| image.row_major(size)).collect(), [(); 2].map(|()| Trace::new(&network)))
        };
        let workspace = Workspace {
            seen: vec![0.0; size * size],
            gradient: Gradient::new(&network),
            later: Gradient::new(&network),
            images: symmetries.iter().map(image).collect(),
        };
        Learner {
            sight: Sight::new(&network, size),
            network,
            rule,
            moves: Vec::with_capacity(size * size + 1),
            values: Vec::with_capacity(size * size + 1),
            trail: Default::default(),
            workspace,
        }
    }

    /// The current network.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Plays a game and learns from it at this rate.
    pub fn play(&mut self, rate: f32, rng: &mut Rng) -> Episode {
        let mut board = Board::new(self.network.size());
        let limit = 4 * board.size() * board.size();
        // Rounding errors of the last game are discarded.
        self.sight.refresh(&self.network);
        Color::BOTH.into_iter().for_each(|color| self.clear_traces(color));
        Network::stones(&board, Color::Black, &mut self.trail[0]);
        // Whether the last move and the one before it were chosen by the network.
        let mut chosen = [false; 2];
        let mut passes = 0;
        let mut number = 0;
        while passes < 2 && number < limit {
            let us = board.to_play();
            let (mv, value) = self.select(&board, rng);
            match mv {
                Some(point) => board.play_unchecked(point),
                None => board.pass(),
            }
            passes = if mv.is_none() { passes + 1 } else { 0 };
            number += 1;
            Network::stones(&board, Color::Black, &mut self.trail[number % 3]);
            // After the player's last move; or before this one.
            let before = match self.rule.plies {
                1 => Some(number - 1),
                _ => self.rule.affected.allows(chosen[1], chosen[0]).then(|| number - 2),
            };
            match (before, value) {
                (Some(before), Some(value)) => self.learn(before, us, (value, Some(number)), rate),
                _ => self.clear_traces(us),
            }
            chosen = [value.is_some(), chosen[0]];
        }
        let margin = score::margin(&board, Scoring::Territory, &PointSet::new());
        self.reward(number, !board.to_play(), margin, chosen, rate);
        Episode { moves: number, margin }
    }

    /// Learns the value of the final position, after `number` moves, for the last mover and for the other player.
    fn reward(&mut self, number: usize, last: Color, margin: i32, chosen: [bool; 2], rate: f32) {
        let reward = |color: Color| match margin.signum() * if color == Color::Black { 1 } else { -1 } {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        if chosen[0] {
            self.learn(number, last, (reward(last), None), rate);
        }
        if self.rule.rewards > 1 && self.rule.affected.allows(chosen[1], chosen[0]) {
            self.learn(number, !last, (reward(!last), None), rate);
        }
    }

    /// A move, with the value that is the target unless it is random.
    fn select(&mut self, board: &Board, rng: &mut Rng) -> (Option<Point>, Option<f32>) {
        self.moves.clear();
        self.moves.extend(board.empties().iter().filter(|&&point| board.is_legal(point)).map(|&point| Some(point)));
        self.moves.push(None);
        let creativity = match self.rule.selection {
            Selection::Epsilon(epsilon) if rng.chance(epsilon) => {
                return (self.moves[rng.below(self.moves.len() as u32) as usize], None);
            }
            Selection::Epsilon(_) => 0.0,
            Selection::Creative(creativity) => creativity,
        };
        let Learner { network, rule, sight, moves, values, .. } = self;
        let us = board.to_play();
        sight.look(board, us);
        values.clear();
        values.extend(moves.iter().map(|mv| match *mv {
            Some(point) => sight.value_after(network, board, point, us),
            None => sight.value(network),
        }));
        let place = pick(values, creativity, |n| rng.below(n)).unwrap_or(0);
        let value = match rule.target {
            Target::Selected => values[place],
            Target::Best => values.iter().copied().fold(values[place], f32::max),
        };
        (moves[place], Some(value))
    }

    /// Moves the value of the position after `before` moves, from a player's perspective, towards a target: the value
    /// of the position after `after` moves, or a reward.
    fn learn(&mut self, before: usize, view: Color, (target, after): (f32, Option<usize>), rate: f32) {
        let Learner { network, rule, sight, workspace, trail, .. } = self;
        let Workspace { seen, gradient, later, images } = workspace;
        let rate = rate / images.len() as f32;
        for (image, traces) in images {
            orient(&trail[before % 3], view, image, seen);
            let step = rate * (target - network.gradient(seen, gradient));
            if let Some(after) = after.filter(|_| rule.residual > 0.0) {
                orient(&trail[after % 3], view, image, seen);
                network.gradient(seen, later);
                network.add(later, -rule.residual * step);
                sight.add(network, later, -rule.residual * step);
            }
            if rule.lambda > 0.0 {
                let trace = &mut traces[view.index()];
                trace.fade_and_add(rule.lambda, gradient, network);
                network.add_trace(trace, step);
                sight.refresh(network);
            } else {
                network.add(gradient, step);
                sight.add(network, gradient, step);
            }
        }
    }

    /// Clears the eligibility traces of a player.
    fn clear_traces(&mut self, color: Color) {
        if self.rule.lambda > 0.0 {
            self.workspace.images.iter_mut().for_each(|(_, traces)| traces[color.index()].clear());
        }
    }
}

/// The stones of a position from a player's perspective in one symmetry.
fn orient(stones: &[f32], view: Color, image: &[usize], seen: &mut [f32]) {
    let sign = if view == Color::Black { 1.0 } else { -1.0 };
    image.iter().zip(stones).for_each(|(&place, &stone)| seen[place] = sign * stone);
}

#[cfg(test)]
mod tests {
    use models::td::Representation;

    use super::*;

    #[test]
    fn the_target_is_the_selected_move_or_the_best() {
        let mut rng = Rng::new(3);
        // Without negative weights all values are positive, and creativity has a choice.
        let network = Network::random(Representation::Koten, 5, &[25], || 0.5 + rng.unit() / 2.0);
        let board = Board::new(5);
        let mut differs = 0;
        for target in [Target::Selected, Target::Best] {
            let rule = LearningRule { selection: Selection::Creative(0.9), target, ..LearningRule::default() };
            let mut learner = Learner::new(network.clone(), rule);
            for _ in 0..50 {
                let (mv, value) = learner.select(&board, &mut rng);
                let place = learner.moves.iter().position(|&candidate| candidate == mv).unwrap();
                let best = learner.values.iter().copied().fold(f32::NEG_INFINITY, f32::max);
                let expected = if target == Target::Best { best } else { learner.values[place] };
                assert_eq!(value, Some(expected));
                differs += usize::from(best != learner.values[place]);
            }
        }
        assert!(differs > 20, "only {differs} of 100 moves were not the best");
    }
}
