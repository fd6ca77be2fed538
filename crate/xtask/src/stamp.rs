//! Stamps: has anything that a product was made from changed? Goes by content, never by time, so that a
//! checkout or a touched file rebuilds nothing.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use crate::project::{Project, files_below};

/// A digest of files and words. Folders stand for all files below them.
pub fn digest(project: &Project, sources: &[&str], words: &[String]) -> String {
    let mut hasher = DefaultHasher::new();
    for source in sources {
        let path = project.path(source);
        let files: Vec<PathBuf> = if path.is_dir() { files_below(&path) } else { vec![path] };
        for file in files {
            project.shown(&file).hash(&mut hasher);
            fs::read(&file).ok().hash(&mut hasher);
        }
    }
    words.hash(&mut hasher);
    format!("{:016x}", hasher.finish())
}

/// True where the stamp holds this digest.
pub fn fresh(stamp: &Path, digest: &str) -> bool {
    fs::read_to_string(stamp).is_ok_and(|kept| kept.trim() == digest)
}

/// Keeps the digest.
pub fn keep(stamp: &Path, digest: &str) -> Result<()> {
    fs::write(stamp, format!("{digest}\n")).with_context(|| format!("cannot write {}", stamp.display()))
}
