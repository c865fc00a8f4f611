//! The mean duration of replies in the tables.

use stats::Interval;

use super::replies::{CountedTable, POLICIES, REPLIES, by_game, games_in_words, the_games, with_spread};
use crate::{Claim, Evidence, Exhibit, Experiment, Finding, Table, papers};

/// The experiment.
pub(super) const EXPERIMENT: Experiment = Experiment {
    name: "forgetting/durations",
    title: "How long replies stay in the tables",
    place: "section V-D",
    source: "In 100 games of Orego against itself on 19x19, with 8,000 playouts per move, the authors measured for how \
             many playouts a reply stays in its table before another reply replaces it or it is forgotten.",
    ours: concat!(
        the_games!(),
        "A duration is the number of playouts from the one that stored a reply to the one that replaced or deleted it. \
         A reply that is stored again while it is in the table lives on; a reply that is still there at the end of the \
         game is not counted. The paper says nothing about these cases. For LGR-2 and LGRF-2 it is the table for two \
         moves that counts."
    ),
    trials: &[&REPLIES],
    claims: &[
        Claim {
            text: "Forgetting increases the fluctuation of table entries: unless a reply consistently wins, it is more \
                   quickly deleted",
            place: "section V-D",
            test: "Welch's interval of the difference between the mean durations of games without and with forgetting, \
                   for one and two moves of context",
            judge: shorter_with_forgetting,
        },
        Claim {
            text: "The durations for the policies remembering two moves are much larger",
            place: "section V-D",
            test: "Welch's interval of the difference between the mean durations of games of two moves of context and \
                   ten times (our factor) those of one move",
            judge: larger_for_two_moves,
        },
        Claim {
            text: "The average durations are 8.639 (LGR-1), 4.185 (LGRF-1), 2544.958 (LGR-2) and 1700.780 (LGRF-2) \
                   playouts",
            place: "section V-D",
            test: "Student's interval of the mean over games lies within 25% (our margin) of the paper's average, for \
                   each of the four",
            judge: same_averages,
        },
    ],
    exhibits,
};

fn durations(evidence: &Evidence, policy: &str, context: usize) -> Vec<f64> {
    by_game(evidence, policy, context, CountedTable::mean_duration)
}

fn shorter_with_forgetting(evidence: &Evidence) -> Finding {
    let parts = [("lgr1", "lgrf1", 1), ("lgr2", "lgrf2", 2)].map(|(without, with, context)| {
        let [longer, shorter] = [without, with].map(|policy| durations(evidence, policy, context));
        Finding::mean_higher((without, &longer), (with, &shorter), 2)
    });
    Finding::all(parts)
}

fn larger_for_two_moves(evidence: &Evidence) -> Finding {
    const MUCH: f64 = 10.0;
    let parts = [("lgr2", "lgr1"), ("lgrf2", "lgrf1")].map(|(two, one)| {
        let longer = durations(evidence, two, 2);
        let shorter: Vec<f64> = durations(evidence, one, 1).iter().map(|duration| MUCH * duration).collect();
        Finding::mean_higher((two, &longer), (&format!("{MUCH} times {one}"), &shorter), 2)
    });
    Finding::all(parts)
}

fn same_averages(evidence: &Evidence) -> Finding {
    let parts = POLICIES.map(|(policy, name, context)| {
        let published = published(policy).unwrap_or(f64::NAN);
        let range = Interval { low: 0.75 * published, high: 1.25 * published };
        Finding::mean_within(name, &durations(evidence, policy, context), range, POLICIES.len())
    });
    Finding::all(parts)
}

fn published(policy: &str) -> Option<f64> {
    papers::value("forgetting", &format!("durations.{policy}"))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let header = ["policy", "two moves of context", "one move of context", "paper"];
    let mut table = Table::new(
        "Mean duration of a reply in playouts: the mean over games ± the standard deviation between games, and the \
         paper's average. LGR-2 and LGRF-2 also keep a table for one move.",
        header,
    );
    for (policy, name, longest) in POLICIES {
        let cell = |context| match context > longest {
            true => String::new(),
            false => with_spread(&durations(evidence, policy, context), 3),
        };
        let paper = published(policy).map_or_else(String::new, |duration| format!("{duration:.3}"));
        table.row([name.to_string(), cell(2), cell(1), paper]);
    }
    vec![table.into(), Exhibit::Text(games_in_words(evidence))]
}

#[cfg(test)]
mod tests {
    use super::super::replies::CountedGame;
    use super::*;
    use crate::Verdict;

    /// Games of each policy whose replies lasted so long in the table for its longest context.
    fn evidence(games: u64, means: [u64; 4]) -> Evidence {
        let table = |mean: u64, number: u64| {
            let removed = 1000;
            CountedTable { removed, duration: mean * removed + number, ..CountedTable::default() }
        };
        let condition = |((word, _, context), mean): ((&'static str, &str, usize), u64)| {
            let game = |number| CountedGame { tables: vec![table(mean, number); context], ..CountedGame::default() };
            (word, (0..games).map(game).collect::<Vec<_>>())
        };
        Evidence::made_up(POLICIES.into_iter().zip(means).map(condition))
    }

    fn verdicts(evidence: &Evidence) -> Vec<Verdict> {
        EXPERIMENT.claims.iter().map(|claim| (claim.judge)(evidence).verdict).collect()
    }

    #[test]
    fn durations_like_the_papers_hold_and_contrary_ones_do_not() {
        assert_eq!(verdicts(&evidence(5, [9, 2545, 4, 1701])), [Verdict::Holds; 3]);
        assert_eq!(verdicts(&evidence(5, [4, 30, 9, 80])), [Verdict::DoesNotHold; 3]);
    }

    #[test]
    fn one_game_decides_nothing() {
        assert_eq!(verdicts(&evidence(1, [9, 2545, 4, 1701])), [Verdict::Undecided; 3]);
    }

    #[test]
    fn the_papers_averages_stand_beside_ours() {
        let exhibits = exhibits(&evidence(1, [9, 2545, 4, 1701]));
        let Exhibit::Table(table) = &exhibits[0] else { panic!("no table") };
        assert_eq!(table.rows[0], ["LGR-1", "", "9.000", "8.639"]);
        assert_eq!(table.rows[3][3], "1700.780");
    }
}
