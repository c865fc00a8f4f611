//! What each part of the search with playouts is worth.

use stats::{Score, win_rate};

use super::ablation::{self, HELPS, Variant, condition, full_score, helps, variant};
use crate::verdict::{Finding, MARGIN, Verdict, refuting};
use crate::{Claim, Evidence, Experiment, Trial, games};

const FULL: &str = "rave:playouts=1000,early=false";

/// The parts, switched off.
const PARTS: &[Variant] = &[
    variant("without RAVE", "equivalence=0,exploration=0.5"),
    variant("without transpositions", "transpositions=false"),
    variant("without priors", "priors=false"),
    variant("without the expert model", "prior-intuition=0"),
    variant("with iku as the expert model", "prior-model=iku"),
    variant("without the prior of captures", "prior-capture=0"),
    variant("without the prior of rescues", "prior-escape=0"),
    variant("without the prior against self-atari", "prior-self-atari=0"),
    variant("without the prior of ladders", "prior-ladder=0"),
    variant("without the prior of patterns", "prior-pattern=0"),
    variant("without the prior near the last move", "prior-near=0"),
    variant("without the prior of lines", "prior-line=0"),
    variant("without rules in playouts", "policy=uniform"),
    variant("without patterns in playouts", "pattern=0"),
    variant("without answers to ataris in playouts", "rescue=0"),
    variant("without captures beside the last move in playouts", "capture-last=0"),
    variant("without captures anywhere in playouts", "capture=0"),
    variant("without vital points in playouts", "nakade=0"),
    variant("without avoiding self-atari in playouts", "self-atari=1000"),
    variant("without the mercy rule", "mercy=1"),
];

/// Last good replies, and replies by win rates.
const LAST_GOOD: &[Variant] = &[
    variant("with lgr1", "reply=lgr1"),
    variant("with lgr2", "reply=lgr2"),
    variant("with lgr3", "reply=lgr3"),
    variant("with lgrf1", "reply=lgrf1"),
    variant("with lgrf2", "reply=lgrf2"),
    variant("with lgrf3", "reply=lgrf3"),
    variant("with lgrf1-nd", "reply=lgrf1-nd"),
];
const BY_WIN_RATE: &[Variant] = &[
    variant("with softmax1", "reply=softmax1"),
    variant("with softmax2", "reply=softmax2"),
    variant("with amaf", "reply=amaf"),
    variant("with cmc", "reply=cmc"),
    variant("with past", "reply=past"),
];

fn variants() -> impl Iterator<Item = &'static Variant> {
    PARTS.iter().chain(LAST_GOOD).chain(BY_WIN_RATE)
}

const TRIAL: Trial = Trial {
    name: "ponnuki/ablation-rave",
    alone: false,
    conditions: |scale| variants().map(|variant| condition(FULL, variant, 300, 2.5, scale)).collect(),
    measure: games::measure,
};

/// The ablation.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/ablation-rave",
    title: "What each part of the search with playouts is worth",
    place: "docs/players.md, rave",
    source: "Before the lab, the documents had such a table for rave without its expert model, 300 games for each part \
             on 9x9 with 1,000 playouts for a move. Some of its sentences are judged here, for rave as it is today.",
    ours: "rave with one part switched off plays against rave itself on 9x9, under Chinese rules with a komi of 7.5, \
           from generated balanced openings of four moves, each with both colours. Both have 1,000 playouts for every \
           move, so that a part that costs time is not charged for it. Without RAVE, the search explores by UCB1 with \
           a weight of 0.5. The replies, which are off by default, and the priors of the thesis's table (iku) in place \
           of the expert model's are added in the same way.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "RAVE makes the search stronger",
            place: "docs/players.md before the lab, the contribution of each part",
            test: HELPS,
            judge: |evidence| helps(evidence, &["without RAVE"]),
        },
        Claim {
            text: "Priors make the search stronger",
            place: "docs/players.md before the lab, the contribution of each part",
            test: HELPS,
            judge: |evidence| helps(evidence, &["without priors"]),
        },
        Claim {
            text: "The expert model as a prior makes it much stronger",
            place: "docs/players.md before the lab, the expert model",
            test: "much: it wins more than 64% of the games, a difference of 100 Elo; the 95% interval (Wilson's) lies \
                   above or below",
            judge: |evidence| {
                let score = full_score(evidence, "without the expert model");
                Finding::rate_above("the full player", &score, stats::rate_of_elo(100.0), 0.0, 1)
            },
        },
        Claim {
            text: "Patterns, answers to ataris and vital points in playouts each help",
            place: "docs/players.md before the lab, the contribution of each part",
            test: HELPS,
            judge: |evidence| {
                let parts = ["patterns in playouts", "answers to ataris in playouts", "vital points in playouts"];
                let without = parts.map(|part| format!("without {part}"));
                helps(evidence, &without.each_ref().map(String::as_str))
            },
        },
        Claim {
            text: "The mercy rule costs strength at equal playouts",
            place: "docs/players.md before the lab, the mercy rule",
            test: "the player without it wins more than 50%, by the same test",
            judge: |evidence| {
                let score = full_score(evidence, "without the mercy rule").opposite();
                Finding::rate_above("without the mercy rule", &score, 0.5, MARGIN, 1)
            },
        },
        Claim {
            text: "The last-good replies of the paper do not help this engine",
            place: "docs/players.md, rave",
            test: "no kind of reply wins more than 55% against the search without: all 95% intervals (Wilson's) lie \
                   below; an interval above 50% (at 5% divided by their number) refutes it",
            judge: no_reply_helps,
        },
        Claim {
            text: "Forgetting helps every kind of last good reply",
            place: "docs/players.md before the lab, the replies",
            test: "z-test for two proportions, two-sided, p < 0.05, of the wins against the search without replies",
            judge: |evidence| {
                let kinds = [("with lgrf1", "with lgr1"), ("with lgrf2", "with lgr2"), ("with lgrf3", "with lgr3")];
                let compare = |(with, without): (&str, &str)| {
                    let score = |name: &str| games::score(evidence, name).different;
                    Finding::higher((with, &score(with)), (without, &score(without)), kinds.len())
                };
                Finding::all(kinds.map(compare))
            },
        },
        Claim {
            text: "Replies by win rates do worse than last good replies",
            place: "docs/players.md before the lab, the replies",
            test: "z-test for two proportions, two-sided, p < 0.05, of the wins of all kinds together",
            judge: |evidence| {
                let [last, rates] = [LAST_GOOD, BY_WIN_RATE].map(|kinds| together(evidence, kinds));
                Finding::higher(("last good replies", &last), ("replies by win rates", &rates), 1)
            },
        },
        Claim {
            text: "The thesis's table is a useful move suggestor for a Go program",
            place: "Stoutamire's thesis, section 7.2",
            test: "rave with iku as its expert model loses fewer games against rave than rave without any expert \
                   model: z-test for two proportions, two-sided, p < 0.05",
            judge: |evidence| {
                let score = |name: &str| games::score(evidence, name).different;
                let [iku, none] = ["with iku as the expert model", "without the expert model"].map(score);
                Finding::higher(("with iku", &iku), ("without an expert model", &none), 1)
            },
        },
    ],
    exhibits: |evidence| ablation::exhibits(evidence, "rave with one part changed, against rave", variants()),
};

