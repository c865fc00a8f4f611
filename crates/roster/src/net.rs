//! `net`: the policy of a convolutional network, without any search.
//!
//! The network was trained on games of experts and of a stronger program (`models/README.md`, `training/`). It predicts
//! the move, the winner, the score and the owner of each point; the likeliest move is played. Records hardly ever have
//! their last moves, so rules decide when to stop: own eyes and settled points are never played.

use std::sync::Arc;

use goban::{Game, Move, Point, PointMap, Scoring, life};
use models::net::{EMBEDDED, Evaluation, NetEvaluator, Network, Position, Symmetries};
use player::{Analysis, Budget, Candidate, Choice, Entry, Failure, Player, Rng, SpecError, Stop, parameters};

use crate::load::load_or_named;
use crate::simple::repeats;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "net",
    summary: "the policy of a network trained on games of experts and of a stronger program, without search",
    params: Params::PARAMS,
    build: |settings, _| {
        let params = Params::read(settings);
        Ok(Box::new(Net::new(network(&params.model)?, params)))
    },
};

parameters! {
    /// The network, and how moves are chosen by it.
    pub struct Params {
        /// the network: small, large, or a file
        pub model: String = "small", role Model;
        /// the temperature at which moves are sampled from the policy; 0 plays the likeliest
        pub temperature: f32 = 0, in 0.0..=10.0;
        /// the smallest probability of a sampled move, as a share of the likeliest move's
        pub least: f32 = 0, in 0.0..=1.0, unless temperature "0";
        /// whether it averages all eight symmetries, which takes eight times as long
        pub all_sides: bool = false;
        /// the seed of every game; without one, each game has its own
        pub seed: Seed = "", unless temperature "0";
    }
}

fn network(name: &str) -> Result<Arc<Network>, SpecError> {
    let read = |bytes: &[u8]| Network::read(bytes).map(Arc::new);
    load_or_named(ENTRY.name, name, Network::embedded(name), &EMBEDDED, read)
}

/// The number of moves in its analysis.
const REPORTED: usize = 5;

/// A player by the policy of a network.
struct Net {
    network: Arc<Network>,
    evaluator: NetEvaluator,
    params: Params,
    rng: Rng,
}

impl Net {
    fn new(network: Arc<Network>, params: Params) -> Net {
        Net { network, evaluator: NetEvaluator::default(), rng: Rng::new(params.seed.unwrap_or(0)), params }
    }

    fn evaluate(&mut self, game: &Game) -> &Evaluation {
        let sides = if self.params.all_sides { Symmetries::All } else { Symmetries::STRAIGHT };
        self.evaluator.evaluate(&self.network, &Position::of(game), sides)
    }

    fn think(&mut self, game: &Game) -> Choice {
        let answer = self.evaluate(game).clone();
        let place = |point: Point| point.row_major(game.size());
        let policy = Policy::of(&answer.policy, game);
        let may_pass = game.check(game.to_play(), Move::Pass).is_ok();
        let mut moves: Vec<(Point, f32)> = self.sensible(game).map(|point| (point, policy.points[point])).collect();
        if moves.is_empty() && !may_pass {
            moves = game.legal_points().map(|point| (point, policy.points[point])).collect();
        }
        moves.sort_by(|one, other| other.1.total_cmp(&one.1));
        let mv = self.pick(game, &moves, (may_pass && may_be_over(game)).then_some(policy.pass));
        let reported = moves.iter().take(REPORTED).map(|&(point, prior)| (Move::Play(point), prior));
        let mut candidates: Vec<Candidate> = reported
            .chain([(Move::Pass, policy.pass)])
            .map(|(mv, prior)| Candidate { prior: Some(prior), ..Candidate::new(mv, 1) })
            .collect();
        candidates.sort_by_key(|candidate| candidate.mv != mv);
        let mut ownership = PointMap::new(0.0);
        Point::all(game.size()).for_each(|point| ownership[point] = answer.ownership[place(point)]);
        let analysis = Analysis {
            candidates,
            visits: 1,
            win_rate: Some(answer.win),
            score: Some(answer.lead),
            ownership: Some(Box::new(ownership)),
            policy: Some(Box::new(policy.points)),
            ..Analysis::default()
        };
        Choice { mv, analysis }
    }

