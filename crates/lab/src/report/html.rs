//! The whole report as one page for a browser, which needs nothing else: light, dark and print.

use plot::escape;

use super::block::Block;
use super::markdown::is_figures;
use super::pages::Page;
use crate::Table;

const STYLE: &str = include_str!("lab.css");

/// The page.
pub(super) fn render(summary: &[Block], pages: &[Page]) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" \
         content=\"width=device-width, initial-scale=1\">\n<title>The lab of \
         Ponnuki</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n<main>\n"
    );
    text += &section("", summary);
    for page in pages {
        text += &section(page.experiment.name, &page.blocks);
    }
    text + "</main>\n</body>\n</html>\n"
}

fn section(name: &str, blocks: &[Block]) -> String {
    let id = if name.is_empty() { String::new() } else { format!(" id=\"{}\"", anchor(name)) };
    let content: String = blocks.iter().map(|block| part(block, name)).collect();
    format!("<section{id}>\n{content}</section>\n")
}

fn anchor(name: &str) -> String {
    escape(&name.replace('/', "-"))
}

fn part(block: &Block, name: &str) -> String {
    match block {
        // Experiments are below the summary, so their headings are one level lower.
        Block::Heading(level, text) => {
            let level = if name.is_empty() { *level } else { level + 1 };
            format!("<h{level}>{}</h{level}>\n", escape(text))
        }
        Block::Text(text) => format!("<p>{}</p>\n", escape(text)),
        Block::Command(command) => format!("<pre>{}</pre>\n", escape(command)),
        Block::Table(table) => self::table(table, false),
        Block::Index(table) => self::table(table, true),
        Block::Figure(figure, _) => {
            let caption = escape(&figure.caption);
            format!(
                "<figure>\n<div class=\"wide\">\n{}</div>\n<figcaption>{caption}</figcaption>\n</figure>\n",
                figure.svg
            )
        }
    }
}

fn table(table: &Table, links: bool) -> String {
    let class = |column: usize| if column > 0 && is_figures(table, column) { " class=\"figure\"" } else { "" };
    let cell = |(column, text): (usize, &String)| {
        let content = match (links, column) {
            (true, 0) => format!("<a href=\"#{}\">{}</a>", anchor(text), escape(text)),
            _ => escape(text),
        };
        format!("<td{}{}>{content}</td>", class(column), verdict_class(text))
    };
    let heading = |(column, text): (usize, &String)| format!("<th{}>{}</th>", class(column), escape(text));
    let header: String = table.header.iter().enumerate().map(heading).collect();
    let row = |row: &Vec<String>| format!("<tr>{}</tr>\n", row.iter().enumerate().map(cell).collect::<String>());
    let rows: String = table.rows.iter().map(row).collect();
    let caption = match table.caption.as_str() {
        "" => String::new(),
        caption => format!("<caption>{}</caption>\n", escape(caption)),
    };
    format!(
        "<div \
         class=\"wide\">\n<table>\n{caption}<thead><tr>{header}</tr></thead>\n<tbody>\n{rows}</tbody>\n</table>\n</div>\n"
    )
}

/// Verdicts stand out.
fn verdict_class(text: &str) -> &'static str {
    match text {
        "holds" => " data-verdict=\"holds\"",
        "does not hold" => " data-verdict=\"fails\"",
        _ => "",
    }
}
