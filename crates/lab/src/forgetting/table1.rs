//! Table I: what lookups in the reply tables find.

use stats::Interval;

use super::replies::{CountedTable, POLICIES, REPLIES, by_game, games_in_words, the_games, with_spread};
use crate::{Claim, Evidence, Exhibit, Experiment, Finding, Table, papers};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/table1",
    title: "What lookups in the reply tables find",
    place: "table I, section V-D",
    source: "In 100 games of Orego against itself on 19x19, with 8,000 playouts per move, the authors counted how \
             often a lookup in a table of last good replies returned a reply that could be played, an illegal one, or \
             none. LGR-2 and LGRF-2 ask the table for the last two moves first, and the table for the last move only \
             where that gave nothing playable; the shares of the second lookup are among those cases.",
    ours: concat!(
        the_games!(),
        "A legal reply that would fill an own eye is never played; it counts as illegal here, and its share is given \
         too, since the paper does not mention such replies. The margin of 10 percentage points was not chosen blind: \
         the shares of one earlier game, whose count was not kept, lay within it."
    ),
    trials: &[&REPLIES],
    claims: &[
        Claim {
            text: "LGRF policies return fewer legal moves than LGR policies and fall back to the default policy more \
                   often",
            place: "section V-D",
            test: "Welch's interval of the difference between the means over games, for one and two moves of context",
            judge: fewer_legal,
        },
        Claim {
            text: "There are more empty slots in the tables with forgetting; without it they can only appear at the \
                   very beginning of the search",
            place: "section V-D",
            test: "Student's interval of the mean share of lookups that find nothing: below 1% in every table without \
                   forgetting, above 10% in every table with it (both limits are ours)",
            judge: empty_slots,
        },
        Claim {
            text: "Replies to one move are more readily available than replies to two",
            place: "section IV-B",
            test: "Student's interval of the difference within games between the shares of lookups that find nothing \
                   in the two tables of LGRF-2; LGR-2, whose tables are full, is not compared",
            judge: readily_available,
        },
        Claim {
            text: "In each column of table I, legal, illegal and no reply are in the order of their shares there",
            place: "table I",
            test: "Student's interval of the difference within games between each share and the next smaller one, \
                   twelve in all",
            judge: same_order,
        },
        Claim {
            text: "The shares of table I",
            place: "table I",
            test: "Student's interval of the mean over games lies within 10 percentage points (our margin) of the \
                   paper's share, for all 18 shares",
            judge: same_shares,
        },
    ],
    exhibits,
};

const ABOVE_ZERO: Interval = Interval { low: 0.0, high: f64::INFINITY };

/// What a lookup finds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Found {
    Legal,
    Illegal,
    None,
}

impl Found {
    const ALL: [Found; 3] = [Found::Legal, Found::Illegal, Found::None];

    fn share(self, table: &CountedTable) -> Option<f64> {
        table.share(match self {
            Found::Legal => table.legal,
            Found::Illegal => table.illegal + table.own_eye,
            Found::None => table.none,
        })
    }

    fn word(self) -> &'static str {
        match self {
            Found::Legal => "legal",
            Found::Illegal => "illegal",
            Found::None => "none",
        }
    }

    fn of_games(self, evidence: &Evidence, policy: &str, context: usize) -> Vec<f64> {
        by_game(evidence, policy, context, |table| self.share(table))
    }

    /// The paper's share.
    fn published(self, policy: &str, context: usize) -> Option<f64> {
        papers::value("forgetting", &format!("table1.{policy}.{}{context}", self.word())).map(|percent| percent / 100.0)
    }
}

/// The tables of all policies: the policy, its name, the moves of context.
fn tables() -> impl Iterator<Item = (&'static str, &'static str, usize)> {
    POLICIES.into_iter().flat_map(|(word, name, longest)| (1..=longest).rev().map(move |context| (word, name, context)))
}

