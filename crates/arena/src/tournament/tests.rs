//! What a tournament file says is what is played.

use std::path::Path;

use goban::{Color, Outcome};
use player::{Entry, Made, Maker, Spec};

use super::*;
use crate::Finish;

/// Players that never play.
struct Dummies;

const fn dummy(name: &'static str) -> Entry {
    Entry { name, summary: "never plays", params: &[], build: |_, _| unreachable!("no game is played here") }
}

impl Maker for Dummies {
    fn entries(&self) -> &[Entry] {
        const { &[dummy("ada"), dummy("bob"), dummy("cleo"), dummy("dan"), dummy("eve")] }
    }

    fn make(&self, spec: &Spec) -> Made {
        player::make(self, spec)
    }
}

fn read_named(name: &str, text: &str) -> Result<Tournament, TournamentError> {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    std::fs::write(&path, text).unwrap();
    Tournament::read(&path, &Dummies)
}

fn read(text: &str) -> Tournament {
    read_named("cup.toml", text).unwrap()
}

fn complaint(text: &str) -> String {
    let sentence = read_named("cup.toml", text).unwrap_err().to_string();
    sentence.rsplit_once("cup.toml").map_or(sentence.clone(), |(_, rest)| rest.to_string())
}

fn event(players: &str, rest: &str) -> Event {
    let names: Vec<String> = players.split_whitespace().map(|name| format!("'{name}'")).collect();
    read(&format!("players = [{}]\n[[event]]\n{rest}", names.join(", "))).events.remove(0)
}

/// Who meets whom, in the order of play, without colours.
fn meetings(fixtures: &[Fixture]) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for fixture in fixtures {
        let mut names = fixture.players.clone().map(|spec| spec.to_string());
        names.sort();
        let meeting = names.join(" v ");
        if all.last() != Some(&meeting) {
            all.push(meeting);
        }
    }
    all
}

/// The result of a game that this player wins.
fn won(fixture: &Fixture, winner: &str) -> ResultRow {
    let color = Color::BOTH.into_iter().find(|&color| fixture.player(color).name() == winner).unwrap();
    ResultRow {
        key: fixture.key.clone(),
        contest: fixture.contest.to_string(),
        round: fixture.round,
        number: fixture.number,
        players: Color::BOTH.map(|color| fixture.player(color).to_string()),
        first: fixture.first,
        outcome: Outcome::Resignation(color),
        finish: Finish::Resignation,
        moves: 50,
        line: fixture.seed,
        ended: 0,
    }
}

/// The result of a game that the first player in the alphabet wins.
fn by_alphabet(fixture: &Fixture) -> ResultRow {
    won(fixture, fixture.players.iter().map(|spec| spec.name()).min().unwrap())
}

#[test]
fn everybody_meets_everybody() {
    let event = event("ada bob cleo", "games = 4");
    let due = event.due(&[]);
    assert_eq!(meetings(&due), ["ada v bob", "ada v cleo", "bob v cleo"]);
    assert_eq!((due.len() as u64, event.games_in_all()), (12, 12));
    let blacks = due.iter().filter(|fixture| fixture.player(Color::Black).name() == "ada").count();
    assert_eq!(blacks, 4, "half of her games");
}

#[test]
fn many_games_are_played_in_laps() {
    let due = event("ada bob cleo", "games = 25").due(&[]);
    assert_eq!(meetings(&due).len(), 9);
    assert_eq!(due.len(), 75);
}

#[test]
fn a_hero_meets_all_others() {
    assert_eq!(meetings(&event("bob ada cleo", "format = 'gauntlet'").due(&[])), ["ada v bob", "bob v cleo"]);
    let event = event("ada bob cleo dan", "format = 'gauntlet'\nheroes = ['bob', 'dan']");
    assert_eq!(meetings(&event.due(&[])), ["ada v bob", "ada v dan", "bob v cleo", "cleo v dan"]);
}

#[test]
fn only_what_is_missing_is_due() {
    let event = event("ada bob", "games = 4");
    let due = event.due(&[]);
    let results: Vec<ResultRow> = [&due[2], &due[0]].map(by_alphabet).into();
    let numbers: Vec<u64> = event.due(&results).iter().map(|fixture| fixture.number).collect();
    assert_eq!(numbers, [1, 3]);
}

#[test]
fn a_later_player_changes_nothing_for_the_others() {
    let keys = |players: &str, rest: &str| -> Vec<String> {
        event(players, rest).due(&[]).into_iter().map(|fixture| format!("{} {}", fixture.key, fixture.first)).collect()
    };
    let few = keys("ada bob cleo", "games = 2");
    let many = keys("dan cleo bob eve ada", "games = 6");
    assert!(few.iter().all(|key| many.contains(key)));
    assert!(keys("ada bob cleo", "games = 2\nsize = 13").iter().all(|key| !many.contains(key)));
}

