//! What happened in a run, line by line, for people and for checks.

use std::fmt;

use firmware::trace::Trace;
use table_core::record::Seq;
use table_core::tracking::Confidence;
use table_core::wire::LinkState;

use super::Act;
use crate::chips::Micros;
use crate::referee::Notice;

/// One line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Line {
    /// When.
    pub at: Micros,
    /// What.
    pub what: Logged,
}

/// Who says what.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Logged {
    /// Somebody did something to the table.
    World(Act),
    /// The application reports a step.
    Table(Trace),
    /// The referee's device noticed something.
    Referee(Notice),
}

/// A moment as every line begins with it.
pub fn seconds_of(at: Micros) -> String {
    format!("{:>5}.{:03} s", at / 1_000_000, at / 1_000 % 1_000)
}

impl fmt::Display for Line {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}  ", seconds_of(self.at))?;
        match &self.what {
            Logged::World(act) => write!(out, "world    {act}"),
            Logged::Table(trace) => write!(out, "table    {}", Words(trace)),
            Logged::Referee(notice) => write!(out, "referee  {notice}"),
        }
    }
}

/// A trace as people read it.
struct Words<'a>(&'a Trace);

impl fmt::Display for Words<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Trace::Replayed(count) => write!(out, "journal whole, {count} records replayed"),
            Trace::JournalCreated => write!(out, "blank storage, new journal"),
            Trace::Enrolled(count) => write!(out, "{count} tiles enrolled"),
            Trace::ReaderReady { seat, version } => {
                let (seat, major, minor) = (seat.index() + 1, version.major, version.minor);
                write!(out, "reader {seat} ready, PN5180 firmware {major}.{minor}")
            }
            Trace::ReaderFailed { seat, fault } => {
                write!(out, "reader {} failed: {fault}", seat.index() + 1)
            }
            Trace::SightingsDropped(count) => write!(out, "{count} sightings dropped"),
            Trace::Placed { tile, place, also, confidence: Confidence(percent) } => {
                write!(out, "tile {tile} at {place}")?;
                if let Some(also) = also {
                    write!(out, " or at {also}")?;
                }
                write!(out, ", {percent} % sure")
            }
            Trace::Happened(event) => write!(out, "tracked: {event}"),
            Trace::Named(play) => write!(out, "seen: {play:?}"),
            Trace::Refused(why) => write!(out, "order refused: {why:?}"),
            Trace::Signed(seq) => write!(out, "record {seq} chained and signed"),
            Trace::Durable(seq) => write!(out, "record {seq} durable on FRAM"),
            Trace::Recovered(seq) => write!(out, "newest record on the chip: {seq}"),
            Trace::Shown(event) => write!(out, "shown as final: {event}"),
            Trace::ClocksKept => write!(out, "clocks kept"),
            Trace::Stack { used, size } => write!(out, "{used} of {size} bytes of stack used"),
            Trace::PickedUp => write!(out, "all tiles looked over: the session goes on"),
            Trace::JournalFailed(seq) => write!(out, "record {seq} COULD NOT BE KEPT"),
            Trace::Sent(seq) => write!(out, "record {seq} sent"),
            Trace::Greeted(Seq(0)) => write!(out, "the referee's device is there"),
            Trace::Greeted(seq) => write!(out, "the referee's device is there and holds {seq}"),
            Trace::Acknowledged(seq) => write!(out, "record {seq} acknowledged by the referee"),
            Trace::Appointed(serial) => write!(out, "list {serial} of officials is in force"),
            Trace::OrderTaken(number) => write!(out, "order {number} taken"),
            Trace::NotTaken(why) => write!(out, "message of the referee not taken: {why}"),
            Trace::Link(LinkState::Down) => write!(out, "the referee's device is gone"),
            Trace::Link(LinkState::Up) => write!(out, "the referee's device is here"),
            Trace::Link(LinkState::OtherVersion) => {
                write!(out, "the referee's device speaks another version")
            }
            Trace::LinkNoise => write!(out, "noise on the link"),
            Trace::LinkRefused => write!(out, "the referee's device was refused"),
        }
    }
}
