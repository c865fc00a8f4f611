//! The nodes of the search tree and where they live.
//!
//! A node is a position: stones, simple-ko point, side to move and whether the last move was a pass. Sequences that
//! meet share a node (Baier and Drake 2010, section III-A). A node's edges lie side by side in a chunk of memory that
//! is allocated when it is first needed; nothing is ever moved while a search runs, so that threads need no lock on the
//! way down.

use std::sync::OnceLock;
use std::sync::atomic::{
    AtomicBool, AtomicU32, AtomicU64,
    Ordering::{Acquire, Relaxed, Release},
};

use goban::{Move, Point, PointMap};

/// A move out of a node, and what is known of it.
#[derive(Default)]
pub struct Edge {
    /// Visits in the upper half, twice the wins of the player who moves in the lower.
    stats: AtomicU64,
    /// The same for all playouts in which the player was the first to play there later.
    rave: AtomicU64,
    /// The node it leads to; 0 for none yet.
    node: AtomicU32,
    /// The point's number, or 0 for a pass; and in the upper half the visits that were given as prior.
    point: AtomicU32,
}

const VISIT: u64 = 1 << 32;

/// A visit with this result, as it is counted: 2 for a win, 1 for a draw.
#[inline(always)]
pub(super) fn visit(result: u32) -> u64 {
    VISIT + u64::from(result)
}

impl Edge {
    /// The move; `None` is a pass.
    #[inline(always)]
    pub fn point(&self) -> Option<Point> {
        let number = self.point.load(Relaxed) & 0xffff;
        (number != 0).then(|| Point::from_index(number as usize))
    }

    /// The move.
    pub fn mv(&self) -> Move {
        self.point().map_or(Move::Pass, Move::Play)
    }

    /// Visits and wins, priors included.
    #[inline(always)]
    pub fn stats(&self) -> Tally {
        Tally::of(self.stats.load(Relaxed))
    }

    /// Visits and wins of the playouts in which the move was made later.
    #[inline(always)]
    pub fn rave(&self) -> Tally {
        Tally::of(self.rave.load(Relaxed))
    }

    /// The visits that are playouts and not prior.
    pub fn visits(&self) -> u32 {
        self.stats().visits - (self.point.load(Relaxed) >> 16)
    }

    /// A thread goes this way: until it returns, the visit counts as a loss (virtual loss). Answers with the visits.
    #[inline(always)]
    pub fn enter(&self) -> u32 {
        (self.stats.fetch_add(VISIT, Relaxed) >> 32) as u32 - (self.point.load(Relaxed) >> 16)
    }

    /// The thread returns with this result: 2 for a win of the player who moved here, 1 for a draw.
    #[inline(always)]
    pub fn leave(&self, result: u32) {
        if result > 0 {
            self.stats.fetch_add(u64::from(result), Relaxed);
        }
    }

    /// Counts a later move for this one, given as `visit`; or none, given as 0, so that there is no branch, as it can't
    /// be guessed. Two threads that do so at once may lose one of the two: this is the hottest place of the search, and
    /// these are estimates anyway.
    #[inline(always)]
    pub fn add_rave(&self, visit: u64) {
        let word = self.rave.load(Relaxed);
        self.rave.store(word + visit, Relaxed);
    }

    /// The point of the move; for a pass, a point off the board.
    #[inline(always)]
    pub fn point_or_edge(&self) -> Point {
        Point::from_index((self.point.load(Relaxed) & 0xffff) as usize)
    }

    /// The node it leads to, once there is one.
    #[inline(always)]
    pub fn node(&self) -> Option<NodeId> {
        let id = self.node.load(Acquire);
        (id != 0).then_some(NodeId(id))
    }

    pub(super) fn set_node(&self, node: NodeId) {
        self.node.store(node.0, Release);
    }

    /// Adds virtual wins to its initial ones.
    fn lean(&self, wins: u16) {
        let wins = u64::from(wins);
        let won = (wins << 32) + 2 * wins;
        self.stats.fetch_add(won, Relaxed);
        self.rave.fetch_add(won, Relaxed);
        self.point.fetch_add((wins as u32) << 16, Relaxed);
    }

    /// What another edge says, but for the node, which has moved.
    fn copy(&self, other: &Edge, node: u32) {
        self.stats.store(other.stats.load(Relaxed), Relaxed);
        self.rave.store(other.rave.load(Relaxed), Relaxed);
        self.point.store(other.point.load(Relaxed), Relaxed);
        self.node.store(node, Relaxed);
    }

    fn fill(&self, start: &Start) {
        let prior = u64::from(start.visits) << 32 | u64::from(start.wins);
        self.stats.store(prior, Relaxed);
        self.rave.store(u64::from(start.rave_visits) << 32 | u64::from(start.rave_wins), Relaxed);
        self.node.store(0, Relaxed);
        let number = start.point.map_or(0, |point| point.index() as u32);
        self.point.store(u32::from(start.visits) << 16 | number, Relaxed);
    }
}

