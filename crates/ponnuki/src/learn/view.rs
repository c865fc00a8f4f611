//! What a teacher's pupil looks at, as options.

use models::preference::{View, Window};

use crate::numbers;

/// The window; without options, the best of the thesis.
#[derive(clap::Args)]
pub struct ViewArgs {
    /// What is looked at around a point: square, diamond or graph
    #[arg(long, value_name = "FORM", default_value_t = View::THESIS.window)]
    window: Window,
    /// How far the window reaches
    #[arg(long, value_name = "N", default_value_t = View::THESIS.radius, value_parser = numbers::count::<u8>)]
    radius: u8,
    /// How far it may be made to reach until enough stones are seen
    #[arg(long, value_name = "N", default_value_t = View::THESIS.expand)]
    expand: u8,
    /// How many stones are enough
    #[arg(long, value_name = "N", default_value_t = View::THESIS.stones)]
    stones: u8,
    /// Up to how many liberties of chains are told apart
    #[arg(long, value_name = "N", default_value_t = View::THESIS.liberties)]
    liberties: u8,
}

impl ViewArgs {
    /// The view that was asked for.
    pub fn view(&self) -> View {
        let &ViewArgs { window, radius, expand, stones, liberties } = self;
        View { expand, stones, liberties, ..View::fixed(window, radius) }
    }
}
