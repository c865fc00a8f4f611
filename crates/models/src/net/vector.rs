//! SIMD vectors of `f32`.
//!
//! A vector is only made with proof that the processor has its instructions. So a vector is proof as well, and
//! arithmetic on vectors is safe. Everything is inlined into functions that enable the instructions.

use std::ops::{Add, Mul, Sub};

/// A vector of numbers in one register.
pub(super) trait Vector:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Mul<f32, Output = Self>
{
    /// Proof that the processor has the instructions of this vector.
    type Proof: Copy;

    const LANES: usize;

    fn zero(proof: Self::Proof) -> Self;

    /// Loads the first [`LANES`](Vector::LANES) values.
    ///
    /// # Panics
    /// If there are fewer values.
    fn load(proof: Self::Proof, values: &[f32]) -> Self;

    /// Stores into the first [`LANES`](Vector::LANES) values.
    ///
    /// # Panics
    /// If there are fewer values.
    fn store(self, values: &mut [f32]);

    fn relu(self) -> Self;

    /// Loads the first [`LANES`](Vector::LANES) integers.
    ///
    /// # Panics
    /// If there are fewer.
    fn load_integers(proof: Self::Proof, values: &[i32]) -> Self;

    /// Rounds to integers, ties to even, and stores them. They must be in the range of 16 bits.
    ///
    /// # Panics
    /// If there is no space for [`LANES`](Vector::LANES) integers.
    fn store_rounded(self, values: &mut [i16]);

    /// The larger of each lane and the absolute value of the other's.
    fn max_abs(self, other: Self) -> Self;

    /// The largest lane.
    fn largest(self) -> f32;
}

/// A vector for any processor.
#[derive(Clone, Copy)]
pub(super) struct Portable([f32; 8]);

impl Vector for Portable {
    type Proof = ();

    const LANES: usize = 8;

    #[inline(always)]
    fn zero((): ()) -> Self {
        Portable([0.0; 8])
    }

    #[inline(always)]
    fn load((): (), values: &[f32]) -> Self {
        Portable(*values.first_chunk().expect("fewer values than lanes"))
    }

    #[inline(always)]
    fn store(self, values: &mut [f32]) {
        values[..8].copy_from_slice(&self.0);
    }

    #[inline(always)]
    fn relu(mut self) -> Self {
        self.0.iter_mut().for_each(|lane| *lane = lane.max(0.0));
        self
    }

    #[inline(always)]
    fn load_integers((): (), values: &[i32]) -> Self {
        Portable(values.first_chunk().expect("fewer values than lanes").map(|value| value as f32))
    }

    #[inline(always)]
    fn store_rounded(self, values: &mut [i16]) {
        values[..8].copy_from_slice(&self.0.map(|lane| lane.round_ties_even() as i16));
    }

    #[inline(always)]
    fn max_abs(mut self, other: Portable) -> Self {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane = lane.max(other.abs()));
        self
    }

    #[inline(always)]
    fn largest(self) -> f32 {
        self.0.into_iter().fold(f32::NEG_INFINITY, f32::max)
    }
}

impl Add for Portable {
    type Output = Portable;

    #[inline(always)]
    fn add(mut self, other: Portable) -> Portable {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane += other);
        self
    }
}

impl Sub for Portable {
    type Output = Portable;

    #[inline(always)]
    fn sub(mut self, other: Portable) -> Portable {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane -= other);
        self
    }
}

impl Mul for Portable {
    type Output = Portable;

    #[inline(always)]
    fn mul(mut self, other: Portable) -> Portable {
        self.0.iter_mut().zip(other.0).for_each(|(lane, other)| *lane *= other);
        self
    }
}

impl Mul<f32> for Portable {
    type Output = Portable;

    #[inline(always)]
    fn mul(mut self, factor: f32) -> Portable {
        self.0.iter_mut().for_each(|lane| *lane *= factor);
        self
    }
}

