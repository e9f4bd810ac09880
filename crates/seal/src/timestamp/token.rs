//! A timestamp token: taken apart, checked, and put into the one form in which no byte of it has two permitted values.
//!
//! What the authority signed is kept byte for byte. The rest of a token is its certificates, some numbers that follow
//! from others, and what nobody signed; of that there is only what can be checked here, in one order.

use const_oid::db::rfc5911::{
    ID_AA_SIGNING_CERTIFICATE_V_2, ID_CONTENT_TYPE, ID_MESSAGE_DIGEST, ID_SIGNED_DATA,
};
use const_oid::db::rfc5912::{ID_SHA_256, RSA_ENCRYPTION};
use der::Encode as _;
use spki::ObjectIdentifier;

use crate::asn1::{
    Element, Elements, GENERALIZED_TIME, INTEGER, NULL, OCTET_STRING, OID, SEQUENCE, SET, context,
    element,
};
use crate::chain::AUTHORITIES_MAX;
use crate::cms::ALGORITHM_PROTECTION;
use crate::issuer_key::{Hash, Scheme};
use crate::signer::Carried;
use crate::verify::time::{of_digits, utc};
use crate::{Certificate, names};

/// `id-ct-TSTInfo`.
const TST_INFO: ObjectIdentifier = ObjectIdentifier::new_unwrap("1.2.840.113549.1.9.16.1.4");

/// A token whose signature is right.
pub(crate) struct Token {
    /// SHA-256 of what it is a timestamp of.
    pub imprint: Vec<u8>,
    /// When it was that, by the authority's clock; a fraction of a second is cut off.
    pub time_unix: i64,
    /// The nonce of the question, as the content of an integer.
    pub nonce: Option<Vec<u8>>,
    /// The authority, and those above it.
    pub authority: Carried,
    /// The token in its one form.
    pub canonical: Vec<u8>,
}

/// The parts of `SignedData` that a token is made of.
struct Parts<'a> {
    info: &'a [u8],
    certificates: Vec<Certificate>,
    digest: ObjectIdentifier,
    signed: &'a [u8],
    algorithm: ObjectIdentifier,
    signature: &'a [u8],
}

struct Signed<'a> {
    digest: &'a [u8],
    /// Algorithm and digest of the authority's certificate, then of others.
    named: Vec<(ObjectIdentifier, &'a [u8])>,
    /// The algorithm of the signature, where it is stated there as well (RFC 6211).
    algorithm: Option<ObjectIdentifier>,
}

/// Reads a token and checks all that can be without knowing whom to trust.
pub(crate) fn read(bytes: &[u8]) -> Result<Token, String> {
    let parts = parts(bytes)?;
    let signed = signed(parts.signed)?;
    if digest(parts.digest, parts.info)? != signed.digest {
        return Err("it does not have the digest that its signature states".to_owned());
    }
    let is_named = |one: &Certificate, named: &(ObjectIdentifier, &[u8])| {
        digest(named.0, one.der()).is_ok_and(|digest| digest == named.1)
    };
    let own = signed.named.first().ok_or("its signature names no certificate")?;
    let own = parts.certificates.iter().find(|one| is_named(one, own));
    let own = own.ok_or("it does not hold the certificate that its signature names")?.clone();
    let others = parts.certificates.iter().filter(|one| **one != own).cloned().collect();
    let is_named = |one: &Certificate| signed.named.iter().any(|named| is_named(one, named));
    let authority =
        Carried::new(own, checkable(others, is_named)).map_err(|error| error.to_string())?;
    let signature = checked_signature(&parts, &signed, &authority.certificate)?;
    let certificate = &authority.certificate;
    let described = tst_info(parts.info)?;
    let (name, time) = (certificate.named(), described.time_unix);
    if let Some(why) = certificate.stamping_refusal() {
        return Err(format!("the certificate {name} is not for timestamps: {why}"));
    }
    if !certificate.is_valid_at(time) {
        return Err(format!("the certificate {name} was not valid at its time {}", utc(time)));
    }
    let algorithm = written_algorithm(&parts, &signed);
    let canonical = canonical(&parts, &algorithm, &authority, &signature)
        .map_err(|error| format!("it cannot be encoded ({error})"))?;
    let TstInfo { imprint, time_unix, nonce } = described;
    Ok(Token { imprint, time_unix, nonce, authority, canonical })
}

