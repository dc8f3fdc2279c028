//! `host-sim score`: hands typed by people or piped in by programs.

mod mcr;
mod mcr_table;
pub mod notation;

pub use mcr::{McrFacts, McrLine};
pub use mcr_table::McrTable;
