//! Players for the tests: a random one, one that uses all its time, one that ranks moves, one that values positions,
//! one that crashes, and two with parameters that are restricted on a page.
#![allow(dead_code, missing_docs, reason = "each test uses a part")]

use std::time::{Duration, Instant};

use goban::{Color, Game, Move, PointMap};
use learn::abilities::Abilities;
use learn::problems::Problem;
use learn::teacher::{self, Data, Taught, TeachError, Teacher, Training};
use player::{
    Analysis, Budget, Candidate, Choice, Entry, Failure, Made, Maker, Player, Rng, Settings, Spec, Stop, parameters,
};
use web::message::NewLesson;
use web::{AdmittedLesson, Guide, Learnt, LessonProgress, Lessons, PageLimit, PageTeacher, Program, Text};

/// The players of this file.
pub struct TestRoster;

const ENTRIES: &[Entry] = &[
    Entry {
        name: "random",
        summary: "plays any legal move, except into its eyes",
        params: &[],
        build: |_, _| Ok(Box::new(Random(Rng::new(1)))),
    },
    Entry {
        name: "slow",
        summary: "uses all its time, on one core",
        params: SlowParams::PARAMS,
        build: |settings, _| Ok(Box::new(Slow(SlowParams::read(settings).ms, Rng::new(1)))),
    },
    Entry { name: "ranker", summary: "prefers the upper rows", params: &[], build: |_, _| Ok(Box::new(Ranker)) },
    Entry { name: "counter", summary: "counts stones", params: &[], build: |_, _| Ok(Box::new(Counter)) },
    Entry { name: "broken", summary: "crashes at every move", params: &[], build: |_, _| Ok(Box::new(Broken)) },
    Entry { name: "reader", summary: "reads a file", params: ReaderParams::PARAMS, build: build_reader },
    Entry {
        name: "deputy",
        summary: "delegates its moves to another player",
        params: DeputyParams::PARAMS,
        build: |settings, maker| match DeputyParams::read(settings).who {
            Some(spec) => maker.make(&spec),
            None => Ok(Box::new(Random(Rng::new(1)))),
        },
    },
];

parameters! {
    /// How long the slow player thinks, and what it takes.
    struct SlowParams {
        /// milliseconds, where no budget is given
        ms: u64 = 1000, in 0..=600_000;
        /// the number of threads
        threads: usize = 1, in 1..=1024, role Threads;
        /// MiB of memory
        memory: usize = 1, in 1..=1 << 20, role Memory;
        /// whether it thinks all the time
        ponder: bool = false, role Ponder;
    }
}

parameters! {
    /// What the reader reads.
    struct ReaderParams {
        /// the file
        model: String = "default", keyless true;
    }
}

parameters! {
    /// Who moves for the deputy.
    struct DeputyParams {
        /// the other player
        who: Spec = "random";
    }
}

fn build_reader(_: &Settings, _: &dyn Maker) -> Made {
    Ok(Box::new(Random(Rng::new(1))))
}

impl Maker for TestRoster {
    fn entries(&self) -> &[Entry] {
        ENTRIES
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

impl Guide for TestRoster {
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        if (player, param) == ("reader", "model") { vec!["small".to_string()] } else { Vec::new() }
    }

    fn abilities(&self, player: &str) -> Abilities {
        Abilities { ranks: player == "ranker", analyses: player == "slow" }
    }
}

/// Teachers that count games without learning anything: one that plays them, and one that reads them.
pub const TEACHERS: &[PageTeacher] = &[
    PageTeacher {
        entry: &COUNTER,
        most_records: 0,
        limits: &[
            PageLimit { param: "games", range: (1, 1_000_000), default: Some("100") },
            PageLimit { param: "step", range: (1, 10), default: Some("2") },
        ],
        closed: &["size"],
    },
    PageTeacher {
        entry: &teacher::Entry { name: "reader", data: Data::Games, ..COUNTER },
        most_records: 10,
        limits: &[],
        closed: &[],
    },
];

const COUNTER: teacher::Entry = teacher::Entry {
    name: "counter",
    summary: "Count games",
    details: "",
    data: Data::SelfPlay,
    player: "reader:model=FILE",
    resumes: false,
    extends: &[],
    parallel: true,
    measure: None,
    params: CounterParams::PARAMS,
    build: |settings| match CounterParams::read(settings) {
        params if params.games == 13 => Err(TeachError::Conflict("13 games are unlucky".to_string())),
        params => Ok(Box::new(params)),
    },
};

parameters! {
    /// How the teachers count.
    struct CounterParams {
        /// the number of games
        games: u64 = 1000, in 1..=1_000_000_000;
        /// whether it counts in steps
        steps: bool = false;
        /// the games of a step
        step: u64 = 5, in 1..=1000, when steps "true";
        /// the size of the board
        size: usize = 9, in 2..=19;
        /// the file of another count
        from: String = "", role Model;
        /// the opponent
        rival: Spec = "";
        /// the number of threads
        threads: usize = 1, in 1..=64, role Threads;
    }
}

impl Teacher for CounterParams {
    fn teach(&mut self, _: &mut Training<'_>) -> Result<Taught, TeachError> {
        Ok(Taught::default())
    }
}

/// A lesson of the teacher that plays, with this number of games.
pub fn counting(games: u32) -> NewLesson {
    let settings = vec![("games".to_string(), games.to_string())];
    NewLesson { teacher: "counter".to_string(), settings, records: String::new() }
}

impl Lessons for TestRoster {
    fn teachers(&self) -> &'static [PageTeacher] {
        TEACHERS
    }

