//! What networks see, say and learn, and the files that they are kept in.

use goban::{Board, Color, Move, Point, Symmetry, diagram};
use proptest::prelude::*;

use super::*;
use crate::file::ModelError;
use crate::mix;

const ALL: [Representation; 3] = [Representation::Koten, Representation::Roban, Representation::KATATSUGI];

/// Numbers from 0 to 1 by a seed.
fn units(seed: u64) -> impl FnMut() -> f32 {
    let mut state = seed;
    move || {
        state = mix(state);
        (state >> 40) as f32 / (1u64 << 24) as f32
    }
}

fn network(representation: Representation, size: usize, seed: u64) -> Network {
    Network::random(representation, size, &representation.hidden(size), units(seed))
}

fn stones(board: &Board, view: Color) -> Vec<f32> {
    let mut stones = Vec::new();
    Network::stones(board, view, &mut stones);
    stones
}

/// What a network says of a board in a player's view, the slow way.
fn said(network: &Network, board: &Board, view: Color) -> f32 {
    network.value(&stones(board, view))
}

/// What the inputs of a board are: the weights of a unit that hears only one of them tell, as its sum is that input.
fn inputs(representation: Representation, board: &Board, view: Color) -> Vec<f32> {
    let stones = stones(board, view);
    let mut inputs = vec![0.0; representation.inputs(board.size())];
    representation.links(board.size()).iter().for_each(|link| inputs[link.input] += link.weight * stones[link.point]);
    inputs
}

#[test]
fn the_networks_of_the_paper_have_650_and_620_links() {
    let weights = |representation, size| network(representation, size, 1).weights();
    assert_eq!(ALL.map(|representation| weights(representation, 5)), [650, 620, 650]);
    assert_eq!(network(Representation::Roban, 5, 1).hidden(), [20, 20]);
    assert_eq!([7, 9].map(|size| Representation::Roban.inputs(size)), [26, 50]);
    assert_eq!(network(Representation::Roban, 9, 1).hidden(), [100, 100]);
    assert_eq!(network(Representation::KATATSUGI, 9, 1).hidden(), [81]);
}

#[test]
fn own_stones_are_one_and_the_opponents_minus_one() {
    let board = diagram::board(
        "
        . . . . .
        . X O . .
        . O . . .
        . . . . .
        . . . . X",
    );
    let koten = inputs(Representation::Koten, &board, Color::Black);
    assert_eq!([koten[6], koten[7], koten[11], koten[24], koten[0]], [1.0, -1.0, -1.0, 1.0, 0.0]);
    let white = inputs(Representation::Koten, &board, Color::White);
    assert!(koten.iter().zip(&white).all(|(black, white)| *black == -white));
}

#[test]
fn roban_is_the_mean_of_3x3_squares_and_of_the_board() {
    let board = diagram::board(
        "
        X . . . .
        . O . . .
        . . O . .
        . . . . .
        . . . X X",
    );
    let roban = inputs(Representation::Roban, &board, Color::Black);
    let expected = [-1.0, -2.0, -1.0, -2.0, -2.0, -1.0, -1.0, 0.0, 1.0].map(|sum| sum / 9.0);
    let close = |(found, expected): (&f32, &f32)| (found - expected).abs() < 1e-6;
    assert!(roban.iter().zip(&expected).all(close), "{roban:?}");
    assert!((roban[9] - 1.0 / 25.0).abs() < 1e-6, "three of one and two of the other");
}

#[test]
fn katatsugi_is_a_fifth_of_the_cross() {
    let board = diagram::board(
        "
        X X . . .
        X . . . .
        . . X O .
        . . O O O
        . . . O .",
    );
    let katatsugi = inputs(Representation::KATATSUGI, &board, Color::Black);
    let close = |place: usize, expected: f32| (katatsugi[place] - expected).abs() < 1e-6;
    assert!(close(0, 0.6), "a corner has two neighbours: {}", katatsugi[0]);
    assert!(close(18, -1.0), "a solid cross");
    assert!(close(12, -0.2), "one own stone beside two of the opponent's");
    let bent = Representation::Katatsugi { centre: 0.5, beside: 0.125 };
    assert!((inputs(bent, &board, Color::Black)[12] - 0.25).abs() < 1e-6);
}

