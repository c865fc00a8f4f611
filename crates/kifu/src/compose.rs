//! From a game to a tree: a record with the root properties that people and programs expect.

use goban::{Color, End, Game, Move, Outcome, Point};

use crate::header::GameInfo;
use crate::property::Value;
use crate::ruleset;
use crate::tree::{Node, Tree};

impl Tree {
    /// The record of a game. Replaying it gives the game again.
    ///
    /// The result is that of `info`, unless a player has resigned: what is dead after two passes is not the game's to
    /// say.
    ///
    /// ```
    /// use goban::{Game, Move, Point, Rules};
    /// use kifu::{GameInfo, Tree};
    ///
    /// let mut game = Game::new(9, Rules::CHINESE, 7.5);
    /// game.play(Move::Play(Point::from_gtp("E5", 9)?))?;
    /// let info = GameInfo { black: "Shusaku".to_string(), ..GameInfo::default() };
    /// let sgf = Tree::of(&game, &info).to_sgf();
    /// assert!(sgf.starts_with("(;GM[1]FF[4]CA[UTF-8]AP[Ponnuki:"));
    /// assert!(sgf.contains("SZ[9]KM[7.5]RU[Chinese]PB[Shusaku]") && sgf.ends_with(";B[ee])\n"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(game: &Game, info: &GameInfo) -> Tree {
        let mut tree = Tree::new();
        let mut last = tree.root();
        write_root(game, info, tree.node_mut(last));
        for &(color, mv) in game.moves() {
            let value = match mv {
                Move::Play(point) => Value::from_text(&point.to_sgf()),
                Move::Pass => Value::default(),
                Move::Resign => continue,
            };
            last = tree.add(last);
            tree.node_mut(last).push(color.letter().encode_utf8(&mut [0; 4]), [value]);
        }
        // The side to move follows from the last move, unless it was set since.
        if let Some(&(color, mv)) = game.moves().last()
            && mv != Move::Resign
            && game.to_play() == color
        {
            last = tree.add(last);
            tree.node_mut(last).push("PL", [turn(color)]);
        }
        tree
    }
}

fn write_root(game: &Game, info: &GameInfo, root: &mut Node) {
    let text = Value::from_text;
    root.push("GM", [text("1")]);
    root.push("FF", [text("4")]);
    root.push("CA", [text("UTF-8")]);
    root.push("AP", [Value::composed("Ponnuki", version::version())]);
    root.push("SZ", [text(&game.size().to_string())]);
    root.push("KM", [text(&game.komi().to_string())]);
    root.push("RU", [text(&ruleset::name_of(game.rules()))]);

    let stones = |color: Color| -> Vec<Value> {
        let own = |point: &Point| game.initial().cell(*point).is(color);
        game.initial().points().filter(own).map(|point| text(&point.to_sgf())).collect()
    };
    let (black, white) = (stones(Color::Black), stones(Color::White));
    let set_up = !black.is_empty() || !white.is_empty();
    // Black stones alone would be taken for a handicap, and one that is not zero for stones in their usual places.
    if set_up || game.handicap() > 0 {
        root.push("HA", [text(&game.handicap().to_string())]);
    }
    for (name, stones) in [("AB", black), ("AW", white)] {
        if !stones.is_empty() {
            root.push(name, stones);
        }
    }
    let first = game.moves().first().map_or(Color::Black, |&(color, _)| color);
    if set_up || game.initial().to_play() != first {
        root.push("PL", [turn(game.initial().to_play())]);
    }

    let mut info = info.clone();
    if let Some(End::Resignation(loser)) = game.end() {
        info.result = Outcome::Resignation(loser.other()).to_string();
    }
    info.put(root);
}

fn turn(color: Color) -> Value {
    Value::from_text(color.letter().encode_utf8(&mut [0; 4]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replay::Replay;
    use goban::Rules;

    fn record(game: &Game) -> String {
        let sgf = Tree::of(game, &GameInfo::default()).to_sgf();
        let after_program = sgf.find("SZ[").unwrap();
        sgf[after_program..].split('\n').collect()
    }

    #[test]
    fn a_handicap_game_names_its_stones_and_whose_turn_it_is() {
        let mut game = Game::new(9, Rules::AGA, 0.5);
        game.place_fixed_handicap(2).unwrap();
        game.play(Move::Pass).unwrap();
        assert_eq!(record(&game), "SZ[9]KM[0.5]RU[AGA]HA[2]AB[gc][cg]PL[W];W[])");
    }

    #[test]
    fn stones_that_are_no_handicap_are_not_taken_for_one() {
        let mut game = Game::new(5, Rules::SIMPLE, 0.0);
        let stones = [(Point::new(0, 0), Some(Color::Black)), (Point::new(1, 1), Some(Color::Black))];
        game.setup(&stones, Color::White).unwrap();
        assert_eq!(record(&game), "SZ[5]KM[0]RU[Simple]HA[0]AB[aa][bb]PL[W])");
        let again = Replay::new(&Tree::of(&game, &GameInfo::default())).game().unwrap();
        assert_eq!((again.handicap(), again.board()), (0, game.board()));
    }

    #[test]
    fn a_resignation_is_a_result() {
        let mut game = Game::new(9, Rules::JAPANESE, 6.5);
        game.play(Move::Pass).unwrap();
        game.play(Move::Resign).unwrap();
        let info = GameInfo { result: "?".to_string(), ..GameInfo::default() };
        assert!(Tree::of(&game, &info).to_sgf().contains("RE[B+R]"));
    }

    #[test]
    fn a_turn_that_was_set_is_remembered() {
        let mut game = Game::new(9, Rules::JAPANESE, 6.5);
        game.play(Move::Play(Point::new(4, 4))).unwrap();
        game.set_to_play(Color::Black);
        assert!(record(&game).ends_with(";B[ee];PL[B])"));
    }
}
