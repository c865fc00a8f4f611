//! What to play after a search. At the end of the game a search by playouts, which does not distinguish a win from a
//! larger one, needs what the rules count.
//!
//! Three sources estimate the score of the board: Benson's unconditional life ([`goban::life`]), who owns each point at
//! the end of the playouts, and for stones the proposal that a referee would make ([`goban::score::dead_stones`]).

use goban::{Cell, Color, Ending, Game, Move, Point, PointMap, PointSet, Scoring, life, score, tactics};
use player::Rng;
use search::{Candidate, SearchResult};

use crate::simple::repeats;

/// The ownership of a point, from -1 to 1, from which it counts as settled.
const CLEAR: f32 = 0.5;
/// The same for the side behind, which should try something rather than pass while there seems to be something.
const CLEARER: f32 = 0.8;
/// How much lower than that of the best move the win rate of a move may be that is played instead.
const NO_WORSE: f32 = 0.05;

/// A position, and what a search found in it.
pub(super) struct EndgameView<'a> {
    game: &'a Game,
    result: &'a SearchResult,
    /// Whether dead stones have to be taken off by playing: by the rules, or to clean up.
    capture: bool,
    /// Whether the caller asked to clean up.
    clean_up: bool,
    /// The unconditional owner of each point.
    settled: PointMap<Option<Color>>,
}

