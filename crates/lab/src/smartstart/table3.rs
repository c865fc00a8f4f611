//! Table 3: the filter and the bias in Fuego, against Pachi.

use super::tournament::{self, Row};
use super::{GAIN_TEST, orego};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Scale, Trial, games};

/// The playouts of each move, and what a game takes.
const PLAYOUTS: u64 = 16_000;
const SECONDS: f64 = 300.0;

/// The games against Pachi.
const PACHI: Trial = Trial {
    name: "smartstart/table3",
    alone: false,
    conditions: |scale| conditions("Pachi", &tournament::pachi(scale), scale),
    measure: games::measure,
};

/// The same games against GNU Go, which everybody can install.
const GNUGO: Trial = Trial {
    name: "smartstart/table3-gnugo",
    alone: false,
    conditions: |scale| conditions("GNU Go", &games::gnugo(scale), scale),
    measure: games::measure,
};

fn conditions(opponent: &str, spec: &str, scale: Scale) -> Vec<Condition> {
    let condition = |name: &str, games: u64, settings: &str| {
        let (name, first) = (format!("{name}, {opponent}"), orego(PLAYOUTS, settings, scale));
        tournament::condition(&name, games, SECONDS, first, spec.to_string(), scale)
    };
    vec![
        condition("no opening", 12_000, ""),
        condition("filter", 14_000, "opening=filter,clusters=paper-64"),
        condition("bias 40", 14_000, "opening=bias,opening-bias=40,clusters=paper-64"),
    ]
}

/// The table.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/table3",
    title: "Filter and bias against a stronger opponent",
    place: "table 3 and sections 5.2 and 5.4",
    source: "Fuego without its opening book played 12,000 games against Pachi 10 on 19x19, and 14,000 each with the \
             SmartStart filter and with the bias, at 16,000 playouts per move. Both used the nearest of 64 clusters up \
             to move 12: the filter allows only its moves, in the tree and in playouts; the bias gives new nodes of \
             its moves 40 wins in 40 visits. They won 1.1 and 1.6 percentage points more, with one-sided p-values of \
             0.0424 and 0.0058.",
    ours: "Our orego stands in for Fuego: the program has no player like it. The opponent is Pachi where engines.toml \
           has an entry for it (Debian's package pachi is another program); a run without one ends with a sentence \
           that says so. The same games against GNU Go 3.8 at level 10 are ours, for those who do not have Pachi. The \
           64 clusters are made of 1,046 games of 1980 to 2007 of Andries Brouwer's collection. The virtual wins of \
           the bias also count for RAVE, since our search ranks new moves by it.",
    trials: &[&GNUGO, &PACHI],
    claims: &[
        Claim {
            text: "The filter improves the win rate against Pachi",
            place: "section 5.4",
            test: GAIN_TEST,
            judge: |evidence| tournament::stronger(evidence, "filter, Pachi", "no opening, Pachi"),
        },
        Claim {
            text: "A bias of 40 improves the win rate against Pachi",
            place: "section 5.4",
            test: GAIN_TEST,
            judge: |evidence| tournament::stronger(evidence, "bias 40, Pachi", "no opening, Pachi"),
        },
        Claim {
            text: "The filter improves the win rate, here with 64 clusters at 16,000 playouts against GNU Go",
            place: "section 6",
            test: GAIN_TEST,
            judge: |evidence| tournament::stronger(evidence, "filter, GNU Go", "no opening, GNU Go"),
        },
        Claim {
            text: "A large bias improves the win rate, here against GNU Go",
            place: "section 6",
            test: GAIN_TEST,
            judge: |evidence| tournament::stronger(evidence, "bias 40, GNU Go", "no opening, GNU Go"),
        },
    ],
    exhibits,
};

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let rows = [
        Row { condition: "no opening, Pachi", label: "no opening book, against Pachi", published: "table3.none" },
        Row { condition: "filter, Pachi", label: "SmartStart filtering, against Pachi", published: "table3.filter" },
        Row { condition: "bias 40, Pachi", label: "SmartStart bias 40, against Pachi", published: "table3.bias" },
        Row { condition: "no opening, GNU Go", label: "no opening book, against GNU Go", published: "" },
        Row { condition: "filter, GNU Go", label: "SmartStart filtering, against GNU Go", published: "" },
        Row { condition: "bias 40, GNU Go", label: "SmartStart bias 40, against GNU Go", published: "" },
    ];
    let caption = "Win rates of orego, in the place of Fuego, with filtering and bias applied through move 12, with \
                   95% intervals, and the paper's for Fuego.";
    let table = tournament::table(evidence, caption, &rows);
    [table.into()].into_iter().chain(tournament::forfeits(evidence).map(Exhibit::Text)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, opponent: &str, wins: [usize; 3], games: usize) -> Verdict {
        let names = ["no opening", "filter", "bias 40"].map(|name| format!("{name}, {opponent}"));
        let played = names.into_iter().zip(wins.map(|wins| games::made_up(wins, games - wins)));
        (EXPERIMENT.claims[claim].judge)(&Evidence::made_up(played)).verdict
    }

    #[test]
    fn filter_and_bias_help_or_not() {
        for (filter, bias, opponent) in [(0, 1, "Pachi"), (2, 3, "GNU Go")] {
            assert_eq!(verdict(filter, opponent, [500, 560, 400], 1_000), Holds);
            assert_eq!(verdict(bias, opponent, [500, 560, 400], 1_000), DoesNotHold);
            assert_eq!(verdict(bias, opponent, [500, 400, 560], 1_000), Holds);
            assert_eq!(verdict(filter, opponent, [500, 400, 560], 1_000), DoesNotHold);
            assert_eq!(verdict(filter, opponent, [500, 510, 510], 1_000), Undecided);
            assert_eq!(verdict(bias, opponent, [500, 510, 510], 1_000), Undecided);
        }
    }
}
