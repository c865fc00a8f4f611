//! Messages of the page.
#![no_main]

use libfuzzer_sys::fuzz_target;
use web::message::Request;

fuzz_target!(|text: &str| {
    let tag = web::tag_of(text);
    match web::read(text) {
        Ok(request) => {
            assert_eq!(tag, Some(request.tag), "every message that is read has its tag");
            let again = serde_json::to_string(&request).expect("what was read can be written");
            let again: Request = web::read(&again).expect("what we write we can read");
            assert_eq!(format!("{again:?}"), format!("{request:?}"));
        }
        Err(refusal) => assert!(!refusal.to_string().is_empty()),
    }
});
