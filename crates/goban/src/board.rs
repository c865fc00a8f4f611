//! The board: stones, chains and their liberties, and nothing of the past but the ko and the last two moves.
//!
//! This is the small fast position that playouts copy; [`Game`](crate::Game) has the history and the rules around it.
//! Everything that a playout needs is updated incrementally: the chain of a stone, its liberties
//! (see [`chain`](crate::chain)), the 3x3 neighbourhood of every point, and the list of empty points. An empty point
//! keeps the liberties that a stone there would have, as if it were a chain of one; so a new stone finds its own
//! liberties already counted, and a neighbour loses one in the same way whether it is stone, empty or edge, without a
//! branch.

use std::fmt;

use thiserror::Error;

use crate::chain::Liberties;
use crate::color::{Cell, Color};
use crate::empties::Empties;
use crate::point::{MAX_SIZE, MIN_SIZE, Move, Point, PointMap, STRIDE};
use crate::surround::{Surround, Surrounds};

/// A position: stones, whose turn it is, the simple-ko point, and the last two moves.
#[derive(Clone, Copy)]
pub struct Board {
    /// The liberties of a chain at its head; of an empty point at itself.
    liberties: PointMap<Liberties>,
    /// The head of a stone's chain; an empty point is its own.
    head: PointMap<Point>,
    /// The next stone of the chain, in a ring.
    next: PointMap<Point>,
    /// The number of stones of a chain, at its head.
    stones: PointMap<u16>,
    cells: PointMap<Cell>,
    surrounds: Surrounds,
    empties: Empties,
    taken: u16,
    size: u8,
    to_play: Color,
    ko: Option<Point>,
    last: [Option<Move>; 2],
    on_board: [u16; 2],
    captured: [u32; 2],
}

/// The chains around a stone that are in atari: a bit (0, 2, 4, 6) for each neighbour of such a chain, in the order of
/// [`Point::neighbors`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Ataris {
    /// Of the stone's own colour; bit 8 is the stone's own chain.
    pub friends: u16,
    /// Of the other colour.
    pub enemies: u16,
}

/// Why a move is not allowed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Error)]
pub enum Illegal {
    /// The point is not on the board.
    #[error("the point is not on the board")]
    OffBoard,
    /// There is a stone.
    #[error("the point is occupied")]
    Occupied,
    /// The stone would have no liberty, and the rules forbid that.
    #[error("the move is suicide")]
    Suicide,
    /// It takes back a ko at once.
    #[error("the move takes back a ko at once")]
    Ko,
    /// It repeats an earlier position, and the rules forbid that.
    #[error("the move repeats an earlier position (superko)")]
    Superko,
    /// The rules do not let a player pass.
    #[error("these rules do not allow a pass")]
    PassForbidden,
    /// The game has ended.
    #[error("the game is over")]
    GameOver,
}

/// Why stones make no position.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum PositionError {
    /// A chain without a liberty.
    #[error("the chain at {0} has no liberty")]
    NoLiberty(String),
    /// A size that is not supported.
    #[error("a board of size {0} is not supported: {MIN_SIZE} to {MAX_SIZE}")]
    Size(usize),
    /// A stone outside the board.
    #[error("there is a stone outside the board")]
    OffBoard,
}

impl Board {
    /// An empty board, Black to play.
    ///
    /// # Panics
    /// If the size is not from [`MIN_SIZE`] to [`MAX_SIZE`].
    pub fn new(size: usize) -> Board {
        assert!((MIN_SIZE..=MAX_SIZE).contains(&size), "a board of size {size} is not supported");
        let mut board = Board {
            liberties: PointMap::new(Liberties::NONE),
            head: PointMap(std::array::from_fn(Point::from_index)),
            next: PointMap(std::array::from_fn(Point::from_index)),
            stones: PointMap::new(1),
            cells: PointMap::new(Cell::Edge),
            surrounds: Surrounds::ALL_EDGE,
            empties: Empties::new(),
            taken: 0,
            size: size as u8,
            to_play: Color::Black,
            ko: None,
            last: [None; 2],
            on_board: [0; 2],
            captured: [0; 2],
        };
        for point in Point::all(size) {
            board.cells[point] = Cell::Empty;
            board.surrounds.flip(point, Cell::Edge);
            board.empties.push(point);
            point.neighbors().iter().for_each(|&n| board.liberties[n] += Liberties::at(point));
        }
        board
    }

