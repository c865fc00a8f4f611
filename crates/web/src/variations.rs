//! The tree of a game: its record, with every variation and evaluation.
//!
//! The tree is a [`kifu::Tree`], and everything about a node is in its properties: the tree in memory, the nodes in the
//! ledger and the record that is downloaded have the same content. Beside the usual properties a node may have:
//!
//! | property | what it says |
//! |---|---|
//! | `SBKV` | Black's win rate in percent, as the player of the move reported it; Sabaki draws it as a graph |
//! | `PKW` | the player of the move: `human` or a specification |
//! | `PKS` | Black's lead, as the player of the move reported it |
//!
//! A review adds its own properties ([`learn::review::sgf`]). An `SBKV` that belongs to a review is not the player's.

use std::cell::RefCell;
use std::collections::BTreeSet;

use arena::ledger::{PageGame, PageNode};
use goban::{Color, Game, Move, Rules};
use kifu::{Header, NodeId, Property, Replay, Tree, Value};
use learn::review::{Line, MoveReview, sgf};

use crate::Refusal;
use crate::message::Twig;
use crate::view;

/// The tree of a game. Nodes are numbered in the order in which they were added; the root is 0.
#[derive(Clone, Debug)]
pub(crate) struct Variations {
    tree: Tree,
    ids: Vec<NodeId>,
    size: usize,
    rules: Rules,
    komi: f32,
    /// The games at the nodes used last, the latest at the end.
    games: RefCell<Vec<(u32, Game)>>,
    /// The nodes that were added or changed since the tree was last stored.
    unsaved: BTreeSet<u32>,
}

/// The number of games that are cached.
const CACHED_GAMES: usize = 4;
/// The properties that change the board or the turn.
const BOARD_PROPERTIES: [&str; 6] = ["B", "W", "AB", "AW", "AE", "PL"];

impl Variations {
    /// The tree of a record under these rules and this komi, with a limit of nodes.
    ///
    /// # Errors
    /// If the root is not a position, or there are too many nodes.
    pub(crate) fn new(tree: Tree, rules: Rules, komi: f32, most: usize) -> Result<Variations, Refusal> {
        if tree.len() > most {
            return Err(Refusal::Nodes { most });
        }
        let ids = in_order(&tree);
        let size = Header::of(tree.node(tree.root()))?.size;
        let unsaved = (0..tree.len() as u32).collect();
        let variations = Variations { tree, ids, size, rules, komi, games: RefCell::default(), unsaved };
        variations.game(0)?;
        Ok(variations)
    }

    /// The tree of a stored game: the record of an earlier version, if there is one, and the nodes.
    ///
    /// # Errors
    /// If the record or a node cannot be read, or a node follows one that does not exist.
    pub(crate) fn restore(stored: &PageGame, rules: Rules, komi: f32) -> Result<Variations, Refusal> {
        let mut tree = match &stored.record {
            Some(sgf) => kifu::read(sgf.as_bytes())?.collection.trees.into_iter().next().ok_or(Refusal::NoRecord)?,
            None => Tree::new(),
        };
        let mut ids: Vec<NodeId> = in_order(&tree);
        for PageNode { number, parent, sgf } in &stored.nodes {
            let (collection, _) = kifu::parse(sgf)?;
            let node = collection.trees.first().ok_or(Refusal::NoRecord)?;
            let id = match ids.get(*number as usize) {
                Some(&id) => id,
                None => {
                    let parent = ids.get(*parent as usize).ok_or(Refusal::NoNode { node: *parent })?;
                    let id = tree.add(*parent);
                    ids.push(id);
                    id
                }
            };
            *tree.node_mut(id).properties_mut() = node.node(node.root()).properties().to_vec();
        }
        let mut variations = Variations::new(tree, rules, komi, usize::MAX)?;
        variations.unsaved.clear();
        Ok(variations)
    }

    /// The nodes that were added or changed since the last call, as the ledger stores them.
    pub(crate) fn take_unsaved(&mut self) -> Vec<PageNode> {
        let unsaved = std::mem::take(&mut self.unsaved);
        let stored = |number: u32| {
            let mut alone = Tree::new();
            let root = alone.root();
            let node = self.tree.node(self.id(number).ok()?);
            *alone.node_mut(root).properties_mut() = node.properties().to_vec();
            Some(PageNode { number, parent: self.parent(number).unwrap_or(0), sgf: alone.to_sgf() })
        };
        unsaved.into_iter().filter_map(stored).collect()
    }

    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    pub(crate) fn len(&self) -> usize {
        self.ids.len()
    }

