//! The events of section IV of the paper one by one, on short playouts: learnt, overwritten, forgotten, fallen back.

use std::collections::HashSet;
use std::sync::Arc;
use std::thread;

use goban::diagram;
use player::Rng;

use super::*;
use crate::playout::reply::tests::{at, game, playout};
use crate::playout::{Counter, ReplyKind, Uncounted};

fn tables(word: &str) -> LastGood {
    match word.parse() {
        Ok(ReplyKind::LastGood(memory)) => LastGood::new(memory, 5),
        _ => panic!("{word} is not a last good reply policy"),
    }
}

/// Stores Black's reply to the moves before it, the last one first.
fn store(tables: &LastGood, context: &[Point], reply: &str) {
    let known = tables.context(&[0, 1, 2].map(|back| context.get(back).copied()));
    open!(tables, open => open.slot(Color::Black, &known, context.len()).unwrap().store(at(reply).index() as u16));
}

/// All that is stored on 5x5: who, the moves before, the last one first, and the reply.
fn entries(tables: &LastGood) -> Vec<(Color, Vec<Point>, Point)> {
    let mut found = Vec::new();
    for player in Color::BOTH {
        let mut see = |context: &[Point]| {
            found.extend(tables.reply(player, context).map(|reply| (player, context.to_vec(), reply)));
        };
        for last in Point::all(5) {
            see(&[last]);
            for before in Point::all(5) {
                see(&[last, before]);
                Point::all(5).for_each(|third| see(&[last, before, third]));
            }
        }
    }
    assert_eq!(found.len(), tables.stored(), "something is stored that no context finds");
    found
}

/// The same as texts, with the moves before in the order they were made, the shortest first.
fn stored(tables: &LastGood) -> Vec<String> {
    let name = |point: &Point| point.to_gtp(5);
    let text = |(player, context, reply): (Color, Vec<Point>, Point)| {
        let before: Vec<String> = context.iter().rev().map(name).collect();
        format!("{} {} > {}", player.letter(), before.join(" "), name(&reply))
    };
    let mut found: Vec<String> = entries(tables).into_iter().map(text).collect();
    found.sort_by_key(|text| (text.len(), text.clone()));
    found
}

/// A playout from the empty board: who wins, the moves, and what is stored afterwards.
type Step<'a> = (Option<Color>, &'a str, &'a [&'a str]);

