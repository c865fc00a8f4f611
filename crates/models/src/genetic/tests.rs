use goban::{Board, Cell, Color, Point, diagram};
use proptest::prelude::*;

use super::*;
use crate::file::ModelError;
use crate::mix;

const STICK: &str = "
    ? ? ? ? ?
    ? ? ? ? ?
    ? ? X X ?
    ? ? ? ? ?
    ? ? ? ? ?";

fn count(pattern: &str, board: &str) -> i32 {
    let pattern = Pattern::parse(pattern).unwrap();
    Matcher::new(&pattern).count(&Planes::of(&diagram::board(board), Color::Black))
}

#[test]
fn a_pattern_is_counted_in_all_its_images_less_the_opponents() {
    let board = "
        . X . . .
        . X X . .
        . . . O .
        . . . O .
        . . . . .";
    // Two pairs of black stones and one of white ones, each seen from both of its ends.
    assert_eq!(count(STICK, board), 4 - 2);
}

#[test]
fn an_image_that_is_the_pattern_itself_counts_once() {
    let cross = "
        ? ? ? ? ?
        ? ? X ? ?
        ? X . X ?
        ? ? X ? ?
        ? ? ? ? ?";
    let board = "
        . X . . .
        X . X . .
        . X . . .
        . . . . .
        . . . . .";
    assert_eq!(Pattern::parse(cross).unwrap().images().len(), 1);
    assert_eq!(count(cross, board), 1);
}

#[test]
fn the_side_is_seen_and_lines_do_not_touch_around_it() {
    let at_the_side = "
        ? ? ? ? ?
        ? ? ? ? ?
        ? ? X # ?
        ? ? ? ? ?
        ? ? ? ? ?";
    let board = "
        X . . . .
        . . . . .
        . . X . O
        . . . . .
        . . . . .";
    assert_eq!(count(at_the_side, board), 2 - 1, "the corner has two sides");
    let across = "
        ? ? ? ? ?
        ? ? ? ? ?
        X ? X ? ?
        ? ? ? ? ?
        ? ? ? ? ?";
    let rows = "
        . . . . X
        X . . . .
        . . . . .
        . . . . .
        . . . . .";
    assert_eq!(count(across, rows), 0);
}

#[test]
fn a_pattern_that_is_the_same_for_both_sides_says_nothing() {
    let meeting = "
        ? ? ? ? ?
        ? ? . ? ?
        ? ? . ? ?
        ? ? ? ? ?
        ? ? ? ? ?";
    assert_eq!(count(meeting, ". X\n. O"), 0);
}

#[test]
fn what_is_around_a_point_is_told_as_a_window() {
    let board = diagram::board(
        "
        . X . . .
        . . O . .
        . . . . .
        . . . . .
        . . . . .",
    );
    let window = Planes::of(&board, Color::White).window(Point::new(0, 1));
    assert_eq!(format!("{window:?}"), "#####/#####/#.O../#..X./#....");
}

#[test]
fn an_evaluation_adds_up_its_patterns() {
    let stick = Pattern::parse(STICK).unwrap();
    let evaluation = Evaluation::new(0.4, vec![(stick, 0.05)]);
    let board = diagram::board("X X . .\n. . . .\n. . . .\n. . . O");
    assert!((evaluation.score(&board, Color::Black) - 0.5).abs() < 1e-6);
    assert!((evaluation.score(&board, Color::White) - 0.3).abs() < 1e-6);
}

#[test]
fn an_evaluation_survives_in_a_file_with_its_population() {
    let mut before = Evaluation::untrained(12, 7);
    before.population = vec![Evaluation::untrained(3, 1).patterns().iter().map(|p| p.0).collect(), Vec::new()];
    before.about.generations = vec![Generation { best: 0.2, mean: 0.1, unseen: 0.15 }];
    let bytes = before.write();
    let after = Evaluation::read(&bytes).unwrap();
    assert_eq!(
        (after.patterns(), &after.population, &after.about),
        (before.patterns(), &before.population, &before.about)
    );
    let board = diagram::board("X X . .\n. . . .\n. O . .\n. . . O");
    assert_eq!(after.score(&board, Color::Black), before.score(&board, Color::Black));
    assert_eq!(Evaluation::read(&bytes[..bytes.len() - 9]).unwrap_err(), ModelError::Truncated);
}

#[test]
fn nonsense_is_refused() {
    let said = |content: &[u8]| {
        let file = crate::file::write("genetic", "{}", &crate::file::pack(content));
        Evaluation::read(&file).unwrap_err().to_string()
    };
    assert!(said(&[1, 1, 100]).contains("beyond its window"));
    assert!(said(&[0, 1, 1, 0]).contains("no pattern of that number"));
    assert!(said(&[0, 0, 0, 0, 0xc0, 0x7f, 0]).contains("NaN"));
    assert!(said(&[0, 0, 0, 0, 0, 0, 0, 1]).contains("more patterns than it says"));
}

#[test]
fn the_untrained_follow_from_their_seed() {
    assert_eq!(Evaluation::untrained(50, 3).patterns(), Evaluation::untrained(50, 3).patterns());
    assert_ne!(Evaluation::untrained(50, 3).patterns(), Evaluation::untrained(50, 4).patterns());
}

#[test]
fn the_embedded_evaluation_can_be_read_and_has_learnt_something() {
    let evaluation = Evaluation::embedded();
    let fitness: Vec<f32> = evaluation.about.generations.iter().map(|generation| generation.unseen).collect();
    assert!(evaluation.patterns().len() >= 20 && fitness.len() >= 10);
    assert!(fitness[fitness.len() - 1] > fitness[0]);
}

/// Checks every point and every image, one place after the other.
fn slow_count(pattern: &Pattern, board: &Board, own: Color) -> i32 {
    let size = board.size() as isize;
    let at = |row: isize, col: isize| {
        if !(0..size).contains(&row) || !(0..size).contains(&col) {
            return Kind::Edge;
        }
        match board.cell(Point::new(row as usize, col as usize)) {
            Cell::Black if own == Color::Black => Kind::Own,
            Cell::White if own == Color::White => Kind::Own,
            Cell::Empty => Kind::Empty,
            _ => Kind::Other,
        }
    };
    let here = |image: &Pattern, point: Point| {
        image.specified().all(|(place, kind)| {
            let (row, col) = (place as isize / 5 - 2, place as isize % 5 - 2);
            at(point.row() as isize + row, point.col() as isize + col) == kind
        })
    };
    let all = |pattern: &Pattern| -> i32 {
        pattern.images().iter().map(|image| board.points().filter(|&p| here(image, p)).count() as i32).sum()
    };
    all(pattern) - all(&pattern.exchanged())
}

proptest! {
    #[test]
    fn bits_count_what_eyes_count(size in 2..=19usize, moves in 0..120usize, seed: u64) {
        let (mut board, mut state) = (Board::new(size), seed);
        for _ in 0..moves {
            let below = |n: u32| {
                state = mix(state);
                (state % u64::from(n.max(1))) as u32
            };
            if let Some(point) = board.random_point(below) {
                board.play_unchecked(point);
            }
        }
        for (pattern, _) in Evaluation::untrained(10, seed).patterns() {
            for own in Color::BOTH {
                let quick = Matcher::new(pattern).count(&Planes::of(&board, own));
                prop_assert_eq!(quick, slow_count(pattern, &board, own), "{:?}", pattern);
            }
        }
    }
}
