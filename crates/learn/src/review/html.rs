//! A review as a page: one file that needs nothing else, with a chart for each measure, a table of the moves and a
//! board for each of them.

use std::fmt::Write;

use goban::Color;
use kifu::GameInfo;
use plot::escape;

use super::{Assessment, Grade, MoveReview, Review, Summary, sgf};
use crate::{iku, picture};

const STYLE: &str = include_str!("review.css");

/// The number of moves in the list of the worst.
const WORST: usize = 10;

/// A measure as the page shows it: its title, its value for a move, and how a value is written.
struct Column {
    title: &'static str,
    heading: &'static str,
    value: fn(&Assessment) -> Option<f64>,
    text: fn(f64) -> String,
}

const COLUMNS: [Column; 3] = [
    Column {
        title: "Points lost",
        heading: "points",
        value: Assessment::points_loss,
        text: |loss| format!("{loss:.1}"),
    },
    Column { title: "Win rate lost", heading: "win rate", value: Assessment::win_rate_loss, text: percent },
    Column {
        title: "Rank error",
        heading: "rank error",
        value: Assessment::rank_error,
        text: |error| format!("{error:.3}"),
    },
];

impl Review {
    /// The page. `printed` holds iku's errors where the game is that of the thesis and a comparison is wanted.
    pub fn page(&self, info: &GameInfo, printed: &[iku::Printed]) -> String {
        let title = escape(&title(info));
        let mut page = format!(
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
             <style>\n{STYLE}{}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n",
            picture::STYLE
        );
        let circumstances = [&info.event, &info.round, &info.place, &info.date, &info.result];
        let circumstances: Vec<&str> =
            circumstances.into_iter().map(String::as_str).filter(|text| !text.is_empty()).collect();
        if !circumstances.is_empty() {
            let _ = writeln!(page, "<p>{}</p>", escape(&circumstances.join(", ")));
        }
        let budget = self.moves.first().map(|review| sgf::budget_text(&review.assessment.budget));
        let budget = budget.filter(|text| !text.is_empty());
        let budget = budget.map(|budget| format!(", {budget} for each position")).unwrap_or_default();
        let _ = writeln!(page, "<p>Reviewed by <code>{}</code>{}.</p>", escape(&self.player), escape(&budget));
        page += &self.figures(printed);
        page += &self.worst_moves();
        for column in COLUMNS.iter().filter(|column| self.has(column)) {
            let dots = if column.title == "Rank error" { printed } else { &[] };
            let _ =
                write!(page, "<h2>{}</h2>\n<div class=\"wide\">\n{}</div>\n", column.title, self.bars(column, dots));
        }
        let dots = if printed.is_empty() { "" } else { "; dots are iku's errors" };
        let _ = writeln!(page, "<p class=\"note\">Dark bars are Black's moves, light ones White's{dots}. {NOTE}</p>");
        page += &format!("<h2 id=\"moves\">The moves</h2>\n<div class=\"wide\">\n{}</div>\n", self.table(printed));
        page += &format!("<h2>The boards</h2>\n{}", self.boards());
        page + "</main>\n</body>\n</html>\n"
    }

    fn has(&self, column: &Column) -> bool {
        self.moves.iter().any(|review| (column.value)(&review.assessment).is_some())
    }

    /// The figures of both sides and of each.
    fn figures(&self, printed: &[iku::Printed]) -> String {
        let mut rows = String::new();
        for side in [None, Some(Color::Black), Some(Color::White)] {
            let summary = self.summary(side);
            if summary.moves > 0 {
                rows += &row(side.map_or("Both", name), &figures(&summary));
            }
        }
        let measures = ["points lost", "win rate lost", "rank error", "first", "first 5", "first 10", "accuracy"];
        let grades = Grade::ALL.map(Grade::name);
        let headings: Vec<&str> = ["moves"].into_iter().chain(measures).chain(grades).collect();
        let mut figures = format!("<table>\n{}<tbody>\n{rows}</tbody>\n</table>\n", head("", &headings));
        if !printed.is_empty()
            && let Ok(compared) = iku::compare(self)
        {
            let correlation = compared.correlation.map_or("none".to_string(), |value| format!("{value:.3}"));
            let _ = writeln!(
                figures,
                "<p>The mean of iku's printed errors of these {} moves is {:.3}; the correlation with ours is \
                 {correlation}.</p>",
                compared.moves, compared.printed
            );
        }
        figures
    }

