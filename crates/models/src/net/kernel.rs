//! Matrix products, by the best instructions that this processor has.
//!
//! A product multiplies a few rows of values by the weights of 32 outputs and holds all sums in registers. Values are
//! floats, or integers of 16 bits, which take half the memory and are multiplied twice as fast.

#[cfg(target_arch = "x86_64")]
use super::processor::{Avx2, Avx512, Vnni256, Vnni512};

/// The outputs of one product.
pub(super) const OUTPUTS: usize = 32;
/// The most rows of one product.
pub(super) const MAX_ROWS: usize = 13;

/// The instructions to use. A kernel that needs more than any processor has holds proof that this one has it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kernel {
    /// AVX-512 with dot products of integers.
    #[cfg(target_arch = "x86_64")]
    Vnni512(Avx512, Vnni512),
    #[cfg(target_arch = "x86_64")]
    Avx512(Avx512),
    /// AVX2 with dot products of integers.
    #[cfg(target_arch = "x86_64")]
    Vnni256(Avx2, Vnni256),
    #[cfg(target_arch = "x86_64")]
    Avx2(Avx2),
    Portable,
}

impl Kernel {
    /// The fastest kernel of this processor.
    pub fn best() -> Kernel {
        *Kernel::all().last().unwrap_or(&Kernel::Portable)
    }

    /// All kernels of this processor, the fastest last.
    pub fn all() -> Vec<Kernel> {
        let mut all = vec![Kernel::Portable];
        #[cfg(target_arch = "x86_64")]
        {
            let (avx2, avx512) = (Avx2::detect(), Avx512::detect());
            all.extend(avx2.map(Kernel::Avx2));
            all.extend(avx2.zip(Vnni256::detect()).map(|(avx2, vnni)| Kernel::Vnni256(avx2, vnni)));
            all.extend(avx512.map(Kernel::Avx512));
            all.extend(avx512.zip(Vnni512::detect()).map(|(avx512, vnni)| Kernel::Vnni512(avx512, vnni)));
        }
        all
    }

    /// The rows of each product, so that products of this many rows in all are as even as possible.
    pub fn rows_at_once(self, rows: usize) -> usize {
        let max = match self {
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni512(..) | Kernel::Avx512(_) => MAX_ROWS,
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni256(..) | Kernel::Avx2(_) => 6,
            Kernel::Portable => 4,
        };
        rows.div_ceil(rows.div_ceil(max).max(1)).max(1)
    }

    /// Multiplies rows by weights. For each start, row r reads the `channels` values from `start + r * channels` on.
    /// `weights` has 32 numbers for each channel of each start.
    ///
    /// # Panics
    /// If a row reaches beyond the values, or the number of rows or weights is wrong.
    pub fn multiply(
        self,
        values: &[f32],
        channels: usize,
        starts: &[usize],
        weights: &[f32],
        sums: &mut [[f32; OUTPUTS]],
    ) {
        // The kernels do not check bounds: all that they read is within these.
        let rows = sums.len();
        assert!(rows <= MAX_ROWS, "more rows than registers");
        let end = starts.iter().max().map_or(0, |start| start + rows * channels);
        assert!(end <= values.len(), "a row reaches beyond the values");
        assert_eq!(weights.len(), starts.len() * channels * OUTPUTS, "wrong number of weights");
        match self {
            // SAFETY: the token proves that the processor has the instructions; the bounds were checked above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni512(..) | Kernel::Avx512(_) => unsafe {
                x86::multiply_avx512(values, channels, starts, weights, sums);
            },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni256(..) | Kernel::Avx2(_) => unsafe {
                x86::multiply_avx2(values, channels, starts, weights, sums);
            },
            Kernel::Portable => multiply(values, channels, starts, weights, sums),
        }
    }

    /// Multiplies rows of integers by weights. Row r has the values from `r * channels` on. `weights` has, for each
    /// pair of channels, two numbers for each of the 32 outputs.
    ///
    /// # Panics
    /// If a row reaches beyond the values, or the number of rows, channels or weights is wrong.
    pub fn multiply_integers(self, values: &[i16], channels: usize, weights: &[i16], sums: &mut [[i32; OUTPUTS]]) {
        // The kernels do not check bounds: all that they read is within these.
        let rows = sums.len();
        assert!(rows <= MAX_ROWS, "more rows than registers");
        assert!(channels.is_multiple_of(2) && rows * channels <= values.len(), "a row reaches beyond the values");
        assert_eq!(weights.len(), channels * OUTPUTS, "wrong number of weights");
        match self {
            // SAFETY: the token proves that the processor has the instructions; the bounds were checked above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni512(..) => unsafe { x86::multiply_integers_vnni512(values, channels, weights, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx512(_) => unsafe { x86::multiply_integers_avx512(values, channels, weights, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Vnni256(..) => unsafe { x86::multiply_integers_vnni256(values, channels, weights, sums) },
            // SAFETY: as above.
            #[cfg(target_arch = "x86_64")]
            Kernel::Avx2(_) => unsafe { x86::multiply_integers_avx2(values, channels, weights, sums) },
            Kernel::Portable => multiply_integers(values, channels, weights, sums),
        }
    }
}