fn tell(word: &str, story: &[Step<'_>]) {
    let tables = tables(word);
    for (number, (winner, moves, after)) in story.iter().enumerate() {
        tables.learn(&playout(&game(""), moves), *winner, &Uncounted);
        assert_eq!(stored(&tables), *after, "{word}, after playout {}: {moves}", number + 1);
    }
    tables.clear();
    assert!(stored(&tables).is_empty());
}

const BLACK: Option<Color> = Some(Color::Black);
const WHITE: Option<Color> = Some(Color::White);

#[test]
fn lgr1_learns_the_winners_replies_and_overwrites_older_ones() {
    tell(
        "lgr1",
        &[
            // The first move answers nothing.
            (BLACK, "A1 B1 C1 D1 E1", &["B B1 > C1", "B D1 > E1"]),
            // Black loses with a stored reply, which stays.
            (WHITE, "A1 B1 C1 D1", &["B B1 > C1", "B D1 > E1", "W A1 > B1", "W C1 > D1"]),
            (BLACK, "A1 B1 A2 D2 E1", &["B B1 > A2", "B D1 > E1", "B D2 > E1", "W A1 > B1", "W C1 > D1"]),
        ],
    );
}

#[test]
fn lgr1_keeps_the_last_reply_where_a_move_is_made_twice() {
    tell("lgr1", &[(BLACK, "A1 B1 C1 D1 E1 B1 A2", &["B B1 > A2", "B D1 > E1"])]);
}

#[test]
fn nothing_is_learnt_or_forgotten_by_a_draw() {
    tell(
        "lgrf2",
        &[
            (BLACK, "A1 B1 C1", &["B B1 > C1", "B A1 B1 > C1"]),
            (None, "A1 B1 C1 D1 E1", &["B B1 > C1", "B A1 B1 > C1"]),
        ],
    );
}

#[test]
fn a_pass_neither_teaches_nor_is_taught() {
    // Neither is D1 a reply to the pass, nor E1 one to the pair of pass and D1.
    tell("lgr3", &[(BLACK, "A1 B1 pass D1 E1", &["B D1 > E1"]), (WHITE, "A1 pass B1 C1", &["B D1 > E1", "W B1 > C1"])]);
}

#[test]
fn lgr2_learns_replies_to_one_and_to_two_moves() {
    tell(
        "lgr2",
        &[
            (BLACK, "A1 B1 C1 D1 E1", &["B B1 > C1", "B D1 > E1", "B A1 B1 > C1", "B C1 D1 > E1"]),
            // The reply to B1 is overwritten; that to A1 B1 is another context.
            (BLACK, "A2 B1 E1", &["B B1 > E1", "B D1 > E1", "B A1 B1 > C1", "B A2 B1 > E1", "B C1 D1 > E1"]),
            (BLACK, "A1 B1 E2", &["B B1 > E2", "B D1 > E1", "B A1 B1 > E2", "B A2 B1 > E1", "B C1 D1 > E1"]),
        ],
    );
}

#[test]
fn lgrf1_forgets_the_losers_replies_that_were_played() {
    tell(
        "lgrf1",
        &[
            (BLACK, "A1 B1 C1 D1 E1", &["B B1 > C1", "B D1 > E1"]),
            // Black's C1 is forgotten. E1 stays: Black answered D1 by something else.
            (WHITE, "A1 B1 C1 D1 E2", &["B D1 > E1", "W A1 > B1", "W C1 > D1"]),
            // Now White's B1 is forgotten, and White's D1, which was not played, is not.
            (BLACK, "A1 B1 C1 A2", &["B B1 > C1", "B D1 > E1", "W C1 > D1"]),
        ],
    );
}

#[test]
fn lgrf2_forgets_in_each_table_what_is_stored_there() {
    tell(
        "lgrf2",
        &[
            (BLACK, "A1 B1 C1", &["B B1 > C1", "B A1 B1 > C1"]),
            // C1 lost as a reply to B1, but was not tried in reply to A1 B1.
            (WHITE, "A2 B1 C1", &["W A2 > B1", "B A1 B1 > C1"]),
            (BLACK, "A3 B1 D1", &["B B1 > D1", "W A2 > B1", "B A1 B1 > C1", "B A3 B1 > D1"]),
            // Now it lost there too. D1 is stored in reply to B1, and was not played.
            (WHITE, "A1 B1 C1", &["B B1 > D1", "W A1 > B1", "W A2 > B1", "B A3 B1 > D1"]),
        ],
    );
}

#[test]
fn lgrf3_has_a_third_table() {
    tell(
        "lgrf3",
        &[
            (WHITE, "A1 B1 C1 D1", &["W A1 > B1", "W C1 > D1", "W B1 C1 > D1", "W A1 B1 C1 > D1"]),
            // White answers the same two moves alike behind another third, and loses.
            (BLACK, "A2 B1 C1 D1", &["B B1 > C1", "W A1 > B1", "B A2 B1 > C1", "W A1 B1 C1 > D1"]),
            (BLACK, "A1 B1 C1 D1", &["B B1 > C1", "B A1 B1 > C1", "B A2 B1 > C1"]),
        ],
    );
}

#[test]
fn lgrf1_nd_stores_replies_to_the_first_appearance_of_a_move_only() {
    tell(
        "lgrf1-nd",
        &[
            // White's B1 appears twice.
            (BLACK, "A1 B1 C1 D1 E1 B1 A2", &["B B1 > C1", "B D1 > E1"]),
            // White's C1 is another move than Black's: both are first appearances.
            (BLACK, "C1 D2 E2 C1 A3", &["B B1 > C1", "B C1 > A3", "B D1 > E1", "B D2 > E2"]),
        ],
    );
    // The first appearance was answered by a pass.
    tell("lgrf1-nd", &[(BLACK, "A1 B1 pass D1 E1 B1 A2", &["B D1 > E1"])]);
}

#[test]
fn lgrf1_nd_forgets_replies_to_any_appearance() {
    tell(
        "lgrf1-nd",
        &[
            (BLACK, "A1 B1 A2", &["B B1 > A2"]),
            (WHITE, "C3 B1 C1 D1 E1 B1 A2 A5", &["W A2 > A5", "W C1 > D1", "W C3 > B1", "W E1 > B1"]),
        ],
    );
}

#[test]
fn the_last_real_moves_are_answered_but_teach_nothing_themselves() {
    let tables = tables("lgr3");
    tables.learn(&playout(&game("E5 A1 B1 C1"), "D1 E1"), BLACK, &Uncounted);
    assert_eq!(stored(&tables), ["B C1 > D1", "B B1 C1 > D1", "B A1 B1 C1 > D1"]);
    tables.learn(&playout(&game("C3"), "C4"), WHITE, &Uncounted);
    assert_eq!(stored(&tables), ["B C1 > D1", "W C3 > C4", "B B1 C1 > D1", "B A1 B1 C1 > D1"]);
}

#[test]
fn three_moves_that_meet_in_a_place_overwrite_and_never_answer_for_each_other() {
    let tables = LastGood::new(Memory { context: 3, forgetting: false, no_duplicates: false }, 19);
    let context = |number: usize| {
        let point = |number: usize| Point::new(number % 19, number / 19 % 19);
        [point(number), point(number / 361), point(number / 361 / 361)]
    };
    // Two contexts that share a place.
    let place = |number: usize| {
        let context = tables.context(&context(number).map(Some));
        open!(&tables, open => open.slot(Color::Black, &context, 3).unwrap().place)
    };
    let first = 12_345;
    let second = (first + 1..).find(|&number| place(number) == place(first)).unwrap();
    let reply = |number| tables.reply(Color::Black, &context(number));
    store(&tables, &context(first), "A1");
    assert_eq!((reply(first), reply(second)), (Some(at("A1")), None));
    store(&tables, &context(second), "A1");
    assert_eq!((reply(first), reply(second)), (None, Some(at("A1"))));
}

/// What is answered to White's C3 behind Black's A5 in a position, with replies to the two and to C3 alone; and how the
/// lookups went: legal, illegal, own eye and none of the two tables, the longer first.
fn answer(word: &str, position: &str, to_two: Option<&str>, to_one: Option<&str>) -> (Option<Point>, [[u64; 4]; 2]) {
    let tables = tables(word);
    let counter = Arc::new(Counter::new(word.parse().unwrap(), 5));
    let (last, before) = (at("C3"), at("A5"));
    to_two.inspect(|reply| store(&tables, &[last, before], reply));
    to_one.inspect(|reply| store(&tables, &[last], reply));
    let mut board = diagram::board(position);
    board.set_to_play(Color::Black);
    [before, last].into_iter().for_each(|point| board.play_unchecked(point));
    let context = tables.context(&[Some(last), Some(before), None]);
    let answer = tables.propose(&board, &context, &counter);
    let [one, two, _] = counter.counts().tables;
    (answer, [two, one].map(|table| [table.legal, table.illegal, table.own_eye, table.none]))
}

const OPEN: &str = "
    . . . . .
    . . . O .
    . . . . .
    . . . X X
    . . . X .";

#[test]
fn the_longer_context_answers_first() {
    assert_eq!(answer("lgr2", OPEN, Some("B1"), Some("C1")), (Some(at("B1")), [[1, 0, 0, 0], [0; 4]]));
}

#[test]
fn where_two_moves_have_no_reply_one_move_answers() {
    assert_eq!(answer("lgr2", OPEN, None, Some("C1")), (Some(at("C1")), [[0, 0, 0, 1], [1, 0, 0, 0]]));
}

#[test]
fn where_the_reply_to_two_moves_is_illegal_one_move_answers() {
    assert_eq!(answer("lgrf2", OPEN, Some("D4"), Some("C1")), (Some(at("C1")), [[0, 1, 0, 0], [1, 0, 0, 0]]));
}

#[test]
fn where_the_reply_to_two_moves_fills_an_own_eye_one_move_answers() {
    assert_eq!(answer("lgrf2", OPEN, Some("E1"), Some("C1")), (Some(at("C1")), [[0, 0, 1, 0], [1, 0, 0, 0]]));
}

#[test]
fn where_no_reply_can_be_played_the_next_rule_is_asked() {
    assert_eq!(answer("lgrf2", OPEN, Some("D4"), Some("E1")), (None, [[0, 1, 0, 0], [0, 0, 1, 0]]));
    assert_eq!(answer("lgrf2", OPEN, Some("E1"), None), (None, [[0, 0, 1, 0], [0, 0, 0, 1]]));
    assert_eq!(answer("lgr1", OPEN, None, Some("C3")), (None, [[0; 4], [0, 1, 0, 0]]));
}

#[test]
fn threads_that_learn_at_once_leave_only_what_one_of_them_stored() {
    for word in ["lgrf3", "lgr2", "lgrf1-nd"] {
        let tables = tables(word);
        let learn = &|seed: u64| {
            let points: Vec<Point> = Point::all(5).collect();
            let (mut rng, mut trace, mut taught) = (Rng::new(seed), playout(&game(""), ""), HashSet::new());
            for _ in 0..500 {
                trace.again();
                (0..40).for_each(|_| trace.push(rng.pick(&points).copied()));
                let winner = if rng.chance(0.5) { Color::Black } else { Color::White };
                tables.learn(&trace, Some(winner), &Uncounted);
                let moves: Vec<Point> = trace.moves().iter().flatten().copied().collect();
                for number in (1..moves.len()).filter(|&number| trace.color(number) == winner) {
                    for length in 1..=number.min(3) {
                        let context = moves[number - length..number].iter().rev().copied().collect();
                        taught.insert((winner, context, moves[number]));
                    }
                }
            }
            taught
        };
        let taught: HashSet<(Color, Vec<Point>, Point)> = thread::scope(|scope| {
            let learners = [1, 2, 3, 4].map(|seed| scope.spawn(move || learn(seed)));
            learners.into_iter().flat_map(|learner| learner.join().unwrap()).collect()
        });
        let found = entries(&tables);
        assert!(found.len() > 10, "{word}: {} replies", found.len());
        assert!(found.into_iter().all(|entry| taught.contains(&entry)), "{word}");
    }
}
