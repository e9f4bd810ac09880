//! Markup that is well-formed both as HTML and as XML. Every text and every attribute passes through [`escaped`].

use feltproof_printable::visible;

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
