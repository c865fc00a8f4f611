//! Deserialises the numbers in messages and refuses invalid ones.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

/// A number that is finite as `f32`; 1e99 would become infinity.
pub(crate) fn finite<'de, D: Deserializer<'de>>(from: D) -> Result<f32, D::Error> {
    fitting(f64::deserialize(from)?).map_err(D::Error::custom)
}

/// As [`finite`], or `None`.
pub(crate) fn finite_or_none<'de, D: Deserializer<'de>>(from: D) -> Result<Option<f32>, D::Error> {
    Option::<f64>::deserialize(from)?.map(fitting).transpose().map_err(D::Error::custom)
}

fn fitting(number: f64) -> Result<f32, String> {
    let fitted = number as f32;
    if fitted.is_finite() { Ok(fitted) } else { Err(format!("the number {number:e} is too large")) }
}

/// A whole number in the range of `T`; 9.5 and -1 are refused.
pub(super) fn whole<'de, D: Deserializer<'de>, T: TryFrom<i64>>(from: D) -> Result<T, D::Error> {
    let number = f64::deserialize(from)?;
    let fitted = (number.fract() == 0.0).then(|| T::try_from(number as i64).ok()).flatten();
    fitted.ok_or_else(|| D::Error::custom(format!("{number} is not a whole number that is allowed here")))
}
