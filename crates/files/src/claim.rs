//! Claims an output before the work starts.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use thiserror::Error;

use crate::replace::{read_only, rehearse};
use crate::{Content, Kind, replace};

/// A requested output, before it is checked.
#[derive(Clone, Debug)]
pub struct Claim<'a> {
    path: &'a Path,
    kind: Kind,
    inputs: Vec<&'a Path>,
    force: Option<bool>,
    resumes: bool,
}

/// An output that passed all checks that are possible in advance.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    path: PathBuf,
}

/// Why an output was refused. Every message names the file.
#[derive(Debug, Error)]
pub enum OutputError {
    /// No name was given.
    #[error("the output needs a file name")]
    Unnamed,
    /// The suffix is not one of the kind's.
    #[error("{} has to end in {expected}", path.display())]
    Suffix {
        /// The file.
        path: PathBuf,
        /// The accepted suffixes.
        expected: String,
    },
    /// There is a folder of that name.
    #[error("{} is a folder, not a file", .0.display())]
    Folder(PathBuf),
    /// The file's folder does not exist.
    #[error("there is no folder {} to write {} to: create it first", folder.display(), path.display())]
    NoFolder {
        /// The file.
        path: PathBuf,
        /// Its folder.
        folder: PathBuf,
    },
    /// The command reads that file.
    #[error("{} is read by this command, so it cannot be its output: give another name", .0.display())]
    Input(PathBuf),
    /// An existing file that is not replaced without `--force`.
    #[error("{} exists already ({content}): give another name{}", path.display(), or_force(*forceable))]
    Exists {
        /// The file.
        path: PathBuf,
        /// What it holds.
        content: Content,
        /// Whether the command has `--force`.
        forceable: bool,
    },
    /// A file that should be resumed is of another kind.
    #[error("{} exists already and is {content}, which cannot be resumed: give another name", path.display())]
    NotResumable {
        /// The file.
        path: PathBuf,
        /// What it holds.
        content: Content,
    },
    /// The system reports an error.
    #[error("{} cannot be written: {source}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// The system's error.
        source: io::Error,
    },
}

impl<'a> Claim<'a> {
    /// A file of that kind.
    pub fn new(path: &'a Path, kind: Kind) -> Claim<'a> {
        Claim { path, kind, inputs: Vec::new(), force: None, resumes: false }
    }

    /// The command reads these files. They are never overwritten.
    pub fn reading(mut self, inputs: impl IntoIterator<Item = &'a (impl AsRef<Path> + ?Sized + 'a)>) -> Claim<'a> {
        self.inputs.extend(inputs.into_iter().map(AsRef::as_ref));
        self
    }

    /// The command has `--force`, and whether it was given.
    pub fn force(self, force: bool) -> Claim<'a> {
        Claim { force: Some(force), ..self }
    }

    /// An existing model is resumed; the command checks that it was made by the same command.
    pub fn resuming(self) -> Claim<'a> {
        Claim { resumes: true, ..self }
    }

    /// Runs all checks that are possible before the work.
    ///
    /// # Errors
    /// If the file cannot be written, or must not be.
    pub fn check(self) -> Result<Output, OutputError> {
        let path = self.path.to_path_buf();
        if path.file_name().is_none() {
            return Err(if path.is_dir() { OutputError::Folder(path) } else { OutputError::Unnamed });
        }
        let there = fs::metadata(&path).ok();
        if there.as_ref().is_some_and(fs::Metadata::is_dir) {
            return Err(OutputError::Folder(path));
        }
        let is_special = there.as_ref().is_some_and(|there| !there.is_file());
        if !is_special && !self.kind.names(&path) {
            return Err(OutputError::Suffix { path, expected: self.kind.expected() });
        }
        let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        if !folder.is_dir() {
            return Err(OutputError::NoFolder { folder: folder.to_path_buf(), path });
        }
        if self.inputs.iter().any(|input| is_same(input, &path)) {
            return Err(OutputError::Input(path));
        }
        if let Some(there) = there.filter(fs::Metadata::is_file) {
            self.check_existing(&there)?;
        }
        rehearse(&path).map_err(|source| OutputError::Write { path: path.clone(), source })?;
        Ok(Output { path })
    }

    fn check_existing(&self, there: &fs::Metadata) -> Result<(), OutputError> {
        let path = self.path.to_path_buf();
        let failed = |source| OutputError::Write { path: path.clone(), source };
        if there.permissions().readonly() {
            return Err(failed(read_only()));
        }
        let content = Content::of(self.path).map_err(failed)?;
        if self.resumes {
            let is_resumable = matches!(content, Content::Model | Content::Empty);
            return if is_resumable { Ok(()) } else { Err(OutputError::NotResumable { path, content }) };
        }
        if self.force == Some(true) || self.kind.may_replace(content) {
            return Ok(());
        }
        Err(OutputError::Exists { path, content, forceable: self.force.is_some() })
    }
}

