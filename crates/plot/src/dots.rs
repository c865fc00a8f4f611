//! Estimates below one another, each a dot with its interval: what a meta-analysis calls a forest plot.

use crate::axis::Axis;
use crate::font;
use crate::frame;
use crate::line::mark;
use crate::scale::{Ends, Scale};
use crate::style;
use crate::svg::{Anchor, MARGIN, Page, Path, Rect, page_size};

/// An estimate and its interval.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Dot {
    /// The name at the left.
    pub name: String,
    /// The value. A value that is not finite has no dot.
    pub value: f64,
    /// The ends of the interval. An end beyond the axis is drawn at its edge.
    pub interval: Option<(f64, f64)>,
    /// The figure at the right.
    pub figure: String,
}

/// Estimates with their intervals, below one another. Unlike that of bars, the axis need not start at zero.
///
/// ```
/// use plot::{Axis, Dot, DotChart};
///
/// let dot = |name: &str, value: f64, margin: f64| Dot {
///     name: name.into(),
///     value,
///     interval: Some((value - margin, value + margin)),
///     figure: format!("{value} ± {margin}"),
/// };
/// let chart = DotChart {
///     title: "Ratings".into(),
///     values: Axis::new("Elo"),
///     dots: vec![dot("mcts", 224.0, 117.0), dot("random", -360.0, 150.0)],
///     ..DotChart::default()
/// };
/// assert!(chart.svg().contains("224 ± 117"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct DotChart {
    /// What the picture shows.
    pub title: String,
    /// What the dots measure.
    pub values: Axis,
    /// The estimates from top to bottom.
    pub dots: Vec<Dot>,
    /// The width of the picture. Its height follows from the number of estimates.
    pub width: f64,
}

impl Default for DotChart {
    fn default() -> DotChart {
        DotChart { title: String::new(), values: Axis::default(), dots: Vec::new(), width: 800.0 }
    }
}

const ROW: f64 = 26.0;
/// Between the dots and the names and figures at their sides.
const GAP: f64 = 14.0;
/// Half the height of the bars at the ends of an interval.
const CAP: f64 = 5.0;

impl DotChart {
    /// The picture.
    pub fn svg(&self) -> String {
        let (width, _) = page_size((self.width, 0.0));
        let room = width - 2.0 * MARGIN;
        let names: Vec<String> =
            self.dots.iter().map(|dot| font::shortened(&dot.name, font::NAME, 0.4 * room)).collect();
        let figures: Vec<String> =
            self.dots.iter().map(|dot| font::shortened(&dot.figure, font::NAME, 0.25 * room)).collect();
        let [left, right] = [&names, &figures].map(|texts| widest(texts));
        let top = crate::svg::title_height(&self.title, width);
        let area =
            Rect { left: MARGIN + left, top, width: room - left - right, height: ROW * self.dots.len().max(1) as f64 };
        let mut page = Page::new((width, area.bottom() + frame::below(&self.values) + MARGIN / 2.0), &self.title);
        page.title(&self.title, width);
        let scale = Scale::fit_across(&self.values, &self.measured(), area.width, Ends::Round);
        frame::draw_across(&mut page, area, &scale, &self.values.label, true);
        for (row, dot) in self.dots.iter().enumerate() {
            let y = top + ROW * (row as f64 + 0.5);
            page.open_titled(&format!("{}: {}", dot.name, dot.figure));
            page.text("name", Anchor::End, (area.left - GAP, y + 4.0), &names[row]);
            page.text("name", Anchor::End, (width - MARGIN, y + 4.0), &figures[row]);
            page.open_group(&style::series(0));
            dot.draw(&mut page, area, &scale, y);
            page.close_group();
            page.close_group();
        }
        page.finish()
    }

    fn measured(&self) -> Vec<f64> {
        let ends = |dot: &Dot| dot.interval.map_or([dot.value; 2], |(low, high)| [low, high]);
        self.dots.iter().flat_map(|dot| [[dot.value; 2], ends(dot)]).flatten().collect()
    }
}

impl Dot {
    fn draw(&self, page: &mut Page, area: Rect, scale: &Scale, y: f64) {
        let place = |value: f64| frame::across(area, scale, value);
        if let Some((low, high)) = self.interval {
            let [low, high] = [low, high].map(|end| place(end.clamp(scale.low, scale.high)));
            if (low + high).is_finite() {
                let mut whisker = Path::line(&[(low, y), (high, y)]);
                [low, high].into_iter().for_each(|x| whisker.add_line(&[(x, y - CAP), (x, y + CAP)]));
                page.path("curve", &whisker);
            }
        }
        let x = place(self.value);
        if x.is_finite() && (area.left - 0.5..=area.right() + 0.5).contains(&x) {
            page.path("mark", &mark(0, (x, y)));
        }
    }
}

/// The room that a column of texts takes, with the gap beside it.
fn widest(texts: &[String]) -> f64 {
    let widest = texts.iter().map(|text| font::width(text, font::NAME)).fold(0.0, f64::max);
    if widest > 0.0 { widest + GAP } else { 0.0 }
}
