//! Games as rows: what the ledger keeps of each, and how that is written and read.

use std::str::FromStr;

use goban::{Color, Outcome};
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};
use sqlx::{Row, Sqlite};

use crate::digest::Digest;
use crate::{Finish, Machine};
use stats::Ending;

/// Who played, and how it came out: what statistics need.
#[derive(Clone, PartialEq, Debug)]
pub struct ResultRow {
    /// What the game is known by; no two games share it.
    pub key: String,
    /// The contest.
    pub contest: String,
    /// The round of a Swiss tournament; 0 elsewhere.
    pub round: u32,
    /// The number of the game in its series. Games 0 and 1, 2 and 3 and so on have the same opening.
    pub number: u64,
    /// The specifications of the players, Black's first.
    pub players: [String; 2],
    /// The colour of the first player of the series.
    pub first: Color,
    /// How it came out.
    pub outcome: Outcome,
    /// How it ended.
    pub finish: Finish,
    /// The number of moves.
    pub moves: u64,
    /// A number that games share which were played alike: on the same board, under the same rules, with the same moves.
    pub line: u64,
    /// When it ended, in milliseconds since 1970.
    pub ended: u64,
}

/// Everything that is known of a game.
#[derive(Clone, PartialEq, Debug)]
#[allow(missing_docs, reason = "the names are as in the conditions and the fixture")]
pub struct GameRow {
    pub result: ResultRow,
    /// The names and versions that other programs report, Black's first; empty for our players.
    pub engines: [String; 2],
    pub size: u64,
    pub rules: String,
    pub komi: f64,
    pub handicap: u64,
    pub budget: String,
    pub clock: String,
    pub opening: String,
    pub seed: u64,
    pub remark: String,
    /// How long each move took, in microseconds, from the first after the opening.
    pub times: Vec<u32>,
    pub sgf: String,
    /// The version of the program that played it.
    pub version: String,
    pub machine: Machine,
    /// When it began, in milliseconds since 1970.
    pub begun: u64,
}

impl ResultRow {
    pub(super) const SELECT: &str = "SELECT id, contest, round, number, black, white, first, result, finish, moves, \
                                     sgf, ended FROM games WHERE contest = $1 ORDER BY ended, id";

    /// Which of the two players of the series won, 0 for the first; `None` for a draw.
    pub fn winner(&self) -> Option<usize> {
        self.outcome.winner().map(|color| usize::from(color != self.first))
    }

    /// The specifications of the players in the order of the series.
    pub fn in_order(&self) -> [&str; 2] {
        let [black, white] = &self.players;
        if self.first == Color::Black { [black, white] } else { [white, black] }
    }

    /// The identity of this game: games that share it were played by the same players with the same colours, move by
    /// move alike, and came out alike.
    pub fn sameness(&self) -> u64 {
        let [black, white] = &self.players;
        // Where a player meets itself, only the colour of the first seat shows which of the two won.
        let seat = if black == white { self.first.to_string() } else { String::new() };
        Digest::new().with(black).with(white).with(seat).with(self.line).with(self.outcome).seed()
    }

    /// How a table counts it, by whether no game like it was counted before.
    pub fn ending(&self, is_new: bool) -> Ending {
        match (self.finish.is_forfeit(), is_new) {
            (true, _) => Ending::Forfeit,
            (false, true) => Ending::Played,
            (false, false) => Ending::Repeated,
        }
    }

    pub(super) fn read(row: &SqliteRow) -> Result<ResultRow, sqlx::Error> {
        let (first, key, sgf): (String, String, &str) =
            (row.try_get("first")?, row.try_get("id")?, row.try_get("sgf")?);
        Ok(ResultRow {
            line: line(&key, sgf),
            key,
            contest: row.try_get("contest")?,
            round: number(row, "round")?.try_into().map_err(|_| unreadable("round", "it is too large".to_string()))?,
            number: number(row, "number")?,
            players: [row.try_get("black")?, row.try_get("white")?],
            first: Color::parse(&first).ok_or_else(|| unreadable("first", format!("'{first}' is not a colour")))?,
            outcome: parsed(row, "result")?,
            finish: parsed(row, "finish")?,
            moves: number(row, "moves")?,
            ended: number(row, "ended")?,
        })
    }
}

/// The properties of a record that a game follows from.
const PLAYED: [&str; 10] = ["SZ", "RU", "KM", "HA", "AB", "AW", "AE", "PL", "B", "W"];

