use goban::{Board, Color, Symmetry, diagram};
use proptest::prelude::*;

use super::*;

fn points(board: &Board) -> Vec<Point> {
    board.points().filter(|&point| board.is_legal(point)).collect()
}

fn class(view: View, board: &Board, name: &str) -> u64 {
    let point = Point::from_gtp(name, board.size()).unwrap();
    let mut classes = Vec::new();
    Classifier::new(view).unwrap().classes(board, &[point], &mut classes);
    classes[0]
}

/// Every kind of window that the thesis tries.
fn views() -> Vec<View> {
    let mut views = Vec::new();
    for radius in 1..=4 {
        views.push(View::fixed(Window::Square, radius));
        views.push(View::fixed(Window::Diamond, radius));
    }
    views.extend((1..=3).map(|radius| View::fixed(Window::Graph, radius)));
    views.push(View { liberties: 3, ko: true, ..View::fixed(Window::Square, 2) });
    views.push(View { liberties: 1, ..View::fixed(Window::Graph, 2) });
    views.push(View::THESIS);
    views
}

/// A position after some random moves.
pub(super) fn position(size: usize, moves: usize, seed: u64) -> Board {
    let mut board = Board::new(size);
    let mut state = seed;
    for _ in 0..moves {
        board.play_random(|n| {
            state = crate::mix(state);
            (state % u64::from(n)) as u32
        });
    }
    board
}

/// The same position, turned or mirrored.
fn turned(board: &Board, symmetry: Symmetry) -> Board {
    let size = board.size();
    let stones = board.points().filter_map(|point| Some((symmetry.apply(point, size), board.cell(point).color()?)));
    let mut turned = Board::with_stones(size, stones).unwrap();
    turned.set_to_play(board.to_play());
    turned
}

/// The same position with colours changed.
fn inverted(board: &Board) -> Board {
    let stones = board.points().filter_map(|point| Some((point, board.cell(point).color()?.other())));
    let mut inverted = Board::with_stones(board.size(), stones).unwrap();
    inverted.set_to_play(board.to_play().other());
    inverted
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn classes_are_the_same_under_every_symmetry_and_for_either_colour(
        seed: u64,
        moves in 0usize..120,
        which in 0usize..8,
    ) {
        let symmetry = Symmetry::ALL[which];
        // The ko has to be seen in both, and setting up stones forgets it.
        let board = turned(&position(9, moves, seed), Symmetry::IDENTITY);
        let (image, other) = (turned(&board, symmetry), inverted(&board));
        for view in views() {
            let mut classifier = Classifier::new(view).unwrap();
            let mut classes = |board: &Board, points: &[Point]| {
                let mut classes = Vec::new();
                classifier.classes(board, points, &mut classes);
                classes
            };
            let points = points(&board);
            let images: Vec<Point> = points.iter().map(|&point| symmetry.apply(point, 9)).collect();
            let here = classes(&board, &points);
            prop_assert_eq!(&here, &classes(&image, &images), "{:?}", view);
            prop_assert_eq!(&here, &classes(&other, &points), "{:?}", view);
        }
    }

    /// An oracle: two moves have one class just when what is under the window is the same in one of the eight ways.
    #[test]
    fn moves_are_of_one_class_just_when_the_window_shows_the_same(seed: u64, moves in 0usize..60) {
        let board = position(7, moves, seed);
        for (window, radius) in [(Window::Square, 1), (Window::Diamond, 2)] {
            let view = View::fixed(window, radius);
            let seen = |point: Point| {
                let r = i32::from(radius);
                let at = |(row, col): (i32, i32)| {
                    let (row, col) = (point.row() as i32 + row, point.col() as i32 + col);
                    let on = (0..7).contains(&row) && (0..7).contains(&col);
                    if on { board.cell(Point::new(row as usize, col as usize)) as i32 } else { 9 }
                };
                let turn = |s: u8, (row, col): (i32, i32)| {
                    let (row, col) = (if s & 1 == 0 { row } else { -row }, if s & 2 == 0 { col } else { -col });
                    if s & 4 == 0 { (row, col) } else { (col, row) }
                };
                let inside = |&(row, col): &(i32, i32)| window == Window::Square || row.abs() + col.abs() <= r;
                let places: Vec<(i32, i32)> =
                    (-r..=r).flat_map(|row| (-r..=r).map(move |col| (row, col))).filter(inside).collect();
                (0..8u8).map(|s| places.iter().map(|&place| at(turn(s, place))).collect::<Vec<i32>>()).min()
            };
            let points = points(&board);
            let mut classes = Vec::new();
            Classifier::new(view).unwrap().classes(&board, &points, &mut classes);
            for (one, &a) in points.iter().enumerate() {
                for (other, &b) in points.iter().enumerate() {
                    prop_assert_eq!(seen(a) == seen(b), classes[one] == classes[other]);
                }
            }
        }
    }
}

