//! Figures 6.1 to 6.18: boards of the master game with the ranks of moves.

use goban::{Board, Point};
use learn::iku::master_game;
use learn::picture;
use learn::review::Ranked;

use super::game::{FIGURES, LINES, Reviewed, TRAINED, TRIAL};
use super::judge::in_all_sets;
use crate::papers::{cell, value};
use crate::verdict::Finding;
use crate::{Claim, Evidence, Exhibit, Experiment, Figure, Table};

/// The test of all claims.
const TEST: &str =
    "true after training on each of the five sets (sign test, one-sided, p = 0.03); refuted if true after none";

/// The experiment.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/boards",
    title: "Boards of the master game",
    place: "figures 6.1 to 6.18 and section 6.1",
    source: "For eighteen moves the thesis draws the board before the move: the move that was played in grey, and the \
             rank on every point that the program valued as high or higher. It comments on what the ranks show. Most \
             boards are lost in our copy; their errors are printed in the text.",
    ours: ours!(
        "The boards are drawn in the same way, after training on the first set; points of equal value share the best \
         number. Only legal points have a rank. The claims are those of the comments that name a rank or an error; \
         where a comment has no limit, the claim has one of ours."
    ),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The program identifies the 4-3 point as most desirable (judged before move 2)",
            place: "section 6.1, moves 1 and 2",
            test: TEST,
            judge: |evidence| {
                let is_4_3 = |name: &String| Point::from_gtp(name, LINES).is_ok_and(is_four_three);
                judged(evidence, "a 4-3 point is ranked first", |game| game.favourites.iter().any(is_4_3))
            },
        },
        Claim {
            text: "The preference rating between the 4-4 point and the 4-3 is very close (before move 2, no other kind \
                   of point ranks between them)",
            place: "section 6.1, moves 1 and 2",
            test: TEST,
            judge: |evidence| judged(evidence, "only 4-3 points rank above 4-4", |game| game.four_four <= 9),
        },
        Claim {
            text: "Move 6 is the first really bad evaluation",
            place: "section 6.1, move 6",
            test: TEST,
            judge: |evidence| {
                judged(evidence, "move 6 is above 0.1, and moves 1 to 5 are not", |game| {
                    game.errors.get(5).is_some_and(|&error| error > 0.1)
                        && game.errors.iter().take(5).all(|&error| error <= 0.1)
                })
            },
        },
        Claim {
            text: "Moves 11 to 14 are four nearly perfect judgements",
            place: "section 6.1, move 11",
            test: TEST,
            judge: |evidence| {
                judged(evidence, "errors of at most 0.02", |game| (10..14).all(|place| game.errors[place] <= 0.02))
            },
        },
        Claim {
            text: "Move 24: attaching at q14, which White later preferred, has a much better rank than the move played",
            place: "section 6.1, move 24",
            test: TEST,
            judge: |evidence| judged(evidence, "q14 ranks above p9", |game| game.q14 < game.ranks[23]),
        },
        Claim {
            text: "The move at p8 remained the program's favorite for both white and black from 28 through 32",
            place: "section 6.1, move 28",
            test: TEST,
            judge: |evidence| {
                judged(evidence, "p8 is first at moves 28 to 32", |game| game.p8.iter().all(|&rank| rank == 1))
            },
        },
        Claim {
            text: "Move 43 fits all the criteria needed for a successful classification",
            place: "section 6.1, move 43",
            test: TEST,
            judge: |evidence| judged(evidence, "an error of at most 0.02", |game| game.errors[42] <= 0.02),
        },
        Claim {
            text: "The evaluations of moves 47 and 79 fail",
            place: "section 6.1, moves 47 and 79",
            test: TEST,
            judge: |evidence| {
                judged(evidence, "errors above 0.25", |game| [46, 78].iter().all(|&place| game.errors[place] > 0.25))
            },
        },
        Claim {
            text: "Move 230: the program would prefer to pass",
            place: "section 6.1, move 230",
            test: TEST,
            judge: |evidence| judged(evidence, "the value of e13 is below zero", |game| game.last < 0.0),
        },
    ],
    exhibits,
};

fn judged(evidence: &Evidence, name: &str, is: impl Fn(&Reviewed) -> bool) -> Finding {
    let games: Vec<Reviewed> = evidence.outcomes(TRAINED);
    let cases: Vec<bool> = games.iter().filter(|game| game.errors.len() == 230).map(is).collect();
    in_all_sets(name, &cases)
}

