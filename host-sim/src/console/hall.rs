//! All tables of an event, each with its line, and one ledger for them.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;

use anyhow::{Context, Result};
use tokio::sync::watch;

use super::conduct::Conductor;
use super::held::Held;
use super::{Doors, Post, Where};
use crate::referee::{Ledger, Office, Store};

/// All tables.
pub struct Hall {
    posts: Vec<Arc<Post>>,
    doors: Doors,
    ledger: PathBuf,
    /// Time of the tables for one second of ours; simulated ones may be faster.
    speed: f64,
    changed: watch::Sender<u64>,
}

impl Hall {
    /// Takes up what is held and opens the lines. With `conducted`, the routine orders give themselves.
    pub fn open(
        ledger: &Path,
        tables: &[(u16, Where)],
        office: impl Fn() -> Result<Office>,
        speed: f64,
        conducted: bool,
    ) -> Result<Arc<Hall>> {
        let mut posts = vec![];
        for (number, place) in tables {
            let held = Held::new(office()?, Ledger::open(ledger, place.table)?);
            posts.push(Arc::new(Post::new(*number, place.clone(), held)));
        }
        let doors = Doors::new(Store::open(ledger)?);
        let ledger = ledger.to_owned();
        let hall = Arc::new(Hall { posts, doors, ledger, speed, changed: watch::Sender::new(1) });
        for post in &hall.posts {
            let (hall, post) = (hall.clone(), post.clone());
            let conductor = conducted.then(|| Conductor::new(post.number));
            thread::Builder::new()
                .name(format!("line to table {}", post.number))
                .spawn(move || post.attend(&hall, conductor))
                .context("no thread for a line")?;
        }
        Ok(hall)
    }

    /// The tables, in the order in which they were named.
    pub fn posts(&self) -> &[Arc<Post>] {
        &self.posts
    }

    /// The post of the table with this number.
    pub fn post(&self, number: u16) -> Option<&Arc<Post>> {
        self.posts.iter().find(|post| post.number == number)
    }

    /// Who may sign in, and who has.
    pub fn doors(&self) -> &Doors {
        &self.doors
    }

    /// The ledger's file.
    pub fn ledger(&self) -> &Path {
        &self.ledger
    }

    /// Time of the tables for one second of ours.
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Counts up whenever anything changes.
    pub fn changes(&self) -> watch::Receiver<u64> {
        self.changed.subscribe()
    }

    /// Something has changed.
    pub fn touch(&self) {
        self.changed.send_modify(|version| *version += 1);
    }
}