    /// The points that are considered: neither own eyes nor settled.
    fn sensible<'a>(&self, game: &'a Game) -> impl Iterator<Item = Point> + 'a {
        let (board, us) = (game.board(), game.to_play());
        let settled = life::settled(board);
        game.legal_points().filter(move |&point| settled[point].is_none() && !board.is_eye_like(point, us))
    }

    /// One of these moves, in the order of likelihood, or a pass with this likelihood. A move that repeats an earlier
    /// position is played only if there is no other.
    fn pick(&mut self, game: &Game, moves: &[(Point, f32)], pass: Option<f32>) -> Move {
        let mut left: Vec<(Move, f32)> = moves.iter().map(|&(point, prior)| (Move::Play(point), prior)).collect();
        left.extend(pass.map(|prior| (Move::Pass, prior)));
        let mut back = Move::Pass;
        while !left.is_empty() {
            let sampled = self.sample(&left);
            let (mv, _) = left.swap_remove(sampled);
            match mv {
                Move::Play(point) if repeats(game, point) => {
                    if back == Move::Pass {
                        back = mv;
                    }
                }
                _ => return mv,
            }
        }
        back
    }

    /// The index of a move sampled by likelihood.
    fn sample(&mut self, moves: &[(Move, f32)]) -> usize {
        let likeliest = |one: &usize, other: &usize| moves[*one].1.total_cmp(&moves[*other].1);
        let best = (0..moves.len()).max_by(likeliest).unwrap_or(0);
        if self.params.temperature == 0.0 {
            return best;
        }
        let weight = |prior: f32| {
            let share = prior / moves[best].1.max(f32::MIN_POSITIVE);
            if share < self.params.least { 0.0 } else { share.powf(1.0 / self.params.temperature) }
        };
        let mut left = self.rng.unit() * moves.iter().map(|&(_, prior)| weight(prior)).sum::<f32>();
        for (place, &(_, prior)) in moves.iter().enumerate() {
            left -= weight(prior);
            if left < 0.0 {
                return place;
            }
        }
        best
    }
}

/// Whether a pass is considered while there are other moves: not under area scoring unless the opponent has passed,
/// since a move costs nothing there, and a player far ahead would pass while losing territory.
fn may_be_over(game: &Game) -> bool {
    let passed = game.moves().last().is_some_and(|&(_, mv)| mv == Move::Pass);
    passed || game.rules().scoring == Scoring::Territory
}

/// The probabilities of moves; those of all legal ones add up to 1.
struct Policy {
    points: PointMap<f32>,
    pass: f32,
}

impl Policy {
    fn of(logits: &[f32], game: &Game) -> Policy {
        let size = game.size();
        let logit = |point: Point| logits[point.row_major(size)];
        let most = logits.iter().copied().fold(f32::MIN, f32::max);
        let mut points = PointMap::new(0.0);
        game.legal_points().for_each(|point| points[point] = (logit(point) - most).exp());
        let pass = (logits[size * size] - most).exp();
        let whole = game.legal_points().map(|point| points[point]).sum::<f32>() + pass;
        Point::all(size).for_each(|point| points[point] /= whole);
        Policy { points, pass: pass / whole }
    }
}

impl Player for Net {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(self.think(game))
    }

    /// By how likely the moves are.
    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        let size = game.size();
        let answer = self.evaluate(game);
        game.legal_points().for_each(|point| values[point] = answer.policy[point.row_major(size)]);
        true
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(self.params.seed.unwrap_or(seed));
    }
}
