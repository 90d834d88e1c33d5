//! See `src/toml.rs`.

#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| memdesk_fuzz::toml::run(bytes));
