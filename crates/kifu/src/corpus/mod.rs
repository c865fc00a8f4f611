//! Collections of games, read as streams.
//!
//! A corpus is some files, folders and archives. Its games come one by one, in order or on all cores, in constant
//! memory: readers open files and hand pieces of them through a bounded channel to workers, which read the headers, ask
//! the filters, then read the moves and hand each [`Record`] to the caller. A game that cannot be read is skipped and
//! counted by its reason.
//!
//! Known by their names: `.sgf` files, `.tsv` files of one game a line, either of them also as `.gz`, `.xz` or `.zst`;
//! `.zip` and `.tar` archives of these, the latter also as `.tar.gz`, `.tgz`, `.tar.xz`, `.txz`, `.tar.zst`, `.tzst`. A
//! line has the fields `id date black white black_rank white_rank komi handicap result size moves`, separated by tabs;
//! moves are consecutive SGF pairs, Black first, `tt` for a pass.

mod archive;
mod filter;
mod line;
mod load;
mod tally;
mod walk;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use goban::{Game, Rules};
use thiserror::Error;

use crate::header::Header;
use crate::replay::{Record, ReplayError};
use archive::{Kind, Piece};
pub use filter::{Filter, FilterError};
use line::Line;
pub use load::{LoadError, load};
pub use tally::{Skip, Skipped, Tally};
use walk::Walk;

/// A collection of games.
///
/// ```no_run
/// use goban::Rules;
/// use kifu::corpus::Corpus;
/// use std::ops::ControlFlow;
///
/// let corpus = Corpus::open(["games.tsv.xz", "more-games/"])?.filter("date=1980..2007".parse()?);
/// let tally = corpus.each_game(Rules::SIMPLE, |record, game| {
///     eprintln!("{} has {} moves", record.id, game.move_number());
///     ControlFlow::Continue(())
/// });
/// eprintln!("{tally}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Corpus {
    paths: Vec<PathBuf>,
    filters: Vec<Filter>,
}

/// Why a corpus cannot be opened.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum CorpusError {
    /// There is nothing at that path.
    #[error("there is no file or folder {}", .0.display())]
    Missing(PathBuf),
    /// The name of the file does not show its kind.
    #[error(
        "{} cannot be read as games: known are .sgf and .tsv files, also as .gz, .xz and .zst, and .zip and .tar \
         archives",
        .0.display()
    )]
    Unknown(PathBuf),
}

impl Corpus {
    /// The games of these files and folders.
    ///
    /// # Errors
    /// If one does not exist, or is a file of a kind that is not known.
    pub fn open<P: Into<PathBuf>>(paths: impl IntoIterator<Item = P>) -> Result<Corpus, CorpusError> {
        let paths: Vec<PathBuf> = paths.into_iter().map(Into::into).collect();
        for path in &paths {
            let name = path.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
            if !path.exists() {
                return Err(CorpusError::Missing(path.clone()));
            } else if !path.is_dir() && !Kind::is_known(&name) {
                return Err(CorpusError::Unknown(path.clone()));
            }
        }
        Ok(Corpus { paths, filters: Vec::new() })
    }

    /// Only the games that this filter, too, admits.
    pub fn filter(mut self, filter: Filter) -> Corpus {
        self.filters.push(filter);
        self
    }

    /// Hands over every game in order: as the paths were given, within folders by name.
    pub fn each(&self, mut visit: impl FnMut(Record) -> ControlFlow<()>) -> Tally {
        self.in_order(&mut |record| visit(record).into())
    }

    /// As [`each`](Corpus::each), replayed by these rules to its end. Games with illegal moves are skipped.
    pub fn each_game(&self, rules: Rules, mut visit: impl FnMut(Record, Game) -> ControlFlow<()>) -> Tally {
        self.in_order(&mut |record| match record.game(rules) {
            Ok(game) => visit(record, game).into(),
            Err(error) => Visit::Bad(record.id, error),
        })
    }

    /// Hands over every game on that many threads at once, in no particular order. To stop means that no thread takes
    /// up another file or block of lines.
    pub fn each_parallel(&self, threads: usize, visit: impl Fn(Record) -> ControlFlow<()> + Sync) -> Tally {
        self.in_parallel(threads, &|record| visit(record).into())
    }

