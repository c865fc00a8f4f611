//! Every refusal is a sentence that says what is wrong: over HTTP as `{"error": ...}`, as docs/page.md promises.

mod common;

use common::{Reply, TestServer, fetch, terms};
use serde_json::json;
use web::Limits;
use web::message::{Event, Intention, NewContest, System, Terms};

#[track_caller]
fn sentence(reply: &Reply, status: u16) -> String {
    assert_eq!(reply.status, status, "{reply:?}");
    assert!(reply.head.contains("content-type: application/json"), "{reply:?}");
    let object = reply.json();
    let said = object["error"].as_str().unwrap_or_else(|| panic!("no sentence in {reply:?}"));
    assert!(said.contains(' ') && object.as_object().unwrap().len() == 1, "{reply:?}");
    said.to_string()
}

const ADDRESSES: [&str; 8] = [
    "/health",
    "/api/players",
    "/api/games",
    "/api/games/none",
    "/api/games/none.sgf",
    "/api/contests",
    "/api/report/none.json",
    "/api/analyse",
];

#[test]
fn a_wrong_method_is_refused_at_every_address() {
    let server = TestServer::new();
    for address in ADDRESSES {
        let usual = if address == "/api/analyse" { "POST" } else { "GET" };
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "FLY"] {
            if method != usual {
                let reply = fetch(server.address(), method, address, &[], "");
                let said = sentence(&reply, 405);
                assert!(said.starts_with(&format!("{address} does not take {method}")), "{said}");
                assert!(reply.head.contains(&format!("allow: {}", usual.to_lowercase())), "{reply:?}");
            }
        }
    }
    sentence(&fetch(server.address(), "POST", "/", &[], ""), 405);
}

#[test]
fn an_unknown_address_is_refused() {
    let server = TestServer::new();
    for address in ["/api", "/api/", "/api/nothing", "/api/games/", "/api/players/mcts", "/api/report", "/api?a=b"] {
        for method in ["GET", "POST"] {
            sentence(&fetch(server.address(), method, address, &[], ""), 404);
        }
    }
    for address in ["/api/games/%ff", "/api/games/%ff.sgf", "/api/report/%c3%28.md"] {
        assert!(sentence(&server.get(address), 400).starts_with("the address cannot be read: "), "{address}");
    }
    assert_eq!(sentence(&server.get("/api/games/none.sgf"), 404), "there is no game none");
}

#[test]
fn an_invalid_query_string_is_refused() {
    let server = TestServer::new();
    for query in ["limit=many", "limit=-1", "offset=1.5", "offset=99999999999", "limit=", "limt=5", "limit=5&limit=6"] {
        let said = sentence(&server.get(&format!("/api/games?{query}")), 400);
        assert!(said.starts_with("the query string cannot be read: "), "{query}: {said}");
    }
    assert_eq!(sentence(&server.get("/api/games?limit=101"), 400), "101 games are too many for one list: at most 100");
    for address in ADDRESSES {
        let method = if address == "/api/analyse" { "POST" } else { "GET" };
        let reply = fetch(server.address(), method, &format!("{address}?far=3"), &[], "");
        assert!(sentence(&reply, 400).contains("unknown field `far`"), "{address}: {reply:?}");
    }
    assert_eq!(server.get("/api/players?token=not-asked-for").status, 200);
}

#[test]
fn an_invalid_body_is_refused() {
    let server = TestServer::with(Limits { message: 10_000, ..Limits::default() });
    let post = |body: &str| fetch(server.address(), "POST", "/api/analyse", &[], body);
    for body in ["", "hello", "[1]", "{}", r#"{"position":"(;SZ[9])"}"#, r#"{"position":3,"player":"random"}"#] {
        let said = sentence(&post(body), 400);
        assert!(said.starts_with("the message cannot be read: "), "{body}: {said}");
    }
    let unknown = r#"{"position":"(;SZ[9])","player":"random","playouts":9}"#;
    assert!(sentence(&post(unknown), 400).contains("unknown field `playouts`"));
    let large = sentence(&post(&" ".repeat(20_000)), 413);
    assert_eq!(large, "the request is larger than 10000 bytes");
}

