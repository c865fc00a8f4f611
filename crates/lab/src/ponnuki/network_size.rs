//! The strength of networks of different sizes in equal time.

use plot::{Axis, Dot, DotChart};
use stats::Confidence;

use crate::games::{self, Pairing};
use crate::verdict::{Finding, MARGIN};
use crate::{Claim, Condition, Evidence, Exhibit, Experiment, Figure, Scale, Table, Trial};

/// The networks: a name, and its model.
const NETWORKS: [(&str, &str); 3] =
    [("small", "small"), ("large", "large"), ("15x192", "training/runs/15x192-first/15x192.model")];

/// Who plays whom.
const PAIRS: [(usize, usize); 3] = [(0, 1), (0, 2), (1, 2)];

/// The boards: size, games of each pair, seconds for a move, and seconds that a game takes.
const BOARDS: [(usize, u64, f64, f64); 3] = [(9, 100, 0.2, 12.0), (13, 60, 0.2, 28.0), (19, 40, 0.3, 75.0)];

const TRIAL: Trial = Trial { name: "ponnuki/network-size", alone: true, conditions, measure: games::measure };

fn conditions(scale: Scale) -> Vec<Condition> {
    let player = |network: usize| {
        let model = scale.pick(NETWORKS[network].1, "small");
        format!("mcts:model=[{model}],early=false")
    };
    let condition = |(size, games, seconds, each): (usize, u64, f64, f64), (first, second): (usize, usize)| {
        let pairing = Pairing {
            seconds: Some(scale.pick(seconds, 0.001)),
            opening: size / 4 * 2,
            ..Pairing::new(player(first), player(second), size)
        };
        Condition::new(name(size, first, second), scale.pick(games, 2), each, &pairing)
    };
    let boards = scale.pick(&BOARDS[..], &BOARDS[..1]);
    boards.iter().flat_map(|&board| PAIRS.map(|pair| condition(board, pair))).collect()
}

/// The name of a condition.
fn name(size: usize, first: usize, second: usize) -> String {
    format!("{} v {} {size}x{size}", NETWORKS[first].0, NETWORKS[second].0)
}

/// The test of the claims.
const TEST: &str = "the 95% interval (Wilson's) of its win rate in equal time lies above 50%; an interval below 55% \
                    refutes it, since an advantage below 5 percentage points does not count as one";

/// The comparison.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "ponnuki/network-size",
    title: "The strength of networks of different sizes in equal time",
    place: "docs/players.md, mcts",
    source: "mcts takes the network large (10 blocks of 128 channels) unless it is told otherwise; small has 6 blocks \
             of 96. Before the lab the documents had 100 games on 9x9 and 27 on 19x19 of earlier networks, with visits \
             in proportion to the speed, which decided neither.",
    ours: "The same search with each of three networks: small, large, and one of 15 blocks of 192 channels that the \
           program does not use (training/runs/15x192-first, which has to be in the current folder). A larger network \
           plays better with the same number of visits and has fewer of them in the same time. Each side has 0.2 \
           seconds for a move on 9x9 and 13x13 and 0.3 on 19x19, with one thread, and uses all of it. Chinese rules, \
           komi 7.5, generated balanced openings, each with both colours. The games run one at a time, on a machine \
           that should do nothing else; the result holds for its processor.",
    trials: &[&TRIAL],
    claims: &[Claim {
        text: "large is better than small on 9x9, 13x13 and 19x19",
        place: "docs/players.md, mcts, model",
        test: TEST,
        judge: |evidence| better(evidence, &[(9, 1, 0), (13, 1, 0), (19, 1, 0)]),
    }],
    exhibits,
};

/// The first network of each is better than the second on that board.
fn better(evidence: &Evidence, comparisons: &[(usize, usize, usize)]) -> Finding {
    Finding::all(comparisons.iter().map(|&(size, first, second)| {
        let score = match first < second {
            true => games::score(evidence, &name(size, first, second)).different,
            false => games::score(evidence, &name(size, second, first)).opposite().different,
        };
        let label = format!("{} against {} on {size}x{size}", NETWORKS[first].0, NETWORKS[second].0);
        Finding::rate_above(&label, &score, 0.5, MARGIN, comparisons.len())
    }))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut table = Table::new(
        "Games won by the first of two networks in equal time, with 95% intervals.",
        ["networks", "9x9", "13x13", "19x19"],
    );
    let mut dots = Vec::new();
    for (first, second) in PAIRS {
        let scores = BOARDS.map(|(size, ..)| (size, games::score(evidence, &name(size, first, second))));
        let label = format!("{} against {}", NETWORKS[first].0, NETWORKS[second].0);
        table.row([label.clone()].into_iter().chain(scores.map(|(_, score)| games::rate_in_words(&score))));
        for (size, score) in scores.into_iter().filter(|(_, score)| score.games() > 0) {
            let rate = score.win_rate(Confidence::P95);
            dots.push(Dot {
                name: format!("{label}, {size}x{size}"),
                value: rate.value,
                interval: Some((rate.interval.low, rate.interval.high)),
                figure: crate::percent(rate.value),
            });
        }
    }
    let values = Axis::new("games won by the first").percent().from(0.0).to(1.0);
    let chart = DotChart { title: "Networks in equal time".to_string(), values, dots, ..DotChart::default() };
    vec![table.into(), Figure::new("", "The same as a picture.", chart.svg()).into()]
}

#[cfg(test)]
mod tests {
    use super::super::ablation::tests::made_up;
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    #[test]
    fn networks_are_better_or_not() {
        let verdict = |small: [usize; 3]| {
            let names = [9, 13, 19].map(|size| name(size, 0, 1));
            let evidence = made_up(names.iter().map(String::as_str).zip(small), 100);
            (EXPERIMENT.claims[0].judge)(&evidence).verdict
        };
        assert_eq!(verdict([35, 30, 30]), Holds);
        assert_eq!(verdict([35, 30, 70]), DoesNotHold);
        assert_eq!(verdict([35, 30, 45]), Undecided);
    }
}
