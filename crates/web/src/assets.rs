//! The page's files, embedded into the program at build time. A path is looked up in a table; the server never opens a
//! file on disk for a request.

use std::io::Read;

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use flate2::read::GzDecoder;

/// A file of the page.
struct Asset {
    /// Its path, with a leading slash.
    path: &'static str,
    hash: &'static str,
    gzip: &'static [u8],
}

static ASSETS: &[Asset] = include!(concat!(env!("OUT_DIR"), "/assets.rs"));

/// The answer of a program that was built without its page.
const NO_PAGE: &str = "<!doctype html><html lang=\"en\"><title>Ponnuki</title>\
                       <p>This program was built without its page. The API is available: see docs/page.md.";

/// The file at a path. A path without a file name is an address within the page and gets the page itself.
pub(crate) fn serve(path: &str, headers: &HeaderMap) -> Response {
    let found = |path: &str| ASSETS.iter().find(|asset| asset.path == path);
    let named = if path == "/" { None } else { found(path) };
    match (named, found("/index.html")) {
        (Some(asset), _) => asset.answer(headers, path.starts_with("/assets/")),
        (None, _) if path.rsplit('/').next().is_some_and(|name| name.contains('.')) => {
            (StatusCode::NOT_FOUND, "there is no such file").into_response()
        }
        (None, Some(page)) => page.answer(headers, false),
        (None, None) => ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], NO_PAGE).into_response(),
    }
}

impl Asset {
    /// The response with this file. `immutable` files have a hash in their names and never change.
    fn answer(&self, headers: &HeaderMap, immutable: bool) -> Response {
        let tag = format!("\"{}\"", self.hash);
        let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        let compressed = text(header::ACCEPT_ENCODING).contains("gzip");
        let cached = text(header::IF_NONE_MATCH).split(',').any(|other| other.trim() == tag);
        let body = match (cached, compressed) {
            (true, _) => Body::empty(),
            (false, true) => Body::from(self.gzip),
            (false, false) => Body::from(decompress(self.gzip)),
        };
        let mut response = Response::new(body);
        if cached {
            *response.status_mut() = StatusCode::NOT_MODIFIED;
        }
        let caching = if immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
        let mut set = |name: header::HeaderName, value: &str| {
            if let Ok(value) = HeaderValue::from_str(value) {
                response.headers_mut().insert(name, value);
            }
        };
        set(header::CONTENT_TYPE, content_type(self.path));
        set(header::CACHE_CONTROL, caching);
        set(header::ETAG, &tag);
        set(header::VARY, "accept-encoding");
        if compressed && !cached {
            set(header::CONTENT_ENCODING, "gzip");
        }
        response
    }
}

fn decompress(gzip: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    // Cannot fail: the build script compressed it.
    let _ = GzDecoder::new(gzip).read_to_end(&mut bytes);
    bytes
}

/// The media type of a file, by its extension.
pub(crate) fn content_type(path: &str) -> &'static str {
    match path.rsplit('.').next().unwrap_or_default() {
        "html" => "text/html; charset=utf-8",
        "js" | "mjs" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "json" | "map" => "application/json",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpg" | "jpeg" => "image/jpeg",
        "webp" => "image/webp",
        "ico" => "image/x-icon",
        "woff2" => "font/woff2",
        "wav" => "audio/wav",
        "mp3" => "audio/mpeg",
        "ogg" | "opus" => "audio/ogg",
        "wasm" => "application/wasm",
        "webmanifest" => "application/manifest+json",
        "txt" | "tex" | "md" => "text/plain; charset=utf-8",
        "csv" => "text/csv; charset=utf-8",
        "sgf" => "application/x-go-sgf; charset=utf-8",
        _ => "application/octet-stream",
    }
}
