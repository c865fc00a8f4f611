//! The tree: positions, the moves out of them, and which way down.

use goban::{Move, Point};

use crate::line::principal_line;

/// How the way down is chosen.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Formula {
    /// The weight of the exploration term, which goes by how likely the network thinks a move.
    pub exploration: f32,
    /// How much that weight grows with the visits of the node: with their logarithm, from five hundred on.
    pub growth: f32,
    /// How much worse than its node a move is taken to be that was not tried so far, where all other likely moves were:
    /// the reduction of first-play urgency.
    pub urgency: f32,
    /// The visits at which what playouts say of a move that came later weighs as much as what its own simulations
    /// brought (RAVE; Gelly and Silver 2007); 0 for none.
    pub rave: f32,
}

impl Formula {
    /// The value of a move after this many tries, given how it did in the playouts below.
    fn mixed(&self, value: f32, tried: f32, rave: Rave) -> f32 {
        if self.rave == 0.0 || rave.playouts == 0 {
            return value;
        }
        // What is thought of a move before it was tried counts as one visit.
        let (own, all) = (tried + 1.0, rave.playouts as f32);
        let share = all / (all + own + all * own / self.rave);
        value + share * (rave.sum / all - value)
    }
}

/// How the playouts came out in which a player made a move, there or later.
#[derive(Clone, Copy, Debug, Default)]
struct Rave {
    playouts: u32,
    /// 1 for each that was won, -1 for each that was lost.
    sum: f32,
}

/// The value of a position, from the view of one player.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub(super) struct Value {
    /// What is maximised: from -1 to 1, and a little more where points count too.
    pub utility: f32,
    /// The chance to win.
    pub win: f32,
    /// The lead in points.
    pub lead: f32,
}

impl Value {
    /// From the other player's view.
    pub fn flipped(self) -> Value {
        Value { utility: -self.utility, win: 1.0 - self.win, lead: -self.lead }
    }

    fn add(&mut self, other: Value) {
        self.utility += other.utility;
        self.win += other.win;
        self.lead += other.lead;
    }
}

/// A move out of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Edge {
    /// The point; `None` is a pass.
    pub point: Option<Point>,
    /// How likely the network thinks it.
    pub prior: f32,
    /// Simulations that came back from it.
    pub visits: u32,
    /// Simulations that are on the way.
    pending: u32,
    /// The sum of what they brought, from the view of the player who moves.
    sum: Value,
    /// The sum of the squares of their utilities.
    squares: f32,
    rave: Rave,
    /// Where it leads, once that is known.
    pub child: Option<NodeId>,
}

impl Edge {
    pub fn new(point: Option<Point>, prior: f32) -> Edge {
        Edge {
            point,
            prior,
            visits: 0,
            pending: 0,
            sum: Value::default(),
            squares: 0.0,
            rave: Rave::default(),
            child: None,
        }
    }

    pub fn mv(&self) -> Move {
        self.point.map_or(Move::Pass, Move::Play)
    }

    /// The share of the playouts that were won in which the player made it, there or later.
    pub fn rave(&self) -> Option<f32> {
        let Rave { playouts, sum } = self.rave;
        (playouts > 0).then(|| 0.5 + 0.5 * sum / playouts as f32)
    }

    /// The lower confidence bound of its utility: so many standard errors below the mean. One visit more is imagined,
    /// since the first ones may agree by chance.
    pub fn lower_bound(&self, errors: f32) -> f32 {
        /// The variance of the imagined visit.
        const VARIANCE: f32 = 0.16;
        let visits = self.visits as f32;
        let Some(Value { utility, .. }) = self.mean() else { return f32::NEG_INFINITY };
        let variance = ((self.squares - visits * utility * utility).max(0.0) + VARIANCE) / (visits + 1.0);
        utility - errors * (variance / visits).sqrt()
    }

    /// What it brought on average; nothing is known of a move that was not tried.
    pub fn mean(&self) -> Option<Value> {
        let share = 1.0 / self.visits as f32;
        let Value { utility, win, lead } = self.sum;
        (self.visits > 0).then_some(Value { utility: share * utility, win: share * win, lead: share * lead })
    }
}

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct NodeId(u32);

impl NodeId {
    /// The first node of a tree: its root.
    pub const FIRST: NodeId = NodeId(0);
}

/// A position.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u32,
    /// What the network said of it, from the view of the player whose turn it is.
    value: Value,
    /// The hash of the position.
    hash: u64,
}

/// All positions of a search, in bounded memory.
#[derive(Debug, Default)]
pub(super) struct Tree {
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    most_edges: usize,
}

impl Tree {
    /// An empty tree that takes no more than about that many bytes.
    pub fn new(bytes: usize) -> Tree {
        Tree { most_edges: bytes / size_of::<Edge>(), ..Tree::default() }
    }

