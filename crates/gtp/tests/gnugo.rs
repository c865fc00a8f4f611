//! Twenty games against GNU Go, both programs driven over pipes as a tournament would drive them, and what else the
//! client tells an engine that knows only the standard and a few commands more.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Duration;

use goban::{Color, Game, Move, Point, PointMap, Rules};
use gtp::client::{CommandLine, GtpPlayer, Options};
use player::{Budget, Clock, Player, Stop, Terms, TimeControl, bout};

/// GNU Go from the search path, or from where Debian puts games.
fn gnugo() -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games"), PathBuf::from("/usr/local/games")]);
    folders.map(|folder| folder.join("gnugo")).find(|program| Path::is_file(program))
}

/// GNU Go at a level, started; nothing where it is not installed, which is a failure only in continuous integration.
fn start(level: &str) -> Option<GtpPlayer> {
    let Some(program) = gnugo() else {
        assert!(std::env::var_os("CI").is_none(), "GNU Go is not installed: apt-get install gnugo");
        eprintln!("GNU Go is not installed, so nothing was tried with it: apt-get install gnugo");
        return None;
    };
    let args = ["--mode", "gtp", "--level", level, "--chinese-rules", "--never-resign"];
    let line = CommandLine::new(program.display().to_string(), args);
    Some(GtpPlayer::start(line, options()).expect("GNU Go starts"))
}

/// Deadlines that are not missed on a busy machine.
fn options() -> Options {
    let patience = Duration::from_secs(600);
    Options {
        start: patience,
        command: patience,
        genmove: patience,
        grace: patience,
        count: patience,
        ..Options::default()
    }
}

#[test]
fn twenty_games_against_gnu_go_pass_without_a_protocol_error() {
    let ours = CommandLine::new(env!("CARGO_BIN_EXE_gtp-test-engine"), ["serve", "random"]);
    let mut ours = GtpPlayer::start(ours, options()).expect("our engine starts");
    for strength in ["0", "1"] {
        let Some(mut theirs) = start(strength) else { return };
        for number in 0..10 {
            let game = Game::new(9, Rules::CHINESE, 7.5);
            let terms = Terms { budgets: [Budget::default(); 2], control: None, move_limit: 400, seed: number };
            let we_are_black = number % 2 == 0;
            let (black, white) = if we_are_black { (&mut ours, &mut theirs) } else { (&mut theirs, &mut ours) };
            let played = bout(game, [black, white], &terms, &Stop::new(), &mut |_| {});
            assert!(played.game.is_over(), "game {number} at level {strength} was not finished: {played:?}");
            let color = if we_are_black { Color::White } else { Color::Black };
            let dead = theirs.final_status_list(&played.game, "dead").expect("GNU Go says who is dead");
            let outcome = played.game.outcome(&dead.into_iter().collect()).expect("the game is over");
            assert_eq!(outcome.winner(), Some(color), "GNU Go beats a random player:\n{:?}", played.game);
            ours.final_status_list(&played.game, "dead").expect("we say who is dead");
            ours.final_score(&played.game).expect("we count");
        }
    }
}

/// The stones on GNU Go's board, by what it says of their fate.
fn stones(gnugo: &mut GtpPlayer, game: &Game) -> BTreeSet<Point> {
    let of = |gnugo: &mut GtpPlayer, status| gnugo.final_status_list(game, status).expect("GNU Go answers");
    ["alive", "dead", "seki"].into_iter().flat_map(|status| of(gnugo, status)).collect()
}

#[test]
fn gnu_go_sees_handicap_stones_set_up_positions_and_moves_taken_back() {
    let Some(mut gnugo) = start("0") else { return };
    let board = |game: &Game| -> BTreeSet<Point> {
        game.board().points().filter(|&point| game.board().cell(point).color().is_some()).collect()
    };
    let mut game = Game::new(9, Rules::CHINESE, 0.5);
    game.place_fixed_handicap(3).expect("three stones");
    for name in ["E5", "E6", "F6"] {
        game.play(Move::from_gtp(name, 9).expect("a move")).expect("legal");
    }
    assert_eq!(stones(&mut gnugo, &game), board(&game));
    game.undo_to(1);
    assert_eq!(stones(&mut gnugo, &game), board(&game));

    let position = goban::diagram::board(
        "
        . X O . .
        X X O O .
        . X X O O
        X . X O .
        . X X O .",
    );
    let game = Game::from_board(position, Rules::CHINESE, 0.5);
    assert_eq!(stones(&mut gnugo, &game), board(&game));
}

#[test]
fn gnu_go_plays_on_every_kind_of_clock() {
    let Some(mut gnugo) = start("0") else { return };
    let time = Duration::from_secs;
    let mut game = Game::new(7, Rules::CHINESE, 7.5);
    for control in [
        TimeControl::SuddenDeath { main: time(60) },
        TimeControl::Canadian { main: time(30), period: time(30), stones: 5 },
        TimeControl::ByoYomi { main: time(30), period: time(10), periods: 3 },
        TimeControl::Fischer { main: time(30), increment: time(2) },
    ] {
        let budget = Budget::clock(Clock::new(control));
        let mv = gnugo.genmove(&game, budget, &Stop::new()).expect("a move in time");
        game.play(mv).expect("legal");
    }
}

#[test]
fn gnu_go_ranks_a_capture_first() {
    let Some(mut gnugo) = start("1") else { return };
    let position = goban::diagram::board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . O . .
        . . . X X . . . .
        . . X O O . . . .
        . . . X X O . . .
        . . . . O . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let mut game = Game::from_board(position, Rules::CHINESE, 7.5);
    game.set_to_play(Color::Black);
    let mut values = PointMap::new(f32::NAN);
    assert!(gnugo.rank(&game, &mut values));
    let listed = game.legal_points().filter(|&point| values[point] > 0.0).count();
    assert!((1..=10).contains(&listed), "{listed}");
    assert!(game.legal_points().all(|point| values[point] >= 0.0));
    let best = game.legal_points().max_by(|&a, &b| values[a].total_cmp(&values[b])).expect("a point");
    assert_eq!(best.to_gtp(9), "F5", "the last liberty of two stones");
    assert_eq!(gnugo.top_moves(&game).expect("GNU Go answers").map(|moves| moves.len()), Some(listed));
}
