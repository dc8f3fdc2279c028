//! Frames on a bad line: nothing that was not sent is taken for a message, and a damaged place costs one frame.
//!
//! `STREAMS=1000000 cargo test -p conformance --release --test frames` for the full number; `SEED` repeats a run.

use std::collections::BTreeSet;

use conformance::number;
use conformance::random::Random;
use fuzz::frames::heard;
use table_core::wire::{Ask, FromTable, SessionId, ToTable, encode};

/// Bodies of many lengths; every one decodes to a message of the table.
fn bodies(random: &mut Random, count: usize) -> Vec<Vec<u8>> {
    let body = |random: &mut Random| {
        let bytes: Vec<u8> = (0..random.below(300)).map(|_| random.bits() as u8 & 0x0F).collect();
        FromTable::Record(&bytes).encode().unwrap().to_vec()
    };
    (0..count).map(|_| body(random)).collect()
}

fn frames(bodies: &[Vec<u8>]) -> Vec<Vec<u8>> {
    bodies.iter().map(|body| encode(body).unwrap().to_vec()).collect()
}

#[test]
fn only_what_was_sent_is_taken_for_a_message() {
    let (count, seed) = (number("STREAMS", 20_000), number("SEED", 1));
    println!("STREAMS={count} SEED={seed} cargo test -p conformance --release --test frames");
    let mut random = Random::new(seed);
    let (mut taken, mut dropped) = (0u64, 0u64);
    for stream in 0..count {
        let bodies = bodies(&mut random, 3);
        let mut line: Vec<u8> = match random.below(4) {
            0 => (0..random.below(900)).map(|_| random.bits() as u8).collect(),
            _ => frames(&bodies).concat(),
        };
        for _ in 0..random.below(8) {
            if line.is_empty() {
                break;
            }
            let at = random.below(line.len());
            match random.below(4) {
                0 => line[at] ^= 1 << random.below(8),
                1 => drop(line.remove(at)),
                2 => line.insert(at, random.bits() as u8),
                _ => line.truncate(at),
            }
        }
        let sent: BTreeSet<&[u8]> = bodies.iter().map(Vec::as_slice).collect();
        let heard = heard(&line);
        dropped += (3 - heard.len().min(3)) as u64;
        for body in heard {
            taken += 1;
            let _ = (FromTable::decode(&body), ToTable::decode(&body));
            assert!(sent.contains(body.as_slice()), "SEED={seed}: stream {stream}: {body:02x?}");
        }
    }
    println!("{taken} messages taken, {dropped} lost with their frames");
    assert!(taken > 0 && dropped > 0, "both must have been tried");
}

#[test]
fn a_lost_byte_costs_at_most_the_frame_it_was_in_and_the_next() {
    let (count, seed) = (number("STREAMS", 20_000) / 10, number("SEED", 1));
    let mut random = Random::new(seed);
    for run in 0..count.max(1_000) {
        let bodies = bodies(&mut random, 4);
        let frames = frames(&bodies);
        let mut line = frames.concat();
        let at = random.below(frames[0].len() + frames[1].len());
        let delimiter = line.remove(at) == 0;
        let hurt = usize::from(at >= frames[0].len());
        let expected: Vec<_> = (0..4)
            // A lost delimiter joins two frames: one damaged place, and the next delimiter ends it.
            .filter(|index| *index != hurt && !(delimiter && *index == hurt + 1))
            .map(|index| bodies[index].clone())
            .collect();
        assert_eq!(heard(&line), expected, "SEED={seed}: run {run}, byte {at}");
    }
}

/// The smallest and the largest real messages still pass.
#[test]
fn honest_messages_pass() {
    let session = SessionId([0; 16]);
    for message in [ToTable::Ask(Ask::State), ToTable::Alive { session }] {
        let body = message.encode().unwrap();
        let heard = heard(&encode(&body).unwrap());
        assert_eq!(ToTable::decode(&heard[0]), Ok(message));
    }
}
