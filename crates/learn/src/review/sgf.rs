//! A review in the record: the one way in which it is written and read.
//!
//! | property | node | content |
//! |---|---|---|
//! | `PKV` | the move | the [`Assessment`] as JSON, from which it is read back |
//! | `C` | the move | a paragraph that starts with `Review by`, below the comment of the author |
//! | `BM`, `DO` | the move | `BM[2]` for a blunder, `BM[1]` for a mistake, `DO[]` for an inaccuracy |
//! | `LB` | the move | the ranks of the points that are ranked as high as the move or higher |
//! | `SBKV` | before and after the move | Black's win rate in percent, which Sabaki shows as a graph |
//! | `LZ` | before the move | the moves that the player considered, as Lizzie reads them |
//! | `PKR` | any of these | which of the other properties belong to the review: names, and for `LB` the points |
//!
//! What the author of the record wrote stays: the review adds its paragraph to a comment, labels only points without a
//! label, and writes the other properties only where the node has none. `PKR` keeps account of that, so that another
//! review replaces exactly what the last one wrote.

use goban::{Color, Move, Point};
use kifu::{Node, NodeId, Tree, Value};
use player::{Analysis, Budget};
use serde::{Deserialize, Serialize};

use super::{Assessment, Change, Grade, MoveReview, Ranked};
use crate::metric::Placing;

/// The property that holds an assessment.
const ASSESSMENT: &str = "PKV";
/// The property that lists what in a node belongs to a review.
const OWNED: &str = "PKR";
/// How the paragraph of a review starts.
const PARAGRAPH: &str = "Review by ";
/// What annotators say of a move. A node has one of these at most.
const MARKS: [&str; 4] = ["BM", "DO", "IT", "TE"];

/// Writes the review of one move into the record that was reviewed, in place of an earlier one. What was read from the
/// record is there already.
pub fn write(tree: &mut Tree, review: &MoveReview, size: usize) {
    let Some(analysis) = review.analysis.as_ref().filter(|_| review.node.index() < tree.len()) else { return };
    let assessment = &review.assessment;
    let black = |rate: f32| if assessment.color == Color::Black { rate } else { 1.0 - rate };
    let percent = |rate: f32| format!("{:.2}", 100.0 * black(rate));
    if let Some(before) = tree.node(review.node).parent() {
        let node = tree.node_mut(before);
        set_own(node, "SBKV", assessment.win_rate.map(|change| percent(change.before)));
        set_own(node, "LZ", lizzie(analysis, size));
    }
    let node = tree.node_mut(review.node);
    erase(node, size);
    set_own(node, "SBKV", assessment.win_rate.map(|change| percent(change.after)));
    node.set(ASSESSMENT, Value::from_text(&Stored::of(assessment, size).to_json()));
    add_comment(node, &remark(assessment, size));
    add_mark(node, assessment.grade());
    add_labels(node, &assessment.ranked, size);
}

/// The assessment of the move in a node; nothing where no review wrote one.
pub fn read(tree: &Tree, node: NodeId, size: usize) -> Option<Assessment> {
    let node = tree.node(node);
    let text = node.simple_text(ASSESSMENT)?;
    let played = |color: Color| {
        let value = node.value(if color == Color::Black { "B" } else { "W" })?;
        Some((color, value.play(size)?))
    };
    let (color, mv) = Color::BOTH.into_iter().find_map(played)?;
    serde_json::from_str::<Stored>(&text).ok()?.assessment(color, mv, size)
}

/// The comment of the author, without the paragraph of a review.
pub fn comment(node: &Node) -> String {
    let Some(comment) = node.value("C") else { return String::new() };
    match without_paragraph(node, comment.raw()) {
        Some(rest) => Value::from_raw(rest).unwrap_or_default().text().into_owned(),
        None => comment.text().into_owned(),
    }
}

/// Whether this property of a node belongs to a review.
pub fn is_reviewers(node: &Node, key: &str) -> bool {
    owned(node).iter().any(|entry| entry == key)
}

/// An assessment in words.
pub fn remark(assessment: &Assessment, size: usize) -> String {
    let names = |moves: &[Move]| moves.iter().map(|mv| mv.to_gtp(size)).collect::<Vec<_>>().join(" ");
    let budget = match budget_text(&assessment.budget).as_str() {
        "" => String::new(),
        budget => format!(" ({budget})"),
    };
    let mut text = format!("{PARAGRAPH}{}{budget}: {}.", assessment.reviewer, assessment.grade().name());
    let points = assessment.points_loss().map(|loss| format!("{loss:.1} points"));
    let rate = assessment.win_rate_loss().map(|loss| format!("{:.1}% of the win rate", 100.0 * loss));
    let losses: Vec<String> = points.into_iter().chain(rate).collect();
    if !losses.is_empty() && !assessment.is_first_choice() {
        text += &format!("\nLoses {}.", losses.join(" and "));
    }
    if let Some(placing) = assessment.placing {
        let equal = match placing.equal() {
            1 => String::new(),
            equal => format!(", as one of {equal} equal ones"),
        };
        let (error, rank, legal) = (placing.error(), placing.rank(), placing.legal());
        text += &format!("\nRank error {error:.3}: ranked {rank} of {legal} legal moves{equal}.");
    }
    if assessment.is_first_choice() {
        return text;
    }
    match assessment.line.as_slice() {
        [] => text += &format!("\nBest: {}.", names(&assessment.better())),
        line => text += &format!("\nBetter: {}.", names(line)),
    }
    text
}

