//! Claims about the shapes that players make, measured in their games against Random.

use stats::Cluster;

use super::duel::Shapes;
use super::judge::{positive, shapes, share_below};
use super::shape::Shape;
use crate::Claim;
use crate::verdict::Finding;

/// The share of chances to fill its own gap below which a player avoids it.
const AVOIDED: f64 = 0.05;

pub(super) const CRAWLER_EYES: Claim = Claim {
    text: "Crawler creates eyes as it swallows up Random's lone stones",
    place: "section 5, and section 7, week 12",
    test: "it has more gaps, empty points whose neighbours are all its stones, than Random when as many moves are made \
           as the board has points: the mean difference between both sides of the same games has a 95% interval \
           (Student) above 0",
    judge: |evidence| {
        let gaps = |shape: &Shape| Some(f64::from(shape.gaps));
        paired("gaps of crawler less random's", &shapes(evidence, "crawler", "random"), full, gaps, 1.0, 1)
    },
};

pub(super) const CRAWLER_BLOCKS: Claim = Claim {
    text: "Toward the end, Crawler has large contiguous blocks that Naive Monte-Carlo can capture",
    place: "section 5, and section 7, week 12",
    test: "Crawler's largest chain is larger than Naive Monte-Carlo's when as many moves are made as the board has \
           points, and larger than it was when half as many were made: mean differences in the same games have 95% \
           intervals (Student) above 0",
    judge: |evidence| {
        let games = shapes(evidence, "naive", "crawler");
        let largest = |shape: &Shape| f64::from(shape.largest);
        let than_naive: Vec<f64> = games.iter().map(|game| largest(&game.full[1]) - largest(&game.full[0])).collect();
        let than_before: Vec<f64> = games.iter().map(|game| largest(&game.full[1]) - largest(&game.half[1])).collect();
        Finding::all([
            positive("stones of its largest chain less Naive's", &than_naive, 2),
            positive("and less half the game before", &than_before, 2),
        ])
    },
};

pub(super) const GREEDY_BOXES: Claim = Claim {
    text: "Greedy and Greedy Randomized box off areas of the board",
    place: "section 5",
    test: "they enclose more empty points than Random when as many moves are made as the board has points: the mean \
           difference between both sides of the same games has a 95% interval (Student) above 0",
    judge: |evidence| {
        let enclosed = |shape: &Shape| Some(f64::from(shape.enclosed));
        let part = |player: &str| {
            let name = format!("points enclosed by {player} less random's");
            paired(&name, &shapes(evidence, player, "random"), full, enclosed, 1.0, 2)
        };
        Finding::all(["greedy", "greedy-random"].map(part))
    },
};

pub(super) const GREEDY_SPARES_EYES: Claim = Claim {
    text: "Greedy does not play on points whose neighbours are all its own stones",
    place: "section 5",
    test: "of its turns with such a point and another legal move, it plays on one in less than 5%: 95% interval of the \
           jackknife over games; it is refuted where the interval lies above",
    judge: |evidence| {
        let games = shapes(evidence, "greedy", "random");
        let cluster = |shapes: &Shapes| {
            let deeds = shapes.game[0];
            Cluster { count: f64::from(deeds.temptations), sum: f64::from(deeds.fills) }
        };
        share_below("gaps filled", &games.iter().map(cluster).collect::<Vec<_>>(), AVOIDED)
    },
};

pub(super) const SCORE_CLUSTERS: Claim = Claim {
    text: "Greedy Score tends to build clusters",
    place: "section 5",
    test: "its stones are more clustered than Random's when half as many moves are made as the board has points, by \
           the number of adjacent pairs of stones over that expected at random: the mean difference between both sides \
           of the same games has a 95% interval (Student) above 0",
    judge: |evidence| {
        let games = shapes(evidence, "greedy-score", "random");
        paired("clustering of greedy-score less random's", &games, half, |shape| shape.clustering, 1.0, 1)
    },
};

pub(super) const SCORE_BOXES_NOT: Claim = Claim {
    text: "Greedy Score lacks the boxing in of Greedy and Greedy Randomized",
    place: "section 5",
    test: "both enclose more empty points in their games against Random than it does in its own, when as many moves \
           are made as the board has points: 95% interval (Welch) of the difference of the means above 0",
    judge: |evidence| {
        let enclosed = |player: &str| {
            let games = shapes(evidence, player, "random");
            games.iter().map(|game| f64::from(game.full[0].enclosed)).collect::<Vec<f64>>()
        };
        let score = enclosed("greedy-score");
        let more = |player: &str| Finding::mean_higher((player, &enclosed(player)), ("greedy-score", &score), 2);
        Finding::all(["greedy", "greedy-random"].map(more))
    },
};

