//! Values of classes by a partial order or by least squares, the alternatives to the gradient (Stoutamire 1991, section
//! 5.1).
//!
//! Whenever an expert plays a move, its class is superior to the classes of all other legal moves. These findings are
//! the edges of a graph. If it has no cycles, its partial order is a ranking without contradictions; the thesis gave it
//! up because there are cycles. As inequalities V(a) > V(b) the findings have a least-squares form. The thesis does not
//! give the right-hand sides; here every finding asks for a difference of one, and the findings of a position have a
//! total weight of one.

use std::collections::HashMap;

use goban::Point;
use models::preference::{Classifier, Preference};
use player::{ChoiceOf, Stop, parameters};
use roster::pattern_params::ViewParams;

use crate::preference::AnyWindow;
use crate::teacher::{Data, Entry, Progress, Taught, TeachError, Teacher, Training};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "superiority",
    summary: "Find values of classes by a partial order or by least squares",
    details: "Two methods that Stoutamire's thesis (1991, section 5.1) compares to its gradient: whenever an expert \
              plays a move, its class is superior to those of all other legal moves. All findings are held in memory, \
              so use some hundred games and a small window. An interrupted run writes nothing.",
    data: Data::Games,
    player: "preference:model=FILE",
    resumes: false,
    extends: &[],
    parallel: false,
    measure: None,
    params: Params::PARAMS,
    build: |settings| Ok(Box::new(Params::read(settings))),
};

parameters! {
    /// The classes, and the method.
    pub struct Params {
        /// the method: differences nearest to one for every finding, the longest path down in the graph of findings
        /// (classes in a cycle are equal), or the same after a majority vote for each pair of classes
        pub by: Method = "squares";
        /// the iterations of least squares
        pub rounds: usize = 50, in 1..=1_000_000, when by "squares";
        /// the form of the window
        pub window: AnyWindow = "diamond";
        ..view: ViewParams;
    }
}

/// How values are found.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Method {
    /// By least squares.
    Squares,
    /// By the longest path.
    Order,
    /// By the longest path, after a majority vote for each pair.
    Majority,
}

impl ChoiceOf for Method {
    const WORDS: &'static [&'static str] = &["squares", "order", "majority"];

    fn from_word(word: &str) -> Method {
        match word {
            "order" => Method::Order,
            "majority" => Method::Majority,
            _ => Method::Squares,
        }
    }
}

impl Teacher for Params {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let Training { games, origin, stop, report, .. } = training;
        let view = self.view.view(self.window.0);
        let mut classifier = Classifier::new(view)?;
        let (mut done, total) = (0, games.len() as u64);
        let found = Superiority::of(games, &mut classifier, stop, |games| {
            done += games;
            report(Progress::new("games", done, total, format_args!("")));
        });
        if stop.is_stopped() {
            return Ok(Taught::default());
        }
        let (positions, classes, findings) = found.size();
        let mut summary = format!("{positions} positions, {classes} classes, {findings} superior pairs");
        let values = match self.by {
            Method::Squares => found.squares(self.rounds),
            Method::Order | Method::Majority => {
                let order = found.order(self.by == Method::Majority);
                let share = 100.0 * order.in_cycles as f64 / classes.max(1) as f64;
                summary += &format!(", {share:.1}% of the classes in cycles, {} of them in one", order.largest);
                order.values
            }
        };
        let mut table = Preference::with_values(view, values)?;
        table.about.clone_from(origin);
        Ok(Taught { model: Some(table.write()), complete: true, summary, ..Taught::default() })
    }
}

/// Which classes are superior to which, with weights.
pub struct Superiority {
    numbers: HashMap<u64, u32>,
    names: Vec<u64>,
    findings: HashMap<(u32, u32), f32>,
    positions: u64,
}

/// A partial order, and its contradictions.
#[derive(Clone, Debug)]
pub struct Order {
    /// The value of each class: the length of the longest path down.
    pub values: Vec<(u64, f32)>,
    /// The classes in cycles, which have no order without contradictions.
    pub in_cycles: usize,
    /// The size of the largest strongly connected component; its classes share one value.
    pub largest: usize,
}

