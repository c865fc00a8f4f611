//! A review as a page: one file that needs nothing else, with the errors over the game, a table of the moves, and a
//! board for each.

use std::fmt::Write;

use goban::{Color, Point};
use kifu::GameInfo;
use plot::escape;

use super::{Review, Verdict};
use crate::{iku, picture};

const STYLE: &str = include_str!("review.css");

impl Review {
    /// The page. Where the game is that of the thesis and it is wanted, `printed` is what iku made of it.
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
        let _ = writeln!(page, "<p>Reviewed by <code>{}</code>.</p>", escape(&self.player));
        page += &self.figures(printed);
        page += &format!("<h2>The error of each move</h2>\n<div class=\"wide\">\n{}</div>\n", self.chart(printed));
        let dots = if printed.is_empty() { "" } else { "; dots are what iku made of it" };
        let _ = writeln!(page, "<p class=\"note\">Dark bars are Black's moves, light ones White's{dots}. {NOTE}</p>");
        page += &format!("<h2 id=\"moves\">The moves</h2>\n<div class=\"wide\">\n{}</div>\n", self.table(printed));
        page += &format!("<h2>The boards</h2>\n{}", self.boards());
        page + "</main>\n</body>\n</html>\n"
    }

    /// The means, of all moves and of each side's.
    fn figures(&self, printed: &[iku::Printed]) -> String {
        let mut rows = String::new();
        let sides = Color::BOTH.map(|color| (name(color), self.by(color)));
        for (who, review) in [("Both", self)].into_iter().chain(sides.iter().map(|(who, review)| (*who, review))) {
            if review.moves.is_empty() {
                continue;
            }
            let percent = |places| format!("{:.1}%", 100.0 * review.top(places));
            let cells =
                [review.moves.len().to_string(), format!("{:.3}", review.error()), percent(1), percent(5), percent(10)];
            rows += &row(who, &cells);
        }
        let headings = ["moves", "mean error", "first", "first 5", "first 10"];
        let mut figures = format!("<table>\n{}<tbody>\n{rows}</tbody>\n</table>\n", head("", &headings));
        if !printed.is_empty()
            && let Ok(compared) = iku::compare(self)
        {
            let correlation = compared.correlation.map_or("none".to_string(), |value| format!("{value:.3}"));
            let _ = writeln!(
                figures,
                "<p>iku's printed errors of these {} moves have a mean of {:.3}; the correlation with ours is {correlation}.</p>",
                compared.moves, compared.printed
            );
        }
        figures
    }

    /// A bar for each move, as high as its error; where there is something to compare with, a dot for that.
    fn chart(&self, printed: &[iku::Printed]) -> String {
        const HEIGHT: f64 = 160.0;
        const LEFT: f64 = 36.0;
        const BAR: f64 = 4.0;
        let (Some(first), Some(last)) = (self.moves.first(), self.moves.last()) else { return String::new() };
        let x = |number: usize| LEFT + BAR * (number - first.number) as f64;
        let y = |error: f64| 8.0 + HEIGHT * (1.0 - error);
        let (right, height) = (x(last.number + 1), HEIGHT + 32.0);
        let mut svg = format!(
            "<svg class=\"chart\" width=\"{0:.0}\" height=\"{height:.0}\" viewBox=\"0 0 {0:.0} {height:.0}\" role=\"img\" \
             aria-label=\"The error of each move\">\n",
            right + 12.0
        );
        for error in [0.0, 0.25, 0.5, 0.75, 1.0] {
            let y = y(error);
            let _ = write!(svg, "<line class=\"rule\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y}\" y2=\"{y}\"/>");
            let _ = writeln!(svg, "<text class=\"end\" x=\"{}\" y=\"{}\">{error}</text>", LEFT - 6.0, y + 4.0);
        }
        for number in (first.number..=last.number).filter(|number| number.is_multiple_of(20)) {
            let _ = write!(
                svg,
                "<text class=\"mid\" x=\"{}\" y=\"{}\">{number}</text>",
                x(number) + BAR / 2.0,
                height - 8.0
            );
        }
        svg.push('\n');
        for verdict in &self.moves {
            let (number, error) = (verdict.number, verdict.placing.error());
            let (x, y) = (x(number), y(error));
            let side = if verdict.color == Color::Black { "b" } else { "w" };
            let _ = writeln!(
                svg,
                "<a href=\"#m{number}\"><title>{}: {error:.3}</title><rect class=\"{side}\" x=\"{x}\" y=\"{y:.1}\" \
                 width=\"{BAR}\" height=\"{:.1}\"/></a>",
                self.heading(verdict),
                HEIGHT * error
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
        for verdict in &self.moves {
            let placing = verdict.placing;
            let best: Vec<String> = verdict.best().iter().map(|ranked| self.name(ranked.point)).collect();
            let mut cells = vec![
                name(verdict.color).to_string(),
                self.name(verdict.point),
                format!("{:.3}", placing.error()),
                placing.rank().to_string(),
                placing.equal().to_string(),
                placing.legal().to_string(),
            ];
            if !printed.is_empty() {
                let theirs = printed.iter().find(|printed| printed.number == verdict.number);
                cells.push(theirs.map_or_else(String::new, |printed| format!("{:.3}", printed.error)));
            }
            cells.push(best.join(", "));
            let number = verdict.number;
            rows += &row(&format!("<a href=\"#m{number}\">{number}</a>"), &cells);
        }
        let mut headings = vec!["", "point", "error", "rank", "alike", "legal"];
        if !printed.is_empty() {
            headings.push("iku");
        }
        headings.push("best");
        format!("<table class=\"moves\">\n{}<tbody>\n{rows}</tbody>\n</table>\n", head("move", &headings))
    }

    fn boards(&self) -> String {
        let mut boards = picture::common(self.size) + "<div class=\"boards\">\n";
        for verdict in &self.moves {
            let placing = verdict.placing;
            let _ = write!(
                boards,
                "<figure id=\"m{}\">\n{}<figcaption><a href=\"#moves\">{}</a>: error {:.3}, rank {} of {}</figcaption>\n\
                 </figure>\n",
                verdict.number,
                picture::board(verdict, self.size),
                self.heading(verdict),
                placing.error(),
                placing.rank(),
                placing.legal()
            );
        }
        boards + "</div>\n"
    }

    fn heading(&self, verdict: &Verdict) -> String {
        format!("Move {}, {} {}", verdict.number, name(verdict.color), self.name(verdict.point))
    }

    fn name(&self, point: Point) -> String {
        point.to_gtp(self.size)
    }
}

const NOTE: &str = "The error of a move is the number of legal moves that were ranked above it, and half of \
    those that were ranked alike, over the number of legal moves: 0 for a move that was expected, 0.5 for one that could be \
    anywhere. On the boards, numbers are the ranks of the points that were ranked as high as the move that was played or \
    higher; the move itself is grey.";

fn name(color: Color) -> &'static str {
    match color {
        Color::Black => "Black",
        Color::White => "White",
    }
}

fn title(info: &GameInfo) -> String {
    let who = |name: &str, rank: &str, color: Color| match (name, rank) {
        ("", _) => self::name(color).to_string(),
        (name, "") => name.to_string(),
        (name, rank) => format!("{name} ({rank})"),
    };
    let black = who(&info.black, &info.black_rank, Color::Black);
    let white = who(&info.white, &info.white_rank, Color::White);
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
