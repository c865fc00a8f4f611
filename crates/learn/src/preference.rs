//! Teaches a table of pattern preference from games, one after the other (Stoutamire 1991, chapter 5).

use goban::{Point, PointMap};
use kifu::Mark;
use models::preference::Preference;
use player::Stop;

use crate::lessons::Lesson;
use crate::metric::Placing;
use crate::study::Filter;

/// How far it is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Progress {
    /// Games that were learnt from, those of earlier runs included.
    pub games: u64,
    /// Positions that were learnt from, those of earlier runs included.
    pub positions: u64,
    /// The error before learning, by the filter of the thesis, over the positions of this run.
    pub error: f32,
}

/// Teaches from these games, so many times over, those left out that the table has learnt from before: it counts them
/// itself, so that the same games in the same order go on where they were left. The mean error of the positions of this
/// run, each measured before it was learnt from, is returned, if there were any.
pub fn teach(
    table: &mut Preference,
    lessons: &[Lesson],
    passes: usize,
    stop: &Stop,
    mut report: impl FnMut(Progress),
) -> Option<f64> {
    let mut filter = Filter::new();
    let mut points: Vec<Point> = Vec::new();
    let mut worth = PointMap::new(0.0);
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
            table.rank(board, &points, &mut worth);
            let error = Placing::among(points.iter().map(|&point| worth[point]), worth[played]).error();
            (0..times).for_each(|_| table.learn_again(&points, played));
            filter.push(error as f32);
            sum += error;
            count += 1;
        });
        table.games += 1;
        if table.games.is_multiple_of(lessons.len() as u64) {
            table.settle();
        }
        report(Progress { games: table.games, positions: table.positions(), error: filter.average() });
    }
    table.settle();
    (count > 0).then(|| sum / count as f64)
}

#[cfg(test)]
mod tests {
    use goban::{Game, Move, Rules};
    use models::preference::{Table, View};

    use super::*;

    /// Games of the same few moves, in any corner.
    fn lessons() -> Vec<Lesson> {
        let openings = ["Q16 D4 Q4 D16 R14", "D4 Q16 D16 Q4 C6", "Q4 D16 D4 Q16 R6"];
        let game = |text: &&str| {
            let mut game = Game::new(19, Rules::CHINESE, 7.5);
            text.split(' ').for_each(|name| game.play(Move::from_gtp(name, 19).unwrap()).unwrap());
            Lesson::new(&game)
        };
        openings.iter().cycle().take(30).map(game).collect()
    }

    #[test]
    fn the_error_falls_and_a_second_run_goes_on_where_the_first_was_stopped() {
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

    /// What an annotator calls bad is not learnt from, and what is called good twice.
    #[test]
    fn marks_are_heard_where_they_are_to_be() {
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
