//! Tests of header lines, and of files that have none.

use super::*;
use feltproof_model::Wager;

#[test]
fn columns_in_any_order_and_only_some_of_them() {
    let whole = read(
        "hands",
        "",
        "seat,note,time,dealer,table,round,ante\n1,x,2026-10-31T18:00:00,D07,C4P-1,4,5\n",
    );
    assert_eq!(whole.row(0).stake[Wager::Ante].plain(), "5.00");
    assert_eq!(whole.hands.fragments[0].round, 4);
    assert_eq!(whole.columns.unmapped, ["note"]);
    assert_eq!(whole.summary.unmapped_columns, ["note"]);
    assert!(!whole.columns.has_action && !whole.columns.has_cards);
    let named = |has: &[bool; Wager::COUNT]| -> Vec<&str> {
        Wager::ALL.into_iter().zip(has).filter(|(_, has)| **has).map(|(w, _)| w.key()).collect()
    };
    assert_eq!(named(&whole.columns.stake), ["ante"]);
    assert_eq!(whole.columns.returned, [false; Wager::COUNT]);
    let all = read("hands", "", HANDS);
    assert!(all.columns.has_action && all.columns.has_cards);
    let crazy4 = ["ante", "super_bonus", "play", "queens_up", "progressive"];
    assert_eq!(named(&all.columns.stake), crazy4);
    assert_eq!(named(&all.columns.returned), [&crazy4[..], &["envy"]].concat());
    assert!(all.columns.unmapped.is_empty());
    assert_eq!((all.seen, all.summary.first), (0, None));
}

#[test]
fn a_stake_of_a_mere_payment_and_a_column_without_a_name_are_listed() {
    let header = "round,time,table,dealer,seat,envy,\"Ä,b\",,ante_bonus,bank\n";
    let whole = read("hands", "", header);
    assert_eq!(whole.columns.unmapped, ["envy", "Ä,b", "column 8 (no name)", "ante_bonus"]);
    let latin =
        read("hands", "encoding = \"windows-1252\"", b"round,time,table,dealer,seat,\xC4\n");
    assert_eq!(latin.columns.unmapped, ["Ä"]);
}

#[test]
fn byte_order_mark_and_blank_lines_before_the_header() {
    let record = "4,2026-10-31T18:00:00,C4P-1,D07,1\n";
    let text = format!("\u{feff}\r\n\nround,time,table,dealer,seat\n{record}");
    let whole = read("hands", "", &text);
    assert_eq!((whole.row(0).line, whole.seen), (4, 1));
    // In the middle of a file, where files were joined, it is nothing either.
    let text = format!("round,time,table,dealer,seat\n\u{feff}{record}");
    let whole = read("hands", "", &text);
    assert_eq!((whole.problems.len(), whole.hands.fragments[0].round), (0, 4));
}

#[test]
fn what_is_missing_is_named_with_what_was_found() {
    assert_eq!(
        header_error("hands", "Round,time,table,dealer,seat,\n"),
        "hands.csv:1: a hands journal needs the columns round, time, table, dealer, seat, and the \
         header lacks round; found: Round, time, table, dealer, seat, ; rename or add the columns"
    );
    assert_eq!(
        header_error("controller", "\nseq;time\n"),
        "controller.csv:2: a controller journal needs the columns seq, time, table, round, event, \
         seat, value, actor, and the header lacks seq, time, table, round, event, seat, value, \
         actor; found: seq;time; rename or add the columns"
    );
    // What is no header may be anybody's file.
    assert_eq!(
        header_error("hands", "root:x:0:0:root:/root:/bin/bash\n"),
        "hands.csv:1: a hands journal needs the columns round, time, table, dealer, seat, and the \
         header lacks round, time, table, dealer, seat; found: none of these words (name the \
         journal's own file, or a profile); rename or add the columns"
    );
    assert!(header_error("manager", "seq,time").contains("lacks link, level, event, table"));
}

#[test]
fn a_journal_under_the_name_of_another_is_refused_by_its_header() {
    const CONTROLLER: &str = "seq,time,table,round,event,seat,value,actor\n";
    const MANAGER: &str = "seq,time,link,level,event,table,round,seat,amount,display,reserve,actor,\
                           reason,document,value\n";
    const SHUFFLER: &str = "seq,time,table,round,event,packet,cards,value\n";
    assert_eq!(
        header_error("manager", CONTROLLER),
        "manager.csv:1: the engagement names this file as the manager journal, but its header is \
         that of a controller journal; exchange the files, or correct `kind` or `file` of the \
         engagement's [[journal]]"
    );
    // It has every column that a controller journal needs.
    assert!(header_error("controller", MANAGER).contains("is that of a manager journal"));
    assert!(header_error("hands", MANAGER).contains("is that of a manager journal"));
    assert!(header_error("controller", SHUFFLER).contains("is that of a shuffler journal"));
    assert!(header_error("shuffler", HANDS).contains("is that of a hands journal"));
    // Columns beside those of its kind make it no other.
    let whole = read("controller", "", "seq,time,table,round,event,seat,value,actor,dealer\n");
    assert_eq!(whole.columns.unmapped, ["dealer"]);
}

#[test]
fn a_column_that_is_read_may_stand_once() {
    assert_eq!(
        header_error("hands", "round,time,table,dealer,seat,x,round\n"),
        "hands.csv:1: the header names the column `round` as number 1 and as number 7; a column \
         may stand once, rename or remove one of them"
    );
    let whole = read("hands", "", "round,time,table,dealer,seat,x,x\n");
    assert_eq!(whole.columns.unmapped, ["x", "x"]);
}

#[test]
fn what_is_no_journal_at_all() {
    for empty in ["", "\u{feff}", "\n\r\n"] {
        assert_eq!(
            header_error("hands", empty),
            "hands.csv: the file is empty; a hands journal starts with a header of column names"
        );
    }
    let utf16: Vec<u8> = "\u{feff}round,time\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(header_error("hands", utf16).contains("the file is UTF-16 text"));
    assert!(header_error("hands", "round\0,time\n").contains("NUL byte"));
    assert!(header_error("hands", "round,\"time\n1,2\n").contains("a quote in the header"));
    assert!(header_error("hands", "round,time\r1,2\r").contains("carriage return"));
    let endless = vec![b'x'; super::super::source::RECORD_BYTES_MAX + (5 << 20)];
    assert_eq!(
        header_error("hands", endless),
        "hands.csv:1: the record that starts here has no end within 16777216 bytes; this is not a \
         CSV journal with one record a line"
    );
}

struct Broken(usize);

impl std::io::Read for Broken {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        let text = b"round,time,table,dealer,seat\n4,2026-10-31T18:00:00,C4P-1,D07,1\n";
        if self.0 == text.len() {
            return Err(std::io::Error::other("the disk is gone"));
        }
        let count = buffer.len().min(text.len() - self.0);
        buffer[..count].copy_from_slice(&text[self.0..self.0 + count]);
        self.0 += count;
        Ok(count)
    }
}

#[test]
fn an_input_that_fails_is_an_error_and_not_an_end() {
    let engagement = engagement("hands", "");
    let mut reader = JournalReader::with_sizes(Broken(0), &engagement, 0, 40, 1).unwrap();
    let error = loop {
        match reader.next_block() {
            Ok(Some(_)) => {}
            Ok(None) => panic!("the end"),
            Err(error) => break error.to_string(),
        }
    };
    assert!(error.starts_with("hands.csv: reading failed at or after line "), "{error}");
    assert!(error.contains("the disk is gone"), "{error}");
    assert!(JournalReader::new(&b""[..], &engagement, 1).is_err());
}
