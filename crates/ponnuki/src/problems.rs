//! Problems: positions with a right answer, as the files of the folder `problems/` have them.

use anyhow::{Context, Result, bail};
use goban::diagram::Diagram;
use goban::{Game, Move, Rules};

/// A position and what is right to play there.
pub struct Problem {
    /// What it is called.
    pub title: String,
    /// What it is about.
    pub theme: String,
    /// What is asked, where the theme does not say it.
    pub task: String,
    /// The position.
    pub game: Game,
    /// The moves that are right; where there are none, every move but those to avoid.
    pub answer: Vec<Move>,
    /// The moves that are wrong.
    pub avoid: Vec<Move>,
    /// Why, in a sentence.
    pub why: String,
}

/// The files that come with the program.
const EMBEDDED: [&str; 13] = [
    include_str!("../../../problems/ladder.txt"),
    include_str!("../../../problems/net.txt"),
    include_str!("../../../problems/snapback.txt"),
    include_str!("../../../problems/eyes.txt"),
    include_str!("../../../problems/nakade.txt"),
    include_str!("../../../problems/life.txt"),
    include_str!("../../../problems/ko.txt"),
    include_str!("../../../problems/seki.txt"),
    include_str!("../../../problems/semeai.txt"),
    include_str!("../../../problems/race.txt"),
    include_str!("../../../problems/cut.txt"),
    include_str!("../../../problems/endgame.txt"),
    include_str!("../../../problems/choice.txt"),
];

/// The problems that come with the program.
pub fn embedded() -> Vec<Problem> {
    // A test reads them all.
    EMBEDDED.iter().filter_map(|text| read_all(text).ok()).flatten().collect()
}

/// The problems of a file, with a blank line between them.
///
/// # Errors
/// If one of them is none.
pub fn read_all(text: &str) -> Result<Vec<Problem>> {
    text.split("\n\n").filter(|block| block.contains(':')).map(read).collect()
}

fn read(block: &str) -> Result<Problem> {
    let is_head =
        |line: &&str| line.split_once(':').is_some_and(|(key, _)| key.chars().all(|c| c.is_ascii_lowercase()));
    let head: Vec<(&str, &str)> = block.lines().take_while(is_head).filter_map(|line| line.split_once(':')).collect();
    let value = |key: &str| head.iter().find(|(known, _)| *known == key).map(|(_, value)| value.trim());
    let text = |key: &str| value(key).unwrap_or_default().to_string();
    let title = value("title").unwrap_or("without a title").to_string();
    let board: String = block.lines().skip_while(is_head).collect::<Vec<_>>().join("\n");
    let board = Diagram::parse(&board).with_context(|| title.clone())?.board;
    let rules: Rules = value("rules").unwrap_or("chinese").parse()?;
    let komi = value("komi").unwrap_or("0").parse().with_context(|| format!("{title}: the komi is no number"))?;
    let moves = |key: &str| -> Result<Vec<Move>> {
        let names = value(key).unwrap_or_default().split_whitespace();
        names.map(|name| Ok(Move::from_gtp(name, board.size())?)).collect()
    };
    let (answer, avoid) = (moves("answer")?, moves("avoid")?);
    let game = Game::from_board(board, rules, komi);
    if answer.is_empty() && avoid.is_empty() {
        bail!("{title} has neither an answer nor a move to avoid");
    }
    if let Some(illegal) = answer.iter().find(|mv| game.check(game.to_play(), **mv).is_err()) {
        bail!("{title}: the answer {} is not legal", illegal.to_gtp(game.size()));
    }
    let task = value("task").unwrap_or(value("theme").unwrap_or_default()).to_string();
    Ok(Problem { title, theme: text("theme"), task, game, answer, avoid, why: text("why") })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_problems_that_come_with_the_program_can_be_read_and_have_names_of_their_own() {
        let problems: Vec<Problem> = EMBEDDED.iter().flat_map(|text| read_all(text).unwrap()).collect();
        let mut titles: Vec<&str> = problems.iter().map(|problem| problem.title.as_str()).collect();
        titles.sort_unstable();
        titles.dedup();
        assert_eq!((titles.len(), embedded().len()), (69, 69));
    }
}
