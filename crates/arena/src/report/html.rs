//! A report for a browser: one file that needs nothing else, in light and dark, with pictures as SVG.

use plot::escape;

use super::grid::{self, Grid, Style, Topic};
use super::model::Report;
use super::svg;

const STYLE: &str = include_str!("report.css");

/// The report as a page.
pub(super) fn render(report: &Report) -> String {
    let title = escape(&report.title);
    let mut page = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>{title}</title>\n\
         <style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n<h1>{title}</h1>\n<p>{}</p>\n",
        escape(&report.summary())
    );
    for grid in grid::all(report) {
        page += &section(report, &grid);
    }
    let remarks: String = report.remarks().iter().map(|remark| format!("<p>{}</p>\n", escape(remark))).collect();
    page + &format!("<footer>\n{remarks}</footer>\n</main>\n</body>\n</html>\n")
}

/// A table with its heading, and the picture that goes with it. The cross table is a picture itself.
fn section(report: &Report, grid: &Grid) -> String {
    let content = match grid.topic {
        Topic::Ratings => {
            let charts = report.groups().into_iter().filter_map(|group| svg::chart(report, &group));
            charts.map(|chart| scrolling(&chart.svg())).collect::<String>() + &scrolling(&table(grid))
        }
        Topic::Cross => {
            let note =
                "Win rate in per cent of the row's player against the column's, and the games won, lost and drawn.";
            format!("{}<p class=\"note\">{note}</p>\n", scrolling(&svg::cross(report).svg()))
        }
        _ => scrolling(&table(grid)),
    };
    let note = match grid.note {
        "" => String::new(),
        note => format!("<p class=\"note\">{}</p>\n", escape(note)),
    };
    format!("<section>\n<h2>{}</h2>\n{content}{note}</section>\n", grid.topic.title())
}

/// A table that is too wide for the window scrolls by itself.
fn scrolling(content: &str) -> String {
    format!("<div class=\"wide\">\n{content}</div>\n")
}

fn table(grid: &Grid) -> String {
    let class = |column: usize| match grid.columns[column].style {
        Style::Figure => " class=\"figure\"",
        Style::Name | Style::Words => "",
        Style::Prose => " class=\"prose\"",
    };
    let heading = |(column, heading): (usize, &String)| format!("<th{}>{}</th>", class(column), escape(heading));
    let cell = |(column, text): (usize, &String)| match grid.columns[column].style {
        Style::Name => format!("<td><code>{}</code></td>", escape(text)),
        _ => format!("<td{}>{}</td>", class(column), escape(text)),
    };
    let headings: String = grid.columns.iter().map(|column| &column.heading).enumerate().map(heading).collect();
    let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    let rows: String = grid.rows.iter().map(row).collect();
    format!("<table>\n<thead><tr>{headings}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n")
}
