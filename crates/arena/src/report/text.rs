//! A report for a terminal.

use super::grid::{self, Grid, Style};
use super::model::Report;
use super::shown;

/// The report as text.
pub(super) fn render(report: &Report) -> String {
    let mut text = format!("{}\n{}\n", shown(&report.title), report.summary());
    for grid in grid::all(report) {
        text += &format!("\n{}\n", grid.topic.title());
        text += &table(&grid);
        if !grid.note.is_empty() {
            text += &format!("\n{}", wrapped(grid.note));
        }
    }
    for remark in report.remarks() {
        text += &format!("\n{}", wrapped(&remark));
    }
    text
}

/// Lines of up to a hundred letters, broken between words.
fn wrapped(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= 100 => *line += &format!(" {word}"),
            _ => lines.push(word.to_string()),
        }
    }
    lines.iter().map(|line| format!("{line}\n")).collect()
}

/// Columns two spaces apart, figures to the right, no spaces at the end of a line.
fn table(grid: &Grid) -> String {
    let headings: Vec<String> = grid.columns.iter().map(|column| column.heading.clone()).collect();
    let rows: Vec<&Vec<String>> = [&headings].into_iter().chain(&grid.rows).collect();
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..grid.columns.len()).map(width).collect();
    let line = |row: &Vec<String>| {
        let cell = |(column, text): (usize, &String)| match grid.columns[column].style {
            Style::Figure => format!("{text:>width$}", width = widths[column]),
            _ => format!("{text:<width$}", width = widths[column]),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        format!("  {}\n", cells.join("  ").trim_end())
    };
    rows.into_iter().map(line).collect()
}
