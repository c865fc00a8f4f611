//! Extractors: the name in the address of a request, the parameters in its query string, its body. An error in any of
//! them becomes a [`Refusal`].

use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Query, Request};
use axum::http::request::Parts;
use axum::http::uri::InvalidUri;
use axum::http::{StatusCode, Uri};
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::Refusal;
use crate::house::House;

/// The last part of the address.
pub(crate) struct Name(pub(crate) String);

impl<S: Send + Sync> FromRequestParts<S> for Name {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Name, Refusal> {
        let name = Path::from_request_parts(parts, state).await;
        name.map(|Path(name)| Name(name)).map_err(|rejection| Refusal::Address { reason: rejection.body_text() })
    }
}

/// The parameters in the query string, without the token.
pub(crate) struct Parameters<T>(pub(crate) T);

/// The parameters of an address that takes none.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Nothing {}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for Parameters<T> {
    type Rejection = Refusal;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Parameters<T>, Refusal> {
        let pairs = parts.uri.query().unwrap_or_default().split('&').filter(|pair| !pair.starts_with("token="));
        let query = pairs.collect::<Vec<&str>>().join("&");
        let uri: Uri =
            format!("/?{query}").parse().map_err(|error: InvalidUri| Refusal::Query { reason: error.to_string() })?;
        match Query::try_from_uri(&uri) {
            Ok(Query(parameters)) => Ok(Parameters(parameters)),
            Err(rejection) => {
                let text = rejection.body_text();
                let reason = text.strip_prefix("Failed to deserialize query string: ").unwrap_or(&text);
                Err(Refusal::Query { reason: reason.to_string() })
            }
        }
    }
}

/// The body, read within the limits on its size and time.
pub(crate) struct Body(pub(crate) String);

impl FromRequest<Arc<House>> for Body {
    type Rejection = Refusal;

    async fn from_request(request: Request, house: &Arc<House>) -> Result<Body, Refusal> {
        let reading = tokio::time::timeout(house.limits.body, String::from_request(request, house));
        match reading.await {
            Ok(Ok(text)) => Ok(Body(text)),
            Ok(Err(rejection)) if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE => {
                Err(Refusal::Large { most: house.limits.message })
            }
            Ok(Err(rejection)) => Err(Refusal::Message { reason: rejection.body_text() }),
            Err(_) => Err(Refusal::Late { seconds: house.limits.body.as_secs_f32() }),
        }
    }
}
