//! Pictures in pixels.

use std::sync::{Arc, LazyLock};

use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};

use crate::error::PlotError;
use crate::font;

/// The longest side of a picture in pixels.
const LONGEST: u32 = 16_384;

/// The picture as PNG, with a number of pixels for each of its points. All text is in the font of this crate: a picture
/// is the same on every machine; letters that it lacks are not seen.
///
/// # Errors
/// If the text is not SVG, or the picture would have no pixels or too many.
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PlotError> {
    static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
        let mut fonts = fontdb::Database::new();
        fonts.load_font_data(font::FILE.to_vec());
        fonts.set_sans_serif_family(font::FAMILY);
        Arc::new(fonts)
    });
    let options = Options { fontdb: Arc::clone(&FONTS), font_family: font::FAMILY.to_string(), ..Options::default() };
    let tree = Tree::from_str(svg, &options)?;
    let (width, height) = ((scale * tree.size().width()).round(), (scale * tree.size().height()).round());
    let drawn = 1.0..=LONGEST as f32;
    let pixels =
        if drawn.contains(&width) && drawn.contains(&height) { Pixmap::new(width as u32, height as u32) } else { None };
    let mut pixels = pixels.ok_or(PlotError::Size { width, height, most: LONGEST })?;
    resvg::render(&tree, Transform::from_scale(scale, scale), &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| PlotError::Png(error.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SQUARE: &str = "<svg xmlns='http://www.w3.org/2000/svg' width='20' height='10'>\
        <rect width='20' height='10' fill='#fff'/><rect width='10' height='10' fill='#f00'/></svg>";

    fn decoded(svg: &str, scale: f32) -> Pixmap {
        Pixmap::decode_png(&png(svg, scale).unwrap()).unwrap()
    }

    #[test]
    fn a_picture_has_so_many_pixels_to_the_point() {
        let pixels = decoded(SQUARE, 2.5);
        assert_eq!((pixels.width(), pixels.height()), (50, 25));
        let color = |x: u32| pixels.pixel(x, 12).map(|pixel| (pixel.red(), pixel.green(), pixel.blue()));
        assert_eq!((color(10), color(40)), (Some((255, 0, 0)), Some((255, 255, 255))));
    }

    #[test]
    fn text_is_drawn_without_any_font_on_the_machine() {
        let text = |family: &str| {
            format!(
                "<svg xmlns='http://www.w3.org/2000/svg' width='40' height='20'>\
                 <text x='4' y='15' font-family='{family}'>0.5</text></svg>"
            )
        };
        let ours = decoded(&text(font::FAMILY), 1.0);
        assert!(ours.pixels().iter().any(|pixel| pixel.alpha() > 200));
        assert_eq!(decoded(&text("sans-serif"), 1.0).data(), ours.data());
    }

    #[test]
    fn text_is_as_wide_as_it_is_reckoned_to_be() {
        let name = "MM diamond, radius 2: 0.125 MM";
        let svg = format!(
            "<svg xmlns='http://www.w3.org/2000/svg' width='400' height='30' font-family='{}' font-size='12'>\
             <text x='0' y='20'>{name}</text></svg>",
            font::FAMILY
        );
        let pixels = decoded(&svg, 1.0);
        let inked = |x: &u32| (0..30).any(|y| pixels.pixel(*x, y).is_some_and(|pixel| pixel.alpha() > 0));
        let last = f64::from((0..400).rev().find(inked).unwrap());
        assert!((last - font::width(name, 12.0)).abs() < 3.0, "{last} and {}", font::width(name, 12.0));
    }

    #[test]
    fn what_cannot_be_drawn_is_said_in_a_sentence() {
        let said = |svg: &str, scale: f32| png(svg, scale).unwrap_err().to_string();
        assert!(
            said("no picture", 1.0).starts_with("the picture cannot be read as SVG: "),
            "{}",
            said("no picture", 1.0)
        );
        for scale in [0.0, -1.0, f32::NAN, f32::INFINITY, 1e6] {
            assert!(said(SQUARE, scale).contains("each side must have 1 to 16384"), "{}", said(SQUARE, scale));
        }
    }
}
