//! Storage of a table in the middle of a session, made without the table: the format is used from outside.

use firmware::boot::JOURNAL_BYTES;
use host_sim::world::Setup;
use table_core::event::{Event, ResetCause};
use table_core::game::{PlayerId, RuleSet, SessionStart};
use table_core::journal::{FIRST_ENTRY, Journal, RESERVE, Update, Write};
use table_core::record::Chain;
use table_core::rules::Rulings;
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::trust::{Identity, Purpose, SoftwareKey};

/// A session by the rules of the World Mahjong Organization.
pub fn session_start() -> SessionStart {
    let rulings = Rulings::default();
    SessionStart {
        session: 3,
        table: 7,
        rules: RuleSet::named("mcr").unwrap_or(RuleSet(0)),
        rulings,
        digest: rulings.digest().unwrap_or_default(),
        players: [11, 12, 13, 14].map(PlayerId),
        hands: 16,
        rivers: true,
        buttons_declare: false,
        nonce: [9; 16],
        language: Default::default(),
    }
}

/// A journal under construction on a chip.
pub struct Chip<'a> {
    setup: &'a mut Setup,
    key: SoftwareKey,
    /// The journal.
    pub journal: Journal,
    chain: Chain,
}

impl<'a> Chip<'a> {
    /// An empty journal, and the record of a first boot.
    pub fn new(setup: &'a mut Setup) -> Chip<'a> {
        let key = SoftwareKey::from_seed(&setup.key_seed);
        let mut chain = Chain::genesis(&key.public());
        let (journal, writes) = Journal::create(JOURNAL_BYTES, chain);
        chain.boot();
        let mut chip = Chip { setup, key, journal, chain };
        writes.iter().for_each(|write| chip.write(write));
        chip.record(Event::Boot { cause: ResetCause::Power });
        chip
    }

    fn write(&mut self, write: &Write) {
        let at = write.address.0 as usize;
        self.setup.fram[at..at + write.bytes.len()].copy_from_slice(&write.bytes);
    }

    /// Writes a slate.
    pub fn update(&mut self, update: &Update) {
        self.write(&update.write);
        self.journal = update.after;
    }

    /// Appends a signed record.
    pub fn record(&mut self, event: Event) {
        let (number, update) = self.journal.begin_signature();
        self.update(&update);
        self.chain.begun(number - 1);
        let draft = self.chain.draft(Tick(0), event).expect("every event fits");
        let signature = self.key.sign(Purpose::Record, draft.bytes()).expect("every draft fits");
        let sealed = draft.seal(&signature);
        let append = self.journal.append(sealed.bytes()).expect("the journal is not full");
        append.writes.iter().for_each(|write| self.write(write));
        self.journal = append.after;
        let record = sealed.read().expect("what was sealed can be read");
        self.chain.extend(&sealed, &record).expect("what was drafted follows");
    }
}

/// A table between two hands of a session.
pub fn between_hands(setup: &mut Setup) -> Journal {
    nearly(setup, 0)
}

/// The same with its journal a few hundred bytes short of so many parts of a hundred.
pub fn nearly(setup: &mut Setup, percent: u8) -> Journal {
    let whole = JOURNAL_BYTES - FIRST_ENTRY - RESERVE;
    let wanted = u64::from(whole) * u64::from(percent) / 100;
    let mut chip = Chip::new(setup);
    chip.record(Event::SessionStarted(session_start(), Identity::NOBODY));
    while u64::from(chip.journal.end().0 - FIRST_ENTRY) + SHORT < wanted {
        chip.record(Event::RefereeCalled { seat: Seat::First });
    }
    chip.journal
}

/// Some records less: a boot and the start of a hand.
const SHORT: u64 = 900;
