//! The HTTP API, as docs/page.md describes it.

mod common;

use common::{TestServer, fetch, terms};
use serde_json::json;
use web::message::{ContestCard, Event, Intention, NewContest, System};
use web::{Options, ServeError, Server};

#[test]
fn the_server_reports_its_health_and_its_players() {
    let server = TestServer::new();
    let health = server.get("/health");
    assert_eq!((health.status, health.json()["games"].as_u64()), (200, Some(0)));
    let players = server.get("/api/players").json();
    let slow = &players["players"][1];
    assert_eq!((slow["name"].as_str(), slow["thinks"].as_bool()), (Some("slow"), Some(true)));
    let names: Vec<&str> = slow["parameters"].as_array().unwrap().iter().filter_map(|p| p["name"].as_str()).collect();
    assert_eq!(names, ["ms", "threads", "memory"], "players on a page do not ponder");
    let reader = players["players"].as_array().unwrap().iter().find(|player| player["name"] == "reader").unwrap();
    assert_eq!(reader["parameters"][0]["choices"], json!(["default", "small"]));
    assert_eq!(players["rules"][0]["name"], "chinese");
}

#[test]
fn games_can_be_read_as_json_and_as_sgf() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(9, "human", "human"));
    page.play(&game, 0, "E5");
    let list = server.get("/api/games?limit=5").json();
    assert_eq!((list["all"].as_u64(), list["games"][0]["moves"].as_u64()), (Some(1), Some(1)));
    let one = server.get(&format!("/api/games/{game}")).json();
    assert_eq!(one["position"]["last"], "E5");
    assert_eq!(one["tree"].as_array().unwrap().len(), 2);
    let sgf = server.get(&format!("/api/games/{game}.sgf"));
    assert!(sgf.body.contains(";B[ee]") && sgf.head.contains("application/x-go-sgf"), "{sgf:?}");
    let missing = server.get("/api/games/nowhere");
    assert_eq!((missing.status, missing.json()["error"].as_str()), (404, Some("there is no game nowhere")));
    assert_eq!(server.get("/api/games?limit=many").status, 400);
}

#[test]
fn a_position_is_analysed() {
    let server = TestServer::new();
    let ask = |body: &serde_json::Value| fetch(server.address(), "POST", "/api/analyse", &[], &body.to_string());
    let reply = ask(&json!({ "position": "(;SZ[9];B[ee])", "player": "slow", "seconds": 0.05 }));
    assert_eq!(reply.status, 200, "{reply:?}");
    let reply = reply.json();
    assert_eq!(reply["player"], "slow");
    assert!((reply["thought"]["winRate"].as_f64().unwrap() - 0.4).abs() < 1e-6, "from Black's view");
    let board = ". X .\n. . .\n. O .";
    assert_eq!(ask(&json!({ "position": board, "player": "ranker" })).json()["mv"], "A3");
    let refused = ask(&json!({ "position": board, "player": "reader:model=/etc/passwd" }));
    assert_eq!(refused.status, 400);
    assert_eq!(ask(&json!({ "position": "no board", "player": "random" })).status, 400);
    assert_eq!(ask(&json!({ "player": "random" })).status, 400);
    assert_eq!(server.get("/api/analyse").status, 405);
}

