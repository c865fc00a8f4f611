//! `stages`, `mix` and `alphabeta`: players made of others, and one that reads ahead.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::time::Duration;

use common::{asked, make, play, position, value_of, wins};
use goban::{Color, Game, Move, Rules};
use player::{Budget, Choice, Conclusion, Entry, Failure, Made, Maker, Player, Spec, Stop, Terms};
use roster::Roster;

fn complaint(spec: &str) -> String {
    Roster.make(&spec.parse().unwrap()).err().unwrap().to_string()
}

/// Who is asked to play in a game: `stages` says which stage it is.
fn stage(spec: &str, game: &Game) -> String {
    let choice = make(spec).choose(game, Budget::playouts(4), &Stop::new()).unwrap();
    let notes = choice.analysis.notes.into_iter();
    notes.filter(|(title, _)| title == "stage").map(|(_, stage)| stage).collect()
}

fn after_moves(number: usize) -> Game {
    let mut game = Game::new(9, Rules::CHINESE, 0.5);
    for _ in 0..number {
        let point = game.legal_points().next().unwrap();
        game.play(Move::Play(point)).unwrap();
    }
    game
}

#[test]
fn stages_change_by_the_number_of_moves() {
    let spec = "stages:opening=crawler,middle=random,endgame=greedy,opening-moves=3,endgame-moves=6";
    let stages = [0, 2, 3, 5, 6].map(|moves| stage(spec, &after_moves(moves)));
    assert_eq!(stages, ["opening", "opening", "middle game", "middle game", "endgame"]);
}

#[test]
fn stages_change_by_the_legal_moves_that_are_left() {
    let spec = "stages:opening=crawler,middle=random,endgame=greedy,opening-moves=0,opening-legal=80,endgame-legal=78";
    let stages = [0, 1, 2, 3].map(|moves| stage(spec, &after_moves(moves)));
    assert_eq!(stages, ["opening", "middle game", "middle game", "endgame"]);
}

#[test]
fn stages_change_by_the_share_of_settled_points() {
    // Thirteen of twenty-five points are unconditionally Black's.
    let game = position(
        "
        . X . X .
        X X X X .
        X . X . .
        X X X . .
        . . . . .",
        Color::White,
    );
    let spec = |opening: f64, endgame: f64| {
        let middle = "stages:opening=crawler,middle=random,endgame=greedy,opening-moves=0,endgame-legal=0";
        format!("{middle},opening-settled={opening},endgame-settled={endgame}")
    };
    assert_eq!(stage(&spec(0.4, 0.5), &game), "endgame");
    assert_eq!(stage(&spec(0.4, 0.6), &game), "middle game");
    assert_eq!(stage(&spec(0.6, 0.0), &game), "opening");
}

#[test]
fn each_stage_is_played_by_its_player() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    assert_eq!(asked("stages:opening=crawler,middle=random", &game), "A5");
    assert_eq!(asked("stages:opening=[],middle=crawler", &game), "A5", "nobody for the opening");
    assert_eq!(asked("stages:middle=gojen,opening-moves=0,opening-legal=25,endgame-legal=0", &game), "C3");
    assert_eq!(asked("stages:middle=crawler,endgame=[],endgame-legal=25", &game), "A5", "nobody for the endgame");
    assert_eq!(value_of("stages:opening=greedy,middle=random", &game, "C3"), 4.0, "and ranked by him");
}

#[test]
fn a_mixture_plays_the_second_player_as_often_as_it_is_told() {
    let game = Game::new(9, Rules::CHINESE, 0.5);
    let mut mix = make("mix:a=crawler,b=greedy,p=0.25,seed=5");
    mix.reset(1);
    let mut ask = || mix.choose(&game, Budget::default(), &Stop::new()).unwrap().mv.to_gtp(9);
    let greedy = (0..4_000).filter(|_| ask() == "B8").count();
    assert!((880..1_120).contains(&greedy), "{greedy} of 4000 moves are greedy's, the others the crawler's");
    assert_eq!(asked("mix:a=crawler,b=greedy,p=0", &game), "A9");
    assert_eq!(asked("mix:a=crawler,b=greedy,p=1", &game), "B8");
}

#[test]
fn a_mixture_is_weaker_than_the_stronger_of_its_players() {
    let won = wins("gojen", "mix:a=gojen,b=random,p=0.5", 9, 20);
    assert!(won >= 16, "{won} of 20");
}

#[test]
fn who_is_made_of_others_needs_them() {
    assert_eq!(
        complaint("stages:middle=[]"),
        "stages is not available: it needs a player for the middle game, as in stages:middle=best"
    );
    assert_eq!(complaint("mix:b=[]"), "mix is not available: it needs two players, as in mix:a=gojen,b=random,p=0.5");
    assert_eq!(
        complaint("mix:a=[stages:opening=[greddy]]"),
        "in mix's a: in stages's opening: there is no player called greddy: did you mean greedy?"
    );
}

#[test]
fn alphabeta_solves_what_is_small() {
    let mut game = Game::new(3, Rules::CHINESE, 0.0);
    let mut player = make("alphabeta:depth=40,nodes=10000000");
    let choice = player.choose(&game, Budget::default(), &Stop::new()).unwrap();
    assert_eq!((choice.mv.to_gtp(3).as_str(), choice.analysis.score), ("B2", Some(9.0)));
    game = Game::new(2, Rules::TROMP_TAYLOR, 0.0);
    let choice = player.choose(&game, Budget::default(), &Stop::new()).unwrap();
    assert_eq!(choice.analysis.score, Some(1.0));
}

