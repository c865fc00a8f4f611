//! Terminal output during a contest: a status line and, with `--watch`, the board of one game.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::ledger::ResultRow;
use arena::{Fixture, Observer, Table};
use goban::{Color, PointSet};
use player::Turn;
use serde_json::json;

use super::progress::ContestProgress;
use crate::play::picture::{Style, draw};
use crate::progress::Line;

/// The terminal of a contest. Progress goes to standard error, results to standard output.
pub struct Screen<P> {
    state: Mutex<State<P>>,
    line: Line,
    watch: bool,
    json: bool,
}

struct State<P> {
    progress: P,
    /// When the line and the board were last drawn.
    drawn: Instant,
    shown: Instant,
    /// The table whose board is shown: the first that starts a game while none is shown.
    watched: Option<Table>,
}

/// Time between two boards on a terminal.
const BOARD_INTERVAL: Duration = Duration::from_millis(100);

impl<P: ContestProgress> Screen<P> {
    /// Shows the progress, with `watch` the board of one table, and with `json` each result as an object.
    pub fn new(progress: P, watch: bool, json: bool) -> Screen<P> {
        let drawn = Instant::now();
        Screen {
            state: Mutex::new(State { progress, drawn, shown: drawn, watched: None }),
            line: Line::new(),
            watch,
            json,
        }
    }

    /// Writes the last status line.
    pub fn end(&self) {
        self.line.end(&self.state().progress.line());
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: ContestProgress> Observer for Screen<P> {
    fn begins(&self, table: Table, _: &Fixture) {
        self.state().watched.get_or_insert(table);
    }

    fn moves(&self, table: Table, fixture: &Fixture, turn: &Turn<'_>) {
        if !self.watch {
            return;
        }
        let mut state = self.state();
        if state.watched != Some(table) {
            return;
        }
        if self.line.is_terminal() && state.shown.elapsed() < BOARD_INTERVAL && !turn.game.is_over() {
            return;
        }
        state.shown = Instant::now();
        let [black, white] = Color::BOTH.map(|color| fixture.player(color).to_string());
        let (board, number) = (draw(turn.game.board(), &PointSet::new(), &[], Style::Unicode), turn.game.move_number());
        let clear = if self.line.is_terminal() { "\x1b[2J\x1b[H" } else { "" };
        let picture =
            format!("{clear}Game {}: {black} (●) v {white} (○), move {number}\n{board}\n", fixture.number + 1);
        // The games continue even if standard error is closed.
        let _ = io::stderr().lock().write_all(picture.as_bytes());
        if self.line.is_terminal() {
            self.line.draw(&state.progress.line());
        }
    }

    fn ends(&self, table: Table, fixture: &Fixture, result: &ResultRow) {
        let mut state = self.state();
        state.watched = state.watched.filter(|&watched| watched != table);
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
            // As for standard error.
            let _ = writeln!(io::stdout().lock(), "{object}");
        }
        if self.line.is_due(&mut state.drawn) {
            self.line.draw(&state.progress.line());
        }
    }
}
