//! `cargo xtask dist`: what is given to others, from an allow-list, the same bytes each time.

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use zip::write::SimpleFileOptions;

use crate::project::{Project, files_below};
use crate::{firefox, run};

/// Files and folders of the extension. Nothing else of the repository is in its package.
const EXTENSION: [&str; 8] = [
    "manifest.json",
    "_locales",
    "LICENSE",
    "extension/content/flag",
    "extension/dist",
    "extension/managed.json",
    "extension/ui",
    "extension/icons",
];
/// The extension's package, and Firefox's.
const ZIP: &str = "dist/onecall-extension.zip";
const FIREFOX: &str = "dist/onecall-firefox.zip";
/// Where the npm package is put together.
const PACKAGE: &str = "dist/npm";

/// Makes all packages.
pub fn run(project: &Project) -> Result<()> {
    fs::create_dir_all(project.path("dist")).context("cannot make dist")?;
    let files = extension_files(project).into_iter().map(|file| (project.shown(&file), file));
    zip(project, ZIP, &files.collect::<Vec<_>>())?;
    zip(project, FIREFOX, &firefox::make(project)?)?;
    npm(project)
}

/// Makes all packages twice and fails where their bytes differ.
pub fn check(project: &Project) -> Result<()> {
    let mut made = Vec::new();
    for _ in 0..2 {
        run(project)?;
        let packages = [project.path(ZIP), project.path(FIREFOX), npm_package(project)?];
        let bytes =
            packages.iter().map(|path| fs::read(path).with_context(|| format!("{} was not made", path.display())));
        made.push(bytes.collect::<Result<Vec<_>>>()?);
    }
    if made.first() == made.last() {
        return Ok(());
    }
    bail!("the packages are not the same bytes each time")
}

fn npm_package(project: &Project) -> Result<PathBuf> {
    Ok(project.path(&format!("dist/onecall-{}.tgz", project.version()?)))
}

/// The files that are the extension, in order.
pub fn extension_files(project: &Project) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = Vec::new();
    for entry in EXTENSION {
        let path = project.path(entry);
        if path.is_dir() {
            files.extend(files_below(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Packs files under their names.
fn zip(project: &Project, to: &str, files: &[(String, PathBuf)]) -> Result<()> {
    let target = project.path(to);
    let out = File::create(&target).with_context(|| format!("cannot write {to}"))?;
    let mut zip = zip::ZipWriter::new(out);
    for (name, file) in files {
        let options = SimpleFileOptions::default()
            .compression_method(zip::CompressionMethod::Deflated)
            .last_modified_time(zip::DateTime::default())
            .unix_permissions(0o644);
        zip.start_file(name.as_str(), options).context("zip")?;
        zip.write_all(&fs::read(file).with_context(|| format!("cannot read {}", file.display()))?).context("zip")?;
    }
    zip.finish().context("zip")?;
    report(project, &target, files.len())
}

fn npm(project: &Project) -> Result<()> {
    let staging = project.path(PACKAGE);
    if staging.exists() {
        fs::remove_dir_all(&staging).context("cannot empty dist/npm")?;
    }
    fs::create_dir_all(&staging).context("cannot make dist/npm")?;
    let mut files = files_below(&project.path("www/dist"));
    files.extend(["README.md", "LICENSE", "www/src/answer.schema.json"].iter().map(|name| project.path(name)));
    for file in &files {
        let name = file.file_name().context("file name")?;
        fs::copy(file, staging.join(name)).with_context(|| format!("cannot copy {}", file.display()))?;
    }
    types(project)?;
    let mut description: Value = serde_json::from_str(&project.read("www/npm.json")?).context("www/npm.json")?;
    match description.as_object_mut() {
        Some(map) => map.insert("version".into(), project.version()?.into()),
        None => bail!("www/npm.json is no object"),
    };
    let text = serde_json::to_string_pretty(&description).context("package.json")?;
    fs::write(staging.join("package.json"), text + "\n").context("cannot write package.json")?;
    let mut command = run::command(project, "npm");
    command.args(["pack", "./dist/npm", "--pack-destination", "dist", "--ignore-scripts"]);
    run::must(project, "npm-pack", &mut command)?;
    report(project, &npm_package(project)?, files.len() + 1)
}

/// Types of the package, as they lie in the repository, so that they find each other: those of the entry points from their
/// JSDoc, the rest as written.
fn types(project: &Project) -> Result<()> {
    let mut command = run::npm_command(project, "tsc")?;
    command.args(["--project", "www/adapters/tsconfig.json"]);
    run::must(project, "tsc-types", &mut command)?;
    for name in ["www/src/onecall.d.ts", "www/src/answer.d.ts", "extension/shared/publish.d.ts"] {
        let to = project.path(PACKAGE).join("types").join(name);
        fs::create_dir_all(to.parent().unwrap_or(Path::new("."))).context("cannot make the folder of the types")?;
        fs::copy(project.path(name), to).with_context(|| format!("cannot copy {name}"))?;
    }
    Ok(())
}

fn report(project: &Project, target: &Path, files: usize) -> Result<()> {
    let bytes = fs::metadata(target).with_context(|| format!("{} was not made", target.display()))?.len();
    println!("dist    {}: {files} files, {bytes} bytes", project.shown(target));
    Ok(())
}
