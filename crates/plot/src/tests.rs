//! Whole pictures: they are valid SVG for all data, and contain what they should show.

use proptest::prelude::*;
use resvg::tiny_skia::Pixmap;
use roxmltree::{Document, Node};

use crate::{
    Axis, Density, DensityGrid, Dot, DotChart, Line, LineChart, Matrix, MatrixCell, Panels, Reference, Series,
    Viewpoint, png,
};

/// What texts of a class say.
fn texts_of<'a>(document: &'a Document<'_>, class: &str) -> impl Iterator<Item = &'a str> {
    let of_class = move |node: &Node<'_, '_>| node.has_tag_name("text") && node.attribute("class") == Some(class);
    document.descendants().filter(of_class).filter_map(|node| node.text())
}

fn texts(svg: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let texts = document.descendants().filter(|node| node.has_tag_name("text"));
    texts.filter_map(|node| node.text().map(str::to_string)).collect()
}

/// What elements of a class have in an attribute.
fn attributes(svg: &str, class: &str, attribute: &str) -> Vec<String> {
    let document = Document::parse(svg).unwrap();
    let of_class =
        |node: &Node<'_, '_>| node.attribute("class").is_some_and(|classes| classes.split(' ').any(|it| it == class));
    document.descendants().filter(of_class).filter_map(|node| node.attribute(attribute).map(str::to_string)).collect()
}

fn curves(svg: &str) -> Vec<String> {
    // The samples of the legend are curves as well, from one point to one beside it.
    attributes(svg, "curve", "d").into_iter().filter(|path| path.split(' ').count() > 4 || !is_level(path)).collect()
}

fn is_level(path: &str) -> bool {
    let numbers: Vec<&str> = path.trim_start_matches('M').split(' ').collect();
    numbers.len() == 4 && numbers[1] == numbers[3]
}

fn chart(points: Vec<(f64, f64)>) -> LineChart {
    LineChart { series: vec![Series::new("one", points)], ..LineChart::default() }
}

fn is_no_number(text: &str) -> bool {
    text.contains("NaN") || text.contains("inf")
}

/// The picture is SVG with one size, every number in it a short one, and all of it on the page.
fn assert_whole(svg: &str) {
    let document = Document::parse(svg).unwrap_or_else(|error| panic!("{error} in {svg}"));
    // A name may be any text, even "NaN"; coordinates and ticks are numbers.
    let places = document.descendants().flat_map(|node| node.attributes()).filter(|it| it.name() != "aria-label");
    for number in places.map(|it| it.value()).chain(texts_of(&document, "tick")) {
        assert!(!is_no_number(number), "{number} in {svg}");
    }
    let root = document.root_element();
    let side = |name: &str| root.attribute(name).and_then(|side| side.parse::<f64>().ok()).unwrap();
    for node in document.descendants().filter(|node| node.has_tag_name("text")) {
        let at = |name: &str| node.attribute(name).map_or(0.0, |at| at.parse::<f64>().unwrap());
        assert!((0.0..=side("width")).contains(&at("x")) && (0.0..=side("height")).contains(&at("y")), "{node:?}");
    }
    for path in document.descendants().filter_map(|node| node.attribute("d")) {
        for number in path.split(['M', ' ', 'Z', 'a']) {
            let decimals = number.split_once('.').map_or(0, |(_, decimals)| decimals.trim_end_matches("-7").len());
            assert!(decimals <= 2, "{number} in {path}");
        }
    }
}

fn colors(svg: &str) -> usize {
    let pixels = Pixmap::decode_png(&png(svg, 1.0).unwrap()).unwrap();
    let mut colors: Vec<u32> =
        pixels.data().chunks(4).map(|it| u32::from_le_bytes([it[0], it[1], it[2], it[3]])).collect();
    colors.sort_unstable();
    colors.dedup();
    colors.len()
}

#[test]
fn a_line_chart_says_what_it_shows() {
    let svg = LineChart {
        title: "Error & <time>".into(),
        x: Axis::new("moves \"studied\""),
        y: Axis::new("error").from(0.0).to(0.5),
        references: vec![Reference::new(0.5, "chance")],
        ..chart(vec![(0.0, 0.5), (40_000.0, 0.1)])
    }
    .svg();
    assert_whole(&svg);
    let texts = texts(&svg);
    for text in ["Error & <time>", "moves \"studied\"", "error", "chance", "one", "0.1", "0.5", "10k", "40k"] {
        assert!(texts.iter().any(|it| it == text), "{text} is not in {texts:?}");
    }
}

