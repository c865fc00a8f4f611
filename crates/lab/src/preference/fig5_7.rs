//! Figure 5.7: NRM plots of windows on the graph of chains.

use super::explosion::{self, counted};
use super::judge;
use super::show;
use super::windows::{self, DIAMONDS, GRAPHS};
use crate::verdict::Finding;
use crate::{Claim, Experiment};

/// The figure.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-7",
    title: "NRM plots of graph windows of radius 1 to 3",
    place: "figure 5.7 and section 5.2",
    source: "The board becomes a graph in which a chain is one node and neighbours are joined; the window of a move is \
             the part of the graph within one, two or three edges of it. The thesis expected these windows to be \
             nearer to human perception, and suspects that they perform poorly because they explode. The plots are \
             lost.",
    ours: ours!(
        "The text does not say how two parts of a graph are compared. Ours are equal if refinement (Weisfeiler and \
         Lehman) by as many steps as the radius cannot tell them apart; empty points and sides of the board are nodes."
    ),
    trials: &[&windows::TRIAL, &explosion::TRIAL],
    claims: &[Claim {
        text: "It is suspected that the poor performance of the graph-based window is that it is very susceptible to \
               explosive complexity",
        place: "section 5.2",
        test: "a graph window of radius 2 and one of radius 3 meet more classes than the diamonds of the same radius: \
               paired t-test of the logarithms over the five sets, p < 0.05",
        judge: |evidence| {
            let part = |radius: usize| {
                let (fixed, graph) = (counted(DIAMONDS[radius - 1]), counted(GRAPHS[radius - 1]));
                judge::lower_by(evidence, (&fixed, "/log"), (&graph, "/log"), 0.0, 2)
            };
            Finding::all([2, 3].map(part))
        },
    }],
    exhibits: |evidence| {
        let names: Vec<String> = GRAPHS.iter().chain(&DIAMONDS).map(|name| counted(name)).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let columns = [("log10 of classes", "/log"), ("share of experts' moves of a new class", "/new")];
        vec![
            show::nrm_plots(evidence, "NRM plots of graph windows", &GRAPHS),
            show::table(evidence, show::ERRORS_CAPTION, &GRAPHS, &show::ERRORS),
            show::table(evidence, "Classes of all legal moves of a set: means over the sets", &names, &columns),
        ]
    },
};

#[cfg(test)]
mod tests {
    use super::super::judge::made_up::places;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn graphs_explode_sooner_or_not() {
        let verdict = |two: f64, three: f64| {
            let names = [counted("diamond 2"), counted("graph 2"), counted("diamond 3"), counted("graph 3")];
            let values = [5.0, two, 6.0, three].map(|log| [("/log", log)]);
            let conditions: Vec<_> = names.iter().zip(&values).map(|(name, v)| (name.as_str(), &v[..])).collect();
            (EXPERIMENT.claims[0].judge)(&places(&conditions)).verdict
        };
        assert_eq!((verdict(5.5, 6.5), verdict(5.5, 5.5)), (Holds, DoesNotHold));
        assert_eq!((EXPERIMENT.claims[0].judge)(&places(&[])).verdict, Undecided);
    }
}
