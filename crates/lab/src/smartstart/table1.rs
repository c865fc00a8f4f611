//! Table 1: the exact book, and how many of its moves are used.

use goban::Color;
use learn::openings::usage::book_moves;
use models::openings::Book;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use stats::{Confidence, Estimate, wilson};

use super::orego;
use super::tournament::{self, Row, score};
use crate::games::{self, GameOutcome, Pairing};
use crate::verdict::{Finding, Verdict};
use crate::{
    Claim, Condition, Evidence, Exhibit, Experiment, Lab, LabError, Scale, Table, Trial, Unit, papers, percent,
};

/// The playouts of each move, and what a game takes.
const PLAYOUTS: u64 = 16_000;
const SECONDS: f64 = 300.0;
/// The margin of equal win rates: two percentage points. The paper's own games exclude a larger difference.
const MARGIN: f64 = 0.02;
/// GNU Go without its database of openings.
const GNUGO_WITHOUT_BOOK: &str = "gtp:[gnugo --mode gtp --level 10 --chinese-rules --nofusekidb],own-limit=true";

/// The games against Pachi.
const PACHI: Trial = Trial {
    name: "smartstart/table1",
    alone: false,
    conditions: |scale| conditions("Pachi", &tournament::pachi(scale), scale),
    measure,
};

/// The same games against GNU Go, which everybody can install.
const GNUGO: Trial = Trial {
    name: "smartstart/table1-gnugo",
    alone: false,
    conditions: |scale| conditions("GNU Go", scale.pick(GNUGO_WITHOUT_BOOK, "random"), scale),
    measure,
};

fn conditions(opponent: &str, spec: &str, scale: Scale) -> Vec<Condition> {
    let condition = |name: &str, settings: &str| {
        let (name, first) = (format!("{name}, {opponent}"), orego(PLAYOUTS, settings, scale));
        tournament::condition(&name, 10_000, SECONDS, first, spec.to_string(), scale)
    };
    vec![condition("no book", ""), condition("book", "opening=book")]
}

/// A game with the number of the first player's moves, from its first on, that are the book's.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
struct BookGame {
    #[serde(flatten)]
    game: GameOutcome,
    book_moves: usize,
}

fn measure(unit: &Unit<'_>, lab: &Lab<'_>) -> Result<Value, LabError> {
    let pairing: Pairing = unit.settings()?;
    let (played, first) = games::play(&pairing, unit, lab, &mut |_| {})?;
    let book_moves = book_moves(Book::embedded(), &played.game)[first.index()];
    serde_json::to_value(BookGame { game: GameOutcome::new(&played, first), book_moves }).map_err(LabError::failed)
}

/// The table.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "smartstart/table1",
    title: "An exact opening book: win rates, and how many of its moves are used",
    place: "table 1 and section 3.1",
    source: "Fuego played 10,000 games with its opening book and 10,000 without it against Pachi 10, which had no \
             book. An opening book has at most one move for a position, and needs the same position. The book made no \
             significant difference (two-tailed p-value 0.86). With Black the program mostly left the book after its \
             first move, with White after one move. Playouts, rules and komi of these games are not given.",
    ours: "Our orego stands in for Fuego: the program has no player like it. Its book is ours, too: the most frequent \
           move of professionals in 19,347 positions of the first thirty moves, where Fuego's was made by hand. The \
           playouts are those of table 3, 16,000; 19x19, Chinese rules and a komi of 7.5 are those of the paper's \
           other games. The opponent is Pachi where engines.toml has an entry for it (Debian's package pachi is \
           another program); a run without one ends with a sentence that says so. The same games against GNU Go 3.8 at \
           level 10 without its database of openings (--nofusekidb) are ours, for those who do not have Pachi. A move \
           counts as the book's if it and all earlier ones of the player are.",
    trials: &[&GNUGO, &PACHI],
    claims: &[
        Claim {
            text: "The book does not change the win rate against Pachi",
            place: "section 3.1",
            test: ALIKE_TEST,
            judge: |evidence| alike(evidence, "Pachi"),
        },
        Claim {
            text: "Against Pachi, play leaves the book very quickly",
            place: "section 3.1",
            test: QUICK_TEST,
            judge: |evidence| leaves_quickly(evidence, "Pachi"),
        },
        Claim {
            text: "A book has very little effect against an opponent without one, here GNU Go",
            place: "section 3.1",
            test: ALIKE_TEST,
            judge: |evidence| alike(evidence, "GNU Go"),
        },
        Claim {
            text: "Against an opponent without a book, here GNU Go, play leaves the book very quickly",
            place: "section 3.1",
            test: QUICK_TEST,
            judge: |evidence| leaves_quickly(evidence, "GNU Go"),
        },
    ],
    exhibits,
};

