//! One day as other programs write it, with one trouble at a time (`tests/reading/differential.py`): what is read is the
//! truth. Here with what Python itself writes; `.ci/run` adds the other programs and more seeds.

use crate::common::fixtures;
use std::process::Command;

#[test]
fn a_day_with_one_trouble_at_a_time_is_read_as_it_is_or_refused() {
    let script = fixtures().join("../tests/reading/differential.py");
    let mut command = Command::new("python3");
    command.arg(script).arg(env!("CARGO_BIN_EXE_feltproof"));
    let done = match command.args(["--seeds", "2", "--audit", "--plain", "--quiet"]).output() {
        Ok(done) => done,
        Err(error) => return println!("not run: python3 cannot be started ({error})"),
    };
    let said = String::from_utf8_lossy(&done.stdout);
    assert!(done.status.success(), "{said}{}", String::from_utf8_lossy(&done.stderr));
}
