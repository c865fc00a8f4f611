//! Queries: one JSON object a line, checked field by field.

use std::time::Duration;

use goban::{Color, Game, MAX_SIZE, MIN_SIZE, Move, Point, Rules};
use player::{ONE_ALLOW, Restriction, Restrictions};
use serde_json::{Map, Value};

use crate::rules;

/// A JSON object.
pub(super) type Object = Map<String, Value>;

/// What is wrong with a field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct FieldError {
    pub(super) field: &'static str,
    pub(super) message: String,
}

/// The side from which win rates, scores and ownership are reported.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Perspective {
    Of(Color),
    SideToMove,
}

/// What to report of a position, and the limits of its search.
#[derive(Clone, Debug)]
pub(super) struct AnalysisOptions {
    pub(super) visits: Option<u64>,
    pub(super) time: Option<Duration>,
    pub(super) every: Option<Duration>,
    pub(super) ownership: bool,
    pub(super) policy: bool,
    pub(super) perspective: Perspective,
    pub(super) restrictions: Restrictions,
}

/// A query for the analysis of one or several positions of a game.
#[derive(Clone, Debug)]
pub(super) struct Query {
    /// The positions: how many moves were played, the game, and how urgent it is.
    pub(super) turns: Vec<(usize, Game, i64)>,
    pub(super) options: AnalysisOptions,
    /// Requests that are not supported.
    pub(super) warnings: Vec<(String, String)>,
}

/// Fields that our players cannot provide: the reply omits them, as the protocol allows.
const UNANSWERED: [&str; 10] = [
    "includeMovesOwnership",
    "includeMovesOwnershipStdev",
    "includeNoResultValue",
    "includeOwnershipStdev",
    "includePVVisits",
    "analysisPVLen",
    "firstReportDuringSearchAfter",
    "rootFpuReductionMax",
    "rootPolicyTemperature",
    "wideRootNoise",
];

/// Fields that are read below.
const READ: [&str; 21] = [
    "id",
    "moves",
    "initialStones",
    "initialPlayer",
    "rules",
    "komi",
    "whiteHandicapBonus",
    "boardXSize",
    "boardYSize",
    "analyzeTurns",
    "maxVisits",
    "includeOwnership",
    "includePolicy",
    "avoidMoves",
    "allowMoves",
    "overrideSettings",
    "reportDuringSearchEvery",
    "priority",
    "priorities",
    "action",
    "turnNumbers",
];

impl Query {
    pub(super) fn read(object: &Object) -> Result<Query, FieldError> {
        let fields = Fields(object);
        let size = size(&fields)?;
        let rules = rules_of(&fields)?;
        let komi = komi(&fields, rules)?;
        let mut game = Game::new(size, rules, komi);
        let moves = fields.required("moves")?;
        let moves = plays("moves", moves, size)?;
        let first = color_field(&fields, "initialPlayer")?.or(moves.first().map(|&(color, _)| color));
        place(&fields, &mut game, first)?;
        let turns = replay(game, &moves, turns(&fields, moves.len())?)?;
        let (options, mut warnings) = options(&fields, size)?;
        for field in object.keys() {
            if UNANSWERED.contains(&field.as_str()) {
                warnings.push((field.clone(), "no player here can do this; it is ignored".to_string()));
            } else if !READ.contains(&field.as_str()) {
                warnings.push((field.clone(), "unexpected or unused field".to_string()));
            }
        }
        Ok(Query { turns, options, warnings })
    }
}

/// The fields of a query, each read with an error that names it.
struct Fields<'a>(&'a Object);

impl<'a> Fields<'a> {
    fn get(&self, field: &str) -> Option<&'a Value> {
        self.0.get(field).filter(|value| !value.is_null())
    }

    fn required(&self, field: &'static str) -> Result<&'a Value, FieldError> {
        self.get(field).ok_or_else(|| wrong(field, "is missing"))
    }

    fn read<T>(
        &self,
        field: &'static str,
        expected: &str,
        read: impl FnOnce(&'a Value) -> Option<T>,
    ) -> Result<Option<T>, FieldError> {
        let Some(value) = self.get(field) else { return Ok(None) };
        read(value).map(Some).ok_or_else(|| wrong(field, format!("must be {expected}, not {value}")))
    }

    fn switch(&self, field: &'static str) -> Result<bool, FieldError> {
        Ok(self.read(field, "true or false", Value::as_bool)?.unwrap_or(false))
    }
}

fn wrong(field: &'static str, message: impl Into<String>) -> FieldError {
    FieldError { field, message: message.into() }
}

fn size(fields: &Fields<'_>) -> Result<usize, FieldError> {
    let expected = format!("a whole number from {MIN_SIZE} to {MAX_SIZE}");
    let one = |field: &'static str| {
        fields.required(field)?;
        let number = |value: &Value| Some(value.as_u64()? as usize).filter(|size| (MIN_SIZE..=MAX_SIZE).contains(size));
        fields.read(field, &expected, number)?.ok_or_else(|| wrong(field, "is missing"))
    };
    let (columns, rows) = (one("boardXSize")?, one("boardYSize")?);
    if columns == rows {
        Ok(rows)
    } else {
        Err(wrong("boardYSize", format!("must be the same as boardXSize: {columns}x{rows} is not square")))
    }
}