    /// Becomes the same as another board; quicker than a copy, above all on small boards, as it leaves out what is
    /// never used on boards of that size.
    #[inline]
    pub fn copy_from(&mut self, other: &Board) {
        if self.size != other.size {
            *self = *other;
            return;
        }
        let points = (self.size() + 2) * STRIDE;
        let area = self.size() * self.size();
        self.liberties.0[..points].copy_from_slice(&other.liberties.0[..points]);
        self.head.0[..points].copy_from_slice(&other.head.0[..points]);
        self.next.0[..points].copy_from_slice(&other.next.0[..points]);
        self.stones.0[..points].copy_from_slice(&other.stones.0[..points]);
        self.cells.0[..points].copy_from_slice(&other.cells.0[..points]);
        self.surrounds.copy_from(&other.surrounds, points);
        self.empties.copy_from(&other.empties, area, points);
        self.taken = other.taken;
        self.to_play = other.to_play;
        self.ko = other.ko;
        self.last = other.last;
        self.on_board = other.on_board;
        self.captured = other.captured;
    }

    /// A board with these stones, Black to play.
    ///
    /// # Errors
    /// If the size is not supported, or a chain has no liberty.
    pub fn with_stones(size: usize, stones: impl IntoIterator<Item = (Point, Color)>) -> Result<Board, PositionError> {
        if !(MIN_SIZE..=MAX_SIZE).contains(&size) {
            return Err(PositionError::Size(size));
        }
        let mut board = Board::new(size);
        for (point, color) in stones {
            if !point.is_on(size) {
                return Err(PositionError::OffBoard);
            }
            if board.cells[point] == Cell::Empty {
                board.put(point, color, board.surround(point));
            }
        }
        match board.points().find(|&p| board.cells[p] != Cell::Empty && board.has_no_liberty(p)) {
            Some(point) => Err(PositionError::NoLiberty(point.to_gtp(size))),
            None => Ok(board),
        }
    }

    /// The number of rows and columns.
    #[inline(always)]
    pub fn size(&self) -> usize {
        usize::from(self.size)
    }

    /// Every point, row by row from the top left.
    pub fn points(&self) -> impl DoubleEndedIterator<Item = Point> + Clone + use<> {
        Point::all(self.size())
    }

    /// What is on a point.
    #[inline(always)]
    pub fn cell(&self, point: Point) -> Cell {
        self.cells[point]
    }

    /// The eight points around a point.
    #[inline(always)]
    pub fn surround(&self, point: Point) -> Surround {
        self.surrounds.at(point)
    }

    /// The empty points, in no particular order.
    #[inline(always)]
    pub fn empties(&self) -> &[Point] {
        self.empties.as_slice()
    }

    /// Whose turn it is.
    #[inline(always)]
    pub fn to_play(&self) -> Color {
        self.to_play
    }

    /// Sets the turn. If it changes, the ko is cleared.
    pub fn set_to_play(&mut self, color: Color) {
        if self.to_play != color {
            self.to_play = color;
            self.ko = None;
        }
    }

    /// The point that may not be played because it would take back a ko at once.
    #[inline(always)]
    pub fn ko(&self) -> Option<Point> {
        self.ko
    }

    /// The last move, by the player whose turn it is not.
    #[inline(always)]
    pub fn last_move(&self) -> Option<Move> {
        self.last[0]
    }

    /// The move before the last one.
    #[inline(always)]
    pub fn before_last_move(&self) -> Option<Move> {
        self.last[1]
    }

    /// How many stones of that colour have been taken off the board.
    #[inline(always)]
    pub fn captured(&self, color: Color) -> u32 {
        self.captured[color.index()]
    }

    /// How many stones of that colour are on the board.
    #[inline(always)]
    pub fn stones_on_board(&self, color: Color) -> u32 {
        u32::from(self.on_board[color.index()])
    }

    /// The points from which the last move took stones; after a suicide, the player's own.
    pub fn last_taken(&self) -> &[Point] {
        let all = self.empties();
        &all[all.len() - usize::from(self.taken)..]
    }

    /// A point that stands for the whole chain of the stone here: equal for two stones just when they are of one
    /// chain. An empty point stands for itself.
    #[inline(always)]
    pub fn head(&self, point: Point) -> Point {
        self.head[point]
    }

