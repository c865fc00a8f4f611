//! Converts the errors of the libraries into texts and refusals.

use arena::tournament::EventError;
use arena::{ConditionsError, LedgerError, OpeningsError, RunnerError};
use goban::diagram::DiagramError;
use goban::{CoordinateError, HandicapError, Illegal, MAX_SIZE, MIN_SIZE, PositionError, Rules, UnknownRules};
use kifu::{HeaderError, ParseError, ReplayError};
use player::{Expected, Failure, Forfeit, Instead, Kind, NotationError, SpecError, TimeLoss};
use table::TableError;

use super::{PlayerReason, Reason};
use crate::{Refusal, Text, titles};

/// An error with a translatable text.
trait Explain {
    fn text(&self) -> Text;
}

/// Implements `From` for errors that make a request invalid.
macro_rules! invalid {
    ($($error:ty),+) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                Refusal::invalid(error.text())
            }
        })+
    };
}

invalid!(
    CoordinateError,
    UnknownRules,
    ConditionsError,
    HandicapError,
    NotationError,
    SpecError,
    DiagramError,
    ParseError,
    HeaderError,
    ReplayError
);

impl Refusal {
    pub(crate) fn invalid(reason: impl Into<Text>) -> Refusal {
        Refusal::Invalid { reason: Box::new(reason.into()) }
    }

    fn illegal(reason: &Reason) -> Refusal {
        Refusal::Illegal { reason: Box::new(reason.text()) }
    }
}

impl From<Forfeit> for Refusal {
    fn from(forfeit: Forfeit) -> Refusal {
        match forfeit {
            Forfeit::IllegalMove { mv, reason } => Refusal::illegal(&Reason::IllegalMove { mv, reason: reason.text() }),
            Forfeit::Time(TimeLoss { over }) => {
                let seconds = (over.as_secs_f64() * 1000.0).round() / 1000.0;
                Refusal::illegal(&Reason::OutOfTime { seconds })
            }
            Forfeit::Failure(failure) => failure.into(),
        }
    }
}

impl From<TableError> for Refusal {
    fn from(error: TableError) -> Refusal {
        match error {
            TableError::Turn(spec) => Refusal::Turn { player: spec.to_string() },
            TableError::Counting => Refusal::Counting,
            TableError::NotCounting => Refusal::NotCounting,
            TableError::NotCounted => Refusal::NotCounted,
            TableError::NoStone(point) => Refusal::NoStone { point },
            TableError::NothingToUndo => Refusal::NothingToUndo,
            TableError::Over => Refusal::Over,
            TableError::Forfeit(forfeit) => forfeit.into(),
        }
    }
}

/// The player's message, untranslated.
impl From<Failure> for Refusal {
    fn from(failure: Failure) -> Refusal {
        Refusal::Failure { reason: failure.to_string() }
    }
}

/// The system's message, untranslated.
impl From<LedgerError> for Refusal {
    fn from(error: LedgerError) -> Refusal {
        Refusal::Ledger { reason: error.to_string() }
    }
}

/// Pages choose neither openings nor tournament files, so these are faults of the server and stay untranslated.
impl From<OpeningsError> for Refusal {
    fn from(error: OpeningsError) -> Refusal {
        Refusal::invalid(Reason::Conditions { reason: error.to_string() })
    }
}

impl From<EventError> for Refusal {
    fn from(error: EventError) -> Refusal {
        match error {
            EventError::Conditions(error) => error.into(),
            EventError::Openings(error) => error.into(),
            other => Refusal::invalid(Reason::Conditions { reason: other.to_string() }),
        }
    }
}

impl From<RunnerError> for Refusal {
    fn from(error: RunnerError) -> Refusal {
        match error {
            RunnerError::Ledger(error) => error.into(),
            RunnerError::Player(error) => error.into(),
            RunnerError::Conditions(error) => error.into(),
        }
    }
}