#[test]
fn a_window_expands_until_it_sees_a_stone() {
    let board = diagram::board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . X . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let fixed = View::fixed(Window::Diamond, 2);
    let expanding = View { expand: 5, ..fixed };
    assert_eq!(class(fixed, &board, "F5"), class(fixed, &board, "E5"), "nothing is seen within two steps");
    assert_ne!(class(expanding, &board, "F5"), class(expanding, &board, "E5"), "five steps and four from the stone");
    assert_ne!(class(expanding, &board, "E5"), class(fixed, &board, "E5"));
    let two = View { stones: 2, ..expanding };
    assert_ne!(class(expanding, &board, "D7"), class(two, &board, "D7"), "one stone is not enough");
}

#[test]
fn a_chain_in_atari_is_told_from_one_that_is_not() {
    let quiet = diagram::board(
        "
        . . . . .
        . . O . .
        . . . . .
        . . . . .
        . . . . .",
    );
    let atari = diagram::board(
        "
        . . X . .
        . X O X .
        . . . . .
        . . . . .
        . . . . .",
    );
    let radius_1 = View::fixed(Window::Diamond, 1);
    assert_eq!(class(radius_1, &quiet, "C3"), class(radius_1, &atari, "C3"));
    let liberties = View { liberties: 1, ..radius_1 };
    assert_ne!(class(liberties, &quiet, "C3"), class(liberties, &atari, "C3"));
}