impl Superiority {
    /// The findings of these games.
    pub fn of(
        lessons: &[TrainingGame],
        classifier: &mut Classifier,
        stop: &Stop,
        mut report: impl FnMut(u64),
    ) -> Superiority {
        let mut found =
            Superiority { numbers: HashMap::new(), names: Vec::new(), findings: HashMap::new(), positions: 0 };
        let (mut points, mut classes): (Vec<Point>, Vec<u64>) = Default::default();
        for lesson in lessons {
            if stop.is_stopped() {
                break;
            }
            lesson.each_position(|board, played| {
                points.clear();
                points.extend(board.points().filter(|&point| board.is_legal(point)));
                classifier.classes(board, &points, &mut classes);
                if let Some(place) = points.iter().position(|&point| point == played) {
                    found.add(&classes, classes[place]);
                }
            });
            report(1);
        }
        found
    }

    fn add(&mut self, classes: &[u64], played: u64) {
        let own = self.number(played);
        let weight = 1.0 / classes.len() as f32;
        for &class in classes.iter().filter(|&&class| class != played) {
            let other = self.number(class);
            *self.findings.entry((own, other)).or_default() += weight;
        }
        self.positions += 1;
    }

    fn number(&mut self, class: u64) -> u32 {
        let next = self.names.len() as u32;
        *self.numbers.entry(class).or_insert_with(|| {
            self.names.push(class);
            next
        })
    }

    /// The numbers of positions, classes and pairs of classes.
    pub fn size(&self) -> (u64, usize, usize) {
        (self.positions, self.names.len(), self.findings.len())
    }

    /// The number of parts of the graph that no finding joins to the rest.
    pub fn parts(&self) -> usize {
        fn root(parents: &mut [u32], mut node: u32) -> u32 {
            while parents[node as usize] != node {
                let above = parents[parents[node as usize] as usize];
                parents[node as usize] = above;
                node = above;
            }
            node
        }
        let mut parents: Vec<u32> = (0..self.names.len() as u32).collect();
        let mut parts = parents.len();
        for &(one, other) in self.findings.keys() {
            let (one, other) = (root(&mut parents, one), root(&mut parents, other));
            if one != other {
                parents[one as usize] = other;
                parts -= 1;
            }
        }
        parts
    }

    /// The partial order. With `majority`, only the more frequent of two contradictory findings counts.
    pub fn order(&self, majority: bool) -> Order {
        let mut below: Vec<Vec<u32>> = vec![Vec::new(); self.names.len()];
        let mut findings: Vec<_> = self.findings.iter().collect();
        findings.sort_unstable_by_key(|(pair, _)| **pair);
        for (&(above, other), weight) in findings {
            let against = self.findings.get(&(other, above)).copied().unwrap_or(0.0);
            if !majority || *weight > against {
                below[above as usize].push(other);
            }
        }
        let component = components(&below);
        let count = component.iter().max().map_or(0, |&most| most as usize + 1);
        let mut sizes = vec![0usize; count];
        component.iter().for_each(|&one| sizes[one as usize] += 1);
        // Components are in topological order, sinks first.
        let mut members: Vec<Vec<u32>> = vec![Vec::new(); count];
        component.iter().zip(0..).for_each(|(&one, class)| members[one as usize].push(class));
        let mut height = vec![0u32; count];
        for one in 0..count {
            let steps = members[one].iter().flat_map(|&class| &below[class as usize]);
            let reached = steps.map(|&other| component[other as usize] as usize).filter(|&other| other != one);
            height[one] = reached.map(|other| height[other] + 1).max().unwrap_or(0);
        }
        let value = |(&name, &one): (&u64, &u32)| (name, height[one as usize] as f32);
        Order {
            values: self.names.iter().zip(&component).map(value).collect(),
            in_cycles: sizes.iter().filter(|&&size| size > 1).sum(),
            largest: sizes.iter().copied().max().unwrap_or(0),
        }
    }

    /// The values whose differences are nearest to one for every finding, by least squares: in each round, each class
    /// takes the mean of what its findings ask for.
    pub fn squares(&self, rounds: usize) -> Vec<(u64, f32)> {
        let mut asked: Vec<Vec<(u32, f32, f32)>> = vec![Vec::new(); self.names.len()];
        for (&(above, below), &weight) in &self.findings {
            asked[above as usize].push((below, 1.0, weight));
            asked[below as usize].push((above, -1.0, weight));
        }
        // The order of a hash map varies.
        asked.iter_mut().for_each(|all| all.sort_unstable_by_key(|&(other, side, _)| (other, side > 0.0)));
        let mut values = vec![0.0f64; self.names.len()];
        for _ in 0..rounds {
            for (class, all) in asked.iter().enumerate() {
                // A prior finding of equality with value 0, for classes with few findings.
                let (mut sum, mut weights) = (0.0, DOUBT);
                for &(other, side, weight) in all {
                    sum += f64::from(weight) * (values[other as usize] + f64::from(side));
                    weights += f64::from(weight);
                }
                values[class] = sum / weights;
            }
        }
        self.names.iter().zip(values).map(|(&name, value)| (name, value as f32)).collect()
    }
}

