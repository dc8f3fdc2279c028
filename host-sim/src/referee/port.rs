//! The cable to a table: a serial port, a pseudo-terminal, or TCP. All three are bytes that come, bytes that go, and a silence that is looked at
//! again and again.

use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::path::PathBuf;
use std::str::FromStr;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags};
use rustix::termios::{self, ControlModes, OptionalActions};

/// The table's baud rate (`docs/wire.md`), 8N1.
const BAUD: u32 = 115_200;
/// A TCP address that does not answer within this is tried again later.
const CONNECT: Duration = Duration::from_secs(2);
/// A line that takes no byte for so long is broken.
const STUCK: Duration = Duration::from_secs(5);

/// Where a line ends.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Address {
    /// Host and port.
    Tcp(String),
    /// A serial port, or the near end of a pseudo-terminal.
    Port(PathBuf),
}

impl FromStr for Address {
    type Err = String;

    fn from_str(text: &str) -> Result<Address, String> {
        match text.strip_prefix("tcp:") {
            Some(address) if address.contains(':') => Ok(Address::Tcp(address.into())),
            None if !text.is_empty() && !text.contains(':') => Ok(Address::Port(text.into())),
            _ => Err("tcp:ADDRESS:PORT, such as tcp:127.0.0.1:4000, or a serial port such as /dev/ttyUSB0".into()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Address::Tcp(address) => write!(out, "tcp:{address}"),
            Address::Port(path) => write!(out, "{}", path.display()),
        }
    }
}

/// An open line.
pub enum Line {
    /// Over TCP.
    Tcp(TcpStream),
    /// Over a port that is in raw mode and never blocks.
    Port(File),
}

impl Line {
    /// Opens it; it may not come about, and is then to be tried again.
    pub fn open(address: &Address) -> io::Result<Line> {
        match address {
            Address::Tcp(address) => {
                let address = address.to_socket_addrs()?.next().ok_or(ErrorKind::NotFound)?;
                let line = TcpStream::connect_timeout(&address, CONNECT)?;
                line.set_nodelay(true)?;
                line.set_write_timeout(Some(STUCK))?;
                Ok(Line::Tcp(line))
            }
            Address::Port(path) => {
                let flags = OFlags::RDWR | OFlags::NOCTTY | OFlags::NONBLOCK | OFlags::CLOEXEC;
                let port = rustix::fs::open(path, flags, Mode::empty())?;
                let mut modes = termios::tcgetattr(&port)?;
                modes.make_raw();
                modes.control_modes |= ControlModes::CREAD | ControlModes::CLOCAL;
                modes.set_speed(BAUD)?;
                termios::tcsetattr(&port, OptionalActions::Flush, &modes)?;
                Ok(Line::Port(port.into()))
            }
        }
    }

    /// Bytes that come within `patience`; none if it stays silent. A line that is gone is an error.
    pub fn hear<'a>(&mut self, buffer: &'a mut [u8], patience: Duration) -> io::Result<&'a [u8]> {
        let read = match self {
            Line::Tcp(line) => {
                line.set_read_timeout(Some(patience.max(Duration::from_millis(1))))?;
                line.read(buffer)
            }
            Line::Port(port) if waits(port, PollFlags::IN, patience)? => port.read(buffer),
            Line::Port(_) => return Ok(&[]),
        };
        match read {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(count) => Ok(buffer.get(..count).unwrap_or_default()),
            Err(error) if matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut) => {
                Ok(&[])
            }
            Err(error) => Err(error),
        }
    }

    /// Sends bytes, all of them.
    pub fn say(&mut self, bytes: &[u8]) -> io::Result<()> {
        let port = match self {
            Line::Tcp(line) => return line.write_all(bytes),
            Line::Port(port) => port,
        };
        let (mut left, since) = (bytes, Instant::now());
        while !left.is_empty() {
            match port.write(left) {
                Ok(count) => left = left.get(count..).unwrap_or_default(),
                Err(error) if error.kind() == ErrorKind::WouldBlock => {
                    let patience = STUCK.saturating_sub(since.elapsed());
                    if !waits(port, PollFlags::OUT, patience)? {
                        return Err(ErrorKind::TimedOut.into());
                    }
                }
                Err(error) => return Err(error),
            }
        }
        Ok(())
    }
}

/// Waits until the port is ready; whether it is.
fn waits(port: &File, ready: PollFlags, patience: Duration) -> io::Result<bool> {
    let limit = Timespec::try_from(patience).unwrap_or(Timespec { tv_sec: 1, tv_nsec: 0 });
    let mut ends = [PollFd::new(port, ready)];
    match poll(&mut ends, Some(&limit)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_is_named_by_its_port_or_its_address() {
        let named = |text: &str| text.parse::<Address>().map(|address| address.to_string());
        assert_eq!(named("tcp:127.0.0.1:4000").as_deref(), Ok("tcp:127.0.0.1:4000"));
        assert_eq!(named("/dev/ttyUSB0").as_deref(), Ok("/dev/ttyUSB0"));
        for wrong in ["", "tcp:4000", "udp:127.0.0.1:4000"] {
            assert!(named(wrong).is_err(), "{wrong}");
        }
    }
}
