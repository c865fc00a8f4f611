//! Problems as SGF records.
//!
//! The position before the first move is the problem, its comment the task. The first moves are the candidates. A
//! candidate is an answer if it, or a move after it, has a comment that says RIGHT or CORRECT or is marked as good
//! (`TE`). If nothing is marked, the main line is the answer.

use goban::{Color, Move};
use kifu::{GameInfo, Node, NodeId, Replay, Tree};

use super::{Problem, ProblemError};

/// The words that mark a line as correct.
const MARKS: [&str; 2] = ["RIGHT", "CORRECT"];

impl Problem {
    /// Reads the problem of a record.
    ///
    /// # Errors
    /// If the record has no move, or the moves up to the candidates cannot be played.
    pub fn from_tree(tree: &Tree) -> Result<Problem, ProblemError> {
        let branches = |id: NodeId| tree.node(id).children().iter().any(|&child| color(tree.node(child)).is_some());
        let start = tree.main_line().find(|&id| branches(id)).ok_or(ProblemError::NoMove)?;
        let mut game = Replay::new(tree).to(start).game()?;
        let size = game.size();
        for &child in tree.node(start).children() {
            Replay::new(tree).to(child).game()?;
        }
        let candidate = |&id: &NodeId| {
            let color = color(tree.node(id))?;
            let mv = tree.node(id).value(key(color))?.play(size)?;
            Some((id, color, mv))
        };
        let candidates: Vec<(NodeId, Color, Move)> = tree.node(start).children().iter().filter_map(candidate).collect();
        let &(_, turn, main) = candidates.first().ok_or(ProblemError::NoMove)?;
        game.set_to_play(turn);

        let mut answers: Vec<Move> =
            candidates.iter().filter(|&&(id, ..)| is_correct(tree, id)).map(|&(.., mv)| mv).collect();
        if answers.is_empty() {
            answers.push(main);
        }
        let comments = candidates.iter().map(|&(id, _, mv)| (mv, without_mark(&comment(tree.node(id)))));
        Ok(Problem {
            title: GameInfo::of(tree.node(tree.root())).name,
            theme: String::new(),
            task: comment(tree.node(start)),
            game,
            answers,
            avoid: Vec::new(),
            why: String::new(),
            comments: comments.collect(),
        })
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

/// A comment without the mark that collections of problems put in front, in capitals.
fn without_mark(comment: &str) -> String {
    let rest = MARKS.into_iter().find_map(|mark| comment.strip_prefix(mark));
    rest.unwrap_or(comment).trim().to_string()
}

/// Whether a move, or one after it, is marked as correct.
fn is_correct(tree: &Tree, id: NodeId) -> bool {
    let is_marked = |node: &Node| {
        let text = comment(node).to_uppercase();
        text.split(|c: char| !c.is_alphanumeric()).any(|word| MARKS.contains(&word)) || node.value("TE").is_some()
    };
    let mut pending = vec![id];
    while let Some(id) = pending.pop() {
        let node = tree.node(id);
        if is_marked(node) {
            return true;
        }
        pending.extend(node.children());
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(sgf: &str) -> Result<Problem, ProblemError> {
        Problem::from_tree(&kifu::parse(sgf).unwrap().0.trees[0])
    }

    fn judged(sgf: &str, mv: &str) -> (bool, String) {
        let problem = read(sgf).unwrap();
        let mv = Move::from_gtp(mv, problem.game.size()).unwrap();
        (problem.is_solved_by(mv), problem.comment_on(mv).to_string())
    }

    #[test]
    fn the_position_before_the_first_move_is_the_problem_and_its_comment_the_task() {
        let problem = read("(;SZ[9]GN[mine]AB[ee]AW[ec]C[White lives.];W[cc])").unwrap();
        assert_eq!((problem.title.as_str(), problem.task.as_str()), ("mine", "White lives."));
        assert_eq!(problem.game.to_play(), Color::White);
        let board = problem.game.board();
        assert_eq!(board.points().filter(|&point| board.cell(point).color().is_some()).count(), 2);
    }

    #[test]
    fn moves_that_lead_to_a_mark_are_answers_and_the_others_are_not() {
        let sgf = "(;SZ[9](;B[aa]C[Too slow.];W[bb])(;B[cc];W[dd];B[ee]C[RIGHT])(;B[gg]C[incorrect]))";
        assert_eq!(judged(sgf, "C7"), (true, String::new()));
        assert_eq!(judged(sgf, "A9"), (false, "Too slow.".to_string()));
        assert_eq!((judged(sgf, "G3").0, judged(sgf, "J1")), (false, (false, String::new())));
        assert_eq!(judged("(;SZ[9];B[aa]C[RIGHT It lives.])", "A9"), (true, "It lives.".to_string()));
    }

    #[test]
    fn without_marks_the_main_line_is_the_answer() {
        let sgf = "(;SZ[9](;B[aa])(;B[cc]))";
        assert_eq!((judged(sgf, "A9").0, judged(sgf, "C7").0), (true, false));
        assert!(judged("(;SZ[9](;B[aa])(;B[cc]TE[1]))", "C7").0);
    }

    #[test]
    fn a_candidate_that_cannot_be_played_is_refused() {
        let occupied = read("(;SZ[9]AB[ee](;W[cc])(;W[ee]))").unwrap_err().to_string();
        assert!(occupied.starts_with("move 1, white at E5, is illegal: "), "{occupied}");
        assert!(matches!(read("(;SZ[9](;B[aa])(;B[zz]))"), Err(ProblemError::Replay(_))));
    }

    #[test]
    fn a_record_without_a_move_is_not_a_problem() {
        assert!(matches!(read("(;SZ[9]AB[ee])"), Err(ProblemError::NoMove)));
    }
}