fn multiply_integers(values: &[i16], channels: usize, weights: &[i16], sums: &mut [[i32; OUTPUTS]]) {
    for (row, sums) in values.chunks_exact(channels).zip(sums) {
        *sums = [0; OUTPUTS];
        for (pair, weights) in row.as_chunks::<2>().0.iter().zip(weights.as_chunks::<{ 2 * OUTPUTS }>().0) {
            let pair = pair.map(i32::from);
            for (sum, weights) in sums.iter_mut().zip(weights.as_chunks::<2>().0) {
                *sum += pair[0] * i32::from(weights[0]) + pair[1] * i32::from(weights[1]);
            }
        }
    }
}

fn multiply(values: &[f32], channels: usize, starts: &[usize], weights: &[f32], sums: &mut [[f32; OUTPUTS]]) {
    for (row, sums) in sums.iter_mut().enumerate() {
        *sums = [0.0; OUTPUTS];
        for (start, weights) in starts.iter().zip(weights.chunks_exact(channels * OUTPUTS)) {
            let begin = start + row * channels;
            for (value, weights) in values[begin..begin + channels].iter().zip(weights.chunks_exact(OUTPUTS)) {
                sums.iter_mut().zip(weights).for_each(|(sum, weight)| *sum += value * weight);
            }
        }
    }
}

#[cfg(target_arch = "x86_64")]
mod x86 {
    use std::arch::x86_64::*;

    use super::OUTPUTS;

    /// Calls the function that is built for this number of rows.
    macro_rules! by_rows {
        ($rows:ident $arguments:tt, $sums:ident) => {
            by_rows!($rows $arguments, $sums: 1 2 3 4 5 6 7 8 9 10 11 12 13)
        };
        ($rows:ident $arguments:tt, $sums:ident: $($count:literal)*) => {
            match $sums.len() {
                // SAFETY: the caller makes the same promise.
                $($count => unsafe { $rows::<$count> $arguments },)*
                _ => {}
            }
        };
    }

    /// A product of any number of rows, and the same for a fixed number: two registers of sums for each row, repeated
    /// until all outputs are done.
    macro_rules! product {
        (
            $multiply:ident, $rows:ident, $features:literal, $width:literal,
            $zero:ident, $load:ident, $set1:ident, $fmadd:ident, $store:ident
        ) => {
            /// # Safety
            /// The processor has the instructions, and all rows and weights lie within the slices.
            pub unsafe fn $multiply(
                values: &[f32],
                channels: usize,
                starts: &[usize],
                weights: &[f32],
                sums: &mut [[f32; OUTPUTS]],
            ) {
                by_rows!($rows(values, channels, starts, weights, sums), sums);
            }

            /// # Safety
            /// The processor has the instructions, and all rows and weights lie within the slices.
            #[target_feature(enable = $features)]
            unsafe fn $rows<const ROWS: usize>(
                values: &[f32],
                channels: usize,
                starts: &[usize],
                weights: &[f32],
                sums: &mut [[f32; OUTPUTS]],
            ) {
                for begin in (0..OUTPUTS).step_by(2 * $width) {
                    let mut all = [[$zero(); 2]; ROWS];
                    // SAFETY: the caller has checked the bounds.
                    unsafe {
                        let mut weights = weights.as_ptr().add(begin);
                        for &start in starts {
                            let values = values.as_ptr().add(start);
                            for channel in 0..channels {
                                let pair = [$load(weights), $load(weights.add($width))];
                                for (row, sums) in all.iter_mut().enumerate() {
                                    let value = $set1(*values.add(row * channels + channel));
                                    sums[0] = $fmadd(value, pair[0], sums[0]);
                                    sums[1] = $fmadd(value, pair[1], sums[1]);
                                }
                                weights = weights.add(OUTPUTS);
                            }
                        }
                        for (pair, sums) in all.iter().zip(&mut *sums) {
                            $store(sums.as_mut_ptr().add(begin), pair[0]);
                            $store(sums.as_mut_ptr().add(begin + $width), pair[1]);
                        }
                    }
                }
            }
        };
    }

