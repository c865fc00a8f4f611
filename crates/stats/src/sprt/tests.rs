use proptest::prelude::*;
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

use super::super::score::{Outcome, Pairs, Score};
use super::*;

fn logistic(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Logistic).unwrap()
}

fn normalized(elo0: f64, elo1: f64) -> Sprt {
    Sprt::new(elo0, elo1, 0.05, 0.05, EloModel::Normalized).unwrap()
}

fn near(llr: f64, expected: f64) {
    assert!((llr - expected).abs() < 0.0051, "{llr} is not {expected}");
}

/// What tests on fishtest, OpenBench and fastchess came to, as pasted into pull requests, and the examples in
/// fastchess's own tests.
#[test]
fn pairs_by_normalized_elo_as_others_print_them() {
    near(normalized(0.0, 2.5).llr(&Pairs([282, 11637, 27003, 12044, 274])), 2.94);
    near(normalized(0.5, 3.0).llr(&Pairs([82, 17255, 47510, 17822, 87])), 2.93);
    near(normalized(0.0, 2.0).llr(&Pairs([379, 10170, 21828, 10640, 343])), 2.946);
    near(normalized(0.0, 2.0).llr(&Pairs([365, 16618, 36229, 16974, 390])), 2.25);
    near(normalized(-1.75, 0.25).llr(&Pairs([127, 4883, 10712, 5150, 104])), 3.01);
    near(normalized(0.0, 5.0).llr(&Pairs([50, 287, 610, 387, 73])), 2.97);
    near(normalized(0.0, 3.0).llr(&Pairs([584, 11950, 25215, 11975, 596])), -2.96);
    near(normalized(0.0, 2.5).llr(&Pairs([214, 8992, 19871, 9102, 235])), 0.16);
    near(normalized(-3.0, 1.0).llr(&Pairs([5, 942, 2469, 1050, 5])), 2.90);
}

#[test]
fn pairs_by_logistic_elo_as_others_print_them() {
    near(logistic(0.5, 2.5).llr(&Pairs([223, 9863, 21279, 10037, 246])), -3.07);
    near(logistic(0.0, 2.0).llr(&Pairs([871, 26175, 55983, 26678, 821])), -4.98);
    near(logistic(-5.0, 0.0).llr(&Pairs([235, 1384, 2521, 1341, 239])), 1.69);
}

/// The tests of fastchess, and a match of cutechess that ended with H1 accepted.
#[test]
fn single_games_as_others_print_them() {
    near(normalized(0.0, 2.0).llr(&Score { wins: 36433, losses: 36027, draws: 68692 }), 0.92);
    near(normalized(-1.75, 0.25).llr(&Score { wins: 10871, losses: 10650, draws: 20431 }), 2.30);
    near(logistic(0.5, 2.5).llr(&Score { wins: 21404, losses: 21184, draws: 40708 }), -1.57);
    near(logistic(0.0, 2.0).llr(&Score { wins: 57433, losses: 57030, draws: 106593 }), -2.59);
    let match_won = logistic(0.0, 5.0).status(&Score { wins: 880, losses: 759, draws: 1863 });
    assert_eq!(match_won.to_string(), "2.95 (-2.94, 2.94) [0.00, 5.00], H1 accepted");
}

/// Every pair won, and hypotheses of a thousand points: fastchess prints 111.82 for the first; for the others it once
/// printed NaN and continued forever.
#[test]
fn lopsided_results_have_a_ratio_too() {
    let clean = normalized(0.0, 5.0).llr(&Pairs([0, 0, 0, 0, 5550]));
    assert!((clean / 111.82 - 1.0).abs() < 0.01, "{clean}");
    near(normalized(-1000.0, -500.0).llr(&Pairs([77, 1, 0, 0, 0])), -2.95);
    near(normalized(-1000.0, -500.0).llr(&Pairs([72, 10, 0, 0, 0])), -2.97);
    assert!(normalized(-1500.0, -500.0).llr(&Pairs([144, 3, 1, 0, 0])) < -2.94);
}

/// Wald's bounds for the usual error rates, and for the 5% and 10% that OpenBench has.
#[test]
fn the_bounds_are_walds() {
    assert_eq!(logistic(0.0, 5.0).status(&Pairs::default()).to_string(), "0.00 (-2.94, 2.94) [0.00, 5.00]");
    let uneven: Sprt = "-5,0,0.05,0.1,normalized".parse().unwrap();
    assert_eq!(uneven.status(&Pairs::default()).to_string(), "0.00 (-2.25, 2.89) <-5.00, 0.00>");
}

#[test]
fn a_test_is_written_as_it_is_read() {
    for text in ["0,10,0.05,0.05", "-3,1.5,0.05,0.1", "0,5,0.01,0.01,normalized"] {
        assert_eq!(text.parse::<Sprt>().unwrap().to_string(), text);
    }
    assert_eq!("0, 10, 0.05, 0.05, logistic".parse::<Sprt>().unwrap(), logistic(0.0, 10.0));
}

