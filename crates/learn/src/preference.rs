//! Teaches a table of pattern preference from games (Stoutamire 1991, chapter 5).

use goban::{Point, PointMap};
use kifu::Mark;
use models::preference::{Manner, Preference, Table, View, Window};
use player::{ChoiceOf, Rng, Stop, parameters};
use roster::pattern_params::{TableParams, ViewParams};

use crate::metric::Placing;
use crate::study::Filter;
use crate::teacher::{Curve, Data, Entry, Measure, Progress, Taught, TeachError, Teacher, Training, size_in_words};
use crate::training_game::TrainingGame;

/// The place in the list.
pub const TEACHER: Entry = Entry {
    name: "preference",
    summary: "Learn which patterns experts prefer, in a table of values",
    details: "The classification and the table of Stoutamire's thesis (1991); its best classification is `--window \
              diamond --expand 5 --liberties 1`. Every position is ranked before the table learns from it, so the \
              error holds for new games.",
    data: Data::Games,
    player: "preference:model=FILE",
    resumes: true,
    extends: &["passes"],
    parallel: false,
    measure: Some(Measure::RankError),
    params: Params::PARAMS,
    build: |settings| {
        let params = Params::read(settings);
        let view = View { corner: params.table.corner, ..params.view.view(params.window.0) };
        let table = params.table.table();
        view.check()?;
        table.check()?;
        let manner = Manner { marks: params.marks, ..params.table.manner() };
        let seed = params.shuffle.then_some(params.seed);
        Ok(Box::new(Patterns { view, table, manner, passes: params.passes, seed }))
    },
};

parameters! {
    /// What the table learns, and how.
    pub struct Params {
        /// the form of the window
        pub window: AnyWindow = "diamond";
        /// whether it ignores moves marked as bad (BM) and learns twice from moves marked as good (TE)
        pub marks: bool = false;
        /// the number of passes over the games
        pub passes: usize = 1, in 1..=1_000_000;
        /// whether the games are shuffled
        pub shuffle: bool = false;
        /// the seed of the shuffle
        pub seed: u64 = 1, in 0..=i64::MAX, when shuffle "true";
        ..view: ViewParams;
        ..table: TableParams;
    }
}

/// A window of any form.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AnyWindow(pub Window);

impl ChoiceOf for AnyWindow {
    const WORDS: &'static [&'static str] = &["square", "diamond", "graph"];

    fn from_word(word: &str) -> AnyWindow {
        AnyWindow(word.parse().unwrap_or(Window::Diamond))
    }
}

struct Patterns {
    view: View,
    table: Table,
    manner: Manner,
    passes: usize,
    /// The seed of the shuffle, if there is one.
    seed: Option<u64>,
}

impl Teacher for Patterns {
    fn teach(&mut self, training: &mut Training<'_>) -> Result<Taught, TeachError> {
        let Training { games, origin, checkpoint, stop, report, .. } = training;
        let mut table = match checkpoint.resume(origin)? {
            Some(table) => table,
            None => Preference::new(self.view, self.table)?,
        };
        table.set_manner(self.manner);
        table.about.clone_from(origin);
        let shuffled = self.seed.map(|seed| {
            let mut games = games.to_vec();
            Rng::new(seed).shuffle(&mut games);
            games
        });
        let games: &[TrainingGame] = shuffled.as_deref().unwrap_or(games);
        let total = (self.passes * games.len()) as u64;
        let mut curve = Curve::default();
        let error = teach(&mut table, games, self.passes, stop, |LearntGame { games, positions, error }| {
            let point = (games as f64, f64::from(error));
            curve.push(point);
            let note = format_args!("{positions} positions, error {error:.4}");
            report(Progress { point: Some(point), ..Progress::new("games", games, total, note) });
        });
        let model = table.write();
        let (games, positions, size) = (table.games, table.positions(), size_in_words(model.len()));
        let classes = table.classes().map(|classes| format!(", {classes} classes")).unwrap_or_default();
        let error = error.map_or("nothing new to learn".to_string(), |error| format!("mean error {error:.4}"));
        Ok(Taught {
            model: Some(model),
            complete: games >= total,
            summary: format!("{games} games, {positions} positions{classes}, {size}, {error}"),
            curves: vec![("error", curve)],
        })
    }
}

