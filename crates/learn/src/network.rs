//! Trains a network that was a table on (Stoutamire 1991, section 5.1).

use goban::{Point, PointMap};
use models::preference::Network;
use player::Stop;

use crate::lessons::Lesson;
use crate::metric::Placing;

/// Teaches from these games, so many times over, those left out that it has learnt from before. The mean error of the
/// positions of this run, each measured before it was learnt from, is returned, if there were any.
pub fn teach(
    network: &mut Network,
    lessons: &[Lesson],
    passes: usize,
    rate: f32,
    stop: &Stop,
    mut report: impl FnMut(f64),
) -> Option<f64> {
    let mut points: Vec<Point> = Vec::new();
    let mut worth = PointMap::new(0.0);
    let (mut sum, mut count) = (0.0, 0u64);
    let all = std::iter::repeat_n(lessons, passes).flatten();
    for lesson in all.skip(network.games as usize) {
        if stop.is_stopped() {
            break;
        }
        lesson.each_position(|board, played| {
            points.clear();
            points.extend(board.points().filter(|&point| board.is_legal(point)));
            network.rank(board, &points, &mut worth);
            sum += Placing::among(points.iter().map(|&point| worth[point]), worth[played]).error();
            count += 1;
            network.learn(board, &points, played, rate);
        });
        network.games += 1;
        report(sum / count.max(1) as f64);
    }
    (count > 0).then(|| sum / count as f64)
}
