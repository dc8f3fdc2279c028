//! Damage to a chip: recovery ends, and accepts nothing that the table did not write (trust C3).

use std::sync::LazyLock;

use table_core::event::{Event, ResetCause};
use table_core::journal::{Address, Journal, LONGEST_ENTRY, Recovered, Recovery, Write};
use table_core::record::{Chain, Sealed};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

/// Bytes of the small chip that is damaged here.
pub const SIZE: usize = 8 * 1024;
/// Records that are written, and how many of them are kept: the journal goes round.
const WRITTEN: u64 = 80;
const KEPT: usize = 20;

/// A chip and everything that is known about it.
pub struct Filled {
    /// Its bytes.
    pub chip: Vec<u8>,
    /// The records that a start finds.
    pub kept: Vec<Sealed>,
    /// All that were ever written; some that were released still lie there.
    pub written: Vec<Sealed>,
    /// Before the first.
    pub genesis: Chain,
}

impl Filled {
    /// Some twenty signed records behind sixty that have been released.
    ///
    /// # Panics
    /// If the journal does not take them.
    pub fn new() -> Filled {
        let key = SoftwareKey::from_seed(&[5; 32]);
        let genesis = Chain::genesis(&key.public());
        let mut chain = genesis;
        let mut chip = vec![0; SIZE];
        let (mut journal, writes) = Journal::create(SIZE as u32, chain);
        writes.iter().for_each(|it| write(&mut chip, it));
        chain.boot();
        let mut written = vec![];
        let mut kept: Vec<(Sealed, Address, Chain)> = vec![];
        for nth in 0..WRITTEN {
            let (number, update) = journal.begin_signature();
            write(&mut chip, &update.write);
            journal = update.after;
            chain.begun(number - 1);
            let event = Event::Boot { cause: ResetCause::Pin };
            let draft = chain.draft(Tick(nth), event).expect("the event fits");
            let signature = key.sign(Purpose::Record, draft.bytes()).expect("the draft fits");
            let sealed = draft.seal(&signature);
            let append = journal.append(sealed.bytes()).expect("there is room");
            append.writes.iter().for_each(|it| write(&mut chip, it));
            written.push(sealed.clone());
            kept.push((sealed.clone(), append.at, chain));
            journal = append.after;
            chain.extend(&sealed, &sealed.read().expect("it was sealed")).expect("it follows");
            if kept.len() > KEPT {
                kept.remove(0);
                let update = journal.release(kept[0].1, kept[0].2);
                write(&mut chip, &update.write);
                journal = update.after;
            }
        }
        let kept = kept.into_iter().map(|(sealed, ..)| sealed).collect();
        Filled { chip, kept, written, genesis }
    }

    /// What a start over `chip` accepts, the way the firmware does it: checksum, number and chain.
    pub fn accepted(&self, chip: &[u8]) -> Vec<Sealed> {
        let mut recovery = Recovery::new(SIZE as u32, self.genesis);
        let mut chain = self.genesis;
        let mut accepted = vec![];
        while let Some(read) = recovery.wants() {
            assert!(read.length <= LONGEST_ENTRY, "more is read than the longest entry");
            let at = read.address.0 as usize;
            match recovery.feed(&chip[at..at + read.length]) {
                Ok(Recovered::From(anchor)) => chain = anchor,
                Ok(Recovered::Entry(payload)) => {
                    let read = Sealed::from_bytes(payload).and_then(|it| Ok((it.read()?, it)));
                    let Ok((record, sealed)) = read else { break };
                    if chain.extend(&sealed, &record).is_err() {
                        break;
                    }
                    accepted.push(sealed);
                }
                Ok(Recovered::More) => {}
                Ok(Recovered::Blank | Recovered::Whole(_)) | Err(_) => break,
            }
        }
        accepted
    }
}

impl Default for Filled {
    fn default() -> Filled {
        Filled::new()
    }
}

fn write(chip: &mut [u8], write: &Write) {
    let at = write.address.0 as usize;
    chip[at..at + write.bytes.len()].copy_from_slice(&write.bytes);
}

/// Damage as bytes: `place u16 · length u8 · bytes`, again and again. What is too short is left out, what goes over the end is cut.
fn damaged(good: &[u8], mut damage: &[u8]) -> Vec<u8> {
    let mut chip = good.to_vec();
    while let [low, high, length, rest @ ..] = damage {
        let at = usize::from(u16::from_le_bytes([*low, *high])) % chip.len();
        let (bytes, behind) = rest.split_at(rest.len().min(usize::from(*length)));
        chip[at..].iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        damage = behind;
    }
    chip
}

/// Recovery comes to an end and accepts only what was written.
///
/// # Panics
/// Where that does not hold.
pub fn holds(damage: &[u8]) {
    static FILLED: LazyLock<Filled> = LazyLock::new(Filled::new);
    for sealed in FILLED.accepted(&damaged(&FILLED.chip, damage)) {
        assert!(FILLED.written.contains(&sealed), "a record that nobody wrote");
    }
}
