//! Text from outside, cut to what a page can hold where it is printed; it is kept whole elsewhere.

/// Most characters of a recorded text that are printed: several lines of a report.
pub const TEXT_CHARS_MAX: usize = 500;

/// The first characters of a text, and how many more there are; the text itself if it has no more
/// than `chars_max`.
pub fn excerpt(mut text: String, chars_max: usize) -> String {
    if text.len() <= chars_max {
        return text;
    }
    let Some((end, _)) = text.char_indices().nth(chars_max) else { return text };
    let more = text.get(end..).unwrap_or_default().chars().count();
    text.truncate(end);
    text.push_str(&format!("… ({more} more characters)"));
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_longer_texts_are_cut_and_between_characters() {
        for text in ["", "abc", "äöü", "4♣ 4♦"] {
            let all = text.chars().count();
            assert_eq!(excerpt(text.to_owned(), all), text);
            assert_eq!(excerpt(text.to_owned(), all + 1), text);
        }
        assert_eq!(excerpt("4♣ 4♦ 4♥".to_owned(), 2), "4♣… (6 more characters)");
        let long = excerpt("é".repeat(10_000_000), TEXT_CHARS_MAX);
        assert!(long.ends_with("é… (9999500 more characters)"));
        assert_eq!(long.matches('é').count(), TEXT_CHARS_MAX);
    }
}
