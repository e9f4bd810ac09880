//! What rendering gives: the file, and where a signature goes.

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

/// A rectangle on a page, as PDF counts it. The default has no room: a form to be filled in by hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct SignatureBox {
    /// Page, counted from zero.
    pub page_index: usize,
    /// Left, bottom, right, top in points from the lower left corner.
    pub rectangle: [f32; 4],
}
