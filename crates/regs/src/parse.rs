//! From the text of a pack file to a [`Pack`], or to every error in it.

mod answers;
mod approvals;
mod controls;
mod games;
mod limits;
mod reasons;
mod since;

use crate::evidence::Evidence;
use crate::pack::Pack;
use answers::Answers;
pub use answers::KnownChecks;
use feltproof_toml::{Names, Section, TomlErrors};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;

/// The version of the pack format this crate reads.
const SCHEMA: u32 = 1;

impl Pack {
    /// Reads a pack, whatever checks there are; `file` is its name in messages. Errors: all at
    /// once, each with its line and key.
    pub fn parse(text: &str, file: &str) -> Result<Self, TomlErrors> {
        feltproof_toml::read(text, file, SCHEMA, |top| read(top, text, file, None))
    }

    /// As [`Self::parse`], of a pack that these checks are to answer. Errors besides: unknown
    /// checks of controls, and limits that no check, or none that a control names, reads.
    pub fn parse_answered(
        text: &str,
        file: &str,
        checks: &KnownChecks<'_>,
    ) -> Result<Self, TomlErrors> {
        feltproof_toml::read(text, file, SCHEMA, |top| read(top, text, file, Some(checks)))
    }
}

/// Reads everything; `None` only together with an error.
fn read(
    top: Section<'_>,
    text: &str,
    file: &str,
    checks: Option<&KnownChecks<'_>>,
) -> Option<Pack> {
    let head = top.section("pack").and_then(read_head);
    // Without one there is an error, and no pack.
    let id = head.as_ref().map_or("", |[id, ..]| id.as_str());
    let controls = controls::open(&top);
    let answers = Answers::new(checks, controls::named(&controls));
    let controls = controls::read(controls, &answers);
    let reasons = each(top.sections_if("reason"), reasons::read);
    let limits = limits::read(top.sections_if("limit"), id, &answers);
    let groups = games::read(top.sections_if("game_group"), &top, &limits);
    let approvals = approvals::read(top.sections_if("approval"), &limits, &answers);
    let [id, title, authority, version] = head?;
    let (file, sha256) = (file.to_owned(), digest(text));
    Some(Pack {
        id,
        title,
        authority,
        version,
        file,
        sha256,
        controls,
        limits,
        groups,
        approvals,
        reasons,
    })
}

fn read_head(head: Section<'_>) -> Option<[String; 4]> {
    let texts = ["id", "title", "authority", "version"].map(|key| head.text(key));
    let [id, title, authority, version] = texts.map(|text| text.map(|t| t.owned()));
    Some([id?, title?, authority?, version?])
}

fn digest(text: &str) -> String {
    Sha256::digest(text.as_bytes()).iter().fold(String::with_capacity(64), |mut hex, byte| {
        // Writing to a String cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// Reads each table of a list, whose names differ.
pub(crate) fn each<'d, T>(
    sections: Vec<Section<'d>>,
    read: impl Fn(Section<'d>, &mut Names<'d>) -> Option<T>,
) -> Vec<T> {
    let mut names = Names::default();
    sections.into_iter().filter_map(|section| read(section, &mut names)).collect()
}

/// The evidence tag every value must carry.
pub(crate) fn evidence(section: Section<'_>, key: &'static str) -> Option<Evidence> {
    let tags: Vec<&str> = Evidence::in_packs().map(Evidence::name).collect();
    section.word(key, &tags, Evidence::in_pack).map(|found| found.value)
}

fn note(section: Section<'_>) -> String {
    section.text_if("note").map_or_else(String::new, |note| note.owned())
}
