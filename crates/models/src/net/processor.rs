//! Proof that this processor has the instructions that vector code needs.
//!
//! Only detection makes a token, so the holder of one may execute the instructions that it stands for. Tokens take no
//! space.

/// Proof of AVX-512F.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx512(());

/// Proof of AVX2 and FMA.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Avx2(());

impl Avx512 {
    pub fn detect() -> Option<Avx512> {
        is_x86_feature_detected!("avx512f").then_some(Avx512(()))
    }
}

impl Avx2 {
    pub fn detect() -> Option<Avx2> {
        (is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma")).then_some(Avx2(()))
    }
}