/// The gradient is what changes when a weight is moved a little.
#[test]
fn the_gradient_agrees_with_finite_differences() {
    let board = diagram::board(
        "
        . X O . .
        . X O O .
        X . X O O
        . X X O .
        . . X . .",
    );
    for (seed, representation) in ALL.into_iter().enumerate() {
        let network = network(representation, 5, seed as u64);
        let stones = stones(&board, Color::White);
        let mut gradient = Gradient::new(&network);
        let value = network.gradient(&stones, &mut gradient);
        assert_eq!(value, said(&network, &board, Color::White));
        let mut slopes = Network::with(representation, 5, network.hidden(), || 0.0);
        let mut trace = Trace::new(&network);
        trace.fade_and_add(0.9, &gradient, &network);
        slopes.add_trace(&trace, 0.25);
        slopes.add(&gradient, 0.75);
        let mut expected = Vec::new();
        slopes.each_weight_mut(|slope| expected.push(*slope));
        assert!(expected.iter().filter(|slope| slope.abs() > 1e-3).count() > 100, "a gradient of zeros proves nothing");
        for (place, slope) in expected.into_iter().enumerate() {
            const STEP: f32 = 0.02;
            let moved = |step: f32| {
                let (mut moved, mut number) = (network.clone(), 0);
                moved.each_weight_mut(|weight| {
                    *weight += if number == place { step } else { 0.0 };
                    number += 1;
                });
                said(&moved, &board, Color::White)
            };
            let difference = (moved(STEP) - moved(-STEP)) / (2.0 * STEP);
            assert!((difference - slope).abs() < 3e-4, "{representation}, weight {place}: {difference} and {slope}");
        }
    }
}

#[test]
fn the_padding_stays_zero() {
    for representation in ALL {
        let mut one = network(representation, 5, 3);
        let mut gradient = Gradient::new(&one);
        let board = diagram::board(". X\nO .");
        let mut seen = vec![0.0; 25];
        stones(&board, Color::Black).iter().zip(&mut seen).for_each(|(&from, to)| *to = from);
        for _ in 0..50 {
            let value = one.gradient(&seen, &mut gradient);
            one.add(&gradient, 0.1 * (0.7 - value));
        }
        let bytes = one.content();
        assert_eq!(Network::read_contents(&bytes).unwrap(), [one.clone()], "nothing outside the weights has changed");
        assert!((one.value(&seen) - 0.7).abs() < 0.05, "it learns its target");
    }
}

proptest! {
    /// Along random games with captures, what a sight says of every legal move is what the whole network says of the
    /// position after it.
    #[test]
    fn the_incremental_layer_is_the_full_computation(seed in 0u64..1 << 40, which in 0usize..3, size in 3usize..=7) {
        let network = network(ALL[which], size, seed);
        let mut sight = Sight::new(&network, size);
        let mut unit = units(seed ^ 0x5eed);
        let mut board = Board::new(size);
        let mut captures = 0;
        for _ in 0..3 * size * size {
            let us = board.to_play();
            sight.look(&board, us);
            prop_assert!((sight.value(&network) - said(&network, &board, us)).abs() < 1e-4);
            let legal: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
            for &point in &legal {
                let mut after = board;
                after.play_unchecked(point);
                captures += after.last_taken().len();
                let found = sight.value_after(&network, &board, point, us);
                let expected = said(&network, &after, us);
                prop_assert!((found - expected).abs() < 1e-4, "{} at {point:?}: {found} and {expected}", ALL[which]);
            }
            match legal.get((unit() * legal.len() as f32) as usize) {
                Some(&point) => board.play_unchecked(point),
                None => board.pass(),
            }
        }
        prop_assert!(captures > 0, "no stone was ever captured");
    }

    /// A sight that follows each step equals one that is refreshed.
    #[test]
    fn a_sight_learns_with_its_network(seed in 0u64..1 << 40, which in 0usize..3, size in 3usize..=6) {
        let mut network = network(ALL[which], size, seed);
        let mut updated = Sight::new(&network, size);
        let mut gradient = Gradient::new(&network);
        let mut unit = units(seed);
        for _ in 0..20 {
            let stones: Vec<f32> = (0..size * size).map(|_| (3.0 * unit()).floor() - 1.0).collect();
            let value = network.gradient(&stones, &mut gradient);
            let step = 0.1 * (unit() - value);
            network.add(&gradient, step);
            updated.add(&network, &gradient, step);
        }
        let mut refreshed = updated.clone();
        refreshed.refresh(&network);
        let stones = [(Point::new(0, 1), Color::Black), (Point::new(2, 2), Color::White)];
        let board = Board::with_stones(size, stones).unwrap();
        for sight in [&mut updated, &mut refreshed] {
            sight.look(&board, Color::White);
            prop_assert!((sight.value(&network) - said(&network, &board, Color::White)).abs() < 1e-4);
        }
    }

    #[test]
    fn a_file_holds_what_was_written(seed in 0u64..1 << 40, which in 0usize..3, size in 2usize..=9) {
        let network = network(ALL[which], size, seed);
        let about = About { manner: "made in a test".to_string(), games: seed, ..About::default() };
        prop_assert_eq!(Network::read(&network.write(&about)), Ok((network, about)));
    }
}