#[test]
fn a_contest_is_played_watched_reported_and_extended() {
    let mut server = TestServer::new();
    let mut page = server.page();
    let players = ["random", "ranker", "slow:ms=1"].map(str::to_string).to_vec();
    let (name, system) = ("Spring cup".to_string(), System::RoundRobin);
    let contest = NewContest { name, system, players, games: 2, terms: terms(5, "human", "human") };
    let finished = |event: Event| match event {
        Event::Contest { contest } if contest.done == contest.of && !contest.running => Some(contest),
        _ => None,
    };
    let card: ContestCard = page.answer(Intention::StartContest { contest: contest.clone() }, finished);
    assert_eq!((card.done, card.standings.len(), card.cross.len()), (6, 3, 3));
    assert_eq!(card.standings.iter().map(|line| line.points).sum::<f32>(), 6.0);
    assert!(card.standings[0].rating.is_some());
    let game = &card.latest[0];
    assert_eq!(game.contest.as_deref(), Some("Spring cup"));
    let (tree, position) = page.watch(&game.game);
    assert_eq!((tree.len() as u32, position.result), (game.moves + 1, game.result.clone()));
    let refusal = page.refusal(Intention::Undo { game: game.game.clone() });
    assert!(refusal.contains("played in a tournament"), "{refusal}");
    let report = server.get("/api/report/Spring%20cup.md");
    assert!(report.status == 200 && report.body.contains("ranker"), "{report:?}");
    assert_eq!(server.get("/api/report/all.json").json()["games"], 6);
    assert_eq!(server.get("/api/report/nothing.json").status, 400);

    server.restart();
    let mut page = server.page();
    let cards = page.answer(Intention::ListContests, |event| match event {
        Event::Contests { contests } => Some(contests),
        _ => None,
    });
    assert_eq!((cards.len(), cards[0].done), (1, 6));
    let longer = NewContest { games: 4, ..contest.clone() };
    let card = page.answer(Intention::StartContest { contest: longer }, finished);
    assert_eq!(card.done, 12, "the same name resumes it with more games");
    let twice = NewContest { players: vec!["random".to_string(); 2], ..contest.clone() };
    assert_eq!(page.refusal(Intention::StartContest { contest: twice }), "random takes part twice");
    let foreign = NewContest { players: vec!["random".into(), "reader:/etc/passwd".into()], ..contest };
    assert!(page.refusal(Intention::StartContest { contest: foreign }).contains("cannot have"));
}

#[test]
fn a_contest_name_cannot_be_reused_for_another_contest() {
    let server = TestServer::new();
    let mut page = server.page();
    let players = ["random", "ranker", "slow:ms=1"].map(str::to_string).to_vec();
    let (name, system) = ("Cup".to_string(), System::RoundRobin);
    let cup = NewContest { name, system, players, games: 2, terms: terms(5, "human", "human") };
    let start = |contest: &NewContest| Intention::StartContest { contest: contest.clone() };
    let played = |event: Event| match event {
        Event::Contest { contest } if contest.done == 6 && !contest.running => Some(contest.standings.len()),
        _ => None,
    };
    assert_eq!(page.answer(start(&cup), played), 3);
    let others = [
        NewContest { players: cup.players[..2].to_vec(), ..cup.clone() },
        NewContest { terms: terms(7, "human", "human"), ..cup.clone() },
        NewContest { system: System::Gauntlet, ..cup.clone() },
        NewContest { games: 1, ..cup.clone() },
    ];
    for other in &others {
        let refusal = page.refusal(start(other));
        assert!(refusal.starts_with("there is a contest Cup with other players or terms"), "{refusal}");
    }
    let same = NewContest { name: " Cup ".to_string(), terms: terms(5, "human", "random"), ..cup };
    assert_eq!(page.answer(start(&same), played), 3, "the stored contest is intact and is resumed");
}

#[test]
fn a_best_of_match_ends_as_soon_as_it_is_decided() {
    let server = TestServer::new();
    let mut page = server.page();
    // The player that crashes at every move loses the first two games.
    let players = ["random", "broken"].map(str::to_string).to_vec();
    let (name, system) = ("Duel".to_string(), System::BestOf);
    let contest = NewContest { name, system, players, games: 3, terms: terms(5, "human", "human") };
    let card = page.answer(Intention::StartContest { contest: contest.clone() }, |event| match event {
        Event::Contest { contest } if !contest.running => Some(contest),
        _ => None,
    });
    assert_eq!((card.done, card.of, card.over), (2, 3, true));
    let three = NewContest { players: vec!["random".into(), "broken".into(), "ranker".into()], ..contest };
    let refusal = page.refusal(Intention::StartContest { contest: three });
    assert!(refusal.starts_with("a match needs two players"), "{refusal}");
}

