//! For any rows of a ledger there is a report, or a sentence that explains why not.

use proptest::prelude::*;
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};

use super::*;

/// The values that SQLite may store in a column of any type.
#[derive(Clone, Debug)]
enum Value {
    Null,
    Int(i64),
    Real(f64),
    Text(String),
    Blob(Vec<u8>),
}

/// The tables of a ledger, without the constraints that keep it in order.
const TABLES: &str = "
    CREATE TABLE _sqlx_migrations (version);
    CREATE TABLE contests (id, kind, name, terms, begun);
    CREATE TABLE games (id, contest, round, number, black, white, black_engine, white_engine, first, size, rules, komi,
        handicap, budget, clock, opening, seed, result, finish, remark, moves, times, sgf, version, cpu, cores, begun,
        ended);";

const INSERT: &str = "INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, \
                      ?, ?, ?, ?, ?, ?)";

/// A contest and a game as they should be.
fn sound() -> Vec<Value> {
    let text = |text: &str| Value::Text(text.to_string());
    let contest = vec![text("c"), text("match"), text("a v b"), text("even"), Value::Int(1)];
    let mut game = vec![text("c/0"), text("c"), Value::Int(0), Value::Int(0), text("a"), text("b"), text(""), text("")];
    game.extend([text("black"), Value::Int(9), text("chinese"), Value::Real(7.5), Value::Int(0), text(""), text("")]);
    game.extend([text("none"), Value::Int(1), text("B+1"), text("passes"), text(""), Value::Int(1), text("[1]")]);
    game.extend([text("(;SZ[9];B[ee])"), text("0.1.0"), text("abacus"), Value::Int(2), Value::Int(1), Value::Int(2)]);
    [contest, game].concat()
}

fn words() -> impl Strategy<Value = String> {
    let known =
        prop::sample::select(vec!["", "c", "NULL", "NaN", "0", "W+T", "Void", "forfeit: crash", "book 1", "[[]]"]);
    let any = prop::collection::vec(any::<char>(), 0..20).prop_map(|chars| chars.into_iter().collect());
    prop_oneof![known.prop_map(str::to_string), any, "[\\x00-\\x1f\"'<&|`$%{}\\\\;()\\[\\]]{0,12}"]
}

fn value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        prop_oneof![any::<i64>(), -2i64..500, Just(i64::MIN), Just(i64::MAX)].prop_map(Value::Int),
        prop_oneof![any::<f64>(), Just(f64::NAN), Just(f64::INFINITY)].prop_map(Value::Real),
        words().prop_map(Value::Text),
        words().prop_map(Value::Text),
        prop::collection::vec(any::<u8>(), 0..12).prop_map(Value::Blob),
    ]
}

async fn write(path: &Path, rows: &[Vec<Value>]) -> Result<(), sqlx::Error> {
    let options = SqliteConnectOptions::new().filename(path).create_if_missing(true);
    let mut connection = SqliteConnection::connect_with(&options).await?;
    sqlx::raw_sql(TABLES).execute(&mut connection).await?;
    for row in rows {
        let (contest, game) = row.split_at(5);
        for (insert, values) in [("INSERT INTO contests VALUES (?, ?, ?, ?, ?)", contest), (INSERT, game)] {
            let query = values.iter().cloned().fold(sqlx::query(insert), |query, value| match value {
                Value::Null => query.bind(None::<String>),
                Value::Int(number) => query.bind(number),
                Value::Real(number) => query.bind(number),
                Value::Text(text) => query.bind(text),
                Value::Blob(bytes) => query.bind(bytes),
            });
            query.execute(&mut connection).await?;
        }
    }
    connection.close().await
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_rows_give_a_report_or_a_sentence(
        changes in prop::collection::vec((0usize..33, value()), 0..4),
        more in prop::collection::vec((0usize..33, value()), 0..2),
    ) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("odd.db");
        let rows = [changes, more].map(|changes| {
            let mut row = sound();
            changes.into_iter().for_each(|(column, value)| row[column] = value);
            row
        });
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(write(&path, &rows)).unwrap();
        let report = Ledger::open_to_read(&path)
            .map_err(ReportError::from)
            .and_then(|ledger| Report::read(&ledger, "odd", &Selection::default()));
        match report {
            Ok(report) => Format::ALL.iter().for_each(|&format| assert!(report.render(format).ends_with('\n'))),
            Err(error) => {
                let sentence = error.to_string();
                prop_assert!(!sentence.is_empty() && !sentence.contains(char::is_control), "{sentence:?}");
            }
        }
    }
}
