//! KataGo's analysis protocol: JSON objects, one a line, queries in, analyses out.
//!
//! KaTrain and most analysis scripts speak this instead of GTP. A query names a game and the turns of it that are to be
//! analysed; each turn becomes a job in a queue, the most urgent first, and a worker thread with the player takes them
//! one by one. Replies come as they are ready, not in order. The words are those of KataGo's `docs/Analysis_Engine.md`;
//! values that a player does not provide are omitted, as the protocol allows, and unsupported requests are answered
//! with a warning. Win rates, scores and ownership are from Black's side unless `reportAnalysisWinratesAs` in
//! `overrideSettings` changes that.

mod query;
mod queue;
mod reply;

use std::io::{self, BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use player::{Analysis, Budget, Choice, Failure, FailureKind, Maker, Player, Spec, SpecError};
use serde_json::{Value, json};

use crate::NAME;
use crate::serve::ServeError;
use query::{FieldError, Object, Query};
use queue::{Job, Queue};
use reply::Answer;

/// Answers queries until the input ends and every query in it is answered.
///
/// # Errors
/// If the player is unknown, or the output cannot be written.
pub fn serve(input: impl BufRead, output: impl Write + Send, maker: &dyn Maker, spec: &Spec) -> Result<(), ServeError> {
    answer_all(input, output, maker, spec, &Queue::default())
}

/// As [`serve`], but all jobs are dropped when the output has no reader, which is when `hung_up` returns. It is called
/// on a separate thread.
///
/// # Errors
/// As [`serve`].
pub fn serve_until_hangup(
    input: impl BufRead,
    output: impl Write + Send,
    maker: &dyn Maker,
    spec: &Spec,
    hung_up: impl FnOnce() + Send + 'static,
) -> Result<(), ServeError> {
    let queue = Arc::new(Queue::default());
    let left = Arc::clone(&queue);
    thread::spawn(move || {
        hung_up();
        left.abandon();
    });
    answer_all(input, output, maker, spec, &queue)
}

fn answer_all(
    input: impl BufRead,
    output: impl Write + Send,
    maker: &dyn Maker,
    spec: &Spec,
    queue: &Queue,
) -> Result<(), ServeError> {
    let player = maker.make(spec)?;
    let output = Output::new(output);
    let desk = Desk { queue, output: &output, spec };
    thread::scope(|scope| {
        let output = &output;
        scope.spawn(move || Worker { player, maker, spec, queue, output }.work());
        for line in input.split(b'\n') {
            match line {
                Ok(line) => desk.receive(&line),
                Err(_) => break,
            }
            if output.is_broken() {
                break;
            }
        }
        queue.close();
    });
    output.result().map_err(ServeError::Output)
}

/// Where replies go, from both threads.
struct Output<W>(Mutex<(W, io::Result<()>)>);

impl<W: Write> Output<W> {
    fn new(to: W) -> Output<W> {
        Output(Mutex::new((to, Ok(()))))
    }

    /// Writes a reply at once. After an error nothing more is written.
    fn write(&self, reply: &Value) {
        let mut guard = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let (to, state) = &mut *guard;
        if state.is_ok() {
            *state = to.write_all(format!("{reply}\n").as_bytes()).and_then(|()| to.flush());
        }
    }

    fn is_broken(&self) -> bool {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).1.is_err()
    }

    fn result(self) -> io::Result<()> {
        self.0.into_inner().unwrap_or_else(PoisonError::into_inner).1
    }
}

/// Takes queries and actions.
struct Desk<'a, W> {
    queue: &'a Queue,
    output: &'a Output<W>,
    spec: &'a Spec,
}

