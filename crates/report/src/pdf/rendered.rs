//! What the pages are made from beside the workpaper, and what rendering gives: the file, and where a
//! signature goes.

/// One check for the appendix, as its own document describes it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CheckDoc<'a> {
    /// Code, such as `PAY-001`.
    pub code: &'a str,
    /// Title.
    pub title: &'a str,
    /// The rule that it compares with, in a few sentences.
    pub criteria: &'a str,
}

/// The pages of a report as an unsigned PDF.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderedPdf {
    /// The file.
    pub bytes: Vec<u8>,
    /// Number of pages.
    pub pages: usize,
    /// Where the sign-off leaves room for a visible signature.
    pub signature_box: SignatureBox,
}

/// A rectangle on a page, as PDF counts it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignatureBox {
    /// Page, counted from zero.
    pub page_index: usize,
    /// Left, bottom, right, top in points from the lower left corner.
    pub rectangle: [f32; 4],
}
