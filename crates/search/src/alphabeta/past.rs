//! The positions before the current one, none of which may come back, and when what was found out about a
//! position still holds after another past.
//!
//! A result depends on the past only if a position of the past could have come up in the search below. Two positions
//! with different numbers of stones differ, so it is enough to know between which numbers of stones the search below
//! has moved: if the past has no position in that span, the result holds. Else it holds only after the very same past.

use goban::{Board, Color, Game, KoRule, Move, zobrist};

/// The least and the most stones of the positions that a search came across.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Span {
    pub least: u16,
    pub most: u16,
}

impl Span {
    /// Of no position.
    pub const NONE: Span = Span { least: u16::MAX, most: 0 };

    /// Adds a position with this number of stones.
    pub fn add(&mut self, stones: u16) {
        self.join(Span { least: stones, most: stones });
    }

    /// Adds what another search came across.
    pub fn join(&mut self, other: Span) {
        self.least = self.least.min(other.least);
        self.most = self.most.max(other.most);
    }
}

/// The positions so far, in order; the present one is not among them.
pub(super) struct Past {
    /// Whether the player to move is a part of what may not be repeated.
    situational: bool,
    keys: Vec<u64>,
    /// How many of them have each number of stones.
    numbers: Vec<u16>,
    /// The sum of the keys: equal for equal pasts, in any order.
    sum: u64,
}

impl Past {
    /// What was on the board before the present position of a game.
    pub fn of(game: &Game) -> Past {
        let situational = game.rules().ko == KoRule::SituationalSuperko;
        let numbers = vec![0; game.size() * game.size() + 1];
        let mut past = Past { situational, keys: Vec::new(), numbers, sum: 0 };
        let mut board = *game.initial();
        // Every hash but the last is of a position that a move was made in; a resignation makes none.
        for (&stones, &(color, mv)) in game.past_hashes().iter().zip(game.moves()) {
            past.push(past.key(stones, board.to_play()), count(&board));
            board.set_to_play(color);
            match mv {
                Move::Play(point) => board.play_unchecked(point),
                Move::Pass | Move::Resign => board.pass(),
            }
        }
        past
    }

    /// The key of a position, given the hash of its stones.
    pub fn key(&self, stones: u64, to_play: Color) -> u64 {
        if self.situational { stones ^ zobrist::to_play(to_play) } else { stones }
    }

    /// Makes a position with this number of stones part of the past.
    pub fn push(&mut self, key: u64, stones: u16) {
        self.keys.push(key);
        self.numbers[usize::from(stones)] += 1;
        self.sum = self.sum.wrapping_add(key);
    }

    /// Takes the last position back.
    pub fn pop(&mut self, stones: u16) {
        if let Some(key) = self.keys.pop() {
            self.numbers[usize::from(stones)] -= 1;
            self.sum = self.sum.wrapping_sub(key);
        }
    }

    /// Whether a position was there before.
    pub fn contains(&self, key: u64) -> bool {
        self.keys.contains(&key)
    }

    /// Whether some position of the past may be one that a search with this span came across.
    pub fn touches(&self, span: Span) -> bool {
        let (least, most) = (usize::from(span.least), usize::from(span.most));
        least <= most && self.numbers[least..=most.min(self.numbers.len() - 1)].iter().any(|&number| number > 0)
    }

    /// A number that is the same for the same past.
    pub fn sum(&self) -> u64 {
        self.sum
    }
}

/// How many stones are on the board.
pub(super) fn count(board: &Board) -> u16 {
    (board.stones_on_board(Color::Black) + board.stones_on_board(Color::White)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::Rules;

    #[test]
    fn a_game_has_its_earlier_positions_behind_it() {
        let mut game = Game::new(5, Rules::TROMP_TAYLOR, 0.5);
        for name in ["A2", "A1", "B1", "pass", "C3"] {
            game.play(Move::from_gtp(name, 5).unwrap()).unwrap();
        }
        let past = Past::of(&game);
        assert_eq!(past.keys, game.past_hashes()[..5]);
        assert_eq!(past.numbers[..4], [1, 1, 3, 0], "one stone was captured, and one move was a pass");
        assert!(past.contains(0) && !past.contains(game.hash()));
    }

    #[test]
    fn a_past_is_touched_by_searches_that_had_as_many_stones_on_the_board() {
        let mut past = Past::of(&Game::new(5, Rules::CHINESE, 0.5));
        past.push(11, 3);
        past.push(22, 7);
        let span = |least, most| {
            let mut span = Span::NONE;
            span.add(most);
            span.add(least);
            span
        };
        assert!(past.touches(span(1, 3)) && past.touches(span(5, 25)) && !past.touches(span(4, 6)));
        assert!(!past.touches(Span::NONE));
        past.pop(7);
        assert!(!past.touches(span(5, 25)) && past.contains(11) && !past.contains(22));
    }
}