fn rules_of(fields: &Fields<'_>) -> Result<Rules, FieldError> {
    let found = match fields.required("rules")? {
        Value::String(text) => rules::read(text, Rules::TROMP_TAYLOR),
        Value::Object(object) => rules::from_object(object, Rules::TROMP_TAYLOR),
        other => return Err(wrong("rules", format!("must be a name or an object, not {other}"))),
    };
    let mut found = found.map_err(|error| wrong("rules", error.to_string()))?;
    if let Some(bonus) = fields.get("whiteHandicapBonus") {
        let word = bonus.as_str().map_or_else(|| bonus.to_string(), str::to_string);
        let object: Object = [("whiteHandicapBonus".to_string(), Value::String(word))].into_iter().collect();
        found = rules::from_object(&object, found).map_err(|error| wrong("whiteHandicapBonus", error.to_string()))?;
    }
    Ok(found)
}

fn komi(fields: &Fields<'_>, rules: Rules) -> Result<f32, FieldError> {
    let fits = |komi: &f64| komi.abs() <= 150.0 && (komi * 2.0).fract() == 0.0;
    let komi = fields.read("komi", "a whole or half number from -150 to 150", |value| value.as_f64().filter(fits))?;
    Ok(komi.map_or(rules.usual_komi(), |komi| komi as f32))
}

/// Puts the first stones on the board. Black stones alone, two or more, are a handicap.
fn place(fields: &Fields<'_>, game: &mut Game, first: Option<Color>) -> Result<(), FieldError> {
    let Some(value) = fields.get("initialStones") else {
        if let Some(first) = first {
            game.set_to_play(first);
        }
        return Ok(());
    };
    let mut stones: Vec<(Point, Option<Color>)> = Vec::new();
    for (color, mv) in plays("initialStones", value, game.size())? {
        let point = mv.point().ok_or_else(|| wrong("initialStones", "must be points, not passes"))?;
        if stones.iter().any(|(other, _)| *other == point) {
            let name = point.to_gtp(game.size());
            return Err(wrong("initialStones", format!("has {name} twice")));
        }
        stones.push((point, Some(color)));
    }
    let handicap = stones.len() > 1 && stones.iter().all(|(_, color)| *color == Some(Color::Black));
    let usual = if handicap { Color::White } else { Color::Black };
    let placed = game.setup(&stones, first.unwrap_or(usual));
    placed.map_err(|error| wrong("initialStones", error.to_string()))?;
    if handicap {
        game.set_handicap(stones.len());
    }
    Ok(())
}

/// The turns that are wanted, each with its priority.
fn turns(fields: &Fields<'_>, last: usize) -> Result<Vec<(usize, i64)>, FieldError> {
    let within = |value: &Value| Some(value.as_u64()? as usize).filter(|turn| *turn <= last);
    let expected = format!("a list of one or more whole numbers from 0 to {last}");
    let list = |value: &Value| {
        let turns = value.as_array()?.iter().map(within).collect::<Option<Vec<usize>>>();
        turns.filter(|turns| !turns.is_empty())
    };
    let wanted = fields.read("analyzeTurns", &expected, list)?.unwrap_or_else(|| vec![last]);
    let priority = fields.read("priority", "a whole number", Value::as_i64)?.unwrap_or(0);
    let numbers = |value: &Value| value.as_array()?.iter().map(Value::as_i64).collect::<Option<Vec<i64>>>();
    let priorities = fields.read("priorities", "a list of whole numbers", numbers)?;
    let priorities = priorities.unwrap_or_else(|| vec![priority; wanted.len()]);
    if priorities.len() != wanted.len() {
        return Err(wrong("priorities", "must have one number for each of analyzeTurns"));
    }
    Ok(wanted.into_iter().zip(priorities).collect())
}

/// The game at each wanted turn, in the order in which they are wanted; the side to move is that of the next move.
fn replay(
    mut game: Game,
    moves: &[(Color, Move)],
    wanted: Vec<(usize, i64)>,
) -> Result<Vec<(usize, Game, i64)>, FieldError> {
    let mut found: Vec<Option<Game>> = vec![None; wanted.len()];
    for turn in 0..=moves.len() {
        if game.is_over() {
            game.resume();
        }
        let next = moves.get(turn);
        if let Some(&(color, _)) = next
            && game.to_play() != color
        {
            game.set_to_play(color);
        }
        for (place, _) in wanted.iter().enumerate().filter(|(_, (number, _))| *number == turn) {
            found[place] = Some(game.clone());
        }
        if let Some(&(_, mv)) = next {
            let name = mv.to_gtp(game.size());
            game.play(mv)
                .map_err(|reason| wrong("moves", format!("move {}, {name}, is illegal: {reason}", turn + 1)))?;
        }
    }
    Ok(wanted.into_iter().zip(found).filter_map(|((turn, priority), game)| Some((turn, game?, priority))).collect())
}

