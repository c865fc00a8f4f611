//! From a tree to a game: the way through the nodes, played out on a board.
//!
//! [`Replay`] plays a line of a tree and stops with a clear error at the first thing that cannot be played: records do
//! contain stones on occupied points and kos taken back too soon. [`Record`] is the same line without the tree, small
//! enough to be streamed by the hundred thousand.

use std::borrow::Cow;
use std::ops::ControlFlow;

use goban::{Color, Game, Illegal, Move, Outcome, Point, PointSet, PositionError, Rules};
use thiserror::Error;

use crate::header::{Header, HeaderError};
use crate::property::{Property, Value, shortened};
use crate::tree::{Node, NodeId, Tree};

/// Plays a line of a tree.
///
/// The rules are the record's, else Chinese; without a komi in the record it is 0. If the record says that a player
/// resigned, the game ends with that, unless only a part of it was asked for.
///
/// ```
/// use goban::{Color, Outcome, PointSet};
/// use kifu::{Replay, parse};
///
/// let (collection, _) = parse("(;SZ[9]RE[B+R];B[ee];W[ge];B[gd])")?;
/// let game = Replay::new(&collection.trees[0]).game()?;
/// assert_eq!(game.outcome(&PointSet::new()), Some(Outcome::Resignation(Color::Black)));
/// let opening = Replay::new(&collection.trees[0]).moves(2).game()?;
/// assert_eq!(opening.to_play(), Color::Black);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Replay<'a> {
    tree: &'a Tree,
    rules: Option<Rules>,
    target: Option<NodeId>,
    moves: Option<usize>,
}

impl<'a> Replay<'a> {
    /// Plays the main line.
    pub fn new(tree: &'a Tree) -> Replay<'a> {
        Replay { tree, rules: None, target: None, moves: None }
    }

    /// Plays by these rules instead of the record's.
    pub fn rules(self, rules: Rules) -> Replay<'a> {
        Replay { rules: Some(rules), ..self }
    }

    /// Plays the way to that node, and not beyond.
    pub fn to(self, node: NodeId) -> Replay<'a> {
        Replay { target: Some(node), ..self }
    }

    /// Plays at most this number of moves.
    pub fn moves(self, number: usize) -> Replay<'a> {
        Replay { moves: Some(number), ..self }
    }

    /// The game after that line.
    ///
    /// # Errors
    /// If the board cannot be set up, a value is not a point, or a move is illegal.
    pub fn game(self) -> Result<Game, ReplayError> {
        self.walk(|_| ())
    }

    /// As [`game`](Replay::game), and on the way shows each move before it is played.
    ///
    /// ```
    /// let (collection, _) = kifu::parse("(;SZ[9];B[ee];W[];B[gd])")?;
    /// let tree = &collection.trees[0];
    /// let mut names = Vec::new();
    /// kifu::Replay::new(tree).walk(|step| names.push(step.mv.to_gtp(step.game.size())))?;
    /// assert_eq!(names, ["E5", "pass", "G6"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// As [`game`](Replay::game).
    pub fn walk(self, mut show: impl FnMut(Step<'_>)) -> Result<Game, ReplayError> {
        let path = self.target.map_or_else(|| self.tree.main_line().collect(), |node| self.tree.path_to(node));
        let mut header = Header::of(self.tree.node(self.tree.root()))?;
        let line = Line::of(self.tree, path, &mut header, self.moves.unwrap_or(usize::MAX))?;
        let rules = self.rules.or(header.rules).unwrap_or(Rules::CHINESE);
        let mut game = start(&header, &line.setup, line.first, rules)?;
        let mut number = 0;
        for event in line.events {
            match event {
                Event::Play(node, color, mv) => {
                    number += 1;
                    take_up(&mut game);
                    show(Step { game: &in_turn(&game, color), node, number, mv });
                    play(&mut game, color, mv, number)?;
                }
                Event::Setup(id) => {
                    let (stones, to_play) = set_up(self.tree.node(id), header.size, number)?;
                    let to_play = to_play.unwrap_or(game.to_play());
                    if stones.is_empty() {
                        game.set_to_play(to_play);
                    } else {
                        let refused = |reason| ReplayError::Setup { after: number, reason };
                        game.setup(&stones, to_play).map_err(refused)?;
                    }
                }
            }
        }
        if let Some(Outcome::Resignation(winner)) = header.info.outcome()
            && self.target.is_none()
            && self.moves.is_none()
            && !game.is_over()
        {
            play(&mut game, winner.other(), Move::Resign, number + 1)?;
        }
        Ok(game)
    }
}

