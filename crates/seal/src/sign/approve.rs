//! A second signature, of whoever approves a report, in the field that its signer reserved.

use feltproof_printable::is_misleading;

use super::claim::SigningClaim;
use super::revision::approved;
use super::{checked, container_len, fill};
use crate::timestamp::Stamping;
use crate::{Identity, SignError, verify_pdf};

/// Adds an approval to a signed file: a revision that fills the reserved field, and nothing else.
/// Fails when the file is not intact, reserves no field, is approved already or signed by this key;
/// when a timestamp asked for is not to be had; or when [`verify_pdf`] would refuse the result.
pub fn approve_pdf(
    signed: &[u8],
    identity: &Identity,
    claim: &SigningClaim,
    mut stamping: Option<Stamping<'_>>,
) -> Result<Vec<u8>, SignError> {
    // Whoever verifies reads what is displayed, and writes the revision again from that.
    if let Some(c) = claim.reason.iter().flat_map(|text| text.chars()).find(|c| is_misleading(*c)) {
        return Err(SignError::ReasonCharacter(u32::from(c)));
    }
    let verified = verify_pdf(signed, &[]);
    verified.intact.map_err(|defect| SignError::NotIntact(Box::new(defect)))?;
    if verified.approval.is_some() {
        return Err(SignError::ApprovedAlready);
    }
    if !verified.awaits_approval {
        return Err(SignError::NotAwaited);
    }
    let own = identity.certificate().key_fingerprint();
    if verified.certificate.is_some_and(|signer| signer.key_fingerprint == own) {
        return Err(SignError::OwnReport);
    }
    let name = claim.name.clone().or_else(|| identity.certificate().info().name);
    let claim = SigningClaim { name, awaits_approval: false, ..claim.clone() };
    let container_len = container_len(identity, stamping.is_some())?;
    let (mut bytes, gap) = approved(signed, &claim, container_len)?;
    fill(&mut bytes, &gap, identity, container_len, stamping.as_mut())?;
    checked(bytes)
}

#[cfg(test)]
mod tests;
