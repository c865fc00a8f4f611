//! A table whose cells are coloured by a share, such as the win rates of a round robin.

use crate::font;
use crate::style;
use crate::svg::{Anchor, MARGIN, Page, Rect};

/// A cell of a [`Matrix`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MatrixCell {
    /// The share from 0 to 1: above one half the cell has the first colour, below it the second, and the paler the
    /// nearer it is to one half.
    pub share: f64,
    /// The figure in the cell.
    pub figure: String,
    /// A smaller text below the figure.
    pub detail: String,
    /// What is shown when the cell is pointed at.
    pub tip: String,
}

/// A table with coloured cells.
///
/// ```
/// use plot::{Matrix, MatrixCell};
///
/// let figure = |share: f64| format!("{:.0}", 100.0 * share);
/// let cell = |share: f64| Some(MatrixCell { share, figure: figure(share), ..MatrixCell::default() });
/// let table = Matrix {
///     rows: vec!["1  mcts".into(), "2  random".into()],
///     columns: vec!["1".into(), "2".into()],
///     cells: vec![vec![None, cell(0.98)], vec![cell(0.02), None]],
///     ..Matrix::default()
/// };
/// assert!(table.svg().contains("98"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    /// The description of the picture for screen readers; it is not drawn.
    pub title: String,
    /// The names of the rows.
    pub rows: Vec<String>,
    /// The headings of the columns.
    pub columns: Vec<String>,
    /// The cells, row by row. A cell that is missing is empty.
    pub cells: Vec<Vec<Option<MatrixCell>>>,
}

const CELL: (f64, f64) = (64.0, 36.0);
const HEAD: f64 = 22.0;
/// Between two cells.
const GAP: f64 = 2.0;
/// The widest name of a row.
const WIDEST: f64 = 300.0;
/// Full colour would leave the figures hard to read, in light or in dark.
const STRONGEST: f64 = 0.55;

impl Matrix {
    /// The picture.
    pub fn svg(&self) -> String {
        let names: Vec<String> = self.rows.iter().map(|name| font::shortened(name, font::NAME, WIDEST)).collect();
        let widest = names.iter().map(|name| font::width(name, font::NAME)).fold(0.0, f64::max);
        let left = MARGIN + widest + 12.0;
        let columns = self.cells.iter().map(Vec::len).chain([self.columns.len()]).max().unwrap_or(0);
        let rows = self.cells.len().max(self.rows.len());
        let width = (left + CELL.0 * columns as f64 + MARGIN).max(240.0);
        let top = MARGIN + HEAD;
        let mut page = Page::new((width, top + CELL.1 * rows as f64 + MARGIN), &self.title);
        for (column, heading) in self.columns.iter().enumerate() {
            let x = left + CELL.0 * (column as f64 + 0.5) - GAP / 2.0;
            page.text("tick", Anchor::Middle, (x, top - 7.0), &font::shortened(heading, font::TICK, CELL.0 - GAP));
        }
        for row in 0..rows {
            let y = top + CELL.1 * row as f64;
            if let (Some(shown), Some(name)) = (names.get(row), self.rows.get(row)) {
                page.open_titled(name);
                page.text("name", Anchor::Start, (MARGIN, y + CELL.1 / 2.0 + 3.0), shown);
                page.close_group();
            }
            for column in 0..columns {
                let area =
                    Rect { left: left + CELL.0 * column as f64, top: y, width: CELL.0 - GAP, height: CELL.1 - GAP };
                match self.cells.get(row).and_then(|cells| cells.get(column)).and_then(Option::as_ref) {
                    Some(cell) => cell.draw(&mut page, area),
                    None => page.rect("cell", area),
                }
            }
        }
        page.finish()
    }
}

impl MatrixCell {
    fn draw(&self, page: &mut Page, area: Rect) {
        let share = if self.share.is_nan() { 0.5 } else { self.share.clamp(0.0, 1.0) };
        page.open_titled(&self.tip);
        page.rect("cell", area);
        page.open_group(&style::series(usize::from(share < 0.5)));
        page.tint(area, 2.0 * STRONGEST * (share - 0.5).abs());
        page.close_group();
        let (middle, room) = (area.middle().0, area.width - 2.0);
        let (figure, detail) = if self.detail.is_empty() { (21.0, 21.0) } else { (15.0, 28.0) };
        page.text(
            "figure",
            Anchor::Middle,
            (middle, area.top + figure),
            &font::shortened(&self.figure, font::FIGURE, room),
        );
        page.text(
            "detail",
            Anchor::Middle,
            (middle, area.top + detail),
            &font::shortened(&self.detail, font::DETAIL, room),
        );
        page.close_group();
    }
}
