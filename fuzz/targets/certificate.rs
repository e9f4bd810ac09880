//! Certificates, and key files.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = feltproof_seal::Certificate::read_all(bytes);
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = feltproof_seal::key_needs_passphrase(text);
        let _ = feltproof_seal::Identity::from_pems(text, text, None);
    }
});
