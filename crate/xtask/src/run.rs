//! Running other programs: with our tools on the PATH, output kept in a log, and a sign of life on long
//! steps. It must never hide an exit code.

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::project::Project;

/// Seconds between two signs of life.
const BEAT: Duration = Duration::from_secs(10);

/// A command in the root of the checkout, with our tools first on its PATH.
pub fn command(project: &Project, program: impl AsRef<OsStr>) -> Command {
    let mut command = Command::new(program);
    command.current_dir(&project.root).env("PATH", project.search_path());
    // `cargo run` sets these for us; a cargo below us would take them for its own.
    for (key, _) in std::env::vars_os() {
        let text = key.to_string_lossy();
        if text.starts_with("CARGO_PKG_") || text.starts_with("CARGO_MANIFEST_") || text.starts_with("CARGO_BIN_") {
            command.env_remove(&key);
        }
    }
    command
}

/// A command of npm's, as a program of node where it is a script.
pub fn npm_command(project: &Project, name: &str) -> Result<Command> {
    let program = project.npm_program(name);
    if !program.exists() {
        bail!("{name} is not installed: run `cargo xtask setup`");
    }
    Ok(command(project, program))
}

/// What came of a step.
pub struct Finished {
    /// Its exit status.
    pub status: ExitStatus,
    /// All it printed.
    pub output: String,
    /// Where the output is kept.
    pub log: PathBuf,
}

/// Runs a command with its output in `target/xtask/<name>.log`, and tells what its last line is when it takes long.
pub fn logged(project: &Project, name: &str, command: &mut Command) -> Result<Finished> {
    let dir = project.path("target/xtask");
    fs::create_dir_all(&dir).with_context(|| format!("cannot make {}", dir.display()))?;
    let log = dir.join(format!("{name}.log"));
    let file = File::create(&log).with_context(|| format!("cannot write {}", log.display()))?;
    let errors = file.try_clone().context("log")?;
    command.stdin(Stdio::null()).stdout(file).stderr(errors);
    let started = Instant::now();
    let program = command.get_program().to_string_lossy().into_owned();
    let mut child = command.spawn().with_context(|| format!("cannot start {program}"))?;
    let mut beat = started;
    let status = loop {
        if let Some(status) = child.try_wait().with_context(|| format!("waiting for {program}"))? {
            break status;
        }
        if beat.elapsed() >= BEAT {
            beat = Instant::now();
            sign_of_life(&log, started.elapsed());
        }
        std::thread::sleep(Duration::from_millis(20));
    };
    let output = String::from_utf8_lossy(&fs::read(&log).context("log")?).into_owned();
    Ok(Finished { status, output, log })
}

fn sign_of_life(log: &std::path::Path, so_far: Duration) {
    let text = fs::read(log).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let last = text.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
    let last: String = last.trim().chars().take(90).collect();
    println!("        … {:3} s  {last}", so_far.as_secs());
    let _ = std::io::stdout().flush();
}

/// Runs a command that must succeed; on failure its output is shown.
pub fn must(project: &Project, name: &str, command: &mut Command) -> Result<Finished> {
    let finished = logged(project, name, command)?;
    if !finished.status.success() {
        eprint!("{}", tail(&finished.output, 200));
        bail!("{name} failed ({}); all of its output is in {}", finished.status, project.shown(&finished.log));
    }
    Ok(finished)
}

/// Runs a command in the terminal, its output as it comes.
pub fn shown(command: &mut Command) -> Result<()> {
    let program = command.get_program().to_string_lossy().into_owned();
    let status = command.status().with_context(|| format!("cannot start {program}"))?;
    if !status.success() {
        bail!("{program} ended with {status}");
    }
    Ok(())
}

/// The first line that a command prints, if it runs.
pub fn first_line(command: &mut Command) -> Option<String> {
    let output = command.stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    output.status.success().then(|| text.lines().next().unwrap_or("").trim().to_owned())
}

/// The last lines of a text.
pub fn tail(text: &str, lines: usize) -> String {
    let all: Vec<&str> = text.lines().collect();
    let from = all.len().saturating_sub(lines);
    let mut out = String::new();
    if from > 0 {
        out.push_str(&format!("… {from} lines before\n"));
    }
    for line in all.iter().skip(from) {
        out.push_str(line);
        out.push('\n');
    }
    out
}

/// Seconds, as printed beside a step.
pub fn seconds(took: Duration) -> String {
    format!("{:.1} s", took.as_secs_f64())
}
