//! The signature container (CMS, RFC 5652) in its only permitted form.
//!
//! A container is a function of three things: certificate, digest, signature.
//! The verifier therefore reads those three out, builds the container again and
//! compares the bytes: nothing else can be hidden in it, and no byte of it has
//! two permitted values.

use cms::cert::{CertificateChoices, IssuerAndSerialNumber};
use cms::content_info::{CmsVersion, ContentInfo};
use cms::signed_data::{
    CertificateSet, EncapsulatedContentInfo, SignedAttributes, SignedData, SignerIdentifier,
    SignerInfo, SignerInfos,
};
use const_oid::db::rfc5911::{
    ID_AA_SIGNING_CERTIFICATE_V_2, ID_CONTENT_TYPE, ID_DATA, ID_MESSAGE_DIGEST, ID_SIGNED_DATA,
};
use der::asn1::{ObjectIdentifier, OctetString, SetOfVec};
use der::{Any, Decode as _, Encode, Sequence};
use sha2::{Digest as _, Sha256};
use spki::AlgorithmIdentifierOwned;
use x509_cert::attr::Attribute;

use crate::{Algorithm, Certificate};

/// `id-aa-CMSAlgorithmProtection` (RFC 6211).
const ALGORITHM_PROTECTION: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.52");

/// Names the algorithms inside the signed part, so that they cannot be exchanged.
#[derive(Sequence)]
struct AlgorithmProtection {
    digest: AlgorithmIdentifierOwned,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", constructed = "true")]
    signature: AlgorithmIdentifierOwned,
}

/// `ESSCertIDv2` (RFC 5035): SHA-256 is the default and therefore not written.
#[derive(Sequence)]
struct CertificateId {
    hash: OctetString,
}

/// `SigningCertificateV2` (RFC 5035).
#[derive(Sequence)]
struct SigningCertificate {
    certificates: Vec<CertificateId>,
}

/// What a container is made of.
pub(crate) struct Parts {
    pub certificate: Certificate,
    pub digest: Vec<u8>,
    pub signature: Vec<u8>,
}

/// The bytes that the key signs: the signed attributes as a SET, which is how
/// RFC 5652 section 5.4 wants them (the container has them under another tag).
pub(crate) fn to_be_signed(certificate: &Certificate, digest: &[u8]) -> der::Result<Vec<u8>> {
    signed_attributes(certificate, digest)?.to_der()
}

/// The container's only encoding for these three parts.
pub(crate) fn container(
    certificate: &Certificate,
    digest: &[u8],
    signature: &[u8],
) -> der::Result<Vec<u8>> {
    let tbs = certificate.parsed().tbs_certificate();
    let algorithm = certificate.key().algorithm();
    let signer = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: tbs.issuer().clone(),
            serial_number: tbs.serial_number().clone(),
        }),
        digest_alg: algorithm.digest(),
        signed_attrs: Some(signed_attributes(certificate, digest)?),
        signature_algorithm: algorithm.signature(),
        signature: OctetString::new(signature)?,
        unsigned_attrs: None,
    };
    let certificates = CertificateSet::try_from(vec![CertificateChoices::Certificate(
        certificate.parsed().clone(),
    )])?;
    let signed_data = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from(vec![algorithm.digest()])?,
        encap_content_info: EncapsulatedContentInfo { econtent_type: ID_DATA, econtent: None },
        certificates: Some(certificates),
        crls: None,
        signer_infos: SignerInfos::try_from(vec![signer])?,
    };
    ContentInfo { content_type: ID_SIGNED_DATA, content: Any::encode_from(&signed_data)? }.to_der()
}

/// Reads the three parts out of a container, or says why it has none. Whether
/// it is in the permitted form is found out by building it again.
pub(crate) fn read(bytes: &[u8]) -> Result<Parts, String> {
    let malformed = |error: der::Error| format!("malformed: {error}");
    let info = ContentInfo::from_der(bytes).map_err(malformed)?;
    if info.content_type != ID_SIGNED_DATA {
        return Err(format!(
            "its content type is {}, expected {ID_SIGNED_DATA}",
            info.content_type
        ));
    }
    let data: SignedData = info.content.decode_as().map_err(malformed)?;
    let certificates = data.certificates.as_ref().map_or(&[][..], |set| set.0.as_slice());
    let [CertificateChoices::Certificate(certificate)] = certificates else {
        return Err(format!("it holds {} certificates, expected 1", certificates.len()));
    };
    let [signer] = data.signer_infos.0.as_slice() else {
        return Err(format!("it holds {} signers, expected 1", data.signer_infos.0.len()));
    };
    let certificate = certificate.to_der().map_err(malformed)?;
    let certificate = Certificate::from_der(&certificate).map_err(|error| error.to_string())?;
    let algorithm = certificate.key().algorithm();
    let (found, expected) = (signer.signature_algorithm.oid, algorithm.signature().oid);
    if found != expected {
        return Err(format!(
            "it is signed with algorithm {found}, expected {expected} for a certificate of {algorithm}"
        ));
    }
    let signature = signer.signature.as_bytes();
    algorithm.check_form(signature)?;
    let digest = stated_digest(signer, algorithm)?;
    Ok(Parts { certificate, digest, signature: signature.to_vec() })
}

/// The digest of the signed bytes as the signature states it.
fn stated_digest(signer: &SignerInfo, algorithm: Algorithm) -> Result<Vec<u8>, String> {
    let attributes = signer.signed_attrs.as_ref().map_or(&[][..], |set| set.as_slice());
    let mut digests = attributes.iter().filter(|attribute| attribute.oid == ID_MESSAGE_DIGEST);
    let (Some(attribute), None) = (digests.next(), digests.next()) else {
        return Err("it does not state exactly one message digest".to_owned());
    };
    let [value] = attribute.values.as_slice() else {
        return Err(format!(
            "its message digest has {} values, expected 1",
            attribute.values.len()
        ));
    };
    let value: OctetString = value.decode_as().map_err(|e| format!("malformed digest: {e}"))?;
    let (digest, expected) = (value.as_bytes(), algorithm.digest_len());
    if digest.len() != expected {
        return Err(format!("its message digest has {} bytes, expected {expected}", digest.len()));
    }
    Ok(digest.to_vec())
}

fn signed_attributes(certificate: &Certificate, digest: &[u8]) -> der::Result<SignedAttributes> {
    let algorithm = certificate.key().algorithm();
    let hash = OctetString::new(Sha256::digest(certificate.der()).as_slice())?;
    let signing = SigningCertificate { certificates: vec![CertificateId { hash }] };
    let protection =
        AlgorithmProtection { digest: algorithm.digest(), signature: algorithm.signature() };
    // No signing time here: PAdES has it in the PDF's signature dictionary.
    SetOfVec::try_from(vec![
        attribute(ID_CONTENT_TYPE, &ID_DATA)?,
        attribute(ID_MESSAGE_DIGEST, &OctetString::new(digest)?)?,
        attribute(ALGORITHM_PROTECTION, &protection)?,
        attribute(ID_AA_SIGNING_CERTIFICATE_V_2, &signing)?,
    ])
}

fn attribute(oid: ObjectIdentifier, value: &impl Encode) -> der::Result<Attribute> {
    let value = Any::from_der(&value.to_der()?)?;
    Ok(Attribute { oid, values: SetOfVec::try_from(vec![value])? })
}
