//! Engines that hang, crash, babble and cheat: each is survived, with the right error, and leaves no process.

mod common;

use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use goban::{Color, Game, Move, Point, PointMap, Rules};
use gtp::client::{ClientError, CommandLine, Controller, GtpPlayer, Log, Options};
use player::{Budget, Clock, Player, Stop, TimeControl};

const ENGINE: &str = env!("CARGO_BIN_EXE_gtp-test-engine");
/// Nothing here takes this long: the limit turns a hang into a failure.
const HANG: Duration = Duration::from_secs(600);
/// The limit for an engine that never answers.
const SOON: Duration = Duration::from_millis(300);

fn line(args: &[&str]) -> CommandLine {
    CommandLine::new(ENGINE, args.iter().copied())
}

/// Deadlines that no engine misses on a busy machine, and a log.
fn options() -> (Options, Arc<Mutex<Vec<String>>>) {
    let lines = Arc::new(Mutex::new(Vec::new()));
    let log = Arc::clone(&lines);
    let log = Log::new(move |line| log.lock().expect("not poisoned").push(line.to_string()));
    let options =
        Options { start: HANG, command: HANG, genmove: HANG, grace: HANG, quit: HANG, log, ..Options::default() };
    (options, lines)
}

/// Waits until something holds.
#[track_caller]
fn wait_until(what: &str, holds: impl Fn() -> bool) {
    let limit = Instant::now() + HANG;
    while !holds() {
        assert!(Instant::now() < limit, "{what} did not happen");
        thread::sleep(Duration::from_millis(5));
    }
}

fn start(args: &[&str]) -> Result<GtpPlayer, ClientError> {
    let mut options = options().0;
    if args[0] == "hang-genmove" {
        options.genmove = SOON;
    }
    GtpPlayer::start(line(args), options)
}

fn game() -> Game {
    Game::new(9, Rules::CHINESE, 7.5)
}

fn genmove(player: &mut GtpPlayer, game: &Game) -> Result<Move, ClientError> {
    player.genmove(game, Budget::default(), &Stop::new())
}

/// What becomes of the first move of an engine with bad manners.
fn first_move(args: &[&str]) -> Result<Move, ClientError> {
    start(args).and_then(|mut player| genmove(&mut player, &game()))
}

fn play(game: &mut Game, moves: &str) {
    for name in moves.split_whitespace() {
        game.play(Move::from_gtp(name, game.size()).expect("a move")).expect("legal");
    }
}

#[test]
fn a_program_that_does_not_exist_cannot_be_started() {
    let error = GtpPlayer::start(CommandLine::new("no-such-go-program", ["--mode", "gtp"]), options().0);
    let error = error.expect_err("there is no such program");
    assert!(matches!(error, ClientError::Start { .. }), "{error}");
    assert!(error.to_string().starts_with("'no-such-go-program --mode gtp' cannot be started"));
}

#[test]
fn an_engine_that_hangs_is_given_up() {
    let (mut options, _) = options();
    options.start = SOON;
    let error = GtpPlayer::start(line(&["hang"]), options).expect_err("it hangs");
    assert!(matches!(&error, ClientError::Hang { command, .. } if command == "name"), "{error}");
    let error = first_move(&["hang-genmove"]).expect_err("it hangs at its first move");
    assert!(matches!(&error, ClientError::Hang { command, .. } if command == "genmove black"), "{error}");
}

#[test]
fn an_engine_that_crashes_tells_its_exit_status() {
    let error = first_move(&["crash"]).expect_err("it crashes");
    assert!(matches!(&error, ClientError::Ended { status, .. } if status.code() == Some(3)), "{error}");
    let error = first_move(&["crash-genmove"]).expect_err("it crashes at its first move");
    assert!(matches!(&error, ClientError::Ended { status, .. } if status.code() == Some(5)), "{error}");
    assert!(error.to_string().contains("instead of answering 'genmove black'"), "{error}");
}

#[test]
fn an_engine_that_babbles_is_found_out() {
    let error = first_move(&["garbage"]).expect_err("it babbles");
    assert!(matches!(&error, ClientError::Garbage { line, .. } if line == "Welcome to Bad Go 1.0!"), "{error}");
    let error = first_move(&["garbage-genmove"]).expect_err("it babbles at its first move");
    assert!(matches!(&error, ClientError::Garbage { command, .. } if command == "genmove black"), "{error}");
    let error = first_move(&["no-move"]).expect_err("that is not a move");
    assert!(matches!(&error, ClientError::Unreadable { answer, .. } if answer == "the centre, of course"), "{error}");
}