#[test]
fn a_chart_of_nothing_is_an_empty_frame() {
    for series in
        [Vec::new(), vec![Series::default()], vec![Series::new("none", vec![(f64::NAN, 1.0), (1.0, f64::INFINITY)])]]
    {
        let svg = LineChart { series, ..LineChart::default() }.svg();
        assert_whole(&svg);
        assert!(curves(&svg).is_empty() && texts(&svg).contains(&"0.5".to_string()));
    }
    assert_whole(&DotChart::default().svg());
    assert_whole(&Matrix::default().svg());
    assert_whole(&Density::default().svg());
    assert_whole(&DensityGrid::default().svg());
    assert_whole(&Panels::default().svg());
}

#[test]
fn a_name_may_be_any_word() {
    let series = vec![Series::new("inf", vec![(0.0, 0.0), (1.0, 1.0)])];
    let svg = LineChart { title: "NaN".into(), x: Axis::new("info"), series, ..LineChart::default() }.svg();
    assert_whole(&svg);
    assert!(["NaN", "info", "inf"].iter().all(|text| texts(&svg).iter().any(|it| it == text)));
}

#[test]
#[should_panic(expected = "MNaN")]
fn a_place_must_be_a_number() {
    assert_whole("<svg width='9' height='9'><path d='MNaN 0'/></svg>");
}

#[test]
fn panels_begin_and_end_at_the_same_places() {
    let panel = |name: &str, top: f64| LineChart {
        series: vec![Series::new(name, vec![(0.0, 0.0), (10.0, top)])],
        size: (800.0, 200.0),
        ..LineChart::default()
    };
    let charts = vec![panel("one", 1.0), panel("another, and longer", 1e-5)];
    let alone: Vec<Vec<String>> = charts.iter().map(|chart| curves(&chart.svg())).collect();
    assert_ne!(ends(&alone[0][0]), ends(&alone[1][0]), "their figures and names are of different widths");
    let svg = Panels { title: "Both".into(), charts }.svg();
    assert_whole(&svg);
    let together = curves(&svg);
    assert_eq!((together.len(), ends(&together[0])), (2, ends(&together[1])));
    assert!(["Both", "one", "another, and longer"].iter().all(|text| texts(&svg).iter().any(|it| it == text)));
}

/// From where to where a curve goes, from left to right.
fn ends(path: &str) -> (f64, f64) {
    let numbers: Vec<f64> = path.trim_start_matches('M').split(' ').map(|it| it.parse().unwrap()).collect();
    (numbers[0], numbers[numbers.len() - 2])
}

#[test]
fn a_single_point_is_marked() {
    let svg = chart(vec![(3.0, 7.0)]).svg();
    assert_whole(&svg);
    assert_eq!((attributes(&svg, "mark", "d").len(), curves(&svg).len()), (1, 0));
}

#[test]
fn a_point_that_is_no_number_leaves_a_gap() {
    let svg = chart(vec![(0.0, 1.0), (1.0, 2.0), (2.0, f64::NAN), (3.0, 1.0), (4.0, 2.0)]).svg();
    assert_whole(&svg);
    assert_eq!(curves(&svg)[0].matches('M').count(), 2);
}

#[test]
fn equal_values_are_a_level_line_in_the_middle() {
    let svg = chart(vec![(0.0, 5.0), (1.0, 5.0), (2.0, 5.0)]).svg();
    assert_whole(&svg);
    assert_eq!(curves(&svg).len(), 1);
}

#[test]
fn a_logarithmic_axis_makes_powers_a_straight_line() {
    let points = (0..=4).map(|n| (f64::from(n), 10f64.powi(n))).collect();
    let svg = LineChart { y: Axis::new("playouts").log(), ..chart(points) }.svg();
    let numbers: Vec<f64> = curves(&svg)[0].trim_start_matches('M').split(' ').map(|it| it.parse().unwrap()).collect();
    let steps: Vec<f64> =
        numbers.chunks(2).map(|it| it[1]).collect::<Vec<_>>().windows(2).map(|it| it[0] - it[1]).collect();
    assert!(steps.iter().all(|step| (step - steps[0]).abs() < 0.03), "{steps:?}");
}

