//! Turns pages of marks into PDF objects with printpdf. Nothing else here knows that library, so
//! that another one can take its place.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::structure::Structure;
use crate::draw::{Colour, Face, Fonts, Mark, Owner, PAGE_HEIGHT, PAGE_WIDTH, Page};
use crate::error::PdfError;
use printpdf::{
    Color, DictItem, FontId, Line, LineDashPattern, LinePoint, Op, PaintMode, PdfDocument, PdfFont,
    PdfFontHandle, PdfPage, PdfSaveOptions, Point, Polygon, PolygonRing, Pt, Rect, Rgb, TextItem,
    WindingOrder,
};

/// The pages as PDF objects, fonts embedded as subsets, every mark inside what it belongs to.
pub(super) fn document(
    pages: &[Page],
    structure: &Structure,
    fonts: &Fonts,
) -> Result<lopdf::Document, PdfError> {
    let mut pdf = PdfDocument::new("");
    for face in fonts.faces() {
        // The identifier is the resource name and the subset's prefix: fixed, so that the library's
        // process-wide counter does not show in the file.
        let id = FontId(face.tag.to_owned());
        pdf.resources.fonts.map.insert(id, PdfFont::new(face.parsed.clone()));
    }
    pdf.pages = pages.iter().map(|page| pdf_page(page, structure, fonts)).collect();

    let mut warnings = Vec::new();
    let options = PdfSaveOptions { image_optimization: None, ..PdfSaveOptions::default() };
    let document = pdf.to_lopdf_document(&options, &mut warnings);
    match warnings.iter().find(|w| w.severity == printpdf::PdfParseErrorSeverity::Error) {
        Some(error) => Err(PdfError::Library(error.msg.clone())),
        None => Ok(document),
    }
}

fn pdf_page(page: &Page, structure: &Structure, fonts: &Fonts) -> PdfPage {
    let size = Rect::from_wh(Pt(PAGE_WIDTH), Pt(PAGE_HEIGHT));
    let mut ops = Vec::with_capacity(page.marks.len() * 5);
    let mut number = 0;
    for (owner, marks) in page.owned() {
        ops.push(beginning(owner, structure, number));
        number += i64::from(matches!(owner, Owner::Element(_)));
        for mark in marks {
            draw(mark, fonts, &mut ops);
        }
        ops.push(Op::EndMarkedContent);
    }
    PdfPage { media_box: size.clone(), trim_box: size.clone(), crop_box: size, ops }
}

/// Marks that follow are content of an element, with a number on the page (see `tags::pieces`), or decoration.
fn beginning(owner: Owner, structure: &Structure, number: i64) -> Op {
    let running = |which: &str| {
        let entry = |key: &str, value: &str| (key.to_owned(), DictItem::Name(value.into()));
        let map = [entry("Type", "Pagination"), entry("Subtype", which)].into_iter().collect();
        ("Artifact", DictItem::Dict { map })
    };
    let (tag, properties) = match owner {
        Owner::Decoration => return Op::BeginMarkedContent { tag: "Artifact".to_owned() },
        Owner::Header => running("Header"),
        Owner::Footer => running("Footer"),
        Owner::Element(element) => {
            let map = [("MCID".to_owned(), DictItem::Int(number))].into_iter().collect();
            let role = structure.nodes.get(element).map_or("P", |node| node.role.name());
            (role, DictItem::Dict { map })
        }
    };
    Op::BeginMarkedContentWithProperties { tag: tag.to_owned(), properties }
}

fn draw(mark: &Mark, fonts: &Fonts, ops: &mut Vec<Op>) {
    match mark {
        Mark::Text { x, baseline, size, face, colour, text, .. } => {
            let text = fonts.printable(*face, text);
            ops.extend([
                Op::StartTextSection,
                Op::SetFillColor { col: color(*colour) },
                Op::SetFont { font: handle(*face, fonts), size: Pt(*size) },
                Op::SetTextCursor { pos: point(*x, *baseline) },
                Op::ShowText { items: vec![TextItem::Text(text)] },
                Op::EndTextSection,
            ]);
        }
        Mark::Rect { x, y, width, height, colour } => {
            ops.push(Op::SetFillColor { col: color(*colour) });
            ops.push(polygon(&corners(*x, *y, *width, *height)));
        }
        Mark::Border { x, y, width, height, thickness, colour } => {
            stroke(*thickness, *colour, false, ops);
            ops.push(line(&corners(*x, *y, *width, *height), true));
        }
        Mark::Path { points, thickness, colour, dash } => {
            stroke(*thickness, *colour, *dash, ops);
            ops.push(line(points, false));
        }
        Mark::Shape { points, colour } => {
            ops.push(Op::SetFillColor { col: color(*colour) });
            ops.push(polygon(points));
        }
    }
}

fn handle(face: Face, fonts: &Fonts) -> PdfFontHandle {
    let tag = fonts.faces().iter().find(|f| f.face == face).map_or("FPSANS", |f| f.tag);
    PdfFontHandle::External(FontId(tag.to_owned()))
}

fn stroke(thickness: f32, colour: Colour, dash: bool, ops: &mut Vec<Op>) {
    let pattern: &[f32] = if dash { &[2.0, 2.0] } else { &[] };
    ops.push(Op::SetOutlineColor { col: color(colour) });
    ops.push(Op::SetOutlineThickness { pt: Pt(thickness) });
    ops.push(Op::SetLineDashPattern { dash: LineDashPattern::new(0.0, pattern) });
}

fn color(Colour(r, g, b): Colour) -> Color {
    let part = |v: u8| (f32::from(v) / 255.0 * 1000.0).round() / 1000.0;
    Color::Rgb(Rgb { r: part(r), g: part(g), b: part(b), icc_profile: None })
}

/// From the top left corner, y down, to the lower left corner, y up; to a hundredth of a point.
fn point(x: f32, y: f32) -> Point {
    let hundredth = |v: f32| (v * 100.0).round() / 100.0;
    Point { x: Pt(hundredth(x)), y: Pt(hundredth(PAGE_HEIGHT - y)) }
}

fn corners(x: f32, y: f32, width: f32, height: f32) -> [(f32, f32); 4] {
    [(x, y), (x + width, y), (x + width, y + height), (x, y + height)]
}

fn line_points(points: &[(f32, f32)]) -> Vec<LinePoint> {
    points.iter().map(|(x, y)| LinePoint { p: point(*x, *y), bezier: false }).collect()
}

fn line(points: &[(f32, f32)], is_closed: bool) -> Op {
    Op::DrawLine { line: Line { points: line_points(points), is_closed } }
}

fn polygon(points: &[(f32, f32)]) -> Op {
    Op::DrawPolygon {
        polygon: Polygon {
            rings: vec![PolygonRing { points: line_points(points) }],
            mode: PaintMode::Fill,
            winding_order: WindingOrder::NonZero,
        },
    }
}
