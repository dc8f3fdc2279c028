//! The rule books: one folder per rule set, and the shapes of winning hands that they share.

pub mod mcr;
pub mod shape;
