//! GTP: a session of arbitrary lines.
#![no_main]

use std::io::Cursor;

use libfuzzer_sys::fuzz_target;
use roster::Roster;

fuzz_target!(
    // `printsgf` writes files; the temporary folder is the place for them.
    init: {
        let folder = std::env::temp_dir().join("ponnuki-fuzz-gtp");
        let entered = std::fs::create_dir_all(&folder).and_then(|()| std::env::set_current_dir(folder));
        entered.expect("a folder to write in");
    },
    |bytes: &[u8]| {
    // An analysis runs until the next line of input, which a fuzzer's last line does not have; the end stops it too.
    let mut output = Vec::new();
    let input = Cursor::new(bytes.to_vec());
    gtp::serve(input, &mut output, &Roster, "random:seed=1".parse().expect("a player")).expect("a session");
    let text = String::from_utf8(output).expect("replies are text");
    for reply in text.split_terminator("\n\n") {
        assert!(reply.starts_with(['=', '?']), "{reply:?} is not a reply");
    }
    assert!(text.is_empty() || text.ends_with("\n\n"));
});
