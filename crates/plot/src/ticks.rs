//! Round numbers along an axis, and how they are written.
//!
//! Ticks are multiples of 1, 2 or 5 times a power of ten; on a logarithmic axis powers of ten, with 2 and 5 times them
//! where there is room. Each stores the power of ten that it is a multiple of, and is written with the decimals that it
//! needs: 0.1 and not 0.10000000000000001.

/// A round number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Round {
    pub value: f64,
    /// The number is a multiple of ten to this power.
    pub power: i32,
}

impl Round {
    fn new(factor: f64, power: i32) -> Round {
        // Dividing by a power of ten gives the number nearest to the decimal fraction; multiplying by 0.1 does not.
        let value = if power < 0 { factor / 10f64.powi(-power) } else { factor * 10f64.powi(power) };
        Round { value, power }
    }
}

/// A chosen number, with its decimals; four significant figures at most.
pub(crate) fn chosen(value: f64) -> Round {
    if value == 0.0 || !value.is_finite() {
        return Round { value, power: 0 };
    }
    let first = value.abs().log10().floor() as i32;
    let whole = |&power: &i32| {
        let multiple = value / 10f64.powi(power);
        (multiple - multiple.round()).abs() < 1e-6 * multiple.abs()
    };
    Round { value, power: (first - 2..=first).rev().find(whole).unwrap_or(first - 3) }
}

/// Round numbers at equal distances: one at or below the low end, one at or above the high one, and about as many steps
/// as are wanted between them, or fewer.
pub(crate) fn linear(low: f64, high: f64, most: usize) -> Vec<Round> {
    /// Ends that are off by this part of a step are where they should be.
    const SLACK: f64 = 1e-6;
    let (factor, power) = step((high - low) / most.max(1) as f64);
    let size = Round::new(factor, power).value;
    let (first, last) = ((low / size + SLACK).floor(), (high / size - SLACK).ceil());
    let steps = (last - first).clamp(1.0, 1000.0) as u32;
    (0..=steps).map(|number| Round::new((first + f64::from(number)) * factor, power)).collect()
}

/// The first of 1, 2, 5, 10, 20 and so on, and the same with decimals, that is not smaller.
fn step(rough: f64) -> (f64, i32) {
    let power = rough.log10().floor() as i32;
    let fits = |&(factor, power): &(f64, i32)| Round::new(factor, power).value >= rough * (1.0 - 1e-9);
    [(1.0, power), (2.0, power), (5.0, power)].into_iter().find(fits).unwrap_or((1.0, power + 1))
}

/// Powers of ten beyond this one, up and down, are too near to what a computer can count.
const LARGEST: i32 = 299;

/// Round numbers at about equal ratios, around the two ends as in [`linear`]. Both ends are above zero.
pub(crate) fn logarithmic(low: f64, high: f64, most: usize) -> Vec<Round> {
    let decades = high.log10() - low.log10();
    let most = most.max(1) as f64;
    if decades < 0.7 {
        let ticks = linear(low, high, most as usize);
        return ticks.into_iter().filter(|tick| tick.value > 0.0).collect();
    }
    let factors: &[f64] = if 3.0 * decades <= most { &[1.0, 2.0, 5.0] } else { &[1.0] };
    let stride = ((decades / most).ceil() as i32).max(1);
    let first = (low.log10().floor() as i32).div_euclid(stride) * stride;
    let powers = (first..=LARGEST).step_by(stride as usize).filter(|&power| power >= -LARGEST);
    let all = powers.flat_map(|power| factors.iter().map(move |&factor| Round::new(factor, power)));
    let mut ticks: Vec<Round> = Vec::new();
    for tick in all {
        if tick.value <= low * (1.0 + 1e-9) {
            ticks.clear();
        }
        ticks.push(tick);
        if tick.value >= high * (1.0 - 1e-9) {
            break;
        }
    }
    ticks
}

