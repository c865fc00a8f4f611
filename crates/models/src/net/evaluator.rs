//! Evaluates positions of games by a network.

use goban::{Board, Color, Game, Move, Point, Scoring, Symmetry};

use super::{Evaluation, Input, Network, RECENT, Workspace, features, races};

/// A position to evaluate.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The stones and the player to move.
    pub board: &'a Board,
    /// The last moves, the latest first.
    pub recent: [Option<Move>; RECENT],
    /// The komi that Black gives.
    pub komi: f32,
    /// Territory scoring instead of area scoring.
    pub territory: bool,
}

impl Position<'_> {
    /// The current position of a game.
    pub fn of(game: &Game) -> Position<'_> {
        let mut recent = [None; RECENT];
        recent.iter_mut().zip(game.moves().iter().rev()).for_each(|(place, &(_, mv))| *place = Some(mv));
        Position {
            board: game.board(),
            recent,
            komi: game.komi() + game.rules().compensation(game.handicap()),
            territory: game.rules().scoring == Scoring::Territory,
        }
    }
}

/// The symmetries under which a position is evaluated.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetries {
    /// One symmetry.
    One(Symmetry),
    /// The mean of all eight.
    All,
}

impl Symmetries {
    /// The identity.
    pub const STRAIGHT: Symmetries = Symmetries::One(Symmetry::ALL[0]);
}

/// The ownership of a settled point in the training data (`training/shards.py`). Here it is scaled to 1.
const SETTLED: f32 = 0.85;

/// Networks without a komi head follow komi up to this. The excess is subtracted from the lead, and lowers the win rate
/// accordingly.
const MAX_TRAINED_KOMI: f32 = 8.0;

/// Evaluates positions. Its buffers are reused from one position to the next.
#[derive(Clone, Debug, Default)]
pub struct NetEvaluator {
    features: Vec<u8>,
    transformed: Vec<u8>,
    recent: Vec<u16>,
    workspace: Workspace,
    evaluation: Evaluation,
    mean: Evaluation,
}

impl NetEvaluator {
    /// Evaluates a position.
    pub fn evaluate(&mut self, network: &Network, position: &Position<'_>, symmetries: Symmetries) -> &Evaluation {
        match symmetries {
            Symmetries::One(symmetry) => self.evaluate_with(network, position, &[symmetry], |_| true),
            Symmetries::All => self.evaluate_with(network, position, &Symmetry::ALL, |_| true),
        }
    }

    /// Evaluates a position under one symmetry after the other and returns the mean. After each, `go_on` is called with
    /// the number of symmetries so far and returns whether to continue.
    pub fn evaluate_averaged(
        &mut self,
        network: &Network,
        position: &Position<'_>,
        go_on: impl FnMut(usize) -> bool,
    ) -> &Evaluation {
        self.evaluate_with(network, position, &Symmetry::ALL, go_on)
    }

    fn evaluate_with(
        &mut self,
        network: &Network,
        position: &Position<'_>,
        symmetries: &[Symmetry],
        mut go_on: impl FnMut(usize) -> bool,
    ) -> &Evaluation {
        let size = position.board.size();
        let points = size * size;
        self.features.resize(points, 0);
        self.transformed.resize(points, 0);
        features::see(position.board, &mut self.features);
        self.mean = Evaluation { policy: vec![0.0; points + 1], win: 0.0, lead: 0.0, ownership: vec![0.0; points] };
        for (&symmetry, count) in symmetries.iter().zip(1..) {
            self.evaluate_once(network, position, symmetry);
            let (mean, evaluation) = (&mut self.mean, &self.evaluation);
            let share = 1.0 / count as f32;
            let add = |mean: &mut f32, value: f32| *mean += share * (value - *mean);
            for point in Point::all(size) {
                let (here, there) = (place(point, size), place(symmetry.apply(point, size), size));
                add(&mut mean.policy[here], evaluation.policy[there]);
                add(&mut mean.ownership[here], evaluation.ownership[there]);
            }
            add(&mut mean.policy[points], evaluation.policy[points]);
            add(&mut mean.win, evaluation.win);
            add(&mut mean.lead, evaluation.lead);
            if !go_on(count) {
                break;
            }
        }
        races::count(position, &mut self.mean);
        &self.mean
    }

    /// Evaluates a position under one symmetry.
    fn evaluate_once(&mut self, network: &Network, position: &Position<'_>, symmetry: Symmetry) {
        let size = position.board.size();
        for point in Point::all(size) {
            self.transformed[place(symmetry.apply(point, size), size)] = self.features[place(point, size)];
        }
        let last = position.recent.iter().map_while(|&mv| mv).map(|mv| match mv {
            Move::Play(point) => place(symmetry.apply(point, size), size) as u16,
            Move::Pass | Move::Resign => (size * size) as u16,
        });
        self.recent.clear();
        self.recent.extend(last);
        let komi = if position.board.to_play() == Color::Black { position.komi } else { -position.komi };
        let max = if network.shape().komi_head { f32::INFINITY } else { MAX_TRAINED_KOMI };
        let input_komi = komi.clamp(-max, max);
        let (seen, recent) = (&self.transformed, &self.recent);
        let input = Input { size, seen, recent, komi: input_komi, territory: position.territory };
        network.ask(&input, &mut self.workspace, &mut self.evaluation);
        self.evaluation.ownership.iter_mut().for_each(|owner| *owner = (*owner / SETTLED).clamp(-1.0, 1.0));
        if komi != input_komi {
            subtract(komi - input_komi, &mut self.evaluation);
        }
    }
}