#[test]
fn an_engine_that_never_ends_its_line_is_given_up() {
    let error = first_move(&["endless"]).expect_err("it never ends");
    assert!(matches!(error, ClientError::Garbage { .. } | ClientError::Hang { .. }), "{error}");
}

#[test]
fn an_engine_whose_reply_never_ends_is_given_up() {
    let error = first_move(&["flood"]).expect_err("it never ends");
    assert!(matches!(error, ClientError::Flood { .. }), "{error}");
    assert!(
        error.to_string().ends_with("answered 'name' with more than 1024 KiB, which is not a GTP reply"),
        "{error}"
    );
}

#[test]
fn names_and_errors_of_an_engine_are_cleaned_and_cut() {
    let player = start(&["long-name", "70000"]).expect("it starts");
    let (name, version) = player.name().expect("it runs");
    assert!(name.starts_with("[31mword word") && name.contains('…'), "{name:?}");
    assert_eq!((name.chars().count(), version.chars().count()), (80, 80));
    let error = first_move(&["long-refusal", "70000"]).expect_err("it refuses the size").to_string();
    assert!(error.starts_with("Fake refused 'boardsize 9': word") && error.chars().count() < 250, "{error}");
}

#[test]
fn what_an_engine_wrote_before_it_died_is_told() {
    let error = first_move(&["complain"]).expect_err("it ends").to_string();
    let words = "instead of answering 'name', after writing '\u{fffd}[31mWelcome; Bad Go: minimum 500 playouts'";
    assert!(error.contains(words), "{error}");
}

#[test]
fn an_illegal_move_is_an_error_and_the_engine_may_try_again() {
    let mut player = start(&["illegal"]).expect("it starts well");
    assert_eq!(genmove(&mut player, &game()).ok(), Some(Move::Play(Point::new(8, 0))));
    let mut occupied = game();
    play(&mut occupied, "A1");
    let error = genmove(&mut player, &occupied).expect_err("A1 is occupied");
    assert!(matches!(&error, ClientError::IllegalMove { played, .. } if played == "A1"), "{error}");
    let handed_on = player.choose(&occupied, Budget::default(), &Stop::new()).expect("for the referee to judge");
    assert_eq!(handed_on.mv, Move::Play(Point::new(8, 0)));
    assert!(genmove(&mut player, &game()).is_ok());
}

#[test]
fn a_refusal_is_told_with_its_reason() {
    let error = first_move(&["refuse"]).expect_err("it refuses the size");
    assert_eq!(error.to_string(), "Fake refused 'boardsize 9': unacceptable size");
}

#[test]
fn a_slow_engine_has_its_time_limit_and_some_grace() {
    let mut player = start(&["slow", "100"]).expect("it starts");
    let soon = Budget::time(Duration::from_millis(50));
    assert!(player.genmove(&game(), soon, &Stop::new()).is_ok(), "within the grace");
    let hasty = Options { grace: Duration::from_millis(50), ..options().0 };
    let mut player = GtpPlayer::start(line(&["slow", "600000"]), hasty).expect("it starts");
    let error = player.genmove(&game(), soon, &Stop::new()).expect_err("it is too slow");
    assert!(matches!(error, ClientError::Hang { limit, .. } if limit == Duration::from_millis(100)), "{error}");
}

#[test]
fn failures_are_told_apart_for_the_referee() {
    use player::FailureKind::*;
    for (manner, kind) in [
        ("hang-genmove", Hang),
        ("crash-genmove", Crash),
        ("garbage-genmove", Garbage),
        ("no-move", Garbage),
        ("refuse", Refusal),
    ] {
        let mut player = start(&[manner]).expect("it starts well");
        let failure = player.choose(&game(), Budget::default(), &Stop::new()).expect_err(manner);
        assert_eq!(failure.kind, kind, "{manner}: {failure}");
    }
}

