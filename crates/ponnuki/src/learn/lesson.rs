//! A lesson of any teacher whose model is one file.

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::{Arg, ArgMatches, Command, FromArgMatches, value_parser};
use files::{Kind, Output};
use learn::teacher::{Data, Entry, Progress, Taught, Teacher, Training, chart};
use models::file;
use models::library::Library;
use models::resume::Checkpoint;
use player::{Role, Settings, Stop};

use super::games::{Games, ProgressLine};
use super::options::{self, usage_error};
use crate::all_players::AllPlayers;
use crate::interrupt::{self, interrupted};
use crate::numbers;
use crate::output::{self, Force};
use crate::progress::Pace;

/// A teacher, its settings and its files.
pub struct Args {
    entry: &'static Entry,
    settings: Settings,
    teacher: Box<dyn Teacher>,
    games: Option<Games>,
    library: Option<PathBuf>,
    out: PathBuf,
    force: Force,
    plot: Option<PathBuf>,
    threads: Option<usize>,
}

/// The subcommand of a teacher.
pub fn command(command: Command, entry: &Entry) -> Command {
    let command = match entry.data {
        Data::Games | Data::SelfPlay => <Games as clap::Args>::augment_args(command),
        Data::GamesOrSelfPlay => {
            <Games as clap::Args>::augment_args(command).mut_arg("games", |games| games.required(false))
        }
        Data::Boards => command.arg(
            Arg::new("library")
                .value_name("LIBRARY")
                .value_parser(value_parser!(PathBuf))
                .help("A library made by `ponnuki learn library` [default: the one that comes with the program]"),
        ),
    };
    let out = Arg::new("out").short('o').long("out").value_name("FILE").value_parser(value_parser!(PathBuf));
    let command = command.arg(out.required(true).help(match entry.resumes {
        true => "The model file; if the same command made it, the lesson is resumed",
        false => "The model file",
    }));
    let command = if entry.resumes { command } else { <Force as clap::Args>::augment_args(command) };
    let command = options::augment(command, entry);
    let plot = Arg::new("plot").long("plot").value_name("FILE").value_parser(value_parser!(PathBuf));
    let plot = plot.help("Draw the learning curve, as .svg or .png");
    let command = if entry.measure.is_some() { command.arg(plot) } else { command };
    let threads = Arg::new("threads").long("threads").value_name("N").value_parser(numbers::count::<usize>);
    let threads = threads.help("The number of threads [default: cores]");
    let command = if entry.parallel { command.arg(threads) } else { command };
    // Last, because groups of options set a description too.
    let resuming = if entry.resumes { " Ctrl-C saves what was learnt, and the same command resumes." } else { "" };
    let plays = format!("`{}` plays by the model.", entry.player);
    let details = format!("{}\n\n{} {plays}{resuming}", entry.summary, entry.details);
    command.about(entry.summary).long_about(details)
}

impl Args {
    /// The lesson that the options ask for.
    pub fn new(entry: &'static Entry, matches: &ArgMatches) -> Result<Args, clap::Error> {
        let settings = options::settings(entry, matches)?;
        let teacher = (entry.build)(&settings).map_err(usage_error)?;
        let path = |name: &str| matches.try_get_one::<PathBuf>(name).ok().flatten().cloned();
        let games = match entry.data {
            Data::Boards | Data::SelfPlay => None,
            Data::Games | Data::GamesOrSelfPlay => Some(Games::from_arg_matches(matches)?),
        };
        if let Some(games) = &games {
            match (teacher.plays(), games.is_given()) {
                (true, true) => return Err(usage_error("give game records or --self-play, but not both")),
                (false, false) => return Err(usage_error("give game records to learn from, or --self-play PLAYER")),
                _ => {}
            }
        }
        Ok(Args {
            entry,
            teacher,
            games,
            library: path("library"),
            out: path("out").unwrap_or_default(),
            force: if entry.resumes { Force { force: false } } else { Force::from_arg_matches(matches)? },
            plot: path("plot"),
            threads: matches.try_get_one("threads").ok().flatten().copied(),
            settings,
        })
    }

