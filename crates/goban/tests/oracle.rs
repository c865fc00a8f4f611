//! Random games on every size of board, compared move by move with a slow, obvious one.

mod slow;

use std::collections::BTreeSet;

use goban::{
    Board, Cell, Color, Game, Illegal, KoRule, Move, Point, PointSet, Rules, Surround, score, tactics, zobrist,
};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use slow::{Place, Result as Outcome, SlowBoard, SlowHistory, place};

const KO_RULES: [KoRule; 3] = [KoRule::Simple, KoRule::PositionalSuperko, KoRule::SituationalSuperko];

#[test]
fn tiny_boards_agree_where_positions_soon_repeat() {
    let repeated: usize = [(2, 3000), (3, 3000), (4, 1500)].into_iter().map(|(size, games)| compare(size, games)).sum();
    assert!(repeated > 10_000, "superko forbade only {repeated} moves");
}

#[test]
fn small_boards_agree() {
    for (size, games) in [(5, 1200), (6, 600), (7, 300), (8, 150), (9, 80)] {
        compare(size, games);
    }
}

#[test]
fn middle_sized_boards_agree() {
    for size in 10..=14 {
        compare(size, 25);
    }
}

#[test]
fn large_boards_agree() {
    for size in 15..=19 {
        compare(size, 20);
    }
}

#[cfg(feature = "size25")]
#[test]
fn a_board_of_25_agrees() {
    compare(25, 20);
}

/// Plays that many games; answers how many moves were forbidden by superko alone.
fn compare(size: usize, games: usize) -> usize {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(size as u64);
    (0..games).map(|number| Pair::new(size, number).play_to_the_end(&mut rng)).sum()
}

/// The same game on both boards.
struct Pair {
    game: Game,
    history: SlowHistory,
    prisoners: [u32; 2],
    /// The rules that this game is played by.
    rules: Rules,
    /// Whether the players take their own eyes, too; then positions repeat, but large boards never fill up.
    fills_eyes: bool,
    forbidden_by_superko: usize,
}

impl Pair {
    fn new(size: usize, number: usize) -> Pair {
        let rules = all_rules()[number % 6];
        Pair {
            game: Game::new(size, rules, 0.0),
            history: SlowHistory::new(SlowBoard::new(size), Color::Black),
            prisoners: [0; 2],
            rules,
            fills_eyes: (number / 6).is_multiple_of(2),
            forbidden_by_superko: 0,
        }
    }

    fn play_to_the_end(mut self, rng: &mut Xoshiro256PlusPlus) -> usize {
        let size = self.game.size();
        let passes_one_in = if size < 6 { 12 } else { 60 };
        for _ in 0..(2 * size * size).max(40) {
            self.compare_stones();
            let outcomes = self.outcomes();
            self.compare_legality(&outcomes);
            let board = *self.game.board();
            let us = board.to_play();
            let wanted = |p: &Point| self.game.is_legal(*p) && (self.fills_eyes || !board.is_eye_like(*p, us));
            let moves: Vec<Point> = board.points().filter(wanted).collect();
            if moves.is_empty() || rng.next_u32().is_multiple_of(passes_one_in) {
                self.pass();
            } else {
                let point = moves[rng.next_u32() as usize % moves.len()];
                let place_in_list = board.points().position(|p| p == point).unwrap();
                self.play(point, &outcomes[place_in_list]);
            }
            if self.game.is_over() {
                break;
            }
        }
        self.compare_stones();
        assert_eq!(score::area(self.game.board(), &PointSet::new()).margin(), self.history.present().area());
        self.forbidden_by_superko
    }

    fn play(&mut self, point: Point, outcome: &Option<Outcome>) {
        let us = self.game.to_play();
        let outcome = outcome.as_ref().expect("a legal move is on an empty point");
        self.game.play(Move::Play(point)).unwrap();
        let loser = if outcome.is_suicide { us } else { us.other() };
        self.prisoners[loser.index()] += outcome.taken.len() as u32;
        let taken: BTreeSet<Place> = self.game.board().last_taken().iter().map(|&p| place(p)).collect();
        assert_eq!(taken, outcome.taken, "captures at {point:?} in {:?}", self.game);
        self.history.push(outcome.after.clone(), us.other());
    }

    fn pass(&mut self) {
        let us = self.game.to_play();
        self.game.play(Move::Pass).unwrap();
        self.history.push(self.history.present().clone(), us.other());
    }

