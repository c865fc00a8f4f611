//! Players for the tests: one that plays, one that thinks as long as it may, one that ranks, one that breaks down, and
//! two with settings that a page may not set as it likes.
#![allow(dead_code, missing_docs, reason = "each test uses its part")]

use std::time::{Duration, Instant};

use goban::{Game, Move, PointMap};
use learn::abilities::Abilities;
use learn::problems::Problem;
use player::{
    Analysis, Budget, Candidate, Choice, Entry, Failure, Made, Maker, Param, Player, Rng, Role, Settings, Spec, Stop,
};
use web::message::NewLesson;
use web::{Guide, Learnt, LessonProgress, Lessons, Program, Text};

/// The players of this file.
pub struct Troupe;

const TROUPE: &[Entry] = &[
    Entry {
        name: "random",
        summary: "plays anywhere but into its own eyes",
        params: &[],
        build: |_, _| Ok(Box::new(Random(Rng::new(1)))),
    },
    Entry {
        name: "slow",
        summary: "thinks as long as it may, on one core",
        params: &[
            Param::int("ms", 0, 600_000, "1000", "how long, where nobody says"),
            Param::int("threads", 1, 1024, "1", "how many threads").role(Role::Threads),
            Param::int("memory", 1, 1 << 20, "1", "how much memory").role(Role::Memory),
            Param::bool("ponder", "false", "whether it thinks all the time").role(Role::Ponder),
        ],
        build: |settings, _| Ok(Box::new(Slow(settings.int("ms") as u64, Rng::new(1)))),
    },
    Entry { name: "ranker", summary: "likes the upper rows", params: &[], build: |_, _| Ok(Box::new(Ranker)) },
    Entry { name: "broken", summary: "breaks down", params: &[], build: |_, _| Ok(Box::new(Broken)) },
    Entry {
        name: "reader",
        summary: "reads a file",
        params: &[Param::text("model", "default", "the file").keyless()],
        build: build_reader,
    },
    Entry {
        name: "deputy",
        summary: "has another player move",
        params: &[Param::player("who", "random", "the other player")],
        build: |settings, maker| match settings.player("who") {
            Some(spec) => maker.make(spec),
            None => Ok(Box::new(Random(Rng::new(1)))),
        },
    },
];

fn build_reader(_: &Settings, _: &dyn Maker) -> Made {
    Ok(Box::new(Random(Rng::new(1))))
}

impl Maker for Troupe {
    fn entries(&self) -> &[Entry] {
        TROUPE
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

impl Guide for Troupe {
    fn names(&self, player: &str, param: &str) -> Vec<String> {
        if (player, param) == ("reader", "model") { vec!["small".to_string()] } else { Vec::new() }
    }

    fn abilities(&self, player: &str) -> Abilities {
        Abilities { ranks: player == "ranker", analyses: player == "slow" }
    }
}

impl Lessons for Troupe {
    /// Counts games, and learns nothing from them.
    fn teach(
        &self,
        lesson: &NewLesson,
        stop: &Stop,
        report: &mut dyn FnMut(LessonProgress),
    ) -> Result<LessonProgress, Text> {
        let NewLesson::Td { games, .. } = lesson else { return ().teach(lesson, stop, report) };
        let mut progress = LessonProgress { of: *games, ..LessonProgress::default() };
        while progress.done < *games && !stop.is_stopped() {
            std::thread::sleep(Duration::from_millis(1));
            progress.done += 1;
            report(progress.clone());
        }
        Ok(LessonProgress { player: Some("random".to_string()), ..progress })
    }

    /// One lesson that was taught long ago.
    fn learnt(&self) -> Vec<Learnt> {
        let curve = vec![(1.0, 0.5), (2.0, 0.25)];
        let player = Some("reader:small".to_string());
        let progress = LessonProgress { done: 2, of: 2, curve, player, ..LessonProgress::default() };
        vec![Learnt { title: "long ago".to_string(), begun: 1, progress }]
    }
}

/// A program of these players and a problem.
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
        guide: Box::new(Troupe),
        lessons: Box::new(Troupe),
        problems: vec![problem],
        usual: Spec::new("slow").ok(),
        ..Program::new(Troupe)
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
    fn thoughts(&self, game: &Game, visits: u64) -> Analysis {
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
        let (mut visits, mut told) = (0, Instant::now());
        // A core is kept busy, as a search would.
        while Instant::now() < end && !stop.is_stopped() {
            visits += 1;
            if told.elapsed() >= every {
                told = Instant::now();
                report(&self.thoughts(game, visits));
            }
        }
        let analysis = self.thoughts(game, visits);
        report(&analysis);
        Ok(Choice { mv: Random::pick(&mut self.1, game), analysis })
    }
}

struct Ranker;

impl Player for Ranker {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(game.legal_points().next().map_or(Move::Pass, Move::Play)))
    }

    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        game.legal_points().for_each(|point| worth[point] = -(point.row() as f32));
        true
    }
}

struct Broken;

impl Player for Broken {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        panic!("on purpose")
    }
}
