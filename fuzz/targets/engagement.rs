//! An engagement, and each of its journals of nothing.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = feltproof_intake::parse_engagement(text, "engagement.toml");
});
