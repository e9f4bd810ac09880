//! A small reader of XML that fails on anything ill-formed: the second opinion on the SVG writer.

/// Elements in the order in which they start, each with its attributes; text of each element.
#[derive(Debug, Default)]
pub(crate) struct Xml {
    pub elements: Vec<(String, Vec<(String, String)>)>,
    pub texts: Vec<(String, String)>,
}

/// Reads a document; panics with the place of what is wrong.
pub(crate) fn read(text: &str) -> Xml {
    let bad = |c: char| matches!(c, '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}');
    assert!(!text.contains(bad), "a character that XML does not have");
    let mut rest = text.strip_prefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").expect("prolog");
    let (mut xml, mut open) = (Xml::default(), Vec::<String>::new());
    while let Some(at) = rest.find('<') {
        let content = unescaped(&rest[..at]);
        match open.last() {
            Some(name) if !content.trim().is_empty() => xml.texts.push((name.clone(), content)),
            None => assert!(content.trim().is_empty(), "text outside the root: {content}"),
            _ => {}
        }
        let end = rest.find('>').expect("an unfinished tag");
        let tag = &rest[at + 1..end];
        rest = &rest[end + 1..];
        if let Some(name) = tag.strip_prefix('/') {
            assert_eq!(open.pop().as_deref(), Some(name), "closed out of order");
            continue;
        }
        let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
        let (name, attributes) = start(tag);
        assert!(!open.is_empty() || xml.elements.is_empty(), "a second root");
        xml.elements.push((name.clone(), attributes));
        if !empty {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "not closed: {open:?}");
    assert!(rest.trim().is_empty(), "after the root: {rest}");
    xml
}

fn start(tag: &str) -> (String, Vec<(String, String)>) {
    let (name, mut rest) = tag.split_once(' ').unwrap_or((tag, ""));
    assert!(name.chars().all(|c| c.is_ascii_alphanumeric()) && !name.is_empty(), "{tag}");
    let mut attributes: Vec<(String, String)> = Vec::new();
    while !rest.trim().is_empty() {
        let (key, after) = rest.trim_start().split_once("=\"").expect("an attribute");
        let (value, after) = after.split_once('"').expect("a closing quote");
        assert!(key.chars().all(|c| c.is_ascii_alphanumeric() || c == '-'), "{key}");
        assert!(!value.contains('<'), "{value}");
        assert!(attributes.iter().all(|(k, _)| k != key), "{key} twice in {tag}");
        attributes.push((key.to_owned(), unescaped(value)));
        assert!(after.is_empty() || after.starts_with(' '), "no space after {key}");
        rest = after;
    }
    (name.to_owned(), attributes)
}

/// Text with its entities resolved; any other `&` or a bare `>` is an error.
fn unescaped(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        out.push_str(&rest[..at]);
        let (entity, after) = rest[at + 1..].split_once(';').expect("an entity");
        out.push(match entity {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            other => panic!("unknown entity {other}"),
        });
        rest = after;
    }
    out.push_str(rest);
    out
}