    fn id(&self, node: u32) -> Result<NodeId, Refusal> {
        self.ids.get(node as usize).copied().ok_or(Refusal::NoNode { node })
    }

    /// The game as it stands at a node. It is cached, or continues a cached one, or is replayed from the root.
    ///
    /// # Errors
    /// If there is no such node, or the line to it cannot be played.
    pub(crate) fn game(&self, node: u32) -> Result<Game, Refusal> {
        let id = self.id(node)?;
        let game = match self.continued(node) {
            Some(game) => game,
            None => {
                let mut game = Replay::new(&self.tree).rules(self.rules).to(id).game()?;
                game.set_komi(self.komi);
                game
            }
        };
        self.cache(node, game.clone());
        Ok(game)
    }

    /// The game at a node, from the nearest cached game before it. The moves of nodes that do more than make one move
    /// are left to [`Replay`].
    fn continued(&self, node: u32) -> Option<Game> {
        let games = self.games.borrow();
        let mut moves = Vec::new();
        let mut at = node;
        let mut game = loop {
            if let Some((_, game)) = games.iter().rev().find(|(cached, _)| *cached == at) {
                break game.clone();
            }
            moves.push(self.only_move(at)?);
            at = self.parent(at)?;
        };
        if moves.is_empty() {
            return Some(game);
        }
        // The first move of a line decides how a replay begins it.
        if game.moves().is_empty() {
            return None;
        }
        for &(color, mv) in moves.iter().rev() {
            if game.is_over() {
                game.resume();
            }
            game.play_as(color, mv).ok()?;
        }
        Some(game)
    }

    /// The move of a node that makes one move and does nothing else to the board.
    pub(crate) fn only_move(&self, node: u32) -> Option<(Color, Move)> {
        let properties = self.tree.node(self.id(node).ok()?).properties();
        let changes_board = |property: &&Property| BOARD_PROPERTIES.iter().any(|key| property.is(key));
        let mut changes = properties.iter().filter(changes_board);
        match (changes.next(), changes.next()) {
            (Some(only), None) if only.values().len() == 1 => self.mv(node),
            _ => None,
        }
    }

    /// Caches the game at a node, where a move from the position before it has just been judged.
    pub(crate) fn cache(&self, node: u32, game: Game) {
        let mut games = self.games.borrow_mut();
        games.retain(|(cached, _)| *cached != node);
        if games.len() >= CACHED_GAMES {
            games.remove(0);
        }
        games.push((node, game));
    }

    pub(crate) fn parent(&self, node: u32) -> Option<u32> {
        self.tree.node(self.id(node).ok()?).parent().map(|id| id.index() as u32)
    }

    /// The move that leads to a node.
    pub(crate) fn mv(&self, node: u32) -> Option<(Color, Move)> {
        let node = self.tree.node(self.id(node).ok()?);
        let read = |color: Color| {
            let value = node.value(if color == Color::Black { "B" } else { "W" })?;
            Some((color, value.play(self.size)?))
        };
        Color::BOTH.into_iter().find_map(read)
    }

    /// The line from the root to a node, both included.
    pub(crate) fn path(&self, node: u32) -> Vec<u32> {
        let mut path: Vec<u32> = std::iter::successors(Some(node), |&node| self.parent(node)).collect();
        path.reverse();
        path
    }

    /// The last node of the main line.
    pub(crate) fn end_of_main_line(&self) -> u32 {
        self.tree.main_line().last().unwrap_or(self.tree.root()).index() as u32
    }

    /// The node that a move leads to, if the tree has it.
    pub(crate) fn child(&self, node: u32, color: Color, mv: Move) -> Option<u32> {
        let children = self.tree.node(self.id(node).ok()?).children();
        children.iter().map(|id| id.index() as u32).find(|&child| self.mv(child) == Some((color, mv)))
    }

    /// Adds a legal move with the name of its player.
    pub(crate) fn add(&mut self, node: u32, color: Color, mv: Move, by: &str) -> Result<u32, Refusal> {
        let parent = self.id(node)?;
        let id = self.tree.add(parent);
        let value = match mv {
            Move::Play(point) => Value::from_text(&point.to_sgf()),
            Move::Pass | Move::Resign => Value::default(),
        };
        let new = self.tree.node_mut(id);
        new.push(if color == Color::Black { "B" } else { "W" }, [value]);
        new.push("PKW", [Value::from_text(by)]);
        self.ids.push(id);
        self.unsaved.insert(id.index() as u32);
        Ok(id.index() as u32)
    }

