//! A player reviews the moves of a game.

mod common;

use common::{Dumb, Rote};
use goban::{Color, Game, Move, PointMap};
use kifu::{GameInfo, Tree};
use learn::iku::{self, Printed};
use learn::review::{Change, Grade, MoveReview, Options, Ranked, Review, ReviewError, sgf};
use player::{Analysis, Budget, Candidate, Choice, Failure, Player, Stop};

/// Ranks the upper rows higher, and the points of a row equal.
struct Rows;

impl Player for Rows {
    fn choose(&mut self, _: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        Ok(Choice::new(Move::Pass))
    }

    fn rank(&mut self, game: &Game, values: &mut PointMap<f32>) -> bool {
        game.legal_points().for_each(|point| values[point] = -(point.row() as f32));
        true
    }
}

/// Says of each position what the script has for its move number: Black's win rate, Black's lead and the best move.
struct Script {
    positions: Vec<(f32, f32, &'static str)>,
    asked: Vec<usize>,
}

/// Black's third stone, at A1, loses ten points; C3 would have kept them.
const TEN_POINTS: &str = "(;SZ[5]KM[0.5];B[cc];W[bb];B[ae];W[cb];B[dd])";

fn script() -> Script {
    let positions = vec![
        (0.5, 0.0, "C3"),
        (0.5, 0.0, "B4"),
        (0.6, 2.0, "D4"),
        (0.2, -8.0, "C4"),
        (0.2, -8.0, "E5"),
        (0.25, -7.0, "E1"),
    ];
    Script { positions, asked: Vec::new() }
}

impl Player for Script {
    fn choose(&mut self, game: &Game, _: Budget, _: &Stop) -> Result<Choice, Failure> {
        let number = game.move_number();
        self.asked.push(number);
        let (rate, lead, best) = self.positions[number];
        let black = game.to_play() == Color::Black;
        let (win_rate, score) = (if black { rate } else { 1.0 - rate }, if black { lead } else { -lead });
        let mv = Move::from_gtp(best, game.size()).unwrap();
        let best = Candidate { win_rate: Some(win_rate), score: Some(score), ..Candidate::new(mv, 90) };
        let second = game.legal_points().map(Move::Play).find(|&other| other != mv).unwrap();
        let candidates = vec![best, Candidate::new(second, 10)];
        let (win_rate, score) = (Some(win_rate), Some(score));
        Ok(Choice { mv, analysis: Analysis { candidates, visits: 100, win_rate, score, ..Analysis::default() } })
    }
}

fn tree(sgf: &str) -> Tree {
    kifu::parse(sgf).unwrap().0.trees.remove(0)
}

fn review_with(sgf: &str, player: &mut dyn Player, options: Options) -> Result<Review, ReviewError> {
    Review::of(&tree(sgf), "rows", player, &options, &Stop::new(), &mut |_| {})
}

fn review(sgf: &str) -> Review {
    review_with(sgf, &mut Rows, Options::default()).unwrap()
}

fn numbers(review: &Review) -> Vec<usize> {
    review.moves.iter().map(|review| review.number).collect()
}

fn by_script(tree: &Tree, script: &mut Script) -> Review {
    Review::of(tree, "script", script, &Options::default(), &Stop::new(), &mut |_| {}).unwrap()
}

fn grades(review: &Review) -> Vec<&'static str> {
    review.moves.iter().map(|review| review.assessment.grade().name()).collect()
}