    /// The stones of the chain here, in no particular order. For an empty point, that point.
    pub fn chain(&self, point: Point) -> impl Iterator<Item = Point> + '_ {
        let mut at = Some(point);
        std::iter::from_fn(move || {
            let stone = at?;
            at = Some(self.next[stone]).filter(|&next| next != point);
            Some(stone)
        })
    }

    /// How many stones the chain here has; 1 for an empty point.
    #[inline(always)]
    pub fn chain_size(&self, point: Point) -> usize {
        usize::from(self.stones[self.head[point]])
    }

    /// If the chain here is in atari, its one liberty.
    #[inline(always)]
    pub fn in_atari(&self, point: Point) -> Option<Point> {
        let liberties = self.liberties[self.head[point]];
        (self.cells[point] != Cell::Empty && liberties.is_one()).then(|| liberties.the_one())
    }

    /// Which chains around the stone here are in atari, without a branch: see [`Ataris`].
    #[inline(always)]
    pub fn ataris_around(&self, point: Point) -> Ataris {
        let around = self.surround(point);
        let mut ataris = 0;
        point.each_neighbor(|field, n| ataris |= u16::from(self.liberties[self.head[n]].is_one()) << field);
        let own = u16::from(self.liberties[self.head[point]].is_one()) << 8;
        let [black, white] = [Color::Black, Color::White].map(|color| ataris & around.neighbor_bits(color));
        match self.cells[point] {
            Cell::White => Ataris { friends: white | own, enemies: black },
            _ => Ataris { friends: black | own, enemies: white },
        }
    }

    /// Whether an empty point has an empty neighbour: then any stone may be put there.
    #[inline(always)]
    pub fn has_empty_neighbor(&self, point: Point) -> bool {
        !self.liberties[point].is_none()
    }

    /// Whether the point is eye-like for that colour: enclosed by its stones, which can't be cut apart around it.
    #[inline(always)]
    pub fn is_eye_like(&self, point: Point, color: Color) -> bool {
        self.cells[point] == Cell::Empty && self.surround(point).is_eye_like(color)
    }

    /// Whether the point is empty and has an empty neighbour, so that either side may play here and fills no eye.
    /// Computed without a branch, for playouts.
    #[inline(always)]
    pub fn is_open(&self, point: Point) -> bool {
        (self.cells[point] == Cell::Empty) & self.has_empty_neighbor(point)
    }

    /// Whether the player whose turn it is may play here: an empty point, no suicide, no retaking of a ko.
    #[inline(always)]
    pub fn is_legal(&self, point: Point) -> bool {
        self.check(point, self.to_play).is_ok()
    }

    /// Whether a stone of that colour may be put here by the rules above.
    ///
    /// # Errors
    /// The reason why not.
    #[inline(always)]
    pub fn check(&self, point: Point, color: Color) -> Result<(), Illegal> {
        match self.cells[point] {
            Cell::Edge => Err(Illegal::OffBoard),
            Cell::Black | Cell::White => Err(Illegal::Occupied),
            Cell::Empty if self.has_empty_neighbor(point) => Ok(()),
            Cell::Empty if self.ko == Some(point) && color == self.to_play => Err(Illegal::Ko),
            Cell::Empty if self.is_suicide(point, color) => Err(Illegal::Suicide),
            Cell::Empty => Ok(()),
        }
    }

    /// Whether a stone of that colour on this empty point would leave its chain without a liberty.
    #[inline]
    pub fn is_suicide(&self, point: Point, color: Color) -> bool {
        !self.has_empty_neighbor(point) && self.is_stifled(point, color)
    }

    /// Whether a stone of that colour here, where no neighbour is empty, has neither an own chain beside it that keeps
    /// another liberty, nor an enemy chain that does not. Without a branch, as playouts can't guess the answer.
    #[inline(always)]
    fn is_stifled(&self, point: Point, color: Color) -> bool {
        let mut in_atari = 0;
        point.each_neighbor(|field, n| in_atari |= u16::from(self.liberties[self.head[n]].is_only(point)) << field);
        let around = self.surround(point);
        (around.neighbor_bits(color) & !in_atari) | (around.neighbor_bits(color.other()) & in_atari) == 0
    }

    /// Whether the chain of a stone of that colour on this empty point would have at most one liberty, captures left
    /// aside. Chains and liberties are summed up as joining would sum them, so that nothing is walked or played.
    #[inline(always)]
    pub fn is_short_of_liberties(&self, point: Point, color: Color) -> bool {
        let around = self.surround(point);
        let open = around.neighbor_cells(Cell::Empty);
        if open & open.wrapping_sub(1) != 0 {
            return false;
        }
        let mut liberties = self.liberties[point];
        let mut friends = around.neighbor_bits(color);
        let mut seen = [point; 4];
        let mut count = 0;
        while friends != 0 {
            let head = self.head[point.neighbor_of_field(friends.trailing_zeros())];
            liberties -= Liberties::at(point);
            if !seen[..count].contains(&head) {
                liberties += self.liberties[head];
                seen[count] = head;
                count += 1;
            }
            friends &= friends - 1;
        }
        liberties.is_none() | liberties.is_one()
    }

    /// A point sampled uniformly from those where the player may play without filling an own eye-like point, if there
    /// is one. `below(n)` returns a random number from 0 to n - 1.
    ///
    /// Unsuitable points move to the end of the list of empty points and are not sampled again.
    #[inline(always)]
    pub fn random_point(&mut self, below: impl FnMut(u32) -> u32) -> Option<Point> {
        self.random_point_for(self.to_play, below, |_, _| true)
    }

    /// Such a point that also passes a test.
    #[inline(always)]
    pub fn random_point_if(
        &mut self,
        below: impl FnMut(u32) -> u32,
        passes: impl FnMut(&Board, Point) -> bool,
    ) -> Option<Point> {
        self.random_point_for(self.to_play, below, passes)
    }

    /// Plays such points until both players pass in a row; returns the number of moves, passes included. It stops after
    /// three moves per point of the board, since some games never end under simple ko.
    #[inline]
    pub fn play_out(&mut self, mut below: impl FnMut(u32) -> u32) -> u32 {
        let longest = 3 * (self.size() * self.size()) as u32;
        let (mut moves, mut passes) = (0, 0);
        while passes < 2 && moves < longest {
            let played = self.play_random(&mut below);
            passes = if played.is_some() { 0 } else { passes + 1 };
            moves += 1;
        }
        moves
    }

    /// Plays such a point, or passes if there is none; says which point.
    #[inline(always)]
    pub fn play_random(&mut self, below: impl FnMut(u32) -> u32) -> Option<Point> {
        // Two copies of everything below, each with its colour built in.
        match self.to_play {
            Color::Black => self.play_random_for(Color::Black, below),
            Color::White => self.play_random_for(Color::White, below),
        }
    }

    #[inline(always)]
    fn play_random_for(&mut self, us: Color, below: impl FnMut(u32) -> u32) -> Option<Point> {
        let point = self.random_point_for(us, below, |_, _| true);
        match point {
            Some(point) => self.play_for(us, point),
            None => self.pass(),
        }
        point
    }

    #[inline(always)]
    fn random_point_for(
        &mut self,
        us: Color,
        mut below: impl FnMut(u32) -> u32,
        mut passes: impl FnMut(&Board, Point) -> bool,
    ) -> Option<Point> {
        let mut left = self.empties.len();
        while left > 0 {
            let place = below(left as u32) as usize;
            let point = self.empties.get(place);
            if (self.has_empty_neighbor(point) || self.is_sensible_when_closed(point, us)) && passes(self, point) {
                return Some(point);
            }
            left -= 1;
            self.empties.swap(place, left);
        }
        None
    }

    /// Whether a player may and would play on a point without an empty neighbour: not if it is an own eye.
    #[inline(always)]
    fn is_sensible_when_closed(&self, point: Point, us: Color) -> bool {
        !(self.surround(point).is_eye_like(us) || self.ko == Some(point) || self.is_stifled(point, us))
    }

    /// Plays a move for the player whose turn it is: a point, or a pass.
    ///
    /// # Errors
    /// If the move is not allowed (simple ko, no suicide); the board is then as it was. A resignation changes
    /// nothing on a board.
    pub fn play(&mut self, mv: Move) -> Result<(), Illegal> {
        match mv {
            Move::Play(point) => {
                self.check(point, self.to_play)?;
                self.play_unchecked(point);
            }
            Move::Pass => self.pass(),
            Move::Resign => {}
        }
        Ok(())
    }

    /// Passes.
    #[inline]
    pub fn pass(&mut self) {
        self.ko = None;
        self.taken = 0;
        self.last = [Some(Move::Pass), self.last[0]];
        self.to_play = self.to_play.other();
    }

    /// Puts a stone of the player whose turn it is on a point where that is known to be legal.
    ///
    /// On an occupied point or one outside the board this makes nonsense of the board (and panics in a debug build);
    /// it does so without harm to memory. A stone that has no liberty takes itself and its chain off the board.
    #[inline(always)]
    pub fn play_unchecked(&mut self, point: Point) {
        match self.to_play {
            Color::Black => self.play_for(Color::Black, point),
            Color::White => self.play_for(Color::White, point),
        }
    }

    #[inline(always)]
    fn play_for(&mut self, us: Color, point: Point) {
        debug_assert_eq!(self.cells[point], Cell::Empty, "{point:?} is not empty");
        let them = us.other();
        let around = self.surround(point);
        let (head, stifled) = self.put(point, us, around);

        self.ko = None;
        self.taken = 0;
        // A chain that is touched twice loses its last liberty at the last touch, so that each has one bit here.
        let mut caught = around.neighbor_bits(them) & stifled;
        if caught != 0 {
            while caught != 0 {
                self.take(point.neighbor_of_field(caught.trailing_zeros()), them);
                caught &= caught - 1;
            }
            let last = self.empties.get(self.empties.len() - 1);
            if self.taken == 1 && self.stones[head] == 1 && self.liberties[head] == Liberties::at(last) {
                self.ko = Some(last);
            }
        } else if self.liberties[head].is_none() {
            self.take(head, us);
        }
        self.last = [Some(Move::Play(point)), self.last[0]];
        self.to_play = them;
    }

    #[inline(always)]
    fn has_no_liberty(&self, point: Point) -> bool {
        self.liberties[self.head[point]].is_none()
    }

    /// Puts a stone on an empty point and joins it to its neighbours; answers with the head of its chain, and with a
    /// bit (0, 2, 4, 6) for each neighbour that has no liberty now.
    #[inline(always)]
    fn put(&mut self, point: Point, color: Color, around: Surround) -> (Point, u16) {
        self.empties.remove(point);
        self.cells[point] = color.into();
        self.on_board[color.index()] += 1;
        self.surrounds.flip(point, color.into());
        let lost = Liberties::at(point);
        let mut stifled = 0;
        point.each_neighbor(|field, n| {
            let liberties = &mut self.liberties[self.head[n]];
            *liberties -= lost;
            stifled |= u16::from(liberties.is_none()) << field;
        });
        // Most stones join no chain or one. A stone that has no friend joins itself, so that this needs no branch.
        let mut friends = around.neighbor_bits(color);
        let mut head = self.head[point.neighbor_of_field((friends | 1 << 8).trailing_zeros())];
        let own = std::mem::replace(&mut self.liberties[point], Liberties::NONE);
        self.liberties[head] += own;
        self.stones[point] = 0;
        self.stones[head] += 1;
        self.head[point] = head;
        self.next[point] = std::mem::replace(&mut self.next[head], point);
        friends &= friends.wrapping_sub(1);
        while friends != 0 {
            let other = self.head[point.neighbor_of_field(friends.trailing_zeros())];
            if other != head {
                head = self.join(head, other);
            }
            friends &= friends - 1;
        }
        (head, stifled)
    }

    /// Joins two chains, given by their heads; the longer one's head is the head of both.
    #[inline(always)]
    fn join(&mut self, a: Point, b: Point) -> Point {
        let (long, short) = if self.stones[a] > self.stones[b] { (a, b) } else { (b, a) };
        let mut stone = short;
        loop {
            self.head[stone] = long;
            stone = self.next[stone];
            if stone == short {
                break;
            }
        }
        let gained = self.liberties[short];
        self.liberties[long] += gained;
        self.stones[long] += self.stones[short];
        (self.next[long], self.next[short]) = (self.next[short], self.next[long]);
        long
    }

    /// Takes a chain off the board that has no liberty.
    fn take(&mut self, any: Point, color: Color) {
        let first = self.empties.len();
        let mut stone = any;
        loop {
            let next = self.next[stone];
            self.cells[stone] = Cell::Empty;
            self.surrounds.flip(stone, color.into());
            self.head[stone] = stone;
            self.next[stone] = stone;
            self.stones[stone] = 1;
            self.liberties[stone] = Liberties::NONE;
            self.empties.push(stone);
            if next == any {
                break;
            }
            stone = next;
        }
        // Only now does every point of the chain stand for itself, and can be given its neighbours.
        for place in first..self.empties.len() {
            let stone = self.empties.get(place);
            for n in stone.neighbors() {
                self.liberties[self.head[n]] += Liberties::at(stone);
            }
        }
        let count = (self.empties.len() - first) as u16;
        self.taken += count;
        self.on_board[color.index()] -= count;
        self.captured[color.index()] += u32::from(count);
    }
}

/// The same stones, turn and ko; how the position came about does not matter.
impl PartialEq for Board {
    fn eq(&self, other: &Board) -> bool {
        (self.size, self.to_play, self.ko) == (other.size, other.to_play, other.ko) && self.cells == other.cells
    }
}

impl Eq for Board {}

impl fmt::Debug for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} to play", self.to_play)?;
        for row in 0..self.size() {
            for col in 0..self.size() {
                f.write_str([". ", "X ", "O ", "# "][self.cell(Point::new(row, col)) as usize])?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
