//! Where things are. It must never create or change anything.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

/// The checkout that the command works on.
pub struct Project {
    /// Folder of the workspace's Cargo.toml.
    pub root: PathBuf,
}

impl Project {
    /// The checkout that this program was built from, or the one around the working directory when it was moved.
    pub fn find() -> Result<Self> {
        let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let start = std::env::current_dir().context("working directory")?;
        let around = start.ancestors().find(|dir| dir.join("crate/xtask/Cargo.toml").is_file());
        let root = around.map_or(built, Path::to_path_buf);
        let root = root.canonicalize().with_context(|| format!("{} is not there any more", root.display()))?;
        Ok(Self { root })
    }

    /// A path below the root, with `/` between its parts.
    pub fn path(&self, relative: &str) -> PathBuf {
        self.root.join(relative)
    }

    /// Path below the root as it is printed.
    pub fn shown(&self, path: &Path) -> String {
        path.strip_prefix(&self.root).unwrap_or(path).display().to_string()
    }

    /// Programs that set-up built.
    pub fn tools(&self) -> PathBuf {
        self.path("target/tools")
    }

    /// A program of an npm package.
    pub fn npm_program(&self, name: &str) -> PathBuf {
        self.path("node_modules/.bin").join(name)
    }

    /// The PATH for child processes: our tools, then npm's, then what was there.
    pub fn search_path(&self) -> std::ffi::OsString {
        let mut parts = vec![self.tools().join("bin"), self.path("node_modules/.bin")];
        if let Some(path) = std::env::var_os("PATH") {
            parts.extend(std::env::split_paths(&path));
        }
        std::env::join_paths(parts).unwrap_or_default()
    }

    /// A program on the PATH that children get.
    pub fn which(&self, name: &str) -> Option<PathBuf> {
        let path = self.search_path();
        std::env::split_paths(&path).map(|dir| dir.join(name)).find(|file| file.is_file())
    }

    /// The corpora: `$ONECALL_CORPORA`, else beside the checkout. `None` in a user's clone.
    pub fn corpora(&self) -> Option<PathBuf> {
        let dir = match std::env::var_os("ONECALL_CORPORA") {
            Some(dir) => PathBuf::from(dir),
            None => self.path("../shared/corpora"),
        };
        dir.canonicalize().ok().filter(|dir| dir.is_dir())
    }

    /// The version of a dependency that Cargo.toml pins with `=`.
    pub fn pinned(&self, dependency: &str) -> Result<String> {
        let manifest = self.read("Cargo.toml")?;
        let line = manifest.lines().find(|line| line.split('=').next().is_some_and(|key| key.trim() == dependency));
        let version = line.and_then(|line| line.split('"').nth(1)).and_then(|text| text.strip_prefix('='));
        match version {
            Some(version) => Ok(version.to_owned()),
            None => bail!("Cargo.toml does not pin {dependency} with \"=\""),
        }
    }

    /// The version of the workspace.
    pub fn version(&self) -> Result<String> {
        let manifest = self.read("Cargo.toml")?;
        let line = manifest.lines().find(|line| line.starts_with("version = "));
        let version = line.and_then(|line| line.split('"').nth(1));
        version.map(str::to_owned).context("Cargo.toml has no version")
    }

    /// A file below the root, as text.
    pub fn read(&self, relative: &str) -> Result<String> {
        let path = self.path(relative);
        fs::read_to_string(&path).with_context(|| format!("cannot read {relative}"))
    }
}

/// True where absence of something optional must fail.
pub fn in_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !value.is_empty() && value != "false" && value != "0")
}

/// All files below a folder, sorted, without build output and installed packages.
pub fn files_below(dir: &Path) -> Vec<PathBuf> {
    const SKIPPED: [&str; 4] = ["target", "node_modules", "dist", ".git"];
    let mut found = Vec::new();
    let mut waiting = vec![dir.to_path_buf()];
    while let Some(dir) = waiting.pop() {
        let Ok(entries) = fs::read_dir(&dir) else { continue };
        for entry in entries.flatten() {
            let path = entry.path();
            let name = entry.file_name();
            match entry.file_type() {
                Ok(kind) if kind.is_dir() && !SKIPPED.iter().any(|skipped| name == *skipped) => waiting.push(path),
                Ok(kind) if kind.is_file() => found.push(path),
                _ => {}
            }
        }
    }
    found.sort();
    found
}
