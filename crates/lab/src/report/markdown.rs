//! Pages in GitHub's Markdown.

use super::block::Block;
use crate::Table;

/// A page. `up` leads from it to the folder of the report.
pub(super) fn render(blocks: &[Block], up: &str) -> String {
    let parts: Vec<String> = blocks.iter().map(|block| part(block, up)).collect();
    parts.join("\n")
}

fn part(block: &Block, up: &str) -> String {
    match block {
        Block::Heading(level, text) => format!("{} {}\n", "#".repeat(usize::from(*level)), escape(text)),
        Block::Text(text) => wrap(&escape(text)),
        Block::Command(command) => format!("    {command}\n"),
        Block::Table(table) => captioned(table, &|_, text| escape(text)),
        Block::Index(table) => captioned(table, &|column, text| match column {
            0 => format!("[{}]({up}{text}.md)", escape(text)),
            _ => escape(text),
        }),
        Block::Figure(figure, file) => {
            let caption = escape(&figure.caption);
            format!("![{caption}]({up}figures/{file})\n\n{}", wrap(&caption))
        }
    }
}

fn captioned(table: &Table, cell: &dyn Fn(usize, &str) -> String) -> String {
    let line = |cells: Vec<String>| format!("| {} |\n", cells.join(" | "));
    let row = |row: &Vec<String>| line(row.iter().enumerate().map(|(column, text)| cell(column, text)).collect());
    let rule = |row: usize| if row > 0 && is_figures(table, row) { "--:" } else { ":--" }.to_string();
    let header = line(table.header.iter().map(|text| escape(text)).collect());
    let rules = line((0..table.header.len()).map(rule).collect());
    let rows: String = table.rows.iter().map(row).collect();
    let caption = if table.caption.is_empty() { String::new() } else { format!("{}\n", wrap(&escape(&table.caption))) };
    caption + &header + &rules + &rows
}

/// Whether a column holds numbers, which are aligned to the right.
pub(super) fn is_figures(table: &Table, column: usize) -> bool {
    let is_figure = |row: &Vec<String>| {
        let text = row[column].trim();
        text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit() || "+-.±<>".contains(c))
    };
    !table.rows.is_empty() && table.rows.iter().all(is_figure)
}

/// A paragraph in lines of at most 120 characters.
fn wrap(text: &str) -> String {
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > 120 {
            lines += &format!("{line}\n");
            line.clear();
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line += word;
    }
    lines + &format!("{line}\n")
}

/// Text that means nothing but itself.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '`' | '*' | '_' | '[' | ']' | '<' | '>' | '|' | '~' | '#' | '&' | '$' => escaped.extend(['\\', c]),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
