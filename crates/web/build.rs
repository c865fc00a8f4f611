//! Builds the page and puts it into the program.
//!
//! Where the sources of the page are newer than its bundle, npm builds it. Each file of the bundle is compressed once,
//! here, and becomes a line of a table that `assets.rs` includes: its path, its hash, and its bytes. That is all that a
//! crate for embedding would do, and files that are compressed at build time are what it would not.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;

/// What the bundle is made of.
const SOURCES: [&str; 8] =
    ["index.html", "package.json", "package-lock.json", ".npmrc", "tsconfig.json", "vite.config.ts", "src", "public"];

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    let table = Path::new(&std::env::var("OUT_DIR")?).join("assets.rs");
    if std::env::var_os("CARGO_FEATURE_PAGE").is_none() {
        return Ok(fs::write(table, "&[]")?);
    }
    let page = Path::new(&std::env::var("CARGO_MANIFEST_DIR")?).join("page");
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", page.join(source).display());
    }
    println!("cargo::rerun-if-env-changed=PONNUKI_PAGE_PREBUILT");
    let bundle = page.join("dist");
    if is_stale(&page, &bundle) {
        build(&page)?;
    }
    Ok(fs::write(table, embed(&bundle)?)?)
}

/// Whether there is no bundle, or one that is older than what it is made of.
fn is_stale(page: &Path, bundle: &Path) -> bool {
    let Ok(built) = fs::metadata(bundle.join("index.html")).and_then(|data| data.modified()) else { return true };
    // A bundle that came ready-made, as in a package of sources, is taken as it is.
    if std::env::var_os("PONNUKI_PAGE_PREBUILT").is_some() {
        return false;
    }
    let newest = SOURCES.iter().map(|source| newest(&page.join(source))).max().flatten();
    newest.is_some_and(|newest| newest > built)
}

fn newest(path: &Path) -> Option<SystemTime> {
    let modified = fs::metadata(path).and_then(|data| data.modified()).ok();
    let inside = fs::read_dir(path).into_iter().flatten().flatten().map(|entry| newest(&entry.path()));
    inside.max().flatten().max(modified)
}

/// Has npm build the bundle.
fn build(page: &Path) -> Result<(), Box<dyn Error>> {
    let installed = page.join("node_modules/.package-lock.json");
    let lock = newest(&page.join("package-lock.json")).max(newest(&page.join("package.json")));
    if newest(&installed) < lock {
        npm(page, &["ci", "--omit=dev", "--no-audit", "--no-fund"])?;
    }
    npm(page, &["run", "build"])
}

fn npm(page: &Path, args: &[&str]) -> Result<(), Box<dyn Error>> {
    let name = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let output = Command::new(name).args(args).current_dir(page).output().map_err(|error| {
        format!(
            "the page is built by Node.js (20 or newer), but npm cannot be started: {error}. Install Node.js from \
             nodejs.org, or build the engine without the page: cargo build -p ponnuki --no-default-features"
        )
    })?;
    if output.status.success() {
        return Ok(());
    }
    let said = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Err(format!("npm {} did not succeed in {}:\n{said}", args.join(" "), page.display()).into())
}

/// The table of files, as Rust.
fn embed(bundle: &Path) -> Result<String, Box<dyn Error>> {
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    let mut files = Vec::new();
    walk(bundle, &mut files)?;
    files.sort();
    let mut table = String::from("&[\n");
    for (number, file) in files.iter().enumerate() {
        let bytes = fs::read(file)?;
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(&bytes)?;
        let packed = out.join(format!("asset-{number}.gz"));
        fs::write(&packed, encoder.finish()?)?;
        let name: Vec<_> = file.strip_prefix(bundle)?.iter().map(|part| part.to_string_lossy()).collect();
        let (name, hash) = (format!("/{}", name.join("/")), fnv(&bytes));
        writeln!(table, "    Asset {{ path: {name:?}, hash: \"{hash:016x}\", gzip: include_bytes!({packed:?}) }},")?;
    }
    table.push(']');
    Ok(table)
}

fn walk(folder: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            walk(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}

/// Fowler, Noll and Vo's hash: enough to tell one build's file from another's.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
