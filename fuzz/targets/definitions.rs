//! Games, rule packs, systems, registrations and source reviews: whichever the text is.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    let _ = feltproof_engine::Game::parse(text, "game.toml");
    let _ = feltproof_regs::Pack::parse(text, "pack.toml");
    let _ = feltproof_regs::read_registration(text, "registration.toml");
    let _ = feltproof_regs::read_source_review(text, "review.toml");
});
