//! One picture of each kind, with made-up numbers: `cargo run -p plot --example gallery -- FOLDER`.

use std::path::PathBuf;
use std::{env, fs};

use plot::{Axis, Density, DensityGrid, Dot, DotChart, Line, LineChart, Matrix, MatrixCell, Reference, Series};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("where to? gallery FOLDER")?);
    fs::create_dir_all(&folder)?;
    let greedy = nrm("A greedy player", 0.0, 0.004);
    let learner = nrm("An expanding diamond with liberties", 3.5, 0.02);
    let windows = DensityGrid {
        title: "Diamond windows of radius 1, 2, 3 and 4".into(),
        panels: (1..=4).map(|radius| nrm(&format!("radius {radius}"), 1.2 * f64::from(radius), 0.006)).collect(),
        across: 2,
    };
    let pictures = [
        ("study", study().svg()),
        ("study-long-names", long_names().svg()),
        ("bands", bands().svg()),
        ("speed", speed().svg()),
        ("dots", ratings().svg()),
        ("matrix", cross_table().svg()),
        ("nrm-greedy", greedy.svg()),
        ("nrm", learner.svg()),
        ("nrm-smooth", Density { smooth: 2, ..learner }.svg()),
        ("nrm-grid", windows.svg()),
    ];
    for (name, svg) in pictures {
        plot::save(folder.join(name).with_extension("svg"), &svg)?;
        plot::save(folder.join(name).with_extension("png"), &svg)?;
    }
    Ok(())
}

/// Numbers between 0 and 1 that look like chance, and are the same every time.
struct Noise(u64);

impl Noise {
    fn next(&mut self) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as f64 / (1u64 << 53) as f64
    }
}

/// A study plot: the filtered error of five learners.
fn learning(seed: u64, floor: f64, speed: f64) -> Vec<(f64, f64)> {
    let mut noise = Noise(seed);
    let mut average = 0.5;
    let error = |moves: f64| floor + (0.5 - floor) * (-moves / speed).exp().powf(0.7);
    (0..480)
        .map(|n| {
            average += 0.1 * (error(250.0 * f64::from(n)) + 0.06 * (noise.next() - 0.5) - average);
            (250.0 * f64::from(n), average)
        })
        .collect()
}

fn study() -> LineChart {
    let learners = [
        ("radius 1", 0.31, 6_000.0),
        ("radius 2", 0.17, 14_000.0),
        ("radius 3", 0.20, 32_000.0),
        ("radius 4", 0.24, 60_000.0),
        ("expanding, liberties", 0.105, 11_000.0),
    ];
    LineChart {
        title: "Study plot: diamond windows of growing radius".into(),
        x: Axis::new("moves studied"),
        y: Axis::new("error").from(0.0),
        series: learners
            .iter()
            .zip(1..)
            .map(|(&(name, floor, speed), seed)| Series::new(name, learning(seed * 7919, floor, speed)))
            .collect(),
        references: vec![Reference::new(0.5, "chance")],
        ..LineChart::default()
    }
}

fn long_names() -> LineChart {
    let mut chart = study();
    chart.title =
        "The same learners under the names by which they are made, which are long, and a title that is too".into();
    for (series, radius) in chart.series.iter_mut().zip(1..) {
        series.name =
            format!("preference:window=diamond,radius={radius},expand=5,stones=1,liberties=1,table=hash,size=2000003");
    }
    chart
}

/// Curves with bands and marks, in per cent.
fn bands() -> LineChart {
    let series = |name: &str, last: f64, wide: f64, line: Line| {
        let at = |n: i32| (f64::from(n) * 500.0, last * (1.0 - (-f64::from(n) / 5.0).exp()));
        Series {
            band: (1..=20).map(|n| (at(n).0, at(n).1 - wide, at(n).1 + wide)).collect(),
            marks: true,
            line,
            ..Series::new(name, (1..=20).map(at).collect())
        }
    };
    LineChart {
        title: "Games won against the teacher, with 95% bands".into(),
        x: Axis::new("training games"),
        y: Axis::new("games won").from(0.0).to(1.0).percent(),
        series: vec![
            series("TD(0.7)", 0.81, 0.045, Line::Solid),
            series("TD(0)", 0.69, 0.05, Line::Solid),
            series("Monte Carlo", 0.47, 0.06, Line::Dashed),
        ],
        references: vec![Reference::new(0.5, "as good as the teacher")],
        ..LineChart::default()
    }
}