    /// Sets the evaluation that the player of the move reported.
    pub(crate) fn set_opinion(&mut self, node: u32, win_rate: Option<f32>, score: Option<f32>) {
        let Ok(id) = self.id(node) else { return };
        self.unsaved.insert(node);
        let node = self.tree.node_mut(id);
        if let Some(rate) = win_rate.filter(|rate| rate.is_finite()) {
            node.set("SBKV", Value::from_text(&percent(rate)));
        }
        if let Some(score) = score.filter(|score| score.is_finite()) {
            node.set("PKS", Value::from_text(&format!("{score:.2}")));
        }
    }

    /// Writes the review of a move into its node.
    pub(crate) fn set_review(&mut self, review: &MoveReview) {
        let before = self.tree.node(review.node).parent();
        self.unsaved.extend([Some(review.node), before].into_iter().flatten().map(|id| id.index() as u32));
        sgf::write(&mut self.tree, review, self.size);
    }

    /// The way to a node, for a review.
    ///
    /// # Errors
    /// If there is no such node, or the way to it cannot be played.
    pub(crate) fn line(&self, node: u32) -> Result<Line, Refusal> {
        let replay = Replay::new(&self.tree).rules(self.rules).to(self.id(node)?);
        Ok(Line::of(replay)?.komi(self.komi))
    }

    /// A node as the page draws it.
    pub(crate) fn twig(&self, node: u32) -> Option<Twig> {
        let id = self.id(node).ok()?;
        let kept = self.tree.node(id);
        let (by, mv) = self.mv(node).unzip();
        let real = |key: &str| kept.value(key).and_then(Value::real).filter(|number| number.is_finite());
        let own = !sgf::is_reviewers(kept, "SBKV");
        Some(Twig {
            node,
            parent: self.parent(node),
            mv: mv.map(|mv| mv.to_gtp(self.size)),
            by: by.map(view::side),
            who: kept.simple_text("PKW"),
            win_rate: real("SBKV").filter(|_| own).map(|percent| (percent / 100.0).clamp(0.0, 1.0)),
            score: real("PKS"),
            review: sgf::read(&self.tree, id, self.size).map(|found| view::review(node, &found, self.size)),
            comment: sgf::comment(kept),
        })
    }

    pub(crate) fn twigs(&self) -> Vec<Twig> {
        (0..self.len() as u32).filter_map(|node| self.twig(node)).collect()
    }

    /// The record with the line to a node as its main line.
    pub(crate) fn record(&self, live: u32) -> Tree {
        let line = self.path(live);
        let mut copy = Tree::new();
        let mut waiting = vec![(self.tree.root(), None)];
        while let Some((id, parent)) = waiting.pop() {
            let place = parent.map_or(copy.root(), |parent| copy.add(parent));
            let node = self.tree.node(id);
            *copy.node_mut(place).properties_mut() = node.properties().to_vec();
            let is_on_line = |child: &&NodeId| line.binary_search(&(child.index() as u32)).is_ok();
            let (first, others): (Vec<&NodeId>, Vec<&NodeId>) = node.children().iter().partition(is_on_line);
            // The node pushed last is taken next.
            waiting.extend(others.into_iter().rev().chain(first).map(|&child| (child, Some(place))));
        }
        copy
    }
}

/// The nodes of a tree, by number.
fn in_order(tree: &Tree) -> Vec<NodeId> {
    let mut ids = vec![tree.root()];
    let mut next = 0;
    while let Some(&id) = ids.get(next) {
        ids.extend(tree.node(id).children());
        next += 1;
    }
    ids.sort();
    ids
}

fn percent(rate: f32) -> String {
    format!("{:.2}", 100.0 * rate)
}

#[cfg(test)]
mod tests {
    use goban::Point;
    use learn::review::{Options, Reviewer};
    use player::{Analysis, Budget, Candidate, Choice, Failure, Player, Stop};

    use super::*;
    use crate::message::Grade;

    fn tree(sgf: &str) -> Variations {
        let (collection, _) = kifu::parse(sgf).unwrap();
        Variations::new(collection.trees[0].clone(), Rules::CHINESE, 7.5, 100).unwrap()
    }

    fn at(name: &str) -> Move {
        Move::Play(Point::from_gtp(name, 9).unwrap())
    }

    #[test]
    fn a_known_move_is_found_and_a_new_one_starts_a_variation() {
        let mut tree = tree("(;SZ[9];B[ee];W[ec](;B[gc])(;B[cc]))");
        assert_eq!(tree.child(2, Color::Black, at("C7")), Some(4));
        assert_eq!(tree.child(2, Color::Black, at("G3")), None);
        let node = tree.add(2, Color::Black, at("G3"), "human").unwrap();
        assert_eq!((node, tree.parent(node), tree.path(node)), (5, Some(2), vec![0, 1, 2, 5]));
        let twig = tree.twig(node).unwrap();
        assert_eq!((twig.mv.as_deref(), twig.who.as_deref()), (Some("G3"), Some("human")));
    }

