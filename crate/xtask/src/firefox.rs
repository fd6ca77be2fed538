//! The extension for Firefox: the same files with a manifest of Firefox's kind, in `target/firefox`. It must never change
//! a script: what differs between the browsers at run time is asked for where it is used.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context as _, Result, bail};
use serde_json::{Map, Value, json};

use crate::dist;
use crate::project::Project;

/// Where it is put; `about:debugging` loads the manifest in it.
pub const OUT: &str = "target/firefox";

/// What only Chromium has: its side panel, its key for the id, its serialisation (Firefox always sends typed arrays as
/// they are), and managed storage by a schema (Firefox reads it from a file of the machine's).
const CHROMIUM_ONLY: [&str; 5] = ["key", "minimum_chrome_version", "message_serialization", "side_panel", "storage"];

/// The first version in which all of it was seen to work: names of documents, ancestors of frames, the page's world.
const MINIMUM: &str = "153.0";

/// Makes the folder anew and gives its files, by their paths below it.
pub fn make(project: &Project) -> Result<Vec<(String, PathBuf)>> {
    let out = project.path(OUT);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot empty {OUT}"))?;
    }
    let mut made = Vec::new();
    for file in dist::extension_files(project) {
        let name = project.shown(&file);
        let target = out.join(&name);
        if let Some(dir) = target.parent() {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        fs::copy(&file, &target).with_context(|| format!("cannot copy {name}"))?;
        made.push((name, target));
    }
    let own = serde_json::from_str(&project.read("manifest.json")?).context("manifest.json")?;
    let text = serde_json::to_string_pretty(&manifest(own)?).context("manifest.json")?;
    fs::write(out.join("manifest.json"), text + "\n").context("cannot write Firefox's manifest")?;
    Ok(made)
}

/// Firefox's manifest from Chromium's.
fn manifest(own: Value) -> Result<Value> {
    let Value::Object(mut map) = own else { bail!("manifest.json is no object") };
    let panel = at(&map, "/side_panel/default_path")?;
    let worker = at(&map, "/background/service_worker")?;
    let icons = at(&map, "/icons")?;
    for name in CHROMIUM_ONLY {
        map.remove(name);
    }
    if let Some(Value::Array(permissions)) = map.get_mut("permissions") {
        permissions.retain(|one| one != "sidePanel");
    }
    map.insert("background".into(), json!({ "scripts": [worker], "type": "module" }));
    map.insert(
        "sidebar_action".into(),
        json!({ "default_panel": panel, "default_title": "Onecall", "default_icon": icons, "open_at_install": false }),
    );
    // Firefox's store wants to know what is sent to others: nothing is.
    let gecko = json!({
        "id": "onecall@onecall.example", "strict_min_version": MINIMUM, "data_collection_permissions": { "required": ["none"] },
    });
    map.insert("browser_specific_settings".into(), json!({ "gecko": gecko }));
    Ok(Value::Object(map))
}

fn at(map: &Map<String, Value>, pointer: &str) -> Result<Value> {
    let whole = Value::Object(map.clone());
    whole.pointer(pointer).cloned().with_context(|| format!("manifest.json has no {pointer}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_manifest_has_firefox_s_parts_and_none_of_chromium_s() {
        let own = json!({
            "manifest_version": 3, "version": "1.2.3", "key": "k", "minimum_chrome_version": "156",
            "permissions": ["storage", "sidePanel"], "side_panel": { "default_path": "panel.html" },
            "background": { "service_worker": "worker.js", "type": "module" }, "icons": { "16": "16.png" },
        });
        let made = manifest(own).unwrap();
        assert_eq!(made["background"], json!({ "scripts": ["worker.js"], "type": "module" }));
        assert_eq!(made["permissions"], json!(["storage"]));
        assert_eq!(made["sidebar_action"]["default_panel"], "panel.html");
        assert_eq!(made["version"], "1.2.3");
        assert!(CHROMIUM_ONLY.iter().all(|name| made.get(name).is_none()));
        assert!(manifest(json!({ "manifest_version": 3 })).is_err());
    }
}
