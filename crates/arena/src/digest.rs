//! Short names for long descriptions, the same on every machine and in every version.
//!
//! FNV-1a (Fowler, Noll, Vo; 64 bits): not for adversaries, but no two series in a ledger will ever share one by
//! chance.

use std::fmt;

/// The digest of some parts, in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Digest(u64);

impl Digest {
    /// The digest of nothing.
    pub fn new() -> Digest {
        Digest(0xcbf2_9ce4_8422_2325)
    }

    /// With another part. Parts are kept apart: `ab` and `c` is not `a` and `bc`.
    pub fn with(self, part: impl fmt::Display) -> Digest {
        let text = part.to_string();
        let bytes = text.bytes().chain([0xff]);
        Digest(bytes.fold(self.0, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)))
    }

    /// A seed that follows from it. Of 63 bits, so that it is the same number in every database and script.
    pub fn seed(self) -> u64 {
        self.0 >> 1
    }
}

impl Default for Digest {
    fn default() -> Digest {
        Digest::new()
    }
}

impl fmt::Display for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept_apart_and_in_order() {
        let of = |parts: &[&str]| parts.iter().fold(Digest::new(), Digest::with);
        assert_ne!(of(&["ab", "c"]), of(&["a", "bc"]));
        assert_ne!(of(&["a", "b"]), of(&["b", "a"]));
        assert_ne!(of(&["a", ""]), of(&["a"]));
    }

    #[test]
    fn a_digest_never_changes() {
        assert_eq!(Digest::new().with("random").with(1).to_string(), "c262ac2564e1ff87");
    }
}
