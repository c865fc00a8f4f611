//! The size of the embedded models, which are a part of the program.

use std::fs;
use std::path::Path;

#[test]
fn all_embedded_models_together_have_at_most_nine_mebibytes() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../models");
    let files = fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let models = files.filter(|path| path.extension().is_some_and(|ending| ending == "model"));
    let bytes: u64 = models.map(|path| fs::metadata(path).unwrap().len()).sum();
    assert!((1 << 20..=9 << 20).contains(&bytes), "{bytes} bytes");
}
