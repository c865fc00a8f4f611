//! The findings of a study as tables of comma-separated values and as a summary for scripts.

use std::io::{self, Write};

use serde::Serialize;

use super::{Findings, Nrm, Results};

/// The figures of a set of positions; shares and means are `None` without a position.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct RankFigures {
    /// The mean error.
    pub error: Option<f64>,
    /// The share of positions in which the expert's move was ranked first.
    pub top1: Option<f64>,
    /// The share in which it was among the first three.
    pub top3: Option<f64>,
    /// The share in which it was among the first five.
    pub top5: Option<f64>,
    /// The share in which it was among the first ten.
    pub top10: Option<f64>,
    /// The number of positions.
    pub positions: usize,
    /// The number of games.
    pub games: usize,
}

impl From<&Results> for RankFigures {
    fn from(results: &Results) -> RankFigures {
        let [top1, top3, top5, top10] = results.top();
        let (positions, games) = (results.positions(), results.games());
        RankFigures { error: results.error(), top1, top3, top5, top10, positions, games }
    }
}

/// The figures of a player as a JSON object: the last pass, and all passes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct StudySummary {
    /// The player.
    pub player: String,
    /// The last pass, on the games that the player learns from.
    #[serde(flatten)]
    pub last: RankFigures,
    /// The last pass, on the hold-out games, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<RankFigures>,
    /// All passes in order.
    pub passes: Vec<PassFigures>,
}

/// The figures of one pass.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct PassFigures {
    /// On the games that the player learns from.
    #[serde(flatten)]
    pub studied: RankFigures,
    /// On the hold-out games, if there are any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub held_out: Option<RankFigures>,
}

impl From<&Findings> for StudySummary {
    fn from(findings: &Findings) -> StudySummary {
        let passes = findings.passes.iter().map(|pass| PassFigures {
            studied: RankFigures::from(&pass.studied),
            held_out: (pass.held_out.games() > 0).then(|| RankFigures::from(&pass.held_out)),
        });
        let passes: Vec<PassFigures> = passes.collect();
        let empty = PassFigures { studied: RankFigures::from(&Results::default()), held_out: None };
        let PassFigures { studied, held_out } = passes.last().cloned().unwrap_or(empty);
        StudySummary { player: findings.player.clone(), last: studied, held_out, passes }
    }
}

impl Findings {
    /// Writes the raw series: pass, set (studied or held out), number of the game, number of the move, error.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_series(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,game,move,error")?;
        for (pass, set, results) in self.sets() {
            for (game, number, error) in results.series() {
                writeln!(out, "{pass},{set},{game},{number},{error}")?;
            }
        }
        Ok(())
    }

    /// Writes the study plot: number of positions, filtered error.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_study(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "positions,error")?;
        for (positions, error) in self.study_plot() {
            writeln!(out, "{positions},{error}")?;
        }
        Ok(())
    }

    /// Writes the error at each move number: pass, set, number of the move, positions, mean error.
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_moves(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,move,positions,error")?;
        for (pass, set, results) in self.sets() {
            for (i, (error, positions)) in results.by_move().into_iter().enumerate().filter(|(_, mean)| mean.1 > 0) {
                writeln!(out, "{pass},{set},{},{positions},{error:.6}", i + 1)?;
            }
        }
        Ok(())
    }

    /// Writes the distribution of errors over the game: pass, set, first and last move of the bin, least and largest
    /// error of the bin, number of positions in it (ties in part, see [`Nrm`]).
    ///
    /// # Errors
    /// If writing fails.
    pub fn write_nrm(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "pass,set,from_move,to_move,from_error,to_error,positions")?;
        for (pass, set, results) in self.sets() {
            for (row, counts) in results.nrm().counts().iter().enumerate() {
                let (first, last) = (row * Nrm::MOVES + 1, (row + 1) * Nrm::MOVES);
                for (column, count) in counts.iter().enumerate() {
                    let [low, high] = [column, column + 1].map(|column| column as f64 / Nrm::ERRORS as f64);
                    let count = (count * 1e4).round() / 1e4;
                    writeln!(out, "{pass},{set},{first},{last},{low:.2},{high:.2},{count}")?;
                }
            }
        }
        Ok(())
    }

    /// The results of each pass, from 1, on the studied and on the hold-out games.
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

    /// Two passes over a game of two moves. The second also has a hold-out game.
    fn findings() -> Findings {
        let mut findings = Findings::new("rote".to_string());
        for equal in [4, 1] {
            let mut pass = Pass::default();
            pass.studied.start_game();
            pass.studied.add(1, Placing::among([0.0; 4], 0.0));
            pass.studied.add(12, Placing::among((0..4).map(|place| f32::from(u8::from(place < equal))), 1.0));
            findings.passes.push(pass);
        }
        findings.passes[1].held_out.start_game();
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
        assert_eq!(nrm.len(), 1 + (2 + 2 + 1) * Nrm::ERRORS, "bins of ten moves");
        assert!(nrm.contains(&"2,studied,11,20,0.12,0.14,1".to_string()));
    }

    #[test]
    fn the_summary_has_the_names_that_scripts_rely_on() {
        let summary = serde_json::to_value(StudySummary::from(&findings())).unwrap();
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
    fn without_a_position_there_are_no_figures() {
        let summary = serde_json::to_value(StudySummary::from(&Findings::new("x".to_string()))).unwrap();
        assert_eq!((&summary["error"], &summary["positions"]), (&().into(), &0.into()));
    }
}
