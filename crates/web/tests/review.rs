//! Reviews on the page: each move as it is finished, in the record, and the same as those of the command line.

mod common;

use std::time::Duration;

use common::players::TestRoster;
use common::{Page, TestServer, terms};
use kifu::Tree;
use learn::review::{Options, Review};
use player::{Budget, Maker, Spec, Stop};
use web::message::{Event, Grade, Intention, MoveReview, Terms};

/// White's stone on the lowest row is worth a point where one on the highest is worth five.
const GAME: &str = "(;GM[1]FF[4]SZ[5]KM[0];B[aa];W[be];B[ba];W[ca]C[late])";

fn opened(page: &mut Page, sgf: &str) -> String {
    page.new_game(Terms { start: Some(sgf.to_string()), ..terms(5, "human", "human") }).0
}

/// Reviews a game to its end; each move as it was reported.
fn reviewed(page: &mut Page, game: &str, player: &str) -> Vec<MoveReview> {
    let mut moves = Vec::new();
    let review = Intention::Review { game: game.to_string(), player: player.to_string(), seconds: 0.1 };
    page.answer(review, |event| match event {
        Event::Reviewed { done, of, moves: new, .. } => {
            moves.extend(new);
            (done == of).then_some(())
        }
        _ => None,
    });
    moves
}

fn record(page: &mut Page, game: &str) -> String {
    page.answer(Intention::Record { game: game.to_string() }, |event| match event {
        Event::Record { sgf, .. } => Some(sgf),
        _ => None,
    })
}

fn tree(sgf: &str) -> Tree {
    kifu::parse(sgf).unwrap().0.trees.remove(0)
}

#[test]
fn a_game_is_reviewed_and_the_review_stays_in_the_record() {
    let server = TestServer::new();
    let mut page = server.page();
    let game = opened(&mut page, "(;SZ[5]KM[0];B[cc];W[aa];B[ba])");
    let moves = reviewed(&mut page, &game, "ranker");
    assert_eq!((moves.len(), moves[0].by.as_str()), (3, "ranker"));
    assert!(moves[0].rank_error > moves[1].rank_error, "the middle is lower than the upper row: {moves:?}");
    assert_eq!((moves[0].points_loss, moves[0].win_rate), (None, None), "it only ranks");
    let (tree, _) = page.watch(&game);
    assert_eq!(tree[1].review.as_ref(), Some(&moves[0]));
    let sgf = record(&mut page, &game);
    let again = opened(&mut page, &sgf);
    let twig = page.watch(&again).0.remove(1);
    assert_eq!((twig.review.as_ref(), twig.comment.as_str()), (Some(&moves[0]), ""));
    let (other, _) = page.new_game(terms(5, "human", "human"));
    let nothing = Intention::Review { game: other, player: "ranker".to_string(), seconds: 0.1 };
    assert_eq!(page.refusal(nothing), "there is no move to review");
    let silent = Intention::Review { game: again, player: "random".to_string(), seconds: 0.1 };
    assert_eq!(page.refusal_after(silent), "random neither ranks moves nor estimates a win rate or a score");
}

#[test]
fn points_are_beside_win_rates_and_all_is_seen_by_black() {
    let server = TestServer::new();
    let mut page = server.page();
    let game = opened(&mut page, GAME);
    let moves = reviewed(&mut page, &game, "counter");
    let grades: Vec<Grade> = moves.iter().map(|mv| mv.grade).collect();
    assert_eq!(grades, [Grade::Best, Grade::Good, Grade::Best, Grade::Best], "{moves:?}");
    let second = &moves[1];
    assert_eq!((second.lead, second.lead_after), (Some(5.0), Some(4.0)));
    assert!(second.win_rate > second.win_rate_after && second.points_loss == Some(0.0), "{second:?}");
}

#[test]
fn the_page_and_the_command_line_write_the_same_review() {
    let server = TestServer::new();
    let mut page = server.page();
    let game = opened(&mut page, GAME);
    let mut by_command = tree(&record(&mut page, &game));
    reviewed(&mut page, &game, "counter");
    let by_page = tree(&record(&mut page, &game));
    let mut player = TestRoster.make(&Spec::new("counter").unwrap()).unwrap();
    let options = Options { budget: Budget::time(Duration::from_millis(100)), ..Options::default() };
    let review = Review::of(&by_command, "counter", &mut *player, &options, &Stop::new(), &mut |_| {}).unwrap();
    review.annotate(&mut by_command);
    assert_eq!(by_page.to_sgf(), by_command.to_sgf());
    let texts = ["PKV[", "C[late\n\nReview by counter (100ms): best.", "SBKV[", "LZ[", "LB["];
    assert!(texts.iter().all(|text| by_page.to_sgf().contains(text)), "{}", by_page.to_sgf());
}

#[test]
fn a_review_is_resumed_after_further_moves() {
    let server = TestServer::new();
    let mut page = server.page();
    let game = opened(&mut page, GAME);
    assert_eq!(reviewed(&mut page, &game, "counter").len(), 4);
    page.play(&game, 4, "C3");
    let before = page.watch(&game).0;
    let moves = reviewed(&mut page, &game, "counter");
    assert_eq!((moves.len(), moves[4].node), (5, 5));
    assert_eq!(before[1].review.as_ref(), Some(&moves[0]));
}
