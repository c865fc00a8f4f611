//! One thread of the search: down the tree, an evaluation, and back up.

use std::f32::consts::FRAC_2_PI;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use goban::{Color, Ending, Move, Point, PointMap};
use models::net::{Evaluation, Position, RECENT};
use player::Rng;

use super::Evaluator;
use super::search::{Root, SearchSettings, Sums};
use super::tree::{Edge, NodeId, Tree, Value};
use crate::line::{LONGEST_LINE, Line, captures, territory_correction};
use crate::playout::{self, Limits, Rule, Trace};

/// What a thread has for itself.
pub(super) struct Worker<R> {
    rules: R,
    rng: Rng,
    evaluator: Box<dyn Evaluator>,
    line: Line,
    trace: Trace,
    /// The edges from the root to the leaf.
    path: Vec<(NodeId, usize)>,
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub root: Root<'a>,
    pub settings: &'a SearchSettings,
    pub tree: Mutex<Tree>,
}

/// A leaf, evaluated.
pub(super) struct Leaf {
    /// From the view of the side to move.
    pub value: Value,
    pub evaluation: Evaluation,
    /// How the playout came out for Black, if there was one: 1 for a win, one half for a draw.
    playout: Option<f32>,
}

impl<R: Rule> Worker<R> {
    pub fn new(rules: R, evaluator: Box<dyn Evaluator>) -> Worker<R> {
        Worker { rules, rng: Rng::new(0), evaluator, line: Line::default(), trace: Trace::default(), path: Vec::new() }
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
        self.evaluator.reset(seed);
    }

    /// Forgets evaluations.
    pub fn forget(&mut self) {
        self.evaluator.forget();
    }

    /// Goes to the root of a search.
    pub fn begin(&mut self, root: &Root<'_>) {
        self.trace.begin(root.game);
        self.begin_again(root);
    }

    /// One simulation.
    pub fn simulate(&mut self, shared: &Shared<'_>) {
        self.begin_again(&shared.root);
        let Some(is_new) = self.descend(shared) else { return };
        let over = self.line.is_over();
        let evaluation = self.evaluate(&shared.root);
        let leaf = self.judge(shared, over, evaluation);
        let edges = if over { Vec::new() } else { self.likely_moves(&shared.root, &leaf.evaluation) };
        let Ok(mut tree) = shared.tree.lock() else { return };
        if is_new
            && let Some(&(node, place)) = self.path.last()
            && tree.edges(node)[place].child.is_none()
            && let Some(child) = tree.add(self.line.key(), leaf.value, edges)
        {
            tree.join(node, place, child);
        }
        let mut value = leaf.value;
        for &(node, place) in self.path.iter().rev() {
            value = value.flipped();
            tree.leave(node, place, value);
        }
        if let Some(result) = leaf.playout
            && shared.settings.formula.rave > 0.0
        {
            self.learn(&mut tree, result);
        }
        drop(tree);
        shared.root.count(value, &leaf.evaluation, self.line.board.to_play());
    }

    /// Tells the nodes of the path who came first to each point below them, and how the playout came out for Black.
    fn learn(&self, tree: &mut Tree, result: f32) {
        let mut first: PointMap<Option<Color>> = PointMap::new(None);
        for (number, &mv) in self.trace.moves().iter().enumerate().rev() {
            let player = self.trace.color(number);
            if let Some(point) = mv {
                first[point] = Some(player);
            }
            if let Some(&(node, _)) = self.path.get(number) {
                let won = if player == Color::Black { result } else { 1.0 - result };
                tree.learn(node, 2.0 * won - 1.0, |point| first[point] == Some(player));
            }
        }
    }

    fn begin_again(&mut self, root: &Root<'_>) {
        self.trace.again();
        self.line.begin(root.game);
        self.path.clear();
    }

