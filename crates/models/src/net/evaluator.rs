//! A network that looks at games.

use goban::{Board, Color, Game, Move, Point, Scoring, Symmetry};

use super::{Evaluation, Input, Network, RECENT, Workspace, features, races};

/// A position that is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Position<'a> {
    /// The stones, and whose turn it is.
    pub board: &'a Board,
    /// The last moves, the last first.
    pub recent: [Option<Move>; RECENT],
    /// What Black must have more than.
    pub komi: f32,
    /// Whether territory is counted, not area.
    pub territory: bool,
}

impl Position<'_> {
    /// The position that a game has come to.
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

/// From where a board is looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Symmetries {
    /// As the symmetry turns it.
    One(Symmetry),
    /// From all eight, of which the mean is taken.
    All,
}

impl Symmetries {
    /// As it lies.
    pub const STRAIGHT: Symmetries = Symmetries::One(Symmetry::ALL[0]);
}

/// What the lessons have for a point that is certainly somebody's (`training/shards.py`); here it is 1.
const SUREST: f32 = 0.85;

/// The lessons have hardly any komi beyond this. What is beyond it is taken from the lead.
const MOST_KOMI: f32 = 8.0;

/// Workspace to look at boards in, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct NetEvaluator {
    seen: Vec<u8>,
    turned: Vec<u8>,
    recent: Vec<u16>,
    workspace: Workspace,
    answer: Evaluation,
    mean: Evaluation,
}

impl NetEvaluator {
    /// What a network says of a position.
    pub fn evaluate(&mut self, network: &Network, position: &Position<'_>, sides: Symmetries) -> &Evaluation {
        match sides {
            Symmetries::One(symmetry) => self.evaluate_with(network, position, &[symmetry], |_| true),
            Symmetries::All => self.evaluate_with(network, position, &Symmetry::ALL, |_| true),
        }
    }

    /// What a network says of a position on average, from one side after the other: after each, this says whether to go on
    /// to the next, after so many.
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
        sides: &[Symmetry],
        mut go_on: impl FnMut(usize) -> bool,
    ) -> &Evaluation {
        let size = position.board.size();
        let points = size * size;
        self.seen.resize(points, 0);
        self.turned.resize(points, 0);
        features::see(position.board, &mut self.seen);
        self.mean = Evaluation { policy: vec![0.0; points + 1], win: 0.0, lead: 0.0, ownership: vec![0.0; points] };
        for (&symmetry, looks) in sides.iter().zip(1..) {
            self.ask(network, position, symmetry);
            let (mean, answer) = (&mut self.mean, &self.answer);
            let share = 1.0 / looks as f32;
            let add = |mean: &mut f32, value: f32| *mean += share * (value - *mean);
            for point in Point::all(size) {
                let (here, there) = (place(point, size), place(symmetry.apply(point, size), size));
                add(&mut mean.policy[here], answer.policy[there]);
                add(&mut mean.ownership[here], answer.ownership[there]);
            }
            add(&mut mean.policy[points], answer.policy[points]);
            add(&mut mean.win, answer.win);
            add(&mut mean.lead, answer.lead);
            if !go_on(looks) {
                break;
            }
        }
        races::count(position, &mut self.mean);
        &self.mean
    }

    fn ask(&mut self, network: &Network, position: &Position<'_>, symmetry: Symmetry) {
        let size = position.board.size();
        for point in Point::all(size) {
            self.turned[place(symmetry.apply(point, size), size)] = self.seen[place(point, size)];
        }
        let last = position.recent.iter().map_while(|&mv| mv).map(|mv| match mv {
            Move::Play(point) => place(symmetry.apply(point, size), size) as u16,
            Move::Pass | Move::Resign => (size * size) as u16,
        });
        self.recent.clear();
        self.recent.extend(last);
        let komi = if position.board.to_play() == Color::Black { position.komi } else { -position.komi };
        let taught = komi.clamp(-MOST_KOMI, MOST_KOMI);
        let (seen, recent) = (&self.turned, &self.recent);
        let question = Input { size, seen, recent, komi: taught, territory: position.territory };
        network.ask(&question, &mut self.workspace, &mut self.answer);
        self.answer.ownership.iter_mut().for_each(|owner| *owner = (*owner / SUREST).clamp(-1.0, 1.0));
        if komi != taught {
            self.answer.lead -= komi - taught;
            tell_by_lead(&mut self.answer);
        }
    }
}

