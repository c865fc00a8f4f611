//! The engine of a review: one position after another, from the first move to the position after the last.
//!
//! A [`Reviewer`] makes one evaluation in each [`step`](Reviewer::step), so a front end can show what is finished, give
//! others their turn, and stop at any time. The evaluation of a position serves two moves: it is the value after the
//! move that led there and the value before the move that was played there.
//!
//! The legal points are ranked by the visits of the search where the player searches a tree, and else by
//! [`Player::rank`].

use goban::{Game, Move, PointMap};
use kifu::Tree;
use player::{Analysis, Budget, Player, Stop};

use super::line::{Line, LineMove, play};
use super::{Assessment, Change, MoveReview, Options, Ranked, ReviewError, sgf};
use crate::metric::{Placing, rank_values};

/// A review in progress.
#[derive(Clone, Debug)]
pub struct Reviewer {
    player: String,
    budget: Budget,
    learn: bool,
    line: Line,
    plan: Vec<Plan>,
    /// The index of the next move.
    next: usize,
    /// The position after the last move that is finished or waits for its value.
    after: Option<Game>,
    /// The last move, where the value of the position after it is still missing.
    pending: Option<Pending>,
    /// The number of moves that are finished.
    done: usize,
    /// Whether the player has been asked before.
    started: bool,
}

/// What happens to a move.
#[derive(Clone, Debug)]
enum Plan {
    /// It is not reviewed.
    Skip,
    /// The record has its review already.
    Keep(Box<Assessment>),
    /// It is reviewed.
    Review,
}

/// A move whose position has been evaluated, but not the position after it.
#[derive(Clone, Debug)]
struct Pending {
    review: MoveReview,
    win_rate: Option<f32>,
    lead: Option<f32>,
}

/// What the player says of a position, from the view of the side to move.
struct Evaluation {
    analysis: Analysis,
    line: Vec<Move>,
    win_rate: Option<f32>,
    lead: Option<f32>,
    values: Option<PointMap<f32>>,
    /// Whether the values are visits.
    searched: bool,
}

impl Evaluation {
    fn is_silent(&self) -> bool {
        self.win_rate.is_none() && self.lead.is_none() && self.values.is_none()
    }
}

impl Reviewer {
    /// Prepares the review of a line of a record by the player of this specification.
    ///
    /// A review of the same moves by the same player with the same budget that was interrupted is resumed: finished
    /// moves are taken from the record. A complete one is made again.
    ///
    /// # Errors
    /// If there is no move to review.
    pub fn new(tree: &Tree, line: Line, player: &str, options: &Options) -> Result<Reviewer, ReviewError> {
        let mut line = line;
        let is_ours = |found: &Assessment| found.reviewer == player && found.budget == options.budget;
        let plan = |mv: &LineMove| match mv.number {
            number if !(options.from..=options.to).contains(&number) => Plan::Skip,
            _ => match sgf::read(tree, mv.node, line.size()).filter(is_ours) {
                Some(found) => Plan::Keep(Box::new(found)),
                None => Plan::Review,
            },
        };
        let mut plan: Vec<Plan> = line.moves.iter().map(plan).collect();
        if is_complete(&line, &plan) {
            plan.iter_mut().filter(|plan| matches!(plan, Plan::Keep(_))).for_each(|plan| *plan = Plan::Review);
        }
        let last =
            plan.iter().rposition(|plan| !matches!(plan, Plan::Skip)).ok_or(ReviewError::NoMoves(line.recorded))?;
        plan.truncate(last + 1);
        line.moves.truncate(last + 1);
        Ok(Reviewer {
            player: player.to_string(),
            budget: options.budget,
            learn: options.learn,
            line,
            plan,
            next: 0,
            after: None,
            pending: None,
            done: 0,
            started: false,
        })
    }

    /// The specification of the player.
    pub fn player(&self) -> &str {
        &self.player
    }

    /// The size of the board.
    pub fn size(&self) -> usize {
        self.line.size()
    }

    /// The number of moves that are to be reviewed.
    pub fn moves(&self) -> usize {
        self.plan.iter().filter(|plan| !matches!(plan, Plan::Skip)).count()
    }

    /// The number of moves that are finished.
    pub fn done(&self) -> usize {
        self.done
    }

    /// Whether all moves are finished.
    pub fn is_done(&self) -> bool {
        self.next == self.plan.len() && self.pending.is_none()
    }

