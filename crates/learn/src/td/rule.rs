//! The learning rule of a network.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The selection of moves while learning (section II-B of the paper).
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Selection {
    /// The best move, but with this probability a random legal one, from which nothing is learnt.
    Epsilon(f32),
    /// A random one of the moves whose values are at most this share below the best.
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

/// The move at t + 2 whose value is the target. Equation (1) of the paper has the selected move, its explanation "the
/// value of the best move at t+2". The two differ where a move that is not the best is selected and learnt from: with
/// creative selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Target {
    /// The selected move.
    #[default]
    Selected,
    /// The best move.
    Best,
}

/// The random moves that affect a difference over two plies, so that it is not learnt (section II-B: "If a temporal
/// difference value is affected by a random move, we omit the learning step"). Only epsilon-greedy selection has random
/// moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Affected {
    /// Those of the player whose values are compared.
    #[default]
    Own,
    /// Those, and the opponent's reply between them.
    Any,
}

impl Affected {
    /// Whether a value may be learnt after a move of the player and a reply, each of which was chosen by the network or
    /// random.
    pub fn allows(self, own_chosen: bool, reply_chosen: bool) -> bool {
        own_chosen && (reply_chosen || self == Affected::Own)
    }
}

/// The learning rule. The default is the paper's, with creative selection.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct LearningRule {
    /// The selection of moves.
    pub selection: Selection,
    /// The learning rate.
    pub rate: f32,
    /// The number of games after which the rate is halved; after twice as many it is a third, and so on. 0 for a
    /// constant rate.
    pub fade: u64,
    /// The plies of a difference. 2: between the positions after two consecutive moves of one player. 1: between those
    /// before and after a move, both from the mover's perspective, which the paper calls usual and found poor.
    pub plies: u8,
    /// The rewards at the end. 2: one for each player. 1: only for the player who moved last.
    pub rewards: u8,
    /// The share of a difference that reaches earlier positions: TD(lambda). 0 for TD(0).
    pub lambda: f32,
    /// The share of the gradient that the later value takes: 0 for the paper's rule, 1 for Baird's residual gradient.
    pub residual: f32,
    /// Whether a position also teaches its eight symmetries, each with an eighth of the rate.
    pub symmetry: bool,
    /// The move whose value is the target.
    pub target: Target,
    /// The random moves from which nothing is learnt.
    pub affected: Affected,
}

impl Default for LearningRule {
    fn default() -> LearningRule {
        LearningRule {
            selection: Selection::Creative(0.05),
            rate: 0.01,
            fade: 0,
            plies: 2,
            rewards: 2,
            lambda: 0.0,
            residual: 0.0,
            symmetry: false,
            target: Target::Selected,
            affected: Affected::Own,
        }
    }
}

impl LearningRule {
    /// The learning rate after this number of games.
    pub fn rate_after(&self, games: u64) -> f32 {
        if self.fade == 0 { self.rate } else { (f64::from(self.rate) / (1.0 + games as f64 / self.fade as f64)) as f32 }
    }
}

/// The selection, and the differences from the paper.
impl fmt::Display for LearningRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let usual = LearningRule { selection: self.selection, ..LearningRule::default() };
        f.write_str(self.selection.name())?;
        match self.selection {
            Selection::Epsilon(share) | Selection::Creative(share) if share != 0.05 => write!(f, " {share}")?,
            _ => {}
        }
        let mut show = |name: &str, differs: bool, value: &dyn fmt::Display| {
            if differs { write!(f, ", {name} {value}") } else { Ok(()) }
        };
        show("rate", self.rate != usual.rate, &self.rate)?;
        show("fade", self.fade != usual.fade, &self.fade)?;
        show("plies", self.plies != usual.plies, &self.plies)?;
        show("rewards", self.rewards != usual.rewards, &self.rewards)?;
        show("lambda", self.lambda != usual.lambda, &self.lambda)?;
        show("residual", self.residual != usual.residual, &self.residual)?;
        let mut name = |shown: bool, name: &str| if shown { f.write_str(name) } else { Ok(()) };
        name(self.symmetry, ", symmetry")?;
        name(self.target == Target::Best, ", the best move as target")?;
        name(self.affected == Affected::Any, ", nothing from random replies")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn differences_from_the_paper_are_shown() {
        assert_eq!(LearningRule::default().to_string(), "creative");
        let other =
            LearningRule { selection: Selection::Epsilon(0.1), plies: 1, symmetry: true, ..LearningRule::default() };
        assert_eq!(other.to_string(), "epsilon 0.1, plies 1, symmetry");
    }

    #[test]
    fn rules_without_a_reading_have_that_of_the_first_runs() {
        let old: LearningRule = serde_json::from_str(r#"{"selection":{"epsilon":0.05},"rate":0.01}"#).unwrap();
        assert_eq!((old.target, old.affected), (Target::Selected, Affected::Own));
        let other = LearningRule { target: Target::Best, affected: Affected::Any, ..old };
        assert_eq!(other.to_string(), "epsilon, the best move as target, nothing from random replies");
        assert_eq!(serde_json::from_str::<LearningRule>(&serde_json::to_string(&other).unwrap()).unwrap(), other);
    }

    #[test]
    fn a_random_reply_affects_a_difference_in_one_reading() {
        let allowed = |affected: Affected| {
            [(true, true), (true, false), (false, true), (false, false)].map(|(own, reply)| affected.allows(own, reply))
        };
        assert_eq!(allowed(Affected::Own), [true, true, false, false]);
        assert_eq!(allowed(Affected::Any), [true, false, false, false]);
    }

    #[test]
    fn a_rate_that_fades_is_halved_and_then_a_third() {
        let fading = LearningRule { rate: 0.06, fade: 100, ..LearningRule::default() };
        assert_eq!([0, 100, 200].map(|games| fading.rate_after(games)), [0.06, 0.03, 0.02]);
        assert_eq!(LearningRule::default().rate_after(1 << 40), 0.01);
    }
}
