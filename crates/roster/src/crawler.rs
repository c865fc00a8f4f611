//! `crawler`: from left to right, row by row, around stones in the way.
//!
//! The "Crawler AI" of Ying's "Artificial Intelligence for Go" (2009, section 5 and the twelfth week of its work log),
//! after a player of Holigor's. The report says that stones captured on its way leave gaps behind it, which it does not
//! fill; so it continues behind its last stone, and starts again at the top only at the end.

use goban::{Game, Point, PointMap};
use player::{Entry, choices, parameters};

use crate::random::Eyes;
use crate::simple::{MoveEvaluator, Simple};

/// The place in the roster.
pub const ENTRY: Entry = Entry {
    name: "crawler",
    summary: "plays from left to right, row by row",
    params: Params::PARAMS,
    build: |settings, _| {
        let Params { from, eyes } = Params::read(settings);
        Ok(Box::new(Simple::deterministic(Crawler { from }).keeping_eyes(eyes == Eyes::Keep)))
    },
};

parameters! {
    /// Where it plays.
    pub struct Params {
        /// whether it continues from its last stone, or starts at the top left each time
        pub from: From = "last";
        /// whether its own eyes are spared, or filled like any point
        pub eyes: Eyes = "keep";
    }
}

choices! {
    /// Where it looks for the next point.
    pub enum From {
        /// Behind its last stone.
        Last = "last",
        /// From the top left.
        Top = "top",
    }
}

struct Crawler {
    from: From,
}

impl MoveEvaluator for Crawler {
    fn evaluate(&mut self, game: &Game, points: &[Point], values: &mut PointMap<f32>) {
        let us = game.to_play();
        let own = |&(color, mv): &(_, goban::Move)| mv.point().filter(|_| color == us);
        let last = game.moves().iter().rev().find_map(own).filter(|_| self.from == From::Last);
        let passed_by = last.map_or(0, |last| points.partition_point(|&point| point <= last));
        for (place, &point) in points.iter().enumerate() {
            let turn = if place >= passed_by { 2 } else { 1 };
            values[point] = (turn * points.len() - place) as f32;
        }
    }
}
