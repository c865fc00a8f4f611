//! The end of a game: stones that look dead are marked, the players correct the marks, and the score is counted.

use anyhow::{Result, bail};
use goban::{Outcome, Point, PointSet};

use super::session::Session;

/// How the count ended.
pub enum Counted {
    /// The table has an outcome.
    Agreed,
    /// The game is resumed.
    Resumed,
    /// The person left.
    Left,
}

const HELP: &str = "\
D4 E7 ...           mark the chains at these points as dead, or as alive again
done                count
resume              resume the game, if you disagree
undo                take back your last pass
show                draw the board again
save FILE.sgf       write the game to a file
quit                leave; the game is kept in a file";

impl Session {
    /// Proposes which stones are dead, and asks until the players agree. Between programs the proposal decides.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn count(&mut self) -> Result<Counted> {
        let dead = self.table.game().estimated_dead();
        let looks = match self.table.game().board().points().any(|point| dead.contains(point)) {
            true => "The small stones look dead",
            false => "No stones look dead",
        };
        self.table.propose_dead(dead);
        if self.table.outcome().is_some() {
            return Ok(Counted::Agreed);
        }
        self.terminal.say(self.picture(&self.dead()))?;
        self.terminal
            .say(format!("Both have passed. {looks}. Name a point of a chain to change that, then type done."))?;
        loop {
            let score = Outcome::by_score(self.table.game().score(&self.dead()));
            let Some(line) = self.terminal.ask(format!("Dead stones ({score} as marked)"))? else {
                return Ok(Counted::Left);
            };
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match first.to_ascii_lowercase().as_str() {
                "" => {}
                "done" => {
                    self.table.agree()?;
                    return Ok(Counted::Agreed);
                }
                "resume" => {
                    self.table.resume()?;
                    self.players().for_each(|player| player.clean_up(true));
                    return Ok(Counted::Resumed);
                }
                "undo" => match self.table.undo() {
                    Ok(_) => return Ok(Counted::Resumed),
                    Err(error) => self.terminal.say(error)?,
                },
                "quit" | "exit" => return Ok(Counted::Left),
                "help" | "?" => self.terminal.say(HELP)?,
                "show" => self.terminal.say(self.picture(&self.dead()))?,
                "save" => {
                    let answer = self.save(rest).unwrap_or_else(|error| crate::sentence(&error));
                    self.terminal.say(answer)?;
                }
                _ => match self.mark(&line) {
                    Ok(()) => self.terminal.say(self.picture(&self.dead()))?,
                    Err(error) => self.terminal.say(crate::sentence(&error))?,
                },
            }
        }
    }

    /// Marks the chains at the points of a line, dead if they are alive and alive if they are dead; all or none.
    fn mark(&mut self, line: &str) -> Result<()> {
        let size = self.table.game().size();
        let points: Result<Vec<Point>, _> = line.split_whitespace().map(|word| Point::from_gtp(word, size)).collect();
        match points {
            Ok(points) => Ok(self.table.toggle_dead(&points)?),
            Err(error) => bail!(error),
        }
    }

    /// The stones that are marked as dead.
    pub fn dead(&self) -> PointSet {
        self.table.dead().cloned().unwrap_or_default()
    }
}
