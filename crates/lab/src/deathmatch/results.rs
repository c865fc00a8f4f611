//! Claims about who beats whom.

use goban::Color;
use stats::{Confidence, Interval, Score, rate_difference};

use super::conditions::{MORE, PLAYERS, WITHOUT_SIMULATIONS, more, versus};
use super::duel::DuelOutcome;
use super::judge::{
    WINS_MORE, always, beats, beats_all, blacks, duels, positive, score, unmeasured, wins_above, wins_below,
};
use crate::verdict::{Finding, MARGIN, number};
use crate::{Claim, Evidence, games, papers, percent};

/// "Far weaker" and "large" are her words; these are our numbers: a quarter of the games, of the board's points.
const QUARTER: f64 = 0.25;

pub(super) const CRAWLER_BEATS_RANDOM: Claim = Claim {
    text: "Crawler tends to win against Random, whichever of them starts",
    place: "section 5, and section 7, week 12",
    test: WINS_MORE,
    judge: |evidence| {
        let with = |color: Color| {
            let seen = games::score_with(evidence, &versus("crawler", "random"), color);
            wins_above(&format!("crawler as {color}"), &seen, 0.5, 2)
        };
        Finding::all(Color::BOTH.map(with))
    },
};

pub(super) const RANDOM_RATE: Claim = Claim {
    text: "Random wins 1 in 4 to 1 in 5 of its games against Crawler",
    place: "section 7, week 12",
    test: "the 95% interval (Wilson) of Random's win rate lies between 20% and 25%; it is refuted where the interval \
           lies outside",
    judge: |evidence| {
        let end = |id| papers::value("deathmatch", id).unwrap_or(f64::NAN);
        let range = Interval { low: end("random.wins.low"), high: end("random.wins.high") };
        Finding::rate_within("Random", &score(evidence, "random", "crawler").different, range)
    },
};

pub(super) const CRAWLER_LOSES_LARGE_ON_10: Claim = loses_large(|evidence| large_losses(evidence, 100.0));
pub(super) const CRAWLER_LOSES_LARGE_ON_19: Claim = loses_large(|evidence| large_losses(evidence, 361.0));

const fn loses_large(judge: fn(&Evidence) -> Finding) -> Claim {
    Claim {
        text: "When Random captures Crawler's whole area, Crawler usually loses, by a large margin",
        place: "section 7, week 12",
        test: "of the games in which Random captures with one move a number of stones that is a quarter of the board's \
               points or more, Crawler loses more than half (Wilson), and those by more than that quarter in points in \
               the mean (Student's 95% interval)",
        judge,
    }
}

fn large_losses(evidence: &Evidence, points: f64) -> Finding {
    let all = duels(evidence, "crawler", "random");
    if all.is_empty() {
        return unmeasured("crawler v random");
    }
    let large = QUARTER * points;
    let captured: Vec<&DuelOutcome> = all.iter().filter(|duel| random_captures(duel) >= large).collect();
    let seen = games::observed(captured.iter().map(|duel| &duel.game));
    let losses = captured.iter().filter_map(|duel| duel.game.margin()).filter(|&margin| margin < 0.0);
    let beyond: Vec<f64> = losses.map(|margin| -margin - large).collect();
    let name = format!("points beyond {} by which Crawler loses these", number(large));
    Finding::all([wins_above("Random after such a capture", &seen.opposite(), 0.5, 2), positive(&name, &beyond, 2)])
}

/// The most stones that Random, the second player, captures with one move.
fn random_captures(duel: &DuelOutcome) -> f64 {
    duel.shapes.as_ref().map_or(0.0, |shapes| f64::from(shapes.game[1].capture))
}

pub(super) const CRAWLER_MIRROR: Claim = Claim {
    text: "Crawler against Crawler is always the same game",
    place: "section 5, and section 7, week 12",
    test: "all games have the same moves; one other game refutes it",
    judge: |evidence| repeated(evidence, "crawler", "crawler"),
};

