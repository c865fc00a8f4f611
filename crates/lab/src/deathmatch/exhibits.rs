//! The tables and figures of both boards.

use plot::{Axis, Dot, DotChart, Matrix, MatrixCell};
use stats::{Cell, Confidence, CrossTable, Estimate, RatingSettings, Ratings, mean};

use super::conditions::{EQUAL_TIME, KNOWN, NINETEEN, PLAYERS, QUICK_UCT, Setup, TEN, equal_time, more, quick, versus};
use super::duel::{DuelOutcome, Shapes};
use super::judge::{always_the_same, blacks, duels, score, shapes};
use super::phases::margins;
use super::shape::Shape;
use super::speed::times;
use crate::games::rate_in_words;
use crate::verdict::number;
use crate::{Evidence, Exhibit, Figure, Table, papers, percent};

/// Her name of a player.
fn title(player: &str) -> &'static str {
    PLAYERS.iter().find(|(name, _)| *name == player).map_or("", |(_, title)| title)
}

/// The cross table, as a picture and in figures.
pub(super) fn cross_table(evidence: &Evidence) -> Vec<Exhibit> {
    let numbered = |place: usize| (place + 1).to_string();
    let cell = |first: &str, second: &str| {
        let seen = if first == second { blacks(evidence, first, second) } else { score(evidence, first, second) };
        (seen.games() > 0).then(|| MatrixCell {
            share: seen.all.rate(),
            figure: format!("{:.0}", 100.0 * seen.all.rate()),
            detail: format!("of {}", seen.games()),
            tip: format!("{}: {}", versus(title(first), title(second)), rate_in_words(&seen)),
        })
    };
    let cells: Vec<Vec<Option<MatrixCell>>> =
        PLAYERS.iter().map(|(first, _)| PLAYERS.iter().map(|(second, _)| cell(first, second)).collect()).collect();
    let names = PLAYERS.iter().enumerate().map(|(place, (_, title))| format!("{} {title}", numbered(place)));
    let columns: Vec<String> = (0..PLAYERS.len()).map(numbered).collect();
    let caption = "Games won by the player of the row against that of the column in percent, draws as half; on the \
                   diagonal, games won by Black.";
    let header = ["player".to_string()].into_iter().chain(columns.iter().cloned());
    let mut table = Table::new("The cross table in figures, in percent.", header);
    for (name, row) in names.clone().zip(&cells) {
        let figures = row.iter().map(|cell| cell.as_ref().map_or("-".to_string(), |cell| cell.figure.clone()));
        table.row([name].into_iter().chain(figures));
    }
    let matrix = Matrix {
        title: "Games won in percent, rows against columns".to_string(),
        rows: names.collect(),
        columns,
        cells,
    };
    let mut exhibits = vec![Figure::new("cross-table", caption, matrix.svg()).into(), table.into()];
    let same = repeated_pairs(evidence);
    if !same.is_empty() {
        exhibits.push(Exhibit::Text(format!("Always the same game, once with each colour: {}.", same.join(", "))));
    }
    exhibits.extend(ratings(evidence));
    exhibits
}

/// The pairs that always play the same game.
fn repeated_pairs(evidence: &Evidence) -> Vec<String> {
    let rows = PLAYERS.iter().enumerate();
    let pairs = rows.flat_map(|(row, first)| PLAYERS[..=row].iter().map(move |second| (first, second)));
    let same = pairs.filter(|((first, _), (second, _))| always_the_same(&score(evidence, first, second)));
    same.map(|((_, first), (_, second))| versus(first, second)).collect()
}

/// The ratings of her players from the cross table.
fn ratings(evidence: &Evidence) -> Option<Exhibit> {
    let mut table = CrossTable::new();
    PLAYERS.iter().for_each(|(_, title)| {
        table.player(title);
    });
    for (row, (first, _)) in PLAYERS.iter().enumerate() {
        for (column, (second, _)) in PLAYERS[..row].iter().enumerate() {
            table.add(row, column, Cell { played: score(evidence, first, second), ..Cell::default() });
        }
    }
    let ratings = Ratings::fit(&table, &RatingSettings::default()).ok()?;
    let dot = |rating: &stats::Rating| {
        let Estimate { value, interval } = rating.estimate(Confidence::P95);
        Dot {
            name: table.names()[rating.player].clone(),
            value,
            interval: Some((interval.low, interval.high)),
            figure: format!("{value:.0}"),
        }
    };
    let rated = ratings.ranked().into_iter().filter(|rating| rating.score.games() > 0 && rating.deviation.is_finite());
    let dots: Vec<Dot> = rated.map(dot).collect();
    if dots.is_empty() {
        return None;
    }
    let caption = "Ratings from the cross table (Bradley and Terry, Elo around the mean, 95% intervals), with one \
                   imagined draw of each player, since some win all their games.";
    let title = "Ratings from the cross table".to_string();
    let chart = DotChart { title, values: Axis::new("Elo around the mean"), dots, ..DotChart::default() };
    Some(Figure::new("ratings", caption, chart.svg()).into())
}

