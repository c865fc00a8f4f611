//! Bars: a value for each category, of several series side by side.

use crate::axis::Axis;
use crate::font;
use crate::frame;
use crate::legend::{self, Rows, Sample};
use crate::reference::{self, Reference};
use crate::scale::{Ends, Scale};
use crate::style;
use crate::svg::{Anchor, MARGIN, Page, Path, Rect, Xy, page_size};

/// A value, and how sure it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bar {
    /// The value. Where it is not finite there is no bar.
    pub value: f64,
    /// From where to where it may be.
    pub range: Option<(f64, f64)>,
}

impl Bar {
    /// A value that may be from low to high.
    pub fn new(value: f64, low: f64, high: f64) -> Bar {
        Bar { value, range: Some((low, high)) }
    }
}

impl From<f64> for Bar {
    fn from(value: f64) -> Bar {
        Bar { value, range: None }
    }
}

/// Bars of one colour: one in each category.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Bars {
    /// What they are called in the legend; nothing if they are not named there.
    pub name: String,
    /// The bars, in the order of the categories.
    pub bars: Vec<Bar>,
}

impl Bars {
    /// Bars in the order of the categories.
    pub fn new(name: impl Into<String>, bars: impl IntoIterator<Item = impl Into<Bar>>) -> Bars {
        Bars { name: name.into(), bars: bars.into_iter().map(Into::into).collect() }
    }
}

/// Bars in groups, with error bars.
///
/// ```
/// use plot::{Axis, Bar, BarChart, Bars};
///
/// let chart = BarChart {
///     title: "What each rule is worth".into(),
///     categories: vec!["all rules".into(), "without replies".into()],
///     values: Axis::new("games won").percent(),
///     series: vec![Bars::new("", [Bar::new(0.5, 0.47, 0.53), Bar::new(0.41, 0.38, 0.44)])],
///     figures: true,
///     ..BarChart::default()
/// };
/// assert!(chart.svg().contains("without replies"));
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct BarChart {
    /// What the picture shows.
    pub title: String,
    /// The names of the categories.
    pub categories: Vec<String>,
    /// What the bars measure. Zero is on the axis unless its ends are fixed or it is logarithmic.
    pub values: Axis,
    /// The bars, a colour each.
    pub series: Vec<Bars>,
    /// Values that the bars are held against.
    pub references: Vec<Reference>,
    /// Bars go from left to right, one below the other, which leaves room for long names.
    pub horizontal: bool,
    /// The values are written at the ends of the bars.
    pub figures: bool,
    /// Width and height of the picture. It is higher where bars below one another need that, and by its legend.
    pub size: (f64, f64),
}

impl Default for BarChart {
    fn default() -> BarChart {
        BarChart {
            title: String::new(),
            categories: Vec::new(),
            values: Axis::default(),
            series: Vec::new(),
            references: Vec::new(),
            horizontal: false,
            figures: false,
            size: (800.0, 420.0),
        }
    }
}

/// The part of a category that its bars take; the rest is between them and the next.
const FILLED: f64 = 0.76;
const THICKEST: f64 = 54.0;
/// The least height of a bar that goes from left to right.
const THINNEST: f64 = 11.0;
const LINE: f64 = 15.0;

impl BarChart {
    /// The picture.
    pub fn svg(&self) -> String {
        let (width, mut height) = page_size(self.size);
        let entries = legend::named(self.series.iter().map(|bars| (bars.name.as_str(), Sample::Box)));
        let rows = Rows::fit(&entries, width - 2.0 * MARGIN);
        if self.horizontal {
            let needed = self.slots() as f64 * (THINNEST * self.series.len() as f64 / FILLED).max(LINE + 3.0);
            height = height.max(needed + 120.0);
        }
        height += rows.height();
        let mut page = Page::new((width, height), &self.title);
        let top = page.title(&self.title, width);
        // The names of lines down the chart stand above it.
        let top = if self.horizontal && !self.references.is_empty() { top + LINE } else { top };
        let room = Rect {
            left: MARGIN,
            top,
            width: width - 2.0 * MARGIN - 8.0,
            height: (height - top - rows.height() - MARGIN / 2.0).max(60.0),
        };
        let plan = if self.horizontal { self.plan_across(room) } else { self.plan_up(room) };
        plan.draw_frame(&mut page);
        page.open_clip(plan.area.with_edge());
        for (number, bars) in self.series.iter().enumerate() {
            page.open_group(&style::series(number));
            for (slot, bar) in bars.bars.iter().enumerate() {
                plan.draw_bar(&mut page, slot, number, bar);
            }
            page.close_group();
        }
        page.close_clip();
        for reference in &self.references {
            plan.draw_reference(&mut page, reference);
        }
        for (number, bars) in self.series.iter().enumerate() {
            for (slot, bar) in bars.bars.iter().enumerate() {
                plan.draw_end(&mut page, slot, number, bar);
            }
        }
        plan.draw_base(&mut page);
        rows.draw(&mut page, MARGIN, room.bottom());
        page.finish()
    }

