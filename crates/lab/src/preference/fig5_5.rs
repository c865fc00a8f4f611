//! Figure 5.5: NRM plots of squares.

use super::judge::LOWER;
use super::show;
use super::windows::{self, DISAPPEARS, SQUARES, TRIAL};
use crate::{Claim, Experiment};

/// The figure. Its claims are tested with the windows' trial.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-5",
    title: "NRM plots of squares of 3x3 to 9x9",
    place: "figure 5.5 and section 5.2",
    source: "Squares of 3x3, 5x5, 7x7 and 9x9 points, in a hash table of 2,000,003 entries. The plots are lost; the \
             text says what they show.",
    ours: ours!("The windows and the size of the table are the thesis's."),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "As with diamonds, the error at the beginning of the game diminishes as the window grows",
            place: "section 5.2: \"the same thing for square windows\"",
            test: LOWER,
            judge: |evidence| windows::beginning_falls(evidence, &SQUARES),
        },
        Claim {
            text: "Again, the lack of discrimination near the beginning of the game nearly disappears as the window \
                   reaches to the edges for most joseki",
            place: "figure 5.5",
            test: DISAPPEARS,
            judge: |evidence| windows::beginning_disappears(evidence, &SQUARES),
        },
    ],
    exhibits: |evidence| {
        vec![
            show::nrm_plots(evidence, "NRM plots of squares", &SQUARES),
            show::table(evidence, show::ERRORS_CAPTION, &SQUARES, &show::ERRORS),
        ]
    },
};