impl<'a> EndgameView<'a> {
    pub fn new(game: &'a Game, result: &'a SearchResult, clean_up: bool) -> EndgameView<'a> {
        let capture = clean_up || game.rules().count_every_stone();
        EndgameView { game, result, capture, clean_up, settled: life::settled(game.board()) }
    }

    /// Whether we win if the game ends as it stands. What is not clear is counted for the opponent.
    pub fn is_won(&self) -> bool {
        let us = self.game.to_play();
        let lead = |dead: &PointSet| self.game.score(dead) * us.sign();
        if self.capture {
            return lead(&PointSet::new()) > 0.0 && (!self.clean_up || self.to_capture().next().is_none());
        }
        let doubtful = |point: &Point| match self.game.board().cell(*point).color() {
            Some(color) if color == us => !self.belongs_to(*point, us),
            Some(_) => self.belongs_to(*point, us),
            None => false,
        };
        let at_worst = self.game.board().points().filter(doubtful).collect();
        lead(&at_worst) > 0.0 && lead(&score::dead_stones(self.game.board())) > 0.0
    }

    /// Whether every point is clearly owned or neutral, as one side sees it: only dead stones may be left to take.
    pub fn is_finished(&self, side: Color) -> bool {
        let has_tried = self.result.candidates.first().is_some_and(|first| first.mv == Move::Pass);
        let clear = if has_tried || self.score() * side.sign() > 0.0 { CLEAR } else { CLEARER };
        let board = self.game.board();
        let dead = self.dead();
        let territory = self.game.rules().scoring == Scoring::Territory;
        let count = if territory { score::territory } else { score::area }(board, &dead);
        let touches = |point: Point, color: Color| {
            point.neighbors().into_iter().any(|n| board.cell(n).is(color) && !dead.contains(n))
        };
        let is_neutral = |point: Point| Color::BOTH.into_iter().all(|color| touches(point, color));
        board.points().all(|point| match count.owner[point] {
            _ if self.settled[point].is_some() => true,
            Some(owner) => self.owned(point) * owner.sign() > clear,
            None => territory && is_neutral(point),
        })
    }

    /// Whether the side to move is ahead, the stones that look dead taken off.
    pub fn leads(&self) -> bool {
        self.score() * self.game.to_play().sign() > 0.0
    }

    /// Black's lead by the rules, the stones that look dead taken off.
    pub fn score(&self) -> f32 {
        self.game.score(&self.dead())
    }

    /// Whether dead stones have to be captured before it is time to pass.
    pub fn must_capture(&self) -> bool {
        self.capture && self.to_capture().next().is_some()
    }

    /// The best move towards the capture of dead stones.
    pub fn capture(&self) -> Option<Move> {
        let (board, us) = (self.game.board(), self.game.to_play());
        let rank = |chain: Point, point: Point| {
            let self_atari =
                tactics::captured_by(board, point, us) == 0 && tactics::self_atari(board, point, us).is_some();
            (self_atari, tactics::liberty_count(board, chain), point)
        };
        let liberties = |chain: Point| {
            let beside = board.chain(chain).flat_map(|stone| stone.neighbors());
            beside.filter(|&n| board.cell(n) == Cell::Empty && self.game.is_legal(n)).map(move |n| (chain, n))
        };
        let moves = self
            .to_capture()
            .flat_map(liberties)
            .filter(|&(_, point)| !board.is_eye_like(point, us) || tactics::captured_by(board, point, us) > 0);
        moves.min_by_key(|&(chain, point)| rank(chain, point)).map(|(_, point)| Move::Play(point))
    }

    /// Whether a move is hardly worse than the most visited one, as far as the search has tried it; always
    /// true while cleaning up.
    pub fn is_no_worse(&self, mv: Move) -> bool {
        let candidates = &self.result.candidates;
        let tried = candidates.iter().find(|candidate| candidate.mv == mv && candidate.visits > 0);
        let is_worse = |tried: &Candidate| candidates[0].win_rate - NO_WORSE > tried.win_rate;
        self.clean_up || !tried.is_some_and(is_worse)
    }

    /// The most visited move that can be of use; a pass where there is none. One that brings back a position of the
    /// game, where the rules allow it, is left for one that is no worse, so that games come to an end.
    pub fn best(&self) -> Move {
        let mut candidates = self.result.candidates.iter().filter(|candidate| self.is_useful(candidate));
        match candidates.clone().next() {
            Some(best) if self.repeats(best) => {
                let other = candidates.find(|other| {
                    other.visits > 0 && !self.repeats(other) && other.win_rate > best.win_rate - NO_WORSE
                });
                other.unwrap_or(best).mv
            }
            Some(best) if best.mv != Move::Pass => best.mv,
            Some(pass) if !self.is_won() => {
                let other = candidates.find(|other| other.mv != Move::Pass);
                other.filter(|other| other.win_rate > pass.win_rate - NO_WORSE).map_or(Move::Pass, |other| other.mv)
            }
            Some(_) => Move::Pass,
            None => self.anything(),
        }
    }

    /// One of the moves that can be of use, by how often they were visited: at a temperature of 1 in proportion, below
    /// it the most visited more often.
    pub fn draw(&self, temperature: f32, rng: &mut Rng) -> Option<Move> {
        let most = self.result.candidates.iter().map(|candidate| candidate.visits).max()?.max(1) as f32;
        let weight = |candidate: &Candidate| (candidate.visits as f32 / most).powf(1.0 / temperature.max(f32::EPSILON));
        let moves = self.result.candidates.iter().filter(|each| each.mv != Move::Pass && self.is_useful(each));
        let weighed: Vec<(Move, f32)> = moves.map(|candidate| (candidate.mv, weight(candidate))).collect();
        let mut left = rng.unit() * weighed.iter().map(|(_, weight)| weight).sum::<f32>();
        let sampled = weighed.iter().find(|(_, weight)| {
            left -= weight;
            left < 0.0
        });
        sampled.map(|(mv, _)| *mv)
    }

    /// Where nothing is of use: a pass if the rules know it, else any legal move.
    fn anything(&self) -> Move {
        if self.is_legal(Move::Pass) {
            return self.capture.then(|| self.capture()).flatten().unwrap_or(Move::Pass);
        }
        let searched = self.result.candidates.iter().map(|candidate| candidate.mv);
        let points = self.game.board().points().map(Move::Play);
        searched.chain(points).find(|&mv| self.is_legal(mv)).unwrap_or(Move::Pass)
    }

    /// Whether a move is legal and not on a settled point.
    fn is_useful(&self, candidate: &Candidate) -> bool {
        let settled = candidate.mv.point().is_some_and(|point| self.settled[point].is_some());
        let must_move = self.game.rules().ending == Ending::NoMoveLeft;
        (must_move || !settled) && self.is_legal(candidate.mv)
    }

    fn repeats(&self, candidate: &Candidate) -> bool {
        candidate.mv.point().is_some_and(|point| repeats(self.game, point))
    }

    fn is_legal(&self, mv: Move) -> bool {
        self.game.check(self.game.to_play(), mv).is_ok()
    }

    /// The stones that look dead.
    fn dead(&self) -> PointSet {
        let board = self.game.board();
        let is_dead =
            |point: &Point| board.cell(*point).color().is_some_and(|color| self.belongs_to(*point, color.other()));
        board.points().filter(is_dead).collect()
    }

    /// The heads of the opponent's chains that look dead.
    fn to_capture(&self) -> impl Iterator<Item = Point> + '_ {
        let (board, us) = (self.game.board(), self.game.to_play());
        let chains =
            board.points().filter(move |&point| board.cell(point).is(us.other()) && board.head(point) == point);
        chains.filter(move |&chain| self.belongs_to(chain, us))
    }

    /// Whether the points of a chain are clearly that colour's in the end.
    fn belongs_to(&self, chain: Point, color: Color) -> bool {
        let board = self.game.board();
        match self.settled[chain] {
            Some(owner) => owner == color,
            None => {
                let sum: f32 = board.chain(chain).map(|stone| self.owned(stone)).sum();
                sum * color.sign() > CLEAR * board.chain_size(chain) as f32
            }
        }
    }

    /// Whose a point is in the end, from 1 (Black's) to -1.
    fn owned(&self, point: Point) -> f32 {
        self.result.ownership.as_ref().map_or(0.0, |ownership| ownership[point])
    }
}

