//! Figure 5.3: NRM plots of diamonds.

use super::judge::LOWER;
use super::show;
use super::windows::{self, DIAMONDS, DISAPPEARS, TRIAL};
use crate::{Claim, Experiment};

/// The figure. Its claims are tested with the windows' trial.
pub(crate) const EXPERIMENT: Experiment = Experiment {
    name: "preference/fig5-3",
    title: "NRM plots of diamonds of radius 1 to 4",
    place: "figure 5.3 and section 5.2",
    source: "Diamonds of radius 1, 2, 3 and 4, in a hash table of 2,000,003 entries. The plots are lost; the text says \
             what they show.",
    ours: ours!("The windows and the size of the table are the thesis's."),
    trials: &[&TRIAL],
    claims: &[
        Claim {
            text: "The error associated with the beginning of the game diminishes as the radius of the window \
                   increases",
            place: "section 5.2",
            test: LOWER,
            judge: |evidence| windows::beginning_falls(evidence, &DIAMONDS),
        },
        Claim {
            text: "The lack of discrimination near the beginning of the game nearly disappears as the window reaches \
                   to the edges for most joseki",
            place: "figure 5.3",
            test: DISAPPEARS,
            judge: |evidence| windows::beginning_disappears(evidence, &DIAMONDS),
        },
    ],
    exhibits: |evidence| {
        vec![
            show::nrm_plots(evidence, "NRM plots of diamonds", &DIAMONDS),
            show::table(evidence, show::ERRORS_CAPTION, &DIAMONDS, &show::ERRORS),
        ]
    },
};
