//! Small made-up ledgers, and what is reported of them.

mod p_values;

use goban::Color;
use tempfile::TempDir;

use super::*;
use crate::ledger::{GameRow, ResultRow};
use crate::{Fault, Finish, Machine};
use stats::{self, Score};

/// A ledger that is filled by hand.
struct Scribe {
    _folder: TempDir,
    ledger: Ledger,
    number: u64,
}

/// The second of January 2026, shortly after midnight.
const MORNING: u64 = 1_767_312_060_000;

impl Scribe {
    fn new() -> Scribe {
        let folder = tempfile::tempdir().unwrap();
        let ledger = Ledger::open(folder.path().join("made-up.db")).unwrap();
        Scribe { _folder: folder, ledger, number: 0 }
    }

    fn event(&self, id: &str, name: &str) {
        let (kind, terms) = ("round robin".to_string(), "9x9, chinese rules, komi 7.5".to_string());
        self.ledger.announce(Contest { id: id.to_string(), kind, name: name.to_string(), terms }).unwrap();
    }

    /// Games between two players that came out like this, Black's moves a millisecond and White's two.
    fn games(&mut self, event: &str, black: &str, white: &str, results: &str) {
        for result in results.split_whitespace() {
            let finish = match result {
                "B+F" | "W+F" => Finish::Forfeit(Fault::Crash),
                "B+R" | "W+R" => Finish::Resignation,
                _ => Finish::Passes,
            };
            let mut game = game(event, self.number, [black, white], result, finish);
            game.engines = game
                .result
                .players
                .each_ref()
                .map(|name| if name.starts_with("gtp:") { "GNU Go 3.8".to_string() } else { String::new() });
            assert!(self.ledger.record(game).unwrap());
            self.number += 1;
        }
    }

    fn report(&self) -> Report {
        self.selected(&Selection::default()).unwrap()
    }

    fn selected(&self, selection: &Selection) -> Result<Report, ReportError> {
        Report::read(&self.ledger, "made-up", selection)
    }
}

fn game(event: &str, number: u64, players: [&str; 2], result: &str, finish: Finish) -> GameRow {
    GameRow {
        result: ResultRow {
            key: format!("{event}/{number:04}"),
            contest: event.to_string(),
            round: 0,
            number,
            players: players.map(str::to_string),
            first: Color::Black,
            outcome: result.parse().unwrap(),
            finish,
            moves: 40,
            line: number,
            ended: MORNING + 60_000 * number,
        },
        engines: [String::new(), String::new()],
        size: 9,
        rules: "chinese".to_string(),
        komi: 7.5,
        handicap: 0,
        budget: String::new(),
        clock: String::new(),
        opening: "none".to_string(),
        seed: number,
        remark: String::new(),
        times: [1_000, 2_000].repeat(20),
        sgf: String::new(),
        version: "0.1.0".to_string(),
        machine: Machine { cpu: "abacus".to_string(), cores: 2 },
        begun: MORNING - 60_000 + 60_000 * number,
    }
}

fn written() -> Scribe {
    let mut scribe = Scribe::new();
    scribe.event("c", "Spring cup, small boards");
    let gnugo = "gtp:gnugo --mode gtp";
    scribe.games("c", "mcts", gnugo, "B+R B+3.5 W+1.5 B+F");
    scribe.games("c", gnugo, "mcts", "W+R W+0.5 B+2.5 0");
    scribe.games("c", "mcts", "random", "B+R B+R");
    scribe.games("c", "random", "mcts", "W+R W+R");
    scribe.games("c", gnugo, "random", "B+R B+51.5 B+R");
    scribe.games("c", "random", gnugo, "W+R B+F W+40.5");
    scribe
}

/// Three players, all of whom met; one crashes now and then, and one loses everything that it plays.
pub(super) fn cup() -> Report {
    written().report()
}

/// The part of a text from one line to before another.
fn part<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let begin = text.find(from).unwrap_or_else(|| panic!("{from:?} is missing in\n{text}"));
    let rest = &text[begin..];
    &rest[..rest.find(to).unwrap_or(rest.len())]
}

