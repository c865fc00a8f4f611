//! `td`: plays what a network says, on every board.

mod common;

use std::time::Duration;

use common::{asked, choices, make, play, position, value_of};
use goban::{Color, Game, Rules};
use models::td::{About, EMBEDDED, Network, Representation};
use player::{Budget, Conclusion, Maker, Stop, Terms};
use roster::Roster;

/// The file of a koten network with one hidden unit that likes own stones at some points, as a specification.
fn likes(folder: &std::path::Path, size: usize, points: &[(usize, f32)]) -> String {
    let mut network = Network::random(Representation::Koten, size, &[1], || 0.5);
    let mut place = 0;
    network.each_weight_mut(|weight| {
        let liked = points.iter().find(|(point, _)| *point == place);
        *weight = if place == size * size { 1.0 } else { liked.map_or(-1.0, |&(_, value)| value) };
        place += 1;
    });
    let path = folder.join(format!("likes-{}.model", points[0].0));
    std::fs::write(&path, network.write(&About::default())).unwrap();
    path.display().to_string()
}

#[test]
fn it_plays_the_greatest_value_and_passes_when_that_is_greatest() {
    let folder = tempfile::tempdir().unwrap();
    let game = Game::new(5, Rules::JAPANESE, 0.0);
    let net = likes(folder.path(), 5, &[(12, 2.0), (7, 1.9)]);
    assert_eq!(asked(&format!("td:net=[{net}]"), &game), "C3");
    assert!(value_of(&format!("td:net=[{net}]"), &game, "C3") > value_of(&format!("td:net=[{net}]"), &game, "C4"));
    let shy = likes(folder.path(), 5, &[(0, -0.5)]);
    assert_eq!(asked(&format!("td:net=[{shy}]"), &game), "pass");
}

#[test]
fn equal_values_are_drawn_and_creativity_widens_them() {
    let folder = tempfile::tempdir().unwrap();
    let game = Game::new(5, Rules::JAPANESE, 0.0);
    let net = likes(folder.path(), 5, &[(12, 2.0), (7, 2.0), (6, 1.9)]);
    assert_eq!(choices(&format!("td:net=[{net}]"), &game, 40).len(), 2);
    // s(2) is 0.881 and s(1.9) is 0.870.
    assert_eq!(choices(&format!("td:net=[{net}],creativity=0.05"), &game, 60).len(), 3);
    assert_eq!(choices(&format!("td:net=[{net}],creativity=0.01"), &game, 60).len(), 2);
}

/// A capture is seen as it is on the board: both stones' places count.
#[test]
fn what_is_captured_is_gone() {
    let game = position("X O . . .\n. X . . .\n. . . . .\n. . . . .\n. . . . .", Color::Black);
    let after = position("X . X . .\n. X . . .\n. . . . .\n. . . . .\n. . . . .", Color::White);
    let network = Network::embedded("katatsugi-creative").unwrap();
    let mut stones = Vec::new();
    Network::stones(after.board(), Color::Black, &mut stones);
    let expected = network.value(&stones);
    assert!((value_of("td", &game, "C5") - expected).abs() < 1e-5);
}

#[test]
fn it_reads_ahead_where_it_is_told_to() {
    // White has passed: who passes now ends the game, and Black is far ahead.
    let mut game = position(". X . X .\nX X X X X\n. . . . .\nO O O . .\n. O . O .", Color::White);
    game.play(goban::Move::Pass).unwrap();
    for name in EMBEDDED {
        let mut player = make(&format!("td:net={name},depth=2"));
        let choice = player.choose(&game, Budget::default(), &Stop::new()).unwrap();
        assert_eq!((choice.mv, choice.analysis.win_rate), (goban::Move::Pass, Some(1.0)), "{name}");
    }
}

#[test]
fn creativity_goes_with_reading_ahead() {
    let game = Game::new(5, Rules::JAPANESE, 0.0);
    let few = choices("td:depth=2", &game, 3);
    let many = choices("td:depth=2,creativity=0.5", &game, 12);
    assert!(few.len() < many.len(), "{few:?} and {many:?}");
}

#[test]
fn games_end_on_boards_that_no_network_was_taught_on() {
    for size in [2, 3, 4, 7, 9, 13] {
        for name in ["koten-creative", "roban-epsilon", "katatsugi-creative"] {
            let spec = format!("td:net={name}");
            let terms = Terms { move_limit: 6 * size * size, ..Terms::default() };
            let bout = play(&spec, &spec, size, Rules::CHINESE, &terms);
            assert_eq!(bout.conclusion, Conclusion::Finished, "{name} on {size}x{size}");
        }
    }
}

#[test]
fn it_keeps_to_its_time() {
    let game = Game::new(13, Rules::CHINESE, 7.5);
    let mut player = make("td:depth=50");
    player.choose(&game, Budget::playouts(1), &Stop::new()).unwrap();
    // Nothing but the time ends this.
    for time in [0, 60].map(Duration::from_millis) {
        player.choose(&game, Budget::time(time), &Stop::new()).unwrap();
    }
}

#[test]
fn a_network_that_is_none_is_refused_with_the_names_that_there_are() {
    let complaint = Roster.make(&"td:net=koten-creativ".parse().unwrap()).err().unwrap().to_string();
    assert!(complaint.contains("koten-creativ") && complaint.contains("katatsugi-epsilon"), "{complaint}");
}
