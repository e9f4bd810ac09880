//! The program run as a user runs it: a home of its own, a fixed clock, a copied day.

#![allow(dead_code, reason = "each test file uses some of them")]

pub(crate) mod outputs;
pub(crate) mod rich;
pub(crate) mod rules;

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

pub(crate) fn fixtures() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures")
}

/// The program with a home of its own and a fixed clock.
pub(crate) fn feltproof(home: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_feltproof"));
    command
        .env("HOME", home)
        .env_remove("XDG_DATA_HOME")
        .env_remove("FELTPROOF_IDENTITY")
        .env_remove("FELTPROOF_PASSPHRASE")
        .env_remove("FELTPROOF_TIMESTAMP")
        .env_remove("FELTPROOF_TIMESTAMP_COMMAND")
        .env("SOURCE_DATE_EPOCH", "1793664000");
    command
}

pub(crate) fn run(command: &mut Command, code: i32) -> (String, String) {
    let Output { status, stdout, stderr } = command.output().unwrap();
    let (out, err) = (String::from_utf8(stdout).unwrap(), String::from_utf8(stderr).unwrap());
    assert_eq!(status.code(), Some(code), "{command:?}\n{out}\n{err}");
    (out, err)
}

pub(crate) fn audit(home: &Path, engagement: &Path, out: &Path) -> Command {
    let mut command = feltproof(home);
    command.arg("audit").arg(engagement).arg("--out").arg(out);
    command
}

pub(crate) fn json(path: &Path) -> serde_json::Value {
    serde_json::from_slice(&fs::read(path).unwrap()).unwrap()
}

pub(crate) fn copied_day(home: &Path) -> PathBuf {
    let day = home.join("day");
    fs::create_dir(&day).unwrap();
    for file in ["engagement.toml", "hands.csv", "controller.csv", "manager.csv"] {
        fs::copy(fixtures().join("harbor-card-room").join(file), day.join(file)).unwrap();
    }
    day
}
