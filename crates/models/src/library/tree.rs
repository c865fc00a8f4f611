//! A vantage-point tree: the exact nearest neighbours in any metric space, without asking for the distance to everything
//! (Yianilos, "Data structures and algorithms for nearest neighbor search in general metric spaces", 1993).
//!
//! Of a set of items one is the vantage point, and the others are the nearer and the farther half. How far the items of each
//! half are from the vantage point is kept as a range, so that with the distance from there to what is looked for, the
//! triangle inequality tells how near a half can come at best.
//!
//! Written by hand, because what libraries offer are trees over coordinates; our metric is the least over eight symmetries of
//! packed boards, which has none.

use std::collections::BinaryHeap;

/// A tree over the items 0, 1, 2 and so on.
#[derive(Clone, Debug)]
pub struct Tree {
    /// The items, those of a node side by side: the vantage point, the nearer half, the farther half.
    order: Vec<u32>,
    root: Option<Box<Node>>,
}

#[derive(Clone, Debug)]
enum Node {
    /// So few items that each is asked for.
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
    /// The least and the most that an item is away from the vantage point.
    range: (u32, u32),
    node: Box<Node>,
}

/// What was found, and what it cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Search {
    /// Distances and items, the nearest first; of items equally far, the one with the smaller number.
    pub found: Vec<(u32, u32)>,
    /// How many distances were asked for.
    pub evaluations: usize,
}

/// A node of no more items is a leaf.
const LEAF: usize = 24;

impl Tree {
    /// A tree over so many items. `measure` tells the distances from one item to others, in their order.
    pub fn new(items: usize, mut measure: impl FnMut(u32, &[u32], &mut Vec<u32>)) -> Tree {
        let mut order: Vec<u32> = (0..items as u32).collect();
        let root = (items > 0).then(|| Box::new(grow(&mut order, 0, &mut measure)));
        Tree { order, root }
    }

    /// The `k` items nearest to something. `distance` tells how far an item is from it: exactly, unless that is above the
    /// limit that it is given, when anything above the limit will do.
    pub fn nearest(&self, k: usize, distance: impl FnMut(u32, u32) -> u32) -> Search {
        let mut walk = Walk { order: &self.order, k, distance, best: BinaryHeap::with_capacity(k + 1), evaluations: 0 };
        if let (Some(root), true) = (&self.root, k > 0) {
            walk.visit(root);
        }
        Search { found: walk.best.into_sorted_vec(), evaluations: walk.evaluations }
    }
}

/// Puts items into order and makes a node of them; `begin` is the place of the first.
fn grow(items: &mut [u32], begin: usize, measure: &mut impl FnMut(u32, &[u32], &mut Vec<u32>)) -> Node {
    if items.len() <= LEAF {
        return Node::Leaf { begin, end: begin + items.len() };
    }
    // Who is far away from somebody is at the border of the set, from where distances differ most.
    let mut distances = Vec::new();
    measure(items[0], items, &mut distances);
    let border = (0..items.len()).max_by_key(|&place| (distances[place], items[place])).unwrap_or(0);
    items.swap(0, border);
    let (vantage, rest) = (items[0], &mut items[1..]);
    measure(vantage, rest, &mut distances);
    let mut sorted: Vec<(u32, u32)> = distances.iter().copied().zip(rest.iter().copied()).collect();
    sorted.sort_unstable();
    sorted.iter().zip(&mut *rest).for_each(|(&(_, item), place)| *place = item);
    let middle = rest.len() / 2;
    let range = |part: &[(u32, u32)]| (part[0].0, part[part.len() - 1].0);
    let ranges = [range(&sorted[..middle]), range(&sorted[middle..])];
    let (near, far) = rest.split_at_mut(middle);
    let near = Half { range: ranges[0], node: Box::new(grow(near, begin + 1, measure)) };
    let far = Half { range: ranges[1], node: Box::new(grow(far, begin + 1 + middle, measure)) };
    Node::Fork { begin, halves: [near, far] }
}

struct Walk<'a, D> {
    order: &'a [u32],
    k: usize,
    distance: D,
    /// The nearest so far, the farthest of them on top.
    best: BinaryHeap<(u32, u32)>,
    evaluations: usize,
}

impl<D: FnMut(u32, u32) -> u32> Walk<'_, D> {
    /// What is farther away is of no interest.
    fn limit(&self) -> u32 {
        if self.best.len() < self.k { u32::MAX } else { self.best.peek().map_or(u32::MAX, |&(distance, _)| distance) }
    }

    fn consider(&mut self, item: u32, limit: u32) -> u32 {
        self.evaluations += 1;
        let distance = (self.distance)(item, limit);
        if self.best.len() < self.k {
            self.best.push((distance, item));
        } else if self.best.peek().is_some_and(|&worst| (distance, item) < worst) {
            self.best.pop();
            self.best.push((distance, item));
        }
        distance
    }

    fn visit(&mut self, node: &Node) {
        match node {
            &Node::Leaf { begin, end } => {
                for place in begin..end {
                    self.consider(self.order[place], self.limit());
                }
            }
            Node::Fork { begin, halves } => {
                let away = self.consider(self.order[*begin], u32::MAX);
                let least = |half: &Half| half.range.0.saturating_sub(away).max(away.saturating_sub(half.range.1));
                let mut halves = halves.each_ref().map(|half| (least(half), half));
                if halves[1].0 < halves[0].0 || halves[0].0 == 0 && halves[1].0 == 0 && away > middle(&halves) {
                    halves.swap(0, 1);
                }
                for (least, half) in halves {
                    if least <= self.limit() {
                        self.visit(&half.node);
                    }
                }
            }
        }
    }
}

/// How far from the vantage point the halves part.
fn middle(halves: &[(u32, &Half); 2]) -> u32 {
    halves[1].1.range.0
}
