//! The findings of a study as files: tables of comma-separated values for other people's plots, and a summary for
//! scripts.

use std::io::{self, Write};

use serde::Serialize;

use super::{Findings, Nrm, Results};

/// The figures of some positions.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Figures {
    /// The mean error; nothing where there was no position.
    pub error: Option<f64>,
    /// How often the expert's move was ranked first.
    pub top1: Option<f64>,
    /// How often it was one of the first three.
    pub top3: Option<f64>,
    /// How often it was one of the first five.
    pub top5: Option<f64>,
    /// How often it was one of the first ten.
    pub top10: Option<f64>,
    /// How many positions there were.
    pub positions: usize,
    /// How many games.
    pub games: usize,
}

impl From<&Results> for Figures {
    fn from(results: &Results) -> Figures {
        let [top1, top3, top5, top10] = results.top();
        let (positions, games) = (results.positions(), results.games());
        Figures { error: results.error(), top1, top3, top5, top10, positions, games }
    }
}

/// The figures of a player, as an object of JSON: those of the last pass, and those of each.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Summary {
    /// The player.
    pub player: String,
    /// The last pass, on the games that it could learn from.
    #[serde(flatten)]
    pub last: Figures,
    /// The last pass, on the games that were held out, if any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<Figures>,
    /// Every pass in order.
    pub passes: Vec<PassFigures>,
}

/// The figures of one pass.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PassFigures {
    /// On the games that it could learn from.
    #[serde(flatten)]
    pub studied: Figures,
    /// On the games that were held out, if any were.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<Figures>,
}

impl From<&Findings> for Summary {
    fn from(findings: &Findings) -> Summary {
        let passes = findings.passes.iter().map(|pass| PassFigures {
            studied: Figures::from(&pass.studied),
            held_out: (pass.held_out.games() > 0).then(|| Figures::from(&pass.held_out)),
        });
        let passes: Vec<PassFigures> = passes.collect();
        let nothing = PassFigures { studied: Figures::from(&Results::default()), held_out: None };
        let PassFigures { studied, held_out } = passes.last().cloned().unwrap_or(nothing);
        Summary { player: findings.player.clone(), last: studied, held_out, passes }
    }
}

impl Findings {
    /// The raw series: pass, whether the game was studied or held out, number of the game, number of the move, error.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_series(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,game,move,error")?;
        for (pass, set, results) in self.sets() {
            for (game, number, error) in results.series() {
                writeln!(out, "{pass},{set},{game},{number},{error}")?;
            }
        }
        Ok(())
    }

    /// The study plot: after how many positions, and the filtered error there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_study(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "positions,error")?;
        for (positions, error) in self.study_plot() {
            writeln!(out, "{positions},{error}")?;
        }
        Ok(())
    }

    /// The error at each move number: pass, set, number of the move, positions, mean error.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,move,positions,error")?;
        for (pass, set, results) in self.sets() {
            for (i, (error, positions)) in results.by_move().into_iter().enumerate().filter(|(_, mean)| mean.1 > 0) {
                writeln!(out, "{pass},{set},{},{positions},{error:.6}", i + 1)?;
            }
        }
        Ok(())
    }

    /// The distribution of errors over the game: pass, set, the first and the last move of a stretch, the least and the
    /// largest error of a step, and the number of positions there.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn write_nrm(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,from_move,to_move,from_error,to_error,positions")?;
        for (pass, set, results) in self.sets() {
            for (stretch, counts) in results.nrm().counts().iter().enumerate() {
                let (first, last) = (stretch * Nrm::MOVES + 1, (stretch + 1) * Nrm::MOVES);
                for (step, count) in counts.iter().enumerate() {
                    let [low, high] = [step, step + 1].map(|step| step as f64 / Nrm::ERRORS as f64);
                    writeln!(out, "{pass},{set},{first},{last},{low:.2},{high:.2},{count}")?;
                }
            }
        }
        Ok(())
    }

    /// The results of each pass, from 1, on the games that were studied and on those that were held out.
    fn sets(&self) -> impl Iterator<Item = (usize, &'static str, &Results)> {
        self.passes
            .iter()
            .enumerate()
            .flat_map(|(i, pass)| [(i + 1, "studied", &pass.studied), (i + 1, "held-out", &pass.held_out)])
    }
}

#[cfg(test)]
mod tests {
    use super::super::Pass;
    use super::*;
    use crate::metric::Placing;

    /// Two passes over a game of two moves, on the second of which another game was held out.
    fn findings() -> Findings {
        let mut findings = Findings::new("rote".to_string());
        for equal in [4, 1] {
            let mut pass = Pass::default();
            pass.studied.begin_game();
            pass.studied.add(1, Placing::among([0.0; 4], 0.0));
            pass.studied.add(12, Placing::among((0..4).map(|place| f32::from(u8::from(place < equal))), 1.0));
            findings.passes.push(pass);
        }
        findings.passes[1].held_out.begin_game();
        findings.passes[1].held_out.add(2, Placing::among([1.0, 0.0], 0.0));
        findings
    }

    fn written(write: impl Fn(&mut dyn Write) -> io::Result<()>) -> Vec<String> {
        let mut out = Vec::new();
        write(&mut out).unwrap();
        String::from_utf8(out).unwrap().lines().map(str::to_string).collect()
    }

    #[test]
    fn the_series_has_a_line_for_each_position() {
        let lines = written(|out| findings().write_series(out));
        let expected = [
            "pass,set,game,move,error",
            "1,studied,1,1,0.5",
            "1,studied,1,12,0.5",
            "2,studied,1,1,0.5",
            "2,studied,1,12,0.125",
            "2,held-out,1,2,0.75",
        ];
        assert_eq!(lines, expected);
    }

    #[test]
    fn the_other_tables_follow_from_it() {
        assert_eq!(written(|out| findings().write_study(out)), ["positions,error", "1,0.5"]);
        let moves = written(|out| findings().write_moves(out));
        assert_eq!((moves.len(), moves[5].as_str()), (6, "2,held-out,2,1,0.750000"));
        let nrm = written(|out| findings().write_nrm(out));
        assert_eq!(nrm.len(), 1 + (2 + 2 + 1) * Nrm::ERRORS, "stretches of ten moves");
        assert!(nrm.contains(&"2,studied,11,20,0.12,0.14,1".to_string()));
    }

    #[test]
    fn the_summary_has_the_names_that_scripts_rely_on() {
        let summary = serde_json::to_value(Summary::from(&findings())).unwrap();
        assert_eq!(
            (&summary["player"], &summary["positions"], &summary["games"]),
            (&"rote".into(), &2.into(), &1.into())
        );
        assert_eq!(summary["error"], 0.3125, "of the last pass");
        assert_eq!(summary["passes"][0]["error"], 0.5);
        assert_eq!([&summary["top1"], &summary["top3"], &summary["top5"], &summary["top10"]], [0.625, 0.875, 1.0, 1.0]);
        assert_eq!((&summary["held_out"]["error"], &summary["passes"][0]["held_out"]), (&0.75.into(), &().into()));
    }

    #[test]
    fn a_player_that_was_shown_nothing_has_no_figures() {
        let summary = serde_json::to_value(Summary::from(&Findings::new("x".to_string()))).unwrap();
        assert_eq!((&summary["error"], &summary["positions"]), (&().into(), &0.into()));
    }
}