#[test]
fn what_it_writes_to_standard_error_is_logged() {
    let (options, lines) = options();
    let mut player = GtpPlayer::start(line(&["polite"]), options).expect("it starts");
    genmove(&mut player, &game()).expect("it moves");
    drop(player);
    let heard = |text: &str| lines.lock().expect("not poisoned").iter().any(|line| line == text);
    wait_until("quit", || heard("heard quit"));
    assert!(heard("heard genmove black") && heard("heard komi 7.5"), "{lines:?}");
}

#[test]
fn a_log_can_be_a_file() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("engine-{}.log", std::process::id()));
    let (mut options, _) = options();
    options.log = Log::file(&path).expect("a log file");
    drop(GtpPlayer::start(line(&["polite"]), options).expect("it starts"));
    let text = || std::fs::read_to_string(&path).expect("the log");
    wait_until("quit", || text().contains("heard quit"));
    assert!(text().contains("heard list_commands\n"), "{}", text());
    std::fs::remove_file(&path).expect("removed");
}

#[test]
fn only_what_changed_is_sent() {
    let (options, lines) = options();
    let mut player = GtpPlayer::start(line(&["polite"]), options).expect("it starts");
    let mut game = game();
    play(&mut game, "E5 C3");
    genmove(&mut player, &game).expect("it moves");
    game.play(Move::Pass).expect("its move");
    play(&mut game, "G7");
    genmove(&mut player, &game).expect("it moves again");
    game.play(Move::Pass).expect("its move");
    game.undo_to(1);
    genmove(&mut player, &game).expect("it moves in a position from before");
    let heard = || -> Vec<String> {
        let lines = lines.lock().expect("not poisoned");
        lines.iter().filter_map(|line| line.strip_prefix("heard ")).map(str::to_string).collect()
    };
    let expected = "name/version/list_commands/boardsize 9/clear_board/komi 7.5/play black E5/play white C3/\
                    genmove black/play white G7/genmove black/undo/undo/undo/undo/genmove white";
    wait_until("the last command", || heard().len() >= expected.split('/').count());
    assert_eq!(heard().join("/"), expected);
}

/// The commands about limits that an engine receives while it moves with these budgets.
fn limits_heard(manner: &str, budgets: &[Budget]) -> Vec<String> {
    let (options, lines) = options();
    let mut player = GtpPlayer::start(line(&[manner]), options).expect("it starts");
    for &budget in budgets {
        assert_eq!(player.refuses_budget(budget), None);
        player.genmove(&game(), budget, &Stop::new()).expect("it moves");
    }
    drop(player);
    let heard = || lines.lock().expect("not poisoned").clone();
    wait_until("quit", || heard().iter().any(|line| line == "heard quit"));
    let is_limit = |line: &&String| ["-set-param", "max_games", "genmove"].iter().any(|part| line.contains(part));
    heard().iter().filter(is_limit).map(|line| line.replace("heard ", "")).collect()
}

#[test]
fn a_budget_in_playouts_is_set_by_the_parameter_that_an_engine_has_for_it() {
    let budgets = [Budget::playouts(50), Budget::playouts(50), Budget::playouts(80), Budget::default()];
    let heard = limits_heard("limited", &budgets).join("/");
    let expected = "kata-set-param maxVisits 50/genmove black/genmove black/kata-set-param maxVisits 80/genmove black/\
                    kata-set-param maxVisits 500/genmove black";
    assert_eq!(heard, expected, "500 is the engine's own limit");
    let heard = limits_heard("gogui", &budgets[2..]).join("/");
    assert_eq!(heard, "uct_param max_games 80/genmove black/uct_param max_games 8000/genmove black");
    let endless = Budget { playouts: Some(u64::MAX), ..Budget::time(HANG) };
    assert_eq!(limits_heard("limited", &[endless]), ["genmove black"], "as many as the time allows is no limit");
}

#[test]
fn ponnuki_keeps_to_a_budget_in_playouts_behind_gtp() {
    let mut player = start(&["serve", "thinker:visits=1000000000"]).expect("it starts");
    assert_eq!(player.refuses_budget(Budget::playouts(2)), None);
    assert!(player.genmove(&game(), Budget::playouts(2), &Stop::new()).is_ok(), "in milliseconds, not in weeks");
}

