//! Hostile clients: every attempt is refused with a message and disturbs no other client.

mod common;

use std::io::Write;
use std::net::TcpStream;

use common::{TestServer, connect, fetch, terms};
use tungstenite::Message;
use web::Limits;
use web::message::{Event, Intention, Terms};

#[test]
fn an_invalid_message_is_answered_and_the_connection_stays_open() {
    let server = TestServer::new();
    let mut page = server.page();
    for (text, tag) in [
        ("", None),
        ("hello", None),
        ("null", None),
        ("[1,2,3]", None),
        (r#"{"tag":1}"#, Some(1)),
        (r#"{"tag":2,"intention":{"kind":"fly"}}"#, Some(2)),
        (r#"{"tag":3,"intention":{"kind":"undo"}}"#, Some(3)),
        (r#"{"tag":4,"intention":{"kind":"undo","game":"nowhere"}}"#, Some(4)),
        (r#"{"tag":5,"intention":{"kind":"watch","game":"../../etc/passwd"}}"#, Some(5)),
        (r#"{"tag":6,"intention":{"kind":"list","offset":-1,"limit":1e99}}"#, Some(6)),
        (r#"{"tag":7,"intention":{"kind":"undo","game":"a","extra":true}}"#, Some(7)),
        (r#"{"tag":99999999999,"intention":{"kind":"list-contests"}}"#, None),
        ("{\"tag\":8,\"intention\":{\"kind\":\"watch\",\"game\":\"\\u0000\"}}", Some(8)),
    ] {
        page.send(text);
        let refused = page.next();
        assert_eq!(refused.tag, tag, "{text}");
        assert!(matches!(refused.event, Event::Error { .. }), "{text}: {refused:?}");
    }
    let nested = "[".repeat(100_000);
    page.send(&nested);
    assert!(matches!(page.next().event, Event::Error { .. }));
    page.new_game(terms(5, "human", "human"));
}

#[test]
fn intentions_are_validated() {
    let server = TestServer::new();
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    let play = |node, mv: &str| Intention::Play { game: game.clone(), node, mv: mv.to_string() };
    assert_eq!(page.refusal(play(7, "C3")), "the game has no node 7");
    assert!(page.refusal(play(0, "Z99")).contains("Z99"));
    assert!(page.refusal(Intention::Dead { game: game.clone(), point: "C3".to_string() }).contains("no dead stones"));
    assert!(page.refusal(Intention::TakeUp { game: game.clone(), node: u32::MAX }).contains("no node"));
    let council = |players: usize, seconds: f32| Intention::Council {
        game: game.clone(),
        node: 0,
        players: vec!["random".to_string(); players],
        seconds,
    };
    assert!(page.refusal(council(1000, 1.0)).contains("too many"));
    assert!(page.refusal(council(1, 1e9)).contains("0.01 to 600 seconds"));
    assert!(page.refusal(council(1, -1.0)).contains("0.01 to 600 seconds"));
    let large = format!("(;SZ[19]{})", ";B[aa]".repeat(20_000));
    let refusal = page.refusal(Intention::New { terms: Terms { start: Some(large), ..terms(5, "human", "human") } });
    assert!(refusal.contains("too many"), "{refusal}");
}

#[test]
fn a_page_cannot_name_files_or_commands_or_exceed_resources() {
    let server = TestServer::new();
    let mut page = server.page();
    let mut refused = |who: &str| page.refusal(Intention::New { terms: terms(5, "human", who) });
    assert_eq!(refused("reader:model=/etc/passwd"), "reader cannot have model=/etc/passwd here: choose one of small");
    assert!(refused("reader:/etc/passwd").contains("cannot have"), "also without its key");
    assert!(refused("deputy:who=[reader:model=secret]").contains("cannot have model=secret"), "also inside another");
    assert!(refused("deputy:who=[deputy:who=[reader:secret]]").contains("cannot have"));
    assert!(refused("slow:threads=1000").contains("cores"));
    assert!(refused("slow:memory=1000000").contains("MiB"));
    assert!(refused("slow:ponder=true").contains("opponent's time"));
    assert!(refused("sh:rm").contains("no player sh"));
    page.new_game(terms(5, "human", "reader:model=small"));
    page.new_game(terms(5, "human", "deputy:who=[reader]"));
}

#[test]
fn a_message_that_is_too_large_closes_only_its_connection() {
    let server = TestServer::with(Limits { message: 10_000, ..Limits::default() });
    let (mut good, mut bad) = (server.page(), server.page());
    bad.send(&" ".repeat(100_000));
    assert!(bad.next_or_end().is_none());
    good.new_game(terms(5, "human", "human"));
    let (mut binary, _) = connect(server.address(), &[]).unwrap();
    binary.send(Message::binary(vec![0; 100])).unwrap();
    while let Ok(message) = binary.read() {
        if message.is_close() {
            break;
        }
    }
    good.new_game(terms(5, "human", "human"));
}

#[test]
fn foreign_origins_and_hosts_are_refused() {
    let server = TestServer::new();
    let address = server.address();
    assert!(connect(address, &[("origin", "http://evil.example")]).is_err());
    assert!(connect(address, &[("origin", "null")]).is_err());
    assert!(connect(address, &[("host", "evil.example")]).is_err());
    let status = |headers: &[(&str, &str)], method: &str| fetch(address, method, "/api/players", headers, "").status;
    assert_eq!(status(&[], "GET"), 200);
    assert_eq!(status(&[("Origin", "http://evil.example")], "GET"), 403);
    assert_eq!(status(&[("Host", "evil.example")], "GET"), 421);
    assert_eq!(status(&[("Sec-Fetch-Site", "cross-site")], "GET"), 403);
    let analyse = fetch(address, "POST", "/api/analyse", &[("Origin", "https://evil.example")], "{}");
    assert_eq!(analyse.status, 403);
}

#[test]
fn no_path_leads_to_a_file_on_disk() {
    let server = TestServer::new();
    for path in [
        "/../../etc/passwd.txt",
        "/..%2f..%2fetc%2fpasswd.txt",
        "/assets/../../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd.d",
        "/assets/..\\..\\Cargo.toml",
        "/index.html%00.png",
    ] {
        let reply = server.get(path);
        assert!(reply.status == 404 || reply.status == 400, "{path}: {reply:?}");
    }
    for path in ["/api/games/../../etc/passwd", "/api/games/..%2f..%2fetc%2fpasswd.sgf", "/api/nothing"] {
        assert_eq!(server.get(path).status, 404, "{path}");
    }
}

#[test]
fn a_thousand_connections_are_limited_and_disturb_no_game() {
    let server = TestServer::with(Limits { connections: 60, ..Limits::default() });
    let mut page = server.page();
    let (game, position) = page.new_game(terms(9, "human", "human"));
    let mut open = Vec::new();
    let mut refused = 0;
    for _ in 0..1000 {
        match connect(server.address(), &[]) {
            Ok(connection) => open.push(connection),
            Err(_) => refused += 1,
        }
    }
    assert_eq!((open.len(), refused), (59, 941));
    let position = page.play(&game, position.live, "E5");
    assert_eq!(position.number, 1);
    assert_eq!(server.get("/health").json()["connections"], 60);
    drop(open);
    let end = std::time::Instant::now() + common::TIMEOUT;
    while connect(server.address(), &[]).is_err() {
        assert!(std::time::Instant::now() < end, "closed connections free their slots");
    }
}

#[test]
fn messages_are_rate_limited() {
    let server = TestServer::with(Limits { rate: 0.01, burst: 20.0, ..Limits::default() });
    let mut page = server.page();
    for _ in 0..60 {
        page.ask(Intention::ListProblems);
    }
    let (mut answered, mut refused) = (0, 0);
    for _ in 0..60 {
        match page.next().event {
            Event::Problems { .. } => answered += 1,
            Event::Error { reason } => {
                assert_eq!(reason.english, "messages come too fast: wait a moment");
                refused += 1;
            }
            event => panic!("{event:?}"),
        }
    }
    assert!(answered >= 20 && refused > 0, "{answered} answered, {refused} refused");
}

#[test]
fn games_are_limited() {
    let server = TestServer::with(Limits { games: 3, watched: 2, nodes: 4, ..Limits::default() });
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    page.new_game(terms(5, "human", "human"));
    assert!(page.refusal(Intention::New { terms: terms(5, "human", "human") }).contains("watches too many"));
    let mut other = server.page();
    other.new_game(terms(5, "human", "human"));
    assert!(other.refusal(Intention::New { terms: terms(5, "human", "human") }).contains("too many games are open"));
    for (node, mv) in [(0, "A1"), (0, "B1"), (0, "C1")] {
        page.play(&game, node, mv);
    }
    let refusal = page.refusal(Intention::Play { game, node: 0, mv: "D1".to_string() });
    assert!(refusal.contains("more than 4 nodes"), "{refusal}");
}

#[test]
fn unanswered_questions_are_limited() {
    let server = TestServer::with(Limits { questions: 3, ..Limits::default() });
    let mut page = server.page();
    let (game, _) = page.new_game(terms(5, "human", "human"));
    let question =
        || Intention::Council { game: game.clone(), node: 0, players: vec!["slow".to_string()], seconds: 30.0 };
    for _ in 0..3 {
        page.ask(question());
    }
    assert_eq!(page.refusal(question()), "too many questions are unanswered: wait a moment");
    assert_eq!(page.play(&game, 0, "C3").number, 1, "moves are still answered");
}

#[test]
fn idle_connections_and_unfinished_requests_disturb_no_game() {
    let server = TestServer::new();
    let idle: Vec<TcpStream> = (0..50)
        .map(|number| {
            let mut stream = TcpStream::connect(server.address()).unwrap();
            if number % 2 == 0 {
                stream.write_all(b"GET /ws HTTP/1.1\r\nHost: 127.0").unwrap();
            }
            stream
        })
        .collect();
    let mut page = server.page();
    page.new_game(terms(5, "human", "human"));
    drop(idle);
}
