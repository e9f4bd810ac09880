//! Signs a PDF and says whether a signed PDF is intact.
//!
//! What it is: identity files (a key, Ed25519 or ECDSA P-256, and its certificate), a
//! real PDF signature (`ETSI.CAdES.detached`, certified "no changes allowed") that independent validators accept, and a verifier that is stricter
//! than they are: **every** byte of the file is either covered by the signature
//! or has one permitted value, so a flipped byte anywhere is refused.
//!
//! What it is not: a general PDF signature validator. A file signed by another
//! program is reported as such and never called intact. It reads no clock, no
//! environment, no file, no network and no randomness; whoever calls it passes those in. It
//! knows no revocation lists: a signer is trusted when its certificate is one of those given, or a chain of authorities
//! leads from it to one of them. The same holds for the authority of a timestamp.
//!
//! ```
//! use feltproof_seal::{Algorithm, Certificate, Identity, SigningClaim, Trust, sign_pdf, verify_pdf};
//! # fn unsigned_pdf() -> Vec<u8> {
//! #     use lopdf::{Document, dictionary};
//! #     let mut pdf = Document::with_version("1.7");
//! #     let pages = pdf.new_object_id();
//! #     let page = pdf.add_object(dictionary! { "Type" => "Page", "Parent" => pages,
//! #         "MediaBox" => vec![0.into(), 0.into(), 200.into(), 200.into()] });
//! #     pdf.objects.insert(pages, dictionary! { "Type" => "Pages", "Count" => 1,
//! #         "Kids" => vec![page.into()] }.into());
//! #     let catalog = pdf.add_object(dictionary! { "Type" => "Catalog", "Pages" => pages });
//! #     pdf.trailer.set("Root", catalog);
//! #     let mut bytes = Vec::new();
//! #     pdf.save_to(&mut bytes).unwrap();
//! #     bytes
//! # }
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! // The caller's randomness: 32 secret bytes and 16 for the serial number.
//! let (secret, serial) = ([7; 32], [9; 16]);
//! let identity = Identity::generate(
//!     Algorithm::Ed25519, "A. Auditor", Some("Example Lab"), 1_700_000_000, 1_900_000_000, &secret, serial,
//! )?;
//! let claim = SigningClaim { unix_seconds: 1_750_000_000, ..SigningClaim::default() };
//! let signed = sign_pdf(&unsigned_pdf(), &identity, &claim, None)?;
//!
//! let trusted = Certificate::read_all(identity.to_certificate_pem()?.as_bytes())?;
//! let verification = verify_pdf(&signed, &trusted);
//! assert!(verification.intact.is_ok());
//! assert!(matches!(verification.trust, Trust::Trusted(_)));
//! # Ok(()) }
//! ```

mod algorithm;
mod asn1;
mod attached;
mod certificate;
mod chain;
mod cms;
mod ecdsa;
mod error;
mod identity;
mod issue;
mod issuer_key;
mod key_file;
mod keys;
mod names;
mod pem;
mod sign;
mod signer;
mod table;
mod text;
mod timestamp;
mod verify;

pub use algorithm::Algorithm;
pub use attached::{AttachedFile, attached_files, check_attached, is_plain_name};
pub use certificate::{Certificate, CertificateInfo};
pub use error::{CertificateError, IdentityError, NotTrusted, SignError};
pub use identity::Identity;
pub use key_file::{Passphrase, key_needs_passphrase};
pub use sign::{
    SigningClaim, Widget, approve_pdf, first_difference, sign_pdf, sign_pdf_with_timestamp,
};
pub use text::fingerprint_in_groups;
pub use timestamp::{Carrier, Stamping};
pub use verify::{
    Approval, CLOCKS_DIFFER_SECONDS_MAX, Defect, Timestamp, Trust, Verification, Warning,
    verify_pdf,
};
