//! Access control: pages of this server and programs on this machine, or clients with the token.
//!
//! By default the server listens on loopback only, but any web page in a browser can send requests to loopback. So
//! `Host` must be a name of this machine, which prevents DNS rebinding; and the page that a browser names in `Origin`
//! or `Sec-Fetch-Site` must be one of this server. A server that listens on another address accepts any `Host` and
//! requires the token in every request: as `?token=...` once, then as a cookie that the server sets, or as
//! `Authorization: Bearer ...`.

use axum::http::{HeaderMap, StatusCode, header};

/// Which requests are accepted.
#[derive(Clone, Debug)]
pub(crate) enum Guard {
    /// Requests whose `Host` is this machine.
    Loopback,
    /// Requests with the token.
    Token(String),
}

/// The name of the token's cookie.
const COOKIE: &str = "ponnuki";

impl Guard {
    /// Checks a request.
    ///
    /// # Errors
    /// The status and the message of the refusal.
    pub(crate) fn check(&self, headers: &HeaderMap, query: Option<&str>) -> Result<(), (StatusCode, &'static str)> {
        let text = |name: header::HeaderName| headers.get(name).and_then(|value| value.to_str().ok());
        let host = text(header::HOST).unwrap_or_default();
        if matches!(self, Guard::Loopback) && !is_this_machine(host) {
            return Err((StatusCode::MISDIRECTED_REQUEST, "open this server as 127.0.0.1 or localhost"));
        }
        let foreign = text(header::ORIGIN).is_some_and(|origin| !is_same_origin(origin, host))
            || headers.get("sec-fetch-site").is_some_and(|site| site == "cross-site");
        if foreign {
            return Err((StatusCode::FORBIDDEN, "pages of other servers may not use this server"));
        }
        match self {
            Guard::Token(token) if !given_tokens(headers, query).any(|given| is_equal(given, token)) => {
                Err((StatusCode::UNAUTHORIZED, "this server needs its token: open it as /?token=..."))
            }
            _ => Ok(()),
        }
    }

    /// The cookie to set after a request with the token in its query string.
    pub(crate) fn cookie(&self, query: Option<&str>) -> Option<String> {
        match self {
            Guard::Token(token) if in_query(query).any(|given| is_equal(given, token)) => {
                Some(format!("{COOKIE}={token}; Path=/; HttpOnly; SameSite=Strict"))
            }
            _ => None,
        }
    }
}

/// Whether a `Host` is a loopback name of this machine.
fn is_this_machine(host: &str) -> bool {
    let name = match host.strip_prefix('[') {
        Some(rest) => rest.split_once(']').map_or("", |(name, _)| name),
        None => host.rsplit_once(':').map_or(host, |(name, _)| name),
    };
    let name = name.to_ascii_lowercase();
    name == "localhost" || name.parse().is_ok_and(|address: std::net::IpAddr| address.is_loopback())
}

/// Whether an `Origin` is this server, as the request's `Host` names it.
fn is_same_origin(origin: &str, host: &str) -> bool {
    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    rest.is_some_and(|name| !name.is_empty() && name.eq_ignore_ascii_case(host))
}

/// Every token in a request.
fn given_tokens<'a>(headers: &'a HeaderMap, query: Option<&'a str>) -> impl Iterator<Item = &'a str> {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    let cookies = headers.get_all(header::COOKIE).iter().filter_map(|value| value.to_str().ok());
    let cookie = cookies.flat_map(|value| value.split(';')).filter_map(|pair| {
        let (name, value) = pair.trim().split_once('=')?;
        (name == COOKIE).then_some(value)
    });
    bearer.into_iter().chain(cookie).chain(in_query(query))
}

fn in_query(query: Option<&str>) -> impl Iterator<Item = &str> {
    query.into_iter().flat_map(|query| query.split('&')).filter_map(|pair| pair.strip_prefix("token="))
}

/// Compares in constant time.
fn is_equal(given: &str, token: &str) -> bool {
    let different = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && different == 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for &(name, value) in pairs {
            headers.insert(name, value.parse().unwrap());
        }
        headers
    }

    fn status(guard: &Guard, pairs: &[(&'static str, &'static str)], query: Option<&str>) -> u16 {
        guard.check(&headers(pairs), query).map_or_else(|(status, _)| status.as_u16(), |()| 200)
    }

    #[test]
    fn on_loopback_only_this_machine_and_its_pages_are_accepted() {
        for (pairs, expected) in [
            (&[("host", "127.0.0.1:7700")][..], 200),
            (&[("host", "localhost:7700"), ("origin", "http://localhost:7700")], 200),
            (&[("host", "[::1]:7700"), ("origin", "http://[::1]:7700")], 200),
            (&[("host", "LOCALHOST")], 200),
            (&[("host", "evil.example:7700")], 421),
            (&[("host", "127.0.0.1.evil.example")], 421),
            (&[("host", "[::1")], 421),
            (&[], 421),
            (&[("host", "127.0.0.1:7700"), ("origin", "http://evil.example")], 403),
            (&[("host", "127.0.0.1:7700"), ("origin", "http://127.0.0.1:8080")], 403),
            (&[("host", "127.0.0.1:7700"), ("origin", "null")], 403),
            (&[("host", "127.0.0.1:7700"), ("sec-fetch-site", "cross-site")], 403),
            (&[("host", "127.0.0.1:7700"), ("sec-fetch-site", "same-origin")], 200),
        ] {
            assert_eq!(status(&Guard::Loopback, pairs, None), expected, "{pairs:?}");
        }
    }

    #[test]
    fn on_other_addresses_every_request_needs_the_token() {
        let guard = Guard::Token("seki".to_string());
        let host = ("host", "go.example");
        assert_eq!(status(&guard, &[host], None), 401);
        assert_eq!(status(&guard, &[host], Some("token=ko")), 401);
        assert_eq!(status(&guard, &[host], Some("a=b&token=seki")), 200);
        assert_eq!(status(&guard, &[host, ("cookie", "x=y; ponnuki=seki")], None), 200);
        assert_eq!(status(&guard, &[host, ("authorization", "Bearer seki")], None), 200);
        assert_eq!(status(&guard, &[host, ("authorization", "Bearer sekis")], None), 401);
        assert_eq!(status(&guard, &[host, ("origin", "http://evil.example")], Some("token=seki")), 403);
        assert!(guard.cookie(Some("token=seki")).unwrap().contains("HttpOnly; SameSite=Strict"));
        assert_eq!(guard.cookie(Some("token=no")), None);
    }
}