type Warnings = Vec<(String, String)>;

fn options(fields: &Fields<'_>, size: usize) -> Result<(AnalysisOptions, Warnings), FieldError> {
    let positive = |value: &Value| value.as_u64().filter(|&number| number > 0);
    let seconds = |value: &Value| {
        let seconds = value.as_f64().filter(|seconds| (0.001..=1e9).contains(seconds))?;
        Some(Duration::from_secs_f64(seconds))
    };
    let mut options = AnalysisOptions {
        visits: fields.read("maxVisits", "a whole number from 1", positive)?,
        time: None,
        every: fields.read("reportDuringSearchEvery", "a number of seconds from 0.001", seconds)?,
        ownership: fields.switch("includeOwnership")?,
        policy: fields.switch("includePolicy")?,
        perspective: Perspective::Of(Color::Black),
        restrictions: restrictions(fields, size)?,
    };
    let mut warnings = Vec::new();
    let settings = fields.read("overrideSettings", "an object", Value::as_object)?;
    for (name, value) in settings.into_iter().flatten() {
        match name.as_str() {
            "reportAnalysisWinratesAs" => options.perspective = perspective(value)?,
            "maxVisits" => options.visits = positive(value),
            "maxTime" => options.time = seconds(value),
            _ => warnings
                .push(("overrideSettings".to_string(), format!("'{name}' is not a setting here; it is ignored"))),
        }
    }
    Ok((options, warnings))
}

fn perspective(value: &Value) -> Result<Perspective, FieldError> {
    match value.as_str().map(str::to_ascii_uppercase).as_deref() {
        Some("BLACK") => Ok(Perspective::Of(Color::Black)),
        Some("WHITE") => Ok(Perspective::Of(Color::White)),
        Some("SIDETOMOVE") => Ok(Perspective::SideToMove),
        _ => Err(wrong("overrideSettings", "reportAnalysisWinratesAs must be BLACK, WHITE or SIDETOMOVE")),
    }
}

fn restrictions(fields: &Fields<'_>, size: usize) -> Result<Restrictions, FieldError> {
    let mut restrictions = Restrictions::default();
    for (field, allow) in [("avoidMoves", false), ("allowMoves", true)] {
        let Some(value) = fields.get(field) else { continue };
        let expected = || wrong(field, "must be a list of objects with player, moves and untilDepth");
        for entry in value.as_array().ok_or_else(expected)? {
            let color = entry["player"].as_str().and_then(Color::parse).ok_or_else(expected)?;
            let depth = entry["untilDepth"].as_u64().filter(|&depth| depth > 0).ok_or_else(expected)?;
            let until_depth = usize::try_from(depth).unwrap_or(usize::MAX);
            let names = entry["moves"].as_array().ok_or_else(expected)?;
            let moves: Result<Vec<Move>, FieldError> = names.iter().map(|name| location(field, name, size)).collect();
            if !restrictions.add(Restriction { color, moves: moves?, allow, until_depth }) {
                return Err(wrong(field, ONE_ALLOW));
            }
        }
    }
    Ok(restrictions)
}

fn color_field(fields: &Fields<'_>, field: &'static str) -> Result<Option<Color>, FieldError> {
    fields.read(field, "B or W", |value| value.as_str().and_then(Color::parse))
}

/// Reads a list of pairs such as `["B","Q4"]`.
fn plays(field: &'static str, value: &Value, size: usize) -> Result<Vec<(Color, Move)>, FieldError> {
    let expected = || wrong(field, "must be a list of pairs such as [\"B\",\"Q4\"]");
    let list = value.as_array().ok_or_else(expected)?;
    list.iter()
        .map(|pair| match pair.as_array().map(Vec::as_slice) {
            Some([color, mv]) => {
                let color = color.as_str().and_then(Color::parse).ok_or_else(expected)?;
                Ok((color, location(field, mv, size)?))
            }
            _ => Err(expected()),
        })
        .collect()
}

/// Reads a move: `Q4`, `pass`, or `(column,row)` counted from 0 at the top left.
fn location(field: &'static str, value: &Value, size: usize) -> Result<Move, FieldError> {
    let text = value.as_str().ok_or_else(|| wrong(field, format!("{value} is not a location")))?;
    let pair = text.trim().strip_prefix('(').and_then(|inner| inner.strip_suffix(')')?.split_once(','));
    if let Some((column, row)) = pair {
        let number = |text: &str| text.trim().parse::<usize>().ok().filter(|number| *number < size);
        let found = number(column).zip(number(row)).map(|(column, row)| Move::Play(Point::new(row, column)));
        return found.ok_or_else(|| wrong(field, format!("'{text}' is not on a board of size {size}")));
    }
    match Move::from_gtp(text, size) {
        Ok(Move::Resign) => Err(wrong(field, "a resignation is not a location")),
        found => found.map_err(|error| wrong(field, error.to_string())),
    }
}
