//! The chain from a certificate over the authorities above it up to one that is trusted (RFC 5280 section 6, for what
//! this program processes: anything else that is critical is refused).

use crate::verify::time::utc;
use crate::{Certificate, CertificateError, NotTrusted};

/// Authorities between a signer and a root. Real chains have one or two.
pub(crate) const AUTHORITIES_MAX: usize = 8;

/// Signatures that are checked to find one chain. Certificates that all bear one name could ask for any number.
const TRIES_MAX: usize = 200;

/// What the certificate at the end of the chain is to do.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Purpose {
    Documents,
    Timestamps,
}

impl Certificate {
    /// The authorities above this certificate among others, the nearest first, without the root,
    /// which whoever verifies must have from elsewhere. One whose signature this program cannot
    /// check is taken by its name. Fails when there are more than any chain has.
    pub fn authorities_among(&self, others: &[Self]) -> Result<Vec<Self>, CertificateError> {
        let mut found: Vec<Self> = Vec::new();
        loop {
            let below = found.last().unwrap_or(self);
            let is_next = |one: &&Self| {
                let checked =
                    below.unknown_signature().is_some() || below.issuer_refusal(one).is_none();
                below.names_as_issuer(one)
                    && checked
                    && !one.is_self_issued()
                    && !found.contains(one)
            };
            let Some(next) = others.iter().find(is_next) else { return Ok(found) };
            if found.len() == AUTHORITIES_MAX {
                return Err(CertificateError::LongChain(AUTHORITIES_MAX));
            }
            found.push(next.clone());
        }
    }
}

/// The chain above `leaf`, the nearest authority first, the last one being of those given; empty where `leaf` itself was
/// given. `carried` are certificates that prove nothing by themselves. Each must be valid at the time `at`.
pub(crate) fn to_trusted(
    leaf: &Certificate,
    carried: &[Certificate],
    given: &[Certificate],
    at: Option<i64>,
    purpose: Purpose,
) -> Result<Vec<Certificate>, NotTrusted> {
    if given.contains(leaf) {
        // Whoever trusts an authority's timestamps does not take it for the author of a report.
        if purpose == Purpose::Documents && leaf.stamping_refusal().is_none() {
            let why = "its key may sign timestamps only".to_owned();
            return Err(NotTrusted::ChainBroken { certificate: leaf.named(), why });
        }
        // Trust in a key ends with its certificate, however it was given.
        return match time_refusal(leaf, at) {
            None => Ok(Vec::new()),
            Some(why) => Err(NotTrusted::ChainBroken { certificate: leaf.named(), why }),
        };
    }
    let mut search = Search { carried, given, at, tries: 0, worst: None };
    let mut above = Vec::new();
    if !search.climb(leaf, &mut above) {
        let worst = search.worst.take().map(|(_, reason)| reason);
        return Err(worst.unwrap_or_else(|| search.unknown(leaf, leaf)));
    }
    match leaf_refusal(leaf, at, purpose) {
        None => Ok(above),
        Some(why) => Err(NotTrusted::ChainBroken { certificate: leaf.named(), why }),
    }
}

/// Why the certificate at the end of a chain does not count, the chain being right.
fn leaf_refusal(leaf: &Certificate, at: Option<i64>, purpose: Purpose) -> Option<String> {
    let of_purpose = || match purpose {
        Purpose::Timestamps => leaf.stamping_refusal(),
        Purpose::Documents if leaf.may_sign_documents() => None,
        Purpose::Documents => Some("its key may not sign documents".to_owned()),
    };
    leaf.extension_refusal().or_else(of_purpose).or_else(|| time_refusal(leaf, at))
}

fn time_refusal(certificate: &Certificate, at: Option<i64>) -> Option<String> {
    let Some(at) = at else {
        return Some(
            "no time of signing is stated, so that its validity cannot be judged".to_owned(),
        );
    };
    let info = certificate.info();
    (!certificate.is_valid_at(at)).then(|| {
        format!(
            "it is valid from {} to {}, and the signature is of {}",
            utc(info.not_before_unix),
            utc(info.not_after_unix),
            utc(at)
        )
    })
}

struct Search<'a> {
    carried: &'a [Certificate],
    given: &'a [Certificate],
    at: Option<i64>,
    tries: usize,
    /// Why there is no chain: what stood in the way of the longest.
    worst: Option<(usize, NotTrusted)>,
}

impl Search<'_> {
    /// Goes up from the last authority found, or from the leaf.
    fn climb(&mut self, leaf: &Certificate, above: &mut Vec<Certificate>) -> bool {
        let below = above.last().unwrap_or(leaf).clone();
        let depth = above.len();
        if let Some(algorithm) = below.unknown_signature() {
            let issuer = below.info().issuer;
            let reason = NotTrusted::NotCheckable { certificate: below.named(), algorithm, issuer };
            self.note(2 * depth + 1, reason);
            return false;
        }
        let candidates: Vec<(Certificate, bool)> = (self.given.iter().map(|one| (one, true)))
            .chain(self.carried.iter().map(|one| (one, false)))
            .filter(|(one, _)| below.names_as_issuer(one) && *one != leaf && !above.contains(one))
            .map(|(one, is_given)| (one.clone(), is_given))
            .collect();
        // Above a root stands nothing, whoever else bears its name.
        let is_root = below.issuer_refusal(&below).is_none();
        if is_root || candidates.is_empty() || depth > AUTHORITIES_MAX {
            self.note(2 * depth, self.unknown(leaf, &below));
            return false;
        }
        for (candidate, is_given) in candidates {
            self.tries += 1;
            if self.tries > TRIES_MAX {
                return false;
            }
            if let Some(why) = below.issuer_refusal(&candidate) {
                let certificate = below.named();
                self.note(2 * depth + 1, NotTrusted::ChainBroken { certificate, why });
                continue;
            }
            if let Some(why) = self.refusal(&candidate, above) {
                let certificate = candidate.named();
                self.note(2 * depth + 2, NotTrusted::ChainBroken { certificate, why });
                continue;
            }
            above.push(candidate);
            if is_given || self.climb(leaf, above) {
                return true;
            }
            above.pop();
        }
        false
    }

    /// Why an authority that did issue the certificate below does not count.
    fn refusal(&self, authority: &Certificate, below: &[Certificate]) -> Option<String> {
        // RFC 5280 section 4.2.1.9: those that bear their issuer's name are not counted.
        let between = below.iter().filter(|one| !one.is_self_issued()).count();
        authority
            .authority_refusal()
            .or_else(|| {
                let most = usize::from(authority.path_len()?);
                (between > most).then(|| {
                    format!("it allows {most} authorities below it, and the chain has {between}")
                })
            })
            .or_else(|| time_refusal(authority, self.at))
    }

    fn unknown(&self, leaf: &Certificate, highest: &Certificate) -> NotTrusted {
        NotTrusted::Unknown {
            given: self.given.len(),
            fingerprint: leaf.fingerprint(),
            issuer: match highest.is_self_issued() {
                true => "itself".to_owned(),
                false => highest.info().issuer,
            },
            highest: highest.named(),
        }
    }

    fn note(&mut self, depth: usize, reason: NotTrusted) {
        if self.worst.as_ref().is_none_or(|(worst, _)| depth > *worst) {
            self.worst = Some((depth, reason));
        }
    }
}