/// Estimates the win rate from the lead and the number of unsettled points.
pub(super) fn set_win_by_lead(evaluation: &mut Evaluation) {
    let logit = evaluation.lead * weight_of_a_point(evaluation);
    evaluation.win = 1.0 / (1.0 + (-logit).exp());
}

/// Takes points from the player to move: the lead falls by as many, and the win rate never rises.
fn subtract(points: f32, evaluation: &mut Evaluation) {
    evaluation.lead -= points;
    // A win rate of 0 or 1 has no logit.
    let win = evaluation.win.clamp(1e-6, 1.0 - 1e-6);
    let logit = (win / (1.0 - win)).ln() - points * weight_of_a_point(evaluation);
    let shifted = 1.0 / (1.0 + (-logit).exp());
    evaluation.win = if points > 0.0 { shifted.min(evaluation.win) } else { shifted.max(evaluation.win) };
}

/// By how much a point of lead raises the logit of the win rate: the more, the fewer points are unsettled.
fn weight_of_a_point(evaluation: &Evaluation) -> f32 {
    let unsettled: f32 = evaluation.ownership.iter().map(|owner| 1.0 - owner * owner).sum();
    // Each unsettled point is a random step, and neighbours have the same owner.
    let deviation = (1.0 + 2.0 * unsettled).sqrt();
    // A logistic curve with this factor approximates the normal distribution.
    1.7 / deviation
}

pub(super) fn place(point: Point, size: usize) -> usize {
    point.row_major(size)
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn the_mean_of_all_symmetries_does_not_depend_on_the_orientation() {
        let network = Network::embedded("small").unwrap();
        let games = [Symmetry::ALL[0], Symmetry::ALL[5]].map(|symmetry| {
            let mut game = Game::new(9, Rules::CHINESE, 7.5);
            for name in ["C4", "F6", "G3"] {
                game.play(Move::Play(symmetry.apply(Point::from_gtp(name, 9).unwrap(), 9))).unwrap();
            }
            game
        });
        let distance = |one: &Evaluation, other: &Evaluation| {
            let transformed = |point: Point| other.policy[place(Symmetry::ALL[5].apply(point, 9), 9)];
            Point::all(9).map(|point| (one.policy[place(point, 9)] - transformed(point)).abs()).fold(0.0, f32::max)
        };
        let mut evaluator = NetEvaluator::default();
        let [one, other] =
            games.each_ref().map(|game| evaluator.evaluate(network, &Position::of(game), Symmetries::All).clone());
        assert!(distance(&one, &other) < 1e-3, "{}", distance(&one, &other));
        let [one, other] =
            games.each_ref().map(|game| evaluator.evaluate(network, &Position::of(game), Symmetries::STRAIGHT).clone());
        assert!(distance(&one, &other) > 1e-3);
    }

    /// Half a board cannot make up for a komi of 60, which no training data has.
    #[test]
    fn without_a_komi_head_a_komi_beyond_the_training_data_is_subtracted_from_the_lead() {
        let empty = ". . . . . . . . . . . . .\n";
        let walls = "X X X X X X X X X X X X X\nO O O O O O O O O O O O O\n";
        let board = goban::diagram::board(&format!("{}{walls}{}", empty.repeat(6), empty.repeat(5)));
        let network = Network::embedded("large").unwrap();
        let mut evaluator = NetEvaluator::default();
        let mut win = |komi: f32| {
            let position = Position { board: &board, recent: [None; RECENT], komi, territory: false };
            evaluator.evaluate(network, &position, Symmetries::STRAIGHT).win
        };
        let [much, little] = [60.0, -60.0].map(&mut win);
        assert!(much < 0.05 && little > 0.95, "{much} {little}");
    }

    #[test]
    fn beyond_the_trained_komi_the_lead_follows_komi_and_the_win_rate_is_monotone() {
        for (name, size) in [("small", 9), ("large", 9), ("large", 13), ("large", 19)] {
            let (network, board) = (Network::embedded(name).unwrap(), Board::new(size));
            let mut evaluator = NetEvaluator::default();
            let mut at = |komi: f32| {
                let position = Position { board: &board, recent: [None; RECENT], komi, territory: false };
                let evaluation = evaluator.evaluate(network, &position, Symmetries::STRAIGHT);
                (evaluation.lead, evaluation.win)
            };
            let mut last = at(8.0);
            for komi in [8.5, 9.0, 10.0, 20.0, 60.0, 150.0] {
                let next = at(komi);
                assert!(next.1 <= last.1, "{name} on {size}x{size}, komi {komi}: {} after {}", next.1, last.1);
                last = next;
            }
            assert!((at(150.0).0 - at(8.0).0 + 142.0).abs() < 1e-2);
            assert!(at(-150.0).1 >= at(-8.0).1 && at(150.0).1 < 0.01);
        }
    }

    #[test]
    fn komi_is_bad_for_black_and_good_for_white() {
        let network = Network::embedded("small").unwrap();
        let mut evaluator = NetEvaluator::default();
        let mut win = |first: Option<Move>, komi: f32| {
            let mut game = Game::new(9, Rules::CHINESE, komi);
            first.into_iter().for_each(|mv| game.play(mv).unwrap());
            evaluator.evaluate(network, &Position::of(&game), Symmetries::STRAIGHT).win
        };
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(None, komi));
        assert!(little > fair && fair > much, "Black to move: {little} {fair} {much}");
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(Some(Move::Play(Point::new(4, 4))), komi));
        assert!(little < fair && fair < much, "White to move: {little} {fair} {much}");
    }
}
