//! Swiss pairing by the Monrad system: the players are ordered by points, and each is paired with the next one below
//! that it has not met.
//!
//! With an odd number of players, the last one without a bye gets a bye and a point. If no pairing without rematches is
//! left, players meet again.

use crate::ledger::ResultRow;

/// What is known of the players, by their numbers in the file.
pub(super) struct Table {
    players: Vec<Player>,
}

#[derive(Clone, Default)]
struct Player {
    /// A round gives one point, shared by the games of a pair.
    points: f64,
    met: Vec<usize>,
    sat_out: bool,
    blacks: i64,
}

/// The number of pairings tried before rematches are allowed.
const PATIENCE: usize = 100_000;

impl Table {
    /// Before the first round.
    pub(super) fn new(players: usize) -> Table {
        Table { players: vec![Player::default(); players] }
    }

    /// The pairs of the next round; of each, the first plays Black first. The player left over gets a point.
    pub(super) fn pair(&mut self) -> Vec<[usize; 2]> {
        let mut order: Vec<usize> = (0..self.players.len()).collect();
        order.sort_by(|&one, &other| self.players[other].points.total_cmp(&self.players[one].points));
        if order.len() % 2 == 1 {
            let last = order.iter().rposition(|&number| !self.players[number].sat_out).unwrap_or(order.len() - 1);
            let player = &mut self.players[order.remove(last)];
            player.sat_out = true;
            player.points += 1.0;
        }
        let mut pairs = Vec::with_capacity(order.len() / 2);
        if !self.complete(&order, &mut pairs, &mut PATIENCE.clone()) {
            pairs = order.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect();
        }
        pairs.into_iter().map(|pair| self.colored(pair)).collect()
    }

    /// Pairs all of these without a rematch, the first with the nearest possible; `false` if that is impossible.
    fn complete(&self, order: &[usize], pairs: &mut Vec<[usize; 2]>, patience: &mut usize) -> bool {
        let Some((&first, rest)) = order.split_first() else { return true };
        for (place, &second) in rest.iter().enumerate() {
            if *patience == 0 {
                return false;
            }
            *patience -= 1;
            if self.players[first].met.contains(&second) {
                continue;
            }
            let others: Vec<usize> = rest.iter().enumerate().filter(|(i, _)| *i != place).map(|(_, &n)| n).collect();
            pairs.push([first, second]);
            if self.complete(&others, pairs, patience) {
                return true;
            }
            pairs.pop();
        }
        false
    }

    /// The player who has had Black less often has it first.
    fn colored(&self, [one, other]: [usize; 2]) -> [usize; 2] {
        if self.players[other].blacks < self.players[one].blacks { [other, one] } else { [one, other] }
    }

    /// Enters the games of a pair.
    pub(super) fn enter(&mut self, pair: [usize; 2], games: &[&ResultRow]) {
        let share = 1.0 / games.len().max(1) as f64;
        for game in games {
            for (seat, number) in pair.into_iter().enumerate() {
                self.players[number].points += match game.winner() {
                    Some(winner) if winner == seat => share,
                    Some(_) => 0.0,
                    None => share / 2.0,
                };
            }
            let black = pair[usize::from(game.first != goban::Color::Black)];
            self.players[black].blacks += 1;
        }
        let [one, other] = pair;
        self.players[one].met.push(other);
        self.players[other].met.push(one);
    }
}

#[cfg(test)]
mod tests {
    use goban::{Color, Outcome};
    use proptest::prelude::*;

    use super::*;
    use crate::Finish;

    fn won_by(winner: usize) -> ResultRow {
        let outcome = Outcome::Resignation(Color::BOTH[winner]);
        let (key, contest, players) = (String::new(), String::new(), Default::default());
        let (first, finish) = (Color::Black, Finish::Resignation);
        ResultRow { key, contest, round: 1, number: 0, players, first, outcome, finish, moves: 0, line: 0, ended: 0 }
    }

    /// Plays rounds in which the better player, by its number, always wins.
    fn rounds(players: usize, rounds: usize) -> (Table, Vec<Vec<[usize; 2]>>) {
        let mut table = Table::new(players);
        let mut all = Vec::new();
        for _ in 0..rounds {
            let pairs = table.pair();
            for &pair in &pairs {
                table.enter(pair, &[&won_by(usize::from(pair[1] < pair[0]))]);
            }
            all.push(pairs);
        }
        (table, all)
    }

    #[test]
    fn winners_meet_winners() {
        let (_, all) = rounds(4, 2);
        assert_eq!(all[0], [[0, 1], [2, 3]]);
        let sorted = |pair: [usize; 2]| if pair[0] < pair[1] { pair } else { [pair[1], pair[0]] };
        assert_eq!(all[1].iter().map(|&pair| sorted(pair)).collect::<Vec<_>>(), [[0, 2], [1, 3]]);
    }

    #[test]
    fn an_odd_one_sits_out_once_and_has_a_point() {
        let (table, all) = rounds(5, 5);
        assert!(all.iter().all(|pairs| pairs.len() == 2));
        assert!(table.players.iter().all(|player| player.sat_out));
        assert_eq!(table.players.iter().map(|player| player.points).sum::<f64>(), 15.0);
    }

    #[test]
    fn where_all_have_met_they_meet_again() {
        let (_, all) = rounds(4, 5);
        assert!(all.iter().all(|pairs| pairs.len() == 2));
    }

    proptest! {
        #[test]
        fn no_pair_meets_twice_unless_it_must(players in 2usize..20) {
            let few = players.ilog2() as usize;
            let (table, _) = rounds(players, few);
            for player in &table.players {
                let mut met = player.met.clone();
                met.sort_unstable();
                met.dedup();
                prop_assert_eq!(met.len(), player.met.len());
                prop_assert!(player.met.len() + usize::from(player.sat_out) == few);
            }
        }
    }
}
