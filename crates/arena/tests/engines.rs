//! Programs that hang, crash, babble, cheat and boast: each is survived, its games are in the ledger with the reason,
//! and the others go on.

mod common;

use std::sync::Arc;
use std::time::Duration;

use arena::ledger::GameRow;
use arena::{Conditions, Fault, Finish, RunnerError, Series};
use common::{AllPlayers, ENGINE, Sandbox, series};
use goban::{Color, Rules};
use player::{Budget, SpecError, TimeControl};

/// Three games of a random player against a program.
fn against(program: &str) -> Vec<GameRow> {
    Sandbox::new().play(series("random", program), 3).expect("the runner does not fail")
}

/// Fails unless the program has forfeited every game for that reason.
#[track_caller]
fn always_forfeits(program: &str, fault: Fault, remark: &str) {
    let games = against(program);
    assert_eq!(games.len(), 3);
    for game in games {
        let program_plays = game.result.first.other();
        assert_eq!(game.result.finish, Finish::Forfeit(fault), "{}", game.remark);
        assert_eq!(game.result.outcome.winner(), Some(game.result.first));
        assert!(
            game.remark.starts_with(&format!("{program_plays}: ")) && game.remark.contains(remark),
            "{}",
            game.remark
        );
        assert!(game.sgf.contains(&format!("RE[{}+F]", game.result.first.letter())), "{}", game.sgf);
    }
}

#[test]
fn a_program_that_hangs_forfeits() {
    always_forfeits("gtp:hang-genmove", Fault::Hang, "Fake did not answer 'genmove");
}

#[test]
fn a_program_that_crashes_forfeits() {
    always_forfeits("gtp:crash-genmove", Fault::Crash, "Fake ended (exit status: 5)");
}

#[test]
fn a_program_that_babbles_forfeits() {
    always_forfeits("gtp:garbage-genmove", Fault::Garbage, "error: segmentation fault");
    always_forfeits("gtp:no-move", Fault::Garbage, "the centre, of course");
}

#[test]
fn a_program_that_plays_illegally_forfeits() {
    always_forfeits("gtp:illegal", Fault::IllegalMove, "A1 is not a legal move");
}

#[test]
fn a_program_that_refuses_the_board_forfeits() {
    always_forfeits("gtp:refuse", Fault::Refusal, "unacceptable size");
}

#[test]
fn a_program_that_closes_its_output_forfeits() {
    let answer = r"printf '= \n\n'";
    let script = format!("sh:while read c; do case $c in genmove*) exec 1>&-; sleep 60;; *) {answer};; esac; done");
    always_forfeits(&script, Fault::Crash, "closed its output");
}

#[test]
fn a_program_that_is_slow_loses_on_time_and_forfeits_nothing() {
    let main = Duration::from_secs(3);
    let control = Some(TimeControl::SuddenDeath { main });
    let conditions = Arc::new(Conditions { control, ..Conditions::new(5, Rules::CHINESE, 0) });
    let slow = Series { conditions, ..series("random", "gtp:slow 3100") };
    for game in Sandbox::new().play(slow, 2).expect("the runner does not fail") {
        assert_eq!((game.result.finish, game.result.outcome.winner()), (Finish::Time, Some(game.result.first)));
        assert!(game.remark.contains("the time was overstepped by "), "{}", game.remark);
        assert_eq!(game.clock, "3s");
    }
}

#[test]
fn a_program_that_boasts_is_not_believed() {
    for boast in ["B+300", "W+300", "everything"] {
        for game in against(&format!("gtp:boast {boast}")) {
            assert_eq!(
                game.result.outcome.winner(),
                Some(game.result.first),
                "only the other has put stones on the board"
            );
            assert!([Finish::Passes, Finish::PlayedOut].contains(&game.result.finish));
        }
    }
}

#[test]
fn a_program_that_calls_living_stones_dead_has_to_capture_them() {
    for game in against("gtp:mark 'C3 C2 B3 D3 C4'") {
        assert_eq!((game.result.finish, game.result.outcome.winner()), (Finish::PlayedOut, Some(game.result.first)));
    }
}

#[test]
fn a_program_that_crashes_when_it_counts_has_no_say() {
    for game in against("gtp:crash-count") {
        assert_eq!((game.result.finish, game.result.outcome.winner()), (Finish::Passes, Some(game.result.first)));
        assert!(game.remark.contains("had no say: Fake ended (exit status: 6)"), "{}", game.remark);
    }
}