#[test]
fn a_move_that_loses_ten_points_is_a_blunder_by_every_measure() {
    let review = by_script(&tree(TEN_POINTS), &mut script());
    assert_eq!(grades(&review), ["best", "best", "blunder", "best", "good"]);
    let blunder = &review.moves[2].assessment;
    assert_eq!(blunder.lead, Some(Change { before: 2.0, after: -8.0 }));
    assert_eq!(blunder.win_rate, Some(Change { before: 0.6, after: 0.2 }));
    assert_eq!((blunder.points_loss(), blunder.line[0].to_gtp(5)), (Some(10.0), "D4".to_string()));
    assert!((blunder.win_rate_loss().unwrap() - 0.4).abs() < 1e-6);
    // Two of 23 legal points were searched, and the others are equal below them.
    assert_eq!(blunder.rank_error(), Some((2.0 + 0.5 * 21.0) / 23.0));
    let answer = &review.moves[3].assessment;
    assert_eq!((answer.color, answer.lead), (Color::White, Some(Change { before: 8.0, after: 8.0 })));
    assert_eq!(review.moves[4].assessment.points_loss(), Some(0.0), "the lead rose from -8 to -7");
}

#[test]
fn each_side_has_its_figures_and_the_worst_moves_come_first() {
    let review = by_script(&tree(TEN_POINTS), &mut script());
    let black = review.summary(Some(Color::Black));
    assert_eq!((black.moves, black.grades), (3, [1, 1, 0, 0, 1]));
    assert!((black.points_loss.unwrap() - 10.0 / 3.0).abs() < 1e-6 && (black.accuracy() - 2.0 / 3.0).abs() < 1e-9);
    let white = review.summary(Some(Color::White));
    assert_eq!((white.points_loss, white.accuracy()), (Some(0.0), 1.0));
    let worst: Vec<usize> = review.worst(3).iter().map(|review| review.number).collect();
    assert_eq!(worst, [3]);
}

