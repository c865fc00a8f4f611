//! The teacher `td`: one network that plays against itself. [`experiment`](super::experiment) makes many such runs.

use std::cell::RefCell;

use models::td::{Network, Representation};
use player::{ChoiceOf, parameters};

use super::run::{Plan, Run};
use super::{Evolution, LearningRule, Selection, sample};
use crate::teacher::{Data, Entry, Measure, Progress, Taught, TeachError, Teacher, Training};

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "td",
    summary: "Train networks for small boards by self-play and temporal differences",
    details: "The experiments of Mayer's \"Board Representations for Neural Go Players Learning by Temporal \
              Difference\" (2007): networks with random weights learn by TD(0) over two moves, and their strength is \
              sampled against three players. The defaults are those of the paper.",
    data: Data::SelfPlay,
    player: "td:net=FILE",
    resumes: false,
    extends: &["games"],
    parallel: false,
    measure: Some(Measure::Strength),
    params: Params::PARAMS,
    build: |settings| {
        let params = Params::read(settings);
        Ok(Box::new(SelfTaught { plan: params.plan(None)?, games: params.games }))
    },
};

parameters! {
    /// How a network learns, and from how many games.
    pub struct Params {
        /// the size of the board
        pub size: usize = 5, in 2..=19;
        /// the inputs of the network
        pub representation: Inputs = "katatsugi";
        /// the weight of the point itself in katatsugi's cross
        pub cross_centre: f32 = 0.2, in -1000.0..=1000.0, when representation "katatsugi";
        /// the weight of each neighbour in katatsugi's cross
        pub cross_beside: f32 = 0.2, in -1000.0..=1000.0, when representation "katatsugi";
        /// the units of each hidden layer, such as 25 or 20,20; empty for those of the paper
        pub hidden: String = "";
        /// how moves are selected while learning
        pub selection: SelectionName = "creative";
        /// the probability of a random move, or the loss of value that a creative move may have
        pub share: f32 = 0.05, in 0.0..=1.0;
        /// the number of games that it learns from
        pub games: u64 = 1000000, in 1..=1_000_000_000_000;
        /// the games between two samples of its strength
        pub every: u64 = 50000, in 1..=1_000_000_000_000;
        /// the games against each opponent in a sample
        pub sample: u32 = 1000, in 1..=1_000_000_000;
        /// the learning rate
        pub rate: f32 = 0.01, in 0.0..=1e6;
        /// the games after which the learning rate is halved; 0 for a constant rate
        pub fade: u64 = 0, in 0..=i64::MAX;
        /// the plies of a difference: 2 compares positions after moves of one player, 1 before and after a move
        pub plies: u32 = 2, in 1..=2;
        /// the rewards at the end: one for each player, or one for the player who moved last
        pub rewards: u32 = 2, in 1..=2;
        /// the share of a difference that reaches earlier positions: TD(lambda)
        pub lambda: f32 = 0, in 0.0..=1.0;
        /// the share of the gradient that the later value takes; 1 is the residual gradient
        pub residual: f32 = 0, in 0.0..=1.0;
        /// whether each position also teaches its eight symmetries
        pub symmetry: bool = false;
        /// the number of networks that evolve together; 1 for none
        pub population: usize = 1, in 1..=1000;
        /// the opponent in trials of a population; each other without one
        pub rival: Spec = "", unless population "1";
        /// the games of a trial
        pub trial: u32 = 20, in 1..=1_000_000, unless population "1";
        /// the standard deviation of mutations
        pub mutation: f32 = 0.02, in 0.0..=1e6, unless population "1";
        /// the seed
        pub seed: u64 = 1, in 0..=i64::MAX;
    }
}