#[test]
fn bands_dashes_and_marks_are_drawn() {
    let series = Series {
        band: vec![(0.0, 0.5, 1.5), (1.0, 1.5, 2.5)],
        line: Line::Dashed,
        marks: true,
        ..Series::new("sure", vec![(0.0, 1.0), (1.0, 2.0)])
    };
    let svg = LineChart { series: vec![series], ..LineChart::default() }.svg();
    assert_whole(&svg);
    assert_eq!(attributes(&svg, "band", "d").len(), 1);
    assert_eq!(attributes(&svg, "dashed", "d").len(), 2, "the curve and its sample in the legend");
    assert_eq!(attributes(&svg, "mark", "d").len(), 2);
}

#[test]
fn a_long_run_makes_no_large_file() {
    let points = (0..300_000).map(|n| (f64::from(n), (f64::from(n) * 0.37).sin())).collect();
    let svg = chart(points).svg();
    assert!(svg.len() < 80_000, "{}", svg.len());
}

fn dot(name: &str, value: f64, low: f64, high: f64) -> Dot {
    Dot { name: name.into(), value, interval: Some((low, high)), figure: format!("{value:.0}") }
}

#[test]
fn dots_carry_their_intervals_and_figures() {
    let dots = vec![dot("first", 200.0, 150.0, 250.0), dot("second", -100.0, -150.0, f64::INFINITY)];
    let unknown = Dot { name: "third".into(), value: f64::NAN, ..Dot::default() };
    let svg = DotChart { dots: [dots, vec![unknown]].concat(), values: Axis::new("Elo"), ..DotChart::default() }.svg();
    assert_whole(&svg);
    assert_eq!((attributes(&svg, "mark", "d").len(), attributes(&svg, "curve", "d").len()), (2, 2));
    let texts = texts(&svg);
    for text in ["first", "second", "third", "200", "-100", "Elo"] {
        assert!(texts.iter().any(|it| it == text), "{text} is not in {texts:?}");
    }
}

#[test]
fn many_dots_make_a_higher_picture() {
    let dots = (0..60).map(|n| dot(&format!("player {n}"), f64::from(n), 0.0, 60.0)).collect();
    let svg = DotChart { dots, ..DotChart::default() }.svg();
    assert_whole(&svg);
    assert!(attributes(&svg, "plot", "height")[0].parse::<f64>().unwrap() > 1000.0);
}

fn table() -> Matrix {
    let cell = |share: f64| {
        let (figure, tip) = (format!("{:.0}", 100.0 * share), "one against another".to_string());
        Some(MatrixCell { share, figure, detail: "9-1".into(), tip })
    };
    Matrix {
        rows: vec!["1  one".into(), "2  <other>".into()],
        columns: vec!["1".into(), "2".into()],
        cells: vec![vec![None, cell(0.9)], vec![cell(0.1)]],
        ..Matrix::default()
    }
}

#[test]
fn a_matrix_is_coloured_by_its_shares() {
    let svg = table().svg();
    assert_whole(&svg);
    assert_eq!(attributes(&svg, "cell", "x").len(), 4, "a cell that is missing is empty");
    assert_eq!(attributes(&svg, "tint", "fill-opacity"), ["0.44", "0.44"], "as strong in either colour");
    assert!(svg.contains("<title>2  &lt;other&gt;</title>") && svg.contains("<title>one against another</title>"));
}

/// A player whose errors are small near the end of the game.
fn learner() -> Density {
    let row = |row: usize| {
        let sharp = 1.0 + row as f64 / 4.0;
        (0..20).map(|column| (-sharp * f64::from(column) / 20.0).exp() * 1000.0).collect()
    };
    Density {
        title: "Learner".into(),
        rows: Axis::new("move number").from(0.0).to(300.0),
        columns: Axis::new("error"),
        counts: (0..30).map(row).collect(),
        ..Density::default()
    }
}

#[test]
fn a_density_is_a_surface_and_a_map_with_a_key() {
    let svg = learner().svg();
    assert_whole(&svg);
    let texts = texts(&svg);
    for (text, times) in [("Learner", 1), ("move number", 2), ("error", 2), ("density", 2)] {
        assert_eq!(texts.iter().filter(|it| *it == text).count(), times, "{text} in {texts:?}");
    }
    assert!(attributes(&svg, "contour", "d").len() >= 4);
    assert!(attributes(&svg, "skirt", "d").len() == 2);
}

