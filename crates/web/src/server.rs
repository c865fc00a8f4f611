//! The server: its address, its threads and its routes.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use arena::{Ledger, LedgerError};
use axum::Router;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{DefaultBodyLimit, Request, State, WebSocketUpgrade};
use axum::http::{HeaderName, HeaderValue, header};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::{any, get, post};
use player::Stop;
use thiserror::Error;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;

use crate::guard::Guard;
use crate::house::House;
use crate::socket::ConnectionSlot;
use crate::{Limits, Program, Refusal, assets, connections, http, socket};

/// The settings of a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// The address to listen on. Any other than loopback requires a token.
    pub listen: SocketAddr,
    /// The token that every request must carry.
    pub token: Option<String>,
    /// The file that stores the games.
    pub ledger: PathBuf,
    /// The limits.
    pub limits: Limits,
}

impl Default for Options {
    /// Loopback, on any free port.
    fn default() -> Options {
        Options {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: None,
            ledger: PathBuf::from("ponnuki.db"),
            limits: Limits::default(),
        }
    }
}

/// Why a server cannot start.
#[derive(Debug, Error)]
pub enum ServeError {
    /// The address is not loopback, and there is no token.
    #[error("{0} can be reached from other machines, so it needs a token: give one with --token")]
    Token(SocketAddr),
    /// The token has a wrong form.
    #[error("a token is at least 8 letters, digits, - or _")]
    BadToken,
    /// The address cannot be used.
    #[error("cannot listen on {address}: {reason}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The error of the system.
        reason: io::Error,
    },
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// The threads cannot be started.
    #[error("the server cannot be started: {0}")]
    Start(io::Error),
}

/// A running server. Dropping it stops contests and lessons, and waits until their results are written.
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    runtime: Option<Runtime>,
    serving: JoinHandle<()>,
}

/// The number of threads that answer pages. Players think in other threads.
const WORKER_THREADS: usize = 2;
/// The number of threads that block on the ledger and on engines that exit.
const BLOCKING_THREADS: usize = 8;
/// How long shutting down waits for contests and lessons, and then for open connections.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(10);
/// The interval of polling.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

impl Server {
    /// Opens the ledger, listens, and serves pages on new threads.
    ///
    /// # Errors
    /// If the ledger or the address cannot be used, or a required token is missing.
    pub fn start(program: Program, options: Options) -> Result<Server, ServeError> {
        let guard = match &options.token {
            Some(token) if !is_token(token) => return Err(ServeError::BadToken),
            Some(token) => Guard::Token(token.clone()),
            None if options.listen.ip().is_loopback() => Guard::Loopback,
            None => return Err(ServeError::Token(options.listen)),
        };
        let ledger = Arc::new(Ledger::open(options.ledger)?);
        let mut builder = Builder::new_multi_thread();
        builder.worker_threads(WORKER_THREADS).max_blocking_threads(BLOCKING_THREADS).thread_name("page").enable_all();
        let runtime = builder.build().map_err(ServeError::Start)?;
        let cannot_listen = |reason| ServeError::Listen { address: options.listen, reason };
        let listener = runtime.block_on(TcpListener::bind(options.listen)).map_err(cannot_listen)?;
        let address = listener.local_addr().map_err(cannot_listen)?;
        let house = Arc::new(House::new(program, ledger, options.limits));
        let router = router(Arc::clone(&house), guard);
        let serving = runtime.spawn(async move { connections::serve(listener, router, &options.limits).await });
        Ok(Server { address, house, runtime: Some(runtime), serving })
    }

    /// The address it listens on.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the stop signal, or until the server fails.
    pub fn wait(&self, stop: &Stop) {
        while !stop.is_stopped() && !self.serving.is_finished() {
            thread::sleep(POLL_INTERVAL);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.house.stop_contests();
        self.house.lesson_list.stop_all();
        let end = Instant::now() + SHUTDOWN_TIMEOUT;
        while (self.house.contests.any_running() || self.house.lesson_list.any_running()) && Instant::now() < end {
            thread::sleep(POLL_INTERVAL);
        }
        self.house.pool.close();
        if let Some(runtime) = self.runtime.take() {
            // Every change that a page has seen is in the ledger. Pending writes finish when the house is dropped.
            runtime.shutdown_timeout(SHUTDOWN_TIMEOUT);
        }
    }
}

fn is_token(token: &str) -> bool {
    token.len() >= 8 && token.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
}

/// The routes.
fn router(house: Arc<House>, guard: Guard) -> Router {
    let guard = Arc::new(guard);
    Router::new()
        .route("/ws", any(open_socket))
        .route("/health", get(http::health))
        .route("/api/players", get(http::players))
        .route("/api/games", get(http::games))
        .route("/api/games/{*game}", get(http::game))
        .route("/api/analyse", post(http::analyse))
        .route("/api/contests", get(http::contests))
        .route("/api/report/{*contest}", get(http::report))
        .route("/api", any(http::not_found))
        .route("/api/", any(http::not_found))
        .route("/api/{*rest}", any(http::not_found))
        .method_not_allowed_fallback(http::wrong_method)
        .fallback(
            get(|request: Request| async move { assets::serve(request.uri().path(), request.headers()) })
                .fallback(http::wrong_method),
        )
        .layer(DefaultBodyLimit::max(house.limits.message))
        .layer(middleware::from_fn_with_state(guard, check_access))
        .with_state(house)
}

/// Refuses requests without access, and adds the security headers to all other answers.
async fn check_access(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
    let query = request.uri().query().map(str::to_string);
    if let Err(refused) = guard.check(request.headers(), query.as_deref()) {
        return http::refused(refused.0, refused.1);
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    for (name, value) in SECURITY {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static(value));
    }
    if let Some(cookie) = guard.cookie(query.as_deref()).and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        headers.insert(header::SET_COOKIE, cookie);
    }
    response
}

/// The page loads nothing from other servers, cannot be embedded in other pages, and browsers do not guess types.
const SECURITY: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
         connect-src 'self'; media-src 'self' data: blob:; font-src 'self'; worker-src 'self' blob:; \
         manifest-src 'self'; \
         base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("referrer-policy", "no-referrer"),
    ("cross-origin-opener-policy", "same-origin"),
    ("cross-origin-resource-policy", "same-origin"),
];

/// Opens the WebSocket of a page.
async fn open_socket(
    State(house): State<Arc<House>>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Response {
    let upgrade = match upgrade {
        Ok(upgrade) => upgrade,
        Err(rejection) => {
            let refusal = Refusal::NoWebSocket { reason: rejection.body_text() };
            return http::refused(rejection.status(), &refusal.to_string());
        }
    };
    let Some(slot) = ConnectionSlot::take(&house) else { return Refusal::Connections.into_response() };
    let most = house.limits.message;
    upgrade
        .max_message_size(most)
        .max_frame_size(most)
        .max_write_buffer_size(8 << 20)
        .on_upgrade(move |socket| socket::serve(socket, slot))
}
