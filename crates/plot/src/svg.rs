//! SVG as text: a page that elements are written on, with short numbers and nothing that needs escaping left.

use std::fmt::Write as _;

use crate::font;
use crate::style;

/// A place on the page, to the right and down from its corner.
pub(crate) type Xy = (f64, f64);

/// A part of the page.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Rect {
    pub left: f64,
    pub top: f64,
    pub width: f64,
    pub height: f64,
}

impl Rect {
    pub fn right(&self) -> f64 {
        self.left + self.width
    }

    pub fn bottom(&self) -> f64 {
        self.top + self.height
    }

    pub fn middle(&self) -> Xy {
        (self.left + self.width / 2.0, self.top + self.height / 2.0)
    }

    /// With some room around it, for strokes and marks at its edge.
    pub fn with_edge(&self) -> Rect {
        const EDGE: f64 = 5.0;
        let (width, height) = (self.width + 2.0 * EDGE, self.height + 2.0 * EDGE);
        Rect { left: self.left - EDGE, top: self.top - EDGE, width, height }
    }

    pub fn contains(&self, (x, y): Xy) -> bool {
        (self.left..=self.right()).contains(&x) && (self.top..=self.bottom()).contains(&y)
    }
}

/// Which end of a text is at its place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

impl Anchor {
    fn attribute(self) -> &'static str {
        match self {
            Anchor::Start => "",
            Anchor::Middle => " text-anchor=\"middle\"",
            Anchor::End => " text-anchor=\"end\"",
        }
    }
}

/// A picture in the making.
pub(crate) struct Page {
    svg: String,
}

impl Page {
    /// An empty page. The title is for screen readers.
    pub fn new((width, height): Xy, title: &str) -> Page {
        let (width, height) = (number(width), number(height));
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"plot\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" aria-label=\"{}\">\n<style>\n{}</style>\n",
            escape(title),
            style::sheet()
        );
        svg += &format!("<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>\n");
        Page { svg }
    }

    /// The finished picture.
    pub fn finish(self) -> String {
        self.svg + "</svg>\n"
    }

    /// Elements that follow, until [`Page::close_group`], are of a class together.
    pub fn open_group(&mut self, class: &str) {
        self.push(format_args!("<g class=\"{class}\">\n"));
    }

    /// Elements that follow, until [`Page::close_group`], show a text when they are pointed at.
    pub fn open_titled(&mut self, title: &str) {
        self.svg += "<g>";
        if !title.is_empty() {
            self.push(format_args!("<title>{}</title>", escape(title)));
        }
        self.svg.push('\n');
    }

    pub fn close_group(&mut self) {
        self.svg += "</g>\n";
    }

    /// Of the elements that follow, until [`Page::close_clip`], only what is in that part of the page is seen.
    ///
    /// A picture within the picture needs no name, as a clipping path does, that another one on the same page could
    /// have.
    pub fn open_clip(&mut self, area: Rect) {
        let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
        self.push(format_args!(
            "<svg x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" viewBox=\"{x} {y} {width} {height}\">\n"
        ));
    }

    pub fn close_clip(&mut self) {
        self.svg += "</svg>\n";
    }

    pub fn line(&mut self, class: &str, from: Xy, to: Xy) {
        self.path(class, &Path::line(&[from, to]));
    }

    pub fn rect(&mut self, class: &str, area: Rect) {
        let [x, y, width, height] = [area.left, area.top, area.width, area.height].map(number);
        self.push(format_args!(
            "<rect class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\"/>\n"
        ));
    }

    /// A layer of the group's colour, from transparent at 0 to opaque at 1.
    pub fn tint(&mut self, area: Rect, opacity: f64) {
        let [x, y, width, height, opacity] = [area.left, area.top, area.width, area.height, opacity].map(number);
        self.push(format_args!(
            "<rect class=\"tint\" x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             fill-opacity=\"{opacity}\"/>\n"
        ));
    }

    pub fn path(&mut self, class: &str, path: &Path) {
        if !path.0.is_empty() {
            self.push(format_args!("<path class=\"{class}\" d=\"{}\"/>\n", path.0));
        }
    }

    /// A text on a line at that height.
    pub fn text(&mut self, class: &str, anchor: Anchor, (x, y): Xy, text: &str) {
        if !text.is_empty() {
            let (x, y, anchor) = (number(x), number(y), anchor.attribute());
            self.push(format_args!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\"{anchor}>{}</text>\n", escape(text)));
        }
    }

    /// A text around a place, rotated clockwise by an angle in degrees.
    pub fn turned_text(&mut self, class: &str, (x, y): Xy, degrees: f64, text: &str) {
        if !text.is_empty() {
            let (x, y, degrees, anchor) = (number(x), number(y), number(degrees), Anchor::Middle.attribute());
            self.push(format_args!(
                "<text class=\"{class}\" transform=\"translate({x} {y}) rotate({degrees})\" y=\"4\"{anchor}>\
                 {}</text>\n",
                escape(text)
            ));
        }
    }

    /// The title of the picture, at the top of the page, and how much of it that takes.
    pub fn title(&mut self, title: &str, width: f64) -> f64 {
        for (number, line) in title_lines(title, width).iter().enumerate() {
            self.text("title", Anchor::Start, (MARGIN, MARGIN + 13.0 + TITLE_LINE * number as f64), line);
        }
        title_height(title, width)
    }

    /// Everything until [`Page::close_group`] is shifted down.
    pub fn open_below(&mut self, down: f64) {
        self.push(format_args!("<g transform=\"translate(0 {})\">\n", number(down)));
    }

    fn push(&mut self, arguments: std::fmt::Arguments<'_>) {
        // Writing to a string cannot fail.
        let _ = self.svg.write_fmt(arguments);
    }
}

