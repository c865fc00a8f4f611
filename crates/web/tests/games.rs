//! Games over the WebSocket, as a page plays them.

mod common;

use std::time::Duration;

use common::players::counting;
use common::{TestServer, terms};
use web::Limits;
use web::message::{Event, Intention, Phase, Position, Side, Terms};

/// A whole game of a person against a program: the person plays the first legal point eight times, then passes.
#[test]
fn a_person_plays_a_program_to_the_count() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, mut position) = page.new_game(terms(5, "human", "random"));
    assert_eq!((position.to_play, position.legal.len()), (Side::Black, 25));
    let mut moves = 0;
    while position.phase == Phase::Play {
        let mv = if moves < 8 { position.legal[0].clone() } else { "pass".to_string() };
        let number = position.number;
        position = page.play(&game, position.live, &mv);
        moves += 1;
        if position.phase == Phase::Play && position.number <= number + 1 {
            position = page.until_position(|position| position.number == number + 2 || position.phase != Phase::Play);
        }
    }
    let counted = |position: &Position| position.count.is_some();
    if !counted(&position) {
        position = page.until_position(counted);
    }
    assert_eq!(position.phase, Phase::Count);
    let over = page.change(Intention::Agree { game: game.clone() });
    assert_eq!(over.phase, Phase::Over);
    assert_eq!(over.result, over.count.map(|count| count.result));
    let sgf = page.answer(Intention::Record { game: game.clone() }, |event| match event {
        Event::Record { sgf, .. } => Some(sgf),
        _ => None,
    });
    assert!(["PB[human]", "PW[random]", "RE["].iter().all(|part| sgf.contains(part)), "{sgf}");
}

#[test]
fn seats_are_swapped_three_times_in_mid_game() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "random"));
    page.play(&game, 0, "C3");
    let position = page.until_position(|position| position.number == 2);
    let seat = |color, who: &str, moves| Intention::Seat { game: game.clone(), color, who: who.to_string(), moves };
    page.change(seat(Side::White, "human", None));
    let (black, white) = (position.legal[0].clone(), position.legal[1].clone());
    let position = page.play(&game, position.live, &black);
    let position = page.play(&game, position.live, &white);
    assert_eq!(position.number, 4);
    // A program takes Black's seat for one move.
    page.change(seat(Side::Black, "ranker", Some(1)));
    let position = page.until_position(|position| position.number == 5);
    assert_eq!((position.seats[0].who.as_str(), position.seats[0].moves), ("human", None));
    page.change(seat(Side::White, "random", None));
    let position = page.until_position(|position| position.number == 6);
    assert_eq!(position.to_play, Side::Black);
    assert_eq!(page.refusal(seat(Side::White, "randon", None)), "there is no player randon: did you mean random?");
}

#[test]
fn two_pages_see_the_same_game_and_a_third_only_watches() {
    let server = TestServer::new();
    let (mut one, mut two) = (server.page(), server.page());
    let (game, _) = one.new_game(terms(9, "human", "human"));
    let (tree, position) = two.watch(&game);
    assert_eq!((tree.len(), position.number), (1, 0));
    let black = one.play(&game, 0, "E5");
    let seen = two.until_position(|position| position.number == 1);
    assert_eq!(seen.stones, black.stones);
    two.play(&game, seen.live, "E6");
    assert_eq!(one.until_position(|position| position.number == 2).last.as_deref(), Some("E6"));
    // A page that goes to another node does not move the others.
    let elsewhere = two.change(Intention::Go { game: game.clone(), node: 0 });
    assert_eq!((elsewhere.node, elsewhere.live), (0, 2));
    one.play(&game, 2, "D4");
    two.until(|message| match message.event {
        Event::Position { position, .. } => {
            assert_eq!((message.tag, position.number), (None, 3));
            Some(())
        }
        _ => None,
    });
}

