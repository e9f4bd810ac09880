//! Text from outside made safe to print: what hides, moves or colours text is escaped, what is long is cut and its
//! length said. Every message and every report goes through here.

/// Most characters of a name or value within a message.
const SHOWN_CHARS_MAX: usize = 60;
/// Most characters of a recorded text that are printed: several lines of a report.
pub const TEXT_CHARS_MAX: usize = 500;
/// Characters at the beginning and at the end of a line that are printed of one that has more than both together: what
/// a message is about stands at its beginning, and its remedy at its end.
const LINE_ENDS: [usize; 2] = [2_500, 1_500];

/// Whether a character is none that a reader sees as what it is: controls, marks of direction, characters without
/// width, tags, and what no text may hold.
#[must_use]
pub const fn is_misleading(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    matches!(c,
        '\u{80}'..='\u{9f}'
        | '\u{ad}'
        | '\u{34f}'
        | '\u{61c}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}'
        | '\u{2028}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}'
        | '\u{3164}'
        | '\u{fdd0}'..='\u{fdef}'
        // The last two of these selectors choose between a sign in black and one in colour, as after suits of cards.
        | '\u{fe00}'..='\u{fe0d}'
        | '\u{feff}'
        | '\u{ffa0}'
        | '\u{fff0}'..='\u{fffb}'
        | '\u{fffe}'..='\u{ffff}'
        | '\u{1bca0}'..='\u{1bca3}'
        | '\u{1d173}'..='\u{1d17a}'
        | '\u{e0000}'..='\u{e0fff}')
}

fn push(out: &mut String, c: char) {
    match c {
        '\n' | '\r' | '\t' | '\u{2028}' | '\u{2029}' => out.push(' '),
        c if is_misleading(c) => push_code(out, c),
        c => out.push(c),
    }
}

fn push_code(out: &mut String, c: char) {
    let code = u32::from(c);
    out.push_str(&if code <= 0xff { format!("\\x{code:02x}") } else { format!("\\u{{{code:x}}}") });
}

/// A text in one line in which everything is seen: `\x1b` and `\u{202e}` where a reader would see nothing or something
/// else; line ends and tabs become spaces. Nothing is cut.
#[must_use]
pub fn visible(text: &str) -> String {
    if !text.contains(is_misleading) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    text.chars().for_each(|c| push(&mut out, c));
    out
}

/// A name or value within a message: [`visible`], blanks that only look like a space too, and [`cut`] to
/// 60 characters.
#[must_use]
pub fn shown(text: &str) -> String {
    let mut out = String::new();
    for c in cut(text.to_owned(), SHOWN_CHARS_MAX).chars() {
        match c {
            c if c.is_whitespace() && !c.is_ascii() => push_code(&mut out, c),
            c => push(&mut out, c),
        }
    }
    out
}

/// The first characters of a text, and how many it has: `AAA…(1,000,260 characters)`; the text itself where it has no
/// more than `chars_max`.
#[must_use]
pub fn cut(mut text: String, chars_max: usize) -> String {
    let Some(chars) = more_than(&text, chars_max) else { return text };
    text.truncate(byte_of(&text, chars_max));
    text.push_str(&said(chars));
    text
}

/// A text of lines for people: every line [`visible`], but for the tabs between its words, and of one that is endless
/// its beginning, its length and its end.
#[must_use]
pub fn lines(text: &str) -> String {
    text.split('\n').map(line).collect::<Vec<_>>().join("\n")
}

fn line(text: &str) -> String {
    let [head, tail] = LINE_ENDS;
    let whole = text.split('\t').map(visible).collect::<Vec<_>>().join("\t");
    let Some(chars) = more_than(&whole, head + tail) else { return whole };
    let (first, last) = (byte_of(&whole, head), byte_of(&whole, chars - tail));
    format!("{}{}…{}", &whole[..first], said(chars), &whole[last..])
}