    /// As [`each_parallel`](Corpus::each_parallel), replayed by these rules to its end. Games with illegal moves are
    /// skipped.
    pub fn each_game_parallel(
        &self,
        threads: usize,
        rules: Rules,
        visit: impl Fn(Record, Game) -> ControlFlow<()> + Sync,
    ) -> Tally {
        self.in_parallel(threads, &|record| match record.game(rules) {
            Ok(game) => visit(record, game).into(),
            Err(error) => Visit::Bad(record.id, error),
        })
    }

    /// The games in order, read ahead on a separate thread.
    pub fn records(&self) -> Records {
        let (sender, receiver) = mpsc::sync_channel(64);
        let corpus = self.clone();
        let reader = thread::spawn(move || {
            corpus.each(|record| match sender.send(record) {
                Ok(()) => ControlFlow::Continue(()),
                Err(_) => ControlFlow::Break(()),
            })
        });
        Records { receiver, reader: Some(reader), tally: None }
    }

    fn in_order(&self, visit: &mut dyn FnMut(Record) -> Visit) -> Tally {
        let mut tally = Tally::default();
        for path in Walk::new(&self.paths) {
            if read_path(path, &mut |piece| self.take(piece, &mut tally, visit)).is_break() {
                break;
            }
        }
        tally
    }

