//! The kinds of output, each with the suffixes that name it.

use std::path::Path;

use crate::Content;

/// The kind of an output file. Its suffix must match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// A Ponnuki model.
    Model,
    /// A Ponnuki model, or its weights for the trainer.
    ModelOrWeights,
    /// Game records.
    Record,
    /// A chart.
    Picture,
    /// A page for a browser.
    Page,
    /// A report in one of its formats.
    Report,
}

impl Kind {
    /// The suffixes of such files, without the dot.
    pub fn suffixes(self) -> &'static [&'static str] {
        match self {
            Kind::Model => &["model"],
            Kind::ModelOrWeights => &["model", "safetensors"],
            Kind::Record => &["sgf"],
            Kind::Picture => &["svg", "png"],
            Kind::Page => &["html", "htm"],
            Kind::Report => &["txt", "md", "csv", "json", "html", "tex", "svg", "png"],
        }
    }

    /// Whether the suffix of a file names this kind.
    pub(crate) fn names(self, path: &Path) -> bool {
        let suffix = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
        self.suffixes().contains(&suffix.as_str())
    }

    /// Whether such an output may replace a file with this content without `--force`. Charts, pages and reports can be
    /// made again from their data; models and records cannot.
    pub(crate) fn may_replace(self, content: Content) -> bool {
        match self {
            _ if content == Content::Empty => true,
            Kind::Model | Kind::ModelOrWeights | Kind::Record => false,
            Kind::Picture | Kind::Page | Kind::Report => matches!(content, Content::Text | Content::Picture),
        }
    }

    /// The suffixes in a sentence: `.svg or .png`.
    pub(crate) fn expected(self) -> String {
        let suffixes: Vec<String> = self.suffixes().iter().map(|suffix| format!(".{suffix}")).collect();
        match suffixes.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} or {last}", others.join(", ")),
            None => String::new(),
        }
    }
}
