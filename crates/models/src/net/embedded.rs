//! The embedded networks; `models/README.md` documents their training.

use std::sync::{Arc, LazyLock};

use super::Network;

/// The names of the embedded networks.
pub const EMBEDDED: [&str; 2] = ["small", "large"];

static SMALL: LazyLock<Arc<Network>> = LazyLock::new(|| read(include_bytes!("../../../../models/small.model")));
static LARGE: LazyLock<Arc<Network>> = LazyLock::new(|| read(include_bytes!("../../../../models/large.model")));

fn read(bytes: &[u8]) -> Arc<Network> {
    Arc::new(Network::read(bytes).expect("a test reads the embedded networks"))
}

impl Network {
    /// An embedded network by name.
    pub fn embedded(name: &str) -> Option<&'static Arc<Network>> {
        match name {
            "small" => Some(&SMALL),
            "large" => Some(&LARGE),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_networks_are_read_and_describe_their_training() {
        for (name, shape) in EMBEDDED.into_iter().zip([(6, 96), (10, 128)]) {
            let network = Network::embedded(name).unwrap();
            assert_eq!((network.shape().blocks, network.shape().channels), shape);
            assert!(network.about.contains("KataGo"), "{}", network.about);
        }
        assert!(Network::embedded("smaller").is_none());
    }
}