/// A board size that cannot be played.
fn size(size: usize) -> Reason {
    Reason::Size { size, least: MIN_SIZE, most: MAX_SIZE }
}

impl Explain for Illegal {
    fn text(&self) -> Text {
        let reason = match self {
            Illegal::OffBoard => Reason::OffBoard,
            Illegal::Occupied => Reason::Occupied,
            Illegal::Suicide => Reason::Suicide,
            Illegal::Ko => Reason::Ko,
            Illegal::Superko => Reason::Superko,
            Illegal::PassForbidden => Reason::PassForbidden,
            Illegal::GameOver => Reason::GameOver,
        };
        reason.text()
    }
}

impl Explain for CoordinateError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            CoordinateError::Unreadable(text) => Reason::NotAPoint { text },
            CoordinateError::OffBoard { point, size } => Reason::PointOffBoard { point, size },
        };
        reason.text()
    }
}

impl Explain for UnknownRules {
    fn text(&self) -> Text {
        let names = Rules::ALL.map(|(name, _)| name).join(", ");
        Reason::Rules { name: self.0.clone(), names }.text()
    }
}

impl Explain for ConditionsError {
    fn text(&self) -> Text {
        match self {
            ConditionsError::Size(given) => size(*given).text(),
            ConditionsError::Komi(komi) => Reason::Komi { komi: komi.to_string() }.text(),
            ConditionsError::Handicap(error) => error.text(),
            ConditionsError::MoveLimit | ConditionsError::Adjudication(_) => {
                Reason::Conditions { reason: self.to_string() }.text()
            }
        }
    }
}

impl Explain for HandicapError {
    fn text(&self) -> Text {
        let reason = match *self {
            HandicapError::Begun => Reason::HandicapBegun,
            HandicapError::Number { stones, size, most } => {
                Reason::HandicapPlaces { stones, size, most: most.to_string() }
            }
            HandicapError::Count => Reason::HandicapCount,
            HandicapError::Points => Reason::HandicapPoints,
        };
        reason.text()
    }
}

impl Explain for NotationError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            NotationError::Budget(text) => Reason::Budget { text },
            NotationError::Control(text) => Reason::Clock { text },
        };
        reason.text()
    }
}

impl Explain for PositionError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            PositionError::NoLiberty(point) => Reason::NoLiberty { point },
            PositionError::Size(given) => size(given),
            PositionError::OffBoard => Reason::StoneOffBoard,
        };
        reason.text()
    }
}

impl Explain for DiagramError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            DiagramError::Unreadable { file, reason } => Reason::Conditions { reason: format!("{file}: {reason}") },
            DiagramError::NoRows => Reason::NoBoard,
            DiagramError::NotAPoint { line, found } => Reason::NotAStone { line, found: format!("{found:?}") },
            DiagramError::Parenthesis { line } => Reason::Parenthesis { line },
            DiagramError::NotSquare { line, found, rows } => Reason::NotSquare { line, points: found, rows },
            DiagramError::TooLarge { line } => Reason::TooLarge { line, most: MAX_SIZE },
            DiagramError::TwoLastMoves { line } => Reason::TwoLastMoves { line },
            DiagramError::BadKo { line, reason } => Reason::BadKo { line, reason: reason.text() },
            DiagramError::NoKo(point) => Reason::NoKo { point },
            DiagramError::Position(error) => return error.text(),
        };
        reason.text()
    }
}

impl Explain for ParseError {
    fn text(&self) -> Text {
        match self {
            ParseError::NoGame => Reason::NoSgf.text(),
        }
    }
}

impl Explain for HeaderError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            HeaderError::NotGo(game) => Reason::NotGo { game },
            HeaderError::Size(text) => Reason::SizeText { text },
            HeaderError::NotSquare { columns, rows } => Reason::Rectangle { columns, rows },
            HeaderError::SizeRange(given) => size(given),
        };
        reason.text()
    }
}

