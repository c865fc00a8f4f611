//! Which way down: UCB1 (Kocsis and Szepesvári 2006) and RAVE (Gelly and Silver 2007).

use super::node::Edge;

/// How the value of a move is made out of what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Formula {
    /// The weight of the exploration term, sqrt(ln N / n); 0 with RAVE, which explores by itself (Baier and Drake 2010,
    /// section III-A).
    pub exploration: f32,
    /// How many visits make the RAVE estimate and the true one weigh the same; 0 for no RAVE.
    pub rave_equivalence: f32,
}

/// The most moves a node can have, the pass included.
pub const MOST_MOVES: usize = goban::MAX_SIZE * goban::MAX_SIZE + 1;

/// A workspace, kept between calls.
pub struct Scores([f32; MOST_MOVES]);

impl Default for Scores {
    fn default() -> Scores {
        Scores([0.0; MOST_MOVES])
    }
}

impl Formula {
    /// The place of the best move that is not excluded; `None` if there is none.
    #[inline]
    pub fn select(&self, edges: &[Edge], scores: &mut Scores, excluded: &[usize]) -> Option<usize> {
        let scores = scores.0.get_mut(..edges.len())?;
        let explore = if self.exploration > 0.0 {
            let visits: u32 = edges.iter().map(|edge| edge.stats().visits).sum();
            self.exploration * self.exploration * (visits.max(1) as f32).ln()
        } else {
            0.0
        };
        let per_rave_visit = if self.rave_equivalence > 0.0 { 1.0 / self.rave_equivalence } else { 0.0 };
        let use_rave = if self.rave_equivalence > 0.0 { 1.0 } else { 0.0 };
        for (score, edge) in scores.iter_mut().zip(edges) {
            let (real, rave) = (edge.stats(), edge.rave());
            let (visits, wins) = (real.visits as i32 as f32, real.wins as i32 as f32 * 0.5);
            let (rave_visits, rave_wins) =
                (rave.visits as i32 as f32 * use_rave, rave.wins as i32 as f32 * (0.5 * use_rave));
            // (1 - w) wins / visits + w rave_wins / rave_visits with w = rave_visits / (rave_visits + visits +
            // rave_visits visits / equivalence), brought over one fraction bar.
            let weight = 1.0 + rave_visits * per_rave_visit;
            *score = (wins * weight + rave_wins) / (visits * weight + rave_visits).max(0.001);
            if explore > 0.0 {
                *score += (explore / visits.max(0.01)).sqrt();
            }
        }
        for &place in excluded {
            scores[place] = f32::NEG_INFINITY;
        }
        let mut best = None;
        let mut highest = f32::NEG_INFINITY;
        for (place, &score) in scores.iter().enumerate() {
            if score > highest {
                (best, highest) = (Some(place), score);
            }
        }
        best
    }
}