pub(super) const NOVICE_NO_CHAINS: Claim = Claim {
    text: "Novice does not even form groups",
    place: "section 5",
    test: "its chains are smaller than Random's when a quarter as many moves are made as the board has points, and \
           when half as many are made: mean differences between both sides of the same games have 95% intervals \
           (Student) below 0",
    judge: |evidence| {
        let games = shapes(evidence, "novice", "random");
        let part = |name: &str, at: At| paired(name, &games, at, Shape::chain_size, -1.0, 2);
        Finding::all([part("stones of random's chains less novice's at a quarter", quarter), part("at half", half)])
    },
};

pub(super) const NOVICE_SPREADS: Claim = Claim {
    text: "Novice does not create clusters: it places stones at spaced out intervals",
    place: "section 5",
    test: "its stones are less clustered than Random's when a quarter as many moves are made as the board has points, \
           and when half as many are made: mean differences between both sides of the same games have 95% intervals \
           (Student) below 0",
    judge: |evidence| {
        let games = shapes(evidence, "novice", "random");
        let part = |name: &str, at: At| paired(name, &games, at, |shape| shape.clustering, -1.0, 2);
        Finding::all([part("clustering of random less novice's at a quarter", quarter), part("at half", half)])
    },
};

pub(super) const NOVICE_UNDEFENDED: Claim = Claim {
    text: "Novice's stones are left undefended: more of them are captured than of Random's",
    place: "section 5",
    test: "the mean difference between the stones that both sides lose in the same games has a 95% interval (Student) \
           above 0",
    judge: |evidence| {
        let games = shapes(evidence, "novice", "random");
        let lost = |shapes: &Shapes| f64::from(shapes.game[0].lost) - f64::from(shapes.game[1].lost);
        positive("stones lost by novice less random's", &games.iter().map(lost).collect::<Vec<_>>(), 1)
    },
};

/// A time at which the stones of both sides are looked at.
type At = fn(&Shapes) -> [Shape; 2];

fn quarter(shapes: &Shapes) -> [Shape; 2] {
    shapes.quarter
}

fn half(shapes: &Shapes) -> [Shape; 2] {
    shapes.half
}

fn full(shapes: &Shapes) -> [Shape; 2] {
    shapes.full
}