/// Crawler against Random, beside the source's estimate.
pub(super) fn crawler(evidence: &Evidence, points: u32) -> Exhibit {
    let large = points / 4;
    let header = [
        "player",
        "Random's wins",
        "in the source",
        "margin of wins",
        "margin of losses",
        "losses after a large capture",
    ];
    let caption = format!(
        "Crawler against Random. A capture is large if it takes {large} stones or more with one move; filling Crawler \
         plays into its own gaps like anywhere else."
    );
    let mut table = Table::new(caption, header);
    let published = |id: &str| papers::cell("deathmatch", id, percent);
    let source = format!("{} to {}", published("random.wins.low"), published("random.wins.high"));
    for (player, title) in [("crawler", "Crawler"), ("filling crawler", "filling Crawler")] {
        let seen = score(evidence, "random", player);
        if seen.games() == 0 {
            continue;
        }
        let margins = margins(evidence, player, "random");
        let mean_of = |wanted: fn(f64) -> bool| shown(mean(margins.iter().copied().filter(|&margin| wanted(margin))));
        let captured: Vec<DuelOutcome> = duels(evidence, player, "random")
            .into_iter()
            .filter(|duel| duel.shapes.as_ref().is_some_and(|shapes| shapes.game[1].capture >= large))
            .collect();
        let lost = captured.iter().filter(|duel| duel.game.margin().is_some_and(|margin| margin < 0.0)).count();
        let losses = if captured.is_empty() { "-".to_string() } else { format!("{lost} of {}", captured.len()) };
        let cells = [
            title.to_string(),
            rate_in_words(&seen),
            source.clone(),
            mean_of(|margin| margin > 0.0),
            mean_of(|margin| margin < 0.0),
            losses,
        ];
        table.row(cells);
    }
    table.into()
}

fn shown(value: Option<f64>) -> String {
    value.map_or_else(|| "-".to_string(), number)
}

/// How the stones of each player lie, beside Random's in the same games.
pub(super) fn forms(evidence: &Evidence) -> Exhibit {
    let caption = "How stones lie in games against Random, each beside Random's own in brackets: stones of a chain and \
                   clustering when half as many moves are made as the board has points (1 is chance), enclosed empty \
                   points, those of them that are not gaps (points between own stones only), gaps, and the largest \
                   chain when as many are made; the share of chances to fill such a gap that were taken; stones lost \
                   in the game.";
    let header = ["player", "chain", "clustering", "enclosed", "areas", "gaps", "largest", "gaps filled", "lost"];
    let mut table = Table::new(caption, header);
    for (player, title) in PLAYERS {
        let games = shapes(evidence, player, "random");
        if games.is_empty() {
            continue;
        }
        let both = |measure: &dyn Fn(&Shapes, usize) -> Option<f64>| {
            let side = |side: usize| shown(mean(games.iter().filter_map(|game| measure(game, side))));
            format!("{} ({})", side(0), side(1))
        };
        let full = |measure: fn(&Shape) -> u32| both(&|game, side| Some(f64::from(measure(&game.full[side]))));
        let filled = |side: usize| {
            let sum = |of: fn(&Shapes, usize) -> u32| games.iter().map(|game| f64::from(of(game, side))).sum::<f64>();
            let chances = sum(|game, side| game.game[side].temptations);
            if chances > 0.0 { percent(sum(|game, side| game.game[side].fills) / chances) } else { "-".to_string() }
        };
        table.row([
            title.to_string(),
            both(&|game, side| game.half[side].chain_size()),
            both(&|game, side| game.half[side].clustering),
            full(|shape| shape.enclosed),
            full(|shape| shape.enclosed.saturating_sub(shape.gaps)),
            full(|shape| shape.gaps),
            full(|shape| shape.largest),
            format!("{} ({})", filled(0), filled(1)),
            both(&|game, side| Some(f64::from(game.game[side].lost))),
        ]);
    }
    table.into()
}

