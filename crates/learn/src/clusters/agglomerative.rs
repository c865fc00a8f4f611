//! Agglomerative clustering: each position starts as its own group, and the two most similar groups are merged.
//!
//! The similarity of two groups is the mean cosine over their pairs of positions (UPGMA, Cluto's default for this
//! method), which is the product of their sums of unit vectors over the product of their sizes. The merges are found by
//! chains of nearest neighbours (Murtagh 1983), in quadratic time and linear memory.

use std::cmp::Reverse;

use super::positions::Positions;

/// A group: its sum of unit vectors, without zeros, and its size.
struct Group {
    sum: Vec<(u16, f32)>,
    size: f32,
}

/// Two positions whose groups were merged, and the similarity of these groups.
struct Merge {
    pair: [u32; 2],
    similarity: f32,
}

/// Groups positions, as many groups as are wanted or as there are different positions.
pub(super) fn agglomerate(positions: &Positions, wanted: usize, width: usize) -> Vec<Vec<u32>> {
    let mut merges = merges((0..positions.len() as u32).map(|number| Group::of(positions, number)).collect(), width);
    merges.sort_by(|a, b| b.similarity.total_cmp(&a.similarity));
    merges.truncate(positions.len().saturating_sub(wanted.max(1)));
    let mut parents: Vec<u32> = (0..positions.len() as u32).collect();
    for merge in merges {
        let [one, other] = merge.pair.map(|position| root(&mut parents, position));
        parents[one.max(other) as usize] = one.min(other);
    }
    let mut groups: Vec<Vec<u32>> = vec![Vec::new(); positions.len()];
    for position in 0..positions.len() as u32 {
        groups[root(&mut parents, position) as usize].push(position);
    }
    groups.retain(|group| !group.is_empty());
    groups.sort_by_key(|group| Reverse(group.len()));
    groups
}

/// The first position of a group.
fn root(parents: &mut [u32], mut position: u32) -> u32 {
    while parents[position as usize] != position {
        let above = parents[parents[position as usize] as usize];
        parents[position as usize] = above;
        position = above;
    }
    position
}

/// All merges of groups of one position each, down to one group. A group is named by one of its positions.
fn merges(mut groups: Vec<Group>, width: usize) -> Vec<Merge> {
    let mut left: Vec<u32> = (0..groups.len() as u32).collect();
    let mut is_in_chain = vec![false; groups.len()];
    let (mut chain, mut merges, mut dense) = (Vec::new(), Vec::new(), vec![0.0; width]);
    while left.len() > 1 {
        let tip = *chain.last().unwrap_or(&left[0]);
        if chain.is_empty() {
            chain.push(tip);
            is_in_chain[tip as usize] = true;
        }
        let before = chain.len().checked_sub(2).map(|place| chain[place]);
        let tip_group = &groups[tip as usize];
        tip_group.sum.iter().for_each(|&(feature, weight)| dense[usize::from(feature)] = weight);
        let similarity = |other: u32| {
            let Group { sum, size } = &groups[other as usize];
            let product: f32 = sum.iter().map(|&(feature, weight)| weight * dense[usize::from(feature)]).sum();
            product / (size * tip_group.size)
        };
        // Equal similarities are common, as the symmetries are all there: the chain then ends here.
        let mut best = before.map(|other| (other, similarity(other)));
        for &other in left.iter().filter(|&&other| !is_in_chain[other as usize]) {
            let similarity = similarity(other);
            if best.is_none_or(|(_, most)| similarity > most) {
                best = Some((other, similarity));
            }
        }
        tip_group.sum.iter().for_each(|&(feature, _)| dense[usize::from(feature)] = 0.0);
        let Some((nearest, similarity)) = best else { break };
        if Some(nearest) == before {
            merges.push(Merge { pair: [tip, nearest], similarity });
            let joined = groups[tip as usize].joined(&groups[nearest as usize]);
            groups[nearest as usize] = joined;
            groups[tip as usize].sum = Vec::new();
            left.retain(|&group| group != tip);
            [tip, nearest].iter().for_each(|&group| is_in_chain[group as usize] = false);
            chain.truncate(chain.len() - 2);
        } else {
            chain.push(nearest);
            is_in_chain[nearest as usize] = true;
        }
    }
    merges
}

