//! Pictures in files.

use std::path::Path;

use files::{Claim, Kind};

use crate::error::PlotError;
use crate::png::png;

/// The pixels to a point of the pictures that are saved.
const SCALE: f32 = 2.0;

/// Writes a picture to a file, as SVG or PNG by the ending of its name: all of it or nothing.
///
/// # Errors
/// If the name ends in something else, the text is not valid SVG, the file cannot be written, or holds something that a
/// picture does not replace.
pub fn save(path: impl AsRef<Path>, svg: &str) -> Result<(), PlotError> {
    let path = path.as_ref();
    let output = Claim::new(path, Kind::Picture).check()?;
    let is_png = path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    let bytes = if is_png { png(svg, SCALE)? } else { svg.as_bytes().to_vec() };
    Ok(output.write(&bytes)?)
}

#[cfg(test)]
mod tests {
    use std::fs;

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
            assert!(said.contains(name) && said.contains("has to end in .svg or .png"), "{said}");
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
        assert!(said.contains("there is no folder ") && said.contains("a.svg"), "{said}");
        fs::create_dir(folder.path().join("folder.svg")).unwrap();
        assert!(matches!(save(folder.path().join("folder.svg"), PICTURE), Err(PlotError::Output(_))));
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
