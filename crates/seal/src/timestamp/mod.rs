//! Timestamps of an authority (RFC 3161): what is asked, what is answered, and whether the answer is one.

mod token;

pub(crate) use token::{Token, read};

use sha2::{Digest as _, Sha256};

use crate::asn1::{
    BIT_STRING, Elements, INTEGER, NULL, OCTET_STRING, OID, SEQUENCE, UTF8_STRING, element,
};
use const_oid::db::rfc5912::ID_SHA_256;
use feltproof_printable::visible;

/// Room for a timestamp, which comes after everything else has been signed and whose length nobody knows before.
pub(crate) const ROOM: usize = 8192;

/// How a timestamp is had: the randomness of the question, and whoever carries it to the authority and the answer back.
pub struct Stamping<'a> {
    /// Fresh random bytes from the caller, by which an answer of yesterday is told from one of today.
    pub nonce: [u8; 16],
    /// Carries a question (`application/timestamp-query`) to the authority, and brings its answer.
    pub ask: &'a mut Carrier<'a>,
}

/// What carries a question there and the answer back, or says why not.
pub type Carrier<'a> = dyn FnMut(&[u8]) -> Result<Vec<u8>, String> + 'a;

/// Asks for a timestamp over a signature, and takes the answer only if it is one: granted, over this signature, for
/// this question, signed by a certificate that is for timestamps. In the one form that a report holds it in.
pub(crate) fn stamp(stamping: &mut Stamping<'_>, signature: &[u8]) -> Result<Vec<u8>, String> {
    let imprint = Sha256::digest(signature);
    let nonce = positive(&stamping.nonce);
    let response = (stamping.ask)(&query(&imprint, &nonce))?;
    let token = read(granted(&response)?)
        .map_err(|reason| format!("the authority's answer cannot be used: {reason}"))?;
    if token.imprint != imprint.as_slice() {
        return Err(
            "the authority's timestamp is over something else than this signature".to_owned()
        );
    }
    if token.nonce.as_deref() != Some(&nonce) {
        let reason =
            "the authority's timestamp answers another question (its nonce is another, or missing)";
        return Err(reason.to_owned());
    }
    Ok(token.canonical)
}

/// `TimeStampReq`: SHA-256 of the signature, the nonce, and that the authority's certificate is wanted.
fn query(imprint: &[u8], nonce: &[u8]) -> Vec<u8> {
    let oid = element(OID, &[ID_SHA_256.as_bytes()]);
    let algorithm = element(SEQUENCE, &[&oid, &element(NULL, &[])]);
    let imprint = element(SEQUENCE, &[&algorithm, &element(OCTET_STRING, &[imprint])]);
    let version = element(INTEGER, &[&[1]]);
    let certificate_wanted = [0x01, 0x01, 0xff];
    let nonce = element(INTEGER, &[nonce]);
    element(SEQUENCE, &[&version, &imprint, &nonce, &certificate_wanted])
}

/// The content of a positive integer that keeps all its bytes: the first bits are 0 and 1.
fn positive(nonce: &[u8; 16]) -> [u8; 16] {
    let mut nonce = *nonce;
    nonce[0] = (nonce[0] & 0x7f) | 0x40;
    nonce
}

/// The token of a `TimeStampResp`, or what the authority says instead.
fn granted(response: &[u8]) -> Result<&[u8], String> {
    let unreadable = |reason: String| {
        let head: Vec<u8> = response.iter().take(40).copied().collect();
        let head = visible(&String::from_utf8_lossy(&head));
        let len = response.len();
        format!(
            "the answer is no timestamp response ({reason}): {len} bytes that begin with \"{head}\""
        )
    };
    let mut outer = Elements::of(response);
    let content = outer.take(SEQUENCE, "response").map_err(unreadable)?;
    outer.end("response").map_err(unreadable)?;
    let mut parts = Elements::of(content);
    let status = parts.take(SEQUENCE, "status").map_err(unreadable)?;
    let mut status = Elements::of(status);
    let code = status.take(INTEGER, "status").map_err(unreadable)?;
    // 0 granted; 1 granted with changes, which what follows would notice.
    if !matches!(code, [0 | 1]) {
        return Err(format!("the authority refused: {}", refusal(code, status)));
    }
    let token = parts.any("timestamp").map_err(unreadable)?;
    parts.end("timestamp").map_err(unreadable)?;
    Ok(token.whole)
}

fn refusal(code: &[u8], mut rest: Elements<'_>) -> String {
    const STATUS: [&str; 4] = ["rejection", "waiting", "a revocation is imminent", "it is revoked"];
    const FAILURES: [(usize, &str); 8] = [
        (0, "the algorithm is not supported"),
        (2, "the request is not permitted"),
        (5, "the request has the wrong format"),
        (14, "its source of time is not available"),
        (15, "the policy asked for is not supported"),
        (16, "the extension asked for is not supported"),
        (17, "the information asked for is not available"),
        (25, "its system failed"),
    ];
    let status = match code {
        [code] => usize::from(*code).checked_sub(2).and_then(|at| STATUS.get(at)),
        _ => None,
    };
    let mut said = vec![status.map_or("an unknown status", |status| *status).to_owned()];
    if let Some(texts) = rest.take_if(SEQUENCE) {
        let texts = Elements::of(texts.content).all("text").unwrap_or_default();
        let texts = texts.iter().filter(|text| text.tag == UTF8_STRING);
        said.extend(texts.map(|text| visible(&String::from_utf8_lossy(text.content))));
    }
    if let Some(bits) = rest.take_if(BIT_STRING) {
        let is_set = |bit: usize| {
            bits.content.get(1 + bit / 8).is_some_and(|byte| byte & (0x80 >> (bit % 8)) != 0)
        };
        said.extend(
            FAILURES.iter().filter(|(bit, _)| is_set(*bit)).map(|(_, text)| (*text).to_owned()),
        );
    }
    said.join("; ")
}
