//! Ed25519 keys behind our own small types, so that no caller depends on the signature crate.

use core::fmt::{self, Write};

use ed25519_dalek::{Signer, SigningKey, VerifyingKey};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::bytes::Bytes;

/// Longest message that is ever signed: a record.
const LONGEST_MESSAGE: usize = crate::record::LONGEST_DRAFT;
/// Length of the prefix that names the purpose.
const PREFIX: usize = 16;

/// What a signature is for. The prefix is part of the signed bytes, so that a signature made for one
/// purpose can never be taken for another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Purpose {
    /// A record of the table's journal.
    Record,
    /// An organiser's list of tags and tiles.
    Enrolment,
    /// The table's answer to a referee's nonce.
    Answer,
    /// An order of a referee.
    Order,
    /// A referee's word that he holds the records up to one of them.
    Receipt,
    /// The organiser's list of who may give orders.
    Officials,
    /// The organiser's list of tables.
    Tables,
}

impl Purpose {
    const fn prefix(self) -> &'static [u8; PREFIX] {
        match self {
            Purpose::Record => b"table/record/v1\0",
            Purpose::Enrolment => b"table/enrol/v1\0\0",
            Purpose::Answer => b"table/answer/v1\0",
            Purpose::Order => b"table/order/v1\0\0",
            Purpose::Receipt => b"table/receipt/v1",
            Purpose::Officials => b"table/people/v1\0",
            Purpose::Tables => b"table/tables/v1\0",
        }
    }
}

/// The identity of a table: its Ed25519 public key.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Bytes<32>")]
pub struct PublicKey(pub [u8; 32]);

impl From<Bytes<32>> for PublicKey {
    fn from(Bytes(bytes): Bytes<32>) -> PublicKey {
        PublicKey(bytes)
    }
}

/// The first eight bytes of a public key: enough to find it in a short list, never enough to trust it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Bytes<8>")]
pub struct KeyTag(pub [u8; 8]);

impl From<Bytes<8>> for KeyTag {
    fn from(Bytes(bytes): Bytes<8>) -> KeyTag {
        KeyTag(bytes)
    }
}

/// An Ed25519 signature.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Signature(pub [u8; 64]);

/// Sixty-four bytes as they are; the derive stops at thirty-two.
impl Serialize for Signature {
    fn serialize<S: serde::Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        let (r, s) = self.0.split_at(32);
        let half = |bytes: &[u8]| <[u8; 32]>::try_from(bytes).unwrap_or_default();
        (half(r), half(s)).serialize(to)
    }
}

impl<'de> Deserialize<'de> for Signature {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Signature, D::Error> {
        let (Bytes(r), Bytes(s)) = <(Bytes<32>, Bytes<32>)>::deserialize(from)?;
        let mut bytes = [0; 64];
        for (to, from) in bytes.iter_mut().zip(r.into_iter().chain(s)) {
            *to = from;
        }
        Ok(Signature(bytes))
    }
}

/// The signature does not belong to these bytes, this purpose and this key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Untrusted;

/// Seventy-five bits of an identity for people to compare: three groups of five letters or digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint([u8; 15]);

impl PublicKey {
    /// Checks `signature` over `message`. Rejects malleable and small-order forms.
    pub fn verify(
        &self,
        purpose: Purpose,
        message: &[u8],
        signature: &Signature,
    ) -> Result<(), Untrusted> {
        let key = VerifyingKey::from_bytes(&self.0).map_err(|_| Untrusted)?;
        let signed = Signed::new(purpose, message).ok_or(Untrusted)?;
        let signature = ed25519_dalek::Signature::from_bytes(&signature.0);
        key.verify_strict(signed.bytes(), &signature).map_err(|_| Untrusted)
    }

    /// By which it is found in a list.
    pub const fn tag(&self) -> KeyTag {
        let [a, b, c, d, e, f, g, h, ..] = self.0;
        KeyTag([a, b, c, d, e, f, g, h])
    }

