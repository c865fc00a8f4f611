//! Boards as text.
#![no_main]

use goban::diagram::{Diagram, showboard};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let Ok(diagram) = Diagram::parse(text) else { return };
    let again = Diagram::parse(&showboard(&diagram.board)).expect("what we write we can read");
    for point in diagram.board.points() {
        assert_eq!(again.board.cell(point), diagram.board.cell(point));
    }
});
