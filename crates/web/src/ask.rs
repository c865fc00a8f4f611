//! Questions about a position that change nothing: an estimate, an overlay, a council, an analysis that goes on.
//!
//! The answers go to whoever asked and to nobody else; they stop when the page goes.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goban::influence::Influence;
use goban::{Game, Point};
use player::{Budget, Player, Spec, Stop, ranking};

use crate::estimate::{self, Estimate};
use crate::house::House;
use crate::message::{Event, Intention, Label, OverlayKind};
use crate::peer::Peer;
use crate::program::Drawing;
use crate::room::EVERY;
use crate::{Refusal, view};

/// A question about a position.
#[derive(Clone)]
pub(crate) struct Question {
    pub(crate) peer: Arc<Peer>,
    pub(crate) tag: u32,
    /// The game, and the node.
    pub(crate) id: String,
    pub(crate) node: u32,
    pub(crate) game: Game,
    /// The programs that play the game, the one whose turn it is first.
    pub(crate) seats: Vec<Spec>,
}

/// How long a player looks at a position for an estimate.
const MOMENT: Duration = Duration::from_millis(600);
/// How long a player looks at a position for an overlay.
const GLANCE: Duration = Duration::from_secs(1);
/// How long an analysis goes on before others have their turn.
const SLICE: Duration = Duration::from_secs(2);
/// How long an analysis goes on in all.
const ENOUGH: Duration = Duration::from_secs(600);
/// So many of the points that are liked best have their rank on them.
const LABELLED: usize = 9;

/// Sees to it that a question is answered.
///
/// # Errors
/// If it is none.
pub(crate) fn answer(house: &Arc<House>, mut question: Question, intention: Intention) -> Result<(), Refusal> {
    if question.peer.questions() >= house.limits.questions {
        return Err(Refusal::Questions);
    }
    if question.game.is_over() {
        question.game.resume();
    }
    match intention {
        Intention::Estimate { .. } => estimate(house, question),
        Intention::Overlay { what, .. } => overlay(house, question, what)?,
        Intention::Council { players, seconds, .. } => council(house, &question, &players, seconds)?,
        Intention::Analyse { player, .. } => {
            let spec = house.admit(&player)?;
            let stop = question.peer.begins(&question.id, true);
            analyse(house, Analysing { question, spec, stop, player: None, begun: Instant::now() });
        }
        _ => {}
    }
    Ok(())
}

/// What the program's usual player thinks of whose each point is, counted. It thinks beside the others, not in turn
/// with them: whoever asks wants to know at once.
fn estimate(house: &Arc<House>, question: Question) {
    let stop = question.peer.begins(&question.id, false);
    let inner = Arc::clone(house);
    house.look(&question.id.clone(), move || {
        let Question { peer, tag, id, node, game, .. } = question;
        if stop.is_stopped() {
            return;
        }
        let thought = inner.program.usual.as_ref().and_then(|spec| {
            let choice = inner.guarded(spec, || {
                let mut player = inner.program.maker.make(spec)?;
                player.reset(1);
                Ok(player.choose(&game, Budget::time(MOMENT), &stop)?)
            });
            choice.ok().map(|choice| (spec.to_string(), view::thought(&choice.analysis, &game)))
        });
        if peer.is_gone() {
            return;
        }
        peer.ends(&stop);
        let asked = thought.and_then(|(by, thought)| Some((by, thought.ownership?, thought.score)));
        let (estimate, by, lead) = match asked {
            Some((by, ownership, lead)) => (estimate::by_ownership(&game, &ownership), Some(by), lead),
            None => (estimate::by_board(&game), None, None),
        };
        let Estimate { count, owners, open } = estimate;
        let dead = count.dead.clone();
        peer.tell(Some(tag), Event::Estimate { game: id, node, owners, dead, count, open, by, lead });
    });
}

