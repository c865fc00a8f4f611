//! Section V: win rates of about 98% against Random, and the order of the opponents.

use learn::td::Selection;
use plot::{Axis, LineChart, Reference};
use stats::{Interval, RateTest, Score};

use super::learning::{self, END, REPRESENTATIONS, SELECTIONS, TRIAL, curve, name, series};
use super::training::{Strength, TrainedRun};
use super::{FAMILY_NAME, OPPONENTS};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table, Verdict, papers, percent};

/// The place of Random among the opponents.
const RANDOM: usize = 2;
/// How far a rate may be from the paper's 98% to be about that.
const ABOUT: f64 = 0.01;

/// The win rates.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "representations/random98",
    title: "Trained networks against Random, and against opponents of growing strength",
    place: "section V",
    source: "The summary says that the trained networks beat the random player at rates of about 98%, which shows that \
             they learn the game and not sequences of moves, and that all of them win the less the better the program \
             is. Table II has 98.6% for one network.",
    ours: "The networks at the end of the training runs of figures 2 and 3: for each run the games of the last five \
           samples. The player random:eyes=fill,pass=uniform is the paper's Random: any legal move or the pass, each \
           equally likely. Our gojen and naive are other programs than the paper's.",
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The trained networks beat the random player at rates of about 98%",
            place: "section V",
            test: "for each of the six conditions, Student's 95% interval of the mean rate over runs lies within 97% \
                   to 99%; each part is refuted at 5% divided by 6",
            judge: |evidence| {
                let published = papers::value(FAMILY_NAME, "random").unwrap_or(0.98);
                let range = Interval { low: published - ABOUT, high: published + ABOUT };
                let of = |condition: String| Finding::mean_within(&condition, &rates(evidence, &condition), range, 6);
                Finding::all(conditions().map(of))
            },
        },
        Claim {
            text: "All networks win the less the better the program is: gojen, naive, random in this order",
            place: "section V",
            test: "for each run, over the games of its last five samples, a z-test of each step (two-sided): it holds \
                   if all steps of all runs are in this order with p < 0.05, and is refuted if one is in the opposite \
                   order with p < 0.05 divided by their number",
            judge: ordered,
        },
    ],
    exhibits,
};

fn conditions() -> impl Iterator<Item = String> {
    let of = |selection: Selection| REPRESENTATIONS.map(|representation| name(representation.name(), selection.name()));
    SELECTIONS.into_iter().flat_map(of)
}

/// The win rate of each run against Random in its last samples.
fn rates(evidence: &Evidence, condition: &str) -> Vec<f64> {
    let rate = |sample: &Strength| sample.against(RANDOM).unwrap_or(0.0);
    evidence.outcomes::<TrainedRun>(condition).iter().filter_map(|run| run.mean_of(END.0, END.1, rate)).collect()
}

/// The games of a run against an opponent in its last samples.
fn score(run: &TrainedRun, opponent: usize) -> Score {
    let last = run.samples.iter().filter(|sample| (END.0..=END.1).contains(&sample.games));
    last.fold(Score::default(), |mut score, sample| {
        let wins = u64::from(sample.wins.get(opponent).copied().unwrap_or(0));
        score.wins += wins;
        score.losses += u64::from(sample.of) - wins;
        score
    })
}

