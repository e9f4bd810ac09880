//! A signed report, and the files inside it.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let _ = feltproof_seal::verify_pdf(bytes, &[]);
    if let Ok(files) = feltproof_seal::attached_files(bytes) {
        let _ = feltproof_seal::check_attached(&files);
        for file in files {
            let _ = file.bytes(1 << 20);
        }
    }
});
