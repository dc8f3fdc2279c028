//! Bytes that claim to be an order, a receipt or a list: nobody's but the officials' are taken (trust D2).

use table_core::game::{Command, Few};
use table_core::time::Tick;
use table_core::trust::{Official, Officials, Role, SoftwareKey, sign};
use table_core::wire::{Gate, Grounds, Order, SessionId};

/// The session that is open.
pub const SESSION: SessionId = SessionId([5; 16]);

fn organiser() -> SoftwareKey {
    SoftwareKey::from_seed(&[21; 32])
}

fn referee() -> SoftwareKey {
    SoftwareKey::from_seed(&[22; 32])
}

/// A gate in an open session, with a referee on its list.
///
/// # Panics
/// If the gate does not take its own organiser's list.
pub fn gate() -> Gate {
    let people = Few::from_some([Official { key: referee().public(), role: Role::Referee }]);
    let list = Officials { organiser: organiser().public(), serial: 1, people };
    let list = sign(&organiser(), &list).expect("the list fits");
    let mut gate = Gate::new(None);
    gate.appoint(Tick(0), &list).expect("the first list is taken");
    gate.open(SESSION);
    gate
}

/// A genuine order, from which hostile ones can be made.
///
/// # Panics
/// If it does not fit.
pub fn genuine() -> Vec<u8> {
    let by = referee().public().tag();
    let (command, grounds) = (Command::Pause, Grounds::default());
    let order = Order { session: SESSION, by, number: 1, command, grounds };
    sign(&referee(), &order).expect("an order fits").to_vec()
}

/// None is taken, whatever it is taken for; the genuine order alone is, as that.
///
/// # Panics
/// Where that does not hold.
pub fn holds(bytes: &[u8]) {
    let now = Tick(1_000_000);
    let order = gate().order(now, bytes);
    assert!(order.is_err() || bytes == genuine(), "an order of nobody was taken: {order:?}");
    assert!(gate().receipt(now, bytes).is_err(), "a receipt of nobody was taken");
    let appointed = gate().appoint(now, bytes);
    assert!(!matches!(appointed, Ok(Some(_))), "a list of nobody was taken");
}