#[test]
fn an_engine_without_a_parameter_for_playouts_refuses_such_a_budget() {
    let mut player = start(&["polite"]).expect("it starts");
    let refused = "Fake has no parameter for a budget in playouts: set its limit in its command line and add \
                   own-limit=true to the player (own_limit = true in engines.toml), or use a budget of time";
    assert_eq!(player.refuses_budget(Budget::playouts(50)).as_deref(), Some(refused));
    let failure = player.choose(&game(), Budget::playouts(50), &Stop::new()).expect_err("nor does it move");
    assert_eq!((failure.kind, failure.message.as_str()), (player::FailureKind::Refusal, refused));
    assert_eq!(player.refuses_budget(Budget::time(SOON)), None);
    assert!(player.choose(&game(), Budget::default(), &Stop::new()).is_ok(), "the engine still runs");
}

#[test]
fn an_engine_with_its_own_limit_plays_with_any_budget() {
    let own_limit = Options { own_limit: true, ..options().0 };
    for manner in ["polite", "limited"] {
        let mut player = GtpPlayer::start(line(&[manner]), own_limit.clone()).expect("it starts");
        assert_eq!(player.refuses_budget(Budget::playouts(50)), None);
        assert!(player.genmove(&game(), Budget::playouts(50), &Stop::new()).is_ok());
    }
}

#[test]
fn an_honest_engine_is_shown_everything_about_a_game() {
    let mut player = start(&["serve", "first"]).expect("it starts");
    assert_eq!(player.name(), Some(("Ponnuki", gtp::version())));
    let mut game = Game::new(9, Rules::JAPANESE, 0.5);
    game.place_fixed_handicap(4).expect("four stones");
    play(&mut game, "A9 B9 pass C9");
    assert_eq!(genmove(&mut player, &game).ok(), Some(Move::Play(Point::new(0, 3))));
    game.undo_to(1);
    assert_eq!(genmove(&mut player, &game).ok(), Some(Move::Play(Point::new(0, 1))));

    let mut position = Game::new(5, Rules::TROMP_TAYLOR, 0.0);
    let stones = [("A5", Color::White), ("B5", Color::Black), ("C5", Color::White)];
    let stones = stones.map(|(name, color)| (Point::from_gtp(name, 5).expect("a point"), Some(color)));
    position.setup(&stones, Color::White).expect("a position");
    assert_eq!(genmove(&mut player, &position).ok(), Some(Move::Play(Point::new(0, 3))));
    assert_eq!(player.final_score(&position).ok(), Some("W+1".to_string()));
    assert_eq!(player.final_status_list(&position, "dead").ok(), Some(vec![]));
    assert!(matches!(player.final_status_list(&position, "asleep"), Err(ClientError::Refused { .. })));
}

#[test]
fn clocks_are_told_before_the_move_and_taken_away_again() {
    let second = Duration::from_secs(1);
    let fischer = Clock::new(TimeControl::Fischer { main: 60 * second, increment: second / 2 });
    let byo_yomi = Clock::new(TimeControl::ByoYomi { main: 60 * second, period: 10 * second, periods: 3 });
    let mut player = start(&["serve", "first"]).expect("it starts");
    for budget in [Budget::clock(fischer), Budget::clock(byo_yomi), Budget::default()] {
        assert!(player.genmove(&game(), budget, &Stop::new()).is_ok());
    }
}

#[test]
fn the_stop_signal_reaches_an_engine_that_can_be_interrupted() {
    let mut player = start(&["serve", "thinker:visits=1000000000"]).expect("it starts");
    let stop = Stop::new();
    stop.stop();
    let mv = player.genmove(&game(), Budget::default(), &stop).expect("a move all the same");
    assert_eq!(mv, Move::Play(Point::new(0, 0)));
}

#[test]
fn an_engine_that_breaks_down_inside_refuses_and_lives() {
    let mut player = start(&["serve", "panicker"]).expect("it starts");
    let error = genmove(&mut player, &game()).expect_err("it panics");
    assert!(matches!(&error, ClientError::Refused { message, .. } if message.contains("broke down")), "{error}");
    assert!(player.name().is_some(), "the engine still runs");
}

#[cfg(unix)]
mod processes {
    use super::*;

    fn runs(process: u32) -> bool {
        let process = rustix::process::Pid::from_raw(process as i32).expect("a process number");
        rustix::process::test_kill_process(process).is_ok() && !is_zombie(process)
    }

