//! CRC-32 (ISO 3309, as in zip and PNG): polynomial 0xEDB88320, reflected, inverted before and after.

const TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ if value & 1 == 1 { 0xedb8_8320 } else { 0 };
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
};

/// The checksum of `bytes`.
///
/// ```
/// assert_eq!(chuhe::checksum::crc32(b"123456789"), 0xcbf4_3926);
/// ```
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0, |sum, &byte| (sum >> 8) ^ TABLE[usize::from(sum as u8 ^ byte)])
}
