//! Names of algorithms that this program does not know, so that a sentence can say which one it met.

use der::Any;
use spki::{AlgorithmIdentifierOwned, ObjectIdentifier};

/// Identifiers as certificates have them, of keys and of signatures.
const NAMES: [(&str, &str); 16] = [
    ("1.2.840.113549.1.1.1", "RSA"),
    ("1.2.840.113549.1.1.5", "RSA with SHA-1"),
    ("1.2.840.113549.1.1.10", "RSA-PSS"),
    ("1.2.840.113549.1.1.11", "RSA with SHA-256"),
    ("1.2.840.113549.1.1.12", "RSA with SHA-384"),
    ("1.2.840.113549.1.1.13", "RSA with SHA-512"),
    ("1.2.840.10045.2.1", "ECDSA"),
    ("1.2.840.10045.3.1.7", "P-256"),
    ("1.2.840.10045.4.3.2", "ECDSA with SHA-256"),
    ("1.2.840.10045.4.3.3", "ECDSA with SHA-384"),
    ("1.2.840.10045.4.3.4", "ECDSA with SHA-512"),
    ("1.3.132.0.34", "P-384"),
    ("1.3.132.0.35", "P-521"),
    ("1.3.101.112", "Ed25519"),
    ("1.3.101.113", "Ed448"),
    ("1.2.840.10040.4.3", "DSA with SHA-1"),
];

/// The name of an algorithm, with its curve where it has one; else its number.
pub(crate) fn of_identifier(identifier: &AlgorithmIdentifierOwned) -> String {
    let parameters = identifier.parameters.as_ref();
    let curve = parameters.and_then(|any| Any::decode_as::<ObjectIdentifier>(any).ok());
    let all = [Some(identifier.oid), curve].into_iter().flatten().map(of);
    all.collect::<Vec<_>>().join(" ")
}

pub(crate) fn of(oid: ObjectIdentifier) -> String {
    let number = oid.to_string();
    let known = NAMES.iter().find(|(known, _)| *known == number);
    known.map_or(number, |(_, name)| (*name).to_owned())
}
