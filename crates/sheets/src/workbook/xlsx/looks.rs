//! How cells of each style of XLSX look, as far as that may mark a row.

use crate::workbook::marks::Look;
use crate::workbook::xml::{Xml, attribute};
use quick_xml::events::{BytesStart, Event};
use std::io;

/// The look of each style, by its number.
pub(super) fn read_looks(mut xml: Xml) -> io::Result<Vec<Look>> {
    let (mut fonts, mut fills, mut looks) = (Vec::new(), Vec::new(), Vec::new());
    let mut within = String::new();
    while let Some(event) = xml.next_if_any()? {
        let Event::Start(e) = event else { continue };
        let number = |name: &str| -> io::Result<usize> {
            Ok(attribute(&e, name)?.and_then(|text| text.parse().ok()).unwrap_or(0))
        };
        match e.local_name().as_ref() {
            name @ ("fonts" | "fills" | "cellXfs" | "borders" | "cellStyleXfs" | "cellStyles"
            | "dxfs") => {
                within = name.to_owned();
            }
            "font" if within == "fonts" => fonts.push(false),
            "strike" if within == "fonts" => {
                let off = matches!(attribute(&e, "val")?.as_deref(), Some("0" | "false"));
                fonts.last_mut().into_iter().for_each(|struck| *struck = !off);
            }
            "fill" if within == "fills" => fills.push(String::new()),
            "patternFill" if within == "fills" => {
                let pattern = attribute(&e, "patternType")?.filter(|p| p != "none" && p != "solid");
                fills
                    .last_mut()
                    .into_iter()
                    .for_each(|fill| *fill = pattern.clone().unwrap_or_default());
            }
            "gradientFill" if within == "fills" => {
                fills.last_mut().into_iter().for_each(|fill| *fill = "gradient".to_owned());
            }
            "fgColor" if within == "fills" => {
                let colour = colour(&e)?;
                fills.last_mut().into_iter().for_each(|fill| *fill = colour.clone());
            }
            "xf" if within == "cellXfs" => {
                let fill = fills.get(number("fillId")?).cloned().unwrap_or_default();
                let is_struck_out = fonts.get(number("fontId")?).copied().unwrap_or(false);
                looks.push(Look { fill, is_struck_out });
            }
            // What else stands here says nothing of how a row is marked.
            _ => {}
        }
    }
    Ok(looks)
}

/// A colour in the words of the workbook; white, that of paper, is none.
fn colour(element: &BytesStart<'_>) -> io::Result<String> {
    let of = |name: &str| attribute(element, name);
    let tint = of("tint")?.filter(|tint| tint != "0").map_or_else(String::new, |t| format!(" {t}"));
    let colour = match (of("rgb")?, of("theme")?, of("indexed")?) {
        // The first byte of four is how much shows through.
        (Some(rgb), _, _) => {
            let opaque = rgb.get(2..).filter(|_| rgb.len() == 8);
            opaque.unwrap_or(&rgb).to_uppercase()
        }
        (None, Some(theme), _) => format!("theme {theme}"),
        (None, None, Some(indexed)) => format!("indexed {indexed}"),
        (None, None, None) => String::new(),
    } + &tint;
    let is_white = matches!(
        &*colour,
        "FFFFFF" | "theme 0" | "indexed 1" | "indexed 9" | "indexed 64" | "indexed 65"
    );
    Ok(if is_white { String::new() } else { colour })
}