#[test]
fn a_game_of_a_contest_is_watched_while_it_is_played() {
    let server = TestServer::new();
    let mut page = server.page();
    let players = ["slow:ms=60", "slow:ms=61"].map(str::to_string).to_vec();
    let (name, system) = ("Duel".to_string(), System::Match);
    let contest = NewContest { name: name.clone(), system, players, games: 1000, terms: terms(5, "human", "human") };
    page.ask(Intention::StartContest { contest });
    // On a busy machine a game may be over before it is watched; then the next one is.
    let (game, position) = loop {
        let game = page.until(|message| match message.event {
            Event::Contest { contest } => contest.latest.into_iter().find(|card| card.result.is_none()),
            _ => None,
        });
        let live = page.answer(Intention::ListLive, |event| match event {
            Event::Live { games } => Some(games),
            _ => None,
        });
        let (_, position) = page.watch(&game.game);
        if position.result.is_none() {
            assert!(live.contains(&game.game));
            break (game, position);
        }
    };
    let later = page.until_position(|later| later.number > position.number || later.result.is_some());
    assert_eq!(later.seats.map(|seat| seat.who), game.seats);
    let stopping = page.answer(Intention::StopContest { contest: name }, |event| match event {
        Event::Contest { contest } => Some(contest.running && contest.stopping),
        _ => None,
    });
    assert!(stopping, "the answer comes at once");
    if later.result.is_none() {
        let over = page.until_position(|position| position.result.is_some());
        assert!(over.number > 0, "a running game is finished");
    }
}

#[test]
fn a_contest_is_resumed_after_a_stop_or_a_restart() {
    let mut server = TestServer::new();
    let mut page = server.page();
    let players = ["slow:ms=5", "slow:ms=6"].map(str::to_string).to_vec();
    let (name, system) = ("Duel".to_string(), System::Match);
    let contest = NewContest { name: name.clone(), system, players, games: 1000, terms: terms(3, "human", "human") };
    let resume = Intention::ResumeContest { contest: name.clone() };
    assert_eq!(page.refusal(resume.clone()), "there is no contest Duel");
    page.answer(Intention::StartContest { contest }, |event| match event {
        Event::Contest { contest } => (!contest.latest.is_empty()).then_some(()),
        _ => None,
    });
    let stopped = |event: Event| match event {
        Event::Contest { contest } if !contest.running => Some(contest),
        _ => None,
    };
    page.ask(Intention::StopContest { contest: name });
    let card = page.until(|message| stopped(message.event));
    assert!(card.done < card.of && !card.stopping);
    page.answer(resume.clone(), |event| match event {
        Event::Contest { contest } => contest.running.then_some(()),
        _ => None,
    });
    server.restart();
    let mut page = server.page();
    page.answer(resume, |event| match event {
        Event::Contest { contest } => (contest.running && contest.done > card.done + 2).then_some(()),
        _ => None,
    });
}

#[test]
fn the_page_is_served_with_its_type_and_its_security_headers() {
    let server = TestServer::new();
    for path in ["/", "/game/abc"] {
        let page = server.get(path);
        assert_eq!(page.status, 200);
        assert!(page.head.contains("content-type: text/html; charset=utf-8"), "{}", page.head);
        assert!(page.head.contains("content-security-policy: default-src 'none'; script-src 'self'"));
        assert!(page.head.contains("x-content-type-options: nosniff"));
    }
    assert_eq!(server.get("/ws").status, 400, "this address takes WebSockets only");
}

#[test]
fn an_address_other_than_loopback_needs_a_token() {
    let folder = tempfile::tempdir().unwrap();
    let options = |token: Option<&str>| Options {
        listen: ([0, 0, 0, 0], 0).into(),
        token: token.map(str::to_string),
        ledger: folder.path().join("ledger.db"),
        ..Options::default()
    };
    let start = |token| Server::start(common::players::program(), options(token));
    assert!(matches!(start(None), Err(ServeError::Token(_))));
    assert!(matches!(start(Some("short")), Err(ServeError::BadToken)));
    let server = start(Some("a-long-enough-token")).unwrap();
    let address = ([127, 0, 0, 1], server.address().port()).into();
    let status = |path: &str| fetch(address, "GET", path, &[], "").status;
    assert_eq!((status("/"), status("/api/players"), status("/health")), (401, 401, 401));
    let welcome = fetch(address, "GET", "/?token=a-long-enough-token", &[], "");
    assert!(
        welcome.status == 200 && welcome.head.contains("set-cookie: ponnuki=a-long-enough-token; path=/; httponly")
    );
    assert!(common::connect(address, &[]).is_err());
    assert!(common::connect(address, &[("cookie", "ponnuki=a-long-enough-token")]).is_ok());
}
