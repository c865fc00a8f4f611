//! The font of the pictures, and how wide a text is in it.
//!
//! It is DejaVu Sans, cut down to what charts need, with each letter as wide as it is alone: no kerning, no ligatures.

use std::iter;
use std::sync::LazyLock;

use skrifa::instance::{LocationRef, Size};
use skrifa::{FontRef, MetadataProvider};

/// The name of the font, as text in a picture asks for it.
pub(crate) const FAMILY: &str = "DejaVu Sans";
/// The font as a file.
pub(crate) const FILE: &[u8] = include_bytes!("../font/DejaVuSans-subset.ttf");

/// The sizes of letters.
pub(crate) const TITLE: f64 = 16.0;
/// Names of axes and curves.
pub(crate) const NAME: f64 = 12.0;
/// Figures along the axes.
pub(crate) const TICK: f64 = 11.0;
/// Figures in a table.
pub(crate) const FIGURE: f64 = 13.0;
/// What stands below a figure.
pub(crate) const DETAIL: f64 = 10.0;

/// The widths of the letters below U+2800, in ems; the font has no others.
static WIDTHS: LazyLock<Vec<Option<f32>>> = LazyLock::new(|| {
    let Ok(font) = FontRef::new(FILE) else { return Vec::new() };
    let (letters, metrics) = (font.charmap(), font.glyph_metrics(Size::new(1.0), LocationRef::default()));
    (0..0x2800u32).map(|code| letters.map(code).and_then(|glyph| metrics.advance_width(glyph))).collect()
});

/// The width of a text whose letters have that size. A letter that the font lacks counts as a square.
pub(crate) fn width(text: &str, size: f64) -> f64 {
    let letter = |c: char| WIDTHS.get(c as usize).copied().flatten().map_or(1.0, f64::from);
    size * text.chars().map(letter).sum::<f64>()
}

/// The text, truncated to a width, with an ellipsis if it was cut.
pub(crate) fn shortened(text: &str, size: f64, room: f64) -> String {
    if width(text, size) <= room {
        return text.to_string();
    }
    let mut kept = text.to_string();
    while kept.pop().is_some() {
        let shorter = kept.trim_end().chars().chain(iter::once('…')).collect::<String>();
        if width(&shorter, size) <= room {
            return shorter;
        }
    }
    String::new()
}

/// The text, wrapped to a width, in at most a number of lines.
pub(crate) fn wrapped(text: &str, size: f64, room: f64, most: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if lines_up(line, word, size, room) => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most.max(1) - 1).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| shortened(line, size, room)).collect()
}

fn lines_up(line: &str, word: &str, size: f64, room: f64) -> bool {
    width(line, size) + width(" ", size) + width(word, size) <= room
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_are_all_as_wide_as_each_other() {
        let zero = width("0", 100.0);
        assert!((60.0..65.0).contains(&zero), "{zero}");
        assert!("123456789".chars().all(|figure| width(&figure.to_string(), 100.0) == zero));
    }

    #[test]
    fn the_font_has_what_the_pictures_write() {
        for letter in "0123456789.,%kMGTe×−⁰¹²³⁴⁵⁶⁷⁸⁹⁻…±–".chars() {
            assert!(WIDTHS[letter as usize].is_some(), "{letter} is missing");
        }
    }

    #[test]
    fn a_text_that_is_too_long_ends_in_dots_and_fits() {
        let name = "preference:window=diamond,radius=2,expand=5";
        assert_eq!(shortened(name, 12.0, 1000.0), name);
        let short = shortened(name, 12.0, 120.0);
        assert!(short.starts_with("preference:") && short.ends_with('…') && width(&short, 12.0) <= 120.0, "{short}");
        assert_eq!(shortened(name, 12.0, 3.0), "");
    }

    #[test]
    fn words_are_wrapped_into_lines() {
        assert_eq!(wrapped("without last good reply", 10.0, 70.0, 3), ["without last", "good reply"]);
        assert_eq!(wrapped("without last good reply", 10.0, 70.0, 1), ["without last…"]);
        assert!(wrapped("", 10.0, 70.0, 3).is_empty());
    }
}