    /// Evaluates the next position and returns the moves that are finished by it. The first step resets the player. An
    /// evaluation that the signal cuts short does not count: the next step makes it again.
    ///
    /// # Errors
    /// If the player fails, or says nothing of the first position.
    pub fn step(&mut self, player: &mut dyn Player, stop: &Stop) -> Result<Vec<MoveReview>, ReviewError> {
        if !std::mem::replace(&mut self.started, true) {
            player.reset(1);
        }
        match self.plan.get(self.next) {
            Some(Plan::Review) if self.pending.is_none() || self.next_follows() => self.review_next(player, stop),
            _ if self.pending.is_some() => self.finish_pending(player, stop),
            Some(_) => Ok(self.pass_over(player)),
            None => Ok(Vec::new()),
        }
    }

    /// Whether the position after the pending move is the one before the next move.
    fn next_follows(&self) -> bool {
        let next = self.line.moves.get(self.next).filter(|next| next.start.is_none());
        next.zip(self.after.as_ref()).is_some_and(|(next, after)| next.color == after.to_play())
    }

    /// Evaluates the position before the next move.
    fn review_next(&mut self, player: &mut dyn Player, stop: &Stop) -> Result<Vec<MoveReview>, ReviewError> {
        let Some(game) = self.line.before(self.next, self.after.as_ref()) else {
            self.next += 1;
            return Ok(Vec::new());
        };
        let planned = &self.line.moves[self.next];
        let rank = matches!(planned.mv, Move::Play(_));
        let Some(found) = evaluate(player, &game, self.budget, stop, rank)? else { return Ok(Vec::new()) };
        if found.is_silent() && rank && self.done == 0 && self.pending.is_none() {
            return Err(ReviewError::Silent { player: self.player.clone(), number: planned.number });
        }
        let mut finished = Vec::new();
        if let Some(pending) = self.pending.take() {
            finished.extend(pending.finish(&found, &game));
            self.done += 1;
        }
        let review = MoveReview {
            number: planned.number,
            node: planned.node,
            board: *game.board(),
            assessment: self.assessment(planned, &game, &found),
            analysis: Some(found.analysis),
        };
        if found.win_rate.is_some() || found.lead.is_some() {
            self.pending = Some(Pending { review, win_rate: found.win_rate, lead: found.lead });
        } else {
            finished.extend(review.assessment.placing.is_some().then_some(review));
            self.done += 1;
        }
        self.advance(player, game);
        Ok(finished)
    }

    /// Evaluates the position after the last move, where no other move needs it.
    fn finish_pending(&mut self, player: &mut dyn Player, stop: &Stop) -> Result<Vec<MoveReview>, ReviewError> {
        let Some(mut game) = self.after.clone() else {
            self.pending = None;
            return Ok(Vec::new());
        };
        if game.is_over() {
            game.resume();
        }
        let Some(found) = evaluate(player, &game, self.budget, stop, false)? else { return Ok(Vec::new()) };
        self.done += 1;
        Ok(self.pending.take().and_then(|pending| pending.finish(&found, &game)).into_iter().collect())
    }

    /// Passes over moves that need no evaluation, and returns the reviews that the record has of them.
    fn pass_over(&mut self, player: &mut dyn Player) -> Vec<MoveReview> {
        let mut kept = Vec::new();
        while let Some(plan) = self.plan.get(self.next).filter(|plan| !matches!(plan, Plan::Review)) {
            let Some(game) = self.line.before(self.next, self.after.as_ref()) else {
                self.next += 1;
                break;
            };
            if let Plan::Keep(assessment) = plan {
                let LineMove { number, node, .. } = self.line.moves[self.next];
                let assessment = (**assessment).clone();
                kept.push(MoveReview { number, node, board: *game.board(), assessment, analysis: None });
                self.done += 1;
            }
            self.advance(player, game);
        }
        kept
    }

    /// Plays the next move in the position before it.
    fn advance(&mut self, player: &mut dyn Player, game: Game) {
        let mv = self.line.moves[self.next].mv;
        if self.learn {
            player.learn(&game, mv);
        }
        self.after = play(game, mv);
        self.next += 1;
    }

