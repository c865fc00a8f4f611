//! `ponnuki learn library`: boards with their win rates.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::learn::library::{Collector, Settings, Terms, self_play, simulate};
use anyhow::{Context, Result, bail};
use files::Output;
use goban::Outcome;
use kifu::corpus::Filter;
use models::file;
use models::library::{About, Library, Sample};
use player::{Spec, Stop};

use super::games::{Games, Telling};
use crate::everyone::Everyone;
use crate::interrupt;
use crate::interrupt::interrupted;
use crate::numbers;
use crate::options;
use crate::output;
use crate::progress::Pace;

/// Collect boards with their win rates, from game records or from self-play
///
/// The library of Ying's Distance AI (2009): `distance:library=FILE` plays by it, and `ponnuki learn genetic` learns
/// from it. A board is worth what became of the games that it comes from, turned boards and exchanged colours being the
/// same; with --simulations, what comes of games that a quick player plays from there. The same command with the same
/// seed makes the same file, whatever the number of threads. Ctrl-C keeps what there is, and the same command goes on
/// with it.
#[derive(clap::Args)]
pub struct Args {
    /// Files, folders and archives of game records
    #[arg(required_unless_present = "self_play")]
    games: Vec<PathBuf>,
    /// Only games for which this holds, such as size=9, date=..2023, id!=quest; may be given more than once
    #[arg(long, value_name = "KEY=VALUE", conflicts_with = "self_play")]
    filter: Vec<Filter>,
    /// Use no more than so many games; of self-play, so many [default: all; 1000]
    #[arg(long = "games", value_name = "N", value_parser = numbers::count::<usize>)]
    most: Option<usize>,
    /// Have this player play against itself instead of reading games
    #[arg(long, value_name = "PLAYER", conflicts_with = "games")]
    self_play: Option<Spec>,
    /// Where the library goes; if it is there already and was made by the same command, it is gone on with
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// How many boards are kept, at most, drawn by lot
    #[arg(long, value_name = "N", default_value_t = 20_000, value_parser = numbers::count::<usize>)]
    boards: usize,
    /// Take one board out of so many moves of a game
    #[arg(long, value_name = "MOVES", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// The size of the board
    #[arg(long, value_name = "N", default_value = "9", value_parser = options::size)]
    size: usize,
    /// Play so many games from each board for its win rate; 0 takes the results of the games that it comes from
    #[arg(long, value_name = "N", default_value_t = 0)]
    simulations: u32,
    /// Who plays these games
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    simulator: Spec,
    /// What White is given in games that are played here
    #[arg(long, value_name = "POINTS", default_value = "0", value_parser = options::komi, allow_negative_numbers = true)]
    komi: f32,
    /// Decides what is drawn by lot, and how games are played
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// On how many threads games are played [default: cores]
    #[arg(long, value_name = "N", value_parser = numbers::count::<usize>)]
    threads: Option<usize>,
}

/// How often what there is is written, when it takes long.
const SAVE: Duration = Duration::from_secs(60);
/// How many boards are played out before it is seen whether it is time to write.
const PORTION: usize = 100;

pub fn run(args: Args) -> Result<()> {
    let output = output::resumable(&args.out, &args.games)?;
    let mut work = Work { telling: Telling::new(), stop: Stop::new(), saved: Instant::now(), output, args };
    interrupt::keep_what_there_is(&work.stop);
    let begun = Instant::now();
    let library = work.make()?;
    let (name, samples) = (work.args.out.display(), library.samples());
    let bytes = library.write();
    work.output.write(&bytes)?;
    let games: u64 = samples.iter().map(|sample| u64::from(sample.games)).sum();
    let mean = games as f64 / samples.len().max(1) as f64;
    let (size, time) = (bytes.len() as f64 / 1024.0, begun.elapsed().as_secs_f64());
    let boards = samples.len();
    writeln!(io::stdout().lock(), "{name}: {boards} boards of {mean:.1} games each, {size:.0} KiB, {time:.1} s")?;
    if work.stop.is_stopped() {
        interrupted!("stopped before the end; {name} has what there is, and the same command goes on");
    }
    Ok(())
}

struct Work {
    args: Args,
    telling: Telling,
    stop: Stop,
    saved: Instant,
    output: Output,
}

impl Work {
    fn settings(&self) -> Settings {
        let Args { size, boards, every, seed, .. } = self.args;
        Settings { size, boards, every: every as usize, seed }
    }

