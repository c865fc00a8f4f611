//! A player makes something of each move of a game.

mod common;

use common::{Dumb, Rote};
use goban::{Color, Game, Move, PointMap};
use kifu::{GameInfo, Tree};
use learn::iku::{self, Printed};
use learn::review::{Options, Ranked, Review, ReviewError, Verdict};
use player::{Budget, Choice, Failure, Player, Stop};

/// Likes points near the top left: the first row best, and there as in every row all points alike.
struct Rows;

impl Player for Rows {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, game: &Game, worth: &mut PointMap<f32>) -> bool {
        game.legal_points().for_each(|point| worth[point] = -(point.row() as f32));
        true
    }
}

fn tree(sgf: &str) -> Tree {
    kifu::parse(sgf).unwrap().0.trees.remove(0)
}

fn review_with(sgf: &str, player: &mut dyn Player, options: Options) -> Result<Review, ReviewError> {
    Review::of(&tree(sgf), "rows", player, &options, &Stop::new(), &mut |_| {})
}

fn review(sgf: &str) -> Review {
    review_with(sgf, &mut Rows, Options::default()).unwrap()
}

fn numbers(review: &Review) -> Vec<usize> {
    review.moves.iter().map(|verdict| verdict.number).collect()
}

#[test]
fn points_that_are_ranked_alike_share_the_best_number() {
    let review = review("(;SZ[3];B[ba];W[ab])");
    let ranked = |i: usize| -> Vec<(String, u32)> {
        review.moves[i].ranked.iter().map(|Ranked { point, rank }| (point.to_gtp(3), *rank)).collect()
    };
    let expected = |names: &[(&str, u32)]| -> Vec<(String, u32)> {
        names.iter().map(|&(name, rank)| (name.to_string(), rank)).collect()
    };
    assert_eq!(ranked(0), expected(&[("A3", 1), ("B3", 1), ("C3", 1)]));
    assert_eq!(ranked(1), expected(&[("A3", 1), ("C3", 1), ("A2", 3), ("B2", 3), ("C2", 3)]));
    let placings = [0, 1].map(|i| review.moves[i].placing);
    assert_eq!(placings.map(|placing| (placing.rank(), placing.equal(), placing.legal())), [(1, 3, 9), (3, 3, 8)]);
    assert_eq!(placings.map(|placing| placing.error()), [1.5 / 9.0, 3.5 / 8.0]);
    assert_eq!((review.moves[1].color, review.size), (Color::White, 3));
}

#[test]
fn only_the_moves_that_are_wanted_are_reviewed() {
    let sgf = "(;SZ[3];B[aa];W[];B[bb];W[cc];B[];W[];B[ca])";
    assert_eq!(numbers(&review(sgf)), [1, 3, 4], "passes are not, and nothing after two of them");
    let some =
        |from, to| review_with(sgf, &mut Rows, Options { from, to, learn: false }).map(|review| numbers(&review));
    assert_eq!(some(3, 3), Ok(vec![3]));
    assert_eq!(some(5, 9), Err(ReviewError::NoMoves(7)));
    let broken = "(;SZ[3];B[aa];W[aa])";
    assert!(matches!(review_with(broken, &mut Rows, Options::default()), Err(ReviewError::Replay(_))));
    let before = review_with(broken, &mut Rows, Options { to: 1, ..Options::default() });
    assert_eq!(numbers(&before.unwrap()), [1], "trouble that comes later is none");
}

#[test]
fn a_player_that_does_not_rank_is_refused() {
    let refused = review_with("(;SZ[3];B[aa];W[bb])", &mut Dumb { after: 1 }, Options::default());
    assert_eq!(refused.unwrap_err().to_string(), "rows does not rank moves (asked at move 2)");
}

#[test]
fn a_player_may_learn_from_the_game_as_it_goes() {
    // The white stone at B3 is captured and played again.
    let again = "(;SZ[3];B[aa];W[ba];B[bb];W[ac];B[ca];W[cc];B[ba])";
    let errors = |learn| {
        let review = review_with(again, &mut Rote::default(), Options { learn, ..Options::default() }).unwrap();
        review.moves.iter().map(|verdict| verdict.placing.error()).collect::<Vec<f64>>()
    };
    assert_eq!(errors(false), [0.5; 7]);
    let learnt = errors(true);
    assert_eq!(learnt[..6], [0.5; 6], "until then every point is new");
    assert!(learnt[6] < 0.2, "{learnt:?}");
}

#[test]
fn a_signal_ends_the_review() {
    let stop = Stop::new();
    let mut watch = |number| {
        if number == 2 {
            stop.stop();
        }
    };
    let tree = tree("(;SZ[3];B[aa];W[bb];B[cc])");
    let review = Review::of(&tree, "rows", &mut Rows, &Options::default(), &stop, &mut watch).unwrap();
    assert_eq!(numbers(&review), [1, 2]);
}