#[test]
fn nothing_is_lost_when_the_page_is_reloaded_or_the_server_restarted() {
    let mut server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(9, "human", "random"));
    page.play(&game, 0, "E5");
    let before = page.until_position(|position| position.number == 2);
    page.play(&game, 0, "C3");
    drop(page);
    let mut page = server.page();
    let (tree, reloaded) = page.watch(&game);
    assert_eq!((reloaded.stones.clone(), tree.len()), (before.stones.clone(), 4));
    drop(page);
    server.restart();
    let mut page = server.page();
    let (tree, restarted) = page.watch(&game);
    assert_eq!((restarted.stones, tree.len()), (before.stones, 4));
    let position = page.play(&game, restarted.live, &restarted.legal[0]);
    assert_eq!(position.number, 3);
    page.until_position(|position| position.number == 4);
}

#[test]
fn programs_play_each_other_pause_step_and_move_now() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(Terms { pause: 60_000, ..terms(5, "slow:ms=600000", "random") });
    let position = page.change(Intention::Run { game: game.clone(), on: false });
    assert!(!position.running && position.number == 0);
    let position = page.change(Intention::Step { game: game.clone() });
    assert!(position.thinking);
    page.until(|message| match message.event {
        Event::Thought { player, thought, .. } => {
            assert_eq!((player.as_str(), thought.win_rate), ("slow:ms=600000", Some(0.6)));
            Some(())
        }
        _ => None,
    });
    page.ask(Intention::MoveNow { game: game.clone() });
    let position = page.until_position(|position| position.number == 1);
    assert!(!position.running && !position.thinking, "paused again after one move");
    // A game without a pause is played to its end.
    page.change(Intention::Pace { game: game.clone(), pause: 0 });
    page.change(Intention::Seat { game: game.clone(), color: Side::Black, who: "random".to_string(), moves: None });
    page.change(Intention::Run { game: game.clone(), on: true });
    let over = page.until_position(|position| position.phase == Phase::Over);
    assert!(over.result.is_some());
    let (rematch, position) = page.answer(Intention::Rematch { game }, |event| match event {
        Event::Position { game, position } => Some((game, position)),
        _ => None,
    });
    assert_eq!((position.seats[0].who.as_str(), position.number), ("random", 0));
    page.change(Intention::Stop { game: rematch });
}

#[test]
fn a_forced_move_and_a_stopped_one() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "slow:ms=600000"));
    page.change(Intention::Force { game: game.clone(), player: "ranker".to_string() });
    let position = page.until_position(|position| position.number == 1);
    assert_eq!(position.last.as_deref(), Some("A5"));
    page.until_position(|position| position.thinking);
    let stopped = page.change(Intention::Stop { game: game.clone() });
    assert!(!stopped.thinking && !stopped.running && stopped.number == 1);
    let refusal = page.refusal(Intention::MoveNow { game: game.clone() });
    assert_eq!(refusal, "no player is thinking");
    page.change(Intention::Undo { game: game.clone() });
    let broken = page.change(Intention::Force { game, player: "broken".to_string() });
    assert!(broken.thinking);
    let position = page.until_position(|position| position.remark.is_some());
    assert_eq!(position.remark.unwrap().english, "broken has no move: broken crashed");
}

#[test]
fn a_closed_tab_stops_its_search() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "slow:ms=600000"));
    page.play(&game, 0, "C3");
    page.until_position(|position| position.thinking);
    drop(page);
    // The next page is served, although the search would have run longer than the timeout.
    let mut page = server.page();
    let (other, _) = page.new_game(terms(5, "random", "random"));
    page.until_position(|position| position.phase == Phase::Over);
    page.ask(Intention::Leave { game: other });
    // The search starts again when the game is watched again.
    page.watch(&game);
    page.until_position(|position| position.thinking);
}