/// Who wins, as the lead tells and how much is open still.
pub(super) fn tell_by_lead(answer: &mut Evaluation) {
    let open: f32 = answer.ownership.iter().map(|owner| 1.0 - owner * owner).sum();
    // Each open point goes to one or the other, and neighbours go together.
    let spread = (1.0 + 2.0 * open).sqrt();
    // With this factor the logistic curve is nearly that of a normal distribution.
    answer.win = 1.0 / (1.0 + (-1.7 * answer.lead / spread).exp());
}

pub(super) fn place(point: Point, size: usize) -> usize {
    point.row_major(size)
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    /// A board that is turned is the same to who looks from all sides, and not to who looks from one.
    #[test]
    fn from_all_sides_no_side_is_another() {
        let network = Network::embedded("small").unwrap();
        let games = [Symmetry::ALL[0], Symmetry::ALL[5]].map(|symmetry| {
            let mut game = Game::new(9, Rules::CHINESE, 7.5);
            for name in ["C4", "F6", "G3"] {
                game.play(Move::Play(symmetry.apply(Point::from_gtp(name, 9).unwrap(), 9))).unwrap();
            }
            game
        });
        let far = |one: &Evaluation, other: &Evaluation| {
            let turned = |point: Point| other.policy[place(Symmetry::ALL[5].apply(point, 9), 9)];
            Point::all(9).map(|point| (one.policy[place(point, 9)] - turned(point)).abs()).fold(0.0, f32::max)
        };
        let mut eye = NetEvaluator::default();
        let [one, other] =
            games.each_ref().map(|game| eye.evaluate(network, &Position::of(game), Symmetries::All).clone());
        assert!(far(&one, &other) < 1e-3, "{}", far(&one, &other));
        let [one, other] =
            games.each_ref().map(|game| eye.evaluate(network, &Position::of(game), Symmetries::STRAIGHT).clone());
        assert!(far(&one, &other) > 1e-3);
    }

    /// Nobody teaches that a komi of 60 is too much for half a board.
    #[test]
    fn a_komi_that_was_never_taught_is_taken_off_the_lead() {
        let empty = ". . . . . . . . . . . . .\n";
        let walls = "X X X X X X X X X X X X X\nO O O O O O O O O O O O O\n";
        let board = goban::diagram::board(&format!("{}{walls}{}", empty.repeat(6), empty.repeat(5)));
        let network = Network::embedded("large").unwrap();
        let mut eye = NetEvaluator::default();
        let mut win = |komi: f32| {
            let position = Position { board: &board, recent: [None; RECENT], komi, territory: false };
            eye.evaluate(network, &position, Symmetries::STRAIGHT).win
        };
        let [much, little] = [60.0, -60.0].map(&mut win);
        assert!(much < 0.05 && little > 0.95, "{much} {little}");
    }

    #[test]
    fn komi_is_bad_for_black_and_good_for_white() {
        let network = Network::embedded("small").unwrap();
        let mut eye = NetEvaluator::default();
        let mut win = |first: Option<Move>, komi: f32| {
            let mut game = Game::new(9, Rules::CHINESE, komi);
            first.into_iter().for_each(|mv| game.play(mv).unwrap());
            eye.evaluate(network, &Position::of(&game), Symmetries::STRAIGHT).win
        };
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(None, komi));
        assert!(little > fair && fair > much, "Black to move: {little} {fair} {much}");
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(Some(Move::Play(Point::new(4, 4))), komi));
        assert!(little < fair && fair < much, "White to move: {little} {fair} {much}");
    }
}
