//! The connections of the server. Each is served as HTTP/1 within time limits, so that a client that says nothing, or
//! half a request, does not hold on to one for ever.

use std::io;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1::Builder;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;

use crate::Limits;

/// How long to wait where no connection can be accepted at all, as when no file descriptor is free.
const PAUSE: Duration = Duration::from_secs(1);

/// Serves every connection that comes in.
pub(crate) async fn serve(listener: TcpListener, router: Router, limits: &Limits) {
    let mut builder = Builder::new();
    builder.timer(TokioTimer::new()).header_read_timeout(limits.head);
    loop {
        let stream = match listener.accept().await {
            Ok((stream, _)) => stream,
            Err(error) if is_of_one_connection(&error) => continue,
            Err(_) => {
                tokio::time::sleep(PAUSE).await;
                continue;
            }
        };
        // Answers are small and come in pairs; without this the second waits until the first is acknowledged.
        let _ = stream.set_nodelay(true);
        let service = TowerToHyperService::new(router.clone());
        let connection = builder.serve_connection(TokioIo::new(stream), service).with_upgrades();
        // What goes wrong with a connection concerns the client alone, who sees it.
        tokio::spawn(async move { drop(connection.await) });
    }
}

/// Whether a client is gone before it was accepted.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