impl Explain for ReplayError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            ReplayError::Header(error) => return error.text(),
            ReplayError::NoPoint { after, property, value, size } => Reason::NoPoint { property, value, after, size },
            ReplayError::Setup { after, reason } => Reason::Setup { after, reason: reason.text() },
            ReplayError::Illegal { number, color, mv, reason } => {
                Reason::RecordMove { number, side: titles::color(color), mv, reason: reason.text() }
            }
            ReplayError::LateSetup(after) => Reason::LateSetup { after },
            ReplayError::TooLong => Reason::TooLong,
        };
        reason.text()
    }
}

impl Explain for SpecError {
    fn text(&self) -> Text {
        let reason = match self.clone() {
            SpecError::Empty => PlayerReason::Empty,
            SpecError::Name(name) => PlayerReason::Name { name },
            SpecError::Key(key) => PlayerReason::Key { key },
            SpecError::NoSetting => PlayerReason::NoSetting,
            SpecError::NoValue(key) => PlayerReason::NoValue { key },
            SpecError::NoValueFor { player, key, expected } => {
                PlayerReason::NoValueFor { player, key, expected: expected.text() }
            }
            SpecError::NoKey { text, keys } => PlayerReason::NoKey { text, keys },
            SpecError::Unbalanced(text) => PlayerReason::Unbalanced { text },
            SpecError::Half(text) => PlayerReason::Half { text },
            SpecError::Depth => PlayerReason::Depth,
            SpecError::Control(text) => PlayerReason::Control { text },
            SpecError::Twice(key) => PlayerReason::Twice { key },
            SpecError::Keyless(one, other) => PlayerReason::Keyless { one, other },
            SpecError::UnknownPlayer { name, instead } => {
                PlayerReason::UnknownPlayer { player: name, instead: instead.text() }
            }
            SpecError::UnknownParameter { player, key, instead } => {
                PlayerReason::UnknownParameter { player, key, instead: instead.text() }
            }
            SpecError::NoParameters { player, key } => PlayerReason::NoParameters { player, key },
            SpecError::Value { player, key, value, expected } => {
                PlayerReason::Value { player, key, value, expected: expected.text() }
            }
            SpecError::Inside { player, key, error } => PlayerReason::Inside { player, key, reason: error.text() },
            SpecError::Renamed { player, key, now } => PlayerReason::Renamed { player, key, now },
            SpecError::NoEffect { player, key, condition } => PlayerReason::NoEffect { player, key, condition },
            SpecError::Refused(reason) => PlayerReason::Refused { reason },
            SpecError::Unavailable { player, reason } => PlayerReason::Unavailable { player, reason },
        };
        reason.text()
    }
}

impl Explain for Instead {
    fn text(&self) -> Text {
        match self.clone() {
            Instead::Nearest(name) => PlayerReason::Nearest { name }.text(),
            Instead::OneOf(names) => PlayerReason::OneOf { names: names.join(", ") }.text(),
        }
    }
}

impl Explain for Expected {
    fn text(&self) -> Text {
        let expected = match *self {
            Expected::AtMost(max) => PlayerReason::IntAtMost { max },
            Expected::Kind(kind) => match kind {
                Kind::Bool => PlayerReason::Bool,
                Kind::Int { min: i64::MIN, max: i64::MAX } => PlayerReason::Int,
                Kind::Int { min, max: i64::MAX } => PlayerReason::IntAtLeast { min },
                Kind::Int { min, max } => PlayerReason::IntRange { min, max },
                Kind::Float { min, max } if min.is_finite() && max.is_finite() => PlayerReason::FloatRange { min, max },
                Kind::Float { min, .. } if min.is_finite() => PlayerReason::FloatAtLeast { min },
                Kind::Float { .. } => PlayerReason::Float,
                Kind::Choice(names) => PlayerReason::Choice { names: names.join(", ") },
                Kind::Text => PlayerReason::Text,
                Kind::Seed => PlayerReason::IntAtLeast { min: 0 },
                Kind::Player => PlayerReason::Player,
            },
        };
        expected.text()
    }
}
