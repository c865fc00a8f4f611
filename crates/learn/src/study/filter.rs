//! The filter of the study plots (Stoutamire 1991, appendix B): an exponential moving average that starts at 0.5, the
//! error of random moves. Every 250th value is plotted.

/// The weight of the average so far, and the weight of a new value.
const KEPT: f64 = 0.9995;
const ADDED: f64 = 0.0005;
/// The number of values from one point of the plot to the next.
const SPACING: u64 = 250;

/// The exponential moving average.
///
/// ```
/// let mut filter = learn::study::Filter::new();
/// assert_eq!(filter.push(0.0), Some(0.49975), "the first value is plotted");
/// assert_eq!(filter.push(0.0), None);
/// ```
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Filter {
    average: f32,
    count: u64,
}

impl Default for Filter {
    fn default() -> Filter {
        Filter::new()
    }
}

impl Filter {
    /// Before the first value.
    pub const fn new() -> Filter {
        Filter { average: 0.5, count: 0 }
    }

    /// Adds a value. Returns the average if it is a point of the plot.
    pub fn push(&mut self, error: f32) -> Option<f32> {
        // As in C, which computes the sum in double precision and stores a float.
        self.average = (KEPT * f64::from(self.average) + ADDED * f64::from(error)) as f32;
        self.count += 1;
        (self.count % SPACING == 1).then_some(self.average)
    }

    /// The average so far.
    pub fn average(&self) -> f32 {
        self.average
    }

    /// The plot of a series: the number of values, and the average after them.
    pub fn plot(series: impl IntoIterator<Item = f32>) -> Vec<(u64, f32)> {
        let mut filter = Filter::new();
        let plotted = series.into_iter().filter_map(|error| {
            let average = filter.push(error)?;
            Some((filter.count, average))
        });
        plotted.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The program of appendix B, transcribed.
    fn appendix_b(input: &[f32]) -> Vec<f32> {
        let mut printed = Vec::new();
        let mut avg: f32 = 0.5;
        let mut count = 0;
        for &y in input {
            avg = (0.9995 * f64::from(avg) + 0.0005 * f64::from(y)) as f32;
            count += 1;
            if (count % 250) == 1 {
                printed.push(avg);
            }
        }
        printed
    }

    /// Irregular values.
    fn series(length: usize) -> Vec<f32> {
        (0..length).map(|i| (i * 37 % 101) as f32 / 100.0).collect()
    }

    #[test]
    fn it_is_the_program_of_appendix_b() {
        let series = series(20_000);
        let plot: Vec<f32> = Filter::plot(series.iter().copied()).into_iter().map(|(_, average)| average).collect();
        assert_eq!(plot.len(), 80);
        assert_eq!(plot, appendix_b(&series));
    }

    #[test]
    fn it_prints_what_the_original_program_prints() {
        let printed: Vec<String> =
            Filter::plot(series(2001)).iter().map(|(at, average)| format!("{at} {average:.6}")).collect();
        // What the C program, compiled by GCC, prints for this series.
        let expected = [
            "1 0.499750",
            "251 0.499797",
            "501 0.499858",
            "751 0.499940",
            "1001 0.500037",
            "1251 0.500156",
            "1501 0.499785",
            "1751 0.499941",
            "2001 0.500112",
        ];
        assert_eq!(printed, expected);
    }

    #[test]
    fn an_empty_series_has_an_empty_plot() {
        assert_eq!(Filter::plot([]), []);
    }
}
