//! The cross table on 10x10, with her questions.

use super::conditions::TEN;
use super::{duel, exhibits, forms, knowledge, phases, results, speed};
use crate::{Experiment, Scale, Trial};

/// The games.
pub(super) const TRIAL: Trial = Trial {
    name: "deathmatch/10x10",
    alone: false,
    conditions: |scale: Scale| [TEN.pairs(scale), TEN.questions(scale)].concat(),
    measure: duel::measure,
};

/// The cross table and all claims.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "deathmatch/10x10",
    title: "Deathmatches of ten simple players on 10x10",
    place: "section 5, and section 7, weeks 9, 11 and 12",
    source: "Ying wrote ten players and let them play each other under simple rules: no passing, the game ends when \
             the player to move has no legal move, and captured stones and area count. She describes in words who won, \
             how it looked and how fast it was. She gives no numbers of games, of simulations or of seconds, and \
             mostly does not say on which board; 10x10 is her example of a small one. Her eleventh player, Genetic, \
             was left unfinished and is not part of the table.",
    ours: "All ten play all, themselves included, 200 games a pair with alternating colours, under her rules without \
           komi; Crawler against Random 1,000 and Random against Random 2,000, as these rates are to be compared with \
           a published one and with one half. The numbers of simulations are ours: 10 games for each legal move for \
           Naive Monte-Carlo and for Heavy Monte-Carlo, whose playouts are moves of Greedy Randomized, and 1,000 \
           simulations for each move for UCT, as many as Naive Monte-Carlo has on the empty board. Playouts, Crawler \
           and the greedy players spare their own eyes while they have another move, which she says only of Greedy: \
           the claim that Greedy does so holds partly by construction, and a Crawler that does not is measured beside \
           ours. Distance uses our library of 9x9 boards, whose stones cannot be compared with those of another size: \
           its other features decide. Words such as far, large and very fast have no numbers in the source; those that \
           we chose are in the tests. Tests of different claims are not corrected for each other. Three choices were \
           not made blind: the move at which early turns become late was changed after 8 trial games of each \
           condition; the 80 simulations of the quickest UCT were chosen knowing that 100 lost to Naive Monte-Carlo; \
           and boxed areas include gaps of a single point, on which one verdict depended in trial games. No trial game \
           is part of the evidence.",
    trials: &[&TRIAL, &speed::TRIAL],
    claims: &[
        results::CRAWLER_BEATS_RANDOM,
        results::RANDOM_RATE,
        results::CRAWLER_LOSES_LARGE_ON_10,
        results::CRAWLER_MIRROR,
        results::CRAWLER_CHECKERBOARD,
        results::RANDOM_MIRROR,
        results::CRAWLER_DEFEATS_SOME,
        forms::CRAWLER_EYES,
        results::NAIVE_BEATS,
        phases::NAIVE_BETTER_LATE,
        phases::NAIVE_FINDS_DIFFERENCES,
        phases::NAIVE_ACQUIRES_POINTS,
        forms::CRAWLER_BLOCKS,
        speed::NAIVE_SLOW,
        knowledge::RANDOM_MODEL,
        knowledge::KNOWING_HELPS,
        knowledge::COPYING_HELPS,
        results::GREEDY_BEATS,
        results::GREEDY_BEATS_NAIVE,
        results::NAIVE_WITH_MORE,
        results::GREEDY_DETERMINISTIC,
        speed::GREEDY_FAST,
        forms::GREEDY_BOXES,
        forms::GREEDY_SPARES_EYES,
        forms::SCORE_CLUSTERS,
        results::SCORE_WEAKER_THAN_GREEDY,
        results::SCORE_WEAKER_THAN_RANDOMIZED,
        forms::SCORE_BOXES_NOT,
        results::HEURISTICS_BEAT_SCORES,
        results::DISTANCE_WEAK,
        speed::HEAVY_SLOW,
        speed::NAIVE_BETTER_THAN_HEAVY,
        forms::NOVICE_SPREADS,
        forms::NOVICE_NO_CHAINS,
        forms::NOVICE_UNDEFENDED,
        results::NOVICE_DETRIMENTAL,
        results::UCT_PERFORMS,
        results::UCT_LIKE_NAIVE,
        speed::UCT_FASTER,
    ],
    exhibits: |evidence| {
        let mut all = exhibits::cross_table(evidence);
        all.push(exhibits::crawler(evidence, 100));
        all.push(exhibits::forms(evidence));
        all.push(exhibits::phases(evidence));
        all.push(exhibits::knowledge(evidence));
        all.extend(exhibits::speed(evidence));
        all
    },
};
