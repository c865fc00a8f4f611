//! The training runs of figures 2 and 3, and what both figures share.

use learn::td::Selection;
use models::td::Representation;
use plot::{Axis, LineChart, Reference, Series};
use stats::{Confidence, Estimate, Interval, mean_estimate};

use super::training::{self, Strength, TrainedRun, Training};
use super::{FAMILY_NAME, OPPONENTS};
use crate::verdict::Finding;
use crate::{Condition, Evidence, Exhibit, Figure, Scale, Table, Trial, Verdict, papers};

/// The runs: three representations, two selections of moves.
pub(crate) const TRIAL: Trial =
    Trial { name: "representations/learning", alone: false, conditions, measure: training::measure };

/// The representations, in the order of the paper.
pub(super) const REPRESENTATIONS: [Representation; 3] =
    [Representation::Koten, Representation::Roban, Representation::KATATSUGI];
/// The selections of moves, in the order of the paper.
pub(super) const SELECTIONS: [Selection; 2] = [Selection::Epsilon(0.05), Selection::Creative(0.05)];

/// What we did in the training runs, and where that differs.
pub(super) const OURS: &str = "Board, networks, learning rate, numbers of games and samples are the paper's. GOjen and \
                               Naive are not available: our gojen and naive are other programs, written after the \
                               paper's description, so absolute strengths cannot be compared. Random is the paper's. \
                               Where the text is silent, we chose: a draw is worth 0.5 in training and is not won in a \
                               sample; training games are counted as they stand, games against opponents after an \
                               estimate of dead stones; a game is cut off after 100 moves; a simple ko is forbidden, \
                               and so is suicide. The target of a step is the value of the selected move, as equation \
                               (1) says. A step is left out if the player's move before or after it, or the reply \
                               between them, was random. The experiment readings measures the other readings of these \
                               two sentences. We also sample the start.";

/// The test of a difference between two conditions.
pub(super) const WELCH: &str = "Welch's 95% interval of the difference of means over runs, each run by the mean of its \
                                last five samples, from 800,000 to 1,000,000 games; each part is refuted at 5% divided \
                                by the number of parts";
/// A change of strength that is too small to speak of: 2 percentage points.
pub(super) const STILL: f64 = 0.02;

/// What a run takes on one core, in seconds.
pub(super) const SECONDS: f64 = 75.0;

/// A range of games of training.
pub(super) type Span = (u64, u64);
/// The first samples after the start, those around half a million games, and the last five.
pub(super) const FIRST: Span = (50_000, 150_000);
pub(super) const MIDDLE: Span = (450_000, 550_000);
pub(super) const END: Span = (800_000, 1_000_000);

fn conditions(scale: Scale) -> Vec<Condition> {
    let condition = |representation: Representation, selection: Selection| {
        let training = Training::new(representation, selection, scale);
        let name = name(representation.name(), selection.name());
        Condition::new(name, scale.pick(20, 2), scale.pick(SECONDS, 0.1), &training)
    };
    let each = |selection| REPRESENTATIONS.map(|representation| condition(representation, selection));
    SELECTIONS.into_iter().flat_map(each).collect()
}

/// The name of a condition.
pub(super) fn name(representation: &str, selection: &str) -> String {
    format!("{representation} {selection}")
}

/// The mean strength of each run over a range of games.
pub(super) fn means(evidence: &Evidence, condition: &str, (from, to): Span) -> Vec<f64> {
    let runs = evidence.outcomes::<TrainedRun>(condition);
    runs.iter().filter_map(|run| run.mean(from, to)).collect()
}

/// What each run gained from one range of games to another.
fn gains(evidence: &Evidence, condition: &str, before: Span, after: Span) -> Vec<f64> {
    let runs = evidence.outcomes::<TrainedRun>(condition);
    runs.iter().filter_map(|run| Some(run.mean(after.0, after.1)? - run.mean(before.0, before.1)?)).collect()
}

/// The first conditions are stronger than the second ones over a range of games. `parts` is the number of statements in
/// the claim.
pub(super) fn stronger(evidence: &Evidence, pairs: &[(String, String)], span: Span, parts: usize) -> Finding {
    Finding::all(pairs.iter().map(|(first, second)| {
        let (one, other) = (means(evidence, first, span), means(evidence, second, span));
        Finding::mean_higher((first, &one), (second, &other), parts)
    }))
}