/// JSON with every [misleading](is_misleading) character of its texts as `\u202e`: another spelling of the same value.
#[must_use]
pub fn json(text: &str) -> String {
    // Control characters of ASCII stand between the values only; texts have them escaped already.
    let hides = |c: char| is_misleading(c) && (!c.is_ascii() || c == '\u{7f}');
    if !text.contains(hides) {
        return text.to_owned();
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if hides(c) {
            for unit in c.encode_utf16(&mut [0; 2]) {
                out.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            out.push(c);
        }
    }
    out
}

/// How many characters a text has, where they are more than so many.
fn more_than(text: &str, chars_max: usize) -> Option<usize> {
    let may = text.len() > chars_max;
    may.then(|| text.chars().count()).filter(|chars| *chars > chars_max)
}

fn byte_of(text: &str, chars: usize) -> usize {
    text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at)
}

fn said(chars: usize) -> String {
    let digits = chars.to_string();
    let grouped: Vec<&str> =
        (0..digits.len()).rev().step_by(3).map(|end| &digits[(end + 1).max(3) - 3..=end]).collect();
    let grouped: Vec<&str> = grouped.into_iter().rev().collect();
    format!("…({} characters)", grouped.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hides_or_moves_text_is_escaped_and_nothing_else() {
        for (text, seen) in [
            ("a\x1b[2Jb", "a\\x1b[2Jb"),
            ("a\r\nb\tc", "a  b c"),
            ("A♠ — ü 10♥\u{fe0f} José", "A♠ — ü 10♥\u{fe0f} José"),
            ("x\u{202e}y\u{2067}", "x\\u{202e}y\\u{2067}"),
            ("\u{9b}1m\u{7f}", "\\x9b1m\\x7f"),
            ("a\u{200b}b\u{2028}c\u{ad}", "a\\u{200b}b c\\xad"),
            ("\u{e0041}\u{e01ef}\u{3164}", "\\u{e0041}\\u{e01ef}\\u{3164}"),
            ("王\u{fffd}", "王\u{fffd}"),
        ] {
            assert_eq!(visible(text), seen, "{text:?}");
            assert_eq!(visible(seen), seen);
            assert!(!visible(text).contains(is_misleading));
        }
    }

    #[test]
    fn what_is_long_is_cut_between_characters_and_its_length_said() {
        for text in ["", "abc", "äöü", "4♣ 4♦"] {
            let all = text.chars().count();
            assert_eq!(cut(text.to_owned(), all), text);
            assert_eq!(cut(text.to_owned(), all + 1), text);
        }
        assert_eq!(cut("4♣ 4♦ 4♥".to_owned(), 2), "4♣…(8 characters)");
        let long = shown(&"é".repeat(1_000_260));
        assert_eq!(long, format!("{}…(1,000,260 characters)", "é".repeat(SHOWN_CHARS_MAX)));
        let lengths = [7, 12, 123, 1234, 123_456, 1_234_567].map(said);
        let said = ["7", "12", "123", "1,234", "123,456", "1,234,567"];
        assert_eq!(lengths, said.map(|of| format!("…({of} characters)")));
    }

    #[test]
    fn lines_keep_their_ends_and_none_is_endless() {
        assert_eq!(lines("a\x1b\tb\n\nc\r\n"), "a\\x1b\tb\n\nc \n");
        let text = format!("day.toml:4: {}: is an unknown key; remove it\n", "x".repeat(1_000_000));
        let seen = lines(&text);
        assert!(seen.chars().count() < 4_100, "{}", seen.len());
        assert!(
            seen.starts_with("day.toml:4: xxx") && seen.contains("xx…(1,000,042 characters)…xx"),
            "{seen}"
        );
        assert!(seen.ends_with("x: is an unknown key; remove it\n"));
        let full = "y".repeat(LINE_ENDS[0] + LINE_ENDS[1]);
        assert_eq!(lines(&full), full);
    }

    #[test]
    fn json_keeps_its_value_and_hides_nothing() {
        let text = "{\n  \"a\": \"x\u{202e}\u{9b}\u{e0041}é\"\n}\n";
        assert_eq!(json(text), "{\n  \"a\": \"x\\u202e\\u009b\\udb40\\udc41é\"\n}\n");
    }
}
