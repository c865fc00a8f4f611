//! Networks trained by self-play: the learning rule, and runs that are interrupted and resumed.

use std::fs;
use std::path::Path;
use std::sync::Arc;

use goban::Game;
use learn::td::experiment::{Experiment, ExperimentError, read};
use learn::td::judge::{Source, judge, openings, problems};
use learn::td::run::Plan;
use learn::td::sample::{Opponent, PAPER, mean, sample};
use learn::td::{Affected, Episode, Evolution, Learner, LearningRule, Selection, best};
use models::td::{Network, Representation, sigmoid};
use player::{Maker, Rng, Spec, Stop};
use roster::Roster;

/// A koten network for 2x2 with one hidden unit: weights of A2, B2, A1, B1 and of the output.
fn tiny(weights: [f32; 5]) -> Network {
    let mut network = Network::random(Representation::Koten, 2, &[1], || 0.5);
    let mut weights = weights.into_iter();
    network.each_weight_mut(|weight| *weight = weights.next().unwrap());
    network
}

fn weights(network: &Network) -> Vec<f32> {
    let mut weights = Vec::new();
    network.clone().each_weight_mut(|weight| weights.push(*weight));
    weights
}

const BEGINNING: [f32; 5] = [1.0, 0.5, -1.5, -1.0, 1.0];

/// Black plays A2, White B2, Black passes, White passes; neither has a point of territory.
///
/// | move | what the network says, in the view of who moves | learning |
/// |---|---|---|
/// | A2 | s(1) = 0.731 is the greatest | |
/// | B2 | s(-1 + 0.5) = 0.378 is the greatest | |
/// | pass | s(1 - 0.5) = 0.622, more than taking B2, s(1 - 1) = 0.5 | A2 had the value 0.7311, now it has 0.6225 |
/// | pass | 0.365, by the weights that have changed | B2 had the same value, since the board was the same |
/// | end | a draw | White's 0.3650 goes towards 0.5, then Black's 0.6041 |
///
/// With a rate of 0.5, and d = 0.5 times the difference: the output's weight gains d s, and the weight of a stone d v s
/// (1 - s) times 1 or -1, where s is what the hidden unit says and v the output's weight before.
#[test]
fn one_episode_worked_by_hand() {
    let mut pupil =
        Learner::new(tiny(BEGINNING), LearningRule { selection: Selection::Creative(0.0), ..LearningRule::default() });
    let episode = pupil.play(0.5, &mut Rng::new(1));
    assert_eq!(episode, Episode { moves: 4, margin: 0 });
    let expected = [0.961_867_3, 0.527_456_7, -1.5, -1.0, 0.954_064_7];
    let found = weights(pupil.network());
    assert!(found.iter().zip(expected).all(|(found, expected)| (found - expected).abs() < 1e-5), "{found:?}");
}

