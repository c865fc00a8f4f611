//! A cache of evaluations by position; the eight images of a position under symmetry share one.

use std::sync::{Arc, Mutex, PoisonError};

use goban::{Board, Move, Point, Symmetry, zobrist};
use models::net::Evaluation;

/// Evaluations in bounded memory; a new one replaces an old one.
pub(super) struct Cache {
    slots: Vec<Slot>,
}

/// A position's hash, and its evaluation.
type Slot = Mutex<Option<(u64, Arc<Evaluation>)>>;

/// A position, the same for all its images.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Key {
    hash: u64,
    /// What turns the position into the one whose evaluation is kept.
    symmetry: Symmetry,
}

impl Key {
    /// The last moves are not in it, though the network sees them: they matter little, and sequences that meet
    /// share an evaluation. Whether the last move was a pass matters.
    pub fn of(board: &Board) -> Key {
        let size = board.size();
        let hash = |symmetry: Symmetry| {
            let stones = board.points().filter_map(|point| Some((point, board.cell(point).color()?)));
            let stones =
                stones.fold(0, |hash, (point, color)| hash ^ zobrist::stone(symmetry.apply(point, size), color));
            stones ^ board.ko().map_or(0, |ko| zobrist::ko(symmetry.apply(ko, size)))
        };
        let keys = Symmetry::ALL.map(|symmetry| Key { hash: hash(symmetry), symmetry });
        let least = keys.into_iter().min_by_key(|key| key.hash).unwrap_or(keys[0]);
        const AFTER_PASS: u64 = 0x9e37_79b9_7f4a_7c15;
        let pass = if board.last_move() == Some(Move::Pass) { AFTER_PASS } else { 0 };
        Key { hash: least.hash ^ zobrist::to_play(board.to_play()) ^ pass, ..least }
    }
}

impl Cache {
    /// A cache that takes at most about that many bytes on boards of that size.
    pub fn with_bytes(bytes: usize, size: usize) -> Cache {
        const MOST: usize = 1 << 16;
        let evaluation = 2 * (size * size + 1) * size_of::<f32>() + 256;
        Cache::new((bytes / evaluation).min(MOST))
    }

    /// A cache of that many evaluations.
    pub fn new(count: usize) -> Cache {
        Cache { slots: (0..count.max(1)).map(|_| Mutex::new(None)).collect() }
    }

    pub fn clear(&self) {
        for slot in &self.slots {
            *slot.lock().unwrap_or_else(PoisonError::into_inner) = None;
        }
    }

    fn slot(&self, key: Key) -> &Slot {
        &self.slots[(key.hash % self.slots.len() as u64) as usize]
    }

    /// The evaluation of a position, as it lies.
    pub fn get(&self, key: Key, size: usize) -> Option<Evaluation> {
        let kept = {
            let slot = self.slot(key).lock().ok()?;
            let (hash, evaluation) = slot.as_ref()?;
            (*hash == key.hash).then(|| evaluation.clone())?
        };
        Some(turned(&kept, key.symmetry.inverse(), size))
    }

    /// Keeps the evaluation of a position, as it lies.
    pub fn put(&self, key: Key, evaluation: &Evaluation, size: usize) {
        if let Ok(mut slot) = self.slot(key).lock() {
            *slot = Some((key.hash, Arc::new(turned(evaluation, key.symmetry, size))));
        }
    }
}

/// An evaluation, turned with its board.
fn turned(evaluation: &Evaluation, symmetry: Symmetry, size: usize) -> Evaluation {
    let mut turned = evaluation.clone();
    let place = |point: Point| point.row_major(size);
    for point in Point::all(size) {
        let (from, to) = (place(point), place(symmetry.apply(point, size)));
        turned.policy[to] = evaluation.policy[from];
        turned.ownership[to] = evaluation.ownership[from];
    }
    turned
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(names: [&str; 3], symmetry: Symmetry) -> Board {
        let mut board = Board::new(9);
        for name in names {
            let point = Point::from_gtp(name, 9).unwrap();
            board.play(Move::Play(symmetry.apply(point, 9))).unwrap();
        }
        board
    }

    #[test]
    fn an_evaluation_is_found_for_every_image_of_a_position_and_turned_with_it() {
        let cache = Cache::new(16);
        let first = board(["C4", "F6", "G3"], Symmetry::ALL[0]);
        let mut evaluation = Evaluation { policy: vec![0.0; 82], win: 0.7, lead: 3.0, ownership: vec![0.0; 81] };
        let chosen = Point::from_gtp("D6", 9).unwrap();
        evaluation.policy[chosen.row_major(9)] = 5.0;
        evaluation.policy[81] = 2.0;
        cache.put(Key::of(&first), &evaluation, 9);
        for symmetry in Symmetry::ALL {
            let image = board(["C4", "F6", "G3"], symmetry);
            let found = cache.get(Key::of(&image), 9).unwrap();
            let there = symmetry.apply(chosen, 9);
            assert_eq!((found.policy[there.row_major(9)], found.policy[81], found.win), (5.0, 2.0, 0.7));
        }
        assert!(cache.get(Key::of(&board(["C4", "F6", "G4"], Symmetry::ALL[0])), 9).is_none());
    }

    #[test]
    fn positions_that_differ_in_whose_turn_it_is_or_in_ko_are_different() {
        let mut one = board(["C4", "F6", "G3"], Symmetry::ALL[0]);
        let first = Key::of(&one);
        one.pass();
        assert_ne!(Key::of(&one).hash, first.hash);
        one.pass();
        assert_ne!(Key::of(&one).hash, first.hash, "after two passes");
    }

    #[test]
    fn an_empty_board_is_a_position_too() {
        let board = Board::new(5);
        assert_eq!(Key::of(&board), Key::of(&Board::new(5)));
    }
}