    pub fn clear(&mut self) {
        self.nodes.clear();
        self.edges.clear();
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    pub fn hash(&self, node: NodeId) -> u64 {
        self.nodes[node.0 as usize].hash
    }

    pub fn value(&self, node: NodeId) -> Value {
        self.nodes[node.0 as usize].value
    }

    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let Node { first, count, .. } = self.nodes[node.0 as usize];
        &self.edges[first as usize..][..count as usize]
    }

    fn edges_mut(&mut self, node: NodeId) -> &mut [Edge] {
        let Node { first, count, .. } = self.nodes[node.0 as usize];
        &mut self.edges[first as usize..][..count as usize]
    }

    /// A new node; `None` if there is no workspace.
    pub fn add(&mut self, hash: u64, value: Value, edges: impl IntoIterator<Item = Edge>) -> Option<NodeId> {
        let first = self.edges.len();
        if first >= self.most_edges {
            return None;
        }
        self.edges.extend(edges);
        let count = (self.edges.len() - first) as u32;
        self.nodes.push(Node { first: first as u32, count, value, hash });
        Some(NodeId(self.nodes.len() as u32 - 1))
    }

    /// Lets a move lead to a node.
    pub fn join(&mut self, node: NodeId, place: usize, child: NodeId) {
        self.edges_mut(node)[place].child = Some(child);
    }

    /// The place of the allowed move to try next; `None` where there is none.
    pub fn select(&self, node: NodeId, formula: &Formula, is_allowed: impl Fn(&Edge) -> bool) -> Option<usize> {
        let edges = self.edges(node);
        let (mut visits, mut on_the_way, mut utility, mut tried) = (0, 0, 0.0, 0.0);
        for edge in edges {
            visits += edge.visits;
            on_the_way += edge.pending;
            utility += edge.sum.utility;
            if edge.visits + edge.pending > 0 {
                tried += edge.prior;
            }
        }
        let mean = (self.value(node).utility + utility) / (1 + visits) as f32;
        let untried = mean - formula.urgency * f32::sqrt(tried);
        let all = (visits + on_the_way) as f32;
        let weight = formula.exploration + formula.growth * ((all + 500.0) / 500.0).ln();
        let explore = weight * all.max(1.0).sqrt();
        let score = |edge: &Edge| {
            let tried = (edge.visits + edge.pending) as f32;
            let value = if tried > 0.0 { (edge.sum.utility - edge.pending as f32) / tried } else { untried };
            formula.mixed(value, tried, edge.rave) + explore * edge.prior / (1.0 + tried)
        };
        let scores = edges.iter().enumerate().filter(|(_, edge)| is_allowed(edge));
        let scores = scores.map(|(place, edge)| (place, score(edge)));
        scores.max_by(|one, other| one.1.total_cmp(&other.1).then(other.0.cmp(&one.0))).map(|(place, _)| place)
    }

    /// A simulation goes by a move.
    pub fn enter(&mut self, node: NodeId, place: usize) {
        self.edges_mut(node)[place].pending += 1;
    }

    /// A simulation comes back through a move and brings this, from the view of the player who moved.
    pub fn leave(&mut self, node: NodeId, place: usize, value: Value) {
        let edge = &mut self.edges_mut(node)[place];
        edge.pending -= 1;
        edge.visits += 1;
        edge.sum.add(value);
        edge.squares += value.utility * value.utility;
    }

    /// A playout below a node came out like this for the player whose turn it is there, who made the moves for which
    /// this says so.
    pub fn learn(&mut self, node: NodeId, result: f32, made: impl Fn(Point) -> bool) {
        for edge in self.edges_mut(node).iter_mut().filter(|edge| edge.point.is_some_and(&made)) {
            edge.rave.playouts += 1;
            edge.rave.sum += result;
        }
    }

    /// A new tree with only what can be reached from a node, which becomes the first. Its moves and its value become
    /// these; what is known of the old moves is kept.
    pub fn keep(&self, root: NodeId, value: Value, moves: Vec<Edge>) -> Tree {
        let mut tree = Tree { most_edges: self.most_edges, ..Tree::default() };
        let old = self.edges(root);
        let known = |new: Edge| match old.iter().find(|edge| edge.point == new.point) {
            Some(edge) => Edge { prior: new.prior, ..*edge },
            None => new,
        };
        let node = Node { first: 0, count: moves.len() as u32, value, hash: self.hash(root) };
        tree.edges.extend(moves.into_iter().map(known));
        tree.nodes.push(node);
        let mut next = 0;
        // Edges are followed in the order in which they were copied; the nodes they lead to are copied behind them.
        while next < tree.edges.len() {
            if let Some(child) = tree.edges[next].child {
                let node = self.nodes[child.0 as usize];
                let first = tree.edges.len() as u32;
                tree.edges.extend_from_slice(self.edges(child));
                tree.nodes.push(Node { first, ..node });
                tree.edges[next].child = Some(NodeId(tree.nodes.len() as u32 - 1));
            }
            next += 1;
        }
        tree
    }

