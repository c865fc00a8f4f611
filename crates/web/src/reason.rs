//! The errors of the libraries as texts: errors in moves, points, players, clocks, boards and records.

mod explain;

use crate::{Text, texts};

texts! {
    /// An error in a move, a point, a clock, a board or a record.
    pub(crate) enum Reason in "reason" {
        // Moves
        IllegalMove { mv: String, reason: Text } => "{mv} is not a legal move: {reason}",
        OffBoard => "the point is not on the board",
        Occupied => "the point is occupied",
        Suicide => "the move is suicide",
        Ko => "the move retakes a ko at once",
        Superko => "the move repeats an earlier position (superko)",
        PassForbidden => "these rules do not allow a pass",
        GameOver => "the game is over",
        OutOfTime { seconds: f64 } => "the time ran out {seconds} seconds ago",
        NotAPoint { text: String } => "{text} is not a point: expected a letter and a number such as D4, or pass",
        PointOffBoard { point: String, size: usize } => "{point} is not on a board of size {size}",

        // Terms
        Rules { name: String, names: String } => "there are no rules {name}: expected one of {names}",
        Size { size: usize, least: usize, most: usize } =>
            "the board size {size} cannot be played: boards are {least} to {most}",
        Komi { komi: String } =>
            "the komi {komi} cannot be played: it is a number of points such as 6.5, from -1000 to 1000",
        Budget { text: String } =>
            "{text} is not a budget: expected playouts per move such as 800, a time such as 2s, or both as in 800,2s",
        Clock { text: String } =>
            "{text} is not a clock: expected 10m (sudden death), 5m+3s (Fischer), 10m+5x30s (byo-yomi) or 10m+25/5m \
             (Canadian)",
        HandicapBegun => "handicap stones are placed on an empty board before the first move",
        HandicapPlaces { stones: usize, size: usize, most: String } =>
            "{stones} handicap stones have no fixed places on a board of size {size}: it has places for {most}",
        HandicapCount => "there is at least 1 handicap stone, and fewer than the board has points",
        HandicapPoints => "a handicap stone is named twice or is not on the board",
        Conditions { reason: String } => "{reason}",

        // Boards as text
        NoBoard => "there is no board: expected rows of '.', 'X' and 'O'",
        NotAStone { line: usize, found: String } =>
            "line {line}: {found} is not a point; expected '.', 'X', 'O' or a lower-case mark",
        Parenthesis { line: usize } => "line {line}: parentheses mark a stone as the last move, such as (X)",
        NotSquare { line: usize, points: usize, rows: usize } =>
            "line {line}: the row has {points} {points|point|points}, but the board has {rows} {rows|row|rows}",
        TooLarge { line: usize, most: usize } => "line {line}: the largest board has {most} rows of {most} points",
        TwoLastMoves { line: usize } => "line {line}: only one stone can be the last move",
        BadKo { line: usize, reason: Text } => "line {line}: {reason}",
        NoKo { point: String } =>
            "there can be no ko at {point}: no single stone beside it can just have captured one there",
        NoLiberty { point: String } => "the chain at {point} has no liberty",
        StoneOffBoard => "there is a stone outside the board",

        // Records
        NoSgf => "no game was found: an SGF game begins with '(;'",
        NotGo { game: String } => "this is not a game of Go: GM[{game}] instead of GM[1]",
        SizeText { text: String } => "the board size '{text}' cannot be read: expected a number such as 19",
        Rectangle { columns: usize, rows: usize } =>
            "the board is {columns}x{rows}; only square boards can be played",
        NoPoint { property: String, value: String, after: usize, size: usize } =>
            "{property}[{value}] after move {after} is not a point of a board of size {size}",
        Setup { after: usize, reason: Text } => "the stones set up after move {after} are not a position: {reason}",
        RecordMove { number: usize, side: Text, mv: String, reason: Text } =>
            "move {number}, {side} at {mv}, is illegal: {reason}",
        LateSetup { after: usize } => "stones are set up after move {after}",
        TooLong => "the record has more moves than any game",
    }
}

texts! {
    /// An error in the specification of a player.
    pub(crate) enum PlayerReason in "player-reason" {
        Empty => "a player needs a name, such as random",
        Name { name: String } =>
            "'{name}' cannot be the name of a player: names are letters, digits, -, _ and ., with settings after a \
             colon",
        Key { key: String } => "'{key}' cannot be the name of a parameter: names are letters, digits, -, _ and .",
        NoSetting => "a setting after a colon or a comma lacks a value: write key=value, separated by commas",
        NoValue { key: String } => "{key} lacks a value: write {key}=value, or {key}=[] for an empty one",
        NoValueFor { player: String, key: String, expected: Text } =>
            "{player}'s {key} lacks a value: write {key}=value, where value is {expected}",
        NoKey { text: String, keys: String } => "'{text}' lacks a key: write key={text}, where key is one of {keys}",
        Unbalanced { text: String } => "the brackets in '{text}' do not match",
        Half { text: String } => "brackets enclose a whole value, not a part of '{text}'",
        Depth => "brackets are nested too deep",
        Control { text: String } => "'{text}' holds a control character: leave it out",
        Twice { key: String } => "the parameter {key} is given twice",
        Keyless { one: String, other: String } =>
            "'{one}' and '{other}' both lack a key: write key=value, and brackets around a value that has commas",
        UnknownPlayer { player: String, instead: Text } => "there is no player {player}: {instead}",
        UnknownParameter { player: String, key: String, instead: Text } =>
            "{player} has no parameter {key}: {instead}",
        NoParameters { player: String, key: String } => "{player} has no parameters, so {key} cannot be set",
        Value { player: String, key: String, value: String, expected: Text } =>
            "{player} cannot have {key}={value}: expected {expected}",
        Inside { player: String, key: String, reason: Text } => "in {player}'s {key}: {reason}",
        Renamed { player: String, key: String, now: String } => "{player} has no parameter {key} any more: {now}",
        NoEffect { player: String, key: String, condition: String } => "{player}'s {key} has no effect {condition}",
        Refused { reason: String } => "{reason}",
        Unavailable { player: String, reason: String } => "{player} is not available: {reason}",
        // What is expected
        Nearest { name: String } => "did you mean {name}?",
        OneOf { names: String } => "expected one of {names}",
        Bool => "true or false",
        Int => "a whole number",
        IntAtLeast { min: i64 } => "a whole number of at least {min}",
        IntAtMost { max: i64 } => "a whole number of at most {max}",
        IntRange { min: i64, max: i64 } => "a whole number from {min} to {max}",
        Float => "a number",
        FloatAtLeast { min: f64 } => "a number of at least {min}",
        FloatRange { min: f64, max: f64 } => "a number from {min} to {max}",
        Choice { names: String } => "one of {names}",
        Text => "any text",
        Player => "a player",
    }
}
