//! What is tuned: some of the numbers that a player declares as parameters, each within a range.
//!
//! The tuner deals in shares of these ranges, from 0 to 1. Whole numbers are shares as well, and are rounded only when
//! a player is made, up or down at random in proportion to their fraction: so a change of less than one still changes
//! how often the next number plays, and small steps add up. Both sides of a step are rounded by the same random number,
//! which keeps the larger one from becoming the smaller one.

use std::fmt;
use std::str::FromStr;

use player::{Kind, Maker, Param, Spec, SpecError, Value};

use super::TuningError;

/// A parameter to tune, written `NAME` or `NAME=LOW..HIGH`.
#[derive(Clone, PartialEq, Debug)]
pub struct ParamRange {
    /// The name of the parameter.
    pub name: String,
    /// The range; by default from 0 to twice the value that the parameter has.
    pub range: Option<[f64; 2]>,
}

impl FromStr for ParamRange {
    type Err = TuningError;

    fn from_str(text: &str) -> Result<ParamRange, TuningError> {
        let unreadable = || TuningError::Text(text.to_string());
        let (name, range) = match text.split_once('=') {
            Some((name, range)) => (name.trim(), Some(range)),
            None => (text.trim(), None),
        };
        let number = |text: &str| text.trim().parse().ok().filter(|number: &f64| number.is_finite());
        let range = range.map(|range| {
            let (low, high) = range.split_once("..")?;
            Some([number(low)?, number(high)?]).filter(|[low, high]| low < high)
        });
        match range {
            Some(None) => Err(unreadable()),
            _ if name.is_empty() => Err(unreadable()),
            range => Ok(ParamRange { name: name.to_string(), range: range.flatten() }),
        }
    }
}

/// A parameter that is tuned.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TunedParam {
    /// Its declaration.
    pub param: &'static Param,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// The value that it starts with.
    pub start: f64,
}

/// Rounds to the nearest whole number.
pub(super) const NEAREST: f64 = 0.5;

impl TunedParam {
    fn new(player: &Spec, param: &'static Param, range: Option<[f64; 2]>) -> Result<TunedParam, TuningError> {
        let (name, key) = (player.name().to_string(), param.name.to_string());
        let value = param.kind.read(player.get(param.name).unwrap_or(param.default));
        let (start, min, max) = match (value, param.kind) {
            (Some(Value::Int(start)), Kind::Int { min, max }) => (start as f64, min as f64, max as f64),
            (Some(Value::Float(start)), Kind::Float { min, max }) => (start, min, max),
            (_, kind) => return Err(TuningError::NotANumber { player: name, key, kind }),
        };
        let [low, high] = match range {
            Some(range) => range,
            None if start == 0.0 => return Err(TuningError::NoRange { player: name, key }),
            None => [min.max(2.0 * start.min(0.0)), max.min(2.0 * start.max(0.0))],
        };
        let is_whole = low.fract() == 0.0 && high.fract() == 0.0;
        if low < min || high > max || !(is_whole || matches!(param.kind, Kind::Float { .. })) {
            return Err(TuningError::Range { player: name, key, low, high, kind: param.kind });
        }
        if !(low..=high).contains(&start) {
            return Err(TuningError::Start { player: name, key, low, high, start });
        }
        Ok(TunedParam { param, low, high, start })
    }

    /// The share of the range at which it starts.
    pub fn start_share(&self) -> f64 {
        (self.start - self.low) / (self.high - self.low)
    }

    /// The value at a share of the range. A whole number is rounded up if its fraction and `rounding` add up to 1.
    /// Other numbers are rounded too, which keeps specifications short.
    fn value(&self, share: f64, rounding: f64) -> Value {
        let exact = self.low + share * (self.high - self.low);
        match self.param.kind {
            Kind::Int { .. } => Value::Int((exact + rounding).floor().clamp(self.low, self.high) as i64),
            _ => Value::Float(self.rounded(exact).clamp(self.low, self.high)),
        }
    }

    /// A number, rounded to a thousandth of the range or less.
    fn rounded(&self, number: f64) -> f64 {
        let unit = 10f64.powi(3 - (self.high - self.low).log10().floor() as i32);
        // Minus zero is zero.
        (number * unit).round() / unit + 0.0
    }

    /// The value at a share of the range, a whole number as the nearest one.
    pub fn nearest_value(&self, share: f64) -> Value {
        self.value(share, NEAREST)
    }