/// The state after a game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LearntGame {
    /// The games so far, those of earlier runs included.
    pub games: u64,
    /// The positions so far, those of earlier runs included.
    pub positions: u64,
    /// The error before learning, by the filter of the thesis, over the positions of this run.
    pub error: f32,
}

/// Learns from these games in several passes, except games that the table has counted before: a resumed run continues
/// with the next game. Returns the mean error of this run, each position measured before the table learns from it.
pub fn teach(
    table: &mut Preference,
    lessons: &[TrainingGame],
    passes: usize,
    stop: &Stop,
    mut report: impl FnMut(LearntGame),
) -> Option<f64> {
    let mut filter = Filter::new();
    let mut points: Vec<Point> = Vec::new();
    let mut values = PointMap::new(0.0);
    let (mut sum, mut count) = (0.0, 0u64);
    let all = std::iter::repeat_n(lessons, passes).flatten();
    for lesson in all.skip(table.games as usize) {
        if stop.is_stopped() {
            break;
        }
        lesson.each_move(|board, played, mark| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            let mark = mark.filter(|_| table.manner().marks);
            let times = match mark {
                None => 1,
                Some(Mark::Good) => 2,
                Some(Mark::Bad) => return,
            };
            let Some(played) = played else { return table.learn_pass(board, &points) };
            table.rank(board, &points, &mut values);
            let error = Placing::among(points.iter().map(|&point| values[point]), values[played]).error();
            (0..times).for_each(|_| table.learn_again(&points, played));
            filter.push(error as f32);
            sum += error;
            count += 1;
        });
        table.games += 1;
        if table.games.is_multiple_of(lessons.len() as u64) {
            table.settle();
        }
        report(LearntGame { games: table.games, positions: table.positions(), error: filter.average() });
    }
    table.settle();
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{Game, Move, Rules};

    /// Games of the same few moves, in any corner.
    fn lessons() -> Vec<TrainingGame> {
        let openings = ["Q16 D4 Q4 D16 R14", "D4 Q16 D16 Q4 C6", "Q4 D16 D4 Q16 R6"];
        let game = |text: &&str| {
            let mut game = Game::new(19, Rules::CHINESE, 7.5);
            text.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
            TrainingGame::new(&game)
        };
        openings.iter().cycle().take(30).map(game).collect()
    }

    #[test]
    fn the_error_falls_and_a_second_run_resumes_where_the_first_stopped() {
        let lessons = lessons();
        let taught = |games: &[usize]| {
            let mut table = Preference::new(View::THESIS, Table::Map).unwrap();
            let errors: Vec<f64> = games
                .iter()
                .map(|&games| teach(&mut table, &lessons[..games], 1, &Stop::new(), |_| {}).unwrap())
                .collect();
            (table.write(), errors)
        };
        let (whole, _) = taught(&[30]);
        let (parts, errors) = taught(&[3, 12, 30]);
        assert_eq!(whole, parts, "the same table, bit by bit");
        assert!(errors[2] < 0.02 && errors[2] < errors[0], "{errors:?}");
    }

    /// Moves marked bad are ignored, and good ones count twice.
    #[test]
    fn marks_count_where_the_settings_say_so() {
        let plain = lessons();
        let taught = |marks: bool, mark: &[(usize, Mark)]| {
            let mut table = Preference::new(View::THESIS, Table::Map).unwrap();
            table.set_manner(models::preference::Manner { marks, ..table.manner() });
            teach(&mut table, &[plain[0].clone().marked(mark)], 1, &Stop::new(), |_| {});
            table.positions()
        };
        assert_eq!(taught(false, &[(1, Mark::Bad), (3, Mark::Good)]), 5);
        assert_eq!(taught(true, &[(1, Mark::Bad)]), 4);
        assert_eq!(taught(true, &[(3, Mark::Good)]), 6);
    }

    #[test]
    fn a_stopped_teacher_keeps_what_was_learnt() {
        let stop = Stop::new();
        let mut table = Preference::new(View::THESIS, Table::Map).unwrap();
        let lessons = lessons();
        teach(&mut table, &lessons, 1, &stop, |progress| {
            if progress.games == 4 {
                stop.stop();
            }
        });
        assert_eq!((table.games, table.positions()), (4, 20));
    }
}