#[test]
fn a_swiss_tournament_goes_round_by_round() {
    let event = event("ada bob cleo dan", "format = 'swiss'\nrounds = 2\ngames = 2");
    assert_eq!(event.games_in_all(), 8);
    let mut results = Vec::new();
    let first = event.due(&results);
    assert_eq!(meetings(&first), ["ada v bob", "cleo v dan"]);
    results.extend(first[..3].iter().map(by_alphabet));
    assert_eq!(event.due(&results).iter().map(|fixture| &fixture.key).collect::<Vec<_>>(), [&first[3].key]);
    results.push(by_alphabet(&first[3]));
    let second = event.due(&results);
    assert_eq!(meetings(&second), ["ada v cleo", "bob v dan"], "winners meet winners");
    results.extend(second.iter().map(by_alphabet));
    assert_eq!(event.due(&results).len(), 0);
    let order: Vec<String> = standings(&results).into_iter().map(|standing| standing.player).collect();
    assert_eq!(order, ["ada", "bob", "cleo", "dan"]);
}

#[test]
fn best_of_three_is_over_when_it_is_decided() {
    let event = Event { format: Format::BestOf, ..event("ada bob", "games = 3") };
    let first = event.due(&[]);
    assert_eq!((first.len(), event.games_in_all()), (2, 3), "the third game may not be needed");
    let straight: Vec<ResultRow> = first.iter().map(|fixture| won(fixture, "bob")).collect();
    assert!(event.due(&straight).is_empty() && event.is_over(&straight));
    let split = vec![won(&first[0], "bob"), won(&first[1], "ada")];
    assert!(!event.is_over(&split));
    let third = event.due(&split);
    assert_eq!(third.iter().map(|fixture| fixture.number).collect::<Vec<_>>(), [2]);
    let draw = ResultRow { outcome: Outcome::Draw, ..won(&third[0], "ada") };
    let all = [split, vec![draw]].concat();
    assert!(event.due(&all).is_empty() && event.is_over(&all), "there is no winner, and no game is left");
}

#[test]
fn the_weaker_player_is_given_what_the_table_says() {
    let text = "
        players = ['ada', 'bob', 'cleo']
        [ranks]
        ada = '1d'
        bob = '2k'
        cleo = '9k'
        [[event]]
        size = 19
        [[event.handicaps]]
        ranks-apart = 1
        komi = 0.5
        [[event.handicaps]]
        ranks-apart = 4
        stones = 4
        komi = -0.5";
    for fixture in read(text).events[0].due(&[]) {
        let [black, white] = Color::BOTH.map(|color| fixture.player(color).name());
        assert!(black > white, "the weaker is Black: {black} v {white}");
        let expected = if black == "bob" { (0, 0.5) } else { (4, -0.5) };
        assert_eq!((fixture.conditions.handicap, fixture.conditions.komi), expected, "{black} v {white}");
    }
}

#[test]
fn what_the_file_says_are_the_conditions() {
    let text = "
        name = 'Cup'
        seed = 7
        ledger = 'cups.db'
        concurrency = 3
        players = ['ada', 'bob']
        [[event]]
        name = 'blitz'
        size = 13
        rules = 'japanese'
        komi = 5.5
        budget = '800'
        clock = '1m+3x5s'
        move-limit = 300
        adjudicate = '0.95'
        openings = 'balanced'
        opening-moves = 6";
    let tournament = read(text);
    assert_eq!((tournament.name.as_str(), tournament.concurrency), ("Cup", Some(3)));
    assert_eq!(tournament.ledger.file_name().unwrap(), "cups.db");
    let contest = tournament.events[0].contest();
    assert_eq!(contest.name, "Cup, blitz");
    assert_eq!(
        contest.terms,
        "round robin; 13x13, japanese rules, komi 5.5, budget 800, clock 1m+3x5s, adjudicated 0.95, at most 300 moves; \
         openings balanced 6; seed 7"
    );
    let plain = read("players = ['ada', 'bob']\n[[event]]");
    assert_eq!((plain.name.as_str(), plain.ledger.file_name().unwrap()), ("cup", "cup.db".as_ref()));
}

