use goban::{Board, Color, Point, Symmetry, diagram};
use proptest::prelude::*;

use super::*;
use crate::file::ModelError;
use crate::mix;

/// A board after some random moves.
fn random_board(size: usize, moves: usize, seed: u64) -> Board {
    let (mut board, mut state) = (Board::new(size), seed);
    for _ in 0..moves {
        let below = |n: u32| {
            state = mix(state);
            (state % u64::from(n.max(1))) as u32
        };
        match board.random_point(below) {
            Some(point) => board.play_unchecked(point),
            None => board.pass(),
        }
    }
    board
}

fn sample(board: &Board, half_wins: u32, games: u32) -> Sample {
    Sample { half_wins, games, ..Sample::of(board, board.to_play().other()) }
}

fn seen(board: &Board) -> Portrait {
    Portrait::of(board, board.to_play().other())
}

/// A library of random boards.
fn library(size: usize, boards: u64, seed: u64) -> Library {
    let board = |number: u64| {
        let lot = mix(seed ^ mix(number));
        sample(&random_board(size, 1 + (lot % 60) as usize, lot), (lot >> 8) as u32 % 7, 3)
    };
    Library::new(size, (0..boards).map(board).collect(), About::default()).unwrap()
}

fn turned(board: &Board, symmetry: Symmetry) -> Board {
    let size = board.size();
    let stones = board.points().filter_map(|point| Some((symmetry.apply(point, size), board.cell(point).color()?)));
    Board::with_stones(size, stones).unwrap()
}

const WALLS: &str = "
    . X . O .
    X X . O O
    . X . O .
    X X . O .
    . X . O .";

#[test]
fn the_features_of_a_board_are_what_a_player_would_count() {
    let features = Features::of(&diagram::board(WALLS), Color::Black, [3, 0]);
    let near = |feature: Feature, own: f32, other: f32| {
        let [a, b] = features.get(feature);
        assert!((a - own).abs() < 0.003 && (b - other).abs() < 0.003, "{}: {a} {b}", feature.name());
    };
    near(Feature::Area, 10.0 / 25.0, 10.0 / 25.0);
    near(Feature::Captures, 3.0 / 6.0, 0.0);
    near(Feature::Eyes, 1.0, 0.5);
    near(Feature::Liberties, 8.0 / 12.0, 9.0 / 12.0);
    near(Feature::Chains, 1.0 / 6.0, 1.0 / 6.0);
    near(Feature::Edge, 4.0 / 16.0, 3.0 / 16.0);
}

#[test]
fn colours_do_not_matter_but_whose_stones_they_are_does() {
    let board = diagram::board(WALLS);
    let stones = board.points().filter_map(|point| Some((point, board.cell(point).color()?.other())));
    let exchanged = Board::with_stones(5, stones).unwrap();
    assert_eq!(Portrait::of(&board, Color::Black), Portrait::of(&exchanged, Color::White));
    assert_ne!(Portrait::of(&board, Color::Black), Portrait::of(&board, Color::White));
}

#[test]
fn a_stone_more_on_an_empty_board_is_not_far() {
    let [none, one, two] = [0, 1, 2].map(|moves| seen(&random_board(9, moves, 5)));
    let step = one.distance(&two);
    assert!(step > 0 && none.distance(&two) < FARTHEST / 4, "{step}");
}

#[test]
fn on_boards_of_different_sizes_no_stones_overlap() {
    let (small, large) = (Portrait::of(&Board::new(9), Color::Black), Portrait::of(&Board::new(13), Color::Black));
    assert_eq!(small.distance(&large), FARTHEST / 100 * OVERLAP, "empty boards have the same features");
    let nearest = library(9, 40, 1).nearest(&large, 3);
    assert!(nearest.neighbours.iter().all(|neighbour| neighbour.distance >= OVERLAP as f32 / 100.0));
}

#[test]
fn neighbours_as_far_as_can_be_count_alike() {
    let far = |win_rate: f32| Neighbour { number: 0, distance: 1.0, win_rate };
    assert_eq!(interpolate(&[far(0.25), far(0.75), far(0.5)]), Some(0.5));
    let near = Neighbour { distance: 0.0, ..far(0.9) };
    assert_eq!(interpolate(&[near, far(0.1)]), Some(0.9), "beside a near one they do not count");
    assert_eq!(interpolate(&[]), None);
}

/// With `k = 2`, the value of a board of the library is the mean of it and its neighbour, weighted by distance.
#[test]
fn a_score_is_the_reports_formula_over_the_nearest_boards() {
    let boards = [2, 20, 50].map(|moves| random_board(9, moves, 7));
    let samples = vec![sample(&boards[0], 2, 1), sample(&boards[1], 1, 2), sample(&boards[2], 0, 1)];
    let library = Library::new(9, samples, About::default()).unwrap();
    let d = seen(&boards[0]).distance(&seen(&boards[1])) as f32 / FARTHEST as f32;
    let expected = (1.0 * 1.0 + (1.0 - d) * 0.25) / (1.0 + (1.0 - d));
    let score = library.score(&boards[0], boards[0].to_play().other(), 2, None);
    assert!((score - expected).abs() < 1e-5, "{score} {expected}");
    assert_eq!(library.score(&boards[2], boards[2].to_play().other(), 1, None), 0.0);
}

