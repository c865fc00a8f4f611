//! The tree of a game: its record, with every variation and evaluation.
//!
//! The tree is a [`kifu::Tree`], and everything about a node is in its properties: the tree in memory, the nodes in the
//! ledger and the record that is downloaded have the same content. Beside the usual properties a node may have:
//!
//! | property | what it says |
//! |---|---|
//! | `SBKV` | Black's win rate in percent, as the player of the move reported it; Sabaki draws it as a graph |
//! | `LZ` | the candidate moves here, in the format of Lizzie |
//! | `PKW` | the player of the move: `human` or a specification |
//! | `PKS` | Black's lead, as the player of the move reported it |
//! | `PKV` | what a review said of the move: loss; place; chance of Black before it; what was best and what would follow |
//! | `PKR` | what a review said of the position: chance of Black in percent; the properties that it lent the node; who it was |
//!
//! The evaluations of the players are theirs. A review writes its own into `PKR`, and also into `SBKV` and `LZ` where a
//! node has none: such a property is lent, for programs that read those.

use std::cell::RefCell;
use std::collections::BTreeSet;

use arena::ledger::{PageGame, PageNode};
use goban::{Color, Game, Move, Rules};
use kifu::{Header, Node, NodeId, Property, Replay, Tree, Value};
use player::Analysis;

