//! A file of decks, and of numbers.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feltproof_fuzz::samples(bytes);
});
