//! Signs a PDF: adds objects, writes once, and puts in the two values that depend on the bytes.

mod approve;
pub(crate) mod claim;
mod document;
mod objects;
mod placeholder;
pub(crate) mod revision;
mod tagging;

pub use approve::approve_pdf;
pub use claim::{SigningClaim, Widget};

use lopdf::{Document, Object, StringFormat};
use sha2::{Digest as _, Sha256};

use crate::timestamp::{self, Stamping};
use crate::verify::{first_revision_len, locate};
use crate::{Defect, Identity, SignError, cms, verify_pdf};

/// Signs `unsigned`, no change allowed; without a widget by an invisible field on the first page.
///
/// The same arguments give the same bytes; the file's `/ID` is derived from its content. Fails when
/// the input is not a PDF, is encrypted or signed already, when the page, the rectangle or the time
/// does not exist, or when [`verify_pdf`] would refuse the result.
pub fn sign_pdf(
    unsigned: &[u8],
    identity: &Identity,
    claim: &SigningClaim,
    widget: Option<&Widget>,
) -> Result<Vec<u8>, SignError> {
    sign(unsigned, identity, claim, widget, None)
}

/// The same with a timestamp over the signature. Fails as [`sign_pdf`] does; and when the authority
/// cannot be asked, or does not answer with one that this program can check.
pub fn sign_pdf_with_timestamp(
    unsigned: &[u8],
    identity: &Identity,
    claim: &SigningClaim,
    widget: Option<&Widget>,
    mut stamping: Stamping<'_>,
) -> Result<Vec<u8>, SignError> {
    sign(unsigned, identity, claim, widget, Some(&mut stamping))
}

fn sign(
    unsigned: &[u8],
    identity: &Identity,
    claim: &SigningClaim,
    widget: Option<&Widget>,
    stamping: Option<&mut Stamping<'_>>,
) -> Result<Vec<u8>, SignError> {
    let name = claim.name.clone().or_else(|| identity.certificate().info().name);
    let claim = SigningClaim { name, ..claim.clone() };
    let container_len = container_len(identity, stamping.is_some())?;
    let (mut bytes, gap) = prepared(unsigned, &claim, widget, container_len)?;
    fill(&mut bytes, &gap, identity, container_len, stamping)?;
    checked(bytes)
}

/// A signed file, which is not given out where the strict verifier would refuse it.
fn checked(bytes: Vec<u8>) -> Result<Vec<u8>, SignError> {
    verify_pdf(&bytes, &[]).intact.map(|()| bytes).map_err(failed)
}

fn failed(defect: Defect) -> SignError {
    SignError::SelfCheck(Box::new(defect))
}

/// Length of the container. Certificates, digest and signature have fixed lengths, so it is known before any of them is. A
/// timestamp comes after all of them, and gets room: what it leaves is zeros.
fn container_len(identity: &Identity, is_stamped: bool) -> Result<usize, SignError> {
    let signer = &identity.signer;
    let algorithm = signer.algorithm();
    let (digest, signature) =
        (vec![0; algorithm.of_digest().2], vec![0; algorithm.signature_len()]);
    let bare_len = cms::container(signer, &digest, &signature, None)?.len();
    Ok(bare_len + if is_stamped { timestamp::ROOM } else { 0 })
}

/// Signs what stands around the gap, has it timestamped, and puts both into the gap.
fn fill(
    bytes: &mut [u8],
    gap: &placeholder::Gap,
    identity: &Identity,
    container_len: usize,
    stamping: Option<&mut Stamping<'_>>,
) -> Result<(), SignError> {
    let signer = &identity.signer;
    let digest = gap.digest(signer.algorithm(), bytes);
    let signature = identity.key.sign(&cms::to_be_signed(signer, &digest)?);
    let signature = signature.map_err(SignError::Encoding)?;
    let token = stamping.map(|stamping| timestamp::stamp(stamping, &signature)).transpose();
    let token = token.map_err(SignError::Timestamp)?;
    let mut container = cms::container(signer, &digest, &signature, token.as_deref())?;
    if container.len() > container_len {
        let (over, room) = (container.len() - container_len, timestamp::ROOM);
        return Err(SignError::Timestamp(format!(
            "with its certificates it takes {} bytes, and there is room for {room}; ask another authority",
            room + over
        )));
    }
    container.resize(container_len, 0);
    gap.fill_contents(bytes, &container)
}

/// The file with everything but the signature's value, and where that goes.
fn prepared(
    unsigned: &[u8],
    claim: &SigningClaim,
    widget: Option<&Widget>,
    container_len: usize,
) -> Result<(Vec<u8>, placeholder::Gap), SignError> {
    let mut pdf = document::load(unsigned)?;
    document::add_signature(&mut pdf, claim, widget, container_len)?;
    let mut bytes = write_with_id(&mut pdf)?;
    let gap = placeholder::find(&bytes, 0, container_len)?;
    gap.fill_byte_range(&mut bytes)?;
    Ok((bytes, gap))
}

/// Whether a signed file is the one that [`sign_pdf`] makes of `unsigned` at the same claims,
/// whoever signs: the offset of the first byte that differs, the value of the signature left aside.
/// `None` when no byte differs. Fails when `signed` is not intact, or `unsigned` cannot be signed.
pub fn first_difference(
    signed: &[u8],
    unsigned: &[u8],
    widget: Option<&Widget>,
) -> Result<Option<usize>, SignError> {
    let verified = verify_pdf(signed, &[]);
    // An approval is somebody else's word about the same report.
    let signed = signed.get(..first_revision_len(signed)).unwrap_or(signed);
    let located = verified.intact.and_then(|()| locate(signed)).map_err(failed)?;
    let claim = located.claim(located.claims.time_unix.unwrap_or_default());
    let (bytes, _) = prepared(unsigned, &claim, widget, located.container_len())?;
    Ok(located.first_difference(&bytes, signed))
}

/// Writes the document with an `/ID` that is the digest of everything else.
fn write_with_id(pdf: &mut Document) -> Result<Vec<u8>, SignError> {
    set_id(pdf, &[0; 16]);
    let without_id = write(pdf)?;
    let digest = Sha256::digest(&without_id);
    set_id(pdf, digest.get(..16).unwrap_or_default());
    write(pdf)
}

fn set_id(pdf: &mut Document, id: &[u8]) {
    let id = Object::String(id.to_vec(), StringFormat::Hexadecimal);
    pdf.trailer.set("ID", vec![id.clone(), id]);
}

fn write(pdf: &mut Document) -> Result<Vec<u8>, SignError> {
    // lopdf writes offsets as 32 bits; a larger file would be silently wrong.
    const BYTES_MAX: u64 = u32::MAX as u64;
    let mut bytes = Vec::new();
    pdf.save_to(&mut bytes).map_err(|error| SignError::Encoding(error.to_string()))?;
    bytes.push(b'\n');
    if u64::try_from(bytes.len()).map_or(true, |len| len > BYTES_MAX) {
        return Err(SignError::TooLarge { bytes_len: bytes.len(), bytes_max: BYTES_MAX });
    }
    Ok(bytes)
}
