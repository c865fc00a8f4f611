//! The end of a game: what looks dead is marked, the persons correct it, and the score is counted.

use anyhow::{Result, bail};
use goban::{Cell, Game, Outcome, Point, PointSet};

use super::record;
use super::seat::Seat;
use super::session::Session;

/// What became of a game that was over.
pub enum Verdict {
    /// It came out so.
    Outcome(Outcome),
    /// It is not over after all.
    Resumed,
    /// The person left.
    Left,
}

const HELP: &str = "\
D4 E7 ...           mark the chains at these points as dead, or as alive again
done                count
resume              play on, if you do not agree
undo                take back your last pass, and go on
show                draw the board again
save FILE.sgf       write the game to a file
quit                leave; the game is kept in a file";

impl Session {
    /// Proposes which stones are dead, and asks until the person is content.
    ///
    /// # Errors
    /// If the terminal is gone.
    pub fn agree(&mut self) -> Result<Verdict> {
        let mut dead = self.game.estimated_dead();
        let looks = match self.game.board().points().any(|point| dead.contains(point)) {
            true => "The small stones look dead",
            false => "No stones look dead",
        };
        self.terminal.say(self.picture(&dead))?;
        self.terminal
            .say(format!("Both have passed. {looks}. Name a point of a chain to change that, then type done."))?;
        loop {
            let prompt = format!("Dead stones ({} as marked)", Outcome::by_score(self.game.score(&dead)));
            let Some(line) = self.terminal.ask(prompt)? else { return Ok(Verdict::Left) };
            let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((&line, ""));
            match first.to_ascii_lowercase().as_str() {
                "" => {}
                "done" => {
                    self.dead.clone_from(&dead);
                    return Ok(self.game.outcome(&dead).map_or(Verdict::Resumed, Verdict::Outcome));
                }
                "resume" => {
                    self.resume();
                    return Ok(Verdict::Resumed);
                }
                "undo" => match self.undo() {
                    Ok(_) => return Ok(Verdict::Resumed),
                    Err(error) => self.terminal.say(error)?,
                },
                "quit" | "exit" => return Ok(Verdict::Left),
                "help" | "?" => self.terminal.say(HELP)?,
                "show" => self.terminal.say(self.picture(&dead))?,
                "save" => {
                    let saved = record::save(rest, &self.record(None));
                    self.terminal.say(match saved {
                        Ok(path) => format!("The game is saved in {}.", path.display()),
                        Err(error) => crate::sentence(&error),
                    })?;
                }
                _ => match mark(&self.game, &line, &mut dead) {
                    Ok(()) => self.terminal.say(self.picture(&dead))?,
                    Err(error) => self.terminal.say(error)?,
                },
            }
        }
    }

    /// Plays on; the programs are to capture what they hold to be dead.
    fn resume(&mut self) {
        self.game.resume();
        for seat in &mut self.seats {
            if let Seat::Program(_, player) = seat {
                player.clean_up(true);
            }
        }
    }
}

/// Marks the chains at the points of a line, dead if they are alive and alive if they are dead; all of them, or none.
fn mark(game: &Game, line: &str, dead: &mut PointSet) -> Result<()> {
    let mut points: Vec<Point> = Vec::new();
    for word in line.split_whitespace() {
        let point = Point::from_gtp(word, game.size())?;
        if game.board().cell(point) == Cell::Empty {
            bail!("there is no stone at {}", point.to_gtp(game.size()));
        }
        points.push(point);
    }
    for point in points {
        let now_dead = !dead.contains(point);
        for stone in game.board().chain(point) {
            if now_dead {
                dead.insert(stone)
            } else {
                dead.remove(stone)
            };
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use goban::{Rules, diagram};

    use super::*;

    #[test]
    fn a_chain_is_marked_as_a_whole_and_unmarked_again() {
        let board = diagram::board(
            "
            . O . X .
            . O O X .
            . X X X .
            . . . . .
            . O . . .",
        );
        let game = Game::from_board(board, Rules::CHINESE, 0.5);
        let mut dead = PointSet::new();
        mark(&game, "c4 b1", &mut dead).unwrap();
        assert_eq!(board.points().filter(|&point| dead.contains(point)).count(), 4);
        assert_eq!(game.score(&dead), 24.5);
        mark(&game, "B5", &mut dead).unwrap();
        assert_eq!(board.points().filter(|&point| dead.contains(point)).count(), 1);
        assert_eq!(mark(&game, "B1 A1", &mut dead).unwrap_err().to_string(), "there is no stone at A1");
        assert!(dead.contains(Point::from_gtp("B1", 5).unwrap()), "nothing changes if a part of the line is wrong");
    }
}