    fn worst_moves(&self) -> String {
        let worst = self.worst(WORST);
        if worst.is_empty() {
            return String::new();
        }
        let mut list = "<h2>The worst moves</h2>\n<ol>\n".to_string();
        for review in worst {
            let assessment = &review.assessment;
            let _ = writeln!(
                list,
                "<li><a href=\"#m{}\">{}</a>: {}, {}</li>",
                review.number,
                self.heading(review),
                assessment.grade().name(),
                losses(assessment)
            );
        }
        list + "</ol>\n"
    }

    /// A bar for each move, as high as its measure, and a dot for each printed error.
    fn bars(&self, column: &Column, printed: &[iku::Printed]) -> String {
        const HEIGHT: f64 = 160.0;
        const LEFT: f64 = 48.0;
        const BAR: f64 = 4.0;
        let (Some(first), Some(last)) = (self.moves.first(), self.moves.last()) else { return String::new() };
        let values = || self.moves.iter().filter_map(|review| Some((review, (column.value)(&review.assessment)?)));
        // Shares have the same scale in every game.
        let top = if column.heading == "points" { values().map(|(_, value)| value).fold(8.0, f64::max) } else { 1.0 };
        let x = |number: usize| LEFT + BAR * (number - first.number) as f64;
        let y = |value: f64| 8.0 + HEIGHT * (1.0 - value / top);
        let (right, height) = (x(last.number + 1), HEIGHT + 32.0);
        let mut svg = format!(
            "<svg class=\"chart\" width=\"{0:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {0:.0} {height:.0}\" \
             role=\"img\" aria-label=\"{1}\">\n",
            right + 12.0,
            column.title
        );
        for share in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let (y, text) = (y(share * top), (column.text)(share * top));
            let _ = write!(svg, "<line class=\"rule\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y}\" y2=\"{y}\"/>");
            let _ = writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{}\">{text}</text>", LEFT - 6.0, y + 4.0);
        }
        for number in (first.number..=last.number).filter(|number| number.is_multiple_of(20)) {
            let (x, y) = (x(number) + BAR / 2.0, height - 8.0);
            let _ = write!(svg, "<text class=\"mid\" x=\"{x}\" y=\"{y}\">{number}</text>");
        }
        svg.push('\n');
        for (review, value) in values() {
            let number = review.number;
            let side = if review.assessment.color == Color::Black { "b" } else { "w" };
            let _ = writeln!(
                svg,
                "<a href=\"#m{number}\"><title>{}: {}</title><rect class=\"{side}\" x=\"{}\" y=\"{:.1}\" \
                 width=\"{BAR}\" height=\"{:.1}\"/></a>",
                self.heading(review),
                (column.text)(value),
                x(number),
                y(value),
                HEIGHT * value / top
            );
        }
        for printed in printed.iter().filter(|printed| (first.number..=last.number).contains(&printed.number)) {
            let (x, y) = (x(printed.number) + BAR / 2.0, y(printed.error));
            let _ = writeln!(svg, "<circle class=\"iku\" cx=\"{x}\" cy=\"{y:.1}\" r=\"1.6\"/>");
        }
        svg + "</svg>\n"
    }

    fn table(&self, printed: &[iku::Printed]) -> String {
        let mut rows = String::new();
        for review in &self.moves {
            let assessment = &review.assessment;
            let mut cells = vec![
                name(assessment.color).to_string(),
                assessment.mv.to_gtp(self.size),
                assessment.grade().name().to_string(),
            ];
            cells.extend(COLUMNS.iter().map(|column| written((column.value)(assessment), column.text)));
            let placing = assessment.placing;
            let places = [placing.map(|p| p.rank()), placing.map(|p| p.equal()), placing.map(|p| p.legal())];
            cells.extend(places.map(|place| place.map_or_else(String::new, |place| place.to_string())));
            if !printed.is_empty() {
                let theirs = printed.iter().find(|printed| printed.number == review.number);
                cells.push(theirs.map_or_else(String::new, |printed| format!("{:.3}", printed.error)));
            }
            cells.push(self.better(assessment, ", "));
            let number = review.number;
            rows += &row(&format!("<a href=\"#m{number}\">{number}</a>"), &cells);
        }
        let mut headings = vec!["", "move", "grade"];
        headings.extend(COLUMNS.iter().map(|column| column.heading));
        headings.extend(["rank", "equal", "legal"]);
        if !printed.is_empty() {
            headings.push("iku");
        }
        headings.push("best");
        format!("<table class=\"moves\">\n{}<tbody>\n{rows}</tbody>\n</table>\n", head("number", &headings))
    }

    fn boards(&self) -> String {
        let mut boards = picture::common(self.size) + "<div class=\"boards\">\n";
        for review in &self.moves {
            let _ = write!(
                boards,
                "<figure id=\"m{}\">\n{}<figcaption><a href=\"#moves\">{}</a>: {}</figcaption>\n</figure>\n",
                review.number,
                picture::board(review, self.size),
                self.heading(review),
                losses(&review.assessment)
            );
        }
        boards + "</div>\n"
    }

    fn heading(&self, review: &MoveReview) -> String {
        let Assessment { color, mv, .. } = review.assessment;
        format!("Move {}, {} {}", review.number, name(color), mv.to_gtp(self.size))
    }

    fn better(&self, assessment: &Assessment, between: &str) -> String {
        assessment.better().iter().map(|mv| mv.to_gtp(self.size)).collect::<Vec<_>>().join(between)
    }
}

