//! A line of moves from the root of a search: the board, what may not be repeated, and when the line is over. Both tree
//! searches walk down their trees with one.

use goban::{Board, Color, Game, KoRule, Move, Point, Rules, Scoring, tactics, zobrist};

/// A line longer than this is cut off: only a cycle can make one.
pub(crate) const LONGEST_LINE: usize = 1000;

/// A line of moves from the root.
pub(crate) struct Line {
    pub board: Board,
    /// The hash of the stones on the board.
    hash: u64,
    /// The hash after each move of the line.
    hashes: Vec<u64>,
    /// The passes at its end, those of the game included that count.
    passes: usize,
}

impl Default for Line {
    fn default() -> Line {
        Line { board: Board::new(goban::MIN_SIZE), hash: 0, hashes: Vec::new(), passes: 0 }
    }
}

impl Line {
    /// Begins again at the position of a game.
    #[inline]
    pub fn begin(&mut self, game: &Game) {
        self.board.copy_from(game.board());
        self.hash = game.hash();
        self.hashes.clear();
        self.passes = passes(game);
    }

    /// Plays a move that is legal; `None` is a pass.
    #[inline]
    pub fn play(&mut self, point: Option<Point>) {
        match point {
            Some(point) => {
                self.board.play_unchecked(point);
                self.hash ^= zobrist::change(&self.board);
                self.passes = 0;
            }
            None => {
                self.board.pass();
                self.passes += 1;
            }
        }
        self.hashes.push(self.hash);
    }

    /// The number of moves.
    #[inline]
    pub fn len(&self) -> usize {
        self.hashes.len()
    }

    /// Whether its last two moves were passes, which end a game.
    #[inline]
    pub fn is_over(&self) -> bool {
        self.passes >= 2
    }

    /// The key of the position: see [`key`].
    #[inline]
    pub fn key(&self) -> u64 {
        with_passes(self.hash, &self.board, self.passes)
    }

    /// Whether a stone there brings back a position of this line, or one of the game that may not come back. Only moves
    /// that capture are examined, as nearly all do that bring one back; the game itself examines the rest before a move
    /// is played.
    #[inline]
    pub fn repeats(&self, game: &Game, point: Point) -> bool {
        if tactics::captured_by(&self.board, point, self.board.to_play()) == 0 {
            return false;
        }
        let mut after = self.board;
        after.play_unchecked(point);
        let hash = self.hash ^ zobrist::change(&after);
        hash == game.hash() || self.hashes.contains(&hash) || past_forbids(game, hash)
    }
}

/// The key of a game's position in a tree: stones, ko, side to move, and whether a pass ends the game.
pub(crate) fn key(game: &Game) -> u64 {
    with_passes(game.hash(), game.board(), passes(game))
}

/// The passes that count. A game that is over and searched all the same ends again by one pass.
fn passes(game: &Game) -> usize {
    game.passes().min(1)
}

#[inline]
fn with_passes(stones: u64, board: &Board, passes: usize) -> u64 {
    const AFTER_PASS: u64 = 0x517c_c1b7_2722_0a95;
    let ko = board.ko().map_or(0, zobrist::ko);
    let pass = if passes > 0 { AFTER_PASS } else { 0 };
    stones ^ ko ^ zobrist::to_play(board.to_play()) ^ pass
}

/// Whether a position of these stones may not follow, as the game has had it before. Simple ko lets it come back, and
/// the opponent must be expected to make use of that.
fn past_forbids(game: &Game, stones: u64) -> bool {
    game.rules().ko != KoRule::Simple && game.past_hashes().contains(&stones)
}

/// Under territory rules a stone in one's own territory costs a point, which counting by area gives back: the stones
/// that Black has placed more than White, up to the leaf. What the playout places does not count, as it fills
/// territory.
pub(crate) fn territory_correction(rules: Rules, leaf: &Board) -> i32 {
    if rules.scoring != Scoring::Territory {
        return 0;
    }
    let placed = |color: Color| leaf.stones_on_board(color) as i32 + leaf.captured(color) as i32;
    placed(Color::Black) - placed(Color::White)
}

/// Black's prisoners less White's, where the rules count them beside area.
pub(crate) fn captures(rules: Rules, end: &Board) -> i32 {
    match rules.scoring {
        Scoring::CapturesAndArea => end.captured(Color::White) as i32 - end.captured(Color::Black) as i32,
        Scoring::Area | Scoring::Territory => 0,
    }
}

/// The most visited moves below one, the first included. `next` gives the most visited move after a node and where it
/// leads.
pub(crate) fn principal_line<N>(
    first: Move,
    child: Option<N>,
    next: impl Fn(N) -> Option<(Move, Option<N>)>,
) -> Vec<Move> {
    const LONGEST: usize = 30;
    let (mut line, mut node) = (vec![first], child);
    while line.len() < LONGEST
        && let Some((mv, child)) = node.take().and_then(&next)
    {
        line.push(mv);
        node = child;
    }
    line
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn after_a_game_is_resumed_one_pass_does_not_end_a_line() {
        let mut game = Game::new(5, Rules::CHINESE, 7.5);
        game.play(Move::Pass).unwrap();
        game.play(Move::Pass).unwrap();
        game.resume();
        let mut line = Line::default();
        line.begin(&game);
        line.play(None);
        assert!(!line.is_over());
        line.play(None);
        assert!(line.is_over());
    }

    #[test]
    fn a_ko_may_not_be_taken_back_in_the_line() {
        let board = goban::diagram::board(
            "
            . X O . .
            X . X O .
            . X O . .
            . . . . .
            . . . . .
            O to play",
        );
        let game = Game::from_board(board, Rules::CHINESE, 7.5);
        let mut line = Line::default();
        line.begin(&game);
        let [take, back] = ["B4", "C4"].map(|name| Point::from_gtp(name, 5).unwrap());
        assert!(!line.repeats(&game, take), "the first to take it brings nothing back");
        line.play(Some(take));
        assert!(line.repeats(&game, back));
    }
}
