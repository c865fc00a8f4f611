//! Files of results: one line of JSON for each finished unit, appended and never rewritten.
//!
//! Several processes can measure one trial. A unit is claimed by a lock on a file of its own, which the system releases
//! when the process ends, however it ends. A line that a crash or a full disk cut short is skipped, and its unit is
//! measured again.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use crate::{Entry, Evidence, LabError, Scale, Trial, Unit};

/// A folder of results.
#[derive(Clone, Debug)]
pub struct Results {
    folder: PathBuf,
}

/// A unit that this process measures. It is free again when this is dropped.
#[derive(Debug)]
pub struct ClaimedUnit {
    path: PathBuf,
    _lock: File,
}

impl Drop for ClaimedUnit {
    fn drop(&mut self) {
        // Whoever opened it before finds the unit's result under its lock.
        let _ = fs::remove_file(&self.path);
    }
}

impl Results {
    /// The results in a folder, which need not exist yet.
    pub fn new(folder: impl Into<PathBuf>) -> Results {
        Results { folder: folder.into() }
    }

    /// The file of a trial.
    pub fn path(&self, trial: &Trial) -> PathBuf {
        self.folder.join(format!("{}.jsonl", trial.name.replace('/', "-")))
    }

    /// The finished units of a trial, in the order in which they were finished.
    ///
    /// # Errors
    /// If the file cannot be read, or a whole line of it is not an entry.
    pub fn entries(&self, trial: &Trial) -> Result<Vec<Entry>, LabError> {
        self.entries_after(trial, &mut 0)
    }

    /// The units that were finished since the file had this length, which is set to that of its whole lines.
    ///
    /// # Errors
    /// As [`entries`](Results::entries).
    pub fn entries_after(&self, trial: &Trial, length: &mut u64) -> Result<Vec<Entry>, LabError> {
        let path = self.path(trial);
        let text = match read_after(&path, *length) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
            Err(reason) => return Err(LabError::File { path, reason }),
        };
        // A line without its end was cut short.
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        *length += whole.len() as u64;
        let lines = whole.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        let read = lines.map(|(place, line)| {
            let broken = |reason| LabError::Line { path: path.clone(), line: place + 1, reason };
            serde_json::from_str(line).map_err(broken)
        });
        read.collect()
    }

    /// The evidence of trials.
    ///
    /// # Errors
    /// As [`entries`](Results::entries).
    pub fn evidence(&self, trials: &[&Trial], scale: Scale) -> Result<Evidence, LabError> {
        let (mut conditions, mut entries) = (Vec::new(), Vec::new());
        for trial in trials {
            conditions.extend((trial.conditions)(scale));
            entries.extend(self.entries(trial)?);
        }
        Ok(Evidence::new(conditions, entries, scale))
    }

    /// Claims a unit for this process; `None` if another process is at work on it.
    ///
    /// The result may have been stored in the meantime: read [`entries`](Results::entries) after the claim.
    ///
    /// # Errors
    /// If the folder cannot be written.
    pub fn claim(&self, unit: &Unit<'_>) -> Result<Option<ClaimedUnit>, LabError> {
        let folder = self.folder.join(".running");
        fs::create_dir_all(&folder).map_err(|reason| LabError::File { path: folder.clone(), reason })?;
        let name = format!("{}-{:016x}", unit.trial.replace('/', "-"), unit.seed());
        let path = folder.join(name);
        let wrong = |reason| LabError::File { path: path.clone(), reason };
        let file = OpenOptions::new().create(true).truncate(false).write(true).open(&path).map_err(wrong)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(ClaimedUnit { path, _lock: file })),
            Err(TryLockError::WouldBlock) => Ok(None),
            Err(TryLockError::Error(reason)) => Err(LabError::File { path, reason }),
        }
    }

    /// Appends a finished unit. When this returns, the unit is on the disk.
    ///
    /// # Errors
    /// If it cannot be written; the file then ends where it did before, or with a line that is skipped.
    pub fn append(&self, trial: &Trial, entry: &Entry) -> Result<(), LabError> {
        let path = self.path(trial);
        let line = serde_json::to_string(entry).map_err(LabError::failed)?;
        append_line(&path, &line).map_err(|reason| LabError::File { path, reason })
    }
}

fn read_after(path: &Path, length: u64) -> io::Result<String> {
    let mut file = File::open(path)?;
    file.seek(SeekFrom::Start(length))?;
    let mut text = String::new();
    file.read_to_string(&mut text)?;
    Ok(text)
}

fn append_line(path: &Path, line: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut file = OpenOptions::new().create(true).read(true).append(true).open(path)?;
    file.lock()?;
    let length = file.metadata()?.len();
    // A line that was cut short is removed: appending to it would spoil both.
    let end = last_line_end(&mut file, length)?;
    if end < length {
        file.set_len(end)?;
    }
    let written = file.write_all(format!("{line}\n").as_bytes()).and_then(|()| file.sync_data());
    if written.is_err() {
        let _ = file.set_len(end);
    }
    written
}

/// The length of the file up to the end of its last whole line.
fn last_line_end(file: &mut File, length: u64) -> io::Result<u64> {
    const STEP: u64 = 4096;
    let mut end = length;
    while end > 0 {
        let from = end.saturating_sub(STEP);
        file.seek(SeekFrom::Start(from))?;
        let mut bytes = vec![0; (end - from) as usize];
        file.read_exact(&mut bytes)?;
        if let Some(place) = bytes.iter().rposition(|&byte| byte == b'\n') {
            return Ok(from + place as u64 + 1);
        }
        end = from;
    }
    Ok(0)
}
