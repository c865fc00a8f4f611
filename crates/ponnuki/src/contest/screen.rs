//! What is seen while games are played: a line that keeps up with them and, for those who watch, a board.

use std::io::{self, IsTerminal, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::ledger::ResultRow;
use arena::{Audience, Fixture, Table};
use goban::{Color, PointSet};
use player::Turn;
use serde_json::json;

use super::progress::Progress;
use crate::play::picture::{Style, draw};

/// The terminal of whoever started the contest. Progress goes to standard error, results to standard output.
pub struct Screen<P> {
    state: Mutex<State<P>>,
    watch: bool,
    json: bool,
    /// How often the line is written anew.
    pace: Duration,
    is_terminal: bool,
}

struct State<P> {
    progress: P,
    /// When the line and the board were last drawn.
    drawn: Instant,
    shown: Instant,
}

/// How often a line that is not overwritten is written.
const IN_A_FILE: Duration = Duration::from_secs(10);
/// How often one on a terminal is.
const ON_A_TERMINAL: Duration = Duration::from_millis(200);
/// How often the board is.
const BOARDS: Duration = Duration::from_millis(100);

impl<P: Progress> Screen<P> {
    /// Shows the progress; the board of the first table too, if somebody watches; and each result as JSON, if wanted.
    pub fn new(progress: P, watch: bool, json: bool) -> Screen<P> {
        let (drawn, is_terminal) = (Instant::now(), io::stderr().is_terminal());
        let pace = if is_terminal { ON_A_TERMINAL } else { IN_A_FILE };
        Screen { state: Mutex::new(State { progress, drawn, shown: drawn }), watch, json, pace, is_terminal }
    }

    /// Shows where it stands at the end, and leaves the line.
    pub fn end(&self) {
        let state = self.state();
        self.draw(&state.progress.line(), "\n");
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    // Who started this may have closed their end of the line; the games go on all the same.
    fn draw(&self, line: &str, end: &str) {
        let mut out = io::stderr().lock();
        let _ = match self.is_terminal {
            true => write!(out, "\r\x1b[K{line}{end}").and_then(|()| out.flush()),
            false => writeln!(out, "{line}"),
        };
    }
}

impl<P: Progress> Audience for Screen<P> {
    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        if !self.watch || table != 0 {
            return;
        }
        let mut state = self.state();
        if self.is_terminal && state.shown.elapsed() < BOARDS && !turn.game.is_over() {
            return;
        }
        state.shown = Instant::now();
        let [black, white] = Color::BOTH.map(|color| fixture.player(color).to_string());
        let (board, number) = (draw(turn.game.board(), &PointSet::new(), Style::Unicode), turn.game.move_number());
        let clear = if self.is_terminal { "\x1b[2J\x1b[H" } else { "" };
        let picture =
            format!("{clear}Game {}: {black} (●) v {white} (○), move {number}\n{board}\n", fixture.number + 1);
        // As above.
        let _ = io::stderr().lock().write_all(picture.as_bytes());
        if self.is_terminal {
            self.draw(&state.progress.line(), "");
        }
    }

    fn ends(&self, _: Table, fixture: &Fixture, result: &ResultRow) {
        let mut state = self.state();
        state.progress.add(result);
        if self.json {
            let [black, white] = &result.players;
            let object = json!({
                "game": fixture.number,
                "black": black,
                "white": white,
                "result": result.outcome.to_string(),
                "finish": result.finish.to_string(),
                "moves": result.moves,
            });
            // As above.
            let _ = writeln!(io::stdout().lock(), "{object}");
        }
        if state.drawn.elapsed() >= self.pace {
            state.drawn = Instant::now();
            self.draw(&state.progress.line(), "");
        }
    }
}