    /// What is known of a move before the position after it has been evaluated.
    fn assessment(&self, planned: &LineMove, game: &Game, found: &Evaluation) -> Assessment {
        let (placing, ranked) = match (planned.mv, &found.values) {
            (Move::Play(point), Some(values)) => {
                let mut ranked = Ranked::down_to(game, values, point);
                // Points that a search did not visit are equal, and their ranks say nothing.
                ranked.retain(|ranked| !found.searched || ranked.point == point || values[ranked.point] > 0.0);
                (Some(Placing::of(game, values, point)), ranked)
            }
            _ => (None, Vec::new()),
        };
        Assessment {
            reviewer: self.player.clone(),
            budget: self.budget,
            color: planned.color,
            mv: planned.mv,
            placing,
            ranked,
            win_rate: None,
            lead: None,
            line: found.line.clone(),
        }
    }
}

/// Whether the record has the whole review: the last point that is played is the last to get one. A player may have
/// nothing to say of other moves.
fn is_complete(line: &Line, plan: &[Plan]) -> bool {
    let moves = || line.moves.iter().zip(plan).filter(|(_, plan)| !matches!(plan, Plan::Skip));
    let last = moves().rfind(|(mv, _)| mv.mv != Move::Pass).or(moves().next_back());
    last.is_some_and(|(_, plan)| matches!(plan, Plan::Keep(_)))
}

impl Pending {
    /// The review with the values after the move; nothing if neither search nor ranking says anything of it.
    fn finish(self, after: &Evaluation, game: &Game) -> Option<MoveReview> {
        let Pending { mut review, win_rate, lead } = self;
        let assessment = &mut review.assessment;
        let same_side = game.to_play() == assessment.color;
        // As precise as the record keeps them.
        let rate = |rate: f32| (rate * 1e4).round() / 1e4;
        // The sum turns a negative zero into zero.
        let points = |lead: f32| (lead * 100.0).round() / 100.0 + 0.0;
        assessment.win_rate = win_rate.zip(after.win_rate).map(|(before, after)| Change {
            before: rate(before),
            after: rate(if same_side { after } else { 1.0 - after }),
        });
        assessment.lead = lead.zip(after.lead).map(|(before, after)| Change {
            before: points(before),
            after: points(if same_side { after } else { -after }),
        });
        review.assessment.measure().is_some().then_some(review)
    }
}

/// The longest principal variation that is kept.
const LINE: usize = 10;

/// Asks the player about a position; nothing if the signal came before it was ready.
fn evaluate(
    player: &mut dyn Player,
    game: &Game,
    budget: Budget,
    stop: &Stop,
    rank: bool,
) -> Result<Option<Evaluation>, ReviewError> {
    if stop.is_stopped() {
        return Ok(None);
    }
    let choice = player.choose(game, budget, stop)?;
    let analysis = choice.analysis;
    let visits = if rank { visits(&analysis) } else { None };
    let searched = visits.is_some();
    let values = if rank { visits.or_else(|| rank_values(player, game)) } else { None };
    if stop.is_stopped() {
        return Ok(None);
    }
    let best = analysis.best();
    let finite = |value: &f32| value.is_finite();
    let win_rate = analysis.win_rate.or(best.and_then(|best| best.win_rate)).filter(finite);
    let lead = analysis.score.or(best.and_then(|best| best.score)).filter(finite);
    let line = match best {
        Some(best) if best.line.first() == Some(&best.mv) => best.line.iter().take(LINE).copied().collect(),
        Some(best) => vec![best.mv],
        // A player that only ranks may have several moves of the first rank.
        None if choice.mv == Move::Resign || win_rate.is_none() && lead.is_none() => Vec::new(),
        None => vec![choice.mv],
    };
    Ok(Some(Evaluation { win_rate: win_rate.map(|rate| rate.clamp(0.0, 1.0)), lead, line, values, searched, analysis }))
}

/// The points by the visits of a tree search, and among equal visits by win rate; nothing where the candidates say
/// nothing about their order.
fn visits(analysis: &Analysis) -> Option<PointMap<f32>> {
    let candidates = &analysis.candidates;
    let first = candidates.first()?.visits;
    if candidates.iter().all(|candidate| candidate.visits == first) {
        return None;
    }
    let mut values = PointMap::new(0.0);
    for candidate in candidates {
        if let Move::Play(point) = candidate.mv {
            values[point] = candidate.visits as f32 + 0.5 * candidate.win_rate.unwrap_or(0.0);
        }
    }
    Some(values)
}
