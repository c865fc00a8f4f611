//! The moves of a simulated game, from the position of the search to the end, and the last few before it.

use goban::{Board, Color, Game, Point};

/// The moves in order, `None` for a pass.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    start: Option<Board>,
    moves: Vec<Option<Point>>,
    context: usize,
}

/// How many moves of the real game are kept in front, for what answers them.
const CONTEXT: usize = 3;

impl Trace {
    /// Begins anew behind this game. What was allocated stays.
    pub fn begin(&mut self, game: &Game) {
        self.start = Some(*game.board());
        self.moves.clear();
        let real = game.moves();
        // Only as far back as the players took turns, as a move's colour follows from its number.
        let mut player = game.to_play();
        let in_turn = real.iter().rev().take(CONTEXT).take_while(|(color, _)| {
            player = player.other();
            *color == player
        });
        let context = in_turn.count();
        self.moves.extend(real[real.len() - context..].iter().map(|(_, mv)| mv.point()));
        self.context = context;
    }

    /// The position it begins from.
    #[inline]
    pub fn start(&self) -> Option<&Board> {
        self.start.as_ref()
    }

    /// Forgets the moves of the last simulation and begins another one.
    #[inline]
    pub fn again(&mut self) {
        self.moves.truncate(self.context);
    }

    /// Adds a move.
    #[inline]
    pub fn push(&mut self, mv: Option<Point>) {
        self.moves.push(mv);
    }

    /// The simulated moves.
    #[inline]
    pub fn moves(&self) -> &[Option<Point>] {
        &self.moves[self.context..]
    }

    /// The simulated moves behind the last few real ones.
    #[inline]
    pub fn with_context(&self) -> &[Option<Point>] {
        &self.moves
    }

    /// How many real moves are in front.
    #[inline]
    pub fn context_len(&self) -> usize {
        self.context
    }

    /// Who made the simulated move of that number.
    #[inline]
    pub fn color(&self, number: usize) -> Color {
        let first = self.start.as_ref().map_or(Color::Black, Board::to_play);
        if number.is_multiple_of(2) { first } else { first.other() }
    }

    /// Who made the move of that number, the real ones in front counted.
    #[inline]
    pub fn color_with_context(&self, number: usize) -> Color {
        self.color(number + self.context)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{Move, Rules};

    #[test]
    fn the_last_real_moves_are_in_front_as_far_as_the_players_took_turns() {
        let [a, b, c, d] = [0, 1, 2, 3].map(|col| Point::new(0, col));
        let mut game = Game::new(5, Rules::SIMPLE, 0.5);
        let mut trace = Trace::default();
        game.play_as(Color::Black, Move::Play(a)).unwrap();
        game.play_as(Color::Black, Move::Play(b)).unwrap();
        game.play_as(Color::White, Move::Play(c)).unwrap();
        trace.begin(&game);
        trace.push(Some(d));
        assert_eq!(trace.with_context(), [Some(b), Some(c), Some(d)], "A's colour would be wrong");
        assert_eq!(
            [0, 1, 2].map(|number| trace.color_with_context(number)),
            [Color::Black, Color::White, Color::Black]
        );
        assert_eq!((trace.moves(), trace.color(0)), ([Some(d)].as_slice(), Color::Black));
        game.set_to_play(Color::White);
        trace.begin(&game);
        assert_eq!((trace.context_len(), trace.color(0)), (0, Color::White), "White would answer itself");
    }
}