/// The same rule written down once more, in double precision, for the positions of that game: all stones in Black's
/// view.
fn oracle(rule: &LearningRule, rate: f64) -> Vec<f64> {
    const POSITIONS: [[f64; 4]; 5] =
        [[0.0; 4], [1.0, 0.0, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0], [1.0, -1.0, 0.0, 0.0]];
    // The images of the points A2, B2, A1, B1: mirrored along, mirrored across, and swapped.
    let images: Vec<[usize; 4]> = if rule.symmetry {
        let mirrors = [[0, 1, 2, 3], [1, 0, 3, 2], [2, 3, 0, 1], [3, 2, 1, 0]];
        let swapped = mirrors.map(|image| image.map(|place| [0, 2, 1, 3][place]));
        mirrors.into_iter().chain(swapped).collect()
    } else {
        vec![[0, 1, 2, 3]]
    };
    let mut weights: Vec<f64> = BEGINNING.map(f64::from).to_vec();
    let sees = |position: usize, sign: f64, image: &[usize; 4]| {
        let mut seen = [0.0; 4];
        (0..4).for_each(|point| seen[image[point]] = sign * POSITIONS[position][point]);
        seen
    };
    let said = |weights: &[f64], seen: &[f64; 4]| {
        let sum: f64 = (0..4).map(|point| weights[point] * seen[point]).sum();
        1.0 / (1.0 + (-sum).exp())
    };
    let slopes = |weights: &[f64], seen: &[f64; 4]| {
        let unit = said(weights, seen);
        let mut slopes: Vec<f64> = seen.iter().map(|input| weights[4] * unit * (1.0 - unit) * input).collect();
        slopes.push(unit);
        slopes
    };
    let mut traces = vec![[vec![0.0; 5], vec![0.0; 5]]; images.len()];
    let mut learn = |weights: &mut Vec<f64>, before: usize, side: usize, target: Option<f64>, after: usize| {
        let sign = [1.0, -1.0][side];
        let plain = sees(after, sign, &[0, 1, 2, 3]);
        let goal = target.unwrap_or(weights[4] * said(weights, &plain));
        for (image, traces) in images.iter().zip(&mut traces) {
            let seen = sees(before, sign, image);
            let step = rate / images.len() as f64 * (goal - weights[4] * said(weights, &seen));
            let slope = slopes(weights, &seen);
            let later = slopes(weights, &sees(after, sign, image));
            let trace = &mut traces[side];
            (0..5).for_each(|place| trace[place] = f64::from(rule.lambda) * trace[place] + slope[place]);
            let residual = if target.is_none() { f64::from(rule.residual) } else { 0.0 };
            (0..5).for_each(|place| weights[place] += step * (trace[place] - residual * later[place]));
        }
    };
    for number in 1..=4 {
        let side = (number - 1) % 2;
        match rule.plies {
            1 => learn(&mut weights, number - 1, side, None, number),
            _ if number > 2 => learn(&mut weights, number - 2, side, None, number),
            _ => {}
        }
    }
    learn(&mut weights, 4, 1, Some(0.5), 4);
    if rule.rewards == 2 {
        learn(&mut weights, 4, 0, Some(0.5), 4);
    }
    weights
}

#[test]
fn every_option_learns_as_its_formula_says() {
    let paper = LearningRule { selection: Selection::Creative(0.0), ..LearningRule::default() };
    let manners = [
        paper,
        LearningRule { plies: 1, ..paper },
        LearningRule { rewards: 1, ..paper },
        LearningRule { lambda: 0.7, ..paper },
        LearningRule { residual: 0.4, ..paper },
        LearningRule { symmetry: true, ..paper },
        LearningRule { symmetry: true, lambda: 0.5, residual: 0.2, ..paper },
    ];
    let mut different = Vec::new();
    for rule in manners {
        let mut pupil = Learner::new(tiny(BEGINNING), rule);
        assert_eq!(pupil.play(0.1, &mut Rng::new(1)), Episode { moves: 4, margin: 0 }, "{rule}");
        let (found, expected) = (weights(pupil.network()), oracle(&rule, 0.1));
        let close = found.iter().zip(&expected).all(|(&found, expected)| (f64::from(found) - expected).abs() < 1e-5);
        assert!(close, "{rule}: {found:?} and {expected:?}");
        assert!(!different.contains(&found), "{rule} learns like another");
        different.push(found);
    }
}

#[test]
fn nothing_is_learnt_from_random_moves() {
    let mut rng = Rng::new(5);
    let network = Network::random(Representation::Roban, 5, &[20, 20], || rng.unit());
    let always = LearningRule { selection: Selection::Epsilon(1.0), ..LearningRule::default() };
    let mut pupil = Learner::new(network.clone(), always);
    for _ in 0..20 {
        assert!(pupil.play(0.01, &mut rng).moves <= 100);
    }
    assert_eq!(*pupil.network(), network);
    let mut pupil =
        Learner::new(network.clone(), LearningRule { selection: Selection::Epsilon(0.05), ..LearningRule::default() });
    pupil.play(0.01, &mut rng);
    assert_ne!(*pupil.network(), network);
}

#[test]
fn random_replies_change_what_is_learnt() {
    let learnt = |affected: Affected| {
        let mut rng = Rng::new(5);
        let network = Network::random(Representation::KATATSUGI, 5, &[25], || rng.unit());
        let rule = LearningRule { selection: Selection::Epsilon(0.3), affected, ..LearningRule::default() };
        let mut pupil = Learner::new(network, rule);
        for _ in 0..5 {
            pupil.play(0.01, &mut rng);
        }
        weights(pupil.network())
    };
    assert_ne!(learnt(Affected::Own), learnt(Affected::Any));
}

