//! Builds the page and embeds it into the program.
//!
//! If the sources of the page are newer than its bundle, npm builds it. Each file of the bundle is compressed and
//! becomes an entry in a table that `assets.rs` includes: its path, its hash and its bytes.

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The sources of the bundle.
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

/// Whether the bundle is missing or older than its sources.
fn is_stale(page: &Path, bundle: &Path) -> bool {
    let Ok(built) = fs::metadata(bundle.join("index.html")).and_then(|data| data.modified()) else { return true };
    // A prebuilt bundle, as in a source package, is used as it is.
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

/// Builds the bundle with npm.
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
    let log = [output.stdout, output.stderr].map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).concat();
    Err(format!("npm {} failed in {}:\n{log}", args.join(" "), page.display()).into())
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

/// The FNV-1a hash: enough to distinguish the files of different builds.
fn fnv(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xcbf2_9ce4_8422_2325, |hash, &byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3))
}