/// A move of a tree that is about to be played.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// The game before the move, the turn being that of who makes it.
    pub game: &'a Game,
    /// The node that the move is in.
    pub node: NodeId,
    /// The number of the move, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
}

/// Why a record cannot be played out.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum ReplayError {
    /// The root is not that of a game that can be played.
    #[error(transparent)]
    Header(#[from] HeaderError),
    /// The value of a move or a setup property is not a point of this board.
    #[error("{property}[{value}] after move {after} names no point of a board of size {size}")]
    NoPoint {
        /// The number of moves before that.
        after: usize,
        /// The name of the property.
        property: String,
        /// The value as the record has it.
        value: String,
        /// The size of the board.
        size: usize,
    },
    /// Stones are set up that make no position.
    #[error("the stones set up after move {after} make no position: {reason}")]
    Setup {
        /// The number of moves before that, 0 for the beginning of the game.
        after: usize,
        /// Why they do not.
        reason: PositionError,
    },
    /// A move that the rules forbid.
    #[error("move {number}, {color} at {mv}, is illegal: {reason}")]
    Illegal {
        /// The number of the move, from 1.
        number: usize,
        /// Who played.
        color: Color,
        /// Where, as players write it.
        mv: String,
        /// Why it is forbidden.
        reason: Illegal,
    },
    /// Stones are set up after the first move, where only moves are expected.
    #[error("stones are set up after move {0}")]
    LateSetup(usize),
    /// More moves than any game has.
    #[error("the record has more than {MAX_MOVES} moves, too many for a game")]
    TooLong,
}

/// One game in little space: its header, the stones before the first move, and the moves.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// What the corpus or the file calls the game.
    pub id: String,
    /// Who, when, where; size, komi and handicap.
    pub header: Header,
    /// The stones, and points made empty, before the first move.
    pub setup: Vec<(Point, Option<Color>)>,
    /// The moves, with who made them.
    pub moves: Vec<(Color, Move)>,
    /// The moves that were marked as good or bad, by their place among the moves.
    pub marks: Vec<(usize, Mark)>,
}

/// What an annotator thought of a move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mark {
    /// A tesuji (`TE`).
    Good,
    /// A bad move (`BM`).
    Bad,
}

impl Mark {
    fn of(node: &Node) -> Option<Mark> {
        let has = |key: &str| node.value(key).is_some();
        // Both together mean nothing that could be learnt from.
        match (has("TE"), has("BM")) {
            (true, false) => Some(Mark::Good),
            (false, true) => Some(Mark::Bad),
            _ => None,
        }
    }
}

impl Record {
    /// The main line of a tree. The moves are read, but not judged.
    ///
    /// # Errors
    /// If the board cannot be set up, a value is not a point, or stones are set up after the first move.
    pub fn of(id: impl Into<String>, tree: &Tree) -> Result<Record, ReplayError> {
        let header = Header::of(tree.node(tree.root()))?;
        Record::with_header(id.into(), header, tree)
    }

    /// As [`of`](Record::of), where the header has been read already.
    pub(crate) fn with_header(id: String, mut header: Header, tree: &Tree) -> Result<Record, ReplayError> {
        let line = Line::of(tree, tree.main_line(), &mut header, usize::MAX)?;
        let mut moves = Vec::with_capacity(line.events.len());
        let mut marks = Vec::new();
        for event in line.events {
            match event {
                Event::Play(id, color, mv) => {
                    marks.extend(Mark::of(tree.node(id)).map(|mark| (moves.len(), mark)));
                    moves.push((color, mv));
                }
                // The moves already determine the turn.
                Event::Setup(id) if set_up(tree.node(id), header.size, moves.len())?.0.is_empty() => {}
                Event::Setup(_) => return Err(ReplayError::LateSetup(moves.len())),
            }
        }
        Ok(Record { id, header, setup: line.setup, moves, marks })
    }