/// How a new edge starts: a move, and what is thought of it before it has been tried.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Start {
    /// The move; `None` is a pass.
    pub point: Option<Point>,
    /// Virtual visits.
    pub visits: u16,
    /// Twice the virtual wins among them.
    pub wins: u16,
    /// Virtual visits of the RAVE estimate.
    pub rave_visits: u16,
    /// Twice the virtual wins among those.
    pub rave_wins: u16,
}

/// Visits, and twice the wins.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tally {
    /// Visits.
    pub visits: u32,
    /// Twice the wins, so that a draw is one.
    pub wins: u32,
}

impl Tally {
    #[inline(always)]
    fn of(word: u64) -> Tally {
        Tally { visits: (word >> 32) as u32, wins: word as u32 }
    }

    /// Wins over visits; one half without visits.
    pub fn rate(self) -> f32 {
        if self.visits == 0 { 0.5 } else { self.wins as f32 / (2 * self.visits) as f32 }
    }
}

/// The number of a node.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct NodeId(u32);

#[derive(Default)]
struct Node {
    hash: AtomicU64,
    /// Where the edges are.
    edges: AtomicU32,
    count: AtomicU32,
    /// Whether the model has been asked about it.
    advised: AtomicBool,
}

const EDGE_CHUNK: usize = 1 << 14;
const NODE_CHUNK: usize = 1 << 10;

/// All nodes of a search, in bounded memory.
pub struct Pool {
    edges: Box<[OnceLock<Box<[Edge]>>]>,
    nodes: Box<[OnceLock<Box<[Node]>>]>,
    table: Box<[AtomicU32]>,
    next_edge: AtomicU32,
    next_node: AtomicU32,
    most_nodes: u32,
    share: bool,
}

impl Pool {
    /// An empty pool that will not take more than about that many bytes, for positions with that number of moves.
    /// `share`: whether sequences that meet share their node.
    pub fn new(bytes: usize, moves: usize, share: bool) -> Pool {
        let per_node = moves * size_of::<Edge>() + size_of::<Node>() + 2 * size_of::<u32>();
        let most_nodes = (bytes / per_node).clamp(64, 1 << 28);
        let most_edges = most_nodes * moves;
        let chunks = |items: usize, chunk: usize| items.div_ceil(chunk) + 1;
        Pool {
            edges: (0..chunks(most_edges, EDGE_CHUNK - moves)).map(|_| OnceLock::new()).collect(),
            nodes: (0..chunks(most_nodes, NODE_CHUNK)).map(|_| OnceLock::new()).collect(),
            table: (0..(2 * most_nodes).next_power_of_two()).map(|_| AtomicU32::new(0)).collect(),
            next_edge: AtomicU32::new(1),
            next_node: AtomicU32::new(1),
            most_nodes: most_nodes as u32,
            share,
        }
    }

    /// Forgets all nodes; keeps the memory.
    pub fn clear(&mut self) {
        self.table.iter().for_each(|slot| slot.store(0, Relaxed));
        self.next_edge = AtomicU32::new(1);
        self.next_node = AtomicU32::new(1);
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        (self.next_node.load(Relaxed) - 1) as usize
    }

    /// Whether there is no node.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether there is room for no more.
    #[inline]
    pub fn is_full(&self) -> bool {
        self.next_node.load(Relaxed) >= self.most_nodes
    }

    /// The share of the room that is taken.
    pub fn fullness(&self) -> f32 {
        self.len() as f32 / self.most_nodes as f32
    }

    /// The edges of a node.
    #[inline]
    pub fn edges(&self, node: NodeId) -> &[Edge] {
        let Some(node) = self.node(node) else { return &[] };
        let (start, count) = (node.edges.load(Relaxed) as usize, node.count.load(Relaxed) as usize);
        let chunk = self.edges.get(start / EDGE_CHUNK).and_then(|chunk| chunk.get());
        chunk.and_then(|chunk| chunk.get(start % EDGE_CHUNK..start % EDGE_CHUNK + count)).unwrap_or(&[])
    }

    #[inline]
    fn node(&self, id: NodeId) -> Option<&Node> {
        let chunk = self.nodes.get(id.0 as usize / NODE_CHUNK)?.get()?;
        chunk.get(id.0 as usize % NODE_CHUNK)
    }

    /// The hash of a node.
    pub fn hash(&self, node: NodeId) -> Option<u64> {
        Some(self.node(node)?.hash.load(Relaxed))
    }

    /// Whether the model has not been evaluated for a node yet; a caller that gets `true` is to do it.
    #[inline(always)]
    pub fn begin_advice(&self, node: NodeId) -> bool {
        let Some(node) = self.node(node) else { return false };
        !node.advised.load(Relaxed) && !node.advised.swap(true, Relaxed)
    }

    /// Adds virtual wins to the moves out of a node.
    pub fn advise(&self, node: NodeId, wins: &PointMap<u16>) {
        for edge in self.edges(node) {
            if let Some(point) = edge.point() {
                edge.lean(wins[point]);
            }
        }
    }

