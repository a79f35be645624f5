//! AVX-512 (F and BW): thirty-two numbers at a time.

use super::super::network::{BLOCK, Block, QA};
use super::vector;
use std::arch::x86_64::*;

vector::vector_kernel! {
    "avx512f,avx512bw", __m512i, parts 1, load _mm512_load_si512, store _mm512_store_si512,
    zero _mm512_setzero_si512, set _mm512_set1_epi16, add _mm512_add_epi16, sub _mm512_sub_epi16,
    multiply _mm512_mullo_epi16, min _mm512_min_epi16, max _mm512_max_epi16, pairs _mm512_madd_epi16,
    add32 _mm512_add_epi32
}
