//! The document's structure: what a page's marks are to a reader who does not see it. Headings, paragraphs, lists,
//! tables and figures, in reading order; whatever is in none of them is decoration.

use crate::draw::Owner;

/// An element, by its place in the tree.
pub(super) type Element = usize;

/// What an element is; the names are the standard ones of PDF 1.7.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Role {
    Document,
    /// The title of the document, of a section, of a part of one: 1 to 3.
    Heading(u8),
    Paragraph,
    List,
    Item,
    Label,
    Body,
    Contents,
    ContentsItem,
    /// Leads somewhere, as long as that is there.
    Link,
    Table,
    Row,
    Head(usize),
    Cell(usize),
    /// A drawing: what it says in words, and its left, top, right and bottom on the page.
    Figure(String, [f32; 4]),
    /// A place on paper to tick, or to write on: what is asked there.
    ToTick(String),
    ToWrite(String),
}

impl Role {
    pub(super) const fn name(&self) -> &'static str {
        match self {
            Self::Document => "Document",
            Self::Heading(1) => "H1",
            Self::Heading(2) => "H2",
            Self::Heading(_) => "H3",
            Self::Paragraph => "P",
            Self::List => "L",
            Self::Item => "LI",
            Self::Label => "Lbl",
            Self::Body => "LBody",
            Self::Contents => "TOC",
            Self::ContentsItem => "TOCI",
            Self::Link => "Link",
            Self::Table => "Table",
            Self::Row => "TR",
            Self::Head(_) => "TH",
            Self::Cell(_) => "TD",
            Self::Figure(..) => "Figure",
            Self::ToTick(_) | Self::ToWrite(_) => "Form",
        }
    }
}

/// One element: marks of its own, or elements below it, never both.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) role: Role,
    pub(super) parent: Option<Element>,
    pub(super) kids: Vec<Element>,
}

/// The tree while it grows. An element is written in the place where it was added.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Structure {
    pub(super) nodes: Vec<Node>,
    /// Whose kids the next elements are, innermost last.
    open: Vec<Element>,
    /// Whose the next texts are; without one each text is a paragraph.
    owner: Option<Owner>,
}

impl Structure {
    pub(super) fn new() -> Self {
        let document = Node { role: Role::Document, parent: None, kids: Vec::new() };
        Self { nodes: vec![document], open: Vec::new(), owner: None }
    }

    fn container(&self) -> Element {
        self.open.last().copied().unwrap_or(0)
    }

    pub(super) fn add(&mut self, role: Role) -> Element {
        self.add_to(self.container(), role)
    }

    pub(super) fn add_to(&mut self, parent: Element, role: Role) -> Element {
        let element = self.nodes.len();
        self.nodes.push(Node { role, parent: Some(parent), kids: Vec::new() });
        self.nodes[parent].kids.push(element);
        element
    }

    pub(super) fn open(&mut self, role: Role) -> Element {
        let element = self.add(role);
        self.open.push(element);
        element
    }

    pub(super) fn close(&mut self) {
        self.open.pop();
    }

    /// Opens an item of the list that is being written, or of a new one.
    pub(super) fn open_item(&mut self) {
        let last = self.nodes[self.container()].kids.last().copied();
        let list = last.filter(|last| self.nodes[*last].role == Role::List);
        let list = list.unwrap_or_else(|| self.add(Role::List));
        let item = self.add_to(list, Role::Item);
        self.open.push(item);
    }

    /// The texts that follow have this owner, or each is a paragraph; gives back whose they were.
    pub(super) fn own(&mut self, owner: Option<Owner>) -> Option<Owner> {
        std::mem::replace(&mut self.owner, owner)
    }

    /// Whose a text is that is written now.
    pub(super) fn owner_of_text(&mut self) -> Owner {
        self.owner.unwrap_or_else(|| Owner::Element(self.add(Role::Paragraph)))
    }

    pub(super) fn place(&mut self, figure: Element, at: [f32; 4]) {
        if let Role::Figure(_, area) = &mut self.nodes[figure].role {
            *area = at;
        }
    }

    pub(super) fn is_owned(&self) -> bool {
        self.owner.is_some()
    }
}
