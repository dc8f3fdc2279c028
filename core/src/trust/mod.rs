//! Who signed what: identities, signatures and their purposes, and who may order what.

mod identity;
mod key;
mod official;
mod role;
mod statement;
pub mod vault;

pub use identity::{Identity, Image, Version};
pub use key::{Fingerprint, KeyTag, PublicKey, Purpose, Signature, SoftwareKey, Untrusted};
pub use official::{MOST_OFFICIALS, Official, Officials};
pub use role::{Role, entitled};
pub use statement::{
    LONGEST_STATEMENT, SignedBytes, Statement, StatementDraft, StatementError, draft, read, seal,
    sign, verified,
};
