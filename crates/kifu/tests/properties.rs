//! What holds for every tree, every game and any bytes.

use goban::{Game, HandicapBonus, KoRule, Move, Point, Rules, Scoring};
use kifu::{GameInfo, Node, Record, Replay, Tree, Value, parse, read};
use proptest::collection::vec;
use proptest::prelude::*;

fn any_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        "[a-s]{2}".prop_map(|point| Value::from_text(&point)),
        any::<String>().prop_map(|text| Value::from_text(&text)),
        r"([^\\\]]|\\(.|\n|\r)){0,9}".prop_map(whole),
        r"([\[:;() a]|\n|\r|\\[\]\\:a]){0,9}".prop_map(whole),
    ]
}

fn whole(raw: String) -> Value {
    Value::from_raw(raw).expect("every bracket and backslash is escaped")
}

/// Nodes in the order of the file: their properties, and how far back their parent is.
fn any_tree() -> impl Strategy<Value = Tree> {
    let properties = || vec(("[A-Za-z_][A-Za-z0-9_]{0,5}", vec(any_value(), 1..4)), 0..4);
    (properties(), vec((properties(), any::<prop::sample::Index>()), 0..20)).prop_map(|(root, nodes)| {
        let mut tree = Tree::new();
        let fill = |node: &mut Node, properties: Vec<(String, Vec<Value>)>| {
            properties.into_iter().for_each(|(name, values)| node.push(&name, values));
        };
        fill(tree.node_mut(tree.root()), root);
        let mut last = tree.root();
        for (properties, back) in nodes {
            // A parent on the way to the last node keeps the nodes in the order in which a reader meets them.
            let way = tree.path_to(last);
            last = tree.add(*back.get(&way));
            fill(tree.node_mut(last), properties);
        }
        tree
    })
}

fn any_rules() -> impl Strategy<Value = Rules> {
    let ko = prop_oneof![Just(KoRule::Simple), Just(KoRule::PositionalSuperko), Just(KoRule::SituationalSuperko)];
    let scoring = prop_oneof![Just(Scoring::Area), Just(Scoring::Territory)];
    let bonus = prop_oneof![Just(HandicapBonus::None), Just(HandicapBonus::Stones), Just(HandicapBonus::StonesLessOne)];
    (ko, scoring, any::<bool>(), bonus).prop_map(|(ko, scoring, suicide, handicap_bonus)| Rules {
        ko,
        scoring,
        suicide,
        handicap_bonus,
        ..Rules::SIMPLE
    })
}

/// A game: a size, rules, a start, and numbers from which moves are made, as far as they are legal.
fn any_game() -> impl Strategy<Value = Game> {
    let start = (2..=13usize, any_rules(), -20..40i32, 0..4usize, vec(any::<prop::sample::Index>(), 5));
    (start, vec((any::<prop::sample::Index>(), 0..20u8), 0..120)).prop_map(
        |((size, rules, komi, start, places), moves)| {
            let mut game = Game::new(size, rules, komi as f32 / 2.0);
            let points: Vec<Point> = Point::all(size).collect();
            let chosen: Vec<Point> = places.iter().map(|place| *place.get(&points)).collect();
            // Where the start cannot be, the game is an even one.
            let _ = match start {
                1 => game.place_fixed_handicap(places.len() - 1).is_ok(),
                2 => game.place_free_handicap(&chosen).is_ok(),
                3 => {
                    let stone = |(i, &point): (usize, &Point)| (point, Some(goban::Color::BOTH[i % 2]));
                    let stones: Vec<_> = chosen.iter().enumerate().map(stone).collect();
                    game.setup(&stones, goban::Color::BOTH[size % 2]).is_ok()
                }
                _ => false,
            };
            for (place, what) in moves {
                let mv = match what {
                    0 => Move::Pass,
                    _ => Move::Play(*place.get(&points)),
                };
                let color = if what == 1 { !game.to_play() } else { game.to_play() };
                // What is illegal is left out.
                let _ = game.play_as(color, mv);
                // A turn that is given away and taken back forgives a ko, which no record can tell.
                if what == 3 && game.move_number() > 20 && game.board().ko().is_none() {
                    game.set_to_play(!game.to_play());
                }
                if what == 2 && game.move_number() > 100 {
                    let _ = game.play(Move::Resign);
                }
            }
            game
        },
    )
}

