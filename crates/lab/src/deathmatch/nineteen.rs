//! The cross table on 19x19.

use super::conditions::NINETEEN;
use super::{duel, exhibits, forms, phases, results};
use crate::{Experiment, Scale, Trial};

/// The games.
pub(super) const TRIAL: Trial = Trial {
    name: "deathmatch/19x19",
    alone: false,
    conditions: |scale: Scale| NINETEEN.pairs(scale),
    measure: duel::measure,
};

/// The cross table, and the claims that need no other games.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "deathmatch/19x19",
    title: "Deathmatches of ten simple players on 19x19",
    place: "section 5, and section 7, weeks 11 and 12",
    source: "Ying's board is 19x19 unless she says otherwise. Ten players play each other under simple rules: no \
             passing, the game ends when the player to move has no legal move, and captured stones and area count. She \
             describes in words who won and how it looked, and gives the score of one game; there are no numbers of \
             games, of simulations or of seconds.",
    ours: "As on 10x10 with 20 games a pair (Crawler against Random 100, Random against Random 200), and 4 where Heavy \
           Monte-Carlo plays, which has one simulated game for each legal move here, as more would take too long. \
           Naive Monte-Carlo has 10 for each legal move, and UCT 3,610 for each move, as many as Naive Monte-Carlo has \
           on the empty board. Questions that need other games, of phases, knowledge and equal time, are measured on \
           10x10 only. Tests of different claims are not corrected for each other.",
    trials: &[&TRIAL],
    claims: &[
        results::CRAWLER_BEATS_RANDOM,
        results::RANDOM_RATE,
        results::CRAWLER_LOSES_LARGE_ON_19,
        results::CRAWLER_MIRROR,
        results::CRAWLER_CHECKERBOARD,
        results::RANDOM_MIRROR,
        results::CRAWLER_DEFEATS_SOME,
        forms::CRAWLER_EYES,
        results::NAIVE_BEATS,
        phases::NAIVE_FINDS_DIFFERENCES,
        forms::CRAWLER_BLOCKS,
        results::GREEDY_BEATS,
        results::GREEDY_BEATS_NAIVE,
        results::GREEDY_DETERMINISTIC,
        forms::GREEDY_BOXES,
        forms::GREEDY_SPARES_EYES,
        forms::SCORE_CLUSTERS,
        results::SCORE_WEAKER_THAN_GREEDY,
        results::SCORE_WEAKER_THAN_RANDOMIZED,
        forms::SCORE_BOXES_NOT,
        results::HEURISTICS_BEAT_SCORES,
        results::DISTANCE_WEAK,
        forms::NOVICE_SPREADS,
        forms::NOVICE_NO_CHAINS,
        forms::NOVICE_UNDEFENDED,
        results::NOVICE_DETRIMENTAL,
        results::UCT_PERFORMS,
        results::UCT_LIKE_NAIVE,
    ],
    exhibits: |evidence| {
        let mut all = exhibits::cross_table(evidence);
        all.push(exhibits::crawler(evidence, 361));
        all.push(exhibits::forms(evidence));
        all.push(exhibits::phases(evidence));
        all.push(exhibits::pictured_game(evidence));
        all
    },
};
