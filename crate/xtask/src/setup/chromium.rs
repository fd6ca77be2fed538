//! Finds Chromium: `$CHROMIUM`, the PATH, Debian's package where it may be installed. Otherwise it says
//! what to do. It never downloads a browser from anywhere else.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::apt;
use crate::project::Project;

/// Names under which distributions install it. Branded Chrome comes last: it does not load an unpacked extension
/// from the command line.
const NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "ungoogled-chromium", "google-chrome", "google-chrome-stable"];

const ADVICE: &str = "Chromium was not found. Install it (Debian: apt-get install chromium) \
or set CHROMIUM to the program's path.";

/// The browser, where there is one.
pub fn find(project: &Project) -> Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os("CHROMIUM").filter(|value| !value.is_empty()) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(Some(named));
        }
        bail!("CHROMIUM is set to {}, and no program is there", named.display());
    }
    Ok(NAMES.iter().find_map(|name| project.which(name)))
}

/// The browser, or what to do.
pub fn required(project: &Project) -> Result<PathBuf> {
    match find(project)? {
        Some(browser) => Ok(browser),
        None => bail!(ADVICE),
    }
}

/// Installs Debian's package where there is no browser and we may.
pub fn install(project: &Project) -> Result<bool> {
    if find(project)?.is_some() {
        return Ok(false);
    }
    if !apt::possible(project) {
        bail!(ADVICE);
    }
    apt::install(project, "chromium", "about 1 minute")?;
    required(project).map(|_| true)
}
