//! The moves that simulated games began with, and how often they won.

use goban::Move;

/// A tree of moves; its root is the position that is being thought about.
pub(super) struct Tree {
    /// The root first.
    nodes: Vec<Node>,
}

#[derive(Clone, Copy)]
struct Node {
    /// The move that leads here.
    mv: Move,
    tally: Tally,
    /// The number of its first child, and of the next one of its parent's; 0 for none, since the root is not a child.
    child: u32,
    sibling: u32,
}

/// A number of games, and their results for the side that made the move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Tally {
    /// The games.
    pub visits: u32,
    /// Twice the wins, so that a draw is one.
    pub wins: u32,
}

impl Tally {
    /// The rate of wins, if there was a game.
    pub fn rate(self) -> Option<f32> {
        (self.visits > 0).then(|| self.wins as f32 / (2 * self.visits) as f32)
    }
}

/// The largest tree, of about 80 MB. Beyond it, games are counted only as far as the tree reaches.
const MOST_NODES: usize = 1 << 22;

const ROOT: Node = Node { mv: Move::Pass, tally: Tally { visits: 0, wins: 0 }, child: 0, sibling: 0 };

impl Tree {
    /// A tree without a game.
    pub fn new() -> Tree {
        Tree { nodes: vec![ROOT] }
    }

    /// How the games came out that began with this move.
    pub fn tally(&self, mv: Move) -> Tally {
        self.find(0, mv).map_or(Tally::default(), |node| self.node(node).tally)
    }

    /// Counts a game that began so: 2 if it was won by who made the first of these moves, 1 for a draw.
    pub fn add(&mut self, line: &[Move], result: u32) {
        let (mut node, mut result) = (0, result);
        for &mv in line {
            let Some(child) = self.find(node, mv).or_else(|| self.make(node, mv)) else { return };
            let tally = &mut self.nodes[child as usize].tally;
            tally.visits += 1;
            tally.wins += result;
            (node, result) = (child, 2 - result);
        }
    }

    /// Keeps only what follows these moves; says whether they had been explored. If not, the tree is as it was.
    pub fn follow(&mut self, line: &[Move]) -> bool {
        let explored = line.iter().try_fold(0, |node, &mv| self.find(node, mv));
        if let Some(node @ 1..) = explored {
            *self = self.below(node);
        }
        explored.is_some()
    }

    fn below(&self, node: u32) -> Tree {
        let mut kept = Tree::new();
        let mut open = vec![(node, 0)];
        while let Some((old, new)) = open.pop() {
            for child in self.children(old) {
                let &Node { mv, tally, .. } = self.node(child);
                let Some(copy) = kept.make(new, mv) else { return kept };
                kept.nodes[copy as usize].tally = tally;
                open.push((child, copy));
            }
        }
        kept
    }

    fn node(&self, number: u32) -> &Node {
        &self.nodes[number as usize]
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + '_ {
        let some = |number: u32| (number != 0).then_some(number);
        std::iter::successors(some(self.node(node).child), move |&child| some(self.node(child).sibling))
    }

    fn find(&self, node: u32, mv: Move) -> Option<u32> {
        self.children(node).find(|&child| self.node(child).mv == mv)
    }

    fn make(&mut self, parent: u32, mv: Move) -> Option<u32> {
        if self.nodes.len() >= MOST_NODES {
            return None;
        }
        let number = self.nodes.len() as u32;
        self.nodes.push(Node { mv, sibling: self.node(parent).child, ..ROOT });
        self.nodes[parent as usize].child = number;
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use goban::Point;

    use super::*;

    const A: Move = Move::Play(Point::new(0, 0));
    const B: Move = Move::Play(Point::new(0, 1));
    const C: Move = Move::Play(Point::new(0, 2));

    fn tally(visits: u32, wins: u32) -> Tally {
        Tally { visits, wins }
    }

    #[test]
    fn a_win_of_one_player_is_a_loss_of_the_other() {
        let mut tree = Tree::new();
        tree.add(&[A, B], 2);
        tree.add(&[A, C], 0);
        tree.add(&[A, C], 1);
        assert_eq!((tree.tally(A), tree.tally(B)), (tally(3, 3), tally(0, 0)));
        tree.follow(&[A]);
        assert_eq!((tree.tally(B), tree.tally(C)), (tally(1, 0), tally(2, 3)));
    }

    #[test]
    fn what_follows_the_moves_that_were_played_is_kept() {
        let mut tree = Tree::new();
        tree.add(&[A, B, C, Move::Pass], 2);
        tree.add(&[A, B, C, A], 0);
        tree.add(&[B, A, C], 2);
        assert!(tree.follow(&[A, B]));
        assert_eq!((tree.tally(C), tree.tally(C).rate()), (tally(2, 2), Some(0.5)));
        assert_eq!(tree.nodes.len(), 4, "the root, C, and two moves behind it");
        assert!(tree.follow(&[]) && tree.follow(&[C]));
        assert_eq!((tree.tally(A), tree.tally(Move::Pass)), (tally(1, 2), tally(1, 0)));
    }

    #[test]
    fn a_move_that_was_not_explored_cannot_be_followed() {
        let mut tree = Tree::new();
        tree.add(&[A, B], 2);
        assert!(!tree.follow(&[A, C]) && !tree.follow(&[B]));
        assert_eq!((tree.tally(A), tree.tally(C).rate()), (tally(1, 2), None));
    }
}
