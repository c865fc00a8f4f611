//! The HTTP API for scripts and links. `docs/page.md` has examples.

use std::sync::Arc;
use std::time::Instant;

use arena::Ledger;
use arena::report::{Format, Report, ReportError, Selection};
use axum::Json;
use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use player::Budget;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::oneshot;

use crate::house::{House, new_name};
use crate::message::{Terms, Thought, finite, finite_or_none};
use crate::request::{Body, Name, Nothing, Parameters};
use crate::session::{NewGame, Timing};
use crate::{Refusal, assets, titles, view};

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match &self {
            Refusal::NoGame { .. } | Refusal::NoContest { .. } | Refusal::NoAddress => StatusCode::NOT_FOUND,
            Refusal::Method { .. } => StatusCode::METHOD_NOT_ALLOWED,
            Refusal::Large { .. } => StatusCode::PAYLOAD_TOO_LARGE,
            Refusal::Late { .. } => StatusCode::REQUEST_TIMEOUT,
            Refusal::Ledger { .. } | Refusal::Kept { .. } | Refusal::Crashed { .. } => {
                StatusCode::INTERNAL_SERVER_ERROR
            }
            Refusal::Closing | Refusal::Games | Refusal::Questions | Refusal::Connections => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            _ => StatusCode::BAD_REQUEST,
        };
        refused(status, &self.to_string())
    }
}

/// The response to every refused request.
pub(crate) fn refused(status: StatusCode, message: &str) -> Response {
    (status, Json(json!({ "error": message }))).into_response()
}

type Answer = Result<Response, Refusal>;

/// Any other address under `/api`.
pub(crate) async fn not_found() -> Refusal {
    Refusal::NoAddress
}

/// A request with a method that its address does not take.
pub(crate) async fn wrong_method(method: Method, uri: Uri) -> Refusal {
    Refusal::Method { path: uri.path().to_string(), method: method.to_string() }
}

/// `GET /health`.
pub(crate) async fn health(State(house): State<Arc<House>>, _: Parameters<Nothing>) -> Response {
    let object = json!({
        "version": house.program.version,
        "games": house.open_games().await,
        "connections": house.connections.load(std::sync::atomic::Ordering::Relaxed),
        "waiting": house.pool.waiting(),
        "threads": house.pool.places(),
    });
    Json(object).into_response()
}

/// `GET /api/players`.
pub(crate) async fn players(State(house): State<Arc<House>>, _: Parameters<Nothing>) -> Response {
    let (players, presets) = (house.program.cards(), &house.program.presets);
    Json(json!({ "players": players, "rules": titles::rules(), "presets": presets })).into_response()
}

/// A section of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Section {
    #[serde(default)]
    offset: u32,
    #[serde(default = "default_limit")]
    limit: u32,
}

fn default_limit() -> u32 {
    50
}

/// `GET /api/games`.
pub(crate) async fn games(State(house): State<Arc<House>>, Parameters(section): Parameters<Section>) -> Answer {
    let (games, all) = house.list(section.offset, section.limit).await?;
    Ok(Json(json!({ "games": games, "all": all })).into_response())
}

/// `GET /api/games/ID`, and `GET /api/games/ID.sgf`.
pub(crate) async fn game(State(house): State<Arc<House>>, Name(game): Name, _: Parameters<Nothing>) -> Answer {
    let (id, sgf) = match game.strip_suffix(".sgf") {
        Some(id) => (id, true),
        None => (game.as_str(), false),
    };
    let session = house.load(id).await?;
    if sgf {
        let name = id.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let disposition = format!("attachment; filename=\"{name}.sgf\"");
        let headers = [
            (header::CONTENT_TYPE, assets::content_type("game.sgf").to_string()),
            (header::CONTENT_DISPOSITION, disposition),
            (header::CACHE_CONTROL, "no-store".to_string()),
        ];
        return Ok((headers, session.sgf()).into_response());
    }
    let position = session.position(session.live(), Timing::default())?;
    let object = json!({ "game": id, "terms": session.terms, "tree": session.tree.twigs(), "position": position });
    Ok(Json(object).into_response())
}

/// The body of `POST /api/analyse`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct AnalysisRequest {
    /// An SGF, whose last position is analysed, or a text board.
    position: String,
    /// The specification of the player.
    player: String,
    /// Thinking time.
    #[serde(default = "default_seconds", deserialize_with = "finite")]
    seconds: f32,
    #[serde(default = "default_rules")]
    rules: String,
    #[serde(default, deserialize_with = "finite_or_none")]
    komi: Option<f32>,
}

