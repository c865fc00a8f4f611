//! A vantage-point tree: exact nearest neighbours in any metric space, without computing all distances (Yianilos, "Data
//! structures and algorithms for nearest neighbor search in general metric spaces", 1993).
//!
//! One item of a set is the vantage point, and the others are the nearer and the farther half. The node stores the
//! range of distances from the vantage point to each half. Given the distance of the query to the vantage point, the
//! triangle inequality bounds the distance to a half from below. A leaf item also stores its distances to the vantage
//! points above it, each of which may exclude it without computing its distance (after Bozkaya and Özsoyoglu's
//! mvp-tree, 1997).
//!
//! Written by hand, because libraries offer trees over coordinates. Our metric is a minimum over eight symmetries of
//! packed boards, and has none.

use std::collections::BinaryHeap;

/// A tree over the items 0, 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The items, those of a node together: the vantage point, the nearer half, the farther half.
    order: Vec<u32>,
    /// For each item in that order, its distances to the vantage points above it, the root's first.
    paths: Vec<[u32; PATH]>,
    root: Option<Box<Node>>,
}

#[derive(Clone, Debug)]
enum Node {
    /// Few items, which are all compared.
    Leaf {
        begin: usize,
        end: usize,
    },
    Fork {
        begin: usize,
        halves: [Half; 2],
    },
}

#[derive(Clone, Debug)]
struct Half {
    /// The least and the greatest distance from the vantage point.
    range: (u32, u32),
    node: Box<Node>,
}

/// The result of a search, and its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Distances and items, the nearest first; of equally distant items, the smaller number.
    pub found: Vec<(u32, u32)>,
    /// The number of distances computed.
    pub evaluations: usize,
}

/// The most items of a leaf.
const LEAF: usize = 16;
/// The most vantage points whose distances an item stores.
const PATH: usize = 12;

impl Tree {
    /// A tree over this many items. `measure` computes the distances from one item to others, in their order.
    pub fn new(items: usize, measure: impl FnMut(u32, &[u32], &mut Vec<u32>)) -> Tree {
        let mut order: Vec<u32> = (0..items as u32).collect();
        let mut gardener = Gardener { measure, paths: vec![[0; PATH]; items] };
        let root = (items > 0).then(|| Box::new(gardener.grow(&mut order, 0, 0)));
        let paths = order.iter().map(|&item| gardener.paths[item as usize]).collect();
        Tree { order, paths, root }
    }

    /// The items in the order of the tree, in which items that are compared together are adjacent.
    pub fn order(&self) -> &[u32] {
        &self.order
    }

    /// The `k` items nearest to a query. `distance` gets an index into the [order](Tree::order) and a limit. It returns
    /// the distance of that item, or anything above the limit if the distance is above it.
    pub fn nearest(&self, k: usize, distance: impl FnMut(usize, u32) -> u32) -> Search {
        let best = BinaryHeap::with_capacity(k + 1);
        let mut walk = Walk { tree: self, k, distance, best, path: [0; PATH], evaluations: 0 };
        if let (Some(root), true) = (&self.root, k > 0) {
            walk.visit(root, 0);
        }
        Search { found: walk.best.into_sorted_vec(), evaluations: walk.evaluations }
    }
}

struct Gardener<M> {
    measure: M,
    /// The path of each item, by number.
    paths: Vec<[u32; PATH]>,
}

impl<M: FnMut(u32, &[u32], &mut Vec<u32>)> Gardener<M> {
    /// Sorts items and makes a node of them; `begin` is the index of the first.
    fn grow(&mut self, items: &mut [u32], begin: usize, depth: usize) -> Node {
        if items.len() <= LEAF {
            return Node::Leaf { begin, end: begin + items.len() };
        }
        // A distant item is at the border of the set, from where distances differ most.
        let mut distances = Vec::new();
        (self.measure)(items[0], items, &mut distances);
        let border = (0..items.len()).max_by_key(|&place| (distances[place], items[place])).unwrap_or(0);
        items.swap(0, border);
        let (vantage, rest) = (items[0], &mut items[1..]);
        (self.measure)(vantage, rest, &mut distances);
        let mut sorted: Vec<(u32, u32)> = distances.iter().copied().zip(rest.iter().copied()).collect();
        sorted.sort_unstable();
        for (&(distance, item), place) in sorted.iter().zip(&mut *rest) {
            *place = item;
            if depth < PATH {
                self.paths[item as usize][depth] = distance;
            }
        }
        let middle = rest.len() / 2;
        let range = |part: &[(u32, u32)]| (part[0].0, part[part.len() - 1].0);
        let ranges = [range(&sorted[..middle]), range(&sorted[middle..])];
        let (near, far) = rest.split_at_mut(middle);
        let near = Half { range: ranges[0], node: Box::new(self.grow(near, begin + 1, depth + 1)) };
        let far = Half { range: ranges[1], node: Box::new(self.grow(far, begin + 1 + middle, depth + 1)) };
        Node::Fork { begin, halves: [near, far] }
    }
}

struct Walk<'a, D> {
    tree: &'a Tree,
    k: usize,
    distance: D,
    /// The nearest so far, the farthest of them on top.
    best: BinaryHeap<(u32, u32)>,
    /// The distances of the query to the vantage points above.
    path: [u32; PATH],
    evaluations: usize,
}

impl<D: FnMut(usize, u32) -> u32> Walk<'_, D> {
    /// Greater distances do not matter.
    fn limit(&self) -> u32 {
        if self.best.len() < self.k { u32::MAX } else { self.best.peek().map_or(u32::MAX, |&(distance, _)| distance) }
    }

    fn consider(&mut self, place: usize, limit: u32) -> u32 {
        self.evaluations += 1;
        let distance = (self.distance)(place, limit);
        let item = self.tree.order[place];
        if self.best.len() < self.k {
            self.best.push((distance, item));
        } else if self.best.peek().is_some_and(|&worst| (distance, item) < worst) {
            self.best.pop();
            self.best.push((distance, item));
        }
        distance
    }

    /// Visits a node at a depth.
    fn visit(&mut self, node: &Node, depth: usize) {
        match node {
            &Node::Leaf { begin, end } => {
                for place in begin..end {
                    let limit = self.limit();
                    if self.may_be_near(place, depth, limit) {
                        self.consider(place, limit);
                    }
                }
            }
            Node::Fork { begin, halves } => {
                // Beyond this distance, neither half can have a near item.
                let limit = self.limit().saturating_add(halves[1].range.1);
                let away = self.consider(*begin, limit);
                if depth < PATH {
                    self.path[depth] = away;
                }
                let least = |half: &Half| half.range.0.saturating_sub(away).max(away.saturating_sub(half.range.1));
                let mut halves = halves.each_ref().map(|half| (least(half), half));
                // The half that contains the query comes first.
                if away >= halves[1].1.range.0 {
                    halves.swap(0, 1);
                }
                for (least, half) in halves {
                    if least <= self.limit() {
                        self.visit(&half.node, depth + 1);
                    }
                }
            }
        }
    }

    /// Whether no vantage point above excludes an item.
    fn may_be_near(&self, place: usize, depth: usize, limit: u32) -> bool {
        let known = depth.min(PATH);
        let mut pairs = self.path[..known].iter().zip(&self.tree.paths[place][..known]);
        pairs.all(|(&here, &there)| here.abs_diff(there) <= limit)
    }
}