    /// So many categories there are, named or not.
    fn slots(&self) -> usize {
        let longest = self.series.iter().map(|bars| bars.bars.len()).max().unwrap_or(0);
        self.categories.len().max(longest).max(1)
    }

    /// Everything that the axis must show, with some room for figures.
    fn measured(&self) -> Vec<f64> {
        let bars = self.series.iter().flat_map(|bars| &bars.bars).filter(|bar| bar.value.is_finite());
        let ends = bars.flat_map(|bar| {
            let (low, high) = bar.range.unwrap_or((bar.value, bar.value));
            [bar.value, low, high]
        });
        let mut values: Vec<f64> = ends.chain(self.references.iter().map(|reference| reference.at)).collect();
        if self.figures {
            let largest = values.iter().copied().filter(|value| value.is_finite()).fold(0.0, f64::max);
            values.push(1.08 * largest);
        }
        if !self.values.log {
            values.push(0.0);
        }
        values
    }

    fn plan_up(&self, room: Rect) -> Plan<'_> {
        let values = self.measured();
        let mut lines: Vec<Vec<String>> = Vec::new();
        let mut area = room;
        let mut scale = Scale::fit(&self.values, values.iter().copied(), frame::most_up(room.height), Ends::Round);
        // How wide the names may be depends on the figures of the axis, and how many of these there are on the names.
        for _ in 0..2 {
            area.left = room.left + frame::beside(&self.values, &scale);
            area.width = room.right() - area.left;
            let slot = area.width / self.slots() as f64;
            lines = self.categories.iter().map(|name| font::wrapped(name, font::NAME, slot - 8.0, 3)).collect();
            let most = lines.iter().map(Vec::len).max().unwrap_or(0);
            area.height = (room.height - LINE * most as f64 - 10.0).max(40.0);
            scale = Scale::fit(&self.values, values.iter().copied(), frame::most_up(area.height), Ends::Round);
        }
        Plan { chart: self, area, scale, lines }
    }

    fn plan_across(&self, room: Rect) -> Plan<'_> {
        let name = |name: &String| vec![font::shortened(name, font::NAME, 0.45 * room.width)];
        let lines: Vec<Vec<String>> = self.categories.iter().map(name).collect();
        let widest = lines.iter().flatten().map(|line| font::width(line, font::NAME)).fold(0.0, f64::max);
        let left = room.left + widest + if widest > 0.0 { 10.0 } else { 0.0 };
        let area = Rect { left, width: room.right() - left, height: room.height - frame::below(&self.values), ..room };
        let scale = Scale::fit_across(&self.values, &self.measured(), area.width, Ends::Round);
        Plan { chart: self, area, scale, lines }
    }
}

/// A chart of which it is known where everything goes.
struct Plan<'a> {
    chart: &'a BarChart,
    area: Rect,
    scale: Scale,
    lines: Vec<Vec<String>>,
}

