//! Finds Chromium: `$CHROMIUM`, the PATH, Debian's package where it may be installed. Otherwise it says
//! what to do. It never downloads a browser from anywhere else.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use super::announce;
use crate::project::Project;
use crate::run;

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
    if !Path::new("/etc/debian_version").exists() || !run_as_root(project) {
        bail!(ADVICE);
    }
    announce("installing Debian's chromium with apt-get (about 1 minute)");
    let mut update = run::command(project, "apt-get");
    run::must(project, "apt-update", update.args(["update", "-q"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    let mut install = run::command(project, "apt-get");
    install.args(["install", "-y", "-q", "--no-install-recommends", "chromium"]);
    run::must(project, "apt-chromium", install.env("DEBIAN_FRONTEND", "noninteractive"))?;
    required(project).map(|_| true)
}

fn run_as_root(project: &Project) -> bool {
    run::first_line(run::command(project, "id").arg("-u")).is_some_and(|id| id == "0")
}