#[test]
fn every_position_is_evaluated_once() {
    let mut script = script();
    by_script(&tree(TEN_POINTS), &mut script);
    assert_eq!(script.asked, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn a_pass_is_reviewed_by_a_player_that_values_positions() {
    let game = tree("(;SZ[5];B[cc];W[bb];B[])");
    let review = by_script(&game, &mut script());
    assert_eq!(grades(&review), ["best", "best", "blunder"]);
    assert_eq!(review.moves[2].assessment.rank_error(), None);
}

#[test]
fn points_that_are_ranked_alike_share_the_best_number() {
    let review = review("(;SZ[3];B[ba];W[ab])");
    let ranked = |i: usize| -> Vec<(String, u32)> {
        review.moves[i].assessment.ranked.iter().map(|Ranked { point, rank }| (point.to_gtp(3), *rank)).collect()
    };
    let expected = |names: &[(&str, u32)]| -> Vec<(String, u32)> {
        names.iter().map(|&(name, rank)| (name.to_string(), rank)).collect()
    };
    assert_eq!(ranked(0), expected(&[("A3", 1), ("B3", 1), ("C3", 1)]));
    assert_eq!(ranked(1), expected(&[("A3", 1), ("C3", 1), ("A2", 3), ("B2", 3), ("C2", 3)]));
    let placings = [0, 1].map(|i| review.moves[i].assessment.placing.unwrap());
    assert_eq!(placings.map(|placing| (placing.rank(), placing.equal(), placing.legal())), [(1, 3, 9), (3, 3, 8)]);
    assert_eq!(placings.map(|placing| placing.error()), [1.5 / 9.0, 3.5 / 8.0]);
    assert_eq!((review.moves[1].assessment.color, review.size), (Color::White, 3));
}

#[test]
fn only_the_moves_that_are_wanted_are_reviewed() {
    let sgf = "(;SZ[3];B[aa];W[];B[bb];W[cc];B[];W[];B[ca])";
    assert_eq!(numbers(&review(sgf)), [1, 3, 4], "passes are not, and nothing after two of them");
    let some = |from, to| {
        review_with(sgf, &mut Rows, Options { from, to, ..Options::default() }).map(|review| numbers(&review))
    };
    assert_eq!(some(3, 3), Ok(vec![3]));
    assert_eq!(some(5, 9), Err(ReviewError::NoMoves(7)));
    let broken = "(;SZ[3];B[aa];W[aa])";
    assert!(matches!(review_with(broken, &mut Rows, Options::default()), Err(ReviewError::Replay(_))));
    let before = review_with(broken, &mut Rows, Options { to: 1, ..Options::default() });
    assert_eq!(numbers(&before.unwrap()), [1], "trouble that comes later is none");
}

#[test]
fn a_player_that_says_nothing_is_refused() {
    let with = |after| review_with("(;SZ[3];B[aa];W[bb])", &mut Dumb { after }, Options::default());
    let sentence = "rows neither ranks moves nor estimates a win rate or a score (asked at move 1)";
    assert_eq!(with(0).unwrap_err().to_string(), sentence);
    assert_eq!(numbers(&with(1).unwrap()), [1], "later it may have nothing to say");
}

#[test]
fn a_player_may_learn_from_the_game_as_it_goes() {
    // The white stone at B3 is captured and played again.
    let again = "(;SZ[3];B[aa];W[ba];B[bb];W[ac];B[ca];W[cc];B[ba])";
    let errors = |learn| {
        let review = review_with(again, &mut Rote::default(), Options { learn, ..Options::default() }).unwrap();
        review.moves.iter().map(|review| review.assessment.rank_error().unwrap()).collect::<Vec<f64>>()
    };
    assert_eq!(errors(false), [0.5; 7]);
    let learnt = errors(true);
    assert_eq!(learnt[..6], [0.5; 6], "until then every point is new");
    assert!(learnt[6] < 0.2, "{learnt:?}");
}

#[test]
fn a_signal_ends_the_review() {
    let stop = Stop::new();
    let mut watch = |review: &MoveReview| {
        if review.number == 2 {
            stop.stop();
        }
    };
    let tree = tree("(;SZ[3];B[aa];W[bb];B[cc])");
    let review = Review::of(&tree, "rows", &mut Rows, &Options::default(), &stop, &mut watch).unwrap();
    assert_eq!(numbers(&review), [1, 2]);
}

const GAME: &str = "(;SZ[3]PB[Jowa]C[root](;B[ba]C[a good\\] move]LB[aa:A];W[ab]N[x])(;B[cc]C[another]))";

#[test]
fn the_record_gets_labels_and_a_comment_and_keeps_its_own() {
    let mut tree = tree(GAME);
    let review = Review::of(&tree, "rows", &mut Rows, &Options::default(), &Stop::new(), &mut |_| {}).unwrap();
    review.annotate(&mut tree);
    let expected = "(;SZ[3]PB[Jowa]C[root]\n(;B[ba]C[a good\\] move\n\n\
        Review by rows: best.\nRank error 0.167: ranked 1 of 9 legal moves, as one of 3 equal ones.]\n\
        LB[aa:A][ba:1][ca:1]PKV[{\"by\":\"rows\",\"rank\":[1,3,9\\],\"ranked\":\"aa1 ba1 ca1\"}]PKR[C LB:baca]\n\
        ;W[ab]N[x]PKV[{\"by\":\"rows\",\"rank\":[3,3,8\\],\"ranked\":\"aa1 ca1 ab3 bb3 cb3\"}]\
        C[Review by rows: mistake.\nRank error 0.438: ranked 3 of 8 legal moves, as one of 3 equal ones.\n\
        Best: A3 C3 A2 B2 C2.]PKR[BM C LB:aacaabbbcb]BM[1]LB[aa:1][ca:1][ab:3][bb:3][cb:3])\n(;B[cc]C[another]))\n";
    let squeezed = |text: &str| text.replace('\n', "");
    assert_eq!(squeezed(&tree.to_sgf()), squeezed(expected));
    assert_eq!(saved(&tree), tree, "what is written is read back");
}

/// A record as it comes back from its file.
fn saved(record: &Tree) -> Tree {
    tree(&record.to_sgf())
}

fn assessments(review: &Review) -> Vec<learn::review::Assessment> {
    review.moves.iter().map(|review| review.assessment.clone()).collect()
}

#[test]
fn a_review_comes_back_out_of_the_record() {
    for sgf in [GAME, TEN_POINTS] {
        let mut tree = tree(sgf);
        let (name, player): (_, &mut dyn Player) =
            if sgf == GAME { ("rows", &mut Rows) } else { ("script", &mut script()) };
        let options = Options { budget: Budget::playouts(100), ..Options::default() };
        let review = Review::of(&tree, name, player, &options, &Stop::new(), &mut |_| {}).unwrap();
        review.annotate(&mut tree);
        let again = Review::read(&saved(&tree)).unwrap().unwrap();
        assert_eq!((assessments(&again), again.player.as_str()), (assessments(&review), name));
        assert_eq!((numbers(&again), again.moves[0].assessment.budget), (numbers(&review), options.budget));
    }
    assert!(Review::read(&tree(GAME)).unwrap().is_none());
}

#[test]
fn bad_moves_are_marked_and_positions_have_what_other_programs_read() {
    let mut tree = tree(TEN_POINTS);
    by_script(&tree, &mut script()).annotate(&mut tree);
    let sgf = tree.to_sgf();
    assert_eq!((sgf.matches("BM[2]").count(), sgf.matches("BM[").count()), (1, 1), "{sgf}");
    let rates: Vec<f32> = tree.main_line().filter_map(|id| tree.node(id).value("SBKV")?.real()).collect();
    assert_eq!(rates, [50.0, 50.0, 60.0, 20.0, 20.0, 25.0]);
    let text = "Review by script: blunder.\nLoses 10.0 points and 40.0% of the win rate.\nRank error 0.543: \
                ranked 3 of 23 legal moves, as one of 21 equal ones.\nBetter: D4.";
    assert!(sgf.contains(text), "{sgf}");
    let root = tree.node(tree.root()).value("LZ").unwrap().text().into_owned();
    assert_eq!(root.lines().next(), Some("0.7.4 50.0 100"));
    assert!(root.contains("move C3 visits 90 winrate 5000 pv C3 info move A5"), "{root}");
}

#[test]
fn another_review_replaces_the_last_one_and_leaves_the_rest() {
    let mut tree = tree(
        "(;SZ[5]KM[0.5]C[root];B[cc]SBKV[44.00]C[mine];W[bb]LZ[theirs];\
         B[ae]TE[1]LB[aa:A][cc:1]C[Review by Jowa: fine.];W[cb];B[dd])",
    );
    let before = tree.clone();
    by_script(&tree, &mut script()).annotate(&mut tree);
    let first = tree.to_sgf();
    assert!(first.contains("C[mine\n\nReview by script: best.") && first.contains("LZ[theirs]"), "{first}");
    by_script(&tree, &mut script()).annotate(&mut tree);
    let properties = |tree: &Tree| {
        let sorted = |id| {
            let mut properties = tree.node(id).properties().to_vec();
            properties.sort_by(|a, b| a.name().cmp(b.name()));
            properties
        };
        tree.main_line().map(sorted).collect::<Vec<_>>()
    };
    assert_eq!(properties(&tree), properties(&self::tree(&first)), "nothing is written twice");
    let third = tree.main_line().nth(3).unwrap();
    assert_eq!(sgf::comment(tree.node(third)), "Review by Jowa: fine.");
    assert!(first.contains("SBKV[44.00]") && first.matches("BM[").count() == 0, "the author has an opinion: {first}");
    // A player that only ranks takes the win rates back.
    let rows = Review::of(&tree, "rows", &mut Rows, &Options::default(), &Stop::new(), &mut |_| {}).unwrap();
    rows.annotate(&mut tree);
    let ranked = tree.to_sgf();
    assert_eq!((ranked.matches("SBKV[").count(), ranked.matches("LZ[").count()), (1, 1), "{ranked}");
    assert!(!ranked.contains("script") && ranked.contains("LB[aa:A][cc:1]"), "{ranked}");
    let unmarked = |tree: &Tree| tree.main_line().map(|id| sgf::comment(tree.node(id))).collect::<Vec<_>>();
    assert_eq!(unmarked(&tree), unmarked(&before));
}

#[test]
fn an_interrupted_review_is_resumed_and_a_complete_one_made_again() {
    let mut tree = tree(TEN_POINTS);
    let stop = Stop::new();
    let mut report = |review: &MoveReview| {
        if review.number == 2 {
            stop.stop();
        }
    };
    let part = Review::of(&tree, "script", &mut script(), &Options::default(), &stop, &mut report).unwrap();
    assert_eq!(numbers(&part), [1, 2]);
    part.annotate(&mut tree);
    let mut resumed = script();
    let review = by_script(&tree, &mut resumed);
    assert_eq!((numbers(&review), resumed.asked.as_slice()), (vec![1, 2, 3, 4, 5], [2, 3, 4, 5].as_slice()));
    assert_eq!(assessments(&review), assessments(&by_script(&self::tree(TEN_POINTS), &mut script())));
    review.annotate(&mut tree);
    let mut again = script();
    by_script(&tree, &mut again);
    assert_eq!(again.asked.len(), 6);
    let other = Options { budget: Budget::playouts(7), ..Options::default() };
    let mut anew = script();
    Review::of(&tree, "script", &mut anew, &other, &Stop::new(), &mut |_| {}).unwrap();
    assert_eq!(anew.asked.len(), 6, "another budget is another review");
}

#[test]
fn a_search_that_was_cut_short_does_not_count() {
    /// Gives the signal while it searches a position.
    struct Interrupted(Script, Stop);

    impl Player for Interrupted {
        fn choose(&mut self, game: &Game, budget: Budget, stop: &Stop) -> Result<Choice, Failure> {
            if game.move_number() == 3 {
                self.1.stop();
            }
            self.0.choose(game, budget, stop)
        }
    }

    let stop = Stop::new();
    let mut player = Interrupted(script(), stop.clone());
    let review = Review::of(&tree(TEN_POINTS), "script", &mut player, &Options::default(), &stop, &mut |_| {}).unwrap();
    assert_eq!(numbers(&review), [1, 2], "the blunder has no value after it");
}

#[test]
fn stones_that_are_set_up_later_are_no_loss_of_the_last_move() {
    // White's stones appear after move 1, which is valued by the position that it led to.
    let record = tree("(;SZ[5];B[cc];AW[aa][ea]PL[B];B[dd])");
    let mut script =
        Script { positions: vec![(0.5, 0.0, "C4"), (0.5, 0.0, "D4"), (0.1, -9.0, "D3")], asked: Vec::new() };
    let review = by_script(&record, &mut script);
    assert_eq!(review.moves[0].assessment.points_loss(), Some(0.0));
    assert_eq!(review.moves[0].assessment.grade(), Grade::Good);
}

#[test]
fn the_page_has_a_row_and_a_board_for_each_move() {
    let info = GameInfo { black: "Jowa <9p>".to_string(), result: "B+R".to_string(), ..GameInfo::default() };
    let page = review(GAME).page(&info, &[]);
    assert!(page.starts_with("<!DOCTYPE html>") && page.contains("<h1>Jowa &lt;9p&gt; v White</h1>"));
    for (what, times) in [
        ("<figure id=\"m", 2),
        ("<td><a href=\"#m1\">1</a></td><td>Black</td><td>B3</td><td>best</td>", 1),
        ("<td></td><td></td><td>0.167</td><td>1</td><td>3</td><td>9</td>", 1),
        ("<text x=\"34\" y=\"34\">1</text>", 2),
        ("<text x=\"34\" y=\"54\">3</text>", 1),
        ("class=\"played\"", 2),
        ("http", 0),
        ("<script", 0),
        ("iku</th>", 0),
    ] {
        assert_eq!(page.matches(what).count(), times, "{what}");
    }
    for tag in ["svg", "figure", "table", "tr", "td", "g", "text", "a", "div"] {
        let opened = page.matches(&format!("<{tag}>")).count() + page.matches(&format!("<{tag} ")).count();
        assert_eq!(opened, page.matches(&format!("</{tag}>")).count(), "{tag}");
    }
}

#[test]
fn the_page_shows_all_measures_and_the_worst_moves() {
    let page = by_script(&tree(TEN_POINTS), &mut script()).page(&GameInfo::default(), &[]);
    for what in [
        "<h2>Points lost</h2>",
        "<h2>Win rate lost</h2>",
        "<h2>Rank error</h2>",
        "<li><a href=\"#m3\">Move 3, Black A1</a>: blunder, 10.0 points lost, 40.0% of the win rate lost, ",
        "<td>blunder</td><td>10.0</td><td>40.0%</td><td>0.543</td>",
    ] {
        assert_eq!(page.matches(what).count(), 1, "{what}");
    }
}

#[test]
fn the_picture_has_a_chart_for_each_measure_there_is() {
    let svg = by_script(&tree(TEN_POINTS), &mut script()).chart("Review");
    let all = ["Black's lead", "Black's win rate", "points lost", "rank error"];
    assert!(all.iter().all(|label| svg.contains(label) || svg.contains(&label.replace('\'', "&#39;"))), "{svg}");
    let ranked = review(GAME).chart("Review");
    assert!(ranked.contains("rank error") && !ranked.contains("lead") && !ranked.contains("points lost"), "{ranked}");
}

/// A record of the first moves of the thesis's game.
fn first_moves(game: &[Printed]) -> String {
    let moves = game.iter().map(|printed| {
        let letter = if printed.number % 2 == 1 { "B" } else { "W" };
        format!(";{letter}[{}]", printed.point.to_sgf())
    });
    format!("(;SZ[19]{})", moves.collect::<String>())
}

#[test]
fn a_review_is_compared_with_ikus_of_the_same_game() {
    let game = iku::master_game();
    let reviewed = review(&first_moves(&game));
    let compared = iku::compare(&reviewed).unwrap();
    assert_eq!(compared.moves, 230, "the printed moves are a legal game");
    assert!(
        (compared.printed - 0.1217).abs() < 1e-4
            && (compared.ours - reviewed.summary(None).rank_error.unwrap()).abs() < 1e-12
    );
    assert!(compared.correlation.unwrap().abs() < 0.4, "rows are not shapes: {compared:?}");
    let page = reviewed.page(&GameInfo::default(), &game);
    assert_eq!((page.matches("class=\"iku\"").count(), page.matches("iku</th>").count()), (230, 1));
    assert!(page.len() < 3_000_000, "{} bytes", page.len());
}

#[test]
fn another_game_is_not_compared() {
    let other = iku::compare(&review("(;SZ[19];B[qd];W[aa])")).unwrap_err();
    assert_eq!(other.to_string(), "this is not the game of the thesis's chapter 6: its move 2 is D4, here it is A19");
    assert!(iku::compare(&review("(;SZ[9];B[ee])")).is_err());
}

/// A check on what was typed, and a find: iku counted every empty point, forbidden ones too, and the pass as a move.
/// Its printed errors are whole numbers of halves over that number, which half of all numbers of three places are not.
#[test]
fn printed_errors_are_halves_over_the_empty_points_and_the_pass() {
    let game = iku::master_game();
    let reviewed = review(&first_moves(&game));
    let fits = |moves: usize, error: f64| {
        let halves = 2.0 * moves as f64;
        let near = (halves * error).floor();
        [near, near + 1.0].into_iter().any(|number| format!("{:.3}", number / halves) == format!("{error:.3}"))
    };
    let unfit = |moves: fn(&MoveReview) -> usize| -> Vec<usize> {
        let pairs = reviewed.moves.iter().zip(&game);
        let bad = pairs.filter(|(review, printed)| !fits(moves(review), printed.error));
        bad.map(|(review, _)| review.number).collect()
    };
    assert_eq!(unfit(|review| review.board.empties().len() + 1), [165], "one of 230");
    assert!(unfit(|review| review.assessment.placing.unwrap().legal() as usize).len() > 60);
}
