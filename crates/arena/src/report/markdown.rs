//! A report for a page of documentation or a pull request, in GitHub's Markdown.

use super::grid::{self, Grid, Style};
use super::model::Report;

/// The report as Markdown.
pub(super) fn render(report: &Report) -> String {
    let mut text = format!("# {}\n\n{}\n", escape(&report.title), escape(&report.summary()));
    for grid in grid::all(report) {
        text += &format!("\n## {}\n\n", grid.topic.title());
        text += &table(&grid);
        if !grid.note.is_empty() {
            text += &format!("\n{}\n", escape(grid.note));
        }
    }
    for remark in report.remarks() {
        text += &format!("\n{}\n", escape(&remark));
    }
    text
}

fn table(grid: &Grid) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let headings = grid.columns.iter().map(|column| escape(&column.heading)).collect();
    let rule = |style| if style == Style::Figure { "--:" } else { ":--" }.to_string();
    let mut text = line(headings) + &line(grid.columns.iter().map(|column| rule(column.style)).collect());
    for row in &grid.rows {
        let cell = |(column, text): (usize, &String)| match grid.columns[column].style {
            Style::Name => name(text),
            _ => escape(text),
        };
        text += &line(row.iter().enumerate().map(cell).collect());
    }
    text
}

/// A specification as code, where no character of it would end the code or the cell.
fn name(text: &str) -> String {
    let plain = !text.trim().is_empty() && !text.contains(['`', '|', '\\']) && !text.contains(char::is_control);
    if plain { format!("`{text}`") } else { escape(text) }
}

/// Text that means nothing but itself: CommonMark takes a backslash before any of these.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '!' | '$' => {
                escaped.extend(['\\', c]);
            }
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_markup() {
        assert_eq!(name("mcts:playouts=8000"), "`mcts:playouts=8000`");
        assert_eq!(name("gtp:a|b"), r"gtp:a\|b");
        assert_eq!(name("gtp:`date`"), r"gtp:\`date\`");
        assert_eq!(escape("<b>*_x_* [y](z)\n&amp;"), r"\<b\>\*\_x\_\* \[y\](z) \&amp;");
        assert_eq!(escape(r"a\|b"), r"a\\\|b");
    }
}
