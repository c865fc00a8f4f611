//! A game of a network against itself, from which it learns while it plays (section II of the paper).
//!
//! All legal moves are considered, the pass among them, each valued by the position after it in the view of who makes
//! it; own eyes are filled like any point until the network has learnt not to. The game ends with two passes, or after
//! four times as many moves as there are points, and is scored by territory and prisoners as it stands, without komi.

use goban::{Board, Color, Point, PointSet, Scoring, Symmetry, score};
use models::td::{Gradient, Network, Sight, Trace, pick};
use player::Rng;

use super::manner::{Manner, Selection};

/// A network that plays against itself.
pub struct Pupil {
    network: Network,
    manner: Manner,
    sight: Sight,
    /// The moves of a position, with what the network says of each.
    moves: Vec<Option<Point>>,
    values: Vec<f32>,
    /// The stones of the last three positions in Black's view: that after n moves is at n modulo 3.
    trail: [Vec<f32>; 3],
    lesson: Lesson,
}

/// What one learning step needs.
struct Lesson {
    seen: Vec<f32>,
    gradient: Gradient,
    /// The gradient of the later value, for the residual gradient.
    later: Gradient,
    /// Where each point goes under the symmetries that are taught, and what each colour's positions so far are still to
    /// learn from in that image: eligibility traces.
    images: Vec<(Vec<usize>, [Trace; 2])>,
}

/// How a game went.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Episode {
    /// How many moves it had.
    pub moves: usize,
    /// Black's lead in the end.
    pub margin: i32,
}

impl Pupil {
    /// A pupil.
    pub fn new(network: Network, manner: Manner) -> Pupil {
        let size = network.size();
        let symmetries = if manner.symmetry { &Symmetry::ALL[..] } else { &Symmetry::ALL[..1] };
        let image = |symmetry: &Symmetry| {
            let images = Point::all(size).map(|point| symmetry.apply(point, size));
            (images.map(|image| image.row_major(size)).collect(), [(); 2].map(|()| Trace::new(&network)))
        };
        let lesson = Lesson {
            seen: vec![0.0; size * size],
            gradient: Gradient::new(&network),
            later: Gradient::new(&network),
            images: symmetries.iter().map(image).collect(),
        };
        Pupil {
            sight: Sight::new(&network, size),
            network,
            manner,
            moves: Vec::with_capacity(size * size + 1),
            values: Vec::with_capacity(size * size + 1),
            trail: Default::default(),
            lesson,
        }
    }

    /// The network as it is now.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// Plays a game and learns from it at that rate.
    pub fn play(&mut self, rate: f32, rng: &mut Rng) -> Episode {
        let mut board = Board::new(self.network.size());
        let limit = 4 * board.size() * board.size();
        // What rounding has done to the sight in the last game ends with it.
        self.sight.refresh(&self.network);
        Color::BOTH.into_iter().for_each(|color| self.forget(color));
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
            let before = match self.manner.plies {
                1 => Some(number - 1),
                _ => chosen[1].then(|| number - 2),
            };
            match (before, value) {
                (Some(before), Some(value)) => self.learn(before, us, (value, Some(number)), rate),
                _ => self.forget(us),
            }
            chosen = [value.is_some(), chosen[0]];
        }
        let margin = score::margin(&board, Scoring::Territory, &PointSet::new());
        self.reward(number, !board.to_play(), margin, chosen, rate);
        Episode { moves: number, margin }
    }

    /// Learns from the end, after so many moves, the last by `last`: what the final position is worth to that player,
    /// and to the other one.
    fn reward(&mut self, number: usize, last: Color, margin: i32, chosen: [bool; 2], rate: f32) {
        let reward = |color: Color| match margin.signum() * if color == Color::Black { 1 } else { -1 } {
            1 => 1.0,
            0 => 0.5,
            _ => 0.0,
        };
        if chosen[0] {
            self.learn(number, last, (reward(last), None), rate);
        }
        if self.manner.rewards > 1 && chosen[1] {
            self.learn(number, !last, (reward(!last), None), rate);
        }
    }

    /// A move, and what the network says of it if it has chosen it itself.
    fn select(&mut self, board: &Board, rng: &mut Rng) -> (Option<Point>, Option<f32>) {
        self.moves.clear();
        self.moves.extend(board.empties().iter().filter(|&&point| board.is_legal(point)).map(|&point| Some(point)));
        self.moves.push(None);
        let creativity = match self.manner.selection {
            Selection::Epsilon(epsilon) if rng.chance(epsilon) => {
                return (self.moves[rng.below(self.moves.len() as u32) as usize], None);
            }
            Selection::Epsilon(_) => 0.0,
            Selection::Creative(creativity) => creativity,
        };
        let Pupil { network, sight, moves, values, .. } = self;
        let us = board.to_play();
        sight.look(board, us);
        values.clear();
        values.extend(moves.iter().map(|mv| match *mv {
            Some(point) => sight.value_after(network, board, point, us),
            None => sight.value(network),
        }));
        let place = pick(values, creativity, |n| rng.below(n)).unwrap_or(0);
        (moves[place], Some(values[place]))
    }

    /// Moves what the network says of the position after so many moves, in a player's view, towards a value: that of
    /// the position after so many moves, or a reward.
    fn learn(&mut self, before: usize, view: Color, (target, after): (f32, Option<usize>), rate: f32) {
        let Pupil { network, manner, sight, lesson, trail, .. } = self;
        let Lesson { seen, gradient, later, images } = lesson;
        let rate = rate / images.len() as f32;
        for (image, traces) in images {
            look(&trail[before % 3], view, image, seen);
            let step = rate * (target - network.gradient(seen, gradient));
            if let Some(after) = after.filter(|_| manner.residual > 0.0) {
                look(&trail[after % 3], view, image, seen);
                network.gradient(seen, later);
                network.add(later, -manner.residual * step);
                sight.add(network, later, -manner.residual * step);
            }
            if manner.lambda > 0.0 {
                let trace = &mut traces[view.index()];
                trace.fade_and_add(manner.lambda, gradient, network);
                network.add_trace(trace, step);
                sight.refresh(network);
            } else {
                network.add(gradient, step);
                sight.add(network, gradient, step);
            }
        }
    }

    /// What a player's positions were worth so far is not to be learnt from what comes now.
    fn forget(&mut self, color: Color) {
        if self.manner.lambda > 0.0 {
            self.lesson.images.iter_mut().for_each(|(_, traces)| traces[color.index()].clear());
        }
    }
}

/// The stones of a position as a player sees them in one of its images.
fn look(stones: &[f32], view: Color, image: &[usize], seen: &mut [f32]) {
    let sign = if view == Color::Black { 1.0 } else { -1.0 };
    image.iter().zip(stones).for_each(|(&place, &stone)| seen[place] = sign * stone);
}
