//! A journal of each kind, canonical.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feltproof_fuzz::journals(bytes);
});