#[test]
fn densities_in_a_grid_have_one_scale() {
    let flat = Density { title: "Flat".into(), counts: vec![vec![1.0; 10]; 10], ..Density::default() };
    let heights = |panels: Vec<Density>| {
        attributes(&DensityGrid { panels, ..DensityGrid::default() }.svg(), "contour", "d").len()
    };
    assert_eq!(heights(vec![flat.clone()]), 0, "level ground has no contours");
    let svg = DensityGrid { title: "Both".into(), panels: vec![flat, learner()], across: 2 }.svg();
    assert_whole(&svg);
    let sixes = texts(&svg).into_iter().filter(|text| text == "6").count();
    assert_eq!(sixes, 2, "each of the two has the heights of the higher one");
}

#[test]
fn gaps_and_odd_views_are_drawn() {
    let mut torn = learner();
    torn.counts[7] = Vec::new();
    for turn in [0.0, 90.0, 135.0, 200.0, 290.0, f64::NAN] {
        for tilt in [-10.0, 32.0, 90.0] {
            assert_whole(&Density { view: Viewpoint { turn, tilt }, smooth: 2, top: Some(3.0), ..torn.clone() }.svg());
        }
    }
}

#[test]
fn pictures_have_colours_in_pixels() {
    let dots = DotChart { dots: vec![dot("a", 1.0, 0.5, 2.0)], ..DotChart::default() };
    for svg in [chart(vec![(0.0, 0.0), (1.0, 1.0)]).svg(), dots.svg(), table().svg(), learner().svg()] {
        assert!(colors(&svg) > 20, "{} colours", colors(&svg));
    }
}

#[test]
fn a_picture_is_the_same_every_time() {
    assert_eq!(learner().svg(), learner().svg());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_line_chart_is_whole(
        title: String,
        name: String,
        points: Vec<(f64, f64)>,
        band: Vec<(f64, f64, f64)>,
        at: f64,
        ends: (Option<f64>, Option<f64>),
        log: (bool, bool),
        size: (f64, f64),
    ) {
        let x = Axis { label: name.clone(), log: log.0, ..Axis::default() };
        let y = Axis { label: title.clone(), low: ends.0, high: ends.1, log: log.1, percent: log.0 };
        let series = vec![Series { band, marks: log.0, ..Series::new(name.clone(), points) }];
        let references = vec![Reference::new(at, name)];
        let chart = LineChart { title: title.clone(), x, y, series, references, size };
        assert_whole(&chart.svg());
        assert_whole(&Panels { title, charts: vec![chart, LineChart::default()] }.svg());
    }

    #[test]
    fn any_dot_chart_is_whole(title: String, dots: Vec<(String, f64, f64, f64)>, log: bool, width: f64) {
        let any = |(name, value, low, high): &(String, f64, f64, f64)| {
            Dot { figure: name.clone(), ..dot(name, *value, *low, *high) }
        };
        let dots = dots.iter().map(any);
        let values = Axis { log, ..Axis::new("x") };
        assert_whole(&DotChart { title, values, dots: dots.collect(), width }.svg());
    }

    #[test]
    fn any_matrix_is_whole(
        title: String,
        rows: Vec<String>,
        columns in proptest::collection::vec(any::<String>(), 0..9),
        cells in proptest::collection::vec(proptest::collection::vec(any::<Option<(f64, String)>>(), 0..9), 0..9),
    ) {
        let cell = |(share, text): (f64, String)| {
            MatrixCell { share, figure: text.clone(), detail: text.clone(), tip: text }
        };
        let cells = cells.into_iter().map(|row| row.into_iter().map(|it| it.map(cell)).collect()).collect();
        assert_whole(&Matrix { title, rows, columns, cells }.svg());
    }

    #[test]
    fn any_density_is_whole(
        counts in proptest::collection::vec(proptest::collection::vec(any::<f64>(), 0..9), 0..9),
        smooth in 0usize..3,
        top in any::<Option<f64>>(),
        levels in any::<Vec<f64>>(),
    ) {
        assert_whole(&Density { counts, smooth, top, levels, ..Density::default() }.svg());
    }
}