pub(super) const GREEDY_DETERMINISTIC: Claim = Claim {
    text: "Greedy is deterministic",
    place: "section 5",
    test: "all games of Greedy against itself have the same moves; one other game refutes it",
    judge: |evidence| repeated(evidence, "greedy", "greedy"),
};

fn repeated(evidence: &Evidence, first: &str, second: &str) -> Finding {
    let all = duels(evidence, first, second);
    let same: Vec<bool> = all.iter().map(|duel| duel.game.line == all[0].game.line).collect();
    always(&format!("{}, the same moves", versus(first, second)), &same)
}

pub(super) const CRAWLER_CHECKERBOARD: Claim = Claim {
    text: "Crawler's and Crawler's stones alternate like a checkerboard, so that White captures all black stones",
    place: "section 7, week 12",
    test: "in every game no two stones of a colour are adjacent when half as many moves are made as the board has \
           points, and Black has no stone at the end",
    judge: |evidence| {
        let all = duels(evidence, "crawler", "crawler");
        let each = |fits: &dyn Fn(&DuelOutcome) -> Option<bool>| all.iter().filter_map(fits).collect::<Vec<bool>>();
        let alternate = each(&|duel| Some(duel.shapes.as_ref()?.half.iter().all(|shape| shape.chains == shape.stones)));
        let captured = each(&|duel| Some(duel.shapes.as_ref()?.game[usize::from(duel.game.first != 'B')].left == 0));
        Finding::all([always("stones alternate", &alternate), always("no black stone at the end", &captured)])
    },
};

pub(super) const RANDOM_MIRROR: Claim = Claim {
    text: "Random against Random gives Black an advantage",
    place: "section 7, week 12",
    test: "the 95% interval (Wilson) of Black's win rate, draws as half, lies above 50%; it is refuted where the \
           interval lies below",
    judge: |evidence| wins_above("Black", &blacks(evidence, "random", "random"), 0.5, 1),
};

pub(super) const NAIVE_BEATS: Claim = Claim {
    text: "Naive Monte-Carlo outperforms Random, and usually Crawler",
    place: "section 5, and section 7, week 12",
    test: WINS_MORE,
    judge: |evidence| beats_all(evidence, "naive", &["random", "crawler"]),
};

pub(super) const GREEDY_BEATS: Claim = Claim {
    text: "Greedy wins against Random and Crawler",
    place: "section 5",
    test: WINS_MORE,
    judge: |evidence| beats_all(evidence, "greedy", &["random", "crawler"]),
};

pub(super) const GREEDY_BEATS_NAIVE: Claim = Claim {
    text: "Greedy wins even against Naive Monte-Carlo",
    place: "section 5",
    test: WINS_MORE,
    judge: |evidence| beats(evidence, "greedy", "naive", 1),
};

pub(super) const NAIVE_WITH_MORE: Claim = Claim {
    text: "Naive Monte-Carlo would do better against Greedy if it simulated more games for each move",
    place: "section 5",
    test: "z-test for two proportions (Fisher's exact test for small samples), two-sided, p < 0.05, between its usual \
           number of games and five times as many; an advantage below 5 percentage points is none",
    judge: |evidence| {
        let (many, few) = (score(evidence, &more(), "greedy").different, score(evidence, "naive", "greedy").different);
        Finding::higher((&format!("with {MORE} games"), &many), ("with its usual number", &few), 1)
    },
};

pub(super) const SCORE_WEAKER_THAN_GREEDY: Claim = Claim {
    text: "Greedy Score is far weaker than Greedy",
    place: "section 5",
    test: FAR_WEAKER,
    judge: |evidence| far_weaker(evidence, "greedy-score", "greedy"),
};

pub(super) const SCORE_WEAKER_THAN_RANDOMIZED: Claim = Claim {
    text: "Greedy Score is far weaker than Greedy Randomized",
    place: "section 5",
    test: FAR_WEAKER,
    judge: |evidence| far_weaker(evidence, "greedy-score", "greedy-random"),
};

const FAR_WEAKER: &str = "the 95% interval (Wilson) of its win rate lies below 25%; it is refuted where the interval \
                          lies above";

fn far_weaker(evidence: &Evidence, first: &str, second: &str) -> Finding {
    wins_below(&versus(first, second), &score(evidence, first, second), QUARTER, 1)
}

