//! Players for the tests: simple ones, and ones that fail.

use std::thread;
use std::time::{Duration, Instant};

use goban::{Color, Game, Move, Point, PointMap};
use player::{
    Analysis, Budget, Candidate, Choice, Entry, Failure, FailureKind, Maker, Player, Restrictions, Rng, Spec,
    SpecError, Stop, choices, parameters,
};

/// The players of the tests.
pub struct Troupe;

impl Maker for Troupe {
    fn entries(&self) -> &[Entry] {
        ENTRIES
    }

    fn make(&self, spec: &Spec) -> Result<Box<dyn Player>, SpecError> {
        player::make(self, spec)
    }
}

const ENTRIES: &[Entry] = &[
    Entry {
        name: "random",
        summary: "plays at random and spares its eyes",
        params: RandomParams::PARAMS,
        build: |settings, _| Ok(Box::new(Random::new(RandomParams::read(settings).eyes == Eyes::Keep))),
    },
    Entry {
        name: "first",
        summary: "plays the first legal point from the top left",
        params: &[],
        build: |_, _| Ok(Box::new(First)),
    },
    Entry {
        name: "thinker",
        summary: "thinks until it is stopped, and believes that the upper half is Black's",
        params: ThinkerParams::PARAMS,
        build: |settings, _| {
            let ThinkerParams { visits } = ThinkerParams::read(settings);
            Ok(Box::new(Thinker { visits, restrictions: Restrictions::default() }))
        },
    },
    Entry { name: "panicker", summary: "panics", params: &[], build: |_, _| Ok(Box::new(Panicker)) },
    Entry { name: "clumsy", summary: "panics when it sees a move", params: &[], build: |_, _| Ok(Box::new(Clumsy)) },
    Entry { name: "cheat", summary: "plays A1 always", params: &[], build: |_, _| Ok(Box::new(Cheat)) },
    Entry { name: "mute", summary: "has no answer", params: &[], build: |_, _| Ok(Box::new(Mute)) },
];

parameters! {
    /// One parameter of each kind, of which only the first is used.
    #[allow(dead_code, reason = "the tests set them")]
    struct RandomParams {
        /// whether own eyes are spared
        eyes: Eyes = "keep";
        /// whether it never passes while it can move
        stubborn: bool = false;
        /// a number
        patience: u32 = 7, in 0..=99;
        /// another number
        risk: f32 = 0.5, in 0.0..=1.0;
        /// some text
        motto: String = "";
        /// another player
        teacher: Spec = "first";
    }
}

choices! {
    /// What becomes of own eyes.
    enum Eyes {
        /// They are spared.
        Keep = "keep",
        /// They are filled.
        Fill = "fill",
    }
}

parameters! {
    /// How long the thinker thinks.
    struct ThinkerParams {
        /// visits where no budget is given
        visits: u64 = 20, in 1..=i64::MAX;
    }
}

struct Random {
    keep_eyes: bool,
    rng: Rng,
}

impl Random {
    fn new(keep_eyes: bool) -> Random {
        Random { keep_eyes, rng: Rng::new(1) }
    }
}

impl Player for Random {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        let color = game.to_play();
        let sensible = |point: &Point| !(self.keep_eyes && game.board().is_eye_like(*point, color));
        let points: Vec<Point> = game.legal_points().filter(sensible).collect();
        Ok(Choice::new(self.rng.pick(&points).map_or(Move::Pass, |&point| Move::Play(point))))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

struct First;

impl Player for First {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        let mut choice = Choice::new(game.legal_points().next().map_or(Move::Pass, Move::Play));
        choice.analysis.note("reason", "it was the first");
        Ok(choice)
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        game.legal_points().for_each(|point| values[point] = -(point.row() as f32));
        true
    }
}

/// A visit takes a millisecond.
struct Thinker {
    visits: u64,
    restrictions: Restrictions,
}

impl Thinker {
    fn thought(&self, game: &Game, visits: u64) -> Choice {
        let is_allowed = |&point: &Point| self.restrictions.allows(game.to_play(), Move::Play(point), 0);
        let points: Vec<Point> = game.legal_points().filter(is_allowed).take(3).collect();
        let candidate = |(i, &point): (usize, &Point)| Candidate {
            win_rate: Some(0.75 - 0.25 * i as f32),
            score: Some(3.5),
            score_spread: Some(10.0),
            prior: Some(0.5),
            line: vec![Move::Play(point), Move::Pass],
            ..Candidate::new(Move::Play(point), visits / (i as u64 + 1))
        };
        let mut map = PointMap::new(0.0);
        for point in game.board().points() {
            let owner = if point.row() < game.size().div_ceil(2) { Color::Black } else { Color::White };
            map[point] = if owner == game.to_play() { 1.0 } else { -1.0 };
        }
        let mut policy = PointMap::new(0.0);
        points.iter().for_each(|&point| policy[point] = 0.25);
        let analysis = Analysis {
            candidates: points.iter().enumerate().map(candidate).collect(),
            visits,
            win_rate: Some(0.75),
            score: Some(3.5),
            score_spread: Some(10.0),
            ownership: Some(Box::new(map)),
            policy: Some(Box::new(policy)),
            notes: vec![("mood".to_string(), "calm".to_string())],
        };
        Choice { mv: points.first().map_or(Move::Pass, |&point| Move::Play(point)), analysis }
    }
}

impl Player for Thinker {
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
        let most = budget.playouts.unwrap_or(self.visits);
        let (mut visits, mut last) = (0, Instant::now());
        while visits < most && !stop.is_stopped() {
            thread::sleep(Duration::from_millis(1));
            visits += 1;
            if last.elapsed() >= every {
                report(&self.thought(game, visits).analysis);
                last = Instant::now();
            }
        }
        let choice = self.thought(game, visits);
        report(&choice.analysis);
        Ok(choice)
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        self.restrictions = restrictions.clone();
        true
    }
}

struct Panicker;

impl Player for Panicker {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        panic!("this player always panics");
    }
}

struct Clumsy;

impl Player for Clumsy {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn observe(&mut self, _: &Game, _: Move) {
        panic!("this player panics when it sees a move");
    }
}

struct Cheat;

impl Player for Cheat {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Play(Point::new(game.size() - 1, 0))))
    }
}

struct Mute;

impl Player for Mute {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Err(Failure::new(FailureKind::Crash, "it has lost its voice"))
    }
}