/// The multiples of powers of ten between two ends, which are marked without being written.
pub(crate) fn between_decades(low: f64, high: f64) -> Vec<f64> {
    let (first, last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
    if last - first > 8 {
        return Vec::new();
    }
    let all = (first..last).flat_map(|power| (2..10).map(move |factor| Round::new(f64::from(factor), power).value));
    all.filter(|value| (low..=high).contains(value)).collect()
}

/// How the numbers of an axis are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Notation {
    /// 0.25, 100, 2500.
    Plain,
    /// 10k, 2.5M.
    Short,
    /// 2×10⁻⁵.
    Powers,
}

impl Notation {
    /// The format for numbers between the smallest nonzero one and the largest, without sign. On an axis with equal
    /// steps the small ones do not matter.
    pub fn of(ticks: &[Round], log: bool) -> Notation {
        let sizes = || ticks.iter().map(|tick| tick.value.abs()).filter(|&size| size > 0.0);
        let largest = sizes().fold(0.0, f64::max);
        let least = if log { sizes().fold(f64::INFINITY, f64::min) } else { largest };
        match () {
            () if largest == 0.0 => Notation::Plain,
            () if least < 0.9e-3 || largest >= 1e15 => Notation::Powers,
            () if largest >= 1e4 => Notation::Short,
            () => Notation::Plain,
        }
    }

    /// The number as it stands on the axis.
    pub fn write(self, Round { value, power }: Round) -> String {
        let size = value.abs();
        if size < 0.5 * 10f64.powi(power) {
            return "0".to_string();
        }
        let text = match self {
            Notation::Plain => decimals(size, -power),
            Notation::Short => {
                let units = [("T", 12), ("G", 9), ("M", 6), ("k", 3)];
                match units.into_iter().find(|&(_, unit)| size >= 0.9999999 * 10f64.powi(unit)) {
                    Some((letter, unit)) => trimmed(&decimals(size / 10f64.powi(unit), unit - power)) + letter,
                    None => decimals(size, -power),
                }
            }
            Notation::Powers => {
                let own = (size.log10() + 1e-9).floor() as i32;
                let scaled = if own < 0 { size * 10f64.powi(-own) } else { size / 10f64.powi(own) };
                match trimmed(&decimals(scaled, own - power)).as_str() {
                    "1" => format!("10{}", superscript(own)),
                    factor => format!("{factor}×10{}", superscript(own)),
                }
            }
        };
        if value < 0.0 { format!("−{text}") } else { text }
    }
}

fn decimals(value: f64, count: i32) -> String {
    format!("{value:.*}", count.clamp(0, 17) as usize)
}

fn trimmed(text: &str) -> String {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_string() } else { text.to_string() }
}

