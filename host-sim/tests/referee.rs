//! `referee` as people meet it: what it prints and its exit codes.

use std::io::Write;
use std::net::TcpListener;
use std::path::Path;
use std::process::{Command, Output};
use std::thread;

use host_sim::referee::digits;
use table_core::record::Seq;
use table_core::trust::{PublicKey, SoftwareKey};
use table_core::wire::{FromTable, TableHello, encode};

fn referee(folder: &Path, arguments: &[&str]) -> Output {
    let mut program = Command::new(env!("CARGO_BIN_EXE_referee"));
    program.current_dir(folder).args(arguments).output().unwrap()
}

fn said(output: &Output) -> (Option<i32>, String, String) {
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

/// A new key; its public half.
fn key(folder: &Path, name: &str) -> String {
    let (code, out, _) = said(&referee(folder, &["key", name]));
    assert_eq!(code, Some(0));
    out.trim().to_owned()
}

/// Somebody who says this hello on a line and waits.
fn table(hello: TableHello) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    thread::spawn(move || {
        let (mut line, _) = listener.accept().unwrap();
        let frame = encode(&FromTable::Hello(hello).encode().unwrap()).unwrap();
        line.write_all(&frame).unwrap();
        // Holds the line open until the other end has gone.
        let _ = std::io::copy(&mut line, &mut std::io::sink());
    });
    format!("tcp:{address}")
}

/// Papers of an event with one table.
fn event(folder: &Path, table: &PublicKey) -> String {
    let organiser = key(folder, "organiser.key");
    let device = key(folder, "device.key");
    let entry = format!("1={}", digits(&table.0));
    let official = format!("head={device}");
    let tables = ["tables", "--organiser", "organiser.key", "--event", "Open", "--table", &entry];
    let made = referee(folder, &[&tables[..], &["--out", "tables.json"]].concat());
    assert_eq!(said(&made).0, Some(0), "{made:?}");
    let list = ["officials", "--organiser", "organiser.key", "--official", &official];
    let made = referee(folder, &[&list[..], &["--out", "officials"]].concat());
    assert_eq!(said(&made).0, Some(0), "{made:?}");
    organiser
}

fn connect(folder: &Path, port: &str, organiser: &str) -> (Option<i32>, String, String) {
    let papers = ["--tables", "tables.json", "--officials", "officials", "--key", "device.key"];
    let arguments = [&["connect", port, "--organiser", organiser][..], &papers[..]].concat();
    said(&referee(folder, &arguments))
}

#[test]
fn an_unknown_table_is_rejected_by_its_fingerprint() {
    let folder = tempfile::tempdir().unwrap();
    let ours = SoftwareKey::from_seed(&[1; 32]).public();
    let organiser = event(folder.path(), &ours);
    let stranger = SoftwareKey::from_seed(&[2; 32]).public();
    let port = table(TableHello::new(stranger, Seq(0)));
    let (code, out, error) = connect(folder.path(), &port, &organiser);
    assert_eq!((code, out.as_str()), (Some(2), ""));
    assert_eq!(
        error,
        format!(
            "referee: unknown table {}: compare this with the table's display and add it to the organiser's list if it belongs here\n",
            stranger.fingerprint()
        )
    );
}

#[test]
fn a_list_of_another_organiser_is_not_used() {
    let folder = tempfile::tempdir().unwrap();
    let ours = SoftwareKey::from_seed(&[1; 32]).public();
    event(folder.path(), &ours);
    let other = SoftwareKey::from_seed(&[3; 32]).public();
    let port = table(TableHello::new(ours, Seq(0)));
    let (code, _, error) = connect(folder.path(), &port, &digits(&other.0));
    assert_eq!(code, Some(2));
    assert!(error.contains("not a list of this organiser"), "{error}");
}

#[test]
fn a_table_of_another_version_is_named_and_left() {
    let folder = tempfile::tempdir().unwrap();
    let ours = SoftwareKey::from_seed(&[1; 32]).public();
    let organiser = event(folder.path(), &ours);
    let port = table(TableHello { protocol: 9, ..TableHello::new(ours, Seq(0)) });
    let (code, _, error) = connect(folder.path(), &port, &organiser);
    assert_eq!(code, Some(2));
    assert!(error.contains("another version (protocol 9"), "{error}");
    assert!(error.contains("update the older of the two"), "{error}");
}

#[test]
fn verify_answers_good_remarks_or_bad() {
    let folder = tempfile::tempdir().unwrap();
    let table = SoftwareKey::from_seed(&[5; 32]).public();
    let file = host_sim::referee::export(&host_sim::referee::Ledger::new(table));
    std::fs::write(folder.path().join("empty"), &file).unwrap();
    let hex = digits(&table.0);
    let (code, out, _) = said(&referee(folder.path(), &["verify", "empty", "--table", &hex]));
    assert_eq!((code, out.lines().next()), {
        (Some(0), Some("good: 0 records, 0 scores worked out again"))
    });
    let (code, out, _) = said(&referee(folder.path(), &["verify", "empty", "--json"]));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["verdict"]), (Some(1), &"good with remarks".into()));
    std::fs::write(folder.path().join("bad"), &file[1..]).unwrap();
    let (code, out, _) = said(&referee(folder.path(), &["verify", "bad", "--json"]));
    let json: serde_json::Value = serde_json::from_str(&out).unwrap();
    assert_eq!((code, &json["verdict"]), (Some(2), &"bad".into()));
    assert!(json["reason"].is_string() && json["records"] == 0 && json["first_bad"].is_null());
}

#[test]
fn a_key_is_never_overwritten() {
    let folder = tempfile::tempdir().unwrap();
    key(folder.path(), "one");
    let before = std::fs::read(folder.path().join("one")).unwrap();
    assert_eq!(said(&referee(folder.path(), &["key", "one"])).0, Some(2));
    assert_eq!(std::fs::read(folder.path().join("one")).unwrap(), before);
}
