//! How `mcts` behaves where it searches by a network.

use goban::{Board, Color, Game, Move, Point, Rules, Symmetry, diagram};
use player::{Budget, Choice, Maker, Player, Restriction, Restrictions, Stop};
use roster::Roster;

fn mcts(params: &str) -> Box<dyn Player> {
    let mut player = Roster.make(&format!("mcts:{params},memory=64").parse().unwrap()).unwrap();
    player.reset(1);
    player
}

fn choose(player: &mut dyn Player, game: &Game) -> Choice {
    player.choose(game, Budget::default(), &Stop::new()).unwrap()
}

/// Black has 35 points of area and White 46; everything is alive and every border closed.
const FINISHED: &str = "
    . . . X O . . . .
    . X . X O . O . .
    . . X X O O . O .
    X X . X O . O . .
    . . X X O . . . .
    . X . X O . O O .
    . . X X O O . . .
    X X X O O . O . .
    . . X O . . . . .";

/// White's stones in the corner are dead if Black plays G8, and alive after any other move.
const UNFINISHED: &str = "
    . . X X X O X . .
    . X . X X O . . .
    X X X X X . O O .
    . X . X X X X O O
    X X X X X X X X X
    O O O O O O O O O
    . O . O . . O . O
    . O O . O O O O .
    . . O . . . O . .
    X to play";

/// What looks dead may be so because of the move that the search has in mind: it must not be forgotten over the
/// question whether the game is over, nor, where dead stones have to be taken off, over another move that begins to
/// take them. From all sides, because the order of points has a say in that one.
#[test]
fn a_move_that_finishes_the_game_is_played() {
    let drawn = diagram::board(UNFINISHED);
    for (rules, symmetry) in
        [Rules::CHINESE, Rules::TROMP_TAYLOR].iter().flat_map(|&rules| Symmetry::ALL.map(|it| (rules, it)))
    {
        let stones = drawn.points().filter_map(|point| Some((symmetry.apply(point, 9), drawn.cell(point).color()?)));
        let game = Game::from_board(Board::with_stones(9, stones).unwrap(), rules, -4.5);
        let choice = choose(mcts("model=small,playouts=200,resign=0").as_mut(), &game);
        let finishing = symmetry.apply(Point::from_gtp("G8", 9).unwrap(), 9);
        assert_eq!(choice.mv, Move::Play(finishing), "{rules}, {symmetry:?}");
        let visits: u64 = choice.analysis.candidates.iter().map(|candidate| candidate.visits).sum();
        assert!(visits >= 100, "{visits} of 200 visits are for a move");
    }
}

#[test]
fn a_finished_game_is_not_played_on() {
    // The large network is not so sure that Black, who is behind, has nothing left to try.
    for (net, rules, to_play) in [
        ("large", Rules::CHINESE, "O"),
        ("large", Rules::JAPANESE, "O"),
        ("small", Rules::JAPANESE, "O"),
        ("small", Rules::JAPANESE, "X"),
    ] {
        let game = Game::from_board(diagram::board(&format!("{FINISHED}\n{to_play} to play")), rules, 6.5);
        let choice = choose(mcts(&format!("model={net},playouts=60,resign=0")).as_mut(), &game);
        assert_eq!(choice.mv, Move::Pass, "{net}, {to_play} by {rules}");
    }
}

#[test]
fn a_won_game_is_ended_when_the_opponent_passes() {
    let mut game = Game::from_board(diagram::board(&format!("{FINISHED}\nX to play")), Rules::CHINESE, 6.5);
    game.play(Move::Pass).unwrap();
    assert_eq!(choose(mcts("model=small,playouts=60").as_mut(), &game).mv, Move::Pass);
}

#[test]
fn a_hopeless_game_is_resigned() {
    const HOPELESS: &str = "
        . . . . . . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . O . . . O . .
        . . . . X . . . .
        . . O . . . O . .
        . . . . O . . . .
        . . O . X . O . .
        . . . . . . . . .
        X to play";
    let mut player = mcts("model=small,playouts=30");
    let mut game = Game::from_board(diagram::board(HOPELESS), Rules::CHINESE, 7.5);
    let mut moves = Vec::new();
    for _ in 0..4 {
        moves.push(choose(player.as_mut(), &game).mv);
        game.play(Move::Pass).unwrap();
        let reply = game.legal_points().last().unwrap();
        game.play(Move::Play(reply)).unwrap();
    }
    assert!(moves.contains(&Move::Resign), "{moves:?}");
}

#[test]
fn where_no_network_was_taught_it_refuses_and_names_rave() {
    for (size, rules, reason) in [
        (7, Rules::CHINESE, "mcts has no network for 7x7: its networks were taught 9x9 and larger; rave plays there"),
        (9, Rules::DEATHMATCH, "mcts has no network for rules without passing: rave plays by them"),
    ] {
        let game = Game::new(size, rules, 6.5);
        let mut player = mcts("playouts=10");
        assert_eq!(player.refuses(&game).as_deref(), Some(reason));
        let failure = player.choose(&game, Budget::default(), &Stop::new()).unwrap_err();
        assert_eq!(failure.to_string(), reason);
        assert!(Roster.make_for(&"mcts".parse().unwrap(), &game, Budget::default()).is_err());
    }
    assert_eq!(mcts("playouts=10").refuses(&Game::new(9, Rules::CHINESE, 7.5)), None);
}

