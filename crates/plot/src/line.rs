//! Curves: several series of points over one pair of axes.

use crate::axis::Axis;
use crate::frame::{self, Frame};
use crate::legend::{self, Entry, Rows, Sample};
use crate::reference::{self, Reference};
use crate::style;
use crate::svg::{MARGIN, Page, Path, Rect, Xy, number, page_size, title_height};
use crate::thin::thinned;

/// How the points of a series are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Line {
    /// By a line.
    #[default]
    Solid,
    /// By dashes.
    Dashed,
    /// By dots.
    Dotted,
    /// Not at all: each point is marked.
    None,
}

impl Line {
    /// The class of a series' line. When colours repeat, the lines are dashed.
    pub(crate) fn class(self, series: usize) -> Option<String> {
        let again = series >= style::SERIES.len();
        match self {
            Line::Solid if !again => Some("curve".into()),
            Line::Solid | Line::Dashed => Some("curve dashed".into()),
            Line::Dotted => Some("curve dotted".into()),
            Line::None => None,
        }
    }
}

/// A curve.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Series {
    /// What it is called in the legend; nothing if it is not named there.
    pub name: String,
    /// Its points, in the order in which they are joined. Where one is not finite there is a gap.
    pub points: Vec<(f64, f64)>,
    /// How sure it is: for each x, from where to where. Where one of the three is not finite there is a gap.
    pub band: Vec<(f64, f64, f64)>,
    /// How the points are joined.
    pub line: Line,
    /// Whether each point is marked.
    pub marks: bool,
}

impl Series {
    /// A solid line through points.
    pub fn new(name: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { name: name.into(), points, ..Series::default() }
    }

    /// The same with an error bar at each x, from where to where, instead of a band.
    pub fn with_bars(self, bars: impl IntoIterator<Item = (f64, f64, f64)>) -> Series {
        // A gap between any two of them leaves each known for one x alone.
        let gap = (f64::NAN, f64::NAN, f64::NAN);
        Series { band: bars.into_iter().flat_map(|bar| [bar, gap]).collect(), marks: true, ..self }
    }
}

/// Curves over one pair of axes.
///
/// Short names stand beside the ends of the curves, long ones below the chart. Curves of millions of points make no
/// larger a picture than those of thousands, and look the same.
#[derive(Clone, Debug, PartialEq)]
pub struct LineChart {
    /// What the picture shows.
    pub title: String,
    /// What is measured from left to right.
    pub x: Axis,
    /// What is measured from bottom to top.
    pub y: Axis,
    /// The curves. The first ones have the most distinct colours.
    pub series: Vec<Series>,
    /// Values of y that the curves are held against.
    pub references: Vec<Reference>,
    /// Width and height of the picture. It is higher by the legend if that stands below the chart.
    pub size: (f64, f64),
}

impl Default for LineChart {
    fn default() -> LineChart {
        LineChart {
            title: String::new(),
            x: Axis::default(),
            y: Axis::default(),
            series: Vec::new(),
            references: Vec::new(),
            size: (800.0, 460.0),
        }
    }
}

impl LineChart {
    /// The picture.
    pub fn svg(&self) -> String {
        let layout = self.layout();
        let mut page = Page::new(layout.size, &self.title);
        self.draw(&mut page, &layout);
        page.finish()
    }

    /// Where everything stands.
    pub(crate) fn layout(&self) -> Layout {
        let (width, height) = page_size(self.size);
        let top = title_height(&self.title, width);
        let entries = self.entries();
        let aside = legend::room_beside(&entries, height - top - frame::below(&self.x) - MARGIN / 2.0);
        let rows = Rows::fit(if aside.is_none() { &entries } else { &[] }, width - 2.0 * MARGIN);
        let height = height + rows.height();
        let room = Rect {
            left: MARGIN,
            top,
            width: (width - 2.0 * MARGIN - aside.unwrap_or(8.0)).max(60.0),
            height: (height - top - rows.height() - MARGIN / 2.0).max(60.0),
        };
        let beside = if aside.is_some() { entries } else { Vec::new() };
        Layout { size: (width, height), room, frame: self.frame(room), beside, rows }
    }

    /// The same layout with its area from that place to that one.
    pub(crate) fn align(&self, layout: Layout, left: f64, right: f64) -> Layout {
        // Figures and name of the axis at the left take the room that they took before.
        let taken = layout.frame.area.left - layout.room.left;
        let room = Rect { left: left - taken, width: right - left + taken, ..layout.room };
        Layout { frame: self.frame(room), ..layout }
    }

    fn frame(&self, room: Rect) -> Frame {
        let (xs, ys) = self.values();
        Frame::fit(room, (&self.x, &xs), (&self.y, &ys))
    }

    /// Draws everything from the top of a page on.
    pub(crate) fn draw(&self, page: &mut Page, layout: &Layout) {
        let Layout { size, room, frame, beside, rows } = layout;
        page.title(&self.title, size.0);
        frame.draw(page, &self.x, &self.y);

        let curves: Vec<Vec<Vec<Xy>>> = self.series.iter().map(|series| pieces(frame, &series.points)).collect();
        page.open_clip(frame.area.with_edge());
        for (number, series) in self.series.iter().enumerate() {
            page.open_group(&style::series(number));
            draw_band(page, frame, &series.band);
            page.close_group();
        }
        for (number, series) in self.series.iter().enumerate() {
            page.open_group(&style::series(number));
            draw_curve(page, number, series, &curves[number]);
            page.close_group();
        }
        page.close_clip();

        let edges = self.edges(frame);
        let hidden = |place: Rect| {
            let lines = curves.iter().flatten().chain(&edges);
            lines.map(|line| reference::meetings(place, line)).sum::<usize>() as f64
        };
        for reference in &self.references {
            let y = frame.place((frame.x.low, reference.at)).1;
            reference::draw_level(page, frame.area, y, &reference.label, hidden);
        }
        let ends: Vec<f64> = beside.iter().map(|entry| last_height(&curves[entry.series])).collect();
        legend::draw_beside(page, beside, &ends, frame.area);
        rows.draw(page, MARGIN, room.bottom());
    }

