//! The trial behind figures 5.2 to 5.8: windows of all forms and sizes, in hash tables of the thesis's size.

use super::judge::{self, at, below, per_set};
use super::learner::{Learner, diamond, graph, square};
use super::study::{self, Plan};
use crate::verdict::Finding;
use crate::{Evidence, Scale, Trial};

/// The squares, from small to large.
pub(super) const SQUARES: [&str; 4] = ["3x3", "5x5", "7x7", "9x9"];
/// The diamonds, by radius.
pub(super) const DIAMONDS: [&str; 4] = ["diamond 1", "diamond 2", "diamond 3", "diamond 4"];
/// The windows on the graph of chains, by radius.
pub(super) const GRAPHS: [&str; 3] = ["graph 1", "graph 2", "graph 3"];

/// The studies. The largest square has a second pass, as in figure 5.6.
pub(super) const TRIAL: Trial = Trial {
    name: "preference/windows",
    alone: false,
    conditions: |scale: Scale| {
        let squares = SQUARES.into_iter().zip([3, 5, 7, 9].map(square)).zip([5.0, 8.0, 12.0, 34.0]);
        let diamonds = DIAMONDS.into_iter().zip([1, 2, 3, 4].map(diamond)).zip([4.0, 6.0, 8.0, 12.0]);
        let graphs = GRAPHS.into_iter().zip([1, 2, 3].map(graph)).zip([16.0, 40.0, 80.0]);
        let condition = |((name, view), seconds)| {
            let passes = if name == SQUARES[3] { 2 } else { 1 };
            Plan { passes, ..Plan::new(Learner::hashed(view)) }.condition(name, seconds, scale)
        };
        squares.chain(diamonds).chain(graphs).map(condition).collect()
    },
    measure: study::measure,
};

/// The error at the beginning of the game falls as the window grows.
pub(super) fn beginning_falls(evidence: &Evidence, windows: &[&str]) -> Finding {
    let pairs: Vec<(&str, &str)> = windows.windows(2).map(|pair| (pair[1], pair[0])).collect();
    judge::all_lower(evidence, "/opening", &pairs)
}

/// The share of the smallest window's excess that the largest may have.
const NEARLY: f64 = 0.2;

/// The test of [`beginning_disappears`].
pub(super) const DISAPPEARS: &str = "the excess of the error of moves 1 to 20 over that of later moves is, with the \
                                     largest window, below a fifth of the excess with the smallest: t-test over the \
                                     five sets, p < 0.05";

/// The excess of the error at the beginning of the game nearly disappears with the largest window.
pub(super) fn beginning_disappears(evidence: &Evidence, windows: &[&str]) -> Finding {
    let (Some(&smallest), Some(&largest)) = (windows.first(), windows.last()) else { return Finding::no_evidence() };
    let values = per_set(evidence, &[largest, smallest], |outcomes| {
        let excess = |place: usize| Some(at(outcomes[place], "/opening")? - at(outcomes[place], "/rest")?);
        Some(excess(0)? - NEARLY * excess(1)?)
    });
    let finding = below(&values, 0.0, 0.0, 1);
    let figures = format!("excess with {largest} minus a fifth of that with {smallest}: {}", finding.figures);
    Finding { figures, ..finding }
}

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn the_beginning_gets_better_or_not() {
        let verdict = |openings: [f64; 3]| {
            let values = openings.map(|opening| [("/opening", opening)]);
            let names = ["a", "b", "c"];
            let conditions: Vec<_> = names.into_iter().zip(&values).map(|(name, value)| (name, &value[..])).collect();
            beginning_falls(&places(&conditions), &names).verdict
        };
        assert_eq!(verdict([0.4, 0.3, 0.2]), Holds);
        assert_eq!(verdict([0.4, 0.2, 0.3]), DoesNotHold);
        assert_eq!(beginning_falls(&places(&[]), &["a", "b"]).verdict, Undecided);
    }

    #[test]
    fn the_excess_disappears_or_not() {
        let verdict = |opening: f64| {
            let small: &[(&str, f64)] = &[("/opening", 0.4), ("/rest", 0.2)];
            let evidence = places(&[("small", small), ("large", &[("/opening", opening), ("/rest", 0.2)])]);
            beginning_disappears(&evidence, &["small", "large"]).verdict
        };
        assert_eq!((verdict(0.21), verdict(0.3)), (Holds, DoesNotHold));
        assert_eq!(beginning_disappears(&places(&[]), &["small", "large"]).verdict, Undecided);
    }
}
