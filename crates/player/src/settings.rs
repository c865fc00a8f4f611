//! Settings: a specification checked against a declaration.

use std::num::IntErrorKind;

use crate::params::is_nobody;
use crate::{Expected, Kind, Param, Role, Spec, SpecError, Value, instead};

/// A specification checked against a declaration: every parameter has a value of its kind.
#[derive(Clone, PartialEq, Debug)]
pub struct Settings {
    player: String,
    params: &'static [Param],
    values: Vec<Value>,
}

impl Settings {
    /// Checks a specification against the parameters of its player. Players inside are read, but whether they exist is
    /// the [`Maker`](crate::Maker)'s to say.
    ///
    /// # Errors
    /// For an unknown key, a key given twice, a value that is not of its kind, or a setting that has no effect.
    ///
    /// # Panics
    /// If a declared default is not of its kind.
    pub fn resolve(spec: &Spec, params: &'static [Param]) -> Result<Settings, SpecError> {
        let mut values: Vec<Option<Value>> = vec![None; params.len()];
        for (key, text) in spec.settings() {
            let index = match key {
                "" => params.iter().position(|param| param.keyless).ok_or_else(|| keyless(spec, params, text))?,
                key => find(params, key).ok_or_else(|| unknown(spec.name(), params, key))?,
            };
            let param = &params[index];
            if values[index].is_some() {
                return Err(SpecError::Twice(param.name.to_string()));
            }
            values[index] = Some(read(spec, param, text)?);
        }
        let given: Vec<bool> = values.iter().map(Option::is_some).collect();
        let or_default = |(value, param): (Option<Value>, &Param)| value.unwrap_or_else(|| default(param));
        let values = values.into_iter().zip(params).map(or_default).collect();
        let settings = Settings { player: spec.name().to_string(), params, values };
        settings.check_effects(&given)?;
        Ok(settings)
    }

    /// Refuses what was given, differs from its default, and has no effect by what else was given.
    fn check_effects(&self, given: &[bool]) -> Result<(), SpecError> {
        for ((param, value), _) in self.iter().zip(given).filter(|(_, given)| **given) {
            for condition in param.conditions.iter().flatten() {
                let current = self.value(condition.key).to_string();
                if condition.values.contains(&current.as_str()) != condition.has && *value != default(param) {
                    return Err(SpecError::NoEffect {
                        player: self.player.clone(),
                        key: param.name.to_string(),
                        condition: condition.to_string(),
                    });
                }
            }
        }
        Ok(())
    }

    /// The specification that says just this: what differs from the defaults, in the order of declaration.
    pub fn spec(&self) -> Result<Spec, SpecError> {
        let mut spec = Spec::new(self.player.as_str())?;
        for (param, value) in self.iter().filter(|(param, value)| **value != default(param)) {
            spec.set(if param.keyless { "" } else { param.name }, &value.to_string())?;
        }
        Ok(spec)
    }

    /// Every parameter with its value.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&'static Param, &Value)> {
        self.params.iter().zip(&self.values)
    }

    /// Every value, in the order of declaration.
    pub fn values(&self) -> std::slice::Iter<'_, Value> {
        self.values.iter()
    }

    /// The value of the parameter with a role, if the player has one.
    pub fn role(&self, role: Role) -> Option<&Value> {
        self.iter().find(|(param, _)| param.role == Some(role)).map(|(_, value)| value)
    }

    /// The threads that the player computes with, those of the players inside it not counted.
    pub fn threads(&self) -> usize {
        match self.role(Role::Threads) {
            Some(&Value::Int(threads)) => usize::try_from(threads).unwrap_or(1),
            _ => 1,
        }
    }

    fn value(&self, name: &str) -> &Value {
        match find(self.params, name) {
            Some(index) => &self.values[index],
            None => panic!("{} declares no parameter {name}", self.player),
        }
    }

    /// Puts another specification in place of each player inside.
    pub(crate) fn replace_players(
        &mut self,
        mut with: impl FnMut(&Spec) -> Result<Spec, SpecError>,
    ) -> Result<(), SpecError> {
        for (param, value) in self.params.iter().zip(&mut self.values) {
            if let Value::Player(Some(spec)) = value {
                *spec = with(spec).map_err(|error| inside(&self.player, param, error))?;
            }
        }
        Ok(())
    }
}