    fn teach(
        &self,
        lesson: &AdmittedLesson,
        _: &dyn Maker,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let games = CounterParams::read(&lesson.settings).games as u32;
        let mut progress = LessonProgress { of: games, ..LessonProgress::default() };
        while progress.done < games && !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
            progress.done += 1;
            report(progress.clone());
        }
        Ok(LessonProgress { player: Some("random".to_string()), ..progress })
    }

    /// One old lesson.
    fn learnt(&self) -> Vec<Learnt> {
        let curve = vec![(1.0, 0.5), (2.0, 0.25)];
        let player = Some("reader:small".to_string());
        let progress = LessonProgress { done: 2, of: 2, curve, player, ..LessonProgress::default() };
        vec![Learnt { title: "long ago".to_string(), begun: 1, progress }]
    }
}

/// A program with these players and one problem.
pub fn program() -> Program {
    let board = goban::diagram::board(". X O . .\nX X O . .\nO O O . .\n. . . . .\n. . . . .");
    let problem = Problem {
        title: "take the corner".to_string(),
        task: "Black to play".to_string(),
        game: Game::from_board(board, goban::Rules::CHINESE, 0.5),
        theme: String::new(),
        answers: vec![Move::from_gtp("B2", 5).unwrap_or(Move::Pass)],
        avoid: Vec::new(),
        why: "it is the right one".to_string(),
        comments: Vec::new(),
    };
    Program {
        guide: Box::new(TestRoster),
        lessons: Box::new(TestRoster),
        problems: vec![problem],
        usual: Spec::new("slow").ok(),
        ..Program::new(TestRoster)
    }
}

struct Random(Rng);

impl Random {
    fn pick(rng: &mut Rng, game: &Game) -> Move {
        let color = game.to_play();
        let points: Vec<_> = game.legal_points().filter(|&point| !game.board().is_eye_like(point, color)).collect();
        rng.pick(&points).map_or(Move::Pass, |&point| Move::Play(point))
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Random::pick(&mut self.0, game)))
    }

    fn reset(&mut self, seed: u64) {
        self.0 = Rng::new(seed);
    }
}

struct Slow(u64, Rng);

impl Slow {
    fn analysis(&self, game: &Game, visits: u64) -> Analysis {
        let candidate = |point| Candidate { win_rate: Some(0.6), ..Candidate::new(Move::Play(point), visits) };
        let candidates = game.legal_points().take(3).map(candidate).collect();
        let ownership = Some(Box::new(PointMap::new(0.5)));
        Analysis { candidates, visits, win_rate: Some(0.6), score: Some(1.5), ownership, ..Analysis::default() }
    }
}

impl Player for Slow {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.analyse(game, budget, stop, Duration::MAX, &mut |_| {})
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        let end = Instant::now() + budget.time.unwrap_or(Duration::from_millis(self.0));
        let (mut visits, mut reported) = (0, Instant::now());
        // Keeps a core busy, as a search does.
        while Instant::now() < end && !stop.is_stopped() {
            visits += 1;
            if reported.elapsed() >= every {
                reported = Instant::now();
                report(&self.analysis(game, visits));
            }
        }
        let analysis = self.analysis(game, visits);
        report(&analysis);
        Ok(Choice { mv: Random::pick(&mut self.1, game), analysis })
    }
}

struct Ranker;

impl Player for Ranker {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(game.legal_points().next().map_or(Move::Pass, Move::Play)))
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        game.legal_points().for_each(|point| values[point] = -(point.row() as f32));
        true
    }
}

/// Leads by as many points as its stones stand on higher rows than the other side's, and would play on the first row.
struct Counter;

impl Player for Counter {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        let (board, color) = (game.board(), game.to_play());
        let height = |of: Color| -> f32 {
            let stones = board.points().filter(|&point| board.cell(point).is(of));
            stones.map(|point| (game.size() - point.row()) as f32).sum()
        };
        let lead = height(color) - height(color.other());
        let win_rate = 1.0 / (1.0 + (-lead / 5.0).exp());
        let candidate = |(place, point)| Candidate {
            win_rate: Some(win_rate),
            score: Some(lead),
            ..Candidate::new(Move::Play(point), 100 - 10 * place as u64)
        };
        let candidates: Vec<Candidate> = game.legal_points().take(3).enumerate().map(candidate).collect();
        let mv = candidates.first().map_or(Move::Pass, |first| first.mv);
        let (win_rate, score) = (Some(win_rate), Some(lead));
        Ok(Choice { mv, analysis: Analysis { candidates, visits: 270, win_rate, score, ..Analysis::default() } })
    }
}

struct Broken;

impl Player for Broken {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        panic!("on purpose")
    }
}
