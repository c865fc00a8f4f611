//! Replacing a file as a whole.

use std::ffi::OsString;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Replaces the content of a file atomically.
///
/// The content is written to a temporary file in the same folder, synced to disk, and renamed. Links are followed and
/// permissions kept. A device or a pipe is written directly.
///
/// # Errors
/// If the file is read-only or cannot be written; the temporary file is then removed.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let target = followed(path);
    let permissions = match fs::metadata(&target) {
        Ok(there) if there.is_dir() => return Err(io::Error::from(io::ErrorKind::IsADirectory)),
        Ok(there) if !there.is_file() => return fs::write(&target, bytes),
        Ok(there) if there.permissions().readonly() => return Err(read_only()),
        Ok(there) => Some(there.permissions()),
        Err(_) => None,
    };
    let beside = beside(&target);
    let renamed = fill(&beside, bytes, permissions).and_then(|()| fs::rename(&beside, &target));
    // The incomplete file is useless. If it cannot be removed either, the first error counts.
    renamed.inspect_err(|_| drop(fs::remove_file(&beside)))
}

fn fill(path: &Path, bytes: &[u8], permissions: Option<Permissions>) -> io::Result<()> {
    let mut file = File::create_new(path)?;
    file.write_all(bytes)?;
    if let Some(permissions) = permissions {
        file.set_permissions(permissions)?;
    }
    file.sync_all()
}

/// Checks that a file could be written: creates and removes a temporary file in its folder.
pub(crate) fn rehearse(path: &Path) -> io::Result<()> {
    let target = followed(path);
    if fs::metadata(&target).is_ok_and(|there| !there.is_file()) {
        return Ok(());
    }
    let beside = beside(&target);
    File::create_new(&beside).and_then(|_| fs::remove_file(&beside))
}

pub(crate) fn read_only() -> io::Error {
    io::Error::new(io::ErrorKind::PermissionDenied, "it is read-only")
}

/// The target of a link; the path itself if nothing exists there.
fn followed(path: &Path) -> PathBuf {
    fs::canonicalize(path).unwrap_or_else(|_| path.to_path_buf())
}

/// A name that no other program and no other thread uses.
fn beside(path: &Path) -> PathBuf {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(format!(".{}-{}.part", std::process::id(), COUNT.fetch_add(1, Ordering::Relaxed)));
    path.with_file_name(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(folder: &Path) -> Vec<String> {
        fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect()
    }

    #[test]
    fn the_old_content_or_the_new_and_nothing_beside_it() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        replace(&path, b"old").unwrap();
        replace(&path, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(names(folder.path()), ["a.txt"]);
        assert!(replace(folder.path(), b"x").is_err());
        assert!(replace(&folder.path().join("missing/a.txt"), b"x").is_err());
        assert_eq!(names(folder.path()), ["a.txt"]);
    }

    #[test]
    fn a_read_only_file_stays_as_it_is() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.txt");
        fs::write(&path, "mine").unwrap();
        let mut permissions = fs::metadata(&path).unwrap().permissions();
        permissions.set_readonly(true);
        fs::set_permissions(&path, permissions).unwrap();
        assert_eq!(replace(&path, b"yours").unwrap_err().to_string(), "it is read-only");
        assert_eq!(fs::read(&path).unwrap(), b"mine");
    }

    #[cfg(unix)]
    #[test]
    fn a_link_is_followed_and_permissions_are_kept() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().unwrap();
        let (path, link) = (folder.path().join("a.txt"), folder.path().join("link.txt"));
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o640)).unwrap();
        symlink(&path, &link).unwrap();
        replace(&link, b"new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o640);
        assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
        replace(Path::new("/dev/null"), b"gone").unwrap();
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        assert!(replace(Path::new("/dev/full"), b"x").is_err());
    }
}