/// The line of a game, by its record. A record that cannot be read is unique: the key of the game stands for it.
pub(crate) fn line(key: &str, sgf: &str) -> u64 {
    let unread = || Digest::new().with("unread").with(key);
    let digest = kifu::parse(sgf).ok().and_then(|(collection, _)| {
        let tree = collection.trees.first()?;
        let nodes = tree.main_line().flat_map(|id| tree.node(id).properties());
        let played = nodes.filter(|property| PLAYED.iter().any(|key| property.is(key)));
        Some(played.fold(Digest::new(), |digest, property| {
            property.values().iter().fold(digest.with(property.name()), |digest, value| digest.with(value.raw()))
        }))
    });
    digest.unwrap_or_else(unread).seed()
}

impl GameRow {
    pub(super) const SELECT: &str = "SELECT * FROM games WHERE id = $1";

    const INSERT: &str = "INSERT INTO games (id, contest, round, number, black, white, black_engine, white_engine, \
                          first, size, rules, komi, handicap, budget, clock, opening, seed, result, finish, remark, \
                          moves, times, sgf, version, cpu, cores, begun, ended) \
                          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, \
                                  $16, $17, $18, $19, $20, $21, $22, $23, $24, $25, $26, $27, $28) \
                          ON CONFLICT (id) DO NOTHING";

    /// The statement that writes it, unless there is a game of its key.
    pub(super) fn insert(&self) -> Result<Query<'_, Sqlite, SqliteArguments>, sqlx::Error> {
        let GameRow { result, engines: [black_engine, white_engine], machine, .. } = self;
        let ResultRow { players: [black, white], .. } = result;
        let times = serde_json::to_string(&self.times).map_err(|error| sqlx::Error::Encode(error.into()))?;
        Ok(sqlx::query(GameRow::INSERT)
            .bind(&result.key)
            .bind(&result.contest)
            .bind(i64::from(result.round))
            .bind(result.number as i64)
            .bind(black)
            .bind(white)
            .bind(black_engine)
            .bind(white_engine)
            .bind(result.first.to_string())
            .bind(self.size as i64)
            .bind(&self.rules)
            .bind(self.komi)
            .bind(self.handicap as i64)
            .bind(&self.budget)
            .bind(&self.clock)
            .bind(&self.opening)
            .bind(self.seed as i64)
            .bind(result.outcome.to_string())
            .bind(result.finish.to_string())
            .bind(&self.remark)
            .bind(result.moves as i64)
            .bind(times)
            .bind(&self.sgf)
            .bind(&self.version)
            .bind(&machine.cpu)
            .bind(machine.cores as i64)
            .bind(self.begun as i64)
            .bind(result.ended as i64))
    }

    pub(super) fn read(row: &SqliteRow) -> Result<GameRow, sqlx::Error> {
        let times: &str = row.try_get("times")?;
        Ok(GameRow {
            result: ResultRow::read(row)?,
            engines: [row.try_get("black_engine")?, row.try_get("white_engine")?],
            size: number(row, "size")?,
            rules: row.try_get("rules")?,
            komi: row.try_get("komi")?,
            handicap: number(row, "handicap")?,
            budget: row.try_get("budget")?,
            clock: row.try_get("clock")?,
            opening: row.try_get("opening")?,
            seed: number(row, "seed")?,
            remark: row.try_get("remark")?,
            times: serde_json::from_str(times).map_err(|error| unreadable("times", error.to_string()))?,
            sgf: row.try_get("sgf")?,
            version: row.try_get("version")?,
            machine: Machine { cpu: row.try_get("cpu")?, cores: number(row, "cores")? as usize },
            begun: number(row, "begun")?,
        })
    }
}

pub(super) fn number(row: &SqliteRow, column: &str) -> Result<u64, sqlx::Error> {
    let number: i64 = row.try_get(column)?;
    u64::try_from(number).map_err(|_| unreadable(column, format!("{number} is less than 0")))
}

fn parsed<T: FromStr<Err: std::fmt::Display>>(row: &SqliteRow, column: &str) -> Result<T, sqlx::Error> {
    let text: String = row.try_get(column)?;
    text.parse().map_err(|error: T::Err| unreadable(column, error.to_string()))
}

pub(super) fn unreadable(column: &str, reason: String) -> sqlx::Error {
    sqlx::Error::ColumnDecode { index: column.to_string(), source: reason.into() }
}
