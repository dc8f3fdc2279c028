//! Who signed what: identities, signatures and their purposes.

mod identity;
mod key;
pub mod vault;

pub use identity::{Identity, Image, Version};
pub use key::{Fingerprint, PublicKey, Purpose, Signature, SoftwareKey, Untrusted};
