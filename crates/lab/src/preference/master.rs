//! Chapter 6: the errors of the master game, move by move.

use learn::iku::master_game;
use plot::{Axis, Line, LineChart, Series};
use stats::{Confidence, correlation, correlation_difference, mean, mean_estimate};

use super::game::{CORNERS, EMBEDDED, LINES, Reviewed, TRAINED, TRIAL, UNTRAINED};
use super::judge::around;
use crate::papers::cell;
use crate::verdict::{Finding, Verdict, number};
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table};

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/master",
    title: "The master game, move by move",
    place: "section 6.1 and appendix C",
    source: "The program iku ranks the moves of a game that it was not trained on (third Fujitsu Cup, 2 June 1990, Lee \
             Changho against Kobayashi) and learns from each move. The thesis prints the errors of all 230 moves: the \
             only numbers from which a repetition can be judged. It counts all empty points and the pass as moves.",
    ours: ours!(
        "The classification of chapter 6 learns from a set in one pass and then ranks the game, learning as it goes; \
         errors are counted as the thesis's. For comparison: the same with corners, the same without any training, \
         which shows how much of a correlation comes from the game itself, and the embedded model of this program. The \
         thesis says that White lost by half a point; the record says that White won by it."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The errors of the master game are those that the thesis prints, on average",
            place: "section 6.1 and appendix C",
            test: "the 95% interval (Student, over the 230 moves) of the mean difference between our errors, averaged \
                   over the sets, and the printed ones lies within 0.02",
            judge: |evidence| {
                let differences: Vec<f64> =
                    pairs(evidence, TRAINED).iter().map(|(ours, printed)| ours - printed).collect();
                match mean_estimate(&differences, Confidence::P95) {
                    Some(mean) => Finding::within("ours minus printed", mean, around(0.0, 0.02), 230),
                    None => Finding::no_evidence(),
                }
            },
        },
        Claim {
            text: "Our errors follow the printed ones beyond what the game itself explains",
            place: "section 6.1 and appendix C; the question is ours",
            test: "the correlation with the printed errors, over the 230 moves, is higher than that of the same table \
                   without training: 95% interval of the difference of two correlations (Zou 2007)",
            judge: beyond_the_game,
        },
    ],
    exhibits,
};

/// Our errors, averaged over the sets, with the printed ones.
fn pairs(evidence: &Evidence, condition: &str) -> Vec<(f64, f64)> {
    let games: Vec<Reviewed> = evidence.outcomes(condition);
    let ours = |place: usize| mean(games.iter().filter_map(|game| game.counted.get(place).copied()));
    let pair = |(place, printed): (usize, learn::iku::Printed)| Some((ours(place)?, printed.error));
    master_game().into_iter().enumerate().filter_map(pair).collect()
}

fn beyond_the_game(evidence: &Evidence) -> Finding {
    let (trained, untrained) = (pairs(evidence, TRAINED), pairs(evidence, UNTRAINED));
    let values: Vec<(f64, f64, f64)> =
        trained.iter().zip(&untrained).map(|(&(ours, printed), &(baseline, _))| (ours, baseline, printed)).collect();
    let Some(difference) = correlation_difference(&values, Confidence::P95) else { return Finding::no_evidence() };
    let verdict = match difference.interval {
        interval if interval.low > 0.0 => Verdict::Holds,
        interval if interval.high < 0.0 => Verdict::DoesNotHold,
        _ => Verdict::Undecided,
    };
    let written = |pairs: &[(f64, f64)]| correlation(pairs).map_or("none".to_string(), number);
    let figures = format!(
        "correlation {} after training, {} without, difference {} ({} to {})",
        written(&trained),
        written(&untrained),
        number(difference.value),
        number(difference.interval.low),
        number(difference.interval.high)
    );
    Finding::new(verdict, figures)
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let mut summary = Table::new(
        "Errors of the 230 moves, counted as in the thesis: our means over the sets",
        ["ranked by", "sets", "mean error", "correlation with the printed errors", "ranked first", "seconds"],
    );
    let printed: Vec<f64> = master_game().iter().map(|move_| move_.error).collect();
    let printed_mean = format!("{:.4}", mean(printed.iter().copied()).unwrap_or_default());
    let seconds = cell("preference", "master.seconds", |seconds| format!("below {seconds}"));
    summary.row(["iku, as printed".to_string(), String::new(), printed_mean, String::new(), String::new(), seconds]);
    for condition in [TRAINED, CORNERS, UNTRAINED, EMBEDDED] {
        let pairs = pairs(evidence, condition);
        let games: Vec<Reviewed> = evidence.outcomes(condition);
        let written = |value: Option<f64>| value.map_or("-".to_string(), |value| format!("{value:.4}"));
        let first = |game: &Reviewed| mean(game.ranks.iter().map(|&rank| f64::from(u8::from(rank == 1))));
        summary.row([
            condition.to_string(),
            games.len().to_string(),
            written(mean(pairs.iter().map(|pair| pair.0))),
            written(correlation(&pairs)),
            written(mean(games.iter().filter_map(first))),
            written(mean(games.iter().map(|game| game.seconds))),
        ]);
    }
    let trained = pairs(evidence, TRAINED);
    let mut all = vec![summary.into()];
    if !trained.is_empty() {
        all.push(scatter(&trained, &pairs(evidence, UNTRAINED)));
        all.push(course(&trained));
        all.push(moves(evidence, &trained).into());
    }
    all
}