    /// The game at its beginning: handicap and other stones on the board, no move played.
    ///
    /// # Errors
    /// If the stones make no position.
    pub fn start(&self, rules: Rules) -> Result<Game, ReplayError> {
        let first = self.moves.first().map(|&(color, _)| color);
        start(&self.header, &self.setup, first, rules)
    }

    /// The game after its last move, played by these rules.
    ///
    /// # Errors
    /// If the stones make no position, or a move is illegal.
    pub fn game(&self, rules: Rules) -> Result<Game, ReplayError> {
        self.walk(rules, |_, _| ControlFlow::Continue(()))
    }

    /// Plays the game by these rules, and on the way shows each move before it is played, with the game as it stands:
    /// the turn is that of who makes the move. The game is played on until the last move, or until a move is shown that
    /// need not be played.
    ///
    /// # Errors
    /// As [`game`](Record::game).
    pub fn walk(
        &self,
        rules: Rules,
        mut show: impl FnMut(&Game, Move) -> ControlFlow<()>,
    ) -> Result<Game, ReplayError> {
        let mut game = self.start(rules)?;
        for (i, &(color, mv)) in self.moves.iter().enumerate() {
            take_up(&mut game);
            if show(&in_turn(&game, color), mv).is_break() {
                break;
            }
            play(&mut game, color, mv, i + 1)?;
        }
        Ok(game)
    }
}

/// Two passes do not end a record that continues: the players did not agree on the dead stones, or a server had them
/// pass three times.
fn take_up(game: &mut Game) {
    if game.is_over() {
        game.resume();
    }
}

/// The game with that player to move, as it is where records have two moves of one player in a row.
fn in_turn(game: &Game, color: Color) -> Cow<'_, Game> {
    let mut game = Cow::Borrowed(game);
    if game.to_play() != color {
        game.to_mut().set_to_play(color);
    }
    game
}

/// Plays one move of a record.
fn play(game: &mut Game, color: Color, mv: Move, number: usize) -> Result<(), ReplayError> {
    let mv_name = |game: &Game| mv.to_gtp(game.size());
    game.play_as(color, mv).map_err(|reason| ReplayError::Illegal { number, color, mv: mv_name(game), reason })
}

/// A game with its handicap and its first position. `first` is who makes the first move.
///
/// Handicap stones that are named nowhere stand in their usual places, unless Black's first moves place them.
fn start(
    header: &Header,
    setup: &[(Point, Option<Color>)],
    first: Option<Color>,
    rules: Rules,
) -> Result<Game, ReplayError> {
    let mut game = Game::new(header.size, rules, header.komi.unwrap_or(0.0));
    let usual = if header.handicap > 0 { Color::White } else { Color::Black };
    let to_play = header.to_play.or(first).unwrap_or(usual);
    if !setup.is_empty() {
        game.setup(setup, to_play).map_err(|reason| ReplayError::Setup { after: 0, reason })?;
    } else if header.handicap > 0 && to_play == Color::White {
        // If this number of stones has no customary points, only the number is kept, for the compensation.
        let _ = game.place_fixed_handicap(header.handicap);
    }
    if game.to_play() != to_play {
        game.set_to_play(to_play);
    }
    game.set_handicap(header.handicap);
    Ok(game)
}

/// The most moves of a record. More are not a game of Go, and their positions would fill the memory.
const MAX_MOVES: usize = 100_000;

/// Stones put on points and taken off them, in order.
type Stones = Vec<(Point, Option<Color>)>;

/// A path through a tree, reduced to what changes the board.
struct Line {
    /// What stands on the board before the first move.
    setup: Stones,
    /// Who makes the first move.
    first: Option<Color>,
    /// The moves, and the nodes that set something up after the first of them.
    events: Vec<Event>,
    /// The number of moves met so far, the first that is too many included.
    moves: usize,
}