/// Eight thousand games are less than a hundredth of what the paper gives a run.
#[test]
fn a_network_that_has_played_some_games_beats_one_that_has_not() {
    let mut rng = Rng::new(3);
    let random = Network::random(Representation::KATATSUGI, 5, &[25], || rng.unit());
    let mut pupil = Learner::new(random.clone(), LearningRule::default());
    for _ in 0..8000 {
        pupil.play(0.01, &mut rng);
    }
    let strength = |network: &Network| {
        let mut opponents = [Opponent::make(&PAPER[2].parse().unwrap(), &Roster).unwrap()];
        mean(&sample(&Arc::new(network.clone()), &mut opponents, 100, 7, &Stop::new()).unwrap())
    };
    let (before, after) = (strength(&random), strength(pupil.network()));
    assert!(after > 0.7 && after > before + 0.1, "{before} before, {after} after");
}

#[test]
fn the_papers_opponents_are_in_the_roster() {
    for text in PAPER {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(Roster.canonical(&spec).unwrap(), spec, "in its shortest form");
    }
}

fn plan() -> Plan {
    Plan {
        size: 4,
        representation: Representation::Koten,
        hidden: vec![16],
        rule: LearningRule::default(),
        evolution: None,
        from: None,
        every: 40,
        sample: 4,
        against: vec!["naive".to_string(), "random".to_string()],
        seed: 7,
    }
}

/// Makes runs in a folder until this many blocks are done, and returns whether all runs are complete.
fn perform(plan: &Plan, folder: &Path, threads: usize, blocks: usize) -> Result<bool, ExperimentError> {
    let experiment = Experiment { plan: plan.clone(), runs: 3, games: 120, from: None, folder, threads };
    let stop = Stop::new();
    let runs = experiment.perform(&Roster, &stop, &|progress| {
        let done = progress.runs.iter().map(|run| run.samples.len()).sum::<usize>();
        if progress.sampled && done >= blocks {
            stop.stop();
        }
    })?;
    Ok(runs.iter().all(|run| run.games() == 120))
}

/// All files of a folder, by name.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<(String, Vec<u8>)> = entries
        .map(|path| (path.file_name().unwrap().to_string_lossy().into_owned(), fs::read(&path).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn runs_are_the_same_to_the_bit_on_any_number_of_threads_and_after_a_break() {
    let [one, three, broken] = [(); 3].map(|()| tempfile::tempdir().unwrap());
    assert!(perform(&plan(), one.path(), 1, usize::MAX).unwrap());
    assert!(perform(&plan(), three.path(), 3, usize::MAX).unwrap());
    assert!(!perform(&plan(), broken.path(), 2, 2).unwrap());
    // As if it had been killed in the middle of writing a network.
    fs::write(broken.path().join("run-02.model.new"), b"half").unwrap();
    assert!(perform(&plan(), broken.path(), 1, usize::MAX).unwrap());
    fs::remove_file(broken.path().join("run-02.model.new")).unwrap_or(());
    let whole = files(one.path());
    assert_eq!(whole.len(), 12, "four files a run");
    assert!(whole == files(three.path()) && whole == files(broken.path()));
    let table = String::from_utf8(whole.iter().find(|(name, _)| name == "run-01.csv").unwrap().1.clone()).unwrap();
    assert_eq!(table.lines().count(), 4, "{table}");
    assert!(table.starts_with("games,strength,\"naive\",\"naive draws\",\"random\""), "{table}");
}

#[test]
fn a_folder_of_another_experiment_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    perform(&plan(), folder.path(), 1, usize::MAX).unwrap();
    let other = Plan { rule: LearningRule { rate: 0.02, ..LearningRule::default() }, ..plan() };
    let complaint = perform(&other, folder.path(), 1, usize::MAX).unwrap_err().to_string();
    assert!(complaint.contains("run-01.td exists and was made differently (koten "), "{complaint}");
    assert!(complaint.contains(" on 4x4, creative, ") && complaint.contains(" every 40 games, seed "), "{complaint}");
    let path = folder.path().join("run-01.td");
    let mut bytes = fs::read(&path).unwrap();
    bytes.truncate(100);
    fs::write(&path, bytes).unwrap();
    assert!(perform(&plan(), folder.path(), 1, usize::MAX).unwrap_err().to_string().contains("cut short"));
    assert!(read(Path::new("nowhere")).is_err());
}

#[test]
fn the_best_network_is_measured_again_before_it_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    perform(&plan(), folder.path(), 1, usize::MAX).unwrap();
    let mut seen = 0;
    let (all, opponents) =
        best::best(&[folder.path().to_path_buf()], 2, 10, &Roster, &Stop::new(), &mut |_| seen += 1).unwrap();
    assert_eq!((all.len(), seen, opponents.len()), (2, 2, 2));
    assert!(mean(&all[0].decided) >= mean(&all[1].decided) && all[1].confirmed.is_empty());
    assert!(all[0].confirmed.iter().all(|tally| tally.games == 10));
}

