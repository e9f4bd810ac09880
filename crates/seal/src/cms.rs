//! The signature container (CMS, RFC 5652) in its only permitted form.
//!
//! A container is a function of four things: the certificates (all of them named by digest in the signed part), digest,
//! signature, and the timestamp if there is one. The verifier therefore reads those out, builds the container again and
//! compares the bytes: nothing else can be hidden in it, and no byte of it has two permitted values.

use std::collections::BTreeMap;

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

use crate::chain::AUTHORITIES_MAX;
use crate::signer::Signer;
use crate::{Algorithm, Certificate};

/// `id-aa-CMSAlgorithmProtection` (RFC 6211).
pub(crate) const ALGORITHM_PROTECTION: ObjectIdentifier =
    ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.52");

/// Names the algorithms inside the signed part, so that they cannot be exchanged.
#[derive(Sequence)]
struct AlgorithmProtection {
    digest: AlgorithmIdentifierOwned,
    #[asn1(context_specific = "1", tag_mode = "IMPLICIT", constructed = "true")]
    signature: AlgorithmIdentifierOwned,
}

/// `id-aa-timeStampToken` (RFC 3161, appendix A).
const TIMESTAMP: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.2.14");

/// `ESSCertIDv2` (RFC 5035): SHA-256 is the default and therefore not written.
#[derive(Sequence)]
struct CertificateId {
    hash: OctetString,
}

/// `SigningCertificateV2` (RFC 5035): the signer's, then the authorities', all covered by it.
#[derive(Sequence)]
struct SigningCertificate {
    certificates: Vec<CertificateId>,
}

pub(crate) struct Parts {
    pub signer: Signer,
    pub digest: Vec<u8>,
    pub signature: Vec<u8>,
    /// A timestamp over the signature, as it stands in the container.
    pub timestamp: Option<Vec<u8>>,
}

/// The bytes that the key signs: the signed attributes as a SET (RFC 5652 section 5.4).
pub(crate) fn to_be_signed(signer: &Signer, digest: &[u8]) -> der::Result<Vec<u8>> {
    signed_attributes(signer, digest)?.to_der()
}

/// The container's only encoding for these parts.
pub(crate) fn container(
    signer: &Signer,
    digest: &[u8],
    signature: &[u8],
    timestamp: Option<&[u8]>,
) -> der::Result<Vec<u8>> {
    let tbs = signer.certificate().parsed().tbs_certificate();
    let algorithm = signer.algorithm();
    let timestamp = timestamp.map(|token| {
        let values = SetOfVec::try_from(vec![Any::from_der(token)?])?;
        SetOfVec::try_from(vec![Attribute { oid: TIMESTAMP, values }])
    });
    let info = SignerInfo {
        version: CmsVersion::V1,
        sid: SignerIdentifier::IssuerAndSerialNumber(IssuerAndSerialNumber {
            issuer: tbs.issuer().clone(),
            serial_number: tbs.serial_number().clone(),
        }),
        digest_alg: algorithm.digest(),
        signed_attrs: Some(signed_attributes(signer, digest)?),
        signature_algorithm: algorithm.signature(),
        signature: OctetString::new(signature)?,
        unsigned_attrs: timestamp.transpose()?,
    };
    let certificates: Vec<CertificateChoices> = signer
        .carried
        .all()
        .map(|one| CertificateChoices::Certificate(one.parsed().clone()))
        .collect();
    let certificates = CertificateSet::try_from(certificates)?;
    let signed_data = SignedData {
        version: CmsVersion::V1,
        digest_algorithms: SetOfVec::try_from(vec![algorithm.digest()])?,
        encap_content_info: EncapsulatedContentInfo { econtent_type: ID_DATA, econtent: None },
        certificates: Some(certificates),
        crls: None,
        signer_infos: SignerInfos::try_from(vec![info])?,
    };
    ContentInfo { content_type: ID_SIGNED_DATA, content: Any::encode_from(&signed_data)? }.to_der()
}

/// Reads the parts out of a container, or says why not; its form is judged by building it again.
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
    let [info] = data.signer_infos.0.as_slice() else {
        return Err(format!("it holds {} signers, expected 1", data.signer_infos.0.len()));
    };
    let signer = signer(certificates, info)?;
    let algorithm = signer.algorithm();
    let (found, expected) = (info.signature_algorithm.oid, algorithm.signature().oid);
    if found != expected {
        return Err(format!(
            "it is signed with algorithm {found}, expected {expected} for a certificate of {algorithm}"
        ));
    }
    let signature = info.signature.as_bytes();
    algorithm.check_form(signature)?;
    let digest = stated_digest(info, algorithm)?;
    let timestamp = timestamp(info)?;
    Ok(Parts { signer, digest, signature: signature.to_vec(), timestamp })
}

