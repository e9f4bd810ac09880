//! The appendix: the checks and advice that found something, and the checks that did not run, as their own documents describe
//! them.
#![allow(clippy::float_arithmetic, reason = "page coordinates are drawing, never money")]

use super::{ReportInput, titles};
use crate::draw::{ACCENT, BODY, Face, MONO};
use crate::pdf::CheckDoc;
use crate::pdf::flow::Flow;
use feltproof_model::workpaper::Outcome;

pub(super) fn appendix(flow: &mut Flow<'_>, input: &ReportInput<'_>, docs: &[CheckDoc<'_>]) {
    let needed = |doc: &&CheckDoc<'_>| {
        let check = input.w.checks.iter().find(|c| c.code == doc.code);
        let is_advised = input.w.advisories.iter().any(|e| e.code == doc.code);
        is_advised
            || check.is_some_and(|c| !matches!(c.outcome, Outcome::Ran { exceptions: 0, .. }))
    };
    let docs: Vec<&CheckDoc<'_>> = docs.iter().filter(needed).collect();
    flow.section(titles::APPENDIX, true);
    if docs.is_empty() {
        flow.nothing("None.");
        return;
    }
    for doc in docs {
        flow.part(&format!("{}: {}", doc.code, doc.title));
        for block in blocks(doc.text) {
            match block {
                DocBlock::Heading(text) => {
                    flow.space(2.0);
                    flow.need(BODY.leading * 3.0);
                    flow.paragraph(BODY.face(Face::Bold).colour(ACCENT), &text);
                }
                DocBlock::Paragraph(text) => flow.paragraph(BODY, &text),
                DocBlock::Item(text) => flow.bullet(BODY, &text),
                DocBlock::Raw(lines) => flow.paragraph(MONO, &lines),
            }
        }
    }
}

/// A piece of a check's document.
#[derive(Debug, PartialEq, Eq)]
enum DocBlock {
    Heading(String),
    Paragraph(String),
    Item(String),
    Raw(String),
}

/// Reads the few forms of a check's document. What is none of them is a paragraph: nothing is lost.
fn blocks(text: &str) -> Vec<DocBlock> {
    let mut out: Vec<DocBlock> = Vec::new();
    let mut open = false;
    let mut raw: Option<Vec<&str>> = None;
    for line in text.lines() {
        let trimmed = line.trim();
        if trimmed.starts_with("```") {
            match raw.take() {
                Some(lines) => out.push(DocBlock::Raw(lines.join("\n"))),
                None => raw = Some(Vec::new()),
            }
            open = false;
        } else if let Some(lines) = &mut raw {
            lines.push(line);
        } else if trimmed.is_empty() {
            open = false;
        } else if let Some(heading) = trimmed.strip_prefix('#') {
            out.push(DocBlock::Heading(plain(heading.trim_start_matches('#').trim())));
            open = false;
        } else if let Some(item) = trimmed.strip_prefix("- ").or(trimmed.strip_prefix("* ")) {
            out.push(DocBlock::Item(plain(item)));
            open = true;
        } else if trimmed.starts_with('|') {
            out.push(DocBlock::Raw(trimmed.to_owned()));
            open = false;
        } else if let (true, Some(DocBlock::Paragraph(text) | DocBlock::Item(text))) =
            (open, out.last_mut())
        {
            text.push(' ');
            text.push_str(&plain(trimmed));
        } else {
            out.push(DocBlock::Paragraph(plain(trimmed)));
            open = true;
        }
    }
    if let Some(lines) = raw {
        out.push(DocBlock::Raw(lines.join("\n")));
    }
    out
}

/// Without the marks of emphasis.
fn plain(text: &str) -> String {
    text.replace("**", "").replace('`', "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_form_of_a_check_document_is_read() {
        let text = "# Title\n\nOne **bold**\nline.\n\n- item `x`\n  goes on\n- two\n\n```case\na b\n  c\n```\nEnd\n```\nopen";
        let expected = vec![
            DocBlock::Heading("Title".into()),
            DocBlock::Paragraph("One bold line.".into()),
            DocBlock::Item("item x goes on".into()),
            DocBlock::Item("two".into()),
            DocBlock::Raw("a b\n  c".into()),
            DocBlock::Paragraph("End".into()),
            DocBlock::Raw("open".into()),
        ];
        assert_eq!(blocks(text), expected);
    }
}