fn assert_same(again: &Game, game: &Game) -> Result<(), TestCaseError> {
    prop_assert_eq!(again.board(), game.board());
    prop_assert_eq!(again.initial(), game.initial());
    prop_assert_eq!(again.moves(), game.moves());
    prop_assert_eq!(again.rules(), game.rules());
    prop_assert_eq!(again.komi(), game.komi());
    prop_assert_eq!(again.handicap(), game.handicap());
    prop_assert_eq!(again.end(), game.end());
    prop_assert_eq!(again.to_play(), game.to_play());
    prop_assert_eq!(again.hash(), game.hash());
    Ok(())
}

/// What games are made of, and what breaks them.
const PIECES: [&str; 27] = [
    "(",
    ")",
    ";",
    "[",
    "]",
    "\\",
    "B",
    "AB",
    "[aa]",
    "[aa:cc]",
    "SZ[3]",
    "SZ[2:2]",
    "HA[9]",
    "PL[W]",
    "W[bb]",
    "AE[bb]",
    "B[]",
    " ",
    "\r\n",
    "碁",
    "CA[GBK]",
    "CA[UTF-16]",
    "CA[ISO-2022-JP]",
    "\u{1b}$B",
    "KM[x]",
    "(;",
    "RE[B+R]",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn what_was_written_is_read(trees in vec(any_tree(), 1..3)) {
        let written: String = trees.iter().map(Tree::to_sgf).collect();
        let (collection, warnings) = parse(&written).unwrap();
        prop_assert_eq!(&collection.trees, &trees, "{}", &written);
        prop_assert!(warnings.is_empty(), "{} {:?}", &written, warnings);
        prop_assert_eq!(collection.to_sgf(), written);
    }

    #[test]
    fn text_survives_its_value(text in any::<String>()) {
        let value = Value::from_text(&text);
        prop_assert_eq!(Value::from_raw(value.raw()), Some(value.clone()));
        let plain: String = text.chars().filter(|c| !c.is_control()).collect();
        let value = Value::from_text(&plain);
        prop_assert_eq!(value.text(), plain);
    }

    #[test]
    fn no_bytes_make_the_reader_panic(bytes in vec(any::<u8>(), 0..400)) {
        survives(&bytes)?;
    }

    #[test]
    fn no_text_that_looks_like_a_game_makes_the_reader_panic(
        pieces in vec(prop::sample::select(&PIECES[..]), 0..60)
    ) {
        survives(pieces.concat().as_bytes())?;
        survives(format!("(;{}", pieces.concat()).as_bytes())?;
    }

    #[test]
    fn a_game_comes_back_from_its_record(game in any_game()) {
        let sgf = Tree::of(&game, &GameInfo::default()).to_sgf();
        let reading = read(sgf.as_bytes()).unwrap();
        prop_assert!(reading.warnings.is_empty());
        let tree = &reading.collection.trees[0];
        assert_same(&Replay::new(tree).game().unwrap(), &game)?;
        let record = Record::of("", tree).unwrap();
        let again = record.game(game.rules()).unwrap();
        prop_assert_eq!((again.initial(), again.hash()), (game.initial(), game.hash()));
    }

    #[test]
    fn names_come_back_from_a_record(black in "\\PC{0,20}", result in "\\PC{0,9}", comment in "(\\PC|\n){0,40}") {
        let [black, result, comment] = [black, result, comment].map(|text| text.trim().to_string());
        let info = GameInfo { black, result, comment, ..GameInfo::default() };
        let sgf = Tree::of(&Game::new(9, Rules::AGA, 7.5), &info).to_sgf();
        let reading = read(sgf.as_bytes()).unwrap();
        let root = reading.collection.trees[0].node(reading.collection.trees[0].root());
        prop_assert_eq!(GameInfo::of(root), info);
    }
}

/// Reads, writes and replays any bytes; what was read survives the round trip.
fn survives(bytes: &[u8]) -> Result<(), TestCaseError> {
    let Ok(reading) = read(bytes) else { return Ok(()) };
    let saved = reading.collection.to_sgf();
    let again = read(saved.as_bytes());
    prop_assert_eq!(again.as_ref().map(|again| &again.collection), Ok(&reading.collection), "{}", saved);
    for tree in &reading.collection.trees {
        let _ = Replay::new(tree).game();
        let _ = Record::of("", tree).and_then(|record| record.game(Rules::TROMP_TAYLOR));
    }
    Ok(())
}
