//! Players predict the games of experts.

mod common;

use std::ops::ControlFlow;
use std::path::PathBuf;

use common::{Dumb, Rote};
use goban::{Game, Rules};
use kifu::corpus::Corpus;
use kifu::{GameInfo, Tree};
use learn::study::{Findings, Study, StudyError, StudyOptions, StudyProgress};
use player::{Maker, Player, Stop, Terms, bout};
use roster::Roster;
use tempfile::TempDir;

/// A folder of games on a board of five lines, one a file.
struct Library(TempDir);

impl Library {
    fn new(games: &[&str]) -> Library {
        let library = Library(TempDir::new().unwrap());
        for (number, moves) in games.iter().enumerate() {
            library.write(&format!("{number:03}.sgf"), &format!("(;SZ[5]{moves})"));
        }
        library
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.path().join(name), text).unwrap();
    }

    fn corpus(&self) -> Corpus {
        Corpus::open([PathBuf::from(self.0.path())]).unwrap()
    }
}

/// The findings of a study of one player.
fn study(library: &Library, player: &mut dyn Player, options: StudyOptions) -> Findings {
    let mut study = Study::new(options);
    study.add("player", player);
    study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    study.findings()[0].clone()
}

fn errors(findings: &Findings, pass: usize) -> &[f32] {
    findings.passes[pass].studied.errors()
}

const DIAGONAL: &str = ";B[aa];W[bb];B[cc]";

#[test]
fn each_position_is_measured_before_it_is_learnt() {
    let library = Library::new(&[DIAGONAL, DIAGONAL]);
    let findings = study(&library, &mut Rote::default(), StudyOptions::default());
    // In the first game nothing is known. In the second each move is one that has been played before and are
    // still possible: of three, of two, of one.
    let of_three = |equal: f32, legal: f32| 0.5 * equal / legal;
    assert_eq!(errors(&findings, 0), [0.5, 0.5, 0.5, of_three(3.0, 25.0), of_three(2.0, 24.0), of_three(1.0, 23.0)]);
    assert_eq!(findings.passes[0].studied.games(), 2);
}

#[test]
fn each_pass_has_its_own_results() {
    let library = Library::new(&[DIAGONAL]);
    let findings = study(&library, &mut Rote::default(), StudyOptions { passes: 2, ..StudyOptions::default() });
    assert_eq!(errors(&findings, 0), [0.5; 3]);
    assert_eq!(errors(&findings, 1), [1.5 / 25.0, 1.0 / 24.0, 0.5 / 23.0]);
    assert_eq!(findings.study_plot().len(), 1);
}

#[test]
fn several_players_see_the_same_positions() {
    let library = Library::new(&[DIAGONAL, ";B[cc];W[];B[dd]"]);
    let (mut rote, mut random) = (Rote::default(), Roster.make(&"random".parse().unwrap()).unwrap());
    let mut study = Study::new(StudyOptions::default());
    study.add("rote", &mut rote);
    study.add("random", random.as_mut());
    let tally = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap();
    let positions: Vec<Vec<(usize, usize)>> = study
        .findings()
        .iter()
        .map(|findings| findings.passes[0].studied.series().map(|(game, number, _)| (game, number)).collect())
        .collect();
    assert_eq!(positions[0], [(1, 1), (1, 2), (1, 3), (2, 1), (2, 3)], "a pass counts as a move but is not studied");
    assert_eq!((&positions[1], tally.games), (&positions[0], 2));
}

#[test]
fn the_game_is_over_when_both_have_passed() {
    let library = Library::new(&[";B[aa];W[];B[bb];W[];B[];W[cc];B[dd]"]);
    let mut rote = Rote::default();
    let findings = study(&library, &mut rote, StudyOptions::default());
    assert_eq!((findings.passes[0].studied.positions(), rote.played.len(), rote.passes), (2, 2, 3));
}

