//! Problems: positions with a known solution.
//!
//! A problem comes from a text file ([`parse`], [`load`]), from an SGF record ([`Problem::from_tree`]), or with the
//! program ([`embedded`]). All of them are solved by one rule, [`Problem::is_solved_by`].

mod sgf;
mod text;

use std::io;
use std::path::PathBuf;

use goban::diagram::DiagramError;
use goban::{CoordinateError, Game, Move, UnknownRules};
use kifu::ReplayError;
use thiserror::Error;

pub use text::{embedded, load, parse};

/// A position and the moves that solve it.
#[derive(Clone, Debug)]
pub struct Problem {
    /// The title, unique within a collection.
    pub title: String,
    /// The kind of problem, such as `ladder`; empty for a problem from a record.
    pub theme: String,
    /// What to do: a key such as `live` in a text file, the author's sentence in a record.
    pub task: String,
    /// The position.
    pub game: Game,
    /// The solutions. If the list is empty, every move solves the problem except those to avoid.
    pub answers: Vec<Move>,
    /// The moves that fail.
    pub avoid: Vec<Move>,
    /// Why the solution works, in one sentence.
    pub why: String,
    /// The author's comments on single moves.
    pub comments: Vec<(Move, String)>,
}

impl Problem {
    /// Whether a first move solves the problem: it is one of the answers, or there are no answers and it is not a move
    /// to avoid.
    pub fn is_solved_by(&self, mv: Move) -> bool {
        !self.avoid.contains(&mv) && (self.answers.is_empty() || self.answers.contains(&mv))
    }

    /// What to say about a first move: the author's comment on it, or why a solution works. Empty for a move that
    /// fails without a comment.
    pub fn comment_on(&self, mv: Move) -> &str {
        match self.comments.iter().find(|(commented, _)| *commented == mv) {
            Some((_, comment)) => comment,
            None if self.is_solved_by(mv) => &self.why,
            None => "",
        }
    }
}

/// Why a problem cannot be read.
#[derive(Debug, Error)]
pub enum ProblemError {
    /// A file or folder cannot be read.
    #[error("{} cannot be read: {source}", path.display())]
    Unreadable {
        /// The file or folder.
        path: PathBuf,
        /// What the system says.
        source: io::Error,
    },
    /// A problem in a file is wrong.
    #[error("a problem in {} is wrong: {source}", path.display())]
    InFile {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        source: Box<ProblemError>,
    },
    /// The diagram is not a position.
    #[error("{title}: {source}")]
    Diagram {
        /// The title of the problem.
        title: String,
        /// What is wrong with it.
        source: DiagramError,
    },
    /// The rules are unknown.
    #[error("{title}: {source}")]
    Rules {
        /// The title of the problem.
        title: String,
        /// The name of the rules.
        source: UnknownRules,
    },
    /// The komi is not a number.
    #[error("{title}: the komi {komi} is not a number")]
    Komi {
        /// The title of the problem.
        title: String,
        /// The komi as the file has it.
        komi: String,
    },
    /// An answer or a move to avoid is not a point of the board.
    #[error("{title}: {source}")]
    Coordinate {
        /// The title of the problem.
        title: String,
        /// The coordinate.
        source: CoordinateError,
    },
    /// An answer is not legal.
    #[error("{title}: the answer {mv} is not legal")]
    IllegalAnswer {
        /// The title of the problem.
        title: String,
        /// The answer.
        mv: String,
    },
    /// The file gives neither an answer nor a move to avoid.
    #[error("{title} has neither an answer nor a move to avoid")]
    NoAnswer {
        /// The title of the problem.
        title: String,
    },
    /// The record has no move.
    #[error("the record has no move that could solve a problem")]
    NoMove,
    /// The record, or one of the answers in it, cannot be played.
    #[error(transparent)]
    Replay(#[from] ReplayError),
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A corner that Black can take at B2; White's stone at A1 is in atari too.
    fn problem(solution: &str) -> Problem {
        let text = format!(
            "title: the corner\ntheme: life\n{solution}\nwhy: two eyes\n\
             . . . . .\n. . . . .\nO O O . .\nX X O . .\n. X O . .\n"
        );
        parse(&text).unwrap().remove(0)
    }

    fn solves(problem: &Problem, name: &str) -> bool {
        problem.is_solved_by(Move::from_gtp(name, 5).unwrap())
    }

    #[test]
    fn any_of_the_answers_solves_it_and_no_other_move() {
        let problem = problem("answer: D4 D5");
        assert!(solves(&problem, "D4") && solves(&problem, "D5"));
        assert!(!solves(&problem, "E5") && !solves(&problem, "pass"));
    }

    #[test]
    fn without_an_answer_every_move_solves_it_but_those_to_avoid() {
        let problem = problem("avoid: A1 E5");
        assert!(!solves(&problem, "A1") && !solves(&problem, "E5"));
        assert!(solves(&problem, "D4") && solves(&problem, "pass"));
    }

    #[test]
    fn a_move_to_avoid_fails_even_if_it_is_an_answer() {
        let problem = problem("answer: D4 D5\navoid: D5");
        assert!(solves(&problem, "D4") && !solves(&problem, "D5"));
    }

    #[test]
    fn a_solution_is_explained_and_a_failure_is_not() {
        let problem = problem("answer: D4");
        let [right, wrong] = ["D4", "E5"].map(|name| Move::from_gtp(name, 5).unwrap());
        assert_eq!((problem.comment_on(right), problem.comment_on(wrong)), ("two eyes", ""));
    }
}