    /// The system reaps an orphan, which may take a while.
    fn is_zombie(process: rustix::process::Pid) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{}/stat", process.as_raw_nonzero()));
        stat.is_ok_and(|stat| stat.rsplit(')').next().is_some_and(|rest| rest.trim_start().starts_with('Z')))
    }

    #[track_caller]
    fn wait_for_the_end_of(process: u32) {
        wait_until("the end of the process", || !runs(process));
    }

    /// A shell script as an engine, which tells its own process number.
    fn script(text: &str) -> CommandLine {
        CommandLine::new("sh", ["-c", &format!("echo self $$ >&2; {text}")])
    }

    fn number_after(lines: &Mutex<Vec<String>>, title: &str) -> Option<u32> {
        lines.lock().expect("not poisoned").iter().find_map(|line| line.strip_prefix(title)?.parse().ok())
    }

    #[track_caller]
    fn number(lines: &Mutex<Vec<String>>, title: &str) -> u32 {
        wait_until(title, || number_after(lines, title).is_some());
        number_after(lines, title).expect("a number")
    }

    /// Starts an engine that fails, with a longer deadline each time, until it has printed a number before its end.
    fn fails_after_printing(engine: CommandLine, title: &str) -> (ClientError, Arc<Mutex<Vec<String>>>) {
        let mut limit = SOON;
        loop {
            let (options, lines) = options();
            let error = GtpPlayer::start(engine.clone(), Options { start: limit, ..options }).expect_err("it fails");
            if number_after(&lines, title).is_some() {
                return (error, lines);
            }
            assert!(limit < HANG, "no '{title}' in {lines:?}");
            limit *= 2;
        }
    }

    /// The engine answers once the notice has come.
    #[test]
    fn waiting_for_an_engine_gives_a_notice() {
        let notices = Arc::new(Mutex::new(Vec::new()));
        let name = format!("notice-{}", std::process::id());
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let (heard, created) = (Arc::clone(&notices), file.clone());
        let notice = Log::new(move |line| {
            heard.lock().expect("not poisoned").push(line.to_string());
            std::fs::write(&created, "").expect("a file");
        });
        let waits = format!("until [ -e '{}' ]; do sleep 0.01; done; exec '{ENGINE}' polite", file.display());
        let options = Options { notice, notice_after: Duration::ZERO, ..options().0 };
        GtpPlayer::start(CommandLine::new("sh", ["-c", &waits]), options).expect("it starts");
        std::fs::remove_file(&file).expect("removed");
        let notices = notices.lock().expect("not poisoned");
        let [only] = notices.as_slice() else { panic!("{notices:?}") };
        assert!(only.starts_with("waiting for 'sh -c "), "{only}");
        assert!(only.ends_with("' to answer 'name'; its limit is 600 seconds"), "{only}");
    }

    #[test]
    fn an_engine_that_was_given_up_is_started_again_for_the_next_move() {
        let name = format!("again-{}", std::process::id());
        let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
        let again = file.display();
        let engine =
            format!("[ -e '{again}' ] && exec '{ENGINE}' polite; touch '{again}'; exec '{ENGINE}' hang-genmove");
        let hasty = Options { grace: SOON, ..options().0 };
        let mut player = GtpPlayer::start(script(&engine), hasty).expect("it starts");
        let error = player.genmove(&game(), Budget::time(SOON), &Stop::new()).expect_err("it hangs");
        assert!(matches!(error, ClientError::Hang { .. }), "{error}");
        assert!(genmove(&mut player, &game()).is_ok());
        std::fs::remove_file(&file).expect("removed");
    }

    #[test]
    fn the_children_of_a_hung_engine_go_with_it() {
        let (error, lines) = fails_after_printing(line(&["parent"]), "child ");
        assert!(matches!(error, ClientError::Hang { .. }), "{error}");
        wait_for_the_end_of(number(&lines, "child "));
    }

    #[test]
    fn an_engine_that_ends_leaves_no_helpers_of_its_own() {
        let (error, lines) = fails_after_printing(script("sleep 600 & echo helper $! >&2; exit 7"), "helper ");
        // The helper holds the output open, so that only the deadline tells.
        assert!(matches!(error, ClientError::Hang { .. } | ClientError::Ended { .. }), "{error}");
        wait_for_the_end_of(number(&lines, "helper "));
        wait_for_the_end_of(number(&lines, "self "));
    }

    #[test]
    fn an_engine_that_closes_its_output_is_found_out_and_ended() {
        let (options, lines) = options();
        let error = GtpPlayer::start(script("exec 1>&-; sleep 600"), options).expect_err("it is silent");
        assert!(matches!(error, ClientError::Closed { .. }), "{error}");
        wait_for_the_end_of(number(&lines, "self "));
    }

    #[test]
    fn an_engine_that_ignores_quit_is_killed() {
        let (mut options, lines) = options();
        options.quit = SOON;
        let deaf = format!("exec '{ENGINE}' deaf");
        let mut player = GtpPlayer::start(script(&deaf), options).expect("it starts");
        genmove(&mut player, &game()).expect("it moves");
        let process = number(&lines, "self ");
        assert!(runs(process));
        drop(player);
        wait_for_the_end_of(process);
    }

    /// The script neither reads nor writes, so that only a signal can end it.
    #[cfg(target_os = "linux")]
    #[test]
    fn an_engine_that_hangs_ends_with_its_controller_even_if_that_is_killed() {
        use std::io::{BufRead, BufReader};
        use std::process::{Command, Stdio};
        let mut driver = Command::new(ENGINE);
        let driver = driver.args(["drive", "echo self $$ >&2; exec sleep 600"]).stdin(Stdio::null());
        let mut driver = driver.stderr(Stdio::piped()).spawn().expect("it starts");
        let mut line = String::new();
        let stderr = driver.stderr.take().expect("a pipe");
        BufReader::new(stderr).read_line(&mut line).expect("a line");
        let engine: u32 = line.trim().strip_prefix("self ").and_then(|id| id.parse().ok()).expect("a number");
        assert!(runs(engine));
        driver.kill().expect("it is killed");
        driver.wait().expect("it ends");
        wait_for_the_end_of(engine);
    }

    #[test]
    fn an_engine_that_obeys_quit_ends_by_itself() {
        let (options, lines) = options();
        let controller =
            Controller::start(&script(&format!("exec '{ENGINE}' serve first")), &options).expect("it starts");
        assert!(controller.supports("genmove") && !controller.supports("make_coffee"));
        let process = number(&lines, "self ");
        controller.close();
        wait_for_the_end_of(process);
    }
}