pub(super) const HEURISTICS_BEAT_SCORES: Claim = Claim {
    text: "Simple heuristics (Greedy, Greedy Randomized) are more effective than valuing boards (Greedy Score, \
           Distance)",
    place: "section 5, Greedy Score AI",
    test: WINS_MORE,
    judge: |evidence| {
        let both = |first: &str| ["greedy-score", "distance"].map(|second| beats(evidence, first, second, 4));
        Finding::all(["greedy", "greedy-random"].iter().flat_map(|first| both(first)))
    },
};

pub(super) const DISTANCE_WEAK: Claim = Claim {
    text: "Distance is not very talented: it loses to Greedy, Greedy Randomized and the players that simulate games",
    place: "section 5, Distance AI and Greedy Score AI",
    test: WINS_MORE,
    judge: |evidence| {
        let others = ["greedy", "greedy-random", "naive", "heavy", "uct"];
        Finding::all(others.map(|other| beats(evidence, other, "distance", others.len())))
    },
};

pub(super) const NOVICE_DETRIMENTAL: Claim = Claim {
    text: "Novice's way of maximising liberties is extremely detrimental: it does worse than random moves",
    place: "section 5, Novice AI, with section 5, Random AI, as the control",
    test: "the 95% interval (Wilson) of Novice's win rate against Random lies below 50%; it is refuted where the \
           interval lies above",
    judge: |evidence| wins_below("novice v random", &score(evidence, "novice", "random"), 0.5, 1),
};

pub(super) const CRAWLER_DEFEATS_SOME: Claim = Claim {
    text: "A player as simple as Crawler can defeat some slightly more complicated ones",
    place: "section 7, week 11",
    test: "Crawler wins more than half of its games against at least one of Novice, Greedy Score, Greedy, Greedy \
           Randomized and Distance: an interval of Wilson, at 95% divided among the five, lies above 50%; it is \
           refuted where all 95% intervals lie below",
    judge: defeats_some,
};

fn defeats_some(evidence: &Evidence) -> Finding {
    let others = ["novice", "greedy-score", "greedy", "greedy-random", "distance"];
    // A refutation at the divided level of the contrary is a confirmation at that level.
    Finding::any(others.map(|other| beats(evidence, other, "crawler", others.len()).contrary()))
}

pub(super) const UCT_PERFORMS: Claim = Claim {
    text: "UCT performs well: it beats every player that does not simulate games",
    place: "section 5, UCT / Monte-Carlo AI",
    test: WINS_MORE,
    judge: |evidence| beats_all(evidence, "uct", &WITHOUT_SIMULATIONS),
};

