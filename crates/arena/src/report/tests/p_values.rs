//! The statistical tests of a report, and which players it compares.

use super::*;

/// Five openings with both colours: `a` wins three of them with either colour, and Black wins the other two.
#[test]
fn two_games_of_an_opening_are_one_result() {
    let scribe = Scribe::new();
    scribe.event("c", "cup");
    for number in 0..10 {
        let first = Color::BOTH[number as usize % 2];
        let players = if first == Color::Black { ["a", "b"] } else { ["b", "a"] };
        let won = if number < 6 && first == Color::White { "W+1" } else { "B+1" };
        let mut game = game("c", number, players, won, Finish::Passes);
        game.result.first = first;
        // Each game has a different record.
        game.sgf = format!("(;SZ[9];B[{}a])", char::from(b'a' + number as u8));
        scribe.ledger.record(game).unwrap();
    }
    let report = scribe.report();
    let pair = report.pairs().next().unwrap();
    assert_eq!((pair.players[0].name.as_str(), pair.cell.played.different.wins), ("a", 8));
    assert_eq!(pair.independent, Score { wins: 3, losses: 0, draws: 2 });
    assert!((pair.p_value() - 0.25).abs() < 1e-12, "three of three, either way");
    assert_eq!(report.pair(1, 0).unwrap().independent.losses, 3, "seen from the other side");
}

/// A game without its other one counts by itself, and so does each of two that repeat nothing with the same colours.
#[test]
fn a_game_alone_is_a_result_by_itself() {
    let mut scribe = Scribe::new();
    scribe.event("c", "cup");
    scribe.games("c", "a", "b", "B+1 B+1 B+1");
    scribe.event("d", "other cup");
    scribe.games("d", "b", "a", "B+1 0");
    let pair = scribe.report();
    let pair = pair.pairs().next().unwrap();
    assert_eq!(pair.independent, Score { wins: 3, losses: 1, draws: 1 });
}

/// The lady tasting tea: three of four against one of four.
fn tea() -> Scribe {
    let mut scribe = Scribe::new();
    scribe.event("c", "tea");
    scribe.games("c", "milk", "lady", "B+1 B+1 B+1 W+1");
    scribe.games("c", "water", "lady", "W+1 W+1 W+1 B+1");
    scribe
}

#[test]
fn players_who_have_not_met_are_compared_by_a_common_opponent() {
    let report = tea().report();
    let [line] = report.comparisons()[..] else { panic!("one comparison") };
    let names = [line.players[0], line.players[1], line.opponent].map(|player| player.name.as_str());
    assert_eq!((names, line.test), (["milk", "water", "lady"], stats::RateTest::Fisher));
    assert_eq!(format!("{:.4} {}", line.p_value(), line.difference()), "0.4857 0.5");

    let text = report.render(Format::Text);
    assert!(
        text.contains("  milk    water          lady     4 / 4  75.0% / 25.0%      +50.0%  Fisher  0.486\n"),
        "{text}"
    );
    assert!(text.contains("Fisher's exact test of the decisive games"), "{text}");
    let markdown = report.render(Format::Markdown);
    assert!(markdown.contains("| `milk` | `water` | `lady` | 4 / 4 | 75.0% / 25.0% | +50.0% | Fisher | 0.486 |"));
    assert!(report.render(Format::Latex).contains(r"75.0\% / 25.0\% & +50.0\% & Fisher & 0.486 \\"));
    let page = report.render(Format::Html);
    well_formed(&page);
    assert!(page.contains("<td>Fisher</td><td class=\"figure\">0.486</td>"), "{page}");
    let json: serde_json::Value = serde_json::from_str(&report.render(Format::Json)).unwrap();
    let line = &json["comparisons"][0];
    assert_eq!((&line["compared_with"], &line["opponent"]), (&"water".into(), &"lady".into()));
    assert_eq!((&line["test"], &line["results"][1]["wins"]), (&"Fisher's exact test".into(), &1.into()));
    assert!((line["p_value"].as_f64().unwrap() - 0.4857).abs() < 5e-5);
    let csv = records(&report.render(Format::Csv));
    let line = csv.iter().find(|line| line[0] == "comparison").unwrap();
    let place = |column: &str| csv[0].iter().position(|name| name == column).unwrap();
    let fields = ["player", "compared_with", "opponent", "wins", "test"].map(|column| line[place(column)].as_str());
    assert_eq!(fields, ["milk", "water", "lady", "3", "Fisher's exact test"]);
    assert!(line[place("p_value")].starts_with("0.4857"));
}

#[test]
fn a_baseline_is_compared_with_everybody() {
    let scribe = written();
    let with = |name: &str| scribe.selected(&Selection { baseline: Some(name.to_string()), ..Selection::default() });
    assert_eq!(scribe.report().comparisons(), [], "everybody has met everybody");
    let report = with("random").unwrap();
    let names: Vec<_> =
        report.comparisons().iter().map(|line| [line.players[0], line.opponent].map(|it| it.name.clone())).collect();
    assert_eq!(names, [["mcts", "gtp:gnugo --mode gtp"], ["gtp:gnugo --mode gtp", "mcts"]]);
    assert!(report.comparisons().iter().all(|line| line.players[1].name == "random"));
    assert_eq!(
        with("rnadom").unwrap_err().to_string(),
        "'rnadom' has played no game here, so it cannot be the baseline: expected 'gtp:gnugo --mode gtp', 'mcts' or \
         'random'"
    );
}

/// Ten players who met the same one: 45 comparisons.
#[test]
fn too_many_comparisons_are_left_out_of_tables_and_mentioned() {
    let mut scribe = Scribe::new();
    scribe.event("c", "gauntlet");
    (0..10).for_each(|number| scribe.games("c", &format!("p{number}"), "hero", "B+1 W+1"));
    let report = scribe.report();
    let text = report.render(Format::Text);
    assert!(!text.contains("\nComparisons\n") && text.contains("45 comparisons of players who have not met"), "{text}");
    assert_eq!(report.render(Format::Csv).matches("\ncomparison,").count(), 45);
    let baseline = Some("p3".to_string());
    let text = scribe.selected(&Selection { baseline, ..Selection::default() }).unwrap().render(Format::Text);
    assert_eq!(text.matches("  p3             hero  ").count(), 9, "{text}");
}