/// The weight of the prior finding.
const DOUBT: f64 = 0.02;

/// The strongly connected component of each node (Tarjan 1972, without recursion), numbered so that edges lead to
/// components of the same or a lower number.
fn components(edges: &[Vec<u32>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let mut component = vec![NONE; edges.len()];
    let (mut index, mut low) = (vec![NONE; edges.len()], vec![NONE; edges.len()]);
    let (mut stack, mut way): (Vec<u32>, Vec<(u32, usize)>) = Default::default();
    let (mut seen, mut found) = (0, 0);
    for root in 0..edges.len() as u32 {
        if index[root as usize] != NONE {
            continue;
        }
        way.push((root, 0));
        while let Some((node, next)) = way.pop() {
            let n = node as usize;
            if next == 0 {
                (index[n], low[n]) = (seen, seen);
                seen += 1;
                stack.push(node);
            }
            if let Some(&other) = edges[n].get(next) {
                way.push((node, next + 1));
                let o = other as usize;
                if index[o] == NONE {
                    way.push((other, 0));
                } else if component[o] == NONE {
                    low[n] = low[n].min(index[o]);
                }
                continue;
            }
            if low[n] == index[n] {
                while let Some(member) = stack.pop() {
                    component[member as usize] = found;
                    if member == node {
                        break;
                    }
                }
                found += 1;
            }
            if let Some(&(parent, _)) = way.last() {
                low[parent as usize] = low[parent as usize].min(low[n]);
            }
        }
    }
    component
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(positions: &[(&[u64], u64)]) -> Superiority {
        let mut found =
            Superiority { numbers: HashMap::new(), names: Vec::new(), findings: HashMap::new(), positions: 0 };
        positions.iter().for_each(|(classes, played)| found.add(classes, *played));
        found
    }

    fn value(values: &[(u64, f32)], class: u64) -> f32 {
        values.iter().find(|(name, _)| *name == class).unwrap().1
    }

    /// 1 over 2, 2 over 3: an order without a contradiction.
    #[test]
    fn findings_that_agree_make_an_order() {
        let found = found(&[(&[1, 2], 1), (&[2, 3], 2), (&[4, 3], 4)]);
        assert_eq!((found.size(), found.parts()), ((3, 4, 3), 1));
        let order = found.order(false);
        assert_eq!((order.in_cycles, order.largest), (0, 1));
        assert_eq!([1, 2, 3, 4].map(|class| value(&order.values, class)), [2.0, 1.0, 0.0, 1.0]);
        let squares = found.squares(200);
        assert!(value(&squares, 1) > value(&squares, 2) && value(&squares, 2) > value(&squares, 3));
    }

    /// As the thesis says: one game that goes the other way, and three classes are one.
    #[test]
    fn a_cycle_makes_its_classes_equal_and_squares_weigh_it() {
        let found = found(&[(&[1, 2], 1), (&[1, 2], 1), (&[2, 3], 2), (&[2, 3], 2), (&[3, 1], 3), (&[3, 4], 3)]);
        let order = found.order(false);
        assert_eq!((order.in_cycles, order.largest), (3, 3));
        assert_eq!([1, 2, 3, 4].map(|class| value(&order.values, class)), [1.0, 1.0, 1.0, 0.0]);
        let squares = found.squares(500);
        assert!(value(&squares, 1) > value(&squares, 3), "two findings outweigh one");
    }

    #[test]
    fn classes_that_never_meet_are_parts_by_themselves() {
        assert_eq!(found(&[(&[1, 2], 1), (&[3, 4], 3), (&[5, 4], 4), (&[6], 6)]).parts(), 3);
    }

    #[test]
    fn a_majority_settles_what_two_classes_quarrel_about() {
        let found = found(&[(&[1, 2], 1), (&[1, 2], 1), (&[1, 2], 2)]);
        assert_eq!(found.order(false).largest, 2);
        let order = found.order(true);
        assert_eq!((order.largest, value(&order.values, 1), value(&order.values, 2)), (1, 1.0, 0.0));
    }
}
