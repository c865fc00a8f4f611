//! Charts one below the other, as when several things were measured at the same times.

use crate::line::{Layout, LineChart};
use crate::svg::{MARGIN, Page, title_height};

/// Charts of curves below one another, aligned at both sides: what is above one another was measured together where the
/// axes from left to right are the same.
///
/// ```
/// use plot::{Axis, LineChart, Panels, Series};
///
/// let chart = |what: &str, points: &[(f64, f64)]| LineChart {
///     x: Axis::new("steps").from(0.0).to(3000.0),
///     y: Axis::new(what),
///     series: vec![Series::new("large", points.to_vec())],
///     size: (800.0, 200.0),
///     ..LineChart::default()
/// };
/// let learning = Panels {
///     title: "Learning".into(),
///     charts: vec![
///         chart("first choice", &[(1000.0, 0.37), (2000.0, 0.40), (3000.0, 0.42)]),
///         chart("loss", &[(1000.0, 2.38), (2000.0, 2.16), (3000.0, 2.08)]),
///     ],
/// };
/// assert!(learning.svg().contains("first choice"));
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Panels {
    /// What the picture shows.
    pub title: String,
    /// The charts from top to bottom, each with its own size and, if it should have one, its own title.
    pub charts: Vec<LineChart>,
}

impl Panels {
    /// The picture.
    pub fn svg(&self) -> String {
        let layouts: Vec<Layout> = self.charts.iter().map(LineChart::layout).collect();
        let left = layouts.iter().map(|layout| layout.frame.area.left).fold(0.0, f64::max);
        let right = layouts.iter().map(|layout| layout.frame.area.right()).fold(f64::INFINITY, f64::min);
        let width = layouts.iter().map(|layout| layout.size.0).fold(240.0, f64::max);
        // Each chart leaves a margin above itself.
        let top = title_height(&self.title, width) - MARGIN;
        let height = top + layouts.iter().map(|layout| layout.size.1).sum::<f64>() + MARGIN / 2.0;
        let mut page = Page::new((width, height), &self.title);
        page.title(&self.title, width);
        let mut down = top;
        for (chart, layout) in self.charts.iter().zip(layouts) {
            let layout = chart.align(layout, left, right.max(left + 40.0));
            page.open_below(down);
            chart.draw(&mut page, &layout);
            page.close_group();
            down += layout.size.1;
        }
        page.finish()
    }
}