#[test]
fn best_takes_the_network_where_one_was_taught_and_playouts_elsewhere() {
    let visits = |size: usize, rules: Rules| {
        let mut player = Roster.make(&"best:early=false,memory=64".parse().unwrap()).unwrap();
        player.reset(1);
        choose(player.as_mut(), &Game::new(size, rules, 6.5)).analysis.visits
    };
    assert_eq!(visits(9, Rules::CHINESE), 400);
    assert_eq!(visits(5, Rules::CHINESE), 8000);
    assert_eq!(visits(9, Rules::DEATHMATCH), 8000);
}

#[test]
fn only_allowed_moves_are_searched_and_chosen() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let moves: Vec<Move> = ["A1", "J1"].map(|name| Move::from_gtp(name, 9).unwrap()).to_vec();
    let mut restrictions = Restrictions::default();
    let only = Restriction { color: Color::Black, moves: moves.clone(), allow: true, until_depth: 1 };
    assert!(restrictions.add(only));
    for spec in ["mcts:model=small,playouts=20", "rave:playouts=200", "uct:playouts=200", "best"] {
        let mut player = Roster.make(&spec.parse().unwrap()).unwrap();
        assert!(player.restrict(&restrictions));
        let choice = player.choose(&game, Budget::playouts(50), &Stop::new()).unwrap();
        assert!(moves.contains(&choice.mv), "{spec}: {:?}", choice.mv);
        assert!(choice.analysis.candidates.iter().all(|each| moves.contains(&each.mv)), "{spec}");
        let mut none = Restrictions::default();
        assert!(none.add(Restriction { color: Color::Black, moves: Vec::new(), allow: true, until_depth: 1 }));
        player.restrict(&none);
        let failure = player.choose(&game, Budget::playouts(50), &Stop::new()).unwrap_err();
        assert_eq!(failure.to_string(), "no legal move of black is allowed", "{spec}");
    }
}

#[test]
fn by_itself_it_takes_the_large_network() {
    let game = Game::new(9, Rules::CHINESE, 7.5);
    let thought = |model: &str| choose(mcts(&format!("{model}playouts=4")).as_mut(), &game).analysis.win_rate;
    assert_eq!(thought(""), thought("model=large,"));
    assert_ne!(thought(""), thought("model=small,"));
}

#[test]
fn settings_of_earlier_versions_are_answered_with_their_new_names() {
    for (spec, sentence) in [
        (
            "mcts:net=off",
            "mcts has no parameter net any more: write model=, or take the player rave where it was net=off",
        ),
        ("mcts:net-points=1", "mcts has no parameter net-points any more: write points="),
        ("mcts:rave=0", "mcts has no parameter rave any more: it is the parameter equivalence of the player rave"),
        ("mcts:reply=lgrf2", "mcts has no parameter reply any more: it is a parameter of the player rave"),
    ] {
        assert_eq!(Roster.make(&spec.parse().unwrap()).err().unwrap().to_string(), sentence);
    }
}

#[test]
fn a_setting_without_effect_is_refused() {
    for (spec, sentence) in [
        ("mcts:playout-rave=100", "mcts's playout-rave has no effect when playout-share=0"),
        ("mcts:book=moves.model", "mcts's book has no effect unless opening=book"),
        ("rave:policy=mogo,rescue=0.5", "rave's rescue has no effect unless policy=tuned"),
        ("rave:urgent-first=false", "rave's urgent-first has no effect when reply=off"),
        (
            "rave:reply=lgrf2,temperature=1",
            "rave's temperature has no effect unless reply=softmax1 or reply=softmax2 or reply=amaf or \
             reply=cmc or reply=past",
        ),
        ("rave:prior-intuition=0,intuition-after=2", "rave's intuition-after has no effect when prior-intuition=0"),
        (
            "orego:reply=off,temperature=1",
            "orego's temperature has no effect unless reply=softmax1 or reply=softmax2 or reply=amaf or \
             reply=cmc or reply=past",
        ),
    ] {
        assert_eq!(Roster.make(&spec.parse().unwrap()).err().unwrap().to_string(), sentence);
    }
}

#[test]
fn every_condition_names_a_parameter_and_values_that_it_can_have() {
    for entry in Roster.entries() {
        for condition in entry.params.iter().flat_map(|param| param.conditions.iter().flatten()) {
            let other = entry.params.iter().find(|param| param.name == condition.key);
            let other = other.unwrap_or_else(|| panic!("{} has no {}", entry.name, condition.key));
            assert!(condition.values.iter().all(|value| other.kind.read(value).is_some()), "{condition}");
        }
    }
}

#[test]
fn variety_replies_in_several_ways() {
    let replies = |params: &str| {
        let mut player = mcts(params);
        let reply = |seed: u64| {
            player.reset(seed);
            let mut game = Game::new(9, Rules::CHINESE, 7.5);
            game.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
            choose(player.as_mut(), &game).mv.to_gtp(9)
        };
        let mut moves: Vec<String> = (1..=8).map(reply).collect();
        moves.sort();
        moves.dedup();
        moves.len()
    };
    let (plain, varied) = (replies("model=small,playouts=30"), replies("model=small,playouts=30,variety=2"));
    assert!(varied > plain + 1, "{varied} replies instead of {plain}");
}
