//! The timeouts of connections. The limits are short here; the tests check only that each connection ends.

mod common;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use common::{TIMEOUT, TestServer, connect};
use web::Limits;

const SHORT: Duration = Duration::from_millis(50);

fn open(server: &TestServer) -> TcpStream {
    let stream = TcpStream::connect(server.address()).unwrap();
    stream.set_read_timeout(Some(TIMEOUT)).unwrap();
    stream
}

/// Everything received until the server closes the connection.
fn read_to_close(stream: &mut TcpStream) -> String {
    let mut bytes = Vec::new();
    match stream.read_to_end(&mut bytes) {
        Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => panic!("the connection stays open"),
        _ => String::from_utf8_lossy(&bytes).into_owned(),
    }
}

#[test]
fn a_client_that_sends_nothing_or_half_a_head_is_disconnected() {
    let server = TestServer::with(Limits { head: SHORT, ..Limits::default() });
    for said in ["", "GET /health HT", "GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n"] {
        let mut stream = open(&server);
        // The server may already have closed it.
        let _ = stream.write_all(said.as_bytes());
        let answer = read_to_close(&mut stream);
        assert!(!answer.starts_with("HTTP/1.1 200"), "{said:?}: {answer}");
    }
}

#[test]
fn an_idle_keep_alive_connection_is_closed() {
    let server = TestServer::with(Limits { head: SHORT, ..Limits::default() });
    let end = Instant::now() + TIMEOUT;
    // On a busy machine the request itself may be too late.
    loop {
        let mut stream = open(&server);
        let _ = stream.write_all(b"GET /health HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n");
        if read_to_close(&mut stream).starts_with("HTTP/1.1 200") {
            return;
        }
        assert!(Instant::now() < end, "no request is answered");
    }
}

#[test]
fn half_a_body_is_refused_and_its_connection_closed() {
    let server = TestServer::with(Limits { body: SHORT, ..Limits::default() });
    let mut stream = open(&server);
    let head = "POST /api/analyse HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\n";
    stream.write_all(format!("{head}{{\"position\"").as_bytes()).unwrap();
    let answer = read_to_close(&mut stream);
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(
        answer.contains(r#"{"error":"the body of the request did not arrive within 0.05 seconds: send it again"}"#)
    );
}

#[test]
fn a_client_that_reads_no_answer_is_disconnected() {
    let server = TestServer::with(Limits { patience: SHORT, ..Limits::default() });
    let mut stream = open(&server);
    stream.set_write_timeout(Some(TIMEOUT)).unwrap();
    let requests = "GET /api/players HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".repeat(1000);
    // Once all buffers are full the server can send no more, and closes the connection after the timeout.
    let refused = loop {
        if let Err(error) = stream.write_all(requests.as_bytes()) {
            break error;
        }
    };
    assert_ne!(refused.kind(), std::io::ErrorKind::WouldBlock, "the connection stays open");
}

#[test]
fn a_page_that_answers_no_ping_is_disconnected() {
    let server = TestServer::with(Limits { pulse: SHORT, ..Limits::default() });
    let (socket, _) = connect(server.address(), &[]).unwrap();
    // Reads from the stream directly: the WebSocket would answer the pings.
    let mut stream = socket.get_ref().try_clone().unwrap();
    read_to_close(&mut stream);
    let end = Instant::now() + TIMEOUT;
    while server.get("/health").json()["connections"] != 0 {
        assert!(Instant::now() < end, "its connection slot stays taken");
    }
}