    fn entries(&self) -> Vec<Entry> {
        let sample = |series: &Series| Sample { line: series.line, marks: series.marks };
        legend::named(self.series.iter().map(|series| (series.name.as_str(), sample(series))))
    }

    /// The lines above and below each band.
    fn edges(&self, frame: &Frame) -> Vec<Vec<Xy>> {
        let bands = self.series.iter().map(|series| &series.band);
        let both = bands.flat_map(|band| {
            let (low, high): (Vec<Xy>, Vec<Xy>) = band.iter().map(|&(x, low, high)| ((x, low), (x, high))).unzip();
            [low, high]
        });
        both.flat_map(|edge| pieces(frame, &edge)).collect()
    }

    /// Everything that is to be seen, along either axis.
    fn values(&self) -> (Vec<f64>, Vec<f64>) {
        let points = || self.series.iter().flat_map(|series| &series.points).filter(|(x, y)| (x + y).is_finite());
        let band =
            || self.series.iter().flat_map(|series| &series.band).filter(|(x, low, high)| (x + low + high).is_finite());
        let xs = points().map(|&(x, _)| x).chain(band().map(|&(x, ..)| x));
        let levels = self.references.iter().map(|reference| reference.at);
        let ys = points().map(|&(_, y)| y).chain(band().flat_map(|&(_, low, high)| [low, high])).chain(levels);
        (xs.collect(), ys.collect())
    }
}

/// Where the parts of a chart stand on a page.
pub(crate) struct Layout {
    /// How much of the page the chart takes.
    pub size: Xy,
    /// Where the frame stands with its labels.
    room: Rect,
    pub frame: Frame,
    /// The names that stand beside the frame.
    beside: Vec<Entry>,
    /// The names that stand below it instead.
    rows: Rows,
}

/// The places of points, split at points that cannot be shown.
fn pieces(frame: &Frame, points: &[(f64, f64)]) -> Vec<Vec<Xy>> {
    let places: Vec<Xy> = points.iter().map(|&point| frame.place(point)).collect();
    places.split(|(x, y)| !(x + y).is_finite()).filter(|piece| !piece.is_empty()).map(thinned).collect()
}

fn draw_curve(page: &mut Page, number: usize, series: &Series, pieces: &[Vec<Xy>]) {
    let (mut line, mut marks) = (Path::default(), Path::default());
    for piece in pieces {
        if piece.len() > 1 {
            line.add_line(piece);
        }
        if series.marks || series.line == Line::None || piece.len() == 1 {
            marks.0.extend(piece.iter().map(|&place| mark(number, place).0));
        }
    }
    if let Some(class) = series.line.class(number) {
        page.path(&class, &line);
    }
    page.path("mark", &marks);
}

/// The band between low and high; a bar where it is known for one x alone.
fn draw_band(page: &mut Page, frame: &Frame, band: &[(f64, f64, f64)]) {
    let edges: Vec<(Xy, Xy)> =
        band.iter().map(|&(x, low, high)| (frame.place((x, low)), frame.place((x, high)))).collect();
    let (mut area, mut bars) = (Path::default(), Path::default());
    for piece in edges.split(|((x, low), (_, high))| !(x + low + high).is_finite()) {
        let (low, high): (Vec<Xy>, Vec<Xy>) = piece.iter().copied().unzip();
        match (&low[..], &high[..]) {
            ([], _) | (_, []) => {}
            (&[low], &[high]) => bars.add_line(&[low, high]),
            (low, high) => {
                let outline: Vec<Xy> = thinned(high).into_iter().chain(thinned(low).into_iter().rev()).collect();
                area.add_area(&outline);
            }
        }
    }
    page.path("band", &area);
    page.path("curve", &bars);
}

fn last_height(pieces: &[Vec<Xy>]) -> f64 {
    pieces.last().and_then(|piece| piece.last()).map_or(f64::NAN, |&(_, y)| y)
}

/// A mark at a place. Each series has its own: a disc, a square, a triangle, a diamond, a triangle on its head.
pub(crate) fn mark(series: usize, (x, y): Xy) -> Path {
    let outline: &[Xy] = match series % 5 {
        0 => {
            let (x, y) = (number(x - 3.8), number(y));
            return Path(format!("M{x} {y}a3.8 3.8 0 1 0 7.6 0a3.8 3.8 0 1 0-7.6 0Z"));
        }
        1 => &[(-3.4, -3.4), (3.4, -3.4), (3.4, 3.4), (-3.4, 3.4)],
        2 => &[(0.0, -4.6), (4.3, 3.2), (-4.3, 3.2)],
        3 => &[(0.0, -5.0), (5.0, 0.0), (0.0, 5.0), (-5.0, 0.0)],
        _ => &[(0.0, 4.6), (4.3, -3.2), (-4.3, -3.2)],
    };
    Path::area(&outline.iter().map(|(dx, dy)| (x + dx, y + dy)).collect::<Vec<Xy>>())
}