fn find(params: &[Param], name: &str) -> Option<usize> {
    params.iter().position(|param| param.name == name)
}

fn read(spec: &Spec, param: &Param, text: &str) -> Result<Value, SpecError> {
    if let (Kind::Player, false) = (param.kind, is_nobody(text)) {
        let inner = text.parse().map_err(|error| inside(spec.name(), param, error))?;
        return Ok(Value::Player(Some(inner)));
    }
    param.kind.read(text).ok_or_else(|| SpecError::Value {
        player: spec.name().to_string(),
        key: param.name.to_string(),
        value: text.to_string(),
        expected: match param.kind {
            // A number may be too large even where no largest one was declared.
            Kind::Int { max: i64::MAX, .. } | Kind::Seed if overflows(text) => Expected::AtMost(i64::MAX),
            kind => Expected::Kind(kind),
        },
    })
}

fn overflows(text: &str) -> bool {
    text.parse::<i64>().is_err_and(|error| *error.kind() == IntErrorKind::PosOverflow)
}

fn default(param: &Param) -> Value {
    match param.kind.read(param.default) {
        Some(value) => value,
        None => panic!("the default {:?} of {} is not {}", param.default, param.name, param.kind),
    }
}

fn inside(player: &str, param: &Param, error: SpecError) -> SpecError {
    SpecError::Inside { player: player.to_string(), key: param.name.to_string(), error: Box::new(error) }
}

/// What is wrong with a key that is not declared.
pub(crate) fn unknown(player: &str, params: &[Param], key: &str) -> SpecError {
    let (player, key) = (player.to_string(), key.to_string());
    if params.is_empty() {
        return SpecError::NoParameters { player, key };
    }
    let instead = instead(&key, params.iter().map(|param| param.name));
    SpecError::UnknownParameter { player, key, instead }
}