/// The runs of a condition gain from one range of games to another: the 95% interval of the mean gain lies above 0. It
/// is refuted if the interval lies below half of [`STILL`].
pub(super) fn rises(evidence: &Evidence, condition: &str, before: Span, after: Span, parts: usize) -> Finding {
    let gains = gains(evidence, condition, before, after);
    let name = format!("{condition} gains {}", spans(before, after));
    let finding = Finding::mean_within(&name, &gains, Interval { low: 0.0, high: f64::INFINITY }, parts);
    let wider = Confidence::new(1.0 - 0.05 / parts.max(1) as f64).unwrap_or_default();
    let is_small = mean_estimate(&gains, wider).is_some_and(|gain| gain.interval.high < STILL / 2.0);
    match finding.verdict {
        Verdict::Undecided if is_small => Finding::new(Verdict::DoesNotHold, finding.figures),
        _ => finding,
    }
}

/// The runs of a condition do not change by more than [`STILL`] from one range of games to another.
pub(super) fn stays(evidence: &Evidence, condition: &str, before: Span, after: Span, parts: usize) -> Finding {
    let gains = gains(evidence, condition, before, after);
    let name = format!("{condition} gains {}", spans(before, after));
    Finding::mean_within(&name, &gains, Interval { low: -STILL, high: STILL }, parts)
}

fn spans(before: Span, after: Span) -> String {
    let middle = |(from, to): Span| thousands((from + to) / 2);
    format!("from {} to {} games", middle(before), middle(after))
}

/// The first condition is not ahead of the second over a range of games by more than [`STILL`].
pub(super) fn caught(evidence: &Evidence, first: &str, second: &str, span: Span, parts: usize) -> Finding {
    let (one, other) = (means(evidence, first, span), means(evidence, second, span));
    let name = format!("{first} is ahead of {second} from {} to {} games by", thousands(span.0), thousands(span.1));
    difference_within(&name, (&one, &other), Interval { low: f64::NEG_INFINITY, high: STILL }, parts)
}

/// The difference of two means lies in a range, by Welch's interval.
pub(super) fn difference_within(name: &str, (one, other): (&[f64], &[f64]), range: Interval, parts: usize) -> Finding {
    let wider = Confidence::new(1.0 - 0.05 / parts.max(1) as f64).unwrap_or_default();
    let difference = |confidence| stats::mean_difference(one, other, confidence);
    let (Some(usual), Some(wide)) = (difference(Confidence::P95), difference(wider)) else {
        return Finding { figures: format!("{name}: not measured yet"), ..Finding::no_evidence() };
    };
    let units = one.len().min(other.len()) as u64;
    let finding = Finding::within(name, usual, range, units);
    let refuted = Finding::within(name, wide, range, units);
    if finding.verdict == Verdict::DoesNotHold { Finding { figures: finding.figures, ..refuted } } else { finding }
}

/// The strengths at the end are those of the paper, give or take 0.05.
pub(super) fn as_published(evidence: &Evidence, selection: Selection) -> Finding {
    Finding::all(REPRESENTATIONS.iter().filter_map(|representation| {
        let published = papers::value(FAMILY_NAME, &published_id(selection, representation.name()))?;
        let condition = name(representation.name(), selection.name());
        let range = Interval { low: published - 0.05, high: published + 0.05 };
        Some(Finding::mean_within(&condition, &means(evidence, &condition, END), range, REPRESENTATIONS.len()))
    }))
}

fn published_id(selection: Selection, representation: &str) -> String {
    let figure = if matches!(selection, Selection::Epsilon(_)) { "fig2" } else { "fig3" };
    format!("{figure}.{representation}")
}

/// The figure and tables of one selection.
pub(super) fn exhibits(evidence: &Evidence, selection: Selection, title: &str) -> Vec<Exhibit> {
    let runs: Vec<(Representation, Vec<TrainedRun>)> = REPRESENTATIONS
        .iter()
        .map(|&representation| (representation, evidence.outcomes(&name(representation.name(), selection.name()))))
        .collect();
    vec![
        figure(&runs, selection, title).into(),
        strengths(&runs, selection).into(),
        opponents(&runs).into(),
        time(evidence, selection),
    ]
}

/// The mean over runs of a figure of their samples, after each number of games.
pub(super) fn curve(runs: &[TrainedRun], figure: impl Fn(&Strength) -> f64) -> Vec<(u64, Estimate)> {
    let mut games: Vec<u64> = runs.iter().flat_map(|run| run.samples.iter().map(|sample| sample.games)).collect();
    games.sort_unstable();
    games.dedup();
    let at = |games: u64| {
        let samples = runs.iter().flat_map(|run| run.samples.iter().filter(move |sample| sample.games == games));
        let values: Vec<f64> = samples.map(&figure).collect();
        Some((games, mean_estimate(&values, Confidence::P95)?))
    };
    games.into_iter().filter_map(at).collect()
}

