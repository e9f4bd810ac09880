//! Why a file is not intact: one sentence, a place, both numbers, the remedy.

use thiserror::Error;

use crate::text::shortened;

/// The first thing found wrong with a file. Offsets count bytes from zero.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum Defect {
    /// The file is something else.
    #[error(
        "not a PDF: the {bytes_len} bytes begin with {found:?}, expected \"%PDF-\"; check that this \
         is the report"
    )]
    NotAPdf {
        /// Length of the file.
        bytes_len: usize,
        /// Its first bytes.
        found: String,
    },
    /// A PDF without a signature.
    #[error(
        "no signature: none of the {0} bytes hold /ByteRange; this is an unsigned copy, or \
         the signature was removed; ask the issuer for the signed report"
    )]
    Unsigned(usize),
    /// A PDF without a signature that does not even end as a PDF.
    #[error(
        "no signature, and the file does not end with \"%%EOF\" after {0} bytes: it was cut \
         short; fetch it again"
    )]
    UnsignedAndCutShort(usize),
    /// More than one signature.
    #[error(
        "{found} signatures, expected 1: the second one begins at byte {second}, the first at \
         {first}; something was added after signing; ask the issuer for the original"
    )]
    SeveralSignatures {
        /// How many were found.
        found: usize,
        /// Offset of the first.
        first: usize,
        /// Offset of the second.
        second: usize,
    },
    /// The signature dictionary is not one that this program writes.
    #[error(
        "the signature dictionary at byte {offset} is not in the form this program writes: \
         {expected} expected, {found} found; it was damaged, or made by another program, whose \
         signatures a general PDF validator can check"
    )]
    ForeignSignature {
        /// Where.
        offset: usize,
        /// What should stand there.
        expected: String,
        /// What stands there.
        found: String,
    },
    /// Bytes after the end of what was signed.
    #[error(
        "{extra} bytes were added after signing: the signature covers the file up to byte \
         {signed_end}, the file has {bytes_len}; ask the issuer for the original"
    )]
    DataAppended {
        /// End of the signed bytes.
        signed_end: u64,
        /// Length of the file.
        bytes_len: usize,
        /// The difference.
        extra: u64,
    },
    /// A revision after the end of what was signed: what a shadow attack hides or replaces by.
    #[error(
        "a revision of {extra} bytes was added after signing, {}: the signature covers the file up to byte {signed_end}, \
         the file has {bytes_len}, and a viewer shows the later content; ask the issuer for the original",
        replaced_objects(replaced)
    )]
    RevisionAppended {
        /// End of the signed bytes.
        signed_end: u64,
        /// Length of the file.
        bytes_len: usize,
        /// The difference.
        extra: u64,
        /// Numbers of the signed objects that it has anew.
        replaced: Vec<u32>,
    },
    /// The file is shorter than what was signed.
    #[error(
        "{missing} bytes are missing at the end: the signature covers the file up to byte \
         {signed_end}, the file has {bytes_len}; fetch it again"
    )]
    CutShort {
        /// End of the signed bytes.
        signed_end: u64,
        /// Length of the file.
        bytes_len: usize,
        /// The difference.
        missing: u64,
    },
    /// The byte range leaves out something else than the signature itself.
    #[error(
        "the signature at byte {offset} covers {found}, expected {expected}: bytes besides the \
         signature itself are left out; ask the issuer for the original"
    )]
    WrongRange {
        /// Offset of `/ByteRange`.
        offset: usize,
        /// The range that covers everything but `/Contents`.
        expected: String,
        /// The range found.
        found: String,
    },
    /// A character in `/Contents` that is not a lower-case hexadecimal digit.
    #[error(
        "byte {offset} inside the signature is {found:#04x}, expected a digit 0-9 or a-f: the \
         signature was changed; ask the issuer for the original"
    )]
    NotLowerHex {
        /// Where.
        offset: usize,
        /// The byte found.
        found: u8,
    },
    /// `/Contents` is empty or has an odd number of digits.
    #[error(
        "the signature at byte {offset} has {found} hexadecimal digits, expected an even number \
         above 0; ask the issuer for the original"
    )]
    ContentsLength {
        /// Offset of the first digit.
        offset: usize,
        /// How many digits.
        found: usize,
    },
    /// The signature container cannot be read.
    #[error(
        "the signature at byte {offset} cannot be used ({reason}); it was damaged or made by \
         another program; ask the issuer for the original"
    )]
    BrokenContainer {
        /// Offset of `/Contents`.
        offset: usize,
        /// What is wrong.
        reason: String,
    },
    /// The signature container is not the only permitted encoding.
    #[error(
        "the signature differs from its only permitted form at byte {offset}: expected {} in {expected_len} \
         bytes, found {} in {found_len}; ask the issuer for the original",
        byte(expected),
        byte(found)
    )]
    ContainerDiffers {
        /// Offset of the first differing pair of digits.
        offset: usize,
        /// The byte that belongs there.
        expected: Option<u8>,
        /// The byte that is there.
        found: Option<u8>,
        /// Length of the permitted form.
        expected_len: usize,
        /// Length found.
        found_len: usize,
    },
    /// The signed bytes are not those that were signed.
    #[error(
        "the signed bytes 0..{first_end} and {second_start}..{second_end} have {digest} {}, the \
         signature states {}: the file was changed after it was signed; ask the issuer for the \
         original",
        shortened(found),
        shortened(stated)
    )]
    DigestMismatch {
        /// End of the first signed range.
        first_end: usize,
        /// Start of the second.
        second_start: usize,
        /// End of the second.
        second_end: usize,
        /// Name of the digest.
        digest: &'static str,
        /// Digest that the signature states, all digits.
        stated: String,
        /// Digest of the bytes, all digits.
        found: String,
    },
    /// The revision of an approval is not the one that fills the reserved field.
    #[error(
        "the revision that was added after signing differs at byte {0} from the only one that may be, which fills the \
         field for an approval: something else was added or changed with it; ask the issuer for the original"
    )]
    ApprovalDiffers(usize),
    /// The approver is the signer.
    #[error(
        "the approval is by the key that signed the report (certificate {}); it must be somebody else's: ask the issuer \
         who approved it",
        shortened(_0)
    )]
    OwnApproval(String),
    /// The timestamp over the signature is none, or was changed.
    #[error(
        "the timestamp in the signature at byte {offset} does not hold ({reason}): it was changed or exchanged after \
         the authority gave it; ask the issuer for the original"
    )]
    BadTimestamp {
        /// Offset of `/Contents`.
        offset: usize,
        /// What is wrong.
        reason: String,
    },
    /// The signature was not made by the certificate's key.
    #[error(
        "the signature at byte {offset} was not made with the key of certificate {}: it was \
         changed or invented; ask the issuer for the original",
        shortened(fingerprint)
    )]
    WrongSignature {
        /// Offset of `/Contents`.
        offset: usize,
        /// Fingerprint of the certificate, all digits.
        fingerprint: String,
    },
}

fn byte(value: &Option<u8>) -> String {
    value.map_or_else(|| "the end".to_owned(), |value| format!("{value:#04x}"))
}

fn replaced_objects(numbers: &[u32]) -> String {
    const NAMED: usize = 5;
    if numbers.is_empty() {
        return "which lists the objects of the file anew".to_owned();
    }
    let mut text = numbers.iter().take(NAMED).map(u32::to_string).collect::<Vec<_>>().join(", ");
    if let Some(more) = numbers.len().checked_sub(NAMED).filter(|more| *more > 0) {
        text.push_str(&format!(" and {more} more"));
    }
    format!("which puts other content in the place of object {text}")
}
