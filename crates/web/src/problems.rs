//! Problems on the page: as the list and the banner show them, and those that somebody brings as an SGF.
//!
//! A record becomes a problem so: the position before its first move is the problem, its comment the task. The first
//! moves in it are answers; right are those after which a comment says RIGHT or CORRECT, or that are marked as good
//! (`TE`). Where nothing is marked, the main line is right. Any move that is not in the record is wrong.

use goban::{Color, Game, Move};
use kifu::{GameInfo, Node, NodeId, Replay, Tree};
use serde::{Deserialize, Serialize};

use crate::message::ProblemCard;
use crate::program::Problem;
use crate::{Refusal, record, titles, view};

/// A problem as the page shows it.
pub(crate) fn card(problem: &Problem) -> ProblemCard {
    let turn = problem.game.to_play();
    ProblemCard {
        name: problem.name.clone(),
        task: titles::task(&problem.task, turn).unwrap_or_else(|| titles::own_task(&problem.task, turn)),
        size: problem.game.size() as u8,
        to_play: view::side(turn),
        own: false,
    }
}

/// A problem that somebody brought, beside its position.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct OwnProblem {
    pub(crate) name: String,
    task: String,
    answers: Vec<Answer>,
}

/// What a record says of a first move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub(crate) struct Answer {
    mv: String,
    pub(crate) right: bool,
    pub(crate) remark: String,
}

/// The words that say that a line is right.
const MARKS: [&str; 2] = ["RIGHT", "CORRECT"];

impl OwnProblem {
    /// Reads a problem and its position.
    ///
    /// # Errors
    /// If the record cannot be read or played, or has no move.
    pub(crate) fn read(sgf: &str) -> Result<(OwnProblem, Game), Refusal> {
        let (tree, _) = record::read(sgf)?;
        record::check_main_line(&tree)?;
        let moves_at = |id: NodeId| tree.node(id).children().iter().any(|&child| color(tree.node(child)).is_some());
        let start = tree.main_line().find(|&id| moves_at(id)).ok_or(Refusal::NoAnswer)?;
        let mut game = Replay::new(&tree).to(start).game()?;
        let size = game.size();
        // Every answer has to be one that can be played.
        for &child in tree.node(start).children() {
            Replay::new(&tree).to(child).game()?;
        }
        let first = |&child: &NodeId| {
            let (id, color) = (child, color(tree.node(child))?);
            let mv = tree.node(id).value(key(color))?.play(size)?;
            Some((id, color, mv))
        };
        let first: Vec<(NodeId, Color, Move)> = tree.node(start).children().iter().filter_map(first).collect();
        let &(_, turn, _) = first.first().ok_or(Refusal::NoAnswer)?;
        game.set_to_play(turn);
        let any_marked = first.iter().any(|&(id, ..)| is_right(&tree, id));
        let answer = |(place, &(id, _, mv)): (usize, &(NodeId, Color, Move))| Answer {
            mv: mv.to_gtp(size),
            right: if any_marked { is_right(&tree, id) } else { place == 0 },
            remark: remark(tree.node(id)),
        };
        let own = OwnProblem {
            name: GameInfo::of(tree.node(tree.root())).name,
            task: comment(tree.node(start)),
            answers: first.iter().enumerate().map(answer).collect(),
        };
        Ok((own, game))
    }

    /// Whether a move is right, and what is to be said of it.
    pub(crate) fn judge(&self, mv: Move, size: usize) -> Answer {
        let mv = mv.to_gtp(size);
        let known = self.answers.iter().find(|answer| answer.mv == mv).cloned();
        known.unwrap_or(Answer { mv, right: false, remark: String::new() })
    }

    /// As the page shows it.
    pub(crate) fn card(&self, game: &Game) -> ProblemCard {
        ProblemCard {
            name: self.name.clone(),
            task: titles::own_task(&self.task, game.to_play()),
            size: game.size() as u8,
            to_play: view::side(game.to_play()),
            own: true,
        }
    }
}

fn key(color: Color) -> &'static str {
    if color == Color::Black { "B" } else { "W" }
}

fn color(node: &Node) -> Option<Color> {
    Color::BOTH.into_iter().find(|&color| node.value(key(color)).is_some())
}

fn comment(node: &Node) -> String {
    node.value("C").map(|comment| comment.text().trim().to_string()).unwrap_or_default()
}

/// What a comment says beside whether the move is right, which collections of problems write in capitals.
fn remark(node: &Node) -> String {
    let comment = comment(node);
    let said = MARKS.into_iter().find_map(|mark| comment.strip_prefix(mark));
    said.unwrap_or(&comment).trim().to_string()
}

/// Whether a move is marked as right, or something that comes after it is.
fn is_right(tree: &Tree, id: NodeId) -> bool {
    let said = |node: &Node| {
        let text = comment(node).to_uppercase();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.contains(&word))
    };
    let mut waiting = vec![id];
    while let Some(id) = waiting.pop() {
        let node = tree.node(id);
        if said(node) || node.value("TE").is_some() {
            return true;
        }
        waiting.extend(node.children());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn judged(sgf: &str, mv: &str) -> (bool, String) {
        let (own, game) = OwnProblem::read(sgf).unwrap();
        let Answer { right, remark, .. } = own.judge(Move::from_gtp(mv, game.size()).unwrap(), game.size());
        (right, remark)
    }

    #[test]
    fn the_position_before_the_first_move_is_the_problem_and_its_comment_the_task() {
        let (own, game) = OwnProblem::read("(;SZ[9]GN[mine]AB[ee]AW[ec]C[White lives.];W[cc])").unwrap();
        let card = own.card(&game);
        assert_eq!((card.name.as_str(), card.task.english.as_str()), ("mine", "White to play. White lives."));
        assert_eq!((card.to_play, card.own), (crate::message::Side::White, true));
        assert_eq!(game.board().points().filter(|&point| game.board().cell(point).color().is_some()).count(), 2);
    }

    #[test]
    fn moves_that_lead_to_right_are_right_and_the_others_are_not() {
        let sgf = "(;SZ[9](;B[aa]C[Too slow.];W[bb])(;B[cc];W[dd];B[ee]C[RIGHT])(;B[gg]C[incorrect]))";
        assert_eq!(judged(sgf, "C7"), (true, String::new()));
        assert_eq!(judged(sgf, "A9"), (false, "Too slow.".to_string()));
        assert_eq!((judged(sgf, "G3").0, judged(sgf, "J1")), (false, (false, String::new())));
        assert_eq!(judged("(;SZ[9];B[aa]C[RIGHT It lives.])", "A9"), (true, "It lives.".to_string()));
    }

    #[test]
    fn without_marks_the_main_line_is_right() {
        let sgf = "(;SZ[9](;B[aa])(;B[cc]))";
        assert_eq!((judged(sgf, "A9").0, judged(sgf, "C7").0), (true, false));
        assert!(judged("(;SZ[9](;B[aa])(;B[cc]TE[1]))", "C7").0);
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
    fn a_record_without_a_move_is_no_problem() {
        assert_eq!(OwnProblem::read("(;SZ[9]AB[ee])").unwrap_err(), Refusal::NoAnswer);
    }
}
