//! Markup that is well-formed both as HTML and as XML. Every text and every attribute passes through [`escaped`].

use crate::words::visible;

/// Text in which nothing is markup, and nothing hides or rearranges what stands beside it.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in visible(text).chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            // No characters of XML.
            '\u{fffe}' | '\u{ffff}' => out.push('\u{fffd}'),
            c => out.push(c),
        }
    }
    out
}

#[derive(Default)]
pub(super) struct Markup {
    out: String,
}

impl Markup {
    pub(super) fn into_text(self) -> String {
        self.out
    }

    /// What is markup already: blocks of our own.
    pub(super) fn raw(&mut self, markup: &str) {
        self.out.push_str(markup);
    }

    fn tag(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.out.push('<');
        self.out.push_str(name);
        for (key, value) in attributes {
            self.out.push_str(&format!(" {key}=\"{}\"", escaped(value)));
        }
    }

    pub(super) fn open(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.out.push('>');
    }

    pub(super) fn close(&mut self, name: &str) {
        self.out.push_str(&format!("</{name}>\n"));
    }

    pub(super) fn void(&mut self, name: &str, attributes: &[(&str, &str)]) {
        self.tag(name, attributes);
        self.out.push_str("/>\n");
    }

    pub(super) fn leaf(&mut self, name: &str, attributes: &[(&str, &str)], text: &str) {
        self.open(name, attributes);
        self.out.push_str(&escaped(text));
        self.close(name);
    }

    /// An empty place that the script fills.
    pub(super) fn hidden(&mut self, id: &str) {
        self.leaf("div", &[("id", id), ("hidden", "hidden")], "");
    }

    pub(super) fn paragraph(&mut self, text: &str) {
        self.leaf("p", &[], text);
    }

    /// A section with its heading; the caller closes it.
    pub(super) fn section(&mut self, id: &str, title: &str) {
        let heading = format!("{id}-title");
        self.open("section", &[("id", id), ("aria-labelledby", &heading)]);
        self.leaf("h2", &[("id", &heading), ("tabindex", "-1")], title);
    }

    pub(super) fn list(&mut self, items: impl IntoIterator<Item = String>) {
        self.open("ul", &[]);
        items.into_iter().for_each(|item| self.leaf("li", &[], &item));
        self.close("ul");
    }

    /// Begins a table with its caption. What is wider than the screen is scrolled by itself, with the keyboard too.
    pub(super) fn open_table(&mut self, id: &str, caption: &str) {
        let around =
            [("class", "scroll"), ("role", "group"), ("aria-label", caption), ("tabindex", "0")];
        self.open("div", &around);
        let id = [("id", id)];
        self.open("table", if id[0].1.is_empty() { &[] } else { &id });
        self.leaf("caption", &[], caption);
    }

    /// Ends it.
    pub(super) fn close_table(&mut self) {
        self.raw("</tbody></table>");
        self.close("div");
    }

    pub(super) fn table(&mut self, table: &Table<'_>) {
        self.open_table(table.id, table.caption);
        self.raw("<thead><tr>");
        for column in &table.columns {
            self.leaf("th", &[("scope", "col"), ("class", column.class())], column.title());
        }
        self.raw("</tr></thead>\n<tbody>\n");
        for row in &table.rows {
            self.open("tr", &[]);
            for (at, (column, cell)) in table.columns.iter().zip(row).enumerate() {
                match at {
                    0 => self.leaf("th", &[("scope", "row"), ("class", column.class())], cell),
                    _ => self.leaf("td", &[("class", column.class())], cell),
                }
            }
            self.close("tr");
        }
        self.close_table();
    }
}

/// A column with its title.
#[derive(Clone, Copy)]
pub(super) enum Column {
    Text(&'static str),
    Number(&'static str),
    Code(&'static str),
}

impl Column {
    const fn title(self) -> &'static str {
        match self {
            Self::Text(title) | Self::Number(title) | Self::Code(title) => title,
        }
    }

    const fn class(self) -> &'static str {
        match self {
            Self::Text(_) => "text",
            Self::Number(_) => "number",
            Self::Code(_) => "code",
        }
    }
}

/// Rows under a caption.
pub(super) struct Table<'a> {
    caption: &'a str,
    id: &'static str,
    columns: Vec<Column>,
    /// The first cell of a row is its head.
    rows: Vec<Vec<String>>,
}

impl<'a> Table<'a> {
    pub(super) fn new(caption: &'a str, columns: Vec<Column>) -> Self {
        Self { caption, id: "", columns, rows: Vec::new() }
    }

    pub(super) fn named(mut self, id: &'static str) -> Self {
        self.id = id;
        self
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_stay_text() {
        let mut page = Markup::default();
        page.leaf("p", &[("title", "a\" onclick='x")], "</p><script>1 & 2\u{202e}\u{0}");
        let expected = "<p title=\"a&quot; onclick=&#39;x\">&lt;/p&gt;&lt;script&gt;1 &amp; \
                        2\\u{202e}\\x00</p>\n";
        assert_eq!(page.into_text(), expected);
    }
}