#[test]
fn a_request_without_access_is_refused() {
    let server = TestServer::new();
    let address = server.address();
    sentence(&fetch(address, "GET", "/api/players", &[("Origin", "http://evil.example")], ""), 403);
    sentence(&fetch(address, "GET", "/api/players", &[("Host", "evil.example")], ""), 421);
    let said = sentence(&server.get("/ws"), 400);
    assert!(said.ends_with(": this address is for WebSockets"), "{said}");
}

#[test]
fn invalid_numbers_are_refused_over_http() {
    let server = TestServer::new();
    let ask = |more: &str| {
        let body = format!(r#"{{"position":"(;SZ[9];B[ee])","player":"random"{more}}}"#);
        sentence(&fetch(server.address(), "POST", "/api/analyse", &[], &body), 400)
    };
    assert!(ask(r#","komi":1e300"#).contains("the number 1e300 is too large"));
    assert_eq!(
        ask(r#","komi":-1001"#),
        "the komi -1001 cannot be played: it is a number of points such as 6.5, from -1000 to 1000"
    );
    for number in ["NaN", "Infinity", "1e999", "\"7.5\""] {
        assert!(ask(&format!(r#","komi":{number}"#)).starts_with("the message cannot be read: "), "{number}");
    }
    for seconds in ["0", "-1", "601", "0.001"] {
        let said = ask(&format!(r#","seconds":{seconds}"#));
        assert_eq!(said, format!("a player can think for 0.01 to 600 seconds, not for {seconds}"));
    }
    assert!(ask(r#","seconds":1e300"#).contains("is too large"));
}

#[test]
fn invalid_terms_are_refused() {
    let server = TestServer::new();
    let mut page = server.page();
    let usual = || serde_json::to_value(terms(9, "human", "human")).unwrap();
    let mut tag = 1000;
    let mut refusal = |field: &str, value: serde_json::Value| {
        let mut terms = usual();
        terms[field] = value;
        tag += 1;
        page.send(&json!({ "tag": tag, "intention": { "kind": "new", "terms": terms } }).to_string());
        page.until(|message| match message.event {
            Event::Error { reason } if message.tag == Some(tag) => Some(reason.english),
            event if message.tag == Some(tag) => panic!("not refused: {event:?}"),
            _ => None,
        })
    };
    for (field, value, said) in [
        ("size", json!(9.5), "9.5 is not a whole number that is allowed here"),
        ("size", json!(-9), "-9 is not a whole number that is allowed here"),
        ("size", json!(1e300), "not a whole number that is allowed here"),
        ("size", json!(0), "the board size 0 cannot be played: boards are 2 to 19"),
        ("size", json!(20), "the board size 20 cannot be played: boards are 2 to 19"),
        ("komi", json!(1e300), "the number 1e300 is too large"),
        (
            "komi",
            json!(5000),
            "the komi 5000 cannot be played: it is a number of points such as 6.5, from -1000 to 1000",
        ),
        ("handicap", json!(2.5), "2.5 is not a whole number that is allowed here"),
        ("handicap", json!(-2), "-2 is not a whole number that is allowed here"),
        ("handicap", json!(40), "40"),
        ("pause", json!(60_001), "a pause of 60001 ms is too much: at most 60000 ms"),
        ("pause", json!(0.5), "0.5 is not a whole number that is allowed here"),
        ("budget", json!("0"), "0 is not a budget"),
        ("budget", json!("-5"), "-5 is not a budget"),
        ("budget", json!("1e300s"), "1e300s is not a budget"),
        ("budget", json!("601s"), "too much"),
        ("budget", json!("100000001"), "too much"),
        ("clock", json!("NaNm"), "NaNm is not a clock"),
        ("clock", json!("-5m"), "-5m is not a clock"),
        ("clock", json!("25h"), "too much"),
        ("clock", json!("0s"), "0s is not a clock"),
        ("clock", json!("0s+3x0s"), "0s+3x0s is not a clock"),
    ] {
        let reason = refusal(field, value.clone());
        assert!(reason.contains(said), "{field} {value}: {reason}");
    }
}

#[test]
fn invalid_values_are_refused_and_never_replaced() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    let pace = Intention::Pace { game: game.clone(), pause: 3_600_000 };
    assert_eq!(page.refusal(pace), "a pause of 3600000 ms is too much: at most 60000 ms");
    let council = Intention::Council { game, node: 0, players: Vec::new(), seconds: 1.0 };
    assert_eq!(page.refusal(council), "a council needs at least one player");
    let list = Intention::List { offset: 0, limit: 1000 };
    assert_eq!(page.refusal(list), "1000 games are too many for one list: at most 100");
    let players = vec!["random".to_string(), "ranker".to_string()];
    let contest = |system: System, terms| {
        let (name, system, players) = ("Cup".to_string(), system, players.clone());
        Intention::StartContest { contest: NewContest { name, system, players, games: 0, terms } }
    };
    for system in [System::Match, System::Swiss] {
        let refusal = page.refusal(contest(system, terms(5, "human", "human")));
        assert_eq!(refusal, "a contest needs at least one game");
    }
    let board = Some(". X .\n. . .\n. O .".to_string());
    let started = Terms { start: board.clone(), ..terms(3, "human", "human") };
    let refusal = page.refusal(contest(System::Match, started));
    assert!(refusal.starts_with("contests begin on an empty board"), "{refusal}");
    let handicap = Terms { handicap: 2, start: board, ..terms(9, "human", "human") };
    assert_eq!(
        page.refusal(Intention::New { terms: handicap }),
        "a text board already has its stones: set no handicap"
    );
}

#[test]
fn a_record_with_an_illegal_move_is_refused_with_its_number() {
    let server = TestServer::new();
    let mut page = server.page();
    let records = [
        ("(;SZ[9];B[ee];W[ec];B[ee];W[cc])", "move 3, Black at E5, is illegal: "),
        ("(;SZ[9];B[ee];W[zz])", "W[zz] after move 1 is not a point of a board of size 9"),
        ("(;SZ[9]AB[ba][ab];W[aa])", "move 1, White at A9, is illegal: "),
        ("(;SZ[9];B[ee];W[ec]", "the SGF is damaged: line 1, column "),
        ("(;SZ[9];B[ee])(;SZ[9];B[cc])", "the SGF holds 2 games: send one of them"),
        (
            "(;SZ[9]KM[1e300];B[ee])",
            "the komi 1e300 cannot be played: it is a number of points such as 6.5, from -1000 to 1000",
        ),
        (
            "(;SZ[9]KM[5000];B[ee])",
            "the komi 5000 cannot be played: it is a number of points such as 6.5, from -1000 to 1000",
        ),
        ("(;SZ[9.5];B[ee])", "the board size '9.5' cannot be read"),
        ("(;GM[2];B[ee])", "this is not a game of Go"),
    ];
    for (sgf, said) in records {
        let start = Some(sgf.to_string());
        let reason = page.refusal(Intention::New { terms: Terms { start, ..terms(9, "human", "human") } });
        let body = json!({ "position": sgf, "player": "random" }).to_string();
        let over_http = sentence(&fetch(server.address(), "POST", "/api/analyse", &[], &body), 400);
        assert!(reason.starts_with(said) && over_http == reason, "{sgf}: {reason}; {over_http}");
        let reason = page.refusal(Intention::OwnProblem { sgf: sgf.to_string() });
        assert!(reason.starts_with(said), "{sgf}: {reason}");
    }
    // An illegal variation stays in the tree; going there is refused with the reason.
    let start = Some("(;SZ[9];B[ee](;W[ec])(;W[ee]))".to_string());
    let (game, position) = page.new_game(Terms { start, ..terms(9, "human", "human") });
    assert_eq!(position.number, 2);
    let refusal = page.refusal(Intention::Go { game, node: 3 });
    assert!(refusal.starts_with("move 2, White at E5, is illegal: "), "{refusal}");
}
