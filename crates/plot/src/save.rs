//! Pictures in files.

use std::ffi::OsString;
use std::fs;
use std::io;
use std::path::Path;

use crate::error::PlotError;
use crate::png::png;

/// The pixels to a point of the pictures that are saved.
const SCALE: f32 = 2.0;

/// Writes a picture to a file, as SVG or PNG by the ending of its name: all of it or nothing.
///
/// # Errors
/// If the name ends in something else, the text is no SVG that can be drawn, or the file cannot be written.
pub fn save(path: impl AsRef<Path>, svg: &str) -> Result<(), PlotError> {
    let path = path.as_ref();
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_ascii_lowercase();
    let written = match ending.as_str() {
        "svg" => replace(path, svg.as_bytes()),
        "png" => replace(path, &png(svg, SCALE)?),
        _ => return Err(PlotError::Ending { path: path.to_path_buf() }),
    };
    written.map_err(|source| PlotError::Write { path: path.to_path_buf(), source })
}

/// Writes beside the file first, so that there is a whole file under its name at any time. Two programs that write to the
/// same place do not write to the same file beside it.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut beside: OsString = path.as_os_str().to_owned();
    beside.push(format!(".{}.part", std::process::id()));
    let written = fs::write(&beside, bytes).and_then(|()| fs::rename(&beside, path));
    written.inspect_err(|_| drop(fs::remove_file(&beside)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PICTURE: &str =
        "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'><path d='M0 0H20V10Z'/></svg>";

    #[test]
    fn the_ending_of_a_name_says_what_is_written() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["a.svg", "b.SVG"] {
            save(folder.path().join(name), PICTURE).unwrap();
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), PICTURE);
        }
        save(folder.path().join("c.png"), PICTURE).unwrap();
        assert_eq!(&fs::read(folder.path().join("c.png")).unwrap()[..8], b"\x89PNG\r\n\x1a\n");
        for name in ["d.jpg", "e", "png"] {
            let said = save(folder.path().join(name), PICTURE).unwrap_err().to_string();
            assert!(said.contains(name) && said.contains("neither .svg nor .png"), "{said}");
        }
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 3, "nothing else is left behind");
    }

    #[test]
    fn a_file_is_replaced_as_a_whole_or_not_at_all() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("picture.png");
        save(&path, PICTURE).unwrap();
        let before = fs::read(&path).unwrap();
        assert!(save(&path, "no picture").is_err());
        assert_eq!(fs::read(&path).unwrap(), before);
        save(&path, &PICTURE.replace("width='20'", "width='40'")).unwrap();
        assert_ne!(fs::read(&path).unwrap(), before);
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_that_cannot_be_written_is_named() {
        let folder = tempfile::tempdir().unwrap();
        let said = save(folder.path().join("missing").join("a.svg"), PICTURE).unwrap_err().to_string();
        assert!(said.contains("a.svg cannot be written: "), "{said}");
        fs::create_dir(folder.path().join("folder.svg")).unwrap();
        assert!(matches!(save(folder.path().join("folder.svg"), PICTURE), Err(PlotError::Write { .. })));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
