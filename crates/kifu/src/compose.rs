//! From a game to a tree: a record with the root properties that people and programs expect.

use goban::{Color, End, Game, Move, Outcome, Point};

use crate::header::GameInfo;
use crate::property::Value;
use crate::ruleset;
use crate::tree::{Node, Tree};

impl Tree {
    /// The record of a game. Replaying it gives the game again.
    ///
    /// The result is that of `info`, unless a player has resigned: what is dead after two passes is not the game's to say.
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
        // Whose turn it is follows from the last move, unless somebody has said otherwise since.
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
    root.push("AP", [Value::composed("Ponnuki", env!("CARGO_PKG_VERSION"))]);
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
