//! AVX2: sixteen numbers at a time.

use super::super::network::{BLOCK, Block, QA};
use super::vector;
use std::arch::x86_64::*;

vector::vector_kernel! {
    "avx2", __m256i, parts 2, load _mm256_load_si256, store _mm256_store_si256,
    zero _mm256_setzero_si256, set _mm256_set1_epi16, add _mm256_add_epi16, sub _mm256_sub_epi16,
    multiply _mm256_mullo_epi16, min _mm256_min_epi16, max _mm256_max_epi16, pairs _mm256_madd_epi16,
    add32 _mm256_add_epi32
}
