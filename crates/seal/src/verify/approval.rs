//! An approval: a second signature in the field that the first one reserved, in a revision that holds nothing else.
//!
//! Which later changes are harmless is what attacks on signed PDFs live on. Here nobody judges that: the revision is
//! written again from the signed file and the approver's claims, and compared byte for byte.

use super::Defect;
use super::locate::{self, Located};
use crate::sign::revision::approved;

pub(super) struct Revisions<'a> {
    /// The report as it was signed.
    pub report: &'a [u8],
    /// Where the `/ByteRange` of the approval stands in the whole file.
    pub approval_at: usize,
}

/// The two revisions, where the first signature permits an approval that stands after its end.
pub(super) fn revisions(bytes: &[u8]) -> Option<Revisions<'_>> {
    let (Located { byte_range: [_, _, start, len], .. }, approval_at) =
        locate::report_and_approval(bytes)?;
    let end = usize::try_from(start.checked_add(len)?).ok()?;
    let report = bytes.get(..end).filter(|_| end <= approval_at)?;
    Some(Revisions { report, approval_at })
}

/// The approval's signature, its revision being the only one that may be. The report must have been found intact.
pub(super) fn check(bytes: &[u8], revisions: &Revisions<'_>) -> Result<Located, Defect> {
    let located = locate::approval(bytes, revisions.approval_at)?;
    let time = located.claims.time_unix.ok_or(Defect::ApprovalDiffers(located.byte_range_at))?;
    let (expected, _) = approved(revisions.report, &located.claim(time), located.container_len())
        .map_err(|_| Defect::ApprovalDiffers(revisions.report.len()))?;
    match located.first_difference(&expected, bytes) {
        None => Ok(located),
        Some(offset) => Err(Defect::ApprovalDiffers(offset)),
    }
}
