//! Windows on the graph of the board, in which a chain is one node (Stoutamire 1991, section 5.2).
//!
//! Nodes are chains, empty points and sides of the board; neighbours are joined. The window of a move is the part of
//! the graph within some steps of its point. It has the symmetries of the board by itself. Its hash is found by
//! refinement (Weisfeiler and Lehman): each node starts with its content and distance, and is then hashed with its
//! neighbours, once for each step. Graphs that differ only beyond that are of one class.

use goban::{Board, CAPACITY, Point, PointMap};

use super::padded_board::{EDGE, PaddedBoard, place};
use super::view::View;
use crate::mix;

/// Finds the part of the graph around a point.
#[derive(Clone)]
pub(super) struct Graph {
    view: View,
    /// The nodes found, the point of the move first, each with its distance.
    nodes: Vec<Node>,
    /// The index of a node in `nodes`, by the head of its chain; valid if the stamp is the current one.
    number: PointMap<u16>,
    stamp: PointMap<u32>,
    now: u32,
    names: [Vec<u64>; 2],
    joined: Vec<u16>,
    /// The neighbours of all nodes in one list, and the first of each node.
    starts: Vec<u32>,
}

#[derive(Clone, Copy)]
struct Node {
    head: Point,
    distance: u8,
    /// The number of neighbouring points off the board.
    edges: u16,
    stones: bool,
}

impl Graph {
    pub(super) fn new(view: View) -> Graph {
        Graph {
            view,
            nodes: Vec::with_capacity(CAPACITY),
            number: PointMap::new(0),
            stamp: PointMap::new(0),
            now: 0,
            names: [Vec::new(), Vec::new()],
            joined: Vec::new(),
            starts: Vec::new(),
        }
    }

    /// The class of a move.
    pub(super) fn class(&mut self, board: &Board, padded: &PaddedBoard, point: Point) -> u64 {
        let mut radius = self.view.radius;
        self.reach(board, point, radius);
        while radius < self.view.reach() && self.stones() < usize::from(self.view.stones) {
            radius += 1;
            self.reach(board, point, radius);
        }
        self.name(padded, radius)
    }

    fn stones(&self) -> usize {
        self.nodes.iter().filter(|node| node.stones).count()
    }

    /// Finds the nodes within the radius, and their links.
    fn reach(&mut self, board: &Board, point: Point, radius: u8) {
        self.now += 1;
        self.nodes.clear();
        self.joined.clear();
        self.starts.clear();
        self.add(board, point, 0);
        let mut next = 0;
        while next < self.nodes.len() {
            self.starts.push(self.joined.len() as u32);
            let node = self.nodes[next];
            let mut edges = 0;
            for stone in board.chain(node.head) {
                for neighbor in stone.neighbors() {
                    if !neighbor.is_on(board.size()) {
                        edges += 1;
                        continue;
                    }
                    let head = board.head(neighbor);
                    if head == node.head {
                        continue;
                    }
                    if self.stamp[head] != self.now && node.distance < radius {
                        self.add(board, head, node.distance + 1);
                    }
                    if self.stamp[head] == self.now {
                        self.joined.push(self.number[head]);
                    }
                }
            }
            self.nodes[next].edges = edges;
            let from = self.starts[next] as usize;
            self.joined[from..].sort_unstable();
            dedup_from(&mut self.joined, from);
            next += 1;
        }
        self.starts.push(self.joined.len() as u32);
    }

    fn add(&mut self, board: &Board, head: Point, distance: u8) {
        self.stamp[head] = self.now;
        self.number[head] = self.nodes.len() as u16;
        let stones = board.cell(head).color().is_some();
        self.nodes.push(Node { head, distance, edges: 0, stones });
    }

    fn name(&mut self, padded: &PaddedBoard, radius: u8) -> u64 {
        let [names, others] = &mut self.names;
        names.clear();
        names.extend(self.nodes.iter().map(|node| {
            // The length of a chain along the edge does not matter.
            let edges = if node.stones { u64::from(node.edges > 0) } else { u64::from(node.edges) };
            let seen = u64::from(padded.at(place(node.head)));
            mix(u64::from(EDGE) << 48 | edges << 32 | seen << 16 | u64::from(node.distance))
        }));
        for _ in 0..=radius {
            others.clear();
            others.extend((0..self.nodes.len()).map(|number| {
                let around = self.starts[number] as usize..self.starts[number + 1] as usize;
                let sum = self.joined[around].iter().fold(0u64, |sum, &n| sum.wrapping_add(mix(names[usize::from(n)])));
                mix(names[number].rotate_left(17) ^ sum)
            }));
            std::mem::swap(names, others);
        }
        let all = names.iter().fold(0u64, |sum, &name| sum.wrapping_add(mix(name)));
        mix(all ^ names[0].rotate_left(29) ^ u64::from(radius))
    }
}

/// Removes repeated numbers from the sorted tail of a list.
fn dedup_from(list: &mut Vec<u16>, from: usize) {
    let mut kept = from;
    for next in from..list.len() {
        if kept == from || list[kept - 1] != list[next] {
            list[kept] = list[next];
            kept += 1;
        }
    }
    list.truncate(kept);
}
