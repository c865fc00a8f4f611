use goban::{Color, Game, Move, Rules};
use player::Settings;
use roster::Roster;

use super::*;

/// Games of the same few moves in several corners, won by Black by two points.
fn games() -> Vec<TrainingGame> {
    let openings = ["G7 C3 G3 C7 H5", "C3 G7 C7 G3 B5", "G3 C7 C3 G7 H5"];
    let game = |text: &&str| {
        let mut game = Game::new(9, Rules::CHINESE, 7.5);
        text.split(' ').for_each(|name| game.play(Move::from_gtp(name, 9).unwrap()).unwrap());
        TrainingGame::new(&game).with_outcome(Some(Outcome::Score(Color::Black, 2.0)))
    };
    openings.iter().cycle().take(12).map(game).collect()
}

fn settings(spec: &str) -> (&'static Entry, Settings) {
    let spec: player::Spec = spec.parse().unwrap();
    let entry = teacher(spec.name()).unwrap();
    (entry, entry.settings(&spec).unwrap())
}

fn taught(spec: &str) -> (Taught, Vec<(f64, f64)>) {
    let (entry, settings) = settings(spec);
    let (games, stop, mut points) = (games(), Stop::new(), Vec::new());
    let mut report = |progress: Progress<'_>| points.extend(progress.point);
    let mut training = Training::on_games(&games, &Roster, &stop, &mut report);
    training.origin = entry.origin("test.sgf", &settings).unwrap();
    training.own_games = Some(4);
    let taught = (entry.build)(&settings).unwrap().teach(&mut training).unwrap();
    (taught, points)
}

/// Every teacher that learns from games or plays them itself, with settings for a short lesson.
const SHORT: [&str; 8] = [
    "book:size=9,least=2",
    "clusters:size=9,clusters=2,moves=3",
    "intuition:least=2",
    "library:self-play=random,size=5",
    "preference:window=square,radius=1,table=map",
    "superiority",
    "td:size=4,games=40,every=20,sample=1,representation=koten",
    "territory",
];

#[test]
fn every_model_is_played_by_the_player_that_its_teacher_names() {
    let folder = tempfile::tempdir().unwrap();
    for spec in SHORT {
        let (entry, _) = settings(spec);
        let (taught, _) = taught(spec);
        assert!(taught.complete && !taught.summary.is_empty(), "{spec}: {}", taught.summary);
        let path = folder.path().join(format!("{}.model", entry.name));
        std::fs::write(&path, taught.model.unwrap()).unwrap();
        let player = entry.plays(&path.to_string_lossy()).unwrap();
        assert!(Roster.make(&player).is_ok(), "{player}");
    }
}

#[test]
fn a_teacher_with_a_learning_curve_reports_its_points() {
    for spec in ["preference", "intuition:least=2", "td:size=4,games=40,every=20,sample=1,representation=koten"] {
        let (taught, points) = taught(spec);
        assert!(!points.is_empty() && taught.curves[0].1.points() == points, "{spec}");
        let entry = settings(spec).0;
        assert!(chart(entry.measure.unwrap(), &taught).svg().contains(taught.curves[0].0));
    }
}

#[test]
fn a_setting_means_the_same_to_the_teacher_and_to_the_player_of_its_model() {
    let player = Roster.entry("preference").unwrap();
    let shared =
        ["radius", "expand", "stones", "liberties", "ko", "corner", "table", "size", "forget", "fade", "batch"];
    for name in shared.into_iter().chain(["blame", "learn-pass"]) {
        let of = |params: &'static [player::Param]| params.iter().find(|param| param.name == name);
        assert!(
            of(preference::TEACHER.params).is_some() && of(preference::TEACHER.params) == of(player.params),
            "{name}"
        );
    }
}

#[test]
fn how_long_to_train_is_not_part_of_the_origin() {
    let origin = |spec: &str| {
        let (entry, settings) = settings(spec);
        entry.origin("games.sgf", &settings).unwrap()
    };
    assert_eq!(origin("preference:passes=3,radius=1"), "games.sgf preference:radius=1");
    assert_eq!(origin("genetic:seed=2,generations=90"), "games.sgf genetic:seed=2");
}

#[test]
fn settings_without_effect_are_refused() {
    let refusal = |text: &str| {
        let spec: player::Spec = text.parse().unwrap();
        let entry = teacher(spec.name()).unwrap();
        match entry.settings(&spec) {
            Ok(settings) => (entry.build)(&settings).err().unwrap().to_string(),
            Err(error) => error.to_string(),
        }
    };
    assert!(refusal("preference:seed=3").contains("no effect unless shuffle=true"));
    assert!(refusal("superiority:by=order,rounds=9").contains("no effect unless by=squares"));
    assert!(refusal("library:komi=7").contains("no effect without self-play or simulations"));
    assert!(refusal("td:games=10").contains("no strength would be sampled in 10 games"));
    assert!(refusal("td:hidden=many").contains("expected units of layers"));
    assert!(refusal("clusters:clusters=0").contains("expected a number such as 64"));
    assert!(refusal("network").contains("--from FILE"));
    let unknown = teacher("preferences").err().unwrap().to_string();
    assert_eq!(unknown, "there is no teacher called preferences: did you mean preference?");
}

#[test]
fn a_long_curve_keeps_every_second_point() {
    let curve: Curve = (1..=1000).map(|number| (f64::from(number), 0.0)).collect();
    assert!((200..=401).contains(&curve.points().len()));
    assert_eq!(curve.points()[0].0, 1.0);
}
