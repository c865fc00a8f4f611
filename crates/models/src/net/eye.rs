//! A network that looks at games.

use goban::{Color, Game, Move, Point, Scoring, Symmetry};

use super::{Answer, Network, Question, RECENT, Room, sight};

/// Room to look at games in, kept from one to the next.
#[derive(Clone, Debug, Default)]
pub struct Eye {
    seen: Vec<u8>,
    turned: Vec<u8>,
    recent: Vec<u16>,
    room: Room,
    answer: Answer,
    mean: Answer,
}

impl Eye {
    /// What a network says of the position that a game has come to.
    pub fn look(&mut self, network: &Network, game: &Game) -> &Answer {
        self.see(game);
        self.ask(network, game, Symmetry::ALL[0]);
        &self.answer
    }

    /// The mean of what it says of all eight images of the position.
    pub fn look_from_all_sides(&mut self, network: &Network, game: &Game) -> &Answer {
        self.see(game);
        let size = game.size();
        let points = size * size;
        self.mean = Answer { moves: vec![0.0; points + 1], win: 0.0, lead: 0.0, owner: vec![0.0; points] };
        let share = 1.0 / Symmetry::ALL.len() as f32;
        for symmetry in Symmetry::ALL {
            self.ask(network, game, symmetry);
            let (mean, answer) = (&mut self.mean, &self.answer);
            for point in Point::all(size) {
                let (here, there) = (place(point, size), place(symmetry.apply(point, size), size));
                mean.moves[here] += share * answer.moves[there];
                mean.owner[here] += share * answer.owner[there];
            }
            mean.moves[points] += share * answer.moves[points];
            mean.win += share * answer.win;
            mean.lead += share * answer.lead;
        }
        &self.mean
    }

    fn see(&mut self, game: &Game) {
        let points = game.size() * game.size();
        self.seen.resize(points, 0);
        self.turned.resize(points, 0);
        sight::see(game.board(), &mut self.seen);
    }

    fn ask(&mut self, network: &Network, game: &Game, symmetry: Symmetry) {
        let size = game.size();
        for point in Point::all(size) {
            self.turned[place(symmetry.apply(point, size), size)] = self.seen[place(point, size)];
        }
        let last = game.moves().iter().rev().take(RECENT).map(|&(_, mv)| match mv {
            Move::Play(point) => place(symmetry.apply(point, size), size) as u16,
            Move::Pass | Move::Resign => (size * size) as u16,
        });
        self.recent.clear();
        self.recent.extend(last);
        let question = Question {
            size,
            seen: &self.turned,
            recent: &self.recent,
            komi: if game.to_play() == Color::Black { game.komi() } else { -game.komi() },
            territory: game.rules().scoring == Scoring::Territory,
        };
        network.ask(&question, &mut self.room, &mut self.answer);
    }
}

fn place(point: Point, size: usize) -> usize {
    point.row() * size + point.col()
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
        let far = |one: &Answer, other: &Answer| {
            let turned = |point: Point| other.moves[place(Symmetry::ALL[5].apply(point, 9), 9)];
            Point::all(9).map(|point| (one.moves[place(point, 9)] - turned(point)).abs()).fold(0.0, f32::max)
        };
        let mut eye = Eye::default();
        let [one, other] = games.each_ref().map(|game| eye.look_from_all_sides(network, game).clone());
        assert!(far(&one, &other) < 1e-3, "{}", far(&one, &other));
        let [one, other] = games.each_ref().map(|game| eye.look(network, game).clone());
        assert!(far(&one, &other) > 1e-3);
    }

    #[test]
    fn komi_is_bad_for_black_and_good_for_white() {
        let network = Network::embedded("small").unwrap();
        let mut eye = Eye::default();
        let mut win = |first: Option<Move>, komi: f32| {
            let mut game = Game::new(9, Rules::CHINESE, komi);
            first.into_iter().for_each(|mv| game.play(mv).unwrap());
            eye.look(network, &game).win
        };
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(None, komi));
        assert!(little > fair && fair > much, "Black to move: {little} {fair} {much}");
        let [little, fair, much] = [-30.0, 7.0, 40.0].map(|komi| win(Some(Move::Play(Point::new(4, 4))), komi));
        assert!(little < fair && fair < much, "White to move: {little} {fair} {much}");
    }
}
