//! What records cost on the chip, counted in instructions by QEMU: the same on every machine (trust A4, B3, C5).

use host_sim::bench::{Row, trust_on_the_chip};

#[test]
fn a_result_is_signed_and_kept_in_time_and_no_reader_waits_for_it() {
    let rows = trust_on_the_chip().unwrap();
    rows.iter().for_each(|row| println!("{:<60}{:>14.1} {}", row.name, row.value, row.unit));
    let value = |name: &str| {
        let row: &Row = rows.iter().find(|row| row.name == name).unwrap();
        row.value
    };
    assert!(value("sign and commit a result on the chip: at 168 MHz") < 250.0);
    assert!(value("reader polling while results are committed: polls") > 50.0);
    // An empty slot is decided after 560 us: who comes a tenth of that late, the other three readers before him, loses nothing.
    assert!(value("reader polling while results are committed: at 168 MHz") < 56.0);
    assert!(value("measure the image: full flash at 168 MHz") < 1_000.0);
    assert!(value("boot to ready: full journal, full flash, at 168 MHz") < 3_000.0);
}
