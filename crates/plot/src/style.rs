//! Colours and strokes: the style sheet of every picture.
//!
//! It belongs to the family of the arena's reports: the same ink, rules, blue and vermilion, in light and in dark. All
//! selectors start with `.plot`: the styles of a picture and its page do not affect each other.

use std::fmt::Write as _;
use std::sync::LazyLock;

/// The colours of series in their order, in light and in dark. Any two of them differ for readers who see no red or no
/// green as well, by more than any two of Okabe and Ito's (2008), which the tests measure.
pub(crate) const SERIES: [(&str, &str); 8] = [
    ("#1f7a99", "#4fb0d2"),
    ("#c8602f", "#e9834f"),
    ("#4b2f86", "#8f78ff"),
    ("#bf9a00", "#ecd94a"),
    ("#0f9f78", "#3cdeaf"),
    ("#cf86b4", "#c94f7c"),
    ("#3c3a37", "#f3f0e8"),
    ("#5b8def", "#7484b8"),
];

/// Heights from low to high as they are on white. On black the order is reversed: low is always close to the
/// background.
const RAMP: [[u8; 3]; 7] = [
    [0xf6, 0xf2, 0xe4],
    [0xcf, 0xe4, 0xd2],
    [0x8f, 0xca, 0xc6],
    [0x4b, 0xa3, 0xb8],
    [0x1f, 0x7a, 0x99],
    [0x1d, 0x54, 0x82],
    [0x23, 0x2f, 0x5e],
];

/// The number of shades from low to high: the classes `h0`, `h1` and so on.
pub(crate) const SHADES: usize = 32;

/// The class of a series' colour. When the colours are used up, they repeat.
pub(crate) fn series(number: usize) -> String {
    format!("s{}", number % SERIES.len())
}

/// The class of a height between 0 and 1.
pub(crate) fn shade(height: f64) -> String {
    format!("h{}", (height.clamp(0.0, 1.0) * (SHADES - 1) as f64).round())
}

/// The style sheet of a picture.
pub(crate) fn sheet() -> &'static str {
    static SHEET: LazyLock<String> = LazyLock::new(|| {
        let mut dark = String::from(DARK);
        let mut sheet = String::from(LIGHT);
        for (number, (on_white, on_black)) in SERIES.iter().enumerate() {
            let _ = writeln!(sheet, ".plot .s{number}{{color:{on_white}}}");
            let _ = writeln!(dark, ".plot .s{number}{{color:{on_black}}}");
        }
        for number in 0..SHADES {
            let _ = writeln!(sheet, ".plot .h{number}{{fill:{}}}", color(number));
            let _ = writeln!(dark, ".plot .h{number}{{fill:{}}}", color(SHADES - 1 - number));
        }
        format!("{sheet}@media (prefers-color-scheme:dark){{\n{dark}}}\n")
    });
    &SHEET
}

/// A colour of the ramp, interpolated between the given ones.
fn color(shade: usize) -> String {
    let place = shade as f64 / (SHADES - 1) as f64 * (RAMP.len() - 1) as f64;
    let before = (place.floor() as usize).min(RAMP.len() - 2);
    let part = place - before as f64;
    let mix = |channel: usize| {
        let (from, to) = (f64::from(RAMP[before][channel]), f64::from(RAMP[before + 1][channel]));
        (from + part * (to - from)).round() as u8
    };
    format!("#{:02x}{:02x}{:02x}", mix(0), mix(1), mix(2))
}

