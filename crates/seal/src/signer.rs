//! Whoever signs, as a signature names it: a certificate of a key that this program knows, and the authorities above it.

use crate::chain::AUTHORITIES_MAX;
use crate::keys::PublicKey;
use crate::{Algorithm, Certificate, CertificateError};

/// A signer's certificate and the authorities that are sent along, the nearest first.
#[derive(Clone)]
pub(crate) struct Carried {
    certificate: Certificate,
    authorities: Vec<Certificate>,
}

impl Carried {
    /// Fails where the chain is too long.
    pub(crate) fn new(
        certificate: Certificate,
        authorities: Vec<Certificate>,
    ) -> Result<Self, CertificateError> {
        if authorities.len() > AUTHORITIES_MAX {
            return Err(CertificateError::LongChain { at_most: AUTHORITIES_MAX });
        }
        Ok(Self { certificate, authorities })
    }

    pub(crate) fn certificate(&self) -> &Certificate {
        &self.certificate
    }

    pub(crate) fn authorities(&self) -> &[Certificate] {
        &self.authorities
    }

    /// The certificate first, then the authorities.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Certificate> {
        core::iter::once(&self.certificate).chain(&self.authorities)
    }
}

/// Whoever signs a document: the key is of a kind with which this program signs.
#[derive(Clone)]
pub(crate) struct Signer {
    carried: Carried,
    key: PublicKey,
}

impl Signer {
    /// Fails where the key is of an algorithm that this program does not know, or the chain too long.
    pub(crate) fn new(
        certificate: Certificate,
        authorities: Vec<Certificate>,
    ) -> Result<Self, CertificateError> {
        let Some(key) = certificate.key().copied() else {
            return Err(CertificateError::UnknownAlgorithm { algorithm: certificate.key_name() });
        };
        Ok(Self { carried: Carried::new(certificate, authorities)?, key })
    }

    pub(crate) fn carried(&self) -> &Carried {
        &self.carried
    }

    pub(crate) fn certificate(&self) -> &Certificate {
        self.carried.certificate()
    }

    pub(crate) fn key(&self) -> &PublicKey {
        &self.key
    }

    pub(crate) fn algorithm(&self) -> Algorithm {
        self.key.algorithm()
    }

    /// The certificate first, then the authorities.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Certificate> {
        self.carried.all()
    }
}