    /// The claim on the model file, which is none of the files that the lesson reads.
    fn output(&self) -> Result<Output> {
        let models = self.settings.iter().filter(|(param, _)| param.role == Some(Role::Model));
        let models: Vec<PathBuf> = models.map(|(_, value)| value.to_string().into()).collect();
        let games = self.games.iter().flat_map(Games::paths);
        let inputs = games.chain(&self.library).chain(&models);
        match self.entry.resumes {
            true => output::resumable(&self.out, inputs),
            false => self.force.check(&self.out, Kind::Model, inputs),
        }
    }

    /// The library that was named, or the embedded one, with its name.
    fn library(&self) -> Result<Option<(Arc<Library>, String)>> {
        if self.entry.data != Data::Boards {
            return Ok(None);
        }
        let Some(path) = &self.library else {
            return Ok(Some((Library::embedded().clone(), "the embedded library".to_string())));
        };
        let read = Library::read(&file::load(path)?);
        let library = read.with_context(|| format!("{} is not a library", path.display()))?;
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let name = format!("{name} ({})", library.about().source);
        Ok(Some((Arc::new(library), name)))
    }
}

pub fn run(mut args: Args) -> Result<()> {
    let output = args.output()?;
    output::picture(args.plot.as_ref())?;
    let stop = Stop::new();
    interrupt::save_on_interrupt(&stop);
    let mut line = ProgressLine::new();
    let library = args.library()?;
    let (games, read) = match &args.games {
        Some(games) if !args.teacher.plays() => games.read(&mut line, &stop, |outcome| args.teacher.admits(outcome))?,
        _ => Default::default(),
    };
    let data = library.as_ref().map_or(read, |(_, name)| name.clone());
    let begun = Instant::now();
    let (mut last, mut pace): (Option<String>, Option<(u64, u64, Pace)>) = (None, None);
    let mut printed = Ok(());
    let mut report = |progress: Progress<'_>| {
        last = Some(format!("{} of {} {}", progress.done, progress.total, progress.unit));
        if progress.lasting {
            let line = writeln!(io::stdout(), "{}", progress.note);
            printed = std::mem::replace(&mut printed, Ok(())).and(line);
            return;
        }
        // Each stage of a lesson has its own total and its own pace.
        let Progress { done, total, .. } = progress;
        let (before, _, pace) = match &mut pace {
            Some(pace) if pace.0 <= done && pace.1 == total => pace,
            pace => pace.insert((done, total, Pace::new(Some(total), done.saturating_sub(1)))),
        };
        *before = done;
        pace.set(done, Some(total));
        line.update(|| format!("{progress}{}", pace.rest()));
    };
    let taught = args.teacher.teach(&mut Training {
        games: &games,
        boards: library.as_ref().map(|(library, _)| library.as_ref()),
        own_games: args.games.as_ref().and_then(Games::limit),
        origin: args.entry.origin(&data, &args.settings)?,
        checkpoint: Checkpoint::new(&output),
        maker: &AllPlayers,
        threads: args.threads.unwrap_or_else(|| std::thread::available_parallelism().map_or(1, usize::from)),
        stop: &stop,
        report: &mut report,
    })?;
    if let (Some(last), Some(_)) = (&last, &pace) {
        line.finish(last);
    }
    printed?;
    let after = last.map(|done| format!(" after {done}")).unwrap_or_default();
    finish(&args, &taught, &output, begun, &after)
}

/// Saves the model and the picture, and prints what they are.
fn finish(args: &Args, taught: &Taught, output: &Output, begun: Instant, after: &str) -> Result<()> {
    let name = args.out.display();
    let Some(model) = &taught.model else { interrupted!("interrupted{after}: nothing is saved") };
    output.write(model)?;
    writeln!(io::stdout(), "{name}: {}, {:.1} s", taught.summary, begun.elapsed().as_secs_f64())?;
    if let (Some(plot), Some(measure)) = (&args.plot, args.entry.measure) {
        output::draw(plot, &chart(measure, taught).svg())?;
    }
    match (taught.complete, args.entry.resumes) {
        (true, _) => Ok(()),
        (false, true) => interrupted!("interrupted{after}; the same command resumes {name}"),
        (false, false) => interrupted!("interrupted{after}; {name} holds what was learnt until then"),
    }
}