#[test]
fn a_click_is_answered_while_every_core_thinks() {
    let server = TestServer::new();
    let mut thinkers = server.page();
    for _ in 0..4 {
        thinkers.new_game(terms(9, "slow:ms=600000", "slow:ms=600000"));
    }
    thinkers.until_position(|position| position.thinking);
    let mut page = server.page();
    let (game, mut position) = page.new_game(terms(19, "human", "human"));
    // These searches never end: a click that waited for one would never be answered. docs/page.md has the measured
    // latency.
    for number in 1..=40 {
        position = page.play(&game, position.live, &position.legal[7].clone());
        assert_eq!(position.number, number);
    }
}

#[test]
fn clocks_run_and_flags_fall() {
    let server = TestServer::new();
    let mut page = server.page();
    let (_, position) = page.new_game(Terms { clock: Some("1s".to_string()), ..terms(5, "human", "human") });
    assert!(position.seats[0].clock.as_ref().is_some_and(|clock| clock.left <= 1000));
    let over = page.until_position(|position| position.phase == Phase::Over);
    assert_eq!(over.result.as_deref(), Some("W+T"));
}

#[test]
fn a_problem_says_whether_a_move_is_right() {
    let server = TestServer::new();
    let mut page = server.page();
    let problems = page.answer(Intention::ListProblems, |event| match event {
        Event::Problems { problems } => Some(problems),
        _ => None,
    });
    let opened = |event: Event| match event {
        Event::Opened { game, problem, .. } => Some((game, problem)),
        _ => None,
    };
    let answer = |page: &mut common::Page, game: &str, mv: &str| {
        let play = Intention::Play { game: game.to_string(), node: 0, mv: mv.to_string() };
        page.answer(play, |event| match event {
            Event::Answered { right, comment, .. } => Some((right, comment)),
            _ => None,
        })
    };
    assert_eq!(problems[0].to_play, Side::Black);
    let name = problems[0].name.clone();
    let (game, problem) = page.answer(Intention::Problem { name }, opened);
    assert_eq!(problem.as_ref(), Some(&problems[0]));
    for (mv, expected) in [("E1", (false, "")), ("B2", (true, "it is the right one"))] {
        assert_eq!(answer(&mut page, &game, mv), (expected.0, expected.1.to_string()), "{mv}");
    }
    let mut other = server.page();
    let seen = other.answer(Intention::Watch { game }, opened);
    assert_eq!(seen.1, problem, "a second page sees the problem too");
}

#[test]
fn the_answers_of_a_users_problem_are_hidden() {
    let mut server = TestServer::new();
    let mut page = server.page();
    let sgf = "(;SZ[5]GN[mine]AB[bb]AW[cc]C[White takes it.](;W[dd]C[Too slow.])(;W[bc]C[RIGHT]))".to_string();
    let (game, _) = page.answer(Intention::OwnProblem { sgf }, |event| match event {
        Event::Position { game, position } => Some((game, position)),
        _ => None,
    });
    drop(page);
    server.restart();
    let mut page = server.page();
    let (problem, tree) = page.answer(Intention::Watch { game: game.clone() }, |event| match event {
        Event::Opened { problem, tree, .. } => problem.map(|problem| (problem, tree)),
        _ => None,
    });
    assert_eq!(
        (problem.name.as_str(), problem.task.english.as_str(), problem.to_play),
        ("mine", "White to play. White takes it.", Side::White)
    );
    assert_eq!(tree.len(), 1, "the answers are not part of the game");
    for (mv, expected) in [("D2", (false, "Too slow.")), ("B3", (true, "")), ("A1", (false, ""))] {
        let play = Intention::Play { game: game.clone(), node: 0, mv: mv.to_string() };
        let said = page.answer(play, |event| match event {
            Event::Answered { right, comment, .. } => Some((right, comment)),
            _ => None,
        });
        assert_eq!(said, (expected.0, expected.1.to_string()), "{mv}");
    }
    let nothing = Intention::OwnProblem { sgf: "(;SZ[5])".to_string() };
    assert_eq!(page.refusal(nothing), "the record has no move that could solve a problem");
}

