//! What the page leaves in the ledger: its games as they stand, and the contests that were started there.
//!
//! A game of a contest is written once, when it is over. A game of the page is written again whenever something changes
//! in it, so that it can be taken up after anything. What its terms and its state are is the page's business: here they
//! are texts.

use std::time::SystemTime;

use sqlx::Row;
use sqlx::Sqlite;
use sqlx::query::Query;
use sqlx::sqlite::{SqliteArguments, SqliteRow};

use super::row::number;
use super::{Job, Ledger, LedgerError};
use crate::record::milliseconds;

/// A game of the page in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageCard {
    /// What it is known by.
    pub id: String,
    /// Who plays, Black first.
    pub seats: [String; 2],
    /// The size of the board.
    pub size: u64,
    /// How many moves have been made.
    pub moves: u64,
    /// The result; empty until there is one.
    pub result: String,
    /// The stones where the game stands, row by row from the top left: `X`, `O` and `.`.
    pub stones: String,
    /// When it began, in milliseconds since 1970.
    pub begun: u64,
    /// When it was last changed.
    pub changed: u64,
}

/// A game of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageGame {
    /// What a list shows of it.
    pub card: PageCard,
    /// How it began.
    pub terms: String,
    /// Its state, besides its record.
    pub state: String,
    /// The record, with its variations.
    pub sgf: String,
}

const UPSERT: &str = "INSERT INTO page_games (id, black, white, size, moves, result, stones, terms, state, sgf, \
                      begun, changed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) \
                      ON CONFLICT (id) DO UPDATE SET black = excluded.black, white = excluded.white, \
                      moves = excluded.moves, result = excluded.result, stones = excluded.stones, \
                      state = excluded.state, sgf = excluded.sgf, changed = excluded.changed";

impl PageGame {
    /// The statement that writes it, in place of how it was before.
    pub(super) fn upsert(&self) -> Query<'_, Sqlite, SqliteArguments> {
        let PageGame { card, terms, state, sgf } = self;
        let [black, white] = &card.seats;
        sqlx::query(UPSERT)
            .bind(&card.id)
            .bind(black)
            .bind(white)
            .bind(card.size as i64)
            .bind(card.moves as i64)
            .bind(&card.result)
            .bind(&card.stones)
            .bind(terms)
            .bind(state)
            .bind(sgf)
            .bind(card.begun as i64)
            .bind(card.changed as i64)
    }
}

fn card(row: &SqliteRow) -> Result<PageCard, sqlx::Error> {
    Ok(PageCard {
        id: row.try_get("id")?,
        seats: [row.try_get("black")?, row.try_get("white")?],
        size: number(row, "size")?,
        moves: number(row, "moves")?,
        result: row.try_get("result")?,
        stones: row.try_get("stones")?,
        begun: number(row, "begun")?,
        changed: number(row, "changed")?,
    })
}

impl Ledger {
    /// Writes a game of the page in place of how it was before, and returns at once; `done` is called by the thread
    /// that writes, when the game is committed or could not be.
    pub fn keep(&self, game: PageGame, done: impl FnOnce(Result<(), LedgerError>) + Send + 'static) {
        let job = Job::Page { game: Box::new(game), done: Box::new(done) };
        let refused = match &self.jobs {
            None => Some((job, LedgerError::ReadOnly(self.path.clone()))),
            Some(jobs) => jobs.send(job).err().map(|unsent| (unsent.0, self.closed())),
        };
        if let Some((Job::Page { done, .. }, error)) = refused {
            done(Err(error));
        }
    }

    /// A game of the page.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn page_game(&self, id: &str) -> Result<Option<PageGame>, LedgerError> {
        self.ask(async |connection| {
            let row = sqlx::query("SELECT * FROM page_games WHERE id = $1").bind(id).fetch_optional(connection).await?;
            let read = |row: &SqliteRow| {
                let (terms, state, sgf) = (row.try_get("terms")?, row.try_get("state")?, row.try_get("sgf")?);
                Ok(PageGame { card: card(row)?, terms, state, sgf })
            };
            row.as_ref().map(read).transpose()
        })
    }

    /// Some games of the page, the most recently changed first, and their total number.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn page_games(&self, offset: u32, limit: u32) -> Result<(Vec<PageCard>, u64), LedgerError> {
        self.ask(async |connection| {
            let select = "SELECT id, black, white, size, moves, result, stones, begun, changed FROM page_games \
                          ORDER BY changed DESC, id LIMIT $1 OFFSET $2";
            let rows = sqlx::query(select).bind(i64::from(limit)).bind(i64::from(offset));
            let cards = rows.fetch_all(&mut *connection).await?.iter().map(card).collect::<Result<Vec<_>, _>>()?;
            let all = sqlx::query("SELECT COUNT(*) AS number FROM page_games").fetch_one(connection).await?;
            Ok((cards, number(&all, "number")?))
        })
    }

    /// Stores the definition of a contest of the page, replacing the previous one.
    ///
    /// # Errors
    /// If the ledger cannot be written.
    pub fn keep_contest(&self, name: &str, definition: &str) -> Result<(), LedgerError> {
        let now = milliseconds(SystemTime::now()) as i64;
        self.ask(async |connection| {
            let upsert = "INSERT INTO page_contests (name, definition, changed) VALUES ($1, $2, $3) \
                          ON CONFLICT (name) DO UPDATE SET definition = excluded.definition, \
                          changed = excluded.changed";
            sqlx::query(upsert).bind(name).bind(definition).bind(now).execute(connection).await?;
            Ok(())
        })
    }

    /// The contests of the page, the one that was started last first: their names and definitions.
    ///
    /// # Errors
    /// If the ledger cannot be read.
    pub fn page_contests(&self) -> Result<Vec<(String, String)>, LedgerError> {
        self.ask(async |connection| {
            let rows = sqlx::query("SELECT name, definition FROM page_contests ORDER BY changed DESC, name");
            let rows = rows.fetch_all(connection).await?;
            rows.iter().map(|row| Ok((row.try_get("name")?, row.try_get("definition")?))).collect()
        })
    }
}
