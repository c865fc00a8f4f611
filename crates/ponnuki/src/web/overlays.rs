//! What is laid over boards and needs a model or a player: the opening cluster of a position and its moves, what a
//! self-taught network gives each point, what a player has learnt to reply.

use std::time::Duration;

use ::web::message::OverlayKind;
use ::web::{Drawing, Guide, Overlays, Text, texts};
use goban::{Game, Point, PointMap};
use player::{Budget, Maker, Spec, Stop};
use roster::rave::REPLY_NOTE;

use super::lessons::{Pupils, School};
use super::players::Talented;
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

/// The player whose replies are shown where nobody else has any: the last good ones, of which none is forgotten, so
/// that there is something to see.
const USUAL: &str = "rave:reply=lgr2";

impl Drawings {
    /// With the networks that come with the program, and those that have taught themselves in this school.
    pub fn new(school: School) -> Drawings {
        Drawings { guide: Talented::new(school.clone()), pupils: Pupils::of(school), thought: Budget::time(THOUGHT) }
    }

    /// What a network says of the position after each move, in percent.
    fn value(&self, net: &str, game: &Game) -> Result<Drawing, Text> {
        if !self.guide.names("td", "net").iter().any(|name| name == net) {
            return Err(OverlayText::NoNetwork { network: net.to_string() }.text());
        }
        let spec: Spec = format!("td:net=[{net}]").parse().map_err(failed)?;
        let mut player = self.pupils.make(&spec).map_err(failed)?;
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
            remark: Some(OverlayText::Value { network: net.to_string() }.text()),
        })
    }

    /// What a player has learnt to reply to the last move, after a thought: one of the game that keeps a table or,
    /// where none of them does or has anything to say, the usual one with a table.
    fn reply(&self, game: &Game, seats: &[Spec]) -> Result<Drawing, Text> {
        if game.moves().is_empty() {
            return Err(OverlayText::NoMoveYet.text());
        }
        let usual = USUAL.parse::<Spec>().ok();
        for spec in seats.iter().filter(|spec| self.keeps_table(spec)).chain(&usual) {
            if let Some(point) = self.reply_of(spec, game) {
                let shade = |place: Point| if place == point { 1.0 } else { 0.0 };
                return Ok(Drawing {
                    values: Point::all(game.size()).map(shade).collect(),
                    labels: vec![(point, "R".to_string())],
                    remark: Some(
                        OverlayText::Reply { player: spec.to_string(), seconds: THOUGHT.as_secs_f32() }.text(),
                    ),
                });
            }
        }
        Err(OverlayText::NoReply.text())
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
    fn draw(&self, kind: &OverlayKind, game: &Game, seats: &[Spec]) -> Result<Drawing, Text> {
        match kind {
            OverlayKind::Opening => opening(game),
            OverlayKind::Reply => self.reply(game, seats),
            OverlayKind::Value { net } => self.value(net, game),
            OverlayKind::Influence { .. } | OverlayKind::Heat { .. } | OverlayKind::Ownership { .. } => {
                Err(OverlayText::WithoutModel.text())
            }
        }
    }
}

texts! {
    /// What there is to say of an overlay, or why there is none.
    pub enum OverlayText in "overlay" {
        Opening { cluster: usize, of: usize, cosine: f32 } => "cluster {cluster} of {of}, cosine {cosine}",
        OpeningSize { size: usize } => "the openings are for boards of size {size}",
        OpeningOver { moves: usize, most: usize } =>
            "the openings end after {most} {most|move|moves}, and {moves} have been played",
        Value { network: String } => "what {network} gives the position after each move, in percent of a win",
        NoNetwork { network: String } => "there is no network {network}",
        Reply { player: String, seconds: f32 } =>
            "the reply that {player} learnt for its playouts in {seconds} seconds of thinking",
        NoMoveYet => "there is no move to reply to yet",
        NoReply => "no player has a reply to the last move",
        WithoutModel => "this overlay is drawn without a model",
        Failed { reason: String } => "{reason}",
    }
}

fn failed(error: impl ToString) -> Text {
    OverlayText::Failed { reason: error.to_string() }.text()
}

/// What experts played in positions like this one, in percent.
fn opening(game: &Game) -> Result<Drawing, Text> {
    let clusters = openings::load("default").map_err(failed)?;
    if game.size() != clusters.size() {
        return Err(OverlayText::OpeningSize { size: clusters.size() }.text());
    }
    let moves = game.move_number();
    let most = clusters.moves();
    let view = View::of(&clusters, game).map_err(|_| OverlayText::OpeningOver { moves, most }.text())?;
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
    let (cluster, of, cosine) = view.place();
    let remark = OverlayText::Opening { cluster, of, cosine: (cosine * 1000.0).round() / 1000.0 }.text();
    Ok(Drawing { values, labels, remark: Some(remark) })
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
        let look = |net: &str| OverlayKind::Value { net: net.to_string() };
        let drawing = drawings().draw(&look("katatsugi-creative"), &game, &[]).unwrap();
        assert_eq!((drawing.values.len(), drawing.labels.len()), (25, 25));
        assert_eq!(drawing.values[12], 1.0);
        let refusal = drawings().draw(&look("/etc/passwd"), &game, &[]).unwrap_err();
        assert_eq!(refusal.to_string(), "there is no network /etc/passwd");
    }

    #[test]
    fn who_keeps_a_table_shows_its_reply_to_the_last_move_and_else_the_usual_player_does() {
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        let seat = |spec: &str| spec.parse::<Spec>().unwrap();
        game.play(Move::Play(Point::from_gtp("E5", 9).unwrap())).unwrap();
        let table = |seats: &[&str]| {
            let seats: Vec<Spec> = seats.iter().map(|spec| seat(spec)).collect();
            drawings().draw(&OverlayKind::Reply, &game, &seats)
        };
        let drawing = table(&["rave:playouts=20", "rave:reply=lgr1"]).unwrap();
        assert_eq!((drawing.labels.len(), drawing.values.iter().sum::<f32>()), (1, 1.0));
        let remark = drawing.remark.unwrap().to_string();
        assert!(remark.contains("rave:reply=lgr1"), "whichever seat has one: {remark}");
        for nobody in [&[][..], &["random"]] {
            let remark = table(nobody).unwrap().remark.unwrap().to_string();
            assert!(remark.contains("rave:reply=lgr2"), "{remark}");
        }
        let none = drawings().draw(&OverlayKind::Reply, &Game::new(9, Rules::CHINESE, 7.5), &[]).unwrap_err();
        assert_eq!(none.to_string(), "there is no move to reply to yet");
    }

    #[test]
    fn the_first_moves_of_experts_are_in_the_corners() {
        let drawing = drawings().draw(&OverlayKind::Opening, &Game::new(19, Rules::CHINESE, 7.5), &[]).unwrap();
        assert_eq!(drawing.values.len(), 361);
        assert!(drawing.labels.iter().all(|(point, _)| point.line(19) >= 3), "{:?}", drawing.labels);
        let small = drawings().draw(&OverlayKind::Opening, &Game::new(9, Rules::CHINESE, 7.5), &[]).unwrap_err();
        assert_eq!(small.to_string(), "the openings are for boards of size 19");
    }
}