enum Event {
    Play(NodeId, Color, Move),
    Setup(NodeId),
}

impl Line {
    /// Follows a path for a number of moves. A turn that is set before the first move goes into the header.
    fn of(
        tree: &Tree,
        path: impl IntoIterator<Item = NodeId>,
        header: &mut Header,
        most: usize,
    ) -> Result<Line, ReplayError> {
        let mut line = Line { setup: Vec::new(), first: None, events: Vec::new(), moves: 0 };
        for id in path {
            line.read(id, tree.node(id), header, most)?;
            if line.moves > most {
                break;
            }
        }
        Ok(line)
    }

    /// Adds what a node does: first what it sets up, then its moves. FF\[4\] allows only one of these, and one move;
    /// older files have several.
    fn read(&mut self, id: NodeId, node: &Node, header: &mut Header, most: usize) -> Result<(), ReplayError> {
        let sets_up = node.properties().iter().any(is_setup);
        if sets_up && self.events.is_empty() {
            let (stones, to_play) = set_up(node, header.size, 0)?;
            self.setup.extend(stones);
            only_last(&mut self.setup, header.size);
            header.to_play = to_play.or(header.to_play);
        } else if sets_up {
            self.events.push(Event::Setup(id));
        }
        for property in node.properties() {
            let Some(color) = mover(property) else { continue };
            self.first = self.first.or(Some(color));
            for value in property.values() {
                self.moves += 1;
                if self.moves > most {
                    return Ok(());
                } else if self.moves > MAX_MOVES {
                    return Err(ReplayError::TooLong);
                }
                let no_point = || ReplayError::no_point(property, value, header.size, self.moves - 1);
                let mv = value.play(header.size).ok_or_else(no_point)?;
                self.events.push(Event::Play(id, color, mv));
            }
        }
        Ok(())
    }
}

const SETUP: [(&str, Option<Color>); 3] = [("AB", Some(Color::Black)), ("AW", Some(Color::White)), ("AE", None)];

fn is_setup(property: &Property) -> bool {
    property.is("PL") || SETUP.iter().any(|(key, _)| property.is(key))
}

fn mover(property: &Property) -> Option<Color> {
    Color::BOTH.into_iter().find(|color| property.is(color.letter().encode_utf8(&mut [0; 4])))
}

/// The stones that a node sets up, the number of moves before it, and the side to move that it sets.
fn set_up(node: &Node, size: usize, after: usize) -> Result<(Stones, Option<Color>), ReplayError> {
    let mut stones = Stones::new();
    for property in node.properties() {
        if let Some(&(_, stone)) = SETUP.iter().find(|(key, _)| property.is(key)) {
            let no_point = |value| ReplayError::no_point(property, value, size, after);
            let points = property.points(size).map_err(no_point)?;
            stones.extend(points.into_iter().map(|point| (point, stone)));
            only_last(&mut stones, size);
        }
    }
    Ok((stones, node.value("PL").and_then(Value::color)))
}

/// Forgets what is overwritten later, if there is more than the board can hold.
fn only_last(stones: &mut Stones, size: usize) {
    if stones.len() > size * size {
        let mut seen = PointSet::new();
        stones.reverse();
        stones.retain(|&(point, _)| seen.insert(point));
        stones.reverse();
    }
}