const NOTE: &str = "Losses compare the searches of the positions before and after a move, for the side that moved; the \
    reviewer's first choice loses nothing. The rank error of a move is the number of legal moves that are ranked above \
    it, and half of those that are ranked equal, over the number of legal moves: 0 for the first choice, 0.5 for a \
    random move. On the boards, numbers are the ranks of the points that are ranked as high as the move or higher; the \
    move itself is grey.";

/// What a move lost, in one line.
fn losses(assessment: &Assessment) -> String {
    let mut parts = Vec::new();
    parts.extend(assessment.points_loss().map(|loss| format!("{loss:.1} points lost")));
    parts.extend(assessment.win_rate_loss().map(|loss| format!("{} of the win rate lost", percent(loss))));
    let rank = |placing: crate::metric::Placing| {
        format!("rank error {:.3}, rank {} of {}", placing.error(), placing.rank(), placing.legal())
    };
    parts.extend(assessment.placing.map(rank));
    parts.join(", ")
}

fn figures(summary: &Summary) -> Vec<String> {
    let means = [summary.points_loss, summary.win_rate_loss, summary.rank_error];
    let mut cells = vec![summary.moves.to_string()];
    cells.extend(COLUMNS.iter().zip(means).map(|(column, mean)| written(mean, column.text)));
    cells.extend([1, 5, 10].map(|places| written(summary.top(places), percent)));
    cells.push(percent(summary.accuracy()));
    cells.extend(summary.grades.map(|count| count.to_string()));
    cells
}

fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}

/// A number, or nothing.
fn written(value: Option<f64>, text: fn(f64) -> String) -> String {
    value.map_or_else(String::new, text)
}

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn title(info: &GameInfo) -> String {
    let player = |name: &str, rank: &str, color: Color| match (name, rank) {
        ("", _) => self::name(color).to_string(),
        (name, "") => name.to_string(),
        (name, rank) => format!("{name} ({rank})"),
    };
    let black = player(&info.black, &info.black_rank, Color::Black);
    let white = player(&info.white, &info.white_rank, Color::White);
    format!("{black} v {white}")
}

/// The headings of a table.
fn head(first: &str, headings: &[&str]) -> String {
    let headings: String = headings.iter().map(|heading| format!("<th>{heading}</th>")).collect();
    format!("<thead><tr><th>{first}</th>{headings}</tr></thead>\n")
}

fn row(first: &str, cells: &[String]) -> String {
    let cells: String = cells.iter().map(|cell| format!("<td>{cell}</td>")).collect();
    format!("<tr><td>{first}</td>{cells}</tr>\n")
}