fn superscript(power: i32) -> String {
    let small = |c: char| match c {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        figure => char::from_u32('⁰' as u32 + figure as u32 - '0' as u32).unwrap_or(figure),
    };
    power.to_string().chars().map(small).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn written(ticks: &[Round], log: bool) -> Vec<String> {
        let notation = Notation::of(ticks, log);
        ticks.iter().map(|&tick| notation.write(tick)).collect()
    }

    fn line(low: f64, high: f64, most: usize) -> String {
        written(&linear(low, high, most), false).join(" ")
    }

    fn log(low: f64, high: f64, most: usize) -> String {
        written(&logarithmic(low, high, most), true).join(" ")
    }

    #[test]
    fn an_axis_has_round_numbers_with_no_more_decimals_than_they_need() {
        assert_eq!(line(0.0, 0.5, 6), "0 0.1 0.2 0.3 0.4 0.5");
        assert_eq!(line(0.0, 1.0, 10), "0 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1.0");
        assert_eq!(line(0.0, 1.0, 5), "0 0.2 0.4 0.6 0.8 1.0");
        assert_eq!(line(0.0, 300.0, 6), "0 50 100 150 200 250 300");
        assert_eq!(line(0.10, 0.16, 6), "0.10 0.11 0.12 0.13 0.14 0.15 0.16");
    }

    #[test]
    fn ticks_reach_around_everything() {
        assert_eq!(line(-432.0, 210.0, 6), "−600 −400 −200 0 200 400");
        assert_eq!(line(0.113, 0.487, 5), "0.1 0.2 0.3 0.4 0.5");
        assert_eq!(line(1790.0, 1810.0, 4), "1790 1795 1800 1805 1810");
    }

    #[test]
    fn thousands_and_millions_are_short() {
        assert_eq!(line(0.0, 8000.0, 5), "0 2000 4000 6000 8000");
        assert_eq!(line(0.0, 40_000.0, 5), "0 10k 20k 30k 40k");
        assert_eq!(line(0.0, 12_000.0, 6), "0 2k 4k 6k 8k 10k 12k");
        assert_eq!(line(0.0, 2.5e6, 5), "0 500k 1M 1.5M 2M 2.5M");
        assert_eq!(line(-2e9, 1e9, 3), "−2G −1G 0 1G");
        assert_eq!(line(12_000.0, 12_400.0, 4), "12k 12.1k 12.2k 12.3k 12.4k");
    }

    #[test]
    fn the_very_large_and_the_very_small_are_powers_of_ten() {
        assert_eq!(line(0.0, 4e-5, 4), "0 10⁻⁵ 2×10⁻⁵ 3×10⁻⁵ 4×10⁻⁵");
        assert_eq!(line(0.0, 3e20, 3), "0 10²⁰ 2×10²⁰ 3×10²⁰");
        assert_eq!(line(0.0, 0.004, 4), "0 0.001 0.002 0.003 0.004");
    }

    #[test]
    fn a_logarithmic_axis_has_powers_of_ten() {
        assert_eq!(log(1.0, 1e6, 8), "1 10 100 1k 10k 100k 1M");
        assert_eq!(log(0.01, 100.0, 5), "0.01 0.1 1 10 100");
        assert_eq!(log(1e-6, 1.0, 6), "10⁻⁶ 10⁻⁵ 10⁻⁴ 10⁻³ 10⁻² 10⁻¹ 10⁰");
    }

    #[test]
    fn a_short_logarithmic_axis_has_twos_and_fives() {
        assert_eq!(log(1.0, 100.0, 8), "1 2 5 10 20 50 100");
        assert_eq!(log(300.0, 4000.0, 8), "200 500 1000 2000 5000");
        assert_eq!(log(20.0, 60.0, 5), "20 30 40 50 60");
    }

    #[test]
    fn a_long_logarithmic_axis_leaves_powers_out() {
        assert_eq!(log(1.0, 1e12, 6), "1 100 10k 1M 100M 10G 1T");
    }

    #[test]
    fn a_chosen_number_keeps_its_decimals() {
        let ticks = [0.25, 0.5, 1.0, 2.0, 12.5].map(chosen);
        assert_eq!(written(&ticks, false), ["0.25", "0.5", "1", "2", "12.5"]);
        assert_eq!(written(&[chosen(1.0 / 3.0)], false), ["0.3333"]);
    }

    #[test]
    fn marks_between_decades_are_the_multiples() {
        assert_eq!(between_decades(1.0, 20.0), [2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 20.0]);
        assert!(between_decades(1.0, 1e30).is_empty());
    }

    proptest! {
        #[test]
        fn ticks_are_few_rising_and_all_written_differently(
            low in -1e6..1e6f64,
            span in 1e-3..1e6f64,
            most in 1usize..12,
        ) {
            let ticks = linear(low, low + span, most);
            prop_assert!(ticks.len() <= most + 2, "{ticks:?}");
            prop_assert!(ticks.is_sorted_by(|one, next| one.value < next.value));
            let (first, last) = (ticks[0].value, ticks[ticks.len() - 1].value);
            prop_assert!(first <= low + 1e-5 * span && last >= low + span * (1.0 - 1e-5));
            let mut texts = written(&ticks, false);
            texts.dedup();
            prop_assert_eq!(texts.len(), ticks.len());
        }

        #[test]
        fn logarithmic_ticks_reach_around_everything(
            power in -12.0..12.0f64,
            decades in 0.01..20.0f64,
            most in 2usize..12,
        ) {
            let (low, high) = (10f64.powf(power), 10f64.powf(power + decades));
            let ticks = logarithmic(low, high, most);
            prop_assert!(ticks.is_sorted_by(|one, next| one.value < next.value));
            prop_assert!(ticks[ticks.len() - 1].value >= high * (1.0 - 1e-6));
            prop_assert!(ticks.len() <= most + 3, "{} ticks: {ticks:?}", ticks.len());
        }
    }
}