    /// A new pool with only what can be reached from a node, and that node's number in it. `None` if that is more than
    /// half of what fits.
    pub fn keep(&self, root: NodeId) -> Option<(Pool, NodeId)> {
        let pool = Pool {
            edges: self.edges.iter().map(|_| OnceLock::new()).collect(),
            nodes: self.nodes.iter().map(|_| OnceLock::new()).collect(),
            table: self.table.iter().map(|_| AtomicU32::new(0)).collect(),
            next_edge: AtomicU32::new(1),
            next_node: AtomicU32::new(1),
            ..*self
        };
        // The order of the list is the order of the new numbers, which begin at 1.
        let mut reached = vec![root];
        let mut number = vec![0_u32; self.len() + 1];
        number[root.0 as usize] = 1;
        let mut next = 0;
        while let Some(&node) = reached.get(next) {
            for child in self.edges(node).iter().filter_map(Edge::node) {
                let number = &mut number[child.0 as usize];
                if *number == 0 {
                    reached.push(child);
                    *number = reached.len() as u32;
                }
            }
            if reached.len() > self.most_nodes as usize / 2 {
                return None;
            }
            next += 1;
        }
        for &node in &reached {
            let old = self.edges(node);
            let (_, edges) = pool.make(self.hash(node)?, old.len())?;
            for (edge, old) in edges.iter().zip(old) {
                edge.copy(old, old.node().map_or(0, |child| number[child.0 as usize]));
            }
            let id = NodeId(number[node.0 as usize]);
            if self.node(node)?.advised.load(Relaxed) {
                pool.begin_advice(id);
            }
            pool.publish(id);
        }
        Some((pool, NodeId(1)))
    }

    /// The node of that hash, if there is one.
    pub fn find(&self, hash: u64) -> Option<NodeId> {
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        loop {
            let id = NodeId(self.table[slot].load(Acquire));
            if id.0 == 0 {
                return None;
            }
            if self.node(id)?.hash.load(Relaxed) == hash {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
    }

    /// The node of that hash, made with these edges if there is none. `None` if there is no room.
    pub fn find_or_make(
        &self,
        hash: u64,
        fill: impl FnOnce(&mut Vec<Start>),
        scratch: &mut Vec<Start>,
    ) -> Option<NodeId> {
        if self.share
            && let Some(id) = self.find(hash)
        {
            return Some(id);
        }
        if self.is_full() {
            return None;
        }
        scratch.clear();
        fill(scratch);
        let (id, edges) = self.make(hash, scratch.len())?;
        edges.iter().zip(scratch.iter()).for_each(|(edge, start)| edge.fill(start));
        self.publish(id);
        Some(id)
    }

    /// A new node with this number of blank edges, invisible until it is published.
    fn make(&self, hash: u64, count: usize) -> Option<(NodeId, &[Edge])> {
        let start = self.take_edges(count)?;
        let id = self.next_node.fetch_add(1, Relaxed);
        if id >= self.most_nodes {
            self.next_node.fetch_sub(1, Relaxed);
            return None;
        }
        let chunk = self.nodes.get(id as usize / NODE_CHUNK)?;
        let chunk = chunk.get_or_init(|| (0..NODE_CHUNK).map(|_| Node::default()).collect());
        let node = chunk.get(id as usize % NODE_CHUNK)?;
        node.hash.store(hash, Relaxed);
        node.count.store(count as u32, Relaxed);
        node.edges.store(start as u32, Relaxed);
        node.advised.store(false, Relaxed);
        let chunk = self.edges.get(start / EDGE_CHUNK)?;
        let chunk = chunk.get_or_init(|| (0..EDGE_CHUNK).map(|_| Edge::default()).collect());
        Some((NodeId(id), chunk.get(start % EDGE_CHUNK..start % EDGE_CHUNK + count)?))
    }

    /// Lets other threads find a node, now that it is complete.
    fn publish(&self, id: NodeId) {
        if !self.share {
            return;
        }
        let Some(hash) = self.hash(id) else { return };
        let mask = self.table.len() - 1;
        let mut slot = hash as usize & mask;
        while self.table[slot].compare_exchange(0, id.0, Release, Relaxed).is_err() {
            slot = (slot + 1) & mask;
        }
    }

    /// Space for this number of edges side by side within one chunk.
    fn take_edges(&self, count: usize) -> Option<usize> {
        let mut start = self.next_edge.load(Relaxed);
        loop {
            let place = start as usize;
            let fits = place % EDGE_CHUNK + count <= EDGE_CHUNK;
            let from = if fits { place } else { place.next_multiple_of(EDGE_CHUNK) };
            if (from + count).div_ceil(EDGE_CHUNK) > self.edges.len() {
                return None;
            }
            match self.next_edge.compare_exchange_weak(start, (from + count) as u32, Relaxed, Relaxed) {
                Ok(_) => return Some(from),
                Err(now) => start = now,
            }
        }
    }
}
