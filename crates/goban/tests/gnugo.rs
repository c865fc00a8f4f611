//! A second opinion: GNU Go, over GTP, on legality under simple ko and on the score of settled positions.
//!
//! Everything that GNU Go is asked is worked out beforehand and sent as one script, so that it answers as fast as it
//! can. GNU Go is Debian's package `gnugo`. Without it these tests say so and prove nothing, except in continuous
//! integration (where `CI` is set), where they fail.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use goban::{Board, Move, Point, PointSet, life, score};
use rand_core::{RngCore, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

#[test]
fn gnu_go_finds_the_same_points_legal() {
    let Some(gnu_go) = find_gnu_go() else { return };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(38);
    let mut script = Script::default();
    for (size, games, every) in [(5, 24, 1), (7, 8, 1), (9, 4, 2), (13, 2, 4), (19, 2, 10)] {
        (0..games).for_each(|_| ask_legality(&mut script, size, every, &mut rng));
    }
    assert!(script.kos > 20, "only {} positions with a ko", script.kos);
    script.check(&gnu_go);
}

/// A random game, eyes filled or not, in which every point is asked about at every so-many-th move and at each ko.
fn ask_legality(script: &mut Script, size: usize, every: usize, rng: &mut Xoshiro256PlusPlus) {
    let mut board = Board::new(size);
    script.begin(size);
    for number in 0..2 * size * size {
        script.kos += usize::from(board.ko().is_some());
        if number % every == 0 || board.ko().is_some() {
            for point in board.points() {
                let command = format!("is_legal {} {}", board.to_play(), point.to_gtp(size));
                script.ask(&command, if board.is_legal(point) { "1" } else { "0" }, &board);
            }
        }
        let legal: Vec<Point> = board.points().filter(|&point| board.is_legal(point)).collect();
        let passes = legal.is_empty() || rng.next_u32().is_multiple_of(50);
        let mv = if passes { Move::Pass } else { Move::Play(legal[rng.next_u32() as usize % legal.len()]) };
        script.play(&mut board, mv);
    }
}

#[test]
fn gnu_go_counts_settled_positions_the_same() {
    let Some(gnu_go) = find_gnu_go() else { return };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(200);
    let mut script = Script::default();
    let mut positions = 0;
    while positions < 210 {
        let size = [5, 7, 9, 13, 19][positions % 5];
        let moves = random_game(size, &mut rng);
        let mut board = Board::new(size);
        moves.iter().for_each(|&mv| board.play(mv).unwrap());
        let owner = life::settled(&board);
        if board.points().any(|point| owner[point].is_none()) {
            continue;
        }
        positions += 1;
        let is_dead = |&point: &Point| board.cell(point).color().is_some_and(|color| owner[point] != Some(color));
        let dead: PointSet = board.points().filter(is_dead).collect();
        let count = score::area(&board, &dead);
        assert_eq!(count.points.iter().sum::<i32>() as usize, size * size, "a settled board has no neutral points");

        let mut again = Board::new(size);
        script.begin(size);
        moves.iter().for_each(|&mv| script.play(&mut again, mv));
        let expected = match count.margin() {
            0 => "0".to_string(),
            black @ 1.. => format!("B+{black}.0"),
            white => format!("W+{}.0", -white),
        };
        script.ask("final_score", &expected, &board);
    }
    script.check(&gnu_go);
}

/// A random game without filled eyes, until both pass.
fn random_game(size: usize, rng: &mut Xoshiro256PlusPlus) -> Vec<Move> {
    let mut board = Board::new(size);
    let mut moves = Vec::new();
    while !moves.ends_with(&[Move::Pass, Move::Pass]) && moves.len() < 4 * size * size {
        let mv = board.random_point(|below| rng.next_u32() % below).map_or(Move::Pass, Move::Play);
        board.play(mv).unwrap();
        moves.push(mv);
    }
    moves
}

/// GTP commands, and what is expected of each.
#[derive(Default)]
struct Script {
    commands: String,
    expected: Vec<(String, String, Option<Board>)>,
    kos: usize,
}

impl Script {
    fn send(&mut self, command: &str, answer: &str, board: Option<&Board>) {
        writeln!(self.commands, "{command}").unwrap();
        self.expected.push((command.to_string(), answer.to_string(), board.copied()));
    }

    fn begin(&mut self, size: usize) {
        self.send(&format!("boardsize {size}"), "", None);
        self.send("clear_board", "", None);
        self.send("komi 0", "", None);
    }

    fn play(&mut self, board: &mut Board, mv: Move) {
        let command = format!("play {} {}", board.to_play(), mv.to_gtp(board.size()));
        self.send(&command, "", None);
        board.play(mv).unwrap();
    }

    fn ask(&mut self, command: &str, answer: &str, board: &Board) {
        self.send(command, answer, Some(board));
    }

    /// Runs GNU Go on the script and compares every answer.
    fn check(mut self, gnu_go: &Path) {
        self.send("quit", "", None);
        let mut child = Command::new(gnu_go)
            .args(["--mode", "gtp", "--chinese-rules", "--level", "1", "--never-resign"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("GNU Go starts");
        let mut input = child.stdin.take().expect("its input is a pipe");
        let writer = std::thread::spawn(move || input.write_all(self.commands.as_bytes()));
        let output = child.wait_with_output().expect("GNU Go answers to the end");
        writer.join().expect("the script is written").expect("GNU Go takes the whole script");

        let text = String::from_utf8_lossy(&output.stdout).replace('\r', "");
        let answers: Vec<&str> = text.split("\n\n").map(str::trim).filter(|answer| !answer.is_empty()).collect();
        assert_eq!(answers.len(), self.expected.len());
        for (found, (command, answer, board)) in answers.iter().zip(&self.expected) {
            let found = found.strip_prefix('=').unwrap_or_else(|| panic!("{command}: {found}"));
            assert_eq!(found.trim(), answer, "{command} in {board:?}");
        }
    }
}

fn find_gnu_go() -> Option<PathBuf> {
    let mut folders: Vec<PathBuf> = std::env::var_os("PATH").iter().flat_map(std::env::split_paths).collect();
    folders.push(PathBuf::from("/usr/games"));
    let found = folders.into_iter().map(|folder| folder.join("gnugo")).find(|file| file.is_file());
    if found.is_none() {
        assert!(std::env::var_os("CI").is_none(), "GNU Go is missing: install the package gnugo");
        eprintln!("GNU Go is missing, so nothing was compared: install the package gnugo");
    }
    found
}