impl Plan<'_> {
    fn draw_frame(&self, page: &mut Page) {
        let label = &self.chart.values.label;
        if self.chart.horizontal {
            frame::draw_across(page, self.area, &self.scale, label, true);
        } else {
            frame::draw_up(page, self.area, &self.scale, label);
        }
        for (slot, lines) in self.lines.iter().enumerate() {
            let (start, thickness) = self.slot(slot);
            let middle = start + thickness / 2.0;
            for (number, line) in lines.iter().enumerate() {
                if self.chart.horizontal {
                    page.text("name", Anchor::End, (self.area.left - 9.0, middle + 4.0), line);
                } else {
                    let y = self.area.bottom() + LINE * (number as f64 + 1.0) + 3.0;
                    page.text("name", Anchor::Middle, (middle, y), line);
                }
            }
        }
    }

    /// The line that the bars stand on.
    fn draw_base(&self, page: &mut Page) {
        let base = self.along(self.scale.base());
        let (from, to) = if self.chart.horizontal {
            ((base, self.area.top), (base, self.area.bottom()))
        } else {
            ((self.area.left, base), (self.area.right(), base))
        };
        page.line("axis", from, to);
    }

    fn draw_bar(&self, page: &mut Page, slot: usize, series: usize, bar: &Bar) {
        let (from, to) = (self.along(self.scale.base()), self.along(bar.value));
        if !to.is_finite() {
            return;
        }
        let (start, thickness) = self.bar(slot, series);
        let (low, length) = (from.min(to), (from - to).abs());
        page.rect(
            "bar",
            if self.chart.horizontal {
                Rect { left: low, top: start, width: length, height: thickness }
            } else {
                Rect { left: start, top: low, width: thickness, height: length }
            },
        );
    }

    /// The error bar, and the figure beyond it.
    fn draw_end(&self, page: &mut Page, slot: usize, series: usize, bar: &Bar) {
        let end = self.along_within(bar.value);
        if !end.is_finite() {
            return;
        }
        let (start, thickness) = self.bar(slot, series);
        let middle = start + thickness / 2.0;
        let (low, high) = bar.range.map_or((end, end), |(low, high)| (self.along_within(low), self.along_within(high)));
        if bar.range.is_some() && (low + high).is_finite() {
            let cap = (0.25 * thickness).min(5.0);
            let mut whisker = Path::default();
            for (from, to) in [
                ((low, middle), (high, middle)),
                ((low, middle - cap), (low, middle + cap)),
                ((high, middle - cap), (high, middle + cap)),
            ] {
                whisker.add_line(&[self.turned(from), self.turned(to)]);
            }
            page.path("halo", &whisker);
            page.path("whisker", &whisker);
        }
        if self.chart.figures {
            // A number that is none is left out of account by `min` and `max`.
            let (least, largest) = (end.min(low).min(high), end.max(low).max(high));
            let (anchor, place) = match (self.chart.horizontal, bar.value < self.scale.base()) {
                (true, false) => (Anchor::Start, (largest + 6.0, middle + 4.0)),
                (true, true) => (Anchor::End, (least - 6.0, middle + 4.0)),
                (false, false) => (Anchor::Middle, (middle, least - 6.0)),
                (false, true) => (Anchor::Middle, (middle, largest + 14.0)),
            };
            page.text("note", anchor, place, &self.scale.reading(bar.value));
        }
    }

    fn draw_reference(&self, page: &mut Page, reference: &Reference) {
        let place = self.along(reference.at);
        if !self.chart.horizontal {
            reference::draw_level(page, self.area, place, &reference.label, |place| self.hidden(place));
        } else if (self.area.left - 0.5..=self.area.right() + 0.5).contains(&place) {
            page.line("reference", (place, self.area.top - 2.0), (place, self.area.bottom()));
            let half = font::width(&reference.label, font::TICK) / 2.0;
            let x = place.min(self.area.right() + 8.0 - half).max(self.area.left + half);
            page.text("note", Anchor::Middle, (x, self.area.top - 6.0), &reference.label);
        }
    }

    /// How much of the bars and their figures a name at that place would hide.
    fn hidden(&self, place: Rect) -> f64 {
        const FIGURE: f64 = 24.0;
        let above = if self.chart.figures { FIGURE } else { 0.0 };
        let overlap = |(slot, series, end): (usize, usize, f64)| {
            let (left, width) = self.bar(slot, series);
            let base = self.along(self.scale.base());
            let (top, bottom) = (base.min(end) - above, base.max(end) + if end > base { above } else { 0.0 });
            let wide = place.right().min(left + width) - place.left.max(left);
            let high = place.bottom().min(bottom) - place.top.max(top);
            wide.max(0.0) * high.max(0.0)
        };
        let series = self.chart.series.iter().enumerate();
        let bars =
            series.flat_map(|(series, bars)| bars.bars.iter().enumerate().map(move |(slot, bar)| (slot, series, bar)));
        bars.map(|(slot, series, bar)| (slot, series, self.along(bar.value)))
            .filter(|bar| bar.2.is_finite())
            .map(overlap)
            .sum()
    }

    /// Where a category begins, and how thick it is.
    fn slot(&self, slot: usize) -> (f64, f64) {
        let (start, length) =
            if self.chart.horizontal { (self.area.top, self.area.height) } else { (self.area.left, self.area.width) };
        let thickness = length / self.chart.slots() as f64;
        (start + thickness * slot as f64, thickness)
    }

    /// Where a bar begins, and how thick it is.
    fn bar(&self, slot: usize, series: usize) -> (f64, f64) {
        let (start, room) = self.slot(slot);
        let bars = self.chart.series.len().max(1) as f64;
        let thickness = (FILLED * room / bars).min(THICKEST);
        let first = start + (room - bars * thickness) / 2.0;
        // A hair between neighbours, so that bars of one height can be counted.
        (first + thickness * series as f64 + 0.5, thickness - 1.0)
    }

    /// Where a value is, along the bars.
    fn along(&self, value: f64) -> f64 {
        if self.chart.horizontal {
            frame::across(self.area, &self.scale, value)
        } else {
            frame::up(self.area, &self.scale, value)
        }
    }

    fn along_within(&self, value: f64) -> f64 {
        self.along(if self.along(value).is_nan() { value } else { value.clamp(self.scale.low, self.scale.high) })
    }

    /// A place along and across the bars as one on the page.
    fn turned(&self, (along, across): Xy) -> Xy {
        if self.chart.horizontal { (along, across) } else { (across, along) }
    }
}
