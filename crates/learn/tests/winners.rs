//! Players are asked along games who will win.

use std::path::PathBuf;

use goban::{Color, Game, Move};
use kifu::corpus::Corpus;
use learn::study::winners::{Calls, Options, Winners, WinnersError};
use player::{Analysis, Budget, Choice, Failure, FailureKind, Player, Stop};
use tempfile::TempDir;

/// A folder of games on a board of five lines, one a file.
struct Library(TempDir);

impl Library {
    fn new(games: &[&str]) -> Library {
        let library = Library(TempDir::new().unwrap());
        for (number, game) in games.iter().enumerate() {
            std::fs::write(library.0.path().join(format!("{number:03}.sgf")), format!("(;SZ[5]{game})")).unwrap();
        }
        library
    }

    fn corpus(&self) -> Corpus {
        Corpus::open([PathBuf::from(self.0.path())]).unwrap()
    }
}

const BLACK_WINS: &str = "KM[6.5]RE[B+R];B[aa];W[bb];B[cc];W[dd]";
const WHITE_WINS: &str = "KM[6.5]RE[W+2.5];B[ee];W[dd];B[cc];W[bb];B[ae]";

/// Says of each position what it is told to say, and remembers where it was asked.
struct Says<F> {
    rate: F,
    asked: Vec<(usize, Color)>,
}

impl<F: FnMut(&Game) -> Option<f32>> Says<F> {
    fn new(rate: F) -> Says<F> {
        Says { rate, asked: Vec::new() }
    }
}

impl<F: FnMut(&Game) -> Option<f32> + Send> Player for Says<F> {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        self.asked.push((game.move_number() + 1, game.to_play()));
        let win_rate = (self.rate)(game);
        Ok(Choice { mv: Move::Pass, analysis: Analysis { win_rate, ..Analysis::default() } })
    }
}

/// What a player said, asked about every position unless the options have it otherwise.
fn calls(library: &Library, player: &mut dyn Player, options: Options) -> Calls {
    let mut winners = Winners::new(options);
    winners.add("player", player);
    winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    winners.calls()[0].clone()
}

fn all_positions() -> Options {
    Options { every: 1, ..Options::default() }
}

/// Who won, by how these games begin; on the empty board, Black.
fn knows(game: &Game) -> Option<f32> {
    let is_whites = game.moves().first().is_some_and(|(_, mv)| mv.to_gtp(5) == "E1");
    let winner = if is_whites { Color::White } else { Color::Black };
    Some(f32::from(u8::from(game.to_play() == winner)))
}

#[test]
fn who_says_the_truth_is_always_right_and_has_no_brier_score() {
    let library = Library::new(&[BLACK_WINS, BLACK_WINS]);
    let figures = calls(&library, &mut Says::new(knows), all_positions()).all().unwrap();
    assert_eq!((figures.positions, figures.games, figures.right, figures.brier), (8, 2, 1.0, 0.0));
}

#[test]
fn win_rates_are_in_the_view_of_who_is_to_move() {
    let library = Library::new(&[WHITE_WINS]);
    let figures = calls(&library, &mut Says::new(knows), all_positions()).all().unwrap();
    assert_eq!((figures.positions, figures.right, figures.brier), (5, 0.8, 0.2), "all but the empty board");
}

#[test]
fn one_half_everywhere_has_a_brier_score_of_a_quarter() {
    let library = Library::new(&[BLACK_WINS, WHITE_WINS]);
    let figures = calls(&library, &mut Says::new(|_| Some(0.5)), all_positions()).all().unwrap();
    assert_eq!((figures.right, figures.brier), (0.5, 0.25));
}

#[test]
fn games_without_a_winner_or_a_komi_are_left_out() {
    let games = ["KM[6.5];B[aa];W[bb]", "KM[6.5]RE[Draw];B[aa]", "RE[B+R];B[aa]", BLACK_WINS, "KM[6.5]RE[Void];B[aa]"];
    for seed in [None, Some(7)] {
        let library = Library::new(&games);
        let mut player = Says::new(|_| Some(0.5));
        let mut winners = Winners::new(Options { seed, games: Some(2), ..all_positions() });
        winners.add("player", &mut player);
        let tally = winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!((tally.games, winners.left_out(), winners.calls()[0].positions()), (1, 4, 4), "seed {seed:?}");
    }
}

#[test]
fn a_folder_without_a_game_of_use_is_refused() {
    let library = Library::new(&["KM[6.5];B[aa]"]);
    let mut player = Says::new(|_| Some(0.5));
    let mut winners = Winners::new(Options::default());
    winners.add("player", &mut player);
    let error = winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "there is no game with a winner and a komi (0 games; 1 without)");
}

