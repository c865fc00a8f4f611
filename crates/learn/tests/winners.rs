//! Players predict the winners of games.

use std::path::PathBuf;

use goban::{Color, Game, Move};
use kifu::corpus::Corpus;
use learn::study::winners::{Predictions, WinnerError, WinnerOptions, WinnerStudy};
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

/// Reports the win rate of a function, and remembers the positions.
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

/// The predictions of a player.
fn predictions(library: &Library, player: &mut dyn Player, options: WinnerOptions) -> Predictions {
    let mut study = WinnerStudy::new(options);
    study.add("player", player);
    study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    study.predictions()[0].clone()
}

fn all_positions() -> WinnerOptions {
    WinnerOptions { every: 1, ..WinnerOptions::default() }
}

/// Who won, by how these games begin; on the empty board, Black.
fn knows(game: &Game) -> Option<f32> {
    let is_whites = game.moves().first().is_some_and(|(_, mv)| mv.to_gtp(5) == "E1");
    let winner = if is_whites { Color::White } else { Color::Black };
    Some(f32::from(u8::from(game.to_play() == winner)))
}

#[test]
fn perfect_predictions_are_right_and_have_a_brier_score_of_zero() {
    let library = Library::new(&[BLACK_WINS, BLACK_WINS]);
    let figures = predictions(&library, &mut Says::new(knows), all_positions()).all().unwrap();
    assert_eq!((figures.positions, figures.games, figures.right, figures.brier), (8, 2, 1.0, 0.0));
}

#[test]
fn win_rates_are_those_of_the_side_to_move() {
    let library = Library::new(&[WHITE_WINS]);
    let figures = predictions(&library, &mut Says::new(knows), all_positions()).all().unwrap();
    assert_eq!((figures.positions, figures.right, figures.brier), (5, 0.8, 0.2), "all but the empty board");
}

#[test]
fn one_half_everywhere_has_a_brier_score_of_a_quarter() {
    let library = Library::new(&[BLACK_WINS, WHITE_WINS]);
    let figures = predictions(&library, &mut Says::new(|_| Some(0.5)), all_positions()).all().unwrap();
    assert_eq!((figures.right, figures.brier), (0.5, 0.25));
}

#[test]
fn games_without_a_winner_or_a_komi_are_left_out() {
    let games = ["KM[6.5];B[aa];W[bb]", "KM[6.5]RE[Draw];B[aa]", "RE[B+R];B[aa]", BLACK_WINS, "KM[6.5]RE[Void];B[aa]"];
    for seed in [None, Some(7)] {
        let library = Library::new(&games);
        let mut player = Says::new(|_| Some(0.5));
        let mut study = WinnerStudy::new(WinnerOptions { seed, games: Some(2), ..all_positions() });
        study.add("player", &mut player);
        let tally = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
        assert_eq!(
            (tally.games, study.skipped_games(), study.predictions()[0].positions()),
            (1, 4, 4),
            "seed {seed:?}"
        );
    }
}

#[test]
fn a_folder_without_a_usable_game_is_refused() {
    let library = Library::new(&["KM[6.5];B[aa]"]);
    let mut player = Says::new(|_| Some(0.5));
    let mut study = WinnerStudy::new(WinnerOptions::default());
    study.add("player", &mut player);
    let error = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert_eq!(error.to_string(), "there is no game with a winner and a komi (0 games; 1 without)");
}

#[test]
fn every_move_number_occurs() {
    let library = Library::new(&["KM[6.5]RE[B+R];B[aa];W[];B[bb];W[];B[cc];W[];B[dd];W[];B[ee];W[]"; 40]);
    let asked = |seed| {
        let mut player = Says::new(|_| Some(0.5));
        predictions(&library, &mut player, WinnerOptions { every: 4, seed, ..WinnerOptions::default() });
        player.asked.iter().map(|&(number, _)| number).collect::<Vec<usize>>()
    };
    let numbers = asked(None);
    assert!((1..=10).all(|number| numbers.contains(&number)), "{numbers:?}");
    assert!(numbers.windows(2).all(|pair| pair[1] < pair[0] || pair[1] == pair[0] + 4), "{numbers:?}");
    assert!((80..=120).contains(&numbers.len()), "one in four of 400: {}", numbers.len());
    assert_eq!(numbers, asked(None), "the same seed, the same positions");
    assert_ne!(numbers, asked(Some(3)));
}

