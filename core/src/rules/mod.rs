//! The rule books: one folder per rule set.