    product!(
        multiply_avx512,
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
        multiply_avx2,
        avx2,
        "avx2,fma",
        8,
        _mm256_setzero_ps,
        _mm256_loadu_ps,
        _mm256_set1_ps,
        _mm256_fmadd_ps,
        _mm256_storeu_ps
    );

    /// The same for integers.
    macro_rules! integer_product {
        (
            $multiply:ident, $rows:ident, $features:literal, $width:literal,
            $zero:ident, $load:ident, $set1:ident, $store:ident, $add_products:expr
        ) => {
            /// # Safety
            /// The processor has the instructions, and all rows and weights lie within the slices.
            pub unsafe fn $multiply(values: &[i16], channels: usize, weights: &[i16], sums: &mut [[i32; OUTPUTS]]) {
                by_rows!($rows(values, channels, weights, sums), sums);
            }

            /// # Safety
            /// The processor has the instructions, and all rows and weights lie within the slices.
            #[target_feature(enable = $features)]
            unsafe fn $rows<const ROWS: usize>(
                values: &[i16],
                channels: usize,
                weights: &[i16],
                sums: &mut [[i32; OUTPUTS]],
            ) {
                for begin in (0..OUTPUTS).step_by(2 * $width) {
                    let mut all = [[$zero(); 2]; ROWS];
                    // SAFETY: the caller has checked the bounds.
                    unsafe {
                        let mut weights = weights.as_ptr().add(2 * begin);
                        for channel in (0..channels).step_by(2) {
                            let pair = [$load(weights.cast()), $load(weights.add(2 * $width).cast())];
                            // The weights of the next product follow these. Most come from main memory, or from a cache
                            // that is not much faster.
                            let next = weights.wrapping_add(channels * OUTPUTS);
                            _mm_prefetch::<_MM_HINT_T0>(next.cast());
                            _mm_prefetch::<_MM_HINT_T0>(next.wrapping_add(2 * $width).cast());
                            for (row, sums) in all.iter_mut().enumerate() {
                                let values = values.as_ptr().add(row * channels + channel);
                                let values = $set1(values.cast::<i32>().read_unaligned());
                                sums[0] = $add_products(sums[0], values, pair[0]);
                                sums[1] = $add_products(sums[1], values, pair[1]);
                            }
                            weights = weights.add(2 * OUTPUTS);
                        }
                        for (pair, sums) in all.iter().zip(&mut *sums) {
                            $store(sums.as_mut_ptr().add(begin).cast(), pair[0]);
                            $store(sums.as_mut_ptr().add(begin + $width).cast(), pair[1]);
                        }
                    }
                }
            }
        };
    }

    integer_product!(
        multiply_integers_vnni512,
        integers_vnni512,
        "avx512f,avx512bw,avx512vnni",
        16,
        _mm512_setzero_si512,
        _mm512_loadu_si512,
        _mm512_set1_epi32,
        _mm512_storeu_si512,
        _mm512_dpwssd_epi32
    );
    integer_product!(
        multiply_integers_avx512,
        integers_avx512,
        "avx512f,avx512bw",
        16,
        _mm512_setzero_si512,
        _mm512_loadu_si512,
        _mm512_set1_epi32,
        _mm512_storeu_si512,
        |sums, values, weights| _mm512_add_epi32(sums, _mm512_madd_epi16(values, weights))
    );
    integer_product!(
        multiply_integers_vnni256,
        integers_vnni256,
        "avx2,avxvnni",
        8,
        _mm256_setzero_si256,
        _mm256_loadu_si256,
        _mm256_set1_epi32,
        _mm256_storeu_si256,
        _mm256_dpwssd_avx_epi32
    );
    integer_product!(
        multiply_integers_avx2,
        integers_avx2,
        "avx2",
        8,
        _mm256_setzero_si256,
        _mm256_loadu_si256,
        _mm256_set1_epi32,
        _mm256_storeu_si256,
        |sums, values, weights| _mm256_add_epi32(sums, _mm256_madd_epi16(values, weights))
    );
}