#[test]
fn what_is_no_test_is_refused() {
    let refusal = |text: &str| text.parse::<Sprt>().unwrap_err();
    assert_eq!(refusal("10,0,0.05,0.05"), SprtError::Order { elo0: 10.0, elo1: 0.0 });
    assert_eq!(refusal("0,1e9,0.05,0.05"), SprtError::Elo(1e9));
    assert!(matches!(refusal("NaN,5,0.05,0.05"), SprtError::Elo(_)));
    assert_eq!(refusal("0,5,0,0.05"), SprtError::Rate(0.0));
    assert_eq!(refusal("0,5,0.5,0.6"), SprtError::Rate(0.6));
    for text in ["", "0,5", "0,5,0.05", "0,5,0.05,0.05,bayes", "0,5,0.05,0.05,logistic,1", "a,b,c,d"] {
        assert_eq!(refusal(text), SprtError::Text(text.to_string()));
    }
}

/// Games of Go: no draws, and openings that give the player with Black 15% more wins. The results of a pair hang
/// together, which pairs allow for.
struct Go {
    rng: Xoshiro256PlusPlus,
    rate: f64,
}

impl Go {
    fn game(&mut self, chance: f64) -> Outcome {
        let draw = (self.rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64;
        if draw < chance { Outcome::Win } else { Outcome::Loss }
    }

    fn decide(&mut self, sprt: &Sprt) -> (SprtDecision, u64) {
        let mut pairs = Pairs::default();
        loop {
            let (with_black, with_white) = (self.game(self.rate + 0.15), self.game(self.rate - 0.15));
            pairs.record(with_black, with_white);
            let decision = sprt.status(&pairs).decision;
            if decision != SprtDecision::Undecided {
                return (decision, pairs.pairs());
            }
        }
    }
}

/// How often each hypothesis is accepted in 1,000 tests of a player of this Elo, and the pairs a test takes.
fn accepted(sprt: &Sprt, elo: f64) -> (f64, f64, f64) {
    const TESTS: u32 = 1000;
    let mut go = Go { rng: Xoshiro256PlusPlus::seed_from_u64(7), rate: rate_of_elo(elo) };
    let (mut h0, mut h1, mut pairs) = (0, 0, 0);
    for _ in 0..TESTS {
        let (decision, played) = go.decide(sprt);
        pairs += played;
        match decision {
            SprtDecision::H0 => h0 += 1,
            SprtDecision::H1 => h1 += 1,
            SprtDecision::Undecided => {}
        }
    }
    let share = |count: u32| f64::from(count) / f64::from(TESTS);
    (share(h0), share(h1), pairs as f64 / f64::from(TESTS))
}

/// A player of no more than `elo0` is accepted with a chance of about `alpha`, one of `elo1` rejected with about
/// `beta`; the last step goes a little past the bound, which makes both errors a little rarer.
#[test]
fn a_test_errs_as_often_as_it_was_told() {
    let sprt = Sprt::new(0.0, 60.0, 0.05, 0.1, EloModel::Logistic).unwrap();
    let (_, false_positive, _) = accepted(&sprt, 0.0);
    let (false_negative, _, _) = accepted(&sprt, 60.0);
    assert!((0.025..0.065).contains(&false_positive), "{false_positive}");
    assert!((0.06..0.125).contains(&false_negative), "{false_negative}");
}

#[test]
fn a_clear_case_is_decided_sooner() {
    let sprt = logistic(0.0, 60.0);
    let (_, right, clear) = accepted(&sprt, 150.0);
    let (_, _, even) = accepted(&sprt, 30.0);
    assert!(right > 0.999 && clear < even / 3.0, "{right} {clear} {even}");
}

proptest! {
    /// Seen from the other player the hypotheses change places and signs, and so does the ratio.
    #[test]
    fn the_other_side_sees_the_opposite(
        counts in proptest::array::uniform5(0u64..200),
        elo0 in -100.0f64..100.0,
        apart in 1.0f64..50.0,
        model in prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)],
    ) {
        let here = Sprt::new(elo0, elo0 + apart, 0.05, 0.05, model).unwrap().llr(&Pairs(counts));
        let there = Sprt::new(-elo0 - apart, -elo0, 0.05, 0.05, model).unwrap().llr(&Pairs(counts).opposite());
        prop_assert!((here + there).abs() < 1e-6 * (1.0 + here.abs()), "{here} {there}");
    }

    #[test]
    fn the_ratio_is_a_number_for_all_results(
        counts in proptest::array::uniform5(prop_oneof![Just(0u64), 0u64..3, 0u64..1_000_000]),
        elo0 in -2900.0f64..2900.0,
        apart in 0.1f64..100.0,
        model in prop_oneof![Just(EloModel::Logistic), Just(EloModel::Normalized)],
    ) {
        let sprt = Sprt::new(elo0, elo0 + apart, 0.05, 0.05, model).unwrap();
        let score = Score { losses: counts[0], draws: counts[1], wins: counts[2] };
        prop_assert!(sprt.llr(&Pairs(counts)).is_finite() && sprt.llr(&score).is_finite());
    }
}
