//! The ledger's file: SQLite, one file for a whole event, safe against a device that is switched off at any moment.
//!
//! A record is in the file before its receipt is sent. The file is not believed more than a table is: what is read from it is checked
//! like what comes over the wire.

use std::path::Path;

use rusqlite::{Connection, OptionalExtension, params};
use table_core::record::{Sealed, Seq};
use table_core::trust::PublicKey;

/// Why the file cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// SQLite says so.
    #[error("{0}")]
    Sqlite(#[from] rusqlite::Error),
    /// Written by a newer program.
    #[error("the file has layout {found}, this program knows up to {}: use the newer program", MIGRATIONS.len())]
    Newer {
        /// Its layout.
        found: usize,
    },
}

/// Each brings the file from one layout to the next; the file's `user_version` says how many it has seen. Never change one
/// that was released: add another.
const MIGRATIONS: [&str; 2] = [
    "
    CREATE TABLE tables (
        key BLOB PRIMARY KEY CHECK (length(key) = 32),
        number INTEGER
    ) STRICT;
    CREATE TABLE records (
        table_key BLOB NOT NULL REFERENCES tables (key),
        seq INTEGER NOT NULL,
        sealed BLOB NOT NULL,
        PRIMARY KEY (table_key, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE receipts (
        table_key BLOB NOT NULL REFERENCES tables (key),
        newest INTEGER NOT NULL,
        signed BLOB NOT NULL,
        PRIMARY KEY (table_key, newest)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE alarms (
        id INTEGER PRIMARY KEY,
        table_key BLOB NOT NULL REFERENCES tables (key),
        told_at TEXT NOT NULL DEFAULT (datetime('now')),
        alarm TEXT NOT NULL
    ) STRICT;
",
    // The console: who may sign in, and who has.
    "
    CREATE TABLE passphrases (
        role TEXT PRIMARY KEY,
        hash TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE logins (
        secret BLOB PRIMARY KEY,
        role TEXT NOT NULL,
        token TEXT NOT NULL,
        expires INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
];

/// An open file.
pub struct Store {
    file: Connection,
}

impl Store {
    /// Opens the file, or makes it.
    pub fn open(path: &Path) -> Result<Store, StoreError> {
        Store::with(Connection::open(path)?)
    }

    /// A file that is forgotten when it is closed.
    pub fn in_memory() -> Result<Store, StoreError> {
        Store::with(Connection::open_in_memory()?)
    }

    fn with(mut file: Connection) -> Result<Store, StoreError> {
        // Full: a commit that has returned survives the device's power.
        file.execute_batch(
            "PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON;",
        )?;
        let found: u32 = file.query_row("PRAGMA user_version", [], |row| row.get(0))?;
        let found = found as usize;
        if found > MIGRATIONS.len() {
            return Err(StoreError::Newer { found });
        }
        for (layout, migration) in (1..).zip(MIGRATIONS).skip(found) {
            let step = file.transaction()?;
            step.execute_batch(migration)?;
            step.pragma_update(None, "user_version", layout)?;
            step.commit()?;
        }
        Ok(Store { file })
    }

    /// The file, for others who keep something in it.
    pub(crate) fn file(&self) -> &Connection {
        &self.file
    }

    /// Knows a table from now on.
    pub fn add_table(&self, table: &PublicKey) -> Result<(), StoreError> {
        let add = "INSERT INTO tables (key) VALUES (?1) ON CONFLICT DO NOTHING";
        self.file.execute(add, [table.0])?;
        Ok(())
    }

    /// Keeps a record; when this returns it is safe.
    pub fn keep(&self, table: &PublicKey, seq: Seq, sealed: &Sealed) -> Result<(), StoreError> {
        let mut insert = self.file.prepare("INSERT INTO records VALUES (?1, ?2, ?3)")?;
        insert.execute(params![table.0, seq.0 as i64, sealed.bytes()])?;
        Ok(())
    }

    /// All records of a table as they were kept, in order.
    pub fn records(&self, table: &PublicKey) -> Result<Vec<Vec<u8>>, StoreError> {
        let select = "SELECT sealed FROM records WHERE table_key = ?1 ORDER BY seq";
        let mut select = self.file.prepare(select)?;
        let records = select.query_map([table.0], |row| row.get(0))?;
        Ok(records.collect::<Result<_, _>>()?)
    }

    /// Keeps a receipt that is about to be sent.
    pub fn keep_receipt(
        &self,
        table: &PublicKey,
        newest: Seq,
        signed: &[u8],
    ) -> Result<(), StoreError> {
        let insert = "INSERT OR REPLACE INTO receipts VALUES (?1, ?2, ?3)";
        self.file.execute(insert, params![table.0, newest.0 as i64, signed])?;
        Ok(())
    }

    /// The newest receipt given.
    pub fn newest_receipt(&self, table: &PublicKey) -> Result<Option<Seq>, StoreError> {
        let select = "SELECT max(newest) FROM receipts WHERE table_key = ?1";
        let newest: Option<Option<i64>> =
            self.file.query_row(select, [table.0], |row| row.get(0)).optional()?;
        Ok(newest.flatten().map(|newest| Seq(newest as u64)))
    }

    /// Keeps an alarm.
    pub fn keep_alarm(&self, table: &PublicKey, alarm: &str) -> Result<(), StoreError> {
        let insert = "INSERT INTO alarms (table_key, alarm) VALUES (?1, ?2)";
        self.file.execute(insert, params![table.0, alarm])?;
        Ok(())
    }

    /// All alarms about a table, oldest first.
    pub fn alarms(&self, table: &PublicKey) -> Result<Vec<String>, StoreError> {
        let select = "SELECT alarm FROM alarms WHERE table_key = ?1 ORDER BY id";
        let mut select = self.file.prepare(select)?;
        let alarms = select.query_map([table.0], |row| row.get(0))?;
        Ok(alarms.collect::<Result<_, _>>()?)
    }
}
