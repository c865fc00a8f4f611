//! The search itself.

use std::time::Instant;

use goban::{
    Board, Cell, Color, Ending, Game, Illegal, KoRule, Move, Point, PointSet, Rules, Scoring, life, score, zobrist,
};
use player::{Rng, Stop};

use super::order::Order;
use super::past::{Past, Span, count};
use super::table::{Bound, EXACT, Entry, Table};
use super::{Evaluation, Limits, Verdict};

/// A searcher; what it finds out is kept from one search to the next.
pub struct AlphaBeta<E> {
    evaluation: E,
    table: Table,
    /// The board, rules and points for White that the table is for.
    terms: Option<(usize, Rules, f32)>,
}

/// The deepest that is ever read.
const MOST_PLIES: u32 = 200;

impl<E: Evaluation> AlphaBeta<E> {
    /// A searcher with a table of at most this number of bytes.
    pub fn new(evaluation: E, memory: usize) -> AlphaBeta<E> {
        AlphaBeta { evaluation, table: Table::new(memory), terms: None }
    }

    /// The evaluation.
    pub fn evaluation(&mut self) -> &mut E {
        &mut self.evaluation
    }

    /// Forgets what was found out, as when the evaluation has changed.
    pub fn clear(&mut self) {
        self.terms = None;
    }

    /// Searches the best move for the player whose turn it is. Of equal moves, chance says which comes first. `report`
    /// is called whenever one more move has been read ahead.
    pub fn search(
        &mut self,
        game: &Game,
        limits: &Limits,
        rng: &mut Rng,
        stop: &Stop,
        report: &mut dyn FnMut(&Verdict),
    ) -> Verdict {
        let given = game.komi() + game.rules().compensation(game.handicap());
        let terms = Some((game.size(), game.rules(), given));
        if self.terms != terms {
            self.table.clear();
            self.terms = terms;
        }
        self.evaluation.begin(game);
        let mut search = Search {
            evaluation: &mut self.evaluation,
            table: &mut self.table,
            order: Order::new(),
            past: Past::of(game),
            boards: vec![*game.board()],
            rules: game.rules(),
            given,
            limits,
            stop,
            nodes: 0,
        };
        search.deepen(game, rng, report)
    }
}

/// One search.
struct Search<'a, E> {
    evaluation: &'a mut E,
    table: &'a mut Table,
    order: Order,
    past: Past,
    /// The positions on the way to the current one, which is the last. Not on the stack, as boards are large.
    boards: Vec<Board>,
    rules: Rules,
    /// What White is given: komi and compensation.
    given: f32,
    limits: &'a Limits,
    stop: &'a Stop,
    nodes: u64,
}

/// A position on the way.
#[derive(Clone, Copy)]
struct Node {
    /// How many moves behind the root.
    ply: usize,
    /// The hash of its stones.
    hash: u64,
    /// Whether a pass would end the game.
    passed: bool,
}

/// What came out of reading a position, for the player to move.
#[derive(Clone, Copy)]
struct Answer {
    value: f32,
    /// Whether no evaluation had a part in it.
    exact: bool,
    /// What was come across behind it.
    span: Span,
}

impl Answer {
    /// What is known without reading.
    fn certain(value: f32) -> Answer {
        Answer { value, exact: true, span: Span::NONE }
    }
}

/// The search has to end.
struct Stopped;

