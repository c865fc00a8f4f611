//! One thread of the search: down the tree, a question to the network, and back up.

use std::f32::consts::FRAC_2_PI;
use std::sync::Mutex;
use std::sync::atomic::Ordering::Relaxed;

use goban::{Board, Color, Ending, Move, Point, PointMap, Symmetry, tactics, zobrist};
use models::net::{Evaluation, NetEvaluator, Network, Position, RECENT, Symmetries};
use player::Rng;

use super::cache::{Cache, Key};
use super::search::{Root, Settings, Sums};
use super::tree::{Edge, NodeId, Tree, Worth};
use crate::playout::{self, Limits, Rule, Trace};
use crate::tree::{captures, past_forbids, position_hash, territory_correction};

/// What a thread has for itself.
pub(super) struct Worker<R> {
    rules: R,
    rng: Rng,
    evaluator: NetEvaluator,
    board: Board,
    trace: Trace,
    /// The edges from the root to the leaf.
    path: Vec<(NodeId, usize)>,
    /// The hashes of the stones after each of them.
    hashes: Vec<u64>,
}

/// What the threads of a search share.
pub(super) struct Shared<'a> {
    pub root: Root<'a>,
    pub settings: &'a Settings,
    pub network: &'a Network,
    pub tree: Mutex<Tree>,
    pub cache: &'a Cache,
}

/// What is thought of a position.
pub(super) struct Thought {
    /// From the view of the player whose turn it is.
    pub worth: Worth,
    pub answer: Evaluation,
    /// How the playout came out for Black, if there was one: 1 for a win, one half for a draw.
    playout: Option<f32>,
}

impl<R: Rule> Worker<R> {
    pub fn new(rules: R) -> Worker<R> {
        Worker {
            rules,
            rng: Rng::new(0),
            evaluator: NetEvaluator::default(),
            board: Board::new(goban::MIN_SIZE),
            trace: Trace::default(),
            path: Vec::new(),
            hashes: Vec::new(),
        }
    }

    pub fn reset(&mut self, seed: u64) {
        self.rng = Rng::new(seed);
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
        let over = self.is_over();
        let thought = self.think(shared, over);
        let edges = if over { Vec::new() } else { self.likely_moves(&shared.root, &thought.answer) };
        let hash = position_hash(self.stones_hash(&shared.root), &self.board);
        let Ok(mut tree) = shared.tree.lock() else { return };
        if is_new
            && let Some(&(node, place)) = self.path.last()
            && tree.edges(node)[place].child.is_none()
            && let Some(child) = tree.add(hash, thought.worth, edges)
        {
            tree.join(node, place, child);
        }
        let mut worth = thought.worth;
        for &(node, place) in self.path.iter().rev() {
            worth = worth.turned();
            tree.leave(node, place, worth);
        }
        if let Some(result) = thought.playout
            && shared.settings.formula.rave > 0.0
        {
            self.learn(&mut tree, result);
        }
        drop(tree);
        shared.root.count(worth, &thought.answer, self.board.to_play());
    }