fn scatter(trained: &[(f64, f64)], untrained: &[(f64, f64)]) -> Exhibit {
    let series = |name: &str, pairs: &[(f64, f64)]| {
        let points = pairs.iter().map(|&(ours, printed)| (printed, ours)).collect();
        Series { line: Line::None, marks: true, ..Series::new(name, points) }
    };
    let chart = LineChart {
        title: "Errors of the master game".to_string(),
        x: Axis::new("printed error").from(0.0).to(1.0),
        y: Axis::new("our error").from(0.0).to(1.0),
        series: vec![series(TRAINED, trained), series(UNTRAINED, untrained)],
        ..LineChart::default()
    };
    Figure::new("scatter", "Our errors of the 230 moves against the printed ones", chart.svg()).into()
}

fn course(trained: &[(f64, f64)]) -> Exhibit {
    let series = |name: &str, of: fn(&(f64, f64)) -> f64| {
        let points = trained.iter().enumerate().map(|(place, pair)| (place as f64 + 1.0, of(pair))).collect();
        Series::new(name, points)
    };
    let chart = LineChart {
        title: "The course of the master game".to_string(),
        x: Axis::new("move number"),
        y: Axis::new("error").from(0.0),
        series: vec![series("printed", |pair| pair.1), series("ours", |pair| pair.0)],
        ..LineChart::default()
    };
    Figure::new("course", "The printed errors and ours, move by move", chart.svg()).into()
}

fn moves(evidence: &Evidence, trained: &[(f64, f64)]) -> Table {
    let first: Option<Reviewed> = evidence.outcomes(TRAINED).into_iter().next();
    let mut table = Table::new(
        "All moves: the printed error, ours on the first set, and our mean over the sets",
        ["move", "point", "printed", "first set", "mean"],
    );
    for (place, (printed, (ours, _))) in master_game().iter().zip(trained).enumerate() {
        let one = first.as_ref().and_then(|game| game.counted.get(place));
        table.row([
            printed.number.to_string(),
            printed.point.to_gtp(LINES),
            format!("{:.3}", printed.error),
            one.map_or("-".to_string(), |error| format!("{error:.3}")),
            format!("{ours:.3}"),
        ]);
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    /// Errors that follow the printed ones by some share, and for the rest another series.
    fn reviewed(share: f64, shift: f64) -> Reviewed {
        let noise = |place: usize| (place * 37 % 101) as f64 / 200.0;
        let error = |(place, printed): (usize, learn::iku::Printed)| {
            share * printed.error + (1.0 - share) * noise(place) + shift
        };
        Reviewed { counted: master_game().into_iter().enumerate().map(error).collect(), ..Reviewed::default() }
    }

    fn verdict(claim: usize, trained: Reviewed, untrained: Reviewed) -> crate::Verdict {
        let evidence = Evidence::made_up([(TRAINED, vec![trained]), (UNTRAINED, vec![untrained])]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    #[test]
    fn the_mean_is_the_printed_one_or_not() {
        let with = |share, shift| verdict(0, reviewed(share, shift), reviewed(0.5, 0.0));
        assert_eq!((with(0.999, 0.0), with(0.999, 0.1), with(0.0, -0.11)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn training_shows_or_not() {
        let with = |trained, untrained| verdict(1, reviewed(trained, 0.0), reviewed(untrained, 0.0));
        assert_eq!((with(0.9, 0.3), with(0.3, 0.9), with(0.5, 0.5)), (Holds, DoesNotHold, Undecided));
    }

    #[test]
    fn without_evidence_there_is_only_the_table() {
        let none = Evidence::made_up::<&str, Reviewed>([]);
        assert_eq!(exhibits(&none).len(), 1);
        assert!(EXPERIMENT.claims.iter().all(|claim| (claim.judge)(&none).verdict == Undecided));
    }
}