impl ReplayError {
    fn no_point(property: &Property, value: &Value, size: usize, after: usize) -> ReplayError {
        ReplayError::NoPoint { after, property: shortened(property.name()), value: shortened(value.trimmed()), size }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use goban::{End, KoRule};

    fn tree(sgf: &str) -> Tree {
        crate::parse(sgf).unwrap().0.trees.remove(0)
    }

    fn replay(sgf: &str) -> Result<Game, ReplayError> {
        Replay::new(&tree(sgf)).game()
    }

    fn stones(game: &Game) -> String {
        let stone = |point| {
            game.board().cell(point).color().map_or('.', |color: Color| if color == Color::Black { 'X' } else { 'O' })
        };
        let rows = (0..game.size()).map(|row| (0..game.size()).map(|col| stone(Point::new(row, col))).collect());
        rows.collect::<Vec<String>>().join(" ")
    }

    #[test]
    fn the_root_tells_size_komi_rules_and_handicap() {
        let game = replay("(;SZ[9]KM[0.5]RU[AGA]HA[2]AB[cc][gg];W[ee])").unwrap();
        assert_eq!((game.size(), game.komi(), game.rules(), game.handicap()), (9, 0.5, Rules::AGA, 2));
        assert_eq!(game.initial().to_play(), Color::White);
        assert_eq!(game.initial().cell(Point::new(2, 2)).color(), Some(Color::Black));
    }

    #[test]
    fn handicap_stones_that_are_not_named_stand_in_their_usual_places() {
        let game = replay("(;SZ[9]HA[2];W[ee])").unwrap();
        assert_eq!(game.initial().empties().len(), 79);
        let placed_by_moves = replay("(;SZ[9]HA[2];B[cc];B[gg];W[ee])").unwrap();
        assert_eq!(placed_by_moves.initial().empties().len(), 81);
        assert_eq!(placed_by_moves.handicap(), 2);
    }

    #[test]
    fn a_stone_on_a_stone_is_refused_with_its_number_and_place() {
        let error = replay("(;SZ[5];B[cc];W[bb];B[bb])").unwrap_err();
        assert_eq!(error.to_string(), "move 3, black at B4, is illegal: the point is occupied");
    }

    #[test]
    fn a_ko_taken_back_at_once_is_refused_by_every_rule() {
        let ko = "(;SZ[4]AB[ba][ab][bc]AW[ca][bb][db][cc];B[cb];W[bb])";
        assert!(matches!(replay(ko), Err(ReplayError::Illegal { number: 2, reason: Illegal::Ko, .. })));
        let superko = Replay::new(&tree(ko)).rules(Rules { ko: KoRule::PositionalSuperko, ..Rules::SIMPLE }).game();
        assert!(matches!(superko, Err(ReplayError::Illegal { number: 2, reason: Illegal::Superko, .. })));
    }

    #[test]
    fn marked_moves_are_known_by_their_place() {
        let record =
            Record::of("marks", &tree("(;SZ[9];B[ee];W[cc]BM[1];B[gc];W[cg]TE[2]C[well];B[gg]TE[1]BM[1])")).unwrap();
        assert_eq!(record.marks, [(1, Mark::Bad), (3, Mark::Good)]);
    }

    #[test]
    fn one_colour_may_move_twice() {
        let game = replay("(;SZ[3];B[aa];B[ba];W[cc];W[bc])").unwrap();
        assert_eq!(stones(&game), "XX. ... .OO");
        assert_eq!(game.to_play(), Color::Black);
    }

    #[test]
    fn stones_may_be_set_up_in_mid_game() {
        let game = replay("(;SZ[3];B[aa];AE[aa]AW[bb][cb]PL[W];W[cc])").unwrap();
        assert_eq!(stones(&game), "... .OO ..O");
        assert_eq!(game.moves(), [(Color::White, Move::Play(Point::new(2, 2)))]);
        assert_eq!(Record::of("", &tree("(;SZ[3];B[aa];AE[aa])")), Err(ReplayError::LateSetup(1)));
    }

    #[test]
    fn stones_without_liberties_cannot_be_set_up() {
        let error = replay("(;SZ[3]AB[aa:cc])").unwrap_err();
        assert!(error.to_string().starts_with("the stones set up after move 0 make no position"), "{error}");
    }

    #[test]
    fn what_is_set_up_last_holds() {
        let many = "AB[aa:ab][aa:ab]AW[aa]".repeat(50);
        let game = replay(&format!("(;SZ[3]{many}AE[ab])")).unwrap();
        assert_eq!(stones(&game), "O.. ... ...");
    }

    #[test]
    fn an_endless_record_is_no_game() {
        let endless = format!("(;SZ[3];B{})", "[]".repeat(MAX_MOVES + 1));
        assert_eq!(Record::of("", &tree(&endless)), Err(ReplayError::TooLong));
    }

    #[test]
    fn a_value_that_is_no_point_is_told() {
        let error = replay("(;SZ[9];B[ee];W[zz])").unwrap_err();
        assert_eq!(error.to_string(), "W[zz] after move 1 names no point of a board of size 9");
    }

    #[test]
    fn a_variation_is_played_to_its_node_and_no_further() {
        let tree = tree("(;SZ[3]RE[W+R];B[bb](;W[aa];B[ca])(;W[cc];B[ac]))");
        let first = tree.node(tree.root()).children()[0];
        let second_variation = tree.node(first).children()[1];
        let game = Replay::new(&tree).to(second_variation).game().unwrap();
        assert_eq!(stones(&game), "... .X. ..O");
        assert!(!game.is_over());
    }

    #[test]
    fn a_replay_can_stop_before_the_trouble() {
        let tree = tree("(;SZ[3]AB[bb];W[aa];B[cc];W[cc];B[zz])");
        assert!(Replay::new(&tree).game().is_err());
        for (number, position) in [(0, "... .X. ..."), (1, "O.. .X. ..."), (2, "O.. .X. ..X")] {
            let game = Replay::new(&tree).moves(number).game().unwrap();
            assert_eq!((stones(&game).as_str(), game.move_number()), (position, number));
        }
    }

    #[test]
    fn the_loser_resigns_at_the_end_of_the_main_line() {
        let game = replay("(;SZ[9]RE[W+Resign];B[ee];W[cc])").unwrap();
        assert_eq!(game.end(), Some(End::Resignation(Color::Black)));
    }

    #[test]
    fn a_record_may_go_on_after_two_passes() {
        let game = replay("(;SZ[9];B[ee];W[];B[tt];W[cc];B[];W[];B[])").unwrap();
        assert_eq!(game.move_number(), 7);
        assert_eq!(stones(&game).matches('O').count(), 1);
    }

    #[test]
    fn a_record_and_its_tree_are_the_same_game() {
        let tree = tree("(;SZ[9]HA[2]KM[0.5];AB[cc][gg]PL[W];W[ee];B[];W[gc])");
        let record = Record::of("x", &tree).unwrap();
        let (a, b) = (record.game(Rules::CHINESE).unwrap(), Replay::new(&tree).game().unwrap());
        assert_eq!((a.board(), a.initial(), a.moves()), (b.board(), b.initial(), b.moves()));
        assert_eq!(record.start(Rules::CHINESE).unwrap().board(), b.initial());
    }

    #[test]
    fn each_move_is_shown_where_it_stands_before_it_is_played() {
        let tree = tree("(;SZ[3];B[aa];N[a pause];B[ba];W[];B[];W[cc])");
        let mut shown = Vec::new();
        let game = Replay::new(&tree).walk(|step| {
            let turn = step.game.to_play();
            shown.push((step.number, step.node.index(), stones(step.game), turn, step.game.is_legal(Point::new(1, 1))));
        });
        let expected = [
            (1, 1, "... ... ...", Color::Black),
            (2, 3, "X.. ... ...", Color::Black),
            (3, 4, "XX. ... ...", Color::White),
            (4, 5, "XX. ... ...", Color::Black),
            (5, 6, "XX. ... ...", Color::White),
        ];
        let expected = expected.map(|(number, node, board, turn)| (number, node, board.to_string(), turn, true));
        assert_eq!(shown, expected, "the centre is free, after two passes too");
        assert_eq!(game.unwrap().move_number(), 5);
    }

    #[test]
    fn a_record_is_walked_as_far_as_is_wanted() {
        let record = Record::of("x", &tree("(;SZ[3];B[aa];W[bb];B[cc];W[cc])")).unwrap();
        let mut shown = 0;
        let game = record.walk(Rules::SIMPLE, |game, mv| {
            shown += 1;
            assert!(game.check(game.to_play(), mv).is_ok());
            if shown < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((game.map(|game| game.move_number()), shown), (Ok(2), 3), "the fourth move is illegal");
    }
}