fn parts(bytes: &[u8]) -> Result<Parts<'_>, String> {
    let mut outer = Elements::of(bytes);
    let mut content = Elements::of(outer.take(SEQUENCE, "content")?);
    outer.end("content")?;
    expect(content.take(OID, "content type")?, ID_SIGNED_DATA, "content type")?;
    let inner = content.take(context(0), "signed data")?;
    content.end("signed data")?;
    let mut inner = Elements::of(inner);
    let mut data = Elements::of(inner.take(SEQUENCE, "signed data")?);
    inner.end("signed data")?;
    data.take(INTEGER, "version")?;
    data.take(SET, "digest algorithms")?;
    let mut wrapped = Elements::of(data.take(SEQUENCE, "encapsulated content")?);
    expect(wrapped.take(OID, "encapsulated type")?, TST_INFO, "encapsulated type")?;
    let mut wrapped = Elements::of(wrapped.take(context(0), "timestamp")?);
    let info = wrapped.take(OCTET_STRING, "timestamp")?;
    wrapped.end("timestamp")?;
    let certificates = match data.take_if(context(0)) {
        None => return Err("it holds no certificate, which was asked for".to_owned()),
        Some(set) => Elements::of(set.content).all("certificate")?,
    };
    // One that this program cannot read proves nothing here.
    let certificates = certificates.iter().filter_map(|one| Certificate::from_der(one.whole).ok());
    let certificates = certificates.collect();
    data.take_if(context(1));
    let mut signers = Elements::of(data.take(SET, "signers")?);
    data.end("signers")?;
    let mut signer = Elements::of(signers.take(SEQUENCE, "signer")?);
    signers.end("only signer")?;
    signer.take(INTEGER, "signer's version")?;
    signer.any("signer's name")?;
    let digest = algorithm(signer.take(SEQUENCE, "digest algorithm")?)?;
    let signed = signer.take(context(0), "signed attributes")?;
    let algorithm = algorithm(signer.take(SEQUENCE, "signature algorithm")?)?;
    let signature = signer.take(OCTET_STRING, "signature")?;
    Ok(Parts { info, certificates, digest, signed, algorithm, signature })
}

fn signed(attributes: &[u8]) -> Result<Signed<'_>, String> {
    let mut found = Vec::new();
    for attribute in Elements::of(attributes).all("signed attribute")? {
        let mut attribute = Elements::of(attribute.content);
        let oid = oid(attribute.take(OID, "signed attribute")?)?;
        found.push((oid, attribute.take(SET, "signed attribute")?));
    }
    let only = |wanted: ObjectIdentifier, name: &str| {
        let mut of_it = found.iter().filter(|(oid, _)| *oid == wanted);
        match (of_it.next(), of_it.next()) {
            (Some((_, value)), None) => Ok(Elements::of(value)),
            _ => Err(format!("its signature does not state exactly one {name}")),
        }
    };
    expect(
        only(ID_CONTENT_TYPE, "content type")?.take(OID, "content type")?,
        TST_INFO,
        "signed content type",
    )?;
    let digest = only(ID_MESSAGE_DIGEST, "message digest")?.take(OCTET_STRING, "message digest")?;
    // The older attribute names the certificate by SHA-1, which proves nothing any more.
    let ids = only(ID_AA_SIGNING_CERTIFICATE_V_2, "certificate by a digest other than SHA-1")?;
    let mut ids = Elements::of({ ids }.take(SEQUENCE, "certificate names")?);
    let mut named = Vec::new();
    for id in Elements::of(ids.take(SEQUENCE, "certificate names")?).all("certificate name")? {
        let mut id = Elements::of(id.content);
        // SHA-256 is the default and then not written.
        let by = id.take_if(SEQUENCE).map_or(Ok(ID_SHA_256), |by| algorithm(by.content))?;
        named.push((by, id.take(OCTET_STRING, "certificate digest")?));
    }
    let algorithm = match found.iter().any(|(oid, _)| *oid == ALGORITHM_PROTECTION) {
        true => Some(protected(only(ALGORITHM_PROTECTION, "protection of algorithms")?)?),
        false => None,
    };
    Ok(Signed { digest, named, algorithm })
}

