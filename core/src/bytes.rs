//! Bytes of a fixed number as they are read. The library reads an array with a call for each of its places, one and a half
//! kilobytes for arrays up to thirty-two; this reads the same bytes in a loop.

use core::fmt;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};

/// What is read in place of an array, and turned into what holds one.
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<'de, const N: usize> Deserialize<'de> for Bytes<N> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Bytes<N>, D::Error> {
        struct Places<const N: usize>;

        impl<'de, const N: usize> Visitor<'de> for Places<N> {
            type Value = Bytes<N>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "{N} bytes")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Bytes<N>, A::Error> {
                let mut bytes = [0; N];
                for (at, byte) in bytes.iter_mut().enumerate() {
                    let next = list.next_element()?;
                    *byte = next.ok_or_else(|| A::Error::invalid_length(at, &self))?;
                }
                Ok(Bytes(bytes))
            }
        }

        from.deserialize_tuple(N, Places)
    }
}

/// For a field that is an array.
pub fn array<'de, D: Deserializer<'de>, const N: usize>(from: D) -> Result<[u8; N], D::Error> {
    Bytes::deserialize(from).map(|Bytes(bytes)| bytes)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_an_array_is() {
        let array: [u8; 32] = core::array::from_fn(|at| 255 - at as u8);
        let mut written = [0; 40];
        let written = postcard::to_slice(&array, &mut written).unwrap();
        let (Bytes(read), rest) = postcard::take_from_bytes::<Bytes<32>>(written).unwrap();
        assert_eq!((read, rest), (array, &[][..]));
        for cut in 0..32 {
            assert!(postcard::from_bytes::<Bytes<32>>(array.get(..cut).unwrap()).is_err(), "{cut}");
        }
    }
}
