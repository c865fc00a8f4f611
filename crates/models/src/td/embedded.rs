//! The embedded networks; `models/README.md` documents their training.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The names of the embedded networks: the best of each representation and move selection.
pub const EMBEDDED: [&str; 6] =
    ["koten-epsilon", "koten-creative", "roban-epsilon", "roban-creative", "katatsugi-epsilon", "katatsugi-creative"];

static NETWORKS: LazyLock<[Arc<Network>; 6]> = LazyLock::new(|| {
    let files: [&[u8]; 6] = [
        include_bytes!("../../../../models/koten-epsilon.model"),
        include_bytes!("../../../../models/koten-creative.model"),
        include_bytes!("../../../../models/roban-epsilon.model"),
        include_bytes!("../../../../models/roban-creative.model"),
        include_bytes!("../../../../models/katatsugi-epsilon.model"),
        include_bytes!("../../../../models/katatsugi-creative.model"),
    ];
    files.map(|bytes| Arc::new(Network::read(bytes).expect("a test reads the embedded networks").0))
});

impl Network {
    /// An embedded network by name.
    pub fn embedded(name: &str) -> Option<&'static Arc<Network>> {
        EMBEDDED.iter().position(|known| *known == name).map(|place| &NETWORKS[place])
    }
}
