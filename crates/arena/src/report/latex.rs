//! A report for a paper: tables in the style of the package booktabs, to be taken into a document with `\input`.

use super::grid::{self, Grid, NOTHING, Style};
use super::model::Report;

/// The report as LaTeX.
pub(super) fn render(report: &Report) -> String {
    let mut text = format!("% {}\n% \\usepackage{{booktabs}}\n", report.title.replace(char::is_control, " "));
    for grid in grid::all(report) {
        text += &format!("\n{}", table(&grid));
    }
    text += &format!("\n{}\n", escape(&report.summary()));
    for remark in report.remarks() {
        text += &format!("{}\n", escape(&remark));
    }
    text
}

fn table(grid: &Grid) -> String {
    let columns: String = grid.columns.iter().map(|column| alignment(column.style)).collect();
    let headings: Vec<String> = grid.columns.iter().map(|column| escape(&column.heading)).collect();
    let mut text = format!("\\begin{{table}}\n  \\centering\n  \\caption{{{}}}\n", grid.topic.title());
    text += &format!("  \\begin{{tabular}}{{{columns}}}\n    \\toprule\n    {} \\\\\n", headings.join(" & "));
    text += "    \\midrule\n";
    for row in &grid.rows {
        let cell = |(column, text): (usize, &String)| match grid.columns[column].style {
            Style::Name => format!("\\texttt{{{}}}", escape(text)),
            Style::Figure if text == NOTHING => "--".to_string(),
            Style::Figure => escape(text).replace('-', "$-$"),
            Style::Words | Style::Prose => escape(text),
        };
        let cells: Vec<String> = row.iter().enumerate().map(cell).collect();
        // A bracket at the beginning of a row would be taken for an argument of the line break before it.
        text += &format!("    {}{} \\\\\n", if cells[0].starts_with('[') { "{}" } else { "" }, cells.join(" & "));
    }
    text += "    \\bottomrule\n  \\end{tabular}\n";
    if !grid.note.is_empty() {
        text += &format!("\n  \\smallskip\n  \\parbox{{\\linewidth}}{{\\footnotesize {}}}\n", escape(grid.note));
    }
    text + "\\end{table}\n"
}

fn alignment(style: Style) -> &'static str {
    match style {
        Style::Figure => "r",
        Style::Name | Style::Words => "l",
        Style::Prose => "p{0.5\\linewidth}",
    }
}

/// Text that means nothing but itself. Some signs are letters of the usual fonts only in mathematics, and two hyphens
/// must not become a dash.
fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    let mut previous = ' ';
    for c in text.chars() {
        match c {
            '\\' => escaped += "\\textbackslash{}",
            '~' => escaped += "\\textasciitilde{}",
            '^' => escaped += "\\textasciicircum{}",
            '{' | '}' | '$' | '&' | '#' | '_' | '%' => escaped.extend(['\\', c]),
            '<' => escaped += "$<$",
            '>' => escaped += "$>$",
            '|' => escaped += "$|$",
            '"' => escaped += "\\symbol{34}",
            '`' => escaped += "\\textasciigrave{}",
            '±' => escaped += "$\\pm$",
            'µ' => escaped += "$\\mu$",
            '–' => escaped += "--",
            '-' if previous == '-' => escaped += "{}-",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
        previous = c;
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_in_a_name_is_a_command() {
        assert_eq!(escape(r"gtp:a_b & {c} 5% #1 $x$"), r"gtp:a\_b \& \{c\} 5\% \#1 \$x\$");
        assert_eq!(escape(r"\end{table}"), r"\textbackslash{}end\{table\}");
        assert_eq!(escape("a~b^c<d>e|f"), r"a\textasciitilde{}b\textasciicircum{}c$<$d$>$e$|$f");
        assert_eq!(escape("gnugo --mode gtp"), "gnugo -{}-mode gtp");
        assert_eq!(escape("402 ± 83, 12 µs\n–"), r"402 $\pm$ 83, 12 $\mu$s --");
    }
}
