//! What is laid over boards and needs a model: the opening cluster of a position and its moves.

use ::web::message::Look;
use ::web::{Drawing, Overlays};
use goban::{Game, Point, PointMap};
use player::Spec;

use crate::openings::{self, view::View};

/// Who draws it.
pub struct Drawings;

impl Overlays for Drawings {
    fn draw(&self, look: &Look, game: &Game, seat: Option<&Spec>) -> Result<Drawing, String> {
        match look {
            Look::Opening => opening(game),
            Look::Reply => Err(match seat {
                Some(spec) => format!("{spec} does not show its reply table"),
                None => "a person has no reply table".to_string(),
            }),
            Look::Value { net } => Err(format!("there is no network {net} here")),
            Look::Influence { .. } | Look::Heat { .. } | Look::Ownership { .. } => {
                Err("that is drawn without a model".to_string())
            }
        }
    }
}

/// What experts played in positions like this one, in percent.
fn opening(game: &Game) -> Result<Drawing, String> {
    let clusters = openings::load("default").map_err(|error| error.to_string())?;
    if game.size() != clusters.size() {
        return Err(format!("the openings that are known are of boards of size {}", clusters.size()));
    }
    let view = View::of(&clusters, game).map_err(|error| error.to_string())?;
    let mut shares = PointMap::new(0.0);
    let mut labels: Vec<(Point, String)> = Vec::new();
    for (point, percent) in view.shares() {
        shares[point] = percent as f32 / 100.0;
        if percent >= 0.5 {
            labels.push((point, format!("{percent:.0}")));
        }
    }
    let most = Point::all(game.size()).map(|point| shares[point]).fold(f32::MIN_POSITIVE, f32::max);
    let values = Point::all(game.size()).map(|point| shares[point] / most).collect();
    Ok(Drawing { values, labels, remark: view.about() })
}

#[cfg(test)]
mod tests {
    use goban::Rules;

    use super::*;

    #[test]
    fn the_first_moves_of_experts_are_in_the_corners() {
        let drawing = Drawings.draw(&Look::Opening, &Game::new(19, Rules::CHINESE, 7.5), None).unwrap();
        assert_eq!(drawing.values.len(), 361);
        assert!(drawing.labels.iter().all(|(point, _)| point.line(19) >= 3), "{:?}", drawing.labels);
        let small = Drawings.draw(&Look::Opening, &Game::new(9, Rules::CHINESE, 7.5), None).unwrap_err();
        assert_eq!(small, "the openings that are known are of boards of size 19");
    }
}
