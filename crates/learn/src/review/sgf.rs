//! A review in the record itself: numbers on the points that were ranked as high as the move or higher, and a comment.
//!
//! Labels and comments that are there already stay; ours come behind them. Nothing else in the tree is touched.

use goban::Point;
use kifu::{Node, Tree, Value};

use super::{Review, Verdict};

impl Review {
    /// Writes the verdict on each move into its node: the ranks as labels (`LB`), the error and the best moves as a
    /// comment (`C`). The tree must be the one that was reviewed.
    pub fn annotate(&self, tree: &mut Tree) {
        let nodes = tree.len();
        for verdict in self.moves.iter().filter(|verdict| verdict.node.index() < nodes) {
            let node = tree.node_mut(verdict.node);
            add_labels(node, verdict, self.size);
            add_comment(node, &self.remark(verdict));
        }
    }

    /// The verdict in words.
    pub fn remark(&self, verdict: &Verdict) -> String {
        let placing = verdict.placing;
        let alike = match placing.equal() {
            1 => String::new(),
            equal => format!(", as one of {equal} alike"),
        };
        let best = verdict.best().iter();
        let best: Vec<String> =
            best.map(|ranked| format!("{} ({})", ranked.point.to_gtp(self.size), ranked.rank)).collect();
        format!(
            "{}: error {:.3}, ranked {} of {} legal moves{alike}.\nBest moves: {}.",
            self.player,
            placing.error(),
            placing.rank(),
            placing.legal(),
            best.join(", ")
        )
    }
}

/// Puts the ranks on their points, unless there is a label already.
fn add_labels(node: &mut Node, verdict: &Verdict, size: usize) {
    let labelled = |value: &Value| value.split().and_then(|(point, _)| point.point(size));
    let taken: Vec<Point> =
        node.get("LB").map_or_else(Vec::new, |labels| labels.values().iter().filter_map(labelled).collect());
    let free = verdict.ranked.iter().filter(|ranked| !taken.contains(&ranked.point));
    let labels: Vec<Value> =
        free.map(|ranked| Value::composed(&ranked.point.to_sgf(), &ranked.rank.to_string())).collect();
    match node.properties_mut().iter_mut().find(|property| property.is("LB")) {
        _ if labels.is_empty() => {}
        Some(there) => there.values_mut().extend(labels),
        None => node.push("LB", labels),
    }
}

/// Puts a remark behind the comment that is there.
fn add_comment(node: &mut Node, remark: &str) {
    let remark = Value::from_text(remark);
    let joined = match node.value("C").filter(|comment| !comment.trimmed().is_empty()) {
        // Two whole values with white space between them are whole again.
        Some(comment) => Value::from_raw(format!("{}\n\n{}", comment.raw(), remark.raw())).unwrap_or(remark),
        None => remark,
    };
    node.set("C", joined);
}
