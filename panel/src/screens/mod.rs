//! One file a screen. Everything keeps four pixels from the edge: there the frame glows when somebody is needed.

mod common;
mod playing;
mod result;
mod service;

#[cfg(test)]
pub use common::{ATTENTION, TITLE};
pub use common::{is_urgent, strip};
pub use playing::playing;
#[cfg(test)]
pub use result::{WINNER, WORTH};
pub use result::{kind_of, result};
pub use service::{census, fault, last_sheet, ready, sensor_test, sessions};
