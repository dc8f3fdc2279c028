//! The line between the table and the referee's device, and what that device does.

use table_core::game::Command;
use table_core::record::Seq;
use table_core::trust::Role;
use table_core::wire::Nonce;

use super::World;
use super::cable::{Cable, Mishaps};
use super::log::Logged;
use super::play::random::{Random, spread};
use crate::chips::Micros;
use crate::referee::{Ledger, Notice, Office, Referee};

/// One byte at 115200 baud, 8N1, rounded up.
const UART_BYTE: Micros = 87;
/// The referee's device thinks this long.
const REFEREE_THINKS: Micros = 1_000;

impl World {
    /// A referee's device with this ledger. His nonces are seeded: **for simulation only.**
    pub(super) fn referee_for(ledger: Ledger, seed: u64) -> Referee {
        let mut count = seed;
        let nonces = move || {
            count += 1;
            let halves = [spread(count), spread(!count)];
            let mut nonce = [0; 16];
            nonce.chunks_exact_mut(8).zip(halves).for_each(|(to, half)| {
                to.copy_from_slice(&half.to_le_bytes());
            });
            Nonce(nonce)
        };
        Referee::new(Office::simulated(Role::HeadReferee), ledger, nonces)
    }

    /// A worse cable.
    pub fn with_cable(mut self, mishaps: Mishaps) -> World {
        let seed = self.seed;
        self.cables = [0, 1].map(|part| Cable::new(mishaps, Random::part(seed, part)));
        self
    }

    /// The referee's device is switched off and on: only its ledger is left.
    pub(super) fn restart_referee(&mut self) {
        if let Some(referee) = self.referee.take() {
            self.devices += 1;
            self.referee = Some(Self::referee_for(referee.into_ledger(), self.devices << 32));
            self.thinking.clear();
        }
    }

    pub(super) fn is_delivered(&self) -> bool {
        let held = self.referee.as_ref().map(|referee| referee.ledger().newest());
        self.durable > Seq(0) && held >= Some(self.durable)
    }

    /// Bytes from the table to the referee; how long the wire was busy.
    pub fn link_write(&mut self, bytes: &[u8]) -> Micros {
        let took = bytes.len() as Micros * UART_BYTE;
        if self.is_dark() {
            return took;
        }
        let mut bytes = bytes.to_vec();
        if std::mem::take(&mut self.damage_next)
            && let Some(middle) = bytes.get_mut(10)
        {
            *middle ^= 0x01;
        }
        let bytes = self.cables[0].carry(&bytes);
        // The last bit is on the wire when the table believes it sent; the receiver has it a byte later.
        self.to_referee.push_back((self.now + took + UART_BYTE, bytes));
        took
    }

    /// The referee's device hears what has arrived, and answers.
    pub(super) fn referee_hears(&mut self, bytes: &[u8]) {
        let Some(referee) = &mut self.referee else {
            self.arrived.extend(bytes);
            return;
        };
        let (notices, answer) = referee.hear(self.now, bytes);
        self.noticed(notices, answer);
    }

    /// The referee's device does by itself what is due.
    pub(super) fn referee_acts(&mut self) {
        let at = self.now;
        if let Some(referee) = &mut self.referee
            && referee.next().is_some_and(|due| due <= at)
        {
            let (notices, bytes) = referee.tick(at);
            self.noticed(notices, bytes);
        }
    }

    pub(super) fn noticed(&mut self, notices: Vec<Notice>, answer: Vec<u8>) {
        let (at, Some(referee)) = (self.now, &self.referee) else {
            return;
        };
        for notice in &notices {
            if let Notice::Verified(seq) = notice
                && let Some(record) = referee.ledger().records().get(seq.0 as usize - 1)
                && let Ok(record) = record.read()
            {
                self.steward.read(at, &record.event);
            }
        }
        notices.into_iter().for_each(|notice| self.log(Logged::Referee(notice)));
        if !answer.is_empty() {
            self.thinking.push_back((at + REFEREE_THINKS, answer));
        }
    }

    /// Whether bytes from the referee wait to be fetched.
    pub fn has_bytes(&self) -> bool {
        self.to_table.front().is_some_and(|(at, _)| *at <= self.now)
    }

    /// Bytes that have come from the referee, at most so many.
    pub fn link_read(&mut self, most: usize) -> Vec<u8> {
        let here = self.to_table.iter().take(most).take_while(|(at, _)| *at <= self.now).count();
        self.to_table.drain(..here).map(|(_, byte)| byte).collect()
    }

    /// Puts bytes on the wire to the table, behind what is already under way.
    pub fn send_to_table(&mut self, bytes: Vec<u8>) {
        let bytes = self.cables[1].carry(&bytes);
        let mut free = self.to_table.back().map_or(self.now, |(at, _)| *at).max(self.now);
        // A frame is fetched when all of it has come: nothing follows from a part of one.
        for frame in bytes.split_inclusive(|byte| *byte == 0) {
            free += frame.len() as Micros * UART_BYTE;
            self.to_table.extend(frame.iter().map(|byte| (free, *byte)));
        }
    }

    /// Bytes that have come to the other end of a real line since last time.
    pub fn take_arrived(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.arrived)
    }

    /// The referee gives an order; his device signs it and sees that it is carried out once, whatever happens to the power.
    pub fn order(&mut self, command: Command) {
        if let Some(referee) = &mut self.referee {
            referee.order(command);
        }
    }
}