use crate::Refusal;
use crate::message::{MoveReview, Twig};
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

    /// Sets the review of a move, and the candidates in the position before it.
    pub(crate) fn set_verdict(&mut self, verdict: &MoveReview, before: &Game, considered: &Analysis) {
        let Ok(id) = self.id(verdict.node) else { return };
        let text = |number: Option<f32>| number.map_or("-".to_string(), |number| format!("{number:.4}"));
        let rank = verdict.rank.map_or("-".to_string(), |rank| rank.to_string());
        let best = verdict.best.join(" ");
        let value = format!("{:.4};{rank};{};{best}", verdict.loss, text(verdict.win_rate));
        self.tree.node_mut(id).set("PKV", Value::from_text(&value));
        if let Some(parent) = self.tree.node(id).parent() {
            self.set_view(parent, verdict.win_rate, lizzie(before, considered), &verdict.by);
        }
        self.set_view(id, verdict.after, None, &verdict.by);
    }

    /// Sets a reviewer's view of a position: Black's win rate and the candidate moves.
    fn set_view(&mut self, id: NodeId, chance: Option<f32>, considered: Option<String>, by: &str) {
        self.unsaved.insert(id.index() as u32);
        let node = self.tree.node_mut(id);
        let mut lent = reviewed_position(node).map(|view| view.lent).unwrap_or_default();
        let chance = chance.filter(|chance| chance.is_finite()).map(percent);
        for (key, text) in [("SBKV", &chance), ("LZ", &considered)] {
            let is_lent = lent.iter().any(|known| known == key);
            let Some(text) = text.as_ref().filter(|_| is_lent || node.value(key).is_none()) else { continue };
            node.set(key, Value::from_text(text));
            if !is_lent {
                lent.push(key.to_string());
            }
        }
        let text = format!("{};{};{by}", chance.as_deref().unwrap_or("-"), lent.join(" "));
        node.set("PKR", Value::from_text(&text));
    }

    /// A node as the page draws it.
    pub(crate) fn twig(&self, node: u32) -> Option<Twig> {
        let kept = self.tree.node(self.id(node).ok()?);
        let (by, mv) = self.mv(node).unzip();
        let real = |key: &str| kept.value(key).and_then(Value::real).filter(|number| number.is_finite());
        let seen = reviewed_position(kept);
        let own = !seen.as_ref().is_some_and(|seen| seen.lent.iter().any(|key| key == "SBKV"));
        Some(Twig {
            node,
            parent: self.parent(node),
            mv: mv.map(|mv| mv.to_gtp(self.size)),
            by: by.map(view::side),
            who: kept.simple_text("PKW"),
            win_rate: real("SBKV").filter(|_| own).map(|percent| (percent / 100.0).clamp(0.0, 1.0)),
            score: real("PKS"),
            verdict: kept.simple_text("PKV").and_then(|text| verdict(node, &text, seen)),
            comment: kept.value("C").map(|comment| comment.text().into_owned()).unwrap_or_default(),
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

/// A reviewer's view of a position.
#[derive(Default)]
struct ReviewedPosition {
    chance: Option<f32>,
    lent: Vec<String>,
    by: String,
}

/// Reads `PKR`.
fn reviewed_position(node: &Node) -> Option<ReviewedPosition> {
    let text = node.simple_text("PKR")?;
    let mut parts = text.splitn(3, ';');
    let percent: Option<f32> = parts.next()?.trim().parse().ok().filter(|percent: &f32| percent.is_finite());
    let lent = parts.next()?.split_whitespace().map(str::to_string).collect();
    let by = parts.next()?.to_string();
    Some(ReviewedPosition { chance: percent.map(|percent| (percent / 100.0).clamp(0.0, 1.0)), lent, by })
}

/// Reads `PKV`, with the view of `PKR`.
fn verdict(node: u32, text: &str, seen: Option<ReviewedPosition>) -> Option<MoveReview> {
    let mut parts = text.splitn(4, ';');
    let loss = parts.next()?.trim().parse().ok().filter(|loss: &f32| loss.is_finite())?;
    let rank = parts.next()?.trim().parse().ok();
    let win_rate = parts.next()?.trim().parse().ok().filter(|rate: &f32| rate.is_finite());
    let best = parts.next().unwrap_or_default().split_whitespace().map(str::to_string).collect();
    let ReviewedPosition { chance: after, by, .. } = seen.unwrap_or_default();
    Some(MoveReview { node, loss, rank, best, win_rate, after, by })
}

fn percent(rate: f32) -> String {
    format!("{:.2}", 100.0 * rate)
}

/// An analysis in the format of Lizzie: its version, the win rate of the side that moved last, the playouts; and in the
/// second line the candidate moves with their principal variations and, in hundredths of a percent, their win rates for
/// the side to move.
fn lizzie(game: &Game, analysis: &Analysis) -> Option<String> {
    let rate = analysis.win_rate?;
    let name = |mv: &Move| mv.to_gtp(game.size());
    let moves = analysis.candidates.iter().take(10).map(|candidate| {
        let line: Vec<String> = candidate.line.iter().take(20).map(name).collect();
        let percent = (10_000.0 * candidate.win_rate.unwrap_or(0.0)).round();
        format!("move {} visits {} winrate {percent} pv {}", name(&candidate.mv), candidate.visits, line.join(" "))
    });
    let moves: Vec<String> = moves.collect();
    Some(format!("0.7.4 {:.1} {}\n{}", 100.0 * (1.0 - rate), analysis.visits, moves.join(" info ")))
}

#[cfg(test)]
mod tests {
    use goban::Point;

    use super::*;

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

    fn reviewed(tree: &mut Variations, node: u32, win_rate: f32, after: f32) -> MoveReview {
        let before = tree.game(node - 1).unwrap();
        let best = vec!["C7".to_string(), "G7".to_string()];
        let (win_rate, after, by) = (Some(win_rate), Some(after), "mcts:playouts=10".to_string());
        let verdict = MoveReview { node, loss: 0.25, rank: Some(3), best, win_rate, after, by };
        let considered = Analysis {
            win_rate: Some(0.5),
            visits: 10,
            candidates: vec![player::Candidate { win_rate: Some(0.6), ..player::Candidate::new(at("C7"), 8) }],
            ..Analysis::default()
        };
        tree.set_verdict(&verdict, &before, &considered);
        verdict
    }

    fn saved(variations: &Variations) -> (Variations, String) {
        let sgf = variations.record(2).to_sgf();
        (tree(&sgf), sgf)
    }

    #[test]
    fn reviews_and_evaluations_survive_the_record() {
        let mut tree = tree("(;SZ[9];B[ee];W[ec])");
        tree.set_opinion(2, Some(0.75), Some(-3.5));
        let verdict = reviewed(&mut tree, 2, 0.5, 0.625);
        let (again, sgf) = saved(&tree);
        assert!(sgf.contains("LZ[0.7.4 50.0 10\nmove C7 visits 8 winrate 6000 pv C7]"), "{sgf}");
        let twig = again.twig(2).unwrap();
        assert_eq!((twig.verdict, twig.win_rate, twig.score), (Some(verdict), Some(0.75), Some(-3.5)));
    }

    #[test]
    fn a_review_keeps_the_evaluations_of_the_players_and_lends_its_own_elsewhere() {
        let mut tree = tree("(;SZ[9];B[ee]SBKV[40.00];W[ec])");
        for chance in [0.5, 0.6] {
            reviewed(&mut tree, 1, chance, 0.7);
            reviewed(&mut tree, 2, 0.7, 0.8);
        }
        let (again, sgf) = saved(&tree);
        let chances = [0, 1, 2].map(|node| again.twig(node).unwrap().win_rate);
        assert_eq!(chances, [None, Some(0.4), None], "no player reported one");
        let seen = [1, 2].map(|node| again.twig(node).unwrap().verdict.unwrap().after);
        assert_eq!(seen, [Some(0.7), Some(0.8)]);
        for text in ["SBKV[60.00]", "SBKV[40.00]", "SBKV[80.00]"] {
            assert_eq!(sgf.matches(text).count(), 1, "{text} in {sgf}");
        }
    }

    #[test]
    fn the_candidates_of_another_program_stay() {
        let mut tree = tree("(;SZ[9];B[ee]LZ[theirs];W[ec])");
        reviewed(&mut tree, 2, 0.5, 0.5);
        reviewed(&mut tree, 2, 0.5, 0.5);
        assert!(saved(&tree).1.contains("LZ[theirs]"));
    }

    #[test]
    fn too_many_nodes_are_refused() {
        let (collection, _) = kifu::parse("(;SZ[9];B[ee];W[ec])").unwrap();
        let refused = Variations::new(collection.trees[0].clone(), Rules::CHINESE, 7.5, 2).unwrap_err();
        assert_eq!(refused, Refusal::Nodes { most: 2 });
    }
}
