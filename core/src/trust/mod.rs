//! Who signed what: identities, signatures and their purposes.

mod key;

pub use key::{Fingerprint, PublicKey, Purpose, Signature, SoftwareKey, Untrusted};
