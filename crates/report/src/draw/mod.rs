//! What pages and charts are drawn with: marks, faces, sizes, colours and line breaks.
//!
//! A section or a chart writes marks onto a [`Page`]. Two backends read them, `pdf/backend.rs` and
//! `svg.rs`, and neither draws anything of its own.

mod canvas;
mod fonts;
mod style;
mod wrap;

pub use fonts::Fonts;

pub(crate) use canvas::*;
pub(crate) use style::*;
pub(crate) use wrap::wrap;