#[test]
fn the_players_inputs_differ_in_sign_alone() {
    let network = network(Representation::KATATSUGI, 5, 8);
    let board = diagram::board(". X . O .\n. X . O .\n. X . O .\n. X . O .\n. X . O .");
    let mirrored = diagram::board(". O . X .\n. O . X .\n. O . X .\n. O . X .\n. O . X .");
    assert_eq!(said(&network, &board, Color::White), said(&network, &mirrored, Color::Black));
    let turned = Symmetry::ALL[1];
    let image = Board::with_stones(
        5,
        board.points().filter_map(|point| Some((turned.apply(point, 5), board.cell(point).color()?))),
    );
    assert_eq!(said(&network, &image.unwrap(), Color::Black), said(&network, &mirrored, Color::Black));
}

#[test]
fn a_transferred_network_computes_the_mean_over_its_windows() {
    let small = network(Representation::Koten, 5, 11);
    let large = small.transfer(9);
    assert_eq!((large.size(), large.hidden()), (9, &[9 * 25][..]));
    let mut board = Board::new(9);
    for name in ["C3", "G7", "E5", "D4", "A1", "J9", "F2", "B8"] {
        board.play(Move::from_gtp(name, 9).unwrap()).unwrap();
    }
    let mut mean = 0.0;
    for (row, col) in [0, 2, 4].iter().flat_map(|&row| [0, 2, 4].map(|col| (row, col))) {
        let inside = |point: Point| {
            let (row, col) = (point.row().checked_sub(row)?, point.col().checked_sub(col)?);
            Some(Point::new(row, col)).filter(|place| place.is_on(5))
        };
        let seen = board.points().filter_map(|point| Some((inside(point)?, board.cell(point).color()?)));
        mean += said(&small, &Board::with_stones(5, seen).unwrap(), Color::Black) / 9.0;
    }
    assert!((said(&large, &board, Color::Black) - mean).abs() < 1e-5);
}

#[test]
fn every_representation_can_be_transferred() {
    for representation in ALL {
        let small = network(representation, 5, 5);
        assert_eq!(small.transfer(5), small);
        for size in [6, 7, 13] {
            let large = small.transfer(size);
            let (full, empty) =
                (said(&small, &Board::new(5), Color::Black), said(&large, &Board::new(size), Color::Black));
            assert!((full - empty).abs() < 1e-4, "{representation}: {full} and {empty}");
        }
    }
}

#[test]
fn a_smaller_board_is_the_centre_of_the_networks_own() {
    for representation in ALL {
        let network = network(representation, 5, 21);
        let mut sight = Sight::new(&network, 3);
        sight.look(&diagram::board("X . O\n. X .\n. . O"), Color::White);
        let around = ". . . . .\n. X . O .\n. . X . .\n. . . O .\n. . . . .";
        let expected = said(&network, &diagram::board(around), Color::White);
        assert!((sight.value(&network) - expected).abs() < 1e-5);
    }
}

#[test]
fn a_damaged_file_is_refused() {
    let bytes = network(Representation::Roban, 5, 2).write(&About::default());
    for end in 1..bytes.len() {
        assert!(Network::read(&bytes[..end]).is_err(), "cut after {end} bytes");
    }
    let mut changed = bytes.clone();
    changed[bytes.len() / 2] ^= 1;
    assert_eq!(Network::read(&changed), Err(ModelError::Damaged));
}

/// A file may be whole and hold nonsense all the same.
#[test]
fn an_invalid_content_is_refused() {
    let refused = |content: &[u8]| Network::read(&crate::file::write("td", "{}", content)).unwrap_err();
    let good = network(Representation::Koten, 2, 2).content();
    assert!(Network::read(&crate::file::write("td", "{}", &good)).is_ok());
    let with = |place: usize, value: u8| {
        let mut content = good.clone();
        content[place] = value;
        content
    };
    assert!(refused(&with(0, 9)).to_string().contains("unknown representation"));
    assert!(refused(&with(1, 99)).to_string().contains("board size"));
    assert!(refused(&with(2, 0)).to_string().contains("number of layers"));
    assert!(refused(&with(6, 0x7f)).to_string().contains("too large"));
    assert!(refused(&[&good[..], &[0]].concat()).to_string().contains("more weights"));
    let last = good.len() - 1;
    let no_number = [&good[..last - 3], &f32::NAN.to_le_bytes()].concat();
    assert!(refused(&no_number).to_string().contains("NaN"));
}

#[test]
fn the_embedded_networks_are_those_of_the_paper() {
    for name in EMBEDDED {
        let network = Network::embedded(name).unwrap();
        assert_eq!(network.size(), 5);
        assert!(name.starts_with(network.representation().name()));
        assert_eq!(network.hidden(), network.representation().hidden(5));
    }
    assert!(Network::embedded("koten").is_none());
}
