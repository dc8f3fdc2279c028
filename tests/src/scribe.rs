//! Records that a test writes itself: signed and chained like a table's, with a key that everybody knows.

use host_sim::referee::{Ledger, export};
use table_core::event::Event;
use table_core::game::{
    Agreed, Ended, PenaltyId, PlayerId, RuleSet, Sanction, SessionStart, State, Winners, apply,
};
use table_core::record::Chain;
use table_core::rules::{Points, Rulings};
use table_core::time::{Span, Tick};
use table_core::trust::{Identity, PublicKey, Purpose, SoftwareKey};

/// Writes the records of one table.
pub struct Scribe {
    key: SoftwareKey,
    chain: Chain,
    ledger: Ledger,
    state: State,
    now: Tick,
}

impl Scribe {
    /// A new table.
    pub fn new(seed: u8) -> Scribe {
        let key = SoftwareKey::from_seed(&[seed; 32]);
        let table = key.public();
        let (chain, ledger) = (Chain::genesis(&table), Ledger::new(table));
        Scribe { key, chain, ledger, state: State::new(), now: Tick(0) }
    }

    /// Its identity.
    pub fn table(&self) -> PublicKey {
        self.key.public()
    }

    /// One record.
    pub fn write(&mut self, event: Event) {
        self.now = self.now + Span::secs(1);
        let draft = self.chain.draft(self.now, event).expect("an event that fits");
        let signature = self.key.sign(Purpose::Record, draft.bytes()).expect("a short record");
        let sealed = draft.seal(&signature);
        let record = sealed.read().expect("just written");
        self.chain.extend(&sealed, &record).expect("it follows");
        self.ledger.take(sealed.bytes()).expect("it holds");
        apply(&mut self.state, &event);
    }

    /// A session begins.
    pub fn start(&mut self, session: u16, table: u16, rules: &str, players: [u32; 4]) {
        let rulings = Rulings::default();
        let start = SessionStart {
            session,
            table,
            rules: RuleSet::named(rules).expect("a rule set"),
            rulings,
            digest: rulings.digest().expect("they encode"),
            players: players.map(PlayerId),
            hands: 16,
            rivers: true,
            buttons_declare: false,
            nonce: [7; 16],
            language: Default::default(),
        };
        let identity = Identity { table: self.table(), ..Identity::NOBODY };
        self.write(Event::SessionStarted(start, identity));
    }

    /// A hand with these payments by seat; nobody wins if there are none.
    pub fn hand(&mut self, payments: [i32; 4]) {
        let deal = self.state.next_deal().expect("defined").expect("a hand to play");
        let played = Span::micros(self.now.0);
        self.write(Event::HandStarted { deal, played });
        let end = if payments == [0; 4] {
            Ended::Drawn
        } else {
            let payments = payments.map(Points);
            let (by, declared) = (Agreed::Referee, Some(8));
            self.write(Event::ResultConfirmed { by, declared, computed: 0, payments });
            Ended::Won(Winners(payments.map(|points| points.0 > 0)))
        };
        let played = Span::micros(self.now.0);
        self.write(Event::HandEnded { end, played });
    }

    /// The referee rules.
    pub fn penalise(&mut self, id: u16, sanction: Sanction) {
        self.write(Event::Penalty { id: PenaltyId(id), sanction });
    }

    /// The session is over, with the sheet that its records come to.
    pub fn end(&mut self) {
        let sheet = self.state.sheet().expect("a session");
        self.write(Event::SessionEnded(sheet));
    }

    /// Everything as a file.
    pub fn export(&self) -> Vec<u8> {
        export(&self.ledger)
    }
}
