//! What the comparisons of ways to make clusters share.

use super::clusters::{MoveFigures, Sample, USED, differences, figures};
use super::mean_in_words;
use crate::verdict::number;
use crate::{Evidence, Table, percent};

/// The name of a figure of a sample, how it is read, and how it is written.
type Figure = (&'static str, fn(&Sample) -> f64, fn(f64) -> String);

/// The figures, over the moves for which the paper uses clusters.
const FIGURES: [Figure; 6] = [
    ("next moves found", Sample::share, percent),
    ("moves of the nearest cluster", |sample| sample.found(USED, MoveFigures::found).mean_listed(), number),
    ("moves of a cluster after move 8", |sample| sample.moves.get(8).map_or(0.0, |at| at.quality.moves), number),
    ("mean cosine to the centre", |sample| sample.mean(|quality| quality.cosine), number),
    ("mean cosine within a cluster", |sample| sample.mean(|quality| quality.inside), number),
    ("mean cosine to other clusters", |sample| sample.mean(|quality| quality.outside), number),
];

/// A table of these figures under some conditions, and of the differences between pairs of them on the same samples.
pub(super) fn table(evidence: &Evidence, conditions: &[&str], pairs: &[(&str, &str)]) -> Table {
    let columns = conditions.iter().map(ToString::to_string);
    let less = pairs.iter().map(|(first, second)| format!("{first} less {second}"));
    let header = ["moves 2 to 12".to_string()].into_iter().chain(columns).chain(less);
    let caption =
        "Means over eight samples of 1,046 games with 95% intervals, and the differences on the same samples.";
    let mut table = Table::new(caption, header);
    for (name, figure, write) in FIGURES {
        let own = conditions.iter().map(|condition| mean_in_words(&figures(evidence, condition, figure), write));
        let less = pairs.iter().map(|(first, second)| {
            mean_in_words(&differences(evidence, first, second, figure), |x| {
                if x < 0.0 { write(x) } else { format!("+{}", write(x)) }
            })
        });
        table.row([name.to_string()].into_iter().chain(own).chain(less));
    }
    table
}