pub(super) const UCT_LIKE_NAIVE: Claim = Claim {
    text: "UCT has the advantages of Naive Monte-Carlo: it is not weaker against the other players",
    place: "section 5, UCT / Monte-Carlo AI",
    test: "the 95% interval (Newcombe) of the difference of their win rates against the eight others lies above -5 \
           percentage points; it is refuted where it lies below",
    judge: |evidence| {
        let others = PLAYERS.iter().map(|(other, _)| *other).filter(|other| !["naive", "uct"].contains(other));
        let (mut uct, mut naive) = (Score::default(), Score::default());
        for other in others {
            let both = ["uct", "naive"].map(|player| score(evidence, player, other).different);
            if both.iter().all(|score| score.games() > 0) {
                uct += both[0];
                naive += both[1];
            }
        }
        if uct.games() == 0 {
            return unmeasured("uct and naive");
        }
        let difference = rate_difference(&uct, &naive, Confidence::P95);
        let name = format!("uct {}, naive {}, difference", percent(uct.rate()), percent(naive.rate()));
        let range = Interval { low: -MARGIN, high: f64::INFINITY };
        Finding::within(&name, difference, range, uct.games().min(naive.games()))
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::deathmatch::judge::tests::{same, shapes_with, won};
    use crate::verdict::Verdict::{self, DoesNotHold, Holds, Undecided};

    fn verdict(claim: &Claim, games: &[(&str, Vec<DuelOutcome>)]) -> Verdict {
        (claim.judge)(&Evidence::made_up(games.iter().cloned())).verdict
    }

    /// The verdict if the first player won so many of 200 games in each of these pairs.
    fn with_wins(claim: &Claim, pairs: &[(&str, usize)]) -> Verdict {
        let games: Vec<_> = pairs.iter().map(|&(name, wins)| (name, won(wins, 200))).collect();
        verdict(claim, &games)
    }

    #[test]
    fn crawler_wins_with_both_colours_or_not() {
        let games = |wins| with_wins(&CRAWLER_BEATS_RANDOM, &[("crawler v random", wins)]);
        assert_eq!([games(200), games(0), games(105)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn random_wins_a_fourth_or_a_fifth() {
        let games = |wins| verdict(&RANDOM_RATE, &[("crawler v random", won(wins, 10_000))]);
        assert_eq!([games(7_750), games(8_500)], [Holds, DoesNotHold]);
        assert_eq!(with_wins(&RANDOM_RATE, &[("crawler v random", 160)]), Undecided);
    }

    /// Games in each of which Random captures so many stones with one move, and Crawler wins by so many points.
    fn captured(games: &[(u32, i32)]) -> Vec<DuelOutcome> {
        let mut duels = won(games.len(), games.len());
        for (duel, &(capture, margin)) in duels.iter_mut().zip(games) {
            duel.shapes = Some(shapes_with(|shapes| shapes.game[1].capture = capture));
            let winner = if (margin > 0) == (duel.game.first == 'B') { 'B' } else { 'W' };
            duel.game.result = format!("{winner}+{}", margin.abs());
        }
        duels
    }

    #[test]
    fn a_captured_area_loses_the_game_by_much_or_not() {
        let games = |often: &[(u32, i32)], times| {
            verdict(&CRAWLER_LOSES_LARGE_ON_10, &[("crawler v random", captured(&often.repeat(times)))])
        };
        assert_eq!(games(&[(30, -60), (26, -70), (3, 90)], 20), Holds);
        assert_eq!(games(&[(30, -10), (26, -12), (3, 90)], 20), DoesNotHold, "the margins are small");
        assert_eq!(games(&[(30, 50), (26, 40), (40, -60)], 20), DoesNotHold, "most of them are won");
        assert_eq!(games(&[(30, -60), (26, -70), (3, 90)], 1), Undecided);
    }

    #[test]
    fn the_same_game_again_and_again() {
        for (claim, name) in [(CRAWLER_MIRROR, "crawler v crawler"), (GREEDY_DETERMINISTIC, "greedy v greedy")] {
            assert_eq!(verdict(&claim, &[(name, same(false, true, 10))]), Holds);
            assert_eq!(verdict(&claim, &[(name, won(5, 10))]), DoesNotHold);
            assert_eq!(verdict(&claim, &[(name, same(false, true, 1))]), Undecided);
        }
    }

    #[test]
    fn a_checkerboard_of_which_white_takes_one_half() {
        let games = |adjacent: bool, black_left: u32, games: usize| {
            let mut duels = same(false, true, games);
            for duel in &mut duels {
                let black = usize::from(duel.game.first != 'B');
                duel.shapes = Some(shapes_with(|shapes| {
                    shapes.half[0].chains -= u32::from(adjacent);
                    shapes.game[black].left = black_left;
                    shapes.game[1 - black].left = 50;
                }));
            }
            verdict(&CRAWLER_CHECKERBOARD, &[("crawler v crawler", duels)])
        };
        assert_eq!([games(false, 0, 4), games(false, 3, 4), games(true, 0, 4)], [Holds, DoesNotHold, DoesNotHold]);
        assert_eq!(games(false, 0, 1), Undecided);
    }

    #[test]
    fn black_has_an_advantage_or_not() {
        let games = |blacks: usize| {
            let mut duels = won(200, 200);
            for (number, duel) in duels.iter_mut().enumerate() {
                duel.game.result = if number < blacks { "B+2" } else { "W+2" }.to_string();
            }
            verdict(&RANDOM_MIRROR, &[("random v random", duels)])
        };
        assert_eq!([games(130), games(70), games(104)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn players_beat_others_or_not() {
        for (claim, pairs) in [
            (NAIVE_BEATS, &["naive v random", "naive v crawler"][..]),
            (GREEDY_BEATS, &["greedy v random", "greedy v crawler"]),
            (GREEDY_BEATS_NAIVE, &["greedy v naive"]),
            (
                HEURISTICS_BEAT_SCORES,
                &[
                    "greedy v greedy-score",
                    "greedy v distance",
                    "greedy-random v greedy-score",
                    "greedy-random v distance",
                ],
            ),
            (
                DISTANCE_WEAK,
                &[
                    "greedy v distance",
                    "greedy-random v distance",
                    "naive v distance",
                    "heavy v distance",
                    "uct v distance",
                ],
            ),
            (
                UCT_PERFORMS,
                &[
                    "uct v random",
                    "uct v crawler",
                    "uct v greedy",
                    "uct v greedy-random",
                    "uct v greedy-score",
                    "uct v novice",
                    "uct v distance",
                ],
            ),
        ] {
            let all = |wins| pairs.iter().map(|&pair| (pair, wins)).collect::<Vec<(&str, usize)>>();
            assert_eq!(with_wins(&claim, &all(150)), Holds, "{}", claim.text);
            assert_eq!(with_wins(&claim, &all(103)), Undecided, "{}", claim.text);
            let mut one = all(150);
            one[0].1 = 20;
            assert_eq!(with_wins(&claim, &one), DoesNotHold, "{}", claim.text);
            assert_eq!(with_wins(&claim, &[]), Undecided, "{}", claim.text);
        }
    }

    #[test]
    fn more_simulations_help_or_not() {
        let games = |many, few, of| {
            verdict(&NAIVE_WITH_MORE, &[("naive 50 v greedy", won(many, of)), ("greedy v naive", won(of - few, of))])
        };
        assert_eq!([games(150, 80, 200), games(50, 80, 200), games(84, 80, 200)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn far_weaker_is_a_quarter_of_the_games() {
        for (claim, pair) in [
            (SCORE_WEAKER_THAN_GREEDY, "greedy-score v greedy"),
            (SCORE_WEAKER_THAN_RANDOMIZED, "greedy-score v greedy-random"),
        ] {
            let games = |wins| with_wins(&claim, &[(pair, wins)]);
            assert_eq!([games(20), games(75), games(45)], [Holds, DoesNotHold, Undecided]);
        }
    }

    #[test]
    fn novice_is_worse_than_random_or_not() {
        let games = |wins| with_wins(&NOVICE_DETRIMENTAL, &[("novice v random", wins)]);
        assert_eq!([games(20), games(190), games(98)], [Holds, DoesNotHold, Undecided]);
    }

    #[test]
    fn crawler_defeats_one_or_none() {
        let pairs = |wins: [usize; 5]| {
            let names = ["novice", "greedy-score", "greedy", "greedy-random", "distance"];
            let all: Vec<_> =
                names.iter().zip(wins).map(|(name, wins)| (versus(name, "crawler"), won(wins, 200))).collect();
            (CRAWLER_DEFEATS_SOME.judge)(&Evidence::made_up(all)).verdict
        };
        assert_eq!(pairs([180, 180, 180, 40, 180]), Holds);
        assert_eq!(pairs([180; 5]), DoesNotHold);
        assert_eq!(pairs([180, 180, 180, 98, 180]), Undecided);
    }

    #[test]
    fn uct_is_as_good_as_naive_or_worse() {
        let games = |uct, naive, of| {
            verdict(&UCT_LIKE_NAIVE, &[("uct v greedy", won(uct, of)), ("greedy v naive", won(of - naive, of))])
        };
        assert_eq!([games(150, 120, 200), games(60, 150, 200), games(100, 104, 200)], [Holds, DoesNotHold, Undecided]);
        assert_eq!(verdict(&UCT_LIKE_NAIVE, &[("uct v greedy", won(9, 10))]), Undecided);
    }
}
