//! `partner`: an opponent at the level of your choice.
//!
//! Weak levels draw their moves as the network finds them likely, the weaker the more freely, so that they go wrong as
//! people do: by plausible moves that are not the best. Strong ones search a little. How each does against the next was
//! measured on each size of board (docs/players.md); that these steps are those of people's ranks is an estimate.

use goban::{Game, Move, PointMap};
use player::{Budget, Choice, ChoiceOf, Entry, Failure, Maker, Player, Spec, SpecError, Stop, parameters};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "partner",
    summary: "an opponent at the level of your choice, whose mistakes are like those of people",
    params: Params::PARAMS,
    build: |settings, maker| {
        let Params { level: Level(level) } = Params::read(settings);
        let ways = LADDER[level].map(|way| way.player(maker)).into_iter().collect::<Result<_, _>>()?;
        Ok(Box::new(Partner { ways, elsewhere: LADDER[level][0].elsewhere(maker)? }))
    },
};

parameters! {
    /// How strong it is.
    pub struct Params {
        /// its strength, as a rank
        pub level: Level = "10k";
    }
}

/// The levels, from the weakest to the strongest.
pub const LEVELS: [&str; 12] = ["30k", "25k", "20k", "15k", "10k", "8k", "6k", "4k", "2k", "1d", "3d", "5d"];

/// The index of a level in [`LEVELS`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level(usize);

impl ChoiceOf for Level {
    const WORDS: &'static [&'static str] = &LEVELS;

    fn from_word(word: &str) -> Level {
        Level(LEVELS.iter().position(|&level| level == word).unwrap_or_default())
    }
}
/// The sizes of the boards on which they were measured.
const SIZES: [usize; 3] = [9, 13, 19];

/// The shortest specification of the partner of a level.
pub fn at(level: &str) -> String {
    if level == Params::PARAMS[0].default { ENTRY.name.to_string() } else { format!("{}:level={level}", ENTRY.name) }
}

/// How a level plays.
#[derive(Clone, Copy)]
enum Way {
    /// Draws moves by how likely they are, at this temperature.
    Draws(f32),
    /// Searches this number of positions.
    Searches(u32),
}

use Way::{Draws, Searches};

/// The ways of the levels on the [`SIZES`].
const LADDER: [[Way; 3]; LEVELS.len()] = [
    [Draws(4.4), Draws(1.76), Draws(1.78)],
    [Draws(3.1), Draws(1.57), Draws(1.64)],
    [Draws(2.35), Draws(1.38), Draws(1.47)],
    [Draws(1.7), Draws(1.21), Draws(1.25)],
    [Draws(1.2), Draws(1.01), Draws(0.99)],
    [Draws(1.0), Draws(0.9), Draws(0.9)],
    [Draws(0.8), Draws(0.76), Draws(0.77)],
    [Draws(0.6), Draws(0.66), Draws(0.66)],
    [Draws(0.34), Draws(0.53), Draws(0.53)],
    [Searches(6), Draws(0.3), Draws(0.3)],
    [Searches(16), Searches(11), Searches(7)],
    [Searches(128), Searches(42), Searches(14)],
];

impl Way {
    /// The player who plays like this.
    fn player(self, maker: &dyn Maker) -> Result<Box<dyn Player>, SpecError> {
        let spec = match self {
            // People do not play moves a thousand times less likely than the best one.
            Draws(temperature) => format!("net:temperature={temperature},least=0.001"),
            Searches(playouts) => format!("mcts:model=small,playouts={playouts},variety=0.5"),
        };
        maker.make(&spec.parse::<Spec>()?)
    }

    /// The player where no network was taught: playouts cost a search by them a twentieth of what evaluations cost.
    fn elsewhere(self, maker: &dyn Maker) -> Result<Box<dyn Player>, SpecError> {
        match self {
            Draws(_) => self.player(maker),
            Searches(evaluations) => {
                maker.make(&format!("rave:playouts={},variety=0.5", 20 * evaluations).parse::<Spec>()?)
            }
        }
    }
}

struct Partner {
    /// Who plays on each of the sizes.
    ways: Vec<Box<dyn Player>>,
    /// Who plays on smaller boards, and by rules without passing.
    elsewhere: Box<dyn Player>,
}

impl Partner {
    /// Who plays on the size that is nearest.
    fn player(&mut self, game: &Game) -> &mut dyn Player {
        let nearest = (0..SIZES.len()).min_by_key(|&size| SIZES[size].abs_diff(game.size())).unwrap_or_default();
        let way = &mut self.ways[nearest];
        if way.refuses(game).is_none() { way.as_mut() } else { self.elsewhere.as_mut() }
    }

    fn everybody(&mut self) -> impl Iterator<Item = &mut Box<dyn Player>> {
        self.ways.iter_mut().chain([&mut self.elsewhere])
    }
}

impl Player for Partner {
    /// A level is as strong with more time as with less.
    fn choose(&mut self, game: &Game, _: Budget, stop: &Stop) -> Result<Choice, Failure> {
        self.player(game).choose(game, Budget::default(), stop)
    }

    fn observe(&mut self, game: &Game, played: Move) {
        self.player(game).observe(game, played);
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        self.player(game).rank(game, values)
    }

    fn reset(&mut self, seed: u64) {
        self.everybody().for_each(|player| player.reset(seed));
    }

    fn clean_up(&mut self, on: bool) {
        self.everybody().for_each(|player| player.clean_up(on));
    }
}
