//! Marks as a standalone SVG: no script, no style sheet, no font of its own, the same bytes always.
#![allow(clippy::float_arithmetic, reason = "coordinates of a drawing, never money")]

use super::drawing::{Anchor, Drawing, WIDTH};
use crate::pdf::canvas::{Colour, Face, Mark};
use std::fmt::Write as _;

/// Free space around the drawing.
const EDGE: f32 = 10.0;

/// The drawing as a file. `title` is what a viewer shows as its name.
pub(super) fn svg(drawing: &Drawing<'_>, title: &str) -> String {
    let (wide, high) = (number(WIDTH + 2.0 * EDGE), number(drawing.height + 2.0 * EDGE));
    let mut out = String::with_capacity(256 + drawing.page.marks.len() * 80);
    out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
    let _ = writeln!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {wide} {high}\" width=\"{wide}pt\" \
         height=\"{high}pt\" role=\"img\" aria-labelledby=\"title caption\" \
         font-family=\"'Liberation Sans', Arial, Helvetica, sans-serif\">"
    );
    let _ = writeln!(out, "<title id=\"title\">{}</title>", escaped(title));
    let _ = writeln!(out, "<desc id=\"caption\">{}</desc>", escaped(&drawing.caption));
    let _ = writeln!(out, "<rect width=\"{wide}\" height=\"{high}\" fill=\"#ffffff\"/>");
    let _ = writeln!(out, "<g transform=\"translate({0} {0})\">", number(EDGE));
    let mut anchors = drawing.anchors.iter();
    for mark in &drawing.page.marks {
        let anchor = match mark {
            Mark::Text { .. } => anchors.next().copied().unwrap_or(Anchor::Start),
            _ => Anchor::Start,
        };
        write_mark(&mut out, drawing, mark, anchor);
    }
    out.push_str("</g>\n</svg>\n");
    out
}

fn write_mark(out: &mut String, drawing: &Drawing<'_>, mark: &Mark, anchor: Anchor) {
    let _ = match mark {
        Mark::Text { x, baseline, size, face, colour, text } => {
            let face_attribute = match face {
                Face::Regular => "",
                Face::Bold => " font-weight=\"bold\"",
                Face::Mono => " font-family=\"'Liberation Mono', 'Courier New', monospace\"",
            };
            // Whatever face the viewer has, the text takes the room it was measured for, or at least
            // stands where it belongs.
            let wide = drawing.measured(*face, *size, text);
            let (x, anchored) = match anchor {
                Anchor::Start => (*x, ""),
                Anchor::Middle => (x + wide / 2.0, " text-anchor=\"middle\""),
                Anchor::End => (x + wide, " text-anchor=\"end\""),
            };
            writeln!(
                out,
                "<text x=\"{}\" y=\"{}\" font-size=\"{}\"{face_attribute}{anchored} fill=\"{}\" \
                 textLength=\"{}\" lengthAdjust=\"spacingAndGlyphs\">{}</text>",
                number(x),
                number(*baseline),
                number(*size),
                hex(*colour),
                number(wide),
                escaped(text)
            )
        }
        Mark::Rect { x, y, width, height, colour } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"{}\"/>",
            number(*x),
            number(*y),
            number(*width),
            number(*height),
            hex(*colour)
        ),
        Mark::Frame { x, y, width, height, thickness, colour } => writeln!(
            out,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" fill=\"none\" stroke=\"{}\" \
             stroke-width=\"{}\"/>",
            number(*x),
            number(*y),
            number(*width),
            number(*height),
            hex(*colour),
            number(*thickness)
        ),
        Mark::Path { points, thickness, colour, dash } => writeln!(
            out,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{}\" stroke-width=\"{}\"{}/>",
            list(points),
            hex(*colour),
            number(*thickness),
            if *dash { " stroke-dasharray=\"2 2\"" } else { "" }
        ),
        Mark::Shape { points, colour } => {
            writeln!(out, "<polygon points=\"{}\" fill=\"{}\"/>", list(points), hex(*colour))
        }
    };
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

/// Text inside an element. A character that XML cannot hold becomes a visible `?`.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\n' | '\t' => out.push(' '),
            '\u{0}'..='\u{1f}' | '\u{7f}'..='\u{9f}' | '\u{fffe}' | '\u{ffff}' => out.push('?'),
            c => out.push(c),
        }
    }
    out
}
