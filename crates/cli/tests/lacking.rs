//! What `shuffle` and `rng` lack as typed: data for a demand of a standard, and files that are not there.

use crate::common;
use crate::samples::refused;
use std::fs;

/// So many throws of a fair die, by a generator of its own.
fn throws(many: u64) -> String {
    let mix = |at: u64| {
        let mixed = (at + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let mixed = (mixed ^ mixed >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb) >> 35
    };
    (0..many).map(|at| format!("{}\n", 1 + mix(at) % 6)).collect()
}

/// What a standard demands and too few throws cannot show is said with the number that it needs, and the answer is open; from
/// that number on it is not. Without a standard nothing is left open.
#[test]
fn a_demand_that_lacks_data_leaves_the_answer_open() {
    let folder = tempfile::tempdir().unwrap();
    let judged = |many: u64, more: &[&str]| {
        fs::write(folder.path().join("throws.txt"), throws(many)).unwrap();
        let mut args = vec!["rng", "throws.txt", "--range", "1..6"];
        args.extend(more);
        let output = common::feltproof(folder.path())
            .args(&args)
            .current_dir(folder.path())
            .output()
            .unwrap();
        let text = String::from_utf8(output.stdout).unwrap();
        let words: Vec<&str> = text.split_whitespace().collect();
        (output.status.code().unwrap(), words.join(" "))
    };
    assert_eq!(judged(1_000, &[]).0, 0);
    let profile = ["--profile", "gli-11"];
    let (code, said) = judged(1_000, &profile);
    assert_eq!(code, 3, "{said}");
    assert!(said.contains("NOT TESTED for too few data ("), "{said}");
    let (_, needs) = said.split_once("too few data for ").unwrap();
    let (needs, _) = needs.split_once(" draws)").unwrap();
    let (_, needs) = needs.rsplit_once("(needs ").unwrap();
    let one: u64 = needs.replace(',', "").parse().unwrap();
    assert!(said.contains(&format!("insufficient data: has 1,000, needs {needs}")), "{said}");
    assert!(said.contains(&format!(", from {needs} draws on")), "{said}");
    assert!(one > 1_000, "{said}");
    // Every demand that lacks data says how many it needs: the most of these is enough for all.
    let each = said
        .split(" draws on")
        .filter_map(|before| before.rsplit_once("from ")?.1.replace(',', "").parse().ok());
    let most: u64 = each.max().unwrap();
    let (code, said) = judged(most - 1, &profile);
    assert_eq!(code, 3, "{said}");
    let (code, said) = judged(most, &profile);
    assert_eq!(code, 0, "{said}");
    assert!(!said.contains("NOT TESTED") && !said.contains("too few data for"), "{said}");
}

/// A file that is not there is said before anything else is asked or refused, whichever option names it.
#[test]
fn a_file_that_is_not_there_is_said_first() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("throws.txt"), throws(10)).unwrap();
    for args in [
        &["rng", "none.csv"][..],
        &["rng", "none.csv", "--range", "7..7"],
        &["rng", "none.csv", "--bits", "--columns", "2"],
        &["rng", "none.csv", "--range", "1..6", "--profile", "gli-11", "--encoding", "hex"],
        &["rng", "throws.txt", "--weights", "none.csv", "--columns", "9"],
        &["rng", "throws.txt", "--registration", "none.csv"],
        &["rng", "throws.txt", "--source-review", "none.csv"],
        &["rng", "--source-review", "none.csv", "--columns", "2"],
        &["shuffle", "none.csv", "--dealt", "99"],
        &["shuffle", "none.csv", "--raw", "--columns", "2"],
        &["shuffle", "none.csv", "--table", "1", "--out", "throws.txt"],
        &["shuffle", "throws.txt", "--dealt", "99", "--registration", "none.csv"],
    ] {
        let sentence = refused(folder.path(), args);
        assert!(sentence.contains("none.csv cannot be read: No such file"), "{args:?}: {sentence}");
    }
}

/// A standard that speaks of plays alone is refused for throws that have none: nothing of it would be tested. What the refusal
/// says to do works.
#[test]
fn a_standard_of_which_nothing_can_be_tested_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("throws.txt"), throws(5_000)).unwrap();
    let args = ["rng", "throws.txt", "--range", "1..6", "--profile", "sd-48"];
    let said = refused(folder.path(), &args);
    assert!(said.contains("no demand of sd-48 can be tested on such integer streams"), "{said}");
    assert!(said.contains("leave out --profile, or say --per-play"), "{said}");
    let plays = [&args[..], &["--per-play", "5"]].concat();
    let mut command = common::feltproof(folder.path());
    let output = command.args(&plays).current_dir(folder.path()).output().unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(!text.contains("no demand rejected; 4 not run"), "{text}");
}