#[test]
fn handicap_stones_and_turns_out_of_order_are_no_trouble() {
    let library = Library::new(&["HA[2]AB[bb][dd];W[cc];B[bc];B[cb]", "AB[aa]AW[ee]PL[W];W[dd]"]);
    let mut rote = Rote::default();
    let findings = study(&library, &mut rote, StudyOptions::default());
    let at: Vec<(usize, usize)> = findings.passes[0].studied.series().map(|(game, number, _)| (game, number)).collect();
    assert_eq!(at, [(1, 1), (1, 2), (1, 3), (2, 1)]);
}

#[test]
fn hold_out_games_are_measured_and_not_learnt() {
    let library = Library::new(&[DIAGONAL; 40]);
    let mut rote = Rote::default();
    let findings = study(&library, &mut rote, StudyOptions { holdout: 0.5, ..StudyOptions::default() });
    let pass = &findings.passes[0];
    let (studied, held_out) = (pass.studied.games(), pass.held_out.games());
    assert!(studied + held_out == 40 && studied > 5 && held_out > 5, "{studied} {held_out}");
    assert_eq!(rote.played.len(), 3 * studied);
    assert!(pass.held_out.error() < Some(0.5), "the other games have taught it these moves");
    let findings = study(&library, &mut Rote::default(), StudyOptions { holdout: 1.0, ..StudyOptions::default() });
    assert_eq!((errors(&findings, 0).len(), findings.passes[0].held_out.error()), (0, Some(0.5)));
}

/// The first move of each game, one for each of the points of the board.
fn first_moves(options: StudyOptions) -> Vec<usize> {
    let games: Vec<String> = (0..25).map(|n| format!(";B[{}]", goban::Point::from_row_major(n, 5).to_sgf())).collect();
    let library = Library::new(&games.iter().map(String::as_str).collect::<Vec<_>>());
    let mut rote = Rote::default();
    study(&library, &mut rote, options);
    rote.played.iter().map(|point| point.row_major(5)).collect()
}

#[test]
fn games_are_taken_in_the_order_of_the_files_or_shuffled() {
    let all: Vec<usize> = (0..25).collect();
    assert_eq!(first_moves(StudyOptions::default()), all);
    assert_eq!(first_moves(StudyOptions { games: Some(3), ..StudyOptions::default() }), [0, 1, 2]);
    let shuffled = |seed, games| first_moves(StudyOptions { seed: Some(seed), games, ..StudyOptions::default() });
    let once = shuffled(7, None);
    assert!(once != all && once != shuffled(8, None));
    assert!(shuffled(0, None) != all, "0 is a seed like any other");
    assert_eq!(once, shuffled(7, None), "the same seed, the same order");
    assert_eq!(shuffled(7, Some(5)), once[..5], "some of them are the first of all");
    let mut sorted = once;
    sorted.sort_unstable();
    assert_eq!(sorted, all, "each once");
    let twice = first_moves(StudyOptions { seed: Some(7), passes: 2, ..StudyOptions::default() });
    assert_eq!(twice[..25], twice[25..], "the same on every pass");
}

#[test]
fn records_in_memory_are_studied_in_their_order() {
    let library = Library::new(&[DIAGONAL, ";B[cc];W[];B[dd]"]);
    let mut records = Vec::new();
    library.corpus().each(|record| {
        records.push(record);
        ControlFlow::Continue(())
    });
    let mut rote = Rote::default();
    let mut in_memory = Study::new(StudyOptions { passes: 2, ..StudyOptions::default() });
    in_memory.add("rote", &mut rote);
    in_memory.run_records(&records, &Stop::new()).unwrap();
    let findings = study(&library, &mut Rote::default(), StudyOptions { passes: 2, ..StudyOptions::default() });
    for pass in [0, 1] {
        assert_eq!(errors(&in_memory.findings()[0], pass), errors(&findings, pass));
    }
    assert!(matches!(in_memory.run_records(&[], &Stop::new()), Err(StudyError::NoGames(_))));
}

#[test]
fn a_stop_keeps_the_findings_so_far() {
    let library = Library::new(&[DIAGONAL, DIAGONAL]);
    let mut rote = Rote::default();
    let mut study = Study::new(StudyOptions { passes: 3, ..StudyOptions::default() });
    study.add("rote", &mut rote);
    let stop = Stop::new();
    let ended = study.run(&library.corpus(), &stop, &mut |progress| {
        if progress.positions == 4 {
            stop.stop();
        }
    });
    assert!(ended.is_ok());
    let passes = &study.findings()[0].passes;
    assert_eq!((passes.len(), passes[0].studied.positions(), passes[0].studied.games()), (1, 4, 2));
}