fn default_seconds() -> f32 {
    1.0
}

fn default_rules() -> String {
    "chinese".to_string()
}

/// `POST /api/analyse`.
pub(crate) async fn analyse(State(house): State<Arc<House>>, _: Parameters<Nothing>, Body(body): Body) -> Answer {
    if house.pool.waiting() >= house.limits.questions {
        return Err(Refusal::Questions);
    }
    let AnalysisRequest { position, player, seconds, rules, komi } =
        serde_json::from_str(&body).map_err(|error| Refusal::Message { reason: error.to_string() })?;
    let spec = house.admit(&player)?;
    let budget = Budget::time(house.seconds(seconds)?);
    let seats = ["human", "human"].map(str::to_string);
    let terms = Terms { rules, komi, start: Some(position), ..Terms::new(9, seats) };
    let admit = |text: &str| house.admit(text);
    let session = NewGame { id: new_name(), admit: &admit, limits: &house.limits }.game(terms)?;
    let mut game = session.game().clone();
    if game.is_over() {
        game.resume();
    }
    let (sender, receiver) = oneshot::channel();
    let (inner, player) = (Arc::clone(&house), spec.to_string());
    // The search stops when the client disconnects.
    let stop = player::Stop::new();
    let stop_on_drop = StopOnDrop(stop.clone());
    house.pool.submit("api", house.program.threads(&spec), move || {
        let start = Instant::now();
        let answer = inner.guarded(&spec, || {
            let mut player = inner.program.maker.make(&spec)?;
            player.reset(1);
            Ok(player.choose(&game, budget, &stop)?)
        });
        let answer = answer.map(|choice| {
            let thought: Thought = view::thought(&choice.analysis, &game);
            (choice.mv.to_gtp(game.size()), thought, start.elapsed().as_secs_f32())
        });
        let _ = sender.send(answer);
    });
    let (mv, thought, seconds) = receiver.await.map_err(|_| Refusal::Closing)??;
    drop(stop_on_drop);
    Ok(Json(json!({ "player": player, "mv": mv, "thought": thought, "seconds": seconds })).into_response())
}

struct StopOnDrop(player::Stop);

impl Drop for StopOnDrop {
    fn drop(&mut self) {
        self.0.stop();
    }
}

/// `GET /api/contests`.
pub(crate) async fn contests(State(house): State<Arc<House>>, _: Parameters<Nothing>) -> Answer {
    let contests = house.list_contests().await?;
    Ok(Json(json!({ "contests": contests })).into_response())
}

/// `GET /api/report/NAME.FORMAT`. The name is that of a contest of the page, that of another event in the ledger, or
/// `all`.
pub(crate) async fn report(State(house): State<Arc<House>>, Name(file): Name, _: Parameters<Nothing>) -> Answer {
    let (name, format) = match file.rsplit_once('.').map(|(name, end)| (name, end.parse::<Format>())) {
        Some((name, Ok(format))) => (name.to_string(), format),
        _ => (file, Format::Json),
    };
    let path = house.ledger.path().to_path_buf();
    let contest = match house.contest(&name).await {
        Ok(definition) => Some(house.event(&definition)?.contest().id),
        Err(Refusal::NoContest { .. }) => None,
        Err(refusal) => return Err(refusal),
    };
    let of_page = contest.is_some();
    let events = match contest {
        Some(id) => vec![id],
        None if name == "all" => Vec::new(),
        None => vec![name.clone()],
    };
    let read = move || -> Result<String, Refusal> {
        // A second connection to the ledger: a long report does not block games.
        let ledger = Ledger::open_to_read(path)?;
        let selection = Selection { events, ..Selection::default() };
        let report = match Report::read(&ledger, &name, &selection) {
            // A contest without a finished game is not in the ledger yet.
            Err(ReportError::Event { .. }) if of_page => Report { title: name, ..Report::default() },
            report => report.map_err(|error| Refusal::Report { reason: error.to_string() })?,
        };
        Ok(report.render(format))
    };
    let text = tokio::task::spawn_blocking(read).await.map_err(|_| Refusal::Closing)??;
    let kind = match format {
        Format::Text | Format::Markdown | Format::Latex => "txt",
        Format::Csv => "csv",
        Format::Json => "json",
        Format::Html => "html",
        Format::Svg => "svg",
    };
    let headers = [(header::CONTENT_TYPE, assets::content_type(kind)), (header::CACHE_CONTROL, "no-store")];
    Ok((headers, text).into_response())
}
