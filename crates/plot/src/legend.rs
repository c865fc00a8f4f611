//! Which curve is which.
//!
//! Short names stand beside the chart, each as near to the end of its curve as the others let it; long ones stand below
//! it, as many to a line as there is room for.

use crate::font;
use crate::line::{Line, mark};
use crate::style;
use crate::svg::{Anchor, Page, Path, Rect, Xy};

/// How a curve is drawn before its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub line: Line,
    pub marks: bool,
}

/// A name, and the number of its series.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Entry {
    pub series: usize,
    pub name: String,
    pub sample: Sample,
}

const ROW: f64 = 20.0;
const SAMPLE: f64 = 24.0;
const GAP: f64 = 7.0;
/// Between the chart and what stands beside it.
const ASIDE: f64 = 12.0;
/// Names that are wider stand below the chart.
const WIDEST: f64 = 190.0;

/// The width that entries beside a chart of that height need; nothing if they should rather stand below it.
pub(crate) fn room_beside(entries: &[Entry], height: f64) -> Option<f64> {
    let widest = entries.iter().map(|entry| font::width(&entry.name, font::NAME)).fold(0.0, f64::max);
    let fits = !entries.is_empty() && widest <= WIDEST && ROW * entries.len() as f64 <= height;
    fits.then_some(ASIDE + SAMPLE + GAP + widest)
}

/// Draws the entries beside an area, each as near to its height as the others let it. An entry without a height comes
/// last.
pub(crate) fn draw_beside(page: &mut Page, entries: &[Entry], heights: &[f64], area: Rect) {
    let wanted: Vec<f64> = heights.iter().map(|&height| if height.is_nan() { area.bottom() } else { height }).collect();
    let places = spread(&wanted, ROW, area.top + ROW / 2.0, area.bottom() - ROW / 2.0);
    for (entry, y) in entries.iter().zip(places) {
        draw(page, entry, (area.right() + ASIDE, y));
    }
}

/// The entries in lines below a chart.
pub(crate) struct Rows {
    rows: Vec<Vec<(Entry, f64)>>,
}

impl Rows {
    /// As many to a line as there is room for.
    pub fn fit(entries: &[Entry], room: f64) -> Rows {
        let mut rows: Vec<Vec<(Entry, f64)>> = Vec::new();
        let mut free = 0.0;
        for entry in entries {
            let name = font::shortened(&entry.name, font::NAME, room - SAMPLE - GAP);
            let width = SAMPLE + GAP + font::width(&name, font::NAME) + 3.0 * GAP;
            if rows.is_empty() || width > free + 3.0 * GAP {
                rows.push(Vec::new());
                free = room;
            }
            if let Some(row) = rows.last_mut() {
                row.push((Entry { name, ..entry.clone() }, room - free));
            }
            free -= width;
        }
        Rows { rows }
    }

    pub fn height(&self) -> f64 {
        if self.rows.is_empty() { 0.0 } else { ROW * self.rows.len() as f64 + 2.0 * GAP }
    }

    pub fn draw(&self, page: &mut Page, left: f64, top: f64) {
        for (number, row) in self.rows.iter().enumerate() {
            for (entry, along) in row {
                draw(page, entry, (left + along, top + GAP + ROW * (number as f64 + 0.5)));
            }
        }
    }
}

/// The entries of named series.
pub(crate) fn named<'a>(names: impl Iterator<Item = (&'a str, Sample)>) -> Vec<Entry> {
    let entry = |(series, (name, sample)): (usize, (&str, Sample))| Entry { series, name: name.to_string(), sample };
    names.enumerate().map(entry).filter(|entry| !entry.name.is_empty()).collect()
}

fn draw(page: &mut Page, entry: &Entry, (x, y): Xy) {
    page.open_group(&style::series(entry.series));
    let Sample { line, marks } = entry.sample;
    if let Some(class) = line.class(entry.series) {
        page.path(&class, &Path::line(&[(x, y), (x + SAMPLE, y)]));
    }
    if marks || line == Line::None {
        page.path("mark", &mark(entry.series, (x + SAMPLE / 2.0, y)));
    }
    page.close_group();
    page.text("name", Anchor::Start, (x + SAMPLE + GAP, y + 4.0), &entry.name);
}

