//! `heavy-mc`: flat Monte Carlo whose games are played by other players.
//!
//! The "Heavy Monte-Carlo AI" of Ying's "Artificial Intelligence for Go" (2009, section 5), whose playouts were moves
//! of her Greedy Randomized AI. Here any player can be plugged in, and another one for the opponent's moves: Ying
//! wondered what knowing the opponent's way to play would do. Every move of a playout is a move of a [`Game`], which is
//! slow, as hers was.

use goban::{Color, Game, Illegal, Move, Outcome, PointSet, score};
use player::{Budget, Entry, Failure, FailureKind, Forfeit, Param, Player, Rng, SpecError};

use crate::flat::{Flat, Playout, lead};
use crate::pace::Pace;

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "heavy-mc",
    summary: "like naive-mc, with games that are played by other players",
    params: &[
        Param::player("policy", "greedy-random", "who plays the games"),
        Param::player("opponent", "", "who plays the opponent's moves in them; nobody for the same as policy"),
        Param::int("games", 1, 1_000_000, "10", "games for each legal move where no budget is given"),
        Param::int("depth", 1, 10_000, "4", "how many moves of each game go into the tree that is kept"),
        Param::int("longest", 1, 100, "3", "moves for each point of the board after which a game is cut short"),
        Param::int("seed", 0, i64::MAX, "0", "the seed of every game; 0 takes the one that each game is given"),
    ],
    build: |settings, maker| {
        let Some(policy) = settings.player("policy") else {
            let reason = "say who plays its games, as in heavy-mc:policy=greedy-random".to_string();
            return Err(SpecError::Unavailable { player: "heavy-mc".to_string(), reason });
        };
        let us = maker.make(policy)?;
        let them = maker.make(settings.player("opponent").unwrap_or(policy))?;
        let heavy = Heavy { us, them, longest: settings.int("longest") as usize };
        let (games, depth) = (settings.int("games") as u64, settings.int("depth") as usize);
        Ok(Box::new(Flat::new(games, depth, settings.int("seed") as u64, heavy)))
    },
};

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