#[test]
fn a_cup_as_text() {
    assert_eq!(
        cup().render(Format::Text),
        "\
made-up
18 games of 3 players, played on 2026-01-02.

Ratings
  #  player                program      Elo    ±  games  different  won  lost  drawn  win rate   95% interval  by forfeit
  1  mcts                               224  217     11         11    8     2      1     77.3%  47.8 to 92.7%       +1 -0
  2  gtp:gnugo --mode gtp  GNU Go 3.8   136  203     12         12    7     4      1     62.5%  35.4 to 83.5%       +0 -2
  3  random                            -360  350      9          9    0     9      0      0.0%   0.0 to 29.9%       +1 -0

Cross table
  #  player                    1      2    3     all
  1  mcts                      –  4.5/7  4/4  8.5/11
  2  gtp:gnugo --mode gtp  2.5/7      –  5/5  7.5/12
  3  random                  0/4    0/5    –     0/9

Pairs
  player                against               games  different  won  lost  drawn  win rate    95% interval        Elo    LOS      p  by forfeit
  mcts                  gtp:gnugo --mode gtp      7          7    4     2      1     64.3%   30.3 to 88.2%  102 ± 230  80.5%  0.688       +1 -0
  mcts                  random                    4          4    4     0      0    100.0%  51.0 to 100.0%        > 7  97.7%  0.125           –
  gtp:gnugo --mode gtp  random                    5          5    5     0      0    100.0%  56.6 to 100.0%       > 46  98.7%  0.062       +0 -1

p is the two-sided p-value of the sign test (exact binomial test against one half). Two games with
the same opening and exchanged colours count as one result; draws and level pairs are set aside.
p-values are not corrected for the number of pairs.

Colours
  player                as Black  win rate   95% interval  as White  win rate   95% interval
  mcts                         5     80.0%  37.6 to 96.4%         6     75.0%  36.5 to 94.0%
  gtp:gnugo --mode gtp         7     64.3%  30.3 to 88.2%         5     60.0%  23.1 to 88.2%
  random                       4      0.0%   0.0 to 49.0%         5      0.0%   0.0 to 43.4%
  all players                 16     53.1%  30.6 to 74.5%        16     46.9%  25.5 to 69.4%

How games ended
  ending          games  share  moves
  resignation         9  50.0%     40
  passes              7  38.9%     40
  forfeit: crash      2  11.1%     40

Forfeits
  player                illegal move  hang  crash  garbage  refusal  all
  gtp:gnugo --mode gtp             0     0      2        0        0    2

Time per move
  player                moves    mean  median  longest
  mcts                    240  1.5 ms  1.0 ms   2.0 ms
  gtp:gnugo --mode gtp    280  1.5 ms  1.0 ms   2.0 ms
  random                  200  1.5 ms  1.0 ms   2.0 ms

Events
  event                     kind         games  terms
  Spring cup, small boards  round robin     18  9x9, chinese rules, komi 7.5

Ratings are maximum-likelihood estimates over all played games (Bradley-Terry, with one virtual draw
for each player), with 95% error bars, relative to a mean of 0. Intervals of win rates are Wilson's,
95%.

random lost every game: only the virtual draw bounds such a rating.

2 forfeited games are counted separately: ratings and win rates use played games only.
"
    );
}

#[test]
fn a_cup_as_markdown() {
    let text = cup().render(Format::Markdown);
    assert_eq!(
        part(&text, "# made-up", "## Pairs"),
        r"# made-up

18 games of 3 players, played on 2026-01-02.

## Ratings

| \# | player | program | Elo | ± | games | different | won | lost | drawn | win rate | 95% interval | by forfeit |
| --: | :-- | :-- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |
| 1 | `mcts` |  | 224 | 217 | 11 | 11 | 8 | 2 | 1 | 77.3% | 47.8 to 92.7% | +1 -0 |
| 2 | `gtp:gnugo --mode gtp` | GNU Go 3.8 | 136 | 203 | 12 | 12 | 7 | 4 | 1 | 62.5% | 35.4 to 83.5% | +0 -2 |
| 3 | `random` |  | -360 | 350 | 9 | 9 | 0 | 9 | 0 | 0.0% | 0.0 to 29.9% | +1 -0 |

## Cross table

| \# | player | 1 | 2 | 3 | all |
| --: | :-- | --: | --: | --: | --: |
| 1 | `mcts` | – | 4.5/7 | 4/4 | 8.5/11 |
| 2 | `gtp:gnugo --mode gtp` | 2.5/7 | – | 5/5 | 7.5/12 |
| 3 | `random` | 0/4 | 0/5 | – | 0/9 |

"
    );
}

