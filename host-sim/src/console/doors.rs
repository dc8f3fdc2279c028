//! Who may sign in and who has, in the ledger's file: a console that was restarted asks nobody again.

use std::sync::{Mutex, MutexGuard};
use std::time::{SystemTime, UNIX_EPOCH};

use rusqlite::{OptionalExtension, Row, params};

use crate::referee::{Store, StoreError};

/// The passphrases and sessions in an open file.
pub struct Doors(Mutex<Store>);

/// Seconds since 1970.
pub(super) fn seconds() -> i64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(now.as_secs()).unwrap_or(i64::MAX)
}

impl Doors {
    /// Those of this file.
    pub fn new(store: Store) -> Doors {
        Doors(Mutex::new(store))
    }

    /// A panic elsewhere leaves no half-written change behind: SQLite rolls back.
    fn store(&self) -> MutexGuard<'_, Store> {
        self.0.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// The hash of a role's passphrase.
    pub fn passphrase(&self, role: &str) -> Result<Option<String>, StoreError> {
        let select = "SELECT hash FROM passphrases WHERE role = ?1";
        Ok(self.store().file().query_row(select, [role], |row| row.get(0)).optional()?)
    }

    /// Sets it; whoever was signed in with the old one is not any more.
    pub fn set_passphrase(&self, role: &str, hash: &str) -> Result<(), StoreError> {
        let store = self.store();
        let change = store.file().unchecked_transaction()?;
        change.execute("INSERT OR REPLACE INTO passphrases VALUES (?1, ?2)", [role, hash])?;
        change.execute("DELETE FROM logins WHERE role = ?1", [role])?;
        Ok(change.commit()?)
    }

    /// Somebody signed in: `secret` is the hash of what his browser holds.
    pub fn sign_in(
        &self,
        secret: &[u8],
        role: &str,
        token: &str,
        until: i64,
    ) -> Result<(), StoreError> {
        let store = self.store();
        store.file().execute("DELETE FROM logins WHERE expires <= ?1", [seconds()])?;
        let insert = "INSERT INTO logins VALUES (?1, ?2, ?3, ?4)";
        store.file().execute(insert, params![secret, role, token, until])?;
        Ok(())
    }

    /// Who that is: role, token and when it ends.
    pub fn signed_in(&self, secret: &[u8]) -> Result<Option<(String, String, i64)>, StoreError> {
        let select = "SELECT role, token, expires FROM logins WHERE secret = ?1 AND expires > ?2";
        let row = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        Ok(self.store().file().query_row(select, params![secret, seconds()], row).optional()?)
    }

    /// He leaves.
    pub fn sign_out(&self, secret: &[u8]) -> Result<(), StoreError> {
        self.store().file().execute("DELETE FROM logins WHERE secret = ?1", [secret])?;
        Ok(())
    }
}
