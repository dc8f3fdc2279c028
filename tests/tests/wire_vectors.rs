//! The published vectors of `docs/wire.md`: made here, compared with `tests/golden/wire.json`, and checked once more by
//! `tests/python/verify.py`, which shares nothing with this code.
//!
//! `BLESS=1 cargo test -p conformance --release --test wire_vectors` writes the file anew after a change that was meant.

use serde_json::{Value, json};
use std::path::PathBuf;

use host_sim::referee::{TableList, digits};
use table_core::event::{Event, ResetCause};
use table_core::game::{Agreed, Command, Few};
use table_core::place::Place;
use table_core::record::{Chain, Hash, Sealed, Seq};
use table_core::rules::Points;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Tick;
use table_core::trust::{Image, Official, Officials, Purpose, Role, SoftwareKey, sign};
use table_core::wire::{
    Answer, Ask, FromTable, Grounds, Nonce, Order, OrderError, PROTOCOL, Receipt, RefereeHello,
    SchemaHash, SessionId, TableHello, ToTable, Why, encode,
};

/// Eight bytes that stand for a schema: the real ones change with every build that changes a definition.
const SCHEMA: SchemaHash = SchemaHash([1, 2, 3, 4, 5, 6, 7, 8]);

fn key(seed: u8) -> SoftwareKey {
    SoftwareKey::from_seed(&[seed; 32])
}

fn records() -> Vec<Sealed> {
    let tile = Tile::new(40).unwrap();
    let payments = [24, -8, -8, -8].map(Points);
    let events = [
        Event::Boot { cause: ResetCause::Power },
        Event::TilePlaced { tile, place: Place::Meld(Seat::Second) },
        Event::ResultConfirmed { by: Agreed::Seats, declared: None, computed: 8, payments },
        Event::LinkLost,
    ];
    let table = key(1);
    let mut chain = Chain::genesis(&table.public());
    chain.boot();
    let seal = |(at, event): (u64, Event)| {
        let draft = chain.draft(Tick(at * 1_000_000), event).unwrap();
        let signature = table.sign(Purpose::Record, draft.bytes()).unwrap();
        let sealed = draft.seal(&signature);
        chain.extend(&sealed, &sealed.read().unwrap()).unwrap();
        sealed
    };
    (1..).zip(events).map(seal).collect()
}

fn vectors() -> Value {
    let (table, organiser, head) = (key(1), key(2), key(3));
    let records = records();
    let newest = records.last().unwrap();
    let answer = Answer {
        nonce: Nonce([0xA5; 16]),
        table: table.public(),
        image: Image::Measured(Hash([0x11; 32])),
        newest: Seq(4),
        head: newest.hash(),
        signatures: 4,
        boot: 1,
        greeting: 1,
        officials: 1,
    };
    let answer = sign(&table, &answer).unwrap();
    let session = SessionId::of(&answer);
    let people = [Official { key: head.public(), role: Role::HeadReferee }];
    let list =
        Officials { organiser: organiser.public(), serial: 1, people: Few::from_some(people) };
    let list = sign(&organiser, &list).unwrap();
    let by = head.public().tag();
    let grounds = Grounds { about: Some(Seq(3)), why: Why::Agreed };
    let command = Command::VoidHand { again: true };
    let order = Order { session, by, number: 1, command, grounds };
    let order = sign(&head, &order).unwrap();
    let receipt = Receipt { session, by, newest: Seq(4), head: newest.hash() };
    let receipt = sign(&head, &receipt).unwrap();
    let tables = TableList { event: "Open".into(), serial: 1, tables: vec![(7, table.public())] };
    let table_hello = TableHello { schema: SCHEMA, ..TableHello::new(table.public(), Seq(4)) };
    let hello = RefereeHello { schema: SCHEMA, ..RefereeHello::new(Nonce([0xA5; 16]), Seq(3)) };
    let frame = |name: &str, body: &[u8]| {
        let frame = encode(body).unwrap();
        json!({ "name": name, "body": digits(body), "frame": digits(&frame) })
    };
    let said = |name: &str, message: FromTable<'_>| frame(name, &message.encode().unwrap());
    let told = |name: &str, message: ToTable<'_>| frame(name, &message.encode().unwrap());
    let person = |key: &SoftwareKey| {
        let public = key.public();
        json!({ "public": digits(&public.0), "fingerprint": public.fingerprint().to_string() })
    };
    let signed = |name: &str, prefix: &str, key: &SoftwareKey, bytes: &[u8]| json!({ "name": name, "prefix": prefix, "key": digits(&key.public().0), "bytes": digits(bytes) });
    json!({
        "protocol": PROTOCOL,
        "people": {
            "table": person(&table), "organiser": person(&organiser), "head referee": person(&head),
        },
        "frames": [
            frame("empty body", &[]),
            frame("zeros", &[0; 6]),
            frame("no zero in 300 bytes", &[7; 300]),
            said("table hello", FromTable::Hello(table_hello)),
            said("record 1", FromTable::Record(records[0].bytes())),
            said("answer", FromTable::Answer(&answer)),
            said("alive", FromTable::Alive { newest: Seq(300) }),
            said("not taken", FromTable::NotTaken { number: 1, why: OrderError::Forged }),
            told("referee hello", ToTable::Hello(hello)),
            told("receipt", ToTable::Receipt(&receipt)),
            told("order", ToTable::Order(&order)),
            told("appoint", ToTable::Appoint(&list)),
            told("alive in a session", ToTable::Alive { session }),
            told("ask for records", ToTable::Ask(Ask::Records { from: Seq(1), to: Seq(300) })),
        ],
        "signed": [
            signed("answer", "table/answer/v1\0", &table, &answer),
            signed("order", "table/order/v1\0\0", &head, &order),
            signed("receipt", "table/receipt/v1", &head, &receipt),
            signed("officials", "table/people/v1\0", &organiser, &list),
        ],
        "session": digits(&session.0),
        "genesis": digits(&Chain::genesis(&table.public()).head().0),
        "records": records.iter().map(|record| digits(record.bytes())).collect::<Vec<_>>(),
        "head": digits(&newest.hash().0),
        "tables": serde_json::from_str::<Value>(&tables.sign(&organiser).unwrap()).unwrap(),
    })
}

#[test]
fn the_published_vectors_are_what_the_code_makes() {
    let path = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/golden/wire.json"));
    let made = format!("{}\n", serde_json::to_string_pretty(&vectors()).unwrap());
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &made).unwrap();
    }
    let published = std::fs::read_to_string(&path).unwrap();
    assert!(published == made, "the format changed: see the head of this file");
}