/// A curve with the band of its intervals.
pub(super) fn series(name: &str, curve: &[(u64, Estimate)]) -> Series {
    let band = |(games, estimate): &(u64, Estimate)| (*games as f64, estimate.interval.low, estimate.interval.high);
    let points = curve.iter().map(|(games, estimate)| (*games as f64, estimate.value)).collect();
    Series { band: curve.iter().map(band).collect(), marks: true, ..Series::new(name, points) }
}

fn figure(runs: &[(Representation, Vec<TrainedRun>)], selection: Selection, title: &str) -> Figure {
    let reference = |(representation, _): &(Representation, Vec<TrainedRun>)| {
        let name = representation.name();
        let at = papers::value(FAMILY_NAME, &published_id(selection, name))?;
        Some(Reference::new(at, format!("{name} in the paper")))
    };
    let mut references: Vec<Reference> = runs.iter().filter_map(reference).collect();
    // Two that end at the same strength are one line.
    if let Some(other) = (1..references.len()).find(|&place| references[place].at == references[0].at) {
        references.remove(other);
        references[0].label = "koten and katatsugi in the paper".to_string();
    }
    let series = runs.iter().map(|(representation, runs)| series(representation.name(), &curve(runs, Strength::value)));
    let chart = LineChart {
        title: title.to_string(),
        x: Axis::new("games of self-play").from(0.0),
        y: Axis::new("strength").from(0.0).to(1.0),
        series: series.collect(),
        references,
        ..LineChart::default()
    };
    let caption = "Mean strength over the runs with its 95% interval (Student), by games of self-play. Lines across \
                   are the strengths that the paper's text gives for the end; its curves are not printed as numbers.";
    Figure::new("", caption, chart.svg())
}

/// `0.712 ± 0.034`.
pub(super) fn written(estimate: &Estimate) -> String {
    if estimate.error().is_finite() {
        format!("{:.3} ± {:.3}", estimate.value, estimate.error())
    } else {
        format!("{:.3}", estimate.value)
    }
}

fn strengths(runs: &[(Representation, Vec<TrainedRun>)], selection: Selection) -> Table {
    const SHOWN: [u64; 8] = [0, 50_000, 100_000, 200_000, 400_000, 500_000, 800_000, 1_000_000];
    let caption = "Strength after numbers of games, with 95% intervals over runs; the mean of the last five samples; \
                   and what the paper says of the end.";
    let header = ["games"].into_iter().chain(REPRESENTATIONS.iter().map(|representation| representation.name()));
    let mut table = Table::new(caption, header);
    let curves: Vec<_> = runs.iter().map(|(_, runs)| curve(runs, Strength::value)).collect();
    for games in SHOWN {
        let at = |curve: &Vec<(u64, Estimate)>| {
            let found = curve.iter().find(|(number, _)| *number == games);
            found.map_or_else(|| "-".to_string(), |(_, estimate)| written(estimate))
        };
        table.row([thousands(games)].into_iter().chain(curves.iter().map(at)));
    }
    let end = |(_, runs): &(Representation, Vec<TrainedRun>)| {
        let means: Vec<f64> = runs.iter().filter_map(|run| run.mean(END.0, END.1)).collect();
        mean_estimate(&means, Confidence::P95).map_or_else(|| "-".to_string(), |estimate| written(&estimate))
    };
    table.row(["mean of the last five samples".to_string()].into_iter().chain(runs.iter().map(end)));
    let number = |(_, runs): &(Representation, Vec<TrainedRun>)| runs.len().to_string();
    table.row(["runs".to_string()].into_iter().chain(runs.iter().map(number)));
    let paper = |(representation, _): &(Representation, Vec<TrainedRun>)| {
        papers::cell(FAMILY_NAME, &published_id(selection, representation.name()), |value| format!("{value}"))
    };
    table.row(["the paper's end (20 runs)".to_string()].into_iter().chain(runs.iter().map(paper)));
    table
}

fn opponents(runs: &[(Representation, Vec<TrainedRun>)]) -> Table {
    let caption = "Games won against each opponent in the last five samples, with 95% intervals over runs.";
    let mut table = Table::new(caption, ["networks"].into_iter().chain(OPPONENTS));
    for (representation, runs) in runs {
        table.row([representation.name().to_string()].into_iter().chain(rates(runs)));
    }
    table
}