    /// How far that value is from the start.
    pub fn change(&self, share: f64) -> f64 {
        match self.nearest_value(share) {
            Value::Int(value) => value as f64 - self.start,
            _ => self.rounded(self.low + share * (self.high - self.low) - self.start),
        }
    }
}

/// As the terms of a contest have it: `exploration 1 in 0..2`.
impl fmt::Display for TunedParam {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let TunedParam { param, low, high, start } = self;
        write!(f, "{} {start} in {low}..{high}", param.name)
    }
}

/// The parameters of a player that are tuned.
#[derive(Clone, PartialEq, Debug)]
pub struct Space {
    player: Spec,
    params: Vec<TunedParam>,
}

impl Space {
    /// These parameters of a player, which start with the values that it has.
    ///
    /// # Errors
    /// If the player has no such parameter, or it cannot be tuned within such a range.
    pub fn new(maker: &dyn Maker, player: &Spec, wanted: &[ParamRange]) -> Result<Space, TuningError> {
        let mut space = Space { player: maker.canonical(player)?, params: Vec::new() };
        for ParamRange { name, range } in wanted {
            let param = maker.param(player.name(), name)?;
            if space.params.iter().any(|known| known.param == param) {
                return Err(SpecError::Twice(name.clone()).into());
            }
            space.params.push(TunedParam::new(&space.player, param, *range)?);
        }
        space.check_effects(maker)?;
        Ok(space)
    }

    /// The player before it is tuned, in the shortest form of its specification.
    pub fn player(&self) -> &Spec {
        &self.player
    }

    /// The parameters.
    pub fn params(&self) -> &[TunedParam] {
        &self.params
    }

    /// The shares of the ranges at which the parameters start.
    pub fn start(&self) -> Vec<f64> {
        self.params.iter().map(TunedParam::start_share).collect()
    }

    /// The player with parameters at these shares of their ranges, and whole numbers rounded by these numbers.
    ///
    /// # Errors
    /// If the maker refuses it.
    pub(super) fn spec(&self, maker: &dyn Maker, shares: &[f64], rounding: &[f64]) -> Result<Spec, SpecError> {
        self.compose(maker, shares, rounding).map(|(spec, _)| spec)
    }

    /// The player at these shares. A parameter that has no effect beside the others is left out, with the reason.
    fn compose(
        &self,
        maker: &dyn Maker,
        shares: &[f64],
        rounding: &[f64],
    ) -> Result<(Spec, Vec<SpecError>), SpecError> {
        let mut spec = self.player.clone();
        for ((tuned, &share), &rounding) in self.params.iter().zip(shares).zip(rounding) {
            spec.set(tuned.param.name, &tuned.value(share, rounding).to_string())?;
        }
        let mut left_out = Vec::new();
        loop {
            let error = match maker.canonical(&spec) {
                Ok(shortest) => return Ok((shortest, left_out)),
                Err(error) => error,
            };
            match idle(&error).filter(|key| self.params.iter().any(|tuned| tuned.param.name == *key)) {
                Some(key) => spec.unset(key),
                None => return Err(error),
            }
            left_out.push(error);
        }
    }

    /// Refuses a parameter that has no effect at either end of the ranges.
    fn check_effects(&self, maker: &dyn Maker) -> Result<(), TuningError> {
        let end = |share: f64| {
            let all = vec![share; self.params.len()];
            self.compose(maker, &all, &vec![NEAREST; self.params.len()])
        };
        let ends = [end(0.0)?, end(1.0)?];
        let reasons = || ends.iter().flat_map(|(_, left_out)| left_out);
        for TunedParam { param, .. } in &self.params {
            // The shortest form has what differs from the default, which one of two ends does.
            let has_effect = ends.iter().any(|(spec, _)| spec.get(param.name).is_some());
            if let Some(reason) = reasons().find(|reason| idle(reason) == Some(param.name)).filter(|_| !has_effect) {
                return Err(reason.clone().into());
            }
        }
        Ok(())
    }
}