    /// What the table shows and the referee compares.
    pub fn fingerprint(&self) -> Fingerprint {
        // Crockford's alphabet: no I, L, O or U, so nothing is misread across a noisy hall.
        const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
        let digest = Sha256::digest(self.0);
        let bits =
            digest.iter().take(10).fold(0u128, |bits, &byte| bits << 8 | u128::from(byte)) >> 5;
        let mut letters = [0; 15];
        for (position, letter) in letters.iter_mut().enumerate() {
            let value = (bits >> (70 - 5 * position)) as usize & 31;
            *letter = ALPHABET.get(value).copied().unwrap_or(b'?');
        }
        Fingerprint(letters)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for PublicKey {
    fn format(&self, out: defmt::Formatter<'_>) {
        defmt::write!(out, "{}", defmt::Display2Format(&self.fingerprint()));
    }
}

impl fmt::Debug for PublicKey {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", self.fingerprint())
    }
}

fn hexadecimal(out: &mut fmt::Formatter<'_>, bytes: &[u8]) -> fmt::Result {
    bytes.iter().try_for_each(|byte| write!(out, "{byte:02x}"))
}

impl fmt::Debug for KeyTag {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(out, &self.0)
    }
}

impl fmt::Debug for Signature {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        hexadecimal(out, self.0.get(..4).unwrap_or_default())?;
        out.write_str("..")
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for KeyTag {
    fn format(&self, out: defmt::Formatter<'_>) {
        defmt::write!(out, "{}", defmt::Debug2Format(self));
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for Signature {
    fn format(&self, out: defmt::Formatter<'_>) {
        defmt::write!(out, "{}", defmt::Debug2Format(self));
    }
}

impl Fingerprint {
    /// As people compare it: groups of five.
    pub fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.0.chunks(5).enumerate().flat_map(|(at, group)| {
            let between = (at > 0).then_some('-');
            between.into_iter().chain(group.iter().map(|letter| char::from(*letter)))
        })
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.letters().try_for_each(|letter| out.write_char(letter))
    }
}

impl fmt::Display for Untrusted {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("the signature does not belong to these bytes and this key")
    }
}

impl core::error::Error for Untrusted {}

/// A private key held in memory: the first of the table's signers. It wipes itself when dropped.
/// There is deliberately no way to get the seed back out of it.
pub struct SoftwareKey(SigningKey);

impl SoftwareKey {
    /// The key grown from 32 bytes of true randomness.
    pub fn from_seed(seed: &[u8; 32]) -> SoftwareKey {
        SoftwareKey(SigningKey::from_bytes(seed))
    }

    /// The identity that goes with it.
    pub fn public(&self) -> PublicKey {
        PublicKey(self.0.verifying_key().to_bytes())
    }

    /// Signs `message`; `None` if it is longer than any record.
    pub fn sign(&self, purpose: Purpose, message: &[u8]) -> Option<Signature> {
        let signed = Signed::new(purpose, message)?;
        Some(Signature(self.0.sign(signed.bytes()).to_bytes()))
    }
}

/// Prefix and message in one piece, as the signature covers them.
struct Signed(heapless::Vec<u8, { PREFIX + LONGEST_MESSAGE }>);

impl Signed {
    fn new(purpose: Purpose, message: &[u8]) -> Option<Signed> {
        let mut bytes = heapless::Vec::new();
        bytes.extend_from_slice(purpose.prefix()).ok()?;
        bytes.extend_from_slice(message).ok()?;
        Some(Signed(bytes))
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn a_signature_holds_for_its_message_and_key_only() {
        let key = SoftwareKey::from_seed(&[7; 32]);
        let other = SoftwareKey::from_seed(&[8; 32]).public();
        let signature = key.sign(Purpose::Record, b"east wins").unwrap();
        assert_eq!(key.public().verify(Purpose::Record, b"east wins", &signature), Ok(()));
        assert_eq!(key.public().verify(Purpose::Record, b"west wins", &signature), Err(Untrusted));
        assert_eq!(other.verify(Purpose::Record, b"east wins", &signature), Err(Untrusted));
        for bit in 0..512 {
            let mut forged = signature;
            forged.0[bit / 8] ^= 1 << (bit % 8);
            assert!(key.public().verify(Purpose::Record, b"east wins", &forged).is_err());
        }
    }

    #[test]
    fn the_purpose_is_part_of_what_is_signed() {
        let key = SigningKey::from_bytes(&[7; 32]);
        let bare = Signature(key.sign(b"east wins").to_bytes());
        let public = PublicKey(key.verifying_key().to_bytes());
        assert_eq!(public.verify(Purpose::Record, b"east wins", &bare), Err(Untrusted));
    }

    /// SHA-256 of 32 zero bytes starts 66 68 7A AD F8 62 BD 77 6C 8F: the first 75 bits in groups of
    /// five bits each are these letters.
    #[test]
    fn a_fingerprint_is_the_start_of_the_hash_in_letters() {
        assert_eq!(PublicKey([0; 32]).fingerprint().to_string(), "CSM7N-BFRCA-YQEV4");
    }
}