    /// Goes down to a position that is not in the tree, or has no moves. `None` if another thread panicked.
    fn descend(&mut self, shared: &Shared<'_>) -> Option<bool> {
        let mut tree = shared.tree.lock().ok()?;
        let mut node = shared.root.node;
        loop {
            let Some(place) = self.select(&tree, node, shared) else { return Some(false) };
            tree.enter(node, place);
            self.path.push((node, place));
            let Edge { point, child, .. } = tree.edges(node)[place];
            self.trace.push(point);
            self.line.play(point);
            match child {
                Some(child) if self.path.len() < LONGEST_LINE => node = child,
                Some(_) => return Some(false),
                None => return Some(true),
            }
        }
    }

    fn select(&self, tree: &Tree, node: NodeId, shared: &Shared<'_>) -> Option<usize> {
        let (depth, restrictions) = (self.line.len(), shared.root.restrictions);
        if !restrictions.reach(depth) {
            return tree.select(node, &shared.settings.formula, |_| true);
        }
        let to_play = self.line.board.to_play();
        tree.select(node, &shared.settings.formula, |edge| restrictions.allows(to_play, edge.mv(), depth))
    }

    /// Evaluates the root, as carefully as `more` allows.
    pub fn evaluate_root(&mut self, shared: &Shared<'_>, more: &mut dyn FnMut(usize) -> bool) -> Leaf {
        let recent = self.recent(&shared.root);
        let evaluation = self.evaluator.evaluate_root(&position(&self.line, &shared.root, recent), more);
        self.judge(shared, false, evaluation)
    }

    fn evaluate(&mut self, root: &Root<'_>) -> Evaluation {
        let recent = self.recent(root);
        self.evaluator.evaluate(&position(&self.line, root, recent))
    }

    /// The value of the position on the board, given its evaluation. When both have passed, the count decides; a draw
    /// has the value one half.
    fn judge(&mut self, shared: &Shared<'_>, over: bool, evaluation: Evaluation) -> Leaf {
        let root = &shared.root;
        let (mut win, mut lead) = (evaluation.win, evaluation.lead);
        let us = self.line.board.to_play();
        let mut playout = None;
        if over {
            if !root.territory {
                lead = self.counted(root, &evaluation);
            }
            win = if lead == 0.0 { 0.5 } else { f32::from(u8::from(lead > 0.0)) };
        } else if shared.settings.playouts > 0.0 {
            let result = self.play_out(root, &shared.settings.limits);
            playout = Some(result);
            win += shared.settings.playouts * (if us == Color::Black { result } else { 1.0 - result } - win);
        }
        let off = lead - root.lead_of(us);
        let points = shared.settings.points * FRAC_2_PI * (off / (root.game.size() as f32 * 0.75)).atan();
        Leaf { value: Value { utility: 2.0 * win - 1.0 + points, win, lead }, evaluation, playout }
    }

    /// The last moves, the last first.
    fn recent(&self, root: &Root<'_>) -> [Option<Move>; RECENT] {
        let mut recent = [None; RECENT];
        let here = self.trace.moves().iter().rev().map(|point| point.map_or(Move::Pass, Move::Play));
        let before = root.game.moves().iter().rev().map(|&(_, mv)| mv);
        recent.iter_mut().zip(here.chain(before)).for_each(|(place, mv)| *place = Some(mv));
        recent
    }

    /// The lead of the side to move when both have passed: every point belongs to the side that the evaluation gives
    /// it.
    fn counted(&self, root: &Root<'_>, evaluation: &Evaluation) -> f32 {
        let board = &self.line.board;
        let sign = board.to_play().sign();
        if root.game.rules().count_every_stone() {
            let margin = playout::margin(board) + captures(root.game.rules(), board);
            return sign * (margin as f32 - root.needed);
        }
        evaluation.ownership.iter().map(|owner| owner.signum()).sum::<f32>() - sign * root.needed
    }