impl<W: Write> Desk<'_, W> {
    fn receive(&self, line: &[u8]) {
        if line.trim_ascii().is_empty() {
            return;
        }
        let object = match serde_json::from_slice(line) {
            Ok(Value::Object(object)) => object,
            Ok(_) => return self.output.write(&reply::error(None, "a query must be a JSON object on one line")),
            Err(error) => return self.output.write(&reply::error(None, &format!("this is not JSON: {error}"))),
        };
        let result = match object.get("id") {
            Some(Value::String(id)) if object.contains_key("action") => self.act(id, &object),
            Some(Value::String(id)) => self.enqueue(id, &object),
            _ => Err(FieldError { field: "id", message: "must be there, and be a text".to_string() }),
        };
        if let Err(error) = result {
            self.output.write(&reply::field_error(object.get("id"), &error));
        }
    }

    fn enqueue(&self, id: &str, object: &Object) -> Result<(), FieldError> {
        let query = Query::read(object)?;
        for (field, message) in &query.warnings {
            self.output.write(&reply::warning(id, field, message));
        }
        for (turn, game, priority) in query.turns {
            self.queue.add(Job::new(id, turn, game, query.options.clone(), priority));
        }
        Ok(())
    }

    /// Carries an action out. Its reply is the action itself, with what was asked for added.
    fn act(&self, id: &str, object: &Object) -> Result<(), FieldError> {
        let mut echo = Value::Object(object.clone());
        match object.get("action").and_then(Value::as_str) {
            Some("query_version") => {
                echo["version"] = json!(version::version());
                echo["git_hash"] = json!("<omitted>");
                echo["program"] = json!(NAME);
            }
            Some("query_models") => echo["models"] = json!([{ "name": self.spec.to_string() }]),
            Some("clear_cache") => {}
            Some("terminate") => {
                let target = object.get("terminateId").and_then(Value::as_str);
                let missing = || FieldError { field: "terminateId", message: "must be there, and be a text".into() };
                self.terminate(Some(target.ok_or_else(missing)?), object)?;
            }
            Some("terminate_all") => self.terminate(None, object)?,
            other => {
                let known = "terminate, terminate_all, query_version, query_models or clear_cache";
                let message = format!("must be {known}, not {}", other.unwrap_or("something else"));
                return Err(FieldError { field: "action", message });
            }
        }
        debug_assert_eq!(echo["id"], json!(id));
        self.output.write(&echo);
        Ok(())
    }

    /// Ends the jobs of a query, or of all: waiting jobs at once, the running one as soon as possible.
    fn terminate(&self, target: Option<&str>, object: &Object) -> Result<(), FieldError> {
        let numbers =
            |value: &Value| value.as_array()?.iter().map(|turn| Some(turn.as_u64()? as usize)).collect::<Option<_>>();
        let turns: Option<Vec<usize>> = match object.get("turnNumbers") {
            None | Some(Value::Null) => None,
            Some(value) => Some(numbers(value).ok_or_else(|| FieldError {
                field: "turnNumbers",
                message: "must be a list of whole numbers".to_string(),
            })?),
        };
        let meant = |id: &str, turn: usize| {
            target.is_none_or(|target| target == id) && turns.as_ref().is_none_or(|turns| turns.contains(&turn))
        };
        for job in self.queue.terminate(meant) {
            self.output.write(&reply::no_results(&job.id, job.turn));
        }
        Ok(())
    }
}

/// Processes the jobs one by one.
struct Worker<'a, W> {
    player: Box<dyn Player>,
    maker: &'a dyn Maker,
    spec: &'a Spec,
    queue: &'a Queue,
    output: &'a Output<W>,
}

impl<W: Write> Worker<'_, W> {
    fn work(mut self) {
        while let Some(job) = self.queue.next() {
            let careful = AssertUnwindSafe(|| self.analyse(&job));
            let reply = match catch_unwind(careful) {
                Ok(Ok(choice)) => reply::analysis(&job.id, job.turn, &job.game, &job.options, Answer::Final(&choice)),
                Ok(Err(failure)) => reply::error(Some(&job.id), &failure.to_string()),
                Err(_) => {
                    let message = match self.start_again() {
                        Ok(()) => format!("the player {} broke down and was started again", self.spec),
                        Err(error) => format!("the player broke down and could not be started again: {error}"),
                    };
                    reply::error(Some(&job.id), &message)
                }
            };
            self.queue.done();
            self.output.write(&reply);
            if self.output.is_broken() {
                self.queue.abandon();
            }
        }
    }

    /// Every job starts afresh: its answer does not depend on earlier jobs.
    fn analyse(&mut self, job: &Job) -> Result<Choice, Failure> {
        self.player.reset(0);
        if !self.player.restrict(&job.options.restrictions) {
            let message = format!("{} cannot restrict its search to some moves", self.spec);
            return Err(Failure::new(FailureKind::Refusal, message));
        }
        let budget = Budget { playouts: job.options.visits, time: job.options.time, clock: None };
        let Some(every) = job.options.every else { return self.player.choose(&job.game, budget, &job.stop) };
        let mut last = Instant::now();
        let output = self.output;
        self.player.analyse(&job.game, budget, &job.stop, every, &mut |analysis: &Analysis| {
            if last.elapsed() + EARLY >= every {
                let answer = Answer::Interim(analysis);
                output.write(&reply::analysis(&job.id, job.turn, &job.game, &job.options, answer));
                last = Instant::now();
            }
        })
    }

    fn start_again(&mut self) -> Result<(), SpecError> {
        self.player = self.maker.make(self.spec)?;
        Ok(())
    }
}

/// A report that comes this much too early is still on time.
const EARLY: Duration = Duration::from_millis(2);
