//! Words as such: folded, split and compared. Near names and search both stand on it. It knows neither paths
//! nor pages, and must never know what a word means.

pub mod edits;
pub mod figure;
pub mod fold;
pub mod words;

/// A number that stands for texts, one after the other, and tells nothing of what is in them (FNV-1a). It tells things
/// apart and guards nothing.
#[must_use]
pub fn fingerprint(parts: &[&str]) -> u64 {
    let bytes = parts.iter().flat_map(|part| part.bytes().chain([0]));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
