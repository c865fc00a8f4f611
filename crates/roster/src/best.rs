//! `best`: the strongest player for the board and the rules at hand: `mcts` where networks were taught, `rave`
//! elsewhere.

use std::time::Duration;

use goban::{Game, Move, PointMap};
use player::{Analysis, Budget, Choice, Entry, Failure, Player, Restrictions, Settings, SpecError, Stop, parameters};

use crate::engine::EngineParams;
use crate::{mcts, rave};

parameters! {
    /// What both have in common.
    pub struct Params {
        ..engine: EngineParams;
    }
}

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "best",
    summary: "the strongest player for the board and the rules: mcts or rave",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { engine } = Params::read(settings);
        let (mcts, rave) = (by_default(mcts::ENTRY)?, by_default(rave::ENTRY)?);
        let mcts = mcts::new(mcts::Params { engine: engine.clone(), ..mcts::Params::read(&mcts) })?;
        let rave = rave::new(rave::Params { engine, ..rave::Params::read(&rave) })?;
        Ok(Box::new(Best { mcts: Box::new(mcts), rave: Box::new(rave) }))
    },
};

fn by_default(entry: Entry) -> Result<Settings, SpecError> {
    Settings::resolve(&entry.name.parse()?, entry.params)
}

struct Best {
    mcts: Box<dyn Player>,
    rave: Box<dyn Player>,
}

impl Best {
    fn player(&mut self, game: &Game) -> &mut dyn Player {
        if self.mcts.refuses(game).is_none() { self.mcts.as_mut() } else { self.rave.as_mut() }
    }

    fn both(&mut self) -> [&mut Box<dyn Player>; 2] {
        [&mut self.mcts, &mut self.rave]
    }
}

impl Player for Best {
    fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.player(game).choose(game, budget, stop)
    }

    fn analyse(
        &mut self,
        game: &Game,
        budget: Budget,
        stop: &Stop,
        every: Duration,
        report: &mut dyn FnMut(&Analysis),
    ) -> Result<Choice, Failure> {
        self.player(game).analyse(game, budget, stop, every, report)
    }

    fn restrict(&mut self, restrictions: &Restrictions) -> bool {
        self.both().into_iter().all(|player| player.restrict(restrictions))
    }

    fn observe(&mut self, game: &Game, played: Move) {
        self.player(game).observe(game, played);
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.player(game).rank(game, values)
    }

    fn reset(&mut self, seed: u64) {
        self.both().into_iter().for_each(|player| player.reset(seed));
    }

    fn clean_up(&mut self, on: bool) {
        self.both().into_iter().for_each(|player| player.clean_up(on));
    }
}
