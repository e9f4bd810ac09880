//! Reads `[[reason]]` of a rule pack: what permits an adjustment of a meter, and from when to when.
//!
//! A reason that was always the same has all its keys itself. One that changed has a `[[reason.version]]` for each time,
//! which takes from the reason every key that it does not have.

use super::controls::{Layers, refuse_overlap, refuse_shared_dates};
use super::since::read_begin;
use super::{evidence, note};
use crate::reason::{Reason, ReasonVersion};
use feltproof_toml::{Names, Section};

pub(super) fn read<'d>(s: Section<'d>, names: &mut Names<'d>) -> Option<Reason> {
    let code = s.name("code", names);
    let sections = s.sections_if("version");
    let versions = if sections.is_empty() {
        let version = read_version(&Layers { own: s, shared: None })?;
        refuse_overlap(std::slice::from_ref(&version), &[s]);
        vec![version]
    } else {
        refuse_shared_dates(s);
        let read = |own: &Section<'d>| read_version(&Layers { own: *own, shared: Some(s) });
        let versions: Vec<ReasonVersion> = sections.iter().filter_map(read).collect();
        // One that could not be read would look like a gap.
        if versions.len() == sections.len() {
            refuse_overlap(&versions, &sections);
        }
        versions
    };
    let complete = versions.len() == sections.len().max(1);
    Some(Reason { code: code?.owned(), versions: complete.then_some(versions)?, line: s.line })
}

fn read_version(s: &Layers<'_>) -> Option<ReasonVersion> {
    let subsection = s.text("subsection");
    let permits_reduction = s.of("permits_reduction").flag("permits_reduction");
    let evidence = evidence(s.of("evidence"), "evidence");
    let from = read_begin(s.own);
    let until = s.own.text_if("until").map(|text| text.date());
    let note = note(s.of("note"));
    Some(ReasonVersion {
        from: from?,
        until: match until {
            Some(day) => Some(day?.value),
            None => None,
        },
        subsection: subsection?.owned(),
        permits_reduction: permits_reduction?.value,
        evidence: evidence?,
        note,
    })
}