/// The parameter that has no effect, if that is what is wrong.
fn idle(error: &SpecError) -> Option<&str> {
    match error {
        SpecError::NoEffect { key, .. } => Some(key),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use player::{Entry, Made, parameters};

    use super::*;

    /// A player that never plays.
    struct Dummies;

    parameters! {
        /// One parameter of each kind that matters here.
        #[allow(dead_code, reason = "the tests set them")]
        struct Params {
            /// a number
            weight: f32 = 1, in 0.0..=100.0;
            /// a whole number
            depth: u32 = 3, in 1..=20;
            /// a number that is off
            share: f64 = 0, in 0.0..=1.0;
            /// a number that needs the share
            visits: f64 = 500, in 0.0..=1e9, unless share "0";
            /// a number below zero
            offset: f64 = -2, in -10.0..=10.0;
            /// a switch
            exact: bool = true;
        }
    }

    impl Maker for Dummies {
        fn entries(&self) -> &[Entry] {
            const {
                &[Entry {
                    name: "dummy",
                    summary: "never plays",
                    params: Params::PARAMS,
                    build: |_, _| unreachable!("no game is played here"),
                }]
            }
        }

        fn make(&self, spec: &Spec) -> Made {
            player::make(self, spec)
        }
    }

    fn space(player: &str, params: &[&str]) -> Result<Space, TuningError> {
        let wanted = params.iter().map(|text| text.parse()).collect::<Result<Vec<ParamRange>, _>>()?;
        Space::new(&Dummies, &player.parse().unwrap(), &wanted)
    }

    fn complaint(player: &str, params: &[&str]) -> String {
        space(player, params).unwrap_err().to_string()
    }

    fn ranges(space: &Space) -> Vec<String> {
        space.params().iter().map(TunedParam::to_string).collect()
    }

    #[test]
    fn a_range_is_given_or_follows_from_the_value() {
        let space = space("dummy:weight=1.5", &["weight", "depth", "offset", "share=0..0.5"]).unwrap();
        assert_eq!(
            ranges(&space),
            ["weight 1.5 in 0..3", "depth 3 in 1..6", "offset -2 in -4..0", "share 0 in 0..0.5"]
        );
        assert_eq!(space.start(), [0.5, 0.4, 0.5, 0.0]);
    }

    #[test]
    fn what_cannot_be_tuned_is_refused_in_a_sentence() {
        let start = "dummy's";
        for (params, sentence) in [
            (["weihgt"], "dummy has no parameter weihgt: did you mean weight?".to_string()),
            (["exact"], format!("{start} exact cannot be tuned: it takes true or false, and tuning needs a quantity")),
            (["share"], format!("{start} share starts at 0, so it needs a range: write share=LOW..HIGH")),
            (["share=0..2"], format!("{start} share cannot be tuned from 0 to 2: it takes a number from 0 to 1")),
            (
                ["depth=1.5..4"],
                format!("{start} depth cannot be tuned from 1.5 to 4: it takes a whole number from 1 to 20"),
            ),
            (["weight=2..3"], format!("{start} weight starts at 1, which is not from 2 to 3: set it in the player")),
            (["visits"], format!("{start} visits has no effect when share=0")),
        ] {
            assert_eq!(complaint("dummy", &params), sentence);
        }
        assert_eq!(complaint("dummy", &["weight", "weight=0..3"]), "the parameter weight is given twice");
        for text in ["", "=1..2", "weight=", "weight=1", "weight=2..1", "weight=1..1", "weight=nan..1", "weight=0..inf"]
        {
            assert!(complaint("dummy", &[text]).ends_with("such as exploration=0.5..2"), "{text}");
        }
    }

    #[test]
    fn a_player_has_the_values_at_its_shares() {
        let space = space("dummy:exact=false", &["weight", "depth=1..5"]).unwrap();
        let spec = |shares: &[f64], rounding| space.spec(&Dummies, shares, &[rounding; 2]).unwrap().to_string();
        assert_eq!(spec(&space.start(), NEAREST), "dummy:exact=false", "it starts as it is");
        assert_eq!(spec(&[0.123_456, 0.3], NEAREST), "dummy:weight=0.247,depth=2,exact=false");
        assert_eq!(
            [spec(&[0.5, 0.3], 0.79), spec(&[0.5, 0.3], 0.81)],
            ["dummy:depth=2,exact=false", "dummy:exact=false"]
        );
        assert_eq!([space.params()[0].change(0.4), space.params()[1].change(0.3)], [-0.2, -1.0]);
        assert_eq!(spec(&[1.0, 1.0], 0.99), "dummy:weight=2,depth=5,exact=false");
    }

    #[test]
    fn a_parameter_without_effect_is_left_out() {
        let space = space("dummy", &["share=0..1", "visits"]).unwrap();
        let spec = |share| space.spec(&Dummies, &[share, 0.25], &[NEAREST; 2]).unwrap().to_string();
        assert_eq!([spec(0.0), spec(0.5)], ["dummy", "dummy:share=0.5,visits=250"]);
    }
}
