//! A mapping profile, and an export of a few rows read through it.
#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| {
    if let Ok(profile) = feltproof_intake::Profile::parse(text, "profile.toml") {
        let rows = "Round,Time,Table,Seat,Ante,Paid\n1,10/31/2026 18:00:00,T1,1,$5.00,$0.00\n";
        let content =
            feltproof_intake::Content::Text(rows.as_bytes(), feltproof_sheets::Dialect::CSV);
        let names = feltproof_intake::ColumnNames::Row(1);
        let export = feltproof_intake::Export { content, names, evidence: None };
        let _ = feltproof_intake::Seen::of(feltproof_fuzz::HANDS, export, Some(&profile));
    }
});
