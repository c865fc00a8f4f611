//! Every game comes to an end with an outcome, however the players behave.

use std::time::Duration;

use goban::{Move, Point, Rules, diagram};
use player::{Choice, Failure, Opinion, TimeControl};

use super::*;
use crate::Adjudication;

/// Plays the moves of its script, then passes; after that it has the given opinion.
#[derive(Default)]
struct Script {
    moves: Vec<Move>,
    /// What it plays to clean up.
    broom: Vec<Move>,
    opinion: Opinion,
    asked: bool,
    win_rate: Option<f32>,
    pause: Duration,
    fails: Option<Breakdown>,
}

#[derive(Clone, Copy, PartialEq)]
enum Breakdown {
    Choosing,
    Observing,
    Counting,
}

fn moves(names: &str) -> Vec<Move> {
    let read = |name| Move::from_gtp(name, 5).expect("a move");
    names.split_whitespace().rev().map(read).collect()
}

impl Script {
    fn of(names: &str) -> Script {
        Script { moves: moves(names), ..Script::default() }
    }

    /// Says that these stones are dead.
    fn who_thinks_dead(names: &str) -> Script {
        let dead = names.split_whitespace().map(|name| Point::from_gtp(name, 5).expect("a point")).collect();
        Script { opinion: Opinion { dead: Some(dead), outcome: None }, ..Script::default() }
    }

    fn cleaning_up(self, names: &str) -> Script {
        Script { broom: moves(names), ..self }
    }
}

impl Player for Script {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        assert!(self.fails != Some(Breakdown::Choosing), "out of order");
        std::thread::sleep(self.pause);
        let mut choice = Choice::new(self.moves.pop().unwrap_or(Move::Pass));
        choice.analysis.win_rate = self.win_rate;
        Ok(choice)
    }

    fn observe(&mut self, _: &Game, _: Move) {
        assert!(self.fails != Some(Breakdown::Observing), "out of order");
    }

    fn clean_up(&mut self, on: bool) {
        self.moves = if on { std::mem::take(&mut self.broom) } else { Vec::new() };
    }

    fn opinion(&mut self, _: &Game) -> Result<Opinion, Failure> {
        self.asked = true;
        match self.fails {
            Some(Breakdown::Counting) => Err(Failure::new(FailureKind::Hang, "it counts to this day")),
            _ => Ok(self.opinion.clone()),
        }
    }
}

/// White's stone at A1 is dead to anyone who can read, and it decides the game.
const DEAD_STONE: &str = "
    . X X O .
    X . X O O
    X X X O .
    . . X O O
    O . X O .";

fn conditions(rules: Rules) -> Conditions {
    Conditions { komi: 0.5, ..Conditions::new(5, rules, 0) }
}

fn play_under(game: Game, black: &mut Script, white: &mut Script, conditions: &Conditions) -> Played {
    referee(game, [black, white], conditions, 1, &Stop::new(), &mut |_| {}).expect("it is not stopped")
}

fn play(text: &str, rules: Rules, mut black: Script, mut white: Script) -> Played {
    let game = Game::from_board(diagram::board(text), rules, 0.5);
    play_under(game, &mut black, &mut white, &conditions(rules))
}

fn from_scratch(black: Script, white: Script) -> Played {
    play(".....\n.....\n.....\n.....\n.....", Rules::CHINESE, black, white)
}

fn result_of(played: &Played) -> (String, Finish) {
    (played.outcome.to_string(), played.finish)
}

#[test]
fn without_objections_the_referee_counts() {
    let played = play(DEAD_STONE, Rules::CHINESE, Script::default(), Script::default());
    assert_eq!(result_of(&played), ("B+4.5".to_string(), Finish::Passes), "fifteen points to ten, and komi");
    assert_eq!(played.times.len(), 2);
}

#[test]
fn where_both_name_the_same_dead_stones_that_is_the_count() {
    let [black, white] = [Script::who_thinks_dead("A1"), Script::who_thinks_dead("A1 B2")];
    assert_eq!(result_of(&play(DEAD_STONE, Rules::CHINESE, black, white)).0, "B+4.5", "B2 is not a stone");
    let [black, white] = [Script::who_thinks_dead("D5"), Script::who_thinks_dead("E2")];
    assert_eq!(
        result_of(&play(DEAD_STONE, Rules::CHINESE, black, white)).0,
        "B+19.5",
        "a stone is dead with its chain"
    );
}