    fn terms<'a>(&self, player: &'a Spec) -> Terms<'a> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let Args { komi, seed, threads, .. } = self.args;
        Terms { maker: &Everyone, player, komi, seed, threads: threads.unwrap_or(cores) }
    }

    fn make(&mut self) -> Result<Library> {
        let (collector, source) = match self.args.self_play.clone() {
            Some(player) => self.play(&player)?,
            None => self.read()?,
        };
        let Args { size, simulations, .. } = self.args;
        let about = |simulated: usize| About {
            source: source.clone(),
            games: collector.games(),
            simulated: simulated as u64,
            version: version::version().to_string(),
        };
        if collector.is_empty() && self.stop.is_stopped() {
            interrupted!("stopped before the first board: nothing was written");
        }
        if collector.is_empty() {
            bail!("there is no board of {size}x{size} in these games");
        }
        let mut samples = collector.samples();
        if simulations == 0 {
            return Ok(Library::new(size, samples, about(0))?);
        }
        let mut done = self.known(&source)?.map_or(0, |library| library.about().simulated as usize);
        let mut pace = Pace::new(Some(samples.len() as u64), done as u64);
        while done < samples.len() && !self.stop.is_stopped() {
            let end = samples.len().min(done + PORTION);
            done += self.simulate(&mut samples[done..end])?;
            pace.set(done as u64, Some(samples.len() as u64));
            self.telling.say(|| format!("{done} of {} boards played out{}", samples.len(), pace.rest()));
            if self.saved.elapsed() > SAVE {
                self.save(&Library::new(size, samples.clone(), about(done))?)?;
            }
        }
        self.telling.end(&format!("{done} of {} boards played out", samples.len()));
        Ok(Library::new(size, samples, about(done))?)
    }

    /// Collects boards out of records.
    fn read(&mut self) -> Result<(Collector, String)> {
        let Args { games, filter, most, .. } = &self.args;
        let games = Games::new(games.clone(), filter.clone(), *most);
        let mut winners = Vec::new();
        let is_decided = |record: &kifu::Record| match record.header.info.outcome() {
            None | Some(Outcome::Void) => false,
            Some(outcome) => {
                winners.push(outcome.winner());
                true
            }
        };
        let (lessons, source) = games.read_those(&mut self.telling, &self.stop, is_decided)?;
        let source = format!("{source} {}", self.manner());
        let mut collector = self.begin(&source)?;
        let mut pace = Pace::new(Some(lessons.len() as u64), collector.games());
        for (lesson, winner) in lessons.iter().zip(winners).skip(collector.games() as usize) {
            if self.stop.is_stopped() {
                break;
            }
            collector.add(lesson, winner);
            pace.add(1);
            self.telling.say(|| format!("{}, {} boards{}", pace.count(), collector.len(), pace.rest()));
        }
        self.telling.end(&format!("{}, {} boards", pace.count(), collector.len()));
        Ok((collector, source))
    }

    /// Collects boards out of games that a player plays against itself.
    fn play(&mut self, player: &Spec) -> Result<(Collector, String)> {
        let games = self.args.most.unwrap_or(1000) as u64;
        let source = format!("self-play={player} games={games} komi={} {}", self.args.komi, self.manner());
        let mut collector = self.begin(&source)?;
        let (settings, terms) = (self.settings(), self.terms(player));
        let mut pace = Pace::new(Some(games), collector.games());
        while collector.games() < games && !self.stop.is_stopped() {
            let end = games.min(collector.games() + PORTION as u64);
            let (telling, stop) = (&mut self.telling, &self.stop);
            self_play(&mut collector, &settings, end, &terms, stop, |collector| {
                pace.add(1);
                telling.say(|| format!("{}, {} boards{}", pace.count(), collector.len(), pace.rest()));
            })?;
            if self.saved.elapsed() > SAVE && !collector.is_empty() {
                let about = About { source: source.clone(), games: collector.games(), ..About::default() };
                self.save(&Library::new(self.args.size, collector.samples(), about)?)?;
            }
        }
        self.telling.end(&format!("{}, {} boards", pace.count(), collector.len()));
        Ok((collector, source))
    }

    fn simulate(&self, samples: &mut [Sample]) -> Result<usize> {
        let Args { size, simulations, simulator, .. } = &self.args;
        Ok(simulate(samples, *size, *simulations, &self.terms(simulator), &self.stop, |_| {})?)
    }

    /// How the boards are made, in words.
    fn manner(&self) -> String {
        let Args { boards, every, simulations, simulator, komi, seed, .. } = &self.args;
        let mut manner = format!("boards={boards} every={every} seed={seed}");
        if *simulations > 0 {
            manner += &format!(" simulations={simulations} simulator={simulator} komi={komi}");
        }
        manner
    }

    /// Begins with nothing, or with what an earlier run of the same command has left.
    fn begin(&self, source: &str) -> Result<Collector> {
        let known = self.known(source)?;
        Ok(known.map_or_else(|| Collector::new(self.settings()), |known| Collector::resume(self.settings(), &known)))
    }

    /// What an earlier run of the same command has left.
    fn known(&self, source: &str) -> Result<Option<Library>> {
        let out = &self.args.out;
        if !out.exists() {
            return Ok(None);
        }
        let read = Library::read(&file::load(out)?);
        let library = read.with_context(|| format!("{} is there already and cannot be gone on with", out.display()))?;
        if (library.size(), library.about().source.as_str()) != (self.args.size, source) {
            let name = out.display();
            bail!(
                "{name} is there already and was made otherwise (from {}): give another name",
                library.about().source
            );
        }
        Ok(Some(library))
    }

    fn save(&mut self, library: &Library) -> Result<()> {
        self.saved = Instant::now();
        Ok(self.output.write(&library.write())?)
    }
}
