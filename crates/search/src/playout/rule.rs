//! What a rule of a playout policy is, and how several make a policy.

use goban::{Board, Color, Point};
use player::Rng;

use super::Trace;

/// One idea of a playout policy.
pub trait Rule: Send {
    /// A playout begins from this position, to which the moves of the trace have led: those made in the tree, behind
    /// the last few real ones.
    #[inline(always)]
    fn begin(&mut self, board: &Board, trace: &Trace) {
        let _ = (board, trace);
    }

    /// A point for the player whose turn it is. It must be legal by [`Board::is_legal`].
    fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point>;

    /// A stone has been played on that point, by any rule.
    #[inline(always)]
    fn played(&mut self, board: &Board, point: Point) {
        let _ = (board, point);
    }

    /// A side has passed.
    #[inline(always)]
    fn passed(&mut self) {}

    /// The playout has ended so; `None` for a draw.
    #[inline(always)]
    fn feedback(&mut self, trace: &Trace, winner: Option<Color>) {
        let _ = (trace, winner);
    }
}

/// How often a rule is asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Chance(u32);

impl Chance {
    /// A chance from 0 (never, which costs nothing) to 1 (always, without asking for a random number).
    pub fn new(probability: f32) -> Chance {
        Chance((f64::from(probability.clamp(0.0, 1.0)) * f64::from(u32::MAX)) as u32)
    }

    /// Whether it never comes to pass.
    #[inline(always)]
    pub fn is_never(self) -> bool {
        self.0 == 0
    }

    /// Whether it comes to pass.
    #[inline(always)]
    pub fn comes(self, rng: &mut Rng) -> bool {
        match self.0 {
            0 => false,
            u32::MAX => true,
            chance => (rng.next_u64() >> 32) < u64::from(chance),
        }
    }
}

/// No rule: everything is left to chance.
impl Rule for () {
    #[inline(always)]
    fn propose(&mut self, _: &Board, _: &mut Rng) -> Option<Point> {
        None
    }
}

macro_rules! policy {
    ($($rule:ident $place:tt),+) => {
        /// Rules that are asked in this order.
        impl<$($rule: Rule),+> Rule for ($($rule,)+) {
            #[inline(always)]
            fn begin(&mut self, board: &Board, trace: &Trace) {
                $(self.$place.begin(board, trace);)+
            }

            #[inline(always)]
            fn propose(&mut self, board: &Board, rng: &mut Rng) -> Option<Point> {
                $(if let Some(point) = self.$place.propose(board, rng) {
                    return Some(point);
                })+
                None
            }

            #[inline(always)]
            fn played(&mut self, board: &Board, point: Point) {
                $(self.$place.played(board, point);)+
            }

            #[inline(always)]
            fn passed(&mut self) {
                $(self.$place.passed();)+
            }

            #[inline(always)]
            fn feedback(&mut self, trace: &Trace, winner: Option<Color>) {
                $(self.$place.feedback(trace, winner);)+
            }
        }
    };
}

policy!(A 0);
policy!(A 0, B 1);
policy!(A 0, B 1, C 2);
policy!(A 0, B 1, C 2, D 3);
policy!(A 0, B 1, C 2, D 3, E 4);
policy!(A 0, B 1, C 2, D 3, E 4, F 5);
policy!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
policy!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