#[test]
fn cells_hold_every_board_once_and_enough_to_choose_from() {
    let library = library(9, 500, 3);
    for (wanted, least) in [(1, 1), (16, 20), (64, 30), (500, 1)] {
        let cells = Cells::new(&library, wanted, least, 1);
        assert!((1..=wanted).contains(&cells.len()));
        let mut all: Vec<u32> = Vec::new();
        for features in library.features() {
            let members = cells.members(features);
            assert!(members.len() >= least, "{wanted} cells: {}", members.len());
            all.extend(members);
        }
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 500);
    }
    let board = seen(&random_board(9, 33, 9));
    let found = |seed: u64| library.nearest_in_cell(&board, 5, &Cells::new(&library, 16, 5, seed));
    assert_eq!(found(4), found(4));
    assert!(found(4).neighbours.len() == 5 && found(4).evaluations < 500);
    let whole = library.nearest_in_cell(&board, 5, &Cells::new(&library, 1, 5, 4));
    assert_eq!(whole.neighbours, library.nearest(&board, 5).neighbours, "one cell is the whole library");
}

#[test]
fn a_library_survives_in_a_file() {
    for size in [2, 9, 19] {
        let about = About { source: "chance".to_string(), games: 12, simulated: 3, version: "1".to_string() };
        let before = Library::new(size, library(size, 20, 2).samples().to_vec(), about.clone()).unwrap();
        let after = Library::read(&before.write()).unwrap();
        assert_eq!((after.size(), after.samples(), after.about()), (size, before.samples(), &about));
    }
}

#[test]
fn a_damaged_library_is_refused() {
    let library = library(9, 5, 2);
    let bytes = library.write();
    assert_eq!(Library::read(&bytes[..bytes.len() - 9]).unwrap_err(), ModelError::Truncated);
    let with = |size: &str, content: &[u8]| {
        let description = format!("{{\"size\":{size}}}");
        Library::read(&crate::file::write("library", &description, &crate::file::pack(content))).unwrap_err()
    };
    let said = |error: ModelError| error.to_string();
    assert!(said(with("40", &[0])).contains("no boards of that size"));
    assert!(said(with("2", &[1, 242, 0, 0, 0, 0])).contains("off the board"));
    assert!(said(with("2", &[1, 250, 0, 0, 0, 0])).contains("nothing that there is"));
    assert!(said(with("2", &[1, 40, 0, 0, 0, 0])).contains("no liberty"), "four own stones on four points");
    assert!(said(with("2", &[1, 1, 0, 0, 3, 1])).contains("more wins than games"));
    assert!(said(with("2", &[0, 1])).contains("more boards than it says"));
    assert_eq!(with("2", &[2, 1, 0, 0, 0, 1]), ModelError::Truncated);
}

#[test]
fn the_embedded_library_can_be_read() {
    let library = Library::embedded();
    assert_eq!(library.size(), 9);
    assert!(library.samples().len() > 5_000);
    let mut centre = Board::new(9);
    centre.play_unchecked(Point::new(4, 4));
    let mut corner = Board::new(9);
    corner.play_unchecked(Point::new(0, 0));
    let [centre, corner] = [centre, corner].map(|board| library.score(&board, Color::Black, 20, None));
    assert!(centre > 0.0 && centre < 1.0 && corner > 0.0 && corner < 1.0);
}

proptest! {
    #[test]
    fn a_tree_finds_what_a_scan_finds(
        items in prop::collection::vec((0..40u32, 0..40u32), 0..300),
        (x, y) in (0..60u32, 0..60u32),
        k in 0..30usize,
    ) {
        let apart = |a: (u32, u32), b: (u32, u32)| a.0.abs_diff(b.0) + a.1.abs_diff(b.1);
        let tree = Tree::new(items.len(), |from, others, out| {
            out.clear();
            out.extend(others.iter().map(|&other| apart(items[from as usize], items[other as usize])));
        });
        // Beyond the limit the answer may be anything above it.
        let asked = |place: usize, limit: u32| {
            let distance = apart(items[tree.order()[place] as usize], (x, y));
            if distance > limit { limit + 1 } else { distance }
        };
        let numbers = 0..items.len() as u32;
        let mut all: Vec<(u32, u32)> = numbers.map(|item| (apart(items[item as usize], (x, y)), item)).collect();
        all.sort_unstable();
        all.truncate(k);
        let search = tree.nearest(k, asked);
        prop_assert!(search.evaluations <= items.len());
        prop_assert_eq!(search.found, all);
    }

    #[test]
    fn a_library_finds_by_its_tree_what_a_scan_finds(seed: u64, moves in 0..70usize, k in 1..40usize) {
        let library = library(9, 300, seed);
        for size in [9, 6] {
            let board = seen(&random_board(size, moves, !seed));
            let (tree, scan) = (library.nearest(&board, k), library.nearest_by_scan(&board, k));
            prop_assert_eq!(tree.neighbours, scan.neighbours);
            prop_assert!(tree.evaluations <= scan.evaluations);
        }
    }

    #[test]
    fn the_distance_is_a_metric_and_blind_to_turning(seeds: [u64; 3], moves in prop::array::uniform3(0..60usize)) {
        let boards = [0, 1, 2].map(|n| random_board(7, moves[n], seeds[n]));
        let [a, b, c] = boards.each_ref().map(|board| Portrait::of(board, Color::Black));
        prop_assert_eq!(a.distance(&a), 0);
        prop_assert_eq!(a.distance(&b), b.distance(&a));
        prop_assert!(a.distance(&b) <= FARTHEST);
        prop_assert!(a.distance(&c) <= a.distance(&b) + b.distance(&c));
        // Without captures, a turned board is the same board.
        let bare = boards.map(|board| turned(&board, Symmetry::IDENTITY));
        for symmetry in Symmetry::ALL {
            let [here, there] = [&bare[0], &turned(&bare[0], symmetry)].map(|board| Portrait::of(board, Color::Black));
            prop_assert_eq!(here.distance(&there), 0);
            let canonical = |board: &Board| Stones::of(board, Color::Black).canonical(7);
            prop_assert_eq!(canonical(&bare[0]), canonical(&turned(&bare[0], symmetry)));
        }
    }
}