/// Naive Monte-Carlo early and late in the game.
pub(super) fn phases(evidence: &Evidence) -> Exhibit {
    let caption = "Naive Monte-Carlo in one phase of the game and Random in the other. A turn is late when four fifths \
                   as many moves are made as the board has points. The variance is that of the win rates of its moves \
                   beyond chance.";
    let header = ["games", "won", "margin", "early turns", "late turns", "variance early", "variance late"];
    let mut table = Table::new(caption, header);
    let pairs = [
        ("late naive", "early naive"),
        ("late naive", "random"),
        ("early naive", "random"),
        ("late naive", "crawler"),
        ("early naive", "crawler"),
        ("naive", "random"),
        ("naive", "crawler"),
    ];
    for (first, second) in pairs {
        let phases: Vec<_> = duels(evidence, first, second).into_iter().filter_map(|duel| duel.phases).collect();
        if phases.is_empty() {
            continue;
        }
        let turns = |phase: usize| shown(mean(phases.iter().map(|each| f64::from(each.turns[phase]))));
        let spread = |phase: usize| shown(mean(phases.iter().filter_map(|each| Some(each.spread?[phase]))));
        table.row([
            versus(first, second),
            rate_in_words(&score(evidence, first, second)),
            shown(mean(margins(evidence, first, second))),
            turns(0),
            turns(1),
            spread(0),
            spread(1),
        ]);
    }
    table.into()
}

/// Simulations with and without a model of the opponent.
pub(super) fn knowledge(evidence: &Evidence) -> Exhibit {
    let caption = "Games won by flat Monte Carlo with one simulated game for each legal move: both sides at random \
                   (plain), the opponent by its own algorithm (knowing), both sides by that algorithm (copying), and \
                   the opponent by Greedy Randomized although it is Random (mistaken).";
    let players = ["plain", "knowing", "copying", "mistaken"];
    let mut table = Table::new(caption, ["against"].into_iter().chain(players));
    for opponent in KNOWN.into_iter().chain(["random"]) {
        let won = players.map(|player| rate_in_words(&score(evidence, player, opponent)));
        table.row([title(opponent).to_string()].into_iter().chain(won));
    }
    table.into()
}

/// Times, and games at other numbers of simulations.
pub(super) fn speed(evidence: &Evidence) -> Vec<Exhibit> {
    let caption = "Time for a move in games against Random, in milliseconds: the mean of some games.";
    let mut table = Table::new(caption, ["player", "10x10", "19x19"]);
    let time = |setup: &Setup, player: &str| {
        mean(times(evidence, setup, player)).map_or("-".to_string(), |time| format!("{:.3}", time / 1000.0))
    };
    let extra = [equal_time()].into_iter().chain(QUICK_UCT.map(quick));
    let known = PLAYERS.iter().skip(1).map(|(player, title)| (player.to_string(), title.to_string()));
    for (player, title) in known.chain(extra.map(|player| (player.clone(), player))) {
        table.row([title, time(&TEN, &player), time(&NINETEEN, &player)]);
    }
    let mut games = Table::new("Games at other numbers of simulations.", ["games", "won"]);
    let uct = QUICK_UCT.map(|playouts| (quick(playouts), "naive"));
    let pairs =
        [(more(), "greedy"), ("naive".to_string(), "greedy"), (equal_time(), "heavy"), ("naive".into(), "heavy")];
    for (first, second) in pairs.into_iter().chain(uct).chain([("uct".to_string(), "naive")]) {
        games.row([versus(&first, second), rate_in_words(&score(evidence, &first, second))]);
    }
    let remark = format!(
        "The numbers behind the names are simulations: of Naive Monte-Carlo for each legal move ({} if none is given; \
         {EQUAL_TIME} take about as long as those of Heavy Monte-Carlo), of UCT for each move ({} if none is given).",
        TEN.naive, TEN.uct
    );
    vec![table.into(), games.into(), Exhibit::Text(remark)]
}

/// The game in her picture beside ours.
pub(super) fn pictured_game(evidence: &Evidence) -> Exhibit {
    let published = |id: &str| papers::value("deathmatch", id).unwrap_or(f64::NAN);
    let (black, white) = (published("greedy.game.black"), published("greedy.game.white"));
    let caption = format!(
        "Margins of games in points. The source shows one game of Greedy, {black} to {white}, a margin of {}, and does \
         not name the opponent or the board; such a sum of points is too large for 10x10.",
        black - white
    );
    let mut table = Table::new(caption, ["games", "least", "mean", "largest"]);
    for first in ["greedy", "greedy-random"] {
        for second in ["random", "crawler", "naive"] {
            let margins = margins(evidence, first, second);
            let least = margins.iter().copied().reduce(f64::min);
            let most = margins.iter().copied().reduce(f64::max);
            table.row([versus(first, second), shown(least), shown(mean(margins)), shown(most)]);
        }
    }
    table.into()
}
