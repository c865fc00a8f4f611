//! `ponnuki model info`: the kind, the size and the origin of model files.

use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result};
use models::file;
use serde::Serialize;
use serde_json::Value;

/// Print the kind, the size and the description of model files
///
/// The description is what the program that made the model recorded: its training data and its settings.
#[derive(clap::Args)]
pub struct Args {
    /// Model files
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print one JSON object for each file
    #[arg(long)]
    json: bool,
}

#[derive(Serialize)]
struct Info {
    file: String,
    kind: String,
    bytes: usize,
    /// An object where the description is one, else a text.
    description: Value,
}

pub fn run(args: Args) -> Result<()> {
    let mut out = io::stdout().lock();
    for path in &args.files {
        let bytes = file::load(path)?;
        let name = path.display().to_string();
        let kind = file::kind(&bytes).with_context(|| format!("{name} cannot be used"))?.to_string();
        let text = file::read(&bytes, &kind)?.description;
        let description = serde_json::from_str(text).unwrap_or_else(|_| Value::String(text.to_string()));
        let info = Info { file: name, kind, bytes: bytes.len(), description };
        match args.json {
            true => writeln!(out, "{}", serde_json::to_string(&info)?)?,
            false => print(&mut out, &info)?,
        }
    }
    Ok(())
}

fn print(out: &mut impl Write, info: &Info) -> io::Result<()> {
    writeln!(out, "{}: {}, {} KiB", info.file, info.kind, info.bytes.div_ceil(1024))?;
    match &info.description {
        Value::Object(fields) => {
            for (name, value) in fields {
                writeln!(out, "  {name}: {}", value.as_str().map_or_else(|| value.to_string(), str::to_string))?;
            }
        }
        Value::String(text) if text.is_empty() => {}
        other => writeln!(out, "  {}", other.as_str().map_or_else(|| other.to_string(), str::to_string))?,
    }
    Ok(())
}
