//! The settings of an axis.

/// An axis: what is measured along it, from where to where, and how.
///
/// ```
/// use plot::Axis;
///
/// let error = Axis::new("error").from(0.0).to(0.5);
/// assert_eq!((error.low, error.high, error.log), (Some(0.0), Some(0.5), false));
/// assert!(Axis::new("moves studied").log().log);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Axis {
    /// What is measured, and in which unit.
    pub label: String,
    /// The start of the axis; by default a round number below all values, or near the smallest.
    pub low: Option<f64>,
    /// Where the axis ends; without it at a round number above everything, or near the largest.
    pub high: Option<f64>,
    /// Equal ratios are equally far apart. What is not above zero cannot be shown then, and is left out.
    pub log: bool,
    /// Shares are written as per cent: 0.5 as 50%.
    pub percent: bool,
}

impl Axis {
    /// An axis that fits its data.
    pub fn new(label: impl Into<String>) -> Axis {
        Axis { label: label.into(), ..Axis::default() }
    }

    /// The axis, beginning there.
    pub fn from(self, low: f64) -> Axis {
        Axis { low: Some(low), ..self }
    }

    /// The axis, ending there.
    pub fn to(self, high: f64) -> Axis {
        Axis { high: Some(high), ..self }
    }

    /// The axis, logarithmic.
    pub fn log(self) -> Axis {
        Axis { log: true, ..self }
    }

    /// The axis, written in per cent.
    pub fn percent(self) -> Axis {
        Axis { percent: true, ..self }
    }
}
