//! The positions of openings, in their eight symmetries.

use std::collections::{BTreeMap, HashMap};
use std::ops::ControlFlow;

use goban::{Point, Symmetry};
use models::openings::{Cluster, Stage, features};

use crate::training_game::TrainingGame;

/// The opening of a game: the stones before each move, and the move.
pub(super) struct Opening(Vec<(Box<[u16]>, u16)>);

/// All distinct positions after a number of moves.
#[derive(Default)]
pub(super) struct Positions {
    /// The stones of all positions, concatenated.
    stones: Vec<u16>,
    /// The start of the stones of each, and the end of the last.
    begin: Vec<u32>,
    /// The occurrences of each.
    pub times: Vec<f32>,
    /// The next moves, and their occurrences.
    next: Vec<Vec<(u16, u32)>>,
}

impl Opening {
    pub fn of(lesson: &TrainingGame, moves: usize) -> Opening {
        let mut opening = Vec::with_capacity(moves);
        lesson.each_move_while(|board, played| {
            let (true, Some(point)) = (opening.len() < moves, played) else { return ControlFlow::Break(()) };
            opening.push((features(board).collect(), point.row_major(board.size()) as u16));
            ControlFlow::Continue(())
        });
        Opening(opening)
    }
}

impl Positions {
    pub fn of(openings: &[Opening], moves: usize, size: usize) -> Positions {
        let turn = |symmetry: Symmetry| -> Vec<u16> {
            let image = |place: usize| symmetry.apply(Point::from_row_major(place, size), size);
            (0..size * size).map(image).map(|image| image.row_major(size) as u16).collect()
        };
        let images: Vec<Vec<u16>> = Symmetry::ALL.into_iter().map(turn).collect();
        let mut known: HashMap<Box<[u16]>, u32> = HashMap::new();
        let mut positions = Positions { begin: vec![0], ..Positions::default() };
        for (stones, next) in openings.iter().filter_map(|opening| opening.0.get(moves)) {
            for image in &images {
                let mut turned: Box<[u16]> =
                    stones.iter().map(|&stone| 2 * image[usize::from(stone / 2)] + stone % 2).collect();
                turned.sort_unstable();
                let number = *known.entry(turned).or_insert_with_key(|stones| {
                    positions.stones.extend(stones.iter());
                    positions.begin.push(positions.stones.len() as u32);
                    positions.times.push(0.0);
                    positions.next.push(Vec::new());
                    positions.times.len() as u32 - 1
                });
                positions.add(number as usize, image[usize::from(*next)]);
            }
        }
        positions
    }

    fn add(&mut self, number: usize, next: u16) {
        self.times[number] += 1.0;
        let all = &mut self.next[number];
        match all.iter_mut().find(|(place, _)| *place == next) {
            Some((_, times)) => *times += 1,
            None => all.push((next, 1)),
        }
    }

    pub fn len(&self) -> usize {
        self.times.len()
    }

    pub fn stones(&self, number: u32) -> &[u16] {
        let n = number as usize;
        &self.stones[self.begin[n] as usize..self.begin[n + 1] as usize]
    }

    /// The sum of the unit vectors of some positions, weighted by their occurrences, and its length.
    pub fn sum(&self, members: &[u32], width: usize) -> (Vec<f32>, f32) {
        let mut sum = vec![0.0f32; width];
        for &member in members {
            let stones = self.stones(member);
            let weight = self.times[member as usize] / (stones.len().max(1) as f32).sqrt();
            stones.iter().for_each(|&stone| sum[usize::from(stone)] += weight);
        }
        let length = sum.iter().map(|x| x * x).sum::<f32>().sqrt();
        (sum, length)
    }

    /// The clusters of groups of positions.
    pub fn stage(&self, groups: &[Vec<u32>], size: usize) -> Stage {
        let cluster = |members: &Vec<u32>| {
            let (sum, length) = self.sum(members, 2 * size * size);
            let weight = |(feature, &x): (usize, &f32)| (x > 0.0).then(|| (feature as u16, x / length));
            let mut next: BTreeMap<u16, u32> = BTreeMap::new();
            for &(place, times) in members.iter().flat_map(|&member| &self.next[member as usize]) {
                *next.entry(place).or_default() += times;
            }
            let point = |place: u16| Point::new(usize::from(place) / size, usize::from(place) % size);
            let mut moves: Vec<(Point, u32)> = next.into_iter().map(|(place, times)| (point(place), times)).collect();
            moves.sort_by_key(|&(_, times)| std::cmp::Reverse(times));
            Cluster { centre: sum.iter().enumerate().filter_map(weight).collect(), moves }
        };
        Stage::new(size, groups.iter().map(cluster).collect())
    }
}
