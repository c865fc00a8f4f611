//! Proof that this processor has the instructions that vector code needs.
//!
//! Only detection makes a token, so the holder of one may execute the instructions that it stands for. Tokens take no
//! space.

/// Proof of AVX-512F and AVX-512BW.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx512(());

/// Proof of AVX-512 VNNI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vnni512(());

/// Proof of AVX-VNNI.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Vnni256(());

/// Proof of AVX2 and FMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx2(());

impl Avx512 {
    pub fn detect() -> Option<Avx512> {
        (is_x86_feature_detected!("avx512f") && is_x86_feature_detected!("avx512bw")).then_some(Avx512(()))
    }
}

impl Vnni512 {
    pub fn detect() -> Option<Vnni512> {
        is_x86_feature_detected!("avx512vnni").then_some(Vnni512(()))
    }
}

impl Vnni256 {
    pub fn detect() -> Option<Vnni256> {
        is_x86_feature_detected!("avxvnni").then_some(Vnni256(()))
    }
}

impl Avx2 {
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Avx2(()))
    }
}
