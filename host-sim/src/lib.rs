//! The simulator as a library: the tests drive it directly.
