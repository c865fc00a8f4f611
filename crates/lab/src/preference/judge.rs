//! The tests of this family: differences between conditions, set by set, by Student's distribution.
//!
//! The sets of games are disjoint, and all conditions study the same sets in the same order. A claim is judged by the
//! mean of a figure over the sets, mostly of a difference between two conditions in the same set.

use serde_json::Value;
use stats::{Confidence, Estimate, Interval, mean_estimate};

use crate::verdict::{Finding, Verdict, number};
use crate::{Entry, Evidence};

/// A difference of errors below this is too small to speak of.
pub(super) const MARGIN: f64 = 0.002;

/// The test of claims that one error is lower than another.
pub(super) const LOWER: &str = "paired t-test over the five sets of games, two-sided, p < 0.05; an advantage below \
                                0.002 is none";

/// A figure of a condition: its name, and the place of the figure in the outcome, such as `/error`.
pub(super) type Place<'a> = (&'a str, &'a str);

/// A figure for each set in which all of these conditions are measured.
pub(super) fn per_set(evidence: &Evidence, conditions: &[&str], figure: impl Fn(&[&Value]) -> Option<f64>) -> Vec<f64> {
    let find = |condition: &str, number: u64| -> Option<&Value> {
        let entry = evidence.entries.iter().find(|entry| entry.condition == condition && entry.number == number)?;
        Some(&entry.outcome)
    };
    let numbers =
        conditions.first().into_iter().flat_map(|first| evidence.entries.iter().filter(move |e| is(e, first)));
    numbers
        .filter_map(|entry| {
            let outcomes: Option<Vec<&Value>> = conditions.iter().map(|name| find(name, entry.number)).collect();
            figure(&outcomes?).filter(|figure| figure.is_finite())
        })
        .collect()
}

fn is(entry: &Entry, condition: &str) -> bool {
    entry.condition == condition
}

/// The number at a place of an outcome.
pub(super) fn at(outcome: &Value, place: &str) -> Option<f64> {
    outcome.pointer(place)?.as_f64()
}

/// A figure in each set.
pub(super) fn figures(evidence: &Evidence, (condition, place): Place<'_>) -> Vec<f64> {
    per_set(evidence, &[condition], |outcomes| at(outcomes[0], place))
}

/// The mean of a figure over the sets.
pub(super) fn mean(evidence: &Evidence, place: Place<'_>) -> Option<Estimate> {
    mean_estimate(&figures(evidence, place), Confidence::P95)
}

/// The first figure minus the second, set by set.
pub(super) fn differences(evidence: &Evidence, first: Place<'_>, second: Place<'_>) -> Vec<f64> {
    per_set(evidence, &[first.0, second.0], |outcomes| Some(at(outcomes[0], first.1)? - at(outcomes[1], second.1)?))
}

/// The first figure is below the second.
pub(super) fn lower(evidence: &Evidence, first: Place<'_>, second: Place<'_>, parts: usize) -> Finding {
    lower_by(evidence, first, second, MARGIN, parts)
}

/// As [`lower`], with another margin below which an advantage is none.
pub(super) fn lower_by(evidence: &Evidence, first: Place<'_>, second: Place<'_>, margin: f64, parts: usize) -> Finding {
    let finding = below(&differences(evidence, first, second), 0.0, margin, parts);
    let mean = |place| mean(evidence, place).map_or("not measured yet".to_string(), |mean| number(mean.value));
    let name = |(condition, _): Place<'_>, other: Place<'_>, place: &str| match condition == other.0 {
        true => format!("{condition}, {}", place.trim_start_matches('/')),
        false => condition.to_string(),
    };
    let (one, other) = (name(first, second, first.1), name(second, first, second.1));
    let figures = format!("{one} {}, {other} {}, {}", mean(first), mean(second), finding.figures);
    Finding { figures, ..finding }
}

/// As [`lower_by`], for one of several candidates of which one is enough: it is found at 5% divided by their number, and
/// refuted at 5%.
pub(super) fn lower_at(
    evidence: &Evidence,
    first: Place<'_>,
    second: Place<'_>,
    margin: f64,
    candidates: usize,
) -> Finding {
    let finding = lower_by(evidence, first, second, margin, 1);
    let values = differences(evidence, first, second);
    let strict = Confidence::new(1.0 - 0.05 / candidates.max(1) as f64).unwrap_or_default();
    let clear = mean_estimate(&values, strict).is_some_and(|estimate| estimate.interval.high < 0.0);
    match finding.verdict {
        Verdict::Holds if !clear => Finding { verdict: Verdict::Undecided, ..finding },
        _ => finding,
    }
}

