//! Repeated bisection: all positions start as one group, and the group whose split gains most is split.
//!
//! The criterion is Cluto's I2: the sum of the lengths of the groups' sums of unit vectors, which is the sum of the
//! cosines to the centres. Each bisection is spherical k-means from a few random starts.

use models::openings::Stage;
use player::Rng;

use super::positions::Positions;

/// Some of the positions.
struct Group {
    members: Vec<u32>,
    /// The length of the sum of their unit vectors.
    length: f32,
    split: Option<Split>,
}

/// The best split of a group, and its gain.
struct Split {
    left: Vec<u32>,
    right: Vec<u32>,
    gain: f32,
}

/// The random starts of a bisection, and the rounds of each.
const TRIALS: usize = 4;
const ROUNDS: usize = 8;
/// The rounds in which positions move to nearer centres.
const REFINEMENTS: usize = 5;

/// Groups positions, as many groups as are wanted or as there are different positions.
pub(super) fn bisect(positions: &Positions, wanted: usize, width: usize, rng: &mut Rng) -> Vec<Vec<u32>> {
    let mut make = |members: Vec<u32>| {
        let (_, length) = positions.sum(&members, width);
        let split = positions.bisect(&members, length, width, rng);
        Group { members, length, split }
    };
    let mut groups = vec![make((0..positions.len() as u32).collect())];
    while groups.len() < wanted {
        let gain = |group: &Group| group.split.as_ref().map_or(f32::NEG_INFINITY, |split| split.gain);
        let best = (0..groups.len()).max_by(|&a, &b| gain(&groups[a]).total_cmp(&gain(&groups[b])));
        let Some(best) = best else { break };
        let Some(Split { left, right, .. }) = groups[best].split.take() else { break };
        groups[best] = make(left);
        groups.push(make(right));
    }
    groups.sort_by(|a, b| b.length.total_cmp(&a.length));
    groups.into_iter().map(|group| group.members).collect()
}

/// Moves positions to nearer centres, in a few rounds.
pub(super) fn refine(positions: &Positions, mut groups: Vec<Vec<u32>>, size: usize) -> Vec<Vec<u32>> {
    for _ in 0..REFINEMENTS {
        let centres = Centres::of(&positions.stage(&groups, size), size);
        let mut nearer: Vec<Vec<u32>> = vec![Vec::new(); groups.len()];
        let mut sums = Vec::new();
        for number in 0..positions.len() as u32 {
            nearer[centres.nearest(positions.stones(number), &mut sums)].push(number);
        }
        if nearer == groups {
            break;
        }
        groups = nearer;
        groups.retain(|members| !members.is_empty());
    }
    groups
}

/// Centres with their exact weights, by stone and then by cluster: who plays makes do with bytes, who learns does not.
pub(super) struct Centres {
    count: usize,
    weights: Vec<f32>,
}

impl Centres {
    pub fn of(stage: &Stage, size: usize) -> Centres {
        let count = stage.clusters().len();
        let mut weights = vec![0.0; 2 * size * size * count];
        for (number, cluster) in stage.clusters().iter().enumerate() {
            for &(feature, weight) in &cluster.centre {
                weights[usize::from(feature) * count + number] = weight;
            }
        }
        Centres { count, weights }
    }

    /// The first of the nearest ones.
    fn nearest(&self, stones: &[u16], sums: &mut Vec<f32>) -> usize {
        self.sums(stones, sums);
        let nearer = |best: usize, other: usize| if sums[other] > sums[best] { other } else { best };
        (0..sums.len()).reduce(nearer).unwrap_or(0)
    }

    /// The products of the stones' vector with all centres.
    pub fn sums(&self, stones: &[u16], sums: &mut Vec<f32>) {
        sums.clear();
        sums.resize(self.count, 0.0);
        for &feature in stones {
            let weights = &self.weights[usize::from(feature) * self.count..];
            sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += weight);
        }
    }
}

impl Positions {
    /// The best split of a group in a few attempts.
    fn bisect(&self, members: &[u32], length: f32, width: usize, rng: &mut Rng) -> Option<Split> {
        if members.len() < 2 {
            return None;
        }
        let mut best: Option<Split> = None;
        for _ in 0..TRIALS {
            let first = rng.below(members.len() as u32) as usize;
            let second = (first + 1 + rng.below(members.len() as u32 - 1) as usize) % members.len();
            let mut centres = [first, second].map(|place| self.sum(&[members[place]], width));
            let mut sides: Vec<bool> = Vec::new();
            for _ in 0..ROUNDS {
                let [a, b] = [0, 1].map(|side| 1.0 / centres[side].1.max(f32::MIN_POSITIVE));
                let nearer = |&member: &u32| {
                    let (mut x, mut y) = (0.0, 0.0);
                    for &stone in self.stones(member) {
                        x += centres[0].0[usize::from(stone)];
                        y += centres[1].0[usize::from(stone)];
                    }
                    y * b > x * a
                };
                let now: Vec<bool> = members.iter().map(nearer).collect();
                if now == sides {
                    break;
                }
                sides = now;
                centres = [false, true].map(|side| self.sum(&part(members, &sides, side), width));
            }
            let gain = centres[0].1 + centres[1].1 - length;
            let (left, right) = (part(members, &sides, false), part(members, &sides, true));
            let is_split = !left.is_empty() && !right.is_empty();
            if is_split && best.as_ref().is_none_or(|best| gain > best.gain) {
                best = Some(Split { left, right, gain });
            }
        }
        best
    }
}

fn part(members: &[u32], sides: &[bool], wanted: bool) -> Vec<u32> {
    members.iter().zip(sides).filter(|(_, side)| **side == wanted).map(|(&member, _)| member).collect()
}
