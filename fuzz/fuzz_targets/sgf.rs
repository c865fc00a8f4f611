//! Game records: reading, writing, reading again, replaying.
#![no_main]

use kifu::{Replay, parse, read};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    let Ok(reading) = read(bytes) else { return };
    let written = reading.collection.to_sgf();
    let (again, _) = parse(&written).expect("what we write we can read");
    assert_eq!(again.to_sgf(), written);
    for tree in &reading.collection.trees {
        let _ = Replay::new(tree).game();
    }
});
