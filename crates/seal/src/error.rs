//! What can go wrong before there is anything to verify, with the remedy.

use thiserror::Error;

use crate::verify::time::utc;
use crate::{Algorithm, Defect};

/// Why a certificate could not be read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CertificateError {
    /// The file is neither a PEM certificate nor a DER one.
    #[error(
        "no certificate found: expected a PEM block \"BEGIN CERTIFICATE\" or a DER certificate in \
         {0} bytes; export the certificate again"
    )]
    Missing(usize),
    /// A PEM block that does not decode.
    #[error("the PEM block at byte {offset} cannot be decoded ({reason}); export it again")]
    BadPem {
        /// Byte offset of the block in the file.
        offset: usize,
        /// The decoder's reason.
        reason: String,
    },
    /// Not an X.509 certificate, or one that is not encoded canonically.
    #[error("this is not a canonically encoded X.509 certificate ({0}); export it again")]
    BadDer(String),
    /// The certificate holds a key of another kind.
    #[error(
        "the certificate holds a key of {0}, expected Ed25519 or ECDSA P-256 for whoever signs; use a certificate \
         of one of these"
    )]
    UnknownAlgorithm(String),
    /// More authorities above a certificate than any chain has.
    #[error(
        "more than {0} authorities stand above the certificate; leave out those that do not belong to it"
    )]
    LongChain(usize),
    /// The bytes in the certificate are not a point of the curve.
    #[error("the certificate says {0}, but its key is not a valid public key of that algorithm")]
    BadKey(Algorithm),
}

/// Why an identity could not be made or read.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum IdentityError {
    /// A name that cannot be put into a certificate.
    #[error("the {field} has {found} characters, expected 1 to 64; choose one of that length")]
    NameLength {
        /// Which name.
        field: &'static str,
        /// Its length in characters.
        found: usize,
    },
    /// A name with characters that are not displayed as they are.
    #[error("the {field} holds the control character U+{code:04X}; leave it out")]
    NameCharacter {
        /// Which name.
        field: &'static str,
        /// The character's code point.
        code: u32,
    },
    /// A validity that ends before it begins, or a time that no certificate can hold.
    #[error(
        "the validity {} to {} is not a period between 1970 and 9999",
        utc(*.not_before_unix), utc(*.not_after_unix)
    )]
    Validity {
        /// Beginning, unix seconds.
        not_before_unix: i64,
        /// End, unix seconds.
        not_after_unix: i64,
    },
    /// The secret is what a failed random source leaves behind.
    #[error("the 32 secret bytes are all zero; the random source is broken, no key was made")]
    NoRandomness,
    /// The secret is not below the order of the curve P-256, as one in four thousand million is not.
    #[error(
        "the 32 secret bytes are not a key of the curve P-256, which happens by chance once in 4 billion; try again"
    )]
    SecretTooLarge,
    /// An empty passphrase protects nothing.
    #[error("the passphrase is empty; give one, or none at all for an unprotected key file")]
    EmptyPassphrase,
    /// The key file is encrypted and no passphrase was given.
    #[error("the key file is encrypted; give its passphrase")]
    PassphraseNeeded,
    /// A passphrase was given for a key file that has none.
    #[error(
        "a passphrase was given, but the key file is not encrypted and anyone who can read it can \
         sign; leave the passphrase out, or protect the file"
    )]
    NotEncrypted,
    /// The key file could not be decrypted with this passphrase.
    #[error("wrong passphrase for the key file (or the file is damaged); try again")]
    WrongPassphrase,
    /// The key file uses an encryption this program does not know.
    #[error(
        "the key file is encrypted in a way this program cannot read ({0}); write it again \
         with \"openssl pkcs8 -topk8 -v2 aes-256-cbc -scrypt\""
    )]
    UnknownEncryption(String),
    /// No private key in the file.
    #[error(
        "no PKCS#8 private key found (expected a PEM block \"PRIVATE KEY\" or \"ENCRYPTED PRIVATE \
         KEY\", found {0}); convert it with \"openssl pkcs8 -topk8\""
    )]
    NoKey(String),
    /// The private key block does not decode.
    #[error("the private key cannot be decoded ({0}); restore the file from a copy")]
    BadKey(String),
    /// The key is of another kind.
    #[error(
        "the private key is of algorithm {0}, expected Ed25519 (1.3.101.112) or ECDSA \
         (1.2.840.10045.2.1) on the curve P-256; make one with \"feltproof identity new\""
    )]
    UnknownAlgorithm(String),
    /// Key and certificate are not a pair.
    #[error(
        "the certificate does not belong to the key: it certifies the public key {certified}, the \
         key file's is {held}; give the two files that were made together"
    )]
    NotAPair {
        /// Public key in the certificate, hexadecimal.
        certified: String,
        /// Public key of the private key, hexadecimal.
        held: String,
    },
    /// The certificate could not be read.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// Encoding failed; not expected for any input.
    #[error("the identity could not be encoded ({0})")]
    Encoding(String),
}

