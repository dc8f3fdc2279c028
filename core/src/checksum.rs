//! CRC-32/ISO-HDLC, the common one: against accidents on chips and wires. Signatures are against people.

/// Of these bytes; stored and sent low byte first.
pub fn crc32(bytes: &[u8]) -> [u8; 4] {
    const CRC: crc::Crc<u32> = crc::Crc::<u32>::new(&crc::CRC_32_ISO_HDLC);
    CRC.checksum(bytes).to_le_bytes()
}

#[cfg(test)]
mod tests {
    /// The check value that every catalogue gives for this CRC.
    #[test]
    fn it_is_the_common_one() {
        assert_eq!(super::crc32(b"123456789"), 0xCBF4_3926u32.to_le_bytes());
    }
}
