//! What crosses the UART: frames, messages and the table's end of the link.

mod frame;
mod link;
mod message;

pub use frame::{Accumulator, FrameError, LONGEST_BODY, LONGEST_FRAME, encode};
pub use link::{Action, Link, LinkError};
pub use message::{FromTable, Hello, MessageError, PROTOCOL, SchemaHash, ToTable};
