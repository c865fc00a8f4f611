//! `heavy-mc`: flat Monte Carlo whose games are played by other players.
//!
//! The "Heavy Monte-Carlo AI" of Ying's "Artificial Intelligence for Go" (2009, section 5), whose playouts were moves
//! of her Greedy Randomized AI. Here any player can be plugged in, and another one for the opponent's moves: Ying
//! wondered what knowing the opponent's way to play would do. Every move of a playout is a move of a [`Game`], which is
//! slow, as hers was.

use goban::{Color, Game, Illegal, Move, Outcome, PointSet, score};
use player::{Budget, Entry, Failure, FailureKind, Forfeit, Player, Rng, SpecError, parameters};

use crate::flat::{Flat, Playout, lead};
use crate::pace::Pace;
use crate::seed::SeedParams;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "heavy-mc",
    summary: "flat Monte Carlo with games between other players",
    params: Params::PARAMS,
    build: |settings, maker| {
        let Params { policy, opponent, games, depth, longest, seed } = Params::read(settings);
        let Some(policy) = policy else {
            let reason = "it needs a player for its games, as in heavy-mc:policy=greedy-random".to_string();
            return Err(SpecError::Unavailable { player: ENTRY.name.to_string(), reason });
        };
        let heavy =
            Heavy { us: maker.make(&policy)?, them: maker.make(opponent.as_ref().unwrap_or(&policy))?, longest };
        Ok(Box::new(Flat::new(games, depth, seed, heavy)))
    },
};

parameters! {
    /// The games that it plays, and who plays them.
    pub struct Params {
        /// the player of the games
        pub policy: Spec = "greedy-random";
        /// the player of the opponent's moves in them; nobody for the same as policy
        pub opponent: Spec = "";
        /// games for each legal move where no budget is given
        pub games: u64 = 10, in 1..=1_000_000;
        /// the number of moves of each game that are stored in the tree
        pub depth: usize = 4, in 1..=10_000;
        /// moves per point of the board after which a game is cut off
        pub longest: usize = 3, in 1..=100;
        ..seed: SeedParams;
    }
}

/// Games between two players.
struct Heavy {
    us: Box<dyn Player>,
    them: Box<dyn Player>,
    longest: usize,
}

impl Playout for Heavy {
    fn play_out(
        &mut self,
        game: &Game,
        first: Move,
        _: &mut Rng,
        moves: &mut Vec<Move>,
        pace: &Pace,
    ) -> Result<Option<f32>, Failure> {
        let us = game.to_play();
        let mut game = game.clone();
        game.play(first).map_err(|reason| illegal(&game, first, reason))?;
        let start = *game.board();
        let last = game.move_number() + self.longest * game.size() * game.size();
        while !game.is_over() && game.move_number() < last {
            let player = if game.to_play() == us { &mut self.us } else { &mut self.them };
            let mv = player.choose(&game, Budget::default(), &pace.stop)?.mv;
            if pace.is_up() {
                return Ok(None);
            }
            game.play(mv).map_err(|reason| illegal(&game, mv, reason))?;
            moves.push(mv);
        }
        if let Some(Outcome::Resignation(winner)) = game.outcome(&PointSet::new()) {
            return Ok(Some(if winner == Color::Black { f32::INFINITY } else { f32::NEG_INFINITY }));
        }
        let area = score::area(game.board(), &PointSet::new()).margin();
        Ok(Some(lead(&game, &start, game.board(), area)))
    }

    fn reset(&mut self, seed: u64) {
        let mut seeds = Rng::new(seed);
        self.us.reset(seeds.next_u64());
        self.them.reset(seeds.next_u64());
    }
}

/// Only a player that drives another program can do such a thing.
fn illegal(game: &Game, mv: Move, reason: Illegal) -> Failure {
    let forfeit = Forfeit::illegal(mv, game.size(), reason);
    Failure::new(FailureKind::Garbage, format!("in a playout of heavy-mc, {forfeit}"))
}