/// The budget of a move also limits how long a program may count.
#[test]
fn a_program_that_hangs_when_it_counts_has_no_say() {
    let budget = Budget::time(Duration::from_secs(1));
    let conditions = Arc::new(Conditions { budget, ..Conditions::new(5, Rules::CHINESE, 0) });
    let hanging = Series { conditions, ..series("random", "gtp:hang-count") };
    for game in Sandbox::new().play(hanging, 2).expect("the runner does not fail") {
        assert_eq!((game.result.finish, game.result.outcome.winner()), (Finish::Passes, Some(game.result.first)));
        let remark = "had no say: Fake did not answer 'final_status_list dead' within 2.0 seconds";
        assert!(game.remark.contains(remark), "{}", game.remark);
    }
}

#[test]
fn what_a_program_says_of_itself_is_cleaned_and_cut() {
    let games = against("gtp:long-name 70000");
    for game in &games {
        let engine = &game.engines[game.result.first.other().index()];
        assert!(engine.chars().count() <= 170 && !engine.contains(char::is_control), "{engine:?}");
    }
    for game in against("gtp:long-refusal 70000") {
        assert_eq!(game.result.finish, Finish::Forfeit(Fault::Refusal));
        assert!(game.remark.chars().count() < 600 && game.sgf.len() < 4_000, "{}", game.remark);
    }
}

#[test]
fn a_program_that_can_never_be_started_closes_the_hall() {
    let sandbox = Sandbox::new();
    for program in ["gtp:crash", "sh:exit 3", "gtp:garbage"] {
        let error = sandbox.play(series("random", program), 3).expect_err(program);
        assert!(matches!(error, RunnerError::Player(SpecError::Unavailable { .. })), "{error}");
    }
}

/// Before a match, and at its table.
#[test]
fn a_program_that_cannot_be_given_playouts_plays_no_game_with_such_a_budget() {
    let sandbox = Sandbox::new();
    let conditions = Arc::new(Conditions { budget: Budget::playouts(50), ..Conditions::new(5, Rules::CHINESE, 0) });
    let limited = |program: &str| Series { conditions: Arc::clone(&conditions), ..series("random", program) };
    let fake = limited("gtp:polite");
    let tried = arena::try_out(&AllPlayers, &fake.players, &conditions.game().expect("a game"), conditions.budget);
    let error = tried.expect_err("it has no parameter for playouts");
    assert!(error.to_string().starts_with("Fake has no parameter for a budget in playouts: "), "{error}");
    assert_eq!(sandbox.play(fake, 3), Err(RunnerError::Player(error)));
    assert_eq!(sandbox.play(limited("gtp:limited"), 2).map(|games| games.len()), Ok(2));
    assert_eq!(sandbox.play(limited("gtp:serve random"), 2).map(|games| games.len()), Ok(2));
}

#[test]
fn a_program_that_can_no_longer_be_started_forfeits() {
    let sandbox = Sandbox::new();
    let flag = sandbox.folder.path().join("flag");
    let (flag, engine) = (flag.display(), ENGINE);
    let script = format!("sh:test -e '{flag}' && exit 9; touch '{flag}'; exec '{engine}' crash-genmove");
    let entered = arena::Match::enter(&sandbox.ledger, series("random", &script)).expect("a ledger");
    sandbox.runner(&(), 1).play(entered.fixtures(3)).expect("the runner does not fail");
    let games = sandbox.games(&entered.series.contest);
    assert_eq!(games.len(), 3);
    assert!(games.iter().all(|game| game.result.finish == Finish::Forfeit(Fault::Crash)));
    assert!(games[1].remark.contains("exit status: 9"), "{}", games[1].remark);
}

#[test]
fn an_honest_program_plays_and_is_known_by_name() {
    let games = against("gtp:serve random");
    for game in &games {
        assert_eq!(game.result.finish, Finish::Passes, "{}", game.remark);
        let program = game.result.first.other().index();
        assert_eq!(game.engines[program], format!("Ponnuki {}", gtp::version()));
        assert_eq!(game.engines[1 - program], "");
        assert!(game.sgf.contains(&format!("{} is Ponnuki", Color::BOTH[program])));
    }
}