    /// Tells the nodes on the way who came first to each point below them, and how the playout came out for Black.
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
        self.board.copy_from(root.game.board());
        self.path.clear();
        self.hashes.clear();
    }

    /// Goes down to a position that is not in the tree, or has no moves. `None` if the tree was broken by another thread.
    fn descend(&mut self, shared: &Shared<'_>) -> Option<bool> {
        let mut tree = shared.tree.lock().ok()?;
        let mut node = shared.root.node;
        loop {
            let Some(place) = tree.select(node, &shared.settings.formula) else { return Some(false) };
            tree.enter(node, place);
            self.path.push((node, place));
            let Edge { point, child, .. } = tree.edges(node)[place];
            self.play(&shared.root, point);
            match child {
                Some(child) if self.path.len() < LONGEST_LINE => node = child,
                Some(_) => return Some(false),
                None => return Some(true),
            }
        }
    }

    fn play(&mut self, root: &Root<'_>, point: Option<Point>) {
        let hash = self.stones_hash(root);
        self.trace.push(point);
        let change = match point {
            Some(point) => {
                self.board.play_unchecked(point);
                zobrist::change(&self.board)
            }
            None => {
                self.board.pass();
                0
            }
        };
        self.hashes.push(hash ^ change);
    }

    fn stones_hash(&self, root: &Root<'_>) -> u64 {
        self.hashes.last().copied().unwrap_or(root.game.hash())
    }

    /// Whether both have passed.
    fn is_over(&self) -> bool {
        !self.path.is_empty()
            && self.board.last_move() == Some(Move::Pass)
            && self.board.before_last_move() == Some(Move::Pass)
    }

    /// What is thought of the position on the board, from one side after the other as long as this says so.
    pub fn begin_thinking(&mut self, shared: &Shared<'_>, go_on: impl FnMut(usize) -> bool) -> Thought {
        let root = &shared.root;
        let position =
            Position { board: &self.board, recent: self.recent(root), komi: root.needed, territory: root.territory };
        let answer = self.evaluator.evaluate_averaged(shared.network, &position, go_on).clone();
        shared.cache.put(Key::of(&self.board), &answer, self.board.size());
        self.judge(shared, false, answer)
    }

    /// What is thought of the position on the board, which may be the end of the game.
    fn think(&mut self, shared: &Shared<'_>, over: bool) -> Thought {
        let answer = self.ask(&shared.root, shared.network, shared.cache);
        self.judge(shared, over, answer)
    }

    /// What follows from what the network says.
    fn judge(&mut self, shared: &Shared<'_>, over: bool, answer: Evaluation) -> Thought {
        let root = &shared.root;
        let (mut win, mut lead) = (answer.win, answer.lead);
        let us = self.board.to_play();
        let mut playout = None;
        if over {
            if !root.territory {
                lead = self.counted(root, &answer);
            }
            win = if lead > 0.0 { 1.0 } else { 0.0 };
        } else if shared.settings.playouts > 0.0 {
            let result = self.play_out(root, &shared.settings.limits);
            playout = Some(result);
            win += shared.settings.playouts * (if us == Color::Black { result } else { 1.0 - result } - win);
        }
        let off = lead - root.lead_of(us);
        let points = shared.settings.points * FRAC_2_PI * (off / (root.game.size() as f32 * 0.75)).atan();
        Thought { worth: Worth { utility: 2.0 * win - 1.0 + points, win, lead }, answer, playout }
    }

    /// What the network says; from memory, if it was asked before.
    fn ask(&mut self, root: &Root<'_>, network: &Network, cache: &Cache) -> Evaluation {
        let size = self.board.size();
        let key = Key::of(&self.board);
        if let Some(answer) = cache.get(key, size) {
            return answer;
        }
        let position =
            Position { board: &self.board, recent: self.recent(root), komi: root.needed, territory: root.territory };
        let side = Symmetries::One(Symmetry::ALL[self.rng.below(8) as usize]);
        let answer = self.evaluator.evaluate(network, &position, side).clone();
        cache.put(key, &answer, size);
        answer
    }

    /// The last moves, the last first.
    fn recent(&self, root: &Root<'_>) -> [Option<Move>; RECENT] {
        let mut recent = [None; RECENT];
        let here = self.trace.moves().iter().rev().map(|point| point.map_or(Move::Pass, Move::Play));
        let before = root.game.moves().iter().rev().map(|&(_, mv)| mv);
        recent.iter_mut().zip(here.chain(before)).for_each(|(place, mv)| *place = Some(mv));
        recent
    }

    /// The lead of the player whose turn it is, when both have passed: every point is whose the network thinks it is.
    fn counted(&self, root: &Root<'_>, answer: &Evaluation) -> f32 {
        let sign = if self.board.to_play() == Color::Black { 1.0 } else { -1.0 };
        if root.game.rules().count_every_stone() {
            let margin = playout::margin(&self.board) + captures(root.game.rules(), &self.board);
            return sign * (margin as f32 - root.needed);
        }
        answer.ownership.iter().map(|owner| owner.signum()).sum::<f32>() - sign * root.needed
    }

    /// How a playout from here comes out for Black: 1 for a win, one half for a draw. Its moves are behind those of the line then.
    fn play_out(&mut self, root: &Root<'_>, limits: &Limits) -> f32 {
        let mut board = self.board;
        let rules = root.game.rules();
        let correction = territory_correction(rules, &board);
        let limits = Limits { needed: root.needed, ..*limits };
        let finish = playout::run(&mut board, &mut self.rules, &limits, &mut self.rng, &mut self.trace);
        let lead = (finish.margin - correction + captures(rules, &board)) as f32 - root.needed;
        let winner = if lead == 0.0 { None } else { Some(if lead > 0.0 { Color::Black } else { Color::White }) };
        self.rules.feedback(&self.trace, winner);
        winner.map_or(0.5, |winner| if winner == Color::Black { 1.0 } else { 0.0 })
    }

    /// The moves that are legal here and bring back no position, with how likely they are. Own eyes are left alone where there is
    /// anything else.
    pub fn moves(&self, root: &Root<'_>, answer: &Evaluation) -> Vec<Edge> {
        let (board, us, size) = (&self.board, self.board.to_play(), self.board.size());
        let may_pass = root.game.rules().ending == Ending::TwoPasses;
        let is_open = |point: &Point| board.is_legal(*point) && !self.repeats(root, *point);
        let mut points: Vec<Option<Point>> =
            board.points().filter(|point| is_open(point) && !board.is_eye_like(*point, us)).map(Some).collect();
        if may_pass {
            points.push(None);
        } else if points.is_empty() {
            points.extend(board.points().filter(is_open).map(Some));
        }
        let logit = |point: Option<Point>| answer.policy[point.map_or(size * size, |point| point.row_major(size))];
        let most = points.iter().map(|&point| logit(point)).fold(f32::MIN, f32::max);
        let chance = |point: Option<Point>| (logit(point) - most).exp();
        let whole: f32 = points.iter().map(|&point| chance(point)).sum();
        let mut edges: Vec<Edge> = points.into_iter().map(|point| Edge::new(point, chance(point) / whole)).collect();
        edges.sort_by(|one, other| other.prior.total_cmp(&one.prior));
        edges
    }

    /// The same without those that are so unlikely that no search of any length will try them.
    fn likely_moves(&self, root: &Root<'_>, answer: &Evaluation) -> Vec<Edge> {
        const FEW: usize = 8;
        const UNLIKELY: f32 = 3e-4;
        let mut edges = self.moves(root, answer);
        let likely = edges.partition_point(|edge| edge.prior >= UNLIKELY);
        edges.truncate(likely.max(FEW));
        edges
    }

    /// Whether a stone there brings back a position of this line, or one of the game that may not come back. Only looked
    /// at where it captures, as nearly all do that bring one back; the game itself looks at the rest before a move is
    /// really played.
    fn repeats(&self, root: &Root<'_>, point: Point) -> bool {
        if tactics::captured_by(&self.board, point, self.board.to_play()) == 0 {
            return false;
        }
        let mut after = self.board;
        after.play_unchecked(point);
        let hash = self.stones_hash(root) ^ zobrist::change(&after);
        hash == root.game.hash() || self.hashes.contains(&hash) || past_forbids(root.game, hash)
    }
}

/// A line longer than this is cut off.
const LONGEST_LINE: usize = 1000;

impl Root<'_> {
    /// What the root's lead is from the view of a player.
    fn lead_of(&self, player: Color) -> f32 {
        if player == self.game.to_play() { self.lead } else { -self.lead }
    }

    /// Counts a simulation: what it brought to the player at the root, and what the network said at its end, from the view of
    /// whose turn it was there.
    fn count(&self, worth: Worth, answer: &Evaluation, turn: Color) {
        self.playouts.fetch_add(1, Relaxed);
        let Ok(mut sums) = self.sums.lock() else { return };
        let Sums { win, lead, squares, owner } = &mut *sums;
        *win += f64::from(worth.win);
        *lead += f64::from(worth.lead);
        *squares += f64::from(worth.lead * worth.lead);
        let sign = if turn == Color::Black { 1.0 } else { -1.0 };
        owner.resize(answer.ownership.len(), 0.0);
        owner.iter_mut().zip(&answer.ownership).for_each(|(sum, owner)| *sum += sign * owner);
    }
}