#[test]
fn where_they_disagree_about_area_they_play_on_until_all_is_alive() {
    let black = Script::who_thinks_dead("A1").cleaning_up("A2 B1");
    let played = play(DEAD_STONE, Rules::CHINESE, black, Script::who_thinks_dead(""));
    assert_eq!(result_of(&played), ("B+4.5".to_string(), Finish::PlayedOut), "Black captures, and then it is plain");
    let lazy = Script::who_thinks_dead("A1");
    let played = play(DEAD_STONE, Rules::CHINESE, lazy, Script::who_thinks_dead(""));
    assert_eq!(result_of(&played), ("W+0.5".to_string(), Finish::PlayedOut), "what is not captured is alive");
}

#[test]
fn where_they_disagree_about_territory_the_referee_decides() {
    let played = play(DEAD_STONE, Rules::JAPANESE, Script::who_thinks_dead("A1"), Script::who_thinks_dead(""));
    assert_eq!(played.finish, Finish::Estimate);
    let agreed = play(DEAD_STONE, Rules::JAPANESE, Script::default(), Script::default());
    assert_eq!((agreed.outcome, agreed.finish), (played.outcome, Finish::Passes));
}

#[test]
fn a_wrong_claim_is_not_believed() {
    let claim = Opinion { dead: None, outcome: "W+300".parse().ok() };
    let white = Script { opinion: claim, ..Script::default() };
    let played = play(DEAD_STONE, Rules::CHINESE, Script::default().cleaning_up("A2 B1"), white);
    assert_eq!(result_of(&played), ("B+4.5".to_string(), Finish::PlayedOut));
    let modest = Script { opinion: Opinion { dead: None, outcome: "B+9.5".parse().ok() }, ..Script::default() };
    let played = play(DEAD_STONE, Rules::CHINESE, Script::default(), modest);
    assert_eq!(result_of(&played), ("B+4.5".to_string(), Finish::Passes), "the winner is not in dispute");
}

#[test]
fn a_player_that_fails_when_asked_has_no_say() {
    let white = Script { fails: Some(Breakdown::Counting), ..Script::default() };
    let played = play(DEAD_STONE, Rules::CHINESE, Script::who_thinks_dead("A1"), white);
    assert_eq!(result_of(&played), ("B+4.5".to_string(), Finish::Passes));
    assert_eq!(played.remark, "white had no say: it counts to this day.");
}

#[test]
fn where_every_stone_counts_no_player_is_asked() {
    let (mut black, mut white) = (Script::who_thinks_dead("A1"), Script::who_thinks_dead(""));
    let game = Game::from_board(diagram::board(DEAD_STONE), Rules::TROMP_TAYLOR, 0.5);
    let played = play_under(game, &mut black, &mut white, &conditions(Rules::TROMP_TAYLOR));
    assert_eq!(result_of(&played), ("W+0.5".to_string(), Finish::Passes));
    assert!(!black.asked && !white.asked);
}

#[test]
fn a_panic_is_a_forfeit() {
    for fails in [Breakdown::Choosing, Breakdown::Observing] {
        let white = Script { fails: Some(fails), ..Script::default() };
        let played = from_scratch(Script::of("C3"), white);
        assert_eq!(result_of(&played), ("B+F".to_string(), Finish::Forfeit(Fault::Crash)));
        assert!(played.remark.starts_with("white: the player panicked: out of order"), "{}", played.remark);
        assert_eq!(played.broken, [false, true]);
    }
}

#[test]
fn an_illegal_move_is_a_forfeit() {
    let played = from_scratch(Script::of("C3"), Script::of("C3"));
    assert_eq!(result_of(&played), ("B+F".to_string(), Finish::Forfeit(Fault::IllegalMove)));
    assert!(played.remark.starts_with("white: C3 is not a legal move"), "{}", played.remark);
    assert_eq!(played.game.moves().len(), 1);
}

