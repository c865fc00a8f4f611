//! Questions about a position, which change nothing: an estimate, an overlay, a council, a running analysis.
//!
//! Only the page that asked gets the answers. They stop when it disconnects.

use std::sync::Arc;
use std::time::{Duration, Instant};

use goban::{Game, Point};
use player::{Budget, Player, Spec, Stop};

use crate::estimate::{self, Estimate};
use crate::house::House;
use crate::message::{Event, Intention, Label, OverlayKind};
use crate::overlays::{self, Overlay};
use crate::peer::Peer;
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
    /// The programs that play the game, the one to move first.
    pub(crate) seats: Vec<Spec>,
}

/// How long a player thinks for an estimate.
const ESTIMATE_TIME: Duration = Duration::from_millis(600);
/// How long an analysis runs before others have their turn.
const SLICE: Duration = Duration::from_secs(2);
/// How long an analysis runs in all.
const ANALYSIS_TIME: Duration = Duration::from_secs(600);

/// Answers a question, at once or from the pool.
///
/// # Errors
/// If the question is refused.
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
            let stop = question.peer.start_search(&question.id, true);
            analyse(house, RunningAnalysis { question, spec, stop, player: None, started: Instant::now() });
        }
        _ => {}
    }
    Ok(())
}

/// Counts the position by the ownership map of the program's default player. The player does not queue for the pool,
/// because an estimate is wanted at once.
fn estimate(house: &Arc<House>, question: Question) {
    let stop = question.peer.start_search(&question.id, false);
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
                Ok(player.choose(&game, Budget::time(ESTIMATE_TIME), &stop)?)
            });
            choice.ok().map(|choice| (spec.to_string(), view::thought(&choice.analysis, &game)))
        });
        if peer.is_gone() {
            return;
        }
        peer.end_search(&stop);
        let asked = thought.and_then(|(by, thought)| Some((by, thought.ownership?, thought.score)));
        let (estimate, by, lead) = match asked {
            Some((by, ownership, lead)) => (estimate::by_ownership(&game, &ownership), Some(by), lead),
            None => (estimate::by_board(&game), None, None),
        };
        let Estimate { count, owners, open } = estimate;
        let dead = count.dead.clone();
        peer.send_event(Some(tag), Event::Estimate { game: id, node, owners, dead, count, open, by, lead });
    });
}

fn overlay(house: &Arc<House>, question: Question, kind: OverlayKind) -> Result<(), Refusal> {
    let spec = match &kind {
        OverlayKind::Heat { player } | OverlayKind::Ownership { player } => Some(house.admit(player)?),
        _ => None,
    };
    let draw = {
        let (house, kind) = (Arc::clone(house), kind.clone());
        move |question: &Question, stop: &Stop| {
            overlays::draw(&house.program, &house.limits, &kind, &question.game, &question.seats, stop)
        }
    };
    if matches!(kind, OverlayKind::Influence { .. }) {
        // The board gives it at once.
        send(&question, draw(&question, &Stop::new())?);
        return Ok(());
    }
    let stop = question.peer.start_search(&question.id, false);
    let threads = spec.as_ref().map_or(1, |spec| house.program.threads(spec));
    let inner = Arc::clone(house);
    house.pool.submit(&question.id.clone(), threads, move || {
        if stop.is_stopped() {
            return;
        }
        let player = spec.or(question.seats.first().cloned()).map(|spec| spec.to_string());
        let crashed = player.map_or(Refusal::OverlayCrashed, |player| Refusal::Crashed { player });
        let drawn = inner.guarded_or(crashed, || draw(&question, &stop));
        question.peer.end_search(&stop);
        match drawn {
            Ok(overlay) => send(&question, overlay),
            Err(refusal) => question.peer.refuse(Some(question.tag), &refusal),
        }
    });
    Ok(())
}

fn send(question: &Question, overlay: Overlay) {
    let size = question.game.size();
    let label = |(point, text): (Point, String)| Label { point: point.to_gtp(size), text };
    let (game, node) = (question.id.clone(), question.node);
    let Overlay { values, labels, remark } = overlay;
    let labels = labels.into_iter().map(label).collect();
    question.peer.send_event(Some(question.tag), Event::Overlay { game, node, values, labels, remark });
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
        let stop = question.peer.start_search(&question.id, false);
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
            question.peer.end_search(&stop);
            let (mv, thought, error) = match answer {
                Ok(choice) => {
                    let thought = view::thought(&choice.analysis, &question.game);
                    (Some(choice.mv.to_gtp(question.game.size())), Some(thought), None)
                }
                Err(refusal) => (None, None, Some(refusal.text())),
            };
            let (game, node, player) = (question.id.clone(), question.node, spec.to_string());
            let seconds = start.elapsed().as_secs_f32();
            question
                .peer
                .send_event(Some(question.tag), Event::Opinion { game, node, player, mv, thought, seconds, error });
        });
    }
    Ok(())
}

/// An analysis that runs in slices.
struct RunningAnalysis {
    question: Question,
    spec: Spec,
    stop: Stop,
    player: Option<Box<dyn Player>>,
    started: Instant,
}

/// Runs one slice, reports, and queues for the next.
fn analyse(house: &Arc<House>, mut running: RunningAnalysis) {
    let inner = Arc::clone(house);
    let threads = house.program.threads(&running.spec);
    house.pool.submit(&running.question.id.clone(), threads, move || {
        let kept = running.player.take();
        let RunningAnalysis { question, spec, stop, .. } = &running;
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
                    question.peer.send_event(Some(question.tag), Event::Thought { game, node, player, thought });
                }
            })?;
            Ok(player)
        });
        match slice {
            // A player that ends long before its time has nothing to add.
            Ok(player)
                if start.elapsed() >= SLICE / 2 && running.started.elapsed() < ANALYSIS_TIME && !stop.is_stopped() =>
            {
                running.player = Some(player);
                analyse(&inner, running);
            }
            Ok(_) => question.peer.end_search(stop),
            Err(refusal) => {
                question.peer.refuse(Some(question.tag), &refusal);
                question.peer.end_search(stop);
            }
        }
    });
}