const LIGHT: &str = r#".plot{font-family:"DejaVu Sans",sans-serif;font-size:12px}
.plot text{fill:#1d1c1a;stroke:none}
.plot .title{font-size:16px}
.plot .tick{font-size:11px;fill:#69655c}
.plot .note{font-size:11px;fill:#69655c;stroke:#fff;stroke-width:4px;stroke-linejoin:round;paint-order:stroke}
.plot .paper{fill:#fff}
.plot .rule{stroke:#dcd8cf;fill:none}
.plot .axis{stroke:#69655c;fill:none}
.plot .reference{stroke:#69655c;stroke-width:1.2;stroke-dasharray:5 3;fill:none}
.plot .curve{stroke:currentColor;stroke-width:1.8;stroke-linejoin:round;stroke-linecap:round;fill:none}
.plot .dashed{stroke-dasharray:7 5}
.plot .dotted{stroke-dasharray:0.5 4}
.plot .band{fill:currentColor;fill-opacity:0.16}
.plot .figure{font-size:13px}
.plot .detail{font-size:10px}
.plot .cell{fill:#f0ede6}
.plot .tint{fill:currentColor}
.plot .mark{fill:currentColor;stroke:#fff;stroke-width:1}
.plot .wall{fill:#f7f5f0;stroke:#dcd8cf}
.plot .skirt{fill:#e4e0d6}
.plot .mesh{stroke:#1d1c1a;stroke-opacity:0.45;stroke-width:0.5;stroke-linejoin:round}
.plot .contour{stroke:#1d1c1a;stroke-opacity:0.55;stroke-width:0.8;stroke-linejoin:round;fill:none}
"#;

const DARK: &str = r#".plot text{fill:#ece9e2}
.plot .tick{fill:#a6a196}
.plot .note{fill:#a6a196;stroke:#171716}
.plot .paper{fill:#171716}
.plot .rule{stroke:#383631}
.plot .axis{stroke:#a6a196}
.plot .reference{stroke:#a6a196}
.plot .mark{stroke:#171716}
.plot .cell{fill:#232220}
.plot .wall{fill:#1f1e1c;stroke:#383631}
.plot .skirt{fill:#33312d}
.plot .mesh,.plot .contour{stroke:#0c0c0b}
"#;

#[cfg(test)]
mod tests {
    use super::*;

    type Rgb = [f64; 3];

    #[test]
    fn any_two_series_can_be_told_apart_by_the_colour_blind() {
        let light: Vec<Rgb> = SERIES.iter().map(|(light, _)| linear(light)).collect();
        let dark: Vec<Rgb> = SERIES.iter().map(|(_, dark)| linear(dark)).collect();
        let okabe_ito =
            ["#e69f00", "#56b4e9", "#009e73", "#f0e442", "#0072b2", "#d55e00", "#cc79a7", "#000000"].map(linear);
        let model = closest(&okabe_ito);
        assert!((0.07..0.08).contains(&model), "the measure itself is wrong: {model}");
        assert!(closest(&light) > model && closest(&dark) > model, "{} {}", closest(&light), closest(&dark));
    }

    #[test]
    fn every_series_stands_out_from_the_paper() {
        for (light, dark) in SERIES {
            assert!(contrast(linear(light), linear("#ffffff")) > 2.6, "{light}");
            assert!(contrast(linear(dark), linear("#171716")) > 4.0, "{dark}");
        }
    }

    #[test]
    fn a_higher_shade_is_a_darker_one() {
        let light: Vec<f64> = (0..SHADES).map(|shade| luminance(linear(&color(shade)))).collect();
        assert!(light.is_sorted_by(|low, high| low > high), "{light:?}");
        assert_eq!((shade(0.0), shade(1.0), shade(7.0)), ("h0".into(), "h31".into(), "h31".into()));
    }

    /// The smallest distance between two of the colours, as people see them who lack nothing, red or green.
    fn closest(colors: &[Rgb]) -> f64 {
        // Machado, Oliveira and Fernandes (2009), at full severity.
        let sights = [
            [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
            [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
            [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]],
        ];
        let mut least = f64::INFINITY;
        for sight in sights {
            let seen: Vec<Rgb> = colors.iter().map(|&color| oklab(apply(sight, color))).collect();
            for (place, one) in seen.iter().enumerate() {
                for other in &seen[..place] {
                    least = least.min(one.iter().zip(other).map(|(a, b)| (a - b).powi(2)).sum::<f64>().sqrt());
                }
            }
        }
        least
    }

    fn apply(matrix: [Rgb; 3], color: Rgb) -> Rgb {
        matrix.map(|row| row.iter().zip(color).map(|(factor, channel)| factor * channel).sum())
    }

    /// Ottosson's Oklab (2020), in which equal distances look equal.
    fn oklab(color: Rgb) -> Rgb {
        let cones = apply(
            [[0.412221, 0.536333, 0.051446], [0.211903, 0.680700, 0.107397], [0.088302, 0.281719, 0.629979]],
            color.map(|channel| channel.clamp(0.0, 1.0)),
        );
        apply(
            [[0.210454, 0.793618, -0.004072], [1.977998, -2.428592, 0.450594], [0.025904, 0.782772, -0.808676]],
            cones.map(f64::cbrt),
        )
    }

    fn linear(hex: &str) -> Rgb {
        [1, 3, 5].map(|from| {
            let channel = f64::from(u8::from_str_radix(&hex[from..from + 2], 16).unwrap()) / 255.0;
            if channel <= 0.04045 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
        })
    }

    fn luminance([red, green, blue]: Rgb) -> f64 {
        0.2126 * red + 0.7152 * green + 0.0722 * blue
    }

    fn contrast(one: Rgb, other: Rgb) -> f64 {
        let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
        if one > other { one / other } else { other / one }
    }
}