#[test]
fn a_loss_on_time_is_not_a_forfeit() {
    let control = Some(TimeControl::SuddenDeath { main: Duration::from_millis(5) });
    let mut black = Script { pause: Duration::from_millis(20), ..Script::default() };
    let conditions = Conditions { control, ..conditions(Rules::CHINESE) };
    let played = play_under(conditions.game().unwrap(), &mut black, &mut Script::default(), &conditions);
    assert_eq!(result_of(&played), ("W+T".to_string(), Finish::Time));
    assert!(!played.finish.is_forfeit() && played.broken == [false, false]);
}

#[test]
fn a_game_that_reaches_the_limit_of_moves_is_counted_as_it_stands() {
    let conditions = Conditions { move_limit: 3, ..conditions(Rules::CHINESE) };
    let (mut black, mut white) = (Script::of("C3 C4 C2"), Script::default());
    let played = play_under(conditions.game().unwrap(), &mut black, &mut white, &conditions);
    assert_eq!(result_of(&played), ("B+24.5".to_string(), Finish::MoveLimit));
}

#[test]
fn a_resignation_is_a_resignation() {
    assert_eq!(
        result_of(&from_scratch(Script::of("resign"), Script::default())),
        ("W+R".to_string(), Finish::Resignation)
    );
}

#[test]
fn a_deathmatch_ends_where_there_is_no_move_left() {
    let text = "
        . X X X X
        X X X X X
        X X . X X
        X X X X X
        X X X X .
        O to play";
    let played = play(text, Rules::DEATHMATCH, Script::default(), Script::default());
    assert_eq!(result_of(&played), ("B+24.5".to_string(), Finish::NoMoveLeft));
    assert!(played.times.is_empty());
}

#[test]
fn a_game_that_both_believe_decided_is_adjudicated() {
    let conditions = Conditions { adjudication: Some(Adjudication::Agreed(0.9)), ..conditions(Rules::CHINESE) };
    let sure = |names: &str, win_rate| Script { win_rate: Some(win_rate), ..Script::of(names) };
    let (black, white) = ("A1 A2 A3 A4 A5", "E1 E2 E3 E4 E5");
    let played = play_under(conditions.game().unwrap(), &mut sure(black, 0.05), &mut sure(white, 0.95), &conditions);
    assert_eq!(result_of(&played), ("W+".to_string(), Finish::Adjudication));
    assert_eq!(played.game.moves().len(), 6);
    let played = play_under(conditions.game().unwrap(), &mut sure(black, 0.6), &mut sure(white, 0.95), &conditions);
    assert_eq!(played.finish, Finish::Passes, "Black does not think so");
}

#[test]
fn a_game_that_is_settled_is_adjudicated() {
    let text = "
        . X . X .
        X X X X X
        X . X . X
        X X X X X
        . . . . .";
    let white = Script::of("A1 C1 E1 D1");
    for (adjudication, finish, moves) in
        [(None, Finish::MoveLimit, 9), (Some(Adjudication::Settled), Finish::Adjudication, 8)]
    {
        let conditions = Conditions { adjudication, move_limit: 9, ..conditions(Rules::CHINESE) };
        let game = Game::from_board(diagram::board(text), Rules::CHINESE, 0.5);
        let (mut black, mut white) = (Script::default(), Script { moves: white.moves.clone(), ..Script::default() });
        let played = play_under(game, &mut black, &mut white, &conditions);
        assert_eq!((played.finish, played.game.moves().len()), (finish, moves));
        assert_eq!(played.outcome.winner(), Some(Color::Black));
    }
}

#[test]
fn a_game_that_is_stopped_has_no_outcome() {
    let (stop, game) = (Stop::new(), Game::new(5, Rules::CHINESE, 0.5));
    stop.stop();
    let (mut black, mut white) = (Script::default(), Script::default());
    let conditions = conditions(Rules::CHINESE);
    assert!(referee(game, [&mut black, &mut white], &conditions, 1, &stop, &mut |_| {}).is_none());
}

#[test]
fn every_finish_is_written_and_read() {
    for (finish, word) in FINISHES {
        assert_eq!((finish.to_string().as_str(), word.parse()), (word, Ok(finish)));
    }
    assert!("checkmate".parse::<Finish>().is_err());
    assert_eq!(FINISHES.iter().filter(|(finish, _)| finish.is_forfeit()).count(), 5);
}
