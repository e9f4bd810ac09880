//! Finds PEM blocks in a text that may hold other things as well.

/// One block, from its `BEGIN` to the end of its `END` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PemBlock<'a> {
    /// Byte offset in the text.
    pub offset: usize,
    /// What stands between `BEGIN` and the dashes.
    pub label: &'a str,
    /// The whole block.
    pub text: &'a str,
}

const BEGIN: &str = "-----BEGIN ";
const DASHES: &str = "-----";

/// All blocks in order; one without its end runs to that of the text, for the decoder to say so.
pub(crate) fn blocks(text: &str) -> Vec<PemBlock<'_>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(offset) = text.get(from..).and_then(|rest| rest.find(BEGIN)).map(|at| from + at)
    {
        let after = offset + BEGIN.len();
        let rest = text.get(after..).unwrap_or_default();
        let label = rest.split_once(DASHES).map_or("", |(label, _)| label);
        let end_line = format!("-----END {label}-----");
        let end = rest.find(&end_line).map_or(text.len(), |at| after + at + end_line.len());
        found.push(PemBlock { offset, label, text: text.get(offset..end).unwrap_or_default() });
        from = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_blocks_between_other_lines() {
        let text =
            "subject=x\n-----BEGIN A-----\nYQ==\n-----END A-----\njunk\n-----BEGIN B C-----\nYg";
        let found = blocks(text);
        assert_eq!(found.len(), 2);
        assert_eq!((found[0].label, found[0].offset), ("A", 10));
        assert!(found[0].text.ends_with("-----END A-----"));
        assert_eq!(found[1].label, "B C");
        assert!(found[1].text.ends_with("Yg"));
    }

    #[test]
    fn a_broken_label_ends_the_search() {
        assert_eq!(blocks("-----BEGIN ").len(), 1);
        assert!(blocks("no block").is_empty());
    }
}
