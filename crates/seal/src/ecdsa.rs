//! ECDSA on P-256 in one form only: for every message one signature, of one length.
//!
//! ECDSA leaves open what Ed25519 fixes. The nonce comes from key and message (RFC 6979), so that the same
//! input gives the same signature. (r, s) and (r, n - s) both verify, so the smaller s is the permitted one.
//! As DER a number takes a byte more when its first bit is set, and one less when its first byte is zero; the
//! place for the signature is measured before the signature exists, so r is drawn again until the whole takes
//! 70 bytes. The further draws are those of RFC 6979 section 3.6, with a counter as additional data.

use core::convert::Infallible;

use p256::ecdsa::signature::hazmat::{PrehashSigner as _, RandomizedPrehashSigner as _};
use p256::ecdsa::{Error, Signature, SigningKey};
use p256::elliptic_curve::rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest as _, Sha256};

/// Length of a signature as DER: a sequence of two integers, of 32 bytes each or (seldom) 33 and 31.
pub(crate) const SIGNATURE_LEN: usize = 2 + 2 * (2 + 32);

/// More draws than are ever needed: each fits with a probability of nearly one in two.
const DRAWS_MAX: u32 = 1000;

/// Signs a message. Equal messages have equal signatures.
pub(crate) fn sign(key: &SigningKey, message: &[u8]) -> Result<Vec<u8>, Error> {
    let digest = Sha256::digest(message);
    for draw in 0..DRAWS_MAX {
        let signature = drawn(key, &digest, draw)?.normalize_s().to_der();
        if signature.len() == SIGNATURE_LEN {
            return Ok(signature.as_bytes().to_vec());
        }
    }
    Err(Error::new())
}

/// The signature of a digest. The first draw is that of RFC 6979 as it is.
fn drawn(key: &SigningKey, digest: &[u8], draw: u32) -> Result<Signature, Error> {
    match draw {
        0 => key.sign_prehash(digest),
        _ => key.sign_prehash_with_rng(&mut AdditionalData(draw), digest),
    }
}

/// Whether a signature is the only permitted one of its two: canonical DER, the smaller s.
pub(crate) fn check_form(signature: &[u8]) -> Result<(), String> {
    let found = Signature::from_der(signature)
        .map_err(|_| "its signature is not a pair of numbers in DER".to_owned())?;
    if found.to_der().as_bytes() != signature {
        return Err("its signature is not written as canonical DER".to_owned());
    }
    if found.normalize_s() != found {
        return Err("its signature has the larger s, the smaller one expected".to_owned());
    }
    Ok(())
}

/// The additional data of RFC 6979 section 3.6: the number of the draw, then zeros. It is no randomness and
/// need not be secret: the nonce stays a keyed function of the secret, the digest and this.
struct AdditionalData(u32);

impl TryRng for AdditionalData {
    type Error = Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Infallible> {
        Ok(core::mem::take(&mut self.0))
    }

    fn try_next_u64(&mut self) -> Result<u64, Infallible> {
        Ok(core::mem::take(&mut self.0).into())
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Infallible> {
        bytes.fill(0);
        for (byte, value) in bytes.iter_mut().zip(core::mem::take(&mut self.0).to_be_bytes()) {
            *byte = value;
        }
        Ok(())
    }
}

impl TryCryptoRng for AdditionalData {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::hex;

    /// RFC 6979, appendix A.2.5.
    const SECRET: &str = "c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721";

    fn bytes(digits: &str) -> Vec<u8> {
        let pair = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
        (0..digits.len()).step_by(2).map(pair).collect()
    }

    fn key() -> SigningKey {
        SigningKey::from_slice(&bytes(SECRET)).unwrap()
    }

    #[test]
    fn the_first_draw_is_the_known_answer_of_rfc_6979() {
        // Appendix A.2.5, with SHA-256: public key, and the signatures of two messages.
        let point = key().verifying_key().to_sec1_point(false);
        assert_eq!(
            hex(point.as_bytes()),
            "0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb6\
             7903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299"
        );
        for (message, r, s) in [
            (
                "sample",
                "efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716",
                "f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8",
            ),
            (
                "test",
                "f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367",
                "019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083",
            ),
        ] {
            let signature = drawn(&key(), &Sha256::digest(message), 0).unwrap();
            assert_eq!(hex(&signature.to_bytes()), format!("{r}{s}"), "{message}");
        }
    }

    #[test]
    fn every_signature_has_the_same_length_and_the_smaller_s() {
        use p256::ecdsa::signature::Verifier as _;
        let (mut first, mut later) = (0, 0);
        for number in 0..200_u32 {
            let message = number.to_be_bytes();
            let made = sign(&key(), &message).unwrap();
            assert_eq!(made, sign(&key(), &message).unwrap());
            // A sequence of 68 bytes; s begins with a 0 bit, as half the order does.
            let second = 4 + usize::from(made[3]);
            assert_eq!((made.len(), &made[..3]), (70, &[0x30, 68, 2][..]));
            assert_eq!((made[second], usize::from(made[second + 1])), (2, 68 - second));
            assert!(made[second + 2] < 0x80 && check_form(&made).is_ok());
            let signature = Signature::from_der(&made).unwrap();
            key().verifying_key().verify(&message, &signature).unwrap();
            let plain = drawn(&key(), &Sha256::digest(message), 0).unwrap();
            *(if plain.normalize_s() == signature { &mut first } else { &mut later }) += 1;
        }
        // Nearly a fair coin: 50 of 200 would be seven standard deviations away.
        assert!(first > 50 && later > 50, "{first} {later}");
    }

    #[test]
    fn only_one_of_the_forms_of_a_signature_is_permitted() {
        let made = sign(&key(), b"sample").unwrap();
        assert_eq!((check_form(&made), &made[..4]), (Ok(()), &[0x30, 68, 2, 32][..]));
        let (r, s) = (&made[4..36], &made[38..70]);
        // n - s, worked out by hand, digit by digit from the right.
        let n = bytes("ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551");
        let (mut larger, mut borrow) = (vec![0_u8; 32], 0_i32);
        for at in (0..32).rev() {
            let difference = i32::from(n[at]) - i32::from(s[at]) - borrow;
            borrow = i32::from(difference < 0);
            larger[at] = u8::try_from(difference.rem_euclid(256)).unwrap();
        }
        let der = |second: &[u8]| {
            let mut bytes = vec![0x30, 0, 2, 32];
            bytes.extend_from_slice(r);
            bytes.extend([2, u8::try_from(second.len()).unwrap()]);
            bytes.extend_from_slice(second);
            bytes[1] = u8::try_from(bytes.len() - 2).unwrap();
            bytes
        };
        assert_eq!(der(s), made);
        let refused = |bytes: &[u8]| check_form(bytes).unwrap_err();
        let larger = der(&[&[0], larger.as_slice()].concat());
        assert!(Signature::from_der(&larger).is_ok(), "it is a signature, of the same key even");
        assert!(refused(&larger).contains("smaller"));
        // A leading zero that is not needed, a byte more, a byte less, the long form of the length.
        for other in [
            der(&[&[0], s].concat()),
            [made.as_slice(), &[0]].concat(),
            made[..69].to_vec(),
            [&[0x30, 0x81, 68], &made[2..]].concat(),
            [r, s].concat(),
            vec![],
        ] {
            assert!(refused(&other).contains("DER"));
        }
    }
}