#[test]
fn a_cup_as_latex() {
    let text = cup().render(Format::Latex);
    assert_eq!(
        part(
            &text,
            "\\begin{table}\n  \\centering\n  \\caption{Pairs}",
            "\\begin{table}\n  \\centering\n  \\caption{Col"
        ),
        r"\begin{table}
  \centering
  \caption{Pairs}
  \begin{tabular}{llrrrrrrrrrrr}
    \toprule
    player & against & games & different & won & lost & drawn & win rate & 95\% interval & Elo & LOS & p & by forfeit \\
    \midrule
    \texttt{mcts} & \texttt{gtp:gnugo -{}-mode gtp} & 7 & 7 & 4 & 2 & 1 & 64.3\% & 30.3 to 88.2\% & 102 $\pm$ 230 & 80.5\% & 0.688 & +1 $-$0 \\
    \texttt{mcts} & \texttt{random} & 4 & 4 & 4 & 0 & 0 & 100.0\% & 51.0 to 100.0\% & $>$ 7 & 97.7\% & 0.125 & -- \\
    \texttt{gtp:gnugo -{}-mode gtp} & \texttt{random} & 5 & 5 & 5 & 0 & 0 & 100.0\% & 56.6 to 100.0\% & $>$ 46 & 98.7\% & 0.062 & +0 $-$1 \\
    \bottomrule
  \end{tabular}

  \smallskip
  \parbox{\linewidth}{\footnotesize p is the two-sided p-value of the sign test (exact binomial test against one half). Two games with the same opening and exchanged colours count as one result; draws and level pairs are set aside. p-values are not corrected for the number of pairs.}
\end{table}

"
    );
}

#[test]
fn a_cup_as_csv() {
    let text = cup().render(Format::Csv);
    assert_eq!(
        part(&text, "table,", "color,gtp").replace("\r\n", "\n"),
        "\
table,player,opponent,color,ending,event,program,group,games,different_games,wins,losses,draws,win_rate,low,high,elo,elo_low,elo_high,\
superiority,compared_with,difference,test,p_value,forfeits_won,forfeits_lost,moves,mean_seconds,median_seconds,longest_seconds,terms
player,mcts,,,,,,1,11,11,8,2,1,0.772727,0.477550,0.926723,224.22,7.06,441.38,,,,,,1,0,240,0.001500,0.001000,0.002000,
player,gtp:gnugo --mode gtp,,,,,GNU Go 3.8,1,12,12,7,4,1,0.625000,0.354369,0.835007,136.07,-66.86,339.01,,,,,,0,2,280,\
0.001500,0.001000,0.002000,
player,random,,,,,,1,9,9,0,9,0,0.000000,0.000000,0.299145,-360.30,-709.84,-10.76,,,,,,1,0,200,0.001500,0.001000,0.002000,
color,mcts,,black,,,,,5,5,4,1,0,0.800000,0.375535,0.963776,,,,,,,,,,,,,,,
color,mcts,,white,,,,,6,6,4,1,1,0.750000,0.364823,0.940010,,,,,,,,,,,,,,,
"
    );
    let lines = records(&text);
    let [header, pairs @ ..] = &lines[..] else { panic!("no header in {text}") };
    let place = |column: &str| header.iter().position(|name| name == column).unwrap();
    let sweep = pairs.iter().find(|line| line[0] == "pair" && line[1] == "mcts" && line[2] == "random").unwrap();
    let figures = ["games", "win_rate", "elo", "elo_low", "elo_high"].map(|column| sweep[place(column)].as_str());
    assert_eq!(figures, ["4", "1.000000", "", "7.03", ""], "what is infinite is left out");
    assert_eq!(["test", "p_value"].map(|column| sweep[place(column)].as_str()), ["sign test", "0.125"]);
}