/// The signer's certificate and the authorities above it, in the order in which the signed part names them.
fn signer(held: &[CertificateChoices], info: &SignerInfo) -> Result<Signer, String> {
    if held.is_empty() || held.len() > 1 + AUTHORITIES_MAX {
        let most = 1 + AUTHORITIES_MAX;
        return Err(format!("it holds {} certificates, expected 1 to {most}", held.len()));
    }
    let mut certificates = BTreeMap::new();
    for choice in held {
        let bytes = choice.to_der().map_err(|error| format!("malformed: {error}"))?;
        let certificate = Certificate::from_der(&bytes).map_err(|error| error.to_string())?;
        certificates.insert(Sha256::digest(&bytes).to_vec(), certificate);
    }
    let value = only_value(info, ID_AA_SIGNING_CERTIFICATE_V_2, "signing certificate")?;
    let named: SigningCertificate =
        value.decode_as().map_err(|e| format!("malformed signing certificate: {e}"))?;
    let mut in_order = Vec::new();
    for id in &named.certificates {
        let named = certificates.remove(id.hash.as_bytes());
        in_order.push(named.ok_or("it does not hold a certificate that its signed part names")?);
    }
    if !certificates.is_empty() {
        let count = certificates.len();
        return Err(format!("it holds {count} certificates that its signed part does not name"));
    }
    let mut in_order = in_order.into_iter();
    let first = in_order.next().ok_or("its signed part names no certificate")?;
    Signer::new(first, in_order.collect()).map_err(|error| error.to_string())
}

/// The timestamp, which is the only thing that may be added to a signature that exists.
fn timestamp(info: &SignerInfo) -> Result<Option<Vec<u8>>, String> {
    let Some(attributes) = &info.unsigned_attrs else { return Ok(None) };
    let [attribute] = attributes.as_slice() else {
        return Err(format!("it has {} unsigned attributes, expected 1 at most", attributes.len()));
    };
    let [token] = attribute.values.as_slice() else {
        return Err(format!("it has {} timestamps, expected 1 at most", attribute.values.len()));
    };
    if attribute.oid != TIMESTAMP {
        return Err(format!("it has the unsigned attribute {}, expected none", attribute.oid));
    }
    token.to_der().map(Some).map_err(|error| format!("malformed timestamp: {error}"))
}

/// The value of a signed attribute that there is once.
fn only_value<'a>(
    info: &'a SignerInfo,
    oid: ObjectIdentifier,
    name: &str,
) -> Result<&'a Any, String> {
    let attributes = info.signed_attrs.as_ref().map_or(&[][..], |set| set.as_slice());
    let mut found = attributes.iter().filter(|attribute| attribute.oid == oid);
    let (Some(attribute), None) = (found.next(), found.next()) else {
        return Err(format!("it does not state exactly one {name}"));
    };
    match attribute.values.as_slice() {
        [value] => Ok(value),
        values => Err(format!("its {name} has {} values, expected 1", values.len())),
    }
}

/// The digest of the signed bytes as the signature states it.
fn stated_digest(signer: &SignerInfo, algorithm: Algorithm) -> Result<Vec<u8>, String> {
    let value = only_value(signer, ID_MESSAGE_DIGEST, "message digest")?;
    let value: OctetString = value.decode_as().map_err(|e| format!("malformed digest: {e}"))?;
    let (digest, expected) = (value.as_bytes(), algorithm.of_digest().2);
    if digest.len() != expected {
        return Err(format!("its message digest has {} bytes, expected {expected}", digest.len()));
    }
    Ok(digest.to_vec())
}

fn signed_attributes(signer: &Signer, digest: &[u8]) -> der::Result<SignedAttributes> {
    let algorithm = signer.algorithm();
    let id = |one: &Certificate| {
        let hash = OctetString::new(Sha256::digest(one.der()).as_slice())?;
        Ok(CertificateId { hash })
    };
    let signing = SigningCertificate {
        certificates: signer.carried.all().map(id).collect::<der::Result<_>>()?,
    };
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