const ALIKE_TEST: &str = "the 95% interval of the difference lies within 2 percentage points; a significant difference \
                          (two-sided z-test, p < 0.05) refutes it";
const QUICK_TEST: &str = "in more than half of the games Black uses at most two moves of the book (the paper: 96%) and \
                          White at most one (82%): Wilson's 95% intervals; refuted at 5% divided by two";

fn alike(evidence: &Evidence, opponent: &str) -> Finding {
    let [book, none] = ["book", "no book"].map(|name| format!("{name}, {opponent}"));
    let (with, without) = (score(evidence, &book), score(evidence, &none));
    Finding::alike((&book, &with), (&none, &without), MARGIN, 1)
}

/// The numbers of book moves in the games with the book and one colour.
fn used(evidence: &Evidence, opponent: &str, color: Color) -> Vec<usize> {
    let games = evidence.outcomes::<BookGame>(&format!("book, {opponent}"));
    games.iter().filter(|played| played.game.first == color.letter()).map(|played| played.book_moves).collect()
}

fn leaves_quickly(evidence: &Evidence, opponent: &str) -> Finding {
    let part = |(color, most, words): (Color, usize, &str)| {
        let used = used(evidence, opponent, color);
        let few = used.iter().filter(|&&moves| moves <= most).count();
        let name = format!("{color}: at most {words} in {few} of {} games", used.len());
        if used.is_empty() {
            return Finding { figures: format!("{color}: not measured yet"), ..Finding::no_evidence() };
        }
        let interval = |confidence| wilson(few as f64, used.len() as f64, confidence);
        let (usual, wider) = (interval(Confidence::P95), interval(Confidence::new(0.975).unwrap_or_default()));
        let verdict = if usual.low > 0.5 {
            Verdict::Holds
        } else if wider.high < 0.5 {
            Verdict::DoesNotHold
        } else {
            Verdict::Undecided
        };
        let value = few as f64 / used.len() as f64;
        let error = Estimate { value, interval: usual }.error();
        let needed = used.len() as f64 * (error / (value - 0.5).abs().max(1e-6)).powi(2);
        let figures = format!("{name} ({} to {})", percent(usual.low), percent(usual.high));
        // The condition has as many games with the other colour.
        Finding::new(verdict, figures).needing(2.0 * needed.max(used.len() as f64 + 1.0))
    };
    Finding::all([(Color::Black, 2, "two moves"), (Color::White, 1, "one move")].map(part))
}

fn exhibits(evidence: &Evidence) -> Vec<Exhibit> {
    let rows = [
        Row { condition: "no book, Pachi", label: "no opening book, against Pachi", published: "table1.none" },
        Row { condition: "book, Pachi", label: "opening book, against Pachi", published: "table1.book" },
        Row { condition: "no book, GNU Go", label: "no opening book, against GNU Go", published: "" },
        Row { condition: "book, GNU Go", label: "opening book, against GNU Go", published: "" },
    ];
    let caption = "Win rates of orego, in the place of Fuego, with 95% intervals, and the paper's for Fuego.";
    let rates = tournament::table(evidence, caption, &rows);
    let exhibits = [rates.into(), use_of_the_book(evidence).into()];
    exhibits.into_iter().chain(tournament::forfeits(evidence).map(Exhibit::Text)).collect()
}