/// The share of moves for which the tables of a policy have no playable reply, by game.
fn fallbacks(evidence: &Evidence, policy: &str, longest: usize) -> Vec<f64> {
    let missed = |context| by_game(evidence, policy, context, |table| Some(1.0 - Found::Legal.share(table)?));
    let all = (1..=longest).map(missed).reduce(|one, two| one.iter().zip(&two).map(|(one, two)| one * two).collect());
    all.unwrap_or_default()
}

fn fewer_legal(evidence: &Evidence) -> Finding {
    let parts = [("lgr1", "lgrf1", 1), ("lgr2", "lgrf2", 2)].into_iter().flat_map(|(without, with, context)| {
        let legal = |policy| Found::Legal.of_games(evidence, policy, context);
        let (names, shares) = (["legal without forgetting", "with"], [legal(without), legal(with)]);
        let fewer = Finding::mean_higher((&format!("{without}: {}", names[0]), &shares[0]), (with, &shares[1]), 4);
        let fallen = [with, without].map(|policy| fallbacks(evidence, policy, context));
        let more = Finding::mean_higher((&format!("{with}: default policy"), &fallen[0]), (without, &fallen[1]), 4);
        [fewer, more]
    });
    Finding::all(parts)
}

fn empty_slots(evidence: &Evidence) -> Finding {
    let parts = tables().map(|(policy, name, context)| {
        let (low, high) = if policy.starts_with("lgrf") { (0.1, 1.0) } else { (0.0, 0.01) };
        let shares = Found::None.of_games(evidence, policy, context);
        Finding::mean_within(&format!("{name} ({context}), none"), &shares, Interval { low, high }, 6)
    });
    Finding::all(parts)
}

fn readily_available(evidence: &Evidence) -> Finding {
    let [one, two] = [1, 2].map(|context| Found::None.of_games(evidence, "lgrf2", context));
    let differences: Vec<f64> = two.iter().zip(&one).map(|(two, one)| two - one).collect();
    Finding::mean_within("none of two moves less none of one", &differences, ABOVE_ZERO, 1)
}

fn same_order(evidence: &Evidence) -> Finding {
    let parts = tables().flat_map(|(policy, name, context)| {
        let mut order = Found::ALL;
        order.sort_by(|one, other| {
            let share = |found: &Found| found.published(policy, context).unwrap_or(0.0);
            share(other).total_cmp(&share(one))
        });
        [(order[0], order[1]), (order[1], order[2])].map(|(more, less)| {
            let differences = by_game(evidence, policy, context, |table| Some(more.share(table)? - less.share(table)?));
            let what = format!("{name} ({context}), {} less {}", more.word(), less.word());
            Finding::mean_within(&what, &differences, ABOVE_ZERO, 12)
        })
    });
    Finding::all(parts)
}

fn same_shares(evidence: &Evidence) -> Finding {
    const MARGIN: f64 = 0.1;
    let parts = tables().flat_map(|(policy, name, context)| {
        Found::ALL.map(|found| {
            let published = found.published(policy, context).unwrap_or(f64::NAN);
            let range = Interval { low: published - MARGIN, high: published + MARGIN };
            let shares = found.of_games(evidence, policy, context);
            let what = format!("{name} ({context}), {}", found.word());
            Finding::mean_within(&what, &shares, range, 18)
        })
    });
    Finding::all(parts)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let header = ["lookup".to_string()].into_iter();
    let header = header.chain(POLICIES.into_iter().flat_map(|(_, name, _)| [name.to_string(), "paper".to_string()]));
    let mut table = Table::new(
        "What lookups find, in per cent: the mean over games ± the standard deviation between games, and the paper's \
         table I. The rows with (2) are lookups by the last two moves.",
        header,
    );
    for context in [2, 1] {
        for found in Found::ALL {
            let cells = POLICIES.map(|(policy, _, longest)| {
                let percent: Vec<f64> =
                    found.of_games(evidence, policy, context).iter().map(|share| 100.0 * share).collect();
                let published = found.published(policy, context).map(|share| format!("{:.1}", 100.0 * share));
                if context > longest {
                    return [String::new(), String::new()];
                }
                [with_spread(&percent, 1), published.unwrap_or_default()]
            });
            let title = format!("{}{}", found.word(), if context == 2 { " (2)" } else { "" });
            table.row([title].into_iter().chain(cells.into_iter().flatten()));
        }
        let eyes = POLICIES.map(|(policy, _, longest)| {
            let shares = by_game(evidence, policy, context, |table| Some(100.0 * table.share(table.own_eye)?));
            [if context > longest { String::new() } else { with_spread(&shares, 1) }, String::new()]
        });
        let title = format!("own eye, among the illegal{}", if context == 2 { " (2)" } else { "" });
        table.row([title].into_iter().chain(eyes.into_iter().flatten()));
    }
    vec![table.into(), Exhibit::Text(games_in_words(evidence))]
}

