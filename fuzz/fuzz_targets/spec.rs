//! Specifications of players.
#![no_main]

use libfuzzer_sys::fuzz_target;
use player::{Maker, Spec};
use roster::Roster;

fuzz_target!(|text: &str| {
    let Ok(spec) = text.parse::<Spec>() else { return };
    assert_eq!(spec.to_string().parse::<Spec>().expect("what we write we can read"), spec);
    let _ = Roster.make(&spec);
});