#[test]
fn every_move_number_comes_up_in_some_games() {
    let library = Library::new(&["KM[6.5]RE[B+R];B[aa];W[];B[bb];W[];B[cc];W[];B[dd];W[];B[ee];W[]"; 40]);
    let asked = |seed| {
        let mut player = Says::new(|_| Some(0.5));
        calls(&library, &mut player, Options { every: 4, seed, ..Options::default() });
        player.asked.iter().map(|&(number, _)| number).collect::<Vec<usize>>()
    };
    let numbers = asked(None);
    assert!((1..=10).all(|number| numbers.contains(&number)), "{numbers:?}");
    assert!(numbers.windows(2).all(|pair| pair[1] < pair[0] || pair[1] == pair[0] + 4), "{numbers:?}");
    assert!((80..=120).contains(&numbers.len()), "one in four of 400: {}", numbers.len());
    assert_eq!(numbers, asked(None), "the same seed asks the same");
    assert_ne!(numbers, asked(Some(3)));
}

#[test]
fn games_are_played_with_their_own_komi_and_rules() {
    let library = Library::new(&["KM[3.5]RU[Japanese]RE[B+R];B[aa]", "KM[7.5]RU[AGA]RE[B+R];B[aa]"]);
    let mut seen = Vec::new();
    calls(
        &library,
        &mut Says::new(|game: &Game| {
            seen.push((game.komi(), game.rules().name()));
            Some(0.5)
        }),
        all_positions(),
    );
    assert_eq!(seen, [(3.5, Some("japanese")), (7.5, Some("aga"))]);
}

#[test]
fn the_game_is_over_when_both_have_passed() {
    let library = Library::new(&["KM[6.5]RE[B+R];B[aa];W[];B[];W[cc];B[dd]"]);
    assert_eq!(calls(&library, &mut Says::new(|_| Some(0.5)), all_positions()).positions(), 3);
}

#[test]
fn who_does_not_say_who_wins_is_refused() {
    let library = Library::new(&[BLACK_WINS]);
    for nothing in [None, Some(f32::NAN), Some(1.5)] {
        let mut player = Says::new(|_| nothing);
        let mut winners = Winners::new(all_positions());
        winners.add("mute", &mut player);
        let error = winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "mute does not say how likely it is to win");
    }
}

#[test]
fn a_position_in_which_one_says_nothing_counts_for_nobody() {
    let library = Library::new(&[BLACK_WINS]);
    let mut half = Says::new(|_| Some(0.5));
    let mut shy = Says::new(|game: &Game| (game.move_number() != 2).then_some(1.0));
    let mut winners = Winners::new(all_positions());
    winners.add("half", &mut half);
    winners.add("shy", &mut shy);
    winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(winners.calls().iter().map(Calls::positions).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(winners.silent(), 1);
}

#[test]
fn a_signal_ends_it_with_what_there_is() {
    let library = Library::new(&[BLACK_WINS, BLACK_WINS]);
    let stop = Stop::new();
    let signal = stop.clone();
    // The answer that is given when the signal comes is one in a hurry.
    let mut player = Says::new(|game: &Game| {
        if game.move_number() == 3 {
            signal.stop();
        }
        Some(0.5)
    });
    let mut winners = Winners::new(all_positions());
    winners.add("player", &mut player);
    assert!(winners.run(&library.corpus(), &stop, &mut |_| {}).is_ok());
    assert_eq!((winners.calls()[0].positions(), winners.calls()[0].games()), (3, 1));
}

#[test]
fn a_player_that_fails_is_named_with_the_move() {
    struct Broken;
    impl Player for Broken {
        fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
            Err(Failure::new(FailureKind::Crash, "the engine is gone"))
        }
    }
    let library = Library::new(&[BLACK_WINS]);
    let mut broken = Broken;
    let mut winners = Winners::new(all_positions());
    winners.add("broken", &mut broken);
    let error = winners.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, WinnersError::Failed { number: 1, .. }));
    assert!(error.to_string().ends_with("000.sgf, broken has no answer: the engine is gone"), "{error}");
}

#[test]
fn how_far_it_has_got_is_told() {
    let library = Library::new(&[BLACK_WINS, WHITE_WINS]);
    let mut player = Says::new(|_| Some(0.5));
    let mut winners = Winners::new(Options { games: Some(2), ..all_positions() });
    winners.add("player", &mut player);
    let mut seen = Vec::new();
    winners.run(&library.corpus(), &Stop::new(), &mut |far| seen.push((far.games, far.total, far.positions))).unwrap();
    assert_eq!((seen.len(), seen[0], seen[8]), (9, (0, Some(2), 1), (1, Some(2), 9)));
}