impl Output {
    /// The file.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Writes the whole content, or leaves everything as it was.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write(&self, bytes: &[u8]) -> Result<(), OutputError> {
        replace(&self.path, bytes).map_err(|source| OutputError::Write { path: self.path.clone(), source })
    }
}

fn or_force(forceable: bool) -> &'static str {
    if forceable { ", or --force to replace it" } else { "" }
}

/// Whether two paths lead to one file.
fn is_same(one: &Path, other: &Path) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let (Ok(one), Ok(other)) = (fs::metadata(one), fs::metadata(other)) {
            return one.is_file() && (one.dev(), one.ino()) == (other.dev(), other.ino());
        }
    }
    match (fs::canonicalize(one), fs::canonicalize(other)) {
        (Ok(one), Ok(other)) => one == other,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const LEDGER: &[u8] = b"SQLite format 3\0";
    const MODEL: &[u8] = b"ponnuki model\n\x01";

    fn refusal(claim: Claim<'_>) -> String {
        claim.check().unwrap_err().to_string()
    }

    #[test]
    fn a_new_file_is_written_and_a_claim_leaves_nothing_behind() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.model");
        let output = Claim::new(&path, Kind::Model).check().unwrap();
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
        output.write(MODEL).unwrap();
        assert_eq!(fs::read(&path).unwrap(), MODEL);
    }

    #[test]
    fn what_cannot_be_made_again_is_replaced_only_by_force() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.svg");
        for (content, word) in [(LEDGER, "a ledger"), (MODEL, "a model"), (b"(;GM[1])", "a game record")] {
            fs::write(&path, content).unwrap();
            assert!(refusal(Claim::new(&path, Kind::Picture)).contains(word));
            Claim::new(&path, Kind::Picture).force(true).check().unwrap();
        }
        fs::write(&path, "<svg/>").unwrap();
        Claim::new(&path, Kind::Picture).check().unwrap();
        let model = folder.path().join("a.model");
        fs::write(&model, MODEL).unwrap();
        assert!(refusal(Claim::new(&model, Kind::Model)).ends_with("(a model): give another name"));
        let said = refusal(Claim::new(&model, Kind::Model).force(false));
        assert!(said.ends_with("give another name, or --force to replace it"), "{said}");
        Claim::new(&model, Kind::Model).resuming().check().unwrap();
        fs::write(&model, "notes").unwrap();
        assert!(refusal(Claim::new(&model, Kind::Model).resuming()).contains("cannot be resumed"));
    }

    #[test]
    fn an_input_is_not_overwritten_under_another_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.sgf");
        fs::write(&path, "(;GM[1])").unwrap();
        let other = folder.path().join(".").join("a.sgf");
        for name in [&path, &other] {
            let said = refusal(Claim::new(name, Kind::Record).reading([&path]).force(true));
            assert!(said.contains("is read by this command"), "{said}");
        }
        #[cfg(unix)]
        {
            let link = folder.path().join("link.sgf");
            std::os::unix::fs::symlink(&path, &link).unwrap();
            assert!(refusal(Claim::new(&link, Kind::Record).reading([&path]).force(true)).contains("is read by"));
        }
    }

    #[test]
    fn a_path_that_cannot_be_written_is_refused_before_the_work() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        let picture = |path: &Path| refusal(Claim::new(path, Kind::Picture));
        assert!(picture(&at("missing/a.svg")).starts_with("there is no folder "));
        assert!(picture(&at("a.gif")).ends_with("a.gif has to end in .svg or .png"));
        assert!(picture(&at("a")).ends_with("has to end in .svg or .png"));
        assert!(picture(folder.path()).ends_with("is a folder, not a file"));
        assert_eq!(picture(Path::new("")), "the output needs a file name");
        let path = at("a.svg");
        fs::write(&path, "<svg/>").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert!(refusal(Claim::new(&path, Kind::Picture).force(true)).ends_with("cannot be written: it is read-only"));
    }
}