    fn in_parallel(&self, threads: usize, visit: &(dyn Fn(Record) -> Visit + Sync)) -> Tally {
        let threads = threads.max(1);
        let walk = Mutex::new(Walk::new(&self.paths));
        let enough = AtomicBool::new(false);
        let (sender, receiver) = mpsc::sync_channel::<Piece>(2 * threads);
        // The workers own the receiver: when the last of them is gone, the readers' sending fails, and they end too.
        let receiver = Arc::new(Mutex::new(receiver));
        thread::scope(|scope| {
            let workers: Vec<_> = (0..threads)
                .map(|_| {
                    let (receiver, enough) = (Arc::clone(&receiver), &enough);
                    scope.spawn(move || self.work(&receiver, enough, visit))
                })
                .collect();
            drop(receiver);
            for _ in 0..threads.div_ceil(2) {
                let (walk, sender) = (&walk, sender.clone());
                scope.spawn(move || read_files(walk, &sender));
            }
            drop(sender);
            let mut tally = Tally::default();
            for worker in workers {
                match worker.join() {
                    Ok(counted) => tally.add(counted),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            tally
        })
    }

    /// The loop of a worker thread: processes pieces until none are left or the caller stops.
    fn work(
        &self,
        receiver: &Mutex<Receiver<Piece>>,
        enough: &AtomicBool,
        visit: &(dyn Fn(Record) -> Visit + Sync),
    ) -> Tally {
        let mut tally = Tally::default();
        while !enough.load(Ordering::Relaxed) {
            let next = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(piece) = next else { break };
            if self.take(piece, &mut tally, &mut |record| visit(record)).is_break() {
                enough.store(true, Ordering::Relaxed);
            }
        }
        tally
    }

    /// Takes the games out of a piece.
    fn take(&self, piece: Piece, tally: &mut Tally, visit: &mut dyn FnMut(Record) -> Visit) -> ControlFlow<()> {
        match piece {
            Piece::File { origin, bytes } => self.take_file(&origin, &bytes, tally, visit),
            Piece::Lines { origin, first, text } => {
                let text = String::from_utf8_lossy(&text);
                let mut lines = text.lines().zip(first..).filter(|(line, _)| !line.trim().is_empty());
                lines.try_for_each(|(line, number)| self.take_line(&origin, number, line, tally, visit))
            }
            Piece::Trouble { origin, reason, what } => {
                tally.skip(reason, origin, what);
                ControlFlow::Continue(())
            }
        }
    }

    fn take_file(
        &self,
        origin: &str,
        bytes: &[u8],
        tally: &mut Tally,
        visit: &mut dyn FnMut(Record) -> Visit,
    ) -> ControlFlow<()> {
        let trees = match crate::read(bytes) {
            Ok(reading) => reading.collection.trees,
            Err(error) => {
                tally.skip(Skip::NoGame, origin, error);
                return ControlFlow::Continue(());
            }
        };
        for (i, tree) in trees.iter().enumerate() {
            let id = if trees.len() > 1 { format!("{origin}#{}", i + 1) } else { origin.to_string() };
            let header = Header::of(tree.node(tree.root())).map_err(ReplayError::from);
            if header.as_ref().is_ok_and(|header| !self.wants(&id, header)) {
                tally.filtered += 1;
                continue;
            }
            match header.and_then(|header| Record::with_header(id.clone(), header, tree)) {
                Ok(record) => hand_over(record, tally, visit)?,
                Err(error) => tally.skip(Skip::from(&error), id, error),
            }
        }
        ControlFlow::Continue(())
    }

    fn take_line(
        &self,
        origin: &str,
        number: usize,
        line: &str,
        tally: &mut Tally,
        visit: &mut dyn FnMut(Record) -> Visit,
    ) -> ControlFlow<()> {
        let line = Line::read(line);
        if line.as_ref().is_ok_and(|line| !self.wants(line.id, &line.header)) {
            tally.filtered += 1;
            return ControlFlow::Continue(());
        }
        match line.and_then(Line::record) {
            Ok(record) => hand_over(record, tally, visit),
            Err((reason, what)) => {
                tally.skip(reason, format_args!("{origin}, line {number}"), what);
                ControlFlow::Continue(())
            }
        }
    }

    fn wants(&self, id: &str, header: &Header) -> bool {
        self.filters.iter().all(|filter| filter.admits(id, header))
    }
}

/// The caller's decision about a game.
enum Visit {
    Continue,
    Stop,
    Bad(String, ReplayError),
}

impl From<ControlFlow<()>> for Visit {
    fn from(flow: ControlFlow<()>) -> Visit {
        match flow {
            ControlFlow::Continue(()) => Visit::Continue,
            ControlFlow::Break(()) => Visit::Stop,
        }
    }
}

fn hand_over(record: Record, tally: &mut Tally, visit: &mut dyn FnMut(Record) -> Visit) -> ControlFlow<()> {
    match visit(record) {
        Visit::Bad(id, error) => tally.skip(Skip::from(&error), id, error),
        Visit::Continue => tally.games += 1,
        Visit::Stop => {
            tally.games += 1;
            return ControlFlow::Break(());
        }
    }
    ControlFlow::Continue(())
}

/// The loop of a reader thread: opens files until none are left or the receivers are gone.
fn read_files(walk: &Mutex<Walk>, sender: &SyncSender<Piece>) {
    let mut send = |piece| match sender.send(piece) {
        Ok(()) => ControlFlow::Continue(()),
        Err(_) => ControlFlow::Break(()),
    };
    loop {
        let next = walk.lock().unwrap_or_else(PoisonError::into_inner).next();
        let Some(path) = next else { return };
        if read_path(path, &mut send).is_break() {
            return;
        }
    }
}

fn read_path(path: <Walk as Iterator>::Item, sink: &mut archive::Sink<'_>) -> ControlFlow<()> {
    match path {
        Ok(path) => archive::read_file(&path, sink),
        Err((path, error)) => {
            let origin = path.display().to_string();
            sink(Piece::Trouble { origin, reason: Skip::Unreadable, what: error.to_string() })
        }
    }
}

/// The games of a corpus in order.
#[derive(Debug)]
pub struct Records {
    receiver: Receiver<Record>,
    reader: Option<thread::JoinHandle<Tally>>,
    tally: Option<Tally>,
}

impl Records {
    /// What became of the games, once the last has been handed over; `None` before.
    pub fn tally(&self) -> Option<&Tally> {
        self.tally.as_ref()
    }
}

impl Iterator for Records {
    type Item = Record;

    fn next(&mut self) -> Option<Record> {
        match self.receiver.recv() {
            Ok(record) => Some(record),
            Err(_) => {
                if let Some(reader) = self.reader.take() {
                    match reader.join() {
                        Ok(tally) => self.tally = Some(tally),
                        Err(panic) => std::panic::resume_unwind(panic),
                    }
                }
                None
            }
        }
    }
}