#[test]
fn each_mistake_has_its_sentence() {
    let players = "players = ['ada', 'bob']";
    for (text, sentence) in [
        ("players = ['ada', 'bbo']\n[[event]]", "the player 'bbo' cannot take part: there is no player called bbo"),
        ("players = ['ada', 'ada']\n[[event]]", "the player ada is named twice"),
        (players, "the tournament has no event"),
        (&format!("{players}\n[[event]]\nseize = 9"), ", line 3: unknown field `seize`"),
        ("[[event]]", ": missing field `players`"),
        (&format!("{players}\n[[event]]\nsize = 'big'"), ", line 3: invalid type"),
        (&format!("{players}\n[[event]]\nsize = 99"), "the event 'event 1': the board size 99 cannot be played"),
        (&format!("{players}\n[[event]]\nformat = 'knockout'"), "expected round-robin, gauntlet or swiss"),
        (&format!("{players}\n[[event]]\nformat = 'swiss'"), "needs its number of rounds"),
        (&format!("{players}\n[[event]]\nplayers = ['ada']"), "it needs at least two players"),
        (&format!("{players}\n[[event]]\nformat = 'gauntlet'\nheroes = ['eve']"), "eve takes no part in it"),
        (&format!("{players}\n[[event]]\nformat = 'gauntlet'\nheroes = []"), "a gauntlet needs a hero"),
        (
            &format!("{players}\n[[event]]\nheroes = ['ada']"),
            "'heroes' is for gauntlet events, and this one is round-robin",
        ),
        (&format!("{players}\n[[event]]\nrounds = 3"), "'rounds' is for swiss events"),
        (&format!("{players}\n[ranks]\neve = '1d'\n[[event]]"), "eve has a rank, but is not one of the players"),
        (&format!("{players}\n[[event]]\nclock = '0s'"), "'0s' is not a clock"),
        (&format!("{players}\n[[event]]\nbudget = '0'"), "'0' is not a budget"),
        (&format!("{players}\n[[event]]\nadjudicate = 'nan'"), "such as 0.98"),
        (&format!("{players}\n[[event]]\ngames = 0"), ", line 3: invalid value: integer `0`, expected a nonzero u64"),
        (&format!("{players}\n[[event]]\ngames = -3"), ", line 3: invalid value: integer `-3`"),
        (&format!("{players}\n[[event]]\ngames = 2.5"), ", line 3: invalid type: floating point `2.5`"),
        (&format!("{players}\n[[event]]\nformat = 'swiss'\nrounds = 0"), ", line 4: invalid value: integer `0`"),
        (&format!("{players}\n[[event]]\nmove-limit = 0"), ", line 3: invalid value: integer `0`"),
        (&format!("{players}\n[[event]]\nopenings = 'balanced'\nopening-moves = 0"), ", line 4: invalid value"),
        (&format!("{players}\n[[event]]\nopening-moves = 4"), "needs openings"),
        (&format!("{players}\nconcurrency = 0\n[[event]]"), ", line 2: invalid value: integer `0`"),
        (&format!("{players}\nseed = -1\n[[event]]"), ", line 2: invalid value: integer `-1`"),
        (&format!("{players}\n[[event]]\nsize = 0"), "the board size 0 cannot be played"),
        (&format!("{players}\n[[event]]\nkomi = nan"), "the komi NaN cannot be played"),
        (&format!("{players}\n[[event]]\nkomi = -inf"), "the komi -inf cannot be played"),
        (&format!("{players}\n[[event]]\nkomi = 1001"), "the komi 1001 cannot be played"),
        (
            &format!(
                "{players}\n[ranks]\nada = '1d'\nbob = '1k'\n[[event]]\n[[event.handicaps]]\nranks-apart = 1\n\
                 komi = inf"
            ),
            "the komi inf cannot be played",
        ),
        (
            &format!(
                "{players}\n[ranks]\nada = '1d'\nbob = '1k'\n[[event]]\n[[event.handicaps]]\nranks-apart = 0\nkomi = 1"
            ),
            "line 7: invalid value: integer `0`",
        ),
        (&format!("{players}\n[[event]]\nclock = 'soon'"), "'soon' is not a clock"),
        (&format!("{players}\n[[event]]\nrules = 'house'"), "'house' is not a rule set"),
        (&format!("{players}\n[[event]]\nopenings = 'gone.sgf'"), "the openings cannot be read"),
        (&format!("{players}\n[ranks]\nada = 'good'\n[[event]]"), "'good' is not a rank"),
        (&format!("{players}\n[[event]]\nname = 'x'\n[[event]]\nname = 'x'"), "two events are called 'x'"),
        (&format!("{players}\n[[event]]\n[[event.handicaps]]\nranks-apart = 1\nkomi = 0.5"), "ada has no rank"),
    ] {
        let complaint = complaint(text);
        assert!(complaint.contains(sentence), "{text}\n{complaint}");
    }
    let missing = Tournament::read(Path::new("gone.toml"), &Dummies).unwrap_err();
    assert!(missing.to_string().starts_with("gone.toml cannot be read: "), "{missing}");
}
