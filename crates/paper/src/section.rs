//! A section: blocks of sentences, tables and figures in one order, each with the outputs that show it.

use crate::cell::{Anchor, Cell, Tone};
use crate::outputs::Outputs;
use crate::table::Table;
use feltproof_model::workpaper::MeterPoint;

/// A section of a document.
#[derive(Clone, Debug)]
pub struct Section {
    /// Its name within a page.
    pub id: &'static str,
    /// Its title.
    pub title: &'static str,
    /// What it says, in order.
    pub blocks: Vec<Block>,
}

/// A piece of a section.
#[derive(Clone, Debug)]
pub struct Block {
    /// Which outputs show it.
    pub shown: Outputs,
    /// What it is.
    pub content: Content,
    /// How much it matters.
    pub tone: Tone,
    /// Whether it is set smaller.
    pub is_small: bool,
    /// Points that must be free below it on its page.
    pub room: u16,
}

/// What a piece of a section is.
#[derive(Clone, Debug)]
pub enum Content {
    /// The title of a part.
    Part(String),
    /// A paragraph.
    Text(String),
    /// A point of a list.
    Point(String),
    /// Names with their values, under a title.
    Facts(&'static str, Vec<(String, Cell)>),
    /// Labels with what each says, which stay together, and what leads there.
    Details(Anchor, Vec<(&'static str, Cell)>),
    /// A table.
    Table(Table),
    /// A drawing.
    Figure(Figure),
}

/// A drawing, with what it shows in words.
#[derive(Clone, Debug)]
pub enum Figure {
    /// Amounts left and right of zero.
    Bars {
        /// What the left side is, and the right side.
        sides: [&'static str; 2],
        /// The name of each bar and its micro-dollars.
        bars: Vec<(String, i128)>,
        /// What it shows.
        shows: String,
    },
    /// A meter over time.
    Meter {
        /// Its displays.
        series: Vec<MeterPoint>,
        /// What it shows.
        shows: String,
    },
}

impl Section {
    /// A section that says nothing yet.
    pub const fn new(id: &'static str, title: &'static str) -> Self {
        Self { id, title, blocks: Vec::new() }
    }

    fn push(&mut self, content: Content) -> &mut Block {
        let at = self.blocks.len();
        let (shown, tone) = (Outputs::ALL, Tone::Plain);
        self.blocks.push(Block { shown, content, tone, is_small: false, room: 0 });
        &mut self.blocks[at]
    }

    /// The title of a part.
    pub fn part(&mut self, title: impl Into<String>) -> &mut Block {
        self.push(Content::Part(title.into()))
    }

    /// A paragraph.
    pub fn say(&mut self, text: impl Into<String>) -> &mut Block {
        self.push(Content::Text(text.into()))
    }

    /// A point of a list.
    pub fn point(&mut self, text: impl Into<String>) -> &mut Block {
        self.push(Content::Point(text.into()))
    }

    /// Names with their values, under a title.
    pub fn facts<N: Into<String>>(
        &mut self,
        title: &'static str,
        facts: impl IntoIterator<Item = (N, Cell)>,
    ) -> &mut Block {
        let facts = facts.into_iter().map(|(name, cell)| (name.into(), cell));
        self.push(Content::Facts(title, facts.collect()))
    }

    /// Labels with what each says, which stay together, and what leads there.
    pub(crate) fn details(&mut self, at: Anchor, lines: Vec<(&'static str, Cell)>) -> &mut Block {
        self.push(Content::Details(at, lines))
    }

    /// A table.
    pub fn table(&mut self, table: Table) -> &mut Block {
        self.push(Content::Table(table))
    }

    /// A part with a table, its caption as the title; nothing where it has no row.
    pub(crate) fn titled(&mut self, table: Table) {
        if !table.rows.is_empty() {
            self.part(table.caption);
            self.table(table);
        }
    }

    /// A drawing.
    pub fn figure(&mut self, figure: Figure) -> &mut Block {
        self.push(Content::Figure(figure))
    }

    /// What an output shows of it.
    pub fn blocks_in(&self, output: Outputs) -> impl Iterator<Item = &Block> {
        self.blocks.iter().filter(move |block| block.shown.has(output))
    }
}

impl Block {
    /// Shown in these outputs alone.
    pub const fn only(&mut self, shown: Outputs) -> &mut Self {
        self.shown = shown;
        self
    }

    /// Set smaller.
    pub const fn small(&mut self) -> &mut Self {
        self.is_small = true;
        self
    }

    /// So many points are free below it on its page.
    pub(crate) const fn room(&mut self, points: u16) -> &mut Self {
        self.room = points;
        self
    }

    /// It matters so much.
    pub const fn tone(&mut self, tone: Tone) -> &mut Self {
        self.tone = tone;
        self
    }
}