/// The size that is asked for, within bounds in which something can be drawn.
pub(crate) fn page_size((width, height): Xy) -> Xy {
    let side = |side: f64, least: f64| if side.is_finite() { side.clamp(least, 10_000.0) } else { least };
    (side(width, 240.0), side(height, 160.0))
}

/// How much of the page a title takes, with what is left empty around it.
pub(crate) fn title_height(title: &str, width: f64) -> f64 {
    let lines = title_lines(title, width).len();
    if lines == 0 { MARGIN } else { MARGIN + TITLE_LINE * lines as f64 + 10.0 }
}

fn title_lines(title: &str, width: f64) -> Vec<String> {
    font::wrapped(title, font::TITLE, width - 2.0 * MARGIN, 3)
}

const TITLE_LINE: f64 = 21.0;

/// What is left empty around a picture.
pub(crate) const MARGIN: f64 = 16.0;

/// Lines and areas, in the words of SVG.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Path(pub String);

impl Path {
    /// A line through points.
    pub fn line(points: &[Xy]) -> Path {
        let mut path = Path::default();
        path.add_line(points);
        path
    }

    /// An area with points around it.
    pub fn area(points: &[Xy]) -> Path {
        let mut path = Path::default();
        path.add_area(points);
        path
    }

    pub fn add_line(&mut self, points: &[Xy]) {
        for (place, &(x, y)) in points.iter().enumerate() {
            self.0.push(if place == 0 { 'M' } else { ' ' });
            self.0 += &number(x);
            self.0.push(' ');
            self.0 += &number(y);
        }
    }

    pub fn add_area(&mut self, points: &[Xy]) {
        if !points.is_empty() {
            self.add_line(points);
            self.0.push('Z');
        }
    }
}

/// A number with at most two decimals. Nothing is drawn further out than a million.
pub(crate) fn number(x: f64) -> String {
    let near = if x.is_nan() { 0.0 } else { x.clamp(-1e6, 1e6) };
    let text = format!("{near:.2}");
    match text.trim_end_matches('0').trim_end_matches('.') {
        "-0" => "0".to_string(),
        short => short.to_string(),
    }
}

/// Text that means nothing but itself, between tags and in attributes.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped += "&amp;",
            '<' => escaped += "&lt;",
            '>' => escaped += "&gt;",
            '"' => escaped += "&quot;",
            '\'' => escaped += "&#39;",
            '\u{fffe}' | '\u{ffff}' => escaped.push('\u{fffd}'),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let short = |x: f64| number(x);
        assert_eq!(
            [1.0, 1.5, -2.25, 1.005, -0.001, 0.1 + 0.2, 100.0].map(short),
            ["1", "1.5", "-2.25", "1", "0", "0.3", "100"]
        );
        assert_eq!(
            [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300].map(short),
            ["0", "1000000", "-1000000", "1000000"]
        );
    }

    #[test]
    fn text_is_nothing_but_text() {
        assert_eq!(escape("<b>\"Tom & 'Jerry'\"</b>"), "&lt;b&gt;&quot;Tom &amp; &#39;Jerry&#39;&quot;&lt;/b&gt;");
        assert_eq!(escape("a\u{0}b\u{1b}c\nd\u{ffff}"), "a b c d\u{fffd}");
        assert_eq!(escape("囲碁 − ±"), "囲碁 − ±");
    }

    #[test]
    fn a_path_says_where_it_goes_and_no_more() {
        assert_eq!(Path::line(&[(0.0, 1.0), (2.5, 3.0)]).0, "M0 1 2.5 3");
        assert_eq!(Path::area(&[(0.0, 0.0), (1.0, 0.0), (1.0, 1.0)]).0, "M0 0 1 0 1 1Z");
        assert_eq!(Path::area(&[]).0, "");
    }
}
