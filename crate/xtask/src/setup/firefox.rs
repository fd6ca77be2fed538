//! Finds Firefox: `$FIREFOX`, the PATH, Debian's package where it may be installed. Only the tests of Firefox need it, so
//! where there is none they are skipped and say so; with `CI` set that is a failure.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::apt;
use crate::project::{Project, in_ci};

const NAMES: [&str; 2] = ["firefox-esr", "firefox"];

/// The browser, where there is one.
pub fn find(project: &Project) -> Result<Option<PathBuf>> {
    if let Some(named) = std::env::var_os("FIREFOX").filter(|value| !value.is_empty()) {
        let named = PathBuf::from(named);
        if named.is_file() {
            return Ok(Some(named));
        }
        bail!("FIREFOX is set to {}, and no program is there", named.display());
    }
    Ok(NAMES.iter().find_map(|name| project.which(name)))
}

/// Installs Debian's package where there is no browser and we may.
pub fn install(project: &Project) -> Result<bool> {
    if find(project)?.is_some() {
        return Ok(false);
    }
    let installed = apt::possible(project) && apt::install(project, "firefox-esr", "about 1 minute").is_ok();
    if !installed && in_ci() {
        bail!("Firefox was not found (Debian: apt-get install firefox-esr); with CI=true it is needed");
    }
    Ok(installed && find(project)?.is_some())
}