/// What is wrong with a text without a key, where every parameter has one.
fn keyless(spec: &Spec, params: &[Param], text: &str) -> SpecError {
    let player = spec.name().to_string();
    if let Some(index) = find(params, text) {
        let expected = Expected::Kind(params[index].kind);
        return SpecError::NoValueFor { player, key: text.to_string(), expected };
    }
    match text.split_once('=') {
        Some((key, _)) if !key.trim().is_empty() => SpecError::Key(key.trim().to_string()),
        _ if params.is_empty() => SpecError::NoParameters { player, key: text.to_string() },
        _ => {
            let keys = params.iter().map(|param| param.name).collect::<Vec<_>>().join(", ");
            SpecError::NoKey { text: text.to_string(), keys }
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const PARAMS: &[Param] = &[
        Param::choice("eyes", &["keep", "fill"], "keep", "whether own eyes are spared"),
        Param::int("depth", 1, 20, "4", "moves to read ahead"),
        Param::float("p", 0.0, 1.0, "0.5", "how often"),
        Param::bool("exact", "true", "whether to solve the end"),
        Param::text("net", "", "the network"),
        Param::float("speed", 0.0, 9.0, "1", "how quickly it solves").when("exact", &["true"]),
        Param::int("tries", 0, 9, "3", "how often it tries").unless("p", &["0"]),
        Param::player("then", "random", "the next player"),
    ];

    fn resolve(text: &str) -> Result<Settings, SpecError> {
        Settings::resolve(&text.parse().unwrap(), PARAMS)
    }

    fn complaint(text: &str) -> String {
        resolve(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_not_set_has_its_default() {
        let settings = resolve("x:depth=7").unwrap();
        let written = |name: &str| settings.value(name).to_string();
        assert_eq!(["depth", "p", "exact"].map(written), ["7", "0.5", "true"]);
        assert_eq!(["eyes", "net", "then"].map(written), ["keep", "", "random"]);
        for nobody in ["x:then=[]", "x:then=nobody"] {
            let settings = resolve(nobody).unwrap();
            assert_eq!(settings.value("then"), &Value::Player(None));
            assert_eq!(settings.spec().unwrap().to_string(), "x:then=[]");
        }
    }

    #[test]
    fn a_setting_without_effect_is_refused_and_the_reason_given() {
        assert_eq!(complaint("x:exact=off,speed=2"), "x's speed has no effect unless exact=true");
        assert_eq!(complaint("x:tries=5,p=0"), "x's tries has no effect when p=0");
        assert!(resolve("x:exact=off,speed=1").is_ok(), "the default changes nothing");
        assert!(resolve("x:speed=2,tries=5").is_ok());
    }

    #[test]
    fn zero_is_a_seed_like_any_other() {
        const RANDOM: &[Param] = &[Param::seed("seed", "", "the seed of every game")];
        let canonical = |text: &str| {
            let settings = Settings::resolve(&text.parse().unwrap(), RANDOM).map_err(|error| error.to_string())?;
            Ok::<String, String>(settings.spec().unwrap().to_string())
        };
        assert_eq!(canonical("x:seed=0").unwrap(), "x:seed=0");
        assert_eq!(canonical("x:seed=07").unwrap(), "x:seed=7");
        assert_eq!(canonical("x:seed=[]").unwrap(), "x");
        assert_eq!(canonical("x:seed=-1").unwrap_err(), "x cannot have seed=-1: expected a whole number of at least 0");
        assert_eq!(
            canonical("x:seed=9223372036854775808").unwrap_err(),
            "x cannot have seed=9223372036854775808: expected a whole number of at most 9223372036854775807"
        );
    }

    #[test]
    fn only_what_differs_from_the_default_is_displayed() {
        let spec = resolve("x:then=[random],exact=on,p=0.50,depth=07,net=[a,b],eyes=keep").unwrap().spec().unwrap();
        assert_eq!(spec.to_string(), "x:depth=7,net=[a,b]");
        assert_eq!(resolve("x:p=.250,exact=off").unwrap().spec().unwrap().to_string(), "x:p=0.25,exact=false");
    }

    #[test]
    fn only_a_keyless_parameter_goes_without_its_key() {
        const ENGINE: &[Param] = &[Param::bool("loud", "false", "x"), Param::text("command", "", "y").keyless()];
        let resolve_engine = |text: &str| Settings::resolve(&text.parse().unwrap(), ENGINE);
        let settings = resolve_engine("gtp:command=gnugo --mode gtp,loud=off").unwrap();
        assert_eq!(settings, resolve_engine("gtp:gnugo --mode gtp").unwrap());
        assert_eq!(settings.spec().unwrap().to_string(), "gtp:gnugo --mode gtp");
        assert_eq!(resolve_engine("gtp:a,command=b").unwrap_err(), SpecError::Twice("command".to_string()));
        assert_eq!(
            complaint("x:fill"),
            "'fill' lacks a key: write key=fill, where key is one of eyes, depth, p, exact, net, speed, tries, then"
        );
        assert_eq!(complaint("x:eyes"), "x's eyes lacks a value: write eyes=value, where value is one of keep, fill");
        assert_eq!(
            complaint("x:ey es=keep"),
            "'ey es' cannot be the name of a parameter: names are letters, digits, -, _ and ."
        );
    }

    #[test]
    fn an_unknown_key_names_the_nearest_known_one() {
        assert_eq!(complaint("x:eye=keep"), "x has no parameter eye: did you mean eyes?");
        assert_eq!(complaint("x:detph=3"), "x has no parameter detph: did you mean depth?");
        assert_eq!(
            complaint("x:foo=3"),
            "x has no parameter foo: expected one of eyes, depth, p, exact, net, speed, tries, then"
        );
        for text in ["x:a=1", "x:a"] {
            let nothing = Settings::resolve(&text.parse().unwrap(), &[]);
            assert_eq!(nothing.unwrap_err().to_string(), "x has no parameters, so a cannot be set");
        }
    }

    #[test]
    fn values_are_held_to_kind_and_range() {
        assert_eq!(complaint("x:depth=21"), "x cannot have depth=21: expected a whole number from 1 to 20");
        assert_eq!(complaint("x:depth=2.5"), "x cannot have depth=2.5: expected a whole number from 1 to 20");
        assert_eq!(complaint("x:p=NaN"), "x cannot have p=NaN: expected a number from 0 to 1");
        assert_eq!(complaint("x:p=-0.01"), "x cannot have p=-0.01: expected a number from 0 to 1");
        for number in ["inf", "-inf", "1e999", ""] {
            let complaint = complaint(&format!("x:p=[{number}]"));
            assert_eq!(complaint, format!("x cannot have p={number}: expected a number from 0 to 1"));
        }
        assert_eq!(complaint("x:exact=maybe"), "x cannot have exact=maybe: expected true or false");
        assert_eq!(complaint("x:eyes=Keep"), "x cannot have eyes=Keep: expected one of keep, fill");
        assert_eq!(complaint("x:then=[a b]"), format!("in x's then: {}", SpecError::Name("a b".into())));
    }

    #[test]
    fn numbers_without_a_declared_bound_are_finite_and_fit_a_word() {
        const WIDE: &[Param] =
            &[Param::int("n", 0, i64::MAX, "0", "x"), Param::float("x", 0.0, f64::INFINITY, "0", "y")];
        let complaint = |text: &str| Settings::resolve(&text.parse().unwrap(), WIDE).unwrap_err().to_string();
        assert_eq!(complaint("w:n=-1"), "w cannot have n=-1: expected a whole number of at least 0");
        assert_eq!(
            complaint("w:n=9223372036854775808"),
            "w cannot have n=9223372036854775808: expected a whole number of at most 9223372036854775807"
        );
        assert_eq!(complaint("w:x=inf"), "w cannot have x=inf: expected a number of at least 0");
        assert_eq!(complaint("w:x=1e999"), "w cannot have x=1e999: expected a number of at least 0");
    }

    fn spec() -> impl Strategy<Value = Spec> {
        let maybe = |text: &'static str| prop::option::of(text);
        let number = prop::option::of((0.0..=1.0f64).prop_map(|x| x.to_string()));
        (maybe("keep|fill"), maybe("[1-9]|0[1-9]|1[0-9]|20"), number, maybe("on|off|true|1"), maybe("[a-z,\\[ ]{0,6}"))
            .prop_map(|(eyes, depth, p, exact, net)| {
                let mut spec = Spec::new("x").unwrap();
                for (key, value) in [("net", net), ("exact", exact), ("p", p), ("depth", depth), ("eyes", eyes)] {
                    value.into_iter().for_each(|value| drop(spec.set(key, &value)));
                }
                spec
            })
    }

    proptest! {
        #[test]
        fn the_displayed_specification_means_the_same(spec in spec()) {
            let settings = Settings::resolve(&spec, PARAMS).unwrap();
            let shown = settings.spec().unwrap();
            prop_assert_eq!(&Settings::resolve(&shown.to_string().parse().unwrap(), PARAMS).unwrap(), &settings);
            for (key, value) in shown.settings() {
                let param = PARAMS.iter().find(|param| param.name == key).unwrap();
                prop_assert_ne!(param.kind.read(value), param.kind.read(param.default));
            }
        }

        #[test]
        fn no_value_is_accepted_that_is_out_of_range(n in any::<i64>(), x in any::<f64>()) {
            prop_assert_eq!(resolve(&format!("x:depth={n}")).is_ok(), (1..=20).contains(&n));
            prop_assert_eq!(resolve(&format!("x:p={x}")).is_ok(), (0.0..=1.0).contains(&x));
        }
    }
}
