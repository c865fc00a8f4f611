//! The page's tables in the ledger: its games as they stand, and the contests started there.
//!
//! A game of a contest is written once, when it is over. A game of the page is stored when it starts and updated at
//! every change, so that it can be resumed at any time. Its tree is stored node by node: an update writes the nodes
//! that were added or changed, not the whole record. The terms, the state and the nodes are texts that only the page
//! reads.

use std::time::SystemTime;

use sqlx::Row;
use sqlx::sqlite::{SqliteConnection, SqliteRow};

use super::row::number;
use super::{Job, Ledger, LedgerError};
use crate::record::milliseconds;

/// A game of the page in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageCard {
    /// Its identifier.
    pub id: String,
    /// Who plays, Black first.
    pub seats: [String; 2],
    /// The size of the board.
    pub size: u64,
    /// The number of moves.
    pub moves: u64,
    /// The result; empty until there is one.
    pub result: String,
    /// The stones where the game stands, row by row from the top left: `X`, `O` and `.`.
    pub stones: String,
    /// When it started, in milliseconds since 1970.
    pub begun: u64,
    /// When it was last changed.
    pub changed: u64,
}

/// A node of the tree of a page game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageNode {
    /// Its number, in the order in which nodes were added; the root is 0.
    pub number: u32,
    /// The number of the node before it; of the root, 0.
    pub parent: u32,
    /// Its properties, as a record of one node.
    pub sgf: String,
}

/// A game of the page.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageGame {
    /// What a list shows of it.
    pub card: PageCard,
    /// Its terms.
    pub terms: String,
    /// How it stands, beside its record.
    pub state: String,
    /// The whole record, where an earlier version stored it; the nodes are numbered in its order.
    pub record: Option<String>,
    /// The nodes, by number. Nodes of the record are replaced; new ones follow.
    pub nodes: Vec<PageNode>,
}

/// A change of a page game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PageChange {
    /// What a list shows of it now.
    pub card: PageCard,
    /// How it stands now, beside its record.
    pub state: String,
    /// The nodes that were added or changed.
    pub nodes: Vec<PageNode>,
}

/// What is written of a page game.
#[derive(Debug)]
pub(super) enum PageWrite {
    New(PageGame),
    Change(PageChange),
}

const INSERT: &str = "INSERT INTO page_games (id, black, white, size, moves, result, stones, terms, state, begun, \
                      changed) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)";
const INSERT_RECORD: &str = "INSERT INTO page_records (game, sgf) VALUES ($1, $2)";
const UPDATE: &str = "UPDATE page_games SET black = $2, white = $3, moves = $4, result = $5, stones = $6, state = $7, \
                      changed = $8 WHERE id = $1";
const UPSERT_NODE: &str = "INSERT INTO page_nodes (game, number, parent, sgf) VALUES ($1, $2, $3, $4) \
                           ON CONFLICT (game, number) DO UPDATE SET sgf = excluded.sgf";

impl PageWrite {
    /// Writes the game, or what has changed in it.
    pub(super) async fn execute(&self, connection: &mut SqliteConnection) -> Result<(), sqlx::Error> {
        let (card, nodes) = match self {
            PageWrite::New(PageGame { card, terms, state, record, nodes }) => {
                let [black, white] = &card.seats;
                let insert = sqlx::query(INSERT).bind(&card.id).bind(black).bind(white).bind(card.size as i64);
                let insert = insert.bind(card.moves as i64).bind(&card.result).bind(&card.stones).bind(terms);
                let insert = insert.bind(state).bind(card.begun as i64).bind(card.changed as i64);
                insert.execute(&mut *connection).await?;
                if let Some(record) = record {
                    sqlx::query(INSERT_RECORD).bind(&card.id).bind(record).execute(&mut *connection).await?;
                }
                (card, nodes)
            }
            PageWrite::Change(PageChange { card, state, nodes }) => {
                let [black, white] = &card.seats;
                let update = sqlx::query(UPDATE).bind(&card.id).bind(black).bind(white).bind(card.moves as i64);
                let update = update.bind(&card.result).bind(&card.stones).bind(state).bind(card.changed as i64);
                update.execute(&mut *connection).await?;
                (card, nodes)
            }
        };
        for PageNode { number, parent, sgf } in nodes {
            let upsert = sqlx::query(UPSERT_NODE).bind(&card.id).bind(i64::from(*number)).bind(i64::from(*parent));
            upsert.bind(sgf).execute(&mut *connection).await?;
        }
        Ok(())
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

fn node(row: &SqliteRow) -> Result<PageNode, sqlx::Error> {
    let small = |name: &str| number(row, name).map(|number| u32::try_from(number).unwrap_or(u32::MAX));
    Ok(PageNode { number: small("number")?, parent: small("parent")?, sgf: row.try_get("sgf")? })
}

impl Ledger {
    /// Stores a new game of the page, and returns at once. The writing thread calls `done` when the game is committed,
    /// or with the error.
    pub fn store_page_game(&self, game: PageGame, done: impl FnOnce(Result<(), LedgerError>) + Send + 'static) {
        self.write_page(PageWrite::New(game), done);
    }

    /// Updates a stored game of the page, and returns at once. The writing thread calls `done` when the change is
    /// committed, or with the error.
    pub fn update_page_game(&self, change: PageChange, done: impl FnOnce(Result<(), LedgerError>) + Send + 'static) {
        self.write_page(PageWrite::Change(change), done);
    }

    fn write_page(&self, write: PageWrite, done: impl FnOnce(Result<(), LedgerError>) + Send + 'static) {
        let job = Job::Page { write: Box::new(write), done: Box::new(done) };
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
            let select = "SELECT * FROM page_games LEFT JOIN page_records ON game = id WHERE id = $1";
            let Some(row) = sqlx::query(select).bind(id).fetch_optional(&mut *connection).await? else {
                return Ok(None);
            };
            let select = "SELECT number, parent, sgf FROM page_nodes WHERE game = $1 ORDER BY number";
            let nodes = sqlx::query(select).bind(id).fetch_all(connection).await?;
            let (terms, state, record) = (row.try_get("terms")?, row.try_get("state")?, row.try_get("sgf")?);
            let nodes = nodes.iter().map(node).collect::<Result<Vec<_>, _>>()?;
            Ok(Some(PageGame { card: card(&row)?, terms, state, record, nodes }))
        })
    }

    /// Some games of the page, latest change first, and the number of all.
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

    /// Stores the definition of a contest of the page, in place of an earlier one of that name.
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

    /// The names and definitions of the contests of the page, latest first.
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