/// The games of all these kinds together.
fn together(evidence: &Evidence, kinds: &[Variant]) -> Score {
    kinds.iter().map(|kind| games::score(evidence, kind.name).different).fold(Score::default(), |sum, score| Score {
        wins: sum.wins + score.wins,
        losses: sum.losses + score.losses,
        draws: sum.draws + score.draws,
    })
}

fn no_reply_helps(evidence: &Evidence) -> Finding {
    Finding::all(LAST_GOOD.iter().map(|kind| {
        let score = games::score(evidence, kind.name).different;
        // The search without replies wins more than 45%.
        let harmless = Finding::rate_above(kind.name, &score.opposite(), 0.5 - MARGIN, 0.0, 1);
        let figures = Finding::rate_above(kind.name, &score, 0.5, 0.0, 1).figures;
        let helps = win_rate(&score, refuting(LAST_GOOD.len())).interval.low > 0.5;
        let verdict = match harmless.verdict {
            _ if helps => Verdict::DoesNotHold,
            Verdict::Holds => Verdict::Holds,
            _ => Verdict::Undecided,
        };
        Finding { verdict, figures, needed: harmless.needed.filter(|_| verdict == Verdict::Undecided) }
    }))
}

#[cfg(test)]
mod tests {
    use player::Maker;
    use roster::Roster;

    use super::super::ablation::tests::made_up;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    fn verdict(claim: usize, wins: impl Fn(&str) -> usize) -> Verdict {
        let evidence = made_up(variants().map(|variant| (variant.name, wins(variant.name))), 300);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn every_variant_can_be_made_and_none_has_the_name_of_another() {
        let mut names: Vec<&str> = variants().map(|variant| variant.name).collect();
        for variant in variants() {
            let spec = format!("{FULL},{}", variant.change).parse().unwrap();
            assert!(Roster.make(&spec).is_ok(), "{spec}");
        }
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), variants().count());
    }

    #[test]
    fn what_is_switched_off_helps_or_not() {
        for claim in [0, 1, 2, 3] {
            assert_eq!(verdict(claim, |_| 60), Holds, "{claim}");
            assert_eq!(verdict(claim, |_| 180), DoesNotHold, "{claim}");
            assert_eq!(verdict(claim, |_| if claim == 2 { 110 } else { 140 }), Undecided, "{claim}");
        }
    }

    #[test]
    fn what_is_switched_off_may_harm() {
        assert_eq!([180, 120, 155].map(|wins| verdict(4, |_| wins)), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn replies_help_or_not() {
        assert_eq!([100, 200, 155].map(|wins| verdict(5, |_| wins)), [Holds, DoesNotHold, Undecided]);
        // One of seven that is just significant by itself is not, among seven.
        assert_eq!(verdict(5, |name| if name == "with lgrf1" { 169 } else { 100 }), Undecided);
        let forgetting = |name: &str| if name.starts_with("with lgrf") { 150 } else { 100 };
        assert_eq!(verdict(6, forgetting), Holds);
        assert_eq!(verdict(6, |name| 250 - forgetting(name)), DoesNotHold);
        assert_eq!(verdict(6, |name| if name.starts_with("with lgrf") { 115 } else { 100 }), Undecided);
    }

    #[test]
    fn win_rates_do_worse_or_not() {
        let last_good = |name: &str| name.starts_with("with lgr");
        assert_eq!(verdict(7, |name| if last_good(name) { 120 } else { 80 }), Holds);
        assert_eq!(verdict(7, |name| if last_good(name) { 80 } else { 120 }), DoesNotHold);
        assert_eq!(verdict(7, |name| if last_good(name) { 107 } else { 100 }), Undecided);
    }

    #[test]
    fn a_move_suggestor_is_useful_or_not() {
        let iku = |wins| move |name: &str| if name.starts_with("with iku") { wins } else { 60 };
        assert_eq!([110, 30, 68].map(|wins| verdict(8, iku(wins))), [Holds, DoesNotHold, Undecided]);
    }
}