fn overlay(house: &Arc<House>, question: Question, look: OverlayKind) -> Result<(), Refusal> {
    if let OverlayKind::Influence { by } = &look {
        let influence = Influence::ALL.iter().find(|(name, _)| name == by).map(|&(_, influence)| influence);
        let influence = influence.ok_or_else(|| Refusal::Influence { name: by.clone() })?;
        let (map, clear) = (influence.map(question.game.board()), influence.clear().max(1) as f32);
        let values = view::map(question.game.size(), |point| (map[point] as f32 / clear).clamp(-1.0, 1.0));
        tell(&question, Drawing { values, labels: Vec::new(), remark: None });
        return Ok(());
    }
    let spec = match &look {
        OverlayKind::Heat { player } | OverlayKind::Ownership { player } => Some(house.admit(player)?),
        _ => None,
    };
    let stop = question.peer.begins(&question.id, false);
    let places = spec.as_ref().map_or(1, |spec| house.program.threads(spec));
    let inner = Arc::clone(house);
    house.pool.submit(&question.id.clone(), places, move || {
        if stop.is_stopped() {
            return;
        }
        let player = spec.clone().or(question.seats.first().cloned()).map(|spec| spec.to_string());
        let crashed = player.map_or(Refusal::OverlayCrashed, |player| Refusal::Crashed { player });
        let drawn = inner.guarded_or(crashed, || match (&look, &spec) {
            (OverlayKind::Heat { .. }, Some(spec)) => {
                heat(&mut *inner.program.maker.make(spec)?, spec, &question.game, &stop)
            }
            (OverlayKind::Ownership { .. }, Some(spec)) => {
                ownership(&mut *inner.program.maker.make(spec)?, spec, &question.game, &stop)
            }
            _ => inner
                .program
                .overlays
                .draw(&look, &question.game, &question.seats)
                .map_err(|reason| Refusal::Overlay { reason: Box::new(reason) }),
        });
        question.peer.ends(&stop);
        match drawn {
            Ok(drawing) => tell(&question, drawing),
            Err(refusal) => question.peer.refuse(Some(question.tag), &refusal),
        }
    });
    Ok(())
}

fn tell(question: &Question, drawing: Drawing) {
    let size = question.game.size();
    let label = |(point, text): (Point, String)| Label { point: point.to_gtp(size), text };
    let (game, node) = (question.id.clone(), question.node);
    let labels = drawing.labels.into_iter().map(label).collect();
    let Drawing { values, remark, .. } = drawing;
    question.peer.tell(Some(question.tag), Event::Overlay { game, node, values, labels, remark });
}

/// How much a player likes each point, from 0 to 1: by its ranking or, if it has none, by how often it looks at each.
fn heat(player: &mut dyn Player, spec: &Spec, game: &Game, stop: &Stop) -> Result<Drawing, Refusal> {
    player.reset(1);
    let size = game.size();
    if let Some(ranked) = ranking(player, game) {
        let ranks = ranked.iter().map(|&(_, rank)| rank).max().unwrap_or(1) as f32;
        let mut warmth = goban::PointMap::new(0.0);
        ranked.iter().for_each(|&(point, rank)| warmth[point] = 1.0 - (rank as f32 - 1.0) / ranks);
        let labels = ranked.iter().take_while(|&&(_, rank)| rank <= LABELLED);
        let labels = labels.take(2 * LABELLED).map(|&(point, rank)| (point, rank.to_string())).collect();
        return Ok(Drawing { values: view::map(size, |point| warmth[point]), labels, remark: None });
    }
    let choice = player.choose(game, Budget::time(GLANCE), stop)?;
    let most = choice.analysis.candidates.iter().map(|candidate| candidate.visits).max().unwrap_or(0);
    if most == 0 {
        return Err(Refusal::DoesNotRank { player: spec.to_string() });
    }
    let mut warmth = goban::PointMap::new(0.0);
    let mut labels = Vec::new();
    for (place, candidate) in choice.analysis.candidates.iter().enumerate() {
        let goban::Move::Play(point) = candidate.mv else { continue };
        warmth[point] = candidate.visits as f32 / most as f32;
        if place < LABELLED {
            labels.push((point, (place + 1).to_string()));
        }
    }
    Ok(Drawing { values: view::map(size, |point| warmth[point]), labels, remark: None })
}