    #[test]
    fn a_cached_game_is_the_game_that_a_replay_gives() {
        let tree = tree("(;SZ[9]HA[2];W[ee];B[ec]C[x](;W[fc];B[];W[];B[cc])(;W[cc]PL[W];W[cd];AB[hh];B[gg]))");
        for node in [3, 6, 2, 9, 10, 8, 1, 0, 5, 4, 6, 7] {
            let cached = tree.game(node).unwrap();
            let replayed = Replay::new(&tree.tree).rules(tree.rules).to(tree.ids[node as usize]).game().unwrap();
            assert_eq!((cached.board(), cached.moves()), (replayed.board(), replayed.moves()), "node {node}");
            assert_eq!((cached.end(), cached.komi()), (replayed.end(), 7.5), "node {node}");
        }
    }

    #[test]
    fn the_live_line_is_the_main_line_of_the_record() {
        let tree = tree("(;SZ[9];B[ee](;W[ec];B[gc])(;W[cc];B[dd])(;W[gg]))");
        let record = tree.record(5);
        let (again, _) = kifu::parse(&record.to_sgf()).unwrap();
        assert_eq!(record.to_sgf().replace('\n', ""), "(;SZ[9];B[ee](;W[cc];B[dd])(;W[ec];B[gc])(;W[gg]))");
        let again = Variations::new(again.trees[0].clone(), Rules::CHINESE, 7.5, 100).unwrap();
        assert_eq!(again.mv(again.end_of_main_line()), Some((Color::Black, at("D6"))));
        assert_eq!(again.len(), tree.len());
    }

    /// Values every position at one half for the side to move, and would play C7.
    struct Even;

    impl Player for Even {
        fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
            let candidates = vec![Candidate { win_rate: Some(0.6), ..Candidate::new(at("C7"), 8) }];
            let (win_rate, score) = (Some(0.5), Some(1.0));
            let analysis = Analysis { win_rate, score, visits: 10, candidates, ..Analysis::default() };
            Ok(Choice { mv: at("C7"), analysis })
        }
    }

    fn review(tree: &mut Variations, node: u32) {
        let line = tree.line(node).unwrap();
        let mut reviewer = Reviewer::new(tree.tree(), line, "even", &Options::default()).unwrap();
        while !reviewer.is_done() {
            let moves = reviewer.step(&mut Even, &Stop::new()).unwrap();
            moves.iter().for_each(|review| tree.set_review(review));
        }
    }

    fn saved(variations: &Variations) -> Variations {
        tree(&variations.record(2).to_sgf())
    }

    #[test]
    fn reviews_and_opinions_come_back_out_of_the_record() {
        let mut tree = tree("(;SZ[9];B[ee];W[ec]C[a peep])");
        tree.set_opinion(2, Some(0.75), Some(-3.5));
        review(&mut tree, 2);
        let twig = saved(&tree).twig(2).unwrap();
        assert_eq!(Some(&twig), tree.twig(2).as_ref());
        assert_eq!((twig.win_rate, twig.score, twig.comment.as_str()), (Some(0.75), Some(-3.5), "a peep"));
        let found = twig.review.unwrap();
        assert_eq!(
            (found.by.as_str(), found.best.as_slice(), found.grade),
            ("even", ["C7".to_string()].as_slice(), Grade::Inaccuracy)
        );
        assert_eq!(
            (found.points_loss, found.lead, found.lead_after),
            (Some(2.0), Some(-1.0), Some(1.0)),
            "seen by Black"
        );
    }

    #[test]
    fn a_win_rate_that_a_review_wrote_is_no_players() {
        let mut tree = tree("(;SZ[9];B[ee]SBKV[40.00];W[ec])");
        review(&mut tree, 2);
        let rates = [0, 1, 2].map(|node| saved(&tree).twig(node).unwrap().win_rate);
        assert_eq!(rates, [None, Some(0.4), None]);
    }

    #[test]
    fn too_many_nodes_are_refused() {
        let (collection, _) = kifu::parse("(;SZ[9];B[ee];W[ec])").unwrap();
        let refused = Variations::new(collection.trees[0].clone(), Rules::CHINESE, 7.5, 2).unwrap_err();
        assert_eq!(refused, Refusal::Nodes { most: 2 });
    }
}
