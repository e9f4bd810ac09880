//! Charts as SVG files: no script, no style sheet, no font of their own, the same bytes always.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use crate::charts::{Chart, WIDTH, randomness_charts};
use crate::draw::{Anchor, Colour, Face, Fonts, Mark};
use feltproof_printable::visible;
use feltproof_stats::Randomness;

const EDGE: f32 = 10.0;

/// Every chart of a battery as a file of its own: the stem of its name and the SVG. The same source
/// gives the same bytes; stems are unique within a source, and begin with `of`.
pub fn plots_svg(r: &Randomness, of: &str, fonts: &Fonts) -> Vec<(String, String)> {
    let file = |(stem, chart): (String, Chart<'_>)| {
        let title = format!("{} - {}", r.source, chart.title);
        let stem = format!("{of}{stem}");
        let svg = svg(&chart, &title, &stem);
        (stem, svg)
    };
    randomness_charts(r, fonts).into_iter().map(file).collect()
}

/// A chart as a file. `title` is what a viewer shows as its name, `stem` what tells it from others on a page.
fn svg(chart: &Chart<'_>, title: &str, stem: &str) -> String {
    let (wide, high) = (number(WIDTH + 2.0 * EDGE), number(chart.height + 2.0 * EDGE));
    let (title, caption, edge) = (escaped(title), escaped(&chart.caption), number(EDGE));
    let marks: String = chart.page.marks.iter().map(|mark| drawn(chart.fonts, mark)).collect();
    format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}pt\" \
         height=\"{high}pt\" role=\"img\" aria-labelledby=\"{stem}-title {stem}-caption\" \
         font-family=\"'Liberation Sans', Arial, Helvetica, sans-serif\">\n\
         <title id=\"{stem}-title\">{title}</title>\n<desc id=\"{stem}-caption\">{caption}</desc>\n\
         <rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>\n\
         <g transform=\"translate({edge} {edge})\">\n{marks}</g>\n</svg>\n"
    )
}

fn drawn(fonts: &Fonts, mark: &Mark) -> String {
    let rect = |area: [f32; 4], look: &str| {
        let [x, y, wide, high] = area.map(number);
        format!("<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{high}\" {look}/>\n")
    };
    match mark {
        Mark::Text { x, baseline, size, face, colour, text, anchor } => {
            let face_attribute = match face {
                Face::Regular => "",
                Face::Bold => " font-weight=\"bold\"",
                Face::Mono => " font-family=\"'Liberation Mono', 'Courier New', monospace\"",
            };
            // Whatever face the viewer has, the text takes the room it was measured for.
            let wide = fonts.width(*face, *size, text);
            let (x, anchored) = match anchor {
                Anchor::Start => (*x, ""),
                Anchor::Middle => (x + wide / 2.0, " text-anchor=\"middle\""),
                Anchor::End => (x + wide, " text-anchor=\"end\""),
            };
            let [x, y, size, wide] = [x, *baseline, *size, wide].map(number);
            let (colour, text) = (hex(*colour), escaped(text));
            format!(
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\"{face_attribute}{anchored} fill=\"{colour}\" \
                 textLength=\"{wide}\" lengthAdjust=\"spacingAndGlyphs\">{text}</text>\n"
            )
        }
        Mark::Rect { x, y, width, height, colour } => {
            rect([*x, *y, *width, *height], &format!("fill=\"{}\"", hex(*colour)))
        }
        Mark::Border { x, y, width, height, thickness, colour } => {
            let (colour, thickness) = (hex(*colour), number(*thickness));
            let look = format!("fill=\"none\" stroke=\"{colour}\" stroke-width=\"{thickness}\"");
            rect([*x, *y, *width, *height], &look)
        }
        Mark::Path { points, thickness, colour, dash } => {
            let (points, colour, thickness) = (list(points), hex(*colour), number(*thickness));
            let dash = if *dash { " stroke-dasharray=\"2 2\"" } else { "" };
            format!(
                "<polyline points=\"{points}\" fill=\"none\" stroke=\"{colour}\" \
                 stroke-width=\"{thickness}\"{dash}/>\n"
            )
        }
        Mark::Shape { points, colour } => {
            format!("<polygon points=\"{}\" fill=\"{}\"/>\n", list(points), hex(*colour))
        }
    }
}

fn list(points: &[(f32, f32)]) -> String {
    let point = |(x, y): &(f32, f32)| format!("{},{}", number(*x), number(*y));
    points.iter().map(point).collect::<Vec<_>>().join(" ")
}

/// To a hundredth, without zeros at the end; what is no number is zero.
fn number(value: f32) -> String {
    if !value.is_finite() {
        return "0".to_owned();
    }
    let text = format!("{value:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".to_owned() } else { text.to_owned() }
}

fn hex(Colour(r, g, b): Colour) -> String {
    format!("#{r:02x}{g:02x}{b:02x}")
}

/// Text inside an element.
fn escaped(text: &str) -> String {
    let text = visible(text).replace('&', "&amp;").replace('<', "&lt;");
    text.replace('>', "&gt;").replace('"', "&quot;")
}
