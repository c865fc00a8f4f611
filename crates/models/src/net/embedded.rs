//! The network that comes with the program; `models/README.md` says how it was taught.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The names of the networks that come with the program.
pub const EMBEDDED: [&str; 1] = ["small"];

static SMALL: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let bytes = include_bytes!("../../../../models/small.model");
    Arc::new(Network::read(bytes).expect("a test reads the embedded network"))
});

impl Network {
    /// The network of that name that comes with the program.
    pub fn embedded(name: &str) -> Option<&'static Arc<Network>> {
        (name == EMBEDDED[0]).then(|| &*SMALL)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_network_is_read_and_says_who_taught_it() {
        let network = Network::embedded("small").unwrap();
        assert_eq!((network.shape().blocks, network.shape().channels), (6, 64));
        assert!(network.about.contains("KataGo"), "{}", network.about);
        assert!(Network::embedded("smaller").is_none());
    }
}