const GAME: &str = "(;SZ[3]PB[Jowa]C[root](;B[ba]C[a good\\] move]LB[aa:A];W[ab]N[x])(;B[cc]C[another]))";

#[test]
fn the_record_gets_labels_and_a_comment_and_keeps_its_own() {
    let mut tree = tree(GAME);
    let review = Review::of(&tree, "rows", &mut Rows, &Options::default(), &Stop::new(), &mut |_| {}).unwrap();
    review.annotate(&mut tree);
    let expected = "(;SZ[3]PB[Jowa]C[root]\n(;B[ba]C[a good\\] move\n\n\
        rows: error 0.167, ranked 1 of 9 legal moves, as one of 3 alike.\nBest moves: A3 (1), B3 (1), C3 (1).]\n\
        LB[aa:A][ba:1][ca:1];W[ab]N[x]LB[aa:1][ca:1][ab:3][bb:3][cb:3]C[rows: error 0.438, ranked 3 of 8 legal moves, \
        as one of 3 alike.\nBest moves: A3 (1), C3 (1), A2 (3), B2 (3), C2 (3).])\n(;B[cc]C[another]))\n";
    let squeezed = |text: &str| text.replace('\n', "");
    assert_eq!(squeezed(&tree.to_sgf()), squeezed(expected));
    let again = kifu::parse(&tree.to_sgf()).unwrap().0.trees.remove(0);
    assert_eq!(again, tree, "what is written is read back");
}

#[test]
fn the_page_has_a_row_and_a_board_for_each_move() {
    let info = GameInfo { black: "Jowa <9p>".to_string(), result: "B+R".to_string(), ..GameInfo::default() };
    let page = review(GAME).page(&info, &[]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Jowa &lt;9p&gt; v White</h1>"));
    for (what, times) in [
        ("<figure id=\"m", 2),
        ("<td><a href=\"#m1\">1</a></td><td>Black</td><td>B3</td><td>0.167</td><td>1</td><td>3</td><td>9</td>", 1),
        ("<text x=\"34\" y=\"34\">1</text>", 2),
        ("<text x=\"34\" y=\"54\">3</text>", 1),
        ("class=\"played\"", 2),
        ("http", 0),
        ("<script", 0),
        ("iku</th>", 0),
    ] {
        assert_eq!(page.matches(what).count(), times, "{what}");
    }
    for tag in ["svg", "figure", "table", "tr", "td", "g", "text", "a", "div"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

/// A record of the first moves of the thesis's game.
fn first_moves(game: &[Printed]) -> String {
    let moves = game.iter().map(|printed| {
        let letter = if printed.number % 2 == 1 { "B" } else { "W" };
        format!(";{letter}[{}]", printed.point.to_sgf())
    });
    format!("(;SZ[19]{})", moves.collect::<String>())
}

#[test]
fn a_review_is_compared_with_what_iku_made_of_the_same_game() {
    let game = iku::master_game();
    let reviewed = review(&first_moves(&game));
    let compared = iku::compare(&reviewed).unwrap();
    assert_eq!(compared.moves, 230, "the printed moves are a legal game");
    assert!((compared.printed - 0.1217).abs() < 1e-4 && (compared.ours - reviewed.error()).abs() < 1e-12);
    assert!(compared.correlation.unwrap().abs() < 0.4, "rows are no shapes: {compared:?}");
    let page = reviewed.page(&GameInfo::default(), &game);
    assert_eq!((page.matches("class=\"iku\"").count(), page.matches("iku</th>").count()), (230, 1));
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
}

#[test]
fn another_game_is_not_compared() {
    let other = iku::compare(&review("(;SZ[19];B[qd];W[aa])")).unwrap_err();
    assert_eq!(other.to_string(), "this is not the game of the thesis's chapter 6: its move 2 is D4, here it is A19");
    assert!(iku::compare(&review("(;SZ[9];B[ee])")).is_err());
}

/// A check on what was typed, and a find: iku counted every empty point, forbidden ones too, and the pass as a move.
/// Its printed errors are whole numbers of halves over that number, which half of all numbers of three places are not.
#[test]
fn printed_errors_are_halves_over_the_empty_points_and_the_pass() {
    let game = iku::master_game();
    let reviewed = review(&first_moves(&game));
    let fits = |moves: usize, error: f64| {
        let halves = 2.0 * moves as f64;
        let near = (halves * error).floor();
        [near, near + 1.0].into_iter().any(|number| format!("{:.3}", number / halves) == format!("{error:.3}"))
    };
    let unfit = |moves: fn(&Verdict) -> usize| -> Vec<usize> {
        let pairs = reviewed.moves.iter().zip(&game);
        pairs
            .filter(|(verdict, printed)| !fits(moves(verdict), printed.error))
            .map(|(verdict, _)| verdict.number)
            .collect()
    };
    assert_eq!(unfit(|verdict| verdict.board.empties().len() + 1), [165], "one of 230");
    assert!(unfit(|verdict| verdict.placing.legal() as usize).len() > 60);
}
