//! Game trees and collections of them.
//!
//! The nodes of a tree lie in one vector and refer to each other by index: a file may nest its variations a million
//! deep, and neither reading, writing nor dropping it may then use the stack.

use crate::property::{Property, Value};

/// The games of one file, in order.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Collection {
    /// The games.
    pub trees: Vec<Tree>,
}

/// One game: a root node and what follows it, with variations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// The number of a node within its tree.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct NodeId(u32);

impl NodeId {
    /// The number itself, in the order in which nodes were added; 0 is the root.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree of one empty node.
    pub fn new() -> Tree {
        Tree { nodes: vec![Node { opens: true, ..Node::default() }] }
    }

    /// The number of the first node.
    pub fn root(&self) -> NodeId {
        NodeId(0)
    }

    /// The number of nodes, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a tree is never empty")]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// A node of this tree.
    ///
    /// # Panics
    /// If the number is of another, larger tree.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// A node of this tree, to be changed.
    ///
    /// # Panics
    /// If the number is of another, larger tree.
    pub fn node_mut(&mut self, id: NodeId) -> &mut Node {
        &mut self.nodes[id.index()]
    }

    /// Adds an empty node after `parent`, as its last variation.
    ///
    /// # Panics
    /// If `parent` is of another, larger tree, or at four thousand million nodes.
    pub fn add(&mut self, parent: NodeId) -> NodeId {
        self.attach(parent, false)
    }

    /// Adds a node after `parent`, in its own parentheses if it has siblings or `opens` is set.
    pub(crate) fn attach(&mut self, parent: NodeId, opens: bool) -> NodeId {
        let id = NodeId(u32::try_from(self.nodes.len()).expect("fewer than four thousand million nodes"));
        let sibling = self.node(parent).children.last().copied();
        if let Some(sibling) = sibling {
            self.node_mut(sibling).opens = true;
        }
        self.nodes.push(Node { parent: Some(parent), opens: opens || sibling.is_some(), ..Node::default() });
        self.node_mut(parent).children.push(id);
        id
    }

    /// The node itself, then the first variation at every turn: from the root, the game as it was played.
    pub fn line_from(&self, id: NodeId) -> impl Iterator<Item = NodeId> + '_ {
        std::iter::successors(Some(id), |&id| self.node(id).children.first().copied())
    }

    /// The main line: from the root, the first variation at every turn.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> + '_ {
        self.line_from(self.root())
    }

    /// The way from the root to that node, both included.
    pub fn path_to(&self, id: NodeId) -> Vec<NodeId> {
        let mut path: Vec<NodeId> = std::iter::successors(Some(id), |&id| self.node(id).parent).collect();
        path.reverse();
        path
    }
}

/// One node: its properties in the order of the file, and its place in the tree.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Node {
    properties: Vec<Property>,
    parent: Option<NodeId>,
    children: Vec<NodeId>,
    /// Whether the node is the first in its own parentheses. Among variations that is the rule, but an only child may
    /// have them too, and comes back with them.
    opens: bool,
}

impl Node {
    /// The properties, in order. The same one may come twice.
    pub fn properties(&self) -> &[Property] {
        &self.properties
    }

    /// The properties, to be changed.
    pub fn properties_mut(&mut self) -> &mut Vec<Property> {
        &mut self.properties
    }

    /// The node before this one.
    pub fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    /// The nodes after this one, the main line first.
    pub fn children(&self) -> &[NodeId] {
        &self.children
    }

    pub(crate) fn opens(&self) -> bool {
        self.opens
    }

    /// The property with that FF\[4\] name, as [`Property::is`] understands names; the first of several.
    pub fn get(&self, key: &str) -> Option<&Property> {
        self.properties.iter().find(|property| property.is(key))
    }

    /// The first value of the property with that name.
    pub fn value(&self, key: &str) -> Option<&Value> {
        self.get(key).map(Property::value)
    }

    /// The first value of that property as text of one line, without space around it; `None` where it is missing or
    /// empty.
    pub fn simple_text(&self, key: &str) -> Option<String> {
        let text = self.value(key)?.simple_text();
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_string())
    }

    /// Gives a property one value, in its place if it is there, else at the end.
    ///
    /// # Panics
    /// As [`Property::new`].
    pub fn set(&mut self, key: &str, value: Value) {
        match self.properties.iter_mut().find(|property| property.is(key)) {
            Some(property) => *property.values_mut() = vec![value],
            None => self.push(key, [value]),
        }
    }

    /// Adds a property at the end.
    ///
    /// # Panics
    /// As [`Property::new`].
    pub fn push(&mut self, name: &str, values: impl IntoIterator<Item = Value>) {
        self.properties.push(Property::new(name, values));
    }

    /// Removes a property; `true` if it existed.
    pub fn remove(&mut self, key: &str) -> bool {
        let before = self.properties.len();
        self.properties.retain(|property| !property.is(key));
        self.properties.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_main_line_is_the_first_variation_at_every_turn() {
        let mut tree = Tree::new();
        let first = tree.add(tree.root());
        let second = tree.add(tree.root());
        let after_second = tree.add(second);
        let after_first = tree.add(first);
        assert_eq!(tree.main_line().collect::<Vec<_>>(), [tree.root(), first, after_first]);
        assert_eq!(tree.path_to(after_second), [tree.root(), second, after_second]);
    }

    #[test]
    fn a_property_is_set_in_its_place() {
        let mut node = Node::default();
        node.push("PlayerBlack", [Value::from_text("Jowa")]);
        node.push("KM", [Value::from_text("0")]);
        node.set("PB", Value::from_text("Shuwa"));
        node.set("PW", Value::from_text("Gennan"));
        let names: Vec<&str> = node.properties().iter().map(Property::name).collect();
        assert_eq!(names, ["PlayerBlack", "KM", "PW"]);
        assert_eq!(node.simple_text("PB").as_deref(), Some("Shuwa"));
        assert!(node.remove("KM") && !node.remove("KM"));
    }
}
