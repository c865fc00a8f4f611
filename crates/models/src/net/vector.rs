//! Some numbers side by side in a register.

/// A register of numbers. The functions are built for those instructions in which they are used: only who may use them calls
/// something with this vector.
pub(super) trait Vector: Copy {
    /// How many numbers.
    const LANES: usize;

    /// Zeros.
    fn zero() -> Self;

    /// The first of these.
    fn take(values: &[f32]) -> Self;

    /// Writes them to the first of these.
    fn put(self, values: &mut [f32]);

    fn plus(self, other: Self) -> Self;

    fn less(self, other: Self) -> Self;

    fn times(self, factor: f32) -> Self;

    /// What is below zero becomes zero.
    fn relu(self) -> Self;
}

impl<const N: usize> Vector for [f32; N] {
    const LANES: usize = N;

    #[inline(always)]
    fn zero() -> Self {
        [0.0; N]
    }

    #[inline(always)]
    fn take(values: &[f32]) -> Self {
        *values.first_chunk().expect("numbers come in whole vectors")
    }

    #[inline(always)]
    fn put(self, values: &mut [f32]) {
        values[..N].copy_from_slice(&self);
    }

    #[inline(always)]
    fn plus(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(one, other)| *one += other);
        self
    }

    #[inline(always)]
    fn less(mut self, other: Self) -> Self {
        self.iter_mut().zip(other).for_each(|(one, other)| *one -= other);
        self
    }

    #[inline(always)]
    fn times(mut self, factor: f32) -> Self {
        self.iter_mut().for_each(|one| *one *= factor);
        self
    }

    #[inline(always)]
    fn relu(mut self) -> Self {
        self.iter_mut().for_each(|one| *one = one.max(0.0));
        self
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::Vector;

    macro_rules! vector {
        ($vector:ident, $lanes:literal, $zero:ident, $load:ident, $store:ident, $plus:ident, $less:ident, $times:ident, $most:ident, $spread:ident) => {
            impl Vector for $vector {
                const LANES: usize = $lanes;

                #[inline(always)]
                fn zero() -> Self {
                    // SAFETY: it is only used where the processor has the instructions.
                    unsafe { $zero() }
                }

                #[inline(always)]
                fn take(values: &[f32]) -> Self {
                    // SAFETY: it is only used where the processor has the instructions, and stays within what was just looked at.
                    unsafe { $load(values[..$lanes].as_ptr()) }
                }

                #[inline(always)]
                fn put(self, values: &mut [f32]) {
                    // SAFETY: it is only used where the processor has the instructions, and stays within what was just looked at.
                    unsafe { $store(values[..$lanes].as_mut_ptr(), self) }
                }

                #[inline(always)]
                fn plus(self, other: Self) -> Self {
                    // SAFETY: it is only used where the processor has the instructions.
                    unsafe { $plus(self, other) }
                }

                #[inline(always)]
                fn less(self, other: Self) -> Self {
                    // SAFETY: it is only used where the processor has the instructions.
                    unsafe { $less(self, other) }
                }

                #[inline(always)]
                fn times(self, factor: f32) -> Self {
                    // SAFETY: it is only used where the processor has the instructions.
                    unsafe { $times(self, $spread(factor)) }
                }

                #[inline(always)]
                fn relu(self) -> Self {
                    // SAFETY: it is only used where the processor has the instructions.
                    unsafe { $most(self, $zero()) }
                }
            }
        };
    }

    vector!(
        __m512,
        16,
        _mm512_setzero_ps,
        _mm512_loadu_ps,
        _mm512_storeu_ps,
        _mm512_add_ps,
        _mm512_sub_ps,
        _mm512_mul_ps,
        _mm512_max_ps,
        _mm512_set1_ps
    );
    vector!(
        __m256,
        8,
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_storeu_ps,
        _mm256_add_ps,
        _mm256_sub_ps,
        _mm256_mul_ps,
        _mm256_max_ps,
        _mm256_set1_ps
    );
}