/// Both axes logarithmic.
fn speed() -> LineChart {
    let threads = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];
    let speed = |one: f64, lost: f64| threads.map(|n| (n, one * n / (1.0 + lost * (n - 1.0)))).to_vec();
    let marked = |name: &str, points: Vec<(f64, f64)>| Series { marks: true, ..Series::new(name, points) };
    LineChart {
        title: "Playouts per second".into(),
        x: Axis::new("threads").log(),
        y: Axis::new("playouts per second").log(),
        series: vec![
            marked("9x9", speed(62_000.0, 0.004)),
            marked("13x13", speed(29_000.0, 0.006)),
            marked("19x19", speed(12_500.0, 0.009)),
        ],
        ..LineChart::default()
    }
}

/// The made-up players of a tournament with their ratings.
const PLAYERS: [(&str, f64, f64); 4] = [
    ("mcts:playouts=8000", 412.0, 96.0),
    ("gtp:gnugo", 187.0, 74.0),
    ("preference:window=diamond,radius=2,expand=5,stones=1,liberties=1", -145.0, 71.0),
    ("random", -454.0, 133.0),
];

fn ratings() -> DotChart {
    let dot = |(name, value, margin): (&str, f64, f64)| Dot {
        name: name.into(),
        value,
        interval: Some((value - margin, value + margin)),
        figure: format!("{value} ± {margin}"),
    };
    DotChart {
        title: "Ratings with 95% intervals".into(),
        values: Axis::new("Elo"),
        dots: PLAYERS.map(dot).to_vec(),
        ..DotChart::default()
    }
}

fn cross_table() -> Matrix {
    let cell = |one: usize, other: usize| {
        let share = 1.0 / (1.0 + 10f64.powf((PLAYERS[other].1 - PLAYERS[one].1) / 400.0));
        let won = (40.0 * share).round();
        let (figure, detail) = (format!("{:.0}", 100.0 * share), format!("{won}–{}", 40.0 - won));
        let tip = format!("{} against {}", PLAYERS[one].0, PLAYERS[other].0);
        (one != other).then_some(MatrixCell { share, figure, detail, tip })
    };
    let places = 0..PLAYERS.len();
    Matrix {
        title: "Cross table".into(),
        rows: PLAYERS.iter().zip(1..).map(|((name, ..), number)| format!("{number}  {name}")).collect(),
        columns: places.clone().map(|place| (place + 1).to_string()).collect(),
        cells: places.clone().map(|one| places.clone().map(|other| cell(one, other)).collect()).collect(),
    }
}

/// An NRM plot: errors are spread evenly at first, and curl towards zero as the game goes on.
fn nrm(title: &str, skill: f64, growth: f64) -> Density {
    let mut noise = Noise(4242);
    let mut counts = vec![vec![0.0; 20]; 30];
    for (row, line) in counts.iter_mut().enumerate() {
        let opening = 1.0 - (-(row as f64) / 3.0).exp();
        let sharp = 0.2 + skill * opening + growth * 10.0 * row as f64;
        for _ in 0..3000 {
            let error = -(1.0 - noise.next() * (1.0 - (-sharp).exp())).ln() / sharp;
            line[((20.0 * error) as usize).min(19)] += 1.0;
        }
    }
    Density {
        title: title.into(),
        rows: Axis::new("move number").from(0.0).to(300.0),
        columns: Axis::new("error"),
        counts,
        ..Density::default()
    }
}
