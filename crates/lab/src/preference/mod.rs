//! Stoutamire, "Machine Learning, Game Play, and Go" (1991): pattern preference.
//!
//! Most experiments are studies: a learner predicts the moves of a set of games and learns from each. [`pools`] has the
//! sets, [`study`] the unit of work, [`judge`] the tests and [`show`] the pictures that experiments share. Several
//! figures show the same studies, so trials are in modules of their own: [`opponents`], [`windows`], [`improvements`],
//! [`collisions`] and [`game`].

/// What we did, with what all studies have in common.
macro_rules! ours {
    ($text:literal) => {
        concat!(
            "The thesis's own games are not to be had as a set. We use five disjoint sets of 257 games of the same \
             kind from Andries Brouwer's collection of professional games: 136 of 1970 to 1990, 60 of Shusaku and 61 \
             of Go Seigen, in a random order. The first set is that of models/thesis-games.txt. ",
            $text
        )
    };
}

mod boards;
mod cache;
mod collisions;
mod data;
mod epochs;
mod expansion;
mod explosion;
mod fig4_1;
mod fig4_2;
mod fig4_3;
mod fig5_10;
mod fig5_11;
mod fig5_12;
mod fig5_2;
mod fig5_3;
mod fig5_4;
mod fig5_5;
mod fig5_6;
mod fig5_7;
mod fig5_8;
mod game;
mod gnugo;
mod hashes;
mod hashing;
mod improvements;
mod judge;
mod learner;
mod liberties;
mod master;
mod measures;
mod network;
mod opponents;
mod passes;
mod pools;
mod proposals;
mod quality;
mod show;
mod study;
mod superiority;
mod territory;
mod windows;

use crate::Family;

/// The experiments of the thesis.
pub(crate) const FAMILY: Family = Family {
    name: "preference",
    source: "David Stoutamire, \"Machine Learning, Game Play, and Go\" (1991)",
    experiments: &[
        &measures::EXPERIMENT,
        &gnugo::EXPERIMENT,
        &fig4_1::EXPERIMENT,
        &fig4_2::EXPERIMENT,
        &fig4_3::EXPERIMENT,
        &superiority::EXPERIMENT,
        &network::EXPERIMENT,
        &fig5_2::EXPERIMENT,
        &fig5_3::EXPERIMENT,
        &fig5_4::EXPERIMENT,
        &fig5_5::EXPERIMENT,
        &fig5_6::EXPERIMENT,
        &passes::EXPERIMENT,
        &fig5_7::EXPERIMENT,
        &fig5_8::EXPERIMENT,
        &explosion::EXPERIMENT,
        &fig5_10::EXPERIMENT,
        &hashing::EXPERIMENT,
        &hashes::EXPERIMENT,
        &quality::EXPERIMENT,
        &cache::EXPERIMENT,
        &fig5_11::EXPERIMENT,
        &expansion::EXPERIMENT,
        &liberties::EXPERIMENT,
        &fig5_12::EXPERIMENT,
        &master::EXPERIMENT,
        &boards::EXPERIMENT,
        &data::EXPERIMENT,
        &proposals::EXPERIMENT,
        &epochs::EXPERIMENT,
        &territory::EXPERIMENT,
    ],
};
