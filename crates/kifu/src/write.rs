//! The SGF writer: trees as text.
//!
//! Names and values are written as the tree has them, so that a file that was read comes back with at most its white
//! space outside values, its character set and the warned-of repairs changed. Text is UTF-8.

use crate::property::{Property, square_size};
use crate::tree::{Collection, NodeId, Tree};

/// A line ends before the first node or property that would start beyond this column.
const WIDTH: usize = 72;

impl Collection {
    /// The games as SGF text.
    pub fn to_sgf(&self) -> String {
        let mut writer = Writer::default();
        self.trees.iter().for_each(|tree| writer.tree(tree));
        writer.text
    }
}

impl Tree {
    /// The game as SGF text.
    ///
    /// ```
    /// let (collection, _) = kifu::parse("(;SZ[9] ;B[ee] ;W[ge])")?;
    /// assert_eq!(collection.trees[0].to_sgf(), "(;SZ[9];B[ee];W[ge])\n");
    /// # Ok::<(), kifu::ParseError>(())
    /// ```
    pub fn to_sgf(&self) -> String {
        let mut writer = Writer::default();
        writer.tree(self);
        writer.text
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    line_start: usize,
}

enum Step {
    Node(NodeId),
    Close,
}

impl Writer {
    fn tree(&mut self, tree: &Tree) {
        let mut steps = vec![Step::Node(tree.root())];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.text.push(')'),
                Step::Node(id) => {
                    let node = tree.node(id);
                    if node.opens() {
                        if id != tree.root() {
                            self.end_line();
                        }
                        self.text.push('(');
                        steps.push(Step::Close);
                    } else if self.text.len() - self.line_start > WIDTH {
                        self.end_line();
                    }
                    self.text.push(';');
                    for (i, property) in node.properties().iter().enumerate() {
                        if i > 0 && self.text.len() - self.line_start > WIDTH {
                            self.end_line();
                        }
                        self.property(property);
                    }
                    steps.extend(node.children().iter().rev().map(|&child| Step::Node(child)));
                }
            }
        }
        self.end_line();
    }

    fn property(&mut self, property: &Property) {
        self.text.push_str(property.name());
        let square = square_size(property);
        let values = square.as_ref().map_or(property.values(), std::slice::from_ref);
        for value in values {
            self.text.push('[');
            self.text.push_str(value.raw());
            self.text.push(']');
        }
        if values.is_empty() {
            self.text.push_str("[]");
        }
    }

    fn end_line(&mut self) {
        self.text.push('\n');
        self.line_start = self.text.len();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::property::Value;

    #[test]
    fn variations_stand_in_parentheses() {
        let mut tree = Tree::new();
        for (name, replies) in [("aa", 1), ("bb", 2)] {
            let node = tree.add(tree.root());
            tree.node_mut(node).push("B", [Value::from_text(name)]);
            for _ in 0..replies {
                let reply = tree.add(node);
                tree.node_mut(reply).push("W", [Value::default()]);
            }
        }
        assert_eq!(tree.to_sgf(), "(;\n(;B[aa];W[])\n(;B[bb]\n(;W[])\n(;W[])))\n");
    }

    #[test]
    fn a_square_size_is_never_written_as_a_pair() {
        let mut tree = Tree::new();
        let root = tree.root();
        tree.node_mut(root).push("SZ", [Value::composed("9", "9")]);
        assert_eq!(tree.to_sgf(), "(;SZ[9])\n");
    }

    #[test]
    fn long_games_are_broken_into_lines_between_nodes() {
        let mut tree = Tree::new();
        let mut last = tree.root();
        for _ in 0..100 {
            last = tree.add(last);
            tree.node_mut(last).push("B", [Value::from_text("aa")]);
        }
        let text = tree.to_sgf();
        assert!(text.lines().all(|line| line.len() < WIDTH + 10));
        assert_eq!(text.matches("B[aa]").count(), 100);
    }
}