    /// A move and the most visited moves behind it.
    pub fn line(&self, node: NodeId, place: usize) -> Vec<Move> {
        let first = &self.edges(node)[place];
        principal_line(first.mv(), first.child, |node| {
            let best = self.edges(node).iter().max_by_key(|edge| edge.visits)?;
            (best.visits > 0).then(|| (best.mv(), best.child))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FORMULA: Formula = Formula { exploration: 1.0, growth: 0.0, urgency: 0.2, rave: 0.0 };

    fn value(utility: f32) -> Value {
        Value { utility, win: (utility + 1.0) / 2.0, lead: 0.0 }
    }

    fn point(col: usize) -> Option<Point> {
        Some(Point::new(0, col))
    }

    /// A node with three moves of these likelihoods.
    fn tree() -> (Tree, NodeId) {
        let mut tree = Tree::new(1 << 20);
        let edges = [0.6, 0.3, 0.1].into_iter().enumerate().map(|(col, prior)| Edge::new(point(col), prior));
        let root = tree.add(7, value(0.0), edges).unwrap();
        (tree, root)
    }

    #[test]
    fn the_likeliest_move_is_tried_first_and_left_when_it_is_bad() {
        let (mut tree, root) = tree();
        assert_eq!(tree.select(root, &FORMULA, |_| true), Some(0));
        tree.enter(root, 0);
        assert_eq!(tree.select(root, &FORMULA, |_| true), Some(1), "another thread is on the way there");
        tree.leave(root, 0, value(-1.0));
        assert_eq!(tree.select(root, &FORMULA, |_| true), Some(1));
        tree.enter(root, 1);
        tree.leave(root, 1, value(1.0));
        assert_eq!(tree.select(root, &FORMULA, |_| true), Some(1), "it wins");
    }

    #[test]
    fn a_move_that_wins_playouts_whenever_it_is_made_is_tried_sooner() {
        let (mut tree, root) = tree();
        let last = point(2).unwrap();
        for _ in 0..20 {
            tree.learn(root, 1.0, |point| point == last);
            tree.learn(root, -1.0, |point| point != last);
        }
        assert_eq!(tree.select(root, &FORMULA, |_| true), Some(0), "not where it does not count");
        assert_eq!(tree.select(root, &Formula { rave: 100.0, ..FORMULA }, |_| true), Some(2));
        assert_eq!(tree.edges(root)[2].rave(), Some(1.0));
    }

    #[test]
    fn what_is_below_a_move_is_kept_and_all_else_forgotten() {
        let (mut tree, root) = tree();
        let below = tree.add(8, value(0.5), [Edge::new(point(5), 1.0)]).unwrap();
        tree.join(root, 1, below);
        let beside = tree.add(9, value(0.5), [Edge::new(point(6), 1.0)]).unwrap();
        tree.join(root, 2, beside);
        let deepest = tree.add(10, value(0.25), []).unwrap();
        tree.join(below, 0, deepest);
        for (node, place) in [(root, 1), (below, 0)] {
            tree.enter(node, place);
            tree.leave(node, place, value(-0.25));
        }
        assert_eq!(tree.line(root, 1).len(), 2);
        let kept = tree.keep(below, value(0.5), vec![Edge::new(point(4), 0.5), Edge::new(point(5), 0.5)]);
        let root = NodeId::FIRST;
        assert_eq!((kept.len(), kept.hash(root)), (2, 8));
        let [new, old] = kept.edges(root) else { panic!("two moves") };
        assert_eq!((new.visits, old.visits, old.prior), (0, 1, 0.5));
        assert_eq!(old.mean().map(|mean| mean.utility), Some(-0.25));
        assert_eq!(old.child.map(|child| kept.hash(child)), Some(10));
    }

    #[test]
    fn a_lower_bound_prefers_what_is_certain() {
        let (mut tree, root) = tree();
        let mut visit = |place: usize, utilities: &[f32]| {
            for &utility in utilities {
                tree.enter(root, place);
                tree.leave(root, place, value(utility));
            }
        };
        visit(0, &[0.2; 50]);
        visit(1, &[1.0, -0.5].repeat(25));
        visit(2, &[0.4; 2]);
        let [steady, wild, rare] = tree.edges(root) else { panic!("three moves") };
        assert!(wild.mean().unwrap().utility > steady.mean().unwrap().utility);
        assert!(steady.lower_bound(5.0) > wild.lower_bound(5.0) && steady.lower_bound(5.0) > rare.lower_bound(5.0));
        assert!(wild.lower_bound(0.0) > steady.lower_bound(0.0));
        assert_eq!(Edge::new(None, 0.5).lower_bound(5.0), f32::NEG_INFINITY);
    }

    #[test]
    fn a_full_tree_takes_no_more() {
        let mut tree = Tree::new(2 * size_of::<Edge>());
        let edges = || (0..2).map(|col| Edge::new(point(col), 0.5));
        assert!(tree.add(1, value(0.0), edges()).is_some());
        assert!(tree.add(2, value(0.0), edges()).is_none());
    }
}
