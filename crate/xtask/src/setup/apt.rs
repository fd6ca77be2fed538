//! Debian's packages, where we may install them. It must never add a source of packages.

use std::path::Path;

use anyhow::Result;

use super::announce;
use crate::project::Project;
use crate::run;

/// Is this Debian, and are we root?
pub fn possible(project: &Project) -> bool {
    let root = run::first_line(run::command(project, "id").arg("-u")).is_some_and(|id| id == "0");
    root && Path::new("/etc/debian_version").exists()
}

/// Installs a package.
pub fn install(project: &Project, package: &str, takes: &str) -> Result<()> {
    announce(&format!("installing Debian's {package} with apt-get ({takes})"));
    let mut update = run::command(project, "apt-get");
    run::must(project, "apt-update", update.args(["update", "-q"]).env("DEBIAN_FRONTEND", "noninteractive"))?;
    let mut install = run::command(project, "apt-get");
    install.args(["install", "-y", "-q", "--no-install-recommends", package]);
    run::must(project, &format!("apt-{package}"), install.env("DEBIAN_FRONTEND", "noninteractive"))?;
    Ok(())
}
