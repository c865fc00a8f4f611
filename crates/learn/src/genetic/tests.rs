use goban::{Board, Color};
use models::library::{About, Sample};

use super::*;

/// Boards after random moves, of which the player has won who has more stones in pairs than the other.
fn library() -> Library {
    let pair = models::genetic::Pattern::parse("????? ????? ??XX? ????? ?????").unwrap();
    let matcher = models::genetic::Matcher::new(&pair);
    let sample = |seed: u64| {
        let (mut board, mut rng) = (Board::new(7), Rng::new(seed));
        for _ in 0..4 + rng.below(20) {
            if let Some(point) = board.random_point(|n| rng.below(n)) {
                board.play_unchecked(point);
            }
        }
        let own = board.to_play().other();
        let pairs = matcher.count(&models::genetic::Planes::of(&board, own));
        let half_wins = (50 + 2 * pairs).clamp(0, 100) as u32;
        Sample { half_wins, games: 50, ..Sample::of(&board, own) }
    };
    Library::new(7, (0..400).map(sample).collect(), About::default()).unwrap()
}

const FEW: Breeding = Breeding { patterns: 8, population: 8, boards: 400, seed: 5 };

fn bred(library: &Library, from: Option<Evaluation>, generations: usize) -> Evaluation {
    teach(library, &FEW, from, generations, &Stop::new(), |_, _| {}).unwrap()
}

#[test]
fn fitness_rises_and_what_was_learnt_holds_for_boards_never_seen() {
    let evaluation = bred(&library(), None, 15);
    let generations = &evaluation.about.generations;
    assert!(generations.windows(2).all(|pair| pair[1].best >= pair[0].best), "the fittest stay");
    let (first, last) = (generations[0], generations[14]);
    assert!(last.best > first.best && last.mean > first.mean && last.unseen > 0.5, "{first:?} {last:?}");
    // Two stones side by side are worth more than two apart.
    let score = |text: &str| evaluation.score(&goban::diagram::board(text), Color::Black);
    let apart =
        ". . . . . . .\n. X . . . . .\n. . . . . . .\n. . . . . . .\n. . . . X . .\n. . . . . . .\n. . . . . . .";
    let beside =
        ". . . . . . .\n. . . . . . .\n. . . . . . .\n. . X X . . .\n. . . . . . .\n. . . . . . .\n. . . . . . .";
    assert!(score(beside) > score(apart), "{} {}", score(beside), score(apart));
}

#[test]
fn breeding_goes_on_where_it_was_left_and_comes_to_the_same() {
    let library = library();
    let whole = bred(&library, None, 6);
    let half = Evaluation::read(&bred(&library, None, 3).write()).unwrap();
    assert_eq!(bred(&library, Some(half), 6).write(), whole.write());
    let other = teach(&library, &Breeding { seed: 6, ..FEW }, None, 6, &Stop::new(), |_, _| {}).unwrap();
    assert_ne!(other.patterns(), whole.patterns(), "another seed");
}

#[test]
fn stopped_it_keeps_the_generation_that_it_has_come_to() {
    let (library, stop) = (library(), Stop::new());
    let mut reported = Vec::new();
    let evaluation = teach(&library, &FEW, None, 50, &stop, |number, generation| {
        reported.push(generation);
        if number == 3 {
            stop.stop();
        }
    });
    assert_eq!(evaluation.unwrap().about.generations, reported);
    assert_eq!(reported.len(), 3);
}

#[test]
fn a_library_of_next_to_nothing_teaches_nothing() {
    let few = Library::new(7, library().samples()[..10].to_vec(), About::default()).unwrap();
    assert!(teach(&few, &FEW, None, 2, &Stop::new(), |_, _| {}).is_none());
}