#[test]
fn a_cup_as_json() {
    let report: serde_json::Value = serde_json::from_str(&cup().render(Format::Json)).unwrap();
    assert_eq!((&report["games"], &report["forfeits"]), (&18.into(), &2.into()));
    let gnugo = &report["players"][1];
    assert_eq!((&gnugo["player"], &gnugo["program"]), (&"gtp:gnugo --mode gtp".into(), &"GNU Go 3.8".into()));
    let counts = ["games", "wins", "losses", "draws", "forfeits_won", "forfeits_lost"].map(|name| gnugo[name].as_u64());
    assert_eq!(counts, [12, 7, 4, 1, 0, 2].map(Some), "forfeits are not among the games");
    assert_eq!(gnugo["faults"]["forfeit: crash"], 2);
    assert_eq!((&gnugo["win_rate"], &gnugo["mean_seconds"]), (&0.625.into(), &0.0015.into()));
    assert!(gnugo["elo_low"].as_f64() < gnugo["elo"].as_f64() && gnugo["low"].as_f64() < gnugo["high"].as_f64());
    let sweep = &report["pairs"][1];
    assert_eq!((&sweep["opponent"], &sweep["elo"]), (&"random".into(), &serde_json::Value::Null), "infinite");
    assert_eq!((&sweep["test"], &sweep["p_value"]), (&"sign test".into(), &0.125.into()));
    assert_eq!(report["endings"][0]["ending"], "resignation");
    assert_eq!(report["events"][0]["name"], "Spring cup, small boards");
}

#[test]
fn a_cup_as_a_page() {
    let page = cup().render(Format::Html);
    well_formed(&page);
    assert!(page.contains("<title>made-up</title>") && !page.contains("src=") && !page.contains("href="));
    assert_eq!(page.matches("<svg ").count(), 2, "a chart and a cross table");
    let chart = part(&page, "<svg ", "</svg>");
    assert_eq!((chart.matches("class=\"curve\"").count(), chart.matches("class=\"mark\"").count()), (3, 3));
    assert!(chart.contains("<title>random: -360 ± 350</title>"), "{chart}");
    assert!(page.contains("<title>mcts against gtp:gnugo --mode gtp: 64.3% of 7 games</title>"));
    assert!(page.contains("prefers-color-scheme: dark"));
}

#[test]
fn an_empty_ledger_says_so_in_every_format() {
    let scribe = Scribe::new();
    assert_eq!(scribe.report().render(Format::Text), "made-up\nNo game is finished yet.\n");
    scribe.event("c", "Spring cup");
    assert_eq!(scribe.report().render(Format::Text), "made-up\nNo game is finished yet.\n", "nor has the cup begun");
    for format in Format::ALL {
        assert!(scribe.report().render(format).ends_with('\n'), "{format}");
    }
    well_formed(&scribe.report().render(Format::Html));
}

/// As in Ying's report: a deterministic player repeats the same game against itself.
#[test]
fn a_player_alone_has_no_rating_but_its_colours() {
    let mut scribe = Scribe::new();
    scribe.event("c", "crawler v crawler");
    scribe.games("c", "crawler", "crawler", "W+100 W+100 B+1");
    let report = scribe.report();
    let crawler = &report.players[0];
    assert_eq!((crawler.rating, crawler.total.all().games()), (None, 0));
    let text = report.render(Format::Text);
    assert!(
        text.contains("  1  crawler    –  –      0          0    0     0      0         –             –\n"),
        "{text}"
    );
    assert!(text.contains("  1  crawler  1/3    –\n"), "Black's points on the diagonal: {text}");
    assert!(text.contains("  all players         3     33.3%"), "{text}");
    assert!(text.contains("Where a player met itself, the cross table has Black's result."), "{text}");
    let page = report.render(Format::Html);
    well_formed(&page);
    assert_eq!(page.matches("<svg ").count(), 1, "there is nothing to compare in a chart");
}

/// The same two games ten times over, in two events: Black wins both of them.
fn repeated() -> Report {
    let scribe = Scribe::new();
    for event in ["c", "d"] {
        scribe.event(event, &format!("cup {event}"));
        for number in 0..10 {
            let players = if number % 2 == 0 { ["a", "b"] } else { ["b", "a"] };
            let mut game = game(event, number, players, "B+1", Finish::Passes);
            game.sgf =
                format!("(;SZ[9]KM[7.5]C[Seed {number}.];B[ee];W[{}])", if number % 2 == 0 { "cc" } else { "gg" });
            scribe.ledger.record(game).unwrap();
        }
    }
    scribe.report()
}

#[test]
fn repeated_games_are_counted_and_make_nothing_surer() {
    let report = repeated();
    let pair = report.pairs().next().unwrap();
    let two = Score { wins: 1, losses: 1, draws: 0 };
    assert_eq!((pair.cell.played.games(), pair.cell.played.different), (20, two));
    assert_eq!(pair.rate(), stats::win_rate(&two, stats::Confidence::P95));
    assert_eq!((pair.elo(), pair.superiority()), (stats::elo(&two, stats::Confidence::P95), 0.5));
    let [a, b] = &report.players[..] else { panic!("two players") };
    assert_eq!((a.rating.unwrap().error(), a.colors[0].different.wins), (b.rating.unwrap().error(), 1));

    // Two other games of the same results, and the ratings are as sure as these.
    let mut scribe = Scribe::new();
    scribe.event("c", "cup");
    scribe.games("c", "a", "b", "B+1");
    scribe.games("c", "b", "a", "B+1");
    assert_eq!(scribe.report().players[0].rating, a.rating);
}

