//! Games as people play them: the truth of every hand, the motions it makes, and what a table should have seen.
//!
//! - [`engine`]: one hand by the book, from the dice to the payments. [`greedy`] players play for themselves,
//!   a [`director`]'s players play towards a [`goal`] of the [`catalogue`].
//! - [`perform`]: the motions and button presses of that hand, as people make them.
//! - [`settling`]: what the tracker would report of them, and when; [`told`]: the same as inputs of the game.
//! - [`session`] and [`course`]: hand after hand, as truth alone or with its motions on one clock.
//! - [`grade`]: what a table recorded, held against the truth.
//!
//! Everything follows from seeds. No rule lives here: what is legal and what it is worth, the book says.

pub mod arrange;
pub mod catalogue;
pub mod check;
pub mod course;
pub mod coverage;
pub mod director;
pub mod engine;
pub mod foul;
pub mod goal;
pub mod grade;
pub mod greedy;
mod offers;
pub mod options;
pub mod pace;
pub mod perform;
mod perform_deal;
mod perform_end;
mod perform_slip;
pub mod random;
pub mod session;
pub mod settling;
pub mod shape;
mod slips;
mod slips_offer;
pub mod table;
pub mod timeline;
pub mod told;
pub mod truth;
pub mod wall;
mod wins;

#[cfg(test)]
mod motion_tests;
#[cfg(test)]
mod tests;
