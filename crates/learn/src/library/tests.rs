use goban::{Color, Game, Move, Rules, diagram};
use models::library::{About, Library, Sample};
use player::Stop;
use roster::Roster;

use super::*;
use crate::training_game::TrainingGame;

const FEW: Sampling = Sampling { size: 5, boards: 1000, every: 1, seed: 1 };

fn lesson(size: usize, moves: &str) -> TrainingGame {
    let mut game = Game::new(size, Rules::CHINESE, 7.5);
    moves.split(' ').for_each(|name| game.play(Move::from_gtp(name, size).unwrap()).unwrap());
    TrainingGame::new(&game)
}

fn library(collector: &Collector) -> Library {
    let about = About { games: collector.games(), ..About::default() };
    Library::new(5, collector.samples(), about).unwrap()
}

/// The first stone in any corner is one board: Black won two of three such games, and drew none.
#[test]
fn equal_boards_share_their_results_however_they_are_turned() {
    let mut collector = Collector::new(FEW);
    collector.add(&lesson(5, "B2 C3"), Some(Color::Black));
    collector.add(&lesson(5, "D4 C3"), Some(Color::White));
    collector.add(&lesson(5, "B4"), Some(Color::Black));
    let mut known: Vec<(u32, f32)> =
        collector.samples().iter().map(|sample| (sample.games, sample.win_rate())).collect();
    known.sort_by_key(|&(games, _)| games);
    assert_eq!(known[0], (2, 0.5), "White at the centre won one game of two");
    assert!(known[1].0 == 3 && (known[1].1 - 2.0 / 3.0).abs() < 1e-6);
    assert_eq!((collector.games(), collector.len()), (3, 2));
}

#[test]
fn a_board_belongs_to_the_player_who_has_just_moved() {
    let mut collector = Collector::new(FEW);
    collector.add(&lesson(5, "pass C3"), Some(Color::White));
    collector.add(&lesson(5, "C3"), Some(Color::Black));
    collector.add(&lesson(5, "C3"), None);
    let samples = collector.samples();
    assert_eq!((samples.len(), samples[0].games, samples[0].half_wins), (1, 3, 5), "a draw is half a win");
    collector.add(&lesson(9, "E5"), Some(Color::Black));
    assert_eq!((collector.len(), collector.games()), (1, 4), "a board of another size");
}

#[test]
fn one_board_out_of_so_many_moves_is_taken() {
    let moves = "A1 B1 C1 D1 E1 A3 B3 C3 D3 E3 A5 B5";
    let count = |every: usize| {
        let mut collector = Collector::new(Sampling { every, ..FEW });
        collector.add(&lesson(5, moves), None);
        collector.len()
    };
    assert_eq!([count(1), count(3), count(4)], [12, 4, 3]);
}

#[test]
fn a_library_that_is_made_in_two_runs_is_the_one_that_is_made_in_one() {
    let terms = SelfPlay { maker: &Roster, player: &"random".parse().unwrap(), komi: 0.5, seed: 3, threads: 1 };
    let settings = Sampling { boards: 60, every: 2, ..FEW };
    let made = |stages: &[u64], threads: usize| {
        let mut collector = Collector::new(settings);
        for &games in stages {
            let terms = SelfPlay { threads, ..terms };
            self_play(&mut collector, &settings, games, &terms, &Stop::new(), |_| {}).unwrap();
            let file = library(&collector).write();
            collector = Collector::resume(settings, &Library::read(&file).unwrap());
        }
        library(&collector).write()
    };
    let whole = made(&[20], 1);
    assert_eq!(whole, made(&[7, 20], 1));
    assert_eq!(whole, made(&[20], 3), "on more threads");
    assert_eq!(Library::read(&whole).unwrap().samples().len(), 60);
}

/// Black has two eyes and nothing else is left: Black wins every game.
#[test]
fn simulations_tell_who_wins_from_here() {
    let board = diagram::board(
        "
        . X X X X
        X X X X X
        X X X X X
        X X X X X
        X X X X .",
    );
    let terms = SelfPlay { maker: &Roster, player: &"random".parse().unwrap(), komi: 0.0, seed: 3, threads: 1 };
    let mut samples = Color::BOTH.map(|own| Sample::of(&board, own));
    assert_eq!(simulate(&mut samples, 5, 10, &terms, &Stop::new(), |_| {}), Ok(2));
    assert_eq!(samples.map(|sample| (sample.games, sample.win_rate())), [(10, 1.0), (10, 0.0)]);
}

#[test]
fn simulations_are_the_same_on_more_threads_and_stop_when_told() {
    let mut collector = Collector::new(FEW);
    collector.add(&lesson(5, "C3 B2 D2 C4 B4 D4"), None);
    let simulated = |threads: usize, stop: &Stop| {
        let player = "random".parse().unwrap();
        let terms = SelfPlay { maker: &Roster, player: &player, komi: 0.0, seed: 3, threads };
        let mut samples = collector.samples();
        let done = simulate(&mut samples, 5, 20, &terms, stop, |_| {}).unwrap();
        (samples, done)
    };
    let (samples, done) = simulated(1, &Stop::new());
    assert!(done == 6 && samples.iter().all(|sample| sample.games == 20));
    assert_eq!((samples, done), simulated(3, &Stop::new()));
    let stop = Stop::new();
    stop.stop();
    assert_eq!(simulated(2, &stop), (collector.samples(), 0));
}

#[test]
fn a_player_that_cannot_be_had_is_named() {
    let terms = SelfPlay { maker: &Roster, player: &"rnadom".parse().unwrap(), komi: 0.5, seed: 3, threads: 2 };
    let error = self_play(&mut Collector::new(FEW), &FEW, 2, &terms, &Stop::new(), |_| {}).unwrap_err();
    assert!(error.to_string().contains("did you mean random?"), "{error}");
}
