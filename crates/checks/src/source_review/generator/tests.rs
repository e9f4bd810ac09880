//! The generators beside the words that are published of them.

#![allow(clippy::unwrap_used, reason = "a failed unwrap fails the test")]

use super::*;

fn bytes(hex: &str) -> Vec<u8> {
    let digit = |b: &u8| u8::try_from(char::from(*b).to_digit(16).unwrap()).unwrap();
    hex.as_bytes().chunks(2).map(|two| digit(&two[0]) << 4 | digit(&two[1])).collect()
}

fn stream(name: &str, start: &Start) -> Stream {
    Stream::new(known(name).unwrap(), start).unwrap()
}

fn hex(stream: &mut Stream, many: usize) -> String {
    (0..many).map(|_| format!("{:02x}", stream.byte())).collect()
}

/// NIST, drbgvectors_no_reseed (CAVP), the first case of each: of two requests the second is published.
#[test]
fn deterministic_bit_generators_give_the_vectors_of_nist() {
    for (name, key, nonce, has_derivation, expected) in [
        (
            "hmac-drbg-sha256",
            "ca851911349384bffe89de1cbdc46e6831e44d34a4fb935ee285dd14b71a7488",
            "659ba96c601dc69fc902940805ec0ca8",
            false,
            "e528e9abf2dece54d47c7e75e5fe302149f817ea9fb4bee6f4199697d04d5b89d54fbb978a15b5c443c9ec21036d2460b6f73ebad0dc2a\
             ba6e624abf07745bc107694bb7547bb0995f70de25d6b29e2d3011bb19d27676c07162c8b5ccde0668961df86803482cb37ed6d5c0bb8d\
             50cf1f50d476aa0458bdaba806f48be9dcb8",
        ),
        (
            "aes-128-ctr-drbg",
            "890eb067acf7382eff80b0c73bc872c6",
            "aad471ef3ef1d203",
            true,
            "a5514ed7095f64f3d0d3a5760394ab42062f373a25072a6ea6bcfd8489e94af6cf18659fea22ed1ca0a9e33f718b115ee536b12809c31b\
             72b08ddd8be1910fa3",
        ),
        (
            "aes-256-ctr-drbg",
            "df5d73faa468649edda33b5cca79b0b05600419ccb7a879ddfec9db32ee494e5531b51de16a30f769262474c73bec010",
            "",
            false,
            "d1c07cd95af8a7f11012c84ce48bb8cb87189e99d40fccb1771c619bdf82ab2280b1dc2f2581f39164f7ac0c510494b3a43c41b7db1751\
             4c87b107ae793e01c5",
        ),
    ] {
        let request_bytes = u32::try_from(expected.len() / 2).unwrap();
        let (key, nonce) = (bytes(key), bytes(nonce));
        let start = Start { key, nonce, has_derivation, request_bytes, ..Start::default() };
        let mut stream = stream(name, &start);
        let first = hex(&mut stream, expected.len() / 2);
        assert_ne!(first, expected);
        assert_eq!(hex(&mut stream, expected.len() / 2), expected, "{name}");
    }
}

/// RFC 8439, section 2.3.2, block 1 of that key and nonce; its words stand there in hex.
#[test]
fn chacha_gives_the_block_of_its_standard() {
    let key: Vec<u8> = (0..32).collect();
    let nonce = bytes("000000090000004a00000000");
    let start = Start { key, nonce, skip: 16, ..Start::default() };
    let expected = "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4ed2826446079faa0914c2d705d98b02a2b5129cd1\
                    de164eb9cbd083e8a2503c4e";
    assert_eq!(hex(&mut stream("chacha20", &start), 64), expected);
}

/// The Mersenne Twister: its 10,000th word from seed 5489 is 4123659995 (C++ standard, [rand.predef]), its first two are
/// those of its authors. xoshiro256**: its authors' code run from the state 1, 2, 3, 4. PCG64: the demonstration of its author
/// (seed 42, stream 54), and numpy's PCG64(7) from its state and increment.
#[test]
fn other_generators_give_the_words_of_their_authors() {
    let mut twister = stream("mt19937", &Start { seed: Some(5_489), ..Start::default() });
    let words: Vec<u64> = (0..10_000).map(|_| twister.word(32)).collect();
    assert_eq!((words[0], words[1], words[9_999]), (3_499_211_612, 581_869_302, 4_123_659_995));
    let state: Vec<u8> = [1_u64, 2, 3, 4].into_iter().flat_map(u64::to_le_bytes).collect();
    let mut xoshiro = stream("xoshiro256**", &Start { key: state, ..Start::default() });
    let words = [(); 4].map(|()| xoshiro.word(64));
    assert_eq!(words, [11_520, 0, 1_509_978_240, 1_215_971_899_390_074_240]);
    let start = Start { seed: Some(42), stream: Some(54), ..Start::default() };
    let mut pcg = stream("pcg64", &start);
    let words = [(); 3].map(|()| pcg.word(64));
    let published = [0x86b1_da1d_7206_2b68, 0x1304_aa46_c985_3d39, 0xa367_0e9e_0dd5_0358];
    assert_eq!(words, published);
    let state = "9d0aecc4e7b188919ae2415a6b292038c4751896ce8acebf66887f5ac070d959";
    let mut pcg = stream("pcg64", &Start { key: bytes(state), ..Start::default() });
    let words = [(); 3].map(|()| pcg.word(64));
    let of_numpy = [0xa006_41a9_f1e5_4a8b, 0xe5af_cdbc_af26_6a95, 0xc693_565f_940a_f962];
    assert_eq!(words, of_numpy);
}

/// The words of one generator as bytes either way, and those that were drawn before left out.
#[test]
fn bytes_stand_as_they_are_stated_to() {
    let start = Start { seed: Some(5_489), skip: 1, ..Start::default() };
    assert_eq!(hex(&mut stream("MT19937", &start), 4), "f69eae22");
    let start = Start { is_big_endian: true, ..start };
    assert_eq!(hex(&mut stream("mt19937", &start), 4), "22ae9ef6");
    let start = Start { skip: 0, ..start };
    assert_eq!(stream("mt19937", &start).word(64), 0xd091_bb5c_22ae_9ef6);
}
