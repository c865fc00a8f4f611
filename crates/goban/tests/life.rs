//! Benson's theorem against brute force: on tiny boards, try every way in which an attacker can play while the
//! defender passes, and see which chains can never be captured.

use std::collections::HashSet;

use goban::{Board, Color, Move, Point, life};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// The stones of that colour that are still there in every position that the opponent can reach by moving alone.
fn safe_though_passing(board: &Board, defender: Color) -> HashSet<Point> {
    let mut safe: HashSet<Point> = board.points().filter(|&point| board.cell(point).is(defender)).collect();
    let mut start = *board;
    start.pass(); // a ko protects nothing for long
    start.set_to_play(defender.other());
    let cells = |board: &Board| board.points().map(|point| board.cell(point) as u8).collect::<Vec<u8>>();
    let mut seen = HashSet::from([cells(&start)]);
    let mut open = vec![start];
    while let Some(position) = open.pop() {
        safe.retain(|&stone| position.cell(stone).is(defender));
        for point in position.points().filter(|&point| position.is_legal(point)) {
            let mut next = position;
            next.play(Move::Play(point)).unwrap();
            next.pass();
            if !safe.is_empty() && seen.insert(cells(&next)) {
                open.push(next);
            }
        }
    }
    safe
}

fn assert_agreement(board: &Board) {
    for color in Color::BOTH {
        let alive = life::pass_alive(board, color);
        let safe = safe_though_passing(board, color);
        for point in board.points() {
            assert_eq!(alive.stones.contains(point), safe.contains(&point), "{color} at {point:?} in {board:?}");
            assert!(!alive.territory.contains(point) || !board.cell(point).is(color));
        }
    }
}

/// Every way to put stones on a board of that size that leaves each chain a liberty.
fn positions(size: usize) -> impl Iterator<Item = Board> {
    let points: Vec<Point> = Point::all(size).collect();
    (0..3_usize.pow((size * size) as u32)).filter_map(move |code| {
        let digit = |i: usize| code / 3_usize.pow(i as u32) % 3;
        let colors = [None, Some(Color::Black), Some(Color::White)];
        let stones = points.iter().enumerate().filter_map(|(i, &point)| Some((point, colors[digit(i)]?)));
        Board::with_stones(size, stones).ok()
    })
}

#[test]
fn on_2x2_and_3x3_exactly_the_chains_that_benson_finds_cannot_be_captured() {
    for size in [2, 3] {
        positions(size).for_each(|board| assert_agreement(&board));
    }
}

#[test]
fn on_4x4_random_games_never_show_benson_wrong() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1976);
    let mut with_life = 0;
    for _ in 0..60 {
        let mut board = Board::new(4);
        for _ in 0..40 {
            let point = board.random_point(|below| rng.next_u32() % below);
            board.play(point.map_or(Move::Pass, Move::Play)).unwrap();
            if board.empties().len() < 7 {
                assert_agreement(&board);
                let alive = life::pass_alive(&board, Color::Black);
                with_life += usize::from(board.points().any(|point| alive.stones.contains(point)));
            }
        }
    }
    assert!(with_life > 100, "only {with_life} positions had something alive in them");
}

#[test]
fn no_stones_live_inside_unconditional_territory() {
    // No moves of the opponent take the territory, even if its owner always passes.
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    let mut checked = 0;
    for game in 0..300 {
        let mut board = Board::new(5 + game % 3);
        for _ in 0..200 {
            let point = board.random_point(|below| rng.next_u32() % below);
            board.play(point.map_or(Move::Pass, Move::Play)).unwrap();
        }
        for color in Color::BOTH {
            let before = life::pass_alive(&board, color);
            let mut later = board;
            later.set_to_play(color.other());
            for _ in 0..30 {
                let point = later.random_point(|below| rng.next_u32() % below);
                later.play(point.map_or(Move::Pass, Move::Play)).unwrap();
                later.pass();
                let after = life::settled(&later);
                for point in board.points().filter(|&p| before.stones.contains(p) || before.territory.contains(p)) {
                    assert_eq!(after[point], Some(color), "{point:?} in {board:?} then {later:?}");
                    checked += 1;
                }
            }
        }
    }
    assert!(checked > 10_000);
}
