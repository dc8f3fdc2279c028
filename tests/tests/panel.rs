//! What the panel costs on the chip, counted in instructions by QEMU: the same on every machine.

use host_sim::bench::{Row, panel_on_the_chip};

/// Processor cycles in a second, and in the five milliseconds within which a press must be stamped.
const SECOND: f64 = 168e6;
const STAMP: f64 = SECOND * 5e-3;
/// The driver reads the pads every four milliseconds: what a reading may wait on top of that.
const SCAN: f64 = SECOND * 4e-3;

#[test]
fn a_second_takes_less_than_a_fiftieth_of_the_processor_and_delays_no_press() {
    let rows = panel_on_the_chip().unwrap();
    rows.iter().for_each(|row| println!("{:<60}{:>14.0} {}", row.name, row.value, row.unit));
    let value = |name: &str| {
        let row: &Row = rows.iter().find(|row| row.name == name).unwrap();
        row.value
    };
    assert!(value("panel, one-second tick") < SECOND / 50.0);
    // A full screen is drawn within half a second of the processor, and its bytes pass the bus of 5.25 Mbit/s within one.
    assert!(value("panel, full redraw") < SECOND / 2.0);
    assert!(value("panel, full redraw: bus") * 8.0 < 5.25e6);
    let waits = value("call pads while drawing and signing: worst wait");
    // Four readers' tasks may come first; drawing and signing take a thousand times as long and hold nobody up.
    assert!((1.0..5_000.0).contains(&waits), "a reading waits {waits} instructions");
    assert!(SCAN + waits < STAMP);
    let waits = value("readers while drawing and signing: worst wait");
    assert!((1.0..5_000.0).contains(&waits), "a reader waits {waits} instructions");
}