/// Why a signer, or the authority of a timestamp, is not trusted.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NotTrusted {
    /// A file that is not intact is vouched for by nobody.
    #[error("the file is not intact, so no signer vouches for it")]
    NotIntact,
    /// None of the given certificates is the signer's or of an authority above it.
    #[error(
        "none of the {given} trusted certificates is the signer's ({fingerprint}) or that of an authority above it: \
         {highest} was issued by {issuer}, which is not among them; \
         compare the fingerprint with the one the issuer of the report publishes"
    )]
    Unknown {
        /// How many were given.
        given: usize,
        /// Fingerprint of the signer's certificate.
        fingerprint: String,
        /// The certificate up to which the chain is known.
        highest: String,
        /// Who issued that one.
        issuer: String,
    },
    /// There is a chain up to a given certificate, and something in it is wrong.
    #[error("the chain from the signer to a trusted certificate breaks at {certificate}: {why}")]
    ChainBroken {
        /// Which certificate.
        certificate: String,
        /// What is wrong with it.
        why: String,
    },
    /// The signature claims a time that has not come yet.
    #[error(
        "the signature claims {}, and it is {} now: a time to come; ask the signer, and look at the clock of this machine",
        utc(*.claimed_unix), utc(*.now_unix)
    )]
    Ahead {
        /// Claimed time.
        claimed_unix: i64,
        /// The clock of whoever verifies.
        now_unix: i64,
    },
    /// A signature in the chain is of an algorithm that this program does not know.
    #[error(
        "the certificate {certificate} is signed by {issuer} with {algorithm}, which this program cannot check (it knows \
         RSA of 2048 bits and more, ECDSA on P-256 and P-384, each over SHA-256, SHA-384 or SHA-512, and Ed25519): check it with another program, then trust that certificate itself"
    )]
    NotCheckable {
        /// Which certificate.
        certificate: String,
        /// How it is signed.
        algorithm: String,
        /// Who signed it.
        issuer: String,
    },
}

/// Why a PDF could not be signed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum SignError {
    /// The input is not a PDF this program can read.
    #[error("the input cannot be read as a PDF ({0})")]
    NotReadable(String),
    /// An encrypted PDF cannot be checked by everyone.
    #[error("the PDF is encrypted; a report that must be verifiable is signed unencrypted")]
    Encrypted,
    /// The input carries a signature already.
    #[error("the PDF carries a signature already ({0}); sign the unsigned file")]
    AlreadySigned(String),
    /// The page for the widget does not exist.
    #[error("page index {page_index} for the signature does not exist, the PDF has {pages} pages")]
    NoSuchPage {
        /// The requested index, counted from zero.
        page_index: usize,
        /// Pages in the document.
        pages: usize,
    },
    /// The widget's rectangle is not a rectangle.
    #[error("the rectangle {0} of the signature is not finite or not left-bottom-right-top")]
    BadRectangle(String),
    /// A reason with a character that is not displayed as it is.
    #[error(
        "the reason holds the character U+{0:04X}, which is not displayed as it is; leave it out"
    )]
    ReasonCharacter(u32),
    /// The claimed time cannot be written.
    #[error("the claimed time {} is not between 1970 and 9999", utc(*.0))]
    BadTime(i64),
    /// The text the verifier searches for occurs in the document itself.
    #[error(
        "the text \"/ByteRange\" occurs at byte {0} outside the signature, which makes it \
         ambiguous; compress the stream that holds it"
    )]
    Ambiguous(usize),
    /// The document is larger than a PDF cross-reference table can address.
    #[error(
        "the PDF has {bytes_len} bytes, more than the {bytes_max} a cross-reference can address"
    )]
    TooLarge {
        /// Its length.
        bytes_len: usize,
        /// The greatest length possible.
        bytes_max: u64,
    },
    /// The document could not be written or the signature not encoded.
    #[error("the signed PDF could not be written ({0})")]
    Encoding(String),
    /// What is to be approved was changed.
    #[error("the report cannot be approved, since it is not intact: {0}")]
    NotIntact(Box<Defect>),
    /// No field is reserved for an approval.
    #[error(
        "the report reserves no field for an approval, and a signature elsewhere would break the one that it has; it must be \
         signed for approval"
    )]
    NotAwaited,
    /// The reserved field is filled.
    #[error("the report is approved already; there is one approval")]
    ApprovedAlready,
    /// The approver is the signer.
    #[error("the report was signed with this key; an approval is that of somebody else")]
    OwnReport,
    /// No timestamp could be had.
    #[error("the timestamp: {0}")]
    Timestamp(String),
    /// The signed file did not pass the strict verifier, so it is not given out.
    #[error("the signed PDF failed its own verification and was discarded: {0}")]
    SelfCheck(Box<Defect>),
}

impl From<der::Error> for IdentityError {
    fn from(error: der::Error) -> Self {
        Self::Encoding(error.to_string())
    }
}

impl From<der::Error> for SignError {
    fn from(error: der::Error) -> Self {
        Self::Encoding(error.to_string())
    }
}
