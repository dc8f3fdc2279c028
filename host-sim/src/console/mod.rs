//! `referee serve`: the referee's console. One program holds the lines to all tables, keeps their records, and shows a web page: the
//! hall for everybody, a table and its orders for whoever has signed in.
//!
//! What is acknowledged to a table is in the ledger's file before ([`crate::referee::Ledger`]); everything else is worked out from records again, so the program may be
//! killed at any moment. The page needs nothing from outside and no build step.

mod awaited;
mod command;
mod conduct;
mod doors;
mod form;
mod hall;
mod held;
mod login;
mod post;
mod result;
mod story;
mod terminal;
mod view;
mod web;

pub use command::{ConnectArguments, Devices, PassphraseArguments, ServeArguments};
pub use doors::Doors;
pub use form::{Form, FormError};
pub use hall::Hall;
pub use held::Held;
pub use login::{Logins, Role, SignedIn, set_passphrase};
pub use post::{Post, Where};
pub use terminal::{Keys, Shown, draw};
pub use view::{HallView, TableView};
pub use web::{App, router};

pub use crate::referee::port::{Address, Line};
