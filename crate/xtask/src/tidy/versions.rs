//! One version: the workspace's. What repeats it must agree.

use anyhow::Result;
use serde_json::Value;

use super::Problems;
use crate::project::Project;

/// Files that must carry the workspace's version.
const CARRIERS: [&str; 2] = ["manifest.json", "package.json"];

/// Compares them.
pub fn check(project: &Project, problems: &mut Problems) -> Result<()> {
    let version = project.version()?;
    for file in CARRIERS {
        let Ok(text) = project.read(file) else {
            problems.push(format!("{file}: is missing"));
            continue;
        };
        let said = serde_json::from_str::<Value>(&text).ok();
        let said = said.as_ref().and_then(|value| value.get("version")).and_then(Value::as_str);
        if said != Some(version.as_str()) {
            problems.push(format!("{file}: version {} is not {version}, the workspace's", said.unwrap_or("(none)")));
        }
    }
    Ok(())
}