    /// Stones, chains, liberties, neighbourhoods, empty points and prisoners.
    fn compare_stones(&self) {
        let (fast, slow) = (self.game.board(), self.history.present());
        for color in Color::BOTH {
            assert_eq!(fast.captured(color), self.prisoners[color.index()], "{fast:?}");
            let stones = slow.places().filter(|&place| slow.stone(place) == Some(color)).count();
            assert_eq!(fast.stones_on_board(color) as usize, stones);
        }
        let empties: BTreeSet<Place> = fast.empties().iter().map(|&point| place(point)).collect();
        assert_eq!(empties.len(), fast.empties().len(), "an empty point is listed twice in {fast:?}");
        let mut seen = BTreeSet::new();
        for point in fast.points() {
            let at = place(point);
            assert_eq!(fast.cell(point), slow.cell(at, 0, 0), "{point:?} in {fast:?}");
            assert_eq!(fast.surround(point), slow_surround(slow, at), "{point:?} in {fast:?}");
            assert_eq!(empties.contains(&at), slow.stone(at).is_none(), "{point:?} in {fast:?}");
            if slow.stone(at).is_some() && seen.insert(at) {
                seen.extend(compare_chain(fast, slow, point));
            } else if slow.stone(at).is_none() {
                let has_empty_neighbor = slow.neighbors(at).any(|n| slow.stone(n).is_none());
                assert_eq!(fast.has_empty_neighbor(point), has_empty_neighbor, "{point:?} in {fast:?}");
                assert_eq!((fast.in_atari(point), fast.head(point)), (None, point));
            }
        }
        assert_eq!(self.game.hash(), zobrist::stones(fast));
    }

    /// What comes of a stone of the player to move on each empty point.
    fn outcomes(&self) -> Vec<Option<Outcome>> {
        let (slow, us) = (self.history.present(), self.game.to_play());
        slow.places().map(|at| slow.stone(at).is_none().then(|| slow.play(at, us))).collect()
    }

    /// Legality of every point, on the board and under each rule; on larger boards one rule after the other.
    fn compare_legality(&mut self, outcomes: &[Option<Outcome>]) {
        let board = *self.game.board();
        let us = board.to_play();
        for (point, outcome) in board.points().zip(outcomes) {
            let simple = Rules { ko: KoRule::Simple, suicide: false, ..self.rules };
            let verdict = self.verdict(outcome, simple);
            assert_eq!(board.check(point, us), verdict, "{point:?} in {board:?}");
            assert_eq!(board.is_legal(point), verdict.is_ok());
            if let Some(outcome) = outcome {
                assert_eq!(board.is_suicide(point, us), outcome.is_suicide, "{point:?} in {board:?}");
            }
        }
        for rules in all_rules() {
            self.game.set_rules(rules);
            for (point, outcome) in board.points().zip(outcomes) {
                let verdict = self.verdict(outcome, rules);
                assert_eq!(self.game.check(us, Move::Play(point)), verdict, "{point:?} under {rules} in {board:?}");
                self.forbidden_by_superko += usize::from(verdict == Err(Illegal::Superko));
            }
        }
        self.game.set_rules(self.rules);
    }

    fn verdict(&self, outcome: &Option<Outcome>, rules: Rules) -> Result<(), Illegal> {
        let Some(Outcome { after, taken, is_suicide }) = outcome else { return Err(Illegal::Occupied) };
        if *is_suicide && (!rules.suicide || taken.len() == 1) {
            return Err(Illegal::Suicide);
        }
        let them = self.game.to_play().other();
        match rules.ko {
            KoRule::Simple if self.history.is_before_last(after) => Err(Illegal::Ko),
            KoRule::PositionalSuperko if self.history.has_been(after) => Err(Illegal::Superko),
            KoRule::SituationalSuperko if self.history.has_been_with(after, them) => Err(Illegal::Superko),
            _ => Ok(()),
        }
    }
}

fn all_rules() -> [Rules; 6] {
    let rules = |i: usize| Rules { ko: KO_RULES[i % 3], suicide: i < 3, ..Rules::CHINESE };
    [0, 1, 2, 3, 4, 5].map(rules)
}

/// The places of the chain, after comparing its stones, its liberties and its atari.
fn compare_chain(fast: &Board, slow: &SlowBoard, point: Point) -> Vec<Place> {
    let (stones, _) = slow.flood(place(point));
    let liberties = slow.liberties(place(point));
    let chain: Vec<Place> = fast.chain(point).map(place).collect();
    assert_eq!(chain.len(), stones.len(), "{point:?} in {fast:?}");
    assert_eq!(fast.chain_size(point), stones.len());
    assert_eq!(BTreeSet::from_iter(chain), BTreeSet::from_iter(stones.iter().copied()), "{point:?} in {fast:?}");

    assert_eq!(tactics::liberty_count(fast, point), liberties.len(), "{point:?} in {fast:?}");
    let found: BTreeSet<Place> = tactics::liberties::<400>(fast, point).iter().map(|&p| place(p)).collect();
    assert_eq!(found, liberties, "{point:?} in {fast:?}");
    let only = if liberties.len() == 1 { liberties.first().copied() } else { None };
    for &(row, col) in &stones {
        let stone = Point::new(row, col);
        assert_eq!(fast.head(stone), fast.head(point));
        assert_eq!(fast.in_atari(stone).map(place), only, "{stone:?} in {fast:?}");
    }
    assert!(stones.contains(&place(fast.head(point))), "the head is a stone of the chain");
    stones
}

/// The eight cells around: first the neighbours, then the diagonals, each clockwise from the top.
fn slow_surround(slow: &SlowBoard, at: Place) -> Surround {
    let offsets = [(-1, 0), (0, 1), (1, 0), (0, -1), (-1, 1), (1, 1), (1, -1), (-1, -1)];
    let cells: [Cell; 8] = offsets.map(|(down, right)| slow.cell(at, down, right));
    Surround::of(cells)
}
