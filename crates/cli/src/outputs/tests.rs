//! Every operation fails in turn, on systems that exchange folders and on those that cannot.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use super::failing::Failing;
use super::{Disk, Kind, Real, Stage, Target};
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

/// A run that writes two files.
fn run(out: &Path, text: &str, disk: Arc<dyn Disk>) -> Result<(), String> {
    let mut stage = Stage::new(&Kind::AUDIT, Target::new(out)?, disk)?;
    stage.look(true)?;
    let mut first = stage.bench().file("report.json")?;
    first.write_all(text.as_bytes()).map_err(|e| e.to_string())?;
    let second = stage.bench().holding("quarantine.csv", text.as_bytes())?;
    let files = [first.finish()?, second.finish()?];
    stage.place(&files)
}

/// What stands in the folder, of which both files are of one run.
fn stands(out: &Path) -> Option<String> {
    if !out.exists() {
        return None;
    }
    let mut names: Vec<_> = fs::read_dir(out).unwrap().map(|e| e.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["quarantine.csv", "report.json"]);
    let text = |name: &str| fs::read_to_string(out.join(name)).unwrap();
    assert_eq!(text("report.json"), text("quarantine.csv"));
    Some(text("report.json"))
}

fn beside(out: &Path) -> std::path::PathBuf {
    out.with_file_name(".out.feltproof")
}

/// Fails at every operation in turn; gives the operations of a run that came through.
fn every_operation(
    has_earlier: bool,
    can_exchange: bool,
    from_there_on: bool,
) -> Vec<&'static str> {
    for at in 0.. {
        let home = tempfile::tempdir().unwrap();
        let out = home.path().join("out");
        let earlier = has_earlier.then(|| "old".to_owned());
        if has_earlier {
            run(&out, "old", Arc::new(Real)).unwrap();
        }
        let disk = Arc::new(Failing::new(at, from_there_on, can_exchange));
        let ended = run(&out, "new", disk.clone());
        if disk.requested().len() <= at {
            ended.unwrap();
            assert_eq!(stands(&out).as_deref(), Some("new"));
            assert!(!beside(&out).exists());
            return disk.requested();
        }
        let requested = disk.requested().get(at).copied();
        let found = stands(&out);
        let is_set_aside = found.is_none() && beside(&out).join("old").exists();
        assert!(ended.is_err() || found.as_deref() == Some("new"), "{at} {requested:?}: {ended:?}");
        if is_set_aside {
            // Only where a folder cannot be exchanged, and the disk has gone in between.
            assert!(!can_exchange && from_there_on, "{at} {requested:?}");
            assert_eq!(stands(&beside(&out).join("old")), earlier);
        } else {
            assert!(
                found == earlier || found.as_deref() == Some("new"),
                "{at} {requested:?} {found:?}"
            );
        }
        if let Err(said) = ended {
            assert!(!said.contains('\n') && said.len() > 30, "{said}");
        }
        // The next run on a sound disk finds what was there, clears it and comes through.
        {
            let stage =
                Stage::new(&Kind::AUDIT, Target::new(&out).unwrap(), Arc::new(Real)).unwrap();
            assert!(stands(&out) == earlier || stands(&out).as_deref() == Some("new"));
            drop(stage);
        }
        run(&out, "next", Arc::new(Real)).unwrap();
        assert_eq!(stands(&out).as_deref(), Some("next"));
        assert_eq!(fs::read_dir(home.path()).unwrap().count(), 1, "{at} {requested:?}");
    }
    Vec::new()
}

#[test]
fn the_folder_is_wholly_the_old_or_the_new_whatever_fails() {
    for from_there_on in [false, true] {
        let exchanged = every_operation(true, true, from_there_on);
        assert_eq!(exchanged.iter().filter(|op| **op == "exchange").count(), 1);
        assert_eq!(exchanged.iter().filter(|op| **op == "sync").count(), 2);
        assert!(!exchanged.contains(&"rename"));
        let set_aside = every_operation(true, false, from_there_on);
        assert_eq!(set_aside.iter().filter(|op| **op == "rename").count(), 2);
        let first = every_operation(false, true, from_there_on);
        assert_eq!(first.iter().filter(|op| **op == "rename").count(), 1);
        assert!(!first.contains(&"exchange"));
    }
}

