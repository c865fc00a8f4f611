//! Overlays: numbers and labels that the page draws over a board.
//!
//! The board itself gives influence maps, a player gives its preferences and its ownership map, and the models of
//! [`learn`] give openings, the values of a network and replies.

use std::time::Duration;

use goban::influence::Influence;
use goban::{Game, Move, Point, PointMap};
use learn::openings::{Continuations, OpeningError, load_clusters};
use learn::overlays::{learnt_reply, network_spec, values};
use player::{Budget, Player, Spec, Stop, ranking};

use crate::message::OverlayKind;
use crate::{Limits, Program, Refusal, Text, texts, view};

/// An overlay of a position.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Overlay {
    /// A number for each point, in rows from the top left.
    pub(crate) values: Vec<f32>,
    /// Texts on some points.
    pub(crate) labels: Vec<(Point, String)>,
    /// A remark on the whole.
    pub(crate) remark: Option<Text>,
}

/// How long a player thinks before its preferences or its ownership map are drawn.
const THINKING: Duration = Duration::from_secs(1);
/// How long a player thinks before its reply is drawn.
const REPLYING: Duration = Duration::from_millis(500);
/// The number of moves that are labelled with their rank.
const LABELLED: usize = 9;

/// Draws an overlay over the position of a game. `seats` are the programs that play it, the one to move first.
///
/// # Errors
/// If there is nothing to draw.
pub(crate) fn draw(
    program: &Program,
    limits: &Limits,
    kind: &OverlayKind,
    game: &Game,
    seats: &[Spec],
    stop: &Stop,
) -> Result<Overlay, Refusal> {
    let player = |spec: &str| -> Result<(Box<dyn Player>, Spec), Refusal> {
        let spec = program.admit(spec, limits)?;
        Ok((program.maker.make(&spec)?, spec))
    };
    let refuse = |reason: OverlayText| Refusal::Overlay { reason: Box::new(reason.text()) };
    match kind {
        OverlayKind::Influence { by } => influence(by, game),
        OverlayKind::Heat { player: spec } => {
            let (mut player, spec) = player(spec)?;
            preferences(&mut *player, &spec, game, stop)
        }
        OverlayKind::Ownership { player: spec } => {
            let (mut player, spec) = player(spec)?;
            ownership(&mut *player, &spec, game, stop)
        }
        OverlayKind::Opening => opening(game).map_err(refuse),
        OverlayKind::Value { net } => {
            let spec = network_spec(net).map_err(Refusal::from).and_then(|it| program.admit(&it.to_string(), limits));
            let spec = spec.map_err(|_| refuse(OverlayText::NoNetwork { network: net.clone() }))?;
            Ok(network(&mut *program.maker.make(&spec)?, net, game))
        }
        OverlayKind::Reply => reply(program, game, seats).map_err(refuse),
    }
}

/// How far the stones of both sides reach, from -1 (White) to 1 (Black).
fn influence(name: &str, game: &Game) -> Result<Overlay, Refusal> {
    let known = Influence::ALL.iter().find(|(known, _)| *known == name);
    let &(_, influence) = known.ok_or_else(|| Refusal::Influence { name: name.to_string() })?;
    let (map, clear) = (influence.map(game.board()), influence.clear().max(1) as f32);
    let values = view::map(game.size(), |point| (map[point] as f32 / clear).clamp(-1.0, 1.0));
    Ok(Overlay { values, labels: Vec::new(), remark: None })
}

/// How much a player prefers each point, from 0 to 1: by its ranking or, if it has none, by the visits of a search.
fn preferences(player: &mut dyn Player, spec: &Spec, game: &Game, stop: &Stop) -> Result<Overlay, Refusal> {
    player.reset(1);
    let mut values = PointMap::new(0.0);
    let mut labels = Vec::new();
    if let Some(ranked) = ranking(player, game) {
        let ranks = ranked.iter().map(|&(_, rank)| rank).max().unwrap_or(1) as f32;
        ranked.iter().for_each(|&(point, rank)| values[point] = 1.0 - (rank as f32 - 1.0) / ranks);
        // Moves of equal rank share a label, within reason.
        let first = ranked.iter().take_while(|&&(_, rank)| rank <= LABELLED).take(2 * LABELLED);
        labels.extend(first.map(|&(point, rank)| (point, rank.to_string())));
    } else {
        let choice = player.choose(game, Budget::time(THINKING), stop)?;
        let most = choice.analysis.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
        if most == 0 {
            return Err(Refusal::DoesNotRank { player: spec.to_string() });
        }
        for (candidate, rank) in choice.analysis.candidates.iter().zip(1..) {
            let Move::Play(point) = candidate.mv else { continue };
            values[point] = candidate.visits as f32 / most as f32;
            if rank <= LABELLED {
                labels.push((point, rank.to_string()));
            }
        }
    }
    Ok(Overlay { values: view::map(game.size(), |point| values[point]), labels, remark: None })
}

/// Whose a player expects each point to be.
fn ownership(player: &mut dyn Player, spec: &Spec, game: &Game, stop: &Stop) -> Result<Overlay, Refusal> {
    player.reset(1);
    let choice = player.choose(game, Budget::time(THINKING), stop)?;
    let values = view::thought(&choice.analysis, game).ownership;
    let values = values.ok_or_else(|| Refusal::NoOwnership { player: spec.to_string() })?;
    Ok(Overlay { values, labels: Vec::new(), remark: None })
}