    /// How a playout from here comes out for Black: 1 for a win, one half for a draw. Its moves follow those of the
    /// line.
    fn play_out(&mut self, root: &Root<'_>, limits: &Limits) -> f32 {
        let mut board = self.line.board;
        let rules = root.game.rules();
        let correction = territory_correction(rules, &board);
        let limits = Limits { needed: root.needed, ending: rules.ending, ..*limits };
        let finish = playout::run(&mut board, &mut self.rules, &limits, &mut self.rng, &mut self.trace);
        let lead = (finish.margin - correction + captures(rules, &board)) as f32 - root.needed;
        let winner = if lead == 0.0 { None } else { Some(if lead > 0.0 { Color::Black } else { Color::White }) };
        self.rules.feedback(&self.trace, winner);
        winner.map_or(0.5, |winner| if winner == Color::Black { 1.0 } else { 0.0 })
    }

    /// The moves that are legal here, allowed, and bring back no position, with their priors. Own eyes are left alone
    /// where there is anything else, unless they are what a list of allowed moves names.
    pub fn moves(&self, root: &Root<'_>, evaluation: &Evaluation) -> Vec<Edge> {
        let (board, us, size) = (&self.line.board, self.line.board.to_play(), self.line.board.size());
        let may_pass = root.game.rules().ending == Ending::TwoPasses;
        let is_open = |point: &Point| board.is_legal(*point) && !self.line.repeats(root.game, *point);
        let (restrictions, depth) = (root.restrictions, self.line.len());
        let mut points: Vec<Option<Point>> =
            board.points().filter(|point| is_open(point) && !board.is_eye_like(*point, us)).map(Some).collect();
        if may_pass {
            points.push(None);
        } else if points.is_empty() {
            points.extend(board.points().filter(is_open).map(Some));
        }
        if restrictions.reach(depth) {
            let named = restrictions.only(us, depth).filter_map(Move::point).filter(is_open).map(Some);
            let named: Vec<Option<Point>> = named.filter(|point| !points.contains(point)).collect();
            points.extend(named);
            points.retain(|point| restrictions.allows(us, point.map_or(Move::Pass, Move::Play), depth));
        }
        let logit = |point: Option<Point>| evaluation.policy[point.map_or(size * size, |point| point.row_major(size))];
        let most = points.iter().map(|&point| logit(point)).fold(f32::MIN, f32::max);
        let chance = |point: Option<Point>| (logit(point) - most).exp();
        let whole: f32 = points.iter().map(|&point| chance(point)).sum();
        let mut edges: Vec<Edge> = points.into_iter().map(|point| Edge::new(point, chance(point) / whole)).collect();
        edges.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        edges
    }

    /// The same without moves so unlikely that no search will ever try them.
    fn likely_moves(&self, root: &Root<'_>, evaluation: &Evaluation) -> Vec<Edge> {
        const FEW: usize = 8;
        const UNLIKELY: f32 = 3e-4;
        let mut edges = self.moves(root, evaluation);
        let likely = edges.partition_point(|edge| edge.prior >= UNLIKELY);
        edges.truncate(likely.max(FEW));
        edges
    }
}

fn position<'a>(line: &'a Line, root: &Root<'_>, recent: [Option<Move>; RECENT]) -> Position<'a> {
    Position { board: &line.board, recent, komi: root.needed, territory: root.territory }
}

impl Root<'_> {
    /// The root's lead from the view of a player.
    fn lead_of(&self, player: Color) -> f32 {
        if player == self.game.to_play() { self.lead } else { -self.lead }
    }

    /// Counts a simulation: its value to the player at the root, and the evaluation at its end, from the view of the
    /// side to move there.
    fn count(&self, value: Value, evaluation: &Evaluation, to_play: Color) {
        self.playouts.fetch_add(1, Relaxed);
        let Ok(mut sums) = self.sums.lock() else { return };
        let Sums { win, lead, squares, ownership } = &mut *sums;
        *win += f64::from(value.win);
        *lead += f64::from(value.lead);
        *squares += f64::from(value.lead * value.lead);
        let sign = to_play.sign();
        ownership.resize(evaluation.ownership.len(), 0.0);
        ownership.iter_mut().zip(&evaluation.ownership).for_each(|(sum, owner)| *sum += sign * owner);
    }
}
