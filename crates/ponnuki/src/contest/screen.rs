//! What is seen while games are played: a line that keeps up with them and, for those who watch, a board.

use std::io::{self, Write};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use arena::ledger::ResultRow;
use arena::{Audience, Fixture, Table};
use goban::{Color, PointSet};
use player::Turn;
use serde_json::json;

use super::progress::Progress;
use crate::play::picture::{Style, draw};
use crate::progress::Line;

/// The terminal of whoever started the contest. Progress goes to standard error, results to standard output.
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
    /// The table whose board is shown: the first at which a game begins while none is.
    watched: Option<Table>,
}

/// How often the board is.
const BOARDS: Duration = Duration::from_millis(100);

impl<P: Progress> Screen<P> {
    /// Shows the progress; the board of one table too, if somebody watches; and each result as JSON, if wanted.
    pub fn new(progress: P, watch: bool, json: bool) -> Screen<P> {
        let drawn = Instant::now();
        Screen {
            state: Mutex::new(State { progress, drawn, shown: drawn, watched: None }),
            line: Line::new(),
            watch,
            json,
        }
    }

    /// Shows where it stands at the end, and leaves the line.
    pub fn end(&self) {
        self.line.end(&self.state().progress.line());
    }

    fn state(&self) -> MutexGuard<'_, State<P>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<P: Progress> Audience for Screen<P> {
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
        if self.line.is_terminal() && state.shown.elapsed() < BOARDS && !turn.game.is_over() {
            return;
        }
        state.shown = Instant::now();
        let [black, white] = Color::BOTH.map(|color| fixture.player(color).to_string());
        let (board, number) = (draw(turn.game.board(), &PointSet::new(), &[], Style::Unicode), turn.game.move_number());
        let clear = if self.line.is_terminal() { "\x1b[2J\x1b[H" } else { "" };
        let picture =
            format!("{clear}Game {}: {black} (●) v {white} (○), move {number}\n{board}\n", fixture.number + 1);
        // Who started this may have closed their end of the line; the games go on all the same.
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
            // As above.
            let _ = writeln!(io::stdout().lock(), "{object}");
        }
        if self.line.is_due(&mut state.drawn) {
            self.line.draw(&state.progress.line());
        }
    }
}