/// Whether a point is on the fourth line from one edge and the third from another.
fn is_four_three(point: Point) -> bool {
    let line = |place: usize| place.min(LINES - 1 - place) + 1;
    let mut lines = [line(point.row()), line(point.col())];
    lines.sort_unstable();
    lines == [3, 4]
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let games: Vec<Reviewed> = evidence.outcomes(TRAINED);
    let game = master_game();
    let mut table = Table::new(
        "The moves of the boards: printed errors, and ours on the first set (errors counted as in the thesis)",
        ["figure", "move", "point", "printed error", "our error", "printed rank", "our rank"],
    );
    let mut figures = Vec::new();
    let mut board = Board::new(LINES);
    let mut boards = games.first().map(|game| game.boards.iter()).into_iter().flatten();
    for (place, printed) in game.iter().enumerate() {
        if let Some(figure) = FIGURES.iter().position(|&number| number == printed.number) {
            let name = format!("6.{}", figure + 1);
            let point = printed.point.to_gtp(LINES);
            let of = |error: Option<String>| error.unwrap_or_else(|| "-".to_string());
            let ours = games.first();
            table.row([
                name.clone(),
                printed.number.to_string(),
                point.clone(),
                format!("{:.3}", printed.error),
                of(ours.and_then(|game| game.counted.get(place)).map(|error| format!("{error:.3}"))),
                cell("preference", &format!("master.{}.rank", printed.number), |rank| rank.to_string()),
                of(ours.and_then(|game| game.ranks.get(place)).map(u32::to_string)),
            ]);
            if let Some(ranked) = boards.next() {
                let read = |(name, rank): &(String, u32)| {
                    Some(Ranked { point: Point::from_gtp(name, LINES).ok()?, rank: *rank })
                };
                let ranked: Vec<Ranked> = ranked.iter().filter_map(read).collect();
                let caption = format!("Figure {name}: move {}, {point}", printed.number);
                let svg = picture::ranking(&board, printed.point, &ranked);
                figures.push(Figure::new(name.replace('.', "-"), caption, svg).into());
            }
        }
        // The moves of the data file follow one another; an illegal one would leave the board as it is.
        let _ = board.play(goban::Move::Play(printed.point));
    }
    let negative = value("preference", "master.230.negative").unwrap_or_default();
    let text = format!("At move 230 the thesis's values are below zero from rank {negative} on.");
    let mut exhibits: Vec<Exhibit> = vec![table.into(), Exhibit::Text(text)];
    exhibits.extend(figures);
    exhibits
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{self, DoesNotHold, Holds, Undecided};

    /// A game as the thesis has it.
    fn thesis() -> Reviewed {
        let errors: Vec<f64> = master_game().iter().map(|printed| printed.error).collect();
        let mut ranks = vec![1; 230];
        (ranks[5], ranks[23]) = (79, 141);
        Reviewed {
            counted: errors.clone(),
            errors,
            ranks,
            favourites: vec!["C16".to_string()],
            four_four: 9,
            q14: 33,
            p8: vec![1; 5],
            last: -0.1,
            ..Reviewed::default()
        }
    }

    fn verdicts(games: Vec<Reviewed>) -> Vec<Verdict> {
        let evidence = Evidence::made_up([(TRAINED, games)]);
        EXPERIMENT.claims.iter().map(|claim| (claim.judge)(&evidence).verdict).collect()
    }

    #[test]
    fn the_thesiss_own_game_confirms_all_comments() {
        assert_eq!(verdicts(vec![thesis(); 5]), [Holds; 9]);
    }

    #[test]
    fn another_game_refutes_them_and_a_mixture_leaves_them_open() {
        let mut other = Reviewed { favourites: vec!["D4".to_string()], four_four: 20, q14: 200, last: 1.0, ..thesis() };
        other.errors = vec![0.2; 230];
        other.p8[2] = 3;
        assert_eq!(verdicts(vec![other.clone(); 5]), [DoesNotHold; 9]);
        assert_eq!(verdicts([vec![thesis(); 3], vec![other; 2]].concat()), [Undecided; 9]);
    }

    #[test]
    fn four_three_points_are_recognised() {
        let is = |name: &str| is_four_three(Point::from_gtp(name, LINES).unwrap());
        assert!(is("C4") && is("D3") && is("R16") && is("Q17"));
        assert!(!is("D4") && !is("C3") && !is("K3"));
    }
}