/// What experts played in similar positions, in percent.
fn opening(game: &Game) -> Result<Overlay, OverlayText> {
    let failed = |error: OpeningError| OverlayText::Failed { reason: error.to_string() };
    let clusters = load_clusters("default").map_err(failed)?;
    if game.size() != clusters.size() {
        return Err(OverlayText::OpeningSize { size: clusters.size() });
    }
    let continuations = Continuations::of(&clusters, game).map_err(|error| match error {
        OpeningError::Past { most, played } => OverlayText::OpeningOver { moves: played, most },
        error => failed(error),
    })?;
    let percentages: Vec<(Point, f64)> = continuations.percentages().collect();
    let most = percentages.iter().map(|&(_, percent)| percent).fold(f64::MIN_POSITIVE, f64::max);
    let mut values = PointMap::new(0.0);
    percentages.iter().for_each(|&(point, percent)| values[point] = (percent / most) as f32);
    let labelled = percentages.iter().filter(|&&(_, percent)| percent >= 0.5);
    let remark = OverlayText::Opening {
        cluster: continuations.cluster(),
        of: continuations.clusters(),
        cosine: (continuations.cosine() * 1000.0).round() / 1000.0,
    };
    Ok(Overlay {
        values: view::map(game.size(), |point| values[point]),
        labels: labelled.map(|&(point, percent)| (point, format!("{percent:.0}"))).collect(),
        remark: Some(remark.text()),
    })
}

/// The win rate that a network gives the position after each move, in percent; shades run from the worst to the best.
fn network(player: &mut dyn Player, network: &str, game: &Game) -> Overlay {
    let rates = values(player, game);
    let worst = rates.iter().map(|&(_, rate)| rate).fold(f32::MAX, f32::min);
    let best = rates.iter().map(|&(_, rate)| rate).fold(f32::MIN, f32::max);
    let mut shades = PointMap::new(0.0);
    rates.iter().for_each(|&(point, rate)| shades[point] = (rate - worst) / (best - worst).max(f32::MIN_POSITIVE));
    Overlay {
        values: view::map(game.size(), |point| shades[point]),
        labels: rates.iter().map(|&(point, rate)| (point, format!("{:.0}", 100.0 * rate))).collect(),
        remark: Some(OverlayText::Value { network: network.to_string() }.text()),
    }
}

/// The reply to the last move that a player learns for its playouts.
fn reply(program: &Program, game: &Game, seats: &[Spec]) -> Result<Overlay, OverlayText> {
    if game.moves().is_empty() {
        return Err(OverlayText::NoMoveYet);
    }
    let found = learnt_reply(&*program.maker, seats, game, Budget::time(REPLYING));
    let (spec, reply) = found.ok_or(OverlayText::NoReply)?;
    Ok(Overlay {
        values: view::map(game.size(), |point| if point == reply { 1.0 } else { 0.0 }),
        labels: vec![(reply, "R".to_string())],
        remark: Some(OverlayText::Reply { player: spec.to_string(), seconds: REPLYING.as_secs_f32() }.text()),
    })
}

texts! {
    /// Remarks on overlays, and why there is none.
    pub(crate) enum OverlayText in "overlay" {
        Opening { cluster: usize, of: usize, cosine: f32 } => "cluster {cluster} of {of}, cosine {cosine}",
        OpeningSize { size: usize } => "the openings are for boards of size {size}",
        OpeningOver { moves: usize, most: usize } =>
            "the openings end after {most} {most|move|moves}, and {moves} have been played",
        Value { network: String } => "the win rate that {network} gives the position after each move, in percent",
        NoNetwork { network: String } => "there is no network {network}",
        Reply { player: String, seconds: f32 } =>
            "the reply that {player} learnt for its playouts in {seconds} seconds of thinking",
        NoMoveYet => "there is no move to reply to yet",
        NoReply => "no player has a reply to the last move",
        Failed { reason: String } => "{reason}",
    }
}

#[cfg(test)]
mod tests {
    use goban::Rules;
    use player::{Entry, Made, Maker};

    use super::*;

    /// A program without players.
    struct Nobody;

    impl Maker for Nobody {
        fn entries(&self) -> &[Entry] {
            &[]
        }

        fn make(&self, spec: &Spec) -> Made {
            player::make(self, spec)
        }
    }

    fn drawn(kind: &OverlayKind, game: &Game) -> Result<Overlay, String> {
        let drawn = draw(&Program::new(Nobody), &Limits::default(), kind, game, &[], &Stop::new());
        drawn.map_err(|refusal| refusal.to_string())
    }

    fn empty(size: usize) -> Game {
        Game::new(size, Rules::CHINESE, 7.5)
    }

    #[test]
    fn the_first_moves_of_experts_are_in_the_corners() {
        let overlay = drawn(&OverlayKind::Opening, &empty(19)).unwrap();
        assert_eq!(overlay.values.len(), 361);
        assert!(overlay.labels.iter().all(|(point, _)| point.line(19) >= 3), "{:?}", overlay.labels);
        let small = drawn(&OverlayKind::Opening, &empty(9)).unwrap_err();
        assert_eq!(small, "the openings are for boards of size 19");
    }

    #[test]
    fn a_network_that_the_program_does_not_offer_is_refused() {
        let kind = OverlayKind::Value { net: "/etc/passwd".to_string() };
        assert_eq!(drawn(&kind, &empty(5)).unwrap_err(), "there is no network /etc/passwd");
    }

    #[test]
    fn a_reply_needs_a_move_and_a_player_with_replies() {
        let mut game = empty(9);
        assert_eq!(drawn(&OverlayKind::Reply, &game).unwrap_err(), "there is no move to reply to yet");
        game.play(Move::from_gtp("E5", 9).unwrap()).unwrap();
        assert_eq!(drawn(&OverlayKind::Reply, &game).unwrap_err(), "no player has a reply to the last move");
    }
}