/// One of several findings is enough; all have to be refuted.
pub(super) fn any(findings: impl IntoIterator<Item = Finding>) -> Finding {
    let findings: Vec<Finding> = findings.into_iter().collect();
    let Some(verdict) = findings.iter().map(|finding| finding.verdict).min() else { return Finding::no_evidence() };
    let figures = findings.iter().map(|finding| finding.figures.as_str()).collect::<Vec<_>>().join("; ");
    Finding::new(verdict, figures)
}

/// All pairs of conditions are in this order at a place of their outcomes: the first below the second.
pub(super) fn all_lower(evidence: &Evidence, place: &str, pairs: &[(&str, &str)]) -> Finding {
    let part = |&(first, second): &(&str, &str)| lower(evidence, (first, place), (second, place), pairs.len());
    Finding::all(pairs.iter().map(part))
}

/// The mean of values is below a limit. A mean that may be below it by less than the margin only refutes that.
pub(super) fn below(values: &[f64], limit: f64, margin: f64, parts: usize) -> Finding {
    let refuting = Confidence::new(1.0 - 0.05 / parts.max(1) as f64).unwrap_or_default();
    let estimates = (mean_estimate(values, Confidence::P95), mean_estimate(values, refuting));
    let (Some(estimate), Some(wide)) = estimates else { return Finding::no_evidence() };
    let Estimate { value, interval } = estimate;
    let verdict = if interval.high < limit {
        Verdict::Holds
    } else if wide.interval.low > limit - margin {
        Verdict::DoesNotHold
    } else {
        Verdict::Undecided
    };
    let sets = values.len() as f64;
    let room = (value - limit).abs().max((limit - margin - value).abs()).max(1e-12);
    let needed = (sets * (estimate.error() / room).powi(2)).max(sets + 1.0);
    let word = if limit == 0.0 { "difference" } else { "mean" };
    Finding::new(verdict, format!("{word} {} ({} to {})", number(value), number(interval.low), number(interval.high)))
        .needing(needed)
}

/// The mean of values lies in a range: its interval lies inside, or outside.
pub(super) fn within(name: &str, values: &[f64], range: Interval) -> Finding {
    match mean_estimate(values, Confidence::P95) {
        Some(estimate) => Finding::within(name, estimate, range, values.len() as u64),
        None => Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() },
    }
}

/// A range around a value.
pub(super) fn around(value: f64, margin: f64) -> Interval {
    Interval { low: value - margin, high: value + margin }
}

/// Everything up to a value.
pub(super) fn up_to(high: f64) -> Interval {
    Interval { low: f64::NEG_INFINITY, high }
}

/// Everything from a value on.
pub(super) fn from(low: f64) -> Interval {
    Interval { low, high: f64::INFINITY }
}

/// Something is the case in all sets, or in none: the sign test over five sets, one-sided.
pub(super) fn in_all_sets(name: &str, cases: &[bool]) -> Finding {
    /// The least number of sets of which all or none are significant: 1/2 to the fifth power is below 5%.
    const LEAST: usize = 5;
    let yes = cases.iter().filter(|&&case| case).count();
    let verdict = match cases.len() {
        sets if sets >= LEAST && yes == sets => Verdict::Holds,
        sets if sets >= LEAST && yes == 0 => Verdict::DoesNotHold,
        _ => Verdict::Undecided,
    };
    match cases.len() {
        0 => Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() },
        sets => Finding::new(verdict, format!("{name}: in {yes} of {sets} sets")),
    }
}

/// Evidence made up for tests.
#[cfg(test)]
pub(super) mod made_up {
    use serde_json::json;

    use super::*;

    /// Conditions with a mean at a place of their outcomes, in five sets that differ by a little: by 0.001 from set to
    /// set in all conditions alike, and by `noise` in every second set of every second condition.
    pub(crate) fn conditions(place: &str, means: &[(&str, f64)], noise: f64) -> Evidence {
        let outcome = |mean: f64, odd: bool, set: usize| {
            let noise = if odd { [noise, -noise, noise, -noise, 0.0][set] } else { 0.0 };
            nested(place, json!(mean + 0.001 * set as f64 + noise))
        };
        let condition = |(index, &(name, mean)): (usize, &(&str, f64))| {
            (name.to_string(), (0..5).map(|set| outcome(mean, index % 2 == 1, set)).collect::<Vec<Value>>())
        };
        Evidence::made_up(means.iter().enumerate().map(condition))
    }

    /// A value at a place: `/a/0/b` becomes `{"a": [{"b": value}]}`.
    pub(crate) fn nested(place: &str, value: Value) -> Value {
        place.rsplit('/').filter(|key| !key.is_empty()).fold(value, |inner, key| match key.parse::<usize>() {
            Ok(index) => {
                let mut list = vec![Value::Null; index];
                list.push(inner);
                Value::Array(list)
            }
            Err(_) => json!({ key: inner }),
        })
    }