impl<E: Evaluation> Search<'_, E> {
    fn deepen(&mut self, game: &Game, rng: &mut Rng, report: &mut dyn FnMut(&Verdict)) -> Verdict {
        let mut moves: Vec<Move> = game.legal_points().map(Move::Play).collect();
        rng.shuffle(&mut moves);
        if game.check(game.to_play(), Move::Pass).is_ok() {
            moves.push(Move::Pass);
        }
        let root = Node { ply: 0, hash: game.hash(), passed: matches!(game.moves().last(), Some((_, Move::Pass))) };
        self.sort(root, None, &mut moves);
        let mut verdict = Verdict { best: moves.first().copied(), ..Verdict::default() };
        if moves.contains(&Move::Pass) && self.is_finished(root) {
            let value = Some(self.count(root));
            return Verdict { best: Some(Move::Pass), value, exact: true, line: vec![Move::Pass], ..verdict };
        }
        for depth in 1..=self.limits.depth.min(MOST_PLIES) {
            if moves.is_empty() || !self.read_root(root, &mut moves, depth, &mut verdict) {
                break;
            }
            verdict.depth = depth;
            verdict.nodes = self.nodes;
            report(&verdict);
            if verdict.exact {
                break;
            }
        }
        verdict.nodes = self.nodes;
        verdict
    }

    /// Whether nothing can change any more, and the count says so.
    fn is_finished(&mut self, node: Node) -> bool {
        let (least, most) = self.bounds(Node { passed: false, ..node });
        least >= most && self.count(node) >= least
    }

    /// Sorts moves by what they promise. Where a pass ends the game it comes first, as nothing need be read.
    fn sort(&self, node: Node, before: Option<Move>, moves: &mut [Move]) {
        self.order.sort(&self.boards[node.ply], before, moves);
        if let Some(place) = moves.iter().position(|&mv| mv == Move::Pass).filter(|_| node.passed) {
            moves[..=place].rotate_right(1);
        }
    }

    /// Searches every move to this depth, and returns whether there was time for all. If not, the best of the searched
    /// moves still counts, because the best one so far is searched first.
    fn read_root(&mut self, root: Node, moves: &mut [Move], depth: u32, verdict: &mut Verdict) -> bool {
        let (_, most) = self.bounds(root);
        let (mut best, mut exact) = (f32::NEG_INFINITY, true);
        for place in 0..moves.len() {
            let mv = moves[place];
            // The root is not looked up, so its span is not needed.
            let mut span = Span::NONE;
            let answer = match self.follow(root, mv, depth, (best, f32::INFINITY), &mut span) {
                Ok(Some(answer)) => answer,
                // The game may allow what the search does not: to bring back a position under simple ko.
                Ok(None) => continue,
                Err(Stopped) => return false,
            };
            exact &= answer.exact;
            if answer.value > best {
                best = answer.value;
                moves[..=place].rotate_right(1);
                let proven = answer.exact && best >= most;
                let line = self.line(root, mv, depth);
                *verdict = Verdict { best: Some(mv), value: Some(best), exact: proven, line, ..*verdict };
                if proven {
                    return true;
                }
            }
        }
        verdict.exact = exact && verdict.value.is_some();
        true
    }

    /// The value of a move for the player who makes it, at this depth, itself included; `None` if the past forbids it.
    /// The window is that of the player who makes it, and `span` collects the repetitions that were found.
    fn follow(
        &mut self,
        node: Node,
        mv: Move,
        depth: u32,
        (alpha, beta): (f32, f32),
        span: &mut Span,
    ) -> Result<Option<Answer>, Stopped> {
        let passes = mv == Move::Pass;
        if node.passed && passes {
            return Ok(Some(Answer::certain(self.count(node))));
        }
        if self.boards.len() == node.ply + 1 {
            self.boards.push(self.boards[node.ply]);
        }
        let (before, behind) = self.boards.split_at_mut(node.ply + 1);
        let (board, next) = (&before[node.ply], &mut behind[0]);
        next.copy_from(board);
        match mv {
            Move::Play(point) => next.play_unchecked(point),
            Move::Pass | Move::Resign => next.pass(),
        }
        let hash = node.hash ^ zobrist::change(next);
        if !passes {
            span.add(count(next));
            if self.past.contains(self.past.key(hash, next.to_play())) {
                return Ok(None);
            }
        }
        let (key, stones) = (self.past.key(node.hash, board.to_play()), count(board));
        self.past.push(key, stones);
        let answer = self.read(Node { ply: node.ply + 1, hash, passed: passes }, depth - 1, (-beta, -alpha));
        self.past.pop(stones);
        let answer = answer?;
        span.join(answer.span);
        Ok(Some(Answer { value: -answer.value, ..answer }))
    }

    /// The value of the position for the player to move at this depth; a bound, if it is not within the window.
    fn read(&mut self, node: Node, depth: u32, window: (f32, f32)) -> Result<Answer, Stopped> {
        self.nodes += 1;
        if self.is_up() {
            return Err(Stopped);
        }
        let (least, most) = self.bounds(node);
        let (mut alpha, beta) = (window.0, window.1.min(most));
        if least >= beta {
            return Ok(Answer::certain(least));
        }
        if most <= alpha {
            return Ok(Answer::certain(most));
        }
        let key = self.key(&self.boards[node.ply], node.hash, node.passed);
        let known = self.table.find(key).copied();
        if let Some(answer) = known.and_then(|entry| self.recall(&entry, depth, (alpha, beta))) {
            return Ok(answer);
        }
        if depth == 0 {
            let value = self.evaluation.evaluate(&self.boards[node.ply]).clamp(least, most);
            return Ok(Answer { value, exact: false, span: Span::NONE });
        }

        let mut moves = self.moves(&self.boards[node.ply]);
        self.sort(node, known.and_then(|entry| entry.best), &mut moves);
        let mut all = Answer { value: f32::NEG_INFINITY, exact: true, span: Span::NONE };
        let mut best = None;
        for mv in moves {
            let Some(answer) = self.follow(node, mv, depth, (alpha, beta), &mut all.span)? else { continue };
            if answer.value > all.value {
                (all.value, best) = (answer.value, Some(mv));
            }
            if answer.value >= beta {
                all.exact = answer.exact;
                self.order.praise(self.boards[node.ply].to_play(), mv, depth);
                break;
            }
            all.exact &= answer.exact;
            alpha = alpha.max(answer.value);
        }
        if best.is_none() {
            // Who may not pass and has no move left has come to the end.
            all.value = self.count(node);
        }
        let bound = match all.value {
            value if value >= beta && value < most => Bound::Lower,
            value if value <= window.0 => Bound::Upper,
            _ => Bound::Both,
        };
        self.table.store(Entry {
            key,
            past: self.past.sum(),
            span: (!self.past.touches(all.span)).then_some(all.span),
            value: all.value,
            bound,
            depth: if all.exact { EXACT } else { depth as u8 },
            best,
        });
        Ok(all)
    }

    /// What the table says, if that was read far enough, holds after this past, and answers the question.
    fn recall(&self, entry: &Entry, depth: u32, (alpha, beta): (f32, f32)) -> Option<Answer> {
        let answers = match entry.bound {
            Bound::Both => true,
            Bound::Lower => entry.value >= beta,
            Bound::Upper => entry.value <= alpha,
        };
        if !answers || u32::from(entry.depth) < depth || !entry.holds_after(&self.past) {
            return None;
        }
        let span = entry.span.unwrap_or(Span { least: 0, most: u16::MAX });
        Some(Answer { value: entry.value, exact: entry.depth == EXACT, span })
    }

    fn is_up(&self) -> bool {
        self.nodes > self.limits.nodes
            || self.stop.is_stopped()
            || self.limits.deadline.is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// The moves that the rules allow, but for what the past forbids.
    fn moves(&self, board: &Board) -> Vec<Move> {
        let us = board.to_play();
        let is_legal = |point: Point| match board.check(point, us) {
            Ok(()) => true,
            Err(Illegal::Suicide) => self.rules.suicide && board.surround(point).neighbors(us.into()) > 0,
            Err(Illegal::Ko) => self.rules.ko != KoRule::Simple,
            Err(_) => false,
        };
        let mut moves: Vec<Move> = board.points().filter(|&point| is_legal(point)).map(Move::Play).collect();
        if self.rules.ending == Ending::TwoPasses {
            moves.push(Move::Pass);
        }
        moves
    }

    /// The value for the player to move of ending the game here. Stones in unconditional territory are dead, unless
    /// the rules count every stone.
    fn count(&mut self, node: Node) -> f32 {
        let board = &self.boards[node.ply];
        let mut dead = PointSet::new();
        if !self.rules.count_every_stone() {
            let owner = life::settled(board);
            let is_dead = |&point: &Point| board.cell(point).color().is_some_and(|color| owner[point] == Some(!color));
            dead = board.points().filter(is_dead).collect();
        }
        let (margin, us) = (score::margin(board, self.rules.scoring, &dead), board.to_play());
        self.outcome(margin, us)
    }

    fn outcome(&mut self, margin: i32, player: Color) -> f32 {
        let lead = margin as f32 - self.given;
        self.evaluation.outcome(if player == Color::Black { lead } else { -lead })
    }

    /// The bounds of the value of the position for the player to move: with no more than is
    /// unconditionally theirs, and with all but what is unconditionally the opponent's. Where every stone counts, and a
    /// pass ends the game, there may be no time to take dead stones off.
    fn bounds(&mut self, node: Node) -> (f32, f32) {
        if self.rules.scoring != Scoring::Area {
            return (f32::NEG_INFINITY, f32::INFINITY);
        }
        let board = &self.boards[node.ply];
        let (us, points) = (board.to_play(), (board.size() * board.size()) as i32);
        let mut sure = [0; 2];
        // Who looks for life on an open board looks in vain.
        if 2 * board.empties().len() as i32 <= points && !(node.passed && self.rules.count_every_stone()) {
            let owner = life::settled(board);
            board.points().filter_map(|point| owner[point]).for_each(|color| sure[color.index()] += 1);
        }
        let [low, high] = [2 * sure[0] - points, points - 2 * sure[1]].map(|margin| self.outcome(margin, us));
        if us == Color::Black { (low, high) } else { (high, low) }
    }

    /// The key of a position in the table. Where prisoners count, the same stones with other prisoners are another one.
    fn key(&self, board: &Board, hash: u64, passed: bool) -> u64 {
        const PASSED: u64 = 0x9d39_247e_3377_6d41;
        const PRISONER: u64 = 0xbf58_476d_1ce4_e5b9;
        let ko = if self.rules.ko == KoRule::Simple { board.ko().map_or(0, zobrist::ko) } else { 0 };
        let prisoners = match self.rules.scoring {
            Scoring::Area => 0,
            Scoring::Territory | Scoring::CapturesAndArea => {
                let [black, white] = Color::BOTH.map(|color| u64::from(board.captured(color)));
                black.wrapping_sub(white).wrapping_mul(PRISONER)
            }
        };
        hash ^ zobrist::to_play(board.to_play()) ^ ko ^ prisoners ^ if passed { PASSED } else { 0 }
    }

    /// The expected line after a move at the root, as far as the table has it.
    fn line(&self, root: Node, first: Move, depth: u32) -> Vec<Move> {
        let (mut board, mut hash, mut passed) = (self.boards[0], root.hash, root.passed);
        let mut line = Vec::new();
        let mut next = Some(first);
        while let Some(mv) = next.filter(|_| line.len() < depth as usize) {
            match mv {
                Move::Play(point) if board.cell(point) == Cell::Empty => board.play_unchecked(point),
                Move::Pass => board.pass(),
                Move::Play(_) | Move::Resign => break,
            }
            line.push(mv);
            if passed && mv == Move::Pass {
                break;
            }
            passed = mv == Move::Pass;
            hash ^= zobrist::change(&board);
            next = self.table.find(self.key(&board, hash, passed)).and_then(|entry| entry.best);
        }
        line
    }
}
