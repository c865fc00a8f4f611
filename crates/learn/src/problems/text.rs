//! Problems as text files: a header of `key: value` lines, then a diagram. `problems/README.md` describes the format.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use goban::diagram::Diagram;
use goban::{Game, Move, Rules};

use super::{Problem, ProblemError};

/// The files that come with the program.
const EMBEDDED: [&str; 13] = [
    include_str!("../../../../problems/ladder.txt"),
    include_str!("../../../../problems/net.txt"),
    include_str!("../../../../problems/snapback.txt"),
    include_str!("../../../../problems/eyes.txt"),
    include_str!("../../../../problems/nakade.txt"),
    include_str!("../../../../problems/life.txt"),
    include_str!("../../../../problems/ko.txt"),
    include_str!("../../../../problems/seki.txt"),
    include_str!("../../../../problems/semeai.txt"),
    include_str!("../../../../problems/race.txt"),
    include_str!("../../../../problems/cut.txt"),
    include_str!("../../../../problems/endgame.txt"),
    include_str!("../../../../problems/choice.txt"),
];

/// The problems that come with the program.
pub fn embedded() -> Vec<Problem> {
    // A test reads them all.
    EMBEDDED.iter().filter_map(|text| parse(text).ok()).flatten().collect()
}

/// Reads the problems of files and of folders of `.txt` files.
///
/// # Errors
/// If a file cannot be read or a problem in it is wrong.
pub fn load<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<Vec<Problem>, ProblemError> {
    let mut problems = Vec::new();
    for path in paths {
        let path = path.as_ref();
        let unreadable = |path: &Path, source| ProblemError::Unreadable { path: path.to_path_buf(), source };
        for path in files(path).map_err(|error| unreadable(path, error))? {
            let text = fs::read_to_string(&path).map_err(|error| unreadable(&path, error))?;
            let read = parse(&text).map_err(|error| ProblemError::InFile { path, source: Box::new(error) })?;
            problems.extend(read);
        }
    }
    Ok(problems)
}

fn files(path: &Path) -> io::Result<Vec<PathBuf>> {
    if !path.is_dir() {
        return Ok(vec![path.to_path_buf()]);
    }
    let mut files = fs::read_dir(path)?.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()?;
    files.retain(|file| file.extension().is_some_and(|extension| extension == "txt"));
    files.sort();
    Ok(files)
}

/// Parses the problems of a file. A blank line separates them.
///
/// # Errors
/// If one of them is wrong.
pub fn parse(text: &str) -> Result<Vec<Problem>, ProblemError> {
    text.split("\n\n").filter(|block| block.contains(':')).map(parse_block).collect()
}

fn parse_block(block: &str) -> Result<Problem, ProblemError> {
    let is_header =
        |line: &&str| line.split_once(':').is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase()));
    let header: Vec<(&str, &str)> =
        block.lines().take_while(is_header).filter_map(|line| line.split_once(':')).collect();
    let value = |key: &str| header.iter().find(|(known, _)| *known == key).map(|(_, value)| value.trim());
    let text = |key: &str| value(key).unwrap_or_default().to_string();
    let title = || value("title").unwrap_or("without a title").to_string();

    let diagram: String = block.lines().skip_while(is_header).collect::<Vec<_>>().join("\n");
    let board = Diagram::parse(&diagram).map_err(|source| ProblemError::Diagram { title: title(), source })?.board;
    let rules = value("rules").unwrap_or("chinese").parse::<Rules>();
    let rules = rules.map_err(|source| ProblemError::Rules { title: title(), source })?;
    let komi = value("komi").unwrap_or("0");
    let komi = komi.parse().map_err(|_| ProblemError::Komi { title: title(), komi: komi.to_string() })?;
    let game = Game::from_board(board, rules, komi);
    let moves = |key: &str| -> Result<Vec<Move>, ProblemError> {
        let names = value(key).unwrap_or_default().split_whitespace();
        let moves = names.map(|name| Move::from_gtp(name, game.size())).collect::<Result<_, _>>();
        moves.map_err(|source| ProblemError::Coordinate { title: title(), source })
    };
    let (answers, avoid) = (moves("answer")?, moves("avoid")?);
    if answers.is_empty() && avoid.is_empty() {
        return Err(ProblemError::NoAnswer { title: title() });
    }
    if let Some(illegal) = answers.iter().find(|mv| game.check(game.to_play(), **mv).is_err()) {
        return Err(ProblemError::IllegalAnswer { title: title(), mv: illegal.to_gtp(game.size()) });
    }
    let task = value("task").or(value("theme")).unwrap_or_default().to_string();
    Ok(Problem { title: title(), theme: text("theme"), task, game, answers, avoid, why: text("why"), comments: vec![] })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_that_come_with_the_program_can_be_read_and_have_unique_titles() {
        let problems: Vec<Problem> = EMBEDDED.iter().flat_map(|text| parse(text).unwrap()).collect();
        let mut titles: Vec<&str> = problems.iter().map(|problem| problem.title.as_str()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!((titles.len(), embedded().len()), (69, 69));
    }

    #[test]
    fn a_wrong_problem_is_named_by_its_title() {
        let error = |header: &str| parse(&format!("title: the corner\n{header}\n. X\nX .\n")).unwrap_err().to_string();
        assert_eq!(error("theme: life"), "the corner has neither an answer nor a move to avoid");
        assert_eq!(error("answer: A1"), "the corner: the answer A1 is not legal");
        assert_eq!(error("answer: C3"), "the corner: C3 is not on a board of size 2");
        assert_eq!(error("komi: many\nanswer: B2"), "the corner: the komi many is not a number");
        assert!(error("rules: chess\nanswer: B2").starts_with("the corner: "));
    }

    #[test]
    fn a_folder_is_read_in_the_order_of_its_files() {
        let folder = tempfile::tempdir().unwrap();
        for name in ["b.txt", "a.txt", "notes.md"] {
            let text = format!("title: {name}\nanswer: pass\n. X\nX .\n");
            fs::write(folder.path().join(name), text).unwrap();
        }
        let titles: Vec<String> = load([folder.path()]).unwrap().into_iter().map(|problem| problem.title).collect();
        assert_eq!(titles, ["a.txt", "b.txt"]);
        let missing = folder.path().join("missing.txt");
        assert!(load([&missing]).unwrap_err().to_string().contains("missing.txt cannot be read"));
    }
}
