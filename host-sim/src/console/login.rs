//! Who may do what: two roles with passphrases, and sessions that end by themselves.

use std::fmt;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use anyhow::{Result, anyhow, bail, ensure};
use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use table_core::game::Command;
use table_core::trust;

use super::Doors;
use super::doors::seconds;

/// A session lasts one working day of a tournament at most.
const LASTS: i64 = 12 * 3600;
/// Shortest passphrase.
const SHORTEST: usize = 12;
/// So many wrong passphrases, and nobody can sign in for a while.
const MOST_WRONG: u32 = 5;
const LOCKED: Duration = Duration::from_secs(30);

/// What somebody is at the console.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Looks after tables.
    Referee,
    /// Decides what a referee may not.
    HeadReferee,
}

impl Role {
    /// Both.
    pub const ALL: [Role; 2] = [Role::Referee, Role::HeadReferee];

    /// As it is written everywhere.
    pub fn name(self) -> &'static str {
        match self {
            Role::Referee => "referee",
            Role::HeadReferee => "head-referee",
        }
    }

    /// The role with this name.
    pub fn named(name: &str) -> Option<Role> {
        Role::ALL.into_iter().find(|role| role.name() == name)
    }

    /// Whether this role may give an order: the table's own list decides.
    pub fn may(self, command: &Command) -> bool {
        let role = match self {
            Role::Referee => trust::Role::Referee,
            Role::HeadReferee => trust::Role::HeadReferee,
        };
        trust::entitled(command).contains(&role)
    }
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())
    }
}

/// Somebody who has signed in.
#[derive(Debug, Clone, Serialize)]
pub struct SignedIn {
    /// As what.
    pub role: Role,
    /// To be sent along with everything that changes something: another site does not know it.
    pub token: String,
    /// Seconds until it ends.
    pub seconds_left: i64,
}

/// The door.
#[derive(Default)]
pub struct Logins {
    wrong: Mutex<(u32, Option<Instant>)>,
}

fn random() -> Result<String> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness: {error}"))?;
    Ok(crate::referee::digits(&bytes))
}

/// What the file knows of a secret: enough to compare, not enough to use.
fn kept(secret: &str) -> [u8; 32] {
    Sha256::digest(secret).into()
}

/// Sets the passphrase of a role.
pub fn set_passphrase(doors: &Doors, role: Role, passphrase: &str) -> Result<()> {
    ensure!(
        passphrase.chars().count() >= SHORTEST,
        "a passphrase has at least {SHORTEST} characters: take four or five words"
    );
    let hash = Argon2::default()
        .hash_password(passphrase.as_bytes())
        .map_err(|error| anyhow!("no hash: {error}"))?;
    Ok(doors.set_passphrase(role.name(), &hash.to_string())?)
}

impl Logins {
    /// Signs somebody in; what his browser is to keep. Takes its time: the hash is made to be slow.
    pub fn sign_in(&self, doors: &Doors, role: Role, passphrase: &str) -> Result<String> {
        let lock = || self.wrong.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let (MOST_WRONG.., Some(since)) = *lock()
            && since.elapsed() < LOCKED
        {
            bail!("too many wrong passphrases: wait half a minute");
        }
        let Some(hash) = doors.passphrase(role.name())? else {
            bail!("no passphrase is set: run `referee passphrase {role}`");
        };
        let hash = PasswordHash::new(&hash).map_err(|error| anyhow!("{error}"))?;
        if Argon2::default().verify_password(passphrase.as_bytes(), &hash).is_err() {
            let mut wrong = lock();
            *wrong = (wrong.0 + 1, Some(Instant::now()));
            bail!("wrong passphrase");
        }
        *lock() = (0, None);
        let secret = random()?;
        doors.sign_in(&kept(&secret), role.name(), &random()?, seconds() + LASTS)?;
        Ok(secret)
    }

    /// Who holds this secret.
    pub fn who(&self, doors: &Doors, secret: &str) -> Option<SignedIn> {
        let (role, token, expires) = doors.signed_in(&kept(secret)).ok().flatten()?;
        Some(SignedIn { role: Role::named(&role)?, token, seconds_left: expires - seconds() })
    }

    /// He leaves.
    pub fn sign_out(&self, doors: &Doors, secret: &str) -> Result<()> {
        Ok(doors.sign_out(&kept(secret))?)
    }
}
