//! Teaches the final owners of points, from games that were played to the end (Stoutamire 1991, section 7.2).

use goban::{Color, Outcome, PointMap, score};
use models::preference::{Territory, View, Window};
use player::{ChoiceOf, Stop, parameters};
use roster::pattern_params::ViewParams;

use crate::teacher::{Data, Entry, Progress, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "territory",
    summary: "Learn the final owners of points, from games that were counted",
    details: "Values of points instead of moves: the value of a move is the gain of the sum over the board (Stoutamire \
              1991, section 7.2). Only games won by points are used, because these were played to the end.",
    data: Data::Games,
    player: "preference:model=FILE",
    resumes: true,
    extends: &[],
    parallel: false,
    measure: None,
    params: Params::PARAMS,
    build: |settings| {
        let params = Params::read(settings);
        Ok(Box::new(Owners { view: params.view.view(params.window.0) }))
    },
};

parameters! {
    /// The surroundings of a point that decide its class.
    pub struct Params {
        /// the form of the window
        pub window: Rings = "diamond";
        ..view: ViewParams;
    }
}

/// A window of rings around a point.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rings(Window);

impl ChoiceOf for Rings {
    const WORDS: &'static [&'static str] = &["square", "diamond"];

    fn from_word(word: &str) -> Rings {
        Rings(if word == "square" { Window::Square } else { Window::Diamond })
    }
}

struct Owners {
    view: View,
}

impl Teacher for Owners {
    fn admits(&self, outcome: Option<Outcome>) -> bool {
        matches!(outcome, Some(Outcome::Score(..)))
    }

    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let Training { games, origin, checkpoint, stop, report, .. } = training;
        let mut territory = match checkpoint.resume(origin)? {
            Some(territory) => territory,
            None => Territory::new(self.view)?,
        };
        territory.about.clone_from(origin);
        let total = games.len() as u64;
        teach(&mut territory, games, stop, |done| report(Progress::new("games", done, total, format_args!(""))));
        let model = territory.write();
        let (games, classes, size) = (territory.games, territory.classes(), size_in_words(model.len()));
        let summary = format!("{games} games, {classes} classes, {size}");
        Ok(Taught { model: Some(model), complete: games >= total, summary, ..Taught::default() })
    }
}

/// Learns from these games, except games that the model has counted before. Records do not say which stones are dead:
/// stones that random play captures are (see [`score::dead_stones`]).
pub fn teach(territory: &mut Territory, lessons: &[TrainingGame], stop: &Stop, mut report: impl FnMut(u64)) {
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

/// The owner of each point after the last move.
fn owners(lesson: &TrainingGame) -> PointMap<Option<Color>> {
    let end = lesson.end();
    score::area(&end, &score::dead_stones(&end)).owner
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{Game, Move, Point, Rules};

    /// Black builds a wall on the left and White on the right: each side belongs to its builder.
    #[test]
    fn a_side_belongs_to_who_built_there() {
        let mut game = Game::new(7, Rules::CHINESE, 7.5);
        for row in 1..=7 {
            let moves = [format!("D{row}"), format!("E{row}")];
            moves.iter().for_each(|name| game.play(Move::from_gtp(name, 7).unwrap()).unwrap());
        }
        let mut territory = Territory::new(View::fixed(Window::Diamond, 3)).unwrap();
        let lessons = vec![TrainingGame::new(&game); 10];
        teach(&mut territory, &lessons, &Stop::new(), |_| {});
        assert_eq!(territory.games, 10);
        // White is to play, and what is White's is good.
        game.undo_to(13);
        let values = territory.estimate(game.board());
        let at = |name: &str| values[Point::from_gtp(name, 7).unwrap()];
        assert!(at("C4") < -0.5 && at("D4") < -0.5 && at("F4") > 0.5, "{} {} {}", at("C4"), at("D4"), at("F4"));
    }
}
