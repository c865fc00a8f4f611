//! How a network learns.

use std::fmt;

use serde::{Deserialize, Serialize};

/// How moves are chosen while learning (section II-B of the paper).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// The best one, but with this probability any legal one, from which nothing is learnt.
    Epsilon(f32),
    /// Any that is worth the best one's value less this share of it.
    Creative(f32),
}

impl Selection {
    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Selection::Epsilon(_) => "epsilon",
            Selection::Creative(_) => "creative",
        }
    }
}

/// How a network learns. The default is the paper's, with creative selection; whatever else can be set departs from it.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Manner {
    /// How moves are chosen.
    pub selection: Selection,
    /// The learning rate.
    pub rate: f32,
    /// After so many games the rate is half of what it was, after twice as many a third, and so on; 0 for one that
    /// stays.
    pub fade: u64,
    /// Between which positions the difference is taken. 2: after a player's move and after the same player's next one.
    /// 1: before and after a move, both in the view of who makes it, which the paper calls usual and found poor.
    pub plies: u8,
    /// How many rewards there are at the end. 2: one in each player's view. 1: only in that of who moved last.
    pub rewards: u8,
    /// How much of a difference reaches the positions before: TD(lambda). 0 for TD(0).
    pub lambda: f32,
    /// How much the later value gives way too: 0 for the paper's gradient, 1 for Baird's residual gradient.
    pub residual: f32,
    /// Whether a position teaches the same about its eight images, each with an eighth of the rate.
    pub symmetry: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner {
            selection: Selection::Creative(0.05),
            rate: 0.01,
            fade: 0,
            plies: 2,
            rewards: 2,
            lambda: 0.0,
            residual: 0.0,
            symmetry: false,
        }
    }
}

impl Manner {
    /// The learning rate after so many games.
    pub fn rate_after(&self, games: u64) -> f32 {
        if self.fade == 0 { self.rate } else { (f64::from(self.rate) / (1.0 + games as f64 / self.fade as f64)) as f32 }
    }
}

/// The selection, and what departs from the paper.
impl fmt::Display for Manner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = Manner { selection: self.selection, ..Manner::default() };
        f.write_str(self.selection.name())?;
        match self.selection {
            Selection::Epsilon(share) | Selection::Creative(share) if share != 0.05 => write!(f, " {share}")?,
            _ => {}
        }
        let mut tell = |name: &str, differs: bool, value: &dyn fmt::Display| {
            if differs { write!(f, ", {name} {value}") } else { Ok(()) }
        };
        tell("rate", self.rate != usual.rate, &self.rate)?;
        tell("fade", self.fade != usual.fade, &self.fade)?;
        tell("plies", self.plies != usual.plies, &self.plies)?;
        tell("rewards", self.rewards != usual.rewards, &self.rewards)?;
        tell("lambda", self.lambda != usual.lambda, &self.lambda)?;
        tell("residual", self.residual != usual.residual, &self.residual)?;
        if self.symmetry { f.write_str(", symmetry") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_departs_from_the_paper_is_told() {
        assert_eq!(Manner::default().to_string(), "creative");
        let other = Manner { selection: Selection::Epsilon(0.1), plies: 1, symmetry: true, ..Manner::default() };
        assert_eq!(other.to_string(), "epsilon 0.1, plies 1, symmetry");
    }

    #[test]
    fn a_rate_that_fades_is_halved_and_then_a_third() {
        let fading = Manner { rate: 0.06, fade: 100, ..Manner::default() };
        assert_eq!([0, 100, 200].map(|games| fading.rate_after(games)), [0.06, 0.03, 0.02]);
        assert_eq!(Manner::default().rate_after(1 << 40), 0.01);
    }
}