/// A budget in words; empty where the settings of the player decide.
pub fn budget_text(budget: &Budget) -> String {
    let playouts = budget.playouts.map(|playouts| format!("{playouts} playouts"));
    let time = budget.time.map(|time| Budget::time(time).to_string());
    playouts.into_iter().chain(time).collect::<Vec<_>>().join(", ")
}

/// An assessment as `PKV` has it. Pairs are values before and after the move, for the side that moved; the rank comes
/// with the number of equal and of legal moves; ranked points are SGF points, each with its rank.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Stored {
    by: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    budget: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lead: Option<(f32, f32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    win_rate: Option<(f32, f32)>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rank: Option<(u32, u32, u32)>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    line: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    ranked: String,
}

impl Stored {
    fn of(assessment: &Assessment, size: usize) -> Stored {
        let pair = |change: Change| (change.before, change.after);
        let place = |placing: Placing| (placing.rank(), placing.equal(), placing.legal());
        let ranked = assessment.ranked.iter().map(|ranked| format!("{}{}", ranked.point.to_sgf(), ranked.rank));
        let line = assessment.line.iter().map(|mv| mv.to_gtp(size));
        Stored {
            by: assessment.reviewer.clone(),
            budget: assessment.budget.to_string(),
            lead: assessment.lead.map(pair),
            win_rate: assessment.win_rate.map(pair),
            rank: assessment.placing.map(place),
            line: line.collect::<Vec<_>>().join(" "),
            ranked: ranked.collect::<Vec<_>>().join(" "),
        }
    }

    fn to_json(&self) -> String {
        // Finite numbers and texts can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was written; nothing if the text is damaged.
    fn assessment(self, color: Color, mv: Move, size: usize) -> Option<Assessment> {
        let change = |(before, after): (f32, f32)| {
            let finite = before.is_finite() && after.is_finite();
            finite.then_some(Change { before, after })
        };
        let ranked = |text: &str| {
            let (point, rank) = text.split_at_checked(2)?;
            Some(Ranked { point: Point::from_sgf(point.as_bytes(), size)?, rank: rank.parse().ok()? })
        };
        let placing = match self.rank {
            Some((rank, equal, legal)) => Some(placing(rank, equal, legal, size)?),
            None => None,
        };
        Some(Assessment {
            reviewer: self.by,
            budget: if self.budget.is_empty() { Budget::default() } else { self.budget.parse().ok()? },
            color,
            mv,
            placing,
            ranked: self.ranked.split_whitespace().map(ranked).collect::<Option<_>>()?,
            win_rate: self.win_rate.and_then(change),
            lead: self.lead.and_then(change),
            line: self.line.split_whitespace().map(|name| Move::from_gtp(name, size).ok()).collect::<Option<_>>()?,
        })
    }
}

/// The placing of a move of that rank, among `equal` moves of the same value.
fn placing(rank: u32, equal: u32, legal: u32, size: usize) -> Option<Placing> {
    let above = rank.checked_sub(1)?;
    let fits = equal >= 1 && above.checked_add(equal)? <= legal && legal as usize <= size * size;
    let value = |place| if place < above { 2.0 } else { f32::from(place < above + equal) };
    fits.then(|| Placing::among((0..legal).map(value), 1.0))
}

/// What in the node belongs to the review.
fn owned(node: &Node) -> Vec<String> {
    node.simple_text(OWNED).map_or_else(Vec::new, |text| text.split_whitespace().map(str::to_string).collect())
}

fn set_owned(node: &mut Node, mut owned: Vec<String>) {
    owned.sort();
    if owned.is_empty() {
        node.remove(OWNED);
    } else {
        node.set(OWNED, Value::from_text(&owned.join(" ")));
    }
}

fn add_owned(node: &mut Node, entry: &str) {
    let mut owned = owned(node);
    if !owned.iter().any(|known| known == entry) {
        owned.push(entry.to_string());
        set_owned(node, owned);
    }
}

/// Sets or removes a property, unless it is the author's.
fn set_own(node: &mut Node, key: &str, text: Option<String>) {
    let ours = is_reviewers(node, key);
    match text {
        _ if !ours && node.get(key).is_some() => {}
        Some(text) => {
            node.set(key, Value::from_text(&text));
            add_owned(node, key);
        }
        None if ours => {
            node.remove(key);
            let rest = owned(node).into_iter().filter(|entry| entry != key).collect();
            set_owned(node, rest);
        }
        None => {}
    }
}

/// Removes what an earlier review said of the move. What it said of the position stays.
fn erase(node: &mut Node, size: usize) {
    let (position, entries): (Vec<String>, Vec<String>) =
        owned(node).into_iter().partition(|entry| matches!(entry.as_str(), "SBKV" | "LZ"));
    for entry in entries {
        match entry.split_once(':') {
            Some(("LB", points)) => remove_labels(node, points, size),
            None if entry == "C" => {
                let rest = node.value("C").and_then(|comment| without_paragraph(node, comment.raw()));
                match rest.filter(|rest| !rest.is_empty()).and_then(Value::from_raw) {
                    Some(rest) => node.set("C", rest),
                    None => drop(node.remove("C")),
                }
            }
            None if MARKS.contains(&entry.as_str()) => drop(node.remove(&entry)),
            _ => {}
        }
    }
    node.remove(ASSESSMENT);
    set_owned(node, position);
}

/// A raw comment without the paragraph of the review, from its first line to the next empty line; nothing where there
/// is no such paragraph.
fn without_paragraph(node: &Node, raw: &str) -> Option<String> {
    if !is_reviewers(node, "C") {
        return None;
    }
    let lines: Vec<&str> = raw.split_inclusive('\n').collect();
    let start = lines.iter().rposition(|line| line.starts_with(PARAGRAPH))?;
    let length = lines[start..].iter().position(|line| line.trim().is_empty()).unwrap_or(lines.len() - start);
    let (before, after) = (lines[..start].concat(), lines[start + length..].concat());
    let parts = [before.trim_end(), after.trim()];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("\n\n"))
}

