//! The Go Text Protocol, both ends, and KataGo's JSON analysis protocol.
//!
//! - [`wire`]: the lines of GTP, for both ends.
//! - [`serve()`]: one of our players as a GTP engine, for GoGui, Sabaki, Lizzie, KGS and other programs.
//! - [`client`]: another program's engine as a [`player::Player`].
//! - [`analysis`]: one of our players behind KataGo's analysis protocol, for KaTrain and for scripts.
//! - [`conform()`]: checks another program against the standard.
//! - [`rules`]: rules as KataGo's commands write them.
//!
//! The crate does not depend on the list of players: `serve` and `analysis` take a [`player::Maker`].

pub mod analysis;
pub mod client;
pub mod conform;
mod hangup;
pub mod rules;
pub mod serve;
pub mod wire;

pub use conform::conform;
pub use hangup::wait_for_hangup;
pub use serve::{serve, serve_until_hangup};

/// The name of the program, as both protocols report it.
pub const NAME: &str = "Ponnuki";
/// The version of the program, as both protocols report it.
pub use version::version;