#[test]
fn alphabeta_captures_before_it_passes_if_told_to_clean_up() {
    let game = position(
        "
        . X . X O .
        X X X X O O
        O . X O . O
        X X X O O O
        . X O O . O
        . X O . O O",
        Color::Black,
    );
    let mut player = make("alphabeta");
    let mut ask = |clean_up| {
        player.clean_up(clean_up);
        player.choose(&game, Budget::default(), &Stop::new()).unwrap().mv.to_gtp(6)
    };
    assert_eq!([ask(false), ask(true)], ["pass", "B4"]);
}

#[test]
fn alphabeta_reads_a_snapback() {
    // The stone thrown in at D7 can't be taken for good, and can't be left.
    let game = position(
        "
        X X . . O O .
        X O O O X O O
        X X X X X O .
        X . X . X O O
        X X X X X O .
        . X . X X O O
        X X X . X O .",
        Color::Black,
    );
    assert_eq!(asked("alphabeta:depth=12,nodes=100000", &game), "D7");
}

#[test]
fn alphabeta_tells_how_far_it_has_read() {
    let game = Game::new(5, Rules::CHINESE, 0.5);
    let mut seen = Vec::new();
    let choice = make("alphabeta:depth=2,nodes=100000")
        .analyse(&game, Budget::default(), &Stop::new(), Duration::ZERO, &mut |analysis| seen.push(analysis.clone()))
        .unwrap();
    assert_eq!(seen.len(), 3, "one move ahead, two, and the choice");
    assert_eq!(seen.last(), Some(&choice.analysis));
    let best = choice.analysis.best().unwrap();
    assert_eq!((best.mv, best.line.len(), best.score), (choice.mv, 2, None), "nothing is proven");
    assert!(choice.analysis.notes[0].1.ends_with("2 moves ahead"), "{:?}", choice.analysis.notes);
}

#[test]
fn alphabeta_keeps_to_its_positions_and_to_the_time() {
    let game = Game::new(19, Rules::CHINESE, 7.5);
    let mut player = make("alphabeta:depth=100,nodes=1000000000");
    let visits = |budget| make("alphabeta").choose(&game, budget, &Stop::new()).unwrap().analysis.visits;
    assert!(visits(Budget::playouts(50)) <= 51);
    // Nothing but the time ends this.
    player.choose(&game, Budget::time(Duration::from_millis(40)), &Stop::new()).unwrap();
    assert!(visits(Budget::time(Duration::ZERO)) <= 1);
}

#[test]
fn alphabeta_ranks_by_what_it_weighs() {
    // At C3 it would take a stone.
    let game = position(
        "
        . . . . .
        . . X . .
        . . O X .
        . . X . .
        . . . . .",
        Color::Black,
    );
    assert!(value_of("alphabeta", &game, "B3") > value_of("alphabeta", &game, "A1"));
}

#[test]
fn alphabeta_beats_random() {
    let won = wins("alphabeta:nodes=300", "random", 5, 20);
    assert!(won >= 15, "{won} of 20");
}

#[test]
fn each_plays_legal_games_on_13x13_under_every_rule_set() {
    for spec in ["alphabeta", "stages:opening=gojen,middle=naive,endgame=[alphabeta]", "mix:a=gojen,b=crawler"] {
        for (name, rules) in Rules::ALL {
            let terms = Terms { budgets: [Budget::playouts(4); 2], move_limit: 400, ..Terms::default() };
            let conclusion = play(spec, spec, 13, rules, &terms).conclusion;
            assert!(!matches!(conclusion, Conclusion::Forfeit { .. }), "{spec} ({name}): {conclusion:?}");
        }
    }
}

/// A player that counts what it is taught.
struct Pupil(Arc<AtomicUsize>);

impl Player for Pupil {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn learn(&mut self, _: &Game, _: Move) -> bool {
        self.0.fetch_add(1, Relaxed);
        true
    }
}

/// The roster, with pupils in place of `crawler` and `naive`.
struct School([Arc<AtomicUsize>; 2]);

impl Maker for School {
    fn entries(&self) -> &[Entry] {
        Roster.entries()
    }

    fn make(&self, spec: &Spec) -> Made {
        match spec.name() {
            "crawler" => Ok(Box::new(Pupil(self.0[0].clone()))),
            "naive" => Ok(Box::new(Pupil(self.0[1].clone()))),
            _ => player::make(self, spec),
        }
    }
}

/// How often each pupil inside a player is taught by two moves, and whether the player says that it learns.
fn taught(spec: &str) -> ([usize; 2], bool) {
    let school = School(Default::default());
    let mut player = school.make(&spec.parse().unwrap()).unwrap();
    let learns = [0, 3].map(|moves| player.learn(&after_moves(moves), Move::Pass));
    (school.0.map(|pupil| pupil.load(Relaxed)), learns.into_iter().all(|learns| learns))
}

#[test]
fn what_is_taught_to_a_player_made_of_others_is_handed_on() {
    assert_eq!(taught("mix:a=crawler,b=naive"), ([2, 2], true), "both learn");
    assert_eq!(taught("mix:a=random,b=naive"), ([0, 2], true));
    assert_eq!(taught("mix:a=random,b=greedy"), ([0, 0], false));
    let stages = "stages:opening=crawler,middle=naive,endgame=[],opening-moves=2,endgame-legal=0";
    assert_eq!(taught(stages), ([1, 1], true), "whose stage it is");
}