fn use_of_the_book(evidence: &Evidence) -> Table {
    let counts = ["0", "1", "2", "3", "4", "5", "6", "more"];
    let header = ["moves from the book", "games"].into_iter().chain(counts);
    let mut table = Table::new("Games by the number of the player's moves that came from the book.", header);
    for opponent in ["Pachi", "GNU Go"] {
        for color in Color::BOTH {
            let used = used(evidence, opponent, color);
            let share = |least: usize, most: usize| {
                let games = used.iter().filter(|moves| (least..=most).contains(moves)).count();
                if used.is_empty() { "-".to_string() } else { percent(games as f64 / used.len() as f64) }
            };
            let shares = (0..7).map(|moves| share(moves, moves)).chain([share(7, usize::MAX)]);
            let first = [format!("as {color} against {opponent}"), used.len().to_string()];
            table.row(first.into_iter().chain(shares));
        }
    }
    let paper = |id: &str| papers::cell("smartstart", id, |x| format!("{x}%"));
    let dashes = || std::iter::repeat_n("-".to_string(), 5);
    let black = ["-".to_string(), paper("book.black.one"), paper("book.black.two")];
    let white = [paper("book.white.none"), paper("book.white.one"), "-".to_string()];
    for (label, cells) in [("paper, as Black", black), ("paper, as White", white)] {
        table.row([label.to_string(), "-".to_string()].into_iter().chain(cells).chain(dashes()));
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Verdict::{DoesNotHold, Holds, Undecided};

    fn book_games(wins: usize, losses: usize, black: usize, white: usize) -> Vec<BookGame> {
        let game = |game: GameOutcome| {
            let book_moves = if game.first == 'B' { black } else { white };
            BookGame { game, book_moves }
        };
        games::made_up(wins, losses).into_iter().map(game).collect()
    }

    fn verdict(claim: usize, opponent: &str, without: usize, with: usize, games: usize) -> Verdict {
        let evidence = Evidence::made_up([
            (format!("no book, {opponent}"), book_games(without, games - without, 0, 0)),
            (format!("book, {opponent}"), book_games(with, games - with, 1, 1)),
        ]);
        (EXPERIMENT.claims[claim].judge)(&evidence).verdict
    }

    /// The first is the paper's result.
    #[test]
    fn the_book_changes_nothing_or_something() {
        for (claim, opponent) in [(0, "Pachi"), (2, "GNU Go")] {
            assert_eq!(verdict(claim, opponent, 3_870, 3_880, 10_000), Holds);
            assert_eq!(verdict(claim, opponent, 380, 450, 1_000), DoesNotHold);
            assert_eq!(verdict(claim, opponent, 38, 39, 100), Undecided);
        }
    }

    #[test]
    fn play_leaves_the_book_quickly_or_not() {
        for (claim, opponent) in [(1, "Pachi"), (3, "GNU Go")] {
            let verdict = |games: usize, black: usize, white: usize| {
                let played = book_games(games / 2, games / 2, black, white);
                (EXPERIMENT.claims[claim].judge)(&Evidence::made_up([(format!("book, {opponent}"), played)])).verdict
            };
            assert_eq!(verdict(100, 2, 1), Holds);
            assert_eq!(verdict(100, 3, 1), DoesNotHold);
            assert_eq!(verdict(4, 1, 1), Undecided);
        }
    }

    #[test]
    fn the_outcome_of_a_book_game_is_a_game() {
        let value = serde_json::to_value(&book_games(1, 0, 3, 0)[0]).unwrap();
        assert!(GameOutcome::deserialize(&value).is_ok() && BookGame::deserialize(&value).unwrap().book_moves == 3);
    }
}
