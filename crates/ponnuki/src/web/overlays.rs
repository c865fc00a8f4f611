//! What is laid over boards and needs a model or a player: the opening cluster of a position and its moves, what a self-taught
//! network gives each point, what a player has learnt to reply.

use std::time::Duration;

use ::web::message::Look;
use ::web::{Drawing, Guide, Overlays};
use goban::{Game, Point, PointMap};
use player::{Budget, Maker, Spec, Stop};
use roster::rave::REPLY_NOTE;

use super::lessons::{Pupils, School};
use super::players::{self, Talented};
use crate::openings::{self, view::View};

/// Who draws it.
pub struct Drawings {
    guide: Talented,
    pupils: Pupils,
    /// What a player may spend before it is asked what it would reply.
    thought: Budget,
}

/// How long a player thinks before it is asked what it would reply.
const THOUGHT: Duration = Duration::from_millis(500);

/// What the usual player learns to reply where nobody else does: the last good replies, of which none is forgotten, so that
/// there is something to see.
const TABLE: &str = "lgr2";

impl Drawings {
    /// With the networks that come with the program, and those that have taught themselves in this school.
    pub fn new(school: School) -> Drawings {
        Drawings { guide: Talented::new(school.clone()), pupils: Pupils::of(school), thought: Budget::time(THOUGHT) }
    }

    /// What a network says of the position after each move, in percent.
    fn value(&self, net: &str, game: &Game) -> Result<Drawing, String> {
        if !self.guide.names("td", "net").iter().any(|name| name == net) {
            return Err(format!("there is no network {net} here"));
        }
        let spec: Spec = format!("td:net=[{net}]").parse().map_err(|error| format!("{error}"))?;
        let mut player = self.pupils.make(&spec).map_err(|error| error.to_string())?;
        let mut worth = PointMap::new(0.0);
        player.rank(game, &mut worth);
        let legal: Vec<Point> = game.legal_points().collect();
        let (least, most) = legal
            .iter()
            .fold((f32::MAX, f32::MIN), |(least, most), &point| (least.min(worth[point]), most.max(worth[point])));
        let mut shades = PointMap::new(0.0);
        for &point in &legal {
            shades[point] = (worth[point] - least) / (most - least).max(f32::MIN_POSITIVE);
        }
        Ok(Drawing {
            values: Point::all(game.size()).map(|point| shades[point]).collect(),
            labels: legal.iter().map(|&point| (point, format!("{:.0}", 100.0 * worth[point]))).collect(),
            remark: format!("What {net} gives the position after each move, in percent of a win"),
        })
    }

    /// What a player has learnt to reply to the last move, after a thought: one of the game that keeps a table or, where none of
    /// them does or has anything to say, the usual one with a table.
    fn reply(&self, game: &Game, seats: &[Spec]) -> Result<Drawing, String> {
        if game.moves().is_empty() {
            return Err("there is no move yet that could be replied to".to_string());
        }
        let usual = players::usual().and_then(|mut spec| spec.set("reply", TABLE).is_ok().then_some(spec));
        for spec in seats.iter().filter(|spec| self.keeps_table(spec)).chain(&usual) {
            if let Some(point) = self.reply_of(spec, game) {
                let shade = |place: Point| if place == point { 1.0 } else { 0.0 };
                let seconds = THOUGHT.as_secs_f32();
                return Ok(Drawing {
                    values: Point::all(game.size()).map(shade).collect(),
                    labels: vec![(point, "R".to_string())],
                    remark: format!("In its playouts {spec} would reply here, after a thought of {seconds} s"),
                });
            }
        }
        Err("nobody has a reply to the last move in a table now".to_string())
    }

    /// Whether a player keeps a table of replies.
    fn keeps_table(&self, spec: &Spec) -> bool {
        let Ok(settings) = self.pupils.settings(spec) else { return false };
        settings.iter().any(|(param, value)| param.name == "reply" && value.to_string() != "off")
    }

    fn reply_of(&self, spec: &Spec, game: &Game) -> Option<Point> {
        let mut player = self.pupils.make(spec).ok()?;
        player.reset(1);
        let choice = player.choose(game, self.thought, &Stop::new()).ok()?;
        let (_, text) = choice.analysis.notes.iter().find(|(title, _)| title == REPLY_NOTE)?;
        Point::from_gtp(text, game.size()).ok()
    }
}

impl Overlays for Drawings {
    fn draw(&self, look: &Look, game: &Game, seats: &[Spec]) -> Result<Drawing, String> {
        match look {
            Look::Opening => opening(game),
            Look::Reply => self.reply(game, seats),
            Look::Value { net } => self.value(net, game),
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
    use goban::{Move, Rules};

    use super::*;

    fn drawings() -> Drawings {
        let school = School::beside(std::path::Path::new("no/such/ledger.db"));
        Drawings { thought: Budget::playouts(2000), ..Drawings::new(school) }
    }

    #[test]
    fn a_network_that_has_taught_itself_likes_the_centre_of_a_small_board() {
        let game = Game::new(5, Rules::CHINESE, 0.5);
        let look = |net: &str| Look::Value { net: net.to_string() };
        let drawing = drawings().draw(&look("katatsugi-creative"), &game, &[]).unwrap();
        assert_eq!((drawing.values.len(), drawing.labels.len()), (25, 25));
        assert_eq!(drawing.values[12], 1.0);
        assert_eq!(
            drawings().draw(&look("/etc/passwd"), &game, &[]).unwrap_err(),
            "there is no network /etc/passwd here"
        );
    }

    #[test]
    fn who_keeps_a_table_shows_its_reply_to_the_last_move_and_else_the_usual_player_does() {
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        let seat = |spec: &str| spec.parse::<Spec>().unwrap();
        game.play(Move::Play(Point::from_gtp("E5", 9).unwrap())).unwrap();
        let table = |seats: &[&str]| {
            let seats: Vec<Spec> = seats.iter().map(|spec| seat(spec)).collect();
            drawings().draw(&Look::Reply, &game, &seats)
        };
        let drawing = table(&["rave:playouts=20", "rave:reply=lgr1"]).unwrap();
        assert_eq!((drawing.labels.len(), drawing.values.iter().sum::<f32>()), (1, 1.0));
        assert!(drawing.remark.contains("rave:reply=lgr1"), "whichever seat has one: {}", drawing.remark);
        for nobody in [&[][..], &["random"]] {
            let drawing = table(nobody).unwrap();
            assert!(drawing.remark.contains("rave:reply=lgr2"), "{}", drawing.remark);
        }
        let none = drawings().draw(&Look::Reply, &Game::new(9, Rules::CHINESE, 7.5), &[]).unwrap_err();
        assert_eq!(none, "there is no move yet that could be replied to");
    }

    #[test]
    fn the_first_moves_of_experts_are_in_the_corners() {
        let drawing = drawings().draw(&Look::Opening, &Game::new(19, Rules::CHINESE, 7.5), &[]).unwrap();
        assert_eq!(drawing.values.len(), 361);
        assert!(drawing.labels.iter().all(|(point, _)| point.line(19) >= 3), "{:?}", drawing.labels);
        let small = drawings().draw(&Look::Opening, &Game::new(9, Rules::CHINESE, 7.5), &[]).unwrap_err();
        assert_eq!(small, "the openings that are known are of boards of size 19");
    }
}
