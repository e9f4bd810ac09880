//! A whole audit on a disk that fails at every operation in turn.

#![allow(clippy::unwrap_used, reason = "a test that cannot go on must fail")]

use super::{Arguments, placed};
use crate::args::{Format, Output, Signing, Stamped};
use crate::outputs::{Failing, digest};
use feltproof_report::enclosed_outputs;
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
    let outputs = enclosed_outputs(&pdf).unwrap().unwrap();
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
