//! `report.sarif`: written as the spool is read, and refused where the spool does not agree. Its form is tested by the
//! schema of the standard in `crates/cli/tests/sarif.rs`.

use crate::common;
use feltproof_report::{ExceptionSpool, JsonError, SarifRule, write_sarif};
use serde_json::Value;
use std::cell::Cell;
use std::io::{self, BufRead, Read, Write};
use std::rc::Rc;

fn spool() -> Vec<u8> {
    let w = common::sample();
    let mut spool = ExceptionSpool::new(&w.engagement, &w.engagement_file.file, Vec::new());
    for exception in common::exceptions() {
        spool.push(&exception).unwrap();
    }
    spool.finish().unwrap()
}

/// A spool that gives a line only when the results of the lines before are written.
struct Spool {
    bytes: Vec<u8>,
    at: usize,
    given: usize,
    written: Rc<Cell<usize>>,
}

impl BufRead for Spool {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let rest = &self.bytes[self.at..];
        let line = rest.iter().position(|byte| *byte == b'\n').map_or(rest.len(), |end| end + 1);
        assert_eq!(self.written.get(), self.given, "a line is read ahead of its result");
        Ok(&rest[..line])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
        self.given += usize::from(amount > 0);
    }
}

impl Read for Spool {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        unreachable!("a spool is read line by line")
    }
}

struct Log {
    bytes: Vec<u8>,
    written: Rc<Cell<usize>>,
}

impl Write for Log {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.bytes.extend_from_slice(bytes);
        let results = bytes.windows(11).filter(|window| window == b"{\"ruleId\":\"").count();
        self.written.set(self.written.get() + results);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn results_are_written_as_the_spool_is_read() {
    let w = common::sample();
    let written = Rc::new(Cell::new(0));
    let spool = Spool { bytes: spool(), at: 0, given: 0, written: Rc::clone(&written) };
    let mut log = Log { bytes: Vec::new(), written: Rc::clone(&written) };
    let rule = SarifRule { code: "MTR-001", prose: "Why `it` is so.", criteria: "A rule.".into() };
    write_sarif(&w, &[rule], spool, &mut log).unwrap();
    let log: Value = serde_json::from_slice(&log.bytes).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert_eq!(results.len(), 72 + w.advisories.len());
    let rules = run["tool"]["driver"]["rules"].as_array().unwrap();
    assert_eq!(rules.len(), w.checks.len() + w.advice.len());
    let said = rules.iter().find(|rule| rule["id"] == "MTR-001").unwrap();
    assert_eq!(said["help"]["text"], "Why it is so.");
    assert_eq!(said["help"]["markdown"], "Why `it` is so.");
    assert_eq!(said["fullDescription"]["text"], "A rule.");
    // 24 of $100.00 in favour of players and 24 of $7.50 in favour of the house, and 24 without an amount.
    let amounts = |dollars: &str| {
        results.iter().filter(|of| of["properties"]["difference_dollars"] == dollars).count()
    };
    assert_eq!((amounts("100.00"), amounts("-7.50")), (24, 24));
}

#[test]
fn a_spool_that_does_not_agree_is_refused() {
    let w = common::sample();
    let spool = spool();
    let less = spool.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let refused = write_sarif(&w, &[], &spool[less..], Vec::new()).unwrap_err();
    assert!(matches!(refused, JsonError::Count { expected: 72, found: 71 }), "{refused}");
    let refused = write_sarif(&w, &[], &b"{}\n"[..], Vec::new()).unwrap_err();
    assert!(matches!(refused, JsonError::SpoolLine { line: 1, .. }), "{refused}");
}