fn ownership(player: &mut dyn Player, spec: &Spec, game: &Game, stop: &Stop) -> Result<Drawing, Refusal> {
    player.reset(1);
    let choice = player.choose(game, Budget::time(GLANCE), stop)?;
    let values = view::thought(&choice.analysis, game)
        .ownership
        .ok_or_else(|| Refusal::NoOwnership { player: spec.to_string() })?;
    Ok(Drawing { values, labels: Vec::new(), remark: None })
}

fn council(house: &Arc<House>, question: &Question, players: &[String], seconds: f32) -> Result<(), Refusal> {
    if players.len() > house.limits.council {
        return Err(Refusal::CouncilTooLarge { players: players.len(), most: house.limits.council });
    }
    if players.is_empty() {
        return Err(Refusal::CouncilEmpty);
    }
    let budget = Budget::time(house.seconds(seconds)?);
    let specs = players.iter().map(|player| house.admit(player)).collect::<Result<Vec<Spec>, Refusal>>()?;
    for spec in specs {
        let (inner, question) = (Arc::clone(house), question.clone());
        let stop = question.peer.begins(&question.id, false);
        house.pool.submit(&question.id.clone(), house.program.threads(&spec), move || {
            if question.peer.is_gone() {
                return;
            }
            let start = Instant::now();
            let answer = inner.guarded(&spec, || {
                let mut player = inner.program.maker.make(&spec)?;
                player.reset(1);
                Ok(player.choose(&question.game, budget, &stop)?)
            });
            question.peer.ends(&stop);
            let (mv, thought, error) = match answer {
                Ok(choice) => {
                    let thought = view::thought(&choice.analysis, &question.game);
                    (Some(choice.mv.to_gtp(question.game.size())), Some(thought), None)
                }
                Err(refusal) => (None, None, Some(refusal.text())),
            };
            let (game, node, player) = (question.id.clone(), question.node, spec.to_string());
            let seconds = start.elapsed().as_secs_f32();
            question.peer.tell(Some(question.tag), Event::Opinion { game, node, player, mv, thought, seconds, error });
        });
    }
    Ok(())
}

/// An analysis that goes on.
struct Analysing {
    question: Question,
    spec: Spec,
    stop: Stop,
    player: Option<Box<dyn Player>>,
    begun: Instant,
}

/// Thinks for a while, tells, and gets in line again.
fn analyse(house: &Arc<House>, mut analysing: Analysing) {
    let inner = Arc::clone(house);
    let places = house.program.threads(&analysing.spec);
    house.pool.submit(&analysing.question.id.clone(), places, move || {
        let kept = analysing.player.take();
        let Analysing { question, spec, stop, .. } = &analysing;
        if stop.is_stopped() {
            return;
        }
        let start = Instant::now();
        let slice = inner.guarded(spec, || {
            let mut player = match kept {
                Some(player) => player,
                None => {
                    let mut player = inner.program.maker.make(spec)?;
                    player.reset(1);
                    player
                }
            };
            let budget = Budget { playouts: Some(u64::MAX), ..Budget::time(SLICE) };
            player.analyse(&question.game, budget, stop, EVERY, &mut |analysis| {
                if !stop.is_stopped() {
                    let thought = view::thought(analysis, &question.game);
                    let (game, node, player) = (question.id.clone(), question.node, spec.to_string());
                    question.peer.tell(Some(question.tag), Event::Thought { game, node, player, thought });
                }
            })?;
            Ok(player)
        });
        match slice {
            // Who had time left has said everything.
            Ok(player) if start.elapsed() >= SLICE / 2 && analysing.begun.elapsed() < ENOUGH && !stop.is_stopped() => {
                analysing.player = Some(player);
                analyse(&inner, analysing);
            }
            Ok(_) => question.peer.ends(stop),
            Err(refusal) => {
                question.peer.refuse(Some(question.tag), &refusal);
                question.peer.ends(stop);
            }
        }
    });
}