/// How long a side has been without hope.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResignCounter {
    /// For Black and White: the number of the move at which it was last felt, and at how many in a row.
    sides: [Option<(usize, u32)>; 2],
}

/// A player resigns after this number of hopeless moves in a row.
const PATIENCE: u32 = 3;

impl ResignCounter {
    /// Takes note of whether the side to move has hope left, and answers whether to give up. Looking twice at a
    /// position counts once.
    pub fn grows(&mut self, game: &Game, hopeless: bool) -> bool {
        let (now, side) = (game.move_number(), &mut self.sides[game.to_play().index()]);
        *side = match *side {
            _ if !hopeless => None,
            Some((last, moves)) if last == now => Some((last, moves)),
            Some((last, moves)) if last + 2 == now => Some((now, moves + 1)),
            _ => Some((now, 1)),
        };
        side.is_some_and(|(_, moves)| moves >= PATIENCE)
    }
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn a_move_that_the_search_has_seen_lose_is_worse() {
        let candidate = |name: &str, visits: u32, win_rate: f32| {
            let mv = Move::from_gtp(name, 9).unwrap();
            Candidate { mv, visits, win_rate, score: None, rave: None, prior: 0.1, line: vec![mv] }
        };
        let candidates = vec![
            candidate("G8", 195, 0.97),
            candidate("H9", 4, 0.95),
            candidate("J8", 1, 0.07),
            candidate("A1", 0, 0.4),
        ];
        let result = SearchResult { candidates, playouts: 200, ..SearchResult::default() };
        let game = Game::new(9, Rules::TROMP_TAYLOR, 7.5);
        let no_worse = |clean_up: bool| {
            let view = EndgameView::new(&game, &result, clean_up);
            ["G8", "H9", "J8", "A1", "B2"].map(|name| view.is_no_worse(Move::from_gtp(name, 9).unwrap()))
        };
        assert_eq!(no_worse(false), [true, true, false, true, true], "A1 and B2 were not searched");
        assert_eq!(no_worse(true), [true; 5]);
    }
}
