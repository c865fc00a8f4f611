//! The teacher `library`: collects boards from records or self-play, and then plays games from them.

use goban::Outcome;
use models::file::ModelError;
use models::library::{About, Library, Sample};
use player::{Spec, parameters};

use super::{Collector, Sampling, SelfPlay, self_play, simulate};
use crate::teacher::{Data, Entry, Progress, Taught, TeachError, Teacher, Training, size_in_words};

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "library",
    summary: "Collect boards with their win rates, from game records or from self-play",
    details: "The library of Ying's Distance AI (2009). A board has the results of the games that it occurs in, in all \
              symmetries and with exchanged colours; with --simulations, the results of games that a fast player \
              plays from it. `ponnuki learn genetic` learns from it. The same command with the same seed makes the \
              same file, on any number of threads.",
    data: Data::GamesOrSelfPlay,
    player: "distance:library=FILE",
    resumes: true,
    extends: &[],
    parallel: true,
    measure: None,
    params: Params::PARAMS,
    build: |settings| match Params::read(settings) {
        params if params.komi != 0.0 && params.self_play.is_none() && params.simulations == 0 => {
            Err(TeachError::Conflict("library's komi has no effect without self-play or simulations".to_string()))
        }
        params => Ok(Box::new(params)),
    },
};

parameters! {
    /// Which boards are collected, and from which games.
    pub struct Params {
        /// the player that plays the games against itself, instead of reading records
        pub self_play: Spec = "";
        /// the most boards, sampled at random
        pub boards: usize = 20000, in 1..=1_000_000_000;
        /// take one board of this many moves of a game
        pub every: usize = 1, in 1..=1000;
        /// the size of the board
        pub size: usize = 9, in 2..=19;
        /// the games that are played from each board for its win rate; 0 uses the results of its own games
        pub simulations: u32 = 0, in 0..=1_000_000;
        /// the player of these games
        pub simulator: Spec = "random", unless simulations "0";
        /// the komi of games that are played here
        pub komi: f32 = 0, in -1000.0..=1000.0;
        /// the seed of the sample and of all games
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

/// The number of games of self-play, unless another number is given.
const GAMES: u64 = 1000;
/// The games or boards after which the time since the last save is checked.
const PORTION: u64 = 100;

impl Teacher for Params {
    fn admits(&self, outcome: Option<Outcome>) -> bool {
        !matches!(outcome, None | Some(Outcome::Void))
    }

    fn plays(&self) -> bool {
        self.self_play.is_some()
    }

    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let own_games = training.own_games.unwrap_or(GAMES);
        if self.plays() {
            training.origin += &format!(" games={own_games}");
        }
        let known: Option<Library> = training.checkpoint.resume(&training.origin)?;
        let mut collector = match &known {
            Some(known) => Collector::resume(self.sampling(), known),
            None => Collector::new(self.sampling()),
        };
        match &self.self_play {
            Some(player) => self.play(player, own_games, &mut collector, training)?,
            None => collect(&mut collector, training),
        }
        if collector.is_empty() && training.stop.is_stopped() {
            return Ok(Taught::default());
        }
        if collector.is_empty() {
            return Err(TeachError::Data(format!("no game has a board of {0}x{0}", self.size)));
        }
        let library = self.simulate(&collector, known.map_or(0, |known| known.about().simulated), training)?;
        let (model, samples) = (library.write(), library.samples());
        let games: u64 = samples.iter().map(|sample| u64::from(sample.games)).sum();
        let mean = games as f64 / samples.len().max(1) as f64;
        let summary = format!("{} boards of {mean:.1} games each, {}", samples.len(), size_in_words(model.len()));
        Ok(Taught { model: Some(model), complete: !training.stop.is_stopped(), summary, ..Taught::default() })
    }
}

/// Collects boards from records.
fn collect(collector: &mut Collector, training: &mut Training<'_>) {
    let total = training.games.len() as u64;
    for game in training.games.iter().skip(collector.games() as usize) {
        if training.stop.is_stopped() {
            return;
        }
        collector.add(game, game.outcome().and_then(|outcome| outcome.winner()));
        let note = format_args!("{} boards", collector.len());
        (training.report)(Progress::new("games", collector.games(), total, note));
    }
}

impl Params {
    fn sampling(&self) -> Sampling {
        let &Params { size, boards, every, seed, .. } = self;
        Sampling { size, boards, every, seed }
    }

    /// A library of these boards, the first of which were simulated.
    fn library(&self, samples: &[Sample], games: u64, simulated: usize, origin: &str) -> Result<Library, ModelError> {
        let (source, version) = (origin.to_string(), version::version().to_string());
        let about = About { source, games, simulated: simulated as u64, version };
        Library::new(self.size, samples.to_vec(), about)
    }

    /// Collects boards from games of a player against itself.
    fn play(
        &self,
        player: &Spec,
        games: u64,
        collector: &mut Collector,
        training: &mut Training<'_>,
    ) -> Result<(), TeachError> {
        let Training { origin, checkpoint, maker, threads, stop, report, .. } = training;
        let terms = SelfPlay { maker: *maker, player, komi: self.komi, seed: self.seed, threads: *threads };
        while collector.games() < games && !stop.is_stopped() {
            let end = games.min(collector.games() + PORTION);
            self_play(collector, &self.sampling(), end, &terms, stop, |collector| {
                let note = format_args!("{} boards", collector.len());
                report(Progress::new("games", collector.games(), games, note));
            })?;
            if checkpoint.is_due() && !collector.is_empty() {
                let library = self.library(&collector.samples(), collector.games(), 0, origin)?;
                checkpoint.save(&library.write())?;
            }
        }
        Ok(())
    }

    /// Plays games from each board, except the first ones that an earlier run has done.
    fn simulate(
        &self,
        collector: &Collector,
        simulated: u64,
        training: &mut Training<'_>,
    ) -> Result<Library, TeachError> {
        let Training { origin, checkpoint, maker, threads, stop, report, .. } = training;
        let (mut samples, games) = (collector.samples(), collector.games());
        let (Some(player), 1..) = (&self.simulator, self.simulations) else {
            return Ok(self.library(&samples, games, 0, origin)?);
        };
        let terms = SelfPlay { maker: *maker, player, komi: self.komi, seed: self.seed, threads: *threads };
        let mut done = simulated as usize;
        while done < samples.len() && !stop.is_stopped() {
            let end = samples.len().min(done + PORTION as usize);
            done += simulate(&mut samples[done..end], self.size, self.simulations, &terms, stop, |_| {})?;
            report(Progress::new("boards", done as u64, samples.len() as u64, format_args!("simulated")));
            if checkpoint.is_due() {
                checkpoint.save(&self.library(&samples, games, done, origin)?.write())?;
            }
        }
        Ok(self.library(&samples, games, done, origin)?)
    }
}
