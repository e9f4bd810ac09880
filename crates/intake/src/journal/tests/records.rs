//! Lines, quotes, damage of single records, and the digest.

use super::*;
use sha2::{Digest, Sha256};

const HEADER: &str = "round,time,table,dealer,seat,note\n";

fn good(round: u32) -> String {
    format!("{round},2026-10-31T18:00:00,C4P-1,D07,1,x")
}

#[test]
fn line_ends_blank_lines_and_a_last_line_without_end() {
    let text = format!("{HEADER}{}\r\n\r\n\n{}\n{}", good(1), good(2), good(3));
    let whole = read("hands", "", &text);
    let lines: Vec<u32> = whole.hands.rows.as_rows().iter().map(|r| r.line).collect();
    assert_eq!((lines, whole.seen), (vec![2, 5, 6], 3));
    let trailing = read("hands", "", format!("{text}\n\n\r\n"));
    assert_eq!(trailing.hands, whole.hands);
}

#[test]
fn a_quoted_field_may_hold_commas_quotes_and_line_ends() {
    let quoted = "1,2026-10-31T18:00:00,\"C4P-1\",\"D\"\"0,7\",1,\"a\nb\r\nc\rd\"";
    let whole = read("hands", "", format!("{HEADER}{quoted}\n{}\n", good(2)));
    assert_eq!(whole.hands.fragments[0].dealer, "D\"0,7");
    assert_eq!(whole.hands.rows.as_rows().iter().map(|r| r.line).collect::<Vec<_>>(), [2, 5]);
}

#[test]
fn an_unclosed_quote_is_one_problem() {
    let open = "1,2026-10-31T18:00:00,C4P-1,D07,1,\"x";
    let whole =
        read("hands", "", format!("{HEADER}{}\n{open}\n{}\n{}\n", good(1), good(2), good(3)));
    assert_eq!((whole.hands.rows.len(), whole.problems.len()), (3, 1));
    assert_eq!((whole.problems[0].line, whole.problems[0].raw.as_str()), (3, open));
    assert_eq!(
        whole.problems[0].reason,
        "the quote opened on line 3 is not closed before the end of the file; close it at the end \
         of its field and double quotes within (reading goes on at line 4)"
    );
    // It opened on the second line of its record.
    let open = "1,\"a\nb\",\"x";
    let whole = read("hands", "", format!("{HEADER}{open}\n{}\n", good(2)));
    assert_eq!((whole.problems[0].line, whole.problems[0].raw.as_str()), (2, open));
    assert!(whole.problems[0].reason.starts_with("the quote opened on line 3 is not closed"));
    assert_eq!(whole.row(0).line, 4);
    let many = format!("{}\n", good(2)).repeat(2000);
    let whole = read("hands", "", format!("{HEADER}1,\"x\n{many}"));
    assert_eq!((whole.problems.len(), whole.hands.rows.len()), (1, 2000));
    assert!(whole.problems[0].reason.contains("is not closed within 65536 bytes"));
    let whole = read("hands", "", format!("{HEADER}1,\"x\"y\n{}", good(2)));
    assert!(whole.problems[0].reason.contains("in the middle of its field"));
    assert_eq!(whole.hands.rows.len(), 1);
}

#[test]
fn a_wrong_number_of_fields_and_a_file_cut_off() {
    let whole = read("hands", "", format!("{HEADER}{},y\n{}", good(1), &good(2)[..20]));
    let reasons: Vec<&str> = whole.problems.iter().map(|p| p.reason.as_str()).collect();
    assert_eq!(
        reasons,
        [
            "the record has 7 fields, but the header has 6 columns; quote fields that hold commas, \
             and give every column its field",
            "the record has 2 fields, but the header has 6 columns; the file ends here without a \
             line end and may be cut off, export it again",
        ]
    );
}

#[test]
fn nul_bytes_and_bytes_that_are_not_text() {
    let text = format!("{HEADER}{}\0\n{}\n", good(1), good(2));
    let whole = read("hands", "", &text);
    assert_eq!((whole.hands.rows.len(), whole.problems.len()), (1, 1));
    let at = good(1).len() + 1;
    assert_eq!(
        whole.problems[0].reason,
        format!(
            "byte {at} of the record is NUL, so the file was damaged or is not UTF-8 or Windows-1252; \
         export it again"
        )
    );
    assert!(whole.problems[0].raw.ends_with("x\\x00"));
}

#[test]
fn a_lone_carriage_return_does_not_end_a_record() {
    let whole = read("hands", "", format!("{HEADER}{}\r{}\n", good(1), good(2)));
    assert_eq!((whole.seen, whole.problems.len()), (1, 1));
}

#[test]
fn the_digest_is_of_the_whole_file() {
    let text = format!("\u{feff}{HEADER}{}\n\n{},bad\n\"x\n", good(1), good(2));
    let hex: String = Sha256::digest(&text).iter().map(|b| format!("{b:02x}")).collect();
    for (block, pieces) in [(1, 1), (7, 2), (64, 3), (1 << 20, 16)] {
        let whole = read_sized(text.as_bytes(), &engagement("hands", ""), block, pieces);
        assert_eq!(whole.summary.digest.sha256, hex);
        assert_eq!(whole.summary.digest.size_bytes, text.len() as u64);
        assert_eq!(whole.summary.digest.file, "hands.csv");
        assert_eq!((whole.summary.records, whole.summary.problems), (1, 2));
        assert_eq!(whole.summary.kind, "hands");
    }
    // Published: FIPS 180-2, appendix B.1, has the digest of "abc".
    assert_eq!(
        Sha256::digest("abc").iter().map(|b| format!("{b:02x}")).collect::<String>(),
        "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    );
}

#[test]
fn a_file_of_several_blocks_of_the_real_size() {
    let mut text = "round,time,table,dealer,seat,note\n".to_owned();
    for round in 1..=60_000 {
        text += &good(round);
        text.push('\n');
    }
    assert!(text.len() > 2 * 1024 * 1024);
    let engagement = engagement("hands", "");
    let mut reader = JournalReader::new(text.as_bytes(), &engagement, 0).unwrap();
    let (mut blocks, mut round) = (0, 0);
    while let Some(block) = reader.next_block().unwrap() {
        blocks += 1;
        let Records::Hands(hands) = block.records else { panic!("not hands") };
        for fragment in hands.fragments {
            round += 1;
            assert_eq!(fragment.round, round);
            // The header is line 1, so round 1 stands on line 2.
            let row = hands.rows.as_rows().heads()[fragment.rows.start as usize];
            assert_eq!((row.line, fragment.rows.len()), (round + 1, 1));
        }
    }
    assert_eq!(round, 60_000);
    assert!(blocks >= 3, "{blocks}");
    let summary = reader.finish();
    let hex: String = Sha256::digest(&text).iter().map(|b| format!("{b:02x}")).collect();
    assert_eq!((summary.digest.sha256, summary.records), (hex, 60_000));
}