/// The algorithm of the signature in `CMSAlgorithmProtection`: after that of the digest, under the tag 1.
fn protected(mut value: Elements<'_>) -> Result<ObjectIdentifier, String> {
    let mut parts = Elements::of(value.take(SEQUENCE, "protection of algorithms")?);
    parts.take(SEQUENCE, "protected digest algorithm")?;
    algorithm(parts.take(context(1), "protected signature algorithm")?)
}

/// Checks the signature, and gives it in its one form: of ECDSA the smaller s.
fn checked_signature(
    parts: &Parts<'_>,
    signed: &Signed<'_>,
    authority: &Certificate,
) -> Result<Vec<u8>, String> {
    if signed.algorithm.is_some_and(|stated| stated != parts.algorithm) {
        return Err("it is signed with another algorithm than its signature states".to_owned());
    }
    // RSA may name the digest beside it (RFC 3370), and then it is that of everything signed.
    let named = match parts.algorithm {
        RSA_ENCRYPTION => Hash::of(parts.digest).map(Scheme::Rsa),
        other => Scheme::of(other),
    };
    let scheme = match named {
        Some(Scheme::Rsa(hash)) if Hash::of(parts.digest) != Some(hash) => None,
        other => other,
    };
    let name = names::of(parts.algorithm);
    let Some(scheme) = scheme else { return Err(not_checkable(&name)) };
    let Some(key) = authority.issuer_key() else {
        return Err(not_checkable(&authority.key_name()));
    };
    let message = element(SET, &[parts.signed]);
    match key.is_signed(scheme, &message, parts.signature) {
        Some(true) => Ok(key.one_form(parts.signature)),
        Some(false) => Err("its signature is not by the key of its certificate".to_owned()),
        None => Err(format!(
            "it is signed with {name}, but the key of its certificate is of {}",
            authority.key_name()
        )),
    }
}

/// The algorithm of the signature as it is written in the one form. RSA has two identifiers for one thing: the one that
/// is stated in the signed part, else the one without the digest.
fn written_algorithm(parts: &Parts<'_>, signed: &Signed<'_>) -> Vec<u8> {
    let is_rsa = parts.algorithm == RSA_ENCRYPTION
        || matches!(Scheme::of(parts.algorithm), Some(Scheme::Rsa(_)));
    let oid = |oid: ObjectIdentifier| element(OID, &[oid.as_bytes()]);
    if is_rsa {
        let written = signed.algorithm.unwrap_or(RSA_ENCRYPTION);
        return element(SEQUENCE, &[&oid(written), &element(NULL, &[])]);
    }
    element(SEQUENCE, &[&oid(parts.algorithm)])
}

fn not_checkable(what: &str) -> String {
    format!(
        "it is signed with {what}, which this program cannot check (it knows RSA of 2048 bits and more, ECDSA on P-256 \
         and P-384, each over SHA-256, SHA-384 or SHA-512, and Ed25519); ask an authority that signs with one of these"
    )
}

/// The certificates of which every byte can be checked here: named in the signed part, signed by themselves, or signed
/// by the key of another one of these. The last of an incomplete chain is none; whoever verifies has it from elsewhere.
fn checkable(
    mut rest: Vec<Certificate>,
    is_named: impl Fn(&Certificate) -> bool,
) -> Vec<Certificate> {
    let mut found: Vec<Certificate> = Vec::new();
    while found.len() < AUTHORITIES_MAX {
        let next = rest.iter().position(|one| {
            let by = |issuer: &Certificate| one.issuer_refusal(issuer).is_none();
            is_named(one) || by(one) || found.iter().any(by)
        });
        let Some(at) = next else { break };
        found.push(rest.swap_remove(at));
    }
    found
}