#[cfg(target_arch = "x86_64")]
pub(super) use x86::{Lanes8, Lanes16};

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;
    use std::ops::{Add, Mul, Sub};

    use super::super::processor::{Avx2, Avx512};
    use super::Vector;

    macro_rules! vector {
        (
            $name:ident, $doc:literal, $register:ident, $lanes:literal, $proof:ident,
            $zero:ident, $load:ident, $store:ident, $add:ident, $sub:ident, $mul:ident, $max:ident, $set1:ident,
            $load_integers:ident, $from_integers:ident, $round:ident, $shorten:ident, $store_short:ident
        ) => {
            #[doc = $doc]
            ///
            /// The register is private: only `zero`, `load` and arithmetic on their results make one.
            #[derive(Clone, Copy)]
            pub struct $name($register);

            impl Vector for $name {
                type Proof = $proof;

                const LANES: usize = $lanes;

                #[inline(always)]
                fn zero(_: $proof) -> Self {
                    // SAFETY: the token proves that the processor has the instruction.
                    $name(unsafe { $zero() })
                }

                #[inline(always)]
                fn load(_: $proof, values: &[f32]) -> Self {
                    // SAFETY: the token proves that the processor has the instruction, and the slice has all lanes.
                    $name(unsafe { $load(values[..$lanes].as_ptr()) })
                }

                #[inline(always)]
                fn store(self, values: &mut [f32]) {
                    // SAFETY: this vector was made with a token, and the slice has all lanes.
                    unsafe { $store(values[..$lanes].as_mut_ptr(), self.0) }
                }

                #[inline(always)]
                fn relu(self) -> Self {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $max(self.0, $zero()) })
                }

                #[inline(always)]
                fn load_integers(_: $proof, values: &[i32]) -> Self {
                    // SAFETY: the token proves that the processor has the instructions, and the slice has all lanes.
                    $name(unsafe { $from_integers($load_integers(values[..$lanes].as_ptr().cast())) })
                }

                #[inline(always)]
                fn store_rounded(self, values: &mut [i16]) {
                    // SAFETY: this vector was made with a token, and the slice has all lanes.
                    unsafe { $store_short(values[..$lanes].as_mut_ptr().cast(), $shorten($round(self.0))) }
                }

                #[inline(always)]
                fn max_abs(self, other: $name) -> Self {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $max(self.0, $max(other.0, $sub($zero(), other.0))) })
                }

                #[inline(always)]
                fn largest(self) -> f32 {
                    let mut lanes = [0.0; $lanes];
                    self.store(&mut lanes);
                    lanes.into_iter().fold(f32::NEG_INFINITY, |most, lane| if lane > most { lane } else { most })
                }
            }

            impl Mul for $name {
                type Output = $name;

                #[inline(always)]
                fn mul(self, other: $name) -> $name {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $mul(self.0, other.0) })
                }
            }

            impl Add for $name {
                type Output = $name;

                #[inline(always)]
                fn add(self, other: $name) -> $name {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $add(self.0, other.0) })
                }
            }

            impl Sub for $name {
                type Output = $name;

                #[inline(always)]
                fn sub(self, other: $name) -> $name {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $sub(self.0, other.0) })
                }
            }

            impl Mul<f32> for $name {
                type Output = $name;

                #[inline(always)]
                fn mul(self, factor: f32) -> $name {
                    // SAFETY: this vector was made with a token.
                    $name(unsafe { $mul(self.0, $set1(factor)) })
                }
            }
        };
    }

    /// Integers of 16 bits from integers of 32, in their order.
    #[inline]
    #[target_feature(enable = "avx2")]
    fn shorten(values: __m256i) -> __m128i {
        _mm_packs_epi32(_mm256_castsi256_si128(values), _mm256_extracti128_si256::<1>(values))
    }

    vector!(
        Lanes16,
        "An AVX-512 register.",
        __m512,
        16,
        Avx512,
        _mm512_setzero_ps,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_mul_ps,
        _mm512_max_ps,
        _mm512_set1_ps,
        _mm512_loadu_si512,
        _mm512_cvtepi32_ps,
        _mm512_cvtps_epi32,
        _mm512_cvtsepi32_epi16,
        _mm256_storeu_si256
    );
    vector!(
        Lanes8,
        "An AVX register.",
        __m256,
        8,
        Avx2,
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_max_ps,
        _mm256_set1_ps,
        _mm256_loadu_si256,
        _mm256_cvtepi32_ps,
        _mm256_cvtps_epi32,
        shorten,
        _mm_storeu_si128
    );
}