/// A reader that looks all the time never sees anything but a whole report.
#[cfg(any(target_os = "linux", target_vendor = "apple"))]
#[test]
fn a_reader_sees_one_report_or_the_other() {
    use std::sync::atomic::{AtomicBool, Ordering};
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, "0", Arc::new(Real)).unwrap();
    let is_done = AtomicBool::new(false);
    std::thread::scope(|scope| {
        let reader = scope.spawn(|| {
            let mut looked = 0_u32;
            while !is_done.load(Ordering::Relaxed) {
                // One folder is held open, as by a reader that lists it and then opens its files.
                assert!(fs::read_to_string(out.join("report.json")).is_ok());
                looked += 1;
            }
            looked
        });
        for number in 1..200 {
            run(&out, &number.to_string(), Arc::new(Real)).unwrap();
        }
        is_done.store(true, Ordering::Relaxed);
        assert!(reader.join().unwrap() > 0);
    });
}

#[test]
fn a_second_run_is_told_who_holds_the_folder() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let first = Stage::new(&Kind::AUDIT, Target::new(&out).unwrap(), Arc::new(Real)).unwrap();
    let said = run(&out, "second", Arc::new(Real)).unwrap_err();
    assert!(said.contains(&format!("process {}, since 20", std::process::id())), "{said}");
    let other = home.path().join("other");
    run(&other, "elsewhere", Arc::new(Real)).unwrap();
    drop(first);
    run(&out, "second", Arc::new(Real)).unwrap();
    // A lock file that a dead run left is locked by nobody.
    fs::create_dir(beside(&out)).unwrap();
    fs::write(beside(&out).join("lock"), "1").unwrap();
    run(&out, "third", Arc::new(Real)).unwrap();
    assert_eq!(stands(&out).as_deref(), Some("third"));
}

#[test]
fn a_folder_that_changes_during_the_run_is_left_alone() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    run(&out, "old", Arc::new(Real)).unwrap();
    let mut stage = Stage::new(&Kind::AUDIT, Target::new(&out).unwrap(), Arc::new(Real)).unwrap();
    stage.look(true).unwrap();
    let file = stage.bench().holding("report.json", b"new").unwrap().finish().unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    let said = stage.place(&[file]).unwrap_err();
    assert!(said.contains("was changed meanwhile"), "{said}");
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
    let said = run(&out, "new", Arc::new(Real)).unwrap_err();
    assert!(said.contains("holds notes.txt, which no audit writes"), "{said}");
}

#[cfg(unix)]
#[test]
fn a_link_to_a_folder_stays_one_and_permissions_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let home = tempfile::tempdir().unwrap();
    let (out, link) = (home.path().join("out"), home.path().join("link"));
    fs::create_dir(&out).unwrap();
    fs::set_permissions(&out, fs::Permissions::from_mode(0o750)).unwrap();
    symlink(&out, &link).unwrap();
    run(&link, "new", Arc::new(Real)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(stands(&out).as_deref(), Some("new"));
    assert_eq!(fs::metadata(&out).unwrap().permissions().mode() & 0o777, 0o750);
    symlink(home.path().join("nowhere"), home.path().join("dangling")).unwrap();
    for (name, said) in [("dangling", "leads nowhere"), ("..", "holds")] {
        let refused = run(&home.path().join(name), "new", Arc::new(Real)).unwrap_err();
        assert!(refused.contains(said), "{refused}");
    }
    let refused = run(Path::new("/"), "new", Arc::new(Real)).unwrap_err();
    assert!(refused.contains("root of a file system"), "{refused}");
    let refused = run(Path::new("."), "new", Arc::new(Real)).unwrap_err();
    assert!(refused.contains("is the current folder"), "{refused}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_mount_point_is_refused_at_the_start() {
    let refused = run(Path::new("/proc"), "new", Arc::new(Real)).unwrap_err();
    assert!(refused.contains("where a file system is mounted"), "{refused}");
}

/// Somebody removes the earlier report while a new one is made, or makes a folder where there was none.
#[test]
fn a_folder_that_comes_or_goes_during_the_run_is_no_loss() {
    let home = tempfile::tempdir().unwrap();
    let out = home.path().join("out");
    let staged = || {
        let mut stage =
            Stage::new(&Kind::AUDIT, Target::new(&out).unwrap(), Arc::new(Real)).unwrap();
        stage.look(false).unwrap();
        let json = stage.bench().holding("report.json", b"new").unwrap().finish().unwrap();
        let csv = stage.bench().holding("quarantine.csv", b"new").unwrap().finish().unwrap();
        (stage, [json, csv])
    };
    let (stage, files) = staged();
    fs::create_dir(&out).unwrap();
    fs::write(out.join("notes.txt"), "mine").unwrap();
    assert!(stage.place(&files).unwrap_err().contains("cannot be put in place"));
    assert_eq!(fs::read_to_string(out.join("notes.txt")).unwrap(), "mine");
    fs::remove_file(out.join("notes.txt")).unwrap();
    let (stage, files) = staged();
    fs::remove_dir(&out).unwrap();
    stage.place(&files).unwrap();
    assert_eq!(stands(&out).as_deref(), Some("new"));
}
