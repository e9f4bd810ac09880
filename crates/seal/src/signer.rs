//! Whoever signs, as a signature names it: a certificate of a key that this program knows, and the authorities above it.

use crate::chain::AUTHORITIES_MAX;
use crate::keys::PublicKey;
use crate::{Algorithm, Certificate, CertificateError};

/// A signer's certificate and the authorities that are sent along, the nearest first.
#[derive(Clone)]
pub(crate) struct Carried {
    pub certificate: Certificate,
    pub authorities: Vec<Certificate>,
}

impl Carried {
    /// Fails where the chain is too long.
    pub(crate) fn new(
        certificate: Certificate,
        authorities: Vec<Certificate>,
    ) -> Result<Self, CertificateError> {
        if authorities.len() > AUTHORITIES_MAX {
            return Err(CertificateError::LongChain(AUTHORITIES_MAX));
        }
        Ok(Self { certificate, authorities })
    }

    /// The certificate first, then the authorities.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Certificate> {
        core::iter::once(&self.certificate).chain(&self.authorities)
    }
}

/// Whoever signs a document: the key is of a kind with which this program signs.
#[derive(Clone)]
pub(crate) struct Signer {
    pub carried: Carried,
    pub key: PublicKey,
}

impl Signer {
    /// Fails where the key is of an algorithm that this program does not know, or the chain too long.
    pub(crate) fn new(
        certificate: Certificate,
        authorities: Vec<Certificate>,
    ) -> Result<Self, CertificateError> {
        let Some(key) = certificate.key().copied() else {
            return Err(CertificateError::UnknownAlgorithm(certificate.key_name()));
        };
        Ok(Self { carried: Carried::new(certificate, authorities)?, key })
    }

    pub(crate) fn certificate(&self) -> &Certificate {
        &self.carried.certificate
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        self.key.algorithm()
    }
}