    /// Evidence in which several places of an outcome have values, the same in five sets but for a little noise.
    pub(crate) fn places(conditions: &[(&str, &[(&str, f64)])]) -> Evidence {
        let outcome = |values: &[(&str, f64)], set: usize| {
            let mut merged = json!({});
            for (place, value) in values {
                merge(&mut merged, nested(place, json!(value + 0.0001 * set as f64)));
            }
            merged
        };
        let condition = |&(name, values): &(&str, &[(&str, f64)])| {
            (name.to_string(), (0..5).map(|set| outcome(values, set)).collect::<Vec<Value>>())
        };
        Evidence::made_up(conditions.iter().map(condition))
    }

    fn merge(into: &mut Value, from: Value) {
        match (into, from) {
            (Value::Object(into), Value::Object(from)) => {
                for (key, value) in from {
                    merge(into.entry(key).or_insert(Value::Null), value);
                }
            }
            (Value::Array(into), Value::Array(from)) => {
                into.resize(into.len().max(from.len()), Value::Null);
                into.iter_mut().zip(from).filter(|(_, value)| !value.is_null()).for_each(|(a, b)| merge(a, b));
            }
            (into, from) => *into = from,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::made_up::{conditions, places};
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn a_lower_error_is_found_refuted_or_open() {
        let verdict = |first: f64, second: f64, noise: f64| {
            let evidence = conditions("/error", &[("a", first), ("b", second)], noise);
            lower(&evidence, ("a", "/error"), ("b", "/error"), 1)
        };
        let found = verdict(0.15, 0.17, 0.001);
        assert_eq!(found.verdict, Holds);
        assert!(found.figures.starts_with("a 0.1520, b 0.1720, difference -0.02"), "{}", found.figures);
        assert_eq!(verdict(0.17, 0.15, 0.001).verdict, DoesNotHold);
        assert_eq!(verdict(0.15, 0.15, 0.0001).verdict, DoesNotHold, "smaller than the margin");
        let open = verdict(0.15, 0.16, 0.02);
        assert_eq!(open.verdict, Undecided);
        assert!(open.needed.is_some_and(|needed| needed > 5));
    }

    #[test]
    fn sets_are_paired() {
        // The sets differ more than the conditions do.
        let values = [0.1, 0.2, 0.3, 0.4, 0.5];
        let evidence = Evidence::made_up([
            ("a", values.map(|value| serde_json::json!({ "error": value })).to_vec()),
            ("b", values.map(|value| serde_json::json!({ "error": value + 0.01 })).to_vec()),
        ]);
        assert_eq!(lower(&evidence, ("a", "/error"), ("b", "/error"), 1).verdict, Holds);
    }

    #[test]
    fn without_evidence_nothing_is_decided() {
        let none = Evidence::made_up::<&str, Value>([]);
        let finding = lower(&none, ("a", "/error"), ("b", "/error"), 1);
        assert_eq!(finding.verdict, Undecided);
        assert!(finding.figures.contains("not measured yet"));
        assert_eq!(within("x", &[], around(0.5, 0.1)).verdict, Undecided);
        assert_eq!(in_all_sets("x", &[]).verdict, Undecided);
    }

    #[test]
    fn one_of_several_is_enough() {
        let part = |verdict| Finding::new(verdict, "x");
        assert_eq!(any([part(DoesNotHold), part(Holds), part(Undecided)]).verdict, Holds);
        assert_eq!(any([part(DoesNotHold), part(Undecided)]).verdict, Undecided);
        assert_eq!(any([part(DoesNotHold), part(DoesNotHold)]).verdict, DoesNotHold);
        assert_eq!(any([]).verdict, Undecided);
    }

    #[test]
    fn one_of_many_is_found_at_a_lower_level() {
        // Significant at 5%, and not at 0.05%.
        let evidence = conditions("/error", &[("a", 0.15), ("b", 0.153)], 0.002);
        let at = |candidates| lower_at(&evidence, ("a", "/error"), ("b", "/error"), MARGIN, candidates).verdict;
        assert_eq!((at(1), at(100)), (Holds, Undecided));
    }

    #[test]
    fn all_sets_or_none_decide() {
        assert_eq!(in_all_sets("x", &[true; 5]).verdict, Holds);
        assert_eq!(in_all_sets("x", &[false; 5]).verdict, DoesNotHold);
        assert_eq!(in_all_sets("x", &[true, true, false, true, true]).verdict, Undecided);
        assert_eq!(in_all_sets("x", &[true; 3]).verdict, Undecided);
    }

    #[test]
    fn made_up_places_are_found_again() {
        let evidence = places(&[("a", &[("/stages/1/low", 0.3), ("/stages/0/low", 0.1), ("/error", 0.5)])]);
        let mean = |place| mean(&evidence, ("a", place)).unwrap().value;
        assert!((mean("/stages/1/low") - 0.3002).abs() < 1e-9 && (mean("/error") - 0.5002).abs() < 1e-9);
    }
}
