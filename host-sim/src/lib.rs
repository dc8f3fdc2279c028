//! The table on a desktop: a simulated world around the real application, and the referee's side.
//!
//! The simulator has no rules of its own. Its [`world`] moves tiles and knows the truth, its [`air`] carries what
//! tags answer, its [`chips`] answer bus transactions, and its homes run the same application: [`desktop`] in this process, [`qemu`] as the real image.

pub mod air;
pub mod album;
pub mod bench;
pub mod chips;
pub mod command;
pub mod console;
pub mod cuts;
pub mod desktop;
pub mod home;
pub mod link;
pub mod ordered;
pub mod paper;
pub mod play;
pub mod played;
pub mod qemu;
pub mod referee;
pub mod rerun;
pub mod scenario;
pub mod score;
pub mod serve;
pub mod set;
pub mod tell;
pub mod watch;
pub mod world;
