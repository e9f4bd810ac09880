//! The digest over everything a report rests on.

use feltproof_model::Previous;
use feltproof_model::workpaper::{FileDigest, GameSummary, InputSummary, PackSummary};
use sha2::{Digest, Sha256};

/// SHA-256 of some bytes, lower hex.
pub fn sha256_hex(bytes: &[u8]) -> String {
    hex(&Sha256::digest(bytes))
}

/// Bytes in lower hex.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

/// SHA-256 over one line for each piece of evidence, in report order: `what name sha256`.
pub(crate) fn digest(
    engagement: &FileDigest,
    house: Option<&FileDigest>,
    previous: Option<&Previous>,
    inputs: &[InputSummary],
    packs: &[PackSummary],
    games: &[GameSummary],
) -> String {
    let mut hash = Sha256::new();
    let mut line = |what: &str, name: &str, sha256: &str| {
        hash.update(format!("{what} {name} {sha256}\n").as_bytes());
    };
    line("engagement", &engagement.file, &engagement.sha256);
    if let Some(house) = house {
        line("house", &house.file, &house.sha256);
    }
    if let Some(previous) = previous {
        line("previous", &previous.report, &previous.sha256);
    }
    for input in inputs {
        line(input.kind, &input.digest.file, &input.digest.sha256);
        if let Some(export) = &input.export {
            line("profile", &export.profile.file, &export.profile.sha256);
        }
    }
    for pack in packs {
        line("pack", &pack.id, &pack.sha256);
    }
    for game in games {
        line("game", &game.id, &game.sha256);
    }
    hex(&hash.finalize())
}
