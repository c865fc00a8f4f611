//! The server: where it listens, and what it answers to which address.

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

/// How a server is to be.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where it listens. Elsewhere than on loopback it needs a token.
    pub listen: SocketAddr,
    /// What everybody who comes in has to know.
    pub token: Option<String>,
    /// The file in which games are kept.
    pub ledger: PathBuf,
    /// How much of everything there may be.
    pub limits: Limits,
}

impl Default for Options {
    /// On loopback, at any port that is free.
    fn default() -> Options {
        Options {
            listen: SocketAddr::from((Ipv4Addr::LOCALHOST, 0)),
            token: None,
            ledger: PathBuf::from("ponnuki.db"),
            limits: Limits::default(),
        }
    }
}

/// Why there is no server.
#[derive(Debug, Error)]
pub enum ServeError {
    /// Everybody could come in.
    #[error("{0} can be reached from elsewhere, so it needs a token: give one with --token")]
    Token(SocketAddr),
    /// A token that is none.
    #[error("a token is at least 8 letters, digits, - or _")]
    BadToken,
    /// It cannot listen there.
    #[error("nothing can be served at {address}: {reason}")]
    Listen {
        /// Where.
        address: SocketAddr,
        /// Why not.
        reason: io::Error,
    },
    /// The ledger cannot be used.
    #[error(transparent)]
    Ledger(#[from] LedgerError),
    /// There are no threads.
    #[error("the server cannot be started: {0}")]
    Start(io::Error),
}

/// A server that listens. It ends when it is dropped: contests and lessons stop, and what they have come to is written.
pub struct Server {
    address: SocketAddr,
    house: Arc<House>,
    runtime: Option<Runtime>,
    serving: JoinHandle<()>,
}

/// So many threads answer pages; those who think have others.
const ANSWERING: usize = 2;
/// So many threads wait for the ledger and for engines that end.
const WAITING: usize = 8;
/// How long a server that ends waits for contests and lessons, and then for open connections.
const LONGEST: Duration = Duration::from_secs(10);
/// How often it looks.
const LOOK: Duration = Duration::from_millis(20);

impl Server {
    /// Opens the ledger and listens; from then on pages are served, on threads of their own.
    ///
    /// # Errors
    /// If the ledger cannot be used or nothing can be served there; or without a token where one is needed.
    pub fn start(program: Program, options: Options) -> Result<Server, ServeError> {
        let guard = match &options.token {
            Some(token) if !is_token(token) => return Err(ServeError::BadToken),
            Some(token) => Guard::Token(token.clone()),
            None if options.listen.ip().is_loopback() => Guard::Loopback,
            None => return Err(ServeError::Token(options.listen)),
        };
        let ledger = Arc::new(Ledger::open(options.ledger)?);
        let mut builder = Builder::new_multi_thread();
        let builder = builder.worker_threads(ANSWERING).max_blocking_threads(WAITING).thread_name("page").enable_all();
        let runtime = builder.build().map_err(ServeError::Start)?;
        let unserved = |reason| ServeError::Listen { address: options.listen, reason };
        let listener = runtime.block_on(TcpListener::bind(options.listen)).map_err(unserved)?;
        let address = listener.local_addr().map_err(unserved)?;
        let house = Arc::new(House::new(program, ledger, options.limits));
        let router = router(Arc::clone(&house), guard);
        let serving = runtime.spawn(async move { connections::serve(listener, router, &options.limits).await });
        Ok(Server { address, house, runtime: Some(runtime), serving })
    }

    /// Where it listens.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Waits until the signal is given, or the server can no longer serve.
    pub fn wait(&self, stop: &Stop) {
        while !stop.is_stopped() && !self.serving.is_finished() {
            thread::sleep(LOOK);
        }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        self.house.stop_contests();
        self.house.learners.stop_all();
        let end = Instant::now() + LONGEST;
        while (self.house.contests.any_running() || self.house.learners.any_running()) && Instant::now() < end {
            thread::sleep(LOOK);
        }
        self.house.pool.close();
        if let Some(runtime) = self.runtime.take() {
            // Everything that was told is in the ledger. What is on its way there is written when the house goes.
            runtime.shutdown_timeout(LONGEST);
        }
    }
}

fn is_token(token: &str) -> bool {
    token.len() >= 8 && token.bytes().all(|c| c.is_ascii_alphanumeric() || b"-_".contains(&c))
}

/// What the server answers to which address.
fn router(house: Arc<House>, guard: Guard) -> Router {
    let guard = Arc::new(guard);
    Router::new()
        .route("/ws", any(enter))
        .route("/health", get(http::health))
        .route("/api/players", get(http::players))
        .route("/api/games", get(http::games))
        .route("/api/games/{*game}", get(http::game))
        .route("/api/analyse", post(http::analyse))
        .route("/api/contests", get(http::contests))
        .route("/api/report/{*contest}", get(http::report))
        .route("/api", any(http::nowhere))
        .route("/api/", any(http::nowhere))
        .route("/api/{*rest}", any(http::nowhere))
        .method_not_allowed_fallback(http::wrong_method)
        .fallback(
            get(|request: Request| async move { assets::serve(request.uri().path(), request.headers()) })
                .fallback(http::wrong_method),
        )
        .layer(DefaultBodyLimit::max(house.limits.message))
        .layer(middleware::from_fn_with_state(guard, watch_the_door))
        .with_state(house)
}

/// Lets in who may, and says to browsers what pages of this server may do.
async fn watch_the_door(State(guard): State<Arc<Guard>>, request: Request, next: Next) -> Response {
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

/// Nothing is loaded from elsewhere, nothing is shown inside other pages, and no type is guessed.
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

/// A page opens its WebSocket.
async fn enter(
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
