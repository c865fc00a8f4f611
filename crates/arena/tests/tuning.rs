//! Players are tuned, in one sitting and in several.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arena::ledger::ResultRow;
use arena::report::{Report, Selection};
use arena::tuning::{ParamRange, Run, Space, Tuning, TuningError};
use arena::{Colors, Conditions, Fixture, Ledger, Observer, Openings, Runner, RunnerError, Series, Table};
use goban::{Game, Move, Point, Rules};
use player::{Budget, Choice, Entry, Failure, Made, Maker, Player, Rng, Spec, Stop, parameters};
use stats::Spsa;
use tempfile::TempDir;

/// Passes now and then, and plays at random otherwise. It passes the less often, the nearer its two numbers are to 0.25
/// and 6.
struct Sleeper {
    sleep: f32,
    rng: Rng,
}

parameters! {
    /// What its sleep depends on.
    struct Params {
        /// best at 0.25
        hours: f64 = 0.6, in 0.0..=1.0;
        /// best at 6
        cups: u32 = 2, in 0..=8;
    }
}

impl Player for Sleeper {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        let color = game.to_play();
        let points: Vec<Point> = game.legal_points().filter(|&p| !game.board().is_eye_like(p, color)).collect();
        let sleeps = self.rng.chance(self.sleep);
        let point = self.rng.pick(&points).filter(|_| !sleeps);
        Ok(Choice::new(point.map_or(Move::Pass, |&point| Move::Play(point))))
    }

    fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
    }
}

struct Sleepers;

impl Maker for Sleepers {
    fn entries(&self) -> &[Entry] {
        const {
            &[Entry {
                name: "sleeper",
                summary: "passes now and then",
                params: Params::PARAMS,
                build: |settings, _| {
                    let Params { hours, cups } = Params::read(settings);
                    let sleep = (hours - 0.25).abs() + (f64::from(cups) - 6.0).abs() / 8.0;
                    Ok(Box::new(Sleeper { sleep: sleep.min(1.0) as f32, rng: Rng::new(1) }))
                },
            }]
        }
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

fn tuning(params: &[&str], seed: u64) -> Tuning {
    let player: Spec = "sleeper".parse().unwrap();
    let params: Vec<ParamRange> = params.iter().map(|text| text.parse().unwrap()).collect();
    let series = Series {
        contest: "".into(),
        round: 0,
        players: [Arc::new(player.clone()), Arc::new(player.clone())],
        conditions: Arc::new(Conditions::new(4, Rules::CHINESE, 0)),
        openings: Openings::None,
        colors: Colors::Alternate,
        seed,
    };
    Tuning { space: Space::new(&Sleepers, &player, &params).unwrap(), spsa: Spsa::new(0.2, 0.02), series }
}

const BOTH: [&str; 2] = ["hours=0..1", "cups=0..8"];

struct Sandbox {
    _folder: TempDir,
    ledger: Ledger,
}

impl Sandbox {
    fn new() -> Sandbox {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(folder.path().join("ledger.db")).unwrap();
        Sandbox { _folder: folder, ledger }
    }

    fn enter(&self, tuning: Tuning, games: u64) -> Result<Run<'static>, TuningError> {
        tuning.enter(&Sleepers, &self.ledger, games)
    }

    fn play(&self, run: &Run<'_>, observer: &dyn Observer, tables: usize, closing: Stop) -> Result<(), RunnerError> {
        let (ledger, event, stop) = (&self.ledger, "a test".to_string(), Stop::new());
        run.play(&Runner { maker: &Sleepers, ledger, observer, tables, event, closing, stop })
    }

    /// Plays this number of games in all.
    fn tune(&self, games: u64, tables: usize) -> Run<'static> {
        let run = self.enter(tuning(&BOTH, 1), games).unwrap();
        self.play(&run, &(), tables, Stop::new()).unwrap();
        run
    }
}

/// Gives a signal after some games.
struct Clock {
    left: AtomicU64,
    signal: Stop,
}

impl Observer for Clock {
    fn ends(&self, _: Table, _: &Fixture, _: &ResultRow) {
        if self.left.fetch_sub(1, Ordering::Relaxed) == 1 {
            self.signal.stop();
        }
    }
}

