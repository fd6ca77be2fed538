//! JavaScript as it is shipped: each entry point with what it imports, by esbuild. What is made from what
//! is this table; it must never depend on the machine.

use std::fs;

use anyhow::{Context, Result, bail};

use crate::project::Project;
use crate::run;

/// How an entry point is run by the browser.
#[derive(Clone, Copy)]
pub enum Kind {
    /// A content script: classic, all in one file; comments and white space go, names stay readable.
    Classic,
    /// An ES module in the extension, likewise; imports resolved, as the service worker has no `import()`.
    Module,
    /// A classic script for the web: minified.
    WebClassic,
    /// An ES module for the web: minified; the parts that it loads later are files of their own beside it.
    WebModule,
    /// An ES module for other people's builds: the framework it is for stays an import.
    Library,
}

/// One shipped script.
pub struct Bundle {
    /// Entry point.
    pub from: &'static str,
    /// Shipped file.
    pub to: &'static str,
    /// How it is run.
    pub kind: Kind,
}

/// The extension's scripts, then the script tag's.
pub const BUNDLES: [Bundle; 16] = [
    Bundle { from: "extension/content/content.js", to: "extension/dist/content.js", kind: Kind::Classic },
    Bundle { from: "extension/content/main.js", to: "extension/dist/main.js", kind: Kind::Classic },
    Bundle { from: "extension/background/worker.js", to: "extension/dist/worker.js", kind: Kind::Module },
    Bundle { from: "extension/ui/options.js", to: "extension/dist/options.js", kind: Kind::Module },
    Bundle { from: "extension/ui/panel.js", to: "extension/dist/panel.js", kind: Kind::Module },
    Bundle { from: "extension/ui/popup.js", to: "extension/dist/popup.js", kind: Kind::Module },
    Bundle { from: "extension/ui/first.js", to: "extension/dist/first.js", kind: Kind::Module },
    Bundle { from: "www/src/module.js", to: "www/dist/onecall.js", kind: Kind::WebModule },
    Bundle { from: "www/src/classic.js", to: "www/dist/onecall.iife.js", kind: Kind::WebClassic },
    Bundle { from: "www/src/onecall-heart.js", to: "www/dist/onecall-heart.js", kind: Kind::WebModule },
    Bundle { from: "www/src/onecall-script.js", to: "www/dist/onecall-script.js", kind: Kind::WebModule },
    Bundle { from: "www/adapters/publish.js", to: "www/dist/publish.js", kind: Kind::Library },
    Bundle { from: "www/adapters/element.js", to: "www/dist/element.js", kind: Kind::Library },
    Bundle { from: "www/adapters/react.js", to: "www/dist/react.js", kind: Kind::Library },
    Bundle { from: "www/adapters/vue.js", to: "www/dist/vue.js", kind: Kind::Library },
    Bundle { from: "www/adapters/svelte.js", to: "www/dist/svelte.js", kind: Kind::Library },
];

/// The first files of the script tag, which run at once on every page: Chromium compiles all of such a file beside the main
/// thread, where it is longer than 30 kB, instead of function by function on it. It saves 1.5 ms of 6 on a page that nobody calls.
const AT_ONCE: [&str; 2] = ["www/dist/onecall.js", "www/dist/onecall.iife.js"];
const AT_ONCE_MARK: &str = "--banner:js=//# allFunctionsCalledOnLoad";

/// The interpreter's package names a file that is not beside ours, and bundlers look for what is named so.
const INTERPRETER_JOINT: &str = "onecall-script.js";
const INTERPRETER_THERE: &str = "emscripten-module.wasm";
const INTERPRETER_HERE: &str = "quickjs.wasm";

/// Fails early where an entry point is missing.
pub fn entries_are_there(project: &Project) -> Result<()> {
    let missing: Vec<&str> = BUNDLES.iter().map(|b| b.from).filter(|from| !project.path(from).is_file()).collect();
    if !missing.is_empty() {
        bail!("entry points are missing: {}", missing.join(", "));
    }
    Ok(())
}

/// Makes all of them.
pub fn all(project: &Project) -> Result<()> {
    BUNDLES.iter().try_for_each(|bundle| one(project, bundle))
}

fn one(project: &Project, bundle: &Bundle) -> Result<()> {
    let mut command = run::npm_command(project, "esbuild")?;
    // Chrome 146 has the first WebMCP; other browsers with all of ES2022 get the polyfill.
    command.args(["--bundle", "--charset=utf8", "--target=es2022", "--log-level=warning", "--legal-comments=none"]);
    match bundle.kind {
        Kind::Classic => {
            command.arg(bundle.from).args(["--format=iife", "--minify"]).arg(format!("--outfile={}", bundle.to));
        }
        Kind::Module => {
            command.arg(bundle.from).args(["--format=esm", "--minify"]).arg(format!("--outfile={}", bundle.to));
        }
        Kind::Library => {
            command.arg(bundle.from).args(["--format=esm", "--minify"]).arg(format!("--outfile={}", bundle.to));
            command.args(["react", "vue", "svelte"].map(|name| format!("--external:{name}")));
        }
        Kind::WebClassic => {
            command.arg(bundle.from).args(["--format=iife", "--minify"]).arg(format!("--outfile={}", bundle.to));
        }
        Kind::WebModule => {
            // A common chunk would be one more file before the first call, and larger than what it saves.
            command.arg(bundle.from).args(["--format=esm", "--minify"]).arg(format!("--outfile={}", bundle.to));
            command.args(["heart", "script"].map(|part| format!("--external:./onecall-{part}.js")));
        }
    }
    if AT_ONCE.contains(&bundle.to) {
        command.arg(AT_ONCE_MARK);
    }
    let name = format!("esbuild-{}", bundle.to.replace('/', "-"));
    let finished = run::must(project, &name, &mut command)?;
    if bundle.from.ends_with(INTERPRETER_JOINT) {
        let path = project.path(bundle.to);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", bundle.to))?;
        if !text.contains(INTERPRETER_THERE) {
            bail!("{} does not look for {INTERPRETER_THERE:?} any more", bundle.to);
        }
        fs::write(&path, text.replace(INTERPRETER_THERE, INTERPRETER_HERE))
            .with_context(|| format!("cannot write {}", bundle.to))?;
    }
    if finished.output.contains("[WARNING]") {
        bail!("esbuild warns about {}:\n{}", bundle.from, finished.output);
    }
    Ok(())
}
