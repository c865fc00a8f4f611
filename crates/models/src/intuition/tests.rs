use goban::{Board, Color, Move, Point, Symmetry, diagram};

use super::*;

fn features(board: &Board, name: &str) -> Vec<u64> {
    let mut seen = Vec::new();
    let mut features = Features::new();
    features.look(board);
    features.of(board, Point::from_gtp(name, board.size()).unwrap(), |feature| {
        seen.push(feature);
        true
    });
    seen.sort_unstable();
    seen
}

/// A fight, with the last two moves known.
fn fight() -> Board {
    let mut board = diagram::board(
        "
        . . . . . . . . .
        . . O X . . . . .
        . O X X . X . . .
        . O O X . . . . .
        . X X O . . . . .
        . . . O . X . . .
        . . O . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    for name in ["E5", "E4"] {
        board.play(Move::Play(Point::from_gtp(name, 9).unwrap())).unwrap();
    }
    board
}

#[test]
fn a_move_has_the_same_features_in_all_eight_symmetries_and_for_either_colour() {
    let board = fight();
    for symmetry in Symmetry::ALL {
        for invert in [false, true] {
            let color = |color: Color| if invert { color.other() } else { color };
            let last: Vec<Point> = ["E5", "E4"].map(|name| Point::from_gtp(name, 9).unwrap()).to_vec();
            let stones = board.points().filter(|point| !last.contains(point));
            let stones = stones.filter_map(|p| Some((symmetry.apply(p, 9), color(board.cell(p).color()?))));
            let mut image = Board::with_stones(9, stones).unwrap();
            image.set_to_play(color(Color::Black));
            for &point in &last {
                image.play(Move::Play(symmetry.apply(point, 9))).unwrap();
            }
            for point in board.points().filter(|&point| board.is_legal(point)) {
                let name = symmetry.apply(point, 9).to_gtp(9);
                assert_eq!(features(&board, &point.to_gtp(9)), features(&image, &name), "{name} {symmetry:?} {invert}");
            }
        }
    }
}

#[test]
fn where_the_last_move_was_makes_a_difference_near_it_and_far_away() {
    let board = fight();
    let mut other = board;
    other.pass();
    other.pass();
    assert_ne!(features(&board, "F5"), features(&other, "F5"));
    assert_ne!(features(&board, "A9"), features(&other, "A9"));
}

#[test]
fn the_ladder_decides_whether_an_atari_is_one_that_catches() {
    let caught = diagram::board(
        "
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . . . . . .
        . . X . . . .
        . X O . . . .
        . . X . . . .",
    );
    let helped = diagram::board(
        "
        . . . . . O .
        . . . . . . .
        . . . . . O .
        . . . . O . .
        . . X . . . .
        . X O . . . .
        . . X . . . .",
    );
    assert_ne!(features(&caught, "D2"), features(&helped, "D2"));
}

#[test]
fn a_model_survives_in_a_file_but_for_the_last_bits_of_its_weights() {
    let board = fight();
    let mut weights: Vec<(u64, f32)> = Vec::new();
    for (number, point) in board.points().filter(|&point| board.is_legal(point)).enumerate() {
        let weight = (number % 7) as f32 / 3.0 - 1.0;
        weights.extend(features(&board, &point.to_gtp(9)).into_iter().map(|feature| (feature, weight)));
    }
    weights.sort_unstable_by_key(|&(feature, _)| feature);
    weights.dedup_by_key(|&mut (feature, _)| feature);
    let about = About { games: "one position".to_string(), positions: 1, ..About::default() };
    let before = Intuition::new(&weights, about.clone());
    let bytes = Intuition::write(&weights, &about);
    let after = Intuition::read(&bytes).unwrap();
    assert_eq!((after.about(), after.features()), (&about, weights.len()));
    let points: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
    let rank = |model: &Intuition| {
        let mut values = Vec::new();
        model.rank(&mut Features::new(), &board, &points, &mut values);
        values
    };
    let far = rank(&before).iter().zip(rank(&after)).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max);
    assert!(far < 0.2, "{far}");
    assert!(rank(&before).iter().any(|&value| value > 1.0));
    for end in 0..bytes.len() {
        assert!(Intuition::read(&bytes[..end]).is_err());
    }
}

#[test]
fn a_file_with_nonsense_in_it_is_refused() {
    let read = |content: &[u8]| Intuition::read(&crate::file::write("intuition", "{}", content)).map(drop);
    assert!(read(&[]).is_err(), "no number of features");
    assert!(read(&[200, 200, 200, 1, 0, 0, 0, 0]).is_err(), "more features than bytes");
    assert!(read(&[0, 0, 0, 0xc0, 0x7f]).is_err(), "a step that is NaN");
    assert!(read(&[1, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x7f, 1]).is_err(), "a feature beyond all");
    assert!(read(&[0, 0, 0, 0, 0]).is_ok(), "an empty set of features is valid");
}

/// Three stones were just put in atari.
#[test]
fn the_embedded_model_saves_stones() {
    let mut board = diagram::board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . X . .
        . . . . . . . . .
        . . . . O X . . .
        . . . X O X . . .
        . . . X O X . . .
        . . . . X . . . .
        . . . . . . . . .",
    );
    for name in ["C3", "H3", "E6"] {
        board.play(Move::Play(Point::from_gtp(name, 9).unwrap())).unwrap();
    }
    let points: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
    let mut chances = Vec::new();
    Intuition::embedded().rank(&mut Features::new(), &board, &points, &mut chances);
    softmax(&mut chances);
    let likeliest = points.iter().zip(&chances).max_by(|a, b| a.1.total_cmp(b.1)).unwrap();
    assert_eq!(likeliest.0.to_gtp(9), "D5", "{chances:?}");
    assert!((chances.iter().sum::<f32>() - 1.0).abs() < 1e-4);
}