/// The token as a function of what the authority signed, its signature, and the certificates.
fn canonical(
    parts: &Parts<'_>,
    written: &[u8],
    authority: &Carried,
    signature: &[u8],
) -> der::Result<Vec<u8>> {
    let oid = |oid: ObjectIdentifier| element(OID, &[oid.as_bytes()]);
    let algorithm = |of: ObjectIdentifier| element(SEQUENCE, &[&oid(of)]);
    let tbs = authority.certificate.parsed().tbs_certificate();
    let name = element(SEQUENCE, &[&tbs.issuer().to_der()?, &tbs.serial_number().to_der()?]);
    let digest = algorithm(parts.digest);
    let signer = element(
        SEQUENCE,
        &[
            &element(INTEGER, &[&[1]]),
            &name,
            &digest,
            &element(context(0), &[parts.signed]),
            written,
            &element(OCTET_STRING, &[signature]),
        ],
    );
    let info = element(context(0), &[&element(OCTET_STRING, &[parts.info])]);
    let mut certificates: Vec<&[u8]> = authority.all().map(Certificate::der).collect();
    certificates.sort_unstable();
    let data = element(
        SEQUENCE,
        &[
            // Version 3 goes with content that is not plain data.
            &element(INTEGER, &[&[3]]),
            &element(SET, &[&digest]),
            &element(SEQUENCE, &[&oid(TST_INFO), &info]),
            &element(context(0), &certificates),
            &element(SET, &[&signer]),
        ],
    );
    Ok(element(SEQUENCE, &[&oid(ID_SIGNED_DATA), &element(context(0), &[&data])]))
}

struct TstInfo {
    imprint: Vec<u8>,
    time_unix: i64,
    nonce: Option<Vec<u8>>,
}

fn tst_info(bytes: &[u8]) -> Result<TstInfo, String> {
    let mut outer = Elements::of(bytes);
    let mut info = Elements::of(outer.take(SEQUENCE, "timestamp")?);
    outer.end("timestamp")?;
    if info.take(INTEGER, "version")? != [1] {
        return Err("it is not of version 1".to_owned());
    }
    info.take(OID, "policy")?;
    let mut imprint = Elements::of(info.take(SEQUENCE, "imprint")?);
    let by = algorithm(imprint.take(SEQUENCE, "imprint")?)?;
    if by != ID_SHA_256 {
        return Err(format!("its imprint is by {by}, expected SHA-256"));
    }
    let imprint = imprint.take(OCTET_STRING, "imprint")?.to_vec();
    info.take(INTEGER, "serial number")?;
    let time = info.take(GENERALIZED_TIME, "time")?;
    let time_unix = unix_seconds(time).ok_or("its time is not in universal time")?;
    let mut nonce = None;
    // Accuracy, ordering, nonce, name and extensions may each be there.
    for Element { tag, content, .. } in info.all("part")? {
        if tag == INTEGER {
            nonce = Some(content.to_vec());
        }
    }
    Ok(TstInfo { imprint, time_unix, nonce })
}

/// `YYYYMMDDhhmmss[.f]Z`.
fn unix_seconds(time: &[u8]) -> Option<i64> {
    let text = core::str::from_utf8(time).ok()?.strip_suffix('Z')?;
    let (digits, fraction) = text.split_once('.').unwrap_or((text, "0"));
    of_digits(digits).filter(|_| fraction.bytes().all(|digit| digit.is_ascii_digit()))
}

/// The identifier of an algorithm without parameters; those that need some are none of ours.
fn algorithm(content: &[u8]) -> Result<ObjectIdentifier, String> {
    let mut elements = Elements::of(content);
    let found = oid(elements.take(OID, "algorithm")?)?;
    elements.take_if(NULL);
    Ok(found)
}

fn oid(content: &[u8]) -> Result<ObjectIdentifier, String> {
    ObjectIdentifier::from_bytes(content).map_err(|error| format!("malformed identifier: {error}"))
}

fn expect(found: &[u8], expected: ObjectIdentifier, name: &str) -> Result<(), String> {
    let found = oid(found)?;
    if found == expected {
        return Ok(());
    }
    Err(format!("its {name} is {found}, expected {expected}"))
}

fn digest(by: ObjectIdentifier, bytes: &[u8]) -> Result<Vec<u8>, String> {
    let wrong = || format!("it has a digest by {by}, expected SHA-256, SHA-384 or SHA-512");
    Hash::of(by).map(|hash| hash.digest(bytes)).ok_or_else(wrong)
}
