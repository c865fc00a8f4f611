//! Connections on which nothing more comes are closed, whatever was said on them before. The limits are short here, and
//! all that matters is that everything ends.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{PATIENCE, World, connect};
use web::Limits;

const SHORT: Duration = Duration::from_millis(50);

fn open(world: &World) -> TcpStream {
    let stream = TcpStream::connect(world.address()).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream
}

/// Everything that comes until the server closes the connection.
fn read_to_the_end(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the connection stays open"),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

#[test]
fn a_client_that_sends_nothing_or_half_a_head_is_cut_off() {
    let world = World::with(Limits { head: SHORT, ..Limits::default() });
    for said in ["", "GET /health HT", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"] {
        let mut stream = open(&world);
        // The server may have closed it already.
        let _ = stream.write_all(said.as_bytes());
        let answer = read_to_the_end(&mut stream);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{said:?}: {answer}");
    }
}

#[test]
fn a_connection_that_is_kept_alive_and_not_used_is_closed() {
    let world = World::with(Limits { head: SHORT, ..Limits::default() });
    let end = Instant::now() + PATIENCE;
    // On a busy machine the request itself may come too late.
    loop {
        let mut stream = open(&world);
        let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        if read_to_the_end(&mut stream).starts_with("HTTP/1.1 200") {
            return;
        }
        assert!(Instant::now() < end, "no request is answered");
    }
}

#[test]
fn half_a_body_is_refused_and_its_connection_closed() {
    let world = World::with(Limits { body: SHORT, ..Limits::default() });
    let mut stream = open(&world);
    let head = "POST /api/analyse HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n";
    stream.write_all(format!("{head}{{\"position\"").as_bytes()).unwrap();
    let answer = read_to_the_end(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(
        answer.contains(r#"{"error":"the body of the request did not arrive within 0.05 seconds: send it again"}"#)
    );
}

#[test]
fn a_client_that_reads_no_answer_is_cut_off() {
    let world = World::with(Limits { patience: SHORT, ..Limits::default() });
    let mut stream = open(&world);
    stream.set_write_timeout(Some(PATIENCE)).unwrap();
    let requests = "GET /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(1000);
    // Once all buffers on the way are full the server can send no more, and in the end it gives up.
    let refused = loop {
        if let Err(error) = stream.write_all(requests.as_bytes()) {
            break error;
        }
    };
    assert_ne!(refused.kind(), std::io::ErrorKind::WouldBlock, "the connection stays open");
}

#[test]
fn a_page_that_answers_no_ping_is_gone() {
    let world = World::with(Limits { pulse: SHORT, ..Limits::default() });
    let (socket, _) = connect(world.address(), &[]).unwrap();
    // What comes is read past the WebSocket, which would answer the pings.
    let mut stream = socket.get_ref().try_clone().unwrap();
    read_to_the_end(&mut stream);
    let end = Instant::now() + PATIENCE;
    while world.get("/health").json()["connections"] != 0 {
        assert!(Instant::now() < end, "its place stays taken");
    }
}