#[test]
fn games_are_played_with_their_own_komi_and_rules() {
    let library = Library::new(&["KM[3.5]RU[Japanese]RE[B+R];B[aa]", "KM[7.5]RU[AGA]RE[B+R];B[aa]"]);
    let mut seen = Vec::new();
    predictions(
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
    assert_eq!(predictions(&library, &mut Says::new(|_| Some(0.5)), all_positions()).positions(), 3);
}

#[test]
fn a_player_without_a_win_rate_is_refused() {
    let library = Library::new(&[BLACK_WINS]);
    for nothing in [None, Some(f32::NAN), Some(1.5)] {
        let mut player = Says::new(|_| nothing);
        let mut study = WinnerStudy::new(all_positions());
        study.add("mute", &mut player);
        let error = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
        assert_eq!(error.to_string(), "mute does not report a win rate");
    }
}

#[test]
fn a_position_without_a_win_rate_counts_for_no_player() {
    let library = Library::new(&[BLACK_WINS]);
    let mut half = Says::new(|_| Some(0.5));
    let mut shy = Says::new(|game: &Game| (game.move_number() != 2).then_some(1.0));
    let mut study = WinnerStudy::new(all_positions());
    study.add("half", &mut half);
    study.add("shy", &mut shy);
    study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(study.predictions().iter().map(Predictions::positions).collect::<Vec<_>>(), [3, 3]);
    assert_eq!(study.skipped_positions(), 1);
}

#[test]
fn a_stop_keeps_the_predictions_so_far() {
    let library = Library::new(&[BLACK_WINS, BLACK_WINS]);
    let stop = Stop::new();
    let signal = stop.clone();
    // The answer during which the signal comes does not count.
    let mut player = Says::new(|game: &Game| {
        if game.move_number() == 3 {
            signal.stop();
        }
        Some(0.5)
    });
    let mut study = WinnerStudy::new(all_positions());
    study.add("player", &mut player);
    assert!(study.run(&library.corpus(), &stop, &mut |_| {}).is_ok());
    assert_eq!((study.predictions()[0].positions(), study.predictions()[0].games()), (3, 1));
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
    let mut study = WinnerStudy::new(all_positions());
    study.add("broken", &mut broken);
    let error = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
    assert!(matches!(error, WinnerError::Failed { number: 1, .. }));
    assert!(error.to_string().ends_with("000.sgf, broken has no answer: the engine is gone"), "{error}");
}

#[test]
fn progress_is_reported() {
    let library = Library::new(&[BLACK_WINS, WHITE_WINS]);
    let mut player = Says::new(|_| Some(0.5));
    let mut study = WinnerStudy::new(WinnerOptions { games: Some(2), ..all_positions() });
    study.add("player", &mut player);
    let mut seen = Vec::new();
    study.run(&library.corpus(), &Stop::new(), &mut |it| seen.push((it.games, it.total, it.positions))).unwrap();
    assert_eq!((seen.len(), seen[0], seen[8]), (9, (0, Some(2), 1), (1, Some(2), 9)));
}

#[test]
fn records_in_memory_are_studied_like_those_of_a_corpus() {
    let library = Library::new(&[BLACK_WINS, WHITE_WINS, "RE[B+R];B[aa];W[bb]"]);
    let options = WinnerOptions { every: 1, ..WinnerOptions::default() };
    let figures = |run: &dyn Fn(&mut WinnerStudy<'_>)| {
        let mut player = Says::new(|game: &Game| Some(0.1 * game.move_number() as f32));
        let mut study = WinnerStudy::new(options);
        study.add("says", &mut player);
        run(&mut study);
        study.predictions()[0].all().unwrap()
    };
    let records: Vec<kifu::Record> = library.corpus().records().collect();
    assert_eq!(records.len(), 3);
    let from_memory = figures(&|study| study.run_records(&records, &Stop::new()).unwrap());
    assert_eq!(from_memory, figures(&|study| drop(study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap())));
    assert_eq!((from_memory.games, from_memory.positions), (2, 9), "without komi nothing is predicted");
}
