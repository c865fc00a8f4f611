//! Teaches whose points like these become, from games that were played to their end (Stoutamire 1991, section 7.2).

use goban::{Color, PointMap, score};
use models::preference::Territory;
use player::Stop;

use crate::lessons::Lesson;

/// Teaches from these games, those left out that it has learnt from before: it counts them itself. What is dead at the
/// end of a game nobody has written down: it is what random play takes off (see [`score::dead_stones`]).
pub fn teach(territory: &mut Territory, lessons: &[Lesson], stop: &Stop, mut report: impl FnMut(u64)) {
    for lesson in lessons.iter().skip(territory.games as usize) {
        if stop.is_stopped() {
            return;
        }
        let owner = owners(lesson);
        lesson.each_move(|board, _, _| territory.learn(board, &owner));
        territory.games += 1;
        report(territory.games);
    }
}

/// Whose each point is after the last move.
fn owners(lesson: &Lesson) -> PointMap<Option<Color>> {
    let end = lesson.end();
    score::area(&end, &score::dead_stones(&end)).owner
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Point, Rules};
    use models::preference::{View, Window};

    use super::*;

    /// Black builds on the left and White on the right, and each learns that its side is its own.
    #[test]
    fn a_side_belongs_to_who_built_there() {
        let mut game = Game::new(7, Rules::CHINESE, 7.5);
        for row in 1..=7 {
            let moves = [format!("D{row}"), format!("E{row}")];
            moves.iter().for_each(|name| game.play(Move::from_gtp(name, 7).unwrap()).unwrap());
        }
        let mut territory = Territory::new(View::fixed(Window::Diamond, 3)).unwrap();
        let lessons = vec![Lesson::new(&game); 10];
        teach(&mut territory, &lessons, &Stop::new(), |_| {});
        assert_eq!(territory.games, 10);
        // White is to play, and what is White's is good.
        game.undo_to(13);
        let values = territory.estimate(game.board());
        let at = |name: &str| values[Point::from_gtp(name, 7).unwrap()];
        assert!(at("C4") < -0.5 && at("D4") < -0.5 && at("F4") > 0.5, "{} {} {}", at("C4"), at("D4"), at("F4"));
    }
}