impl Group {
    /// The group of one position, which may have occurred several times.
    fn of(positions: &Positions, number: u32) -> Group {
        let (stones, size) = (positions.stones(number), positions.times[number as usize]);
        let weight = size / (stones.len().max(1) as f32).sqrt();
        Group { sum: stones.iter().map(|&stone| (stone, weight)).collect(), size }
    }

    fn joined(&self, other: &Group) -> Group {
        let mut sum = Vec::with_capacity(self.sum.len() + other.sum.len());
        let (mut one, mut two) = (self.sum.iter().peekable(), other.sum.iter().peekable());
        while let (Some(&&a), Some(&&b)) = (one.peek(), two.peek()) {
            if a.0 <= b.0 {
                one.next();
            }
            if b.0 <= a.0 {
                two.next();
            }
            let weight = if a.0 <= b.0 { a.1 } else { 0.0 } + if b.0 <= a.0 { b.1 } else { 0.0 };
            sum.push((a.0.min(b.0), weight));
        }
        sum.extend(one.chain(two));
        Group { sum, size: self.size + other.size }
    }
}

#[cfg(test)]
mod tests {
    use player::Rng;

    use super::super::positions::Opening;
    use super::super::tests::lesson;
    use super::*;

    fn positions(games: &[&str], moves: usize) -> Positions {
        let openings: Vec<Opening> = games.iter().map(|game| Opening::of(&lesson(game), moves + 1)).collect();
        Positions::of(&openings, moves, 19)
    }

    /// Two pairs of positions that share two stones of three, in eight symmetries each.
    #[test]
    fn what_shares_most_stones_is_merged_first() {
        let positions = positions(&["Q16 D3 Q3 C3", "Q16 D3 Q4 C3", "K10 E7 B4 C3", "K10 E7 B5 C3"], 3);
        assert_eq!(positions.len(), 32);
        let groups = agglomerate(&positions, 16, 2 * 19 * 19);
        assert!(groups.len() == 16 && groups.iter().all(|group| group.len() == 2), "{groups:?}");
        let shared = |group: &Vec<u32>| {
            let other = positions.stones(group[1]);
            positions.stones(group[0]).iter().filter(|stone| other.contains(stone)).count()
        };
        assert!(groups.iter().all(|group| shared(group) == 2));
        assert_eq!(agglomerate(&positions, 1, 2 * 19 * 19).len(), 1);
        assert_eq!(agglomerate(&positions, 99, 2 * 19 * 19).len(), 32);
    }

    /// The chains find the merges that a search through all pairs finds, where no two are equally similar.
    #[test]
    fn the_merges_are_those_of_the_textbook() {
        let mut rng = Rng::new(1);
        let mut group = |_| {
            let mut features: Vec<u16> = (0..24).collect();
            features.retain(|_| rng.chance(0.5));
            let sum = features.into_iter().map(|feature| (feature, 0.1 + rng.unit())).collect();
            Group { sum, size: 1.0 + rng.unit() }
        };
        let mut groups: Vec<Group> = (0..40).map(&mut group).collect();
        let copies = groups.iter().map(|group| Group { sum: group.sum.clone(), size: group.size }).collect();
        let mut found: Vec<f32> = merges(copies, 24).iter().map(|merge| merge.similarity).collect();
        let mut expected = Vec::new();
        while groups.len() > 1 {
            let similarity = |a: &Group, b: &Group| {
                let weight = |of: &Group, feature| of.sum.iter().find(|x| x.0 == feature).map_or(0.0, |x| x.1);
                a.sum.iter().map(|&(feature, x)| x * weight(b, feature)).sum::<f32>() / (a.size * b.size)
            };
            let pairs = (0..groups.len()).flat_map(|a| (0..a).map(move |b| (a, b)));
            let (a, b) = pairs
                .max_by(|x, y| {
                    similarity(&groups[x.0], &groups[x.1]).total_cmp(&similarity(&groups[y.0], &groups[y.1]))
                })
                .unwrap();
            expected.push(similarity(&groups[a], &groups[b]));
            let joined = groups[a].joined(&groups[b]);
            groups[b] = joined;
            groups.swap_remove(a);
        }
        found.sort_by(|a, b| b.total_cmp(a));
        assert_eq!(found.len(), expected.len());
        assert!(found.iter().zip(&expected).all(|(a, b)| (a - b).abs() < 1e-5), "{found:?} {expected:?}");
    }
}
