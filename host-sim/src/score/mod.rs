//! `host-sim score`: hands typed by people or piped in by programs.

mod gghk;
mod gghk_table;
mod line;
mod mcr;
mod mcr_table;
pub mod notation;
mod spell;

pub use gghk::{GghkFacts, GghkLine};
pub use gghk_table::GghkTable;
pub use mcr::{McrFacts, McrLine};
pub use mcr_table::McrTable;