/// As an entry of `engines.toml` may ask for.
#[test]
fn an_engine_is_set_up_before_anything_else_and_where_it_is_told_to_be() {
    let with = |setup: &str| Options { setup: vec![setup.to_string()], ..options().0 };
    assert!(GtpPlayer::start(line(&["serve", "random"]), with("boardsize 7")).is_ok());
    let refused = GtpPlayer::start(line(&["serve", "random"]), with("fly 1")).unwrap_err();
    assert!(matches!(refused, ClientError::Refused { .. }), "{refused}");
    let elsewhere = CommandLine { directory: Some("no such folder".into()), ..line(&[]) };
    let missing = GtpPlayer::start(elsewhere, options().0).unwrap_err().to_string();
    assert!(missing.ends_with("cannot be started: there is no directory no such folder"), "{missing}");
}

/// The values that an engine with this list of moves gives some points, Black to move after E5.
fn ranked(list: &str) -> Option<[f32; 4]> {
    let mut player = start(&["rank", list]).expect("it starts well");
    let mut game = game();
    play(&mut game, "E5 pass");
    let mut values = PointMap::new(-1.0);
    let names = ["C3", "G7", "A1", "E5"];
    player.rank(&game, &mut values).then(|| names.map(|name| values[Point::from_gtp(name, 9).expect("a point")]))
}

#[test]
fn an_engine_that_lists_its_top_moves_ranks() {
    assert_eq!(ranked("C3 4.50 G7 2.25 PASS 0.10"), Some([4.5, 2.25, 0.0, -1.0]), "the others have the value 0");
    assert_eq!(ranked(""), Some([0.0, 0.0, 0.0, -1.0]), "an empty list ranks every point 0");
    for nonsense in ["C3", "C3 much", "the centre"] {
        assert_eq!(ranked(nonsense), None, "{nonsense}");
    }
}

#[test]
fn an_engine_that_lists_no_moves_does_not_rank() {
    let mut player = start(&["slow"]).expect("it starts well");
    assert!(!player.rank(&game(), &mut PointMap::new(0.0)));
    assert!(player.name().is_some(), "it keeps running");
}
