//! The Go Text Protocol, both ends, and KataGo's JSON analysis protocol.
//!
//! - [`wire`]: the lines of GTP, for both ends.
//! - [`serve()`]: a player of ours as a GTP engine, for GoGui, Sabaki, Lizzie, KGS and other programs.
//! - [`client`]: another program's engine as a player of ours.
//! - [`analysis`]: a player of ours behind KataGo's analysis protocol, for KaTrain and for scripts.
//! - [`conform()`]: what another program does wrong, by the standard.
//! - [`rules`]: rules as KataGo's commands write them.
//!
//! Nothing here knows which players there are: `serve` and `analysis` are handed a [`player::Maker`].

pub mod analysis;
pub mod client;
pub mod conform;
mod deserted;
pub mod rules;
pub mod serve;
pub mod wire;

pub use conform::conform;
pub use deserted::wait_until_stdout_is_deserted;
pub use serve::{serve, serve_until_deserted};

/// The name of the program, as both protocols tell it.
pub const NAME: &str = "Ponnuki";
/// The version of the program, as both protocols tell it.
pub use version::version;
