//! `cargo xtask site`: the pages of `www/docs` and the playground as a static site in `target/site`. No service is needed
//! to build it, and none to run it. It must never say a figure or a name that the code does not say.

mod pages;
mod render;
mod types;

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};

use crate::project::{Project, files_below};
use crate::{build, demo, run, setup};
use pages::{GROUPS, Page};

/// Where it is put.
const OUT: &str = "target/site";
/// What is copied as it is: from, to.
const COPIED: [(&str, &str); 5] = [
    ("www/dist", "onecall"),
    ("www/site", "site"),
    ("www/demos", "demos"),
    ("www/docs/pictures", "pictures"),
    ("www/bench", "bench"),
];
/// The page of the playground, which is written without Onecall.
const OFFICE: &str = "demos/office/shop.html";

/// Makes the site; with `--serve` it is served on localhost until it is stopped.
pub fn run(project: &Project, args: &[String]) -> Result<()> {
    setup::everything(project)?;
    build::run(project)?;
    let pages = make(project)?;
    println!("site    {OUT}: {pages} pages");
    if args.iter().any(|arg| arg == "--serve") {
        let mut command = demo::node(project)?;
        command.arg("www/site/serve.js").arg(OUT).args(args.iter().filter(|arg| *arg != "--serve"));
        return run::shown(&mut command);
    }
    Ok(())
}

/// Makes all pages and gives their number.
fn make(project: &Project) -> Result<usize> {
    let out = project.path(OUT);
    if out.exists() {
        fs::remove_dir_all(&out).with_context(|| format!("cannot empty {OUT}"))?;
    }
    for (from, to) in COPIED {
        copy(project, from, &out.join(to))?;
    }
    office_with_tag(project, &out)?;
    let template = project.read("www/site/template.html")?;
    let pages: Vec<Page> = pages::all(project, |part| generated(project, part))?;
    for page in &pages {
        let html = render::page(&template, page, &pages)?;
        write(&out.join(&page.out), &html)?;
    }
    write(&out.join("llms.txt"), &llms(&pages))?;
    Ok(pages.len())
}

fn write(path: &Path, text: &str) -> Result<()> {
    if let Some(dir) = path.parent() {
        fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
    }
    fs::write(path, text).with_context(|| format!("cannot write {}", path.display()))
}

fn copy(project: &Project, from: &str, to: &Path) -> Result<()> {
    let root = project.path(from);
    for file in files_below(&root) {
        let inside = file.strip_prefix(&root).context("a file outside of its folder")?;
        let target = to.join(inside);
        if let Some(dir) = target.parent() {
            fs::create_dir_all(dir).with_context(|| format!("cannot make {}", dir.display()))?;
        }
        fs::copy(&file, &target).with_context(|| format!("cannot copy {}", project.shown(&file)))?;
    }
    Ok(())
}

/// The shop's back office with one line more: what the playground calls.
fn office_with_tag(project: &Project, out: &Path) -> Result<()> {
    let html = project.read(&format!("www/{OFFICE}"))?;
    let tag = "<script type=\"module\" src=\"../../onecall/onecall.js\"></script>\n</head>";
    if !html.contains("</head>") {
        bail!("www/{OFFICE} has no head to put the script tag into");
    }
    write(&out.join(OFFICE), &html.replacen("</head>", tag, 1))
}

/// A part that is made from the code's own tables.
fn generated(project: &Project, part: &str) -> Result<String> {
    let mut command: Command = run::command(project, "cargo");
    command.args(["run", "--quiet", "--package", "onecall-cli", "--", "docs", part]);
    let output = command.output().context("cannot start cargo")?;
    if !output.status.success() {
        bail!("the part {part} of the reference cannot be made:\n{}", String::from_utf8_lossy(&output.stderr));
    }
    String::from_utf8(output.stdout).context("reference")
}

/// The site for readers that are no people: what it is, and where each page stands, in a few lines.
fn llms(pages: &[Page]) -> String {
    let mut text = String::from(
        "# Onecall\n\n> Gives a web page one WebMCP tool, `call`, with the whole page behind it as a tree of paths. \
         An agent sends {} for an overview, reads a path, and acts at a path; every answer names the next ones.\n",
    );
    for (group, _) in GROUPS {
        text.push_str(&format!("\n## {group}\n\n"));
        for page in pages.iter().filter(|page| page.group == group) {
            text.push_str(&format!("- [{}]({}): {}\n", page.title, page.out, page.description));
        }
    }
    text
}