#[test]
fn parameters_move_to_where_games_are_won() {
    let run = Sandbox::new().tune(1200, 2);
    let [hours, cups] = run.shares()[..] else { panic!() };
    assert_eq!((run.games(), run.history().len()), (1200, 601));
    assert!((hours - 0.25).abs() < 0.15 && (cups - 0.75).abs() < 0.15, "{hours} {cups}");
    let spec = run.spec().unwrap();
    assert_eq!(spec.get("cups"), Some(((8.0 * cups).round() as u32).to_string().as_str()), "{spec}");
    assert!(run.chart().svg().contains("cups (0 to 8)"));
}

#[test]
fn a_tuning_in_sittings_is_the_same_as_in_one() {
    let whole = Sandbox::new().tune(200, 1);
    let sandbox = Sandbox::new();
    for sitting in 0.. {
        assert!(sitting < 200, "it never ends");
        let run = sandbox.enter(tuning(&BOTH, 1), 200).unwrap();
        if run.games() == 200 {
            assert_eq!(run.history(), whole.history());
            break;
        }
        let before = run.games();
        let clock = Clock { left: AtomicU64::new(13), signal: Stop::new() };
        sandbox.play(&run, &clock, 3, clock.signal.clone()).unwrap();
        assert!(run.games() >= 200.min(before + 13));
    }
    assert_eq!(sandbox.ledger.results(&tuning(&BOTH, 1).contest().id).unwrap().len(), 200);
}

#[test]
fn a_tuning_can_be_made_longer_and_looked_at_when_it_was_shorter() {
    let sandbox = Sandbox::new();
    sandbox.tune(60, 2);
    let longer = sandbox.tune(120, 2);
    assert_eq!(longer.history(), Sandbox::new().tune(120, 4).history(), "at any number of tables");
    let shorter = sandbox.enter(tuning(&BOTH, 1), 60).unwrap();
    assert_eq!((shorter.games(), &shorter.history()[..]), (60, &longer.history()[..31]));
}

#[test]
fn both_sides_of_a_step_have_the_same_opening_and_differ() {
    let sandbox = Sandbox::new();
    let run = sandbox.enter(tuning(&["cups=1..3"], 1), 80).unwrap();
    sandbox.play(&run, &(), 2, Stop::new()).unwrap();
    let mut results = sandbox.ledger.results(&tuning(&["cups=1..3"], 1).contest().id).unwrap();
    results.sort_by_key(|result| result.number);
    for pair in results.chunks(2) {
        let [one, other] = pair else { panic!() };
        assert_eq!(one.in_order(), other.in_order());
        assert_eq!((one.first.other(), &one.players[0]), (other.first, &other.players[1]));
        assert_ne!(one.players[0], one.players[1]);
    }
}

#[test]
fn a_ledger_has_one_tuning() {
    let sandbox = Sandbox::new();
    sandbox.tune(4, 1);
    let refused = |tuning: Tuning| match sandbox.enter(tuning, 4).map(|_| ()) {
        Err(TuningError::Other { theirs, ours, .. }) => (theirs, ours),
        other => panic!("{other:?}"),
    };
    let pair = |theirs: &str, ours: &str| (theirs.to_string(), ours.to_string());
    assert_eq!(refused(tuning(&BOTH, 2)), pair("seed 1", "seed 2"));
    let other = tuning(&["hours=0..1", "cups=0..7"], 1);
    assert_eq!(refused(other), pair("cups 2 in 0..8", "cups 2 in 0..7"));
    assert_eq!(refused(Tuning { spsa: Spsa::new(0.2, 0.01), ..tuning(&BOTH, 1) }), pair("gain 0.02", "gain 0.01"));
    assert_eq!(sandbox.enter(tuning(&BOTH, 1), 4).unwrap().games(), 4);
}

#[test]
fn a_report_leaves_the_players_of_a_tuning_out() {
    let sandbox = Sandbox::new();
    sandbox.tune(4, 1);
    let report = || Report::read(&sandbox.ledger, "all", &Selection::default());
    assert!(report().unwrap_err().to_string().contains("only a tuning"));
    let series = Series { players: tuning(&BOTH, 1).series.players, ..tuning(&BOTH, 1).series };
    let entered = arena::Match::enter(&sandbox.ledger, series).unwrap();
    let (ledger, event) = (&sandbox.ledger, "a test".to_string());
    let (closing, stop) = (Stop::new(), Stop::new());
    Runner { maker: &Sleepers, ledger, observer: &(), tables: 1, event, closing, stop }
        .play(entered.fixtures(2))
        .unwrap();
    assert_eq!(report().unwrap().games, 2);
}
