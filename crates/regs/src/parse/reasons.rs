//! Reads `[[reason]]` of a rule pack: what permits an adjustment of a meter, and from when to when.
//!
//! A reason that was always the same has all its keys itself. One that changed has a `[[reason.version]]` for each time,
//! which takes from the reason every key that it does not have.

use super::controls::{Layers, read_versions, refuse_overlap};
use super::since::{read_begin, read_until};
use super::{evidence, note};
use crate::reason::{Reason, ReasonVersion};
use feltproof_toml::{Names, Section};

pub(super) fn read<'d>(s: Section<'d>, names: &mut Names<'d>) -> Option<Reason> {
    let code = s.name("code", names);
    let sections = s.sections_if("version");
    let versions = read_versions(s, &sections, read_version)?;
    if sections.is_empty() {
        refuse_overlap(&versions, &[s]);
    }
    Some(Reason { code: code?.owned(), versions, line: s.line })
}

fn read_version(s: &Layers<'_>) -> Option<ReasonVersion> {
    let subsection = s.text("subsection");
    let permits_reduction = s.of("permits_reduction").flag("permits_reduction");
    let evidence = evidence(s.of("evidence"), "evidence");
    let from = read_begin(s.own);
    let until = read_until(s.own);
    let note = note(s.of("note"));
    Some(ReasonVersion {
        from: from?,
        until: until?,
        subsection: subsection?.owned(),
        permits_reduction: permits_reduction?.value,
        evidence: evidence?,
        note,
    })
}