fn ordered(evidence: &Evidence) -> Finding {
    let runs: Vec<TrainedRun> = conditions().flat_map(|condition| evidence.outcomes(&condition)).collect();
    let steps: Vec<(Score, Score)> = runs
        .iter()
        .flat_map(|run| (1..OPPONENTS.len()).map(move |better| (score(run, better), score(run, better - 1))))
        .filter(|(worse, _)| worse.games() > 0)
        .collect();
    if steps.is_empty() {
        return Finding::no_evidence();
    }
    let p = |(worse, better): &(Score, Score)| RateTest::suited_to(worse, better).p_value(worse, better);
    let right = |step: &&(Score, Score)| step.0.rate() > step.1.rate();
    let clear = steps.iter().filter(right).filter(|step| p(step) < 0.05).count();
    let level = 0.05 / steps.len() as f64;
    let wrong = steps.iter().filter(|step| !right(step) && p(step) < level).count();
    let planned: u64 = evidence.conditions.iter().map(|condition| condition.units).sum();
    let verdict = match (wrong, clear == steps.len() && runs.len() as u64 >= planned) {
        (1.., _) => Verdict::DoesNotHold,
        (0, true) => Verdict::Holds,
        (0, false) => Verdict::Undecided,
    };
    let figures = format!(
        "{} runs with two steps each: {clear} of {} steps are in this order with p < 0.05, {wrong} in the opposite \
         order",
        runs.len(),
        steps.len()
    );
    Finding::new(verdict, figures)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let caption = "Games won against Random by the networks at the end of training, in the last five samples of each \
                   run: mean over runs, the worst and the best run, and the runs above the paper's 98%.";
    let mut table = Table::new(caption, ["networks", "runs", "mean", "worst run", "best run", "runs above 98%"]);
    for condition in conditions() {
        let rates = rates(evidence, &condition);
        let least = rates.iter().copied().reduce(f64::min);
        let most = rates.iter().copied().reduce(f64::max);
        let shown = |rate: Option<f64>| rate.map_or_else(|| "-".to_string(), percent);
        let above = rates.iter().filter(|&&rate| rate > 0.98).count().to_string();
        let mean = stats::mean(rates.iter().copied());
        table.row([condition, rates.len().to_string(), shown(mean), shown(least), shown(most), above]);
    }
    let rate = |sample: &Strength| sample.against(RANDOM).unwrap_or(0.0);
    let series = conditions()
        .map(|condition| series(&condition, &curve(&evidence.outcomes::<TrainedRun>(&condition), rate)))
        .map(|series| plot::Series { band: Vec::new(), ..series });
    let references = papers::value(FAMILY_NAME, "random").map(|rate| Reference::new(rate, "the paper's 98%"));
    let chart = LineChart {
        title: "Games won against Random".to_string(),
        x: Axis::new("games of self-play").from(0.0),
        y: Axis::new("games won").to(1.0).percent(),
        series: series.collect(),
        references: references.into_iter().collect(),
        ..LineChart::default()
    };
    let figure = Figure::new("", "Mean share of games won against Random, by games of self-play.", chart.svg());
    vec![table.into(), figure.into(), learning::opponents_of_all(evidence).into()]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};
    use crate::representations::learning::tests::run;

    /// Five runs of each condition with these shares against the three opponents, give or take some noise.
    fn made_up(noise: f64, of: u32, shares: [f64; 3]) -> Evidence {
        let made = |number: u32| {
            let mut one = run(|_| 0.5);
            for sample in &mut one.samples {
                sample.of = of;
                let wins = |share: f64| f64::from(of) * (share + noise * (f64::from(number) - 2.0)).clamp(0.0, 1.0);
                sample.wins = shares.map(|share| wins(share).round() as u32).to_vec();
            }
            one
        };
        Evidence::made_up(conditions().map(|condition| (condition, (0..5).map(made).collect::<Vec<_>>())))
    }

    fn verdict(claim: usize, evidence: &Evidence) -> Verdict {
        (EXPERIMENT.claims[claim].judge)(evidence).verdict
    }

    #[test]
    fn random_loses_98_percent_or_not() {
        assert_eq!(verdict(0, &made_up(0.001, 1_000, [0.3, 0.7, 0.98])), Holds);
        assert_eq!(verdict(0, &made_up(0.001, 1_000, [0.3, 0.7, 0.92])), DoesNotHold);
        assert_eq!(verdict(0, &made_up(0.01, 1_000, [0.3, 0.7, 0.98])), Undecided);
    }

    #[test]
    fn better_programs_lose_less_or_not() {
        assert_eq!(verdict(1, &made_up(0.001, 1_000, [0.3, 0.7, 0.98])), Holds);
        assert_eq!(verdict(1, &made_up(0.001, 1_000, [0.7, 0.3, 0.98])), DoesNotHold);
        assert_eq!(verdict(1, &made_up(0.001, 4, [0.6, 0.7, 0.98])), Undecided);
        let mut unfinished = made_up(0.001, 1_000, [0.3, 0.7, 0.98]);
        unfinished.entries.truncate(20);
        assert_eq!(verdict(1, &unfinished), Undecided, "all networks are not yet known");
        assert_eq!(exhibits(&made_up(0.001, 4, [0.6, 0.7, 0.98])).len(), 3);
    }
}
