//! What crosses the UART: frames, messages, the table's end of the link and the gate for orders.

mod answer;
mod budget;
mod frame;
mod grounds;
mod link;
mod message;
mod order;

pub use answer::{Answer, Challenge, Receipt};
pub use frame::{Accumulator, FrameError, LONGEST_BODY, LONGEST_FRAME, encode};
pub use grounds::{Grounds, Why, corrects};
pub use link::{
    ALIVE_EVERY, Action, HELLO_EVERY, LOST_AFTER, Link, LinkError, LinkState, RESEND, WINDOW,
};
pub use message::{
    Ask, FromTable, LIST_PIECE, ListRefusal, ListWord, MessageError, Nonce, PROTOCOL, RefereeHello,
    SchemaHash, TableHello, ToTable, speaks, version_of,
};
pub use order::{Gate, KeptReceipt, Order, OrderError, OrderId, SessionId, Turned, WhyNot};