#[test]
fn a_population_keeps_its_better_half_and_changes_copies_of_it() {
    for rival in [None, Some("naive".to_string())] {
        let folder = tempfile::tempdir().unwrap();
        let evolution = Some(Evolution { population: 4, rival, games: 4, mutation: 0.1 });
        assert!(perform(&Plan { evolution, ..plan() }, folder.path(), 2, usize::MAX).unwrap());
        let runs = read(folder.path()).unwrap();
        assert!(runs.iter().all(|run| run.samples.len() == 3));
        let again = tempfile::tempdir().unwrap();
        perform(&runs[0].plan, again.path(), 1, usize::MAX).unwrap();
        assert!(files(folder.path()) == files(again.path()), "by the seed");
    }
}

#[test]
fn an_opponent_that_cannot_be_had_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let unknown = Plan { against: vec!["nobody".to_string()], ..plan() };
    let complaint = perform(&unknown, folder.path(), 2, usize::MAX).unwrap_err().to_string();
    assert!(complaint.starts_with("the opponent nobody cannot play"), "{complaint}");
}

#[test]
fn problems_are_proved_and_a_network_is_held_against_them() {
    let source = Source { number: 8, empties: 7, ..Source::default() };
    let found = problems(&source, &Stop::new(), &mut |_| {});
    assert_eq!(found.len(), 8);
    for problem in &found {
        let legal = problem.game.legal_points().count();
        assert_eq!(problem.values.len(), legal + 1, "every move and the pass");
        assert!(problem.values.iter().any(|&(_, value)| value == problem.best));
        assert!(problem.values.iter().all(|&(_, value)| value.abs() <= 25.0 && value <= problem.best));
        assert!(problem.game.board().empties().len() <= 7);
    }
    let again = problems(&source, &Stop::new(), &mut |_| {});
    let positions =
        |problems: &[learn::td::judge::SolvedPosition]| problems.iter().map(|p| p.game.hash()).collect::<Vec<_>>();
    assert_eq!(positions(&found), positions(&again), "by the seed");
    let judgement = judge(Network::embedded("koten-creative").unwrap(), &found, 1);
    assert_eq!(judgement.problems, 8);
    assert!(judgement.kept_points <= judgement.kept_result && judgement.kept_result <= 8);
}

#[test]
fn openings_are_told_apart() {
    // One unit that hears nothing but a stone on one point of 5x5.
    let likes = |liked: usize| {
        let mut network = Network::random(Representation::Koten, 5, &[1], || 0.5);
        let mut place = 0;
        network.each_weight_mut(|weight| {
            *weight = if place == liked || place == 25 { 1.0 } else { 0.0 };
            place += 1;
        });
        openings(&Arc::new(network), 0.0, 10, 1)
    };
    assert_eq!(likes(12).centre, 10);
    assert_eq!(likes(7).beside, 10);
    assert_eq!(likes(0).elsewhere, 10);
}

/// The slow way and the quick one agree on the value of a move, through the player too.
#[test]
fn a_value_is_what_the_hidden_units_say() {
    let network = tiny(BEGINNING);
    let mut stones = Vec::new();
    Network::stones(Game::new(2, goban::Rules::JAPANESE, 0.0).board(), goban::Color::Black, &mut stones);
    stones[0] = 1.0;
    assert_eq!(network.value(&stones), sigmoid(1.0));
}
