//! A whole audit on a disk that fails at every operation in turn.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use super::{Arguments, Wanted, audited, placed};
use crate::args::{Format, Output, Signing, Stamped};
use crate::opened::Opened;
use crate::outputs::{Bench, Failing, Real, digest};
use crate::reports::Inside;
use feltproof_seal::verify_pdf;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

fn arguments(game: &str, home: &Path) -> Arguments {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/playthroughs");
    Arguments {
        engagement: fixtures.join(game).join("engagement.toml"),
        out: home.join("out"),
        replace: false,
        signing: Signing {
            identity: Some(home.join("lab.key.pem")),
            unsigned: false,
            for_approval: false,
            stamped: Stamped::default(),
        },
        report: vec![Output::Pdf, Output::Xlsx, Output::Json],
        previous: None,
        format: Format::Text,
        quiet: false,
        threads: None,
    }
}

/// Whose report stands in the folder: it verifies, and every other output is the one that it names.
fn stands(out: &Path) -> String {
    let pdf = fs::read(out.join("report.pdf")).unwrap();
    assert_eq!(verify_pdf(&pdf, &[]).intact, Ok(()));
    let outputs = Inside::of(&pdf).unwrap().outputs.unwrap();
    assert_eq!(fs::read_dir(out).unwrap().count(), outputs.len() + 1);
    for output in outputs {
        let found = digest(&out.join(&output.file)).unwrap();
        assert_eq!(found, (output.size_bytes, output.sha256), "{}", output.file);
    }
    let json: serde_json::Value =
        serde_json::from_slice(&fs::read(out.join("report.json")).unwrap()).unwrap();
    json["engagement"]["id"].as_str().unwrap().to_owned()
}

#[test]
fn a_journal_that_changes_while_it_is_read_makes_no_report() {
    let fixture =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/playthroughs/crazy4-ca");
    type Change = fn(&mut Vec<u8>);
    let changes: [(&str, Change); 3] = [
        ("cut short", |hands| hands.truncate(hands.len() / 2)),
        ("written to", |hands| hands.extend_from_within(hands.len() / 2..)),
        ("overwritten", |hands| {
            hands.iter_mut().filter(|byte| **byte == b'2').for_each(|byte| *byte = b'3')
        }),
    ];
    for (what, change) in changes {
        let home = tempfile::tempdir().unwrap();
        for entry in fs::read_dir(&fixture).unwrap().map(|entry| entry.unwrap().path()) {
            fs::copy(&entry, home.path().join(entry.file_name().unwrap())).unwrap();
        }
        let opened = Opened::new(&home.path().join("engagement.toml")).unwrap();
        let hands = home.path().join("hands.csv");
        let mut bytes = fs::read(&hands).unwrap();
        change(&mut bytes);
        fs::write(&hands, bytes).unwrap();
        let bench = home.path().join("bench");
        fs::create_dir(&bench).unwrap();
        let bench = Bench::new(bench, Arc::new(Real));
        let wanted = Wanted { outputs: &[], quiet: true, issued_unix: 1_800_000_000, signer: None };
        let refused = audited(opened, &bench, wanted).err().map(|e| e.to_string());
        let refused = refused.unwrap_or_else(|| panic!("{what}: a report was made"));
        assert!(
            refused.contains("was changed while it was read; copy it when nothing writes to it"),
            "{what}: {refused}"
        );
    }
}

#[test]
fn whatever_fails_the_report_is_one_or_the_other_and_verifies() {
    let home = tempfile::tempdir().unwrap();
    let key: PathBuf = home.path().join("lab.key.pem");
    let (algorithm, name) = (feltproof_seal::Algorithm::EcdsaP256, "A. Auditor");
    let subject = crate::signing::Subject { algorithm, name, organisation: None };
    crate::signing::make(&subject, 1_700_000_000, 20, &key, None).unwrap();
    let (before, after) = ("crazy4-ca", "crazy4-link5");
    let never = || Arc::new(Failing::new(usize::MAX, false, true));
    let disk = never();
    placed(&arguments(after, home.path()), disk.clone()).unwrap();
    let new = stands(&home.path().join("out"));
    assert!(disk.requested().len() >= 14, "{:?}", disk.requested());
    placed(&arguments(before, home.path()), never()).unwrap();
    let old = stands(&home.path().join("out"));
    assert_ne!(old, new);
    for at in 0.. {
        let disk = Arc::new(Failing::new(at, false, true));
        let ended = placed(&arguments(after, home.path()), disk.clone());
        let now = stands(&home.path().join("out"));
        let Some(failed) = disk.requested().get(at).copied() else {
            assert!(ended.is_ok());
            assert_eq!(now, new);
            break;
        };
        let said = ended.err().expect(failed).to_string();
        assert!(!said.contains('\n') && said.len() > 30, "{said}");
        assert!(now == old || now == new, "{failed}: {now}");
        // Once the new report stands, the next operation is tried against the old one again.
        if now == new {
            placed(&arguments(before, home.path()), never()).unwrap();
        }
        let left = home.path().join(".out.feltproof");
        assert!(!left.exists() || failed == "remove", "{failed}");
    }
}