/// A measure of the first player's stones is above that of the second's in the same games or, for a sign of -1, below.
fn paired(
    name: &str,
    games: &[Shapes],
    at: At,
    measure: impl Fn(&Shape) -> Option<f64>,
    sign: f64,
    parts: usize,
) -> Finding {
    let difference = |shapes: &Shapes| {
        let [first, second] = at(shapes);
        Some(sign * (measure(&first)? - measure(&second)?))
    };
    positive(name, &games.iter().filter_map(difference).collect::<Vec<f64>>(), parts)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Evidence;
    use crate::deathmatch::duel::DuelOutcome;
    use crate::deathmatch::judge::tests::{shapes_with, won};
    use crate::verdict::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// The verdict on games of these pairs whose shapes are made from each of some numbers.
    fn verdict(claim: &Claim, pairs: &[(&str, &[f64])], change: impl Fn(&mut Shapes, f64)) -> Verdict {
        let games = |numbers: &[f64]| {
            let mut duels = won(numbers.len(), numbers.len());
            for (duel, &number) in duels.iter_mut().zip(numbers) {
                duel.shapes = Some(shapes_with(|shapes| change(shapes, number)));
            }
            duels
        };
        let all: Vec<(&str, Vec<DuelOutcome>)> = pairs.iter().map(|&(name, numbers)| (name, games(numbers))).collect();
        (claim.judge)(&Evidence::made_up(all)).verdict
    }

    const MORE: &[f64] = &[5.0, 6.0, 7.0, 5.0];
    const FEWER: &[f64] = &[-5.0, -6.0, -7.0, -5.0];
    const EITHER: &[f64] = &[-5.0, 6.0, -7.0, 5.0];

    /// The verdicts if the first players have more, fewer, or now this and now that.
    fn verdicts(claim: &Claim, pairs: &[&str], change: impl Fn(&mut Shapes, f64)) -> [Verdict; 3] {
        [MORE, FEWER, EITHER].map(|numbers| {
            let pairs: Vec<(&str, &[f64])> = pairs.iter().map(|&pair| (pair, numbers)).collect();
            verdict(claim, &pairs, &change)
        })
    }

    /// Ten and so many more.
    fn ten(more: f64) -> u32 {
        (10.0 + more) as u32
    }

    #[test]
    fn crawler_has_more_eyes_or_not() {
        let gaps = |shapes: &mut Shapes, more| (shapes.full[0].gaps, shapes.full[1].gaps) = (ten(more), 10);
        assert_eq!(verdicts(&CRAWLER_EYES, &["crawler v random"], gaps), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn crawlers_blocks_are_large_or_not() {
        let largest = |shapes: &mut Shapes, more| {
            (shapes.full[0].largest, shapes.full[1].largest, shapes.half[1].largest) = (10, ten(more), 10);
        };
        assert_eq!(verdicts(&CRAWLER_BLOCKS, &["naive v crawler"], largest), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn greedy_encloses_more_or_not() {
        let enclosed = |shapes: &mut Shapes, more| {
            (shapes.full[0].enclosed, shapes.full[1].enclosed) = (ten(more), 10);
        };
        let pairs = ["greedy v random", "greedy-random v random"];
        assert_eq!(verdicts(&GREEDY_BOXES, &pairs, enclosed), [Holds, DoesNotHold, Undecided]);
        assert_eq!(verdicts(&GREEDY_BOXES, &pairs[..1], enclosed), [Undecided, DoesNotHold, Undecided]);
    }

    #[test]
    fn greedy_spares_its_eyes_or_fills_them() {
        let fills = |fills: [f64; 4]| {
            verdict(&GREEDY_SPARES_EYES, &[("greedy v random", &fills)], |shapes, fills| {
                (shapes.game[0].fills, shapes.game[0].temptations) = (fills as u32, 40);
            })
        };
        assert_eq!(fills([0.0; 4]), Holds);
        assert_eq!(fills([20.0, 21.0, 22.0, 20.0]), DoesNotHold);
        assert_eq!(fills([0.0, 8.0, 0.0, 2.0]), Undecided);
    }

    #[test]
    fn greedy_score_clusters_or_not() {
        let clustering = |shapes: &mut Shapes, more| shapes.half[0].clustering = Some(1.0 + more / 10.0);
        assert_eq!(verdicts(&SCORE_CLUSTERS, &["greedy-score v random"], clustering), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn greedy_score_encloses_less_or_not() {
        let enclosed = |of_score: &[f64]| {
            let pairs =
                [("greedy v random", MORE), ("greedy-random v random", MORE), ("greedy-score v random", of_score)];
            verdict(&SCORE_BOXES_NOT, &pairs, |shapes, more| shapes.full[0].enclosed = ten(more))
        };
        assert_eq!([enclosed(FEWER), enclosed(&[20.0, 21.0, 22.0, 20.0])], [Holds, DoesNotHold]);
        assert_eq!(enclosed(&[-5.0, 15.0, 0.0, 10.0]), Undecided);
    }

    #[test]
    fn novice_forms_small_chains_or_large_ones() {
        let chains = |shapes: &mut Shapes, more| {
            for at in [&mut shapes.quarter, &mut shapes.half] {
                (at[0].stones, at[0].chains, at[1].stones, at[1].chains) = (20, ten(more), 20, 10);
            }
        };
        assert_eq!(verdicts(&NOVICE_NO_CHAINS, &["novice v random"], chains), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn novice_spreads_its_stones_or_not() {
        let clustering = |shapes: &mut Shapes, less| {
            shapes.quarter[0].clustering = Some(1.0 - less / 10.0);
            shapes.half[0].clustering = Some(1.0 - less / 10.0);
        };
        assert_eq!(verdicts(&NOVICE_SPREADS, &["novice v random"], clustering), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn novice_loses_more_stones_or_fewer() {
        let lost = |shapes: &mut Shapes, more| (shapes.game[0].lost, shapes.game[1].lost) = (ten(more), 10);
        assert_eq!(verdicts(&NOVICE_UNDEFENDED, &["novice v random"], lost), [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn without_games_nothing_is_known() {
        for claim in [CRAWLER_EYES, CRAWLER_BLOCKS, GREEDY_BOXES, GREEDY_SPARES_EYES, SCORE_CLUSTERS, SCORE_BOXES_NOT] {
            assert_eq!(verdict(&claim, &[], |_, _| {}), Undecided);
        }
        for claim in [NOVICE_NO_CHAINS, NOVICE_SPREADS, NOVICE_UNDEFENDED] {
            assert_eq!(verdict(&claim, &[], |_, _| {}), Undecided);
        }
    }
}
