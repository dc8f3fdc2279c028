//! The vectors of `docs/journal.md` are what the code makes. `UPDATE=1` writes them anew.

use std::fmt::Write as _;
use std::path::Path;
use std::{env, fs};

use firmware::boot::JOURNAL_BYTES;
use table_core::event::{Event, ResetCause};
use table_core::journal::Journal;
use table_core::record::Chain;
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

const BEGIN: &str = "<!-- vectors -->\n";
const END: &str = "<!-- end of vectors -->";

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Name and bytes of everything that the first record leaves.
fn vectors() -> Vec<(&'static str, Vec<u8>)> {
    let key = SoftwareKey::from_seed(&[1; 32]);
    let mut chain = Chain::genesis(&key.public());
    let genesis = chain.head().0.to_vec();
    let (journal, [first, _]) = Journal::create(JOURNAL_BYTES, chain);
    chain.boot();
    let (number, begun) = journal.begin_signature();
    chain.begun(number - 1);
    let draft = chain.draft(Tick(1_000), Event::Boot { cause: ResetCause::Power }).unwrap();
    let signature = key.sign(Purpose::Record, draft.bytes()).unwrap();
    let draft_bytes = draft.bytes().to_vec();
    let sealed = draft.seal(&signature);
    let append = begun.after.append(sealed.bytes()).unwrap();
    let [body, validity, after] = &append.writes;
    vec![
        ("public key", key.public().0.to_vec()),
        ("hash before the first record", genesis),
        ("both pages of a new slate", first.bytes.to_vec()),
        ("first page when the signature is begun", begun.write.bytes.to_vec()),
        ("draft", draft_bytes),
        ("signature", signature.0.to_vec()),
        ("hash of the sealed record", sealed.hash().0.to_vec()),
        ("entry at 0x100", [body.bytes.as_slice(), &validity.bytes].concat()),
        ("second page afterwards", after.bytes.to_vec()),
    ]
}

#[test]
fn the_page_has_the_vectors_that_the_code_makes() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/journal.md");
    let text = fs::read_to_string(&page).unwrap();
    let (before, rest) = text.split_once(BEGIN).expect("the page has a place for vectors");
    let (there, after) = rest.split_once(END).expect("the page has a place for vectors");
    let mut made = String::from("```text\n");
    for (name, bytes) in vectors() {
        let _ = writeln!(made, "{name} ({} bytes)", bytes.len());
        bytes.chunks(32).for_each(|line| {
            let _ = writeln!(made, "  {}", hex(line));
        });
    }
    made.push_str("```\n");
    if env::var_os("UPDATE").is_some() {
        fs::write(&page, format!("{before}{BEGIN}{made}{END}{after}")).unwrap();
    } else {
        assert_eq!(there, made, "UPDATE=1 cargo test -p conformance --test journal_page");
    }
}