/// Puts the paragraph below the comment of the author.
fn add_comment(node: &mut Node, remark: &str) {
    let remark = Value::from_text(remark);
    let joined = match node.value("C").filter(|comment| !comment.trimmed().is_empty()) {
        // Two whole values with white space between them are whole again.
        Some(comment) => Value::from_raw(format!("{}\n\n{}", comment.raw(), remark.raw())).unwrap_or(remark),
        None => remark,
    };
    node.set("C", joined);
    add_owned(node, "C");
}

/// Marks a bad move, unless the author has an opinion.
fn add_mark(node: &mut Node, grade: Grade) {
    let (key, value) = match grade {
        Grade::Blunder => ("BM", "2"),
        Grade::Mistake => ("BM", "1"),
        Grade::Inaccuracy => ("DO", ""),
        Grade::Good | Grade::Best => return,
    };
    if MARKS.iter().all(|mark| node.get(mark).is_none()) {
        node.push(key, [Value::from_text(value)]);
        add_owned(node, key);
    }
}

/// Puts the ranks on their points, unless they have a label.
fn add_labels(node: &mut Node, ranked: &[Ranked], size: usize) {
    let taken: Vec<Point> = node
        .get("LB")
        .map_or_else(Vec::new, |labels| labels.values().iter().filter_map(|value| labelled(value, size)).collect());
    let free = || ranked.iter().filter(|ranked| !taken.contains(&ranked.point));
    let points: String = free().map(|ranked| ranked.point.to_sgf()).collect();
    if points.is_empty() {
        return;
    }
    let labels = free().map(|ranked| Value::composed(&ranked.point.to_sgf(), &ranked.rank.to_string()));
    match node.properties_mut().iter_mut().find(|property| property.is("LB")) {
        Some(there) => there.values_mut().extend(labels),
        None => node.push("LB", labels.collect::<Vec<_>>()),
    }
    add_owned(node, &format!("LB:{points}"));
}

/// Removes the labels of these points, which are SGF points side by side.
fn remove_labels(node: &mut Node, points: &str, size: usize) {
    let points: Vec<Point> = points.as_bytes().chunks(2).filter_map(|name| Point::from_sgf(name, size)).collect();
    let Some(labels) = node.properties_mut().iter_mut().find(|property| property.is("LB")) else { return };
    labels.values_mut().retain(|value| labelled(value, size).is_none_or(|point| !points.contains(&point)));
    if labels.values().is_empty() {
        node.remove("LB");
    }
}

fn labelled(value: &Value, size: usize) -> Option<Point> {
    value.split().and_then(|(point, _)| point.point(size))
}

/// What was considered, as Lizzie writes it: its version, the win rate of the side that moved last, the playouts; in
/// the second line the moves with their principal variations, their win rates in hundredths of a percent for the side
/// to move.
fn lizzie(analysis: &Analysis, size: usize) -> Option<String> {
    let rate = analysis.win_rate?;
    let name = |mv: &Move| mv.to_gtp(size);
    let moves = analysis.candidates.iter().take(10).map(|candidate| {
        let line: Vec<String> = candidate.line.iter().take(20).map(name).collect();
        let percent = (10_000.0 * candidate.win_rate.unwrap_or(0.0)).round();
        format!("move {} visits {} winrate {percent} pv {}", name(&candidate.mv), candidate.visits, line.join(" "))
    });
    let moves: Vec<String> = moves.collect();
    Some(format!("0.7.4 {:.1} {}\n{}", 100.0 * (1.0 - rate), analysis.visits, moves.join(" info ")))
}