#[test]
fn every_format_says_how_many_games_are_different() {
    let report = repeated();
    let text = report.render(Format::Text);
    assert!(text.starts_with("made-up\n20 games (2 different) of 2 players, played"), "{text}");
    assert!(text.contains("  1  a         0  197     20          2   10"), "{text}");
    assert!(text.contains("\n18 games repeat others move by move. Win rates are shares of all games; "), "{text}");
    let markdown = report.render(Format::Markdown);
    assert!(markdown.contains("| `a` | `b` | 20 | 2 | 10 | 10 | 0 | 50.0% |"), "{markdown}");
    let page = report.render(Format::Html);
    assert!(page.contains(r#"<th class="figure">different</th>"#), "{page}");
    assert!(
        page.contains(r#"<td class="figure">20</td><td class="figure">2</td><td class="figure">10</td>"#),
        "{page}"
    );
    let json: serde_json::Value = serde_json::from_str(&report.render(Format::Json)).unwrap();
    for counts in [&json, &json["players"][0], &json["pairs"][0], &json["black"]] {
        assert_eq!((&counts["games"], &counts["different_games"]), (&20.into(), &2.into()), "{counts}");
    }
    let csv = records(&report.render(Format::Csv));
    let place = csv[0].iter().position(|column| column == "different_games").unwrap();
    assert_eq!((csv[1][place - 1].as_str(), csv[1][place].as_str()), ("20", "2"));
    assert!(report.render(Format::Latex).contains("& 20 & 2 & 10 & 10 &"));
}

#[test]
fn players_who_never_met_are_in_groups_of_their_own() {
    let mut scribe = Scribe::new();
    scribe.event("c", "one");
    scribe.event("d", "other");
    scribe.games("c", "a", "b", "B+1 B+1 W+1");
    scribe.games("d", "x", "y", "W+1 W+1 B+1");
    scribe.games("d", "z", "y", "B+1 W+1");
    let report = scribe.report();
    let names: Vec<&str> = report.players.iter().map(|player| player.name.as_str()).collect();
    assert_eq!(names, ["y", "z", "x", "a", "b"], "the larger group first, the stronger first");
    assert_eq!(report.groups(), [vec![0, 1, 2], vec![3, 4]]);
    let remarks = report.remarks();
    assert!(remarks.iter().any(|remark| remark.starts_with("The players fall into groups")), "{remarks:?}");
    let page = report.render(Format::Html);
    well_formed(&page);
    assert_eq!(page.matches("aria-label=\"Ratings").count(), 2, "a chart for each");
}

#[test]
fn a_player_that_only_met_itself_has_no_group() {
    let mut scribe = written();
    scribe.games("c", "hermit", "hermit", "B+1");
    let report = scribe.report();
    assert_eq!(report.players.last().map(|player| (player.name.as_str(), player.rating)), Some(("hermit", None)));
    assert!(!report.is_divided());
}

#[test]
fn forfeits_alone_make_no_rating() {
    let mut scribe = Scribe::new();
    scribe.event("c", "crash test");
    scribe.games("c", "sound", "broken", "B+F B+F");
    let report = scribe.report();
    let broken = report.players.iter().find(|player| player.name == "broken").unwrap();
    assert_eq!((broken.rating, broken.total.played.games(), broken.total.forfeits.lost), (None, 0, 2));
    assert_eq!(broken.faults, [0, 0, 2, 0, 0]);
    let text = report.render(Format::Text);
    assert!(
        text.contains(
            "  sound   broken       0          0    0     0      0         –             –    –    –  –       +2 -0\n"
        ),
        "{text}"
    );
    for format in Format::ALL {
        let text = report.render(format);
        assert!(!text.contains("NaN") && !text.contains("inf"), "{format}: {text}");
    }
}

#[test]
fn games_on_other_boards_and_with_handicap_are_mentioned() {
    let scribe = Scribe::new();
    scribe.event("c", "mixed");
    let mut handicap = game("c", 0, ["a", "b"], "B+1", Finish::Passes);
    (handicap.handicap, handicap.size, handicap.rules) = (4, 19, "japanese".to_string());
    scribe.ledger.record(handicap).unwrap();
    scribe.ledger.record(game("c", 1, ["a", "b"], "B+1", Finish::Passes)).unwrap();
    let report = scribe.report();
    let remarks = report.remarks().join("\n");
    assert!(remarks.contains("1 game had handicap stones, which ratings do not allow for."), "{remarks}");
    assert!(remarks.contains("together: 9x9 under chinese rules and 19x19 under japanese rules."), "{remarks}");
    // White moves first after four handicap stones, and its moves took a millisecond.
    let [a, b] = ["a", "b"].map(|name| report.players.iter().find(|player| player.name == name).unwrap());
    assert_eq!((a.times.mean(), b.times.mean()), (b.times.mean(), a.times.mean()));
    assert_eq!(a.times.moves(), 40);
}

#[test]
fn an_anchor_stays_where_it_is_put() {
    let scribe = written();
    let anchored = |text: &str| {
        let anchor = Some(text.parse()?);
        scribe.selected(&Selection { anchor, ..Selection::default() })
    };
    let report = anchored("gtp:gnugo --mode gtp=1800").unwrap();
    let gnugo = report.players[1].rating.unwrap();
    assert_eq!((gnugo.value, gnugo.error()), (1800.0, 0.0));
    assert!(report.remarks()[0].contains("relative to gtp:gnugo --mode gtp at 1800."), "{:?}", report.remarks());
    well_formed(&report.render(Format::Html));
    assert_eq!(
        anchored("radnom=0").unwrap_err().to_string(),
        "'radnom' has played no game here, so it cannot be the anchor: expected 'gtp:gnugo --mode gtp', 'mcts' or \
         'random'"
    );
    for text in ["random", "random=strong", "=1800", "random=inf"] {
        assert_eq!(anchored(text), Err(ReportError::AnchorText(text.to_string())));
    }
    assert_eq!("mcts:playouts=500=1800".parse(), Ok(Anchor { player: "mcts:playouts=500".to_string(), elo: 1800.0 }));
}

#[test]
fn of_many_names_the_nearest_is_meant() {
    assert_eq!(instead("x", &[]), "there is nothing yet");
    assert_eq!(instead("x", &["a", "a"]), "expected 'a'");
    assert_eq!(instead("x", &["b", "a", "c"]), "expected 'a', 'b' or 'c'");
    assert_eq!(instead("rnadom", &["a", "b", "c", "d", "e", "random"]), "did you mean 'random'?");
}

#[test]
fn events_are_called_by_their_names() {
    let mut scribe = written();
    scribe.event("d", "Spring cup, large boards");
    scribe.games("d", "mcts", "random", "B+R");
    let of = |names: &[&str]| {
        let events = names.iter().map(|name| name.to_string()).collect();
        scribe.selected(&Selection { events, ..Selection::default() })
    };
    let games = |names: &[&str]| of(names).unwrap().games;
    assert_eq!(games(&[]), 19);
    assert_eq!([games(&["large boards"]), games(&["Spring cup, large boards"]), games(&["d"])], [1, 1, 1]);
    assert_eq!(games(&["large boards", "small boards"]), 19);
    assert_eq!(
        of(&["small board"]).unwrap_err().to_string(),
        "the ledger has no event 'small board': expected 'Spring cup, large boards' or 'Spring cup, small boards'"
    );
}

#[test]
fn nothing_that_a_program_calls_itself_breaks_a_format() {
    let evil = "gtp:<script>alert('1')</script> & |x| \\end{table} 50% _y_, \"q\" `z`";
    let scribe = Scribe::new();
    scribe.event("c", "<b>cup</b> | 100%");
    let mut game = game("c", 0, [evil, "random"], "B+1", Finish::Passes);
    game.engines[0] = "Evil\u{1b}[2J\r\n,\"1.0\"".to_string();
    scribe.ledger.record(game).unwrap();
    let report = scribe.report();

    let page = report.render(Format::Html);
    well_formed(&page);
    assert!(!page.contains("<script") && !page.contains("<b>"), "{page}");
    let text = report.render(Format::Text);
    assert!(!text.contains(|c: char| c.is_control() && c != '\n'), "{text:?}");
    let csv = records(&report.render(Format::Csv));
    assert_eq!((csv[1][1].as_str(), csv[1][6].as_str()), (evil, "Evil\u{1b}[2J\r\n,\"1.0\""));
    assert!(csv.iter().all(|line| line.len() == csv[0].len()));
    let json: serde_json::Value = serde_json::from_str(&report.render(Format::Json)).unwrap();
    assert_eq!(json["players"][0]["player"], evil);
    let latex = report.render(Format::Latex);
    assert_eq!(latex.matches("\\begin{table}").count(), latex.matches("\\end{table}").count());
    let markdown = report.render(Format::Markdown);
    for line in markdown.lines().filter(|line| line.starts_with('|')) {
        let cells = line.replace("\\\\", "").replace("\\|", "").matches('|').count() - 1;
        assert!([4, 5, 7, 11, 12].contains(&cells), "{cells} cells in {line}");
    }
}

/// A format string has no room for a column that is wider than 65,535 letters.
#[test]
fn a_name_of_any_length_leaves_the_tables_readable() {
    let long = |end: &str| format!("gtp:{}{end}", "x".repeat(70_000));
    let (mut scribe, [one, other]) = (Scribe::new(), ["one", "other"].map(long));
    scribe.event("c", &long("cup"));
    scribe.games("c", &one, &other, "B+R W+R B+R");
    let mut game = game("c", 99, [&one, "random"], "B+R", Finish::Resignation);
    game.engines[0] = long("engine");
    assert!(scribe.ledger.record(game).unwrap());
    let report = scribe.report();
    for format in [Format::Text, Format::Markdown, Format::Html, Format::Latex, Format::Svg] {
        let text = report.render(format);
        assert!(text.lines().all(|line| line.chars().count() < 2_000), "{format}");
    }
    let text = report.render(Format::Text);
    assert!(text.contains("xone  ") && text.contains("xother  "), "they are distinct: {text}");
    assert!(report.render(Format::Json).contains(&one), "figures for programs have the whole name");
}

#[test]
fn a_picture_of_the_ratings_stands_by_itself() {
    let report = cup();
    let svg = report.render(Format::Svg);
    assert!(svg.starts_with("<svg ") && svg.ends_with("</svg>\n") && svg.contains("<style>"), "{svg}");
    assert_eq!(
        svg.matches("class=\"mark\"").count(),
        report.players.iter().filter(|player| player.rating.is_some()).count()
    );
    // Without players to compare there is still a picture.
    let empty = Report { players: Vec::new(), ..report };
    assert!(empty.render(Format::Svg).contains("No ratings"));
}

#[test]
fn a_format_is_known_by_its_name_and_by_the_ending_of_a_file() {
    for format in Format::ALL {
        assert_eq!(format.to_string().parse(), Ok(format));
    }
    let of = |name: &str| Format::of_file(Path::new(name));
    assert_eq!(
        [of("a.html"), of("b.tex"), of("c.MD")].map(Option::unwrap),
        [Format::Html, Format::Latex, Format::Markdown]
    );
    assert_eq!((of("report"), of("a.pdf")), (None, None));
    assert_eq!(
        "pdf".parse::<Format>().unwrap_err().to_string(),
        "'pdf' is not a format: expected text, md, csv, json, html, latex or svg (the ratings as a picture)"
    );
}

/// The records of a CSV file, read as RFC 4180 says.
fn records(text: &str) -> Vec<Vec<String>> {
    let mut records = vec![vec![String::new()]];
    let mut quoted = false;
    let mut rest = text.trim_end_matches("\r\n").chars().peekable();
    while let Some(c) = rest.next() {
        let record = records.last_mut().unwrap();
        match c {
            '"' if quoted && rest.next_if_eq(&'"').is_some() => record.last_mut().unwrap().push('"'),
            '"' => quoted = !quoted,
            ',' if !quoted => record.push(String::new()),
            '\r' if !quoted && rest.next_if_eq(&'\n').is_some() => records.push(vec![String::new()]),
            c => record.last_mut().unwrap().push(c),
        }
    }
    records
}

/// Fails unless every tag is closed in its turn.
#[track_caller]
fn well_formed(page: &str) {
    let mut open: Vec<&str> = Vec::new();
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("a tag that ends");
        let name = tag.split_whitespace().next().expect("a tag with a name");
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if name.starts_with('!') || name == "meta" || tag.ends_with('/') => {}
            None => open.push(name),
        }
    }
    assert_eq!(open, [""; 0]);
}