#[test]
fn to_a_graph_a_chain_is_one_thing_however_long_it_is() {
    let short = diagram::board(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let long = diagram::board(
        "
        . . . . . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . O . . . . .
        . . . . . . . . .
        . . . . . . . . .",
    );
    let graph = View::fixed(Window::Graph, 1);
    assert_eq!(class(graph, &short, "E5"), class(graph, &long, "E5"), "beside the chain");
    let square = View::fixed(Window::Square, 2);
    assert_ne!(class(square, &short, "E5"), class(square, &long, "E5"));
    assert_ne!(class(graph, &short, "E5"), class(graph, &short, "F5"), "one step from it, and two");
}

#[test]
fn the_ko_is_seen_if_it_is_to_be() {
    let mut board = diagram::board(
        "
        . X O . .
        X O . O .
        . X O . .
        . . . . .
        . . . . .",
    );
    board.play(goban::Move::Play(Point::from_gtp("C4", 5).unwrap())).unwrap();
    assert_eq!(board.ko(), Point::from_gtp("B4", 5).ok());
    let near = View::fixed(Window::Square, 1);
    let mut forgotten = board;
    forgotten.set_to_play(Color::Black);
    forgotten.set_to_play(Color::White);
    assert_eq!(class(near, &board, "A5"), class(near, &forgotten, "A5"));
    let ko = View { ko: true, ..near };
    assert_ne!(class(ko, &board, "A5"), class(ko, &forgotten, "A5"));
}

/// On an empty 3x3 board with the four neighbours as the window there are three classes: corner, side and centre.
#[test]
fn the_first_step_goes_by_the_gradient_of_the_thesis() {
    let board = Board::new(3);
    let points = points(&board);
    let view = View::fixed(Window::Diamond, 1);
    let mut preference = Preference::new(view, Table::Map).unwrap();
    let (corner, side, centre) = (points[0], points[1], points[4]);
    let mut values = PointMap::new(f32::NAN);
    preference.rank(&board, &points, &mut values);
    preference.learn_again(&points, centre);
    assert!(points.iter().all(|&point| values[point] == 0.0), "nothing was known");
    // Eight others are equal: half of a ninth each, four of them of each class.
    preference.rank(&board, &points, &mut values);
    assert_eq!([corner, side, centre].map(|point| values[point]), [-2.0 / 9.0, -2.0 / 9.0, 4.0 / 9.0]);
    // Now the centre is first, and learning it again changes nothing.
    preference.learn(&board, &points, centre);
    preference.rank(&board, &points, &mut values);
    assert_eq!(values[centre], 4.0 / 9.0);
    // A corner has the centre above it, four sides equal, and three of its own class: 1 + 2 ninths.
    preference.learn(&board, &points, corner);
    preference.rank(&board, &points, &mut values);
    let near = |a: f32, b: f32| (a - b).abs() < 1e-6;
    assert!(near(values[corner], -2.0 / 9.0 + 3.0 / 9.0), "{}", values[corner]);
    assert!(near(values[side], -2.0 / 9.0 - 2.0 / 9.0) && near(values[centre], 3.0 / 9.0));
    assert_eq!(preference.classes(), Some(3));
}

/// Plays the same moves to a table until it knows them.
fn taught(table: Table) -> (Preference, Vec<(Board, Point)>) {
    taught_by(View::fixed(Window::Square, 2), table)
}

fn taught_by(view: View, table: Table) -> (Preference, Vec<(Board, Point)>) {
    let mut preference = Preference::new(view, table).unwrap();
    let lessons: Vec<(Board, Point)> = (0..30)
        .map(|seed| {
            let board = position(9, 30, seed);
            (board, points(&board)[seed as usize % 20])
        })
        .collect();
    for _ in 0..30 {
        for (board, played) in &lessons {
            preference.learn(board, &points(board), *played);
        }
    }
    (preference, lessons)
}

/// How many of the moves are ranked first, alone or with others.
fn known(preference: &mut Preference, lessons: &[(Board, Point)]) -> usize {
    let mut values = PointMap::new(0.0);
    let mut is_first = |(board, played): &(Board, Point)| {
        let points = points(board);
        preference.rank(board, &points, &mut values);
        points.iter().all(|&point| values[point] <= values[*played])
    };
    lessons.iter().filter(|lesson| is_first(lesson)).count()
}

#[test]
fn every_table_learns_moves_by_heart_and_small_ones_forget_some() {
    let forgets = [Forget::Value, Forget::Oldest, Forget::Useless];
    let caches = forgets.map(|forget| Table::Cache { size: 100_000, forget });
    let size = 2_000_003;
    let tables = [Table::Map, Table::Hash { size }, Table::Probes { size }, Table::Text { size, hash: TextHash::Fnv }];
    for table in tables.iter().chain(&caches) {
        let (mut preference, lessons) = taught(*table);
        assert!(known(&mut preference, &lessons) >= 27, "{table:?}");
    }
    let (mut tiny, lessons) = taught(Table::Hash { size: 16 });
    assert!(known(&mut tiny, &lessons) < 15);
    for forget in forgets {
        let (cache, _) = taught(Table::Cache { size: 200, forget });
        assert!(cache.classes().is_some_and(|classes| classes <= 200), "{forget:?}");
    }
}

/// Texts tell the same patterns apart as random keys do, under every symmetry.
#[test]
fn patterns_as_text_are_the_same_classes() {
    for view in [View::fixed(Window::Square, 2), View::fixed(Window::Diamond, 3), View::THESIS] {
        let (mut keys, mut texts) = (Classifier::new(view).unwrap(), Classifier::by_text(view, TextHash::Fnv).unwrap());
        let (mut by_key, mut by_text) = (Vec::new(), Vec::new());
        let mut pairs = std::collections::BTreeSet::new();
        for (seed, symmetry) in (0..8).flat_map(|seed| Symmetry::ALL.map(|symmetry| (seed, symmetry))) {
            let board = turned(&position(9, 30, seed), symmetry);
            let points = points(&board);
            keys.classes(&board, &points, &mut by_key);
            texts.classes(&board, &points, &mut by_text);
            pairs.extend(by_key.iter().copied().zip(by_text.iter().copied()));
        }
        let distinct = |of: fn(&(u64, u64)) -> u64| pairs.iter().map(of).collect::<std::collections::BTreeSet<_>>();
        assert_eq!(distinct(|pair| pair.0).len(), pairs.len());
        assert_eq!(distinct(|pair| pair.1).len(), pairs.len());
        assert!(pairs.len() > 100);
    }
    assert!(Classifier::by_text(View::fixed(Window::Graph, 1), TextHash::Sum).is_err());
}

#[test]
fn what_is_not_supported_is_refused() {
    assert_eq!(View::fixed(Window::Square, 0).check(), Err(ViewError::Radius(0)));
    assert_eq!(View { expand: 12, ..View::THESIS }.check(), Err(ViewError::Radius(12)));
    assert_eq!(View { liberties: 9, ..View::THESIS }.check(), Err(ViewError::Liberties(9)));
    assert_eq!(
        "round".parse::<Window>().unwrap_err().to_string(),
        "'round' is not a window: expected square, diamond or graph"
    );
    assert_eq!(Table::Hash { size: 3 }.check(), Err(TableError(3)));
}

#[test]
fn what_was_learnt_survives_in_a_file() {
    let forgets = [Forget::Value, Forget::Oldest, Forget::Useless];
    let caches = forgets.map(|forget| Table::Cache { size: 1000, forget });
    let size = 5003;
    let tables = [Table::Map, Table::Hash { size }, Table::Probes { size }, Table::Text { size, hash: TextHash::Pjw }];
    let views = [0, 4].map(|corner| View { corner, ..View::fixed(Window::Square, 2) });
    for (table, view) in tables.iter().chain(&caches).flat_map(|table| views.map(|view| (table, view))) {
        let (mut before, lessons) = taught_by(view, *table);
        before.about = "thirty moves".to_string();
        let mut after = Preference::read(&before.write()).unwrap();
        assert_eq!((after.view(), after.table()), (before.view(), *table));
        assert_eq!((after.about.as_str(), after.positions()), ("thirty moves", 900));
        // Both rank alike, and learn alike from then on.
        for (board, played) in &lessons {
            let points = points(board);
            let [mut a, mut b] = [PointMap::new(0.0); 2];
            before.rank(board, &points, &mut a);
            before.learn_again(&points, *played);
            after.rank(board, &points, &mut b);
            after.learn_again(&points, *played);
            assert!(points.iter().all(|&point| a[point] == b[point]), "{table:?}");
        }
    }
}

/// Half precision may make values equal, but moves never change places, and a compact file is much smaller.
#[test]
fn a_compact_file_keeps_the_ranking() {
    let (mut before, lessons) = taught(Table::Hash { size: 500_009 });
    let bytes = before.write_compact().unwrap();
    assert!(bytes.len() < before.write().len() / 2, "{}", bytes.len());
    let mut after = Preference::read(&bytes).unwrap();
    assert_eq!((after.view(), after.table()), (before.view(), before.table()));
    assert_eq!(after.write_compact(), Some(bytes), "reading it changes nothing");
    let (mut pairs, mut equal) = (0, 0);
    for (board, _) in &lessons {
        let points = points(board);
        let [mut a, mut b] = [PointMap::new(0.0); 2];
        before.rank(board, &points, &mut a);
        after.rank(board, &points, &mut b);
        for (&one, &other) in points.iter().flat_map(|one| points.iter().map(move |other| (one, other))) {
            if a[one] > a[other] {
                assert!(b[one] >= b[other]);
                pairs += 1;
                equal += usize::from(b[one] == b[other]);
            }
        }
        assert!(points.iter().all(|&point| (a[point] > 0.0) == (b[point] > 0.0)), "the pass keeps its place");
    }
    assert!(equal * 200 < pairs, "{equal} of {pairs} have become equal");
}

#[test]
fn a_compact_file_with_nonsense_in_it_is_refused() {
    assert_eq!(taught(Table::Map).0.write_compact(), None);
    let bytes = taught(Table::Hash { size: 5003 }).0.write_compact().unwrap();
    let parts = crate::file::read(&bytes, "preference").unwrap();
    let with = |description: &str, content: &[u8]| {
        let file = crate::file::write("preference", description, &crate::file::pack(content));
        Preference::read(&file).map(drop).unwrap_err().to_string()
    };
    let description = parts.description;
    assert!(with(&description.replace("hash", "probes"), &[0]).contains("only a hash table has a compact form"));
    assert!(with(description, &[0xff, 0x7f]).contains("more values than it says"));
    assert!(with(description, &[1, 0xff, 0x7f, 0, 0]).contains("a slot is too large"));
    assert!(with(description, &[1, 7, 0, 0x7c]).contains("a value is infinite or NaN"));
    assert_eq!(with(description, &[2, 7]), "this model is cut short: fetch or make it again");
}

/// Players and threads share the embedded table until one of them learns.
#[test]
fn a_clone_learns_by_itself() {
    let (mut one, lessons) = taught(Table::Hash { size: 5003 });
    let bytes = one.write();
    let mut other = one.clone();
    let (board, _) = &lessons[0];
    (0..50).for_each(|_| other.learn(board, &points(board), points(board)[0]));
    assert_eq!(one.write(), bytes);
    assert_ne!(other.write(), bytes);
    one.learn(board, &points(board), points(board)[0]);
    assert_ne!(one.write(), bytes);
}

#[test]
fn a_file_with_nonsense_in_it_is_refused() {
    let (preference, _) = taught(Table::Hash { size: 5003 });
    let bytes = preference.write();
    let parts = crate::file::read(&bytes, "preference").unwrap();
    let with = |description: &str, content: &[u8]| {
        Preference::read(&crate::file::write("preference", description, content)).map(drop).unwrap_err().to_string()
    };
    assert!(with("{}", parts.content).contains("missing field"));
    assert!(with(parts.description, b"junk").starts_with("this model makes no sense: "));
    let smaller = parts.description.replace("5003", "4001");
    assert_eq!(with(&smaller, parts.content), "this model makes no sense: it has more values than it says");
    let larger = parts.description.replace("5003", "6007");
    assert_eq!(with(&larger, parts.content), "this model is cut short: fetch or make it again");
    let huge = parts.description.replace("5003", "4000000000");
    assert!(with(&huge, parts.content).contains("4000000000 values is not supported"));
}

/// A table on the empty 3x3 board, whose three classes are corner, side and centre, and their values.
fn three_classes(manner: Manner, moves: &[usize]) -> [f32; 3] {
    let board = Board::new(3);
    let points = points(&board);
    let mut preference = Preference::new(View::fixed(Window::Diamond, 1), Table::Map).unwrap();
    preference.set_manner(manner);
    moves.iter().for_each(|&played| preference.learn(&board, &points, points[played]));
    let mut values = PointMap::new(0.0);
    preference.rank(&board, &points, &mut values);
    [0, 1, 4].map(|place| values[points[place]])
}

const CORNER: usize = 0;
const CENTRE: usize = 4;

#[test]
fn pooled_positions_change_nothing_until_there_are_enough_of_them() {
    let batch = |batch| Manner { batch, ..Manner::default() };
    assert_eq!(three_classes(batch(3), &[CENTRE, CENTRE]), [0.0; 3]);
    // Three times the first step, since nothing was known in any of the three.
    let pooled = three_classes(batch(3), &[CENTRE, CENTRE, CENTRE]);
    let expected = [-6.0 / 9.0, -6.0 / 9.0, 12.0 / 9.0];
    assert!(pooled.iter().zip(expected).all(|(a, b)| (a - b).abs() < 1e-5), "{pooled:?}");
    assert_eq!(three_classes(batch(0), &[CENTRE; 20]), [0.0; 3], "an epoch ends when it is said to");
    let board = Board::new(3);
    let points = points(&board);
    let mut preference = Preference::new(View::fixed(Window::Diamond, 1), Table::Map).unwrap();
    preference.set_manner(batch(0));
    preference.learn(&board, &points, points[CENTRE]);
    preference.settle();
    assert_eq!(preference.classes(), Some(3));
}

#[test]
fn steps_that_fade_become_smaller() {
    let [.., centre] = three_classes(Manner { fade: 1.0, ..Manner::default() }, &[CENTRE, CORNER, CENTRE]);
    let [.., constant] = three_classes(Manner::default(), &[CENTRE, CORNER, CENTRE]);
    assert!(centre > 0.0 && centre != constant);
}

#[test]
fn blame_by_rank_falls_on_the_favourite_most() {
    // The centre is the favourite; then a corner is played, and the centre, alone above it, is blamed in full, but the
    // sides, equal to it and in the places after the favourite, for less than a half each.
    let [_, side, centre] = three_classes(Manner { top: true, ..Manner::default() }, &[CENTRE, CORNER]);
    let [_, all_side, all_centre] = three_classes(Manner::default(), &[CENTRE, CORNER]);
    let first = three_classes(Manner { top: true, ..Manner::default() }, &[CENTRE]);
    assert!((first[2] - centre - 1.0 / 9.0).abs() < 1e-6, "in full: {centre}");
    assert!((4.0 / 9.0 - all_centre - 1.0 / 9.0).abs() < 1e-6);
    assert!(first[1] - side < -2.0 / 9.0 - all_side, "{side} {all_side}");
}

#[test]
fn a_pass_teaches_what_is_not_worth_a_move() {
    let board = Board::new(3);
    let points = points(&board);
    let mut preference = Preference::new(View::fixed(Window::Diamond, 1), Table::Map).unwrap();
    preference.learn_pass(&board, &points);
    assert_eq!(preference.classes(), Some(0), "the thesis does not learn from passes");
    preference.set_manner(Manner { pass: true, ..Manner::default() });
    preference.learn_pass(&board, &points);
    let mut values = PointMap::new(0.0);
    preference.rank(&board, &points, &mut values);
    assert!(points.iter().all(|&point| values[point] < 0.0));
}
