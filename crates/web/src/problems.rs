//! Problems on the page: how lists and banners show them, and how the ledger keeps one that was uploaded as an SGF.
//!
//! What a problem is, how it is read and which moves solve it is in [`learn::problems`].

use goban::{Game, Move};
use learn::problems::{Problem, ProblemError};
use serde::{Deserialize, Serialize};

use crate::message::ProblemCard;
use crate::{Refusal, record, titles, view};

/// A problem of the program as the page shows it.
pub(crate) fn card(problem: &Problem) -> ProblemCard {
    let turn = problem.game.to_play();
    ProblemCard {
        name: problem.title.clone(),
        task: titles::task(&problem.task, turn).unwrap_or_else(|| titles::own_task(&problem.task, turn)),
        size: problem.game.size() as u8,
        to_play: view::side(turn),
        own: false,
    }
}

/// An uploaded problem as the page shows it.
pub(crate) fn uploaded_card(problem: &Problem) -> ProblemCard {
    ProblemCard { task: titles::own_task(&problem.task, problem.game.to_play()), own: true, ..card(problem) }
}

/// An uploaded problem as the ledger keeps it, beside its position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct OwnProblem {
    pub(crate) name: String,
    task: String,
    answers: Vec<Candidate>,
}

/// A first move that the record has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct Candidate {
    mv: String,
    right: bool,
    remark: String,
}

impl OwnProblem {
    /// Reads a problem and its position.
    ///
    /// # Errors
    /// If the record cannot be read or played, or has no move.
    pub(crate) fn read(sgf: &str) -> Result<(OwnProblem, Game), Refusal> {
        let (tree, _) = record::read(sgf)?;
        record::check_main_line(&tree)?;
        let problem = Problem::from_tree(&tree).map_err(|error| match error {
            ProblemError::Replay(error) => Refusal::from(error),
            _ => Refusal::NoAnswer,
        })?;
        let size = problem.game.size();
        let candidate = |(mv, remark): &(Move, String)| Candidate {
            mv: mv.to_gtp(size),
            right: problem.is_solved_by(*mv),
            remark: remark.clone(),
        };
        let answers = problem.comments.iter().map(candidate).collect();
        Ok((OwnProblem { name: problem.title, task: problem.task, answers }, problem.game))
    }

    /// The problem, given its position.
    pub(crate) fn problem(&self, game: Game) -> Problem {
        let size = game.size();
        let candidates = || {
            let mv = |candidate: &Candidate| Move::from_gtp(&candidate.mv, size).ok();
            self.answers.iter().filter_map(move |candidate| Some((mv(candidate)?, candidate)))
        };
        Problem {
            title: self.name.clone(),
            theme: String::new(),
            task: self.task.clone(),
            answers: candidates().filter(|(_, candidate)| candidate.right).map(|(mv, _)| mv).collect(),
            avoid: candidates().filter(|(_, candidate)| !candidate.right).map(|(mv, _)| mv).collect(),
            why: String::new(),
            comments: candidates().map(|(mv, candidate)| (mv, candidate.remark.clone())).collect(),
            game,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(sgf: &str, mv: &str) -> (bool, String) {
        let (own, game) = OwnProblem::read(sgf).unwrap();
        let kept = serde_json::to_string(&own).unwrap();
        let problem = serde_json::from_str::<OwnProblem>(&kept).unwrap().problem(game);
        let mv = Move::from_gtp(mv, problem.game.size()).unwrap();
        (problem.is_solved_by(mv), problem.comment_on(mv).to_string())
    }

    #[test]
    fn an_uploaded_problem_shows_the_comment_of_its_record_as_the_task() {
        let (own, game) = OwnProblem::read("(;SZ[9]GN[mine]AB[ee]AW[ec]C[White lives.];W[cc])").unwrap();
        let card = uploaded_card(&own.problem(game));
        assert_eq!((card.name.as_str(), card.task.english.as_str()), ("mine", "White to play. White lives."));
        assert_eq!((card.to_play, card.own), (crate::message::Side::White, true));
    }

    #[test]
    fn a_kept_problem_is_solved_by_the_same_moves() {
        let sgf = "(;SZ[9](;B[aa]C[Too slow.];W[bb])(;B[cc];W[dd];B[ee]C[RIGHT])(;B[gg]C[incorrect]))";
        assert_eq!(judged(sgf, "C7"), (true, String::new()));
        assert_eq!(judged(sgf, "A9"), (false, "Too slow.".to_string()));
        assert_eq!((judged(sgf, "G3").0, judged(sgf, "J1")), (false, (false, String::new())));
        assert_eq!(judged("(;SZ[9];B[aa]C[RIGHT It lives.])", "A9"), (true, "It lives.".to_string()));
    }

    #[test]
    fn an_answer_that_cannot_be_played_is_refused() {
        let refusal = |sgf: &str| OwnProblem::read(sgf).unwrap_err().to_string();
        let occupied = refusal("(;SZ[9]AB[ee](;W[cc])(;W[ee]))");
        assert!(occupied.starts_with("move 1, White at E5, is illegal: "), "{occupied}");
        assert_eq!(refusal("(;SZ[9](;B[aa])(;B[zz]))"), "B[zz] after move 0 is not a point of a board of size 9");
        let later = refusal("(;SZ[9];B[aa];W[bb];B[aa])");
        assert!(later.starts_with("move 3, Black at A9, is illegal: "), "{later}");
        assert!(refusal("(;SZ[9];B[aa]").starts_with("the SGF is damaged: "));
    }

    #[test]
    fn a_record_without_a_move_is_not_a_problem() {
        assert_eq!(OwnProblem::read("(;SZ[9]AB[ee])").unwrap_err(), Refusal::NoAnswer);
    }
}