#[cfg(test)]
mod tests {
    use super::super::replies::CountedGame;
    use super::*;
    use crate::Verdict;

    /// A game of a policy, of whose 1,000 lookups in each table this many found a legal reply, an illegal one, or none.
    fn game(number: u64, tables: &[[u64; 3]]) -> CountedGame {
        let table = |[legal, illegal, none]: &[u64; 3]| CountedTable {
            legal: legal + number,
            illegal: *illegal,
            none: *none,
            ..CountedTable::default()
        };
        CountedGame { tables: tables.iter().map(table).collect(), ..CountedGame::default() }
    }

    /// Some games of each policy, with the shares of one and two moves of context in thousandths.
    fn evidence(games: u64, shares: [&[[u64; 3]]; 4]) -> Evidence {
        let condition = |((word, _, _), tables): ((&'static str, &str, usize), &[[u64; 3]])| {
            (word, (0..games).map(|number| game(number, tables)).collect::<Vec<_>>())
        };
        Evidence::made_up(POLICIES.into_iter().zip(shares).map(condition))
    }

    const PAPER: [&[[u64; 3]]; 4] =
        [&[[445, 555, 0]], &[[235, 765, 0], [452, 547, 1]], &[[271, 437, 293]], &[[240, 528, 232], [277, 435, 288]]];

    const CONTRARY: [&[[u64; 3]]; 4] =
        [&[[200, 300, 500]], &[[200, 300, 500], [200, 400, 400]], &[[900, 90, 10]], &[[800, 190, 10], [900, 98, 2]]];

    fn verdicts(evidence: &Evidence) -> Vec<Verdict> {
        EXPERIMENT.claims.iter().map(|claim| (claim.judge)(evidence).verdict).collect()
    }

    #[test]
    fn the_papers_own_table_holds() {
        assert_eq!(verdicts(&evidence(6, PAPER)), [Verdict::Holds; 5]);
    }

    #[test]
    fn another_table_does_not() {
        assert_eq!(verdicts(&evidence(6, CONTRARY)), [Verdict::DoesNotHold; 5]);
    }

    #[test]
    fn one_game_decides_nothing() {
        assert_eq!(verdicts(&evidence(1, PAPER)), [Verdict::Undecided; 5]);
        assert_eq!(verdicts(&evidence(0, PAPER)), [Verdict::Undecided; 5]);
    }

    #[test]
    fn the_share_of_the_default_policy_is_what_both_tables_leave() {
        let evidence = evidence(1, PAPER);
        let missed = fallbacks(&evidence, "lgrf2", 2);
        assert!((missed[0] - (1.0 - 0.24) * (1.0 - 0.277)).abs() < 1e-9, "{missed:?}");
        assert_eq!(fallbacks(&evidence, "lgr1", 1).len(), 1);
    }

    #[test]
    fn the_table_has_the_form_of_the_papers() {
        let exhibits = exhibits(&evidence(2, PAPER));
        let Exhibit::Table(table) = &exhibits[0] else { panic!("no table") };
        assert_eq!(table.header, ["lookup", "LGR-1", "paper", "LGR-2", "paper", "LGRF-1", "paper", "LGRF-2", "paper"]);
        assert_eq!(table.rows[0][..5], ["legal (2)", "", "", "45.2 ± 0.0", "45.2"]);
        assert_eq!(table.rows[4][..3], ["legal", "44.5 ± 0.0", "44.5"]);
    }
}