impl Params {
    /// The plan of a run against the opponents of the paper, from random weights or from this network.
    ///
    /// # Errors
    /// If settings contradict each other or the network.
    pub fn plan(&self, from: Option<&Network>) -> Result<Plan, TeachError> {
        let conflict = |reason: String| Err(TeachError::Conflict(reason));
        if self.games < self.every {
            let Params { games, every, .. } = self;
            return conflict(format!("no strength would be sampled in {games} games with every={every}"));
        }
        let representation = self.representation();
        let hidden = match (from, self.hidden()?) {
            (Some(network), None) if network.representation() == representation => network.hidden().to_vec(),
            (Some(network), None) => {
                return conflict(format!(
                    "the network to start from is {}, not {representation}",
                    network.representation()
                ));
            }
            (Some(_), Some(_)) => {
                return conflict("the network to start from has its hidden layers: leave hidden out".to_string());
            }
            (None, None) => representation.hidden(self.size),
            (None, Some(units)) => units,
        };
        let selection = match self.selection {
            SelectionName::Epsilon => Selection::Epsilon(self.share),
            SelectionName::Creative => Selection::Creative(self.share),
        };
        Ok(Plan {
            size: self.size,
            representation,
            hidden,
            rule: LearningRule {
                selection,
                rate: self.rate,
                fade: self.fade,
                plies: self.plies as u8,
                rewards: self.rewards as u8,
                lambda: self.lambda,
                residual: self.residual,
                symmetry: self.symmetry,
                ..LearningRule::default()
            },
            evolution: (self.population > 1).then(|| Evolution {
                population: self.population,
                rival: self.rival.as_ref().map(ToString::to_string),
                games: self.trial,
                mutation: self.mutation,
            }),
            from: from.map(Network::checksum),
            every: self.every,
            sample: self.sample,
            against: sample::PAPER.map(str::to_string).to_vec(),
            seed: self.seed,
        })
    }

    fn representation(&self) -> Representation {
        match self.representation.0 {
            Representation::Katatsugi { .. } => {
                Representation::Katatsugi { centre: self.cross_centre, beside: self.cross_beside }
            }
            other => other,
        }
    }

    /// The units of each hidden layer, if they are given.
    fn hidden(&self) -> Result<Option<Vec<usize>>, TeachError> {
        if self.hidden.is_empty() {
            return Ok(None);
        }
        let units = |text: &str| text.trim().parse().ok().filter(|units| (1..=4096).contains(units));
        let layers: Option<Vec<usize>> = self.hidden.split(',').map(units).collect();
        let text = &self.hidden;
        let expected = "expected units of layers such as 25 or 20,20, up to 4096";
        layers.map(Some).ok_or_else(|| TeachError::Conflict(format!("td cannot have hidden={text}: {expected}")))
    }
}

/// A representation with its usual weights, by name.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Inputs(Representation);

impl ChoiceOf for Inputs {
    const WORDS: &'static [&'static str] = &["koten", "roban", "katatsugi"];

    fn from_word(word: &str) -> Inputs {
        Inputs(word.parse().unwrap_or(Representation::KATATSUGI))
    }
}

/// How moves are selected, by name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SelectionName {
    /// [`Selection::Epsilon`].
    Epsilon,
    /// [`Selection::Creative`].
    Creative,
}

impl ChoiceOf for SelectionName {
    const WORDS: &'static [&'static str] = &["epsilon", "creative"];

    fn from_word(word: &str) -> SelectionName {
        if word == "epsilon" { SelectionName::Epsilon } else { SelectionName::Creative }
    }
}

/// One run.
struct SelfTaught {
    plan: Plan,
    games: u64,
}

impl Teacher for SelfTaught {
    fn plays(&self) -> bool {
        true
    }

    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let Training { maker, stop, report, .. } = training;
        let plan = &self.plan;
        let total = self.games / plan.every * plan.every;
        let mut opponents = plan.opponents(*maker)?;
        let mut run = Run::new(plan, 1, None);
        let report = RefCell::new(report);
        while run.games() < total {
            let before = run.games();
            let on_the_way = |done: u64| {
                let progress = Progress::new("games", before + done, total, format_args!(""));
                report.borrow_mut()(progress);
            };
            if !run.advance(&mut opponents, *maker, stop, &on_the_way)? {
                break;
            }
            if let Some(sample) = run.samples.last() {
                let strength = sample.strength();
                let note = format_args!("strength {strength:.3}");
                let point = Some((sample.games as f64, strength));
                report.borrow_mut()(Progress { point, ..Progress::new("games", run.games(), total, note) });
            }
        }
        let strength = run.samples.iter().map(|sample| (sample.games as f64, sample.strength())).collect();
        let summary = match run.samples.last() {
            Some(last) => format!("{}, {} games, strength {:.3}", plan.representation, run.games(), last.strength()),
            None => String::new(),
        };
        Ok(Taught {
            model: (run.games() > 0).then(|| run.model()),
            complete: run.games() >= total,
            summary,
            curves: vec![("strength", strength)],
        })
    }
}
