//! Products of matrices, by the instructions that this processor has.
//!
//! A product takes a few rows of values at a time, times the weights of thirty-two outputs, with all sums held in registers.

/// How many outputs a product has.
pub(super) const OUTPUTS: usize = 32;
/// The most rows that a product takes at a time.
pub(super) const MOST_ROWS: usize = 13;

/// The instructions that a processor has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernel {
    #[cfg(target_arch = "x86_64")]
    Avx512,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    Plain,
}

impl Kernel {
    /// The best that this processor has.
    pub fn best() -> Kernel {
        *Kernel::all().last().unwrap_or(&Kernel::Plain)
    }

    /// All that this processor has, the best last.
    pub fn all() -> Vec<Kernel> {
        let mut all = vec![Kernel::Plain];
        #[cfg(target_arch = "x86_64")]
        {
            if is_x86_feature_detected!("avx2") && is_x86_feature_detected!("fma") {
                all.push(Kernel::Avx2);
            }
            if is_x86_feature_detected!("avx512f") {
                all.push(Kernel::Avx512);
            }
        }
        all
    }

    /// How many rows to take at a time out of so many, so that the pieces are as even as can be.
    pub fn piece(self, rows: usize) -> usize {
        let most = match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512 => MOST_ROWS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2 => 6,
            Kernel::Plain => 4,
        };
        rows.div_ceil(rows.div_ceil(most).max(1)).max(1)
    }

    /// The sums of some rows: row r is, for each start, the values from `start + r * channels` on, and each channel of each start
    /// has a weight for each output.
    pub fn multiply(
        self,
        values: &[f32],
        channels: usize,
        starts: &[usize],
        weights: &[f32],
        sums: &mut [[f32; OUTPUTS]],
    ) {
        // The kernels read without looking: everything that they reach is here.
        let rows = sums.len();
        assert!(rows <= MOST_ROWS, "more rows than registers");
        let end = starts.iter().max().map_or(0, |start| start + rows * channels);
        assert!(end <= values.len(), "rows reach out of the values");
        assert_eq!(weights.len(), starts.len() * channels * OUTPUTS, "there are other weights");
        #[cfg(target_arch = "x86_64")]
        if self != Kernel::Plain {
            // SAFETY: the processor has the instructions, or there would be no such kernel; the bounds were just looked at.
            unsafe { x86::multiply(self, values, channels, starts, weights, sums) };
            return;
        }
        for (row, sums) in sums.iter_mut().enumerate() {
            *sums = [0.0; OUTPUTS];
            for (start, weights) in starts.iter().zip(weights.chunks_exact(channels * OUTPUTS)) {
                let at = start + row * channels;
                for (value, weights) in values[at..at + channels].iter().zip(weights.chunks_exact(OUTPUTS)) {
                    sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
                }
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::{Kernel, OUTPUTS};

    /// # Safety
    /// The processor has the instructions, and all that is reached lies within the values and weights.
    pub unsafe fn multiply(
        kernel: Kernel,
        values: &[f32],
        channels: usize,
        starts: &[usize],
        weights: &[f32],
        sums: &mut [[f32; OUTPUTS]],
    ) {
        macro_rules! by_rows {
            ($name:ident: $($rows:literal)*) => {
                match sums.len() {
                    // SAFETY: as the caller says.
                    $($rows => unsafe { $name::<$rows>(values, channels, starts, weights, sums) },)*
                    _ => {}
                }
            };
        }
        match kernel {
            Kernel::Avx512 => by_rows!(avx512: 1 2 3 4 5 6 7 8 9 10 11 12 13),
            _ => by_rows!(avx2: 1 2 3 4 5 6 7 8 9 10 11 12 13),
        }
    }

    /// A product of so many rows, of two registers of sums each, as often as it takes for all outputs.
    macro_rules! product {
        ($name:ident, $features:literal, $width:literal, $zero:ident, $load:ident, $spread:ident, $times:ident, $store:ident) => {
            /// # Safety
            /// The processor has the instructions, and all that is reached lies within the values and weights.
            #[target_feature(enable = $features)]
            unsafe fn $name<const ROWS: usize>(
                values: &[f32],
                channels: usize,
                starts: &[usize],
                weights: &[f32],
                sums: &mut [[f32; OUTPUTS]],
            ) {
                for begin in (0..OUTPUTS).step_by(2 * $width) {
                    let mut all = [[$zero(); 2]; ROWS];
                    // SAFETY: the caller has looked at the bounds.
                    unsafe {
                        let mut weights = weights.as_ptr().add(begin);
                        for &start in starts {
                            let values = values.as_ptr().add(start);
                            for channel in 0..channels {
                                let row = [$load(weights), $load(weights.add($width))];
                                for (place, own) in all.iter_mut().enumerate() {
                                    let value = $spread(*values.add(place * channels + channel));
                                    own[0] = $times(value, row[0], own[0]);
                                    own[1] = $times(value, row[1], own[1]);
                                }
                                weights = weights.add(OUTPUTS);
                            }
                        }
                        for (own, sums) in all.iter().zip(&mut *sums) {
                            $store(sums.as_mut_ptr().add(begin), own[0]);
                            $store(sums.as_mut_ptr().add(begin + $width), own[1]);
                        }
                    }
                }
            }
        };
    }

    product!(
        avx512,
        "avx512f",
        16,
        _mm512_setzero_ps,
        _mm512_loadu_ps,
        _mm512_set1_ps,
        _mm512_fmadd_ps,
        _mm512_storeu_ps
    );
    product!(
        avx2,
        "avx2,fma",
        8,
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_storeu_ps
    );
}