/// The same for all conditions.
pub(super) fn opponents_of_all(evidence: &Evidence) -> Table {
    let caption = "Games won against each opponent in the last five samples, with 95% intervals over runs.";
    let mut table = Table::new(caption, ["networks"].into_iter().chain(OPPONENTS));
    for selection in SELECTIONS {
        for representation in REPRESENTATIONS {
            let condition = name(representation.name(), selection.name());
            let cells = rates(&evidence.outcomes(&condition));
            table.row([condition].into_iter().chain(cells));
        }
    }
    table
}

/// The games won against each opponent in the last five samples.
fn rates(runs: &[TrainedRun]) -> [String; 3] {
    [0, 1, 2].map(|opponent| {
        let of = |sample: &Strength| sample.against(opponent).unwrap_or(0.0);
        let rates: Vec<f64> = runs.iter().filter_map(|run| run.mean_of(END.0, END.1, of)).collect();
        mean_estimate(&rates, Confidence::P95).map_or_else(|| "-".to_string(), |estimate| written(&estimate))
    })
}

/// How long the runs took, beside the paper's.
fn time(evidence: &Evidence, selection: Selection) -> Exhibit {
    let of = |representation: &Representation| name(representation.name(), selection.name());
    let names: Vec<String> = REPRESENTATIONS.iter().map(of).collect();
    let entries = evidence.entries.iter().filter(|entry| names.contains(&entry.condition));
    let hours = papers::cell(FAMILY_NAME, "hours", |value| format!("{value:.0}"));
    Exhibit::Text(match stats::mean(entries.map(|entry| entry.seconds)) {
        Some(seconds) => format!(
            "A run with its samples took {:.1} minutes on average, with other work on the same machine, so that 20 of \
             them take {:.1} hours one after the other. The paper's 20 million games took about {hours} hours on a \
             processor of 2.13 GHz.",
            seconds / 60.0,
            20.0 * seconds / 3600.0
        ),
        None => "No run is finished.".to_string(),
    })
}

/// `1,000,000`.
pub(super) fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups: Vec<&str> =
        digits.as_bytes().rchunks(3).rev().filter_map(|group| std::str::from_utf8(group).ok()).collect();
    groups.join(",")
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::representations::training::BestNetwork;

    /// A made-up run of 1,000 games a sample whose strength follows a curve, against every opponent alike.
    pub(in crate::representations) fn run(strength: impl Fn(u64) -> f64) -> TrainedRun {
        let sample = |games: u64| {
            let wins = (1_000.0 * strength(games)).round() as u32;
            Strength { games, of: 1_000, wins: vec![wins; 3], draws: vec![0; 3], opening: "C3".to_string() }
        };
        let samples: Vec<Strength> = (0..=20).map(|block| sample(50_000 * block)).collect();
        let best = BestNetwork { games: 1_000_000, again: samples[20].clone(), network: String::new() };
        TrainedRun { samples, best }
    }

    /// Five runs of each condition around these curves: representations as in [`REPRESENTATIONS`], epsilon and
    /// creative.
    pub(in crate::representations) fn made_up(spread: f64, strength: impl Fn(&str, &str, u64) -> f64) -> Evidence {
        let mut conditions = Vec::new();
        for selection in SELECTIONS {
            for representation in REPRESENTATIONS {
                let (kind, selection) = (representation.name(), selection.name());
                let runs = (0..5)
                    .map(|number| run(|games| strength(kind, selection, games) + spread * (f64::from(number) - 2.0)));
                conditions.push((name(kind, selection), runs.collect::<Vec<_>>()));
            }
        }
        Evidence::made_up(conditions)
    }

    #[test]
    fn a_gain_is_found_refuted_or_open() {
        use crate::Verdict::{DoesNotHold, Holds, Undecided};
        let made = |slope: f64, noise: f64| {
            let runs: Vec<TrainedRun> = (0..5)
                .map(|number| {
                    let own = slope + noise * (f64::from(number) - 2.0);
                    run(|games| 0.4 + own * games as f64 / 1e6)
                })
                .collect();
            Evidence::made_up([("koten epsilon", runs)])
        };
        let verdict = |slope, noise| rises(&made(slope, noise), "koten epsilon", MIDDLE, END, 1).verdict;
        assert_eq!([verdict(0.3, 0.01), verdict(-0.3, 0.01), verdict(0.05, 0.2)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(verdict(0.0, 0.001), DoesNotHold, "a gain below one percentage point is none");
        let verdict = |slope, noise| stays(&made(slope, noise), "koten epsilon", MIDDLE, END, 1).verdict;
        assert_eq!([verdict(0.01, 0.001), verdict(0.3, 0.01), verdict(0.05, 0.2)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn numbers_are_grouped() {
        assert_eq!([0, 999, 50_000, 1_000_000].map(thousands), ["0", "999", "50,000", "1,000,000"]);
    }
}
