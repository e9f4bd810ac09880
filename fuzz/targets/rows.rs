//! A file of rows of any format, and what it may be as an export.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    feltproof_fuzz::rows(bytes);
});