/// The heights nearest to the wanted ones, by least squares, with a gap between them and within two bounds.
///
/// Neighbours that are too near are made a block, which stands where it suits its members best together, until no two
/// blocks are too near: isotonic regression by pooling.
fn spread(wanted: &[f64], gap: f64, top: f64, bottom: f64) -> Vec<f64> {
    struct Block {
        sum: f64,
        members: Vec<usize>,
    }
    impl Block {
        /// Where the first member would stand.
        fn start(&self) -> f64 {
            self.sum / self.members.len() as f64
        }
    }
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by(|&one, &other| wanted[one].total_cmp(&wanted[other]));
    let mut blocks: Vec<Block> = Vec::new();
    for (rank, place) in order.into_iter().enumerate() {
        // Less the gaps above it, every height may be the same as the one before, and none may be smaller.
        let last = bottom - gap * wanted.len().saturating_sub(1) as f64;
        let height = (wanted[place] - gap * rank as f64).clamp(top, last.max(top));
        blocks.push(Block { sum: height, members: vec![place] });
        while let [.., above, below] = &blocks[..]
            && below.start() < above.start()
            && let Some(below) = blocks.pop()
            && let Some(above) = blocks.last_mut()
        {
            above.sum += below.sum;
            above.members.extend(below.members);
        }
    }
    let mut heights = vec![0.0; wanted.len()];
    let ranked = blocks.iter().flat_map(|block| block.members.iter().map(|&place| (place, block.start())));
    for (rank, (place, start)) in ranked.enumerate() {
        heights[place] = start + gap * rank as f64;
    }
    heights
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn names_with_room_stay_where_they_are_wanted() {
        assert_eq!(spread(&[80.0, 10.0, 40.0], 20.0, 0.0, 100.0), [80.0, 10.0, 40.0]);
    }

    #[test]
    fn names_that_are_too_near_move_apart_by_as_much_each() {
        assert_eq!(spread(&[50.0, 50.0], 20.0, 0.0, 100.0), [40.0, 60.0]);
        assert_eq!(spread(&[50.0, 52.0, 90.0], 20.0, 0.0, 100.0), [41.0, 61.0, 90.0]);
    }

    #[test]
    fn names_stay_beside_the_chart() {
        assert_eq!(spread(&[100.0, 100.0, 100.0], 20.0, 0.0, 100.0), [60.0, 80.0, 100.0]);
        assert_eq!(spread(&[-5.0, 0.0], 20.0, 0.0, 100.0), [0.0, 20.0]);
    }

    proptest! {
        #[test]
        fn names_never_touch(wanted in proptest::collection::vec(0.0..100.0f64, 0..6)) {
            let mut heights = spread(&wanted, 20.0, 0.0, 100.0);
            heights.sort_by(f64::total_cmp);
            prop_assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > 20.0 - 1e-9), "{heights:?}");
            prop_assert!(heights.iter().all(|height| (-1e-9..=100.0 + 1e-9).contains(height)), "{heights:?}");
        }
    }

    #[test]
    fn long_names_stand_below_in_lines_that_fit() {
        let entry =
            |name: &str| Entry { series: 0, name: name.into(), sample: Sample { line: Line::Solid, marks: false } };
        let long = "preference:window=diamond,radius=2,expand=5,stones=1,liberties=1,table=hash,size=2000003";
        assert_eq!(room_beside(&[entry(long)], 400.0), None);
        let rows = Rows::fit(&[entry("a"), entry("b"), entry(long), entry("c")], 700.0);
        assert_eq!(rows.rows.iter().map(Vec::len).collect::<Vec<_>>(), [2, 2]);
        let rows = Rows::fit(&[entry(long)], 200.0);
        assert!(rows.rows[0][0].0.name.ends_with('…'));
    }
}
