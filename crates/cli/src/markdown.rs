//! Markdown for people: headings, paragraphs, lists and tables broken at the width of the terminal; plain text where
//! there is none. What is Markdown `pulldown-cmark` says, where a line ends `textwrap`.

use crate::print::lines_of;
use feltproof_report::Style;
use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// The text of a page. Text of records never comes here: the pages are the program's own.
pub(crate) fn rendered(markdown: &str, style: Style) -> String {
    let mut page = Page { out: String::new(), block: String::new(), style, lists: 0, column: 0 };
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        page.event(event);
    }
    page.out
}

struct Page {
    out: String,
    /// What the open paragraph, heading, item or row holds so far.
    block: String,
    style: Style,
    /// Lists that are open.
    lists: usize,
    /// Cells of the open row that are done.
    column: usize,
}

impl Page {
    fn event(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Item) => {
                self.end("");
                self.lists += 1;
            }
            Event::Start(Tag::TableCell) if self.column > 0 => self.block.push_str(" | "),
            Event::Text(text)
            | Event::Html(text)
            | Event::InlineHtml(text)
            | Event::InlineMath(text)
            | Event::DisplayMath(text)
            | Event::FootnoteReference(text) => self.block.push_str(&text),
            Event::Code(code) if self.style.colour => {
                self.block.extend(["\x1b[1m", &code, "\x1b[22m"]);
            }
            Event::Code(code) => self.block.extend(["'", &code, "'"]),
            Event::SoftBreak | Event::HardBreak => self.block.push(' '),
            Event::End(end) => self.ended(end),
            // What begins says nothing by itself; a line drawn and a box to tick have no words.
            Event::Start(_) | Event::Rule | Event::TaskListMarker(_) => {}
        }
    }

    fn ended(&mut self, end: TagEnd) {
        match end {
            TagEnd::Heading(_) => {
                let text = std::mem::take(&mut self.block);
                let bold = if self.style.colour { format!("\x1b[1m{text}\x1b[0m") } else { text };
                self.blank();
                self.wrapped(&bold, "");
            }
            TagEnd::Paragraph => self.end(if self.lists == 0 { "\n" } else { "" }),
            TagEnd::Item => {
                self.end("");
                self.lists -= 1;
            }
            TagEnd::TableCell => self.column += 1,
            TagEnd::TableHead | TagEnd::TableRow => {
                self.column = 0;
                self.end("");
            }
            TagEnd::Table | TagEnd::List(_) | TagEnd::CodeBlock => {
                self.end("");
                self.blank();
            }
            // Of these only the words count.
            TagEnd::Emphasis
            | TagEnd::Strong
            | TagEnd::Strikethrough
            | TagEnd::Superscript
            | TagEnd::Subscript
            | TagEnd::Link
            | TagEnd::Image
            | TagEnd::BlockQuote(_)
            | TagEnd::HtmlBlock
            | TagEnd::FootnoteDefinition
            | TagEnd::DefinitionList
            | TagEnd::DefinitionListTitle
            | TagEnd::DefinitionListDefinition
            | TagEnd::MetadataBlock(_) => {}
        }
    }

    /// Ends the open block, with something behind it.
    fn end(&mut self, behind: &str) {
        let text = std::mem::take(&mut self.block);
        if !text.trim().is_empty() {
            let lead = if self.lists > 0 { "- " } else { "" };
            self.wrapped(text.trim(), lead);
            self.out.push_str(behind);
        }
    }

    fn wrapped(&mut self, text: &str, lead: &str) {
        let below = if lead.is_empty() { "" } else { "  " };
        let options = lines_of(self.style.width).break_words(false);
        let options = options.initial_indent(lead).subsequent_indent(below);
        self.out.push_str(&textwrap::fill(text, options));
        self.out.push('\n');
    }

    fn blank(&mut self) {
        if !self.out.is_empty() && !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use feltproof_checks::{ADVICE, CHECKS};

    const PAGE: &str = "# PAY-900: `pays` too much\n\n## What\nOne two three\nfour five.\n\nSix `seven eight`:\n\n\
        * `a`: nine ten eleven twelve\n* thirteen\n\n| one | two |\n|---|---|\n| 1 | 2 |\n\nEnd.\n";

    #[test]
    fn a_page_is_plain_text_of_the_width_asked_for() {
        let text = rendered(PAGE, Style { colour: false, width: 16 });
        assert_eq!(
            text,
            "PAY-900: 'pays'\ntoo much\n\nWhat\nOne two three\nfour five.\n\nSix 'seven\neight':\n\n\
             - 'a': nine ten\n  eleven twelve\n- thirteen\n\none | two\n1 | 2\n\nEnd.\n\n"
        );
    }

    #[test]
    fn headings_and_words_of_files_are_bold_on_a_terminal() {
        let text = rendered(PAGE, Style { colour: true, width: 60 });
        assert!(text.contains("\x1b[1mWhat\x1b[0m\nOne two three four five.\n"), "{text:?}");
        assert!(text.contains("- \x1b[1ma\x1b[22m: nine"), "{text:?}");
    }

    /// No letter of the page of any check is lost, and no mark of Markdown is left.
    #[test]
    fn the_page_of_every_check_is_whole() {
        for check in CHECKS.iter().chain(ADVICE) {
            let letters =
                |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
            let text = rendered(check.prose(), Style { colour: false, width: 80 });
            assert_eq!(letters(&text), letters(check.prose()), "{}", check.code);
            let marks = |line: &str| ["#", "|--", "* ", "```"].iter().any(|m| line.starts_with(m));
            assert!(!text.lines().any(marks) && !text.contains('`'), "{}: {text}", check.code);
            let wide = |line: &&str| line.chars().count() > 80 && line.contains(' ');
            assert_eq!(text.lines().find(wide), None, "{}", check.code);
        }
    }
}
