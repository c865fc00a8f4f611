//! What a report shows of an experiment.

/// A table, a figure or a paragraph.
#[derive(Clone, PartialEq, Debug)]
pub enum Exhibit {
    /// A table.
    Table(Table),
    /// A picture.
    Figure(Figure),
    /// A paragraph of plain text.
    Text(String),
}

/// A table. The first column names the rows; the others hold figures and are aligned to the right.
#[derive(Clone, PartialEq, Debug)]
pub struct Table {
    /// What it shows, in a sentence.
    pub caption: String,
    /// The headings of the columns.
    pub header: Vec<String>,
    /// The rows, each as long as the header.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    /// A table without rows.
    pub fn new(caption: impl Into<String>, header: impl IntoIterator<Item = impl Into<String>>) -> Table {
        Table { caption: caption.into(), header: header.into_iter().map(Into::into).collect(), rows: Vec::new() }
    }

    /// Adds a row. It is cut or filled to the length of the header.
    pub fn row(&mut self, cells: impl IntoIterator<Item = impl Into<String>>) {
        let mut row: Vec<String> = cells.into_iter().map(Into::into).collect();
        row.resize(self.header.len(), String::new());
        self.rows.push(row);
    }
}

/// A picture.
#[derive(Clone, PartialEq, Debug)]
pub struct Figure {
    /// The end of its file name; empty if the experiment has only one.
    pub name: String,
    /// What it shows, in a sentence; also for readers who cannot see it.
    pub caption: String,
    /// The picture.
    pub svg: String,
}

impl Figure {
    /// A picture.
    pub fn new(name: impl Into<String>, caption: impl Into<String>, svg: String) -> Figure {
        Figure { name: name.into(), caption: caption.into(), svg }
    }
}

impl From<Table> for Exhibit {
    fn from(table: Table) -> Exhibit {
        Exhibit::Table(table)
    }
}

impl From<Figure> for Exhibit {
    fn from(figure: Figure) -> Exhibit {
        Exhibit::Figure(figure)
    }
}

/// A share as a percentage with one decimal.
pub fn percent(share: f64) -> String {
    format!("{:.1}%", 100.0 * share)
}