#[test]
fn a_council_an_estimate_and_overlays() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    page.play(&game, 0, "C3");
    let players = ["ranker", "broken", "slow:ms=10"].map(str::to_string).to_vec();
    let mut opinions = Vec::new();
    page.answer(Intention::Council { game: game.clone(), node: 1, players, seconds: 0.05 }, |event| match event {
        Event::Opinion { player, mv, error, .. } => {
            opinions.push((player, mv, error.map(|error| error.english)));
            (opinions.len() == 3).then_some(())
        }
        _ => None,
    });
    opinions.sort();
    assert_eq!(opinions[0], ("broken".to_string(), None, Some("broken crashed".to_string())));
    assert_eq!(opinions[1].1.as_deref(), Some("A5"));
    assert!(opinions[2].1.is_some());
    let (count, open, by) = page.answer(Intention::Estimate { game: game.clone(), node: 1 }, |event| match event {
        Event::Estimate { count, open, by, .. } => Some((count, open, by)),
        _ => None,
    });
    // The default player claims every point for the side to move.
    assert_eq!((count.result.as_str(), open, by.as_deref()), ("W+32.5", 0, Some("slow")));
    let overlay = |page: &mut common::Page, what: &str| {
        let what = serde_json::from_str(what).unwrap();
        page.answer(Intention::Overlay { game: game.clone(), node: 1, what }, |event| match event {
            Event::Overlay { values, labels, .. } => Some((values, labels)),
            _ => None,
        })
    };
    let (influence, _) = overlay(&mut page, r#"{"kind":"influence","by":"bouzy"}"#);
    assert!(influence.len() == 25 && influence.iter().all(|value| (0.0..=1.0).contains(value)));
    let (heat, labels) = overlay(&mut page, r#"{"kind":"heat","player":"ranker"}"#);
    assert!(heat[0] > heat[24] && labels[0].text == "1");
    let (ownership, _) = overlay(&mut page, r#"{"kind":"ownership","player":"slow:ms=1"}"#);
    assert_eq!(ownership[0], -0.5, "from Black's view");
    let what = serde_json::from_str(r#"{"kind":"ownership","player":"random"}"#).unwrap();
    let refusal = page.refusal(Intention::Overlay { game: game.clone(), node: 1, what });
    assert_eq!(refusal, "random does not estimate ownership");
}

#[test]
fn an_analysis_runs_until_it_is_stopped() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    let mut thoughts = 0;
    let player = "slow:ms=10".to_string();
    page.answer(Intention::Analyse { game: game.clone(), node: 0, player }, |event| match event {
        Event::Thought { .. } => {
            thoughts += 1;
            (thoughts == 3).then_some(())
        }
        _ => None,
    });
    page.answer(Intention::Quiet { game }, |event| matches!(event, Event::Done).then_some(()));
}

#[test]
fn games_are_listed_latest_first() {
    let server = TestServer::new();
    let mut page = server.page();
    let (first, _) = page.new_game(terms(5, "human", "human"));
    let (second, _) = page.new_game(terms(9, "human", "human"));
    common::next_millisecond();
    page.play(&first, 0, "C3");
    let (games, all) = page.answer(Intention::List { offset: 0, limit: 10 }, |event| match event {
        Event::Games { games, all } => Some((games, all)),
        _ => None,
    });
    let names: Vec<&str> = games.iter().map(|card| card.game.as_str()).collect();
    assert_eq!((names, all), (vec![first.as_str(), second.as_str()], 2));
    assert_eq!((games[0].moves, games[0].stones[12]), (1, 1));
}

fn live(page: &mut common::Page) -> Vec<String> {
    page.answer(Intention::ListLive, |event| match event {
        Event::Live { games } => Some(games),
        _ => None,
    })
}

#[test]
fn a_game_is_live_after_a_move_and_while_a_program_thinks() {
    let server = TestServer::new();
    let mut page = server.page();
    let record = Some("(;SZ[5];B[cc];W[bb])".to_string());
    page.new_game(Terms { start: record, ..terms(5, "human", "human") });
    page.new_game(terms(5, "human", "random"));
    assert!(live(&mut page).is_empty(), "no moves yet");
    let (persons, _) = page.new_game(terms(5, "human", "human"));
    page.play(&persons, 0, "C3");
    common::next_millisecond();
    let (programs, _) = page.new_game(terms(5, "slow:ms=600000", "random"));
    assert_eq!(live(&mut page), [programs, persons.clone()]);
    page.play(&persons, 1, "resign");
    assert_eq!(live(&mut page).len(), 1, "a finished game is not live");
}

#[test]
fn a_game_without_recent_moves_is_not_live() {
    let server = TestServer::with(Limits { lately: Duration::ZERO, ..Limits::default() });
    let mut page = server.page();
    let (left, _) = page.new_game(terms(5, "human", "human"));
    page.play(&left, 0, "C3");
    let (programs, _) = page.new_game(terms(5, "slow:ms=600000", "random"));
    assert_eq!(live(&mut page), std::slice::from_ref(&programs));
    page.change(Intention::Stop { game: programs });
    assert!(live(&mut page).is_empty());
}

#[test]
fn a_lesson_reports_its_progress_and_can_be_stopped() {
    let server = TestServer::new();
    let mut page = server.page();
    let finished = |event: Event| match event {
        Event::Lesson { lesson } if lesson.finished => Some((lesson.done, lesson.of, lesson.player)),
        _ => None,
    };
    let learnt = page.answer(Intention::Learn { lesson: counting(3) }, finished);
    assert_eq!(learnt, (3, 3, Some("random".to_string())));
    let name = page.answer(Intention::Learn { lesson: counting(1_000_000) }, |event| match event {
        Event::Lesson { lesson } if lesson.done > 0 => Some(lesson.lesson),
        _ => None,
    });
    // During the lesson, others play.
    let (game, _) = page.new_game(terms(5, "random", "random"));
    page.until_position(|position| position.phase == Phase::Over);
    page.ask(Intention::Leave { game });
    page.ask(Intention::StopLearning { lesson: name });
    let (done, of, _) = page.until(|message| finished(message.event));
    assert!(done < of);
}

#[test]
fn a_lesson_continues_without_its_page_and_every_page_sees_it() {
    let server = TestServer::new();
    let mut page = server.page();
    let name = page.answer(Intention::Learn { lesson: counting(1_000_000) }, |event| match event {
        Event::Lesson { lesson } => Some(lesson.lesson),
        _ => None,
    });
    drop(page);
    let list = |page: &mut common::Page| {
        page.answer(Intention::ListLessons, |event| match event {
            Event::Lessons { lessons } => Some(lessons),
            _ => None,
        })
    };
    let (mut one, mut other) = (server.page(), server.page());
    let lessons = list(&mut one);
    let shown: Vec<_> = lessons.iter().map(|card| (card.title.as_str(), card.finished)).collect();
    assert_eq!(shown, [("counter:games=1000000", false), ("long ago", true)]);
    assert_eq!((lessons[1].curve.len(), lessons[1].player.as_deref()), (2, Some("reader:small")));
    let seen = one.until(|message| match message.event {
        Event::Lesson { lesson } if lesson.lesson == name => Some(lesson.done),
        _ => None,
    });
    one.until(|message| match message.event {
        Event::Lesson { lesson } => (lesson.done > seen && !lesson.finished).then_some(()),
        _ => None,
    });
    other.answer(Intention::StopLearning { lesson: name.clone() }, |event| (event == Event::Done).then_some(()));
    let learnt = one.until(|message| match message.event {
        Event::Lesson { lesson } if lesson.finished => Some(lesson),
        _ => None,
    });
    assert_eq!((learnt.lesson, learnt.player.as_deref()), (name.clone(), Some("random")));
    assert!(list(&mut other)[0].finished && list(&mut other)[0].lesson == name);
    let again = other.refusal(Intention::StopLearning { lesson: name.clone() });
    assert_eq!(again, format!("there is no lesson {name}"));
}
