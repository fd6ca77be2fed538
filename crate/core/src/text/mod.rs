//! Words as such: folded, split and compared. Near names and search both stand on it. It knows neither paths
//! nor pages, and must never know what a word means.

pub mod edits;
pub mod fold;
pub mod words;