#[test]
fn progress_is_reported() {
    let library = Library::new(&[DIAGONAL, DIAGONAL]);
    let mut rote = Rote::default();
    let mut study = Study::new(StudyOptions { passes: 2, ..StudyOptions::default() });
    study.add("rote", &mut rote);
    let mut seen = Vec::new();
    let mut report = |p: &StudyProgress<'_>| seen.push((p.pass, p.games, p.total, p.positions));
    study.run(&library.corpus(), &Stop::new(), &mut report).unwrap();
    assert_eq!((seen[0], seen[3]), ((1, 0, None, 1), (1, 1, None, 4)));
    assert_eq!((seen[6], seen[11]), ((2, 0, Some(2), 7), (2, 1, Some(2), 12)), "the number of games is known by then");
}

#[test]
fn a_player_that_does_not_rank_is_refused() {
    let library = Library::new(&[DIAGONAL]);
    let run = |after| {
        let mut dumb = Dumb { after };
        let mut study = Study::new(StudyOptions::default());
        study.add("dumb", &mut dumb);
        let error = study.run(&library.corpus(), &Stop::new(), &mut |_| {}).unwrap_err();
        (error.to_string(), study.findings()[0].passes[0].studied.positions())
    };
    assert_eq!(run(0), ("dumb does not rank moves".to_string(), 0));
    let (sentence, positions) = run(2);
    assert!(sentence.starts_with("dumb has no ranking at move 3 of ") && sentence.ends_with("000.sgf"), "{sentence}");
    assert_eq!(positions, 2, "the earlier findings remain");
}

#[test]
fn a_folder_without_games_is_refused() {
    let library = Library::new(&[]);
    let run = |library: &Library| {
        let mut rote = Rote::default();
        let mut study = Study::new(StudyOptions::default());
        study.add("rote", &mut rote);
        study.run(&library.corpus(), &Stop::new(), &mut |_| {})
    };
    assert!(matches!(run(&library), Err(StudyError::NoGames(_))));
    library.write("broken.sgf", "(;SZ[5];B[aa];W[aa])");
    let sentence = run(&library).unwrap_err().to_string();
    assert!(sentence.contains("1 skipped: illegal move"), "{sentence}");
    library.write("whole.sgf", "(;SZ[5];B[aa])");
    assert_eq!(run(&library).map(|tally| (tally.games, tally.total_skipped())), Ok((1, 1)));
}

/// A game of two players, as SGF.
fn played(black: &str, white: &str, size: usize, seed: u64) -> String {
    let make = |spec: &str| Roster.make(&spec.parse().unwrap()).unwrap();
    let terms = Terms { move_limit: 3 * size * size, seed, ..Terms::default() };
    let game = Game::new(size, Rules::SIMPLE, 0.5);
    let bout = bout(game, [make(black).as_mut(), make(white).as_mut()], &terms, &Stop::new(), &mut |_| {});
    Tree::of(&bout.game, &GameInfo::default()).to_sgf()
}

/// Figures 4.1 to 4.3: a random opponent is equally bad all the time, a greedy one captures.
#[test]
fn random_is_at_a_half_and_greedy_knows_captures() {
    let library = Library::new(&[]);
    for seed in 1..=10 {
        library.write(&format!("{seed}.sgf"), &played("greedy-random", "greedy-random", 9, seed));
    }
    let mean = |spec: &str| {
        let mut player = Roster.make(&spec.parse().unwrap()).unwrap();
        let findings = study(&library, player.as_mut(), StudyOptions::default());
        findings.passes[0].studied.error().unwrap()
    };
    let random = mean("random:eyes=fill");
    assert!((0.47..0.53).contains(&random), "{random}");
    let greedy = mean("greedy:otherwise=anything");
    assert!(greedy < 0.48, "{greedy}");
    let itself = mean("greedy");
    assert!(itself < greedy / 2.0, "asked for its own moves: {itself}");
}
