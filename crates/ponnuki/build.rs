//! Finds the version that the program carries: what `git describe` says of the sources, or the number of the release
//! and `unknown` where they are not a checkout.

use std::path::Path;
use std::process::Command;

fn main() {
    let release = env!("CARGO_PKG_VERSION");
    let described = git(&["describe", "--tags", "--always", "--dirty", "--abbrev=7"]);
    let version = match described {
        // A commit without a tag before it has its hash only.
        Some(hash) if !hash.starts_with('v') => format!("{release}-g{hash}"),
        Some(tag) => tag.trim_start_matches('v').to_string(),
        None => format!("{release}-unknown"),
    };
    println!("cargo::rustc-env=PONNUKI_VERSION={version}");
    println!("cargo::rerun-if-changed=build.rs");
    // A commit, a checkout, or a change of the sources changes what git says.
    if let Some(log) = git(&["rev-parse", "--git-path", "logs/HEAD"]).filter(|log| Path::new(log).exists()) {
        println!("cargo::rerun-if-changed={log}");
        println!("cargo::rerun-if-changed=..");
    }
}

/// What git says of the folder with the sources of this crate; nothing where it has nothing to say.
fn git(args: &[&str]) -> Option<String> {
    let output = Command::new("git").args(args).output().ok().filter(|output| output.status.success())?;
    let said = String::from_utf8(output.stdout).ok()?.trim().to_string();
    (!said.is_empty()).then_some(said)
}
